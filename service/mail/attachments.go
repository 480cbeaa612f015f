package mail

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"strings"
	"time"

	"daybook/formats/eml"
	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
	"daybook/service/uploads"
)

// maxAttachmentBody is the largest body of a new attachment: its content in
// base64 and the properties around it.
const maxAttachmentBody = store.MaxAttachment/3*4 + 64<<10

// ownerOf is the message that the path names as the owner of its attachments
// and extensions.
func ownerOf(r *rest.Request, tx *store.Tx, mailbox int64) (store.Owner, error) {
	id, err := messageID(tx, mailbox, r)
	return store.MessageOwner(mailbox, id), err
}

func (a *Area) listAttachments(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	owner, err := ownerOf(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	list, err := tx.Attachments(owner)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, store.Attachments(), list, maxFolderPage, rest.AttachedItems(r, tx, owner))
}

func attachmentOf(r *rest.Request, tx *store.Tx, mailbox int64) (model.Attachment, error) {
	owner, err := ownerOf(r, tx, mailbox)
	if err != nil {
		return model.Attachment{}, err
	}
	return tx.Attachment(owner, r.Key("attachment"))
}

func (a *Area) getAttachment(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	found, err := attachmentOf(r, tx, mailbox)
	if err == nil {
		err = r.Prefer.Bodies().Item(&found)
	}
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, store.Attachments(), &found)
}

// getAttachmentContent serves the bytes.
func (a *Area) getAttachmentContent(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	found, err := attachmentOf(r, tx, mailbox)
	return rest.Download(found.ContentType, found.ContentBytes), err
}

// createAttachment adds a file or an item to a message.
func (a *Area) createAttachment(r *rest.Request, tx *store.Tx, mailbox int64, given model.Attachment) (rest.Reply, error) {
	owner, err := ownerOf(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	kept, err := tx.AddAttachment(owner, given)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.CreatedFile(kept, given.ContentBytes), tx.AttachmentsChanged(owner)
}

// createUploadSession begins the upload of a file in ranges.
func (a *Area) createUploadSession(r *rest.Request, tx *store.Tx, mailbox int64, of uploads.Attachment) (rest.Reply, error) {
	owner, err := ownerOf(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	return of.Begin(r, tx, owner)
}

func readNewAttachment(r *rest.Request) (model.Attachment, error) {
	o, err := r.Object()
	if err != nil {
		return model.Attachment{}, err
	}
	return readAttachment(o)
}

func readAttachment(o rest.Object) (model.Attachment, error) {
	var given model.Attachment
	raw := o.Raw("item")
	if raw == nil {
		if err := checkBase64(o.Raw("contentBytes")); err != nil {
			return given, err
		}
	}
	if err := o.Into(&given); err != nil {
		return given, err
	}
	kind := strings.TrimPrefix(given.Type, "#")
	switch {
	case given.Name == "":
		return given, rest.BadProperty("name", "is required")
	case strings.EqualFold(kind, model.ItemAttachment):
		return itemAttachment(given, raw)
	case kind == "" || strings.HasSuffix(strings.ToLower(kind), ".fileattachment"):
		if o.Raw("contentBytes") == nil {
			return given, rest.BadProperty("contentBytes", "is required of a fileAttachment")
		}
		given.Type = model.FileAttachment
	default:
		return given, rest.BadProperty("@odata.type", "%q is not #microsoft.graph.fileAttachment or #microsoft.graph.itemAttachment", given.Type)
	}
	return given, nil
}

// itemAttachment keeps an attached message as its MIME, which is how it
// travels; another item as the JSON it came as.
func itemAttachment(given model.Attachment, item json.RawMessage) (model.Attachment, error) {
	if item == nil {
		return given, rest.BadProperty("item", "is required of an itemAttachment")
	}
	given.Type, given.Item, given.ContentBytes, given.ContentType = model.ItemAttachment, nil, item, "application/json"
	var kind struct {
		Type string `json:"@odata.type"`
	}
	if err := json.Unmarshal(item, &kind); err != nil {
		return given, rest.BadProperty("item", "an object belongs here, and a string in its @odata.type")
	}
	if k := strings.ToLower(strings.TrimPrefix(kind.Type, "#")); k != "" && !strings.HasSuffix(k, "message") {
		return given, nil
	}
	var m model.Message
	if err := rest.DecodeJSON(item, &m); err != nil {
		return given, err
	}
	if err := normalizeBody(m.Body); err != nil {
		return given, err
	}
	var mime bytes.Buffer
	if err := eml.Write(&mime, &m, eml.Envelope{MessageID: m.InternetMessageID, Date: timeOr(m.SentDateTime)}); err != nil {
		return given, rest.BadProperty("item", "cannot be written as a message: %v", err)
	}
	given.ContentBytes, given.ContentType = mime.Bytes(), mimeType
	return given, nil
}

// mimeType is the media type of a message as bytes.
const mimeType = "message/rfc822"

func timeOr(t *time.Time) time.Time {
	if t == nil {
		return time.Time{}
	}
	return *t
}

func or(s, fallback string) string {
	if s == "" {
		return fallback
	}
	return s
}

func checkBase64(raw json.RawMessage) error {
	var text string
	if raw == nil || json.Unmarshal(raw, &text) != nil {
		return nil // absent, or of another type: Into says so
	}
	if _, err := base64.StdEncoding.DecodeString(text); err != nil {
		return rest.BadProperty("contentBytes", "is not base64")
	}
	return nil
}

func (a *Area) deleteAttachment(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	owner, err := ownerOf(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	if err := tx.DeleteAttachment(owner, r.Key("attachment")); err != nil {
		return rest.Reply{}, err
	}
	return rest.NoContent(), tx.AttachmentsChanged(owner)
}
