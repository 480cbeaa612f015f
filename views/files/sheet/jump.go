package sheet

import (
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/grid"
	"daybook/widget/input"
	"daybook/widget/text"
)

// askAddress opens the line for an address, a name or a table.
func (b *Book) askAddress(int) tea.Cmd {
	b.line = input.New(b.env.Theme, text.Literal("Sheet1!A1:F40, a name or a table"))
	b.line.Focus()
	b.wrong = ""
	return nil
}

func (b *Book) typeAddress(msg tea.Msg) tea.Cmd {
	if press, ok := msg.(tea.KeyPressMsg); ok {
		switch press.String() {
		case "esc":
			b.line = nil
			return nil
		case "enter":
			return b.goTo(strings.TrimSpace(b.line.Value()))
		case "tab":
			if list := b.completions(b.line.Value()); len(list) > 0 {
				b.line.SetValue(list[0])
			}
			return nil
		}
	}
	b.wrong = ""
	return b.line.Update(msg)
}

// completions are the names, tables and sheets that begin as was typed.
func (b *Book) completions(typed string) []string {
	var out []string
	typed = strings.ToLower(strings.TrimSpace(typed))
	add := func(s string) {
		if typed != "" && strings.HasPrefix(strings.ToLower(s), typed) && len(s) > len(typed) {
			out = append(out, s)
		}
	}
	for _, n := range b.names {
		add(n.Name)
	}
	for _, t := range b.tables {
		add(t.Name)
		for _, c := range t.Columns {
			add(t.Name + "[" + c + "]")
		}
	}
	for _, p := range b.pages {
		address := model.Cells{Top: 1, Left: 1, Bottom: 1, Right: 1}.Address(p.name)
		add(strings.TrimSuffix(address, "A1"))
	}
	return out
}

// goTo takes what was typed: a name, a table, a column of a table, or an
// address. What is none of these stays, with the reason.
func (b *Book) goTo(typed string) tea.Cmd {
	if typed == "" {
		b.line = nil
		return nil
	}
	for _, n := range b.names {
		if strings.EqualFold(n.Name, typed) {
			b.line = nil
			return b.findName(n.Name)
		}
	}
	for _, t := range b.tables {
		for _, c := range t.Columns {
			if strings.EqualFold(t.Name+"["+c+"]", typed) {
				b.line = nil
				return b.findTable(t.Name, c, c)
			}
		}
		if strings.EqualFold(t.Name, typed) {
			b.line = nil
			return b.toTable(t)
		}
	}
	for i, p := range b.pages {
		if strings.EqualFold(p.name, typed) || strings.EqualFold(p.name+"!", typed) {
			b.line = nil
			return b.show(i)
		}
	}
	cmd, err := b.toAddress(typed)
	if err != nil {
		b.wrong = err.Error()
		return nil
	}
	b.line = nil
	return cmd
}

func (b *Book) toTable(t Table) tea.Cmd {
	if len(t.Columns) == 0 {
		return views.Notice(views.Warning, "The columns of "+t.Name+" could not be read, so it is not known where it is")
	}
	return b.findTable(t.Name, t.Columns[0], t.Columns[len(t.Columns)-1])
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
	b.onSide = false
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

// Cursor is the place of the text cursor; ok is false when nothing is typed.
func (b *Book) Cursor() (x, y int, ok bool) {
	switch {
	case b.picker != nil:
		x, y := b.picker.Cursor()
		return b.pickX + x, b.pickY + y, true
	case b.line != nil:
		_, x := b.line.View(max(b.width-4, 1))
		return 3 + x, b.height - 1, true
	}
	return 0, 0, false
}
