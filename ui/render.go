package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/widget/dialog"
	"daybook/widget/text"
)

// View draws the frame and sets the terminal's modes.
func (m *Model) View() tea.View {
	v := tea.NewView(m.env.Theme.Glyphs.Typeset(m.frame()))
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.ReportFocus = true
	v.WindowTitle = "daybook: " + m.screens.tabs[m.screens.active].Title
	v.BackgroundColor, v.ForegroundColor = m.env.Theme.Background, m.env.Theme.Foreground
	v.Cursor = m.cursor()
	return v
}

func (m *Model) frame() string {
	if m.cells.width == 0 || m.cells.height == 0 || m.departure.gone {
		return ""
	}
	if m.cells.tooSmall() {
		return m.sentence(text.Clean(fmt.Sprintf("daybook needs %dx%d cells or more", leastWidth, leastHeight)))
	}
	var b strings.Builder
	if m.cells.tabBar() > 0 {
		b.WriteString(m.header.view())
		b.WriteByte('\n')
	}
	body := m.screens.view().View()
	for _, boxes := range []*dialog.Stack{m.screens.view().Boxes(), &m.boxes} {
		body = boxes.Over(body, m.cells.width, m.cells.body())
	}
	b.WriteString(body)
	b.WriteByte('\n')
	b.WriteString(m.statusLine())
	return b.String()
}

// sentence is a frame with nothing but words, as many as there is room for.
func (m *Model) sentence(words text.Text) string {
	lines := make([]string, m.cells.height)
	for i, line := range words.Wrap(m.cells.width) {
		if i < m.cells.height {
			lines[i] = line.String()
		}
	}
	for i, line := range lines {
		lines[i] = text.FitStyled(line, m.cells.width)
	}
	return strings.Join(lines, "\n")
}

// cursor is the text cursor of whoever has the input, on the whole screen;
// none where that is not shown.
func (m *Model) cursor() *tea.Cursor {
	if m.cells.tooSmall() {
		return nil
	}
	c := m.screens.view().Cursor()
	y := m.cells.tabBar()
	switch own := m.screens.view().Boxes(); {
	case m.boxes.IsOpen():
		c = m.boxes.Cursor()
	case own.IsOpen():
		c = own.Cursor()
	}
	if c == nil {
		return nil
	}
	moved := *c
	moved.Y += y
	if moved.X < 0 || moved.X >= m.cells.width || moved.Y < y || moved.Y >= m.cells.height {
		return nil
	}
	return &moved
}

// statusLine says what is going on at the left and what to press at the
// right. The keys of an open form have their place first; else they give way.
func (m *Model) statusLine() string {
	st := m.env.Theme
	left, leftWidth := m.always()
	right, rightWidth := "", 0
	if m.screens.capturing() {
		right, rightWidth = m.hints(max(0, m.cells.width-leftWidth-2))
	}
	dot := ""
	if leftWidth > 0 {
		dot = " " + string(st.Glyphs.Separator)
	}
	rest, more := m.current(m.cells.width - leftWidth - text.Width(dot) - rightWidth - 1)
	if more > 1 {
		left, leftWidth = left+st.StatusBar.Render(dot), leftWidth+text.Width(dot)
	}
	left, leftWidth = left+rest, leftWidth+more
	if !m.screens.capturing() {
		right, rightWidth = m.hints(max(0, m.cells.width-leftWidth-2))
	}
	var b strings.Builder
	for _, line := range m.said() {
		style := st.StatusBar
		if !m.notices.failure().Empty() {
			style = st.StatusError
		}
		style.Write(&b, text.Concat(text.Literal(" "), line).Fit(m.cells.width, text.Glyph(st.Glyphs.Ellipsis)).String())
		b.WriteByte('\n')
	}
	b.WriteString(left)
	st.StatusBar.Write(&b, text.Blanks(m.cells.width-leftWidth-rightWidth))
	b.WriteString(right)
	return b.String()
}

// standing says what is wrong between here and the service, empty when nothing
// is: on the status line for as long as it lasts.
func (m *Model) standing() text.Text {
	said := m.link.outage()
	if said == "" && m.signIn.needed {
		said = "signed out"
	}
	if said == "" {
		return text.Text{}
	}
	return text.Concat(text.Glyph(m.env.Theme.Glyphs.Warning), text.Literal(" "), text.Clean(said))
}

// always is what stands at the left whatever happens: what is wrong with the
// service for as long as it is, and how much is selected.
func (m *Model) always() (styled string, width int) {
	st := m.env.Theme
	for i, part := range []text.Text{m.standing(), text.Clean(m.screens.view().Status().Selected)} {
		room := m.cells.width - width - 4
		if part.Empty() || room < 1 {
			continue
		}
		style := st.StatusError
		if i > 0 {
			style = st.StatusKey
		}
		shown := part.Truncate(room, text.Glyph(st.Glyphs.Ellipsis))
		if width > 0 {
			styled += st.StatusBar.Render(" " + string(st.Glyphs.Separator))
			width += 2
		}
		styled += st.StatusBar.Render(" ") + style.Render(shown.String())
		width += 1 + shown.Width()
	}
	return styled, width
}

// noticeRoom is the room for a notice on the status line: the keys of an open
// form have theirs first.
func (m *Model) noticeRoom() int {
	_, left := m.always()
	if left > 0 {
		left += 2 // the sign between
	}
	if !m.screens.capturing() {
		return m.cells.width - left
	}
	_, taken := m.hints(max(0, m.cells.width-left-2))
	return m.cells.width - left - taken
}

// current is what goes on, with a blank before it: keys typed so far, a
// countdown, a long work, then the last notice, and then the screen's own words.
func (m *Model) current(room int) (styled string, width int) {
	if room < 2 {
		return "", 0
	}
	st := m.env.Theme
	var say text.Text
	style := st.StatusBar
	status := m.screens.view().Status()
	last := m.lastWords()
	switch {
	case m.typed.shown() != "":
		return m.whichKey(room)
	case m.departure.waiting > 0:
		say = text.Literal("Sending and saving before leaving: ctrl+c leaves at once")
	case m.link.waiting(m.env.Now()):
		left := seconds(m.link.wait.Until.Sub(m.env.Now()))
		say = text.Join(text.Glyph(" "+st.Glyphs.Separator+" "), text.Clean(m.link.wait.Reason), text.Clean(left),
			text.Clean(m.keys.first("global.refresh", "ctrl+r")+" tries now"))
	case status.Progress > 0:
		say = text.Clean(status.Text)
	case !m.notices.failure().Empty() && len(m.said()) == 0:
		say, style = m.notices.failure(), st.StatusError
	case !last.Empty() && (len(m.said()) == 0 || !m.notices.failure().Empty()):
		say = last
	case status.Busy:
		say = text.Clean(status.Text)
	case m.cells.small() && !m.screens.capturing() && m.screens.hasPanes():
		say = text.Literal("tab: next pane")
	default:
		say = text.Clean(status.Text)
	}
	if status.Busy {
		frames := st.Glyphs.Spinner
		say = text.Join(text.Literal(" "), text.Glyph(frames[m.spinner.frame%len(frames)]), say)
	}
	shown := say.Truncate(room-1, text.Glyph(st.Glyphs.Ellipsis))
	bar := progressBar(st, status.Progress, room-1-shown.Width())
	return st.StatusBar.Render(" ") + style.Render(shown.String()) + bar, 1 + shown.Width() + text.Width(bar)
}

// whichKey lists what the keys typed so far can go on to.
func (m *Model) whichKey(room int) (styled string, width int) {
	st := m.env.Theme
	var b strings.Builder
	b.WriteString(st.StatusBar.Render(" ") + st.StatusKey.Render(m.typed.shown()) + st.StatusBar.Render(" "))
	width = 2 + text.Width(m.typed.shown())
	if len(m.typed.pending) == 0 {
		said := text.Clean("times the next motion").Truncate(max(0, room-width), text.Glyph(st.Glyphs.Ellipsis))
		b.WriteString(st.StatusBar.Render(said.String()))
		return b.String(), width + said.Width()
	}
	for _, c := range m.typed.continuations(m.keys.actions) {
		label := text.Clean(c.Name).Truncate(22, text.Glyph(st.Glyphs.Ellipsis))
		need := 4 + len(c.Key) + label.Width()
		if width+need > room {
			break
		}
		b.WriteString(st.StatusBar.Render("  ") + st.StatusKey.Render(c.Key) + st.StatusBar.Render(" "+label.String()+" "))
		width += need
	}
	return b.String(), width
}

// hints are the keys most useful now, as many as there is room for. Under an
// open box only those are shown that work there; its own stand in its frame.
func (m *Model) hints(room int) (styled string, width int) {
	if m.boxes.IsOpen() {
		return "", 0
	}
	st := m.env.Theme
	m.keys.collect()
	var b strings.Builder
	last := "help"
	if m.screens.capturing() {
		last = "palette" // a ? would be typed
	}
	ids := append(slices.Clone(m.screens.view().Status().Hints), last)
	for _, id := range ids {
		a := m.keys.called(id)
		if a == nil || len(a.Keys) == 0 || !a.Keyed() || m.screens.capturing() && !worksTyping(a) {
			continue
		}
		word := a.Hint
		if word == "" {
			word = strings.ToLower(a.Name)
		}
		need := len(a.Keys[0]) + 1 + len(word) + 2
		if width+need > room {
			break
		}
		b.WriteString(st.StatusKey.Render(a.Keys[0]) + st.StatusBar.Render(" "+word+"  "))
		width += need
	}
	return b.String(), width
}
