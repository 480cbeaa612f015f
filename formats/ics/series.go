package ics

import (
	"fmt"
	"slices"
	"time"

	"daybook/model"
)

// assembly makes the item of an event: its recurrence, and what differs from
// it.
type assembly struct {
	master *vevent
	named  []moment // the RECURRENCE-IDs of its changes
	item   Item
	kept   keptRules
	// starts reports whether the recurrence has an occurrence that starts at
	// a time; nil when there is no recurrence.
	starts func(time.Time) bool
}

// recur sets the recurrence: as a pattern, or as the rule that it is. The
// error says why there can be none.
//
// DTSTART is the first of the recurrence set also where the rule does not fall
// on it, and COUNT counts it (RFC 5545, 3.3.10): then the series begins with
// the rule's first date, and addDates keeps DTSTART as one more.
func (a *assembly) recur() error {
	v := a.master
	parts, err := parseRule(v.rule)
	if err != nil {
		return err
	}
	if parts.until != "" && parts.lastDate(v.start) < v.start.date {
		return fmt.Errorf("its recurrence ends before it starts")
	}
	if r, ok := parts.recurrence(v.start); ok {
		return a.recurByPattern(r)
	}
	return a.recurByRule(v.rule)
}

func (a *assembly) recurByPattern(r model.PatternedRecurrence) error {
	e := &a.item.Event
	series, err := model.NewSeries(r, *e.Start, *e.End)
	if err != nil {
		return err
	}
	if first, ok := series.Nth(0); ok && !first.Start.Equal(a.master.start.instant()) {
		if r.Range.Type == model.RangeNumbered {
			if r.Range.NumberOfOccurrences--; r.Range.NumberOfOccurrences == 0 {
				return nil // DTSTART is all there is
			}
		}
		a.begin(first)
		r.Range.StartDate = first.Date.String()
		if series, err = model.NewSeries(r, *e.Start, *e.End); err != nil {
			return err
		}
	}
	r = series.Recurrence()
	e.Type, e.Recurrence = model.SeriesMaster, &r
	a.starts = func(t time.Time) bool { _, ok := series.At(t); return ok }
	return nil
}

func (a *assembly) recurByRule(text string) error {
	v, e := a.master, &a.item.Event
	rule, err := ParseRule(text, *e.Start, *e.End)
	if err != nil {
		return err
	}
	if err := a.kept.check(text, rule); err != nil {
		return err
	}
	if first, ok := rule.first(); ok && !first.Start.Equal(v.start.instant()) {
		if text, ok = countOneLess(text); !ok {
			return nil
		}
		a.begin(first)
		if rule, err = ParseRule(text, *e.Start, *e.End); err != nil {
			return err
		}
	}
	e.Type, e.RecurrenceRule = model.SeriesMaster, text
	v.note("no recurrence pattern says %s: the rule is kept as it is", v.rule)
	var starts map[int64]bool
	a.starts = func(t time.Time) bool {
		if starts == nil {
			starts = rule.starts(a.lastNamed())
		}
		return starts[t.Unix()]
	}
	return nil
}

// begin makes the series start with its rule's first occurrence.
func (a *assembly) begin(first model.Instance) {
	e := &a.item.Event
	for _, side := range []struct {
		at  time.Time
		put **model.DateTimeTimeZone
	}{{first.Start, &e.Start}, {first.End, &e.End}} {
		zone := (*side.put).TimeZone
		m := momentAt(side.at, zone)
		m.isDate = e.IsAllDay
		d := m.dateTime()
		*side.put = &d
	}
}

// lastNamed is the latest time that anything in the file says of the series.
func (a *assembly) lastNamed() time.Time {
	last := a.master.start.instant()
	for _, m := range slices.Concat(a.master.excluded, a.master.added, a.named) {
		if t := a.instantOf(m); t.After(last) {
			last = t
		}
	}
	return last
}

// keptRules remembers which rules were found to have dates. Finding out that
// one has none walks to the end of the calendar, so a file can only have so
// many different ones.
type keptRules map[string]bool

const maxKeptRules = 500

func (k keptRules) check(text string, rule *Rule) error {
	hasDates, seen := k[text]
	if !seen && len(k) >= maxKeptRules {
		return fmt.Errorf("the file has more than %d rules that are no pattern", maxKeptRules)
	}
	if !seen {
		_, hasDates = rule.rule.Iterator()()
		k[text] = hasDates
	}
	if !hasDates {
		return fmt.Errorf("its recurrence rule %s falls on no date", text)
	}
	return nil
}

// instantOf is when an occurrence starts that is named by m: a date means the
// occurrence of that date.
func (a *assembly) instantOf(m moment) time.Time { return m.of(a.master.start).instant() }

// of is a moment that names an occurrence of a series which starts at another:
// a date takes its clock.
func (m moment) of(start moment) moment {
	if m.isDate && !start.isDate {
		m.clock, m.zone, m.isDate = start.clock, start.zone, false
	}
	return m
}

func (a *assembly) exclude() {
	if a.starts == nil {
		return
	}
	for _, m := range a.master.excluded {
		if t := a.instantOf(m); a.starts(t) {
			a.item.Cancelled = append(a.item.Cancelled, t)
		} else if !t.Equal(a.master.start.instant()) {
			a.master.note("EXDATE %s is not a time of the series", t.Format(time.RFC3339))
		}
	}
}

// addDates makes events of the dates that the recurrence does not have: those
// of RDATE, and DTSTART. Of an event without a recurrence DTSTART is its own
// date.
func (a *assembly) addDates() {
	seen := map[int64]bool{}
	for _, m := range a.master.excluded {
		seen[a.instantOf(m).Unix()] = true
	}
	if a.starts == nil {
		seen[a.master.start.instant().Unix()] = true
	}
	for _, m := range slices.Concat([]moment{a.master.start}, a.master.added) {
		t := a.instantOf(m)
		if seen[t.Unix()] || a.starts != nil && a.starts(t) {
			continue
		}
		seen[t.Unix()] = true
		a.item.Added = append(a.item.Added, a.moved(m))
	}
}

// moved is the event as it is at another time: as long, in the zone of the
// other time.
func (a *assembly) moved(m moment) model.Event {
	v := a.master
	e := v.event
	e.Type = model.SingleInstance
	start := m
	if m.isDate != v.start.isDate {
		start = v.start
		start.date = m.date
	}
	length := a.length()
	end := start
	if length > 0 {
		end = start.add(length)
	}
	from, to := start.dateTime(), end.dateTime()
	e.Start, e.End = &from, &to
	e.OriginalStartTimeZone, e.OriginalEndTimeZone = from.TimeZone, to.TimeZone
	return e
}

func (a *assembly) length() time.Duration {
	from, err := a.master.event.Start.Time()
	if err != nil {
		return 0
	}
	to, err := a.master.event.End.Time()
	if err != nil {
		return 0
	}
	if a.master.start.isDate { // whole days, also where one had 23 hours
		return time.Duration(model.DateIn(to)-model.DateIn(from)) * 24 * time.Hour
	}
	return to.Sub(from)
}

// change applies a VEVENT with a RECURRENCE-ID.
func (a *assembly) change(v *vevent) {
	t := a.instantOf(*v.recurs)
	e := v.event
	e.Type = model.Exception
	utc := t.UTC()
	e.OriginalStart = &utc
	isOf := func(o model.Event) bool { return o.OriginalStart != nil && o.OriginalStart.Equal(t) }
	if a.starts != nil && a.starts(t) {
		if slices.ContainsFunc(a.item.Exceptions, isOf) {
			v.note("its occurrence is changed twice in the file: the later one is taken")
			a.item.Exceptions = slices.DeleteFunc(a.item.Exceptions, isOf)
		}
		if e.IsCancelled {
			a.item.Cancelled = append(a.item.Cancelled, t)
		} else {
			a.item.Exceptions = append(a.item.Exceptions, e)
		}
		return
	}
	// It may change a date that was added; else it is of no series.
	wasAdded := func(o model.Event) bool { at, err := o.Start.Time(); return err == nil && at.Equal(t) }
	if n := len(a.item.Added); n > 0 {
		a.item.Added = slices.DeleteFunc(a.item.Added, wasAdded)
		if len(a.item.Added) == n {
			v.note("it changes an occurrence that the series does not have: it comes in by itself")
		}
	} else {
		v.note("it changes an occurrence that the series does not have: it comes in by itself")
	}
	if !e.IsCancelled {
		e.Type, e.OriginalStart = model.SingleInstance, nil
		a.item.Added = append(a.item.Added, e)
	}
}
