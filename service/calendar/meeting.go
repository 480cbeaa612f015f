package calendar

import (
	"errors"
	"reflect"
	"slices"
	"time"

	"daybook/model"
	"daybook/service/mail"
	"daybook/service/store"
)

// organizer passes on what happens to a meeting: into the calendars of its
// attendees, as copies with the meeting's iCalUId, and into their inboxes.
type organizer struct {
	tx      *store.Tx
	box     store.Mailbox
	mailbox int64
}

func (s site) organizing(t *target) organizer { return organizer{t.tx, t.owner, t.mailbox} }

// news says how much of a meeting has changed.
type news int

const (
	nothing news = iota
	content      // what it says
	times        // when it takes place, so that answers no longer hold
)

// newsOf compares what is shared of a meeting; before is nil for a new one.
func newsOf(before, after *model.Event) news {
	switch {
	case before == nil || moved(before, after):
		return times
	case before.Subject != after.Subject || !reflect.DeepEqual(before.Body, after.Body) || !reflect.DeepEqual(before.Locations, after.Locations) ||
		before.Importance != after.Importance || before.OnlineMeetingURL != after.OnlineMeetingURL:
		return content
	}
	return nothing
}

func moved(before, after *model.Event) bool {
	return !sameTime(before.Start, after.Start) || !sameTime(before.End, after.End) || before.IsAllDay != after.IsAllDay ||
		!reflect.DeepEqual(before.Recurrence, after.Recurrence)
}

func sameTime(a, b *model.DateTimeTimeZone) bool {
	x, errX := a.Time()
	y, errY := b.Time()
	return errX == nil && errY == nil && x.Equal(y)
}

// resetAnswers sets the attendees' answers, which are not the request's to
// say: those they have given, and none when the meeting was moved.
func resetAnswers(e, before *model.Event) {
	if !e.IsOrganizer {
		return
	}
	e.Attendees = slices.Clone(e.Attendees)
	for i := range e.Attendees {
		a := &e.Attendees[i]
		a.Status, a.ProposedNewTime = &model.ResponseStatus{Response: model.ResponseNone}, nil
		if before == nil || moved(before, e) {
			continue
		}
		if old := attendee(before, a.EmailAddress.Address); old != nil && old.Status != nil {
			a.Status, a.ProposedNewTime = old.Status, old.ProposedNewTime
		}
	}
}

// announce tells the attendees of a new or changed meeting, and those who are
// no longer invited. Rooms answer at once. It returns the event as it is
// then.
func (o organizer) announce(before *model.Event, e model.Event) (model.Event, error) {
	what := newsOf(before, &e)
	var unknown []string
	for _, a := range e.Attendees {
		address := a.EmailAddress.Address
		if sameAddress(address, o.box.Address) {
			continue
		}
		isNew := before == nil || attendee(before, address) == nil
		to, found, err := o.tx.MailboxByAddress(address)
		switch {
		case err != nil:
			return e, err
		case found:
			err = o.invite(to, e, isNew, what)
		case isNew:
			unknown = append(unknown, address)
		}
		if err != nil {
			return e, err
		}
	}
	if before != nil {
		for _, a := range before.Attendees {
			if attendee(&e, a.EmailAddress.Address) == nil {
				if _, err := o.withdraw(a.EmailAddress.Address, e, ""); err != nil {
					return e, err
				}
			}
		}
	}
	if len(unknown) > 0 {
		m := eventMessage(o.tx, invitation(), o.box, recipients(&e), e, "")
		if err := mail.Bounce(o.tx, o.box, &m, unknown); err != nil {
			return e, err
		}
	}
	return Event(o.tx, o.mailbox, e.ID)
}

// invite brings one attendee's copy up to date and tells them.
func (o organizer) invite(to store.Mailbox, e model.Event, isNew bool, what news) error {
	mailbox, err := o.tx.Mailbox(to.ID)
	if err != nil {
		return err
	}
	id, err := o.copyTo(mailbox, e, isNew || what == times)
	if err != nil || id == "" || to.Kind != store.KindUser {
		return err
	}
	room, err := o.tx.IsResource(mailbox)
	switch {
	case err != nil:
		return err
	case room && (isNew || what == times):
		return o.book(to, mailbox, id, e)
	case room || !isNew && what == nothing:
		return nil
	}
	kind := invitation()
	if !isNew {
		kind.prefix = "Updated: "
	}
	e.ID = id
	return mail.Deposit(o.tx, to, eventMessage(o.tx, kind, o.box, recipients(&e), e, ""))
}

// copyTo makes or updates a mailbox's copy of an event of the organizer's and
// returns its id; "" when the attendee has removed the occurrence.
func (o organizer) copyTo(mailbox int64, e model.Event, reset bool) (string, error) {
	if mine, found, err := EventByUID(o.tx, mailbox, e.ICalUID); err != nil || found && mine.IsOrganizer {
		return "", err
	}
	id, found, err := o.copyOf(mailbox, &e)
	if err != nil {
		return "", err
	}
	if !found {
		return o.newCopy(mailbox, e)
	}
	_, err = changeEvent(o.tx, mailbox, id, func(c *model.Event) error {
		share(c, e, reset)
		return nil
	})
	if errors.Is(err, model.ErrNotFound) {
		return "", nil
	}
	return id, err
}

func (o organizer) newCopy(mailbox int64, e model.Event) (string, error) {
	calendar, err := Calendar(o.tx, mailbox, CalendarKey{})
	if err != nil {
		return "", err
	}
	c := NewEvent{Event: model.Event{ICalUID: e.ICalUID, IsReminderOn: e.IsReminderOn,
		ReminderMinutesBeforeStart: e.ReminderMinutesBeforeStart, Sensitivity: e.Sensitivity, OriginalStart: e.OriginalStart}}
	share(&c.Event, e, true)
	if e.Type == model.SeriesMaster {
		c.Cancelled = cancelledDates(&e)
		exceptions, err := Exceptions(o.tx, o.mailbox, e.ID)
		if err != nil {
			return "", err
		}
		for _, x := range exceptions {
			mine := model.Event{IsReminderOn: x.IsReminderOn, ReminderMinutesBeforeStart: x.ReminderMinutesBeforeStart,
				Sensitivity: x.Sensitivity, OriginalStart: x.OriginalStart}
			share(&mine, x, true)
			c.Exceptions = append(c.Exceptions, mine)
		}
	}
	made, err := AddEvent(o.tx, mailbox, calendar.ID, c)
	if err != nil {
		return "", err
	}
	return made.ID, o.tx.CopyAttachments(EventOwner(o.mailbox, rowOf(&e)), EventOwner(mailbox, made.ID))
}

// share takes over what belongs to the meeting; the rest of a copy is its
// owner's. With reset the owner has not answered.
func share(c *model.Event, e model.Event, reset bool) {
	c.Subject, c.Body, c.BodyPreview, c.Importance = e.Subject, e.Body, e.BodyPreview, e.Importance
	c.Start, c.End, c.IsAllDay = e.Start, e.End, e.IsAllDay
	c.Location, c.Locations = e.Location, e.Locations
	c.IsOnlineMeeting, c.OnlineMeetingURL = e.IsOnlineMeeting, e.OnlineMeetingURL
	c.Attendees, c.Organizer, c.HasAttachments = e.Attendees, e.Organizer, e.HasAttachments
	c.ResponseRequested, c.AllowNewTimeProposals, c.HideAttendees = e.ResponseRequested, e.AllowNewTimeProposals, e.HideAttendees
	if e.HideAttendees {
		c.Attendees = nil
	}
	if e.SeriesMasterID == "" {
		c.Recurrence, c.RecurrenceRule = e.Recurrence, e.RecurrenceRule
	}
	c.IsOrganizer, c.IsCancelled = false, false
	if !reset {
		return
	}
	c.ResponseStatus, c.ShowAs = &model.ResponseStatus{Response: model.ResponseNotResponded}, model.ShowTentative
	if e.ShowAs == model.ShowFree {
		c.ShowAs = model.ShowFree
	}
}

// bookingAhead is how far a room looks before it accepts a series.
const bookingAhead = 366 * 24 * time.Hour

// book lets a room answer: yes when it is free each time, else no, and then
// it keeps no copy.
func (o organizer) book(room store.Mailbox, mailbox int64, id string, e model.Event) error {
	free, err := o.isFree(mailbox, id)
	if err != nil {
		return err
	}
	way := accepting()
	if free {
		_, err = changeEvent(o.tx, mailbox, id, func(c *model.Event) error {
			c.ResponseStatus, c.ShowAs = &model.ResponseStatus{Response: way.response, Time: now(o.tx)}, e.ShowAs
			return nil
		})
	} else {
		way = declining()
		err = DeleteEvent(o.tx, mailbox, id)
	}
	if err != nil {
		return err
	}
	if err := recordAnswer(o.tx, o.mailbox, e.ID, room.Address, way, nil); err != nil {
		return err
	}
	return mail.Deposit(o.tx, o.box, eventMessage(o.tx, way.kind, room, to(o.box), e, ""))
}

// isFree reports whether nothing else in the default calendar meets an event
// that is in it.
func (o organizer) isFree(mailbox int64, id string) (bool, error) {
	e, err := Event(o.tx, mailbox, id)
	if err != nil {
		return false, err
	}
	place, err := findEventPlace(o.tx, mailbox, id)
	if err != nil {
		return false, err
	}
	from, err := e.Start.Time()
	if err != nil {
		return false, err
	}
	end, err := e.End.Time()
	if err != nil {
		return false, err
	}
	if e.Type == model.SeriesMaster {
		end = from.Add(bookingAhead)
	}
	slots, err := Slots(o.tx, Window{Mailbox: mailbox, Calendar: place.Calendar, From: from, To: end})
	if err != nil {
		return false, err
	}
	var others []model.BusySpan
	for i := range slots {
		if s := &slots[i]; !s.Of(id) {
			others = append(others, model.BusySpan{Start: s.Start(), End: s.End(), Status: model.ParseStatus(s.ShowAs())})
		}
	}
	taken := model.NewAvailability(others)
	for i := range slots {
		if s := &slots[i]; s.Of(id) && taken.During(s.Start(), s.End()).Chance() < 100 {
			return false, nil
		}
	}
	return true, nil
}

func now(tx *store.Tx) *time.Time {
	t := tx.Now().UTC().Truncate(time.Millisecond)
	return &t
}
