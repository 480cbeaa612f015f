package bridge

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"daybook/api"
	"daybook/model"
	"daybook/views/week"
)

// colleague is a service where somebody shares their calendar or does not.
type colleague struct {
	shared  bool
	refused int // of the calendar, 0 for 403
	unknown bool
	asked   []string
}

func (c *colleague) RoundTrip(r *http.Request) (*http.Response, error) {
	c.asked = append(c.asked, r.Method+" "+r.URL.Path)
	status, body := 200, ""
	switch {
	case strings.HasSuffix(r.URL.Path, "/getSchedule") && c.unknown:
		body = `{"value":[{"scheduleId":"bo@contoso.example","scheduleItems":[],"error":{"message":"AAMk7","responseCode":"ErrorMailRecipientNotFound"}}]}`
	case strings.HasSuffix(r.URL.Path, "/getSchedule"):
		item := `{"status":"busy","start":{"dateTime":"2026-10-22T09:00:00.0000000","timeZone":"UTC"},"end":{"dateTime":"2026-10-22T10:00:00.0000000","timeZone":"UTC"}}`
		body = `{"value":[{"scheduleId":"bo@contoso.example","scheduleItems":[` + item + `,` + item + `,` +
			strings.Replace(strings.Replace(item, "busy", "oof", 1), `"end"`, `"subject":"Leeds","location":"Station","end"`, 1) + `]}]}`
	case c.shared:
		body = `{"value":[{"id":"e1","subject":"Review","start":{"dateTime":"2026-10-22T09:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-10-22T10:00:00","timeZone":"UTC"}}]}`
	case c.refused != 0:
		status, body = c.refused, `{"error":{"code":"ErrorInvalidRequest","message":"no"}}`
	default:
		status, body = 403, `{"error":{"code":"ErrorAccessDenied","message":"no"}}`
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

func (c *colleague) view(t *testing.T) ([]model.Event, error) {
	t.Helper()
	client, err := api.New(api.Config{BaseURL: "https://mail.example", Tokens: api.StaticToken("t"), Dialect: api.Microsoft, Transport: c})
	if err != nil {
		t.Fatal(err)
	}
	from := time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC)
	return New(client, Options{}).Week.View(t.Context(), week.Calendar{Person: "bo@contoso.example"}, from, from.AddDate(0, 0, 60))
}

func TestAColleaguesCalendarIsReadInFullWhereItIsShared(t *testing.T) {
	c := &colleague{shared: true}
	events, err := c.view(t)
	if err != nil || len(events) != 1 || events[0].Subject != "Review" {
		t.Errorf("read %+v, %v", events, err)
	}
	if want := "GET /v1.0/users/bo@contoso.example/calendar/calendarView"; len(c.asked) != 1 || c.asked[0] != want {
		t.Errorf("asked %q, want %q", c.asked, want)
	}
}

func TestAColleaguesTimesAreReadWhereTheirCalendarIsNotShared(t *testing.T) {
	c := &colleague{}
	events, err := c.view(t)
	if err != nil || len(events) != 3 {
		t.Fatalf("read %+v, %v: want three times, and each once though it was answered in two spans", events, err)
	}
	if events[0].Subject != "Busy" || events[0].ID == events[1].ID || events[2].Subject != "Leeds" || events[2].ShowAs != model.ShowOOF {
		t.Errorf("read %+v", events)
	}
	oslo, err := model.LoadZone("Europe/Oslo")
	if err != nil {
		t.Fatal(err)
	}
	day := model.ScheduleItem{Status: model.ShowOOF, Start: model.DateTimeTimeZone{DateTime: "2026-10-21T22:00:00", TimeZone: "UTC"},
		End: model.DateTimeTimeZone{DateTime: "2026-10-22T22:00:00", TimeZone: "UTC"}}
	if e := taken(day, oslo); !e.IsAllDay || e.Start.DateTime != "2026-10-22T00:00:00" || e.End.DateTime != "2026-10-23T00:00:00" {
		t.Errorf("a day in Oslo is %+v to %+v", e.Start, e.End)
	}
	if e := taken(day, time.UTC); e.IsAllDay {
		t.Error("what lasts a day from ten to ten is a whole day")
	}
	if len(c.asked) != 3 { // the calendar, and two spans of its times
		t.Errorf("asked %q", c.asked)
	}
}

func TestAColleagueWhoIsNotThereIsSaidInWords(t *testing.T) {
	_, err := (&colleague{unknown: true}).view(t)
	if err == nil || strings.Contains(err.Error(), "AAMk7") || !strings.Contains(err.Error(), "nobody here has that address") {
		t.Errorf("says %v", err)
	}
	if _, err = (&colleague{refused: 400}).view(t); err == nil || errors.Is(err, model.ErrNotFound) {
		t.Errorf("another refusal says %v", err)
	}
}
