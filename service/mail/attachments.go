package mail

import (
	"bytes"
	"encoding/json"
	"strings"
	"time"

	"daybook/formats/eml"
	"daybook/model"
	"daybook/service/attachments"
	"daybook/service/rest"
	"daybook/service/store"
)

// ownerOf is the message that the path names as the owner of its attachments
// and extensions.
func ownerOf(r *rest.Request, tx *store.Tx, mailbox int64) (store.Owner, error) {
	id, err := messageID(tx, mailbox, r)
	return store.MessageOwner(mailbox, id), err
}

func readNewAttachment(r *rest.Request) (model.Attachment, error) {
	o, err := r.Object()
	if err != nil {
		return model.Attachment{}, err
	}
	return attachments.Read(o, itemAttachment)
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
