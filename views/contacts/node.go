package contacts

import (
	"strconv"
	"strings"

	"daybook/model"
	"daybook/theme"
	"daybook/widget/text"
)

// node names a row of the tree: a kind and an id.
type node string

const (
	folderMark  = "f:"
	contactMark = "c:"
	userMark    = "u:"
	// directoryNode stands above the users.
	directoryNode node = "directory"
)

func folderNode(id string) node  { return node(folderMark + id) }
func contactNode(id string) node { return node(contactMark + id) }
func userNode(id string) node    { return node(userMark + id) }

// folder is the id of a folder's node.
func (n node) folder() (string, bool) { return strings.CutPrefix(string(n), folderMark) }

// contact is the id of a contact's node.
func (n node) contact() (string, bool) { return strings.CutPrefix(string(n), contactMark) }

// user is the id of a user's node.
func (n node) user() (string, bool) { return strings.CutPrefix(string(n), userMark) }

// nodes is the book as the tree's source.
type nodes struct{ m *Model }

// Children implements tree.Source.
func (s nodes) Children(id string) ([]string, bool) {
	b := s.m.book
	if id == "" {
		if len(b.folders) == 0 {
			return nil, false
		}
		return []string{string(folderNode(b.root)), string(directoryNode)}, true
	}
	if node(id) == directoryNode {
		return marked(userMark, b.people), b.people != nil
	}
	folder, ok := node(id).folder()
	if !ok {
		return nil, true
	}
	contacts, read := b.contacts[folder]
	return append(marked(folderMark, s.m.staying(b.below[folder])), marked(contactMark, contacts)...), read
}

func marked(mark string, ids []string) []string {
	out := make([]string, 0, len(ids))
	for _, id := range ids {
		out = append(out, mark+id)
	}
	return out
}

// HasChildren implements tree.Source: a folder that was not read may have
// some.
func (s nodes) HasChildren(id string) bool {
	if node(id) == directoryNode {
		return true
	}
	folder, ok := node(id).folder()
	if !ok {
		return false
	}
	contacts, read := s.m.book.contacts[folder]
	return !read || len(contacts) > 0 || len(s.m.book.below[folder]) > 0
}

// Text implements tree.Source: a person is found by name and address, a
// folder is not looked for.
func (s nodes) Text(id string) text.Text {
	b, n := s.m.book, node(id)
	if t, ok := b.texts[n]; ok {
		return t
	}
	var words []string
	if c, ok := n.contact(); ok {
		card := b.cards[c]
		words = []string{card.DisplayName, card.NickName, card.CompanyName}
		for _, a := range card.EmailAddresses {
			words = append(words, a.Address)
		}
	} else if u, ok := n.user(); ok {
		words = []string{b.users[u].DisplayName, b.users[u].Mail}
	}
	t := text.Clean(strings.Join(words, " "))
	b.texts[n] = t
	return t
}

// Version implements tree.Source.
func (s nodes) Version(string) uint64 { return s.m.book.version }

// Keeps implements tree.Keeper: who is selected stays so while the filter or a
// folded folder hides them.
func (s nodes) Keeps(id string) bool {
	if c, ok := node(id).contact(); ok {
		_, there := s.m.book.cards[c]
		return there
	}
	u, ok := node(id).user()
	_, there := s.m.book.users[u]
	return ok && there
}

// Row implements tree.Source.
func (s nodes) Row(id string, width int, state theme.RowState) string {
	th, b, n := s.m.env.Theme, s.m.book, node(id)
	st := th.Row(state)
	r := row{width: width, styles: st, theme: th, marked: state.Marked}
	if folder, ok := n.folder(); ok {
		r.sign, r.signLook, r.nameLook = "", st.Muted, st.Strong
		r.name = text.Clean(b.folders[folder].DisplayName)
		r.note = text.Clean(s.m.inside(folder))
		return r.draw(text.Query{})
	}
	if n == directoryNode {
		r.nameLook, r.name = st.Strong, text.Literal("Directory")
		if b.people != nil {
			r.note = text.Clean(strconv.Itoa(len(b.people)))
		}
		return r.draw(text.Query{})
	}
	r.sign, r.signLook, r.nameLook = th.Glyphs.Person, st.Muted, st.Text
	if c, ok := n.contact(); ok {
		card := b.cards[c]
		r.name, r.note = text.Clean(nameOf(card)), text.Clean(card.CompanyName)
	} else if u, ok := n.user(); ok {
		user := b.users[u]
		r.name, r.note = text.Clean(user.DisplayName), text.Clean(user.JobTitle)
		if user.UserType == model.UserResource {
			r.sign, r.note = th.Glyphs.Room, text.Clean(user.OfficeLocation)
		}
	}
	return r.draw(s.m.query())
}

// inside says how much is in a folder, nothing while it is not known.
func (m *Model) inside(folder string) string {
	if m.reading[folder] {
		return string(m.env.Theme.Glyphs.Ellipsis)
	}
	contacts, read := m.book.contacts[folder]
	if !read || len(contacts) == 0 {
		return ""
	}
	return strconv.Itoa(len(contacts))
}

// row is one line of the tree.
type row struct {
	width              int
	styles             *theme.Styles
	theme              *theme.Theme
	marked             bool
	sign               theme.Glyph
	signLook, nameLook theme.Style
	name, note         text.Text
}

// leastNote is the room that a note needs to be shown beside a name.
const leastNote = 6

func (r row) draw(q text.Query) string {
	var b strings.Builder
	room := r.width
	if r.marked {
		r.sign, r.signLook = r.theme.Glyphs.Marked, r.styles.Mark
	}
	if r.sign != "" && room >= 2 {
		r.signLook.Write(&b, string(r.sign))
		r.styles.Text.Write(&b, " ")
		room -= 2
	}
	tail := text.Glyph(r.theme.Glyphs.Ellipsis)
	name := r.name.Truncate(room, tail)
	if name.String() == r.name.String() {
		b.WriteString(name.Highlight(q.Find(name), r.nameLook, r.styles.Match))
	} else {
		r.nameLook.Write(&b, name.String())
	}
	room -= name.Width()
	note := r.note
	if left := room - 3; note.Width() > left {
		note = note.Truncate(max(left, 0), tail)
		if left < leastNote {
			note = text.Text{}
		}
	}
	r.styles.Text.Write(&b, text.Blanks(room-note.Width()-min(1, max(0, room-note.Width()))))
	r.styles.Muted.Write(&b, note.String())
	if room-note.Width() > 0 {
		r.styles.Text.Write(&b, " ")
	}
	return b.String()
}
