package calendar

import (
	"errors"
	"fmt"
	"slices"
	"time"

	"daybook/model"
	"daybook/service/store"
)

// occurrence is an occurrence of a series as it is, and as the series says.
type occurrence struct {
	series   *series
	calendar string
	row      *eventRow // of an exception, else nil
	day      model.Date
	base     model.Event
	event    model.Event // a copy of its own
}

func occurrenceOf(tx *store.Tx, mailbox int64, id string) (occurrence, error) {
	var o occurrence
	master, day, ok := cutOccurrence(id)
	if !ok {
		return o, noEvent(id)
	}
	m, err := findEventRow(tx, mailbox, master)
	if err != nil {
		if errors.Is(err, model.ErrNotFound) {
			err = noEvent(id)
		}
		return o, err
	}
	if o.series, err = oneSeries(tx, mailbox, master); err != nil {
		return o, err
	}
	o.calendar, o.day = m.calendar, day
	i, ok := o.series.on(day)
	if !ok || slices.Contains(o.series.master.CancelledOccurrences, occurrenceID(master, day)) {
		return o, noEvent(id)
	}
	if o.base, err = o.series.occurrence(i); err != nil {
		return o, err
	}
	r, err := findEventRow(tx, mailbox, id)
	if errors.Is(err, model.ErrNotFound) {
		o.event, err = overlay(o.base, nil)
		return o, err
	}
	if err != nil {
		return o, err
	}
	o.row = &r
	o.event, err = exception(o.base, &r)
	return o, err
}

// exception is an exception: the occurrence that its series has there, with
// what its row says.
func exception(base model.Event, r *eventRow) (model.Event, error) {
	e, err := overlay(base, []byte(r.data))
	if err != nil {
		return e, err
	}
	r.stamp(&e)
	e.Type, e.OriginalStartTimeZone, e.OriginalEndTimeZone = model.Exception, e.Start.TimeZone, e.End.TimeZone
	return e, nil
}

// addException keeps an occurrence that differs when its series begins.
func addException(tx *store.Tx, mailbox int64, s *series, x model.Event) error {
	if s == nil || x.OriginalStart == nil {
		return model.Errorf(model.CodeInvalidRequest, "the exception %q does not say by originalStart which occurrence it is", x.Subject)
	}
	i, ok := s.at(*x.OriginalStart)
	if !ok {
		return nil // the series has nothing there that it could replace
	}
	_, err := changeEvent(tx, mailbox, occurrenceID(s.id, i.Date), func(e *model.Event) error {
		id, original := e.Entity, e.OriginalStart
		*e = x
		e.Entity, e.OriginalStart = id, original
		return nil
	})
	return err
}

func changeOccurrence(tx *store.Tx, mailbox int64, id string, change func(*model.Event) error) (model.Event, error) {
	o, err := occurrenceOf(tx, mailbox, id)
	if err != nil {
		return model.Event{}, err
	}
	e := o.event
	if err := change(&e); err != nil {
		return e, err
	}
	if err := onClock(&e); err != nil {
		return e, err
	}
	data, err := difference(o.base, e)
	if err != nil {
		return e, err
	}
	if o.row == nil && string(data) == "{}" || o.row != nil && string(data) == o.row.data {
		return o.event, nil
	}
	r := eventRow{id: id, calendar: o.calendar, series: o.series.id, day: o.day, created: tx.Now().UnixMilli()}
	if o.row != nil {
		r = *o.row
		if err := keepFormer(tx, mailbox, o.row); err != nil {
			return e, err
		}
	}
	if err := r.place(&e); err != nil {
		return e, err
	}
	created := r.created
	e.Type = model.Exception
	r.describe(&e)
	r.transaction, r.data, r.created, r.modified = "", string(data), created, tx.Now().UnixMilli()
	if r.seq, err = tx.Record(mailbox, store.ItemEvent, r.calendar, id, store.Written); err != nil {
		return e, err
	}
	r.schedule = r.seq
	if err := putEvent(tx, mailbox, &r); err != nil {
		return e, err
	}
	if err := touchMaster(tx, mailbox, r.series, r.seq); err != nil {
		return e, fmt.Errorf("change occurrence %s: %w", id, err)
	}
	return exception(o.base, &r)
}

// moveExceptions puts a series' exceptions where they are after it was
// moved, and drops those on dates that it has no more.
func moveExceptions(tx *store.Tx, mailbox int64, master *eventRow, s *series) error {
	rows, err := exceptionRows(tx, mailbox, master.id)
	if err != nil {
		return err
	}
	for i := range rows {
		r := &rows[i]
		var inst model.Instance
		ok := s != nil
		if ok {
			inst, ok = s.on(r.day)
		}
		if !ok {
			if err := dropException(tx, mailbox, r); err != nil {
				return err
			}
			continue
		}
		base, err := s.occurrence(inst)
		if err != nil {
			return err
		}
		e, err := exception(base, r)
		if err != nil {
			return err
		}
		if err := keepFormer(tx, mailbox, r); err != nil {
			return err
		}
		if err := r.place(&e); err != nil {
			return err
		}
		if r.seq, err = tx.Record(mailbox, store.ItemEvent, r.calendar, r.id, store.Written); err != nil {
			return err
		}
		r.schedule = r.seq
		if err := putEvent(tx, mailbox, r); err != nil {
			return err
		}
	}
	return nil
}

// dropException takes an exception off a series that has its date no more. It
// is kept, for the case that the series gets the date again.
func dropException(tx *store.Tx, mailbox int64, r *eventRow) error {
	if err := retire(tx, mailbox, r.id, r.calendar, true); err != nil {
		return err
	}
	if err := noteRemoval(tx, mailbox, r.id, droppedNote); err != nil {
		return err
	}
	if err := keepFormer(tx, mailbox, r); err != nil {
		return err
	}
	if _, err := tx.Exec(`DELETE FROM events WHERE mailbox_id = ? AND id = ?`, mailbox, r.id); err != nil {
		return fmt.Errorf("delete exception %s: %w", r.id, err)
	}
	_, err := tx.Record(mailbox, store.ItemEvent, r.calendar, r.id, store.Deleted)
	return err
}

func exceptionRows(tx *store.Tx, mailbox int64, series string) ([]eventRow, error) {
	return eventRows(tx, `SELECT `+eventTable.Selected+` FROM events e WHERE e.mailbox_id = ? AND e.series_id = ? ORDER BY e.day`, mailbox, series)
}

// eventRows reads rows of eventTable, or of the same columns elsewhere.
func eventRows(tx *store.Tx, query string, args ...any) ([]eventRow, error) {
	return store.All(tx, func(row store.Row) (r eventRow, err error) {
		err = row.Scan(r.fields()...)
		return r, err
	}, query, args...)
}

// CancelledStarts lists when the cancelled occurrences of a series would have
// started.
func CancelledStarts(tx *store.Tx, mailbox int64, master string) ([]time.Time, error) {
	s, err := oneSeries(tx, mailbox, master)
	if err != nil {
		return nil, err
	}
	var out []time.Time
	for _, d := range cancelledDates(&s.master) {
		if i, ok := s.on(d); ok {
			out = append(out, i.Start)
		}
	}
	return out, nil
}
