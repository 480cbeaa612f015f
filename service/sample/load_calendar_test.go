package sample

import (
	"errors"
	"testing"

	"daybook/model"
	"daybook/service/calendar"
	"daybook/service/store"
)

func TestLoadedCalendarsHoldTheirEvents(t *testing.T) {
	now := moments()["tuesday afternoon"]
	s, w := loaded(t, now)
	from, to := now.AddDate(0, 0, -14), now.AddDate(0, 0, 14)
	for i := range w.Mailboxes {
		box := &w.Mailboxes[i]
		read(t, s, box.UserID, func(tx *store.Tx, mailbox int64) error {
			main, err := calendar.Calendar(tx, mailbox, calendar.CalendarKey{})
			if err != nil {
				return err
			}
			got, err := calendar.Slots(tx, calendar.Window{Mailbox: mailbox, Calendar: main.ID, From: from, To: to})
			if err != nil {
				return err
			}
			want := 0
			for _, e := range box.Calendars[0].Events {
				want += len(occurrences(t, e, from, to))
			}
			// An all-day event at an edge may count on one side alone.
			if len(got) < want-6 || len(got) > want+6 {
				t.Errorf("%s: %d events in four weeks, want %d", w.address(box.UserID), len(got), want)
			}
			return nil
		})
	}
}

func TestLoadedSeriesKeepTheirExceptions(t *testing.T) {
	s, w := loaded(t, moments()["tuesday afternoon"])
	box := owner(t, w)
	read(t, s, w.Owner, func(tx *store.Tx, mailbox int64) error {
		for _, c := range box.Calendars {
			for _, e := range c.Events {
				got, err := calendar.Event(tx, mailbox, e.ID)
				if err != nil {
					return err
				}
				if got.Subject != e.Subject || got.ICalUID != e.ICalUID {
					t.Errorf("%q is kept as %q with the uid %s, want %s", e.Subject, got.Subject, got.ICalUID, e.ICalUID)
				}
				if e.Recurrence == nil {
					continue
				}
				kept, err := calendar.Exceptions(tx, mailbox, e.ID)
				if err != nil {
					return err
				}
				if len(kept) != len(e.Exceptions) || len(got.CancelledOccurrences) != len(e.Cancelled) {
					t.Errorf("%q has %d exceptions and %d cancelled, want %d and %d", e.Subject, len(kept), len(got.CancelledOccurrences), len(e.Exceptions), len(e.Cancelled))
				}
			}
		}
		return nil
	})
}

func TestLoadedGroupCalendarsHoldTheirEvents(t *testing.T) {
	s, w := loaded(t, moments()["tuesday afternoon"])
	for _, g := range w.Groups {
		read(t, s, g.ID, func(tx *store.Tx, group int64) error {
			for _, e := range g.Calendar.Events {
				got, err := calendar.Event(tx, group, e.ID)
				if err != nil {
					return err
				}
				if got.Subject != e.Subject {
					t.Errorf("%s: %q is kept as %q", g.DisplayName, e.Subject, got.Subject)
				}
			}
			return nil
		})
	}
}

func TestInvitationsLeadToTheirEvent(t *testing.T) {
	s, w := loaded(t, moments()["tuesday afternoon"])
	for i := range w.Mailboxes {
		box := &w.Mailboxes[i]
		read(t, s, box.UserID, func(tx *store.Tx, mailbox int64) error {
			for _, m := range box.Mail {
				if m.Message.MeetingMessageType == "" {
					continue
				}
				_, err := calendar.Event(tx, mailbox, m.Message.Event.ID)
				if errors.Is(err, &model.Error{Code: model.CodeNotFound}) {
					t.Errorf("%s: %q leads to no event", w.address(box.UserID), m.Message.Subject)
				} else if err != nil {
					return err
				}
			}
			return nil
		})
	}
}
