package calendar_test

import (
	"encoding/json"
	"strings"
	"testing"

	"daybook/model"
	"daybook/service/calendar"
	"daybook/service/servicetest"
	"daybook/service/store"
)

// TestWhatAnEventLacksIsEmptyWhereverItCameFrom has one of a client, and one
// that came in without a body and a place.
func TestWhatAnEventLacksIsEmptyWhereverItCameFrom(t *testing.T) {
	w := servicetest.New(t, everything)
	const start, end = "2026-12-01T09:00:00", "2026-12-01T10:00:00"
	w.Ann("POST", "/v1.0/me/events", `{"subject":"given","start":{"dateTime":"`+start+`","timeZone":"UTC"},"end":{"dateTime":"`+end+`","timeZone":"UTC"}}`).Want(201)
	err := w.Service.Store().Write(t.Context(), func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(w.IDs["ann"])
		if err != nil {
			return err
		}
		in, err := calendar.Calendar(tx, mailbox, calendar.CalendarKey{})
		if err != nil {
			return err
		}
		_, err = calendar.AddEvent(tx, mailbox, in.ID, calendar.NewEvent{Event: model.Event{Subject: "imported", Type: model.SingleInstance,
			Start: &model.DateTimeTimeZone{DateTime: start, TimeZone: "UTC"}, End: &model.DateTimeTimeZone{DateTime: end, TimeZone: "UTC"}}})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	for kind, prefer := range map[string]string{"html": "Prefer: x", "text": `Prefer: outlook.body-content-type="text"`} {
		var page struct {
			Value []struct{ Body, Location json.RawMessage }
		}
		reply := w.Ann("GET", "/v1.0/me/events", "", prefer).Want(200)
		if err := json.Unmarshal(reply.Body, &page); err != nil || len(page.Value) != 2 {
			t.Fatalf("%v: %s", err, reply.Body)
		}
		for _, e := range page.Value {
			if string(e.Body) != `{"contentType":"`+kind+`","content":""}` || !strings.HasPrefix(string(e.Location), `{"displayName":"",`) {
				t.Errorf("the body is %s, the place %s", e.Body, e.Location)
			}
		}
	}
}
