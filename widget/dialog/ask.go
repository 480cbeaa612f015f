package dialog

import (
	"strings"
	"unicode/utf8"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/input"
	"daybook/widget/overlay"
	"daybook/widget/text"
)

// Question is a question of one line.
type Question struct {
	Title, Placeholder text.Text
	// Value stands in the line at first.
	Value string
	// Hint says what the answer would come to; nil says nothing.
	Hint func(typed string) text.Text
	// Complete asks how what was typed may go on, as a path; what there is comes with Slot.Offer and stands below, and tab
	// types what it has in common. Nil completes nothing.
	Complete func(typed string) tea.Cmd
	// Answer takes what was typed; false keeps the question open.
	Answer func(typed string) (tea.Cmd, bool)
}

// Given is an answer without the space around it, and nothing when that is empty.
func Given(answer func(string) tea.Cmd) func(typed string) (tea.Cmd, bool) {
	return func(typed string) (tea.Cmd, bool) {
		if typed = strings.TrimSpace(typed); typed == "" {
			return nil, true
		}
		return answer(typed), true
	}
}

type ask struct {
	Question
	theme *theme.Theme
	line  *input.Line
	w     int
	offer []string
	about string // what was typed when the offer was asked for
	going bool   // tab was pressed before the offer came
}

// askWidth and askHeight are the cells of a question; offers come to more.
const (
	askWidth, askHeight = 60, 5
	pathWidth           = 84
	// Offers is how many lines of completions a question has.
	Offers = 8
)

// Ask is a box with a question.
func Ask(th *theme.Theme, q Question) Box {
	a := &ask{Question: q, theme: th, line: input.New(th, q.Placeholder)}
	a.line.SetValue(q.Value)
	a.line.Focus()
	return a
}

func (a *ask) confirms(press tea.KeyPressMsg) bool { return press.String() == "enter" }

func (a *ask) update(msg tea.Msg) outcome {
	press, isKey := msg.(tea.KeyPressMsg)
	if isKey && a.confirms(press) {
		cmd, done := a.Answer(a.line.Value())
		return outcome{cmd: cmd, done: done}
	}
	before := a.line.Value()
	var cmd tea.Cmd
	if isKey && press.String() == "tab" && a.Complete != nil {
		a.going = a.about != before
		a.goOn()
	} else {
		a.going = false
		cmd = a.line.Update(msg)
	}
	if now := a.line.Value(); a.Complete != nil && now != before {
		cmd = tea.Batch(cmd, a.Complete(now))
	}
	return outcome{cmd: cmd}
}

// goOn types what the offer has in common, if it is about what is typed now.
func (a *ask) goOn() {
	if on := common(a.offer); a.about == a.line.Value() && len(on) > len(a.about) {
		a.line.SetValue(on)
	}
}

// common is what all of a list begin with.
func common(list []string) string {
	if len(list) == 0 {
		return ""
	}
	out := list[0]
	for _, one := range list[1:] {
		for !strings.HasPrefix(one, out) {
			_, n := utf8.DecodeLastRuneInString(out)
			out = out[:len(out)-n]
		}
	}
	return out
}

// Offer shows how what was typed into a question may go on, unless something else was typed meanwhile. Its command asks
// for more where tab was waiting for it.
func (s *Slot) Offer(typed string, list []string) tea.Cmd {
	a, ok := s.box.(*ask)
	if !ok || a.line.Value() != typed {
		return nil
	}
	a.offer, a.about = list[:min(len(list), Offers)], typed
	if !a.going {
		return nil
	}
	a.going = false
	if a.goOn(); a.line.Value() == typed {
		return nil
	}
	return a.Complete(a.line.Value())
}

func (a *ask) click(int, int) outcome { return outcome{} }
func (a *ask) scroll(int)             {}
func (a *ask) leave() bool            { return true }

func (a *ask) size(width, height int) (w, h int) {
	if a.Complete != nil {
		return min(pathWidth, width-2), min(askHeight+1+Offers, height)
	}
	return min(askWidth, width-2), min(askHeight, height)
}

func (a *ask) draw(w, h int) string {
	a.w = w
	th := a.theme
	line, _ := a.line.View(max(w-5, 1))
	body := th.Accent.Render(" "+string(th.Glyphs.Prompt)+" ") + line
	if a.Hint != nil {
		body += "\n\n " + th.Muted.Render(a.Hint(a.line.Value()).Truncate(w-4, text.Glyph(th.Glyphs.Ellipsis)).String())
	}
	keys := []Key{{"enter", "keep"}, {"esc", "leave"}}
	if a.Complete != nil {
		keys = []Key{{"enter", "take it"}, {"tab", "go on"}, {"esc", "leave"}}
		body += "\n"
	}
	for _, one := range a.offer {
		body += "\n   " + th.Muted.Render(text.Clean(one).Truncate(max(w-6, 0), text.Glyph(th.Glyphs.Ellipsis)).String())
	}
	return overlay.Frame(th, a.Title, body, Foot(th, w-4, keys...), w, h)
}

func (a *ask) cursor() (x, y int, ok bool) {
	_, at := a.line.View(max(a.w-5, 1))
	return 4 + at, 1, true
}
