package ics

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"
	"time"

	"daybook/model"
)

// ruleParts is an RRULE taken apart.
type ruleParts struct {
	freq       string
	interval   int // 1 at least
	count      int
	until      string
	weekStart  time.Weekday
	byDay      []ordinalDay
	byMonthDay []int
	byMonth    []int
	bySetPos   []int
	byYearDay  []int
	byWeekNo   []int
	byHour     []int
	byMinute   []int
	bySecond   []int
}

// ordinalDay is a day of the week, the nth of a month or year, or each when n
// is 0.
type ordinalDay struct {
	n   int
	day time.Weekday
}

// The bounds of a rule: beyond them one is no calendar's, and could take a
// long time to expand.
const (
	maxRuleText   = 2000
	maxInterval   = 9999
	maxTimesOfDay = 48
)

var ruleDays = []string{"SU", "MO", "TU", "WE", "TH", "FR", "SA"}

// parseRule reads an RRULE. Parts that RFC 5545 does not know are ignored,
// those it knows must make sense.
func parseRule(text string) (*ruleParts, error) {
	if len(text) > maxRuleText {
		return nil, fmt.Errorf("a recurrence rule of %d characters is not read", len(text))
	}
	p := &ruleParts{interval: 1, weekStart: time.Monday}
	for part := range strings.SplitSeq(strings.ToUpper(strings.TrimSpace(text)), ";") {
		if part == "" {
			continue
		}
		name, value, _ := strings.Cut(part, "=")
		if !p.set(strings.TrimSpace(name), strings.TrimSpace(value)) {
			return nil, fmt.Errorf("the recurrence rule %q has no meaning at %s", text, part)
		}
	}
	if p.freq == "" {
		return nil, fmt.Errorf("the recurrence rule %q does not say how often", text)
	}
	return p, nil
}

func (p *ruleParts) set(name, value string) bool {
	ok := true
	switch name {
	case "FREQ":
		p.freq = value
		ok = slices.Contains([]string{"DAILY", "WEEKLY", "MONTHLY", "YEARLY", "HOURLY", "MINUTELY", "SECONDLY"}, value)
	case "INTERVAL":
		p.interval, ok = number(value, 1, maxInterval)
	case "COUNT":
		p.count, ok = number(value, 1, 1<<30)
	case "UNTIL":
		p.until = value
		_, _, ok = parseMoment(value)
	case "WKST":
		n := slices.Index(ruleDays, value)
		p.weekStart, ok = time.Weekday(n), n >= 0
	case "BYDAY":
		p.byDay, ok = parseByDay(value)
	case "BYMONTHDAY":
		p.byMonthDay, ok = numbers(value, -31, 31)
	case "BYMONTH":
		p.byMonth, ok = numbers(value, 1, 12)
	case "BYSETPOS":
		p.bySetPos, ok = numbers(value, -366, 366)
	case "BYYEARDAY":
		p.byYearDay, ok = numbers(value, -366, 366)
	case "BYWEEKNO":
		p.byWeekNo, ok = numbers(value, -53, 53)
	case "BYHOUR":
		p.byHour, ok = numbers(value, 0, 23)
	case "BYMINUTE":
		p.byMinute, ok = numbers(value, 0, 59)
	case "BYSECOND":
		p.bySecond, ok = numbers(value, 0, 59)
	}
	return ok
}

func parseByDay(value string) ([]ordinalDay, bool) {
	var days []ordinalDay
	for item := range strings.SplitSeq(value, ",") {
		item = strings.TrimSpace(item)
		if len(item) < 2 {
			return nil, false
		}
		day := slices.Index(ruleDays, item[len(item)-2:])
		n, ok := 0, true
		if item = item[:len(item)-2]; item != "" {
			n, ok = number(item, -53, 53)
			ok = ok && n != 0
		}
		if day < 0 || !ok {
			return nil, false
		}
		if d := (ordinalDay{n, time.Weekday(day)}); !slices.Contains(days, d) {
			days = append(days, d)
		}
	}
	return days, true
}

func number(text string, low, high int) (int, bool) {
	n, err := strconv.Atoi(text)
	return n, err == nil && low <= n && n <= high
}

func numbers(value string, low, high int) ([]int, bool) {
	var list []int
	for item := range strings.SplitSeq(value, ",") {
		n, ok := number(strings.TrimSpace(item), low, high)
		if !ok || n == 0 && low < 0 {
			return nil, false
		}
		if !slices.Contains(list, n) {
			list = append(list, n)
		}
	}
	return list, true
}

// check refuses what has no meaning, or no end.
func (p *ruleParts) check() error {
	times := max(1, len(p.byHour)) * max(1, len(p.byMinute)) * max(1, len(p.bySecond))
	if units[p.freq] == 0 && times > maxTimesOfDay {
		return fmt.Errorf("a recurrence of %d times a day is not read", times)
	}
	for _, d := range p.byDay {
		if highest := p.highestOrdinal(); d.n > highest || d.n < -highest {
			return fmt.Errorf("a recurrence rule cannot ask for the %d. %s of a %s span", d.n, d.day, strings.ToLower(p.freq))
		}
	}
	return nil
}

// highestOrdinal is how many of a day of the week there can be in what the
// rule numbers them in (RFC 5545, 3.3.10).
func (p *ruleParts) highestOrdinal() int {
	switch {
	case p.freq == "MONTHLY", p.freq == "YEARLY" && len(p.byMonth) > 0:
		return 5
	case p.freq == "YEARLY" && len(p.byWeekNo) == 0:
		return 53
	}
	return 0
}

// Rule is a recurrence rule that no pattern of the interface expresses. Like
// a model.Series it is expanded on wall times and then placed on the clock of its
// event, from near the times that are asked for.
type Rule struct {
	parts   *ruleParts
	placing model.Placing

	begin, until int64   // the wall times of the first, and the last possible one
	clocks       []int64 // the times of a period, in seconds from its beginning
}

// MaxShown is how many occurrences of a rule one window has: the first ones.
// It is more than those of a month by the hour.
const MaxShown = 2000

// ParseRule makes a rule of the text of an RRULE and the first occurrence.
func ParseRule(text string, start, end model.DateTimeTimeZone) (*Rule, error) {
	parts, err := parseRule(text)
	if err != nil {
		return nil, err
	}
	if err := parts.check(); err != nil {
		return nil, err
	}
	r := &Rule{parts: parts, until: math.MaxInt64}
	if r.placing, err = model.NewPlacing(start, end, ""); err != nil {
		return nil, err
	}
	date, clock := r.placing.Begins()
	r.begin = int64(date)*day + int64(clock/time.Second)
	if parts.until != "" {
		m, utc, _ := parseMoment(parts.until)
		if utc {
			m = momentAt(m.date.At(m.clock, time.UTC), r.placing.Zone().String())
		}
		r.until = int64(m.date)*day + int64(m.clock/time.Second)
		if m.isDate {
			r.until += day - 1
		}
	}
	r.settle()
	return r, nil
}

// SeveralADay says that more than one occurrence can start on a date.
func (r *Rule) SeveralADay() bool { return units[r.parts.freq] > 0 || len(r.clocks) > 1 }

// Occurrences returns what of the rule meets a window, in order of start, at
// most MaxShown. N is not set: a rule does not number its occurrences.
func (r *Rule) Occurrences(from, to time.Time) []model.Instance {
	shift := 25 * time.Hour // by a gap or a fold
	if units[r.parts.freq] > 0 {
		shift = 3 * time.Hour
	}
	zone := r.placing.Zone()
	begins, ends := asWall(from.Add(-r.placing.Most()-shift), zone), asWall(to.Add(shift), zone)
	var list []model.Instance
	walked := 0
	for wall := range r.walls(begins) {
		if wall > ends || walked == maxWalk || len(list) == MaxShown {
			break
		}
		if wall < begins {
			continue
		}
		walked++
		if i := r.at(wall); i.Meets(from, to) {
			list = append(list, i)
		}
	}
	sortInstances(list) // a time in a gap comes after those behind it
	return list
}

// at is the occurrence that starts at a wall time.
func (r *Rule) at(wall int64) model.Instance {
	d := dateOf(wall)
	i := model.Instance{Date: d, Clock: time.Duration(mod(wall, day)) * time.Second}
	i.Start, i.End = r.placing.On(d, i.Clock)
	return i
}

// Written is an occurrence as the event would be written for it.
func (r *Rule) Written(i model.Instance) (start, end model.DateTimeTimeZone) {
	return r.placing.Written(i.Date, i.Clock)
}

// First is the first occurrence; ok is false when the rule has none.
func (r *Rule) First() (first model.Instance, ok bool) {
	for wall := range r.walls(r.begin) {
		return r.at(wall), true
	}
	return first, false
}

// on lists the occurrences that start on a date.
func (r *Rule) on(d model.Date) []model.Instance {
	from, _ := r.placing.On(d, 0)
	list := r.Occurrences(from.Add(-time.Hour), from.Add(50*time.Hour))
	return slices.DeleteFunc(list, func(i model.Instance) bool { return i.Date != d })
}

// countOneLess is a rule whose COUNT is one less; ok is false when that leaves
// nothing.
func countOneLess(rule string) (string, bool) {
	parts := strings.Split(rule, ";")
	for i, part := range parts {
		name, value, _ := strings.Cut(part, "=")
		if n, err := strconv.Atoi(strings.TrimSpace(value)); err == nil && strings.EqualFold(strings.TrimSpace(name), "COUNT") {
			parts[i] = "COUNT=" + strconv.Itoa(n-1)
			return strings.Join(parts, ";"), n > 1
		}
	}
	return rule, true
}

// maxStarts bounds how many occurrences a rule is asked for one by one.
const maxStarts = 100_000

// starts are the Unix times at which occurrences start, up to a time.
func (r *Rule) starts(last time.Time) map[int64]bool {
	all := map[int64]bool{}
	for wall := range r.walls(r.begin) {
		i := r.at(wall)
		if i.Start.After(last) || len(all) == maxStarts {
			break
		}
		all[i.Start.Unix()] = true
	}
	return all
}

// asWall is what the clock of a zone shows, in seconds since 1970 on it.
func asWall(t time.Time, loc *time.Location) int64 {
	_, offset := t.In(loc).Zone()
	return t.Unix() + int64(offset)
}

func sortInstances(list []model.Instance) {
	slices.SortStableFunc(list, func(a, b model.Instance) int { return a.Start.Compare(b.Start) })
}
