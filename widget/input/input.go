// Package input is a line to type into: the component library's editing, drawn by our own width function.
//
// Invariants: what is drawn is clean whatever was pasted or set; the cursor is the terminal's own and stands on the
// cell where the next character goes, in front of wide characters too; a line longer than its place scrolls.
package input

import (
	"strings"

	"charm.land/bubbles/v2/key"
	"charm.land/bubbles/v2/textinput"
	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/text"
)

// maxLength bounds what a line takes, in characters.
const maxLength = 4096

// Line is a line to type into. Make it with New.
type Line struct {
	model       textinput.Model
	theme       *theme.Theme
	placeholder text.Text
	secret      bool
	selected    bool // all of it, which the next text replaces
	from        int  // the first cell shown
}

// New is an empty line.
func New(th *theme.Theme, placeholder text.Text) *Line {
	m := textinput.New()
	m.Prompt = ""
	m.CharLimit = maxLength
	m.SetVirtualCursor(false)
	return &Line{model: m, theme: th, placeholder: placeholder}
}

// SetTheme changes the looks.
func (l *Line) SetTheme(th *theme.Theme) { l.theme = th }

// SetPlaceholder changes what is shown while nothing is typed.
func (l *Line) SetPlaceholder(t text.Text) { l.placeholder = t }

// SetSecret draws bullets instead of what is typed: passphrases.
func (l *Line) SetSecret(secret bool) { l.secret = secret }

// Focus gives the keys to the line.
func (l *Line) Focus() { l.model.Focus() }

// Blur takes the keys away.
func (l *Line) Blur() {
	l.model.Blur()
	l.selected = false
}

// SelectAll selects what stands in the line: text that is typed or pasted takes its place, backspace empties the line,
// and any other key edits it as it is.
func (l *Line) SelectAll() { l.selected = l.Value() != "" }

// Focused says whether keys go here.
func (l *Line) Focused() bool { return l.model.Focused() }

// Value is what was typed.
func (l *Line) Value() string { return l.model.Value() }

// SetValue replaces it, cleaned, with the cursor at its end.
func (l *Line) SetValue(s string) {
	l.selected = false
	l.model.SetValue(text.Clean(s).String())
	l.model.CursorEnd()
}

// AtStart says that the cursor is before the first character.
func (l *Line) AtStart() bool { return l.model.Position() == 0 }

// AtEnd says that the cursor is behind the last character.
func (l *Line) AtEnd() bool { return l.model.Position() >= len([]rune(l.model.Value())) }

// Update edits. A paste is cleaned first: it may come from anywhere.
func (l *Line) Update(msg tea.Msg) tea.Cmd {
	press, pressed := msg.(tea.KeyPressMsg)
	paste, pasted := msg.(tea.PasteMsg)
	if l.selected && (pressed || pasted) {
		erases := pressed && key.Matches(press, l.model.KeyMap.DeleteCharacterBackward, l.model.KeyMap.DeleteCharacterForward)
		if l.selected = false; erases || pasted || press.Text != "" {
			l.model.SetValue("")
		}
	}
	if pasted {
		msg = tea.PasteMsg{Content: text.Clean(paste.Content).String()}
	}
	var cmd tea.Cmd
	l.model, cmd = l.model.Update(Tame(&l.model, msg))
	return cmd
}

// View is the line in width cells, and the cell of the cursor in it (-1 without focus).
func (l *Line) View(width int) (drawn string, cursor int) {
	value := []rune(l.model.Value())
	head := string(value[:min(l.model.Position(), len(value))])
	whole := text.Clean(string(value))
	at := text.Clean(head).Width()
	if l.secret {
		bullets := strings.Repeat("*", len(value))
		whole, at = text.Clean(bullets), l.model.Position()
	}
	l.from = max(min(l.from, at, whole.Width()-width+1), at-width+1, 0)
	if whole.Empty() && !l.placeholder.Empty() {
		drawn = l.theme.Placeholder.Render(l.placeholder.Fit(width, text.Glyph(l.theme.Glyphs.Ellipsis)).String())
	} else {
		shown := whole.Cut(l.from, l.from+width)
		rest := width
		if l.selected && l.model.Focused() {
			drawn, rest, shown = l.theme.Selection.Render(shown.String()), width-shown.Width(), text.Text{}
		}
		drawn += l.theme.Input.Render(shown.Pad(rest).String())
	}
	if !l.model.Focused() {
		return drawn, -1
	}
	return drawn, min(at-l.from, max(width-1, 0))
}

// Handles says that a key edits or moves in the line, so that it is not for whoever is around.
func (l *Line) Handles(press tea.KeyPressMsg) bool {
	k := l.model.KeyMap
	return press.Text != "" || key.Matches(press, k.CharacterForward, k.CharacterBackward, k.WordForward, k.WordBackward,
		k.DeleteWordBackward, k.DeleteWordForward, k.DeleteAfterCursor, k.DeleteBeforeCursor,
		k.DeleteCharacterBackward, k.DeleteCharacterForward, k.LineStart, k.LineEnd, k.Paste)
}
