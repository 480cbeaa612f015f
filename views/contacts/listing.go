package contacts

import (
	"context"
	"fmt"
	"slices"
	"strconv"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/browser"
	"daybook/views/edit"
	"daybook/widget/row"
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

func marked(mark string, ids []string) []string {
	out := make([]string, 0, len(ids))
	for _, id := range ids {
		out = append(out, mark+id)
	}
	return out
}

// listing is the tree of folders, contacts and directory: its rows, and what
// reads them.
type listing struct {
	*browser.Browser
	env     *views.Env
	work    *views.Work
	service Service
	edits   *edit.Edits[change]
	people  *people

	folders, directory, everybody views.Request

	reading map[string]bool // folders whose contacts are awaited
	stale   map[string]bool // folders to be read anew once they are open
	wanted  string          // an address to go to once it is known
	err     error           // why the folders could not be read
}

// here is the row of the cursor, "" for none.
func (l *listing) here() node { return node(l.Here()) }

// current is whom the cursor is on.
func (l *listing) current() person { return l.people.person(l.here()) }

// reveal unfolds what is above a row and puts the cursor on it.
func (l *listing) reveal(n node) bool { return l.Reveal(string(n)) }

// folderHere is the folder that the cursor is on or in.
func (l *listing) folderHere() string {
	n := l.here()
	if id, ok := n.folder(); ok {
		return id
	}
	if id, ok := n.contact(); ok {
		return l.people.cards[id].ParentFolderID
	}
	return l.people.root
}

// selection is the rows that an action is for.
func (l *listing) selection() []node {
	var out []node
	for _, id := range l.Selection() {
		out = append(out, node(id))
	}
	return out
}

// chosen are the marked people, else the one of the cursor.
func (l *listing) chosen() []person {
	var out []person
	for _, n := range l.selection() {
		if p := l.people.person(n); p.some() {
			out = append(out, p)
		}
	}
	return out
}

// targets are the marked contacts, else the one of the cursor.
func (l *listing) targets() []model.Contact {
	var out []model.Contact
	for _, n := range l.selection() {
		if c, ok := n.contact(); ok {
			out = append(out, l.people.cards[c])
		}
	}
	return out
}

// markAll selects everybody that the filter shows; without one, everybody of
// the folder that the cursor is on or in.
func (l *listing) markAll(int) tea.Cmd {
	before := l.MarkCount()
	if !l.Query().Empty() {
		l.MarkWhere(func(i int) bool { return l.people.person(node(l.NodeAt(i))).some() })
	} else {
		for _, id := range l.besideHere() {
			l.Mark(id, true)
		}
	}
	if l.MarkCount() == before {
		return views.Notice(views.Info, "There is nobody more to select here")
	}
	return nil
}

// besideHere are the people of the folder that the cursor is on or in.
func (l *listing) besideHere() []string {
	n := l.here()
	if _, ok := n.user(); ok || n == directoryNode {
		return marked(userMark, l.people.listed)
	}
	return marked(contactMark, l.people.contacts[l.folderHere()])
}

// open goes to a person's card, and turns a folder over.
func (l *listing) open() tea.Cmd {
	if l.current().some() {
		return l.GoRight()
	}
	return l.Turn()
}

// Children implements tree.Source.
func (l *listing) Children(id string) ([]string, bool) {
	p := l.people
	if id == "" {
		if len(p.folders) == 0 {
			return nil, false
		}
		return []string{string(folderNode(p.root)), string(directoryNode)}, true
	}
	if node(id) == directoryNode {
		return marked(userMark, p.listed), p.listed != nil
	}
	folder, ok := node(id).folder()
	if !ok {
		return nil, true
	}
	contacts, read := p.contacts[folder]
	return append(marked(folderMark, l.staying(p.below[folder])), marked(contactMark, contacts)...), read
}

// staying are folders but for those that are about to be deleted.
func (l *listing) staying(folders []string) []string {
	return slices.DeleteFunc(slices.Clone(folders), func(id string) bool {
		for c := range l.edits.Held() {
			if c.ofFolder() && c.ID == id {
				return true
			}
		}
		return false
	})
}

// HasChildren implements tree.Source: a folder that was not read may have
// some.
func (l *listing) HasChildren(id string) bool {
	if node(id) == directoryNode {
		return true
	}
	folder, ok := node(id).folder()
	if !ok {
		return false
	}
	contacts, read := l.people.contacts[folder]
	return !read || len(contacts) > 0 || len(l.people.below[folder]) > 0
}

// Text implements tree.Source: a person is found by name and address, a
// folder is not looked for.
func (l *listing) Text(id string) text.Text {
	p, n := l.people, node(id)
	if t, ok := p.texts[n]; ok {
		return t
	}
	var words []string
	if c, ok := n.contact(); ok {
		card := p.cards[c]
		words = []string{card.DisplayName, card.NickName, card.CompanyName}
		for _, a := range card.EmailAddresses {
			words = append(words, a.Address)
		}
	} else if u, ok := n.user(); ok {
		words = []string{p.users[u].DisplayName, p.users[u].Mail}
	}
	t := text.Clean(strings.Join(words, " "))
	p.texts[n] = t
	return t
}

// Version implements tree.Source.
func (l *listing) Version(string) uint64 { return l.people.version }

// Keeps implements tree.Keeper: who is selected stays so while the filter or a
// folded folder hides them.
func (l *listing) Keeps(id string) bool {
	if c, ok := node(id).contact(); ok {
		_, there := l.people.cards[c]
		return there
	}
	u, ok := node(id).user()
	_, there := l.people.users[u]
	return ok && there
}

// Above implements browser.Rows.
func (l *listing) Above(id string) []string { return l.people.above(node(id)) }

// Unselectable implements browser.Rows.
func (l *listing) Unselectable(id string) string {
	if l.people.person(node(id)).some() {
		return ""
	}
	return "Only people can be selected"
}

// Counts implements browser.Rows.
func (l *listing) Counts() []string {
	var parts []string
	if n := len(l.people.folders); n > 0 {
		if l.people.complete() {
			parts = append(parts, views.Count(len(l.people.cards), "contact", "contacts"))
		}
		parts = append(parts, views.Count(n, "folder", "folders"))
	}
	if l.people.listed != nil {
		parts = append(parts, fmt.Sprintf("%d in the directory", len(l.people.listed)))
	}
	return parts
}

// Absent implements browser.Rows.
func (l *listing) Absent() (browser.Absence, bool) {
	return browser.Absence{Err: l.err, Busy: l.folders.Busy(), What: "The contacts", Reading: "Reading contacts"}, len(l.people.folders) == 0
}

// Looking implements browser.Rows.
func (l *listing) Looking() bool { return l.everybody.Busy() }

// LookThrough implements browser.Rows: all contacts are read, those of the
// folders not opened yet too.
func (l *listing) LookThrough() tea.Cmd {
	if l.people.complete() && len(l.stale) == 0 {
		return nil
	}
	return l.loadEverybody()
}

// Filtered implements browser.Rows. It goes to somebody with a name of which a
// word begins as was typed: that is whom most people mean.
func (l *listing) Filtered() {
	typed := strings.ToLower(l.Sought())
	if typed == "" || beginsSo(l.current(), typed) {
		return
	}
	for _, list := range [][]string{marked(contactMark, l.people.everyContact()), marked(userMark, l.people.listed)} {
		for _, id := range list {
			if beginsSo(l.people.person(node(id)), typed) && l.Select(id) {
				return
			}
		}
	}
}

func beginsSo(p person, typed string) bool {
	return p.some() && strings.Contains(" "+strings.ToLower(p.name()), " "+typed)
}

// busy says that something is being read for the tree.
func (l *listing) busy() bool {
	return l.folders.Busy() || l.directory.Busy() || l.everybody.Busy() || len(l.reading) > 0
}

// reload reads anew what is shown, and the rest when it is; what was read
// stays until then.
func (l *listing) reload() tea.Cmd {
	for folder := range l.people.contacts {
		l.stale[folder] = true
	}
	read := l.loadOpen
	if !l.Query().Empty() {
		read = l.loadEverybody
	}
	return tea.Batch(l.loadFolders(), l.loadDirectory(), l.Settled(), read())
}

func (l *listing) loadFolders() tea.Cmd {
	return views.Load(l.work, &l.folders, l.service.Folders, l.onFolders)
}

func (l *listing) loadDirectory() tea.Cmd {
	return views.Load(l.work, &l.directory, l.service.Directory, l.onDirectory)
}

// loadContacts reads a folder, once at a time.
func (l *listing) loadContacts(folder string) tea.Cmd {
	if l.reading[folder] {
		return nil
	}
	l.reading[folder] = true
	delete(l.stale, folder)
	l.people.version++
	service, version := l.service, l.edits.Writes()
	return views.Call(l.work, 0, func(ctx context.Context) ([]model.Contact, error) { return service.Contacts(ctx, folder) },
		func(list []model.Contact, err error) tea.Cmd { return l.onContacts(folder, version, list, err) })
}

// loadEverybody reads all contacts, for the filter and to find an address.
func (l *listing) loadEverybody() tea.Cmd {
	if l.everybody.Busy() {
		return nil
	}
	service, version := l.service, l.edits.Writes()
	return views.Load(l.work, &l.everybody, func(ctx context.Context) ([]model.Contact, error) { return service.Contacts(ctx, "") },
		func(list []model.Contact, err error) tea.Cmd { return l.onEverybody(version, list, err) })
}

// unread says that something could not be read. Where there is no right to it
// that is no news: the tree says so, or is without it.
func (l *listing) unread(what string, err error) tea.Cmd {
	if _, missing := views.Missing(*l.env, err); missing {
		return nil
	}
	return views.Notice(views.Failure, what+" could not be read: "+err.Error())
}

func (l *listing) onFolders(folders []model.ContactFolder, err error) tea.Cmd {
	l.err = err
	if err != nil {
		return l.unread("The contact folders", err)
	}
	first := len(l.people.folders) == 0
	l.people.setFolders(folders)
	l.Reload()
	if first {
		l.Expand(string(folderNode(l.people.root)))
		l.Expand(string(directoryNode))
		l.Top()
	}
	if l.wanted != "" && !l.people.complete() { // contacts that came before their folders had no place
		return tea.Batch(l.loadOpen(), l.loadEverybody())
	}
	return tea.Batch(l.loadOpen(), l.arrived())
}

// loadOpen reads the folders that are open and were not read, or not since the
// last reload.
func (l *listing) loadOpen() tea.Cmd {
	var cmds []tea.Cmd
	folded := func(id string) bool { return !l.IsExpanded(string(folderNode(id))) }
	for id := range l.people.folders {
		if _, read := l.people.contacts[id]; (!read || l.stale[id]) && !slices.ContainsFunc(l.people.path(id), folded) {
			cmds = append(cmds, l.loadContacts(id))
		}
	}
	return tea.Batch(cmds...)
}

// Unfolded implements browser.Rows.
func (l *listing) Unfolded(id string) tea.Cmd {
	if folder, ok := node(id).folder(); ok {
		return tea.Batch(l.loadContacts(folder), l.loadOpen())
	}
	return l.loadOpen()
}

// onContacts takes the contacts of a folder. Version is that of what was written
// when they were asked for.
func (l *listing) onContacts(folder string, version uint64, contacts []model.Contact, err error) tea.Cmd {
	delete(l.reading, folder)
	l.people.version++
	if err != nil {
		return l.unread("The contacts", err)
	}
	if _, there := l.people.folders[folder]; !there {
		return nil
	}
	if version != l.edits.Writes() { // something was written meanwhile: the list may not have it
		return l.loadContacts(folder)
	}
	l.people.setContacts(folder, contacts)
	l.Reload()
	return l.arrived()
}

func (l *listing) onEverybody(version uint64, contacts []model.Contact, err error) tea.Cmd {
	if err != nil {
		return l.unread("The contacts", err)
	}
	if version != l.edits.Writes() {
		return l.loadEverybody()
	}
	l.people.setEverybody(contacts)
	clear(l.stale)
	l.Refilter()
	return l.arrived()
}

func (l *listing) onDirectory(users []model.User, err error) tea.Cmd {
	if err != nil {
		return l.unread("The directory", err)
	}
	l.people.setUsers(users)
	l.Refilter()
	return l.arrived()
}

// arrived goes to the person that another screen asked for, once known.
func (l *listing) arrived() tea.Cmd {
	if l.wanted == "" || l.folders.Busy() || l.directory.Busy() || !l.people.complete() {
		return l.Settled()
	}
	n := l.people.find(l.wanted)
	address := l.wanted
	l.wanted = ""
	if n == "" {
		return views.Notice(views.Warning, "Nobody here has the address "+address)
	}
	l.reveal(n)
	return l.Settled()
}

// leastNote is the room that a note needs to be shown beside a name.
const leastNote = 6

// Row implements tree.Source: the name, and a note at the right.
func (l *listing) Row(id string, width int, state theme.RowState) string {
	p := row.For(l.env.Theme, state)
	who := l.people.person(node(id))
	sign, name, note := l.look(who, p)
	if name.Style = p.Styles.Strong; who.some() {
		name.Style, p.Terms = p.Styles.Text, l.Query()
	}
	if state.Marked {
		sign = row.Column{Text: text.Glyph(marks.selected.Sign(p.Glyphs)), Style: marks.selected.Look(p.Styles)}
	}
	line := []row.Column{name, {Fill: true}, {Text: note, Style: p.Styles.Muted, Gap: 2, Least: leastNote, Order: 2, Right: true, Own: true}, {Width: 1, Order: 1}}
	if !sign.Text.Empty() {
		sign.Own = true
		line[0].Gap = 1
		line = append([]row.Column{sign}, line...)
	}
	p.Columns(width, line...)
	return p.String()
}

// look is what a row shows: its sign, if any, its name and its note.
func (l *listing) look(who person, p *row.Painter) (sign, name row.Column, note text.Text) {
	folder, isFolder := who.node.folder()
	switch {
	case isFolder:
		name.Text, note = text.Clean(l.people.folders[folder].DisplayName), text.Clean(l.inside(folder))
	case who.node == directoryNode:
		name.Text = text.Literal("Directory")
		if l.people.listed != nil {
			note = text.Clean(strconv.Itoa(len(l.people.listed)))
		}
	case who.contact != nil:
		name.Text, note = text.Clean(nameOf(*who.contact)), text.Clean(who.contact.CompanyName)
	case who.user != nil:
		name.Text, note = text.Clean(who.user.DisplayName), text.Clean(who.user.JobTitle)
	}
	if who.some() {
		sign = row.Column{Text: text.Glyph(marks.person.Sign(p.Glyphs)), Style: marks.person.Look(p.Styles)}
	}
	if u := who.user; u != nil && u.UserType == model.UserResource {
		sign.Text, note = text.Glyph(marks.room.Sign(p.Glyphs)), text.Clean(u.OfficeLocation)
	}
	return sign, name, note
}

// inside says how much is in a folder, nothing while it is not known.
func (l *listing) inside(folder string) string {
	if l.reading[folder] {
		return string(l.env.Theme.Glyphs.Ellipsis)
	}
	contacts, read := l.people.contacts[folder]
	if !read || len(contacts) == 0 {
		return ""
	}
	return strconv.Itoa(len(contacts))
}
