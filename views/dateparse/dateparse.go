// Package dateparse reads moments in words: "tomorrow", "mon 9:30", "in 3 days",
// "14 march", "2026-03-14 17:00", "last friday".
//
// Invariants: the present is an argument, and its zone is the zone of the
// answer. A clock time alone is the next one to come, or in a form about a day,
// that of the day. A day of the week alone is never today: "mon" on a Monday is
// the next one. With a time it is today where that is still to come, looking
// back where it is over: "mon 16:00" on a Monday morning; "next mon" and "last
// mon" never are. What cannot be read is an error that says what can.
package dateparse

import (
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"daybook/model"
)

// Sense says how words that leave the direction open are meant.
type Sense int

// The clocks of the words for parts of a day; tonight is this evening. Morning is
// also that of a day which is named without a time, where nothing else is meant.
const (
	Morning   = 8 * time.Hour
	noon      = 12 * time.Hour
	afternoon = 14 * time.Hour
	Evening   = 18 * time.Hour
)

// Parts says these clocks, for the hint of a line that takes the words.
const Parts = "morning 08:00, noon 12:00, afternoon 14:00, evening and tonight 18:00"

// ThisEvening is what something is put off to until this evening: in an hour when
// that has begun.
func ThisEvening(now time.Time) (at time.Time, late bool) {
	if at = At(now, Evening); at.After(now) {
		return at, false
	}
	return now.Add(time.Hour).Truncate(time.Minute), true
}

// The senses: "monday" is the next one when something is put off, and the
// last one when something is looked for.
const (
	Ahead Sense = iota
	Back
)

// Parse reads a moment. Words that name a day alone mean that day at the
// clock given (time since midnight).
func Parse(words string, now time.Time, sense Sense, clock time.Duration) (time.Time, error) {
	return parse(words, parser{now: now, sense: sense}, clock)
}

// ParseOn is Parse where something with a day of its own is written: a clock
// time alone is on that day, and a date without a year near to it. Other words
// are as seen from now. The answer is in the zone of the day.
func ParseOn(words string, now, day time.Time, sense Sense, clock time.Duration) (time.Time, error) {
	return parse(words, parser{now: now.In(day.Location()), own: day, sense: sense}, clock)
}

// ParseEnd reads the end of something that begins at start, whose end is on a
// day of its own: it is ParseOn as seen from start, but a date without a year is
// the nearest one, also where it is before the start and so no end at all.
func ParseEnd(words string, start, day time.Time, clock time.Duration) (time.Time, error) {
	return parse(words, parser{now: start.In(day.Location()), own: day, end: true}, clock)
}

// Clock is the time of the day, since midnight, that words name, with a day or
// without: there is none in "8 dec", nor in "in 2 hours".
func Clock(words string) (clock time.Duration, ok bool) {
	p, ok := understood(words)
	return p.clock, ok && p.timed && p.exact.IsZero()
}

// ClockAlone says that words name a time of the day and no day.
func ClockAlone(words string) bool {
	p, ok := understood(words)
	return ok && p.timed && p.day.IsZero() && p.exact.IsZero()
}

// Timed says that words name a time of the day, with a day or without.
func Timed(words string) bool {
	p, ok := understood(words)
	return ok && (p.timed || !p.exact.IsZero())
}

// understood reads words to see what they name; on which day does not matter.
func understood(words string) (parser, bool) {
	p := parser{now: time.Unix(0, 0).UTC(), words: split(words)}
	return p, len(p.words) > 0 && p.read() == nil
}

func parse(words string, p parser, clock time.Duration) (time.Time, error) {
	if p.words = split(words); len(p.words) == 0 {
		return time.Time{}, fmt.Errorf("needs a date, such as %s", examples(p.sense))
	}
	sense := p.sense
	if err := p.read(); err != nil {
		if unclear, ok := errors.AsType[Unclear](err); ok {
			return time.Time{}, unclear
		}
		return time.Time{}, fmt.Errorf("%q is no date: try %s", words, examples(sense))
	}
	return p.moment(clock), nil
}

func examples(s Sense) string {
	if s == Back {
		return "yesterday, monday, 14 march or 2026-03-14"
	}
	return "tomorrow, mon 9:30, in 3 days, 14 march or 2026-03-14"
}

// Span reads words that name days: from the beginning of what they name to
// its end, "last month" and "march" being whole months. A moment lasts a minute.
func Span(words string, now time.Time, sense Sense) (from, until time.Time, err error) {
	p := parser{now: now, sense: sense, words: split(words)}
	if from, err = Parse(words, now, sense, 0); err != nil {
		return from, until, err
	}
	named := p.words
	if err := p.read(); err != nil || p.timed || !p.exact.IsZero() {
		return from, from.Add(time.Minute), err
	}
	unit := named[len(named)-1]
	_, isMonth := month(unit)
	year, rest := splitNumber(unit)
	switch {
	case len(named) == 1 && isMonth, unit == "month" && points(named[0]):
		return from, At(addMonths(from, 1), 0), nil
	case unit == "week" && points(named[0]):
		return from, At(later(from, 7), 0), nil
	case len(named) == 1 && rest == "" && year >= firstYearAlone, unit == "year" && points(named[0]):
		return from, At(addMonths(from, 12), 0), nil
	case len(named) == 2 && rest == "" && year >= firstYear: // march 2026
		if _, isMonth := month(named[0]); isMonth {
			return from, At(addMonths(from, 1), 0), nil
		}
	}
	return from, At(later(from, 1), 0), nil
}

// Range reads what lies ahead from one moment to another, each in words: a first
// day from where it begins, a last one to its end. The last is meant after the
// first: in "fri..mon" the Monday that follows that Friday, and a time alone is on
// the day of the first. It is not made so otherwise: until may be before from.
func Range(first, last string, now time.Time) (from, until time.Time, err error) {
	if from, _, err = Span(first, now, Ahead); err != nil {
		return from, until, err
	}
	end := func(now time.Time) (time.Time, error) {
		from, until, err := Span(last, now, Ahead)
		if Timed(last) {
			until = from
		}
		return until, err
	}
	if ClockAlone(last) && !ClockAlone(first) {
		until, err = ParseOn(last, now, from, Ahead, 0)
		return from, until, err
	}
	if p, ok := understood(last); ok && p.nearby && !p.timed && Timed(first) && p.day.Weekday() == from.Weekday() {
		return from, At(later(from, 1), 0), nil // fri 9:00..fri is that Friday
	}
	if until, err = end(now); err != nil || until.After(from) {
		return from, until, err
	}
	if p, ok := understood(last); ok && p.weekly {
		until, err = end(from)
	}
	return from, until, err
}

// points reports whether a word points at a week, a month or a year.
func points(word string) bool { return word == "this" || word == "last" || word == "next" }

// At is the instant at which the clock on the wall of day's zone shows the
// given time since midnight.
func At(day time.Time, clock time.Duration) time.Time {
	return model.DateIn(day).At(clock, day.Location())
}

type parser struct {
	now   time.Time
	own   time.Time // whose day a clock alone is on; zero where there is none
	end   bool      // it is the end of something that is read
	sense Sense
	words []string

	day   time.Time // at any time of the day; zero when none was named
	clock time.Duration
	timed bool // a clock was named
	vague bool // as a part of the day, which a clock may make exact
	exact time.Time

	unclear Unclear // empty where nothing is

	weekly bool // the day was named as one of the week
	nearby bool // without a date, "next" or "last": with a time it may be today
}

func (p *parser) moment(clock time.Duration) time.Time {
	if !p.exact.IsZero() {
		return p.exact
	}
	if p.timed {
		clock = p.clock
	}
	if p.day.IsZero() && !p.own.IsZero() {
		return At(p.own, clock)
	}
	if p.day.IsZero() {
		at := At(p.now, clock)
		if p.sense == Ahead && !at.After(p.now) {
			at = At(later(p.now, 1), clock)
		}
		return at
	}
	if today := At(p.now, clock); p.nearby && p.timed && p.day.Weekday() == p.now.Weekday() && !today.Equal(p.now) && today.After(p.now) == (p.sense == Ahead) {
		return today
	}
	at := At(p.day, clock)
	if p.vague && clock == Evening && p.own.IsZero() && p.sense == Ahead && model.DateIn(p.day) == model.DateIn(p.now) {
		at, _ = ThisEvening(p.now)
	}
	return at
}

// Unclear is what may be meant in two ways, and how either is written.
type Unclear string

func (u Unclear) Error() string { return string(u) }

type failure struct{ word string }

func (f failure) Error() string { return f.word }

func (p *parser) read() error {
	for len(p.words) > 0 {
		day, weekly := p.day, p.weekly
		n := p.step()
		if p.unclear != "" {
			return p.unclear
		}
		if n == 0 || !day.IsZero() && !weekly && !p.day.Equal(day) { // a day of the week may stand before its date alone
			return failure{p.words[0]}
		}
		p.words = p.words[n:]
	}
	if !p.exact.IsZero() && (p.timed || !p.day.IsZero()) {
		return failure{"two times"}
	}
	return nil
}

// step reads what the words begin with and returns how many it took, 0 when
// it cannot.
func (p *parser) step() int {
	date := func() int { n := p.calendarDay(); p.nearby = p.nearby && n == 0; return n }
	for _, rule := range []func() int{p.filler, p.relative, p.named, p.weekday, date, p.clockTime} {
		if n := rule(); n > 0 {
			return n
		}
	}
	return 0
}

func (p *parser) peek(i int) string {
	if i < len(p.words) {
		return p.words[i]
	}
	return ""
}

func (p *parser) filler() int {
	switch p.peek(0) {
	case "at", "on", "the", "of":
		if len(p.words) > 1 {
			return 1
		}
	}
	return 0
}

// named reads the days and the parts of a day that have a name.
func (p *parser) named() int {
	switch p.peek(0) {
	case "now":
		p.exact = p.now
	case "today":
		p.day = p.now
	case "tonight":
		p.day = p.now
		p.part(Evening)
	case "tomorrow", "tom":
		p.day = later(p.now, 1)
	case "yesterday":
		p.day = later(p.now, -1)
	case "morning":
		p.part(Morning)
	case "noon":
		p.part(noon)
	case "afternoon":
		p.part(afternoon)
	case "evening":
		p.part(Evening)
	case "weekend":
		p.day, p.nearby = p.weekdayFrom(time.Saturday), true
	case "end":
		return p.lastDay()
	default:
		return 0
	}
	return 1
}

// lastDay reads "end of the month" and "end of year".
func (p *parser) lastDay() int {
	n := 1
	for p.peek(n) == "of" || p.peek(n) == "the" {
		n++
	}
	year, month := p.now.Year(), p.now.Month()
	switch p.peek(n) {
	case "month":
	case "year":
		month = time.December
	default:
		return 0
	}
	p.day = time.Date(year, month+1, 0, 12, 0, 0, 0, p.now.Location())
	return n + 1
}

func (p *parser) part(clock time.Duration) { p.clock, p.timed, p.vague = clock, true, true }

// weekday reads "mon", "next friday", "last tuesday", "next week", "last month".
func (p *parser) weekday() int {
	n, step := 0, 0
	switch p.peek(0) {
	case "next":
		n, step = 1, 1
	case "last":
		n, step = 1, -1
	case "this":
		n = 1
	}
	if day, ok := dayOfWeek(p.peek(n)); ok {
		if step != 0 {
			p.sense = map[int]Sense{1: Ahead, -1: Back}[step]
		}
		p.day, p.weekly, p.nearby = p.weekdayFrom(day), true, step == 0
		return n + 1
	}
	if n == 0 || step == 0 && p.sense == Ahead { // this week is looked back on
		return 0
	}
	switch p.peek(1) {
	case "week": // its Monday
		monday := later(p.now, -(int(p.now.Weekday())+6)%7)
		p.day = later(monday, 7*step)
	case "month": // its first day
		p.day = time.Date(p.now.Year(), p.now.Month()+time.Month(step), 1, 12, 0, 0, 0, p.now.Location())
	case "year":
		p.day = time.Date(p.now.Year()+step, 1, 1, 12, 0, 0, 0, p.now.Location())
	default:
		return 0
	}
	return 2
}

// weekdayFrom is the nearest such day in the parser's sense, never today.
func (p *parser) weekdayFrom(day time.Weekday) time.Time {
	ahead := (int(day)-int(p.now.Weekday())+6)%7 + 1
	if p.sense == Back {
		return later(p.now, ahead-7-boolInt(ahead == 7)*7)
	}
	return later(p.now, ahead)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// relative reads "in 3 days", "2 weeks", "3d", "2 hours ago", "in half an hour".
func (p *parser) relative() int {
	n := boolInt(p.peek(0) == "in")
	half := p.peek(n) == "half"
	n += boolInt(half)
	number, unit := splitNumber(p.peek(n))
	if i, ok := numbers[p.peek(n)]; ok {
		number, unit = i, ""
	}
	n++
	if number < 0 {
		return 0
	}
	if unit == "" {
		unit = p.peek(n)
		n++
	}
	if p.peek(n) == "ago" {
		n++
		number = -number
	} else if p.sense == Back {
		number = -number
	}
	if half {
		if unit != "hour" {
			return 0
		}
		number, unit = number*30, "minutes"
	}
	switch unit {
	case "h", "hour", "hours":
		p.exact = p.now.Add(time.Duration(number) * time.Hour)
	case "min", "mins", "minute", "minutes":
		p.exact = p.now.Add(time.Duration(number) * time.Minute)
	case "d", "day", "days":
		p.day = later(p.now, number)
	case "w", "week", "weeks":
		p.day = later(p.now, 7*number)
	case "mo", "month", "months":
		p.day = addMonths(p.now, number)
	case "y", "year", "years":
		p.day = addMonths(p.now, 12*number)
	default:
		return 0
	}
	return n
}

// numbers are those that are written as words.
var numbers = map[string]int{"a": 1, "an": 1, "one": 1, "two": 2, "three": 3, "four": 4, "five": 5, "six": 6,
	"seven": 7, "eight": 8, "nine": 9, "ten": 10, "eleven": 11, "twelve": 12}

// later is noon some days after t's: the clock of t may be one that the zone
// skips there.
func later(t time.Time, days int) time.Time {
	return (model.DateIn(t) + model.Date(days)).At(12*time.Hour, t.Location())
}

// addMonths keeps the day of the month, at most the last of the new one.
func addMonths(t time.Time, months int) time.Time {
	first := time.Date(t.Year(), t.Month()+time.Month(months), 1, 12, 0, 0, 0, t.Location())
	last := first.AddDate(0, 1, -1).Day()
	return first.AddDate(0, 0, min(t.Day(), last)-1)
}

// splitNumber takes a small number off the front of a word, -1 for none.
func splitNumber(word string) (int, string) {
	end := 0
	for end < len(word) && word[end] >= '0' && word[end] <= '9' {
		end++
	}
	n, err := strconv.Atoi(word[:end])
	if err != nil || n > 10000 {
		return -1, word
	}
	return n, word[end:]
}

func split(words string) []string {
	return strings.FieldsFunc(strings.ToLower(words), func(r rune) bool {
		return r == ' ' || r == '\t' || r == ',' || r == '\n'
	})
}
