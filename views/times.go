package views

import (
	"time"

	"daybook/model"
)

// Every time that a person reads is written by one of these. The year is told
// where it is not this one, the weekday always, and no comma stands before a
// clock, which counts to 24:00. Between two clocks stands a hyphen, which any
// terminal has, between two days "to":
//
//	Date          a row of a list             10:04, Mon, 22 Oct, 28 Nov 25
//	DateTime      a moment                    Sat 28 Nov 10:04, Fri 28 Nov 2025 10:04
//	NearDateTime  one of about now            10:04, Mon 10:04
//	Day, Days     whole days                  Mon 2 Nov to Wed 4 Nov
//	Clock, Clocks on a day that is known      10:00-11:00
//	Span          when an event is            Mon 2 Nov 10:00-11:00,
//	                                          Thu 31 Dec 23:00 to Fri 1 Jan 2027 01:00
//
// Days and clocks are those of the time's own zone; the others are on the clock
// of now.

// DateLayout and TimeLayout are how a field holds a day and a moment, for
// somebody to change them.
const DateLayout, TimeLayout = "2 Jan 2006", "2 Jan 2006 15:04"

// DateWidth is the cells of what Date says of a day of this year; that of
// another takes more.
const DateWidth = 6

// Date is a moment as a row says it at the time of now: the time today, the
// weekday within a week, day and month within the year, else the year too.
func Date(t, now time.Time) string {
	t = t.In(now.Location())
	switch ago := model.DateIn(now) - model.DateIn(t); {
	case t.IsZero():
		return ""
	case ago == 0:
		return Clock(t)
	case 0 < ago && ago <= 6:
		return t.Format("Mon")
	case t.Year() == now.Year():
		return t.Format("2 Jan")
	}
	return t.Format("2 Jan 06")
}

// DateTime is a moment, nothing for none.
func DateTime(t, now time.Time) string {
	if t.IsZero() {
		return ""
	}
	t = t.In(now.Location())
	return Day(t, now) + " " + Clock(t)
}

// NearDateTime is DateTime without the date from six days ago to tomorrow, and
// without the day today.
func NearDateTime(t, now time.Time) string {
	t = t.In(now.Location())
	switch ago := model.DateIn(now) - model.DateIn(t); {
	case ago == 0:
		return Clock(t)
	case -1 <= ago && ago <= 6:
		return t.Format("Mon ") + Clock(t)
	}
	return DateTime(t, now)
}

// Day is the day of a moment.
func Day(t, now time.Time) string {
	if t.Year() == now.Year() {
		return t.Format("Mon 2 Jan")
	}
	return t.Format("Mon 2 Jan 2006")
}

// Days are the first and the last day of something.
func Days(first, last, now time.Time) string {
	if model.DateIn(last) <= model.DateIn(first) {
		return Day(first, now)
	}
	return Day(first, now) + " to " + Day(last, now)
}

// Clock is the time of day.
func Clock(t time.Time) string { return t.Format("15:04") }

// Clocks are when something begins and ends on one day; what goes on over several
// has their names.
func Clocks(start, end time.Time) string {
	last, clock := ending(start, end)
	if model.DateIn(start) != model.DateIn(last) {
		return Span(start, end, start)
	}
	return Clock(start) + "-" + clock
}

// ending is the day and the clock at which something ends: 24:00 for midnight.
func ending(start, end time.Time) (day time.Time, clock string) {
	if clock = Clock(end); clock == "00:00" && end.After(start) {
		return end.AddDate(0, 0, -1), "24:00"
	}
	return end, clock
}

// Span is when something begins and ends; a moment where it has no length.
func Span(start, end, now time.Time) string {
	start, end = start.In(now.Location()), end.In(now.Location())
	last, clock := ending(start, end)
	switch {
	case !end.After(start):
		return DateTime(start, now)
	case model.DateIn(start) == model.DateIn(last):
		return DateTime(start, now) + "-" + clock
	}
	return DateTime(start, now) + " to " + Day(last, now) + " " + clock
}

// EventTime is when an event is: its days where it is allDay, which are the
// same in any zone. Without an end it is the start, without a start nothing.
func EventTime(start, end *model.DateTimeTimeZone, allDay bool, now time.Time) string {
	switch from, to := instant(start), instant(end); {
	case from.IsZero():
		return ""
	case allDay:
		return Days(from, to.AddDate(0, 0, -1), now)
	default:
		return Span(from, to, now)
	}
}

func instant(d *model.DateTimeTimeZone) (t time.Time) {
	if d != nil {
		t, _ = d.Time()
	}
	return t
}
