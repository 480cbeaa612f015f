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

// add returns the moment some time later: dates by whole days, UTC and others
// by elapsed time, read again on the clock of its zone.
func (m moment) add(d time.Duration) moment {
	if m.isDate {
		m.date += model.Date(max(1, (d+24*time.Hour-1)/(24*time.Hour)))
		return m
	}
	return momentAt(m.instant().Add(d), m.zone)
}

// momentAt is what the clock of a zone shows at an instant.
func momentAt(t time.Time, zone string) moment {
	loc, err := model.LoadZone(zone)
	if err != nil {
		loc = time.UTC
	}
	local := t.In(loc)
	h, m, s := local.Clock()
	return moment{
		date: model.DateIn(local), zone: zone,
		clock: time.Duration(h)*time.Hour + time.Duration(m)*time.Minute + time.Duration(s)*time.Second,
	}
}

// moments reads the values of a property that lists dates or times. What
// cannot be read is returned as it is written.
func (z *resolver) moments(prop ical.Prop) (list []moment, unread []string) {
	for value := range strings.SplitSeq(prop.Value, ",") {
		value, _, _ = strings.Cut(strings.TrimSpace(value), "/") // of a period its start
		if m, ok := z.moment(value, prop.Params.Get(ical.ParamTimezoneID)); ok {
			list = append(list, m)
		} else if value != "" {
			unread = append(unread, value)
		}
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
		m = z.place(m, tzid)
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
