package ingest_test

import (
	"bytes"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/service/calendar"
	"daybook/service/ingest"
	"daybook/service/store"
)

// file is a calendar called Plan of VEVENTs.
func file(events ...string) string {
	out := "BEGIN:VCALENDAR\nVERSION:2.0\nX-WR-CALNAME:Plan\n"
	for _, e := range events {
		out += "BEGIN:VEVENT\nUID:w@harbour.example\n" + e + "\nEND:VEVENT\n"
	}
	return out + "END:VCALENDAR\n"
}

const (
	series  = "DTSTART:20261102T100000Z\nDTEND:20261102T103000Z\nRRULE:FREQ=WEEKLY;COUNT=4\nSUMMARY:Watch"
	second  = "RECURRENCE-ID:20261109T100000Z\nDTSTART:20261109T150000Z\nDTEND:20261109T160000Z\nSUMMARY:Watch, later\nSEQUENCE:1"
	third   = "RECURRENCE-ID:20261116T100000Z\nDTSTART:20261116T110000Z\nDTEND:20261116T113000Z\nSUMMARY:Watch, an hour on"
	dropped = "RECURRENCE-ID:20261123T100000Z\nDTSTART:20261123T100000Z\nSTATUS:CANCELLED\nSEQUENCE:1\nSUMMARY:Watch"
)

// bring imports a file and wants what became of it, and the calendar to be.
func bring(t *testing.T, s *store.Store, user, text string, tally ingest.Tally, want ...string) {
	t.Helper()
	sum, err := ingest.Calendar(t.Context(), s, user, "Plan", "UTC", strings.NewReader(text))
	if got := (ingest.Tally{Imported: sum.Imported, Duplicates: sum.Duplicates, Updated: sum.Updated}); err != nil || got != tally {
		t.Errorf("got %+v (%v, %v), want %+v", got, sum.Problems, err, tally)
	}
	from, to := time.Date(2026, 11, 1, 0, 0, 0, 0, time.UTC), time.Date(2026, 12, 1, 0, 0, 0, 0, time.UTC)
	if got := shown(t, s, user, "Plan", from, to); !slices.Equal(got, want) {
		t.Errorf("the calendar is\n %s\nwant\n %s", strings.Join(got, "\n "), strings.Join(want, "\n "))
	}
}

func TestANewerVersionChangesTheSeriesThatIsThere(t *testing.T) {
	s := openStore(t)
	ann := addUser(t, s, "ann")
	first := []string{"1102 10:00-10:30 Watch", "1109 10:00-10:30 Watch", "1116 11:00-11:30 Watch, an hour on", "1123 10:00-10:30 Watch"}
	bring(t, s, ann, file(series, third), ingest.Tally{Imported: 1}, first...)
	bring(t, s, ann, file(strings.Replace(series, "Watch", "Old news", 1)), ingest.Tally{Duplicates: 1}, first...)
	moved := strings.Replace(series, "T103000Z", "T110000Z", 1) + "\nSEQUENCE:2\nEXDATE:20261109T100000Z"
	bring(t, s, ann, file(moved), ingest.Tally{Updated: 1}, "1102 10:00-11:00 Watch", "1116 10:00-11:00 Watch", "1123 10:00-11:00 Watch")
	bring(t, s, ann, file(moved), ingest.Tally{Duplicates: 1}, "1102 10:00-11:00 Watch", "1116 10:00-11:00 Watch", "1123 10:00-11:00 Watch")
}

func TestALaterChangeCountsWhereTheSequenceIsTheSame(t *testing.T) {
	s := openStore(t)
	ann := addUser(t, s, "ann")
	at := func(stamp, subject string) string {
		return file("DTSTART:20261102T100000Z\nDTEND:20261102T103000Z\nLAST-MODIFIED:" + stamp + "\nSUMMARY:" + subject)
	}
	bring(t, s, ann, at("20261001T000000Z", "Tea"), ingest.Tally{Imported: 1}, "1102 10:00-10:30 Tea")
	bring(t, s, ann, at("20260901T000000Z", "Milk"), ingest.Tally{Duplicates: 1}, "1102 10:00-10:30 Tea")
	bring(t, s, ann, at("20261002T000000Z", "Cake"), ingest.Tally{Updated: 1}, "1102 10:00-10:30 Cake")
}

func TestAnOccurrenceByItselfChangesTheSeriesThatIsThere(t *testing.T) {
	s := openStore(t)
	ann := addUser(t, s, "ann")
	bring(t, s, ann, file(series), ingest.Tally{Imported: 1},
		"1102 10:00-10:30 Watch", "1109 10:00-10:30 Watch", "1116 10:00-10:30 Watch", "1123 10:00-10:30 Watch")
	after := []string{"1102 10:00-10:30 Watch", "1109 15:00-16:00 Watch, later", "1116 10:00-10:30 Watch"}
	bring(t, s, ann, file(second, dropped), ingest.Tally{Updated: 2}, after...)
	bring(t, s, ann, file(second, dropped), ingest.Tally{Duplicates: 2}, after...)
	bring(t, s, ann, file(series), ingest.Tally{Duplicates: 1}, after...)
}

func TestOccurrencesWithoutTheirSeriesAllComeInAndJoinIt(t *testing.T) {
	s := openStore(t)
	ann, bo := addUser(t, s, "ann"), addUser(t, s, "bo")
	lone := []string{"1109 15:00-16:00 Watch, later", "1116 11:00-11:30 Watch, an hour on"}
	bring(t, s, ann, file(second, third), ingest.Tally{Imported: 2}, lone...)
	bring(t, s, ann, file(second, third), ingest.Tally{Duplicates: 2}, lone...)

	var out bytes.Buffer
	if n, err := ingest.ExportCalendar(t.Context(), s, ann, calendarID(t, s, ann, "Plan"), &out); err != nil || n != 2 || strings.Count(out.String(), "RECURRENCE-ID:202611") != 2 {
		t.Fatalf("exported %d, %v:\n%s", n, err, out.String())
	}
	bring(t, s, bo, out.String(), ingest.Tally{Imported: 2}, lone...)

	whole := []string{"1102 10:00-10:30 Watch", "1109 15:00-16:00 Watch, later", "1116 11:00-11:30 Watch, an hour on", "1123 10:00-10:30 Watch"}
	bring(t, s, ann, file(series), ingest.Tally{Imported: 1}, whole...)
	bring(t, s, ann, file(second, third), ingest.Tally{Duplicates: 2}, whole...)
}

func TestWhatComesInGoesOutAgain(t *testing.T) {
	const text = "DTSTART;TZID=\"W. Europe Standard Time\":20261130T100000\nDTEND;TZID=\"W. Europe Standard Time\":20261130T110000\n" +
		"RRULE:FREQ=MONTHLY;BYDAY=MO,TU;BYSETPOS=-1\nSUMMARY:Review\nCATEGORIES:Blue,Red\\, or so\nSEQUENCE:4\nCLASS:CONFIDENTIAL\n" +
		"ATTACH;ENCODING=BASE64;VALUE=BINARY;FMTTYPE=text/plain;FILENAME=a.txt:aGVsbG8=\n" +
		"X-ALT-DESC;FMTTYPE=text/html:<p>Bring <b>cake</b></p>\n" +
		"BEGIN:VALARM\nACTION:DISPLAY\nTRIGGER:-PT25M\nEND:VALARM"
	s := openStore(t)
	ann, bo := addUser(t, s, "ann"), addUser(t, s, "bo")
	bring(t, s, ann, file(text), ingest.Tally{Imported: 1}, "1130 09:00-10:00 Review")
	var first, again bytes.Buffer
	if _, err := ingest.ExportCalendar(t.Context(), s, ann, calendarID(t, s, ann, "Plan"), &first); err != nil {
		t.Fatal(err)
	}
	unfolded := strings.ReplaceAll(first.String(), "\r\n ", "")
	for _, want := range []string{"ATTACH;", "aGVsbG8=", "FILENAME=a.txt", "TRIGGER:-PT25M", "CATEGORIES:Blue,Red\\, or so", "SEQUENCE:4", "CLASS:CONFIDENTIAL",
		"TZID=Europe/Berlin:20261130T100000", "<p>Bring <b>cake</b></p>"} {
		if !strings.Contains(unfolded, want) {
			t.Errorf("the file lacks %q:\n%s", want, unfolded)
		}
	}
	bring(t, s, bo, first.String(), ingest.Tally{Imported: 1}, "1130 09:00-10:00 Review")
	if _, err := ingest.ExportCalendar(t.Context(), s, bo, calendarID(t, s, bo, "Plan"), &again); err != nil {
		t.Fatal(err)
	}
	if again.String() != first.String() {
		t.Errorf("once more round it is another file. First:\n%s\nagain:\n%s", first.String(), again.String())
	}
}

// A date that is both excluded and changed is the change, and takes nothing with
// it; also when the change came first, by itself.
func TestAnExcludedDateThatIsChangedKeepsItsSeries(t *testing.T) {
	want := []string{"1102 10:00-10:30 Watch", "1109 15:00-16:00 Watch, later", "1116 10:00-10:30 Watch", "1123 10:00-10:30 Watch"}
	excluding := series + "\nEXDATE:20261109T100000Z"
	s := openStore(t)
	bring(t, s, addUser(t, s, "ann"), file(excluding, second), ingest.Tally{Imported: 1}, want...)
	bo := addUser(t, s, "bo")
	bring(t, s, bo, file(second), ingest.Tally{Imported: 1}, want[1])
	bring(t, s, bo, file(excluding), ingest.Tally{Imported: 1}, want...)
}

func TestTwoTimesADayAreTwoEvents(t *testing.T) {
	s := openStore(t)
	ann := addUser(t, s, "ann")
	twice := "DTSTART:20261102T090000Z\nDTEND:20261102T093000Z\nRRULE:FREQ=DAILY;BYHOUR=9,15;COUNT=5\nEXDATE:20261103T150000Z\nSUMMARY:Watch"
	change := "RECURRENCE-ID:20261103T090000Z\nDTSTART:20261103T100000Z\nDTEND:20261103T103000Z\nSUMMARY:Watch, later"
	want := []string{"1102 09:00-09:30 Watch", "1102 15:00-15:30 Watch", "1103 10:00-10:30 Watch, later", "1104 09:00-09:30 Watch"}
	bring(t, s, ann, file(twice, change), ingest.Tally{Imported: 1}, want...)
	err := s.Read(t.Context(), func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(ann)
		if err != nil {
			return err
		}
		known, err := calendar.EventsByUID(tx, mailbox, "w@harbour.example")
		if err != nil {
			return err
		}
		for id, subject := range map[string]string{".20261102T090000": "Watch", ".20261102T150000": "Watch", ".20261103T090000": "Watch, later"} {
			e, err := calendar.Event(tx, mailbox, known[0].ID+id)
			if err != nil || e.Subject != subject || e.ID != known[0].ID+id {
				t.Errorf("%s is %q as %s, %v; want %q", id, e.Subject, e.ID, err, subject)
			}
		}
		if _, err := calendar.Event(tx, mailbox, known[0].ID+".20261103T150000"); err == nil {
			t.Error("what was called off is there")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
