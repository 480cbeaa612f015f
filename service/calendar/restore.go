package calendar

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"daybook/model"
	"daybook/service/mail"
	"daybook/service/rest"
	"daybook/service/store"
)

// A deleted event can be restored for a month, by PATCH of isCancelled alone
// to false under its old id: the interface has no operation for it, and a
// service that does not know this answers as for any id that is not there. It
// is the event it was, with the answers it had. Nobody is invited again: a
// message that told of the deletion and was not read yet is taken back, and
// who has read it gets one that says that the meeting is back on.

// restores says that a request asks for an event that was deleted.
func restores(o rest.Object) bool {
	return o.Alone("isCancelled") && strings.Trim(string(o.Raw("isCancelled")), `"`) == "false"
}

// restore brings back the event that the path names. One that was not deleted
// is left as it is, so that asking twice does no harm. To who is not its owner a
// deleted event is not there.
func (s site) restore(r *rest.Request, t *target) (rest.Reply, error) {
	e, place, err := t.event(r)
	if errors.Is(err, model.ErrNotFound) {
		if err = s.bringBack(t, r.Key("event")); err == nil {
			e, place, err = t.event(r)
		}
	}
	if err != nil {
		return rest.Reply{}, err
	}
	return s.shown(r, t, place.Row, e, rest.OK)
}

// bringBack restores an event, and what it was to the other people of it.
func (s site) bringBack(t *target, id string) error {
	text, err := restoreEvent(t.tx, t.mailbox, id)
	if err != nil {
		return err
	}
	var was aftermath
	if text != "" {
		if err := json.Unmarshal([]byte(text), &was); err != nil {
			return fmt.Errorf("read the note of a deletion: %w", err)
		}
	}
	e, err := Event(t.tx, t.mailbox, id)
	if err != nil {
		return err
	}
	if !e.IsOrganizer {
		return s.rejoin(t, e, was.Answered)
	}
	for _, who := range was.Told {
		of := e
		if who.Of != id {
			if of, err = Event(t.tx, t.mailbox, who.Of); errors.Is(err, model.ErrNotFound) {
				continue
			} else if err != nil {
				return err
			}
		}
		if err := s.organizing(t).takeUp(who, of); err != nil {
			return err
		}
	}
	return nil
}

// takeUp makes a copy that was called off what it was.
func (o organizer) takeUp(who told, e model.Event) error {
	to, err := o.tx.FindMailbox(who.User)
	if errors.Is(err, model.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	mailbox, err := o.tx.Mailbox(to.ID)
	if err != nil {
		return err
	}
	if _, err := Event(o.tx, mailbox, who.Copy); errors.Is(err, model.ErrNotFound) {
		if _, err = restoreEvent(o.tx, mailbox, who.Copy); errors.Is(err, model.ErrNotFound) || errors.Is(err, model.ErrConflict) {
			return o.askAgain(to, e)
		} else if err != nil {
			return err
		}
	} else if err != nil {
		return err
	}
	room, err := o.tx.IsResource(mailbox)
	switch {
	case err != nil:
		return err
	case room:
		free, err := o.isFree(mailbox, who.Copy)
		if err != nil || free {
			return err
		}
		return o.book(to, mailbox, who.Copy, e) // taken since: it says so
	case to.Kind != store.KindUser:
		return nil
	}
	_, err = changeEvent(o.tx, mailbox, who.Copy, func(c *model.Event) error {
		share(c, e, false)
		c.ShowAs, c.IsReminderOn = who.ShowAs, who.Reminder
		return nil
	})
	if err != nil {
		return err
	}
	unread, err := recall(o.tx, to, who.Message)
	if err != nil || unread {
		return err
	}
	e.ID = who.Copy
	return mail.Deposit(o.tx, to, eventMessage(o.tx, messageKind{model.MeetingRequest, "Back on: "}, o.box, recipients(&e), e, ""))
}

// askAgain invites who has no copy any more that could be restored.
func (o organizer) askAgain(to store.Mailbox, e model.Event) error {
	none := &model.ResponseStatus{Response: model.ResponseNone}
	if err := setStatus(o.tx, o.mailbox, e.ID, to.Address, none, nil); err != nil {
		return err
	}
	return o.invite(to, e, true, times)
}

// rejoin brings an attendee's restored copy up to date, and tells the
// organizer that the answer is what it was. A meeting that has been called off
// since is a cancelled one.
func (s site) rejoin(t *target, e model.Event, was *answered) error {
	theirs, found, err := organizersEvent(t.tx, &e)
	if err != nil {
		return err
	}
	if found && attendee(&theirs.event, t.owner.Address) == nil {
		found = false
	}
	if !found {
		return s.calledOffSince(t, e)
	}
	reset := moved(&e, &theirs.event)
	e, err = changeEvent(t.tx, t.mailbox, e.ID, func(c *model.Event) error {
		share(c, theirs.event, reset)
		return nil
	})
	if err != nil || was == nil {
		return err
	}
	return t.answerAgain(theirs, e, *was)
}

// calledOffSince marks a copy whose meeting is gone at an organizer of this
// store.
func (s site) calledOffSince(t *target, e model.Event) error {
	if e.Organizer == nil {
		return nil
	}
	if _, here, err := t.tx.MailboxByAddress(e.Organizer.EmailAddress.Address); err != nil || !here {
		return err
	}
	_, err := changeEvent(t.tx, t.mailbox, e.ID, func(c *model.Event) error {
		c.IsCancelled, c.ShowAs, c.IsReminderOn = true, model.ShowFree, false
		return nil
	})
	return err
}

// answerAgain puts an attendee's earlier answer back into the organizer's
// event. When the organizer has read another one since, they get this one
// again; there is no message that takes an answer back to silence.
func (t *target) answerAgain(theirs original, mine model.Event, was answered) error {
	err := setStatus(t.tx, theirs.mailbox, theirs.event.ID, t.owner.Address, was.Was, nil)
	if err != nil {
		return err
	}
	unread, err := recall(t.tx, theirs.owner, was.Message)
	if err != nil || unread || was.Message == "" || mine.ResponseStatus == nil {
		return err
	}
	for _, w := range answers() {
		if w.response == mine.ResponseStatus.Response {
			return mail.Deposit(t.tx, theirs.owner, eventMessage(t.tx, w.kind, t.owner, to(theirs.owner), theirs.event, ""))
		}
	}
	return nil
}

// unanswers says that a request takes an answer back: by PATCH of the
// responseStatus alone to notResponded. The interface has no operation for it.
func unanswers(o rest.Object) bool {
	if !o.Alone("responseStatus") {
		return false
	}
	var given model.ResponseStatus
	return json.Unmarshal(o.Raw("responseStatus"), &given) == nil && given.Response == model.ResponseNotResponded
}

// unanswer makes the caller's copy an invitation that waits for its answer.
// The organizer's event is as before it; an answer that they have not read
// yet is taken back.
func (s site) unanswer(r *rest.Request, t *target) (rest.Reply, error) {
	e, place, err := t.event(r)
	if err == nil && !e.IsOrganizer && !e.IsCancelled {
		e, err = s.silence(t, e)
	}
	if err != nil {
		return rest.Reply{}, err
	}
	return s.shown(r, t, place.Row, e, rest.OK)
}

func (s site) silence(t *target, e model.Event) (model.Event, error) {
	theirs, found, err := organizersEvent(t.tx, &e)
	if err != nil {
		return e, err
	}
	if found {
		none := &model.ResponseStatus{Response: model.ResponseNone}
		if err := setStatus(t.tx, theirs.mailbox, theirs.event.ID, t.owner.Address, none, nil); err != nil {
			return e, err
		}
		ids, err := unreadAnswers(t.tx, theirs.mailbox, theirs.event.ICalUID, t.owner.Address)
		if err != nil {
			return e, err
		}
		for _, id := range ids {
			m, err := t.tx.Message(theirs.mailbox, id)
			if err == nil && m.Event != nil && m.Event.ID == theirs.event.ID {
				err = t.tx.EraseMessage(theirs.mailbox, id)
			}
			if err != nil {
				return e, err
			}
		}
	}
	return changeEvent(t.tx, t.mailbox, e.ID, func(c *model.Event) error {
		c.ResponseStatus = &model.ResponseStatus{Response: model.ResponseNotResponded}
		if c.ShowAs != model.ShowFree || !found || theirs.event.ShowAs != model.ShowFree {
			c.ShowAs = model.ShowTentative
		}
		return nil
	})
}
