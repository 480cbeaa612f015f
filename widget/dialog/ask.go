package dialog

import (
	"cmp"
	"errors"
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
	// Verb is what enter does, Save when empty.
	Verb string
	// Hint says what the answer would come to; nil says nothing.
	Hint func(typed string) text.Text
	// Complete asks how what was typed may go on, as a path; what there is comes with Stack.Offer and stands below, tab
	// types what it has in common, and the arrows go to one. Nil completes nothing.
	Complete func(typed string) tea.Cmd
	// Answer takes what was typed. An error keeps the question open, and is said in it until something else is typed.
	Answer func(typed string) (tea.Cmd, error)
}

// ErrLater keeps a question open until Stack.Settle says what became of its answer.
var ErrLater = errors.New("looking at it")

// Given is an answer without the space around it; nothing is none, and refused: esc cancels.
func Given(answer func(string) (tea.Cmd, error)) func(typed string) (tea.Cmd, error) {
	return func(typed string) (tea.Cmd, error) {
		if typed = strings.TrimSpace(typed); typed == "" {
			return nil, errors.New("type something first; esc cancels")
		}
		return answer(typed)
	}
}

type ask struct {
	Question
	theme *theme.Theme
	line  *input.Line
	w     int
	offer []string
	at    int    // in the offer, -1 for none
	about string // what was typed when the offer was asked for
	going bool   // tab was pressed before the offer came
	wrong error  // why what is typed was not taken, nil when nothing is said
}

// askWidth and askHeight are the cells of a question; offers come to more.
const (
	askWidth, askHeight = 60, 5
	pathWidth           = 84
	// Offers is how many lines of completions a question has.
	Offers = 8
	// Completions is how many are looked at while a path is typed: all that
	// begin so, as a rule, so that what they have in common is.
	Completions = 200
)

// Ask is a box with a question.
func Ask(th *theme.Theme, q Question) Box {
	a := &ask{Question: q, theme: th, line: input.New(th, q.Placeholder), at: -1}
	a.line.SetValue(q.Value)
	a.line.Focus()
	return a
}

// Confirms: enter takes what was typed.
func (a *ask) Confirms(press tea.KeyPressMsg) bool { return press.String() == "enter" }

// Written says that something else is typed than stood there.
func (a *ask) Written() bool { return a.line.Value() != a.Value }

// Update edits, goes about in the offer, and answers.
func (a *ask) Update(msg tea.Msg) Outcome {
	if _, mouse := msg.(tea.MouseMsg); mouse {
		return Outcome{}
	}
	press, isKey := msg.(tea.KeyPressMsg)
	before := a.line.Value()
	var cmd tea.Cmd
	switch {
	case isKey && a.Confirms(press) && a.at < 0:
		return a.answer()
	case isKey && a.Confirms(press): // a file is the answer too; a folder is gone into
		a.line.SetValue(a.offer[a.at])
		if !strings.HasSuffix(a.line.Value(), "/") {
			return a.answer()
		}
	case isKey && a.chooses(press.String()):
		return Outcome{}
	case isKey && press.String() == "tab" && a.Complete != nil:
		if a.going = a.about != before; a.at >= 0 {
			a.line.SetValue(a.offer[a.at])
		} else {
			a.goOn()
		}
	default:
		a.going = false
		cmd = a.line.Update(msg)
	}
	now := a.line.Value()
	if now == before {
		return Outcome{Cmd: cmd}
	}
	a.wrong, a.at = nil, -1
	if a.Complete != nil {
		cmd = tea.Batch(cmd, a.Complete(now))
	}
	return Outcome{Cmd: cmd}
}

// answer gives what was typed to whoever asked.
func (a *ask) answer() Outcome {
	cmd, err := a.Answer(a.line.Value())
	a.wrong = err
	return Outcome{Cmd: cmd, Done: err == nil}
}

// Refused says why what was typed was not taken.
func (a *ask) Refused(err error) { a.wrong = err }

// chooses goes about in the offer.
func (a *ask) chooses(key string) bool {
	if len(a.offer) == 0 {
		return false
	}
	switch key {
	case "down", "ctrl+n":
		a.at = min(a.at+1, len(a.offer)-1)
	case "up", "ctrl+p":
		a.at = max(a.at-1, -1)
	default:
		return false
	}
	return true
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
func (s *Stack) Offer(typed string, list []string) tea.Cmd {
	a, ok := s.Top().(*ask)
	if !ok || a.line.Value() != typed {
		return nil
	}
	a.offer, a.about, a.at = list[:min(len(list), Offers)], typed, -1
	if !a.going {
		return nil
	}
	a.going = false
	if a.goOn(); a.line.Value() == typed {
		return nil
	}
	return a.Complete(a.line.Value())
}

func (a *ask) size(width, height int) (w, h int) {
	w, h = min(askWidth, width-2), askHeight
	if a.Complete != nil {
		w, h = min(pathWidth, width-2), askHeight+1+Offers
	}
	return w, min(h+max(len(a.says(w))-1, 0), height)
}

// says is the lines below what is typed: what it would come to, or why it was not taken.
func (a *ask) says(w int) []string {
	th, ellipsis := a.theme, text.Glyph(a.theme.Glyphs.Ellipsis)
	switch {
	case a.wrong != nil:
		style, sign := th.Error, text.Concat(text.Glyph(th.Glyphs.Warning), text.Literal(" "))
		if errors.Is(a.wrong, ErrLater) {
			style, sign = th.Muted, text.Text{}
		}
		var lines []string
		for _, l := range text.Concat(sign, text.Clean(a.wrong.Error())).Wrap(max(w-4, 1)) {
			lines = append(lines, style.Render(l.String()))
		}
		return lines
	case a.Hint != nil:
		return []string{th.Muted.Render(a.Hint(a.line.Value()).Truncate(max(w-4, 0), ellipsis).String())}
	}
	return nil
}

// View draws the box.
func (a *ask) View(width, height int) string {
	w, h := a.size(width, height)
	a.w = w
	th := a.theme
	line, _ := a.line.View(max(w-5, 1))
	body := th.Accent.Render(" "+string(th.Glyphs.Prompt)+" ") + line
	if says := a.says(w); len(says) > 0 {
		body += "\n"
		for _, l := range says {
			body += "\n " + l
		}
	}
	keys := Keys("enter", cmp.Or(a.Verb, Save), "esc", Cancel)
	if a.Complete != nil {
		keys = Keys("enter", cmp.Or(a.Verb, Save), "tab", "complete", "esc", Cancel)
		body += "\n"
	}
	for i, one := range a.offer {
		s, bar := th.Muted, " "
		if i == a.at {
			s, bar = th.Selection, string(th.Glyphs.Bar)
		}
		body += "\n " + th.Bar.Render(bar) + " " + s.Render(text.Clean(one).Truncate(max(w-6, 0), text.Glyph(th.Glyphs.Ellipsis)).String())
	}
	return overlay.Frame(th, a.Title, body, Foot(th, w-4, keys...), w, h)
}

// Cursor is where the next character goes.
func (a *ask) Cursor() *tea.Cursor {
	_, at := a.line.View(max(a.w-5, 1))
	return tea.NewCursor(4+at, 1)
}
