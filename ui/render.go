package ui

import (
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// Below these the tabs are left out and the status line says that one pane is
// shown at a time; below the smallest there is room for a sentence only.
const (
	smallWidth, smallHeight = 60, 15
	leastWidth, leastHeight = 20, 6
)

func (m *Model) small() bool { return m.width < smallWidth || m.height < smallHeight }

func (m *Model) tabBarHeight() int {
	if m.small() {
		return 0
	}
	return 1
}

func (m *Model) bodyHeight() int { return max(0, m.height-m.tabBarHeight()-1-m.saidLines) }

// View draws the frame and sets the terminal's modes.
func (m *Model) View() tea.View {
	v := tea.NewView(m.env.Theme.Glyphs.Typeset(m.frame()))
	v.AltScreen = true
	v.MouseMode = tea.MouseModeCellMotion
	v.ReportFocus = true
	v.WindowTitle = "daybook: " + m.tabs[m.active].Title
	v.BackgroundColor, v.ForegroundColor = m.env.Theme.Background, m.env.Theme.Foreground
	v.Cursor = m.cursor()
	return v
}

func (m *Model) frame() string {
	if m.width == 0 || m.height == 0 || m.quitting {
		return ""
	}
	if m.width < leastWidth || m.height < leastHeight {
		return m.sentence(text.Clean(fmt.Sprintf("daybook needs %dx%d cells or more", leastWidth, leastHeight)))
	}
	var b strings.Builder
	if m.tabBarHeight() > 0 {
		b.WriteString(m.tabBar())
		b.WriteByte('\n')
	}
	body := m.view().View()
	for _, boxes := range []*dialog.Stack{m.view().Boxes(), &m.boxes} {
		body = boxes.Over(body, m.width, m.bodyHeight())
	}
	b.WriteString(body)
	b.WriteByte('\n')
	b.WriteString(m.statusLine())
	return b.String()
}

// sentence is a frame with nothing but words, as many as there is room for.
func (m *Model) sentence(words text.Text) string {
	lines := make([]string, m.height)
	for i, line := range words.Wrap(m.width) {
		if i < m.height {
			lines[i] = line.String()
		}
	}
	for i, line := range lines {
		lines[i] = text.FitStyled(line, m.width)
	}
	return strings.Join(lines, "\n")
}

// tabBar names the screens, the active one marked, and the account.
func (m *Model) tabBar() string {
	st := m.env.Theme
	var b strings.Builder
	st.Title.Write(&b, " daybook ")
	used := len(" daybook ")
	for i := range m.tabs {
		label := m.tabLabel(i)
		style := st.Tab
		if i == m.active {
			style = st.TabActive
		}
		style.Write(&b, label)
		used += len(label)
	}
	account := m.account
	if account.Width() > m.width-used-2 && !m.brief.Empty() {
		account = m.brief
	}
	if elsewhere := m.elsewhere(); !elsewhere.Empty() {
		account = text.Concat(elsewhere, text.Glyph(" "+st.Glyphs.Border.Vertical+" "), account)
	}
	account = account.Truncate(max(0, m.width-used-2), text.Glyph(st.Glyphs.Ellipsis))
	b.WriteString(text.Blanks(m.width - used - account.Width() - 1))
	st.Muted.Write(&b, account.String())
	b.WriteString(text.Blanks(min(1, m.width-used)))
	return b.String()
}

// tabLabel is a tab's number and name; the name goes where the line is short.
func (m *Model) tabLabel(i int) string {
	number := string(rune('1' + i))
	if i != m.active && m.tabsWidth() > m.width {
		return " " + number + " "
	}
	return " " + number + " " + m.tabs[i].Title + " "
}

func (m *Model) tabsWidth() int {
	w := len(" daybook ")
	for _, t := range m.tabs {
		w += len(t.Title) + 4
	}
	return w
}

func (m *Model) clickTab(x int) tea.Cmd {
	at := len(" daybook ")
	for i := range m.tabs {
		at += len(m.tabLabel(i))
		if x < at {
			if x < len(" daybook ") {
				return nil
			}
			return m.show(i)
		}
	}
	return nil
}

// cursor is the text cursor of whoever has the input, on the whole screen;
// none where that is not shown.
func (m *Model) cursor() *tea.Cursor {
	if m.width < leastWidth || m.height < leastHeight {
		return nil
	}
	c := m.view().Cursor()
	y := m.tabBarHeight()
	switch own := m.view().Boxes(); {
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
	if moved.X < 0 || moved.X >= m.width || moved.Y < y || moved.Y >= m.height {
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
	if m.capturing() {
		right, rightWidth = m.hints(max(0, m.width-leftWidth-2))
	}
	dot := ""
	if leftWidth > 0 {
		dot = " " + string(st.Glyphs.Separator)
	}
	rest, more := m.current(m.width - leftWidth - text.Width(dot) - rightWidth - 1)
	if more > 1 {
		left, leftWidth = left+st.StatusBar.Render(dot), leftWidth+text.Width(dot)
	}
	left, leftWidth = left+rest, leftWidth+more
	if !m.capturing() {
		right, rightWidth = m.hints(max(0, m.width-leftWidth-2))
	}
	var b strings.Builder
	for _, line := range m.said() {
		style := st.StatusBar
		if !m.notices.failure().Empty() {
			style = st.StatusError
		}
		style.Write(&b, text.Concat(text.Literal(" "), line).Fit(m.width, text.Glyph(st.Glyphs.Ellipsis)).String())
		b.WriteByte('\n')
	}
	b.WriteString(left)
	st.StatusBar.Write(&b, text.Blanks(m.width-leftWidth-rightWidth))
	b.WriteString(right)
	return b.String()
}

// always is what stands at the left whatever happens: what is wrong with the
// service for as long as it is, and how much is selected.
func (m *Model) always() (styled string, width int) {
	st := m.env.Theme
	for i, part := range []text.Text{m.standing(), text.Clean(m.view().Status().Selected)} {
		room := m.width - width - 4
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
	if !m.capturing() {
		return m.width - left
	}
	_, taken := m.hints(max(0, m.width-left-2))
	return m.width - left - taken
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
	status := m.view().Status()
	last := m.lastWords()
	switch {
	case m.keys.shown() != "":
		return m.whichKey(room)
	case m.departure.waiting > 0:
		say = text.Literal("Sending and saving before leaving: ctrl+c leaves at once")
	case m.link.waiting(m.env.Now()):
		left := seconds(m.link.wait.Until.Sub(m.env.Now()))
		say = text.Join(text.Glyph(" "+st.Glyphs.Separator+" "), text.Clean(m.link.wait.Reason), text.Clean(left),
			text.Clean(m.keyOf("global.refresh", "ctrl+r")+" tries now"))
	case status.Progress > 0:
		say = text.Clean(status.Text)
	case !m.notices.failure().Empty() && len(m.said()) == 0:
		say, style = m.notices.failure(), st.StatusError
	case !last.Empty() && (len(m.said()) == 0 || !m.notices.failure().Empty()):
		say = last
	case status.Busy:
		say = text.Clean(status.Text)
	case m.small() && !m.capturing():
		say = text.Literal("one pane: tab for the next")
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
	b.WriteString(st.StatusBar.Render(" ") + st.StatusKey.Render(m.keys.shown()) + st.StatusBar.Render(" "))
	width = 2 + text.Width(m.keys.shown())
	if len(m.keys.pending) == 0 {
		said := text.Clean("times the next motion").Truncate(max(0, room-width), text.Glyph(st.Glyphs.Ellipsis))
		b.WriteString(st.StatusBar.Render(said.String()))
		return b.String(), width + said.Width()
	}
	for _, c := range m.keys.continuations(m.actions) {
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
	m.collectActions()
	var b strings.Builder
	last := "help"
	if m.capturing() {
		last = "palette" // a ? would be typed
	}
	ids := append(slices.Clone(m.view().Status().Hints), last)
	for _, id := range ids {
		a := m.actionCalled(id)
		if a == nil || len(a.Keys) == 0 || !a.Keyed() || m.capturing() && !worksTyping(a) {
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

// worksTyping says that the key of an action that is shown does it while keys
// are text. A view takes esc itself.
func worksTyping(a *views.Action) bool {
	return a.Typing && (a.Keys[0] == "esc" || typesNothing(a.Keys[0]))
}

// actionCalled finds an action of the view, else of the globals.
func (m *Model) actionCalled(id string) *views.Action {
	for i := range m.actions {
		if m.actions[i].ID == id {
			return &m.actions[i]
		}
	}
	return nil
}

// keyOf is the first key of a global action as it is mapped now.
func (m *Model) keyOf(action, usual string) string {
	if keys := m.keysOf(action, usual); len(keys) > 0 {
		return keys[0]
	}
	return ""
}

func (m *Model) keysOf(action string, usual ...string) []string {
	keys, _ := m.keymap.keys(action, usual)
	return keys
}
