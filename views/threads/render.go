package threads

import (
	"daybook/views"
	"daybook/widget/panes"
	"daybook/widget/row"
	"daybook/widget/text"
)

// View draws the screen: exactly height lines of exactly width cells.
func (m *Model) View() string {
	if m.width <= 0 || m.height <= 0 {
		return ""
	}
	m.followTheme()
	if m.width < minWidth || m.height < minHeight {
		return panes.TooSmall(m.width, m.height)
	}
	var shown []panes.Pane
	for p, r := range m.layout() {
		if r.W > 0 {
			shown = append(shown, panes.Pane{Rect: r, Lit: pane(p) == m.focus, View: m.pane(pane(p), r)})
		}
	}
	return panes.Draw(m.env.Theme, m.width, m.height, shown...)
}

// followTheme draws rows and lines anew when the theme has changed.
func (m *Model) followTheme() {
	if !m.drawn.Follow(m.env.Theme) {
		return
	}
	m.groups.view.SetTheme(m.env.Theme)
	m.threads.view.SetTheme(m.env.Theme)
	m.threads.filter.SetTheme(m.env.Theme)
	m.reader.SetTheme(m.env.Theme)
	m.card.SetTheme(m.env.Theme)
	m.reader.layout()
	m.card.layout()
}

func (m *Model) pane(p pane, r panes.Rect) string {
	switch {
	case p == groupFocus:
		return m.groups.View(r)
	case p == threadFocus:
		return m.threads.View(r)
	case m.card.open && m.card.Len() > 0:
		return m.card.View()
	case !m.card.open && m.reader.Len() > 0:
		return m.reader.View()
	}
	return panes.Message(m.env.Theme, r.W, r.H, text.Literal("Nothing is selected"))
}

// heading is the line above a list.
func (s *shared) heading(name, end text.Text, width int) string {
	p := row.New(s.env.Theme)
	p.Columns(width-1, row.Column{Text: name, Style: p.Styles.Heading, Gap: 2, Fill: true}, row.Column{Text: end, Style: p.Styles.Muted})
	p.Blank(1)
	return p.String()
}

// couldNot says why something is not there: a right that is missing is no
// fault.
func (s *shared) couldNot(read string, err error) text.Text {
	if says, missing := views.Missing(s.env, err); missing {
		return says
	}
	return text.Of("The "+read+" could not be read: ", err, ". ctrl+r tries again.")
}
