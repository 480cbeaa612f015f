package mail

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"io"
	"strings"
	"time"

	"daybook/formats/eml"
	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// sendMail sends a message that was never a draft.
func (a *Area) sendMail(r *rest.Request, tx *store.Tx, mailbox int64, request model.SendMailRequest) (rest.Reply, error) {
	save := request.SaveToSentItems == nil || *request.SaveToSentItems
	return rest.Accepted(), a.sendOnce(r, tx, mailbox, request.Message, save)
}

func readSendMail(r *rest.Request) (model.SendMailRequest, error) {
	var request model.SendMailRequest
	var err error
	if r.MediaType() == "text/plain" {
		request.Message, err = readMIME(r)
		return request, err
	}
	o, err := r.Object()
	if err != nil {
		return request, err
	}
	if o.Raw("message") == nil {
		return request, rest.BadProperty("message", "is required")
	}
	if err := o.Into(&request); err != nil {
		return request, err
	}
	return request, normalizeGiven(&request.Message)
}

// sendOnce sends a message unless the same request has been carried out: the
// one with its Message-ID, or with its client-request-id and content. A
// client that did not hear the answer can so ask again.
func (a *Area) sendOnce(r *rest.Request, tx *store.Tx, mailbox int64, m model.Message, save bool) error {
	if key := sendKey(r, &m); key != "" {
		if first, err := tx.Once(mailbox, key); err != nil || !first {
			return err
		}
	}
	owner, err := setAuthor(tx, r, &m)
	if err != nil {
		return err
	}
	return a.Send(tx, owner, m, save)
}

func sendKey(r *rest.Request, m *model.Message) string {
	if m.InternetMessageID != "" {
		return "send:" + m.InternetMessageID
	}
	id := r.Header.Get("client-request-id")
	if id == "" {
		return ""
	}
	// Some clients send one id for a whole session: the content tells their
	// messages apart.
	h := sha256.New()
	_, _ = io.WriteString(h, strings.Join([]string{id, r.URL.Path, m.Subject, m.BodyPreview}, "\x00")) // a hash cannot fail
	if m.Body != nil {
		_, _ = io.WriteString(h, m.Body.Content)
	}
	for _, to := range recipientsOf(m) {
		_, _ = io.WriteString(h, "\x00"+to.EmailAddress.Address)
	}
	return "request:" + hex.EncodeToString(h.Sum(nil))
}

// setAuthor sets From and Sender, and is whose mailbox it is. A message goes
// out in the name of the mailbox it is sent from; whoever else sends it stands
// as the sender.
func setAuthor(tx *store.Tx, r *rest.Request, m *model.Message) (owner store.Mailbox, err error) {
	if owner, err = tx.FindMailbox(r.Mailbox.ID); err != nil {
		return owner, err
	}
	sender, err := tx.FindMailbox(r.Caller.UserID)
	if err != nil {
		return owner, err
	}
	if m.From != nil && m.From.EmailAddress.Address != "" && !sameAddress(m.From.EmailAddress.Address, owner.Address) {
		return owner, model.Errorf(model.CodeAccessDenied, "mail from %s cannot be sent from the mailbox of %s",
			m.From.EmailAddress.Address, owner.Address)
	}
	m.From, m.Sender = personOf(owner), personOf(sender)
	return owner, nil
}

// sendDraft sends a draft, which keeps its id and moves to Sent Items. Asking
// again for one that was sent changes nothing.
func (a *Area) sendDraft(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	id, err := messageID(tx, mailbox, r)
	if err != nil {
		return rest.Reply{}, err
	}
	m, err := tx.Message(mailbox, id)
	if err != nil {
		return rest.Reply{}, err
	}
	key := "draft:" + id
	if !m.IsDraft {
		sent, err := tx.Claimed(mailbox, key)
		if err == nil && !sent {
			err = model.Errorf(model.CodeInvalidRequest, "the message %q is not a draft and cannot be sent", id)
		}
		return rest.Accepted(), err
	}
	if err := r.CheckMatch(m.ChangeKey); err != nil {
		return rest.Reply{}, err
	}
	if _, err := tx.Once(mailbox, key); err != nil {
		return rest.Reply{}, err
	}
	return rest.Accepted(), a.sendKept(tx, r, mailbox, m)
}

func (a *Area) sendKept(tx *store.Tx, r *rest.Request, mailbox int64, m model.Message) error {
	owner, err := setAuthor(tx, r, &m)
	if err != nil {
		return err
	}
	if err := loadAttachments(tx, mailbox, &m); err != nil {
		return err
	}
	if err := stamp(tx, &m, owner); err != nil {
		return err
	}
	folder, err := tx.Folder(mailbox, model.FolderSentItems)
	if err != nil {
		return err
	}
	_, err = tx.ChangeMessage(mailbox, m.ID, func(kept *model.Message) error {
		kept.From, kept.Sender, kept.ParentFolderID, kept.InternetMessageID = m.From, m.Sender, folder.ID, m.InternetMessageID
		kept.SentDateTime, kept.ReceivedDateTime, kept.IsDraft, kept.IsRead = m.SentDateTime, m.ReceivedDateTime, false, true
		return nil
	})
	if err != nil {
		return err
	}
	return a.deliver(tx, owner, m, letter)
}

// Send sends a message from a mailbox: it is kept in Sent Items when save,
// and delivered, in the caller's transaction. From and Sender, when they are
// not set, are the mailbox's owner. Attachments carry their bytes. For the
// other areas' own mail, such as invitations, too.
func (a *Area) Send(tx *store.Tx, owner store.Mailbox, m model.Message, save bool) error {
	if m.From == nil {
		m.From = personOf(owner)
	}
	if m.Sender == nil {
		m.Sender = m.From
	}
	m.BodyPreview = eml.BodyPreview(m.Body)
	if err := stamp(tx, &m, owner); err != nil {
		return err
	}
	if save {
		mailbox, err := tx.Mailbox(owner.ID)
		if err != nil {
			return err
		}
		folder, err := tx.Folder(mailbox, model.FolderSentItems)
		if err != nil {
			return err
		}
		kept := withOwnParts(m)
		kept.ParentFolderID, kept.IsRead = folder.ID, true
		if _, err := tx.AddMessage(mailbox, store.NewMessage{Message: kept, References: ReferencesOf(&m)}); err != nil {
			return err
		}
	}
	return a.deliver(tx, owner, m, letter)
}

// stamp makes a message one that has been sent now.
func stamp(tx *store.Tx, m *model.Message, owner store.Mailbox) error {
	most := model.MaxOf(*m, "toRecipients").Items // of one list, and of all together
	switch n := len(recipientsOf(m)); {
	case n == 0:
		return model.Errorf(model.CodeInvalidRequest, "the message has no recipients: set toRecipients, ccRecipients or bccRecipients")
	case n > most:
		return model.Errorf(model.CodeInvalidRequest, "the message has %d recipients; at most %d are allowed", n, most)
	}
	for _, r := range recipientsOf(m) {
		if at := strings.LastIndexByte(r.EmailAddress.Address, '@'); at < 1 || at == len(r.EmailAddress.Address)-1 ||
			strings.ContainsAny(r.EmailAddress.Address, "\r\n\x00 <>") {
			return rest.BadProperty("emailAddress/address", "%q is not an address", r.EmailAddress.Address)
		}
	}
	now := tx.Now().UTC().Truncate(time.Millisecond)
	m.SentDateTime, m.ReceivedDateTime, m.IsDraft = &now, &now, false
	if m.InternetMessageID == "" {
		m.InternetMessageID = newMessageID(tx, owner)
	}
	return nil
}

// newMessageID makes a Message-ID in the domain of a mailbox.
func newMessageID(tx *store.Tx, owner store.Mailbox) string {
	_, domain, _ := strings.Cut(owner.Address, "@")
	return "<" + tx.NewID() + "@" + cmp.Or(domain, "localhost") + ">"
}

func personOf(m store.Mailbox) *model.Recipient {
	return &model.Recipient{EmailAddress: model.EmailAddress{Name: m.DisplayName, Address: m.Address}}
}

func recipientsOf(m *model.Message) []model.Recipient {
	all := make([]model.Recipient, 0, len(m.ToRecipients)+len(m.CcRecipients)+len(m.BccRecipients))
	return append(append(append(all, m.ToRecipients...), m.CcRecipients...), m.BccRecipients...)
}

// ReferencesOf are the ids that thread a message.
func ReferencesOf(m *model.Message) []string {
	inReplyTo, references := threadHeaders(m)
	return append(references, inReplyTo...)
}

// withOwnParts copies a message so that keeping it does not change the
// attachments of the one that is being delivered.
func withOwnParts(m model.Message) model.Message {
	m.Attachments = append([]model.Attachment(nil), m.Attachments...)
	m.Extensions = append([]model.OpenTypeExtension(nil), m.Extensions...)
	m.ID, m.ConversationID = "", ""
	return m
}
