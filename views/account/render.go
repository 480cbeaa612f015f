package account

import (
	"daybook/theme"
	"daybook/views"
	"daybook/views/browser"
	paint "daybook/widget/row"
	"daybook/widget/text"
)

// View implements views.View.
func (m *Model) View() string {
	width, height := m.frame.Size()
	if width < 1 || height < 1 {
		return ""
	}
	var lines []string
	if m.you.enlarged() {
		lines = m.you.largePhoto()
	} else {
		lines = m.frame.Panes(m.env.Theme, m.title(width), m.underTitle(width), m.side, m.body)
	}
	return m.frame.Fit(lines)
}

// title says whose account it is; with one pane, also which section.
func (m *Model) title(width int) string {
	th := m.env.Theme
	who := text.Address(m.options.Me.Name, m.options.Me.Address).Text()
	if !m.frame.Beside() && m.frame.OnRight {
		return " " + th.Title.Render("Account") + th.Muted.Render(" "+string(th.Glyphs.Collapsed)+" ") + th.Heading.Render(text.Clean(m.here().facts().name).String())
	}
	return " " + th.Title.Render("Account") + "  " + th.Muted.Render(who.Truncate(max(width-12, 0), m.ellipsis()).String())
}

// underTitle is the banner while the mailbox answers by itself, else a rule.
func (m *Model) underTitle(width int) string {
	th := m.env.Theme
	if words, on := m.replies.banner(); on {
		does := " goes to them"
		if m.here() == m.replies {
			does = " turns them off"
		}
		key := th.Key.Render("a") + th.KeyText.Render(does)
		line := th.Warning.Render(" "+string(th.Glyphs.Warning)+" ") + th.Warning.Render(words.Truncate(max(width-4, 0), m.ellipsis()).String())
		if room := width - text.Width(line) - text.Width(key) - 2; room > 0 {
			return line + text.Blanks(room) + key + " "
		}
		return line
	}
	return m.frame.Rule(th)
}

// sectionLines is the lines that a section takes at the left: where it has the
// whole width to itself it says more.
func (m *Model) sectionLines(height int) int {
	if !m.frame.Beside() && height >= 2*len(m.sections)+1 {
		return 2
	}
	return 1
}

// side is the sections, each with how it stands.
func (m *Model) side(width, height int) []string {
	each := m.sectionLines(height)
	shown := max(height/each, 1)
	m.top = max(0, max(min(m.top, m.at), m.at-shown+1))
	out := make([]string, 0, height)
	for i := m.top; i < len(m.sections) && len(out) < height; i++ {
		out = append(out, m.sectionRow(i, width))
		if each == 2 && len(out) < height {
			out = append(out, text.Blanks(width))
		}
	}
	for len(out) < height {
		out = append(out, text.Blanks(width))
	}
	return out
}

// nameWidth is the cells of a section's name.
const nameWidth = 17

func (m *Model) sectionRow(i, width int) string {
	s, th := m.sections[i], m.env.Theme
	brief := text.Text{}
	switch err := trouble(s.facts().all()); {
	case err != nil:
		if _, missing := views.Missing(m.env, err); !missing {
			brief = text.Glyph(th.Glyphs.Warning)
		}
	case wasRead(s.facts().parts):
		brief = s.brief()
	}
	state := theme.RowState{Cursor: i == m.at, Focused: !m.frame.OnRight && !m.dialog.IsOpen()}
	return m.columns(width, func(st *theme.Styles) [][]paint.Column {
		name := paint.Column{Text: text.Clean(s.facts().name), Style: st.Text, Width: min(nameWidth, max(width-3, 0))}
		if state.Cursor {
			name.Style = st.Strong
		}
		how := paint.Column{Text: brief, Style: st.Muted, Gap: 1, Fill: true, Right: true}
		if !m.frame.Beside() {
			how.Gap, how.Right = 2, false
		}
		return [][]paint.Column{{name, how, {Width: 1}}}
	})(state)[0]
}

// body is the section in exactly height lines, or why it is not there.
func (m *Model) body(width, height int) []string {
	s, th := m.here(), m.env.Theme
	lines := m.about(width, height)
	known, err := wasRead(s.facts().parts), trouble(s.facts().all())
	if says, missing := views.Missing(m.env, err); missing {
		lines = append(lines, words(says, th.Muted, width)...)
	} else if err != nil {
		lines = append(lines, words(text.Clean("This could not be read: "+err.Error()+". r tries again."), th.Error, width)...)
	} else if !known {
		lines = append(lines, words(text.Concat(text.Literal("Reading"), m.ellipsis()), th.Muted, width)...)
	}
	if known {
		lines = append(lines, s.place().draw(s.rows(width), width, max(height-len(lines), 0), m.frame.OnRight && !m.dialog.IsOpen())...)
	}
	out := make([]string, height)
	for i := range out {
		out[i] = text.FitStyled(browser.At(lines, i), width)
	}
	return out
}

// about is what stands above the rows of the section, where there is room.
func (m *Model) about(width, height int) []string {
	if about := m.here().facts().about; about != "" && height > 12 {
		return words(text.Clean(about), m.env.Theme.Muted, width)
	}
	return nil
}
