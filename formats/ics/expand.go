package ics

import (
	"iter"
	"math"
	"slices"
	"time"

	"daybook/model"
)

// A rule is expanded period by period, as RFC 5545, 3.3.10 has it: in each year,
// month, week, day, hour, minute or second that the rule counts, the times that
// its parts leave are listed whole, BYSETPOS picks of them, and what lies before
// DTSTART is dropped. So BYSETPOS counts in the whole first week too. All is done
// on wall times, in seconds since 1970 on the event's clock.

const day = 24 * 60 * 60

// units are the lengths of the periods that all last equally long, in seconds.
var units = map[string]int64{"HOURLY": 3600, "MINUTELY": 60, "SECONDLY": 1}

// How far the walk through a rule's periods goes: through so many in a row that
// have nothing, which for days is the 400 years after which the calendar
// repeats, and over so many times in one go.
const (
	maxEmpty = 150_000
	maxWalk  = 200_000
)

// walls lists the wall times of a rule in order. Without a COUNT it begins near
// from, however long ago the rule did.
func (r *Rule) walls(from int64) iter.Seq[int64] {
	return func(yield func(int64) bool) {
		left, n := math.MaxInt, int64(0)
		if r.parts.count > 0 {
			left = r.parts.count
		} else {
			n = max(0, r.periodOf(from)-1)
		}
		for empty := 0; empty < maxEmpty; empty++ {
			begins, set, next := r.period(n)
			if begins > r.until || begins > int64(model.MaxDate)*day {
				return
			}
			for _, w := range set {
				if w < r.begin {
					continue
				}
				if w > r.until || left == 0 || !yield(w) {
					return
				}
				left, empty = left-1, 0
			}
			n = next
		}
	}
}

// periodOf is the number of the period that a wall time is in, or of the one
// before when it is between two.
func (r *Rule) periodOf(wall int64) int64 {
	wall = max(wall, r.begin)
	date, first := dateOf(wall), dateOf(r.begin)
	y, m, _ := date.Civil()
	y0, m0, _ := first.Civil()
	interval := int64(r.parts.interval)
	switch r.parts.freq {
	case "YEARLY":
		return int64(y-y0) / interval
	case "MONTHLY":
		return int64((y-y0)*12+int(m-m0)) / interval
	case "WEEKLY":
		return int64(date-r.week(first)) / 7 / interval
	case "DAILY":
		return int64(date-first) / interval
	}
	return (wall - r.base()) / (interval * units[r.parts.freq])
}

func dateOf(wall int64) model.Date { return model.DateIn(time.Unix(wall, 0).UTC()) }

// week is the first day of a date's week.
func (r *Rule) week(d model.Date) model.Date {
	return d - model.Date((int(d.Weekday())-int(r.parts.weekStart)+7)%7)
}

// base is the beginning of the hour, minute or second of DTSTART.
func (r *Rule) base() int64 { return r.begin - mod(r.begin, units[r.parts.freq]) }

func mod(a, b int64) int64 { return (a%b + b) % b }

// period lists the wall times of the nth period, says when it begins, and which
// period to look at next.
func (r *Rule) period(n int64) (begins int64, set []int64, next int64) {
	p, step := r.parts, int(n)*r.parts.interval
	first := dateOf(r.begin)
	y, m, _ := first.Civil()
	var from, to model.Date // the days of the period
	switch p.freq {
	case "YEARLY":
		from, to = model.DateOf(y+step, 1, 1), model.DateOf(y+step+1, 1, 1)
	case "MONTHLY":
		from, to = model.DateOf(y, m+time.Month(step), 1), model.DateOf(y, m+time.Month(step)+1, 1)
	case "WEEKLY":
		from = r.week(first) + model.Date(7*step)
		to = from + 7
	case "DAILY":
		from = first + model.Date(step)
		to = from + 1
	default:
		return r.shortPeriod(n)
	}
	for d := from; d < to; d++ {
		if len(p.byMonth) > 0 && p.freq == "YEARLY" { // past the months that are not asked for
			if year, month, _ := d.Civil(); !slices.Contains(p.byMonth, int(month)) {
				d = model.DateOf(year, month+1, 1) - 1
				continue
			}
		}
		if r.falls(d) {
			for _, clock := range r.clocks {
				set = append(set, int64(d)*day+clock)
			}
		}
	}
	return int64(from) * day, p.picked(set), n + 1
}

// shortPeriod is an hour, a minute or a second. Where its day, its hour or its
// minute is not asked for, the next period is the first after that.
func (r *Rule) shortPeriod(n int64) (begins int64, set []int64, next int64) {
	p, step := r.parts, int64(r.parts.interval)*units[r.parts.freq]
	begins = r.base() + n*step
	after := func(span int64) (int64, []int64, int64) {
		end := begins - mod(begins, span) + span
		return begins, nil, max(n+1, (end-r.base()+step-1)/step)
	}
	in := func(list []int, value int64) bool { return len(list) == 0 || slices.Contains(list, int(value)) }
	hour, minute, second := mod(begins, day)/3600, mod(begins, 3600)/60, mod(begins, 60)
	switch {
	case !r.falls(dateOf(begins)):
		return after(day)
	case !in(p.byHour, hour):
		return after(3600)
	case p.freq != "HOURLY" && !in(p.byMinute, minute):
		return after(60)
	case p.freq == "SECONDLY" && !in(p.bySecond, second):
		return begins, nil, n + 1
	}
	for _, clock := range r.clocks { // within the period
		set = append(set, begins+clock)
	}
	return begins, p.picked(set), n + 1
}

// picked is what BYSETPOS leaves of a period's times.
func (p *ruleParts) picked(set []int64) []int64 {
	if len(p.bySetPos) == 0 {
		return set
	}
	var out []int64
	for _, at := range p.bySetPos {
		if at < 0 {
			at += len(set) + 1
		}
		if at >= 1 && at <= len(set) {
			out = append(out, set[at-1])
		}
	}
	slices.Sort(out)
	return slices.Compact(out)
}

// settle fills in what a rule takes from DTSTART, and the times of a period.
func (r *Rule) settle() {
	p := r.parts
	date := dateOf(r.begin)
	_, month, monthDay := date.Civil()
	if len(p.byWeekNo)+len(p.byYearDay)+len(p.byMonthDay)+len(p.byDay) == 0 {
		switch p.freq {
		case "YEARLY":
			if len(p.byMonth) == 0 {
				p.byMonth = []int{int(month)}
			}
			p.byMonthDay = []int{monthDay}
		case "MONTHLY":
			p.byMonthDay = []int{monthDay}
		case "WEEKLY":
			p.byDay = []ordinalDay{{day: date.Weekday()}}
		}
	} else if len(p.byWeekNo) > 0 && len(p.byYearDay)+len(p.byMonthDay)+len(p.byDay) == 0 {
		p.byDay = []ordinalDay{{day: date.Weekday()}} // the day of the start in those weeks
	}
	clock := mod(r.begin, day)
	hours, minutes, seconds := p.byHour, p.byMinute, p.bySecond
	if p.freq == "HOURLY" || p.freq == "MINUTELY" || p.freq == "SECONDLY" {
		hours = []int{0}
	} else if len(hours) == 0 {
		hours = []int{int(clock / 3600)}
	}
	if p.freq == "MINUTELY" || p.freq == "SECONDLY" {
		minutes = []int{0}
	} else if len(minutes) == 0 {
		minutes = []int{int(clock / 60 % 60)}
	}
	if p.freq == "SECONDLY" {
		seconds = []int{0}
	} else if len(seconds) == 0 {
		seconds = []int{int(clock % 60)}
	}
	for _, h := range hours {
		for _, m := range minutes {
			for _, s := range seconds {
				r.clocks = append(r.clocks, int64(h*3600+m*60+s))
			}
		}
	}
	slices.Sort(r.clocks)
	if unit, plain := units[p.freq], p.plain(); unit > 0 && plain && p.count > 0 {
		r.until = min(r.until, r.begin+int64(p.count-1)*int64(p.interval)*unit)
		p.count = 0 // it need not be counted
	}
}

// plain says that a rule has none of the parts that choose.
func (p *ruleParts) plain() bool {
	return len(p.byDay)+len(p.byMonthDay)+len(p.byMonth)+len(p.bySetPos)+len(p.byYearDay)+len(p.byWeekNo)+
		len(p.byHour)+len(p.byMinute)+len(p.bySecond) == 0
}

// falls reports whether a rule's parts leave a day.
func (r *Rule) falls(d model.Date) bool {
	p := r.parts
	year, month, monthDay := d.Civil()
	if len(p.byMonth) > 0 && !slices.Contains(p.byMonth, int(month)) {
		return false
	}
	monthBegins, monthEnds := model.DateOf(year, month, 1), model.DateOf(year, month+1, 1)
	if len(p.byMonthDay) > 0 && !counted(p.byMonthDay, monthDay, int(monthEnds-monthBegins)) {
		return false
	}
	yearBegins, yearEnds := model.DateOf(year, 1, 1), model.DateOf(year+1, 1, 1)
	if len(p.byYearDay) > 0 && !counted(p.byYearDay, int(d-yearBegins)+1, int(yearEnds-yearBegins)) {
		return false
	}
	if len(p.byWeekNo) > 0 && !r.inWeek(d) {
		return false
	}
	if len(p.byDay) == 0 {
		return true
	}
	begins, ends := yearBegins, yearEnds
	if p.freq == "MONTHLY" || len(p.byMonth) > 0 {
		begins, ends = monthBegins, monthEnds
	}
	return slices.ContainsFunc(p.byDay, func(o ordinalDay) bool {
		if o.day != d.Weekday() {
			return false
		}
		return o.n == 0 || o.n == int(d-begins)/7+1 || o.n == -(int(ends-d-1)/7+1)
	})
}

// counted reports whether a list has the nth of some, or names it from the end.
func counted(list []int, n, of int) bool {
	return slices.Contains(list, n) || slices.Contains(list, n-of-1)
}

// inWeek reports whether BYWEEKNO has the week of a day. Week 1 is the first
// with four days in the year.
func (r *Rule) inWeek(d model.Date) bool {
	week := r.week(d)
	year, _, _ := (week + 3).Civil()
	firstWeek := func(year int) model.Date { return r.week(model.DateOf(year, 1, 4)) }
	return counted(r.parts.byWeekNo, int(week-firstWeek(year))/7+1, int(firstWeek(year+1)-firstWeek(year))/7)
}
