package calendar

import (
	"encoding/base64"
	"encoding/json"
	"strings"

	"daybook/model"
	"daybook/service/extensions"
	"daybook/service/rest"
	"daybook/service/store"
	"daybook/service/uploads"
)

// maxAttachmentBody is the largest body of an event or an attachment: a file
// in base64 and the properties around it.
const maxAttachmentBody = store.MaxAttachment/3*4 + 64<<10

// maxParts is the size of a page of attachments when nothing is asked.
const maxParts = 1000

// owned finds what the parts of the path's event belong to. An occurrence
// shares its series'.
func (t *target) owned(r *rest.Request) (store.Owner, error) {
	id, place, err := t.event(r)
	if err == nil && t.foreign {
		var e model.Event
		if e, err = t.tx.Event(t.mailbox, id); err == nil && isPrivate(&e) {
			err = model.Errorf(model.CodeAccessDenied, "the event is private")
		}
	}
	return store.EventOwner(t.mailbox, place.Row), err
}

// readParts and writeParts run work on what belongs to the path's event; the
// latter gives the event a new change key.
func (s site) readParts(r *rest.Request, fn func(*store.Tx, store.Owner) error) error {
	return s.reading(r, func(t *target) error {
		owner, err := t.owned(r)
		if err != nil {
			return err
		}
		return fn(t.tx, owner)
	})
}

func (s site) writeParts(r *rest.Request, fn func(*store.Tx, store.Owner) error) error {
	return s.writing(r, func(t *target) error {
		owner, err := t.owned(r)
		if err != nil {
			return err
		}
		if err := fn(t.tx, owner); err != nil {
			return err
		}
		return t.tx.TouchEvent(owner.Mailbox, owner.ID)
	})
}

func (s site) listAttachments(r *rest.Request) (rest.Reply, error) {
	var list []model.Attachment
	err := s.readParts(r, func(tx *store.Tx, o store.Owner) (err error) {
		list, err = tx.Attachments(o)
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, store.Attachments(), list, maxParts)
}

func (s site) attachment(r *rest.Request) (model.Attachment, error) {
	var found model.Attachment
	err := s.readParts(r, func(tx *store.Tx, o store.Owner) (err error) {
		found, err = tx.Attachment(o, r.Key("attachment"))
		return err
	})
	return found, err
}

func (s site) getAttachment(r *rest.Request) (rest.Reply, error) {
	found, err := s.attachment(r)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, store.Attachments(), &found)
}

// getAttachmentContent serves the bytes.
func (s site) getAttachmentContent(r *rest.Request) (rest.Reply, error) {
	found, err := s.attachment(r)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.Download(found.ContentType, found.ContentBytes), nil
}

func (s site) createAttachment(r *rest.Request) (rest.Reply, error) {
	o, err := r.Object()
	if err != nil {
		return rest.Reply{}, err
	}
	given, err := readFile(o)
	if err != nil {
		return rest.Reply{}, err
	}
	var kept model.Attachment
	err = s.writeParts(r, func(tx *store.Tx, owner store.Owner) (err error) {
		kept, err = tx.AddAttachment(owner, given)
		return err
	})
	return rest.CreatedFile(kept, given.ContentBytes), err
}

// createUploadSession begins the upload of a file in ranges.
func (s site) createUploadSession(r *rest.Request) (rest.Reply, error) {
	return uploads.BeginAttachment(s.store, r, func(tx *store.Tx, _ int64, r *rest.Request) (store.Owner, error) {
		t, err := s.find(tx, r)
		if err != nil {
			return store.Owner{}, err
		}
		return t.owned(r)
	})
}

// readFile reads a new attachment: events carry files alone.
func readFile(o rest.Object) (model.Attachment, error) {
	var given model.Attachment
	raw := o.Raw("contentBytes")
	var text string
	if raw != nil && json.Unmarshal(raw, &text) == nil {
		if _, err := base64.StdEncoding.DecodeString(text); err != nil {
			return given, rest.BadProperty("contentBytes", "is not base64")
		}
	}
	if err := o.Into(&given); err != nil {
		return given, err
	}
	kind := strings.ToLower(strings.TrimPrefix(given.Type, "#"))
	switch {
	case kind != "" && !strings.HasSuffix(kind, ".fileattachment"):
		return given, rest.BadProperty("@odata.type", "%q is not #microsoft.graph.fileAttachment", given.Type)
	case given.Name == "":
		return given, rest.BadProperty("name", "is required")
	case raw == nil:
		return given, rest.BadProperty("contentBytes", "is required of a fileAttachment")
	}
	given.Type = model.FileAttachment
	return given, nil
}

func (s site) deleteAttachment(r *rest.Request) (rest.Reply, error) {
	err := s.writeParts(r, func(tx *store.Tx, o store.Owner) error { return tx.DeleteAttachment(o, r.Key("attachment")) })
	return rest.NoContent(), err
}

// extensionsItems are the events below the site's paths, as owners of
// extensions.
func (s site) extensionsItems() extensions.Items {
	return extensions.Items{Store: s.store, Noun: "Event", Read: s.read(), Write: s.write(),
		Find: func(tx *store.Tx, r *rest.Request) (store.Owner, error) {
			t, err := s.find(tx, r)
			if err != nil {
				return store.Owner{}, err
			}
			return t.owned(r)
		},
		Changed: func(tx *store.Tx, o store.Owner) error { return tx.TouchEvent(o.Mailbox, o.ID) }}
}
