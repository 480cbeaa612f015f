package store

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"daybook/model"
)

// EventChange is what happened in a window of a calendar to one event:
// an event that is there now, or, when Slot is nil, one that is not, by id.
type EventChange struct {
	Slot *Slot
	Gone string
}

// ListedEventChanges is Changes for the single events and series masters of a
// calendar: what happens to an occurrence happens to its master.
func (tx *Tx) ListedEventChanges(mailbox int64, calendar string, since int64, limit int) ([]Change, error) {
	list, err := tx.Changes(mailbox, kindEvent, calendar, since, limit)
	for i := range list {
		c := &list[i]
		c.ItemID = strings.TrimPrefix(c.ItemID, seriesPrefix)
		if master, _, of := cutOccurrence(c.ItemID); of {
			c.ItemID, c.Op, c.Known = master, Written, false // that it is gone is told by itself
			continue
		}
		if _, err := tx.eventRow(mailbox, c.ItemID); err == nil {
			c.Op = Written // it became a series, or is one no more
			continue
		}
		// As what it was before it became that, too.
		if c.Known, err = tx.KnownAt(mailbox, kindEvent, calendar, c.ItemID, since); err != nil {
			return nil, err
		}
	}
	return list, err
}

// EventChanges lists what changed in a window after the change number since,
// and the number to ask from next. A series that was moved, or is gone, gives
// the ids of all its dates in the window that are none of its occurrences
// now: nobody remembers which of them the caller has seen. At most limit
// changes of the log are read, more says whether some are left. A number from
// before the log's memory is a CodeSyncStateGone.
func (tx *Tx) EventChanges(w Window, since int64, limit int) (out []EventChange, next int64, more bool, err error) {
	if w.Zone == nil {
		w.Zone = time.UTC
	}
	log, err := tx.Changes(w.Mailbox, kindEvent, w.Calendar, since, limit+1)
	if err != nil {
		return nil, 0, false, err
	}
	if more = len(log) > limit; more {
		log = log[:limit]
	}
	next = since
	for _, c := range log {
		next = c.Seq
		if id, isSeries := strings.CutPrefix(c.ItemID, seriesPrefix); isSeries {
			out, err = tx.seriesChange(out, &w, id, since)
		} else {
			out, err = tx.rowChange(out, &w, c.ItemID)
		}
		if err != nil {
			return nil, 0, false, err
		}
	}
	return out, next, more, nil
}

// rowChange is the change of a single event, an exception or an occurrence
// that was cancelled.
func (tx *Tx) rowChange(out []EventChange, w *Window, id string) ([]EventChange, error) {
	r, err := tx.eventRow(w.Mailbox, id)
	if errors.Is(err, model.ErrNotFound) {
		return append(out, EventChange{Gone: id}), nil
	}
	if err != nil {
		return out, err
	}
	s := Slot{start: r.starts, end: r.ends, row: &slotRow{id, r.series, r.showAs}}
	if r.days > 0 {
		w.allDay(&s, r.firstDay, r.days)
	}
	if r.kind == model.SeriesMaster || !w.meets(&s) {
		return append(out, EventChange{Gone: id}), nil
	}
	return append(out, EventChange{Slot: &s}), nil
}

func (tx *Tx) seriesChange(out []EventChange, w *Window, id string, since int64) ([]EventChange, error) {
	there := map[model.Date]bool{}
	moved := true
	r, err := tx.eventRow(w.Mailbox, id)
	switch {
	case errors.Is(err, model.ErrNotFound):
		out = append(out, EventChange{Gone: id})
	case err != nil:
		return out, err
	case r.kind == model.SeriesMaster:
		s, err := tx.oneSeries(w.Mailbox, id)
		if err != nil {
			return out, err
		}
		slots := w.expand(nil, s)
		for i := range slots {
			there[slots[i].date] = true
			out = append(out, EventChange{Slot: &slots[i]})
		}
		for _, d := range s.edited {
			there[d] = true // the log has them by themselves
		}
		moved = r.schedule > since
	}
	if !moved {
		return out, nil
	}
	last := model.DateIn(w.To.UTC()) + 1
	for d := model.DateIn(w.From.UTC()) - 1; d <= last; d++ {
		if !there[d] {
			out = append(out, EventChange{Gone: OccurrenceID(id, d)})
		}
	}
	return out, nil
}

// OccurrenceAt finds the occurrence that a series would start at an instant;
// found is false when it has none there.
func (tx *Tx) OccurrenceAt(mailbox int64, master string, start time.Time) (id string, found bool, err error) {
	s, err := tx.oneSeries(mailbox, master)
	if err != nil {
		return "", false, fmt.Errorf("find an occurrence: %w", err)
	}
	i, ok := s.at(start)
	return OccurrenceID(master, i.Date), ok, nil
}

// OnSameDate is the id that an occurrence has in a copy of its series, whose
// master has another id.
func OnSameDate(occurrence, master string) (string, bool) {
	_, d, ok := cutOccurrence(occurrence)
	return OccurrenceID(master, d), ok
}
