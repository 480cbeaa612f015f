package mail

import (
	"strings"
	"time"

	"daybook/formats/eml"
	"daybook/model"
	"daybook/service/store"
)

// kind says what mail is, which bounds what it can set off: a letter can
// cause a bounce and an automatic reply, those two cause nothing.
type kind bool

const (
	letter    kind = true
	automatic kind = false
)

// deliver puts a message into the mailboxes of its recipients, each once.
// What cannot be delivered comes back to the sender.
func (a *Area) deliver(tx *store.Tx, sender store.Mailbox, m model.Message, k kind) error {
	var unknown []string
	seen := map[string]bool{}
	for _, r := range recipientsOf(&m) {
		address := r.EmailAddress.Address
		if key := strings.ToLower(address); seen[key] {
			continue
		} else {
			seen[key] = true
		}
		to, found, err := tx.MailboxByAddress(address)
		switch {
		case err != nil:
			return err
		case found && to.Kind == store.KindUser:
			err = a.deliverTo(tx, to, m, k)
		case found && a.hooks.PostToGroup != nil:
			err = a.hooks.PostToGroup(tx, to, withoutSecrets(m))
		default:
			unknown = append(unknown, address)
		}
		if err != nil {
			return err
		}
	}
	if len(unknown) > 0 && k == letter {
		return Bounce(tx, sender, &m, unknown)
	}
	return nil
}

// withoutSecrets is the message as its recipients see it.
func withoutSecrets(m model.Message) model.Message {
	m = withOwnParts(m)
	m.BccRecipients, m.Categories, m.Extensions, m.SingleValueProperties = nil, nil, nil, nil
	m.Flag, m.InferenceClassification, m.IsRead, m.ParentFolderID = nil, "", false, ""
	m.CreatedDateTime = nil
	return m
}

func (a *Area) deliverTo(tx *store.Tx, to store.Mailbox, m model.Message, k kind) error {
	if err := Deposit(tx, to, withoutSecrets(m)); err != nil {
		return err
	}
	if k == automatic || isAutomatic(&m) || m.From == nil || a.hooks.AutomaticReply == nil {
		return nil
	}
	return a.replyAutomatically(tx, to, &m)
}

// Deposit puts a message into a mailbox's inbox as new mail, threaded and
// classified. Its bytes are not sent anywhere: for mail that was delivered to
// this person alone.
func Deposit(tx *store.Tx, to store.Mailbox, m model.Message) error {
	mailbox, err := tx.Mailbox(to.ID)
	if err != nil {
		return err
	}
	inbox, err := tx.Folder(mailbox, model.FolderInbox)
	if err != nil {
		return err
	}
	if m.InferenceClassification, err = Classify(tx, mailbox, &m); err != nil {
		return err
	}
	m.ParentFolderID, m.IsRead, m.IsDraft = inbox.ID, false, false
	_, err = tx.AddMessage(mailbox, store.NewMessage{Message: m, References: ReferencesOf(&m)})
	return err
}

// Classify decides whether a message is focused or other: as an override of
// its sender says, else other for what is sent to many or by a machine (RFC
// 2919, RFC 2369, RFC 3834), else focused.
func Classify(tx *store.Tx, mailbox int64, m *model.Message) (string, error) {
	if m.From != nil {
		if class, err := overrideFor(tx, mailbox, m.From.EmailAddress.Address); err != nil || class != "" {
			return class, err
		}
	}
	if isBulk(m) {
		return model.Other, nil
	}
	return model.Focused, nil
}

// robots are the beginnings of addresses that no person reads.
var robots = []string{"no-reply", "noreply", "do-not-reply", "donotreply", "notification", "newsletter", "mailer-daemon", "bounce"}

func isBulk(m *model.Message) bool {
	for _, h := range m.InternetMessageHeaders {
		switch strings.ToLower(h.Name) {
		case "list-unsubscribe", "list-id":
			return true
		case "precedence":
			if v := strings.ToLower(strings.TrimSpace(h.Value)); v == "bulk" || v == "list" || v == "junk" {
				return true
			}
		}
	}
	if m.From == nil {
		return false
	}
	local, _, _ := strings.Cut(strings.ToLower(m.From.EmailAddress.Address), "@")
	for _, robot := range robots {
		if strings.HasPrefix(local, robot) {
			return true
		}
	}
	return false
}

// isAutomatic reports mail that must not be answered by a machine (RFC 3834,
// section 2), so that no two machines write to each other for ever.
func isAutomatic(m *model.Message) bool {
	for _, h := range m.InternetMessageHeaders {
		switch strings.ToLower(h.Name) {
		case "auto-submitted":
			return !strings.EqualFold(strings.TrimSpace(h.Value), "no")
		case "list-id", "list-unsubscribe":
			return true
		case "precedence":
			return true
		}
	}
	return m.MeetingMessageType != ""
}

// automaticHeaders mark what a machine wrote in answer to a message.
func automaticHeaders(answered *model.Message) []model.InternetMessageHeader {
	return append(referTo(answered), model.InternetMessageHeader{Name: "Auto-Submitted", Value: "auto-replied"})
}

// replyAutomatically answers as the mailbox's settings say, once to each
// sender while they stay as they are.
func (a *Area) replyAutomatically(tx *store.Tx, owner store.Mailbox, m *model.Message) error {
	sender := m.From.EmailAddress.Address
	if sameAddress(sender, owner.Address) {
		return nil
	}
	reply, ok, err := a.hooks.AutomaticReply(tx, owner, sender, tx.Now())
	if err != nil || !ok {
		return err
	}
	mailbox, err := tx.Mailbox(owner.ID)
	if err != nil {
		return err
	}
	if first, err := firstAutomaticReply(tx, mailbox, sender, reply.Since); err != nil || !first {
		return err
	}
	answer := model.Message{
		Subject: "Automatic reply: " + m.Subject, Body: &model.ItemBody{ContentType: "html", Content: reply.HTML},
		From: personOf(owner), Sender: personOf(owner), ToRecipients: []model.Recipient{*m.From},
		InternetMessageHeaders: automaticHeaders(m),
	}
	answer.BodyPreview = eml.BodyPreview(answer.Body)
	if err := stamp(tx, &answer, owner); err != nil {
		return err
	}
	return a.deliver(tx, owner, answer, automatic)
}

// Bounce tells the sender, in the inbox, which addresses of a message that
// was sent nobody has.
func Bounce(tx *store.Tx, sender store.Mailbox, m *model.Message, unknown []string) error {
	_, domain, _ := strings.Cut(sender.Address, "@")
	postmaster := &model.Recipient{EmailAddress: model.EmailAddress{Name: "Mail Delivery Service", Address: "postmaster@" + domain}}
	now := tx.Now().UTC().Truncate(time.Millisecond)
	notice := model.Message{
		Subject:      "Undeliverable: " + m.Subject,
		Body:         &model.ItemBody{ContentType: "text", Content: bounceText(m, unknown)},
		From:         postmaster,
		Sender:       postmaster,
		ToRecipients: []model.Recipient{*personOf(sender)}, SentDateTime: &now, ReceivedDateTime: &now,
		InternetMessageID: newMessageID(tx, sender), InternetMessageHeaders: automaticHeaders(m),
	}
	notice.BodyPreview = eml.BodyPreview(notice.Body)
	return Deposit(tx, sender, notice)
}

func bounceText(m *model.Message, unknown []string) string {
	what, advice := "message", "Check its spelling, and send the message again\nto the people it did not reach. The others have received it."
	if m.MeetingMessageType != "" {
		what, advice = "invitation", "Check its spelling. Mail to other providers does\n"+
			"not leave this service: to ask somebody elsewhere, write to them yourself. They\n"+
			"stay on the list of attendees without an answer. The others have been invited."
	}
	text := "Your " + what + " could not be delivered to:\n\n"
	for _, address := range unknown {
		text += "  " + address + "\n"
	}
	text += "\nNobody here has this address. " + advice + "\n\n"
	return text + "Subject: " + m.Subject + "\nSent: " + m.SentDateTime.Format(time.RFC1123Z) + "\n"
}
