package mail

import (
	"bytes"
	"net/http"
	"strings"

	"daybook/formats/eml"
	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// listMessages serves a page of a folder or of the whole mailbox, newest
// first unless asked otherwise.
func (a *Area) listMessages(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	o, q, err := a.listed(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	if r.Counting() {
		n, err := tx.CountMessages(q)
		return rest.CountReply(n), err
	}
	if q.Limit, err = r.PageSize(0); err != nil {
		return rest.Reply{}, err
	}
	mark := o.Fingerprint("messages" + r.Key("folder"))
	if o.SkipToken != "" {
		token, err := odata.DecodeToken("$skiptoken", o.SkipToken, mark)
		if err != nil {
			return rest.Reply{}, err
		}
		q.After = token.Keys
	} else if o.Skip != nil {
		q.Skip = *o.Skip
	}
	found, err := tx.Messages(q)
	if err != nil {
		return rest.Reply{}, err
	}
	page := rest.Page{Items: found.Items}
	if page.Indexed, err = partly(tx, mailbox, q); err != nil {
		return rest.Reply{}, err
	}
	if found.Next != nil {
		page.Next = odata.Token{Keys: found.Next}.Encode(mark)
	}
	if o.Count {
		n, err := tx.CountMessages(q)
		if err != nil {
			return rest.Reply{}, err
		}
		page.Count = &n
	}
	return page.Reply(), nil
}

// partly is how much of the mail a search looked into, in percent, nil for all
// of it and for what is no search.
func partly(tx *store.Tx, mailbox int64, q store.MessageQuery) (*int, error) {
	if q.Search == nil {
		return nil, nil
	}
	percent, err := tx.Indexed(mailbox)
	if err != nil || percent == 100 {
		return nil, err
	}
	return &percent, nil
}

// listed is the question for the messages that the path and the options mean.
func (a *Area) listed(r *rest.Request, tx *store.Tx, mailbox int64) (*odata.Options, store.MessageQuery, error) {
	o, err := r.OData()
	if err != nil {
		return nil, store.MessageQuery{}, err
	}
	q, err := a.query(r, o)
	if err != nil {
		return o, q, err
	}
	q.Mailbox, q.Hint = mailbox, hint(tx, mailbox, o.Filter)
	q.Folder, err = folderOf(tx, mailbox, r)
	return o, q, err
}

func (a *Area) getMessage(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	q, err := a.single(r)
	if err != nil {
		return rest.Reply{}, err
	}
	id, err := messageID(tx, mailbox, r)
	if err != nil {
		return rest.Reply{}, err
	}
	entity, err := tx.MessageJSON(mailbox, id, q)
	return rest.OK(entity), err
}

// single reads the options that a single message takes.
func (a *Area) single(r *rest.Request) (store.MessageQuery, error) {
	o, err := r.OData()
	if err != nil {
		return store.MessageQuery{}, err
	}
	if o.Filter != nil || o.Search != nil || o.OrderBy != nil || o.Top != nil || o.Skip != nil || o.Count {
		return store.MessageQuery{}, model.Errorf(model.CodeBadRequest, "one message takes $select and $expand alone")
	}
	return a.query(r, o)
}

// getMIME serves the message as bytes: those it came as, or new ones.
func (a *Area) getMIME(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	id, err := messageID(tx, mailbox, r)
	if err != nil {
		return rest.Reply{}, err
	}
	raw, err := mimeOf(tx, mailbox, id)
	return rest.Bytes(http.StatusOK, mimeType, raw), err
}

// mimeOf returns a message's bytes. A message that was changed since it came
// cannot be: only drafts can be changed, and they are written anew.
func mimeOf(tx *store.Tx, mailbox int64, id string) ([]byte, error) {
	m, err := tx.Message(mailbox, id)
	if err != nil {
		return nil, err
	}
	if !m.IsDraft {
		if raw, err := tx.Original(mailbox, id); err != nil || raw != nil {
			return raw, err
		}
	}
	if err := loadAttachments(tx, mailbox, &m); err != nil {
		return nil, err
	}
	env := eml.Envelope{MessageID: m.InternetMessageID, WithBcc: true}
	switch {
	case m.SentDateTime != nil:
		env.Date = *m.SentDateTime
	case m.CreatedDateTime != nil:
		env.Date = *m.CreatedDateTime
	}
	env.InReplyTo, env.References = threadHeaders(&m)
	var out bytes.Buffer
	if err := eml.Write(&out, &m, env); err != nil {
		return nil, err
	}
	return out.Bytes(), nil
}

// loadAttachments fills in a message's attachments with their bytes.
func loadAttachments(tx *store.Tx, mailbox int64, m *model.Message) error {
	owner := store.MessageOwner(mailbox, m.ID)
	list, err := tx.Attachments(owner)
	if err != nil {
		return err
	}
	m.Attachments = make([]model.Attachment, len(list))
	for i := range list {
		if m.Attachments[i], err = tx.Attachment(owner, list[i].ID); err != nil {
			return err
		}
	}
	return nil
}

// threadHeaders reads the ids that a message answers from its header fields.
func threadHeaders(m *model.Message) (inReplyTo, references []string) {
	for _, h := range m.InternetMessageHeaders {
		switch strings.ToLower(h.Name) {
		case "in-reply-to":
			inReplyTo = strings.Fields(h.Value)
		case "references":
			references = strings.Fields(h.Value)
		}
	}
	return inReplyTo, references
}
