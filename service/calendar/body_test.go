package calendar_test

import (
	"encoding/json"
	"testing"
)

func TestBodiesComeAsTheTypeAskedFor(t *testing.T) {
	w := newWorld(t)
	path := "/v1.0/me/events/" + w.Ann("POST", "/v1.0/me/events",
		entry("Tea", "20", "16:00", "16:30", `"body":{"contentType":"html","content":"<p>Cake <b>too</b></p>"}`)).Want(201).Str("id")
	text := `Prefer: outlook.body-content-type="text"`
	w.Ann("GET", path, "").Want(200).Has("body/contentType", "html")
	r := w.Ann("GET", path, "", text).Want(200).Has("body/contentType", "text", "body/content", "Cake too")
	if got := r.Header.Get("Preference-Applied"); got != `outlook.body-content-type="text"` {
		t.Errorf("Preference-Applied is %q", got)
	}
	w.Ann("GET", "/v1.0/me/events?$filter=subject eq 'Tea'", "", text).Want(200).Has("value/0/body/content", "Cake too")
	w.Ann("GET", "/v1.0/me/calendar/calendarView?startDateTime=2026-11-20T00:00:00Z&endDateTime=2026-11-21T00:00:00Z&$filter=subject eq 'Tea'", "", text).
		Want(200).Has("value/0/body/content", "Cake too")
	w.Ann("PATCH", path, `{"showAs":"free"}`, text).Want(200).Has("body/content", "Cake too")
}

// What a reply shows of a recurrence, the members that mean nothing to its kind
// included, can be sent back as it is.
func TestARecurrenceIsTakenAsItWasShown(t *testing.T) {
	w := newWorld(t)
	for _, pattern := range []string{`{"type":"daily","interval":2}`, `{"type":"weekly","interval":1,"daysOfWeek":["tuesday"]}`,
		`{"type":"absoluteMonthly","interval":1,"dayOfMonth":3}`} {
		made := w.Ann("POST", "/v1.0/me/events", `{"subject":"Tea","start":{"dateTime":"2026-03-03T16:00:00","timeZone":"UTC"},
			"end":{"dateTime":"2026-03-03T16:30:00","timeZone":"UTC"},"attendees":[{"emailAddress":{"address":"bo@contoso.example"}}],
			"recurrence":{"pattern":`+pattern+`,"range":{"type":"noEnd","startDate":"2026-03-03"}}}`).Want(201)
		var event struct{ Recurrence, Attendees, Location json.RawMessage }
		if err := json.Unmarshal(made.Body, &event); err != nil {
			t.Fatal(err)
		}
		back := `{"recurrence":` + string(event.Recurrence) + `,"attendees":` + string(event.Attendees) + `,"location":` + string(event.Location) + `}`
		changed := w.Ann("PATCH", "/v1.0/me/events/"+made.Str("id"), back).Want(200)
		var after struct{ Recurrence json.RawMessage }
		if err := json.Unmarshal(changed.Body, &after); err != nil {
			t.Fatal(err)
		}
		if string(after.Recurrence) != string(event.Recurrence) {
			t.Errorf("sent %s, got %s", event.Recurrence, after.Recurrence)
		}
	}
}

// No link is made here, so an event is an online meeting when it has one.
func TestAnEventWithALinkIsAnOnlineMeeting(t *testing.T) {
	w := newWorld(t)
	path := "/v1.0/me/events/" + w.Ann("POST", "/v1.0/me/events", entry("Tea", "20", "16:00", "16:30", `"isOnlineMeeting":true`)).
		Want(201).Has("isOnlineMeeting", false).Str("id")
	w.Ann("PATCH", path, `{"onlineMeetingUrl":"https://meet.contoso.example/x"}`).Want(200).Has("isOnlineMeeting", true)
	w.Ann("PATCH", path, `{"onlineMeetingUrl":""}`).Want(200).Has("isOnlineMeeting", false)
}
