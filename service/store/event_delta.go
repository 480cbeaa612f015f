package store

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"daybook/model"
)

// EventChange is what happened in a window of a calendar to one event: one
// that is there now, the master of a series that is, by id, or one that is
// not, by id. Moved says that the latter is elsewhere, and not gone.
type EventChange struct {
	Slot   *Slot
	Master string
	Gone   string
	Moved  bool
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
// and the number to ask from next. What came after since, and what has stayed
// outside of the window, is not told as gone. A series that was moved gives
// the ids of all its dates in the window that are none of its occurrences
// now, as its former pattern is not kept; one that is gone those it had. At
// most limit changes of the log are read, more says whether some are left. A
// number from before the log's memory is a CodeSyncStateGone.
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
	var masters []string // of the series that something happened to
	for _, c := range log {
		next = c.Seq
		master, isSeries := strings.CutPrefix(c.ItemID, seriesPrefix)
		if !isSeries {
			master, _, _ = cutOccurrence(c.ItemID)
		}
		if master != "" && !slices.Contains(masters, master) {
			masters = append(masters, master)
		}
		if isSeries {
			out, err = tx.seriesChange(out, &w, master, since, c.Known)
		} else {
			out, err = tx.rowChange(out, &w, c, since)
		}
		if err != nil {
			return nil, 0, false, err
		}
	}
	for _, id := range masters {
		if out, err = tx.masterChange(out, w, id, since); err != nil {
			return nil, 0, false, err
		}
	}
	return out, next, more, nil
}

// masterChange tells a master whose series is in the window, and that it is
// not any more.
func (tx *Tx) masterChange(out []EventChange, w Window, id string, since int64) ([]EventChange, error) {
	r, err := tx.eventRow(w.Mailbox, id)
	if errors.Is(err, model.ErrNotFound) || err == nil && r.kind != model.SeriesMaster {
		return out, nil // told as what it is now
	}
	if err != nil {
		return out, err
	}
	w.Series = id
	slots, err := tx.Window(w)
	if err != nil {
		return out, err
	}
	if len(slots) > 0 {
		return append(out, EventChange{Master: id}), nil
	}
	known, err := tx.KnownAt(w.Mailbox, kindEvent, w.Calendar, id, since)
	if err == nil && known && r.schedule > since {
		out = append(out, EventChange{Gone: id, Moved: true})
	}
	return out, err
}

// rowChange is the change of a single event, an exception or an occurrence
// that was cancelled.
func (tx *Tx) rowChange(out []EventChange, w *Window, c Change, since int64) ([]EventChange, error) {
	known := c.Known
	if master, _, isOccurrence := cutOccurrence(c.ItemID); isOccurrence {
		var err error // it was there with its series, before it had a row
		if known, err = tx.KnownAt(w.Mailbox, kindEvent, w.Calendar, master, since); err != nil {
			return out, err
		}
	}
	r, err := tx.eventRow(w.Mailbox, c.ItemID)
	if errors.Is(err, model.ErrNotFound) {
		if !known {
			return out, nil
		}
		if known, err = tx.mayHaveMet(w, c.ItemID, since); known {
			out = append(out, EventChange{Gone: c.ItemID})
		}
		return out, err
	}
	if err != nil || r.kind == model.SeriesMaster { // which the log has as a series
		return out, err
	}
	s := w.slot(&r)
	switch {
	case w.meets(&s):
		out = append(out, EventChange{Slot: &s})
	case known && r.schedule > since:
		out = append(out, EventChange{Gone: c.ItemID, Moved: true})
	}
	return out, nil
}

// slot is where an event with a row is.
func (w *Window) slot(r *eventRow) Slot {
	s := Slot{start: r.starts, end: r.ends, row: &slotRow{r.id, r.series, r.showAs}}
	if r.days > 0 {
		w.allDay(&s, r.firstDay, r.days)
	}
	return s
}

// mayHaveMet reports whether an event that is gone can have been in the
// window at the change number since: false for one that is known to have been
// elsewhere, then and until it went.
func (tx *Tx) mayHaveMet(w *Window, id string, since int64) (bool, error) {
	rows, err := tx.removedRows(w.Mailbox, id)
	if err != nil {
		return false, err
	}
	if len(rows) > 0 {
		s := w.slot(&rows[0])
		return rows[0].schedule > since || w.meets(&s), nil
	}
	master, d, ok := cutOccurrence(id)
	if !ok {
		return true, nil
	}
	r, err := tx.eventRow(w.Mailbox, master)
	if errors.Is(err, model.ErrNotFound) || err == nil && (r.kind != model.SeriesMaster || r.schedule > since) {
		return true, nil
	}
	if err != nil {
		return false, err
	}
	series, err := tx.oneSeries(w.Mailbox, master)
	if err != nil {
		return false, err
	}
	i, ok := series.on(d)
	if !ok {
		return true, nil
	}
	s := Slot{start: i.Start.UnixMilli(), end: i.End.UnixMilli()}
	if series.days > 0 {
		w.allDay(&s, i.Date, series.days)
	}
	return w.meets(&s), nil
}

// removedRows are the rows of an event that was deleted, the master's first,
// as they are kept to be restored.
func (tx *Tx) removedRows(mailbox int64, id string) ([]eventRow, error) {
	return tx.eventRows(`SELECT `+rowColumns+` FROM removed_events WHERE mailbox_id = ? AND removal_id = ? ORDER BY kind DESC, day`, mailbox, id)
}

func (tx *Tx) seriesChange(out []EventChange, w *Window, id string, since int64, known bool) ([]EventChange, error) {
	there := map[model.Date]bool{}
	r, err := tx.eventRow(w.Mailbox, id)
	switch {
	case errors.Is(err, model.ErrNotFound):
		if !known {
			return out, nil
		}
		return tx.seriesGone(out, w, id)
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
		known = known && r.schedule > since
	}
	if known {
		out = goneDates(out, w, id, func(d model.Date) bool { return !there[d] })
	}
	return out, nil
}

// seriesGone tells the dates that a deleted series had in the window, and its
// master: all dates when it is not kept any more.
func (tx *Tx) seriesGone(out []EventChange, w *Window, id string) ([]EventChange, error) {
	rows, err := tx.removedRows(w.Mailbox, id)
	if err != nil {
		return out, err
	}
	had, before := map[model.Date]bool{}, len(out)
	for i := range rows {
		r := &rows[i]
		if r.kind != model.SeriesMaster {
			delete(had, r.day)
			if s := w.slot(r); w.meets(&s) {
				out = append(out, EventChange{Gone: r.id})
			}
			continue
		}
		master, err := r.event()
		if err != nil {
			return out, err
		}
		s, err := compile(master, CancelledDates(&master))
		if err != nil {
			return out, err
		}
		s.first, s.last, s.days = r.starts, r.until, r.days
		for _, slot := range w.expand(nil, s) {
			had[slot.date] = true
		}
	}
	out = goneDates(out, w, id, func(d model.Date) bool { return had[d] || len(rows) == 0 })
	if len(out) > before {
		out = append(out, EventChange{Gone: id})
	}
	return out, nil
}

// goneDates tells dates of a series in the window.
func goneDates(out []EventChange, w *Window, id string, which func(model.Date) bool) []EventChange {
	last := model.DateIn(w.To.UTC()) + 1
	for d := model.DateIn(w.From.UTC()) - 1; d <= last; d++ {
		if which(d) {
			out = append(out, EventChange{Gone: OccurrenceID(id, d)})
		}
	}
	return out
}

// SeriesOf lists the masters of slots, in the order of their first ones.
func SeriesOf(slots []Slot) (ids []string) {
	seen := map[string]bool{"": true}
	for i := range slots {
		id := ""
		if s := &slots[i]; s.row != nil {
			id = s.row.master
		} else {
			id = s.series.id
		}
		if !seen[id] {
			seen[id], ids = true, append(ids, id)
		}
	}
	return ids
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
