package calendar

import (
	"errors"
	"slices"

	"daybook/model"
	"daybook/service/mail"
	"daybook/service/rest"
	"daybook/service/store"
)

// way is a way to answer an invitation.
type way struct {
	action    string // of the path
	operation string
	response  string // that the copy and the organizer's attendee get
	showAs    string // of the copy; "" for what the organizer's is
	kind      messageKind
	proposes  bool // may carry another time
}

func accepting() way {
	return way{"accept", "AcceptEvent", model.ResponseAccepted, "", messageKind{model.MeetingAccepted, "Accepted: "}, false}
}

func declining() way {
	return way{"decline", "DeclineEvent", model.ResponseDeclined, model.ShowFree, messageKind{model.MeetingDeclined, "Declined: "}, true}
}

func answers() []way {
	return []way{accepting(), declining(),
		{"tentativelyAccept", "TentativelyAcceptEvent", model.ResponseTentative, model.ShowTentative, messageKind{model.MeetingTentative, "Tentative: "}, true}}
}

// pending reports whether the organizer waits for an attendee's answer, or
// counts on them.
func pending(e *model.Event) bool {
	return !e.IsCancelled && e.Organizer != nil && (e.ResponseStatus == nil || e.ResponseStatus.Response != model.ResponseDeclined)
}

// response is an answer that was given in a way.
type response struct {
	way
	model.EventResponse
}

func (w way) read(r *rest.Request) (response, error) {
	given, err := rest.AnyJSON[model.EventResponse](r)
	if err == nil && given.ProposedNewTime != nil && !w.proposes {
		err = rest.BadProperty("proposedNewTime", "cannot come with %s", w.action)
	}
	return response{w, given}, err
}

// answer serves accept, decline and tentativelyAccept. A declined event stays
// in the calendar as free time, so that it can still be accepted; to delete
// it takes it away.
func (s site) answer(r *rest.Request, t *target, given response) (rest.Reply, error) {
	e, _, err := t.event(r)
	switch {
	case err != nil:
		return rest.Reply{}, err
	case e.IsOrganizer:
		return rest.Reply{}, model.Errorf(model.CodeInvalidRequest, "you cannot answer this event: you are its organizer")
	case e.IsCancelled:
		return rest.Reply{}, model.Errorf(model.CodeInvalidRequest, "you cannot answer this event: its organizer has cancelled it")
	case given.ProposedNewTime != nil && !e.AllowNewTimeProposals:
		return rest.Reply{}, rest.BadProperty("proposedNewTime", "the organizer takes no proposals")
	}
	return rest.Accepted(), s.give(t, e, given.way, given.EventResponse)
}

// give sets an attendee's answer in their copy and passes it on.
func (s site) give(t *target, e model.Event, w way, given model.EventResponse) error {
	showAs := w.showAs
	if showAs == "" {
		showAs = model.ShowBusy
		if theirs, found, err := organizersEvent(t.tx, &e); err != nil {
			return err
		} else if found {
			showAs = or(theirs.event.ShowAs, showAs)
		}
	}
	e, err := changeEvent(t.tx, t.mailbox, e.ID, func(c *model.Event) error {
		c.ResponseStatus, c.ShowAs = &model.ResponseStatus{Response: w.response, Time: now(t.tx)}, showAs
		return nil
	})
	if err != nil {
		return err
	}
	_, err = s.reply(t, e, w, given)
	return err
}

// reply tells the organizer an attendee's answer, unless it is not to be sent.
// It returns what was recorded there before, nil when nothing was told.
func (s site) reply(t *target, e model.Event, w way, given model.EventResponse) (*answered, error) {
	if given.SendResponse != nil && !*given.SendResponse {
		return nil, nil
	}
	theirs, found, err := organizersEvent(t.tx, &e)
	if err != nil || !found {
		return nil, err
	}
	var was answered
	if a := attendee(&theirs.event, t.owner.Address); a != nil {
		was.Was = a.Status
	}
	err = recordAnswer(t.tx, theirs.mailbox, theirs.event.ID, t.owner.Address, w, given.ProposedNewTime)
	if err != nil && !errors.Is(err, model.ErrNotFound) {
		return nil, err
	}
	m := eventMessage(t.tx, w.kind, t.owner, to(theirs.owner), theirs.event, given.Comment)
	if p := given.ProposedNewTime; p != nil {
		m.StartDateTime, m.EndDateTime = &p.Start, &p.End
	}
	was.Message = m.InternetMessageID
	return &was, mail.Deposit(t.tx, theirs.owner, m)
}

// original is the organizer's side of a meeting.
type original struct {
	owner   store.Mailbox
	mailbox int64
	event   model.Event
}

// organizersEvent finds the event that an attendee's is a copy of; found is
// false when the organizer is not of this store, or has it no more.
func organizersEvent(tx *store.Tx, e *model.Event) (original, bool, error) {
	var o original
	if e.Organizer == nil || e.IsOrganizer {
		return o, false, nil
	}
	var found bool
	var err error
	if o.owner, found, err = tx.MailboxByAddress(e.Organizer.EmailAddress.Address); err != nil || !found {
		return o, false, err
	}
	if o.mailbox, err = tx.Mailbox(o.owner.ID); err != nil {
		return o, false, err
	}
	if o.event, found, err = EventByUID(tx, o.mailbox, e.ICalUID); err != nil || !found || !o.event.IsOrganizer {
		return o, false, err
	}
	if o.event.Type != model.SeriesMaster || e.OriginalStart == nil {
		return o, true, nil
	}
	id, found := onSameDate(e.ID, o.event.ID)
	if !found { // invited to one occurrence alone
		if id, found, err = occurrenceAt(tx, o.mailbox, o.event.ID, *e.OriginalStart); err != nil || !found {
			return o, false, err
		}
	}
	o.event, err = Event(tx, o.mailbox, id)
	if errors.Is(err, model.ErrNotFound) {
		return o, false, nil
	}
	return o, err == nil, err
}

// recordAnswer notes an attendee's answer in the organizer's event.
func recordAnswer(tx *store.Tx, mailbox int64, id, address string, w way, proposed *model.TimeSlot) error {
	return setStatus(tx, mailbox, id, address, &model.ResponseStatus{Response: w.response, Time: now(tx)}, proposed)
}

func setStatus(tx *store.Tx, mailbox int64, id, address string, status *model.ResponseStatus, proposed *model.TimeSlot) error {
	_, err := changeEvent(tx, mailbox, id, func(e *model.Event) error {
		e.Attendees = slices.Clone(e.Attendees)
		if a := attendee(e, address); a != nil {
			a.Status, a.ProposedNewTime = status, proposed
		}
		return nil
	})
	return err
}

// cancelEvent calls off a meeting of the caller's, or one occurrence of it:
// the attendees are told, and it is gone.
func (s site) cancelEvent(r *rest.Request, t *target, given model.EventResponse) (rest.Reply, error) {
	e, _, err := t.event(r)
	if err != nil {
		return rest.Reply{}, err
	}
	if !e.IsOrganizer {
		return rest.Reply{}, model.Errorf(model.CodeInvalidRequest,
			"you cannot cancel this event: only its organizer can; decline or delete it instead")
	}
	return rest.Accepted(), s.remove(t, e, given.Comment)
}
