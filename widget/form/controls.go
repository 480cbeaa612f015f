package form

import (
	"strings"

	"charm.land/bubbles/v2/textarea"
	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/input"
	"daybook/widget/text"
)

// Text is one line: a subject, a name, a date in words.
type Text struct{ *input.Line }

// NewText is a line with a value.
func NewText(th *theme.Theme, value string, placeholder text.Text) *Text {
	l := input.New(th, placeholder)
	l.SetValue(value)
	return &Text{l}
}

// Update edits.
func (t *Text) Update(msg tea.Msg) (tea.Cmd, bool) {
	if press, ok := msg.(tea.KeyPressMsg); ok && !t.Handles(press) {
		return nil, false
	}
	return t.Line.Update(msg), true
}

// View is the line.
func (t *Text) View(width int) ([]string, int, int) {
	line, x := t.Line.View(width)
	return []string{line}, x, 0
}

// Area is several lines: a mail's body, a note.
type Area struct {
	model textarea.Model
	rows  int
}

// NewArea is an area of that many lines on screen with a value.
func NewArea(th *theme.Theme, value string, rows int) *Area {
	m := textarea.New()
	m.Prompt, m.ShowLineNumbers, m.MaxHeight, m.MaxWidth = "", false, 0, 0
	m.SetVirtualCursor(false)
	a := &Area{model: m, rows: rows}
	a.SetTheme(th)
	a.model.SetHeight(rows)
	a.SetValue(value)
	a.model.MoveToBegin()
	return a
}

// ToEnd puts the cursor behind the last character.
func (a *Area) ToEnd() { a.model.MoveToEnd() }

// SetTheme changes the looks.
func (a *Area) SetTheme(th *theme.Theme) {
	s := a.model.Styles()
	for _, state := range []*textarea.StyleState{&s.Focused, &s.Blurred} {
		plain := th.Input.Lipgloss()
		state.Base, state.Text, state.CursorLine, state.Prompt, state.EndOfBuffer = plain, plain, plain, plain, plain
		state.Placeholder = th.Placeholder.Lipgloss()
	}
	a.model.SetStyles(s)
}

// SetRows changes the lines on screen.
func (a *Area) SetRows(rows int) {
	a.rows = max(rows, 1)
	a.model.SetHeight(a.rows)
}

// SetValue replaces the text, cleaned.
func (a *Area) SetValue(s string) { a.model.SetValue(text.CleanBlock(s).String()) }

// Insert adds text at the cursor, cleaned.
func (a *Area) Insert(s string) { a.model.InsertString(text.CleanBlock(s).String()) }

// Value is the text.
func (a *Area) Value() string { return a.model.Value() }

// Place is where the text cursor is; both count from 0, the column in characters.
func (a *Area) Place() (line, column int) { return a.model.Line(), a.model.Column() }

// SetPlace moves the text cursor, to the nearest place that there is.
func (a *Area) SetPlace(line, column int) { input.MoveTo(&a.model, line, column) }

// Focus gives the keys to the area.
func (a *Area) Focus() { a.model.Focus() }

// Blur takes them away.
func (a *Area) Blur() { a.model.Blur() }

// Update edits. Every key is the area's but those that leave it.
func (a *Area) Update(msg tea.Msg) (tea.Cmd, bool) {
	switch m := msg.(type) {
	case tea.KeyPressMsg:
		switch s := m.String(); {
		case s == "tab", s == "shift+tab", s == "esc":
			return nil, false
		case s == "up" && a.model.Line() == 0 && a.model.LineInfo().RowOffset == 0:
			return nil, false
		}
	case tea.PasteMsg:
		msg = tea.PasteMsg{Content: text.CleanBlock(m.Content).String()}
	}
	var cmd tea.Cmd
	a.model, cmd = a.model.Update(input.TameArea(&a.model, msg))
	_, isKey := msg.(tea.KeyPressMsg)
	return cmd, isKey
}

// View is the lines around the cursor.
func (a *Area) View(width int) ([]string, int, int) {
	a.model.SetWidth(width)
	drawn := a.model.View()
	top := a.model.ScrollYOffset()
	if a.model.SetHeight(a.rows); a.model.ScrollYOffset() != top { // at another width the line with the cursor is another
		drawn = a.model.View()
	}
	lines := strings.Split(drawn, "\n")
	for len(lines) < a.rows {
		lines = append(lines, "")
	}
	lines = lines[:a.rows]
	for i := range lines {
		lines[i] = text.FitStyled(lines[i], width)
	}
	if c := a.model.Cursor(); c != nil {
		return lines, min(c.X, width-1), max(0, min(c.Y, a.rows-1))
	}
	return lines, -1, 0
}

// Option is one of a choice.
type Option struct {
	// ID is the value, Label what is shown.
	ID    string
	Label text.Text
}

// Choice is one of a few options, turned with left, right and space.
type Choice struct {
	theme   *theme.Theme
	options []Option
	at      int
	focused bool
	unknown text.Text // what was typed and begins no option
}

// NewChoice is a choice standing on the option with that ID, or the first.
func NewChoice(th *theme.Theme, options []Option, id string) *Choice {
	c := &Choice{theme: th, options: options}
	c.SetValue(id)
	return c
}

// SetTheme changes the looks.
func (c *Choice) SetTheme(th *theme.Theme) { c.theme = th }

// SetValue chooses an option; an unknown ID changes nothing.
func (c *Choice) SetValue(id string) {
	for i, o := range c.options {
		if o.ID == id {
			c.at = i
		}
	}
}

// Value is the ID of the option chosen.
func (c *Choice) Value() string {
	if len(c.options) == 0 {
		return ""
	}
	return c.options[c.at].ID
}

// Focus gives the keys to the choice.
func (c *Choice) Focus() { c.focused = true }

// Blur takes them away.
func (c *Choice) Blur() { c.focused, c.unknown = false, text.Text{} }

// Update turns the choice; a letter goes to the next option that begins with it, or says that none does. Then what is typed
// is words for another field, and does nothing until another key comes.
func (c *Choice) Update(msg tea.Msg) (tea.Cmd, bool) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok || len(c.options) == 0 {
		return nil, false
	}
	if press.Text != "" && !c.unknown.Empty() {
		return nil, true
	}
	c.unknown = text.Text{}
	switch s := press.String(); {
	case s == "right" || s == "space":
		c.turn(1)
	case s == "left":
		c.turn(-1)
	case s == "backspace":
	case press.Text != "":
		c.unknown = text.Of("none begins with \u201c", press.Text, "\u201d")
		for i := range c.options {
			at := (c.at + 1 + i) % len(c.options)
			if strings.HasPrefix(strings.ToLower(c.options[at].Label.String()), strings.ToLower(press.Text)) {
				c.at, c.unknown = at, text.Text{}
				break
			}
		}
	default:
		return nil, false
	}
	return nil, true
}

func (c *Choice) turn(step int) {
	n := len(c.options)
	c.at = (c.at + step + n) % n
}

// Click turns the choice: on the left arrow back, else forward.
func (c *Choice) Click(x, _ int) {
	if len(c.options) == 0 {
		return
	}
	if x < 2 {
		c.turn(-1)
		return
	}
	c.turn(1)
}

// View is the option chosen between arrows.
func (c *Choice) View(width int) ([]string, int, int) {
	label := text.Text{}
	if len(c.options) > 0 {
		label = c.options[c.at].Label
	}
	g := c.theme.Glyphs
	note := ""
	if room := width - 4 - label.Width() - 2; c.unknown.Width() > room {
		label = text.Concat(c.unknown, text.Literal(": "), label)
	} else if !c.unknown.Empty() {
		note = "  " + c.theme.Muted.Render(c.unknown.String())
	}
	label = label.Truncate(width-4, text.Glyph(g.Ellipsis))
	style, arrows := c.theme.Text, c.theme.Faint
	if c.focused {
		style, arrows = c.theme.ButtonActive, c.theme.Accent
	}
	line := arrows.Render(string(g.ArrowLeft)) + " " + style.Render(label.String()) + " " + arrows.Render(string(g.ArrowRight)) + note
	return []string{text.FitStyled(line, width)}, -1, 0
}

// Toggle is yes or no. Its value is "true" or "false".
type Toggle struct {
	theme   *theme.Theme
	note    text.Text
	on      bool
	focused bool
}

// NewToggle is a toggle with a note behind its box.
func NewToggle(th *theme.Theme, on bool, note text.Text) *Toggle {
	return &Toggle{theme: th, on: on, note: note}
}

// SetTheme changes the looks.
func (t *Toggle) SetTheme(th *theme.Theme) { t.theme = th }

// On is yes.
func (t *Toggle) On() bool { return t.on }

// Value is "true" or "false".
func (t *Toggle) Value() string {
	if t.on {
		return "true"
	}
	return "false"
}

// SetValue sets it: "true" is yes.
func (t *Toggle) SetValue(s string) { t.on = s == "true" }

// Focus gives the keys to the toggle.
func (t *Toggle) Focus() { t.focused = true }

// Blur takes them away.
func (t *Toggle) Blur() { t.focused = false }

// Update turns it with space, y and n.
func (t *Toggle) Update(msg tea.Msg) (tea.Cmd, bool) {
	press, ok := msg.(tea.KeyPressMsg)
	if !ok {
		return nil, false
	}
	switch press.String() {
	case "space", "x":
		t.on = !t.on
	case "y":
		t.on = true
	case "n":
		t.on = false
	default:
		return nil, false
	}
	return nil, true
}

// Click turns it.
func (t *Toggle) Click(int, int) { t.on = !t.on }

// View is its box and note.
func (t *Toggle) View(width int) ([]string, int, int) {
	box, style := t.theme.Glyphs.CheckOff, t.theme.Text
	if t.on {
		box = t.theme.Glyphs.CheckOn
	}
	if t.focused {
		style = t.theme.ButtonActive
	}
	line := style.Render(string(box)) + " " + t.theme.Muted.Render(t.note.Truncate(width-4, text.Glyph(t.theme.Glyphs.Ellipsis)).String())
	return []string{text.FitStyled(line, width)}, -1, 0
}
