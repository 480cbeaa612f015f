package dialog

import (
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
	// Answer takes what was typed; false keeps the question open.
	Answer func(typed string) (tea.Cmd, bool)
}

type ask struct {
	Question
	theme *theme.Theme
	line  *input.Line
	w     int
}

// askWidth and askHeight are the cells of a question.
const askWidth, askHeight = 60, 5

// Ask is a box with a question.
func Ask(th *theme.Theme, q Question) Box {
	a := &ask{Question: q, theme: th, line: input.New(th, q.Placeholder)}
	a.line.SetValue(q.Value)
	a.line.Focus()
	return a
}

func (a *ask) confirms(press tea.KeyPressMsg) bool { return press.String() == "enter" }

func (a *ask) update(msg tea.Msg) outcome {
	if press, ok := msg.(tea.KeyPressMsg); ok && a.confirms(press) {
		cmd, done := a.Answer(a.line.Value())
		return outcome{cmd: cmd, done: done}
	}
	return outcome{cmd: a.line.Update(msg)}
}

func (a *ask) click(int, int) outcome { return outcome{} }
func (a *ask) scroll(int)             {}
func (a *ask) left()                  {}

func (a *ask) size(width, height int) (w, h int) {
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
	return overlay.Frame(th, a.Title, body, Foot(th, w-4, Key{"enter", "keep"}, Key{"esc", "leave"}), w, h)
}

func (a *ask) cursor() (x, y int, ok bool) {
	_, at := a.line.View(max(a.w-5, 1))
	return 4 + at, 1, true
}
