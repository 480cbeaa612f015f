package sheet

import (
	"strconv"
	"strings"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/widget/list"
	"daybook/widget/picker"
	"daybook/widget/row"
	"daybook/widget/text"
)

// places are the tables and names of a workbook, and the list of them beside
// the grid.
type places struct {
	env     *views.Env
	tables  []Table
	names   []model.WorkbookNamedItem
	missing string // which of them could not be read
	entries []entry
	list    *list.List
	focused bool // the list has the keys
}

func newPlaces(env *views.Env) *places {
	p := &places{env: env}
	p.list = list.New(p, env.Theme)
	p.list.SetScrollOff(1)
	return p
}

// set takes what could be read; err is of the rest. What is hidden is left out.
func (p *places) set(tables []Table, names []model.WorkbookNamedItem, err error) {
	p.tables, p.names, p.missing, p.entries = tables, nil, "", p.entries[:0]
	for _, n := range names {
		if n.Visible {
			p.names = append(p.names, n)
		}
	}
	if err != nil {
		p.missing = Why(err)
	}
	if len(p.tables) > 0 {
		p.entries = append(p.entries, entry{label: text.Literal("Tables")})
	}
	for i, t := range p.tables {
		p.entries = append(p.entries, entry{kind: tableEntry, table: i, label: text.Clean(t.Name), note: text.Clean(strconv.Itoa(len(t.Columns)))})
		for j, c := range t.Columns {
			p.entries = append(p.entries, entry{kind: columnEntry, table: i, column: j, label: text.Clean(c)})
		}
	}
	if len(p.names) > 0 {
		p.entries = append(p.entries, entry{label: text.Literal("Names")})
	}
	for i, n := range p.names {
		p.entries = append(p.entries, entry{kind: nameEntry, name: i, label: text.Clean(n.Name), note: text.Clean(n.Value)})
	}
	p.list.Reload()
	p.step(0)
}

// place gives the list its cells.
func (p *places) place(height int) {
	p.list.SetSize(sideWidth, height)
	p.list.SetFocused(p.focused)
}

// focus gives the keys to the list, if there is something in it.
func (p *places) focus(on bool) { p.focused = on && len(p.entries) > 0 }

// step moves in the list, over its headings.
func (p *places) step(by int) {
	p.list.Move(by)
	if i := p.list.CursorIndex(); i >= 0 && p.entries[i].kind == headingEntry {
		if by >= 0 || i == 0 {
			p.list.Move(1)
		} else {
			p.list.Move(-1)
		}
	}
}

// goTo goes to an entry, or the nearest.
func (p *places) goTo(i int) {
	p.step(i - len(p.entries))
	p.step(min(i, len(p.entries)))
}

// half moves by half pages.
func (p *places) half(halves int) {
	p.list.HalfPage(halves)
	p.step(0)
}

// lines draw the list, and under it what is missing.
func (p *places) lines(height int) []string {
	lines := strings.Split(p.list.View(), "\n")
	for i, l := range text.Clean(p.missing).Wrap(sideWidth - 2) {
		if at := len(p.entries) + i; p.missing != "" && at < len(lines) {
			lines[at] = text.FitStyled(p.env.Theme.Warning.Render(" "+l.String()), sideWidth)
		}
	}
	for len(lines) < height {
		lines = append(lines, "")
	}
	return lines
}

// completions are the names and tables, each as it is typed.
func (p *places) completions() []string {
	var out []string
	for _, n := range p.names {
		out = append(out, n.Name)
	}
	for _, t := range p.tables {
		out = append(out, t.Name)
		for _, c := range t.Columns {
			out = append(out, t.Name+"["+c+"]")
		}
	}
	return out
}

// find is the entry that was typed, false for none.
func (p *places) find(typed string) (int, bool) {
	for i, e := range p.entries {
		name := ""
		switch e.kind {
		case tableEntry:
			name = p.tables[e.table].Name
		case columnEntry:
			name = p.tables[e.table].Name + "[" + p.tables[e.table].Columns[e.column] + "]"
		case nameEntry:
			name = p.names[e.name].Name
		}
		if e.kind != headingEntry && strings.EqualFold(name, typed) {
			return i, true
		}
	}
	return 0, false
}

// items are the entries to choose from.
func (p *places) items() []picker.Item {
	var items []picker.Item
	for i, e := range p.entries {
		item := picker.Item{ID: "e" + strconv.Itoa(i), Title: e.label}
		switch e.kind {
		case headingEntry:
			continue
		case tableEntry:
			item.Detail = text.Literal("table")
		case columnEntry:
			item.Detail = text.Concat(text.Literal("column of "), text.Clean(p.tables[e.table].Name))
		case nameEntry:
			item.Detail = e.note
		}
		items = append(items, item)
	}
	return items
}

// entry is a line of the list beside the grid: a heading, a table, one of its
// columns, or a name.
type entry struct {
	kind          entryKind
	table, column int // in places.tables
	name          int // in places.names
	label, note   text.Text
}

type entryKind int

const (
	headingEntry entryKind = iota
	tableEntry
	columnEntry
	nameEntry
)

// Len implements list.Source.
func (p *places) Len() int { return len(p.entries) }

// ID implements list.Source.
func (p *places) ID(i int) string {
	e := p.entries[i]
	return strconv.Itoa(int(e.kind)) + "." + e.label.String() + "." + strconv.Itoa(e.table) + "." + strconv.Itoa(e.column+e.name)
}

// Height implements list.Source.
func (p *places) Height(int) int { return 1 }

// Version implements list.Source.
func (p *places) Version(int) uint64 { return 0 }

// Row implements list.Source.
func (p *places) Row(i, width int, state theme.RowState) string {
	e := p.entries[i]
	state.Cursor = state.Cursor && p.focused
	line := row.For(p.env.Theme, state)
	indent, look := 1, line.Styles.Text
	switch e.kind {
	case headingEntry:
		return text.FitStyled(p.env.Theme.Heading.Render(" "+e.label.String()), width)
	case columnEntry:
		indent, look = 3, line.Styles.Muted
	case tableEntry:
		look = line.Styles.Strong
	}
	line.Bar(state)
	line.Columns(width-1, row.Column{Text: e.label, Style: look, Gap: indent, Own: true}, row.Column{Fill: true},
		row.Column{Text: e.note, Style: line.Styles.Faint, Gap: 2, Least: 4, Order: 2, Right: true, Own: true}, row.Column{Width: 1, Order: 1})
	return line.String()
}
