package compose

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/overlay"
	"daybook/widget/text"
)

// labelWidth is the column of the field names.
const labelWidth = 9

// setSize shares the cells: a title, the head's lines, a rule, the body.
func (e *editor) setSize(width, height int) {
	e.width, e.height = width, height
	for i := range e.inputs {
		e.inputs[i].SetWidth(max(1, width-labelWidth-3))
	}
	e.body.SetWidth(max(1, width-2))
	e.body.SetHeight(max(1, height-e.headHeight()))
}

// headFields are the single lines shown, from the top.
func (e *editor) headFields() []field {
	var out []field
	for f := fieldTo; f < fieldBody; f++ {
		if e.shown(f) {
			out = append(out, f)
		}
	}
	return out
}

// firstField is the row of the first line that is typed into: above it are the
// title, and who the message is from where that is not said by itself.
func (e *editor) firstField() int {
	if e.fromShown() {
		return 2
	}
	return 1
}

// headHeight is the rows above the body: title, fields, files, rule.
func (e *editor) headHeight() int {
	h := e.firstField() + len(e.headFields()) + 1
	if len(e.draft.Files) > 0 {
		h++
	}
	return h
}

func (e *editor) view() string {
	st := e.composer.env.Theme
	e.dress(st)
	e.body.SetHeight(max(1, e.height-e.headHeight()))
	rows := []string{e.title(st)}
	if e.fromShown() {
		rows = append(rows, e.fromLine(st))
	}
	for _, f := range e.headFields() {
		rows = append(rows, e.headLine(st, f))
	}
	if len(e.draft.Files) > 0 {
		rows = append(rows, e.fileLine(st))
	}
	rows = append(rows, st.Border.Render(strings.Repeat(string(st.Glyphs.Border.Horizontal), max(0, e.width))))
	for _, line := range strings.Split(e.body.View(), "\n") {
		rows = append(rows, " "+line)
	}
	drawn := fitRows(rows, e.width, e.height)
	if len(e.offered) > 0 {
		drawn = e.drawOffers(drawn, st)
	}
	return drawn
}

// fitRows cuts and fills to exactly height rows of width cells.
func fitRows(rows []string, width, height int) string {
	out := make([]string, height)
	for i := range out {
		if i < len(rows) {
			out[i] = text.FitStyled(rows[i], width)
		} else {
			out[i] = text.Blanks(width)
		}
	}
	return strings.Join(out, "\n")
}

// title says what kind of draft it is and what is set on it.
func (e *editor) title(st *theme.Theme) string {
	name := map[Kind]string{New: "New message", Reply: "Reply", ReplyAll: "Reply to all", Forward: "Forward"}[e.draft.Kind]
	parts := []string{st.Title.Render(" " + name)}
	switch e.draft.Importance {
	case model.ImportanceHigh:
		parts = append(parts, st.High.Render(string(st.Glyphs.High)+" high importance"))
	case model.ImportanceLow:
		parts = append(parts, st.Low.Render(string(st.Glyphs.Low)+" low importance"))
	}
	if e.draft.ReadReceipt {
		parts = append(parts, st.Muted.Render("read receipt"))
	}
	if e.draft.DeliveryReceipt {
		parts = append(parts, st.Muted.Render("delivery receipt"))
	}
	switch {
	case e.saving:
		parts = append(parts, st.Faint.Render("saving"+string(st.Glyphs.Ellipsis)))
	case !e.pristine && e.draft.ServerID != "":
		parts = append(parts, st.Faint.Render("in Drafts"))
	}
	return strings.Join(parts, "   ")
}

func (e *editor) headLine(st *theme.Theme, f field) string {
	label := st.Muted
	if f == e.at {
		label = st.Accent
	}
	name := text.Clean(labels[f]).PadLeft(labelWidth - 1).String()
	return label.Render(name) + " " + e.inputs[f].View()
}

// fromLine is in whose name the message goes, with the key that changes it.
func (e *editor) fromLine(st *theme.Theme) string {
	label := st.Muted.Render(text.Clean("From").PadLeft(labelWidth-1).String()) + " "
	own := e.composer.options.Identities.Own()
	from := model.EmailAddress{Name: own.Name, Address: own.Address}
	if e.draft.From != nil {
		from = *e.draft.From
	}
	hint := text.Text{}
	if len(e.composer.options.Identities.All()) > 1 {
		hint = text.Literal("alt+s")
	}
	room := max(0, e.width-labelWidth-hint.Width()-2)
	words := text.Clean(formatAddress(from)).Truncate(room, text.Glyph(st.Glyphs.Ellipsis))
	return label + st.Text.Render(words.String()) + text.Blanks(room-words.Width()+1) + st.Faint.Render(hint.String())
}

func (e *editor) fileLine(st *theme.Theme) string {
	var names []string
	for _, f := range e.draft.Files {
		names = append(names, clean(f.Name)+" "+st.Faint.Render(views.Size(f.Size)))
	}
	return st.Muted.Render(text.Clean("Files").PadLeft(labelWidth-1).String()) + " " +
		st.Accent.Render(string(st.Glyphs.Attachment)) + " " + strings.Join(names, "  ")
}

// drawOffers lists the completions under the field at the cursor.
func (e *editor) drawOffers(drawn string, st *theme.Theme) string {
	width := 0
	for _, o := range e.offered {
		width = max(width, text.Width(o))
	}
	width = min(width+2, e.width-labelWidth-1)
	rows := make([]string, len(e.offered))
	for i, o := range e.offered {
		style := st.Row(theme.RowState{Cursor: i == e.chosen, Focused: true}).Text
		rows[i] = style.Render(text.Clean(" "+o).Fit(width, text.Glyph(st.Glyphs.Ellipsis)).String())
	}
	return overlay.Place(drawn, strings.Join(rows, "\n"), labelWidth, e.row(e.at)+1, e.width)
}

// row is the line of a head field within the editor.
func (e *editor) row(f field) int {
	for i, shown := range e.headFields() {
		if shown == f {
			return e.firstField() + i
		}
	}
	return e.headHeight()
}

func (e *editor) cursor() *tea.Cursor {
	if e.at == fieldBody {
		c := e.body.Cursor()
		if c == nil {
			return nil
		}
		c.X++
		c.Y += e.headHeight()
		return c
	}
	c := e.inputs[e.at].Cursor()
	if c == nil {
		return nil
	}
	c.X += labelWidth
	c.Y = e.row(e.at)
	return c
}

// dress gives the inputs the theme's styles.
func (e *editor) dress(st *theme.Theme) {
	for i := range e.inputs {
		s := e.inputs[i].Styles()
		s.Focused.Text, s.Blurred.Text = st.Input.Lipgloss(), st.Input.Lipgloss()
		e.inputs[i].SetStyles(s)
	}
	s := e.body.Styles()
	s.Focused.Base, s.Focused.Text, s.Focused.CursorLine = st.Text.Lipgloss(), st.Text.Lipgloss(), st.Text.Lipgloss()
	s.Blurred = s.Focused
	e.body.SetStyles(s)
}

// mouse: a click puts the cursor into a field; the wheel scrolls the body.
func (e *editor) mouse(msg tea.MouseMsg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		if e.fromShown() && msg.Y == e.firstField()-1 {
			return e.nextIdentity()
		}
		for _, f := range e.headFields() {
			if e.row(f) == msg.Y {
				return tea.Batch(e.focus(f), e.moved())
			}
		}
		if msg.Y >= e.headHeight() {
			return tea.Batch(e.focus(fieldBody), e.moved())
		}
	case tea.MouseWheelMsg:
		for range 3 {
			if msg.Button == tea.MouseWheelUp {
				e.body.CursorUp()
			} else {
				e.body.CursorDown()
			}
		}
		return e.moved()
	}
	return nil
}
