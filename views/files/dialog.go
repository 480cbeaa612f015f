package files

import (
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/widget/input"
	"daybook/widget/overlay"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// dialog is a box over the screen that has the keys: a question of one line,
// which may be a path with completions, or a choice.
type dialog struct {
	title text.Text

	line    *input.Line
	check   func(string) string // why an answer is not taken, "" when it is
	answer  func(string) tea.Cmd
	wrong   string
	path    bool
	offered []string
	at      int // in offered

	picker *picker.Picker
	chosen func(id string) tea.Cmd
	folder func() []picker.Item // what a choice of folders offers now
	group  string               // whose folders

	x, y, w int // where its inside was last drawn
}

// ask asks for a name.
func (m *Model) ask(title, value string, check func(string) string, answer func(string) tea.Cmd) tea.Cmd {
	line := input.New(m.env.Theme, text.Literal("a name"))
	line.SetValue(value)
	line.Focus()
	m.dialog = &dialog{title: text.Clean(title), line: line, check: check, answer: answer}
	return nil
}

// pickFolder offers the folders of a drive; those read meanwhile come along.
func (m *Model) pickFolder(title, group string, accept func(Ref) bool, chosen func(Ref) tea.Cmd) tea.Cmd {
	offer := func() []picker.Item {
		var items []picker.Item
		for _, r := range m.shelf.folders(group) {
			if accept(r) {
				items = append(items, picker.Item{ID: node(r), Title: text.Clean(m.shelf.path(r))})
			}
		}
		return items
	}
	m.walked = 0
	m.dialog = &dialog{
		picker: picker.New(m.env.Theme, offer(), picker.Options{Title: text.Clean(title), Placeholder: text.Literal("a folder")}),
		folder: offer, group: group,
		chosen: func(id string) tea.Cmd {
			r, _ := refOf(id)
			return chosen(r)
		},
	}
	return nil
}

func (m *Model) refreshFolderPicker(group string) {
	if d := m.dialog; d != nil && d.folder != nil && d.group == group {
		d.picker.SetItems(d.folder())
	}
}

func (m *Model) typeIntoDialog(msg tea.Msg) tea.Cmd {
	d := m.dialog
	if d.picker != nil {
		choice, cmd := d.picker.Update(msg)
		return tea.Batch(cmd, m.chose(choice))
	}
	if press, ok := msg.(tea.KeyPressMsg); ok {
		key := press.String()
		if cmd, taken := m.pathKey(key); taken {
			return cmd
		}
		switch key {
		case "esc":
			m.dialog = nil
			return nil
		case "enter":
			return m.finish()
		}
	}
	before := d.line.Value()
	cmd := d.line.Update(msg)
	if d.line.Value() == before {
		return cmd
	}
	d.wrong, d.offered = "", nil
	if d.path {
		cmd = tea.Batch(cmd, m.restTyping())
	}
	return cmd
}

// finish takes what was typed, or says why not.
func (m *Model) finish() tea.Cmd {
	d := m.dialog
	typed := strings.TrimSpace(d.line.Value())
	if typed == "" {
		m.dialog = nil
		return nil
	}
	if d.check != nil {
		if d.wrong = d.check(typed); d.wrong != "" {
			return nil
		}
	}
	m.dialog = nil
	return d.answer(typed)
}

func (m *Model) chose(c picker.Choice) tea.Cmd {
	if !c.Done {
		return nil
	}
	d := m.dialog
	m.dialog = nil
	if c.Cancelled || len(c.IDs) == 0 {
		return nil
	}
	return d.chosen(c.IDs[0])
}

// Cursor is the text cursor of what is open.
func (m *Model) Cursor() *tea.Cursor {
	d := m.dialog
	switch {
	case d == nil && m.inBook:
		if x, y, ok := m.book.Cursor(); ok {
			return tea.NewCursor(x, y)
		}
		return nil
	case d == nil && m.filtering:
		_, x := m.filter.View(m.filterWidth())
		return tea.NewCursor(3+x, 1)
	case d == nil:
		return nil
	case d.picker != nil:
		x, y := d.picker.Cursor()
		return tea.NewCursor(d.x+x, d.y+y)
	}
	_, x := d.line.View(d.w)
	return tea.NewCursor(d.x+x, d.y)
}

// overlaid draws what is open over the screen.
func (m *Model) overlaid(background string) string {
	d, th := m.dialog, m.env.Theme
	if d == nil {
		return background
	}
	if d.picker != nil {
		d.picker.SetSize(min(64, m.width), min(18, m.height))
		drawn, x, y := overlay.Centre(background, d.picker.View(), m.width, m.height)
		d.x, d.y = x, y
		return drawn
	}
	w := min(72, m.width)
	d.w = max(w-6, 1)
	line, _ := d.line.View(d.w)
	lines := []string{"", "  " + line}
	if d.wrong != "" {
		for _, l := range text.Clean(d.wrong).Wrap(d.w) {
			lines = append(lines, "  "+th.Warning.Render(l.String()))
		}
	}
	for i, path := range d.offered {
		style, bar := th.Muted, " "
		if i == d.at {
			style, bar = th.Selection, string(th.Glyphs.Bar)
		}
		lines = append(lines, " "+th.Bar.Render(bar)+style.Render(text.Clean(path).Fit(d.w, text.Glyph(th.Glyphs.Ellipsis)).String()))
	}
	keys := th.Key.Render(" enter") + th.KeyText.Render(" take  ") + th.Key.Render("esc") + th.KeyText.Render(" leave ")
	if d.path {
		keys = th.Key.Render(" tab") + th.KeyText.Render(" complete  ") + th.Key.Render("enter") + th.KeyText.Render(" add  ") + th.Key.Render("esc") + th.KeyText.Render(" leave ")
	}
	h := min(len(lines)+3, m.height)
	drawn, x, y := overlay.Centre(background, overlay.Frame(th, d.title, strings.Join(lines, "\n"), keys, w, h), m.width, m.height)
	d.x, d.y = x+3, y+2
	return drawn
}
