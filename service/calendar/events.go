package calendar

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"daybook/model"
	"daybook/service/store"
)

// NewEvent is an event to be kept: a single one, or a series master when it
// recurs. ID and ICalUID are made up when empty. Exceptions are occurrences
// that differ, told by their OriginalStart; CalledOff are the times at which
// occurrences that were deleted would have started, and Cancelled the same as
// CancelledDates gives it. Attachments and extensions are kept with it.
type NewEvent struct {
	model.Event
	Exceptions []model.Event
	Cancelled  []model.Date
	CalledOff  []time.Time
}

// cancelledOf are the ids of the occurrences that n has called off. One that is
// an exception too was not.
func (n *NewEvent) cancelledOf(id string) ([]string, error) {
	var out []string
	add := func(d model.Date) {
		if id := occurrenceID(id, d); !slices.Contains(out, id) {
			out = append(out, id)
		}
	}
	for _, d := range n.Cancelled {
		add(d)
	}
	if len(n.CalledOff) == 0 {
		return out, nil
	}
	s, err := compile(n.Event, nil)
	if err != nil {
		return nil, err
	}
	for _, t := range n.CalledOff {
		isException := slices.ContainsFunc(n.Exceptions, func(x model.Event) bool { return x.OriginalStart != nil && x.OriginalStart.Equal(t) })
		if i, ok := s.at(t); ok && !isException {
			add(i.Date)
		}
	}
	return out, nil
}

func noEvent(id string) error {
	return model.Errorf(model.CodeNotFound, "no event has the id %q", id)
}

// AddEvent keeps an event in a calendar, by id, and returns it as it is kept.
// Of a series, the first occurrence is where the pattern first falls. A start
// or recurrence that cannot be is a CodeInvalidRequest.
func AddEvent(tx *store.Tx, mailbox int64, calendar string, n NewEvent) (model.Event, error) {
	e := n.Event
	now := tx.Now().UTC().Truncate(time.Millisecond)
	if e.ID == "" {
		e.ID = tx.NewID()
	}
	if e.ICalUID == "" {
		e.ICalUID = e.ID + "@daybook"
	}
	if e.CreatedDateTime == nil {
		e.CreatedDateTime = &now
	}
	e.LastModifiedDateTime = &now
	var err error
	if e.CancelledOccurrences, err = n.cancelledOf(e.ID); err != nil {
		return e, err
	}
	e.HasAttachments = slices.ContainsFunc(e.Attachments, func(a model.Attachment) bool { return !a.IsInline })
	r, s, err := rowOfEvent(&e)
	if err != nil {
		return e, err
	}
	r.calendar = calendar
	if r.seq, err = tx.Record(mailbox, store.ItemEvent, calendar, r.logged(), store.Written); err != nil {
		return e, err
	}
	r.schedule = r.seq
	if err := putEvent(tx, mailbox, &r); err != nil {
		return e, err
	}
	r.stamp(&e)
	if err := addEventParts(tx, mailbox, &e); err != nil {
		return e, err
	}
	for i := range n.Exceptions {
		if err := addException(tx, mailbox, s, n.Exceptions[i]); err != nil {
			return e, err
		}
	}
	return e, nil
}

func addEventParts(tx *store.Tx, mailbox int64, e *model.Event) error {
	owner := EventOwner(mailbox, e.ID)
	attachments := make([]model.Attachment, len(e.Attachments))
	for i, a := range e.Attachments {
		var err error
		if attachments[i], err = tx.AddAttachment(owner, a); err != nil {
			return err
		}
	}
	extensions := make([]model.OpenTypeExtension, len(e.Extensions))
	for i, x := range e.Extensions {
		var err error
		if extensions[i], err = tx.AddExtension(owner, x); err != nil {
			return err
		}
	}
	e.Attachments, e.Extensions = attachments, extensions
	return nil
}

// rowOfEvent makes the row of a single event or a master, and brings the
// event into the form in which it is kept. The series is nil for a single
// event.
func rowOfEvent(e *model.Event) (eventRow, *series, error) {
	model.Fit(e) // what a request gave is within its limits; an import is what it is
	var s *series
	r := eventRow{id: e.ID}
	e.Type, e.SeriesMasterID, e.OriginalStartTimeZone, e.OriginalEndTimeZone = model.SingleInstance, "", e.Start.TimeZone, e.End.TimeZone
	recurs := e.Recurrence != nil || e.RecurrenceRule != ""
	if recurs {
		e.Type = model.SeriesMaster
		var err error
		if s, r.until, err = settle(e); err != nil {
			return r, nil, err
		}
	} else {
		e.CancelledOccurrences = nil
	}
	if err := onClock(e); err != nil {
		return r, nil, err
	}
	until := r.until
	if err := r.place(e); err != nil {
		return r, nil, err
	}
	if recurs {
		r.until = until
		s.first, s.last, s.days = r.starts, until, r.days
	}
	r.describe(e)
	var err error
	r.data, err = encodeEvent(*e)
	return r, s, err
}

// settle compiles a master and puts its start where the first occurrence is.
// It returns when the last one ends.
func settle(e *model.Event) (*series, int64, error) {
	s, err := compile(*e, nil)
	if err != nil {
		return nil, 0, err
	}
	if s.pattern != nil {
		rule := s.pattern.Recurrence()
		e.Recurrence = &rule
	}
	first, until, err := s.bounds()
	if err != nil {
		return nil, 0, err
	}
	start, end := s.written(first)
	e.Start, e.End = &start, &end
	e.CancelledOccurrences = slices.DeleteFunc(slices.Clone(e.CancelledOccurrences), func(id string) bool {
		_, d, ok := cutOccurrence(id)
		if ok {
			_, ok = s.on(d)
		}
		return !ok
	})
	s, err = compile(*e, cancelledDates(e))
	return s, until, err
}

// logged is the name of an event in the change log: that of a series tells it
// apart, so that a delta can speak of its occurrences when it is gone.
func (r *eventRow) logged() string {
	if r.kind == model.SeriesMaster {
		return store.SeriesPrefix + r.id
	}
	return r.id
}

// putEvent writes a row, new or changed.
func putEvent(tx *store.Tx, mailbox int64, r *eventRow) error {
	err := eventTable.Put(tx, mailbox, r)
	if err == nil {
		err = touchCalendar(tx, mailbox, r.calendar, r.seq)
	}
	if err != nil {
		return fmt.Errorf("keep event %s: %w", r.id, err)
	}
	return nil
}

// touchCalendar notes the last change of a calendar's events.
func touchCalendar(tx *store.Tx, mailbox int64, calendar string, seq int64) error {
	_, err := tx.Exec(`UPDATE calendars SET events_seq = ? WHERE mailbox_id = ? AND id = ?`, seq, mailbox, calendar)
	return err
}

// touchMaster gives a master a new change key: one of its occurrences has
// changed.
func touchMaster(tx *store.Tx, mailbox int64, id string, seq int64) error {
	_, err := tx.Exec(`UPDATE events SET seq = ? WHERE mailbox_id = ? AND id = ?`, seq, mailbox, id)
	return err
}

func findEventRow(tx *store.Tx, mailbox int64, id string) (eventRow, error) {
	var r eventRow
	err := tx.QueryRow(`SELECT `+eventTable.Selected+` FROM events e WHERE e.mailbox_id = ? AND e.id = ?`, mailbox, id).Scan(r.fields()...)
	if errors.Is(err, sql.ErrNoRows) {
		return r, noEvent(id)
	}
	if err != nil {
		return r, fmt.Errorf("read event %s: %w", id, err)
	}
	return r, nil
}

// Event reads an event: a single one, a master, an occurrence or an
// exception, without attachments and extensions. None is a CodeNotFound, also
// when the occurrence was called off.
func Event(tx *store.Tx, mailbox int64, id string) (model.Event, error) {
	r, err := findEventRow(tx, mailbox, id)
	switch {
	case err == nil && r.kind != model.Exception:
		return r.event()
	case err != nil && !errors.Is(err, model.ErrNotFound):
		return model.Event{}, err
	}
	o, err := occurrenceOf(tx, mailbox, id)
	return o.event, err
}

// changeEvent reads an event, lets change alter it, and keeps what is
// different. An occurrence becomes an exception. When a series is moved, the
// exceptions and cancellations on dates that it still has stay, the others
// go, and are back when it has the dates again within keptRemovals. The id, the calendar and what stands in other tables stay. It returns
// the event as it is then.
func changeEvent(tx *store.Tx, mailbox int64, id string, change func(*model.Event) error) (model.Event, error) {
	old, err := findEventRow(tx, mailbox, id)
	if errors.Is(err, model.ErrNotFound) || err == nil && old.kind == model.Exception {
		return changeOccurrence(tx, mailbox, id, change)
	}
	if err != nil {
		return model.Event{}, err
	}
	e, err := old.event()
	if err != nil {
		return e, err
	}
	if err := change(&e); err != nil {
		return e, err
	}
	return replaceEvent(tx, mailbox, &old, e, false)
}

func replaceEvent(tx *store.Tx, mailbox int64, old *eventRow, e model.Event, force bool) (model.Event, error) {
	before, err := old.event()
	if err != nil {
		return e, err
	}
	e.ID, e.ICalUID = old.id, old.uid
	r, s, err := rowOfEvent(&e)
	if err != nil {
		return e, err
	}
	if r.data == old.data && !force {
		return old.event()
	}
	r.calendar, r.created, r.modified = old.calendar, old.created, tx.Now().UnixMilli()
	r.transaction, r.schedule = old.transaction, old.schedule
	moved := r.kind != old.kind || r.starts != old.starts || r.ends != old.ends || r.until != old.until || !sameRecurrence(&before, &e)
	placed, err := samePlace(old, &r)
	if err != nil {
		return e, err
	}
	if !placed {
		if err := keepFormer(tx, mailbox, old); err != nil {
			return e, err
		}
	}
	if r.kind != old.kind {
		if _, err := tx.Record(mailbox, store.ItemEvent, old.calendar, old.logged(), store.Deleted); err != nil {
			return e, err
		}
	}
	if r.seq, err = tx.Record(mailbox, store.ItemEvent, r.calendar, r.logged(), store.Written); err != nil {
		return e, err
	}
	if !placed {
		r.schedule = r.seq
	}
	if err := putEvent(tx, mailbox, &r); err != nil {
		return e, err
	}
	r.stamp(&e)
	if !moved || old.kind != model.SeriesMaster {
		return e, nil
	}
	if err := moveExceptions(tx, mailbox, &r, s); err != nil || s == nil {
		return e, err
	}
	e.CancelledOccurrences, err = returnEdits(tx, mailbox, &r, s)
	return e, err
}

func sameRecurrence(a, b *model.Event) bool {
	x, errX := properties(model.Event{Recurrence: a.Recurrence, RecurrenceRule: a.RecurrenceRule})
	y, errY := properties(model.Event{Recurrence: b.Recurrence, RecurrenceRule: b.RecurrenceRule})
	return errX == nil && errY == nil && string(x["recurrence"]) == string(y["recurrence"]) && a.RecurrenceRule == b.RecurrenceRule
}
