package account

import (
	"strings"
	"time"

	"daybook/model"
	"daybook/theme"
	"daybook/widget/text"
)

// The sizes of the parts, in cells.
const (
	leastBeside = 81 // narrower, there are the sections or the rows of one
	sideWidth   = 33
	headHeight  = 2 // the title and what stands under it
)

func (m *Model) beside() bool { return m.width >= leastBeside }

// bodyWidth is the cells of a section's rows.
func (m *Model) bodyWidth() int {
	if m.beside() {
		return m.width - sideWidth - 1
	}
	return m.width
}

func (m *Model) bodyHeight() int { return max(m.height-headHeight, 0) }

// View implements views.View.
func (m *Model) View() string {
	if m.width < 1 || m.height < 1 {
		return ""
	}
	lines := []string{m.title(), m.underTitle()}
	switch {
	case m.large && len(m.book.photo.Data) > 0:
		lines = m.largePhoto()
	case m.beside():
		left, right := m.side(sideWidth, m.bodyHeight()), m.body(m.bodyWidth(), m.bodyHeight())
		rule := m.env.Theme.Border.Render(string(m.env.Theme.Glyphs.Border.Vertical))
		for i := range left {
			lines = append(lines, left[i]+rule+right[i])
		}
	case m.inside:
		lines = append(lines, m.body(m.width, m.bodyHeight())...)
	default:
		lines = append(lines, m.side(m.width, m.bodyHeight())...)
	}
	for len(lines) < m.height {
		lines = append(lines, "")
	}
	lines = lines[:m.height]
	for i := range lines {
		lines[i] = text.FitStyled(lines[i], m.width)
	}
	return m.overlaid(strings.Join(lines, "\n"))
}

// title says whose account it is; with one pane, also which section.
func (m *Model) title() string {
	th := m.env.Theme
	who := text.Address(m.options.Me.Name, m.options.Me.Address).Text()
	if !m.beside() && m.inside {
		return " " + th.Title.Render("Account") + th.Muted.Render(" "+string(th.Glyphs.Collapsed)+" ") + th.Heading.Render(text.Clean(m.here().name).String())
	}
	return " " + th.Title.Render("Account") + "  " + th.Muted.Render(who.Truncate(max(m.width-12, 0), m.ellipsis()).String())
}

// underTitle is the banner while the mailbox answers by itself, else a rule.
func (m *Model) underTitle() string {
	th := m.env.Theme
	if words, on := m.banner(); on {
		key := th.Key.Render("a") + th.KeyText.Render(" turns them off")
		line := th.Warning.Render(" "+string(th.Glyphs.Warning)+" ") + th.Warning.Render(words.Truncate(max(m.width-4, 0), m.ellipsis()).String())
		if room := m.width - text.Width(line) - text.Width(key) - 2; room > 0 {
			return line + text.Blanks(room) + key + " "
		}
		return line
	}
	horizontal := string(th.Glyphs.Border.Horizontal)
	if !m.beside() {
		return th.Border.Render(strings.Repeat(horizontal, m.width))
	}
	left, right := th.Border, th.Border
	if m.inside {
		right = th.BorderActive
	} else {
		left = th.BorderActive
	}
	return left.Render(strings.Repeat(horizontal, sideWidth)) + th.Border.Render(string(th.Glyphs.Border.TeeTop)) +
		right.Render(strings.Repeat(horizontal, m.width-sideWidth-1))
}

// banner says until when the mailbox answers by itself now.
func (m *Model) banner() (text.Text, bool) {
	r := m.book.settings.AutomaticRepliesSetting
	if r == nil || !m.answering(*r) {
		return text.Text{}, false
	}
	words := "Automatic replies are on"
	if end, ok := instantOf(r.ScheduledEndDateTime); ok && r.Status == model.RepliesScheduled {
		words += " until " + m.moment(end)
	}
	return text.Clean(words), true
}

// moment is a time in the screen's zone, as short as it is clear.
func (m *Model) moment(t time.Time) string {
	t = t.In(m.env.Zone())
	if t.Year() == m.now().Year() {
		return t.Format("Mon 2 Jan 15:04")
	}
	return t.Format("Mon 2 Jan 2006 15:04")
}

// sectionLines is the lines that a section takes at the left: where it has the
// whole width to itself it says more.
func (m *Model) sectionLines(height int) int {
	if !m.beside() && height >= 2*len(m.sections)+1 {
		return 2
	}
	return 1
}

// side is the sections, each with how it stands.
func (m *Model) side(width, height int) []string {
	each := m.sectionLines(height)
	shown := max(height/each, 1)
	m.listTop = max(0, max(min(m.listTop, m.at), m.at-shown+1))
	out := make([]string, 0, height)
	for i := m.listTop; i < len(m.sections) && len(out) < height; i++ {
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
	state := theme.RowState{Cursor: i == m.at, Focused: !m.inside && !m.dialog.IsOpen()}
	st := th.Row(state)
	style := st.Text
	if i == m.at {
		style = st.Strong
	}
	row := bar(th, st, state) + style.Render(text.Clean(s.name).Fit(min(nameWidth, max(width-3, 0)), m.ellipsis()).String()) + st.Text.Render(" ")
	brief := text.Text{}
	switch {
	case m.trouble(s) != nil:
		if _, missing := m.missing(s); !missing {
			brief = text.Glyph(th.Glyphs.Warning)
		}
	case m.known(s):
		brief = s.brief()
	}
	room := width - nameWidth - 4
	if !m.beside() {
		return fill(row+st.Muted.Render(text.Concat(text.Literal(" "), brief).Truncate(max(room, 0), m.ellipsis()).String()), width, st)
	}
	return fill(row+st.Muted.Render(brief.Truncate(max(room, 0), m.ellipsis()).PadLeft(max(room, 0)).String()), width, st)
}

// body is the section in exactly height lines, or why it is not there.
func (m *Model) body(width, height int) []string {
	s := m.here()
	var lines []string
	lines = append(lines, m.about(width, height)...)
	if says, missing := m.missing(s); missing {
		lines = append(lines, m.words(says, m.env.Theme.Muted, width)...)
	} else if err := m.trouble(s); err != nil {
		lines = append(lines, m.words(text.Clean("This could not be read: "+err.Error()+". r tries again."), m.env.Theme.Error, width)...)
	} else if !m.known(s) {
		lines = append(lines, m.words(text.Concat(text.Literal("Reading"), m.ellipsis()), m.env.Theme.Muted, width)...)
	}
	if m.known(s) {
		lines = append(lines, m.page(s.rows(width), width, max(height-len(lines), 0))...)
	}
	out := make([]string, height)
	for i := range out {
		line := ""
		if i < len(lines) {
			line = lines[i]
		}
		out[i] = text.FitStyled(line, width)
	}
	return out
}

// about is what stands above the rows of the section, where there is room.
func (m *Model) about(width, height int) []string {
	if about := m.here().about; about != "" && height > 12 {
		return m.words(text.Clean(about), m.env.Theme.Muted, width)
	}
	return nil
}

// words are a few sentences, wrapped.
func (m *Model) words(t text.Text, style theme.Style, width int) []string {
	out := []string{""}
	for _, l := range t.Wrap(max(width-4, 1)) {
		out = append(out, "  "+style.Render(l.String()))
	}
	return append(out, "")
}

// wordsRow is a few sentences as a row.
func (m *Model) wordsRow(words string, width int) row {
	lines := m.words(text.Clean(words), m.env.Theme.Muted, width)
	return row{height: len(lines), draw: func(theme.RowState) []string { return lines }}
}

// plain is a row of one line that the cursor passes.
func plain(line string) row {
	return row{height: 1, draw: func(theme.RowState) []string { return []string{line} }}
}

// heading begins a part of a section.
func (m *Model) heading(name string, width int) []row {
	th := m.env.Theme
	rule := strings.Repeat(string(th.Glyphs.Border.Horizontal), max(0, width-text.Clean(name).Width()-5))
	return []row{plain(""), plain("  " + th.Strong.Render(text.Clean(name).String()) + " " + th.Border.Render(rule))}
}

// labelWidth is the cells of a field's name.
const labelWidth = 20

// field is a named value that can have the cursor, on as many lines as it
// takes.
func (m *Model) field(key, label string, value text.Text, width int) row {
	lw := min(labelWidth, max(width/3, 8))
	wrapped := value.Wrap(max(width-lw-4, 4))
	return row{key: key, height: len(wrapped), draw: func(state theme.RowState) []string {
		th := m.env.Theme
		st := th.Row(state)
		out := make([]string, len(wrapped))
		for i, l := range wrapped {
			name := text.Clean(label)
			if i > 0 {
				name = text.Text{}
			}
			out[i] = fill(bar(th, st, state)+st.Muted.Render(name.Fit(lw, m.ellipsis()).String())+st.Text.Render(l.String()), width, st)
		}
		return out
	}}
}

func (m *Model) ellipsis() text.Text { return text.Glyph(m.env.Theme.Glyphs.Ellipsis) }

// bar is the two cells that begin a row.
func bar(th *theme.Theme, s *theme.Styles, state theme.RowState) string {
	if state.Cursor {
		return s.Bar.Render(string(th.Glyphs.Bar)) + s.Text.Render(" ")
	}
	return s.Text.Render("  ")
}

// fill makes a row exactly as wide as asked for.
func fill(row string, width int, s *theme.Styles) string {
	if missing := width - text.Width(row); missing > 0 {
		return row + s.Text.Render(text.Blanks(missing))
	}
	return text.FitStyled(row, width)
}
