package mail

import (
	"cmp"
	"encoding/base64"
	"encoding/json"
	"slices"
	"strings"

	"daybook/formats/eml"
	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// jsonOrMIME are the bodies a new message can come as: JSON, or MIME in
// base64 as text/plain.
var jsonOrMIME = []string{"application/json", "text/plain"}

// readMessage decodes a message of a request and brings it to the interface's
// spelling. What only the service knows is cleared.
func readMessage(r *rest.Request) (model.Message, error) {
	if r.MediaType() == "text/plain" {
		return readMIME(r)
	}
	var m model.Message
	if err := r.Decode(&m); err != nil {
		return m, err
	}
	return m, normalizeGiven(&m)
}

// normalizeGiven is normalize for a message in JSON, whose header fields are
// the client's own: the known ones have properties.
func normalizeGiven(m *model.Message) error {
	for _, h := range m.InternetMessageHeaders {
		if len(h.Name) <= 2 || !strings.EqualFold(h.Name[:2], "x-") || strings.ContainsFunc(h.Name, outsideName) {
			return rest.BadProperty("internetMessageHeaders/name", "%q is no name of an own field: such begin with x- and "+
				"have letters, digits and other ASCII without blanks and colons", h.Name)
		}
	}
	return normalize(m)
}

// outsideName reports what no name of a header field has (RFC 5322, section
// 3.6.8).
func outsideName(c rune) bool { return c <= ' ' || c >= 0x7f || c == ':' }

func readMIME(r *rest.Request) (model.Message, error) {
	body, err := r.ReadBody()
	if err != nil {
		return model.Message{}, err
	}
	raw, err := base64.StdEncoding.DecodeString(strings.Join(strings.Fields(string(body)), ""))
	if err != nil {
		return model.Message{}, model.Errorf(model.CodeBadRequest, "a text/plain body is a MIME message in base64; this is not base64")
	}
	m := eml.Parse(raw, eml.Options{Received: r.Now}).Message
	if err := model.CheckLimits(&m); err != nil {
		return m, err
	}
	return m, normalize(&m)
}

// normalize checks a message's values and clears what a client cannot set.
func normalize(m *model.Message) error {
	m.ID, m.ChangeKey, m.ETag, m.Context, m.ConversationID, m.ParentFolderID = "", "", "", "", "", ""
	m.CreatedDateTime, m.LastModifiedDateTime, m.ReceivedDateTime, m.SentDateTime = nil, nil, nil, nil
	m.HasAttachments, m.BodyPreview, m.WebLink = false, "", ""
	for _, e := range []struct {
		name    string
		value   *string
		allowed []string
	}{
		{"importance", &m.Importance, importances},
		{"inferenceClassification", &m.InferenceClassification, classes},
	} {
		if err := spell(e.name, e.value, e.allowed); err != nil {
			return err
		}
	}
	if err := normalizeBody(m.Body); err != nil {
		return err
	}
	if err := normalizeFlag(m.Flag); err != nil {
		return err
	}
	for i, a := range m.Attachments {
		if a.Name == "" {
			return rest.BadProperty("attachments/name", "attachment %d has no name", i+1)
		}
		if a.Item == nil {
			continue
		}
		item, err := itemAttachment(a, a.Item)
		if err != nil {
			return err
		}
		m.Attachments[i] = item
	}
	return nil
}

var (
	importances  = []string{model.ImportanceLow, model.ImportanceNormal, model.ImportanceHigh}
	classes      = []string{model.Focused, model.Other}
	flagStatuses = []string{model.NotFlagged, model.Flagged, model.FlagComplete}
)

func spell(name string, value *string, allowed []string) error {
	if *value == "" {
		return nil
	}
	var err error
	*value, err = rest.Enum(name, *value, allowed...)
	return err
}

func normalizeBody(b *model.ItemBody) error {
	if b == nil {
		return nil
	}
	if b.ContentType == "" {
		b.ContentType = "text"
	}
	return spell("body/contentType", &b.ContentType, []string{"text", "html"})
}

func normalizeFlag(f *model.FollowupFlag) error {
	if f == nil {
		return nil
	}
	if f.FlagStatus == "" {
		f.FlagStatus = model.NotFlagged
	}
	return spell("flag/flagStatus", &f.FlagStatus, flagStatuses)
}

// createMessage makes a draft, in Drafts or in the folder of the path. The
// reply is the message expanded with the extensions it came with.
func (a *Area) createMessage(r *rest.Request, tx *store.Tx, mailbox int64, m model.Message) (rest.Reply, error) {
	return a.addDraft(r, tx, mailbox, cmp.Or(r.Key("folder"), model.FolderDrafts), m)
}

func (a *Area) addDraft(r *rest.Request, tx *store.Tx, mailbox int64, folder string, m model.Message) (rest.Reply, error) {
	f, err := tx.Destination(mailbox, folder)
	if err != nil {
		return rest.Reply{}, err
	}
	owner, err := tx.FindMailbox(r.Mailbox.ID)
	if err != nil {
		return rest.Reply{}, err
	}
	m.ParentFolderID, m.IsDraft, m.IsRead = f.ID, true, true
	if m.From == nil {
		m.From = personOf(owner)
	}
	m.Sender = personOf(owner)
	if m.InternetMessageID == "" {
		m.InternetMessageID = newMessageID(tx, owner)
	}
	m.BodyPreview = eml.BodyPreview(m.Body)
	_, references := threadHeaders(&m)
	kept, err := tx.AddMessage(mailbox, store.NewMessage{Message: m, References: references})
	if err != nil {
		return rest.Reply{}, err
	}
	var with store.MessageExpand
	if len(m.Extensions) > 0 {
		with.Extensions = &odata.Expand{}
	}
	if len(m.SingleValueProperties) > 0 {
		with.SingleValues = &odata.Expand{}
	}
	entity, err := shown(r, tx, mailbox, kept.ID, with)
	return rest.Created(entity), err
}

// shown is a message as it is after a change of it.
func shown(r *rest.Request, tx *store.Tx, mailbox int64, id string, with store.MessageExpand) (json.RawMessage, error) {
	return tx.MessageJSON(mailbox, id, store.MessageQuery{Show: showing(r), Properties: store.SelectProperties(nil), Expand: with})
}

// Properties of a message by what a PATCH may do with them.
var (
	alwaysWritable = []string{"categories", "importance", "isDeliveryReceiptRequested", "isRead", "isReadReceiptRequested",
		"inferenceClassification", "flag", "singleValueExtendedProperties"}
	draftWritable = []string{"subject", "body", "toRecipients", "ccRecipients", "bccRecipients", "replyTo", "from", "sender", "internetMessageId"}
)

// patch is the body of a PATCH: what is given, and its values.
type patch struct {
	model.MessagePatch
	body rest.Object
}

func readPatch(r *rest.Request) (p patch, err error) {
	if p.body, err = r.Object(); err != nil {
		return p, err
	}
	if err := p.body.Only(slices.Concat(alwaysWritable, draftWritable)...); err != nil {
		return p, err
	}
	if err := p.body.Into(&p.MessagePatch); err != nil {
		return p, err
	}
	if p.body.Null("categories") {
		p.Categories = &[]string{}
	}
	return p, nil
}

// updateMessage changes a message. A sent or received one keeps its content.
func (a *Area) updateMessage(r *rest.Request, tx *store.Tx, mailbox int64, p patch) (rest.Reply, error) {
	id, err := messageID(tx, mailbox, r)
	if err != nil {
		return rest.Reply{}, err
	}
	change := tx.MarkMessage
	if slices.ContainsFunc(draftWritable, p.body.Has) {
		change = tx.ChangeMessage
	}
	_, err = change(mailbox, id, func(m *model.Message) error {
		if err := r.CheckMatch(m.ChangeKey); err != nil {
			return err
		}
		return p.lay(m)
	})
	if err != nil {
		return rest.Reply{}, err
	}
	var with store.MessageExpand
	if len(p.SingleValueProperties) > 0 {
		if err := tx.SetSingleValues(mailbox, id, p.SingleValueProperties); err != nil {
			return rest.Reply{}, err
		}
		if err := tx.TouchMessage(mailbox, id); err != nil {
			return rest.Reply{}, err
		}
		with.SingleValues = &odata.Expand{}
	}
	entity, err := shown(r, tx, mailbox, id, with)
	return rest.OK(entity), err
}

// lay lays what is given over a message.
func (p patch) lay(m *model.Message) error {
	if !m.IsDraft {
		for _, name := range draftWritable {
			if p.body.Has(name) {
				return rest.BadProperty(name, "can be changed on a draft alone; this message was sent or received")
			}
		}
	}
	set(&m.Categories, p.Categories)
	set(&m.IsDeliveryReceiptRequested, p.IsDeliveryReceiptRequested)
	set(&m.IsReadReceiptRequested, p.IsReadReceiptRequested)
	set(&m.IsRead, p.IsRead)
	set(&m.Importance, p.Importance)
	set(&m.InferenceClassification, p.InferenceClassification)
	set(&m.Subject, p.Subject)
	set(&m.ToRecipients, p.ToRecipients)
	set(&m.CcRecipients, p.CcRecipients)
	set(&m.BccRecipients, p.BccRecipients)
	set(&m.ReplyTo, p.ReplyTo)
	set(&m.InternetMessageID, p.InternetMessageID)
	if p.From != nil {
		m.From = p.From
	}
	if p.Sender != nil {
		m.Sender = p.Sender
	}
	if p.Flag != nil {
		m.Flag = p.Flag
	}
	if p.Body != nil {
		m.Body = p.Body
	}
	if err := spell("importance", &m.Importance, importances); err != nil {
		return err
	}
	if err := spell("inferenceClassification", &m.InferenceClassification, classes); err != nil {
		return err
	}
	if err := normalizeFlag(m.Flag); err != nil {
		return err
	}
	if p.Body == nil {
		return nil
	}
	if err := normalizeBody(m.Body); err != nil {
		return err
	}
	m.BodyPreview = eml.BodyPreview(m.Body)
	return nil
}

func set[T any](into *T, given *T) {
	if given != nil {
		*into = *given
	}
}

// deleteMessage moves a message to deleteditems; from there it is gone.
func (a *Area) deleteMessage(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	id, err := messageID(tx, mailbox, r)
	if err != nil {
		return rest.Reply{}, err
	}
	trash, err := tx.Folder(mailbox, model.FolderDeleted)
	if err != nil {
		return rest.Reply{}, err
	}
	m, err := tx.MessageHead(mailbox, id)
	if err != nil {
		return rest.Reply{}, err
	}
	if err := r.CheckMatch(m.ChangeKey); err != nil {
		return rest.Reply{}, err
	}
	gone, err := tx.InFolder(mailbox, m.ParentFolderID, trash.ID)
	switch {
	case err != nil:
		return rest.Reply{}, err
	case gone:
		return rest.NoContent(), tx.EraseMessage(mailbox, id)
	}
	_, err = moveTo(tx, mailbox, id, trash.ID)
	return rest.NoContent(), err
}

func moveTo(tx *store.Tx, mailbox int64, id, folder string) (string, error) {
	_, err := tx.MarkMessage(mailbox, id, func(m *model.Message) error {
		m.ParentFolderID = folder
		return nil
	})
	return id, err
}

// destination reads the body of move and copy.
func destination(r *rest.Request) (string, error) {
	var body struct {
		DestinationID string `json:"destinationId"`
	}
	if err := r.Decode(&body); err != nil {
		return "", err
	}
	if body.DestinationID == "" {
		return "", rest.BadProperty("destinationId", "is required: a folder's id or well-known name")
	}
	return body.DestinationID, nil
}

func (a *Area) moveMessage(r *rest.Request, tx *store.Tx, mailbox int64, to string) (rest.Reply, error) {
	return transfer(r, tx, mailbox, to, moveTo)
}

func (a *Area) copyMessage(r *rest.Request, tx *store.Tx, mailbox int64, to string) (rest.Reply, error) {
	return transfer(r, tx, mailbox, to, copyTo)
}

// transfer moves or copies a message and answers with it as it is there.
func transfer(r *rest.Request, tx *store.Tx, mailbox int64, to string,
	do func(tx *store.Tx, mailbox int64, id, folder string) (string, error)) (rest.Reply, error) {
	id, err := messageID(tx, mailbox, r)
	if err != nil {
		return rest.Reply{}, err
	}
	folder, err := tx.Destination(mailbox, to)
	if err != nil {
		return rest.Reply{}, err
	}
	if id, err = do(tx, mailbox, id, folder.ID); err != nil {
		return rest.Reply{}, err
	}
	entity, err := shown(r, tx, mailbox, id, store.MessageExpand{})
	return rest.Created(entity), err
}

func copyTo(tx *store.Tx, mailbox int64, id, folder string) (string, error) {
	m, err := tx.Message(mailbox, id)
	if err != nil {
		return "", err
	}
	original, err := tx.Original(mailbox, id)
	if err != nil {
		return "", err
	}
	values, err := tx.SingleValues(mailbox, id)
	if err != nil {
		return "", err
	}
	m.ID, m.ParentFolderID, m.SingleValueProperties = "", folder, values
	kept, err := tx.AddMessage(mailbox, store.NewMessage{Message: m, Original: original})
	if err != nil {
		return "", err
	}
	return kept.ID, tx.CopyOwned(store.MessageOwner(mailbox, id), store.MessageOwner(mailbox, kept.ID))
}
