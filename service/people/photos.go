package people

import (
	"errors"
	"net/http"
	"strconv"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// photoOf finds the owner of a photo that the path names; changed notes a
// change of it.
type photoOf struct {
	find    func(r *rest.Request, tx *store.Tx, mailbox int64) (store.Owner, error)
	changed func(tx *store.Tx, o store.Owner) error
	whose   func(r *rest.Request) string // for a 404
}

var (
	mailboxPhoto = photoOf{
		find:  mailboxOwner,
		whose: func(r *rest.Request) string { return r.Mailbox.PrincipalName },
	}
	contactPhoto = photoOf{
		find:    contactOwner,
		changed: func(tx *store.Tx, o store.Owner) error { return touchContact(tx, o.Mailbox, o.ID) },
		whose:   func(r *rest.Request) string { return "the contact " + strconv.Quote(r.Key("contact")) },
	}
	groupPhoto = photoOf{
		find:  mailboxOwner,
		whose: func(r *rest.Request) string { return "the group " + strconv.Quote(r.Key("group")) },
	}
)

// mailboxOwner is the user or group of the path as the owner of its photo.
func mailboxOwner(_ *rest.Request, _ *store.Tx, mailbox int64) (store.Owner, error) {
	return MailboxOwner(mailbox), nil
}

// photoRoutes are the rows for the photo of what is at base. read and write
// give the scopes and who else is reached.
func (a *Area) photoRoutes(base string, of photoOf, read, write rest.Route) []rest.Route {
	photo, value := base+"/photo", base+"/photo/$value"
	put := write.At(http.MethodPut, value, "PutPhoto", rest.WritesWith(readPhoto, of.put))
	put.MaxBody, put.Accepts = MaxPhoto, []string{"image/jpeg", "image/png", "image/gif", "application/octet-stream"}
	details := func(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
		return of.details(r, tx, mailbox, a.schemas.PhotoDetails)
	}
	return []rest.Route{
		read.At(http.MethodGet, photo, "GetPhotoMetadata", rest.Reads(details)),
		read.At(http.MethodGet, value, "GetPhoto", rest.Reads(of.get)),
		put,
		write.At(http.MethodDelete, value, "DeletePhoto", rest.Writes(of.delete)),
	}
}

func (of photoOf) get(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	o, err := of.find(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	p, err := FindPhoto(tx, o)
	if errors.Is(err, model.ErrNotFound) {
		err = model.Errorf(model.CodeNotFound, "there is no photo of %s", of.whose(r))
	}
	return rest.Bytes(http.StatusOK, p.ContentType, p.Content).With("ETag", p.ETag), err
}

// details describes the photo; where there is none, the placeholder of part
// 4.10.
func (of photoOf) details(r *rest.Request, tx *store.Tx, mailbox int64, schema *odata.Schema) (rest.Reply, error) {
	o, err := of.find(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	details := model.ProfilePhoto{ID: "1X1", Width: 1, Height: 1, MediaContentType: "image/gif"}
	p, err := photoDetails(tx, o)
	if err == nil {
		details = model.ProfilePhoto{ID: strconv.Itoa(p.Width) + "X" + strconv.Itoa(p.Height), Width: p.Width, Height: p.Height,
			MediaContentType: p.ContentType, MediaETag: p.ETag}
	} else if !errors.Is(err, model.ErrNotFound) {
		return rest.Reply{}, err
	}
	return rest.One(r, schema, &details)
}

// readPhoto reads the new photo. Its type is what its bytes say, whatever the
// header does: it is served to others with it.
func readPhoto(r *rest.Request) (Photo, error) {
	body, err := r.ReadBody()
	if err != nil {
		return Photo{}, err
	}
	return ReadPhoto(body)
}

func (of photoOf) put(r *rest.Request, tx *store.Tx, mailbox int64, photo Photo) (rest.Reply, error) {
	return rest.Reply{Status: http.StatusOK}, of.change(r, tx, mailbox, func(o store.Owner) error {
		if err := matchPhoto(tx, r, o); err != nil {
			return err
		}
		return SetPhoto(tx, o, photo)
	})
}

func (of photoOf) delete(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	return rest.NoContent(), of.change(r, tx, mailbox, func(o store.Owner) error {
		if _, err := photoDetails(tx, o); err != nil {
			return err
		}
		if err := matchPhoto(tx, r, o); err != nil {
			return err
		}
		return deletePhoto(tx, o)
	})
}

func (of photoOf) change(r *rest.Request, tx *store.Tx, mailbox int64, change func(store.Owner) error) error {
	o, err := of.find(r, tx, mailbox)
	if err != nil {
		return err
	}
	if err := change(o); err != nil || of.changed == nil {
		return err
	}
	return of.changed(tx, o)
}

// matchPhoto holds If-Match against the photo's etag.
func matchPhoto(tx *store.Tx, r *rest.Request, o store.Owner) error {
	p, err := photoDetails(tx, o)
	if err != nil && !errors.Is(err, model.ErrNotFound) {
		return err
	}
	return r.CheckETag(p.ETag)
}
