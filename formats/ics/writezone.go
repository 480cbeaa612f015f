package ics

import (
	"fmt"
	"time"

	"github.com/emersion/go-ical"

	"daybook/model"
)

// lastListedYear is how far changes of the clocks are listed, or checked
// against a yearly rule: what zones do later nobody knows.
const lastListedYear = 2037

// zoneChange is one change of a zone's offset.
type zoneChange struct {
	at       time.Time // in the zone, after the change
	wall     time.Time // what the clock showed just before, as if in UTC
	from, to int       // offsets in seconds
	name     string
}

// timezone describes a zone from the year before a time on. The changes that
// follow a yearly rule to the end are written as that rule, the others as
// dates.
func timezone(zone string, from time.Time) (*ical.Component, error) {
	loc, err := model.LoadZone(zone)
	if err != nil {
		return nil, err
	}
	c := ical.NewComponent(ical.CompTimezone)
	c.Props.SetText(ical.PropTimezoneID, zone)
	begin := time.Date(from.Year()-1, 1, 1, 0, 0, 0, 0, loc)
	name, offset := begin.Zone()
	changes := zoneChanges(begin)
	// What holds at the beginning, so that no time is without a rule.
	c.Children = append(c.Children, observance(zoneChange{
		at: begin, wall: wallOf(begin), from: offset, to: offset, name: name,
	}, begin.IsDST(), ""))
	for len(changes) > 0 {
		if rule := yearlyRule(changes); rule != "" {
			c.Children = append(c.Children, observance(changes[0], changes[0].at.IsDST(), rule))
			changes = without(changes, changes[0])
			continue
		}
		c.Children = append(c.Children, observance(changes[0], changes[0].at.IsDST(), ""))
		changes = changes[1:]
	}
	return c, nil
}

func wallOf(t time.Time) time.Time {
	_, offset := t.Zone()
	return t.UTC().Add(time.Duration(offset) * time.Second)
}

// zoneChanges lists the changes of offset from a time to lastListedYear.
func zoneChanges(at time.Time) []zoneChange {
	var list []zoneChange
	for {
		_, from := at.Zone()
		_, next := at.ZoneBounds()
		if next.IsZero() || next.Year() > lastListedYear {
			return list
		}
		if !next.After(at) {
			at = at.Add(time.Hour) // the last day of a leap year confuses ZoneBounds
			continue
		}
		at = next
		name, to := at.Zone()
		if to != from {
			wall := at.UTC().Add(time.Duration(from) * time.Second)
			list = append(list, zoneChange{at, wall, from, to, name})
		}
	}
}

// yearlyRule returns the rule that the first of some changes and all that are
// alike follow, one a year up to the last year; empty when there is none.
func yearlyRule(changes []zoneChange) string {
	first := changes[0].wall
	week := (first.Day()-1)/7 + 1
	nth, last := true, true
	year := first.Year()
	for _, c := range changes {
		if !alike(c, changes[0]) {
			continue
		}
		if c.wall.Year() != year || c.wall.Month() != first.Month() || c.wall.Weekday() != first.Weekday() || !sameClock(c.wall, first) {
			return ""
		}
		nth = nth && (c.wall.Day()-1)/7+1 == week
		last = last && c.wall.AddDate(0, 0, 7).Month() != c.wall.Month()
		year++
	}
	if year <= lastListedYear {
		return ""
	}
	day := ruleDays[first.Weekday()]
	switch {
	case last:
		return fmt.Sprintf("FREQ=YEARLY;BYMONTH=%d;BYDAY=-1%s", first.Month(), day)
	case nth:
		return fmt.Sprintf("FREQ=YEARLY;BYMONTH=%d;BYDAY=%d%s", first.Month(), week, day)
	}
	return ""
}

func alike(a, b zoneChange) bool { return a.from == b.from && a.to == b.to }

func sameClock(a, b time.Time) bool {
	return a.Hour() == b.Hour() && a.Minute() == b.Minute() && a.Second() == b.Second()
}

func without(changes []zoneChange, c zoneChange) []zoneChange {
	var rest []zoneChange
	for _, other := range changes {
		if !alike(other, c) {
			rest = append(rest, other)
		}
	}
	return rest
}

func observance(c zoneChange, summer bool, rule string) *ical.Component {
	kind := ical.CompTimezoneStandard
	if summer {
		kind = ical.CompTimezoneDaylight
	}
	o := ical.NewComponent(kind)
	set := func(name, value string) {
		p := ical.NewProp(name)
		p.Value = value
		o.Props.Set(p)
	}
	set(ical.PropDateTimeStart, c.wall.Format("20060102T150405"))
	set(ical.PropTimezoneOffsetFrom, offsetText(c.from))
	set(ical.PropTimezoneOffsetTo, offsetText(c.to))
	set(ical.PropTimezoneName, c.name)
	if rule != "" {
		set(ical.PropRecurrenceRule, rule)
	}
	return o
}

func offsetText(seconds int) string {
	sign := '+'
	if seconds < 0 {
		sign, seconds = '-', -seconds
	}
	text := fmt.Sprintf("%c%02d%02d", sign, seconds/3600, seconds/60%60)
	if s := seconds % 60; s > 0 {
		text += fmt.Sprintf("%02d", s)
	}
	return text
}
