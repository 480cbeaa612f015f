package files

import (
	"strings"

	"daybook/model"
	"daybook/theme"
	"daybook/widget/text"
)

// node names a row of the tree.
func node(r Ref) string { return r.Group + "\x00" + r.Item }

func refOf(node string) (r Ref, ok bool) {
	r.Group, r.Item, ok = strings.Cut(node, "\x00")
	return r, ok
}

// nodes is the shelf as the tree's source.
type nodes struct{ m *Model }

// Children implements tree.Source.
func (s nodes) Children(id string) ([]string, bool) {
	if id == "" {
		out := make([]string, 0, len(s.m.shelf.drives))
		for _, d := range s.m.shelf.drives {
			out = append(out, node(Ref{Group: d.Group}))
		}
		return out, len(out) > 0
	}
	r, _ := refOf(id)
	ids, read := s.m.shelf.children[r]
	out := make([]string, 0, len(ids))
	for _, child := range ids {
		out = append(out, node(Ref{Group: r.Group, Item: child}))
	}
	return out, read
}

// HasChildren implements tree.Source: a folder that was not read may have
// some.
func (s nodes) HasChildren(id string) bool {
	r, _ := refOf(id)
	if !s.m.isFolder(r) {
		return false
	}
	ids, read := s.m.shelf.children[r]
	if !read && !isRoot(r) {
		return s.m.shelf.items[r].Folder.ChildCount > 0
	}
	return !read || len(ids) > 0
}

// Text implements tree.Source: the names of files and folders, not of drives.
func (s nodes) Text(id string) text.Text {
	r, _ := refOf(id)
	if isRoot(r) {
		return text.Text{}
	}
	t, ok := s.m.shelf.texts[r]
	if !ok {
		t = text.Clean(s.m.shelf.items[r].Name)
		s.m.shelf.texts[r] = t
	}
	return t
}

// Version implements tree.Source.
func (s nodes) Version(string) uint64 { return s.m.shelf.version }

// isFolder says that something can be in an item.
func (m *Model) isFolder(r Ref) bool { return isRoot(r) || m.shelf.items[r].Folder != nil }

// The columns behind a name, in cells, and the width of the tree from which on
// they are there.
const (
	sizeWidth, sizeFrom = 9, 32
	timeWidth, timeFrom = 12, 42
	whoWidth, whoFrom   = 16, 80
)

// Row implements tree.Source.
func (s nodes) Row(id string, width int, state theme.RowState) string {
	r, _ := refOf(id)
	m := s.m
	th, item := m.env.Theme, m.shelf.items[r]
	st := th.Row(state)
	l := line{width: width, pane: m.treeWidth(), styles: st, theme: th}
	switch {
	case isRoot(r):
		l.name, l.look = text.Clean(m.shelf.driveName(r.Group)), st.Strong
		l.note = m.rootNote(r)
		return l.draw(text.Query{}, nil)
	case m.doomed(r):
		l.sign, l.signLook = th.Glyphs.Cross, st.Error
		l.name, l.look = m.name(r), st.Struck
		l.note = text.Literal("u keeps it")
		return l.draw(m.query(), nil)
	}
	l.name, l.look = m.name(r), st.Text
	l.sign, l.signLook = m.sign(item), st.Muted
	if item.Folder != nil {
		l.look = st.Strong
	}
	if state.Marked {
		l.sign, l.signLook = th.Glyphs.Marked, st.Mark
	}
	return l.draw(m.query(), m.columns(r, item))
}

// sign tells kinds of files apart.
func (m *Model) sign(i model.DriveItem) theme.Glyph {
	g := m.env.Theme.Glyphs
	switch {
	case i.Folder != nil:
		return ""
	case isWorkbook(i):
		return g.Sheet
	case isPicture(i):
		return g.Image
	}
	return g.Bullet
}

// rootNote says what is going on with a drive.
func (m *Model) rootNote(r Ref) text.Text {
	switch {
	case m.reading[r]:
		return text.Glyph(m.env.Theme.Glyphs.Ellipsis)
	case m.shelf.refused[r] != nil:
		return text.Literal("not readable")
	case r.Group != "":
		return text.Literal("group")
	}
	return text.Text{}
}

// column is a text at the right of a row, with its place.
type column struct {
	text  text.Text
	width int
	right bool
}

func (m *Model) columns(r Ref, i model.DriveItem) []column {
	amount := size(i.Size)
	switch {
	case m.reading[r]:
		amount = string(m.env.Theme.Glyphs.Ellipsis)
	case m.shelf.refused[r] != nil:
		amount = "no access"
	case i.Folder != nil:
		amount = m.inside(r, i)
	}
	when := ""
	if i.LastModifiedDateTime != nil {
		when = moment(*i.LastModifiedDateTime, m.now())
	}
	return []column{
		{text.Clean(amount), sizeWidth, true},
		{text.Clean(when), timeWidth, true},
		{text.Clean(who(i.LastModifiedBy)), whoWidth, false},
	}
}

// inside says how much is in a folder.
func (m *Model) inside(r Ref, i model.DriveItem) string {
	n := i.Folder.ChildCount
	if ids, read := m.shelf.children[r]; read {
		n = len(ids)
	}
	return count(n, "item", "items")
}

// line is one row of the tree.
type line struct {
	width          int // of the row, less its indent
	pane           int // of the tree: rows of every depth have the same columns
	styles         *theme.Styles
	theme          *theme.Theme
	sign           theme.Glyph
	signLook, look theme.Style
	name, note     text.Text
}

// draw puts the name at the left, and at the right the columns that there is
// room for, or the note.
func (l line) draw(q text.Query, columns []column) string {
	var b strings.Builder
	room := l.width
	if l.sign != "" && room >= 2 {
		l.signLook.Write(&b, string(l.sign))
		l.styles.Text.Write(&b, " ")
		room -= 2
	}
	var right strings.Builder
	taken := 0
	for i, from := range []int{sizeFrom, timeFrom, whoFrom} {
		if i >= len(columns) || l.pane < from {
			break
		}
		c := columns[i]
		t := c.text.Truncate(c.width-1, text.Glyph(l.theme.Glyphs.Ellipsis))
		pad := text.Blanks(c.width - 1 - t.Width())
		if c.right {
			l.styles.Muted.Write(&right, " "+pad+t.String())
		} else {
			l.styles.Muted.Write(&right, "  "+t.String()+pad)
			taken++
		}
		taken += c.width
	}
	if columns == nil && !l.note.Empty() && room > l.note.Width()+8 {
		taken = l.note.Width() + 1
		l.styles.Muted.Write(&right, " "+l.note.String())
	}
	room = max(room-taken-1, 0)
	name := l.name.Truncate(room, text.Glyph(l.theme.Glyphs.Ellipsis))
	if name == l.name {
		b.WriteString(name.Highlight(q.Find(name), l.look, l.styles.Match))
	} else {
		l.look.Write(&b, name.String())
	}
	l.styles.Text.Write(&b, text.Blanks(room-name.Width()))
	b.WriteString(right.String())
	l.styles.Text.Write(&b, " ")
	return text.FitStyled(b.String(), l.width)
}
