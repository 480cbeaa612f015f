package sheet

import (
	"strconv"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// entry is a line of the list beside the grid: a heading, a table, one of its
// columns, or a name.
type entry struct {
	kind          entryKind
	table, column int // in Book.tables
	name          int // in Book.names
	label, note   text.Text
}

type entryKind int

const (
	headingEntry entryKind = iota
	tableEntry
	columnEntry
	nameEntry
)

// relist lists tables with their columns, and names.
func (b *Book) relist() {
	b.entries = b.entries[:0]
	if len(b.tables) > 0 {
		b.entries = append(b.entries, entry{label: text.Literal("Tables")})
	}
	for i, t := range b.tables {
		b.entries = append(b.entries, entry{kind: tableEntry, table: i, label: text.Clean(t.Name), note: text.Clean(strconv.Itoa(len(t.Columns)))})
		for j, c := range t.Columns {
			b.entries = append(b.entries, entry{kind: columnEntry, table: i, column: j, label: text.Clean(c)})
		}
	}
	if len(b.names) > 0 {
		b.entries = append(b.entries, entry{label: text.Literal("Names")})
	}
	for i, n := range b.names {
		b.entries = append(b.entries, entry{kind: nameEntry, name: i, label: text.Clean(n.Name), note: text.Clean(n.Value)})
	}
	b.side.Reload()
	if i := b.side.CursorIndex(); i >= 0 && b.entries[i].kind == headingEntry {
		b.side.Move(1)
	}
}

// stepSide moves in the list, over its headings.
func (b *Book) stepSide(by int) {
	b.side.Move(by)
	if i := b.side.CursorIndex(); i >= 0 && b.entries[i].kind == headingEntry {
		if by > 0 || i == 0 {
			b.side.Move(1)
		} else {
			b.side.Move(-1)
		}
	}
}

// follow goes to what an entry stands for.
func (b *Book) follow(i int) tea.Cmd {
	if i < 0 || i >= len(b.entries) {
		return nil
	}
	switch e := b.entries[i]; e.kind {
	case tableEntry:
		return b.toTable(b.tables[e.table])
	case columnEntry:
		t := b.tables[e.table]
		return b.findTable(t.Name, t.Columns[e.column], t.Columns[e.column])
	case nameEntry:
		return b.findName(b.names[e.name].Name)
	}
	return nil
}

// pickPlace offers the sheets, tables and names by typing.
func (b *Book) pickPlace(int) tea.Cmd {
	var items []picker.Item
	for i, p := range b.pages {
		items = append(items, picker.Item{ID: "s" + strconv.Itoa(i), Title: p.title, Detail: text.Literal("sheet")})
	}
	for i, e := range b.entries {
		item := picker.Item{ID: "e" + strconv.Itoa(i), Title: e.label}
		switch e.kind {
		case headingEntry:
			continue
		case tableEntry:
			item.Detail = text.Literal("table")
		case columnEntry:
			item.Detail = text.Concat(text.Literal("column of "), text.Clean(b.tables[e.table].Name))
		case nameEntry:
			item.Detail = e.note
		}
		items = append(items, item)
	}
	b.picker = picker.New(b.env.Theme, items, picker.Options{Title: text.Literal("Go to"), Placeholder: text.Literal("a sheet, a table, a column or a name")})
	return nil
}

func (b *Book) chose(c picker.Choice) tea.Cmd {
	if !c.Done {
		return nil
	}
	b.picker = nil
	if len(c.IDs) == 0 {
		return nil
	}
	i, _ := strconv.Atoi(c.IDs[0][1:]) // made above
	if c.IDs[0][0] == 's' {
		return b.show(i)
	}
	return b.follow(i)
}

// sideRows is the entries as a list's source.
type sideRows struct{ *Book }

// Len implements list.Source.
func (s sideRows) Len() int { return len(s.entries) }

// ID implements list.Source.
func (s sideRows) ID(i int) string {
	e := s.entries[i]
	return strconv.Itoa(int(e.kind)) + "." + e.label.String() + "." + strconv.Itoa(e.table) + "." + strconv.Itoa(e.column+e.name)
}

// Height implements list.Source.
func (s sideRows) Height(int) int { return 1 }

// Version implements list.Source.
func (s sideRows) Version(int) uint64 { return 0 }

// Row implements list.Source.
func (s sideRows) Row(i, width int, state theme.RowState) string {
	th, e := s.env.Theme, s.entries[i]
	state.Cursor = state.Cursor && s.onSide
	st := th.Row(state)
	indent, look := 1, st.Text
	switch e.kind {
	case headingEntry:
		return text.FitStyled(th.Heading.Render(" "+e.label.String()), width)
	case columnEntry:
		indent, look = 3, st.Muted
	case tableEntry:
		look = st.Strong
	}
	bar := " "
	if state.Cursor {
		bar = string(th.Glyphs.Bar)
	}
	room := max(width-indent-2, 0)
	tail := text.Glyph(th.Glyphs.Ellipsis)
	label := e.label.Truncate(room, tail)
	note := e.note.Truncate(max(room-label.Width()-2, 0), tail)
	if note.Width() < min(e.note.Width(), 4) {
		note = text.Text{}
	}
	gap := max(width-1-indent-label.Width()-note.Width()-1, 0)
	return st.Bar.Render(bar) + st.Text.Render(text.Blanks(indent)) + look.Render(label.String()) + st.Text.Render(text.Blanks(gap)) + st.Faint.Render(note.String()) + st.Text.Render(" ")
}
