package ics

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"daybook/model"
)

var weekdayNames = []string{"sunday", "monday", "tuesday", "wednesday", "thursday", "friday", "saturday"}

// indexNames are the values of a pattern's index, by BYSETPOS or the number
// of an ordinal day.
var indexNames = map[int]string{1: "first", 2: "second", 3: "third", 4: "fourth", -1: "last"}

// recurrence returns the pattern and range of the interface that fall on the
// same dates as a rule; ok is false when none does. A rule skips the months
// that lack the 29th to the 31st, where a pattern takes the month's last day:
// such rules have no pattern, except those that ask for the last day anyway.
func (p *ruleParts) recurrence(start moment) (r model.PatternedRecurrence, ok bool) {
	if len(p.byYearDay)+len(p.byWeekNo)+len(p.byHour)+len(p.byMinute)+len(p.bySecond) > 0 {
		return r, false
	}
	r.Pattern, ok = p.pattern(start.date)
	if !ok {
		return r, false
	}
	r.Range = model.RecurrenceRange{Type: model.RangeNoEnd, StartDate: start.date.String(), RecurrenceTimeZone: start.zone}
	switch {
	case p.until != "":
		r.Range.Type, r.Range.EndDate = model.RangeEndDate, p.lastDate(start).String()
	case p.count > 0:
		r.Range.Type, r.Range.NumberOfOccurrences = model.RangeNumbered, p.count
	}
	return r, true
}

// lastDate is the last date on which an occurrence does not start after UNTIL.
func (p *ruleParts) lastDate(start moment) model.Date {
	until, utc, _ := parseMoment(p.until)
	if until.isDate {
		return until.date
	}
	if utc && !start.isDate {
		until = momentAt(until.date.At(until.clock, time.UTC), start.zone)
	}
	if start.clock > until.clock {
		return until.date - 1
	}
	return until.date
}

func (p *ruleParts) pattern(start model.Date) (out model.RecurrencePattern, ok bool) {
	out.Interval = p.interval
	switch p.freq {
	case "DAILY":
		return p.daily(out)
	case "WEEKLY":
		if len(p.byMonth)+len(p.byMonthDay)+len(p.bySetPos) > 0 {
			return out, false
		}
		return p.weekly(out, start)
	case "MONTHLY":
		if len(p.byMonth) > 0 {
			return out, false
		}
		if len(p.byDay) > 0 {
			out.Type = model.RelativeMonthly
			return p.relative(out)
		}
		out.Type = model.AbsoluteMonthly
		_, _, day := start.Civil()
		out.DayOfMonth, ok = p.dayOfMonth(day, 28)
		return out, ok
	case "YEARLY":
		return p.yearly(out, start)
	}
	return out, false
}

func (p *ruleParts) daily(out model.RecurrencePattern) (model.RecurrencePattern, bool) {
	if len(p.byMonth)+len(p.byMonthDay)+len(p.bySetPos) > 0 {
		return out, false
	}
	if len(p.byDay) == 0 {
		out.Type = model.Daily
		return out, true
	}
	return p.weekly(out, 0) // every day that is one of those
}

func (p *ruleParts) weekly(out model.RecurrencePattern, start model.Date) (model.RecurrencePattern, bool) {
	if p.freq == "DAILY" && p.interval > 1 {
		return out, false
	}
	days := []string{weekdayNames[start.Weekday()]}
	if len(p.byDay) > 0 {
		var ok bool
		if days, ok = p.plainDays(); !ok {
			return out, false
		}
	}
	out.Type, out.DaysOfWeek, out.FirstDayOfWeek = model.Weekly, days, weekdayNames[p.weekStart]
	return out, true
}

func (p *ruleParts) yearly(out model.RecurrencePattern, start model.Date) (_ model.RecurrencePattern, ok bool) {
	_, month, day := start.Civil()
	switch {
	case len(p.byMonth) > 1:
		return out, false
	case len(p.byMonth) == 1:
		month = time.Month(p.byMonth[0])
	case len(p.byDay)+len(p.byMonthDay) > 0:
		return out, false // of every month, or of the year as a whole
	}
	out.Month = int(month)
	if len(p.byDay) > 0 {
		out.Type = model.RelativeYearly
		return p.relative(out)
	}
	shortest := model.DateOf(commonYear, month+1, 1) - model.DateOf(commonYear, month, 1)
	out.Type = model.AbsoluteYearly
	out.DayOfMonth, ok = p.dayOfMonth(day, int(shortest))
	return out, ok
}

// relative reads "the first Tuesday": BYDAY=1TU, or BYDAY=TU;BYSETPOS=1.
func (p *ruleParts) relative(out model.RecurrencePattern) (model.RecurrencePattern, bool) {
	if len(p.byMonthDay) > 0 {
		return out, false
	}
	n := p.byDay[0].n
	if len(p.byDay) == 1 && n != 0 && len(p.bySetPos) == 0 {
		out.DaysOfWeek = []string{weekdayNames[p.byDay[0].day]}
	} else {
		days, ok := p.plainDays()
		if !ok || len(p.bySetPos) != 1 {
			return out, false
		}
		n, out.DaysOfWeek = p.bySetPos[0], days
	}
	out.Index = indexNames[n]
	return out, out.Index != ""
}

// plainDays are the days of BYDAY, when none has a number.
func (p *ruleParts) plainDays() ([]string, bool) {
	var days []string
	for _, d := range p.byDay {
		if d.n != 0 {
			return nil, false
		}
		days = append(days, weekdayNames[d.day])
	}
	return days, len(days) > 0
}

// dayOfMonth returns the day that clamps to the month's end as the rule does;
// up to always every month of the rule has the day.
func (p *ruleParts) dayOfMonth(ofStart, always int) (int, bool) {
	days := slices.Clone(p.byMonthDay)
	slices.Sort(days)
	switch {
	case len(days) == 0 && len(p.bySetPos) == 0:
		return ofStart, ofStart <= always
	case len(days) == 1 && len(p.bySetPos) == 0:
		if days[0] == -1 {
			return 31, true
		}
		return days[0], days[0] > 0 && days[0] <= always
	case slices.Equal(p.bySetPos, []int{-1}):
		// The last of 28, 29 and 30 is the 30th, clamped.
		for i, d := range days {
			if d != 28+i {
				return 0, false
			}
		}
		return 27 + len(days), len(days) > 0
	}
	return 0, false
}

// FormatRule writes a recurrence as an RRULE. The start of the event says at
// which time of day UNTIL is.
func FormatRule(r model.PatternedRecurrence, start model.DateTimeTimeZone, allDay bool) (string, error) {
	series, err := model.NewSeries(r, start, start)
	if err != nil {
		return "", err
	}
	r = series.Recurrence()
	p := r.Pattern
	var b strings.Builder
	part := func(name string, value any) { fmt.Fprintf(&b, ";%s=%v", name, value) }
	frequency := map[string]string{
		model.Daily: "DAILY", model.Weekly: "WEEKLY", model.AbsoluteMonthly: "MONTHLY", model.RelativeMonthly: "MONTHLY",
		model.AbsoluteYearly: "YEARLY", model.RelativeYearly: "YEARLY",
	}
	b.WriteString("FREQ=" + frequency[p.Type])
	if p.Interval > 1 {
		part("INTERVAL", p.Interval)
	}
	if p.Month > 0 {
		part("BYMONTH", p.Month)
	}
	switch {
	case p.Type == model.Weekly:
		part("BYDAY", ruleDayList(p.DaysOfWeek))
		part("WKST", ruleDayList([]string{p.FirstDayOfWeek}))
	case p.Index != "":
		for n, name := range indexNames {
			switch {
			case name != p.Index:
			case len(p.DaysOfWeek) == 1:
				part("BYDAY", fmt.Sprint(n, ruleDayList(p.DaysOfWeek)))
			default:
				part("BYDAY", ruleDayList(p.DaysOfWeek))
				part("BYSETPOS", n)
			}
		}
	case p.DayOfMonth > 0:
		formatDayOfMonth(p, part)
	}
	switch r.Range.Type {
	case model.RangeNumbered:
		part("COUNT", r.Range.NumberOfOccurrences)
	case model.RangeEndDate:
		until, err := formatUntil(series, r.Range.EndDate, allDay)
		if err != nil {
			return "", err
		}
		part("UNTIL", until)
	}
	return b.String(), nil
}

// formatDayOfMonth writes a day that clamps to the month's end: by its number
// where the months always have it.
func formatDayOfMonth(p model.RecurrencePattern, part func(string, any)) {
	shortest, longest := 28, 31
	if p.Month > 0 {
		month := time.Month(p.Month)
		shortest = int(model.DateOf(commonYear, month+1, 1) - model.DateOf(commonYear, month, 1))
		if longest = shortest; month == time.February {
			longest = 29
		}
	}
	switch d := min(p.DayOfMonth, longest); {
	case d <= shortest:
		part("BYMONTHDAY", d)
	case d == longest:
		part("BYMONTHDAY", -1)
	default:
		part("BYMONTHDAY", []string{"28,29", "28,29,30"}[d-29])
		part("BYSETPOS", -1)
	}
}

// commonYear is any year without a leap day.
const commonYear = 2001

// formatUntil writes the end of a range as the end of its last day, in UTC as
// RFC 5545 wants it, or as a date.
func formatUntil(s *model.Series, endDate string, allDay bool) (string, error) {
	d, err := model.ParseDate(endDate)
	if err != nil {
		return "", err
	}
	if allDay {
		return strings.ReplaceAll(d.String(), "-", ""), nil
	}
	end := d.At(24*time.Hour-time.Second, s.Zone())
	return end.UTC().Format("20060102T150405Z"), nil
}

func ruleDayList(names []string) string {
	var list []string
	for _, name := range names {
		list = append(list, ruleDays[slices.Index(weekdayNames, name)])
	}
	return strings.Join(list, ",")
}
