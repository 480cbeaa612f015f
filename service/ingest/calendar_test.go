package ingest_test

import (
	"bytes"
	"context"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/service"
	"daybook/service/calendar"
	"daybook/service/ingest"
	"daybook/service/store"
	"daybook/service/store/pgtest"
)

const plan = `BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Plan//EN
X-WR-CALNAME:Harbour
BEGIN:VEVENT
UID:standup@harbour.example
DTSTART;TZID=Europe/London:20261019T093000
DTEND;TZID=Europe/London:20261019T094500
RRULE:FREQ=WEEKLY;BYDAY=MO,WE;COUNT=6
EXDATE;TZID=Europe/London:20261021T093000
RDATE;TZID=Europe/London:20261030T110000
SUMMARY:Stand-up
END:VEVENT
BEGIN:VEVENT
UID:standup@harbour.example
RECURRENCE-ID;TZID=Europe/London:20261026T093000
DTSTART;TZID=Europe/London:20261026T140000
DTEND;TZID=Europe/London:20261026T143000
SUMMARY:Stand-up\, late
END:VEVENT
BEGIN:VEVENT
UID:odd@harbour.example
DTSTART:20261013T120000Z
DTEND:20261013T123000Z
RRULE:FREQ=MONTHLY;BYMONTHDAY=13,-3
SUMMARY:Odd
END:VEVENT
BEGIN:VEVENT
UID:leave@harbour.example
DTSTART;VALUE=DATE:20261102
DTEND;VALUE=DATE:20261105
SUMMARY:Leave
END:VEVENT
END:VCALENDAR
`

func openStore(t *testing.T) *store.Store {
	t.Helper()
	s, err := store.Open(pgtest.Place(t), store.Options{Areas: service.Areas(),
		Now: func() time.Time { return time.Date(2026, 11, 19, 9, 0, 0, 0, time.UTC) }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func addUser(t *testing.T, s *store.Store, name string) string {
	t.Helper()
	m, err := s.AddMailbox(t.Context(), store.Mailbox{Kind: store.KindUser, PrincipalName: name + "@contoso.example", DisplayName: name})
	if err != nil {
		t.Fatal(err)
	}
	return m.ID
}

// shown lists what a user's calendar of a name holds in a window, as "start
// end subject".
func shown(t *testing.T, s *store.Store, user, calendarID string, from, to time.Time) []string {
	t.Helper()
	var out []string
	err := s.Read(context.Background(), func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(user)
		if err != nil {
			return err
		}
		list, err := calendar.Calendars(tx, mailbox, "")
		if err != nil {
			return err
		}
		for _, c := range list {
			if c.Name != calendarID {
				continue
			}
			slots, err := calendar.Slots(tx, calendar.Window{Mailbox: mailbox, Calendar: c.ID, From: from, To: to})
			if err != nil {
				return err
			}
			for i := range slots {
				e, err := calendar.SlotEvent(tx, mailbox, &slots[i])
				if err != nil {
					return err
				}
				out = append(out, slots[i].Start().Format("0102 15:04")+slots[i].End().Format("-15:04 ")+e.Subject)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestACalendarFileComesInOnceAndGoesOutTheSame(t *testing.T) {
	s := openStore(t)
	ann, bo := addUser(t, s, "ann"), addUser(t, s, "bo")
	sum, err := ingest.Calendar(t.Context(), s, ann, "plan", "Europe/London", strings.NewReader(plan))
	if err != nil || sum.Imported != 3 || sum.Calendar != "Harbour" {
		t.Fatalf("got %+v, %v; want 3 imported into Harbour", sum, err)
	}
	from, to := time.Date(2026, 10, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 11, 20, 0, 0, 0, 0, time.UTC)
	want := []string{"1013 12:00-12:30 Odd", "1019 08:30-08:45 Stand-up", "1026 14:00-14:30 Stand-up, late", "1028 09:30-09:45 Stand-up", "1029 12:00-12:30 Odd",
		"1030 11:00-11:15 Stand-up", "1102 00:00-00:00 Leave", "1102 09:30-09:45 Stand-up", "1104 09:30-09:45 Stand-up", "1113 12:00-12:30 Odd"}
	if got := shown(t, s, ann, "Harbour", from, to); !slices.Equal(got, want) {
		t.Errorf("got %q\nwant %q", got, want)
	}
	again, err := ingest.Calendar(t.Context(), s, ann, "plan", "Europe/London", strings.NewReader(plan))
	if err != nil || again.Imported != 0 || again.Duplicates != 3 {
		t.Errorf("the second run: got %+v, %v; want 3 duplicates", again, err)
	}

	var out bytes.Buffer
	id := calendarID(t, s, ann, "Harbour")
	if n, err := ingest.ExportCalendar(t.Context(), s, ann, id, &out); err != nil || n != 4 {
		t.Fatalf("exported %d, %v; want 4: three, and the added date by itself", n, err)
	}
	if _, err := ingest.Calendar(t.Context(), s, bo, "x", "UTC", &out); err != nil {
		t.Fatal(err)
	}
	if got := shown(t, s, bo, "Harbour", from, to); !slices.Equal(got, want) {
		t.Errorf("after export and import: got %q\nwant %q", got, want)
	}
}

func calendarID(t *testing.T, s *store.Store, user, name string) string {
	t.Helper()
	id := ""
	err := s.Read(t.Context(), func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(user)
		if err != nil {
			return err
		}
		list, err := calendar.Calendars(tx, mailbox, "")
		for _, c := range list {
			if c.Name == name {
				id = c.ID
			}
		}
		return err
	})
	if err != nil || id == "" {
		t.Fatalf("no calendar %q: %v", name, err)
	}
	return id
}

func TestWhatIsNoCalendarIsRefused(t *testing.T) {
	s := openStore(t)
	if _, err := ingest.Calendar(t.Context(), s, addUser(t, s, "ann"), "x", "UTC", strings.NewReader("Dear Ann,")); err == nil {
		t.Error("a letter came in as a calendar")
	}
}

// Two lone occurrences of a series that is not in the file share its UID.
func TestEventsOfOneUIDAllComeIn(t *testing.T) {
	s := openStore(t)
	ann := addUser(t, s, "ann")
	lone := func(day string) string {
		return "BEGIN:VEVENT\nUID:one@harbour.example\nRECURRENCE-ID:202611" + day + "T100000Z\nDTSTART:202611" + day + "T100000Z\nDTEND:202611" + day + "T103000Z\nSUMMARY:Lone\nEND:VEVENT\n"
	}
	file := "BEGIN:VCALENDAR\n" + lone("03") + lone("10") + "END:VCALENDAR\n"
	for _, want := range []int{2, 0} {
		if sum, err := ingest.Calendar(t.Context(), s, ann, "Lone", "UTC", strings.NewReader(file)); err != nil || sum.Imported != want {
			t.Errorf("got %+v, %v; want %d imported", sum, err, want)
		}
	}
}
