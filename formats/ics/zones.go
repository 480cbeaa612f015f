package ics

import (
	"slices"
	"strings"
	"time"

	"github.com/emersion/go-ical"

	"daybook/model"
)

// resolver turns the zones of a file into IANA zones.
type resolver struct {
	local  string                     // zone of times without one
	custom map[string]*ical.Component // VTIMEZONE by TZID
	known  map[string]string          // TZID -> IANA name, "" when it has none
	notes  map[string]string          // TZID -> what was assumed
}

func newResolver(local string) (*resolver, error) {
	if local == "" {
		local = "UTC"
	}
	name, err := model.IANAName(local)
	if err != nil {
		return nil, err
	}
	return &resolver{local: name, custom: map[string]*ical.Component{}, known: map[string]string{}, notes: map[string]string{}}, nil
}

// define keeps a VTIMEZONE for times that name it.
func (z *resolver) define(c *ical.Component) {
	if id := c.Props.Get(ical.PropTimezoneID); id != nil {
		z.custom[unescape(strings.TrimSpace(id.Value))] = c
	}
}

// place puts a wall time into the zone that a TZID names.
func (z *resolver) place(m moment, tzid string) moment {
	name, done := z.known[tzid]
	if !done {
		name = z.resolve(tzid, m)
		z.known[tzid] = name
	}
	if m.zone = name; name != "" {
		return m
	}
	// The rules of the file agree with no zone there is: the instants are
	// right, and the clock they are read on is UTC.
	utc := time.Duration(customOffset(z.custom[tzid], m)) * time.Second
	return momentAt(m.date.At(m.clock-utc, time.UTC), "UTC")
}

// resolve finds the IANA zone of a TZID; near is a time at which it is used.
func (z *resolver) resolve(tzid string, near moment) string {
	custom := z.custom[tzid]
	names := candidates(tzid)
	if custom != nil {
		if location := custom.Props.Get("X-LIC-LOCATION"); location != nil {
			names = append(names, location.Value)
		}
	}
	for _, name := range names {
		if iana, err := model.IANAName(name); err == nil {
			return iana
		}
	}
	if custom == nil {
		z.notes[tzid] = "time zone " + tzid + " is not known: its times are taken as " + z.local
		return z.local
	}
	if name, ok := matchingZone(custom, near); ok {
		z.notes[tzid] = "time zone " + tzid + " is taken as " + name + ", whose hours agree with the file's"
		return name
	}
	z.notes[tzid] = "time zone " + tzid + " has rules that no known zone has: its times are written in UTC"
	return ""
}

// candidates are the names that a TZID may mean: itself, the end of a path
// such as /mozilla.org/20050126_1/Europe/Berlin, and Europe_Berlin.
func candidates(tzid string) []string {
	names := []string{tzid}
	parts := strings.Split(strings.Trim(tzid, "/"), "/")
	for i := 1; i < len(parts); i++ {
		names = append(names, strings.Join(parts[i:], "/"))
	}
	if !strings.Contains(tzid, "/") {
		names = append(names, strings.Replace(tzid, "_", "/", 1))
	}
	return names
}

// matchingZone looks for a zone that had the offsets of a VTIMEZONE at every
// month of the two years around a time. Of several it takes the one that most
// people live in, or else the first that is a default of Windows.
func matchingZone(custom *ical.Component, near moment) (string, bool) {
	var samples []time.Time
	var offsets []int
	for month := -6; month <= 18; month++ {
		m := near
		m.date += model.Date(month * 30)
		offset := customOffset(custom, m)
		offsets = append(offsets, offset)
		samples = append(samples, m.date.At(m.clock-time.Duration(offset)*time.Second, time.UTC))
	}
	fits := func(name string) bool {
		loc, err := model.LoadZone(name)
		if err != nil {
			return false
		}
		for i, t := range samples {
			if _, offset := t.In(loc).Zone(); offset != offsets[i] {
				return false
			}
		}
		return true
	}
	names := slices.Clone(commonZones)
	for _, zone := range model.Zones() {
		if iana, err := model.IANAName(zone.DisplayName); err == nil && iana == zone.Alias {
			names = append(names, zone.Alias)
		}
	}
	if i := slices.IndexFunc(names, fits); i >= 0 {
		return names[i], true
	}
	return "", false
}

// commonZones go before others that had the same hours: New York before
// Havana.
var commonZones = []string{
	"UTC", "Europe/London", "Europe/Berlin", "Europe/Athens", "Europe/Moscow",
	"America/New_York", "America/Chicago", "America/Denver", "America/Los_Angeles", "America/Sao_Paulo",
	"Asia/Kolkata", "Asia/Shanghai", "Asia/Tokyo", "Asia/Dubai", "Australia/Sydney",
}

// maxObservances bounds the rules of a zone: real ones have some dozens.
const maxObservances = 1000

// customOffset returns the offset from UTC in seconds that the rules of a
// VTIMEZONE give a wall time: that of the last change before it.
func customOffset(c *ical.Component, m moment) int {
	offset, first := 0, 0
	var last, earliest time.Time
	wall := m.date.At(m.clock, time.UTC) // wall times are compared as if in UTC
	for _, o := range c.Children[:min(len(c.Children), maxObservances)] {
		to, ok := utcOffset(o, ical.PropTimezoneOffsetTo)
		if !ok {
			continue
		}
		if from, ok := utcOffset(o, ical.PropTimezoneOffsetFrom); ok {
			if begin := onset(o); earliest.IsZero() || begin.Before(earliest) {
				earliest, first = begin, from
			}
		}
		if at := lastOnset(o, wall); !at.IsZero() && !at.Before(last) {
			last, offset = at, to
		}
	}
	if last.IsZero() {
		return first
	}
	return offset
}

func utcOffset(c *ical.Component, name string) (int, bool) {
	prop := c.Props.Get(name)
	if prop == nil || len(prop.Value) < 5 {
		return 0, false
	}
	text, sign := prop.Value[1:], 1
	if prop.Value[0] == '-' {
		sign = -1
	}
	total := 0
	for i, unit := range []int{3600, 60, 1} {
		if len(text) < 2*i+2 {
			break
		}
		pair := text[2*i : 2*i+2]
		if pair[0] < '0' || pair[0] > '9' || pair[1] < '0' || pair[1] > '9' {
			return 0, false
		}
		total += (int(pair[0]-'0')*10 + int(pair[1]-'0')) * unit
	}
	return sign * total, total < 24*3600
}

// onset is the first time of an observance, as a wall time.
func onset(o *ical.Component) time.Time {
	if start := o.Props.Get(ical.PropDateTimeStart); start != nil {
		if m, _, ok := parseMoment(start.Value); ok {
			return m.date.At(m.clock, time.UTC)
		}
	}
	return time.Time{}
}

// lastOnset is the last time that an observance begins before a wall time,
// zero when it does not.
func lastOnset(o *ical.Component, before time.Time) time.Time {
	begin := onset(o)
	if begin.IsZero() || begin.After(before) {
		return time.Time{}
	}
	last := begin
	for _, dates := range o.Props.Values(ical.PropRecurrenceDates) {
		for value := range strings.SplitSeq(dates.Value, ",") {
			if m, _, ok := parseMoment(value); ok {
				if at := m.date.At(m.clock, time.UTC); !at.After(before) && at.After(last) {
					last = at
				}
			}
		}
	}
	rule := o.Props.Get(ical.PropRecurrenceRule)
	if rule == nil {
		return last
	}
	parts, err := parseRule(rule.Value)
	if err != nil || parts.freq != "YEARLY" || parts.interval > 1 || parts.count > 0 {
		return last // no zone changes by another rule
	}
	for year := before.Year(); year >= before.Year()-1; year-- {
		at, ok := parts.inYear(year, begin)
		if ok && at.After(last) && !at.After(before) && (parts.until == "" || !at.After(untilWall(parts.until))) {
			return at
		}
	}
	return last
}

// untilWall is the UNTIL of a zone's rule. It is in UTC, and not worth
// converting: it lies far from the changes that it is between.
func untilWall(text string) time.Time {
	m, _, _ := parseMoment(text)
	return m.date.At(m.clock, time.UTC).Add(24 * time.Hour)
}

// inYear is the one day on which the yearly rule of a zone falls in a year:
// the nth or last of a day of the week in a month, the one of some days of the
// month that is that day, or a date. begin gives what the rule does not say.
func (p *ruleParts) inYear(year int, begin time.Time) (time.Time, bool) {
	month := begin.Month()
	if len(p.byMonth) == 1 {
		month = time.Month(p.byMonth[0])
	} else if len(p.byMonth)+len(p.byDay) > 0 {
		return time.Time{}, false
	}
	on := func(day int) time.Time {
		return time.Date(year, month, day, begin.Hour(), begin.Minute(), begin.Second(), 0, time.UTC)
	}
	days := p.byMonthDay
	if len(days) == 0 {
		days = []int{begin.Day()}
	}
	if len(p.byDay) == 0 {
		return on(days[0]), days[0] > 0
	}
	wanted := p.byDay[0]
	if len(p.byMonthDay) > 0 {
		i := slices.IndexFunc(days, func(d int) bool { return d > 0 && on(d).Weekday() == wanted.day })
		if i < 0 {
			return time.Time{}, false
		}
		return on(days[i]), true
	}
	if wanted.n == 0 && len(p.bySetPos) == 1 {
		wanted.n = p.bySetPos[0]
	}
	switch first, last := on(1), on(1).AddDate(0, 1, -1); {
	case wanted.n > 0:
		return first.AddDate(0, 0, (int(wanted.day-first.Weekday())+7)%7+7*(wanted.n-1)), true
	case wanted.n < 0:
		return last.AddDate(0, 0, -(int(last.Weekday()-wanted.day)+7)%7+7*(wanted.n+1)), true
	}
	return time.Time{}, false
}
