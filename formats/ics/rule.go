package ics

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/teambition/rrule-go"

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

// option is the rule as rrule-go wants it, on wall times that are written as
// if they were in UTC. UNTIL is left to the caller, who knows the zone.
func (p *ruleParts) option(start time.Time) (rrule.ROption, error) {
	o := rrule.ROption{
		Dtstart: start, Interval: p.interval, Count: p.count,
		Wkst:     rruleDay(p.weekStart),
		Bysetpos: p.bySetPos, Bymonth: p.byMonth, Bymonthday: p.byMonthDay, Byyearday: p.byYearDay,
		Byweekno: p.byWeekNo, Byhour: p.byHour, Byminute: p.byMinute, Bysecond: p.bySecond,
	}
	switch p.freq {
	case "DAILY":
		o.Freq = rrule.DAILY
	case "WEEKLY":
		o.Freq = rrule.WEEKLY
	case "MONTHLY":
		o.Freq = rrule.MONTHLY
	case "YEARLY":
		o.Freq = rrule.YEARLY
	default:
		return o, fmt.Errorf("a recurrence more often than daily (%s) is not read", p.freq)
	}
	times := max(1, len(p.byHour)) * max(1, len(p.byMinute)) * max(1, len(p.bySecond))
	if times > maxTimesOfDay {
		return o, fmt.Errorf("a recurrence of %d times a day is not read", times)
	}
	for _, d := range p.byDay {
		if highest := p.highestOrdinal(); d.n > highest || d.n < -highest {
			return o, fmt.Errorf("a recurrence rule cannot ask for the %d. %s of a %s span", d.n, d.day, strings.ToLower(p.freq))
		}
		day := rruleDay(d.day)
		if d.n != 0 {
			day = day.Nth(d.n)
		}
		o.Byweekday = append(o.Byweekday, day)
	}
	if p.until != "" {
		m, _, _ := parseMoment(p.until)
		o.Until = m.date.At(m.clock, time.UTC)
		if m.isDate {
			o.Until = o.Until.Add(24*time.Hour - time.Second)
		}
	}
	return o, nil
}

// highestOrdinal is how many of a day of the week there can be in what the
// rule numbers them in (RFC 5545, 3.3.10): rrule-go panics beyond it.
func (p *ruleParts) highestOrdinal() int {
	switch {
	case p.freq == "MONTHLY", p.freq == "YEARLY" && len(p.byMonth) > 0:
		return 5
	case p.freq == "YEARLY" && len(p.byWeekNo) == 0:
		return 53
	}
	return 0
}

func rruleDay(d time.Weekday) rrule.Weekday {
	return [...]rrule.Weekday{rrule.SU, rrule.MO, rrule.TU, rrule.WE, rrule.TH, rrule.FR, rrule.SA}[d]
}

// Rule is a recurrence rule that no pattern of the interface expresses. Like
// a model.Series it is expanded on wall times and then placed in its zone, but
// by walking from its start.
type Rule struct {
	rule  *rrule.RRule
	start *time.Location
	// An occurrence ends days after its date at a clock time of end, or when
	// that is before its start, length after it.
	end    *time.Location
	days   model.Date
	clock  time.Duration
	length time.Duration
}

// ParseRule makes a rule of the text of an RRULE and the first occurrence.
func ParseRule(text string, start, end model.DateTimeTimeZone) (*Rule, error) {
	parts, err := parseRule(text)
	if err != nil {
		return nil, err
	}
	from, err := start.Time()
	if err != nil {
		return nil, err
	}
	to, err := end.Time()
	if err != nil {
		return nil, err
	}
	zero := from.Location()
	begin, finish := momentAt(from, zero.String()), momentAt(to, to.Location().String())
	option, err := parts.option(begin.date.At(begin.clock, time.UTC))
	if err != nil {
		return nil, err
	}
	if m, utc, _ := parseMoment(parts.until); utc {
		local := momentAt(m.date.At(m.clock, time.UTC), begin.zone)
		option.Until = local.date.At(local.clock, time.UTC)
	}
	rule, err := rrule.NewRRule(option)
	if err != nil {
		return nil, fmt.Errorf("the recurrence rule %q: %w", text, err)
	}
	return &Rule{
		rule: rule, start: zero, end: to.Location(),
		days: finish.date - begin.date, clock: finish.clock, length: to.Sub(from),
	}, nil
}

// Occurrences returns what of the rule meets a window, in order of start. N
// is not set: a rule does not number its occurrences.
func (r *Rule) Occurrences(from, to time.Time) []model.Instance {
	reach := r.length + 48*time.Hour // zones differ by a day, gaps move by another
	var list []model.Instance
	for _, wall := range r.rule.Between(asWall(from.Add(-reach), r.start), asWall(to.Add(48*time.Hour), r.start), true) {
		if i := r.at(wall); meets(i, from, to) {
			list = append(list, i)
		}
	}
	return list
}

// at is the occurrence that starts at a wall time.
func (r *Rule) at(wall time.Time) model.Instance {
	d := model.DateIn(wall)
	i := model.Instance{Date: d, Start: d.At(wall.Sub(d.At(0, time.UTC)), r.start)}
	if i.End = (d + r.days).At(r.clock, r.end); i.End.Before(i.Start) {
		i.End = i.Start.Add(r.length)
	}
	return i
}

// first is the first occurrence. A rule without any walks to the end of the
// calendar to find that out.
func (r *Rule) first() (model.Instance, bool) {
	wall, ok := r.rule.Iterator()()
	if !ok {
		return model.Instance{}, false
	}
	return r.at(wall), true
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
	next := r.rule.Iterator()
	for wall, ok := next(); ok && len(all) < maxStarts; wall, ok = next() {
		d := model.DateIn(wall)
		start := d.At(wall.Sub(d.At(0, time.UTC)), r.start)
		if start.After(last) {
			break
		}
		all[start.Unix()] = true
	}
	return all
}

// asWall is what the clock of a zone shows, written as if in UTC.
func asWall(t time.Time, loc *time.Location) time.Time {
	m := momentAt(t, loc.String())
	return m.date.At(m.clock, time.UTC)
}

func meets(i model.Instance, from, to time.Time) bool {
	return i.Start.Before(to) && (i.End.After(from) || i.End.Equal(i.Start) && !i.Start.Before(from))
}

func sortInstances(list []model.Instance) {
	slices.SortStableFunc(list, func(a, b model.Instance) int { return a.Start.Compare(b.Start) })
}

// instanceOf is a single event as far as it meets a window.
func instanceOf(e model.Event, from, to time.Time) []model.Instance {
	if e.Start == nil || e.End == nil {
		return nil
	}
	start, err := e.Start.Time()
	if err != nil {
		return nil
	}
	end, err := e.End.Time()
	if err != nil {
		return nil
	}
	i := model.Instance{Date: model.DateIn(start), Start: start, End: end, Replaced: e.OriginalStart != nil}
	if !meets(i, from, to) {
		return nil
	}
	return []model.Instance{i}
}
