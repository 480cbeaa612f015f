package sample

import (
	"fmt"
	"time"

	"daybook/model"
)

// roomBookings are the rooms' meetings with people outside the sample.
func (b *builder) roomBookings() []meeting {
	reasons := []string{"Tram people", "Auditors, with sandwiches", "Interview", "Harbour office", "Ivo, door shut", "Yoga (facilities)", "Customer visit", "Taken"}
	var all []meeting
	for i, r := range rooms() {
		for n := range 6 {
			all = append(all, meeting{
				key: fmt.Sprintf("room-%s-%d", r.key, n), subject: reasons[(i*3+n)%len(reasons)], by: r.key,
				on: fmt.Sprintf("work%+d", n*2-4+i%2), at: clock(9+(i*2+n*3)%8, 30*((i+n)%2)), mins: 60 + 30*((i+n)%3),
				showAs: []string{model.ShowBusy, model.ShowBusy, model.ShowTentative}[(i+n)%3],
			})
		}
	}
	return all
}

// addHolidays fills the calendar of days off: one yearly series each.
func (b *builder) addHolidays(c *Calendar) {
	year := b.today.Year() - 1
	for _, h := range holidayDates() {
		first := time.Date(year, time.Month(h.pattern.Month), max(1, h.pattern.DayOfMonth), 0, 0, 0, 0, time.UTC)
		e := model.Event{
			Item:    model.Item{Entity: model.Entity{ID: stableID("holiday", h.name)}},
			ICalUID: stableID("holiday", h.name) + "@" + company, Type: model.SeriesMaster, Subject: h.name,
			IsAllDay: true, ShowAs: model.ShowFree, Sensitivity: "normal", Importance: model.ImportanceNormal, IsOrganizer: true,
			ResponseStatus: &model.ResponseStatus{Response: model.ResponseOrganizer}, Organizer: &model.Recipient{EmailAddress: *c.Owner},
			Recurrence: b.recurrence(h.pattern, "", first, homeZone),
		}
		if h.pattern.Type == model.RelativeYearly {
			if s, err := model.NewSeries(*e.Recurrence, *wall(first, 0, 0, homeZone), *wall(first.AddDate(0, 0, 1), 0, 0, homeZone)); err == nil {
				for i := range s.Occurrences(first, first.AddDate(1, 0, 0)) {
					y, mo, day := i.Date.Civil()
					first = time.Date(y, mo, day, 0, 0, 0, 0, time.UTC)
					break
				}
			}
			e.Recurrence.Range.StartDate = first.Format("2006-01-02")
		}
		e.Start, e.End = wall(first, 0, 0, homeZone), wall(first.AddDate(0, 0, 1), 0, 0, homeZone)
		e.OriginalStartTimeZone, e.OriginalEndTimeZone = homeZone, homeZone
		c.Events = append(c.Events, Event{Event: e})
	}
}

// holidayDates are days off by rule, in the places where the team sits.
func holidayDates() []struct {
	name    string
	pattern model.RecurrencePattern
} {
	fixed := func(month, day int) model.RecurrencePattern {
		return model.RecurrencePattern{Type: model.AbsoluteYearly, Interval: 1, Month: month, DayOfMonth: day}
	}
	nth := func(index, day string, month int) model.RecurrencePattern {
		return model.RecurrencePattern{Type: model.RelativeYearly, Interval: 1, Month: month, Index: index, DaysOfWeek: []string{day}}
	}
	return []struct {
		name    string
		pattern model.RecurrencePattern
	}{
		{"New Year's Day (all offices)", fixed(1, 1)},
		{"Martin Luther King Day (New York)", nth("third", "monday", 1)},
		{"Women's Day (Berlin)", fixed(3, 8)},
		{"Freedom Day (Azores)", fixed(4, 25)},
		{"Labour Day (Berlin, Azores)", fixed(5, 1)},
		{"Early May bank holiday (London)", nth("first", "monday", 5)},
		{"Spring bank holiday (London)", nth("last", "monday", 5)},
		{"Memorial Day (New York)", nth("last", "monday", 5)},
		{"Portugal Day (Azores)", fixed(6, 10)},
		{"Independence Day (New York)", fixed(7, 4)},
		{"Summer bank holiday (London)", nth("last", "monday", 8)},
		{"Labor Day (New York)", nth("first", "monday", 9)},
		{"German Unity Day (Berlin)", fixed(10, 3)},
		{"Thanksgiving (New York)", nth("fourth", "thursday", 11)},
		{"Christmas Day (all offices)", fixed(12, 25)},
		{"Boxing Day (London, Berlin)", fixed(12, 26)},
	}
}
