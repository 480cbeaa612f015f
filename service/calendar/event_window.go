package calendar

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"daybook/model"
	"daybook/service/store"
)

// Window asks for what of a calendar meets From <= t < To. An all-day event
// is on its dates wherever one is: it lasts from midnight to midnight in
// Zone (UTC when nil). With Series, an id, it asks for that series alone.
type Window struct {
	Mailbox  int64
	Calendar string
	From, To time.Time
	Zone     *time.Location
	Series   string
}

// slot is an event in a window: when it is, and how it is shown. The event
// itself is made by Tx.SlotEvent, for those that are looked at. It is small:
// a window can have thousands, which are sorted.
type slot struct {
	start, end int64      // Unix milliseconds
	row        *slotRow   // of a single event or an exception, or else
	series     *series    // of an occurrence, with
	date       model.Date // the date that the pattern gave it
}

// slotRow is what a slot knows of an event that has a row.
type slotRow struct {
	id, master string // master is the series of an exception
	showAs     string
}

// Start and End are when the event is, in UTC.
func (s *slot) Start() time.Time { return time.UnixMilli(s.start).UTC() }
func (s *slot) End() time.Time   { return time.UnixMilli(s.end).UTC() }

// ShowAs is the event's showAs; one that was cancelled is free.
func (s *slot) ShowAs() string {
	switch {
	case s.row != nil:
		return s.row.showAs
	case s.series.master.IsCancelled:
		return model.ShowFree
	}
	return cmp.Or(s.series.master.ShowAs, model.ShowBusy)
}

// ID is the id of the slot's event.
func (s *slot) ID() string {
	if s.row != nil {
		return s.row.id
	}
	return occurrenceID(s.series.id, s.date)
}

// Of reports whether the slot is of the event or series with an id.
func (s *slot) Of(id string) bool {
	if s.row != nil {
		return s.row.id == id || s.row.master == id
	}
	return s.series.id == id || s.ID() == id
}

// compare orders slots by start, then id, which it makes only when it must.
func (s *slot) compare(t *slot) int {
	if by := cmp.Compare(s.start, t.start); by != 0 {
		return by
	}
	if s.row == nil && t.row == nil {
		if by := cmp.Compare(s.series.id, t.series.id); by != 0 {
			return by
		}
		return cmp.Compare(s.date, t.date)
	}
	return cmp.Compare(s.ID(), t.ID())
}

// Slots lists the slots of a window in order of start, then id. It touches
// the events that may meet the window, and of series their bounds.
func Slots(tx *store.Tx, w Window) ([]slot, error) {
	if w.Zone == nil {
		w.Zone = time.UTC
	}
	slots, err := rowsIn(tx, &w)
	if err != nil {
		return nil, err
	}
	list, err := seriesIn(tx, &w)
	if err != nil {
		return nil, err
	}
	for _, s := range list {
		slots = w.expand(slots, s)
	}
	slices.SortFunc(slots, func(a, b slot) int { return a.compare(&b) })
	return slots, nil
}

// floats is how far an all-day event's midnights in Zone can be from those
// of its own zone.
const floats = 26 * time.Hour

func (w *Window) meets(s *slot) bool {
	from, to := w.From.UnixMilli(), w.To.UnixMilli()
	return s.start < to && (s.end > from || s.end == s.start && s.start >= from)
}

// allDay places a slot on its dates.
func (w *Window) allDay(s *slot, first model.Date, days int) {
	s.start, s.end = first.At(0, w.Zone).UnixMilli(), (first+model.Date(days)).At(0, w.Zone).UnixMilli()
}

// windowQuery finds single events and exceptions, one class of spans after
// another; of each, those that begin early enough and are not over.
const windowQuery = `SELECT e.id, e.series_id, e.starts, e.ends, e.first_day, e.days, e.show_as FROM events e
	WHERE e.mailbox_id = ? AND e.calendar_id = ? AND e.span = ? AND e.starts > ? AND e.starts < ? AND e.ends >= ?`

func (w *Window) query(span int) (string, []any) {
	from, to := w.From.Add(-floats).UnixMilli(), w.To.Add(floats).UnixMilli()
	return windowQuery, []any{w.Mailbox, w.Calendar, span, from - reach(span) - 1, to, from}
}

func rowsIn(tx *store.Tx, w *Window) ([]slot, error) {
	var slots []slot
	for _, span := range []int{spanDay, spanMonth, spanLong} {
		query, args := w.query(span)
		var err error
		if slots, err = appendSlots(tx, slots, w, query, args); err != nil {
			return nil, fmt.Errorf("read a window of calendar %s: %w", w.Calendar, err)
		}
	}
	return slots, nil
}

func appendSlots(tx *store.Tx, slots []slot, w *Window, query string, args []any) ([]slot, error) {
	rows, err := tx.Query(query, args...)
	if err != nil {
		return slots, err
	}
	defer rows.Close()
	for rows.Next() {
		var first model.Date
		var days int
		s := slot{row: &slotRow{}}
		if err := rows.Scan(&s.row.id, &s.row.master, &s.start, &s.end, &first, &days, &s.row.showAs); err != nil {
			return slots, err
		}
		if w.Series != "" && s.row.master != w.Series {
			continue
		}
		if days > 0 {
			w.allDay(&s, first, days)
		}
		if w.meets(&s) {
			slots = append(slots, s)
		}
	}
	return slots, rows.Err()
}

func seriesIn(tx *store.Tx, w *Window) ([]*series, error) {
	if w.Series == "" {
		return compiledSeries(tx, w.Mailbox, w.Calendar)
	}
	s, err := oneSeries(tx, w.Mailbox, w.Series)
	if err != nil {
		return nil, err
	}
	return []*series{s}, nil
}

func (w *Window) expand(slots []slot, s *series) []slot {
	from, to := w.From, w.To
	if s.days > 0 {
		from, to = from.Add(-floats), to.Add(floats)
	}
	if s.first >= to.UnixMilli() || s.last < from.UnixMilli() {
		return slots
	}
	for i := range s.occurrences(from, to) {
		slot := slot{start: i.Start.UnixMilli(), end: i.End.UnixMilli(), series: s, date: i.Date}
		if s.days > 0 {
			w.allDay(&slot, i.Date, s.days)
		}
		if w.meets(&slot) {
			slots = append(slots, slot)
		}
	}
	return slots
}

// SlotEvent makes the event of a slot. It shares its parts with other
// occurrences: they are not to be changed in place.
func SlotEvent(tx *store.Tx, mailbox int64, s *slot) (model.Event, error) {
	if s.row == nil {
		i, ok := s.series.on(s.date)
		if !ok {
			return model.Event{}, noEvent(s.ID())
		}
		return s.series.occurrence(i)
	}
	if s.row.master != "" {
		return Event(tx, mailbox, s.row.id)
	}
	r, err := findEventRow(tx, mailbox, s.row.id)
	if err != nil {
		return model.Event{}, err
	}
	return r.event()
}
