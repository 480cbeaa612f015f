package ics

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/emersion/go-ical"

	"daybook/model"
)

// moment is a date or a wall time as a property has it. Zone is an IANA name.
type moment struct {
	date   model.Date
	clock  time.Duration // since midnight
	isDate bool
	zone   string
}

// dateTime writes the moment as the interface does.
func (m moment) dateTime() model.DateTimeTimeZone {
	text := fmt.Sprintf("%sT%02d:%02d:%02d.0000000", m.date,
		m.clock/time.Hour, m.clock%time.Hour/time.Minute, m.clock%time.Minute/time.Second)
	return model.DateTimeTimeZone{DateTime: text, TimeZone: m.zone}
}

// instant is when the moment is.
func (m moment) instant() time.Time {
	loc, err := model.LoadZone(m.zone)
	if err != nil { // zones come from the resolver, which has loaded them
		loc = time.UTC
	}
	return m.date.At(m.clock, loc)
}

// add returns the moment some days on the calendar and then some time later; a
// date lasts whole days, one at least. One that its clock shows twice, and which
// would be read as the first of the two, is in UTC.
func (m moment) add(days int, rest time.Duration) moment {
	m.date += model.Date(days)
	if m.isDate {
		more := model.Date((rest + 24*time.Hour - 1) / (24 * time.Hour))
		m.date += max(more, model.Date(boolInt(days == 0)))
		return m
	}
	if rest == 0 {
		return m
	}
	return onlyReading(m.instant().Add(rest), m.zone)
}

func boolInt(b bool) int {
	if b {
		return 1
	}
	return 0
}

// after is the end of something that starts then and is as long as given.
func (m moment) after(length model.Length) moment {
	from := m.instant()
	return onlyReading(length.End(from, m.date, m.clock), m.zone)
}

// onlyReading is an instant on the clock of a zone, or in UTC when that would be
// read as another.
func onlyReading(t time.Time, zone string) moment {
	if m := momentAt(t, zone); m.instant().Equal(t) {
		return m
	}
	return momentAt(t, "UTC")
}

// endsBefore reports whether m lies before the start of what it ends.
func (m moment) endsBefore(start moment) bool {
	_, err := model.LengthOf(start.dateTime(), m.dateTime())
	return err != nil
}

// momentAt is what the clock of a zone shows at an instant.
func momentAt(t time.Time, zone string) moment {
	loc, err := model.LoadZone(zone)
	if err != nil {
		loc = time.UTC
	}
	local := t.In(loc)
	return moment{date: model.DateIn(local), clock: model.ClockIn(local), zone: zone}
}

// period is a moment and, of a PERIOD, when it ends.
type period struct {
	start moment
	end   *moment
}

// periods reads the values of a property that lists dates, times or periods.
// What cannot be read is returned as it is written.
func (z *resolver) periods(prop ical.Prop) (list []period, unread []string) {
	zone := prop.Params.Get(ical.ParamTimezoneID)
	for value := range strings.SplitSeq(prop.Value, ",") {
		from, to, isPeriod := strings.Cut(strings.TrimSpace(value), "/")
		start, ok := z.moment(from, zone)
		if !ok {
			if from != "" {
				unread = append(unread, from)
			}
			continue
		}
		p := period{start: start}
		if days, rest, ok := parseLength(to); ok && days >= 0 && rest >= 0 {
			end := start.add(days, rest)
			p.end = &end
		} else if end, ok := z.moment(to, zone); ok && !end.endsBefore(start) {
			p.end = &end
		} else if isPeriod {
			unread = append(unread, to)
		}
		list = append(list, p)
	}
	return list, unread
}

// moment reads 20261121, 20261121T090000 or 20261121T090000Z. The form says
// what it is, whatever the VALUE parameter claims; a Z goes before a TZID.
func (z *resolver) moment(value, tzid string) (moment, bool) {
	m, utc, ok := parseMoment(value)
	switch {
	case !ok:
		return m, false
	case utc:
		m.zone = "UTC"
	case m.isDate || tzid == "":
		m.zone = z.local
	default:
		m = z.place(m, unescape(tzid)) // some write it as the text that its zone has
	}
	return m, true
}

func parseMoment(value string) (m moment, utc, ok bool) {
	value = strings.ToUpper(strings.TrimSpace(value))
	date, clock, hasClock := strings.Cut(value, "T")
	if len(date) != 8 {
		return m, false, false
	}
	d, err := model.ParseDate(date[:4] + "-" + date[4:6] + "-" + date[6:])
	if err != nil {
		return m, false, false
	}
	m.date, m.isDate = d, !hasClock
	if !hasClock {
		return m, false, true
	}
	clock, utc = strings.CutSuffix(clock, "Z")
	if len(clock) == 4 {
		clock += "00"
	}
	n, err := strconv.ParseUint(clock, 10, 32)
	hour, minute, sec := n/10000, n/100%100, n%100
	if err != nil || len(clock) != 6 || hour > 23 || minute > 59 || sec > 60 {
		return m, false, false
	}
	m.clock = time.Duration(hour)*time.Hour + time.Duration(minute)*time.Minute + time.Duration(min(sec, 59))*time.Second // a leap second is the one before it
	return m, utc, true
}

// parseLength reads a DURATION in its two parts: days, which are the calendar's
// and of any length, and time that passes (RFC 5545, 3.3.6).
func parseLength(text string) (days int, rest time.Duration, ok bool) {
	text = strings.ToUpper(strings.TrimSpace(text))
	date, clock, _ := strings.Cut(text, "T")
	whole, okDate := parseDuration(date)
	if date == "P" || date == "+P" || date == "-P" {
		whole, okDate = 0, true
	}
	rest, okClock := parseDuration("PT" + clock)
	if clock == "" {
		rest, okClock = 0, strings.Trim(date, "+-P") != ""
	}
	if strings.Contains(date, "-") {
		rest = -rest
	}
	return int(whole / (24 * time.Hour)), rest, okDate && okClock
}

// parseDuration reads a DURATION of RFC 5545: one that may be negative or
// zero. PT-2H, which is seen, is read as -PT2H.
func parseDuration(text string) (time.Duration, bool) {
	text = strings.ToUpper(strings.TrimSpace(text))
	negative := strings.Contains(text, "-")
	text = strings.NewReplacer("-", "", "+", "").Replace(text)
	d, err := model.ParseDuration(text)
	if err != nil {
		zero := strings.HasPrefix(text, "P") && strings.Trim(text, "PT0WDHMS") == ""
		return 0, zero
	}
	if negative {
		d = -d
	}
	return d, true
}
