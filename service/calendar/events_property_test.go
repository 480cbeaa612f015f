package calendar

import (
	"context"
	"fmt"
	"slices"
	"sort"
	"testing"
	"time"

	_ "daybook/internal/seed"
	"daybook/model"
	"daybook/service/store"
	"daybook/service/store/storetest"

	"pgregory.net/rapid"
)

// naive is a calendar as a list: what takes place, worked out day by day.
type naive struct {
	singles map[string][2]time.Time // id -> start, end
	series  map[string]*naiveSeries
}

type naiveSeries struct {
	zone   *time.Location
	first  model.Date
	last   model.Date
	step   int // days
	hour   int
	length time.Duration
	gone   map[model.Date]bool
	moved  map[model.Date][2]time.Time
}

func (s *naiveSeries) on(d model.Date) (start, end time.Time, ok bool) {
	if d < s.first || d > s.last || int(d-s.first)%s.step != 0 || s.gone[d] {
		return start, end, false
	}
	if m, ok := s.moved[d]; ok {
		return m[0], m[1], true
	}
	start = d.At(time.Duration(s.hour)*time.Hour, s.zone)
	end = start.Add(s.length)
	if s.length > 0 && s.length%(24*time.Hour) == 0 { // days are the calendar's
		end = d.At(time.Duration(s.hour)*time.Hour+s.length, s.zone)
	}
	return start, end, true
}

// in lists what meets a window, as "id start end".
func (n *naive) in(from, to time.Time) []string {
	var out []string
	add := func(id string, start, end time.Time) {
		if start.Before(to) && (end.After(from) || end.Equal(start) && !start.Before(from)) {
			out = append(out, fmt.Sprintf("%s %d %d", id, start.Unix(), end.Unix()))
		}
	}
	for id, s := range n.singles {
		add(id, s[0], s[1])
	}
	for id, s := range n.series {
		for d := s.first; d <= s.last; d++ {
			if start, end, ok := s.on(d); ok {
				add(occurrenceID(id, d), start, end)
			}
		}
	}
	sort.Strings(out)
	return out
}

// calendarMachine applies random edits to a store and to the naive list.
type calendarMachine struct {
	naive
	t        *rapid.T
	store    *store.Store
	mailbox  int64
	calendar string
	day      model.Date // around which all is
}

func (m *calendarMachine) write(fn func(tx *store.Tx) error) {
	if err := m.store.Write(context.Background(), fn); err != nil {
		m.t.Fatal(err)
	}
}

func wallIn(t *rapid.T, at time.Time, zone string) *model.DateTimeTimeZone {
	d, err := model.NewDateTime(at, zone)
	if err != nil {
		t.Fatal(err)
	}
	return &d
}

func (m *calendarMachine) anInstant(t *rapid.T) time.Time {
	return m.day.At(0, time.UTC).Add(time.Duration(rapid.IntRange(-60*24, 60*24).Draw(t, "hour")) * time.Hour)
}

func (m *calendarMachine) aLength(t *rapid.T) time.Duration {
	return rapid.SampledFrom([]time.Duration{0, time.Hour, 23 * time.Hour, 26 * time.Hour, 30 * 24 * time.Hour, 90 * 24 * time.Hour}).Draw(t, "length")
}

func (m *calendarMachine) single(t *rapid.T) {
	start := m.anInstant(t)
	end := start.Add(m.aLength(t))
	m.write(func(tx *store.Tx) error {
		e, err := AddEvent(tx, m.mailbox, m.calendar, NewEvent{Event: model.Event{Start: wallIn(t, start, "Asia/Kolkata"), End: wallIn(t, end, "UTC")}})
		m.singles[e.ID] = [2]time.Time{start, end}
		return err
	})
}

func (m *calendarMachine) recurring(t *rapid.T) {
	zone := rapid.SampledFrom([]string{"UTC", "Europe/London", "Pacific/Auckland", "America/New_York"}).Draw(t, "zone")
	loc, err := model.LoadZone(zone)
	if err != nil {
		t.Fatal(err)
	}
	s := &naiveSeries{zone: loc, first: m.day + model.Date(rapid.IntRange(-40, 40).Draw(t, "first")), step: rapid.IntRange(1, 9).Draw(t, "step"),
		hour: rapid.IntRange(0, 23).Draw(t, "at"), length: time.Duration(rapid.IntRange(0, 50).Draw(t, "hours")) * time.Hour,
		gone: map[model.Date]bool{}, moved: map[model.Date][2]time.Time{}}
	count := rapid.IntRange(1, 20).Draw(t, "count")
	s.last = s.first + model.Date((count-1)*s.step)
	start, end := s.first.At(time.Duration(s.hour)*time.Hour, loc), s.first.At(time.Duration(s.hour)*time.Hour+s.length, loc)
	const wall = "2006-01-02 15:04"
	skipped := func(at time.Time, clock time.Duration) bool {
		return at.Format(wall) != s.first.At(clock, time.UTC).Format(wall)
	}
	hour := time.Duration(s.hour) * time.Hour
	if skipped(start, hour) || skipped(end, hour+s.length) || end.Sub(start) != s.length {
		t.Skip("the first occurrence is over a change of the clocks, or begins or ends in a skipped hour")
	}
	m.write(func(tx *store.Tx) error {
		e, err := AddEvent(tx, m.mailbox, m.calendar, NewEvent{Event: model.Event{Start: wallIn(t, start, zone), End: wallIn(t, end, zone),
			Recurrence: &model.PatternedRecurrence{Pattern: model.RecurrencePattern{Type: model.Daily, Interval: s.step},
				Range: model.RecurrenceRange{Type: model.RangeNumbered, NumberOfOccurrences: count}}}})
		m.series[e.ID] = s
		return err
	})
}

// occurrence picks one that is there.
func (m *calendarMachine) occurrence(t *rapid.T) (string, *naiveSeries, model.Date) {
	ids := make([]string, 0, len(m.series))
	for id := range m.series {
		ids = append(ids, id)
	}
	if len(ids) == 0 {
		t.Skip("no series yet")
	}
	slices.Sort(ids)
	id := rapid.SampledFrom(ids).Draw(t, "series")
	s := m.series[id]
	d := s.first + model.Date(s.step*rapid.IntRange(0, int(s.last-s.first)/s.step).Draw(t, "n"))
	if _, _, ok := s.on(d); !ok {
		t.Skip("it was cancelled")
	}
	return id, s, d
}

func (m *calendarMachine) cancel(t *rapid.T) {
	id, s, d := m.occurrence(t)
	m.write(func(tx *store.Tx) error { return DeleteEvent(tx, m.mailbox, occurrenceID(id, d)) })
	s.gone[d] = true
	delete(s.moved, d)
}

func (m *calendarMachine) move(t *rapid.T) {
	id, s, d := m.occurrence(t)
	start := m.anInstant(t)
	end := start.Add(m.aLength(t))
	m.write(func(tx *store.Tx) error {
		_, err := changeEvent(tx, m.mailbox, occurrenceID(id, d), func(e *model.Event) error {
			e.Start, e.End = wallIn(t, start, "UTC"), wallIn(t, end, "UTC")
			return nil
		})
		return err
	})
	s.moved[d] = [2]time.Time{start, end}
}

// shorten ends a series earlier: what was changed beyond goes, the rest stays.
func (m *calendarMachine) shorten(t *rapid.T) {
	id, s, d := m.occurrence(t)
	m.write(func(tx *store.Tx) error {
		_, err := changeEvent(tx, m.mailbox, id, func(e *model.Event) error {
			r := *e.Recurrence
			r.Range.Type, r.Range.EndDate, r.Range.NumberOfOccurrences = model.RangeEndDate, d.String(), 0
			e.Recurrence = &r
			return nil
		})
		return err
	})
	s.last = d
}

func (m *calendarMachine) remove(t *rapid.T) {
	id, _, _ := m.occurrence(t)
	m.write(func(tx *store.Tx) error { return DeleteEvent(tx, m.mailbox, id) })
	delete(m.series, id)
}

// check compares a random window.
func (m *calendarMachine) check(t *rapid.T) {
	from := m.anInstant(t)
	to := from.Add(time.Duration(rapid.IntRange(1, 40*24).Draw(t, "span")) * time.Hour)
	var got []string
	err := m.store.Read(context.Background(), func(tx *store.Tx) error {
		slots, err := Slots(tx, Window{Mailbox: m.mailbox, Calendar: m.calendar, From: from, To: to})
		if err != nil {
			return err
		}
		if !slices.IsSortedFunc(slots, func(a, b slot) int { return a.Start().Compare(b.Start()) }) {
			t.Error("the window is not in order of start")
		}
		for i := range slots {
			e, err := SlotEvent(tx, m.mailbox, &slots[i])
			if err != nil {
				return err
			}
			start, _ := e.Start.Time()
			end, _ := e.End.Time()
			got = append(got, fmt.Sprintf("%s %d %d", e.ID, start.Unix(), end.Unix()))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	sort.Strings(got)
	if want := m.in(from, to); !slices.Equal(got, want) {
		t.Fatalf("from %v to %v:\n got %q\nwant %q", from, to, got, want)
	}
}

// TestWindowsAgreeWithADayByDayList applies random edits of singles and
// series and compares random windows with a list that is worked out day by
// day, over a change of the clocks.
func TestWindowsAgreeWithADayByDayList(t *testing.T) {
	s := storetest.Open(t, Tables)
	serial := 0
	rapid.Check(t, func(rt *rapid.T) {
		serial++
		m := &calendarMachine{naive: naive{map[string][2]time.Time{}, map[string]*naiveSeries{}}, t: rt, store: s, day: model.DateOf(2026, 10, 25)}
		m.mailbox, m.calendar = newCalendar(t, s, fmt.Sprintf("p%d@contoso.example", serial))
		rt.Repeat(map[string]func(*rapid.T){"single": m.single, "series": m.recurring, "cancel": m.cancel, "move": m.move,
			"shorten": m.shorten, "remove": m.remove, "": m.check})
	})
}

// newCalendar makes a mailbox and returns it with its default calendar.
func newCalendar(t testing.TB, s *store.Store, address string) (mailbox int64, calendar string) {
	t.Helper()
	m, err := s.AddMailbox(context.Background(), store.Mailbox{Kind: store.KindUser, PrincipalName: address})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Read(context.Background(), func(tx *store.Tx) error {
		if mailbox, err = tx.Mailbox(m.ID); err != nil {
			return err
		}
		c, err := Calendar(tx, mailbox, CalendarKey{})
		calendar = c.ID
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return mailbox, calendar
}
