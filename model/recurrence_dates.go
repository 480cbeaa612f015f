package model

import (
	"slices"
	"time"
)

// dates is an endless, strictly increasing sequence of dates, numbered from
// 0. Both directions are arithmetic: no implementation walks.
type dates interface {
	// at returns the nth date.
	at(n int) Date
	// from returns the number of the first date that is not before d, never
	// negative.
	from(d Date) int
}

// everyDays is a daily pattern: first, first+step, first+2·step...
type everyDays struct {
	first Date
	step  int
}

func (s everyDays) at(n int) Date   { return s.first + Date(n*s.step) }
func (s everyDays) from(d Date) int { return max(0, ceilDiv(int(d-s.first), s.step)) }

// everyWeeks is a weekly pattern: the days of one week in steps, of which the
// first few may lie before the series began.
type everyWeeks struct {
	week Date  // first day of the week in which the series begins
	step int   // days from one week of the pattern to the next
	days []int // days of the week, counted from its first day, sorted
	skip int   // how many of days were over when the series began
}

func newEveryWeeks(start Date, interval int, days []time.Weekday, firstDay time.Weekday) everyWeeks {
	weekday := func(d time.Weekday) int { return floorMod(int(d)-int(firstDay), 7) }
	s := everyWeeks{week: start - Date(weekday(start.Weekday())), step: 7 * interval}
	for _, d := range days {
		s.days = append(s.days, weekday(d))
	}
	slices.Sort(s.days)
	s.days = slices.Compact(s.days)
	for _, d := range s.days {
		if s.week+Date(d) < start {
			s.skip++
		}
	}
	return s
}

func (s everyWeeks) at(n int) Date {
	n += s.skip
	return s.week + Date(n/len(s.days)*s.step+s.days[n%len(s.days)])
}

func (s everyWeeks) from(d Date) int {
	week := floorDiv(int(d-s.week), s.step)
	rest := int(d-s.week) - week*s.step
	day, _ := slices.BinarySearch(s.days, rest) // len(days) when the week is over: the next one's first
	return max(0, week*len(s.days)+day-s.skip)
}

// everyMonths is a monthly or yearly pattern: one date in every step-th month.
type everyMonths struct {
	month int // months since year 0 of the series' first month
	step  int
	skip  int // 1 when the date of that month was over when the series began
	day   dayInMonth
}

// dayInMonth picks a date in a month.
type dayInMonth interface {
	in(year int, month time.Month) Date
}

func newEveryMonths(start Date, step int, month time.Month, day dayInMonth) everyMonths {
	year, startMonth, _ := start.Civil()
	if month == 0 {
		month = startMonth
	}
	s := everyMonths{month: year*12 + int(month) - 1, step: step, day: day}
	if s.at(0) < start {
		s.skip = 1
	}
	return s
}

func (s everyMonths) at(n int) Date {
	m := s.month + (n+s.skip)*s.step
	return s.day.in(m/12, time.Month(m%12+1))
}

func (s everyMonths) from(d Date) int {
	year, month, _ := d.Civil()
	n := floorDiv(year*12+int(month)-1-s.month, s.step) - s.skip
	if n < 0 {
		return 0
	}
	if s.at(n) < d {
		n++
	}
	return n
}

// dayOfMonth is a day by number; the 29th to the 31st clamp to the month's end.
type dayOfMonth int

func (n dayOfMonth) in(year int, month time.Month) Date {
	return DateOf(year, month, min(int(n), daysIn(year, month)))
}

// weekdayOfMonth is the first to fourth or last of the days of a month that
// fall on some days of the week, a bit each.
type weekdayOfMonth struct {
	days  uint8
	index int // 0 is the first, lastOfMonth the last
}

const lastOfMonth = -1

func (w weekdayOfMonth) in(year int, month time.Month) Date {
	first := DateOf(year, month, 1)
	if w.index == lastOfMonth {
		d := first + Date(daysIn(year, month)-1)
		for !w.has(d) {
			d--
		}
		return d
	}
	d := first
	for left := w.index; ; d++ {
		if !w.has(d) {
			continue
		}
		if left == 0 {
			return d
		}
		left--
	}
}

func (w weekdayOfMonth) has(d Date) bool { return w.days&(1<<d.Weekday()) != 0 }
