package compose

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/widget/overlay"
	"daybook/widget/text"
)

// labelWidth is the column of the field names.
const labelWidth = 9

// setSize shares the cells: a title, the head's lines, a rule, the body.
func (l *letter) setSize(width, height int) {
	l.width, l.height = width, height
	for i := range l.inputs {
		l.inputs[i].SetWidth(max(1, width-labelWidth-3))
	}
	l.body.SetWidth(max(1, width-2))
	l.body.SetHeight(max(1, height-l.headHeight()))
}

// headFields are the single lines shown, from the top.
func (l *letter) headFields() []field {
	var out []field
	for f := fieldTo; f < fieldBody; f++ {
		if l.shown(f) {
			out = append(out, f)
		}
	}
	return out
}

// firstField is the row of the first line that is typed into: above it are the
// title, and who the letter is from where that is somebody else.
func (l *letter) firstField() int {
	if l.draft.From != nil {
		return 2
	}
	return 1
}

// headHeight is the rows above the body: title, fields, files, rule.
func (l *letter) headHeight() int {
	h := l.firstField() + len(l.headFields()) + 1
	if len(l.draft.Files) > 0 {
		h++
	}
	return h
}

func (l *letter) view() string {
	st := l.desk.env.Theme
	l.dress(st)
	l.body.SetHeight(max(1, l.height-l.headHeight()))
	rows := []string{l.title(st)}
	if l.draft.From != nil {
		rows = append(rows, l.fromLine(st))
	}
	for _, f := range l.headFields() {
		rows = append(rows, l.headLine(st, f))
	}
	if len(l.draft.Files) > 0 {
		rows = append(rows, l.fileLine(st))
	}
	rows = append(rows, st.Border.Render(strings.Repeat(string(st.Glyphs.Border.Horizontal), max(0, l.width))))
	for _, line := range strings.Split(l.body.View(), "\n") {
		rows = append(rows, " "+line)
	}
	drawn := fitRows(rows, l.width, l.height)
	if len(l.offered) > 0 {
		drawn = l.drawOffers(drawn, st)
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

// title says what kind of letter it is and what is set on it.
func (l *letter) title(st *theme.Theme) string {
	name := map[Kind]string{New: "New message", Reply: "Reply", ReplyAll: "Reply to all", Forward: "Forward"}[l.draft.Kind]
	parts := []string{st.Title.Render(" " + name)}
	switch l.draft.Importance {
	case model.ImportanceHigh:
		parts = append(parts, st.High.Render(string(st.Glyphs.High)+" high importance"))
	case model.ImportanceLow:
		parts = append(parts, st.Low.Render(string(st.Glyphs.Low)+" low importance"))
	}
	if l.draft.ReadReceipt {
		parts = append(parts, st.Muted.Render("read receipt"))
	}
	if l.draft.DeliveryReceipt {
		parts = append(parts, st.Muted.Render("delivery receipt"))
	}
	switch {
	case l.saving:
		parts = append(parts, st.Faint.Render("saving"+string(st.Glyphs.Ellipsis)))
	case !l.pristine && l.draft.ServerID != "":
		parts = append(parts, st.Faint.Render("in Drafts"))
	}
	return strings.Join(parts, "   ")
}

func (l *letter) headLine(st *theme.Theme, f field) string {
	label := st.Muted
	if f == l.at {
		label = st.Accent
	}
	name := text.Clean(labels[f]).PadLeft(labelWidth - 1).String()
	return label.Render(name) + " " + l.inputs[f].View()
}

func (l *letter) fromLine(st *theme.Theme) string {
	from := text.Clean(formatAddress(*l.draft.From))
	return st.Muted.Render(text.Clean("From").PadLeft(labelWidth-1).String()) + " " + st.Text.Render(from.String())
}

func (l *letter) fileLine(st *theme.Theme) string {
	var names []string
	for _, f := range l.draft.Files {
		names = append(names, clean(f.Name)+" "+st.Faint.Render(sizeInWords(f.Size)))
	}
	return st.Muted.Render(text.Clean("Files").PadLeft(labelWidth-1).String()) + " " +
		st.Accent.Render(string(st.Glyphs.Attachment)) + " " + strings.Join(names, "  ")
}

// sizeInWords is a file's size in decimal units.
func sizeInWords(bytes int64) string {
	switch {
	case bytes < 1000:
		return fmt.Sprintf("%d B", bytes)
	case bytes < 1_000_000:
		return fmt.Sprintf("%d kB", (bytes+500)/1000)
	}
	return fmt.Sprintf("%.1f MB", float64(bytes)/1e6)
}

// drawOffers lists the completions under the field at the cursor.
func (l *letter) drawOffers(drawn string, st *theme.Theme) string {
	width := 0
	for _, o := range l.offered {
		width = max(width, text.Width(o))
	}
	width = min(width+2, l.width-labelWidth-1)
	rows := make([]string, len(l.offered))
	for i, o := range l.offered {
		style := st.Row(theme.RowState{Cursor: i == l.chosen, Focused: true}).Text
		rows[i] = style.Render(text.Clean(" "+o).Fit(width, text.Glyph(st.Glyphs.Ellipsis)).String())
	}
	return overlay.Place(drawn, strings.Join(rows, "\n"), labelWidth, l.row(l.at)+1, l.width)
}

// row is the line of a head field within the letter.
func (l *letter) row(f field) int {
	for i, shown := range l.headFields() {
		if shown == f {
			return l.firstField() + i
		}
	}
	return l.headHeight()
}

func (l *letter) cursor() *tea.Cursor {
	if l.at == fieldBody {
		c := l.body.Cursor()
		if c == nil {
			return nil
		}
		c.X++
		c.Y += l.headHeight()
		return c
	}
	c := l.inputs[l.at].Cursor()
	if c == nil {
		return nil
	}
	c.X += labelWidth
	c.Y = l.row(l.at)
	return c
}

// dress gives the inputs the theme's styles.
func (l *letter) dress(st *theme.Theme) {
	for i := range l.inputs {
		s := l.inputs[i].Styles()
		s.Focused.Text, s.Blurred.Text = st.Input.Lipgloss(), st.Input.Lipgloss()
		l.inputs[i].SetStyles(s)
	}
	s := l.body.Styles()
	s.Focused.Base, s.Focused.Text, s.Focused.CursorLine = st.Text.Lipgloss(), st.Text.Lipgloss(), st.Text.Lipgloss()
	s.Blurred = s.Focused
	l.body.SetStyles(s)
}

// mouse: a click puts the cursor into a field; the wheel scrolls the body.
func (l *letter) mouse(msg tea.MouseMsg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		for _, f := range l.headFields() {
			if l.row(f) == msg.Y {
				return tea.Batch(l.focus(f), l.moved())
			}
		}
		if msg.Y >= l.headHeight() {
			return tea.Batch(l.focus(fieldBody), l.moved())
		}
	case tea.MouseWheelMsg:
		for range 3 {
			if msg.Button == tea.MouseWheelUp {
				l.body.CursorUp()
			} else {
				l.body.CursorDown()
			}
		}
		return l.moved()
	}
	return nil
}
