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
	place, err := t.place(r)
	return EventOwner(t.mailbox, place.Row), err
}

func (s site) listAttachments(r *rest.Request, t *target) (rest.Reply, error) {
	o, err := t.owned(r)
	if err != nil {
		return rest.Reply{}, err
	}
	list, err := t.tx.Attachments(o)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, store.Attachments(), list, maxParts, rest.AttachedItems(r, t.tx, o))
}

func (t *target) attachment(r *rest.Request) (model.Attachment, error) {
	o, err := t.owned(r)
	if err != nil {
		return model.Attachment{}, err
	}
	return t.tx.Attachment(o, r.Key("attachment"))
}

func (s site) getAttachment(r *rest.Request, t *target) (rest.Reply, error) {
	found, err := t.attachment(r)
	if err == nil {
		err = r.Prefer.Bodies().Item(&found)
	}
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, store.Attachments(), &found)
}

// getAttachmentContent serves the bytes.
func (s site) getAttachmentContent(r *rest.Request, t *target) (rest.Reply, error) {
	found, err := t.attachment(r)
	return rest.Download(found.ContentType, found.ContentBytes), err
}

func (s site) createAttachment(r *rest.Request, t *target, given model.Attachment) (rest.Reply, error) {
	o, err := t.owned(r)
	if err != nil {
		return rest.Reply{}, err
	}
	kept, err := t.tx.AddAttachment(o, given)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.CreatedFile(kept, given.ContentBytes), TouchEvent(t.tx, o.Mailbox, o.ID)
}

// createUploadSession begins the upload of a file in ranges.
func (s site) createUploadSession(r *rest.Request, t *target, of uploads.Attachment) (rest.Reply, error) {
	o, err := t.owned(r)
	if err != nil {
		return rest.Reply{}, err
	}
	return of.Begin(r, t.tx, o)
}

// readFile reads a new attachment: events carry files alone.
func readFile(r *rest.Request) (given model.Attachment, err error) {
	o, err := r.Object()
	if err != nil {
		return given, err
	}
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

func (s site) deleteAttachment(r *rest.Request, t *target) (rest.Reply, error) {
	o, err := t.owned(r)
	if err != nil {
		return rest.Reply{}, err
	}
	if err := t.tx.DeleteAttachment(o, r.Key("attachment")); err != nil {
		return rest.Reply{}, err
	}
	return rest.NoContent(), TouchEvent(t.tx, o.Mailbox, o.ID)
}

// extensionsItems are the events below the site's paths, as owners of
// extensions.
func (s site) extensionsItems() extensions.Items {
	return extensions.Items{Noun: "Event", Read: s.read(), Write: s.write(),
		Find: func(r *rest.Request, tx *store.Tx, mailbox int64) (store.Owner, error) {
			t, err := s.find(r, tx, mailbox)
			if err != nil {
				return store.Owner{}, err
			}
			return t.owned(r)
		},
		Changed: func(tx *store.Tx, o store.Owner) error { return TouchEvent(tx, o.Mailbox, o.ID) }}
}
