package groups

import (
	"slices"
	"strings"
	"time"

	"daybook/formats/eml"
	"daybook/model"
	"daybook/service/mail"
	"daybook/service/store"
)

// addressOf is a group as the recipient of what is posted to it.
func addressOf(g model.Group) *model.Recipient {
	return &model.Recipient{EmailAddress: model.EmailAddress{Name: g.DisplayName, Address: g.Mail}}
}

// post adds a post of the caller's to a thread, and sends it out.
func (a *Area) post(tx *store.Tx, p target, t model.ConversationThread, post model.Post) error {
	author, err := tx.FindMailbox(p.caller)
	if err != nil {
		return err
	}
	before, err := mailOfThread(tx, p.number, t.ID)
	if err != nil {
		return err
	}
	post.From = &model.Recipient{EmailAddress: model.EmailAddress{Name: author.DisplayName, Address: author.Address}}
	_, domain, _ := strings.Cut(p.group.Mail, "@")
	messageID := "<" + tx.NewID() + "@" + domain + ">"
	if _, err := AddPost(tx, p.number, t.ID, NewPost{Post: post, AuthorID: p.caller, MessageID: messageID}); err != nil {
		return err
	}
	now := tx.Now().UTC().Truncate(time.Millisecond)
	m := model.Message{Subject: t.Topic, Body: post.Body, From: post.From, Sender: addressOf(p.group),
		ToRecipients: []model.Recipient{*addressOf(p.group)}, SentDateTime: &now, ReceivedDateTime: &now,
		InternetMessageID: messageID, Attachments: post.Attachments, InternetMessageHeaders: answering(before)}
	if len(before) > 0 {
		m.Subject = "Re: " + t.Topic
	}
	if err := a.spread(tx, p, m, p.caller); err != nil || len(post.NewParticipants) == 0 || !p.group.MailEnabled {
		return err
	}
	m.ToRecipients, m.Sender = post.NewParticipants, nil
	m.Attachments = slices.Clone(post.Attachments)
	return a.send(tx, author, m, false)
}

// maxReferences bounds the References field; the first and the newest stay
// (RFC 5322, section 3.6.4, lets a long one be shortened).
const maxReferences = 50

// answering are the header fields that thread a post's mail under those of
// the posts before it.
func answering(before []string) []model.InternetMessageHeader {
	if len(before) == 0 {
		return nil
	}
	last := before[len(before)-1]
	if len(before) > maxReferences {
		before = append(before[:1:1], before[len(before)-maxReferences+1:]...)
	}
	return []model.InternetMessageHeader{{Name: "In-Reply-To", Value: last}, {Name: "References", Value: strings.Join(before, " ")}}
}

// spread puts a post's mail into the inbox of each member but its author and
// those it was addressed to besides the group, who have it.
func (a *Area) spread(tx *store.Tx, p target, m model.Message, author string) error {
	if !p.group.MailEnabled {
		return nil
	}
	members, err := Members(tx, p.number, false)
	if err != nil {
		return err
	}
	// RFC 2919: a list's name, and its identifier in the form of a domain.
	m.InternetMessageHeaders = append(slices.Clone(m.InternetMessageHeaders), model.InternetMessageHeader{Name: "List-Id",
		Value: "<" + strings.Replace(p.group.Mail, "@", ".", 1) + ">"})
	m.BodyPreview = eml.BodyPreview(m.Body)
	has := map[string]bool{}
	for _, r := range slices.Concat(m.ToRecipients, m.CcRecipients) {
		has[strings.ToLower(r.EmailAddress.Address)] = true
	}
	for _, u := range members {
		if u.ID == author || has[strings.ToLower(u.Mail)] {
			continue
		}
		own := m
		own.Attachments = slices.Clone(m.Attachments) // the store writes their ids
		if err := mail.Deposit(tx, store.Mailbox{ID: u.ID}, own); err != nil {
			return err
		}
	}
	return nil
}

// PostMail makes a post of mail to a group's address: in the thread that it
// answers, else in a conversation of its own. It is the mail area's hook.
func (a *Area) PostMail(tx *store.Tx, to store.Mailbox, m model.Message) error {
	g, number, err := Group(tx, to.ID)
	if err != nil {
		return err
	}
	if known, err := threadOfMail(tx, number, []string{m.InternetMessageID}); err != nil || known != "" {
		return err // it came by another of its addresses
	}
	p := target{group: g, number: number}
	if p.caller, err = userOf(tx, m.From); err != nil {
		return err
	}
	thread, err := threadOfMail(tx, number, mail.ReferencesOf(&m))
	if err != nil {
		return err
	}
	if why, err := refusal(tx, p, thread); err != nil || why != "" {
		if err == nil {
			err = returnMail(tx, p, &m, why)
		}
		return err
	}
	if thread == "" {
		if thread, err = openThread(tx, p, &m); err != nil {
			return err
		}
	}
	post := model.Post{Body: m.Body, From: m.From, ReceivedDateTime: m.ReceivedDateTime, Attachments: slices.Clone(m.Attachments)}
	if _, err := AddPost(tx, number, thread, NewPost{Post: post, AuthorID: p.caller, MessageID: m.InternetMessageID}); err != nil {
		return err
	}
	return a.spread(tx, p, m, p.caller)
}

// userOf returns the id of the user that mail is from, "" for an outsider.
func userOf(tx *store.Tx, from *model.Recipient) (string, error) {
	if from == nil {
		return "", nil
	}
	m, found, err := tx.MailboxByAddress(from.EmailAddress.Address)
	if err != nil || !found || m.Kind != store.KindUser {
		return "", err
	}
	return m.ID, nil
}

// refusal says why mail is not posted, "" when it is.
func refusal(tx *store.Tx, p target, thread string) (string, error) {
	switch {
	case !p.group.MailEnabled:
		return "The group takes no mail.", nil
	case p.group.Visibility != VisibilityPublic:
		m, err := MembershipOf(tx, p.number, p.caller)
		if err != nil || m < Member {
			return "The group is private, and takes mail from its members alone.", err
		}
	}
	if thread == "" {
		return "", nil
	}
	t, err := findThread(tx, p.number, thread)
	if err == nil && t.IsLocked {
		return "The thread is locked and takes no posts until it is unlocked.", nil
	}
	return "", err
}

// openThread begins a conversation about the subject of a message.
func openThread(tx *store.Tx, p target, m *model.Message) (string, error) {
	topic := strings.Join(strings.Fields(m.Subject), " ")
	if topic == "" {
		topic = "(no subject)"
	}
	v, err := AddConversation(tx, p.number, topic)
	if err != nil {
		return "", err
	}
	t, err := AddThread(tx, p.number, v.ID, model.ConversationThread{Topic: topic, ToRecipients: m.ToRecipients, CcRecipients: m.CcRecipients})
	return t.ID, err
}

// returnMail tells a sender of this service why mail was not posted.
func returnMail(tx *store.Tx, p target, m *model.Message, why string) error {
	if p.caller == "" {
		return nil
	}
	now := tx.Now().UTC().Truncate(time.Millisecond)
	_, domain, _ := strings.Cut(p.group.Mail, "@")
	notice := model.Message{
		Subject: "Not posted: " + m.Subject, From: addressOf(p.group), Sender: addressOf(p.group),
		Body:         &model.ItemBody{ContentType: "text", Content: "Your message to " + p.group.DisplayName + " was not posted.\n\n" + why + "\n\nSubject: " + m.Subject + "\n"},
		ToRecipients: []model.Recipient{*m.From}, SentDateTime: &now, ReceivedDateTime: &now,
		InternetMessageID:      "<" + tx.NewID() + "@" + domain + ">",
		InternetMessageHeaders: append(answering([]string{m.InternetMessageID}), model.InternetMessageHeader{Name: "Auto-Submitted", Value: "auto-replied"}),
	}
	notice.BodyPreview = eml.BodyPreview(notice.Body)
	return mail.Deposit(tx, store.Mailbox{ID: p.caller}, notice)
}
