package contract

import (
	"context"
	"errors"
	"maps"
	"slices"
	"testing"
	"time"

	"daybook/api"
	_ "daybook/internal/seed"
	"daybook/model"

	"pgregory.net/rapid"
)

// diary is what a calendar should hold: events by id, each at its hour.
type diary struct {
	calendar api.CalendarRef
	me       api.UserRef
	name     func() string
	events   map[string]entry
}

// entry is an event of an hour; a series repeats it on days in a row.
type entry struct {
	subject string
	start   time.Time
	days    int // 1 for a single instance
}

// TestRandomCalendarSequences compares random sequences over a calendar with
// a model in memory, and its view with the model's own expansion.
func TestRandomCalendarSequences(t *testing.T) {
	w := newWorld(t)
	me := w.mine.Me()
	rapid.Check(t, func(rt *rapid.T) {
		made, err := me.CreateCalendar(context.Background(), w.name(), "auto")
		if err != nil {
			rt.Fatal(err)
		}
		d := &diary{calendar: me.Calendar(made.ID), me: me, name: w.name, events: map[string]entry{}}
		rt.Repeat(map[string]func(*rapid.T){
			"create": d.create,
			"change": d.change,
			"delete": d.delete,
			"list":   d.list,
			"view":   d.view,
		})
		d.list(rt)
		d.view(rt)
	})
}

func at(t time.Time) *model.DateTimeTimeZone {
	return &model.DateTimeTimeZone{DateTime: t.Format("2006-01-02T15:04:05"), TimeZone: "UTC"}
}

func hour(t *rapid.T) time.Time {
	return monday.Add(time.Duration(rapid.IntRange(0, 6*24).Draw(t, "hour")) * time.Hour)
}

func (d *diary) create(t *rapid.T) {
	e := entry{d.name(), hour(t), rapid.IntRange(1, 4).Draw(t, "days")}
	body := model.Event{Subject: e.subject, Start: at(e.start), End: at(e.start.Add(time.Hour))}
	if e.days > 1 {
		body.Recurrence = &model.PatternedRecurrence{
			Pattern: model.RecurrencePattern{Type: model.Daily, Interval: 1},
			Range:   model.RecurrenceRange{Type: model.RangeNumbered, StartDate: e.start.Format(time.DateOnly), NumberOfOccurrences: e.days}}
	}
	made, err := d.calendar.CreateEvent(context.Background(), body)
	if err != nil {
		t.Fatal(err)
	}
	if want := e.kind(); made.Type != want {
		t.Fatalf("got type %s, want %s", made.Type, want)
	}
	d.events[made.ID] = e
}

func (e entry) kind() string {
	if e.days > 1 {
		return model.SeriesMaster
	}
	return model.SingleInstance
}

// change renames an event, and moves it where that is simple.
func (d *diary) change(t *rapid.T) {
	id := pick(t, d.events)
	e := d.events[id]
	e.subject = d.name()
	patch := model.EventPatch{Subject: &e.subject}
	if e.days == 1 {
		e.start = hour(t)
		patch.Start, patch.End = at(e.start), at(e.start.Add(time.Hour))
	}
	got, err := d.me.Event(id).Update(context.Background(), patch)
	if err != nil || got.Subject != e.subject || got.ID != id {
		t.Fatalf("got %q of %s, %v, want %q of %s", got.Subject, got.ID, err, e.subject, id)
	}
	d.events[id] = e
}

func (d *diary) delete(t *rapid.T) {
	id := pick(t, d.events)
	if err := d.calendar.Event(id).Delete(context.Background()); err != nil {
		t.Fatal(err)
	}
	delete(d.events, id)
	if _, err := d.me.Event(id).Get(context.Background()); !errors.Is(err, model.ErrNotFound) {
		t.Fatalf("reading a deleted event: got %v, want not found", err)
	}
}

// list reads single instances and series masters, in pages of two.
func (d *diary) list(t *rapid.T) {
	page, err := d.calendar.Events(context.Background(), api.PageSize(2))
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]string{}
	for e, err := range page.All(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		got[e.ID] = e.Subject
	}
	want := map[string]string{}
	for id, e := range d.events {
		want[id] = e.subject
	}
	if !maps.Equal(got, want) {
		t.Fatalf("got %v, want %v", got, want)
	}
}

// view reads what falls into two days, and expands the model as it should.
func (d *diary) view(t *rapid.T) {
	from := hour(t)
	to := from.Add(48 * time.Hour)
	page, err := d.calendar.View(context.Background(), from, to, api.PageSize(3))
	if err != nil {
		t.Fatal(err)
	}
	var got, want []string
	for e, err := range page.All(context.Background()) {
		if err != nil {
			t.Fatal(err)
		}
		start, err := e.Start.Time()
		if err != nil {
			t.Fatal(err)
		}
		got = append(got, start.UTC().Format(time.DateTime)+" "+e.Subject)
	}
	for _, e := range d.events {
		for day := range e.days {
			start := e.start.AddDate(0, 0, day)
			if start.Before(to) && start.Add(time.Hour).After(from) {
				want = append(want, start.Format(time.DateTime)+" "+e.subject)
			}
		}
	}
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("from %s: got %v, want %v", from, got, want)
	}
}
