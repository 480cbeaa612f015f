package ics

import (
	"fmt"
	"math"
	"slices"
	"strings"
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
	rule   *Rule // of a recurrence that is no pattern
	// ends is when the last occurrence starts, zero for one without an end.
	ends time.Time
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
	if v.start.isDate && units[parts.freq] > 0 {
		return fmt.Errorf("an event of whole days cannot recur more often than daily (%s)", parts.freq)
	}
	if v.start.isDate && len(parts.byHour)+len(parts.byMinute)+len(parts.bySecond) > 0 {
		v.rule = withoutTimes(v.rule) // RFC 5545, 3.3.10: they are to be ignored
		return a.recur()
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
		a.begin(series.Written(first))
		r.Range.StartDate = first.Date.String()
		if series, err = model.NewSeries(r, *e.Start, *e.End); err != nil {
			return err
		}
	}
	if n, ends := series.Len(); ends {
		last, _ := series.Nth(n - 1)
		a.ends = last.Start
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
	if first, ok := rule.First(); ok && !first.Start.Equal(v.start.instant()) {
		if text, ok = countOneLess(text); !ok {
			return nil
		}
		a.begin(rule.Written(first))
		if rule, err = ParseRule(text, *e.Start, *e.End); err != nil {
			return err
		}
	}
	e.Type, e.RecurrenceRule = model.SeriesMaster, text
	v.note("no recurrence pattern says %s: the rule is kept as it is", v.rule)
	if rule.SeveralADay() {
		v.note("it recurs several times a day: of any span of time the first %d are shown", MaxShown)
	}
	a.rule = rule
	if rule.parts.count == 0 {
		if rule.until < math.MaxInt64 {
			a.ends = rule.at(rule.until).Start
		}
		a.starts = func(t time.Time) bool {
			return slices.ContainsFunc(rule.Occurrences(t, t.Add(time.Second)), func(i model.Instance) bool { return i.Start.Equal(t) })
		}
		return nil
	}
	walked := 0
	for wall := range rule.walls(rule.begin) {
		if walked++; walked > maxStarts {
			break
		}
		a.ends = rule.at(wall).Start
	}
	var starts map[int64]bool
	a.starts = func(t time.Time) bool {
		if starts == nil {
			starts = rule.starts(a.lastNamed())
		}
		return starts[t.Unix()]
	}
	return nil
}

// withoutTimes is a rule without its hours, minutes and seconds.
func withoutTimes(rule string) string {
	parts := slices.DeleteFunc(strings.Split(rule, ";"), func(part string) bool {
		name, _, _ := strings.Cut(strings.ToUpper(strings.TrimSpace(part)), "=")
		return name == "BYHOUR" || name == "BYMINUTE" || name == "BYSECOND"
	})
	return strings.Join(parts, ";")
}

// begin makes the series start with its rule's first occurrence, as that is
// written.
func (a *assembly) begin(start, end model.DateTimeTimeZone) {
	a.item.Event.Start, a.item.Event.End = &start, &end
}

// lastNamed is the latest time that anything in the file says of the series.
func (a *assembly) lastNamed() time.Time {
	last := a.master.start.instant()
	for _, m := range slices.Concat(a.master.excluded, a.named) {
		if t := a.instantOf(m); t.After(last) {
			last = t
		}
	}
	for _, p := range a.master.added {
		if t := a.instantOf(p.start); t.After(last) {
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
		_, hasDates = rule.First()
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
	cancelled := map[int64]bool{}
	cancel := func(t time.Time) {
		if !cancelled[t.Unix()] {
			cancelled[t.Unix()] = true
			a.item.Cancelled = append(a.item.Cancelled, t)
		}
	}
	for _, m := range a.master.excluded {
		if m.isDate && a.rule != nil && a.rule.SeveralADay() {
			for _, i := range a.rule.on(m.date) { // all of the day
				cancel(i.Start)
			}
			continue
		}
		if t := a.instantOf(m); a.starts(t) {
			cancel(t)
		} else if !t.Equal(a.master.start.instant()) {
			a.master.note("EXDATE %s is not a time of the series", t.Format(time.RFC3339))
		}
	}
	for _, text := range a.master.exrules {
		times, err := a.ruledOut(text)
		if err != nil {
			a.master.note("EXRULE %s is not applied: %v", text, err)
			continue
		}
		for _, t := range times {
			if a.starts(t) {
				cancel(t)
			}
		}
	}
}

// maxRuledOut bounds how many occurrences an EXRULE can take away.
const maxRuledOut = 500

// ruledOut lists the times of an EXRULE, which is of RFC 2445 and went out of
// use: what the service keeps is single occurrences that are called off, so that
// it must come to an end, or its series.
func (a *assembly) ruledOut(text string) ([]time.Time, error) {
	v := a.master
	rule, err := ParseRule(text, *v.event.Start, *v.event.End)
	if err != nil {
		return nil, err
	}
	if rule.parts.count == 0 && rule.parts.until == "" && a.ends.IsZero() {
		return nil, fmt.Errorf("it has no end")
	}
	var times []time.Time
	for wall := range rule.walls(rule.begin) {
		i := rule.at(wall)
		if !a.ends.IsZero() && i.Start.After(a.ends) {
			break
		}
		if len(times) == maxRuledOut {
			return nil, fmt.Errorf("it has more than %d times", maxRuledOut)
		}
		times = append(times, i.Start)
	}
	return times, nil
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
	for _, p := range slices.Concat([]period{{start: a.master.start}}, a.master.added) {
		t := a.instantOf(p.start)
		if seen[t.Unix()] || a.starts != nil && a.starts(t) && p.end == nil {
			continue
		}
		seen[t.Unix()] = true
		e := a.moved(p)
		if a.starts != nil && a.starts(t) { // a time of the series, at another length
			at := t.UTC()
			e.Type, e.OriginalStart = model.Exception, &at
			a.item.Exceptions = append(a.item.Exceptions, e)
			continue
		}
		a.item.Added = append(a.item.Added, e)
	}
}

// moved is the event as it is at another time: as long, unless that says how
// long, and in the zone of the other time.
func (a *assembly) moved(p period) model.Event {
	v := a.master
	e := v.event
	e.Type = model.SingleInstance
	start := p.start
	if start.isDate != v.start.isDate {
		start = v.start
		start.date = p.start.date
	}
	end := start
	switch {
	case p.end != nil && !start.isDate:
		end = *p.end
	case start.isDate:
		end.date += a.days()
	default:
		end = start.after(a.length())
	}
	from, to := start.dateTime(), end.dateTime()
	e.Start, e.End = &from, &to
	e.OriginalStartTimeZone, e.OriginalEndTimeZone = from.TimeZone, to.TimeZone
	return e
}

func (a *assembly) length() model.Length {
	length, err := model.LengthOf(*a.master.event.Start, *a.master.event.End)
	if err != nil { // it was read
		return model.Length{}
	}
	return length
}

// days are those of an event of whole days.
func (a *assembly) days() model.Date {
	first, after, _ := model.WholeDays(*a.master.event.Start, *a.master.event.End)
	return max(1, after-first)
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
		} else { // also where an EXDATE names the occurrence that became it
			a.item.Exceptions = append(a.item.Exceptions, e)
			a.item.Cancelled = slices.DeleteFunc(a.item.Cancelled, t.Equal)
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
