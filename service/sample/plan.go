package sample

import (
	"cmp"
	"slices"
	"strconv"
	"strings"
	"time"

	"daybook/model"
)

// plan makes the organizer's event.
func (b *builder) plan(m meeting, d time.Time) (model.Event, error) {
	organizer, err := b.address(m.by)
	if err != nil {
		return model.Event{}, err
	}
	made := b.now.AddDate(0, 0, -20).Truncate(time.Hour)
	e := model.Event{
		Item: model.Item{Entity: model.Entity{ID: stableID("event", m.by, m.key)}, Categories: list(m.tags),
			CreatedDateTime: &made, LastModifiedDateTime: &made},
		ICalUID: stableID("meeting", m.key) + "@" + company, Type: model.SingleInstance,
		Subject: m.subject, BodyPreview: preview(m.text), Body: &model.ItemBody{ContentType: "text", Content: b.fill(m.text)},
		IsAllDay: m.at == "", IsOrganizer: true, IsReminderOn: m.at != "", ReminderMinutesBeforeStart: 10,
		ResponseRequested: true, AllowNewTimeProposals: true, Importance: model.ImportanceNormal,
		Sensitivity: "normal", ShowAs: cmp.Or(m.showAs, model.ShowBusy),
		ResponseStatus: &model.ResponseStatus{Response: model.ResponseOrganizer},
		Organizer:      &model.Recipient{EmailAddress: organizer},
	}
	if m.private {
		e.Sensitivity = "private"
	}
	if m.repeat != nil && m.repeat.Type == model.Weekly {
		for !slices.Contains(m.repeat.DaysOfWeek, strings.ToLower(d.Weekday().String())) {
			d = d.AddDate(0, 0, 1)
		}
	}
	if e.Start, e.End, err = b.span(m, d, m.at, m.mins); err != nil {
		return e, err
	}
	e.OriginalStartTimeZone, e.OriginalEndTimeZone = e.Start.TimeZone, e.End.TimeZone
	if m.repeat != nil {
		e.Type = model.SeriesMaster
		e.Recurrence = b.recurrence(*m.repeat, m.until, d, e.Start.TimeZone)
	}
	if err := b.invite(m, &e); err != nil {
		return e, err
	}
	return e, nil
}

// recurrence makes a series of a pattern that begins on a date.
func (b *builder) recurrence(p model.RecurrencePattern, until string, d time.Time, zone string) *model.PatternedRecurrence {
	if p.Type == model.AbsoluteYearly && p.Month == 0 {
		p.Month, p.DayOfMonth = int(d.Month()), d.Day()
	}
	r := &model.PatternedRecurrence{Pattern: p, Range: model.RecurrenceRange{
		Type: model.RangeNoEnd, StartDate: d.Format("2006-01-02"), RecurrenceTimeZone: zone}}
	if end, err := b.dateOf(until); until != "" && err == nil {
		r.Range.Type, r.Range.EndDate = model.RangeEndDate, end.Format("2006-01-02")
	}
	return r
}

// invite adds the attendees, their answers and the place.
func (b *builder) invite(m meeting, e *model.Event) error {
	answered := b.now.AddDate(0, 0, -1)
	add := func(key, kind string) error {
		a, err := b.address(key)
		if err != nil {
			return err
		}
		status := &model.ResponseStatus{Response: cmp.Or(m.answers[key], model.ResponseAccepted), Time: &answered}
		if status.Response == model.ResponseNotResponded {
			status.Time = nil
		}
		e.Attendees = append(e.Attendees, model.Attendee{Type: kind, EmailAddress: a, Status: status})
		return nil
	}
	for _, part := range []struct{ keys, kind string }{
		{m.who, model.AttendeeRequired}, {m.maybe, model.AttendeeOptional}, {m.room, model.AttendeeResource}} {
		for _, key := range list(part.keys) {
			if err := add(key, part.kind); err != nil {
				return err
			}
		}
	}
	if m.room != "" {
		a, err := b.address(m.room)
		if err != nil {
			return err
		}
		e.Location = &model.Location{DisplayName: a.Name, LocationEmailAddress: a.Address, LocationType: "conferenceRoom"}
	} else if m.place != "" {
		e.Location = &model.Location{DisplayName: m.place}
	}
	if e.Location != nil {
		e.Locations = []model.Location{*e.Location}
	}
	return nil
}

// change applies what is off or moved to a series.
func (b *builder) change(m meeting, e *Event) error {
	for _, c := range m.cancelled {
		d, err := b.dateOf(c)
		if err != nil {
			return err
		}
		if b.falls(e.Event, d) {
			e.Cancelled = append(e.Cancelled, d.Format("2006-01-02"))
		}
	}
	for i, mv := range m.moved {
		from, err := b.dateOf(mv.from)
		if err != nil {
			return err
		}
		if !b.falls(e.Event, from) || slices.Contains(e.Cancelled, from.Format("2006-01-02")) {
			continue
		}
		to, err := b.dateOf(mv.on)
		if err != nil {
			return err
		}
		x := e.Event
		x.ID = stableID("exception", m.by, m.key, strconv.Itoa(i))
		x.Type, x.SeriesMasterID, x.Recurrence = model.Exception, e.ID, nil
		x.Subject = cmp.Or(mv.subject, x.Subject)
		if x.Start, x.End, err = b.span(m, to, mv.at, mv.mins); err != nil {
			return err
		}
		original, _, err := b.span(m, from, m.at, m.mins)
		if err != nil {
			return err
		}
		at, err := original.Time()
		if err != nil {
			return err
		}
		x.OriginalStart = &at
		e.Exceptions = append(e.Exceptions, x)
	}
	return nil
}

// falls reports whether a series has an occurrence on a civil date.
func (b *builder) falls(e model.Event, d time.Time) bool {
	if e.Recurrence == nil {
		return false
	}
	s, err := model.NewSeries(*e.Recurrence, *e.Start, *e.End)
	if err != nil {
		return false
	}
	for i := range s.Occurrences(d.AddDate(0, 0, -1), d.AddDate(0, 0, 2)) {
		if i.Date.String() == d.Format("2006-01-02") {
			return true
		}
	}
	return false
}
