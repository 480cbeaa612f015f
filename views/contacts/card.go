package contacts

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views/extensions"
	"daybook/widget/picture"
)

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

// here is the row of the cursor, none where a filter has left no row: what is
// not seen must not be acted on.
func (m *Model) here() node {
	if m.tree.Len() == 0 {
		return ""
	}
	return node(m.tree.Cursor())
}

// current is whom the cursor is on.
func (m *Model) current() person { return m.person(m.here()) }

func (m *Model) person(n node) person {
	p := person{node: n}
	if id, ok := n.contact(); ok {
		if c, ok := m.book.cards[id]; ok {
			p.contact = &c
			if u, ok := m.book.user(p.address()); ok {
				p.listed = &u
			}
		}
	} else if id, ok := n.user(); ok {
		if u, ok := m.book.users[id]; ok {
			p.user, p.listed = &u, &u
		}
	}
	return p
}

// part is what a card reads by itself.
type part int

const (
	photoPart part = iota
	standingPart
	togetherPart
	mailsPart
	customPart
	parts
)

// about is what was read for a card.
type about struct {
	photo    Photo
	face     picture.Picture // decoded; absent says why there is none
	absent   error
	standing Standing
	together []model.Event
	mails    []model.Message
	custom   []string // the names of a contact's extensions
	whole    model.Contact
	further  [][2]string // what the card says beside the contact's fields
	read     [parts]bool
	errs     [parts]error
}

// How much of what is shared with a person a card shows, and how far ahead
// it looks.
const (
	eventsShown = 4
	mailsShown  = 5
	lookAhead   = 60 * 24 * time.Hour
)

// readings is how each part of a card is read, and of whom.
var readings = []struct {
	part  part
	needs func(person) bool
	read  func(context.Context, Service, person, time.Time, *about) error
}{
	{photoPart, person.some, func(ctx context.Context, s Service, p person, _ time.Time, a *about) error {
		whose := Whose{}
		if p.contact != nil {
			whose.Contact = p.contact.ID
		} else {
			whose.User = p.user.ID
		}
		photo, err := s.Photo(ctx, whose)
		a.setPhoto(photo)
		return err
	}},
	{standingPart, func(p person) bool { return p.listed != nil }, func(ctx context.Context, s Service, p person, _ time.Time, a *about) (err error) {
		a.standing, err = s.Standing(ctx, p.listed.ID)
		return err
	}},
	{togetherPart, hasAddress, func(ctx context.Context, s Service, p person, now time.Time, a *about) (err error) {
		a.together, err = s.Together(ctx, p.address(), now, now.Add(lookAhead), eventsShown)
		return err
	}},
	{mailsPart, hasAddress, func(ctx context.Context, s Service, p person, _ time.Time, a *about) (err error) {
		a.mails, err = s.Mails(ctx, p.address(), mailsShown)
		return err
	}},
	{customPart, func(p person) bool { return p.contact != nil }, func(ctx context.Context, s Service, p person, _ time.Time, a *about) error {
		whole, err := s.Contact(ctx, p.contact.ID)
		a.custom, a.whole = extensions.Names(whole.Extensions), whole
		return err
	}},
}

// setPhoto decodes a photo.
func (a *about) setPhoto(photo Photo) {
	if a.photo = photo; len(photo.Data) > 0 {
		a.face, a.absent = picture.Decode(photo.Data, picture.Limits{})
	}
}

func hasAddress(p person) bool { return p.address() != "" }

// complete says that nothing is left to be read for a card.
func (m *Model) complete(n node) bool {
	p := m.person(n)
	a := m.known[n]
	for _, r := range readings {
		if r.needs(p) && (a == nil || !a.read[r.part]) {
			return false
		}
	}
	return true
}

// readCard reads the card of whom the cursor has rested on.
func (m *Model) readCard() tea.Cmd {
	p := m.current()
	if !p.some() || m.complete(p.node) {
		return nil
	}
	return m.readParts(p)
}

// cardsKept bounds the cards in memory; photos are the most of them.
const cardsKept = 100

// onPart takes one part of the card of a node; of found only that is set.
func (m *Model) onPart(p part, n node, found *about, err error) tea.Cmd {
	a := m.known[n]
	if a == nil {
		if len(m.known) >= cardsKept {
			clear(m.known)
		}
		a = &about{}
		m.known[n] = a
	}
	a.read[p], a.errs[p] = true, err
	if err != nil {
		return nil
	}
	switch p {
	case photoPart:
		a.photo, a.face, a.absent = found.photo, found.face, found.absent
		return m.drawPhoto()
	case standingPart:
		a.standing = found.standing
	case togetherPart:
		a.together = found.together
	case mailsPart:
		a.mails = found.mails
	case customPart:
		a.custom = found.custom
		if m.options.Further != nil {
			a.further = m.options.Further(&found.whole)
		}
	}
	return nil
}
