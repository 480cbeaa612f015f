package contacts

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"daybook/model"
	"daybook/widget/text"
)

// book is what is known of folders, contacts and the directory. It holds no
// look and does no I/O.
type book struct {
	root     string
	folders  map[string]model.ContactFolder
	below    map[string][]string      // folders by parent, in order
	contacts map[string][]string      // contacts by folder, in order; absent while not read
	cards    map[string]model.Contact // by id
	users    map[string]model.User    // by id
	people   []string                 // users in order; nil while not read
	listed   map[string]string        // users by address, in lower case
	texts    map[node]text.Text       // what a filter looks in
	version  uint64                   // counts the changes, for the rows
}

func newBook() *book {
	return &book{
		folders: map[string]model.ContactFolder{}, below: map[string][]string{}, contacts: map[string][]string{},
		cards: map[string]model.Contact{}, users: map[string]model.User{}, listed: map[string]string{}, texts: map[node]text.Text{},
	}
}

// setFolders takes all folders, each after its parent.
func (b *book) setFolders(list []model.ContactFolder) {
	b.version++
	clear(b.folders)
	clear(b.below)
	for i, f := range list {
		if i == 0 {
			b.root, f.ParentFolderID = f.ID, ""
		} else if f.ParentFolderID == "" {
			f.ParentFolderID = b.root
		}
		_, known := b.folders[f.ID]
		if known || !model.Fits(f.ID, f.ParentFolderID, func(id string) string { return b.folders[id].ParentFolderID }) {
			continue // a service may answer with a loop
		}
		b.folders[f.ID] = f
		if i > 0 {
			b.below[f.ParentFolderID] = append(b.below[f.ParentFolderID], f.ID)
		}
	}
	for parent := range b.below {
		b.sortFolders(parent)
	}
	for folder := range b.contacts {
		if _, ok := b.folders[folder]; !ok {
			b.setContacts(folder, nil)
			delete(b.contacts, folder)
		}
	}
}

func (b *book) sortFolders(parent string) {
	slices.SortFunc(b.below[parent], func(x, y string) int {
		return order(b.folders[x].DisplayName, x, b.folders[y].DisplayName, y)
	})
}

// order is by name in any case, then by id so that it never wavers.
func order(name, id, otherName, otherID string) int {
	if c := strings.Compare(strings.ToLower(name), strings.ToLower(otherName)); c != 0 {
		return c
	}
	return strings.Compare(id, otherID)
}

// setContacts takes the contacts of one folder.
func (b *book) setContacts(folder string, list []model.Contact) {
	b.version++
	for _, id := range b.contacts[folder] {
		delete(b.texts, contactNode(id))
		if b.cards[id].ParentFolderID == folder { // else it was found in another meanwhile
			delete(b.cards, id)
		}
	}
	ids := make([]string, 0, len(list))
	for _, c := range list {
		c.ParentFolderID = folder
		b.cards[c.ID] = c
		ids = append(ids, c.ID)
	}
	b.contacts[folder] = ids
	b.sortContacts(folder)
}

// setEverybody takes the contacts of all folders.
func (b *book) setEverybody(list []model.Contact) {
	in := map[string][]model.Contact{}
	for _, c := range list {
		folder := c.ParentFolderID
		if _, ok := b.folders[folder]; !ok {
			folder = b.root
		}
		in[folder] = append(in[folder], c)
	}
	for folder := range b.folders {
		b.setContacts(folder, in[folder])
	}
}

// sortContacts lowers each name once: cards are large, and compared often.
func (b *book) sortContacts(folder string) {
	ids := b.contacts[folder]
	names := make(map[string]string, len(ids))
	for _, id := range ids {
		names[id] = strings.ToLower(nameOf(b.cards[id]))
	}
	slices.SortFunc(ids, func(x, y string) int {
		return cmp.Or(strings.Compare(names[x], names[y]), strings.Compare(x, y))
	})
}

// everyContact lists what was read, folder by folder.
func (b *book) everyContact() []string {
	var out []string
	for _, folder := range slices.Sorted(maps.Keys(b.contacts)) {
		out = append(out, b.contacts[folder]...)
	}
	return out
}

// complete says that the contacts of every folder were read.
func (b *book) complete() bool {
	for folder := range b.folders {
		if _, ok := b.contacts[folder]; !ok {
			return false
		}
	}
	return len(b.folders) > 0
}

func (b *book) setUsers(list []model.User) {
	b.version++
	clear(b.users)
	clear(b.listed)
	b.people = make([]string, 0, len(list))
	for _, u := range list {
		b.users[u.ID] = u
		b.people = append(b.people, u.ID)
		for _, a := range []string{u.UserPrincipalName, u.Mail} {
			if a != "" {
				b.listed[strings.ToLower(a)] = u.ID
			}
		}
		delete(b.texts, userNode(u.ID))
	}
	slices.SortFunc(b.people, func(x, y string) int {
		return order(b.users[x].DisplayName, x, b.users[y].DisplayName, y)
	})
}

// put adds a contact or lays it over the one with its id.
func (b *book) put(c model.Contact) {
	b.remove(c.ID)
	b.cards[c.ID] = c
	if ids, read := b.contacts[c.ParentFolderID]; read {
		b.contacts[c.ParentFolderID] = append(ids, c.ID)
		b.sortContacts(c.ParentFolderID)
	}
}

// remove takes a contact out.
func (b *book) remove(id string) {
	b.version++
	delete(b.texts, contactNode(id))
	c, ok := b.cards[id]
	if !ok {
		return
	}
	delete(b.cards, id)
	b.contacts[c.ParentFolderID] = without(b.contacts[c.ParentFolderID], id)
}

// putFolder adds a folder or lays it over the one with its id. The contacts
// of a new one are known: none.
func (b *book) putFolder(f model.ContactFolder) {
	b.version++
	was, had := b.folders[f.ID]
	b.folders[f.ID] = f
	delete(b.texts, folderNode(f.ID))
	if had {
		b.below[was.ParentFolderID] = without(b.below[was.ParentFolderID], f.ID)
	} else if _, read := b.contacts[f.ID]; !read {
		b.contacts[f.ID] = []string{}
	}
	b.below[f.ParentFolderID] = append(b.below[f.ParentFolderID], f.ID)
	b.sortFolders(f.ParentFolderID)
}

// removeFolder takes a folder out with what is in it.
func (b *book) removeFolder(id string) {
	b.version++
	for _, child := range slices.Clone(b.below[id]) {
		b.removeFolder(child)
	}
	for _, contact := range slices.Clone(b.contacts[id]) {
		b.remove(contact)
	}
	parent := b.folders[id].ParentFolderID
	b.below[parent] = without(b.below[parent], id)
	delete(b.folders, id)
	delete(b.below, id)
	delete(b.contacts, id)
}

func without(ids []string, id string) []string {
	return slices.DeleteFunc(ids, func(one string) bool { return one == id })
}

// path is the folders above a folder, the root first, the folder itself last.
func (b *book) path(folder string) []string {
	var up []string
	for folder != "" && len(up) <= len(b.folders) { // a service may answer with a loop
		up = append(up, folder)
		folder = b.folders[folder].ParentFolderID
	}
	slices.Reverse(up)
	return up
}

// pathName is a folder with those above it, the root left out.
func (b *book) pathName(folder string) string {
	up := b.path(folder)
	if len(up) < 2 {
		return b.folders[folder].DisplayName
	}
	names := make([]string, 0, len(up))
	for _, id := range up[1:] {
		names = append(names, b.folders[id].DisplayName)
	}
	return strings.Join(names, " / ")
}

// under says that a folder is the other or below it.
func (b *book) under(folder, other string) bool { return slices.Contains(b.path(folder), other) }

// find is the node of an address: a contact, else a user.
func (b *book) find(address string) node {
	for _, id := range b.everyContact() {
		for _, a := range b.cards[id].EmailAddresses {
			if strings.EqualFold(a.Address, address) {
				return contactNode(id)
			}
		}
	}
	if u, ok := b.user(address); ok {
		return userNode(u.ID)
	}
	return ""
}

// user is somebody of the directory by address.
func (b *book) user(address string) (model.User, bool) {
	u, ok := b.users[b.listed[strings.ToLower(address)]]
	return u, ok
}

// nameOf is what a contact is shown as.
func nameOf(c model.Contact) string {
	switch {
	case strings.TrimSpace(c.DisplayName) != "":
		return c.DisplayName
	case len(c.EmailAddresses) > 0:
		return c.EmailAddresses[0].Address
	}
	return c.CompanyName
}
