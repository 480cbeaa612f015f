package sheet

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/grid"
	"daybook/widget/input"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// address is the line to type an address, a name or a table into.
type address struct {
	env   *views.Env
	line  *input.Line // nil while it is not open
	wrong string      // why what was typed was not taken
}

func (a *address) open() {
	a.line = input.New(a.env.Theme, text.Literal("Sheet1!A1:F40, a name or a table"))
	a.line.Focus()
	a.wrong = ""
}

// completions are those of some words that go on from what was typed.
func (a *address) completions(words []string) []string {
	typed := strings.ToLower(strings.TrimSpace(a.line.Value()))
	var out []string
	for _, w := range words {
		if typed != "" && strings.HasPrefix(strings.ToLower(w), typed) && len(w) > len(typed) {
			out = append(out, w)
		}
	}
	return out
}

// view draws it in so many cells, with what tab would make of what is typed.
func (a *address) view(width int, words []string) string {
	th := a.env.Theme
	sign := " " + th.Accent.Render(string(th.Glyphs.Prompt)) + " "
	room := max(width-4, 1)
	line, _ := a.line.View(room)
	typed := text.Clean(a.line.Value()).Width()
	note, style := text.Text{}, th.Faint
	if a.wrong != "" {
		note, style = text.Clean(a.wrong), th.Warning
	} else if list := a.completions(words); len(list) > 0 {
		note = text.Clean("tab " + strings.Join(list[:min(len(list), 4)], "  "))
	}
	if left := room - typed - 3; !note.Empty() && left > 8 {
		line = text.CutStyled(line, 0, typed+2) + style.Render(note.Truncate(left, text.Glyph(th.Glyphs.Ellipsis)).String())
	}
	return sign + line
}

// askAddress opens the line for an address, a name or a table.
func (b *Book) askAddress(int) tea.Cmd {
	b.address.open()
	return nil
}

// typeAddress takes what is typed into the line. What is no address, name or
// table stays, with the reason.
func (b *Book) typeAddress(msg tea.Msg) tea.Cmd {
	a := &b.address
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch press.String() {
		case "esc":
			a.line = nil
			return nil
		case "enter":
			cmd, err := b.goTo(strings.TrimSpace(a.line.Value()))
			if err != nil {
				a.wrong = err.Error()
				return nil
			}
			a.line = nil
			return cmd
		case "tab":
			if list := a.completions(b.completions()); len(list) > 0 {
				a.line.SetValue(list[0])
			}
			return nil
		}
	}
	a.wrong = ""
	return a.line.Update(msg)
}

// completions are the names, tables and sheets, each as it is typed.
func (b *Book) completions() []string {
	out := b.places.completions()
	for _, p := range b.pages {
		first := model.Cells{Top: 1, Left: 1, Bottom: 1, Right: 1}.Address(p.name)
		out = append(out, strings.TrimSuffix(first, "A1"))
	}
	return out
}

// goTo goes to what was typed: a name, a table, a column of a table, a sheet,
// or an address.
func (b *Book) goTo(typed string) (tea.Cmd, error) {
	if typed == "" {
		return nil, nil
	}
	if i, ok := b.places.find(typed); ok {
		return b.follow(i), nil
	}
	if i := slices.IndexFunc(b.pages, func(p *page) bool { return strings.EqualFold(p.name, typed) || strings.EqualFold(p.name+"!", typed) }); i >= 0 {
		return b.show(i), nil
	}
	return b.toAddress(typed)
}

// follow goes to what an entry of the list stands for.
func (b *Book) follow(i int) tea.Cmd {
	if i < 0 || i >= len(b.places.entries) {
		return nil
	}
	switch e := b.places.entries[i]; e.kind {
	case tableEntry:
		t := b.places.tables[e.table]
		if len(t.Columns) == 0 {
			return views.Notice(views.Warning, "The columns of "+t.Name+" could not be read, so it is not known where it is")
		}
		return b.findTable(t.Name, t.Columns[0], t.Columns[len(t.Columns)-1])
	case columnEntry:
		t := b.places.tables[e.table]
		return b.findTable(t.Name, t.Columns[e.column], t.Columns[e.column])
	case nameEntry:
		return b.findName(b.places.names[e.name].Name)
	}
	return nil
}

// pickPlace offers the sheets, tables and names by typing.
func (b *Book) pickPlace(int) tea.Cmd {
	var items []picker.Item
	for i, p := range b.pages {
		items = append(items, picker.Item{ID: "s" + strconv.Itoa(i), Title: p.title, Detail: text.Literal("sheet")})
	}
	o := picker.Options{Title: text.Literal("Go to"), Placeholder: text.Literal("a sheet, a table, a column or a name")}
	b.boxes.Open(dialog.PickTall(b.env.Theme, append(items, b.places.items()...), o, func(c picker.Choice) tea.Cmd {
		if len(c.IDs) == 0 {
			return nil
		}
		i, _ := strconv.Atoi(c.IDs[0][1:]) // made above
		if c.IDs[0][0] == 's' {
			return b.show(i)
		}
		return b.follow(i)
	}))
	return nil
}

// toAddress goes to cells; without a sheet they are on the one that is shown.
func (b *Book) toAddress(address string) (tea.Cmd, error) {
	sheet, at, err := model.ParseCells(strings.TrimSpace(address))
	if err != nil {
		return nil, err
	}
	i := b.at
	if sheet != "" {
		i = -1
		for n, p := range b.pages {
			if strings.EqualFold(p.name, sheet) {
				i = n
			}
		}
		if i < 0 {
			return nil, fmt.Errorf("there is no sheet %s here: %s", sheet, b.sheetNames())
		}
	}
	if i >= len(b.pages) {
		return nil, fmt.Errorf("the sheets are not read yet")
	}
	if p := b.pages[i]; p.known && (at.Top > p.used.Bottom || at.Left > p.used.Right) {
		return nil, fmt.Errorf("nothing is there: %s is used to %s", p.name, model.CellName(p.used.Right, p.used.Bottom))
	}
	cmd := b.show(i)
	p := b.page()
	if !p.known {
		// How far the sheet goes is not known yet; until then it goes as far
		// as asked.
		p.used.Bottom, p.used.Right = max(p.used.Bottom, min(at.Bottom, at.Top+blockRows)), max(p.used.Right, min(at.Right, at.Left+blockColumns))
	}
	b.places.focused = false
	p.grid.ClearSelection()
	p.grid.Select(grid.Area{Top: at.Top - 1, Left: at.Left - 1, Bottom: at.Bottom - 1, Right: at.Right - 1})
	return tea.Batch(cmd, b.fetch()), nil
}

func (b *Book) sheetNames() string {
	var names []string
	for _, p := range b.pages {
		names = append(names, p.name)
	}
	return strings.Join(names, ", ")
}

// onFound goes to where a table, a column or a name stands.
func (b *Book) onFound(what, address string, err error) tea.Cmd {
	var cmd tea.Cmd
	if err == nil {
		cmd, err = b.toAddress(address)
	}
	if err != nil {
		return views.Notice(views.Failure, "Could not go to "+what+": "+err.Error())
	}
	return cmd
}

func (b *Book) findName(name string) tea.Cmd {
	service, file := b.service, b.file
	return views.Load(&b.work, &b.jump, func(ctx context.Context) (string, error) {
		return service.NameAddress(ctx, file, name)
	}, func(address string, err error) tea.Cmd { return b.onFound(name, address, err) })
}

// findTable asks where the first and the last of some columns of a table are.
func (b *Book) findTable(table, first, last string) tea.Cmd {
	service, file := b.service, b.file
	return views.Load(&b.work, &b.jump, func(ctx context.Context) (string, error) {
		from, err := service.ColumnAddress(ctx, file, table, first)
		to := from
		if err == nil && last != first {
			to, err = service.ColumnAddress(ctx, file, table, last)
		}
		if err == nil {
			from, err = spanned(from, to)
		}
		return from, err
	}, func(address string, err error) tea.Cmd { return b.onFound(table, address, err) })
}

// spanned is the rectangle from one address to another of the same sheet.
func spanned(from, to string) (string, error) {
	sheet, a, err := model.ParseCells(from)
	if err != nil {
		return "", err
	}
	_, z, err := model.ParseCells(to)
	if err != nil {
		return "", err
	}
	all := model.Cells{Top: min(a.Top, z.Top), Left: min(a.Left, z.Left), Bottom: max(a.Bottom, z.Bottom), Right: max(a.Right, z.Right)}
	return all.Address(sheet), nil
}
