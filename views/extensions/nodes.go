package extensions

import (
	"fmt"
	"hash/maphash"
	"strconv"
	"strings"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/text"
)

// rowKey names a row: an extension, a property of it, or an element of a list.
type rowKey struct {
	extension string
	property  string
	inside    bool // of the extension: a property
	at        int  // of an element, else -1
}

// id names a place in the tree; quoting keeps names apart, whatever is in them.
func (l rowKey) id() string {
	id := strconv.Quote(foldName(l.extension))
	if l.inside {
		id += strconv.Quote(l.property)
	}
	if l.at >= 0 {
		id += strconv.Itoa(l.at)
	}
	return id
}

func extensionNode(name string) string { return rowKey{extension: name, at: -1}.id() }

func propertyNode(name, property string) string {
	return rowKey{extension: name, property: property, inside: true, at: -1}.id()
}

// rowKeyOf reads an id; false for none.
func rowKeyOf(id string) (rowKey, bool) {
	l := rowKey{at: -1}
	for _, into := range []*string{&l.extension, &l.property} {
		quoted, err := strconv.QuotedPrefix(id)
		if err != nil {
			break
		}
		*into, _ = strconv.Unquote(quoted)
		l.inside = into == &l.property
		id = id[len(quoted):]
	}
	if n, err := strconv.Atoi(id); err == nil {
		l.at = n
	}
	return l, l.extension != "" || l.inside
}

// here is the row of the cursor, false when there is none.
func (p *Panel) here() (rowKey, bool) {
	if p.tree.Len() == 0 {
		return rowKey{}, false
	}
	return rowKeyOf(p.tree.Cursor())
}

// reveal puts the cursor on what a change was about.
func (p *Panel) reveal(c Change) {
	if c.Before == nil || c.After == nil {
		p.tree.Select(extensionNode(c.Name))
		return
	}
	for name := range c.After {
		p.tree.Reveal(propertyNode(c.Name, name), extensionNode(c.Name))
	}
}

// unfolded is how many rows are opened at first.
const unfolded = 60

// unfold opens the extensions while there is little in them.
func (p *Panel) unfold() {
	n := 0
	for _, e := range p.data.list {
		n += len(e.names)
	}
	if n > unfolded && len(p.data.list) > 1 {
		return
	}
	for _, e := range p.data.list {
		p.tree.Expand(extensionNode(e.name))
	}
}

// nodes is the extensions as the tree's source.
type nodes struct{ *Panel }

// Children implements tree.Source.
func (n nodes) Children(id string) (children []string, loaded bool) {
	if id == "" {
		for _, e := range n.data.list {
			children = append(children, extensionNode(e.name))
		}
		return children, true
	}
	l, _ := rowKeyOf(id)
	e := n.data.find(l.extension)
	switch {
	case e == nil || l.at >= 0:
	case l.inside:
		for i := range elements(e.data[l.property]) {
			children = append(children, rowKey{l.extension, l.property, true, i}.id())
		}
	default:
		for _, name := range e.names {
			children = append(children, propertyNode(e.name, name))
		}
	}
	return children, true
}

// HasChildren implements tree.Source.
func (n nodes) HasChildren(id string) bool {
	l, _ := rowKeyOf(id)
	e := n.data.find(l.extension)
	switch {
	case e == nil || l.at >= 0:
		return false
	case l.inside:
		return len(elements(e.data[l.property])) > 0
	}
	return len(e.names) > 0
}

// Text implements tree.Source.
func (n nodes) Text(id string) text.Text {
	l, _ := rowKeyOf(id)
	e := n.data.find(l.extension)
	switch {
	case e == nil:
		return text.Text{}
	case !l.inside:
		return text.Clean(e.name)
	}
	raw := n.valueAt(e, l)
	if tooLarge(raw) {
		return text.Clean(l.property)
	}
	value := text.Clean(typedAs(raw))
	if l.at >= 0 {
		return value
	}
	return text.Concat(text.Clean(l.property), text.Literal(" "), value)
}

// seed makes the versions of rows; they live as long as the process.
var seed = maphash.MakeSeed()

// Version implements tree.Source.
func (n nodes) Version(id string) uint64 {
	l, _ := rowKeyOf(id)
	e := n.data.find(l.extension)
	if e == nil {
		return 0
	}
	return maphash.Comparable(seed, struct {
		id, value, filter string
		column, inside    int
	}{id, string(n.valueAt(e, l)), n.filter.Value(), n.column(e), len(e.names)})
}

// Row implements tree.Source.
func (n nodes) Row(id string, width int, state theme.RowState) string {
	l, _ := rowKeyOf(id)
	e := n.data.find(l.extension)
	if e == nil {
		return text.Blanks(width)
	}
	r := row{styles: n.env.Theme.Row(state), tail: text.Glyph(n.env.Theme.Glyphs.Ellipsis), query: text.NewQuery(strings.Fields(n.filter.Value())...), width: width}
	switch {
	case !l.inside:
		r.extension(e)
	case l.at >= 0:
		r.value(text.Clean(fmt.Sprint(l.at+1)), n.column(e)-2, true, n.valueAt(e, l))
	default:
		r.value(text.Clean(l.property), n.column(e), false, n.valueAt(e, l))
	}
	return r.b.String()
}

// column is the cells of an extension's names.
func (n nodes) column(e *entry) int {
	if e.column == 0 {
		for _, name := range e.names {
			e.column = max(e.column, text.Clean(name).Width())
		}
		e.column = max(min(e.column, widestName), narrowestName)
	}
	return min(e.column, max(n.w/3, 6))
}

// The cells of the column of names.
const widestName, narrowestName = 26, 8

// row is a row being drawn.
type row struct {
	styles *theme.Styles
	tail   text.Text
	query  text.Query
	width  int
	b      strings.Builder
}

// put writes a text cut to a width and filled, with what was filtered for
// marked.
func (r *row) put(t text.Text, width int, style theme.Style) {
	t = t.Truncate(max(width, 0), r.tail)
	r.b.WriteString(t.Highlight(r.query.Find(t), style, r.styles.Match))
	style.Write(&r.b, text.Blanks(width-t.Width()))
}

func (r *row) extension(e *entry) {
	count := text.Clean(views.Count(len(e.names), "property", "properties") + " ")
	if r.width < count.Width()+16 {
		count = text.Text{}
	}
	r.put(text.Clean(e.name), r.width-count.Width(), r.styles.Strong)
	r.styles.Muted.Write(&r.b, count.String())
}

// typeWidth is the cells of the column of types.
const typeWidth = 16

// shownBytes is how much of a value is cleaned for a row, for each cell.
const shownBytes = 8

func (r *row) value(name text.Text, column int, element bool, raw []byte) {
	t := kindOf(raw)
	label := text.Clean(t.String() + sizeOf(t, raw) + " ")
	room := r.width - column - 2 - typeWidth
	if room < 12 {
		label, room = text.Text{}, r.width-column-2
	}
	look := r.styles.Muted
	if element {
		look = r.styles.Faint
	}
	r.put(name, column, look)
	r.styles.Text.Write(&r.b, "  ")
	shown, style := r.words(t, raw)
	r.put(shown, room, style)
	if !label.Empty() {
		r.styles.Faint.Write(&r.b, label.PadLeft(typeWidth).String())
	}
}

// words are a value as a row shows it. An empty string and a null are told
// apart from what could be written in a string.
func (r *row) words(t Type, raw []byte) (text.Text, theme.Style) {
	if tooLarge(raw) {
		return text.Literal("too large to show"), r.styles.Placeholder
	}
	switch t {
	case String:
		s := typedAs(raw)
		if s == "" {
			return text.Literal("empty"), r.styles.Placeholder
		}
		return text.Clean(cut(s, r.width*shownBytes)), r.styles.Text
	case Null:
		return text.Literal("null"), r.styles.Placeholder
	case List:
		all := elements(raw)
		if len(all) == 0 {
			return text.Literal("no elements"), r.styles.Placeholder
		}
		var parts []text.Text
		for _, v := range all[:min(len(all), r.width)] {
			parts = append(parts, text.Clean(cut(typedAs(v), r.width*shownBytes)))
		}
		return text.Join(text.Literal(", "), parts...), r.styles.Text
	case Number, Boolean:
		return text.Clean(cut(string(raw), r.width*shownBytes)), r.styles.Code
	}
	return text.Clean(cut(typedAs(raw), r.width*shownBytes)), r.styles.Muted
}

// cut is the beginning of a string in whole characters.
func cut(s string, bytes int) string {
	if len(s) <= bytes {
		return s
	}
	for bytes > 0 && s[bytes]&0xc0 == 0x80 {
		bytes--
	}
	return s[:bytes]
}

// sizeOf says how much there is of a long value.
func sizeOf(t Type, raw []byte) string {
	switch {
	case t == List && !tooLarge(raw):
		return fmt.Sprintf(" of %d", len(elements(raw)))
	case t == String && len(raw) >= 1000:
		return fmt.Sprintf(" %.1f kB", float64(len(raw))/1000)
	}
	return ""
}

// valueAt is the value of a row, nil for an extension.
func (p *Panel) valueAt(e *entry, l rowKey) []byte {
	raw := e.data[l.property]
	if !l.inside {
		return nil
	}
	if l.at < 0 {
		return raw
	}
	if all := elements(raw); l.at < len(all) {
		return all[l.at]
	}
	return nil
}
