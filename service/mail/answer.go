package mail

import (
	"fmt"
	"html"
	"slices"
	"strings"
	"time"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// way is a way to answer a message.
type way struct {
	name, title, operation string
	prefix                 string // of the subject
	all, forward           bool
}

func answers() []way {
	return []way{
		{name: "reply", title: "Reply", operation: "Reply", prefix: "Re: "},
		{name: "replyAll", title: "ReplyAll", operation: "ReplyAll", prefix: "Re: ", all: true},
		{name: "forward", title: "Forward", operation: "Forward", prefix: "Fw: ", forward: true},
	}
}

// check holds an answer to the rules that the interface sets: a comment and a body
// exclude each other, and a forward that goes out names its recipients once.
func (w way) check(b *model.ReplyRequest, sending bool) error {
	if b.Message != nil {
		if err := normalizeGiven(b.Message); err != nil {
			return err
		}
		if b.Comment != "" && b.Message.Body != nil {
			return model.Errorf(model.CodeInvalidRequest, "comment and message.body exclude each other: give one of them")
		}
	}
	inMessage := b.Message != nil && len(b.Message.ToRecipients) > 0
	if !w.forward {
		return nil
	}
	if inMessage && len(b.ToRecipients) > 0 {
		return model.Errorf(model.CodeInvalidRequest, "toRecipients is given twice: beside message and in it")
	}
	if sending && !inMessage && len(b.ToRecipients) == 0 {
		return model.Errorf(model.CodeInvalidRequest, "toRecipients is required to forward a message")
	}
	return nil
}

// reading is what the request says of the answer, which is one in its way.
type reading struct {
	way
	model.ReplyRequest
}

// readAnswer reads an answer that is sent.
func (w way) readAnswer(r *rest.Request) (reading, error) {
	b, err := rest.JSON[model.ReplyRequest](r)
	if err == nil {
		err = w.check(&b, true)
	}
	return reading{w, b}, err
}

// readDraft reads one that is not: a draft can be made of nothing but the
// original.
func (w way) readDraft(r *rest.Request) (reading, error) {
	b, err := rest.AnyJSON[model.ReplyRequest](r)
	if err == nil {
		err = w.check(&b, false)
	}
	return reading{w, b}, err
}

// answer sends a reply or a forward: 202, nothing in the reply.
func (a *Area) answer(r *rest.Request, tx *store.Tx, mailbox int64, in reading) (rest.Reply, error) {
	draft, err := a.compose(tx, r, mailbox, in.way, in.ReplyRequest)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.Accepted(), a.sendOnce(r, tx, mailbox, draft, true)
}

// createAnswer makes the draft of a reply or a forward: 201 with it.
func (a *Area) createAnswer(r *rest.Request, tx *store.Tx, mailbox int64, in reading) (rest.Reply, error) {
	draft, err := a.compose(tx, r, mailbox, in.way, in.ReplyRequest)
	if err != nil {
		return rest.Reply{}, err
	}
	return a.addDraft(r, tx, mailbox, model.FolderDrafts, draft)
}

// compose makes the message that answers the one of the path.
func (a *Area) compose(tx *store.Tx, r *rest.Request, mailbox int64, w way, body model.ReplyRequest) (model.Message, error) {
	id, err := messageID(tx, mailbox, r)
	if err != nil {
		return model.Message{}, err
	}
	original, err := tx.Message(mailbox, id)
	if err != nil {
		return original, err
	}
	owner, err := tx.FindMailbox(r.Mailbox.ID)
	if err != nil {
		return original, err
	}
	draft := model.Message{Subject: withPrefix(w, original.Subject), Importance: original.Importance}
	if w.forward {
		if err := loadAttachments(tx, mailbox, &original); err != nil {
			return original, err
		}
		draft.Attachments, draft.ToRecipients = original.Attachments, body.ToRecipients
	} else {
		addressAnswer(&draft, &original, owner, w.all)
		if len(body.ToRecipients) > 0 {
			draft.ToRecipients = body.ToRecipients
		}
	}
	zone, _ := r.Prefer.Zone()
	draft.Body = quote(w, &original, body.Comment, zone)
	draft.InternetMessageHeaders = referTo(&original)
	overlay(&draft, body.Message)
	return draft, nil
}

// addressAnswer sets who a reply goes to: Reply-To, else the author; when one
// answers one's own message, those it went to.
func addressAnswer(draft, original *model.Message, owner store.Mailbox, all bool) {
	isOwner := func(r model.Recipient) bool { return sameAddress(r.EmailAddress.Address, owner.Address) }
	switch {
	case len(original.ReplyTo) > 0:
		draft.ToRecipients = slices.Clone(original.ReplyTo)
	case original.From != nil && !isOwner(*original.From):
		draft.ToRecipients = []model.Recipient{*original.From}
	default:
		draft.ToRecipients = slices.Clone(original.ToRecipients)
	}
	if all {
		draft.ToRecipients = append(draft.ToRecipients, original.ToRecipients...)
		draft.CcRecipients = slices.Clone(original.CcRecipients)
	}
	seen := map[string]bool{}
	once := func(list []model.Recipient) []model.Recipient {
		return slices.DeleteFunc(list, func(r model.Recipient) bool {
			key := strings.ToLower(r.EmailAddress.Address)
			again := seen[key]
			seen[key] = true
			return again
		})
	}
	draft.ToRecipients = once(draft.ToRecipients)
	draft.CcRecipients = slices.DeleteFunc(once(draft.CcRecipients), isOwner)
	if others := slices.DeleteFunc(slices.Clone(draft.ToRecipients), isOwner); len(others)+len(draft.CcRecipients) > 0 {
		draft.ToRecipients = others // one does not write to oneself beside others
	}
}

func sameAddress(a, b string) bool { return strings.EqualFold(a, b) }

// overlay takes what the request says of the message over what was composed.
func overlay(draft, given *model.Message) {
	if given == nil {
		return
	}
	if given.Subject != "" {
		draft.Subject = given.Subject
	}
	for _, list := range []struct{ into, from *[]model.Recipient }{
		{&draft.ToRecipients, &given.ToRecipients}, {&draft.CcRecipients, &given.CcRecipients},
		{&draft.BccRecipients, &given.BccRecipients}, {&draft.ReplyTo, &given.ReplyTo},
	} {
		if len(*list.from) > 0 {
			*list.into = *list.from
		}
	}
	if given.Body != nil {
		draft.Body = given.Body
	}
	if given.Importance != "" {
		draft.Importance = given.Importance
	}
	draft.Attachments = append(draft.Attachments, given.Attachments...)
	draft.Extensions = given.Extensions
	draft.SingleValueProperties = given.SingleValueProperties
	draft.Categories = given.Categories
	draft.InternetMessageID = given.InternetMessageID
	draft.IsReadReceiptRequested = given.IsReadReceiptRequested
	draft.IsDeliveryReceiptRequested = given.IsDeliveryReceiptRequested
}

func withPrefix(w way, subject string) string {
	known := []string{"re:"}
	if w.forward {
		known = []string{"fw:", "fwd:"}
	}
	for _, p := range known {
		if len(subject) >= len(p) && strings.EqualFold(subject[:len(p)], p) {
			return subject
		}
	}
	return w.prefix + subject
}

// maxReferences bounds the References field; the first and the newest stay
// (RFC 5322, section 3.6.4, lets a long one be shortened).
const maxReferences = 50

// referTo makes the header fields that thread an answer.
func referTo(original *model.Message) []model.InternetMessageHeader {
	if original.InternetMessageID == "" {
		return nil
	}
	inReplyTo, references := threadHeaders(original)
	if len(references) == 0 {
		references = inReplyTo
	}
	references = append(slices.Clone(references), original.InternetMessageID)
	if len(references) > maxReferences {
		references = append(references[:1:1], references[len(references)-maxReferences+1:]...)
	}
	return []model.InternetMessageHeader{
		{Name: "In-Reply-To", Value: original.InternetMessageID},
		{Name: "References", Value: strings.Join(references, " ")},
	}
}

// quote writes the comment above the original: "> " before each line of a
// text, a blockquote around HTML, a header above what is forwarded.
func quote(w way, original *model.Message, comment string, zone *time.Location) *model.ItemBody {
	content, isHTML := "", false
	if original.Body != nil {
		content, isHTML = original.Body.Content, original.Body.ContentType == "html"
	}
	head := attribution(original, zone)
	if w.forward {
		head = forwardHead(original, zone)
	}
	if isHTML {
		above := strings.ReplaceAll(html.EscapeString(comment), "\n", "<br>")
		head = strings.ReplaceAll(html.EscapeString(head), "\n", "<br>")
		if w.forward {
			return &model.ItemBody{ContentType: "html", Content: fmt.Sprintf("<div>%s</div><br><div>%s</div><br>%s", above, head, content)}
		}
		return &model.ItemBody{ContentType: "html",
			Content: fmt.Sprintf("<div>%s</div><br><div>%s</div><blockquote>%s</blockquote>", above, head, content)}
	}
	if !w.forward {
		content = quoteLines(content)
	}
	return &model.ItemBody{ContentType: "text", Content: comment + "\n\n" + head + "\n" + content}
}

// ForwardBody is the body of a message that passes another on: a comment,
// the header of what is passed on with times in zone, and its body.
func ForwardBody(original *model.Message, comment string, zone *time.Location) *model.ItemBody {
	return quote(way{forward: true}, original, comment, zone)
}

func quoteLines(text string) string {
	lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
	for i, l := range lines {
		if strings.HasPrefix(l, ">") {
			lines[i] = ">" + l
		} else {
			lines[i] = strings.TrimRight("> "+l, " ")
		}
	}
	return strings.Join(lines, "\n") + "\n"
}

func attribution(m *model.Message, zone *time.Location) string {
	who := "somebody"
	if m.From != nil {
		who = mailboxText(*m.From)
	}
	if m.SentDateTime == nil {
		return who + " wrote:"
	}
	return fmt.Sprintf("On %s, %s wrote:", m.SentDateTime.In(zone).Format("Mon, 2 Jan 2006 at 15:04"), who)
}

func forwardHead(m *model.Message, zone *time.Location) string {
	var b strings.Builder
	b.WriteString("---------- Forwarded message ----------\n")
	if m.From != nil {
		b.WriteString("From: " + mailboxText(*m.From) + "\n")
	}
	if m.SentDateTime != nil {
		b.WriteString("Date: " + m.SentDateTime.In(zone).Format(time.RFC1123Z) + "\n")
	}
	b.WriteString("Subject: " + m.Subject + "\n")
	for _, l := range []struct {
		name string
		list []model.Recipient
	}{{"To", m.ToRecipients}, {"Cc", m.CcRecipients}} {
		if len(l.list) > 0 {
			texts := make([]string, len(l.list))
			for i, r := range l.list {
				texts[i] = mailboxText(r)
			}
			b.WriteString(l.name + ": " + strings.Join(texts, ", ") + "\n")
		}
	}
	return b.String()
}

func mailboxText(r model.Recipient) string {
	a := r.EmailAddress
	if a.Name == "" {
		return a.Address
	}
	return a.Name + " <" + a.Address + ">"
}
