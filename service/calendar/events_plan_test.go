package calendar

import (
	"context"
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
	"daybook/service/store/pgtest"
	"daybook/service/store/storetest"
)

// A view touches what may meet its window, and a list reads in the order it
// shows: neither scans a calendar.
func TestCalendarQueriesAreServedByAnIndex(t *testing.T) {
	pgtest.FilesOnly(t, "plan that says EXPLAIN QUERY PLAN")
	s := storetest.Open(t, Tables)
	mailbox, calendar := newCalendar(t, s, "plan@contoso.example")
	now := time.Date(2026, 11, 19, 0, 0, 0, 0, time.UTC)
	err := s.Read(context.Background(), func(tx *store.Tx) error {
		check := func(name, index string, query string, args []any) {
			t.Helper()
			plan := storetest.Explain(t, tx, query, args...)
			if !strings.Contains(plan, index) || strings.Contains(plan, "SCAN e") || strings.Contains(plan, "TEMP B-TREE") {
				t.Errorf("%s is not served by %s alone:\n%s", name, index, plan)
			}
		}
		w := Window{Mailbox: mailbox, Calendar: calendar, From: now, To: now.AddDate(0, 1, 0)}
		for _, span := range []int{spanDay, spanMonth, spanLong} {
			query, args := w.query(span)
			check("a window", "events_in_time (mailbox_id=? AND calendar_id=? AND span=? AND starts>? AND starts<?)", query, args)
		}
		filter := func(text string) *odata.Filter {
			e, err := odata.ParseFilter(text)
			if err != nil {
				t.Fatal(err)
			}
			f, err := EventSchema().Filter(e)
			if err != nil {
				t.Fatal(err)
			}
			return f
		}
		for _, c := range []struct {
			name, index string
			q           EventQuery
		}{
			{"a calendar's list", "events_in_calendar (mailbox_id=? AND calendar_id=? AND listed=?", EventQuery{Calendar: calendar}},
			{"the mailbox's list", "events_listed (mailbox_id=? AND listed=?", EventQuery{}},
			{"the second page", "events_in_calendar (mailbox_id=? AND calendar_id=? AND listed=? AND (starts,id)>(?,?))", EventQuery{Calendar: calendar, After: []any{int64(5), "x"}}},
			{"from a day on", "events_listed (mailbox_id=? AND listed=? AND starts>?", EventQuery{Filter: filter("start/dateTime ge '2026-11-20'")}},
		} {
			c.q.Mailbox = mailbox
			asked, err := c.q.query()
			if err != nil {
				return err
			}
			sql, err := c.q.listing(tx).PageSQL(&asked)
			if err != nil {
				return err
			}
			check(c.name, c.index, sql.Text.String(), sql.Args)
		}
		check("an iCalUId", "events_by_uid", `SELECT e.id FROM events e WHERE e.mailbox_id = ? AND e.uid = ?`, []any{mailbox, "x"})
		check("a series' exceptions", "events_of_series", `SELECT e.id FROM events e WHERE e.mailbox_id = ? AND e.series_id = ? ORDER BY e.day`, []any{mailbox, "x"})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// fillCalendar adds series, each weekly on some day since 2015.
func fillSeries(tb testing.TB, s *store.Store, mailbox int64, calendar string, count int) {
	tb.Helper()
	err := s.Write(context.Background(), func(tx *store.Tx) error {
		for i := range count {
			start := time.Date(2015, 1, 1+i%28, 8+i%9, 0, 0, 0, time.UTC)
			from, err := model.NewDateTime(start, "Europe/London")
			if err != nil {
				return err
			}
			to, err := model.NewDateTime(start.Add(time.Hour), "Europe/London")
			if err != nil {
				return err
			}
			_, err = AddEvent(tx, mailbox, calendar, NewEvent{Event: model.Event{Subject: "Series", Start: &from, End: &to,
				Body: &model.ItemBody{ContentType: "text", Content: strings.Repeat("agenda ", 40)},
				Recurrence: &model.PatternedRecurrence{Pattern: model.RecurrencePattern{Type: model.Weekly, Interval: 1, DaysOfWeek: []string{strings.ToLower(start.Weekday().String())}},
					Range: model.RecurrenceRange{Type: model.RangeNoEnd}}}})
			if err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		tb.Fatal(err)
	}
}

// BenchmarkWindowOverSeries is a month over 2,000 weekly series without end,
// their occurrences placed and ordered.
func BenchmarkWindowOverSeries(b *testing.B) {
	s := storetest.Open(b, Tables)
	mailbox, calendar := newCalendar(b, s, "bench@contoso.example")
	fillSeries(b, s, mailbox, calendar, 2000)
	from := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC)
	for b.Loop() {
		err := s.Read(context.Background(), func(tx *store.Tx) error {
			slots, err := Slots(tx, Window{Mailbox: mailbox, Calendar: calendar, From: from, To: from.AddDate(0, 1, 0)})
			if err == nil && len(slots) < 8000 {
				b.Fatalf("got %d slots, want more than 8000", len(slots))
			}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
	}
}
