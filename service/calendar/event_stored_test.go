package calendar

import (
	"testing"

	"daybook/service/store"
	"daybook/service/store/pgtest"
	"daybook/service/store/sqltest"
	"daybook/service/store/storetest"
)

// TestEveryPropertyOfEventsIsReadBySQL holds their schema to what memory makes
// of the entities, property by property.
func TestEveryPropertyOfEventsIsReadBySQL(t *testing.T) {
	s := storetest.Open(t, Tables)
	mailbox, calendar := newCalendar(t, s, "ann@contoso.example")
	err := s.Write(t.Context(), func(tx *store.Tx) error {
		for _, text := range []string{fullEvent, bareEvent} {
			var n NewEvent
			sqltest.Decode(t, text, &n.Event)
			if _, err := AddEvent(tx, mailbox, calendar, n); err != nil {
				return err
			}
		}
		// What an earlier program wrote has fewer members.
		without := `json_remove(data, '$.isAllDay', '$.bodyPreview', '$.reminderMinutesBeforeStart')`
		if pgtest.Everywhere() {
			without = `data::jsonb - '{isAllDay,bodyPreview,reminderMinutesBeforeStart}'::text[]`
		}
		_, err := tx.Exec(`UPDATE events SET data = ` + without + ` WHERE subject = 'bare'`)
		if err != nil {
			return err
		}
		events := EventQuery{Mailbox: mailbox}
		refused := sqltest.Agree(t, EventSchema(), storetest.Reading(tx, events.listing(tx)), sqltest.Itself)
		if want := "start/timeZone end/timeZone attachments* instances* exceptionOccurrences* calendar"; refused != want {
			t.Errorf("events: no filter may name %s, want %s", refused, want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestEventsAreAsTheirColumnsSay(t *testing.T) {
	s := storetest.Open(t)
	storetest.Listed(t, s, eventTable, "mailbox_id")
	storetest.Listed(t, s, calendarTable, "mailbox_id", "events_seq")
}

const (
	fullEvent = `{"subject":"Émile","start":` + sqltest.Time + `,"end":` + sqltest.Later + `,"body":{"contentType":"html","content":"<b>É</b>"},"bodyPreview":"É",
		"isReminderOn":true,"reminderMinutesBeforeStart":15,"responseRequested":true,"responseStatus":{"response":"accepted","time":"2026-11-21T10:00:00.1234567Z"},
		"importance":"high","sensitivity":"private","showAs":"oof","categories":["Red"],"location":` + sqltest.Place + `,"locations":[` + sqltest.Place + `],
		"attendees":[{"type":"required","status":{"response":"none","time":"2026-11-20T00:00:00Z"},"emailAddress":{"name":"Ä","address":"a@x"}}],
		"organizer":` + sqltest.Person + `,"transactionId":"T","onlineMeetingUrl":"https://m.example","webLink":"https://w.example",
		"recurrence":{"pattern":{"type":"weekly","interval":2,"daysOfWeek":["friday"],"firstDayOfWeek":"monday"},
			"range":{"type":"numbered","startDate":"2026-11-20","numberOfOccurrences":3,"recurrenceTimeZone":"UTC"}}}`
	bareEvent = `{"subject":"bare","start":` + sqltest.Time + `,"end":` + sqltest.Later + `,"body":{"contentType":"text","content":""}}`
)
