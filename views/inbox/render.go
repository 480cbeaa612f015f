package inbox

import (
	"cmp"

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
	m.list.drawer.followDay(m.today())
	if m.width < minWidth || m.height < minHeight {
		return panes.TooSmall(m.width, m.height)
	}
	var shown []panes.Pane
	for p, r := range m.layout() {
		if r.W > 0 {
			lit := pane(p) == m.focus || m.composer.IsOpen() && pane(p) == listFocus
			shown = append(shown, panes.Pane{Rect: r, Lit: lit, View: m.pane(pane(p), r)})
		}
	}
	drawn := panes.Draw(&m.theme, m.width, m.height, shown...)
	if m.dialog.IsOpen() {
		return drawn
	}
	return m.search.Over(drawn, m.layout()[listFocus], m.width)
}

func (m *Model) pane(p pane, r panes.Rect) string {
	switch {
	case p == folderFocus:
		return m.folders.View(m.openItem())
	case m.composer.IsOpen():
		return m.composer.View()
	case p == listFocus && m.search.shown():
		return m.list.View(func(p *row.Painter, room int) {
			m.search.draw(p, room, m.list.first.Busy(), m.list.total, m.list.indexed)
		})
	case p == listFocus:
		return m.list.View(m.list.head)
	case m.reader.thread != nil:
		return m.reader.View()
	case m.list.rows.Loaded() && m.list.rows.Len() > 0:
		return panes.Message(&m.theme, r.W, r.H, text.Literal("Nothing is selected"))
	}
	return panes.Message(&m.theme, r.W, r.H, text.Text{})
}

// noLongerThere is why, of a message, a folder or a file that was deleted
// elsewhere.
const noLongerThere = "it is no longer there"

// couldNot says why something is not there: a right that is missing is no fault.
func (s *shared) couldNot(load string, err error) text.Text {
	if says, missing := views.Missing(s.env, err); missing {
		return says
	}
	return text.Of("Could not load "+load+": ", views.Reason(err, noLongerThere), ". ctrl+r tries again.")
}

// Status implements views.View.
func (m *Model) Status() views.Status {
	if m.custom.Open() {
		return m.custom.Status()
	}
	s := views.Status{Progress: -1}
	if m.composer.IsOpen() {
		s.Hints = m.composer.hints()
		return s
	}
	s.Selected = cmp.Or(m.reader.selectedWords(), m.list.marked())
	stop := ", esc stops"
	if !m.triage.asking() && (m.focus != listFocus || m.list.rows.Selecting() || m.search.shown()) {
		stop = "" // it would do something else before
	}
	s.Text, s.Progress = m.triage.progress(stop)
	switch {
	case s.Text != "":
	case m.composer.Waiting() > 0:
		s.Text = text.Of(m.composer.Waiting(), " on the way").String()
	case m.watch.offline != nil:
		s.Text = text.Of("not up to date: ", m.watch.offline).String()
	}
	s.Busy = m.list.first.Busy() || m.list.pages.Busy() || m.Opening() || m.triage.edits.Busy()
	switch m.focus {
	case folderFocus:
		s.Hints = []string{"open", "go-folder", "folder.new-folder", "folder.rename", "folder.move", "folder.delete", "folder.read", "folder.favourite"}
	case readerFocus:
		if m.reader.Finding() {
			s.Hints = []string{"next-match", "previous-match", "back"}
			break
		}
		if s.Hints = []string{"copy", "reply", "reply-all", "forward"}; m.reader.Selecting() {
			break
		}
		s.Hints = []string{"archive", "reply", "reply-all", "links", "attachments", "form"}
	case listFocus:
		s.Hints = []string{"search", "compose", "refresh"}
		if !m.list.some() {
			break
		}
		s.Hints = []string{"archive", "delete", "move", "categorize", "reply", "reply-all", "compose"}
	}
	return s
}
