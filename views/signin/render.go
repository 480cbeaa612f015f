package signin

import (
	"fmt"
	"strings"
	"time"

	"daybook/widget/bigtext"
	"daybook/widget/overlay"
	"daybook/widget/text"
)

const (
	widest = 112 // cells of the box, for the largest letters
	column = 72  // cells of prose, where it would be longer than a line
	margin = 2   // cells at either side
)

// View implements views.Box. All that is said has to be seen, so it takes the
// cells that it needs.
func (m *Model) View(width, height int) string {
	inner := max(min(width-2, widest)-2*margin, 1)
	lines := m.lines(inner, max(height-2, 1))
	wide := 0
	for _, l := range lines {
		wide = max(wide, text.Width(l))
	}
	title := text.Literal("Sign in")
	if !m.o.Where.Empty() {
		title = text.Concat(text.Literal("Sign in to "), m.o.Where)
	}
	wide = min(max(wide, title.Width()), inner)
	for i, l := range lines {
		lines[i] = text.Blanks(margin) + text.FitStyled(l, wide) + text.Blanks(margin)
	}
	if len(lines) > height-2 {
		lines = lines[:max(height-2, 0)]
	}
	return overlay.Frame(m.env.Theme, title, strings.Join(lines, "\n"), "", wide+2*margin+2, len(lines)+2)
}

// lines are what the box says, in cells of width. What can be left out on a
// low screen is left out before keys and code.
func (m *Model) lines(width, height int) []string {
	th := m.env.Theme
	prose := min(width, column)
	keys := wrapKeys(m.keys(), width, func(k, does string) string {
		return th.Key.Render(k) + th.KeyText.Render(" "+does)
	})
	if m.showing {
		return m.consentLines(width, height, keys)
	}
	var body []string
	switch m.stage {
	case asking:
		body = m.why(prose)
	case beginning:
		body = []string{th.Muted.Render("Asking how to sign in" + string(th.Glyphs.Ellipsis))}
	case waiting:
		return m.waiting(width, height, keys)
	case failed:
		body = m.words(m.problem, prose, true)
	case done:
		body = []string{th.Success.Render(text.Concat(text.Literal("Signed in as "), m.account).Truncate(prose, text.Glyph(th.Glyphs.Ellipsis)).String())}
	}
	if len(body)+1+len(keys) <= height {
		body = append(body, "")
	}
	return append(body[:max(0, min(len(body), height-len(keys)))], keys...)
}

func (m *Model) why(width int) []string {
	lines := m.words(m.o.Why, width, false)
	if !m.o.Profile.Empty() {
		says := text.Concat(text.Literal("Profile "), m.o.Profile, text.Literal(". What you were writing is kept."))
		for _, l := range says.Wrap(width) {
			lines = append(lines, m.env.Theme.Muted.Render(l.String()))
		}
	}
	return lines
}

func (m *Model) words(t text.Text, width int, wrong bool) []string {
	th := m.env.Theme
	style, mark := th.Text, ""
	if wrong {
		style, mark = th.Error, string(th.Glyphs.Cross)+" "
	}
	var lines []string
	for i, l := range sentence(t).Wrap(width - text.Width(mark)) {
		if i > 0 {
			mark = text.Blanks(text.Width(mark))
		}
		lines = append(lines, style.Render(mark+l.String()))
	}
	return lines
}

// sentence begins with a capital, as errors do not.
func sentence(t text.Text) text.Text {
	s := t.String()
	if s == "" || s[0] < 'a' || s[0] > 'z' {
		return t
	}
	return text.Clean(strings.ToUpper(s[:1]) + s[1:])
}

// waiting shows the address, the code when there is one, and the time left.
func (m *Model) waiting(width, height int, keys []string) []string {
	th := m.env.Theme
	prose := min(width, column)
	address := m.address(width, m.attempt.Address)
	if m.way == Browser {
		lines := m.words(text.Literal("Finish signing in in your browser. If it did not open, go to this address:"), prose, false)
		if len(address)+len(m.foot(width))+len(keys) > height { // half an address is of no use
			room := max(height-len(m.foot(width))-len(keys), 0)
			lines = m.words(text.Literal("Finish signing in in your browser, or copy the address."), prose, false)
			return squeeze(height, keys, lines[:min(len(lines), room)], m.foot(width))
		}
		return squeeze(height, keys, lines, address, m.foot(width))
	}
	lines := m.words(text.Literal("On any device, go to this address and type the code:"), prose, false)
	room := height - len(lines) - len(address) - len(keys) - len(m.foot(width)) - 4
	code := strings.Split(bigtext.Draw(th, text.Clean(m.attempt.Code), width, max(room, 1)), "\n")
	return squeeze(height, keys, lines, address, code, m.foot(width))
}

// foot says what the last key did, and how long there is left.
func (m *Model) foot(width int) []string {
	th := m.env.Theme
	var lines []string
	if !m.note.Empty() {
		lines = append(lines, th.Info.Render(m.note.Truncate(width, text.Glyph(th.Glyphs.Ellipsis)).String()))
	}
	if m.stage == waiting {
		lines = append(lines, th.Muted.Render("Waiting for you "+string(th.Glyphs.Separator)+" "+clock(m.left())+" left"))
	}
	return lines
}

// address is broken where it has to be: it must be whole to be of use.
func (m *Model) address(width int, whole string) []string {
	rest := text.Clean(whole)
	var lines []string
	for w := rest.Width(); w > 0; w = rest.Width() {
		n := min(width, w)
		lines = append(lines, m.env.Theme.Link.Render(rest.Cut(0, n).String()))
		rest = rest.Cut(n, w)
	}
	return lines
}

// squeeze puts blank lines between the parts while they fit, and lets go of
// the first part, the prose, when they do not fit without.
func squeeze(height int, keys []string, parts ...[]string) []string {
	parts = append(parts, keys)
	total := 0
	for _, p := range parts {
		total += len(p)
	}
	if total > height {
		total -= len(parts[0])
		parts = parts[1:]
	}
	blanks := max(min(height-total, len(parts)-1), 0)
	var lines []string
	for i, p := range parts {
		if i > 0 && i <= blanks {
			lines = append(lines, "")
		}
		lines = append(lines, p...)
	}
	return lines
}

// clock is minutes and seconds.
func clock(d time.Duration) string {
	s := int(d.Round(time.Second) / time.Second)
	return fmt.Sprintf("%d:%02d", s/60, s%60)
}

// hint is a key and what it does.
type hint struct{ key, does string }

// keys are what can be pressed now.
func (m *Model) keys() []hint {
	leave := hint{"esc", "not now"}
	var approve []hint
	if m.consent.Address != "" {
		approve = []hint{{"a", "it asks for an administrator"}}
	}
	switch {
	case m.showing && m.stage == failed:
		return []hint{{"c", "copy what to send"}, {"enter", "try again"}, {"a", "back"}, leave}
	case m.showing:
		return []hint{{"c", "copy what to send"}, {"a", "back"}, {"esc", "stop"}}
	case m.stage == waiting && m.way == Browser:
		return append([]hint{{"enter", "open it again"}, {"c", "copy the address"}, {"d", "a code instead"}, {"esc", "stop"}}, approve...)
	case m.stage == waiting:
		return append([]hint{{"enter", "open the page here"}, {"c", "copy the code"}, {"b", "the browser instead"}, {"esc", "stop"}}, approve...)
	case m.stage == beginning:
		return []hint{{"esc", "stop"}}
	case m.stage == done:
		return nil
	case m.o.Remote:
		return append([]hint{{"enter", "show a code"}, {"b", "a browser on this machine"}, leave}, approve...)
	}
	return append([]hint{{"enter", "sign in with the browser"}, {"d", "show a code for another device"}, leave}, approve...)
}

// wrapKeys sets the hints in as many lines as they need.
func wrapKeys(hints []hint, width int, draw func(k, does string) string) []string {
	const between = "   "
	var lines []string
	line, used := "", 0
	for _, h := range hints {
		w := text.Width(h.key + " " + h.does)
		if used > 0 && used+len(between)+w > width {
			lines = append(lines, line)
			line, used = "", 0
		}
		if used > 0 {
			line += between
			used += len(between)
		}
		line += draw(h.key, h.does)
		used += w
	}
	if used > 0 {
		lines = append(lines, line)
	}
	return lines
}
