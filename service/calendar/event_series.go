package calendar

import (
	"fmt"
	"iter"
	"slices"
	"strings"
	"sync"
	"time"

	"daybook/formats/ics"
	"daybook/model"
	"daybook/service/store"
)

// series is a series master made ready to be expanded. It does not change
// and may be shared; nor may the events that it makes be changed in place.
type series struct {
	id          string
	seq         int64
	master      model.Event
	first, last int64        // bounds of all its occurrences, in Unix milliseconds
	edited      []model.Date // cancelled or replaced, sorted
	days        int          // length of an all-day occurrence, else 0

	pattern *model.Series // or else
	rule    *ics.Rule
}

// compile makes a series of a master. Edited are the dates that were
// cancelled or replaced.
func compile(master model.Event, edited []model.Date) (*series, error) {
	s := &series{id: master.ID, master: master, edited: edited}
	slices.Sort(s.edited)
	var err error
	if master.Recurrence == nil {
		s.rule, err = ics.ParseRule(master.RecurrenceRule, *master.Start, *master.End)
	} else if s.pattern, err = model.NewSeries(*master.Recurrence, *master.Start, *master.End); err == nil {
		changes := make([]model.Override, len(edited))
		for i, d := range edited {
			changes[i] = model.Override{Date: d, Cancelled: true}
		}
		s.pattern = s.pattern.With(changes...)
	}
	return s, err
}

// occurrences returns what of the series meets a window, without those that
// were cancelled or replaced.
func (s *series) occurrences(from, to time.Time) iter.Seq[model.Instance] {
	if s.pattern != nil {
		return s.pattern.Occurrences(from, to)
	}
	return func(yield func(model.Instance) bool) {
		for _, i := range s.ofRule(from, to) {
			if _, edited := slices.BinarySearch(s.edited, i.Date); !edited && !yield(i) {
				return
			}
		}
	}
}

// on returns the occurrence that the series has on a date, whether or not it
// was cancelled or replaced.
func (s *series) on(d model.Date) (model.Instance, bool) {
	if s.pattern != nil {
		return s.pattern.On(d)
	}
	near, _ := placeOf(d)
	from := near.At(0, time.UTC)
	for _, i := range s.ofRule(from.AddDate(0, 0, -2), from.AddDate(0, 0, 3)) {
		if i.Date == d {
			return i, true
		}
	}
	return model.Instance{}, false
}

// at returns the occurrence that the series would start at an instant.
func (s *series) at(start time.Time) (model.Instance, bool) {
	if s.pattern != nil {
		return s.pattern.At(start)
	}
	for _, i := range s.ofRule(start, start.Add(time.Second)) {
		if i.Start.Equal(start) {
			return i, true
		}
	}
	return model.Instance{}, false
}

// bounds returns the first occurrence and the end of the last one.
func (s *series) bounds() (first model.Instance, until int64, err error) {
	if s.pattern != nil {
		first, _ = s.pattern.Nth(0) // a series has one at least
		if n, ends := s.pattern.Len(); ends {
			last, _ := s.pattern.Nth(n - 1)
			return first, last.End.UnixMilli(), nil
		}
		return first, endless, nil
	}
	if i, ok := s.rule.First(); ok {
		return s.keyed(i), endless, nil
	}
	return first, 0, model.Errorf(model.CodeInvalidRequest, "the rule %q has no occurrence", s.master.RecurrenceRule)
}

// ofRule lists what of the series' rule meets a window.
func (s *series) ofRule(from, to time.Time) []model.Instance {
	list := s.rule.Occurrences(from, to)
	for n := range list {
		list[n] = s.keyed(list[n])
	}
	return list
}

// severalADay is added to the seconds since 1970, on the series' clock, which
// tell the occurrences of a day apart where a rule has several: beyond all dates.
const severalADay = 1 << 48

// keyed is an instance of a rule whose Date tells which it is.
func (s *series) keyed(i model.Instance) model.Instance {
	if s.rule.SeveralADay() {
		i.Date = i.Date*24*60*60 + model.Date(i.Clock/time.Second) + severalADay
	}
	return i
}

// placeOf is the date of an occurrence and its time of day; that is zero where
// the series has one a day.
func placeOf(d model.Date) (model.Date, time.Duration) {
	if d < severalADay/2 {
		return d, 0
	}
	at := time.Unix(int64(d)-severalADay, 0).UTC()
	return model.DateIn(at), at.Sub(model.DateIn(at).At(0, time.UTC))
}

// written is an occurrence as the master would be written for it.
func (s *series) written(i model.Instance) (start, end model.DateTimeTimeZone) {
	if s.pattern != nil {
		return s.pattern.Written(i)
	}
	i.Date, _ = placeOf(i.Date)
	return s.rule.Written(i)
}

// occurrence is the event of an instance, as the series says.
func (s *series) occurrence(i model.Instance) (model.Event, error) {
	e := s.master
	e.ID, e.Type, e.SeriesMasterID = occurrenceID(s.id, i.Date), model.Occurrence, s.id
	e.Recurrence, e.RecurrenceRule, e.CancelledOccurrences, e.TransactionID = nil, "", nil, ""
	original := i.Start.UTC()
	e.OriginalStart = &original
	start, err := model.NewDateTime(i.Start, s.master.Start.TimeZone)
	if err != nil {
		return e, err
	}
	end, err := model.NewDateTime(i.End, s.master.End.TimeZone)
	e.Start, e.End = &start, &end
	return e, err
}

// occurrenceID is the id of an occurrence, or of the exception that replaced
// it: that of the master and the date that the pattern gave it, with the time of
// day where a rule has several a day. It never changes.
func occurrenceID(master string, d model.Date) string {
	day, clock := placeOf(d)
	id := master + "." + strings.ReplaceAll(day.String(), "-", "")
	if d == day {
		return id
	}
	return id + time.Time{}.Add(clock).Format("T150405")
}

// cutOccurrence takes an occurrence's id apart.
func cutOccurrence(id string) (master string, d model.Date, ok bool) {
	dot := strings.LastIndexByte(id, '.')
	if dot < 1 {
		return "", 0, false
	}
	if t, err := time.Parse("20060102", id[dot+1:]); err == nil {
		return id[:dot], model.DateIn(t), true
	}
	t, err := time.Parse("20060102T150405", id[dot+1:])
	return id[:dot], model.Date(t.Unix()) + severalADay, err == nil
}

// cancelledDates are the dates of a master's cancelled occurrences.
func cancelledDates(master *model.Event) []model.Date {
	var out []model.Date
	for _, id := range master.CancelledOccurrences {
		if _, d, ok := cutOccurrence(id); ok {
			out = append(out, d)
		}
	}
	return out
}

// seriesCache keeps the series of calendars, compiled, as long as nothing in
// the calendar has changed. It holds what was committed alone.
type seriesCache struct {
	mu   sync.Mutex
	held map[calendarID]calendarSeries
	size int // series held
}

type calendarID struct {
	mailbox int64
	id      string
}

// calendarSeries are the series of a calendar as of a change of its events.
type calendarSeries struct {
	seq  int64
	list []*series
}

// maxHeldSeries bounds the cache: some kilobytes each.
const maxHeldSeries = 8192

func (c *seriesCache) get(id calendarID) calendarSeries {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.held[id]
}

func (c *seriesCache) put(id calendarID, s calendarSeries) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.size -= len(c.held[id].list)
	delete(c.held, id)
	if len(s.list) > maxHeldSeries {
		return
	}
	for other, old := range c.held { // any will do: what is needed comes back
		if c.size+len(s.list) <= maxHeldSeries {
			break
		}
		c.size -= len(old.list)
		delete(c.held, other)
	}
	if c.held == nil {
		c.held = map[calendarID]calendarSeries{}
	}
	c.held[id] = s
	c.size += len(s.list)
}

// compiledSeries returns the series of a calendar.
func compiledSeries(tx *store.Tx, mailbox int64, calendar string) ([]*series, error) {
	var seq int64
	err := tx.QueryRow(`SELECT events_seq FROM calendars WHERE mailbox_id = ? AND id = ?`, mailbox, calendar).Scan(&seq)
	if err != nil {
		return nil, fmt.Errorf("read the series of calendar %s: %w", calendar, err)
	}
	id := calendarID{mailbox, calendar}
	held := store.Memory[seriesCache](tx).get(id)
	if held.list != nil && held.seq == seq {
		return held.list, nil
	}
	list, err := compileSeries(tx, mailbox, calendar, held.list)
	if err != nil {
		return nil, err
	}
	if tx.Committed() { // a reader saw it committed; a writer may yet roll back
		store.Memory[seriesCache](tx).put(id, calendarSeries{seq, list})
	}
	return list, nil
}

// compileSeries reads a calendar's series, taking from those that are at
// hand what has not changed since.
func compileSeries(tx *store.Tx, mailbox int64, calendar string, old []*series) ([]*series, error) {
	known := make(map[string]*series, len(old))
	for _, s := range old {
		known[s.id] = s
	}
	list, err := store.All(tx, func(row store.Row) (*series, error) {
		var is series
		err := row.Scan(&is.id, &is.seq)
		if s := known[is.id]; s != nil && s.seq == is.seq {
			return s, err
		}
		return &is, err
	}, `SELECT e.id, e.seq FROM events e WHERE e.mailbox_id = ? AND e.calendar_id = ? AND e.span = ?`, mailbox, calendar, spanSeries)
	if err != nil {
		return nil, err
	}
	for i, s := range list {
		if known[s.id] == s {
			continue
		}
		if list[i], err = oneSeries(tx, mailbox, s.id); err != nil {
			return nil, err
		}
	}
	return list, nil
}

// oneSeries reads a series by its master's id.
func oneSeries(tx *store.Tx, mailbox int64, id string) (*series, error) {
	r, err := findEventRow(tx, mailbox, id)
	if err != nil {
		return nil, err
	}
	if r.kind != model.SeriesMaster {
		return nil, noEvent(id)
	}
	edited, err := exceptionDates(tx, mailbox, id)
	if err != nil {
		return nil, err
	}
	return r.compiled(edited)
}

// compiled is the series of a master's row, with its exceptions on the dates
// edited.
func (r *eventRow) compiled(edited []model.Date) (*series, error) {
	master, err := r.event()
	if err != nil {
		return nil, err
	}
	s, err := compile(master, append(edited, cancelledDates(&master)...))
	if err != nil {
		return nil, fmt.Errorf("expand series %s: %w", r.id, err)
	}
	s.seq, s.first, s.last, s.days = r.seq, r.starts, r.until, r.days
	return s, nil
}

func exceptionDates(tx *store.Tx, mailbox int64, series string) ([]model.Date, error) {
	return store.Cells[model.Date](tx, `SELECT day FROM events WHERE mailbox_id = ? AND series_id = ?`, mailbox, series)
}
