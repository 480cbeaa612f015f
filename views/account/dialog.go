package account

import (
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/form"
	"daybook/widget/input"
	"daybook/widget/overlay"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// dialog is a box over the screen that has the keys: a form, a picker or a
// question of one line. One of the three is set.
type dialog struct {
	title text.Text

	form    *form.Form
	fields  []form.Field
	areas   map[string]*form.Area // its texts, by field: $EDITOR opens them
	arrange func()                // hides the fields that say nothing now
	save    func() tea.Cmd
	was     []string // what the fields held when it was opened
	warned  bool     // esc was pressed on what is not kept

	picker *picker.Picker
	chosen func(picker.Choice) tea.Cmd

	line   *input.Line
	answer func(string) tea.Cmd
	paths  []string // that the line may go on to, nil when it is no path
	isPath bool

	x, y, w int // where its inside was last drawn
}

func (m *Model) typeIntoDialog(msg tea.Msg) tea.Cmd {
	d := m.dialog
	if d.picker != nil {
		choice, cmd := d.picker.Update(msg)
		return tea.Batch(cmd, m.chose(choice))
	}
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch key := press.String(); {
		case key == "esc":
			return m.escape()
		case key == "ctrl+s" && d.form != nil, key == "enter" && (d.form == nil || d.areas[d.form.Focused()] == nil):
			return m.finish()
		case key == "tab" && d.isPath:
			d.goOn()
			return m.complete(d.line.Value())
		}
	}
	if d.line != nil {
		cmd := d.line.Update(msg)
		if d.isPath {
			return tea.Batch(cmd, m.complete(d.line.Value()))
		}
		return cmd
	}
	d.warned = false
	cmd, _ := d.form.Update(msg)
	d.rearrange()
	return cmd
}

// rearrange has the form follow what was filled in.
func (d *dialog) rearrange() {
	if d.arrange != nil {
		d.arrange()
	}
	d.form.Recheck()
}

// escape leaves the dialog; what was typed into a form is asked about once.
func (m *Model) escape() tea.Cmd {
	d := m.dialog
	if d.form != nil && !d.warned && !slices.Equal(d.held(), d.was) {
		d.warned = true
		return nil
	}
	m.dialog = nil
	return nil
}

// held is what the fields hold.
func (d *dialog) held() []string {
	out := make([]string, len(d.fields))
	for i, f := range d.fields {
		out[i] = f.Control.Value()
	}
	return out
}

// goOn types as much of a path as all that fit agree on.
func (d *dialog) goOn() {
	if len(d.paths) == 0 {
		return
	}
	common := d.paths[0]
	for _, p := range d.paths[1:] {
		for !strings.HasPrefix(p, common) {
			common = common[:len(common)-1]
		}
	}
	if len(common) > len(d.line.Value()) {
		d.line.SetValue(common)
	}
}

func (m *Model) tookPaths(msg completed) {
	if d := m.dialog; d != nil && d.isPath && d.line.Value() == msg.typed {
		d.paths = msg.paths
	}
}

// finish takes what was filled in.
func (m *Model) finish() tea.Cmd {
	d := m.dialog
	if d.form != nil {
		if !d.form.Validate() {
			return nil
		}
		m.dialog = nil
		return d.save()
	}
	typed := strings.TrimSpace(d.line.Value())
	m.dialog = nil
	if typed == "" {
		return nil
	}
	return d.answer(typed)
}

func (m *Model) chose(c picker.Choice) tea.Cmd {
	if !c.Done {
		return nil
	}
	d := m.dialog
	m.dialog = nil
	if c.Cancelled {
		return nil
	}
	return d.chosen(c)
}

func (m *Model) clickDialog(x, y int) tea.Cmd {
	d := m.dialog
	switch {
	case d.picker != nil:
		return m.chose(d.picker.Click(x-d.x, y-d.y))
	case d.form != nil:
		d.form.Click(x-d.x, y-d.y)
		d.rearrange()
	}
	return nil
}

// ask asks for one line.
func (m *Model) ask(title, hint string, answer func(string) tea.Cmd) tea.Cmd {
	line := input.New(m.env.Theme, text.Clean(hint))
	line.Focus()
	m.dialog = &dialog{title: text.Clean(title), line: line, answer: answer}
	return nil
}

// askPath asks for a file; tab goes on with the path.
func (m *Model) askPath(title string, answer func(string) tea.Cmd) tea.Cmd {
	_ = m.ask(title, "~/portrait.jpg", answer)
	m.dialog.isPath = true
	return nil
}

// pick opens a picker. What was typed is a choice where free.
func (m *Model) pick(o picker.Options, items []picker.Item, chosen func(picker.Choice) tea.Cmd) tea.Cmd {
	m.dialog = &dialog{picker: picker.New(m.env.Theme, items, o), chosen: chosen}
	return nil
}

// openForm opens a form. Its owner sets what saves it, and begins it.
func (m *Model) openForm(title string, fields []form.Field) *dialog {
	m.dialog = &dialog{title: text.Clean(title), form: form.New(m.env.Theme, fields...), fields: fields, areas: map[string]*form.Area{}}
	for _, f := range fields {
		if area, ok := f.Control.(*form.Area); ok {
			m.dialog.areas[f.Key] = area
		}
	}
	return m.dialog
}

// begin is the form on a field, as it was opened.
func (d *dialog) begin(at string) {
	d.rearrange()
	d.form.Focus(at)
	d.was = d.held()
}

// openEditor opens the text of the focused field in the editor.
func (m *Model) openEditor(int) tea.Cmd {
	field := m.dialog.form.Focused()
	return m.env.Desktop.Edit("reply.txt", m.dialog.areas[field].Value(), func(out string, err error) tea.Msg {
		return edited{field: field, text: out, err: err}
	})
}

// tookText lays what the editor wrote into the form.
func (m *Model) tookText(msg edited) tea.Cmd {
	if msg.err != nil {
		return say("The editor: "+msg.err.Error(), views.Failure)
	}
	if d := m.dialog; d != nil && d.areas[msg.field] != nil {
		d.areas[msg.field].SetValue(strings.TrimRight(msg.text, "\n"))
		d.rearrange()
	}
	return nil
}

// Cursor is the text cursor of what is open.
func (m *Model) Cursor() *tea.Cursor {
	d := m.dialog
	switch {
	case d == nil:
		return nil
	case d.picker != nil:
		x, y := d.picker.Cursor()
		return tea.NewCursor(d.x+x, d.y+y)
	case d.line != nil:
		_, x := d.line.View(d.w)
		return tea.NewCursor(d.x+x, d.y)
	}
	if x, y, ok := d.form.Cursor(); ok {
		return tea.NewCursor(d.x+x, d.y+y)
	}
	return nil
}

// The sizes of the boxes.
const (
	widestPicker, highestPicker = 96, 24
	widestForm                  = 84
)

// overlaid draws what is open over the screen.
func (m *Model) overlaid(background string) string {
	d, th := m.dialog, m.env.Theme
	switch {
	case d == nil:
		return background
	case d.picker != nil:
		d.picker.SetSize(min(widestPicker, m.width), min(highestPicker, m.height))
		drawn, x, y := overlay.Centre(background, d.picker.View(), m.width, m.height)
		d.x, d.y = x, y
		return drawn
	}
	w, h := min(widestForm, m.width), min(5, m.height)
	d.w = max(w-6, 1)
	keys := [][2]string{{"enter", "take it"}, {"esc", "leave"}}
	body := ""
	if d.form != nil {
		h = min(m.height-min(2, m.height/8), d.rows())
		d.form.SetSize(max(w-4, 0), max(h-4, 0))
		body = "\n " + strings.ReplaceAll(d.form.View(), "\n", "\n ")
		keys = [][2]string{{"ctrl+s", "keep"}, {"tab", "next"}, {"esc", "leave"}}
		if len(d.areas) > 0 {
			keys = append(keys, [2]string{"ctrl+e", "editor"})
		}
		if d.warned {
			keys = [][2]string{{"ctrl+s", "keep what you changed"}, {"esc", "again throws it away"}}
		}
	} else {
		line, _ := d.line.View(d.w)
		body = "\n  " + line
		if d.isPath {
			h = min(7+completeMost, m.height)
			keys = [][2]string{{"enter", "take it"}, {"tab", "go on"}, {"esc", "leave"}}
			body += "\n"
			for _, p := range d.paths {
				body += "\n  " + th.Muted.Render(text.Clean(p).Truncate(d.w, m.ellipsis()).String())
			}
		}
	}
	drawn, x, y := overlay.Centre(background, overlay.Frame(th, d.title, body, m.keyWords(keys), w, h), m.width, m.height)
	d.x, d.y = x+2, y+2
	if d.line != nil {
		d.x++
	}
	return drawn
}

// areaRows is the lines of a text in a form.
const areaRows = 5

// rows is the height of a box in which the form has room for a word under
// each field.
func (d *dialog) rows() int {
	return 4 + 2*len(d.fields) + (areaRows-1)*len(d.areas)
}

// keyWords are keys with what they do, for the foot of a box.
func (m *Model) keyWords(keys [][2]string) string {
	th := m.env.Theme
	var b strings.Builder
	for _, k := range keys {
		b.WriteString(th.Key.Render(" "+k[0]) + th.KeyText.Render(" "+k[1]+" "))
	}
	return b.String()
}
