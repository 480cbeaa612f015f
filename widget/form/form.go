// Package form is labelled fields that are filled in from top to bottom.
//
// Invariants: tab and shift+tab always leave a field, whatever it does with other keys; a message stands under the field
// it is about, and an error only after the field was left or the form was asked to be valid; what is drawn is as wide
// as asked for, and scrolls to the field that has the keys.
package form

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/input"
	"daybook/widget/overlay"
	"daybook/widget/text"
)

// Field is a labelled control.
type Field struct {
	// Key names the field for the program.
	Key string
	// Label stands at its left.
	Label text.Text
	// Control is what is filled in.
	Control Control
	// Check judges the value: an error to show, or a note about how it was understood. Nil accepts everything.
	Check func(value string) (note text.Text, err error)
}

// Control is one kind of field: *Text, *Area, *Choice, *Toggle, *Tokens.
type Control interface {
	Focus()
	Blur()
	// Update handles a message and says whether it was for the control; a key that was not may move to another field.
	Update(msg tea.Msg) (cmd tea.Cmd, handled bool)
	// View is the lines of the control, each width cells, and the cell of the text cursor (x is -1 without one).
	View(width int) (lines []string, x, y int)
	// Value is what was filled in, as text.
	Value() string
	SetTheme(th *theme.Theme)
}

// popup is a control that shows something over the fields below it.
type popup interface {
	Popup(width int) string
}

// taker is a control in which something may be typed that is no value yet.
type taker interface {
	// Take makes values of it where it can.
	Take()
	// Wrong says why what was to be taken is none.
	Wrong() error
	// Remark is said under the field.
	Remark() text.Text
}

// clickable is a control that a click does more to than give it the keys.
type clickable interface {
	Click(x, y int)
}

type field struct {
	Field
	hidden  bool
	touched bool // left once, so an error may be shown
	checked string
	note    text.Text
	err     error
	refused error // of the form as a whole, said here until something is changed
	y, rows int   // where it was drawn last, in lines of the form
}

// Form is the fields and which of them has the keys. Make it with New.
type Form struct {
	theme         *theme.Theme
	fields        []*field
	focus         int
	width, height int
	top           int // the first line shown
}

// New is a form on its first field.
func New(th *theme.Theme, fields ...Field) *Form {
	f := &Form{theme: th}
	for _, one := range fields {
		f.fields = append(f.fields, &field{Field: one})
	}
	for _, one := range f.fields {
		one.check()
	}
	if len(f.fields) > 0 {
		f.fields[0].Control.Focus()
	}
	return f
}

// SetTheme changes the looks.
func (f *Form) SetTheme(th *theme.Theme) {
	f.theme = th
	for _, one := range f.fields {
		one.Control.SetTheme(th)
	}
}

// SetSize gives the form its place in cells.
func (f *Form) SetSize(width, height int) { f.width, f.height = max(0, width), max(0, height) }

// SetHidden takes a field out of the form or puts it back.
func (f *Form) SetHidden(key string, hidden bool) {
	for i, one := range f.fields {
		if one.Key != key {
			continue
		}
		if one.hidden = hidden; hidden && i == f.focus {
			f.Next(1)
		}
	}
}

// Value is a field's value, empty when there is no such field.
func (f *Form) Value(key string) string {
	for _, one := range f.fields {
		if one.Key == key {
			return one.Control.Value()
		}
	}
	return ""
}

// Values are what the fields hold, in their order.
func (f *Form) Values() []string {
	out := make([]string, len(f.fields))
	for i, one := range f.fields {
		out[i] = one.Control.Value()
	}
	return out
}

// Completing says that the field with the keys offers completions, and so has a use for enter, esc and the arrows.
func (f *Form) Completing() bool {
	if len(f.fields) == 0 {
		return false
	}
	p, ok := f.fields[f.focus].Control.(popup)
	return ok && p.Popup(40) != ""
}

// Focused is the key of the field that has the keys.
func (f *Form) Focused() string {
	if len(f.fields) == 0 {
		return ""
	}
	return f.fields[f.focus].Key
}

// Focus gives the keys to a field. The one that had them was not left by a person, and complains of nothing yet.
func (f *Form) Focus(key string) {
	for i, one := range f.fields {
		if one.Key == key && !one.hidden {
			f.focusOn(i)
		}
	}
}

// placed is a control whose text cursor can be somewhere.
type placed interface {
	Place() (line, column int)
	SetPlace(line, column int)
}

// Place is where the text cursor is.
func (f *Form) Place() input.Place {
	at := input.Place{Field: f.Focused()}
	if len(f.fields) > 0 {
		if c, ok := f.fields[f.focus].Control.(placed); ok {
			at.Line, at.Column = c.Place()
		}
	}
	return at
}

// SetPlace puts the text cursor where it was; a field that is not there leaves it as it is.
func (f *Form) SetPlace(at input.Place) {
	f.Focus(at.Field)
	if f.Focused() != at.Field {
		return
	}
	if c, ok := f.fields[f.focus].Control.(placed); ok {
		c.SetPlace(at.Line, at.Column)
	}
}

// Next gives the keys to the next (1) or previous (-1) field, around the ends.
func (f *Form) Next(step int) {
	n := len(f.fields)
	for i := 1; i <= n; i++ {
		at := ((f.focus+i*step)%n + n) % n
		if !f.fields[at].hidden {
			f.moveTo(at)
			return
		}
	}
}

func (f *Form) moveTo(i int) {
	f.fields[f.focus].touched = true
	f.focusOn(i)
}

func (f *Form) focusOn(i int) {
	f.fields[f.focus].Control.Blur()
	f.fields[f.focus].check()
	f.focus = i
	f.fields[i].Control.Focus()
}

// Wrong says that under the field with the keys stands what is wrong with it.
func (f *Form) Wrong() bool {
	if len(f.fields) == 0 {
		return false
	}
	one := f.fields[f.focus]
	return one.touched && (one.err != nil || one.refused != nil)
}

// Validate takes what is typed, checks every field and gives the keys to the first that is wrong.
func (f *Form) Validate() bool {
	wrong := -1
	for i, one := range f.fields {
		one.touched = true
		if t, ok := one.Control.(taker); ok {
			t.Take()
		}
		if one.recheck(); one.err != nil && !one.hidden && wrong < 0 {
			wrong = i
		}
	}
	if wrong >= 0 {
		f.moveTo(wrong)
	}
	return wrong < 0
}

// Refuse says beside a field why the form as a whole is not taken, and gives it the keys. It stands until something is
// filled in. A field that is not there is the first.
func (f *Form) Refuse(key string, err error) {
	at := 0
	for i, one := range f.fields {
		if one.refused = nil; one.Key == key && !one.hidden {
			at = i
		}
	}
	if len(f.fields) > 0 {
		f.moveTo(at)
		f.fields[at].touched, f.fields[at].refused = true, err
	}
}

// Recheck judges every field anew, for checks that look at other fields too.
func (f *Form) Recheck() {
	for _, one := range f.fields {
		one.recheck()
	}
}

// Update handles a message. Tab, shift+tab, and enter, up and down where the field has no use for them, move between
// fields; other keys are not handled and belong to whoever shows the form.
func (f *Form) Update(msg tea.Msg) (cmd tea.Cmd, handled bool) {
	if len(f.fields) == 0 {
		return nil, false
	}
	current := f.fields[f.focus]
	before := current.Control.Value()
	cmd, handled = current.Control.Update(msg)
	current.check()
	if current.Control.Value() != before {
		for _, one := range f.fields {
			one.refused = nil
		}
	}
	press, isKey := msg.(tea.KeyPressMsg)
	if handled || !isKey {
		return cmd, handled
	}
	switch press.String() {
	case "tab", "enter", "down":
		f.Next(1)
	case "shift+tab", "up":
		f.Next(-1)
	default:
		return cmd, false
	}
	return cmd, true
}

// check judges a value that changed.
func (f *field) check() {
	_, takes := f.Control.(taker)
	if v := f.Control.Value(); v != f.checked || f.checked == "" || takes {
		f.recheck()
	}
}

func (f *field) recheck() {
	f.checked, f.note, f.err = f.Control.Value(), text.Text{}, nil
	if f.Check != nil {
		f.note, f.err = f.Check(f.checked)
	}
	if t, ok := f.Control.(taker); ok && f.err == nil && t.Wrong() != nil {
		f.touched, f.err = true, t.Wrong()
	}
}

// message is the lines under the field, styled, at most as many as given; none when there is nothing to say.
func (f *field) message(th *theme.Theme, width, most int) []string {
	said, style, err := text.Text{}, th.Error, f.refused
	if f.err != nil {
		err = f.err
	}
	remark := text.Text{}
	if t, ok := f.Control.(taker); ok {
		remark = t.Remark()
	}
	switch {
	case err != nil && f.touched:
		said = text.Concat(text.Glyph(th.Glyphs.Warning), text.Literal(" "), text.Clean(err.Error()))
	case !remark.Empty():
		said, style = remark, th.Muted
	case f.err == nil && !f.note.Empty():
		said, style = f.note, th.Muted
	default:
		return nil
	}
	lines := []text.Text{said}
	if said.Width() > width && most > 1 {
		lines = said.Wrap(width)
	}
	ellipsis, tail := text.Glyph(th.Glyphs.Ellipsis), len(lines) > most
	out := make([]string, min(len(lines), most))
	for i := range out {
		if line := lines[i]; tail && i == len(out)-1 {
			line = text.Concat(line.Truncate(max(width-ellipsis.Width(), 0), text.Text{}), ellipsis)
			out[i] = style.Render(line.String())
		} else {
			out[i] = style.Render(line.Truncate(width, ellipsis).String())
		}
	}
	return out
}

// Click gives the keys to the field at a line of the form.
func (f *Form) Click(x, y int) {
	line := y + f.top
	for i, one := range f.fields {
		if one.hidden || line < one.y || line >= one.y+one.rows {
			continue
		}
		if i != f.focus {
			f.moveTo(i)
		}
		if c, ok := one.Control.(clickable); ok && x >= f.labelWidth() {
			c.Click(x-f.labelWidth(), line-one.y)
			one.check()
		}
	}
}

// labelWidth is the width of the column of labels, blank included.
func (f *Form) labelWidth() int {
	widest := 0
	for _, one := range f.fields {
		if !one.hidden {
			widest = max(widest, one.Label.Width())
		}
	}
	return min(widest+3, max(2*f.width/5, 8))
}

// messageRows is how many lines the message of a field has at most, where the form is high enough for that.
const messageRows = 2

// View draws the form; Cursor tells where its text cursor is.
func (f *Form) View() string {
	drawn, _, _ := f.draw()
	return drawn
}

// Cursor is the cell of the text cursor, ok when there is one in sight.
func (f *Form) Cursor() (x, y int, ok bool) {
	_, x, y = f.draw()
	return x, y, x >= 0 && x < f.width && y >= 0 && y < f.height
}

func (f *Form) draw() (drawn string, cursorX, cursorY int) {
	cursorX = -1
	label := f.labelWidth()
	room := max(f.width-label-1, 1)
	var lines []string
	over, overX, overY := "", 0, 0
	for i, one := range f.fields {
		if one.hidden {
			continue
		}
		one.y = len(lines)
		rows, x, y := one.Control.View(room)
		for n, row := range rows {
			lines = append(lines, f.label(one, i == f.focus, n, label)+row+" ")
		}
		most := 1
		if len(rows)+messageRows <= f.height/2 { // what is filled in stays in sight
			most = messageRows
		}
		if i == f.focus && f.Wrong() { // what is wrong is said whole where the person is
			most = max(most, f.height-len(rows))
		}
		for _, m := range one.message(f.theme, room, most) {
			lines = append(lines, text.FitStyled(text.Blanks(label)+m, f.width))
		}
		one.rows = len(lines) - one.y
		if i != f.focus {
			continue
		}
		if x >= 0 {
			cursorX, cursorY = label+x, one.y+y
		}
		if p, ok := one.Control.(popup); ok {
			over, overX, overY = p.Popup(room), label, one.y+len(rows)
		}
	}
	f.scroll(overY + strings.Count(over, "\n"))
	if cursorX >= 0 { // a control higher than the form: the cursor decides
		f.top = max(min(f.top, cursorY), cursorY-f.height+1, 0)
	}
	all := len(lines)
	for len(lines) < f.top+f.height {
		lines = append(lines, text.Blanks(f.width))
	}
	shown := lines[f.top : f.top+f.height]
	if label+room+1 > f.width { // too narrow for a label and something beside it
		for i := range shown {
			shown[i] = text.FitStyled(shown[i], f.width)
		}
	} else if all > f.height {
		f.scrollbar(shown, all)
	}
	drawn = strings.Join(shown, "\n")
	if over != "" {
		drawn = overlay.Place(drawn, over, overX, overY-f.top, f.width)
	}
	return drawn, cursorX, cursorY - f.top
}

// scrollbar is drawn into the last cell of the lines, which is blank: fields lie above or below what is shown.
func (f *Form) scrollbar(shown []string, all int) {
	size := max(f.height*f.height/all, 1)
	from := (f.height - size) * f.top / (all - f.height)
	th := f.theme
	for y, line := range shown {
		mark := th.Scrollbar.Render(string(th.Glyphs.ScrollTrack))
		if y >= from && y < from+size {
			mark = th.Styles.ScrollThumb.Render(string(th.Glyphs.ScrollThumb))
		}
		shown[y] = text.FitStyled(line, f.width-1) + mark
	}
}

// scroll brings the field with the keys into sight, with what hangs below it where there is room.
func (f *Form) scroll(popupEnd int) {
	if len(f.fields) == 0 {
		return
	}
	one := f.fields[f.focus]
	end := max(one.y+one.rows, min(popupEnd, one.y+f.height))
	f.top = max(min(f.top, one.y), end-f.height, 0)
}

func (f *Form) label(one *field, focused bool, row, width int) string {
	if row > 0 {
		return text.Blanks(width)
	}
	style, mark := f.theme.Muted, " "
	if focused {
		style, mark = f.theme.Accent, string(f.theme.Glyphs.Bar)
	}
	return f.theme.Bar.Render(mark) + style.Render(one.Label.Fit(max(width-2, 0), text.Glyph(f.theme.Glyphs.Ellipsis)).String()) + " "
}
