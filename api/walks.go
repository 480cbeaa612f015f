package api

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"

	"daybook/model"
)

// mostCollected bounds a list that is read to its end.
const mostCollected = 50_000

var errMany = fmt.Errorf("the list is too large to show: it has more than %d items", mostCollected)

// Collect reads a list to its end, as in Collect(ctx, u.Categories, Top(50)):
// each item once, as a service may name one twice. Of a list that leads
// nowhere it is what came until then (see ErrEndless).
func Collect[T any](ctx context.Context, list func(context.Context, ...Option) (*Page[T], error),
	opts ...Option) ([]T, error) {
	first, err := list(ctx, opts...)
	return CollectFrom(ctx, first, err)
}

// CollectFrom is Collect from the first page on, with the error that came with
// it.
func CollectFrom[T any](ctx context.Context, first *Page[T], err error) ([]T, error) {
	if err != nil {
		return nil, err
	}
	var out []T
	known := map[string]bool{}
	for v, err := range first.All(ctx) {
		e, _ := any(v).(interface{ Identity() string })
		switch {
		case errors.Is(err, ErrEndless):
			return out, nil
		case err != nil:
			return nil, err
		case len(out) == mostCollected:
			return nil, errMany
		case e != nil && e.Identity() != "" && known[e.Identity()]:
			continue
		case e != nil:
			known[e.Identity()] = true
		}
		out = append(out, v)
	}
	return out, nil
}

// folderPage is how many folders are asked for at once.
const folderPage = 200

// MailFolderTree walks all folders of the mailbox, level by level, each behind
// the one that it is in; those at the top have no ParentFolderID, whatever the
// service has there. WellKnownName is set in both dialects. With an error it is
// what was read until then; nil where not even the top could be read.
func (u UserRef) MailFolderTree(ctx context.Context) ([]model.MailFolder, error) {
	top, err := Collect(ctx, u.MailFolders, Top(folderPage))
	if err != nil {
		return nil, err
	}
	all, _, err := model.Grow(top, model.MailFolder.Identity, func(f model.MailFolder) ([]model.MailFolder, error) {
		if f.ChildFolderCount == 0 {
			return nil, nil
		}
		below, err := Collect(ctx, u.MailFolder(f.ID).ChildFolders, Top(folderPage))
		for i := range below {
			below[i].ParentFolderID = f.ID // whatever it says: two answers may not make a circle
		}
		return below, err
	})
	if err != nil {
		return all, err
	}
	return all, u.nameFolders(ctx, all)
}

// folderNames are the names of the folders that every mailbox has, by mailbox
// and id, as far as they had to be asked for.
type folderNames struct {
	mu sync.Mutex // held over no request
	of map[string]map[string]string
}

func (n *folderNames) load(mailbox string) map[string]string {
	n.mu.Lock()
	defer n.mu.Unlock()
	return maps.Clone(n.of[mailbox])
}

func (n *folderNames) save(mailbox string, names map[string]string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	if n.of == nil {
		n.of = map[string]map[string]string{}
	}
	n.of[mailbox] = names
}

// nameFolders says which of the folders every mailbox has. The microsoft
// dialect's service does not: it finds them by these names, and one that is
// not there (an archive that was never used) is none.
func (u UserRef) nameFolders(ctx context.Context, all []model.MailFolder) error {
	if u.box.c.cfg.Dialect != Microsoft {
		return nil
	}
	known := u.box.c.folders.load(u.box.path)
	if known == nil {
		known = map[string]string{}
	}
	var missing []string
	var requests []*Request
	for _, name := range model.WellKnownFolders() {
		if !slices.Contains(slices.Collect(maps.Values(known)), name) {
			missing = append(missing, name)
			requests = append(requests, u.MailFolder(name).GetRequest(Select("id")))
		}
	}
	replies, err := u.box.c.DoAll(ctx, requests...)
	if err != nil {
		return err
	}
	for i, r := range replies {
		var folder model.MailFolder
		switch err := r.Decode(&folder); {
		case errors.Is(err, model.ErrNotFound):
		case err != nil:
			return err
		default:
			known[folder.ID] = missing[i]
		}
	}
	u.box.c.folders.save(u.box.path, known)
	for i := range all {
		all[i].WellKnownName = known[all[i].ID]
	}
	return nil
}

// contactRoot is the name of the contact folder that the others are in.
const contactRoot = "contacts"

// ContactFolderTree walks all contact folders, level by level, each behind the
// one that it is in. The first holds the others and has no ParentFolderID. It
// is nil with an error.
func (u UserRef) ContactFolderTree(ctx context.Context) ([]model.ContactFolder, error) {
	root, err := u.ContactFolder(contactRoot).Get(ctx)
	if err != nil {
		return nil, err
	}
	root.ParentFolderID = ""
	all, _, err := model.Grow([]model.ContactFolder{root}, model.ContactFolder.Identity,
		func(f model.ContactFolder) ([]model.ContactFolder, error) {
			list := u.ContactFolder(f.ID).ChildFolders
			if f.ID == root.ID {
				list = u.ContactFolders
			}
			below, err := Collect(ctx, list)
			for i := range below {
				below[i].ParentFolderID = f.ID
			}
			return below, err
		})
	if err != nil {
		return nil, err
	}
	return all, nil
}

// idsAtOnce is how many messages are asked for in one call.
const idsAtOnce = 100

// MessagesByID gets messages in batches, those that are gone left out.
func (u UserRef) MessagesByID(ctx context.Context, ids []string, opts ...Option) ([]model.Message, error) {
	var out []model.Message
	for part := range slices.Chunk(ids, idsAtOnce) {
		var requests []*Request
		for _, id := range part {
			requests = append(requests, u.Message(id).GetRequest(opts...))
		}
		replies, err := u.box.c.DoAll(ctx, requests...)
		if err != nil {
			return nil, err
		}
		for _, r := range replies {
			var m model.Message
			switch err := r.Decode(&m); {
			case errors.Is(err, model.ErrNotFound):
			case err != nil:
				return nil, err
			default:
				out = append(out, m)
			}
		}
	}
	return out, nil
}

// roomsPage is how many rooms the public interface answers at once.
const roomsPage = 100

// AllRooms reads the rooms of the organization, at most most of them, each
// address once. It goes on where a page ends with no link to the next: of this
// list none is documented, but $skip is
// (https://learn.microsoft.com/graph/api/place-list). Those that came before a
// failure on a later page are rooms, and no error.
func (c *Client) AllRooms(ctx context.Context, most int) ([]model.Room, error) {
	var rooms []model.Room
	known := map[string]bool{}
	for read, more := 0, true; more && len(rooms) < most; {
		page, err := c.Rooms(ctx, Top(roomsPage), Skip(read), Select("displayName", "emailAddress"))
		if err != nil {
			return nil, err
		}
		before := len(rooms)
		for r, err := range page.All(ctx) {
			if err != nil || len(rooms) == most {
				return rooms, nil
			}
			read++
			if key := strings.ToLower(r.EmailAddress); key != "" && !known[key] {
				known[key] = true
				rooms = append(rooms, r)
			}
		}
		more = len(rooms) > before && read%roomsPage == 0
	}
	return rooms, nil
}

// FindPerson is the name behind an address, in the directory or else among the
// contacts, and where their photo is. Whom nobody knows is model.ErrNotFound.
func (c *Client) FindPerson(ctx context.Context, address string) (name string, photo PhotoRef, err error) {
	user, err := c.User(address).Get(ctx)
	if err == nil {
		return user.DisplayName, c.User(user.ID).Photo(), nil
	}
	if !errors.Is(err, model.ErrNotFound) {
		return "", PhotoRef{}, err
	}
	return findContact(ctx, c.Me(), address)
}

func findContact(ctx context.Context, u UserRef, address string) (name string, photo PhotoRef, err error) {
	page, err := u.Contacts(ctx, Top(1), Select("id", "displayName"),
		Filter(Any("emailAddresses", Eq("x/address", address))))
	if err != nil {
		return "", PhotoRef{}, err
	}
	if len(page.Value) == 0 {
		return "", PhotoRef{}, model.Errorf(model.CodeNotFound,
			"nobody in the directory or among the contacts is called %s", address)
	}
	return page.Value[0].DisplayName, u.Contact(page.Value[0].ID).Photo(), nil
}

// PhotoOf reads the photo that belongs to an address, nil where there is none.
// The directory is asked for the photo at once, as most who write are in it
// and one request is enough then.
func (c *Client) PhotoOf(ctx context.Context, address string) ([]byte, error) {
	data, err := c.User(address).Photo().Data(ctx)
	if err != nil || data != nil {
		return data, err
	}
	_, photo, err := findContact(ctx, c.Me(), address)
	if err != nil {
		return nil, unlessGone(err)
	}
	return photo.Data(ctx)
}
