package api

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"daybook/model"
)

// Outcome is what is known of a message after Deliver.
type Outcome int

// The outcomes.
const (
	// Unresolved: the answer was lost and the message was found neither in
	// Sent Items nor in Drafts. Ask the person; never send it blind.
	Unresolved Outcome = iota
	// Sent: the service has taken the message, or it was found in Sent Items.
	Sent
	// NotSent: the message has not left. When Delivery.Draft has an id, the
	// draft is there and can be sent again.
	NotSent
)

// Delivery is how a message fared.
type Delivery struct {
	Outcome   Outcome
	MessageID string        // the internetMessageId it carries, with brackets
	Draft     model.Message // the draft, once it was made
}

// lookups are the pauses before each search for a message whose fate is not
// known: a service files a sent message a moment after it has taken it.
var lookups = [...]time.Duration{0, time.Second, 3 * time.Second}

// lookUpTime bounds a search, also when what it is for has run out of time.
const lookUpTime = time.Minute

// sends is how often a draft is sent that is found still to be one.
const sends = 3

// Deliver sends a message so that it is never silently doubled: it makes a
// draft under our own Message-ID, sends the draft, and where an answer was
// lost looks the Message-ID up in Sent Items and Drafts. A message without one
// gets one; a caller that keeps it can ask Resolve after a crash, and give
// what it finds in Drafts to SendDraft.
//
// The error says why the message is not Sent; the outcome says what to do.
func (u UserRef) Deliver(ctx context.Context, m model.Message, opts ...Option) (Delivery, error) {
	if m.InternetMessageID == "" {
		m.InternetMessageID = u.box.c.NewMessageID(m.From)
	}
	d, err := u.Draft(ctx, m.InternetMessageID, func(ctx context.Context) (model.Message, error) {
		return u.CreateMessage(ctx, m, opts...)
	})
	if err != nil || d.Outcome == Sent {
		return d, err
	}
	return u.SendDraft(ctx, d, opts...)
}

// Draft makes the draft of a message with that Message-ID by calling create.
// Where its answer was lost, the draft is looked up before it would be made a
// second time. The outcome is NotSent, or Sent when an earlier attempt had
// come that far.
func (u UserRef) Draft(ctx context.Context, messageID string, create func(context.Context) (model.Message, error)) (Delivery, error) {
	d := Delivery{MessageID: messageID, Outcome: NotSent}
	for attempt := 1; ; attempt++ {
		draft, err := create(ctx)
		switch {
		case err == nil:
			d.Draft = draft
			return d, nil
		case !Ambiguous(err):
			return d, fmt.Errorf("the draft was not saved: %w", err)
		}
		found, lookErr := u.lookUp(ctx, messageID)
		switch {
		case lookErr != nil:
			return d, fmt.Errorf("the draft was not saved: %w", errors.Join(err, lookErr))
		case found.Outcome != Unresolved:
			return found, nil
		case attempt == sends || ctx.Err() != nil:
			return d, fmt.Errorf("the draft was not saved: %w", err)
		}
	}
}

// SendDraft sends the draft of a Delivery, and finds out whether it went when
// the answer is lost. One that is found in Drafts has not gone and is sent
// again: a draft goes once, as sending takes it out of Drafts.
func (u UserRef) SendDraft(ctx context.Context, d Delivery, opts ...Option) (Delivery, error) {
	for attempt := 1; ; attempt++ {
		err := u.Message(d.Draft.ID).Send(ctx, opts...)
		switch {
		case err == nil:
			d.Outcome = Sent
			return d, nil
		case attempt == 1 && !Ambiguous(err): // a later refusal can be of what had gone
			d.Outcome = NotSent
			return d, fmt.Errorf("sending: %w", err)
		}
		found, lookErr := u.lookUp(ctx, d.MessageID)
		if lookErr != nil {
			d.Outcome = Unresolved
			return d, fmt.Errorf("sending: whether it went is not known: %w", errors.Join(err, lookErr))
		}
		if found.Draft.ID == "" {
			found.Draft = d.Draft
		}
		switch {
		case found.Outcome == Sent:
			return found, nil
		case found.Outcome == Unresolved, attempt == sends, ctx.Err() != nil:
			return found, fmt.Errorf("sending: %w", err)
		}
		d = found
	}
}

// Resolve looks a message up by its Message-ID: in Sent Items it is Sent, in
// Drafts NotSent, nowhere Unresolved.
func (u UserRef) Resolve(ctx context.Context, messageID string) (Delivery, error) {
	found, err := u.lookUp(ctx, messageID)
	if err != nil {
		return found, fmt.Errorf("looking the message up: %w", err)
	}
	return found, nil
}

func (u UserRef) lookUp(ctx context.Context, messageID string) (Delivery, error) {
	ctx, cancel := outlive(ctx, lookUpTime)
	defer cancel()
	d := Delivery{MessageID: messageID}
	for _, pause := range lookups {
		if err := u.box.c.cfg.Retry.Sleep(ctx, pause); err != nil {
			return d, err
		}
		for _, in := range []struct {
			folder  string
			outcome Outcome
		}{{model.FolderSentItems, Sent}, {model.FolderDrafts, NotSent}} {
			page, err := u.MailFolder(in.folder).Messages(ctx, Filter(Eq("internetMessageId", messageID)), Top(1))
			if err != nil {
				return d, err
			}
			if len(page.Value) > 0 {
				d.Outcome, d.Draft = in.outcome, page.Value[0]
				return d, nil
			}
		}
	}
	return d, nil
}

// Ambiguous reports whether the service may have done what was asked: no
// answer came to what was sent, or it failed while answering. That it cannot
// (501), or has no room (507), is a plain refusal.
func Ambiguous(err error) bool {
	var refusal *Error
	if errors.As(err, &refusal) {
		return refusal.Status >= http.StatusInternalServerError && !refusal.unread() &&
			refusal.Status != http.StatusNotImplemented && refusal.Status != http.StatusInsufficientStorage
	}
	var conn *ConnError
	if errors.As(err, &conn) {
		return !unsent(conn.Err)
	}
	var panicked *HandlerPanic
	return errors.As(err, &panicked) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded)
}

// NewMessageID makes an internetMessageId at the sender's domain.
func (c *Client) NewMessageID(from *model.Recipient) string {
	domain := "daybook.invalid"
	if from != nil {
		if _, d, ok := strings.Cut(from.EmailAddress.Address, "@"); ok && isDomain(d) {
			domain = d
		}
	}
	return "<" + c.cfg.NewID() + "@" + domain + ">"
}

// isDomain keeps whatever could break a header field out of a Message-ID.
func isDomain(s string) bool {
	return s != "" && strings.Trim(strings.ToLower(s), "abcdefghijklmnopqrstuvwxyz0123456789.-") == ""
}
