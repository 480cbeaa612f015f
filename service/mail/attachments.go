package mail

import (
	"encoding/base64"
	"encoding/json"
	"net/http"
	"strings"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// maxAttachmentBody is the largest body of a new attachment: its content in
// base64 and the properties around it.
const maxAttachmentBody = store.MaxAttachment/3*4 + 64<<10

// attachmentOwner finds the message that the path names.
func attachmentOwner(tx *store.Tx, mailbox int64, r *rest.Request) (store.Owner, error) {
	id, err := messageID(tx, mailbox, r)
	return store.MessageOwner(mailbox, id), err
}

func (a *Area) listAttachments(r *rest.Request) (rest.Reply, error) {
	var list []model.Attachment
	err := a.read(r, func(tx *store.Tx, mailbox int64) error {
		owner, err := attachmentOwner(tx, mailbox, r)
		if err != nil {
			return err
		}
		list, err = tx.Attachments(owner)
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, a.attachments, list, maxFolderPage)
}

func (a *Area) attachment(r *rest.Request) (model.Attachment, error) {
	var found model.Attachment
	err := a.read(r, func(tx *store.Tx, mailbox int64) error {
		owner, err := attachmentOwner(tx, mailbox, r)
		if err != nil {
			return err
		}
		found, err = tx.Attachment(owner, r.Key("attachment"))
		return err
	})
	return found, err
}

func (a *Area) getAttachment(r *rest.Request) (rest.Reply, error) {
	found, err := a.attachment(r)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.attachments, &found)
}

// getAttachmentContent serves the bytes. They are never shown in place: what
// a sender calls a page is a download.
func (a *Area) getAttachmentContent(r *rest.Request) (rest.Reply, error) {
	found, err := a.attachment(r)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.Bytes(http.StatusOK, headerText(found.ContentType), found.ContentBytes).
		With("Content-Disposition", "attachment"), nil
}

// headerText makes a media type from outside safe for a header field.
func headerText(kind string) string {
	if kind == "" || strings.ContainsFunc(kind, func(r rune) bool { return r < ' ' || r > '~' }) {
		return "application/octet-stream"
	}
	return kind
}

// createAttachment adds a file or an item to a message.
func (a *Area) createAttachment(r *rest.Request) (rest.Reply, error) {
	o, err := r.Object()
	if err != nil {
		return rest.Reply{}, err
	}
	given, err := readAttachment(o)
	if err != nil {
		return rest.Reply{}, err
	}
	var kept model.Attachment
	err = a.write(r, func(tx *store.Tx, mailbox int64) error {
		owner, err := attachmentOwner(tx, mailbox, r)
		if err != nil {
			return err
		}
		if kept, err = tx.AddAttachment(owner, given); err != nil {
			return err
		}
		return tx.AttachmentsChanged(owner)
	})
	return rest.Created(kept), err
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
		if raw == nil {
			return given, rest.BadProperty("item", "is required of an itemAttachment")
		}
		given.Type, given.ContentBytes, given.ContentType = model.ItemAttachment, raw, or(given.ContentType, "application/json")
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

func (a *Area) deleteAttachment(r *rest.Request) (rest.Reply, error) {
	err := a.write(r, func(tx *store.Tx, mailbox int64) error {
		owner, err := attachmentOwner(tx, mailbox, r)
		if err != nil {
			return err
		}
		if err := tx.DeleteAttachment(owner, r.Key("attachment")); err != nil {
			return err
		}
		return tx.AttachmentsChanged(owner)
	})
	return rest.NoContent(), err
}
