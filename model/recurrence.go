package model

import (
	"cmp"
	"slices"
	"strings"
	"time"
)

// Series is a recurrence made ready to be asked. It is expanded on civil
// dates, and each date is then placed as Placing says: at the clock time of the
// event's start in the zone of that start, whatever zone the range names, and as
// long as the event is written. A start in UTC is one of the range's zone, as
// services answer in UTC. So a meeting from 09:00 to 10:00 keeps those hours
// across changes of the clocks.
//
// A Series does not change and may be used by several goroutines.
type Series struct {
	rule PatternedRecurrence // in canonical form
	seq  dates
	last int // number of the last occurrence

	placing Placing

	edited []Date     // dates that were cancelled or replaced, sorted
	moved  []Instance // the replacements, by start
}

// maxInterval bounds the interval of a pattern, so that arithmetic on it
// cannot overflow: longer than the calendar has years.
const maxInterval = 9999

// NewSeries makes a series from a recurrence and the start and end of the
// event. The event's start gives the time of day; the dates come from the
// range, whose StartDate, when empty, is the date of start. As in RFC 5545 the
// interval is counted from the week, month or year of the start date.
//
// Names may be in any letter case. A recurrence that cannot be is an *Error
// with CodeInvalidRequest whose Target is the property that is wrong.
func NewSeries(r PatternedRecurrence, start, end DateTimeTimeZone) (*Series, error) {
	s := &Series{rule: r}
	var err error
	if s.placing, err = NewPlacing(start, end, r.Range.RecurrenceTimeZone); err != nil {
		return nil, err
	}
	if s.rule.Range.RecurrenceTimeZone == "" {
		s.rule.Range.RecurrenceTimeZone = cmp.Or(start.TimeZone, "UTC")
	}
	date, _ := s.placing.Begins()
	first, err := s.startDate(date)
	if err != nil {
		return nil, err
	}
	if s.seq, s.rule.Pattern, err = compilePattern(r.Pattern, first); err != nil {
		return nil, err
	}
	return s, s.limit(first)
}

// startDate returns the first date of the range, by default that of the
// event's start.
func (s *Series) startDate(ofEvent Date) (Date, error) {
	if s.rule.Range.StartDate == "" {
		s.rule.Range.StartDate = ofEvent.String()
		return ofEvent, nil
	}
	d, err := ParseDate(s.rule.Range.StartDate)
	if err != nil {
		return 0, refuse("recurrence.range.startDate", "the start date of a series: %v", err)
	}
	return d, nil
}

// limit computes the number of the last occurrence.
func (s *Series) limit(first Date) error {
	r := &s.rule.Range
	kind, ok := fold(r.Type, RangeNoEnd, RangeEndDate, RangeNumbered)
	if !ok {
		return refuse("recurrence.range.type", "a recurrence range cannot be %q: it is endDate, noEnd or numbered", r.Type)
	}
	r.Type = kind
	end := MaxDate
	switch kind {
	case RangeEndDate:
		var err error
		if end, err = ParseDate(r.EndDate); err != nil {
			return refuse("recurrence.range.endDate", "the end date of a series: %v", err)
		}
		if end < first {
			return refuse("recurrence.range.endDate", "the series ends on %s, before it starts on %s", end, first)
		}
		r.NumberOfOccurrences = 0
	case RangeNumbered:
		if r.NumberOfOccurrences < 1 {
			return refuse("recurrence.range.numberOfOccurrences", "a numbered series has %d occurrences: give 1 or more", r.NumberOfOccurrences)
		}
		r.EndDate = ""
	default:
		r.EndDate, r.NumberOfOccurrences = "", 0
	}
	s.last = s.seq.from(end+1) - 1
	if kind == RangeNumbered {
		s.last = min(s.last, r.NumberOfOccurrences-1)
	}
	if s.last < 0 {
		return refuse("recurrence.range", "the series has no occurrence between %s and %s", first, end)
	}
	return nil
}

// compilePattern validates a pattern, and returns its dates and its canonical
// form, which has the properties of its type alone.
func compilePattern(p RecurrencePattern, first Date) (dates, RecurrencePattern, error) {
	kind, ok := fold(p.Type, Daily, Weekly, AbsoluteMonthly, RelativeMonthly, AbsoluteYearly, RelativeYearly)
	out := RecurrencePattern{Type: kind, Interval: p.Interval}
	if !ok {
		return nil, out, refuse("recurrence.pattern.type", "a recurrence pattern cannot be %q: it is daily, weekly, absoluteMonthly, relativeMonthly, absoluteYearly or relativeYearly", p.Type)
	}
	if p.Interval < 1 || p.Interval > maxInterval {
		return nil, out, refuse("recurrence.pattern.interval", "a recurrence interval cannot be %d: give 1 to %d", p.Interval, maxInterval)
	}
	if kind == Daily {
		return everyDays{first: first, step: p.Interval}, out, nil
	}
	if kind == Weekly {
		seq, err := compileWeekly(p, &out, first)
		return seq, out, err
	}

	months, month := p.Interval, time.Month(0)
	if kind == AbsoluteYearly || kind == RelativeYearly {
		if p.Month < 1 || p.Month > 12 {
			return nil, out, refuse("recurrence.pattern.month", "a yearly recurrence cannot fall in month %d: give 1 to 12", p.Month)
		}
		out.Month = p.Month
		months, month = 12*p.Interval, time.Month(p.Month)
	}
	var day dayInMonth
	var err error
	if kind == AbsoluteMonthly || kind == AbsoluteYearly {
		day, err = compileDayOfMonth(p, &out)
	} else {
		day, err = compileWeekdayOfMonth(p, &out)
	}
	if err != nil {
		return nil, out, err
	}
	return newEveryMonths(first, months, month, day), out, nil
}

func compileWeekly(p RecurrencePattern, out *RecurrencePattern, first Date) (dates, error) {
	days, err := parseWeekdays(p.DaysOfWeek)
	if err != nil {
		return nil, err
	}
	firstDay := time.Sunday
	if p.FirstDayOfWeek != "" {
		var ok bool
		if firstDay, ok = parseWeekday(p.FirstDayOfWeek); !ok {
			return nil, refuse("recurrence.pattern.firstDayOfWeek", "%q is not a day of the week", p.FirstDayOfWeek)
		}
	}
	out.DaysOfWeek, out.FirstDayOfWeek = weekdayNames(days), weekdayName(firstDay)
	return newEveryWeeks(first, p.Interval, days, firstDay), nil
}

func compileDayOfMonth(p RecurrencePattern, out *RecurrencePattern) (dayInMonth, error) {
	if p.DayOfMonth < 1 || p.DayOfMonth > 31 {
		return nil, refuse("recurrence.pattern.dayOfMonth", "a recurrence cannot fall on day %d of a month: give 1 to 31", p.DayOfMonth)
	}
	out.DayOfMonth = p.DayOfMonth
	return dayOfMonth(p.DayOfMonth), nil
}

// indexNames are the values of RecurrencePattern.Index, by number.
var indexNames = []string{"first", "second", "third", "fourth", "last"}

func compileWeekdayOfMonth(p RecurrencePattern, out *RecurrencePattern) (dayInMonth, error) {
	days, err := parseWeekdays(p.DaysOfWeek)
	if err != nil {
		return nil, err
	}
	name := p.Index
	if name == "" {
		name = indexNames[0]
	}
	index, ok := fold(name, indexNames...)
	if !ok {
		return nil, refuse("recurrence.pattern.index", "a recurrence index cannot be %q: it is first, second, third, fourth or last", p.Index)
	}
	out.DaysOfWeek, out.Index = weekdayNames(days), index
	w := weekdayOfMonth{index: slices.Index(indexNames, index)}
	if w.index == len(indexNames)-1 {
		w.index = lastOfMonth
	}
	for _, d := range days {
		w.days |= 1 << d
	}
	return w, nil
}

// parseWeekdays reads a list of days, which must name one at least, and
// returns it sorted from Sunday, each day once.
func parseWeekdays(names []string) ([]time.Weekday, error) {
	if len(names) == 0 {
		return nil, refuse("recurrence.pattern.daysOfWeek", "a recurrence on days of the week needs daysOfWeek")
	}
	var days []time.Weekday
	for _, name := range names {
		d, ok := parseWeekday(name)
		if !ok {
			return nil, refuse("recurrence.pattern.daysOfWeek", "%q is not a day of the week", name)
		}
		days = append(days, d)
	}
	slices.Sort(days)
	return slices.Compact(days), nil
}

func parseWeekday(name string) (time.Weekday, bool) {
	for d := time.Sunday; d <= time.Saturday; d++ {
		if strings.EqualFold(name, d.String()) {
			return d, true
		}
	}
	return 0, false
}

func weekdayName(d time.Weekday) string { return strings.ToLower(d.String()) }

func weekdayNames(days []time.Weekday) []string {
	names := make([]string, len(days))
	for i, d := range days {
		names[i] = weekdayName(d)
	}
	return names
}

// fold returns the one of names that s is in any letter case.
func fold(s string, names ...string) (string, bool) {
	for _, name := range names {
		if strings.EqualFold(s, name) {
			return name, true
		}
	}
	return s, false
}

func refuse(target, format string, args ...any) *Error {
	e := Errorf(CodeInvalidRequest, format, args...)
	e.Target = target
	return e
}

// Recurrence returns the series' recurrence in canonical form: names in the
// interface's letter case, defaults filled in, properties that its type does
// not use left out.
func (s *Series) Recurrence() PatternedRecurrence { return s.rule }

// Zone returns the zone whose calendar the series follows.
func (s *Series) Zone() *time.Location { return s.placing.Zone() }

// Written is an occurrence as the event would be written for it: the master is
// kept as its first one is.
func (s *Series) Written(i Instance) (start, end DateTimeTimeZone) {
	return s.placing.Written(i.Date, i.Clock)
}
