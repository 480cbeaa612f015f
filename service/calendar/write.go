package calendar

import (
	"daybook/model"
	"daybook/service/rest"
)

// readEvent decodes a new event.
func readEvent(r *rest.Request) (model.Event, error) {
	o, err := r.Object()
	if err != nil {
		return model.Event{}, err
	}
	return readNew(o)
}

// createEvent adds an event and invites its attendees. A request with the
// transactionId of an earlier one answers with what that one made.
func (s site) createEvent(r *rest.Request, t *target, e model.Event) (rest.Reply, error) {
	if e.TransactionID != "" {
		made, found, err := eventByTransaction(t.tx, t.mailbox, e.TransactionID)
		if err != nil {
			return rest.Reply{}, err
		}
		if access, err := t.access(made.ID); found && err == nil && access.Right >= model.Writes {
			return s.shown(r, t, made.ID, made, rest.Created)
		}
	}
	made, err := s.add(t, e)
	if err != nil {
		return rest.Reply{}, err
	}
	made.Attachments = nil
	return s.shown(r, t, made.ID, made, rest.Created)
}

// add keeps a new event as its owner's and invites. The result has the
// extensions that it came with.
func (s site) add(t *target, e model.Event) (model.Event, error) {
	calendar, err := t.defaultCalendar()
	if err != nil {
		return e, err
	}
	e.IsOrganizer = true
	e.Organizer = &model.Recipient{EmailAddress: model.EmailAddress{Name: t.owner.DisplayName, Address: t.owner.Address}}
	e.ResponseStatus = &model.ResponseStatus{Response: model.ResponseOrganizer}
	resetAnswers(&e, nil)
	made, err := AddEvent(t.tx, t.mailbox, calendar, NewEvent{Event: e})
	if err != nil || len(e.Attendees) == 0 {
		return made, err
	}
	extensions := made.Extensions
	made, err = s.organizing(t).announce(nil, made)
	made.Extensions = extensions
	return made, err
}

// eventChange is a PATCH: it restores an event, takes an answer back, or makes
// a change.
type eventChange struct {
	restores, unanswers bool
	change              func(*model.Event) error
}

func readEventChange(r *rest.Request) (c eventChange, err error) {
	o, err := r.Object()
	if err != nil {
		return c, err
	}
	if c.restores, c.unanswers = restores(o), unanswers(o); c.restores || c.unanswers {
		return c, nil
	}
	c.change, err = readPatch(o)
	return c, err
}

// updateEvent changes an event, a series, or one occurrence. What belongs to
// a meeting is passed on to its attendees.
func (s site) updateEvent(r *rest.Request, t *target, c eventChange) (rest.Reply, error) {
	switch {
	case c.restores:
		return s.restore(r, t)
	case c.unanswers:
		return s.unanswer(r, t)
	}
	before, place, err := t.event(r)
	if err != nil {
		return rest.Reply{}, err
	}
	if err := r.CheckMatch(before.ChangeKey); err != nil {
		return rest.Reply{}, err
	}
	after, err := s.change(t, before, c.change)
	if err != nil {
		return rest.Reply{}, err
	}
	return s.shown(r, t, place.Row, after, rest.OK)
}

// change does a change of an event, and tells those whom it concerns.
func (s site) change(t *target, before model.Event, change func(*model.Event) error) (model.Event, error) {
	edited, err := t.exceptions(&before)
	if err != nil {
		return before, err
	}
	after, err := changeEvent(t.tx, t.mailbox, before.ID, func(e *model.Event) error {
		if err := change(e); err != nil {
			return err
		}
		resetAnswers(e, &before)
		return nil
	})
	if err != nil {
		return before, err
	}
	if after.IsOrganizer && (len(before.Attendees) > 0 || len(after.Attendees) > 0) {
		if after, err = s.organizing(t).announce(&before, after); err != nil {
			return after, err
		}
	}
	return after, s.partWithGuests(t, &after, edited)
}

// exceptions lists the exceptions of an event of the owner's that is a series.
func (t *target) exceptions(e *model.Event) ([]model.Event, error) {
	if e.Type != model.SeriesMaster || !e.IsOrganizer {
		return nil, nil
	}
	return Exceptions(t.tx, t.mailbox, e.ID)
}

// partWithGuests withdraws the exceptions that a change of their series has
// ended from those who were asked to them alone.
func (s site) partWithGuests(t *target, series *model.Event, had []model.Event) error {
	if len(had) == 0 {
		return nil
	}
	has, err := t.exceptions(series)
	if err != nil {
		return err
	}
	_, err = s.organizing(t).withdrawGuests(series, dropped(had, has), "")
	return err
}

// deleteEvent removes an event, a series or one occurrence. For the organizer
// of a meeting that is to cancel it, for an attendee to decline it.
func (s site) deleteEvent(r *rest.Request, t *target) (rest.Reply, error) {
	e, _, err := t.event(r)
	if err != nil {
		return rest.Reply{}, err
	}
	if err := r.CheckMatch(e.ChangeKey); err != nil {
		return rest.Reply{}, err
	}
	return rest.NoContent(), s.remove(t, e, "")
}

// remove deletes an event and tells those whom it concerns.
func (s site) remove(t *target, e model.Event, comment string) error {
	var done aftermath
	var err error
	switch {
	case e.IsOrganizer:
		done, err = s.organizing(t).callOff(e, comment)
	case pending(&e):
		done.Answered, err = s.reply(t, e, declining(), model.EventResponse{})
	}
	if err != nil {
		return err
	}
	if err := DeleteEvent(t.tx, t.mailbox, e.ID); err != nil {
		return err
	}
	return t.note(e.ID, done)
}
