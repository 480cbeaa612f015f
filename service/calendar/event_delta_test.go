package calendar

import (
	"context"
	"errors"
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/service/store"
	"daybook/service/store/storetest"
)

// What a delta asks of each event that has changed touches that one alone.
func TestADeltaLooksAtWhatHasChangedAlone(t *testing.T) {
	s := storetest.Open(t, Tables)
	mailbox, calendar := newCalendar(t, s, "plan@contoso.example")
	err := s.Read(context.Background(), func(tx *store.Tx) error {
		for query, args := range map[string][]any{
			lastChangeQuery: {mailbox, store.ItemEvent, calendar, "a", "series/a", "a.", "a/"},
			rowsAtQuery:     {mailbox, "a", 1},
			formerNumbers:   {mailbox, "a", 1, maxFormer},
		} {
			plan := storetest.Explain(t, tx, query, args...)
			for line := range strings.Lines(plan) {
				byEvent := strings.Contains(line, " AND id=?") || strings.Contains(line, "series_id=?") || strings.Contains(line, "item_id")
				if strings.HasPrefix(line, "SCAN ") || strings.HasPrefix(line, "SEARCH ") && !byEvent && !strings.HasPrefix(line, "SEARCH found") {
					t.Errorf("%s\nlooks at more:\n%s", query, plan)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestWhereEventsWereIsKeptAsLongAsTheLogReaches(t *testing.T) {
	s := storetest.Open(t, Tables)
	mailbox, calendar := newCalendar(t, s, "ann@contoso.example")
	day := time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	w := Window{Mailbox: mailbox, Calendar: calendar, From: day, To: day.AddDate(0, 0, 1)}
	on := func(date string) (start, end *model.DateTimeTimeZone) {
		return &model.DateTimeTimeZone{DateTime: date + "T09:00:00", TimeZone: "UTC"}, &model.DateTimeTimeZone{DateTime: date + "T10:00:00", TimeZone: "UTC"}
	}
	var made model.Event
	write := func(change func(tx *store.Tx) error) {
		t.Helper()
		if err := s.Write(context.Background(), change); err != nil {
			t.Fatal(err)
		}
	}
	last := func() (n int64) {
		write(func(tx *store.Tx) (err error) { n, err = tx.LastSeq(mailbox); return err })
		return n
	}
	write(func(tx *store.Tx) (err error) {
		e := model.Event{Subject: "x"}
		e.Start, e.End = on("2026-11-20")
		made, err = AddEvent(tx, mailbox, calendar, NewEvent{Event: e})
		return err
	})
	since := last()
	write(func(tx *store.Tx) error {
		_, err := changeEvent(tx, mailbox, made.ID, func(e *model.Event) error { e.Start, e.End = on("2026-11-25"); return nil })
		return err
	})
	round := EventRound{Since: since, At: since, Top: last()}
	write(func(tx *store.Tx) error {
		got, _, more, err := eventChanges(tx, w, round, 10)
		if err != nil || more || len(got) != 1 || got[0] != (changedEvent{Gone: made.ID, Moved: true}) {
			t.Errorf("EventChanges = %+v, %t, %v; want that it was moved", got, more, err)
		}
		return tx.Prune(mailbox, round.Top)
	})
	write(func(tx *store.Tx) error {
		round.At = round.Top // on a page that the log has yet
		if _, _, _, err := eventChanges(tx, w, round, 10); !errors.Is(err, model.ErrSyncGone) {
			t.Errorf("a round that began before the log does: %v, want 410", err)
		}
		var kept int
		if err := tx.QueryRow(`SELECT count(*) FROM former_events`).Scan(&kept); err != nil || kept != 0 {
			t.Errorf("%d former places are kept, %v; want none", kept, err)
		}
		return nil
	})
}
