package bridge

import (
	"context"
	"math"
	"slices"
	"sort"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/sync/errgroup"

	"daybook/api"
	"daybook/model"
)

// People completes names and addresses from four sources: whom one has written
// to, the contacts, the directory, and who wrote the mail that is here. Those
// written to often and of late come first.
type People struct {
	*shared
	scores   cache[map[string]*correspondent] // of the sent mail
	contacts cache[[]model.EmailAddress]
	rooms    cache[roomList]
}

// roomList are the organization's rooms, or why they are not told.
type roomList struct {
	rooms   []model.EmailAddress
	refused error
}

type correspondent struct {
	address model.EmailAddress
	score   float64
}

// The sent mail that the ranking reads, and how fast a message's weight halves.
const (
	sentRead     = 300
	sentHalfLife = 30 * 24 * time.Hour
)

// The contacts that are read where the service cannot look for the beginning
// of an address.
const contactsRead = 2000

// Complete returns at most most people whose name, one of its words or
// address begins so, in any case. What the directory knows as a room is none.
// A source that does not answer is left out.
func (p *People) Complete(ctx context.Context, beginning string, most int) ([]model.EmailAddress, error) {
	beginning = strings.ToLower(strings.TrimSpace(beginning))
	if beginning == "" {
		return nil, nil
	}
	var contacts, users, rooms, senders []model.EmailAddress
	group, ctx := errgroup.WithContext(ctx)
	group.Go(func() error { senders = p.senders(ctx, beginning); return nil })
	group.Go(func() error { contacts = p.contactsLike(ctx, beginning); return nil })
	group.Go(func() error { users, rooms = p.users(ctx, beginning); return nil })
	scores := p.correspondents(ctx)
	_ = group.Wait() // the sources report nothing: an empty one is no error

	found := map[string]model.EmailAddress{}
	for _, source := range [][]model.EmailAddress{addressesOf(scores), contacts, users, senders} {
		for _, a := range source {
			key := strings.ToLower(a.Address)
			if had, ok := found[key]; a.Address != "" && begins(a, beginning) && (!ok || had.Name == "") {
				found[key] = a
			}
		}
	}
	for _, room := range rooms { // one may have been written to
		delete(found, strings.ToLower(room.Address))
	}
	out := make([]model.EmailAddress, 0, len(found))
	for _, a := range found {
		out = append(out, a)
	}
	rank := func(a model.EmailAddress) float64 {
		if c := scores[strings.ToLower(a.Address)]; c != nil {
			return c.score
		}
		return 0
	}
	sort.Slice(out, func(i, j int) bool {
		if a, b := rank(out[i]), rank(out[j]); a != b {
			return a > b
		}
		return strings.ToLower(out[i].Name+out[i].Address) < strings.ToLower(out[j].Name+out[j].Address)
	})
	return out[:min(most, len(out))], nil
}

func begins(a model.EmailAddress, beginning string) bool {
	if strings.HasPrefix(strings.ToLower(a.Address), beginning) || strings.HasPrefix(strings.ToLower(a.Name), beginning) {
		return true
	}
	for _, word := range strings.Fields(strings.ToLower(a.Name)) {
		if strings.HasPrefix(word, beginning) {
			return true
		}
	}
	return false
}

func addressesOf(scores map[string]*correspondent) []model.EmailAddress {
	out := make([]model.EmailAddress, 0, len(scores))
	for _, c := range scores {
		out = append(out, c.address)
	}
	return out
}

// contactsLike are the contacts whose name or address begins so, and may be
// others beside.
func (p *People) contactsLike(ctx context.Context, beginning string) []model.EmailAddress {
	if p.client.Dialect() == api.Microsoft {
		return p.allContacts(ctx)
	}
	page, err := p.client.Me().Contacts(ctx, api.Top(20), api.Select("displayName", "emailAddresses"), api.Filter(api.Or(
		api.StartsWith("displayName", beginning), api.StartsWith("surname", beginning),
		api.Any("emailAddresses", api.StartsWith("address", beginning)))))
	if err != nil {
		return nil
	}
	return addressesIn(page.Value)
}

// sendersRead is how many messages are looked at for who wrote them.
const sendersRead = 50

// senders are who wrote mail from somebody whose name or address has a word that
// begins as the first one given does.
func (p *People) senders(ctx context.Context, beginning string) []model.EmailAddress {
	words := strings.FieldsFunc(beginning, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) })
	if len(words) == 0 || utf8.RuneCountInString(words[0]) < 2 { // nearly everybody
		return nil
	}
	page, err := p.client.Me().Messages(ctx, api.Top(sendersRead), api.Select("from"), api.Search("from:"+words[0]+"*"))
	if err != nil {
		return nil
	}
	var out []model.EmailAddress
	for _, m := range page.Value {
		if m.From != nil {
			out = append(out, m.From.EmailAddress)
		}
	}
	return out
}

func addressesIn(contacts []model.Contact) []model.EmailAddress {
	var out []model.EmailAddress
	for _, c := range contacts {
		for _, a := range c.EmailAddresses {
			a.Name = c.DisplayName
			out = append(out, a)
		}
	}
	return out
}

// allContacts are the contacts, read once in a while: the microsoft dialect's
// service compares whole addresses alone.
func (p *People) allContacts(ctx context.Context) []model.EmailAddress {
	all, _ := p.contacts.get(ctx, p.Now, func(ctx context.Context) ([]model.EmailAddress, error) {
		page, err := p.client.Me().Contacts(ctx, api.Top(contactPage), api.Select("displayName", "emailAddresses"))
		if err != nil {
			return nil, err
		}
		var all []model.Contact
		for c, err := range page.All(ctx) {
			if err != nil || len(all) == contactsRead {
				break
			}
			all = append(all, c)
		}
		return addressesIn(all), nil
	}) // without them others are completed
	return all
}

// users are the directory's people and rooms whose name or address begins so.
func (p *People) users(ctx context.Context, beginning string) (people, rooms []model.EmailAddress) {
	page, err := p.client.Users(ctx, api.Top(20), p.Rights.readable(p.kinds("displayName", "mail")...), api.Filter(api.Or(
		api.StartsWith("displayName", beginning), api.StartsWith("surname", beginning), api.StartsWith("mail", beginning))))
	if err != nil {
		return nil, nil
	}
	p.markRooms(ctx, page.Value)
	for _, u := range page.Value {
		a := model.EmailAddress{Name: u.DisplayName, Address: u.Mail}
		if strings.EqualFold(u.UserType, model.UserResource) {
			rooms = append(rooms, a)
		} else {
			people = append(people, a)
		}
	}
	return people, rooms
}

// roomsRead is how many rooms are looked through.
const roomsRead = 400

// Rooms returns at most most of the directory's rooms and equipment whose
// name, one of its words or address begins so, in any case.
func (p *People) Rooms(ctx context.Context, beginning string, most int) ([]model.EmailAddress, error) {
	beginning = strings.ToLower(strings.TrimSpace(beginning))
	if beginning == "" {
		return nil, nil
	}
	all, err := p.allRooms(ctx)
	if err != nil {
		return nil, err
	}
	var out []model.EmailAddress
	for _, a := range all {
		if a.Address != "" && begins(a, beginning) {
			out = append(out, a)
		}
	}
	return out[:min(most, len(out))], nil
}

// kinds are fields of users, and where the directory tells rooms by it, what
// kind of user each is.
func (p *People) kinds(fields ...string) []string {
	if p.client.Dialect() == api.Microsoft {
		return fields
	}
	return append(fields, "userType")
}

func (p *People) allRooms(ctx context.Context) ([]model.EmailAddress, error) {
	if p.client.Dialect() == api.Microsoft {
		return p.publicRooms(ctx)
	}
	page, err := p.client.Users(ctx, api.Top(roomsRead), api.Select(p.kinds("displayName", "mail")...),
		api.Filter(api.Eq("userType", model.UserResource)))
	if err != nil {
		return nil, err
	}
	var out []model.EmailAddress
	for _, u := range page.Value {
		if strings.EqualFold(u.UserType, model.UserResource) {
			out = append(out, model.EmailAddress{Name: u.DisplayName, Address: u.Mail})
		}
	}
	return out, nil
}

// publicRooms are the organization's rooms in the microsoft dialect, where the
// accounts of rooms look like anybody's: asked for once in a while, as far as
// the right to it is there.
func (p *People) publicRooms(ctx context.Context) ([]model.EmailAddress, error) {
	const what = "rooms"
	if err := p.Rights.need(directoryTier, what); err != nil {
		return nil, err
	}
	list, err := p.rooms.get(ctx, p.Now, func(ctx context.Context) (list roomList, err error) {
		rooms, err := p.client.AllRooms(ctx, roomsRead)
		if err != nil && !api.IsRefusal(err) {
			return list, err
		}
		for _, r := range rooms {
			list.rooms = append(list.rooms, model.EmailAddress{Name: r.DisplayName, Address: r.EmailAddress})
		}
		list.refused = p.Rights.refused(err, directoryTier, what)
		return list, nil
	})
	if err == nil {
		err = list.refused
	}
	return list.rooms, err
}

// markRooms gives those of the directory that are rooms their type, where it
// has none for them.
func (p *People) markRooms(ctx context.Context, users []model.User) {
	if p.client.Dialect() != api.Microsoft {
		return
	}
	rooms, _ := p.publicRooms(ctx) // without it rooms look like people
	for i, u := range users {
		if u.Mail != "" && slices.ContainsFunc(rooms, func(r model.EmailAddress) bool { return strings.EqualFold(r.Address, u.Mail) }) {
			users[i].UserType = model.UserResource
		}
	}
}

// correspondents scores whom the newest sent mail went to: each message
// counts one, halved with every sentHalfLife of its age.
func (p *People) correspondents(ctx context.Context) map[string]*correspondent {
	scores, _ := p.scores.get(ctx, p.Now, p.readScores) // without them the order is that of names
	return scores
}

func (p *People) readScores(ctx context.Context) (map[string]*correspondent, error) {
	page, err := p.client.Me().MailFolder(model.FolderSentItems).Messages(ctx, api.Top(sentRead),
		api.Select("toRecipients", "ccRecipients", "sentDateTime"))
	if err != nil {
		return nil, err
	}
	now := p.Now()
	scores := map[string]*correspondent{}
	for _, m := range page.Value {
		weight := 1.0
		if m.SentDateTime != nil {
			weight = halved(now.Sub(*m.SentDateTime))
		}
		for _, r := range append(m.ToRecipients, m.CcRecipients...) {
			key := strings.ToLower(r.EmailAddress.Address)
			if scores[key] == nil {
				scores[key] = &correspondent{address: r.EmailAddress}
			}
			scores[key].score += weight
		}
	}
	return scores, nil
}

// halved is the weight of a message of that age.
func halved(age time.Duration) float64 {
	return math.Exp2(-float64(max(0, age)) / float64(sentHalfLife))
}
