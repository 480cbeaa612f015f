package people

import (
	"errors"
	"net/http"
	"strconv"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// photoOf finds the owner of a photo that the path names; changed notes a
// change of it.
type photoOf struct {
	find    func(tx *store.Tx, r *rest.Request) (store.Owner, error)
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
		changed: func(tx *store.Tx, o store.Owner) error { return tx.TouchContact(o.Mailbox, o.ID) },
		whose:   func(r *rest.Request) string { return "the contact " + strconv.Quote(r.Key("contact")) },
	}
	groupPhoto = photoOf{
		find:  mailboxOwner,
		whose: func(r *rest.Request) string { return "the group " + strconv.Quote(r.Key("group")) },
	}
)

// mailboxOwner is the user or group of the path as the owner of its photo.
func mailboxOwner(tx *store.Tx, r *rest.Request) (store.Owner, error) {
	mailbox, err := r.In(tx)
	return store.MailboxOwner(mailbox), err
}

// photoRoutes are the rows for the photo of what is at base. read and write
// give the scopes and who else is reached.
func (a *Area) photoRoutes(base string, of photoOf, read, write rest.Route) []rest.Route {
	row := func(like rest.Route, method, end, operation string, handler func(*rest.Request, photoOf) (rest.Reply, error)) rest.Route {
		like = like.At(method, base+"/photo"+end, operation, func(r *rest.Request) (rest.Reply, error) { return handler(r, of) })
		if method == http.MethodPut {
			like.MaxBody, like.Accepts = store.MaxPhoto, []string{"image/jpeg", "image/png", "image/gif", "application/octet-stream"}
		}
		return like
	}
	return []rest.Route{
		row(read, http.MethodGet, "", "GetPhotoMetadata", a.getPhotoDetails),
		row(read, http.MethodGet, "/$value", "GetPhoto", a.getPhoto),
		row(write, http.MethodPut, "/$value", "PutPhoto", a.putPhoto),
		row(write, http.MethodDelete, "/$value", "DeletePhoto", a.deletePhoto),
	}
}

func (a *Area) getPhoto(r *rest.Request, of photoOf) (rest.Reply, error) {
	var p store.Photo
	err := a.store.Read(r.Context(), func(tx *store.Tx) error {
		o, err := of.find(tx, r)
		if err != nil {
			return err
		}
		if p, err = tx.Photo(o); errors.Is(err, model.ErrNotFound) {
			err = model.Errorf(model.CodeNotFound, "there is no photo of %s", of.whose(r))
		}
		return err
	})
	return rest.Bytes(http.StatusOK, p.ContentType, p.Content).With("ETag", p.ETag), err
}

// getPhotoDetails describes the photo; where there is none, the placeholder
// of part 4.10.
func (a *Area) getPhotoDetails(r *rest.Request, of photoOf) (rest.Reply, error) {
	details := model.ProfilePhoto{ID: "1X1", Width: 1, Height: 1, MediaContentType: "image/gif"}
	err := a.store.Read(r.Context(), func(tx *store.Tx) error {
		o, err := of.find(tx, r)
		if err != nil {
			return err
		}
		p, err := tx.PhotoDetails(o)
		if errors.Is(err, model.ErrNotFound) {
			return nil
		}
		details = model.ProfilePhoto{ID: strconv.Itoa(p.Width) + "X" + strconv.Itoa(p.Height), Width: p.Width, Height: p.Height,
			MediaContentType: p.ContentType, MediaETag: p.ETag}
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.schemas.PhotoDetails, &details)
}

// putPhoto replaces the photo. Its type is what its bytes say, whatever the
// header does: it is served to others with it.
func (a *Area) putPhoto(r *rest.Request, of photoOf) (rest.Reply, error) {
	body, err := r.ReadBody()
	if err != nil {
		return rest.Reply{}, err
	}
	photo, err := store.ReadPhoto(body)
	if err != nil {
		return rest.Reply{}, err
	}
	return a.changePhoto(r, of, rest.Reply{Status: http.StatusOK}, func(tx *store.Tx, o store.Owner) error {
		if err := matchPhoto(tx, r, o); err != nil {
			return err
		}
		return tx.SetPhoto(o, photo)
	})
}

func (a *Area) deletePhoto(r *rest.Request, of photoOf) (rest.Reply, error) {
	return a.changePhoto(r, of, rest.NoContent(), func(tx *store.Tx, o store.Owner) error {
		if _, err := tx.PhotoDetails(o); err != nil {
			return err
		}
		if err := matchPhoto(tx, r, o); err != nil {
			return err
		}
		return tx.DeletePhoto(o)
	})
}

func (a *Area) changePhoto(r *rest.Request, of photoOf, reply rest.Reply, change func(*store.Tx, store.Owner) error) (rest.Reply, error) {
	err := a.store.Write(r.Context(), func(tx *store.Tx) error {
		o, err := of.find(tx, r)
		if err != nil {
			return err
		}
		if err := change(tx, o); err != nil || of.changed == nil {
			return err
		}
		return of.changed(tx, o)
	})
	return reply, err
}

// matchPhoto holds If-Match against the photo's etag.
func matchPhoto(tx *store.Tx, r *rest.Request, o store.Owner) error {
	p, err := tx.PhotoDetails(o)
	if err != nil && !errors.Is(err, model.ErrNotFound) {
		return err
	}
	return r.CheckETag(p.ETag)
}
