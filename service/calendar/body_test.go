package calendar_test

import "testing"

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
