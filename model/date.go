package model

import (
	"fmt"
	"time"
)

// Date is a day of the proleptic Gregorian calendar, without a zone: the
// number of days since 1 January 1970. Dates compare and subtract as numbers.
// The rules over dates hold from year 1 to year 9999.
type Date int

// The first and the last date that the interface can write.
const (
	MinDate Date = -719162 // 0001-01-01
	MaxDate Date = 2932896 // 9999-12-31
)

const secondsPerDay = 86400

// DateOf returns a date from its parts. Parts out of range are carried, as
// time.Date does: 31 April is 1 May.
func DateOf(year int, month time.Month, day int) Date {
	return Date(floorDiv(int(time.Date(year, month, day, 0, 0, 0, 0, time.UTC).Unix()), secondsPerDay))
}

// DateIn returns the date that a calendar on the wall of t's zone shows at t.
func DateIn(t time.Time) Date {
	_, offset := t.Zone()
	return Date(floorDiv(int(t.Unix())+offset, secondsPerDay))
}

// ClockIn returns the time since midnight that a clock on the wall of t's zone shows at t, in whole seconds: with
// DateIn the opposite of Date.At.
func ClockIn(t time.Time) time.Duration {
	h, m, s := t.Clock()
	return time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(s)*time.Second
}

// ParseDate reads a date written YYYY-MM-DD.
func ParseDate(s string) (Date, error) {
	d, rest, ok := cutDate(s)
	if !ok || rest != "" {
		return 0, Errorf(CodeInvalidRequest, "%q is not a date: write it as 2026-11-21", s)
	}
	return d, nil
}

// Civil returns the parts of d.
func (d Date) Civil() (year int, month time.Month, day int) {
	return d.utc().Date()
}

// Weekday returns the day of the week d falls on.
func (d Date) Weekday() time.Weekday {
	return time.Weekday(floorMod(int(d)+4, 7)) // 1970-01-01 was a Thursday
}

// At returns the instant at which the clock of a zone shows the given time
// since midnight on d. Clock may be negative or a day and more. Readings that
// do not exist or exist twice are resolved as Wall says.
func (d Date) At(clock time.Duration, loc *time.Location) time.Time {
	z := wallZone{loc: loc}
	return z.at(d, clock)
}

// String writes d as YYYY-MM-DD.
func (d Date) String() string {
	y, m, day := d.Civil()
	return fmt.Sprintf("%04d-%02d-%02d", y, m, day)
}

func (d Date) utc() time.Time {
	return time.Unix(int64(d)*secondsPerDay, 0).UTC()
}

// daysIn returns the number of days of a month.
func daysIn(year int, month time.Month) int {
	switch month {
	case time.February:
		if year%4 == 0 && (year%100 != 0 || year%400 == 0) {
			return 29
		}
		return 28
	case time.April, time.June, time.September, time.November:
		return 30
	}
	return 31
}

// floorDiv and floorMod divide towards minus infinity; b is positive.
func floorDiv(a, b int) int {
	q := a / b
	if a%b < 0 {
		q--
	}
	return q
}

func floorMod(a, b int) int { return a - floorDiv(a, b)*b }

func ceilDiv(a, b int) int { return -floorDiv(-a, b) }
