package calendar_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/service/calendar"
	"daybook/service/servicetest"
	"daybook/service/store"
)

// addEvents adds events to a user's default calendar in one transaction.
func addEvents(b *testing.B, w *servicetest.World, id string, events []model.Event) {
	b.Helper()
	err := w.Service.Store().Write(b.Context(), func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(id)
		if err != nil {
			return err
		}
		c, err := calendar.Calendar(tx, mailbox, calendar.CalendarKey{})
		if err != nil {
			return err
		}
		for _, e := range events {
			if _, err := calendar.AddEvent(tx, mailbox, c.ID, calendar.NewEvent{Event: e}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		b.Fatal(err)
	}
}

func appointment(subject string, start time.Time, length time.Duration) model.Event {
	const wall = "2006-01-02T15:04:05"
	return model.Event{Subject: subject, Body: &model.ItemBody{ContentType: "text", Content: strings.Repeat("agenda ", 40)}, ShowAs: model.ShowBusy,
		Start: &model.DateTimeTimeZone{DateTime: start.UTC().Format(wall), TimeZone: "UTC"},
		End:   &model.DateTimeTimeZone{DateTime: start.Add(length).UTC().Format(wall), TimeZone: "UTC"}}
}

// BenchmarkCalendarView is a page of a month over 2,000 weekly series as a
// request: 50 events with what a week shows.
func BenchmarkCalendarView(b *testing.B) {
	w := newWorld(b)
	var events []model.Event
	for i := range 2000 {
		start := time.Date(2015, 1, 1+i%28, 8+i%9, 0, 0, 0, time.UTC)
		e := appointment("Series", start, time.Hour)
		e.Recurrence = &model.PatternedRecurrence{Range: model.RecurrenceRange{Type: model.RangeNoEnd},
			Pattern: model.RecurrencePattern{Type: model.Weekly, Interval: 1, DaysOfWeek: []string{strings.ToLower(start.Weekday().String())}}}
		events = append(events, e)
	}
	addEvents(b, w, w.IDs["ann"], events)
	for b.Loop() {
		w.Ann("GET", "/v1.0/me/calendarView?startDateTime=2026-11-01T00:00:00Z&endDateTime=2026-12-01T00:00:00Z&$top=50", "").Want(200)
	}
}

// BenchmarkFindMeetingTimes asks for an hour of 50 people in four weeks, each
// with six meetings a working day: cold, since no calendar is read twice in
// a transaction, and warm in the pages of the store.
func BenchmarkFindMeetingTimes(b *testing.B) {
	w := newWorld(b)
	monday := time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC)
	var people []string
	for p := range 50 {
		address := fmt.Sprintf("person%d@contoso.example", p)
		people = append(people, fmt.Sprintf(`{"emailAddress":{"address":%q}}`, address))
		var events []model.Event
		for day := range 20 {
			for n := range 6 {
				start := monday.AddDate(0, 0, day/5*7+day%5).Add(time.Duration(8*60+(p*37+day*53+n*95)%540) * time.Minute)
				events = append(events, appointment("Meeting", start, 30*time.Minute))
			}
		}
		addEvents(b, w, w.AddMailbox(store.Mailbox{Kind: store.KindUser, PrincipalName: address}), events)
	}
	body := `{"attendees":[` + strings.Join(people, ",") + `],"meetingDuration":"PT1H","minimumAttendeePercentage":0,"timeConstraint":{"timeslots":[{
		"start":{"dateTime":"2026-11-23T00:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-12-19T00:00:00","timeZone":"UTC"}}]}}`
	for b.Loop() {
		w.Ann("POST", "/v1.0/me/findMeetingTimes", body).Want(200)
	}
}
