package bridge

import (
	"context"
	"errors"
	"maps"
	"strings"
	"time"

	"daybook/api"
	"daybook/model"
	"daybook/views/contacts"
)

// Contacts are contacts, directory, and what is shared with people, as the
// People screen needs them.
type Contacts struct{ *shared }

var _ contacts.Service = (*Contacts)(nil)

// Sizes of the pages asked for, and bounds of what is followed.
const (
	contactPage  = 500
	userPage     = 200
	longestChain = 20
)

// Folders are all folders, the one that holds the others first.
func (b *Contacts) Folders(ctx context.Context) ([]model.ContactFolder, error) {
	all, err := b.client.Me().ContactFolderTree(ctx)
	if all == nil {
		err = b.Rights.own(err, "contacts")
	}
	return all, err
}

// Contacts lists a folder, or everything.
func (b *Contacts) Contacts(ctx context.Context, folder string) ([]model.Contact, error) {
	list := b.client.Me().Contacts
	if folder != "" {
		list = b.client.Me().ContactFolder(folder).Contacts
	}
	all, err := api.Collect(ctx, list, api.Top(contactPage))
	return all, b.Rights.own(err, "contacts")
}

// Directory lists everybody.
func (b *Contacts) Directory(ctx context.Context) ([]model.User, error) {
	page, err := b.client.Users(ctx, append(b.userFields(), api.Top(userPage))...)
	if errors.Is(err, model.ErrAccessDenied) && b.client.Dialect() == api.Microsoft { // it tells less without an administrator
		page, err = b.client.Users(ctx, api.Top(userPage))
	}
	users, err := api.CollectFrom(ctx, page, err)
	if err == nil {
		b.people.markRooms(ctx, users)
	}
	return users, b.Rights.own(err, "the directory")
}

// publicFields are what cards show of people, the first of them without any
// right to the directory.
var publicFields = []string{"displayName", "givenName", "surname", "jobTitle", "officeLocation", "mail", "userPrincipalName", "mobilePhone",
	"businessPhones", "department", "city", "country", "state", "streetAddress", "postalCode"}

// userFields ask for what cards show of people. The microsoft dialect's
// service leaves out most of it otherwise, the contract's has all.
func (b *Contacts) userFields() []api.Option {
	if b.client.Dialect() != api.Microsoft || b.Rights.need(directoryTier, "") != nil {
		return nil
	}
	return []api.Option{api.Select(publicFields...)}
}

// Standing follows the managers up and lists the reports.
func (b *Contacts) Standing(ctx context.Context, user string) (contacts.Standing, error) {
	var out contacts.Standing
	const what = "managers and reports"
	if err := b.Rights.need(directoryTier, what); err != nil {
		return out, err
	}
	seen := map[string]bool{"": true, user: true}
	for at := user; len(out.Above) < longestChain; {
		up, err := b.client.User(at).Manager(ctx, b.userFields()...)
		if errors.Is(err, model.ErrNotFound) || err == nil && seen[up.ID] {
			break
		}
		if err != nil {
			return out, b.Rights.refused(err, directoryTier, what)
		}
		seen[up.ID] = true
		out.Above = append(out.Above, up)
		at = up.ID
	}
	var err error
	out.Reports, err = api.Collect(ctx, b.client.User(user).DirectReports, b.userFields()...)
	return out, b.Rights.refused(err, directoryTier, what)
}

func (b *Contacts) photo(whose contacts.Whose) api.PhotoRef {
	if whose.Contact != "" {
		return b.client.Me().Contact(whose.Contact).Photo()
	}
	return b.client.User(whose.User).Photo()
}

// Photo reads what is said of a photo, and the photo if there is one.
func (b *Contacts) Photo(ctx context.Context, whose contacts.Whose) (contacts.Photo, error) {
	data, info, err := b.photo(whose).Described(ctx)
	return contacts.Photo{Data: data, Info: info}, b.Rights.own(err, "photos")
}

// Together looks through the calendar for the events that an address is
// invited to, or invites to.
func (b *Contacts) Together(ctx context.Context, address string, from, to time.Time, most int) ([]model.Event, error) {
	page, err := b.client.Me().CalendarView(ctx, from, to, api.Top(eventPage), api.OrderBy("start/dateTime"),
		api.Select("subject", "start", "end", "attendees", "organizer", "isCancelled", "isAllDay"))
	if err != nil {
		return nil, b.Rights.own(err, "events")
	}
	var out []model.Event
	for e, err := range page.All(ctx) {
		if err != nil {
			return nil, err
		}
		if takesPart(e, address) && !e.IsCancelled {
			if out = append(out, e); len(out) == most {
				break
			}
		}
	}
	return out, nil
}

func takesPart(e model.Event, address string) bool {
	if e.Organizer != nil && strings.EqualFold(e.Organizer.EmailAddress.Address, address) {
		return true
	}
	for _, a := range e.Attendees {
		if strings.EqualFold(a.EmailAddress.Address, address) {
			return true
		}
	}
	return false
}

// People completes names and addresses.
func (b *Contacts) People(ctx context.Context, beginning string) ([]model.EmailAddress, error) {
	return b.people.Complete(ctx, beginning, suggestions)
}

// Mails asks for the newest from an address.
func (b *Contacts) Mails(ctx context.Context, address string, most int) ([]model.Message, error) {
	page, err := b.client.Me().Messages(ctx, api.Search("from:"+quoted(address)), api.Top(most),
		api.Select("subject", "receivedDateTime", "isRead"))
	if err != nil {
		return nil, b.Rights.own(err, "mail")
	}
	return page.Value[:min(most, len(page.Value))], nil
}

// Contact reads a contact whole.
func (b *Contacts) Contact(ctx context.Context, id string) (model.Contact, error) {
	ref := b.client.Me().Contact(id)
	c, err := ref.Get(ctx, withExtensions(b.client, wholeExtensions)...)
	if err != nil {
		return c, err
	}
	return c, customData(ctx, b.client, ref.Extensions, &c.Extensions)
}

// Create adds a contact to its folder.
func (b *Contacts) Create(ctx context.Context, c model.Contact) (model.Contact, error) {
	return api.CreateAmong(ctx,
		func(ctx context.Context) ([]model.Contact, error) { return b.Contacts(ctx, c.ParentFolderID) },
		func(ctx context.Context) (model.Contact, error) {
			return b.client.Me().ContactFolder(c.ParentFolderID).CreateContact(ctx, c)
		},
		func(is model.Contact) bool { return is.DisplayName == c.DisplayName && is.Surname == c.Surname })
}

// SetPhoto gives a contact a photo, or takes it away.
func (b *Contacts) SetPhoto(ctx context.Context, id string, p contacts.Photo) error {
	return b.client.Me().Contact(id).Photo().Set(ctx, p.Data, p.Info.MediaContentType)
}

// Change sets properties of a contact.
func (b *Contacts) Change(ctx context.Context, id string, patch map[string]any) error {
	if _, named := patch["displayName"]; !named && b.client.Dialect() == api.Microsoft {
		// Its service makes the name anew from the parts wherever it is not said.
		is, err := b.client.Me().Contact(id).Get(ctx, api.Select("displayName"))
		if err != nil {
			return err
		}
		if is.DisplayName != "" {
			patch = maps.Clone(patch)
			patch["displayName"] = is.DisplayName
		}
	}
	_, err := b.client.Me().Contact(id).Update(ctx, patch)
	return err
}

// Delete removes a contact.
func (b *Contacts) Delete(ctx context.Context, id string) error {
	return b.client.Me().Contact(id).Delete(ctx)
}

// CreateFolder makes a folder; those of the root are made at the top.
func (b *Contacts) CreateFolder(ctx context.Context, parent, name string) (model.ContactFolder, error) {
	f, err := b.client.Me().ContactFolder(parent).CreateChildFolder(ctx, name)
	return api.ReconcileCreate(ctx, f, err, b.Folders,
		func(f model.ContactFolder) bool { return f.ParentFolderID == parent && f.DisplayName == name })
}

// ChangeFolder renames or moves a folder.
func (b *Contacts) ChangeFolder(ctx context.Context, id string, patch model.ContactFolderPatch) error {
	_, err := b.client.Me().ContactFolder(id).Update(ctx, patch)
	return err
}

// DeleteFolder removes a folder with what is in it.
func (b *Contacts) DeleteFolder(ctx context.Context, id string) error {
	return b.client.Me().ContactFolder(id).Delete(ctx)
}
