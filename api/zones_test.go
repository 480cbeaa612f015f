package api

import (
	"encoding/json"
	"net/http"
	"strings"
	"testing"
	"time"

	"daybook/model"
)

// Every zone of the table, and each alias, goes out by a name that Windows
// has and comes back as an IANA name of the same clock.
func TestEveryZoneGoesOutAsWindowsHasIt(t *testing.T) {
	for _, name := range model.ZoneNames() {
		e := model.EventPatch{Start: &model.DateTimeTimeZone{DateTime: "2026-07-01T09:00:00", TimeZone: name}}
		data, err := json.Marshal(e)
		if err != nil {
			t.Fatal(err)
		}
		var sent model.Event
		if err := json.Unmarshal(Microsoft.zonesOut(data), &sent); err != nil {
			t.Fatal(err)
		}
		if windows, err := model.WindowsName(sent.Start.TimeZone); err != nil || windows != sent.Start.TimeZone {
			t.Errorf("%s goes out as %q, which Windows does not have", name, sent.Start.TimeZone)
		}
		Microsoft.zonesBack(&sent)
		if iana, err := model.IANAName(sent.Start.TimeZone); err != nil || iana != sent.Start.TimeZone {
			t.Errorf("%s comes back as %q, which is no IANA name", name, sent.Start.TimeZone)
		}
		asked, _ := e.Start.Time()
		got, err := sent.Start.Time()
		if err != nil || !got.Equal(asked) {
			t.Errorf("%s: 09:00 comes back as %v in %s, want %v", name, got, sent.Start.TimeZone, asked.UTC())
		}
	}
}

func TestZonesAreRespelledWhereverTheyStand(t *testing.T) {
	stockholm := "Europe/Stockholm"
	at := model.DateTimeTimeZone{DateTime: "2026-03-02T09:00:00", TimeZone: stockholm}
	custom := model.OpenTypeExtension{ExtensionName: "com.example.trip", Data: map[string]json.RawMessage{
		"timeZone": json.RawMessage(`"Europe/Stockholm"`), "at": json.RawMessage(`{"dateTime":"x","timeZone":"Europe/Stockholm"}`)}}
	for name, call := range map[string]func(c *Client) error{
		"event": func(c *Client) error {
			_, err := c.Me().CreateEvent(t.Context(), model.Event{Start: &at, End: &at, Recurrence: &model.PatternedRecurrence{
				Range: model.RecurrenceRange{RecurrenceTimeZone: stockholm}}, Extensions: []model.OpenTypeExtension{custom}})
			return err
		},
		"schedule": func(c *Client) error {
			_, err := c.Me().GetSchedule(t.Context(), model.ScheduleRequest{StartTime: at, EndTime: at})
			return err
		},
		"meeting times": func(c *Client) error {
			_, err := c.Me().FindMeetingTimes(t.Context(), model.MeetingTimesRequest{TimeConstraint: &model.TimeConstraint{
				TimeSlots: []model.TimeSlot{{Start: at, End: at}}}})
			return err
		},
		"settings": func(c *Client) error {
			_, err := c.Me().UpdateMailboxSettings(t.Context(), model.MailboxSettings{TimeZone: stockholm,
				WorkingHours:            &model.WorkingHours{TimeZone: model.TimeZoneBase{Name: stockholm}},
				AutomaticRepliesSetting: &model.AutomaticRepliesSetting{ScheduledStartDateTime: &at}})
			return err
		},
		"batch": func(c *Client) error {
			r, err := c.NewRequest("PATCH", "/me/events/a", model.EventPatch{Start: &at})
			if err == nil {
				_, _ = c.Batch(t.Context(), r) // the reply is not what is looked at
			}
			return err
		},
	} {
		for dialect, want := range map[Dialect]string{Microsoft: "W. Europe Standard Time", Vendor: stockholm} {
			s := &service{}
			c, _ := testClient(t, s, func(cfg *Config) { cfg.Dialect = dialect })
			if err := call(c); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
			body := s.seen[0].Body
			own := `"at":{"dateTime":"x","timeZone":"Europe/Stockholm"}`
			if name == "event" && !strings.Contains(body, own) {
				t.Errorf("%v: custom data was changed: %s", dialect, body)
			}
			body = strings.ReplaceAll(strings.ReplaceAll(body, own, ""), `"timeZone":"Europe/Stockholm"}]`, "")
			if strings.Contains(body, stockholm) != (dialect == Vendor) || !strings.Contains(body, want) {
				t.Errorf("%s, %v: got %s, want %s everywhere", name, dialect, body, want)
			}
		}
	}
}

func TestZonesOfRepliesAreIANAs(t *testing.T) {
	const reply = `{"value":[{"id":"a","start":{"dateTime":"2026-03-02T09:00:00.0000000","timeZone":"Tokyo Standard Time"},
		"end":{"dateTime":"2026-03-02T10:00:00.0000000","timeZone":"Customized Time Zone"},
		"originalStartTimeZone":"Tokyo Standard Time","recurrence":{"range":{"recurrenceTimeZone":"Tokyo Standard Time"}}}]}`
	s := &service{answer: func(int, exchange) (*http.Response, error) { return replyJSON(200, reply), nil }}
	c, _ := testClient(t, s, microsoft)
	page, err := c.Me().DefaultCalendar().View(t.Context(), time.Unix(0, 0), time.Unix(1, 0))
	if err != nil {
		t.Fatal(err)
	}
	e := page.Value[0]
	if e.Start.TimeZone != "Asia/Tokyo" || e.OriginalStartTimeZone != "Asia/Tokyo" || e.Recurrence.Range.RecurrenceTimeZone != "Asia/Tokyo" {
		t.Errorf("got %+v, want Asia/Tokyo", e)
	}
	if e.End.TimeZone != "Customized Time Zone" {
		t.Errorf("end: got %q, want what nobody knows as it came", e.End.TimeZone)
	}
}
