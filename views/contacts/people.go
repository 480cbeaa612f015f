package contacts

import (
	"cmp"
	"maps"
	"slices"
	"strings"

	"daybook/model"
	"daybook/widget/text"
)

// people is what is known of folders, contacts and the directory. It holds no
// look and does no I/O.
type people struct {
	root     string
	folders  map[string]model.ContactFolder
	below    map[string][]string      // folders by parent, in order
	contacts map[string][]string      // contacts by folder, in order; absent while not read
	cards    map[string]model.Contact // by id
	users    map[string]model.User    // by id
	listed   []string                 // users in order; nil while not read
	at       map[string]string        // users by address, in lower case
	texts    map[node]text.Text       // what a filter looks in
	version  uint64                   // counts the changes, for the rows
}

func newPeople() *people {
	return &people{
		folders: map[string]model.ContactFolder{}, below: map[string][]string{}, contacts: map[string][]string{},
		cards: map[string]model.Contact{}, users: map[string]model.User{}, at: map[string]string{}, texts: map[node]text.Text{},
	}
}

// setFolders takes all folders, each after its parent.
func (p *people) setFolders(list []model.ContactFolder) {
	p.version++
	clear(p.folders)
	clear(p.below)
	for i, f := range list {
		if i == 0 {
			p.root, f.ParentFolderID = f.ID, ""
		} else if f.ParentFolderID == "" {
			f.ParentFolderID = p.root
		}
		_, known := p.folders[f.ID]
		if known || !model.Fits(f.ID, f.ParentFolderID, func(id string) string { return p.folders[id].ParentFolderID }) {
			continue // a service may answer with a loop
		}
		p.folders[f.ID] = f
		if i > 0 {
			p.below[f.ParentFolderID] = append(p.below[f.ParentFolderID], f.ID)
		}
	}
	for parent := range p.below {
		p.sortFolders(parent)
	}
	for folder := range p.contacts {
		if _, ok := p.folders[folder]; !ok {
			p.setContacts(folder, nil)
			delete(p.contacts, folder)
		}
	}
}

func (p *people) sortFolders(parent string) {
	slices.SortFunc(p.below[parent], func(x, y string) int {
		return order(p.folders[x].DisplayName, x, p.folders[y].DisplayName, y)
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
func (p *people) setContacts(folder string, list []model.Contact) {
	p.version++
	for _, id := range p.contacts[folder] {
		delete(p.texts, contactNode(id))
		if p.cards[id].ParentFolderID == folder { // else it was found in another meanwhile
			delete(p.cards, id)
		}
	}
	ids := make([]string, 0, len(list))
	for _, c := range list {
		c.ParentFolderID = folder
		p.cards[c.ID] = c
		ids = append(ids, c.ID)
	}
	p.contacts[folder] = ids
	p.sortContacts(folder)
}

// setEverybody takes the contacts of all folders.
func (p *people) setEverybody(list []model.Contact) {
	in := map[string][]model.Contact{}
	for _, c := range list {
		folder := c.ParentFolderID
		if _, ok := p.folders[folder]; !ok {
			folder = p.root
		}
		in[folder] = append(in[folder], c)
	}
	for folder := range p.folders {
		p.setContacts(folder, in[folder])
	}
}

// sortContacts lowers each name once: cards are large, and compared often.
func (p *people) sortContacts(folder string) {
	ids := p.contacts[folder]
	names := make(map[string]string, len(ids))
	for _, id := range ids {
		names[id] = strings.ToLower(nameOf(p.cards[id]))
	}
	slices.SortFunc(ids, func(x, y string) int {
		return cmp.Or(strings.Compare(names[x], names[y]), strings.Compare(x, y))
	})
}

// everyContact lists what was read, folder by folder.
func (p *people) everyContact() []string {
	var out []string
	for _, folder := range slices.Sorted(maps.Keys(p.contacts)) {
		out = append(out, p.contacts[folder]...)
	}
	return out
}

// complete says that the contacts of every folder were read.
func (p *people) complete() bool {
	for folder := range p.folders {
		if _, ok := p.contacts[folder]; !ok {
			return false
		}
	}
	return len(p.folders) > 0
}

func (p *people) setUsers(list []model.User) {
	p.version++
	clear(p.users)
	clear(p.at)
	p.listed = make([]string, 0, len(list))
	for _, u := range list {
		p.users[u.ID] = u
		p.listed = append(p.listed, u.ID)
		for _, a := range []string{u.UserPrincipalName, u.Mail} {
			if a != "" {
				p.at[strings.ToLower(a)] = u.ID
			}
		}
		delete(p.texts, userNode(u.ID))
	}
	slices.SortFunc(p.listed, func(x, y string) int {
		return order(p.users[x].DisplayName, x, p.users[y].DisplayName, y)
	})
}

// put adds a contact or lays it over the one with its id.
func (p *people) put(c model.Contact) {
	p.remove(c.ID)
	p.cards[c.ID] = c
	if ids, read := p.contacts[c.ParentFolderID]; read {
		p.contacts[c.ParentFolderID] = append(ids, c.ID)
		p.sortContacts(c.ParentFolderID)
	}
}

// remove takes a contact out.
func (p *people) remove(id string) {
	p.version++
	delete(p.texts, contactNode(id))
	c, ok := p.cards[id]
	if !ok {
		return
	}
	delete(p.cards, id)
	p.contacts[c.ParentFolderID] = without(p.contacts[c.ParentFolderID], id)
}

// putFolder adds a folder or lays it over the one with its id. The contacts
// of a new one are known: none.
func (p *people) putFolder(f model.ContactFolder) {
	p.version++
	was, had := p.folders[f.ID]
	p.folders[f.ID] = f
	delete(p.texts, folderNode(f.ID))
	if had {
		p.below[was.ParentFolderID] = without(p.below[was.ParentFolderID], f.ID)
	} else if _, read := p.contacts[f.ID]; !read {
		p.contacts[f.ID] = []string{}
	}
	p.below[f.ParentFolderID] = append(p.below[f.ParentFolderID], f.ID)
	p.sortFolders(f.ParentFolderID)
}

// removeFolder takes a folder out with what is in it.
func (p *people) removeFolder(id string) {
	p.version++
	for _, child := range slices.Clone(p.below[id]) {
		p.removeFolder(child)
	}
	for _, contact := range slices.Clone(p.contacts[id]) {
		p.remove(contact)
	}
	parent := p.folders[id].ParentFolderID
	p.below[parent] = without(p.below[parent], id)
	delete(p.folders, id)
	delete(p.below, id)
	delete(p.contacts, id)
}

func without(ids []string, id string) []string {
	return slices.DeleteFunc(ids, func(one string) bool { return one == id })
}

// path is the folders above a folder, the root first, the folder itself last.
func (p *people) path(folder string) []string {
	var up []string
	for folder != "" && len(up) <= len(p.folders) { // a service may answer with a loop
		up = append(up, folder)
		folder = p.folders[folder].ParentFolderID
	}
	slices.Reverse(up)
	return up
}

// pathName is a folder with those above it, the root left out.
func (p *people) pathName(folder string) string {
	up := p.path(folder)
	if len(up) < 2 {
		return p.folders[folder].DisplayName
	}
	names := make([]string, 0, len(up))
	for _, id := range up[1:] {
		names = append(names, p.folders[id].DisplayName)
	}
	return strings.Join(names, " / ")
}

// under says that a folder is the other or below it.
func (p *people) under(folder, other string) bool { return slices.Contains(p.path(folder), other) }

// find is the node of an address: a contact, else a user.
func (p *people) find(address string) node {
	for _, id := range p.everyContact() {
		for _, a := range p.cards[id].EmailAddresses {
			if strings.EqualFold(a.Address, address) {
				return contactNode(id)
			}
		}
	}
	if u, ok := p.user(address); ok {
		return userNode(u.ID)
	}
	return ""
}

// user is somebody of the directory by address.
func (p *people) user(address string) (model.User, bool) {
	u, ok := p.users[p.at[strings.ToLower(address)]]
	return u, ok
}

// person is who a row is about, nobody for any other.
func (p *people) person(n node) person {
	who := person{node: n}
	if id, ok := n.contact(); ok {
		if c, ok := p.cards[id]; ok {
			who.contact = &c
			if u, ok := p.user(who.address()); ok {
				who.listed = &u
			}
		}
	} else if id, ok := n.user(); ok {
		if u, ok := p.users[id]; ok {
			who.user, who.listed = &u, &u
		}
	}
	return who
}

// above are the rows over a row, the root first.
func (p *people) above(n node) []string {
	if id, ok := n.contact(); ok {
		return marked(folderMark, p.path(p.cards[id].ParentFolderID))
	} else if id, ok := n.folder(); ok {
		if up := p.path(id); len(up) > 0 {
			return marked(folderMark, up[:len(up)-1])
		}
	} else if _, ok := n.user(); ok {
		return []string{string(directoryNode)}
	}
	return nil
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

// person is whom a card is about.
type person struct {
	node    node
	contact *model.Contact // one of the two
	user    *model.User
	// listed is the entry of the directory: the user, or who has the first
	// address of the contact.
	listed *model.User
}

func (p person) some() bool { return p.contact != nil || p.user != nil }

func (p person) name() string {
	if p.contact != nil {
		return nameOf(*p.contact)
	}
	return p.user.DisplayName
}

// addresses are the person's, the first the one to write to.
func (p person) addresses() []model.EmailAddress {
	switch {
	case p.contact != nil:
		return p.contact.EmailAddresses
	case p.user != nil && p.user.Mail != "":
		return []model.EmailAddress{{Name: p.user.DisplayName, Address: p.user.Mail}}
	}
	return nil
}

func (p person) address() string {
	if a := p.addresses(); len(a) > 0 {
		return a[0].Address
	}
	return ""
}
