package ics

import (
	"errors"
	"fmt"
	"io"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/iotest"
	"time"

	"daybook/model"
)

// file wraps lines into a calendar.
func file(lines ...string) string {
	return "BEGIN:VCALENDAR\r\nVERSION:2.0\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VCALENDAR\r\n"
}

// vevent wraps lines into an event.
func event(lines ...string) string {
	return "BEGIN:VEVENT\r\n" + strings.Join(lines, "\r\n") + "\r\nEND:VEVENT"
}

func read(t *testing.T, text string) *Calendar {
	t.Helper()
	c, err := Read(strings.NewReader(text), Options{Zone: "Europe/London"})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// one reads a calendar that has one item.
func one(t *testing.T, text string) (Item, []Problem) {
	t.Helper()
	c := read(t, text)
	if len(c.Items) != 1 {
		t.Fatalf("%d items, want 1; problems %v", len(c.Items), c.Problems)
	}
	return c.Items[0], c.Problems
}

// times expands an item from 2026 to 2027 and writes when it starts and ends.
func times(t *testing.T, i Item) []string {
	t.Helper()
	list, err := i.Occurrences(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC), time.Date(2027, 1, 1, 0, 0, 0, 0, time.UTC))
	if err != nil {
		t.Fatal(err)
	}
	var all []string
	for _, o := range list {
		all = append(all, o.Start.Format("01-02T15:04Z07:00")+" "+o.End.Sub(o.Start).String())
	}
	return all
}

func expect(t *testing.T, got []string, want ...string) {
	t.Helper()
	if !slices.Equal(got, want) {
		t.Errorf("got  %q\nwant %q", got, want)
	}
}

func expectProblem(t *testing.T, problems []Problem, words ...string) {
	t.Helper()
	for _, w := range words {
		if !slices.ContainsFunc(problems, func(p Problem) bool { return strings.Contains(p.Reason, w) }) {
			t.Errorf("no problem says %q: %v", w, problems)
		}
	}
	if len(words) == 0 && len(problems) > 0 {
		t.Errorf("problems %v, want none", problems)
	}
}

func TestEventWithAllItsProperties(t *testing.T) {
	i, problems := one(t, file("X-WR-CALNAME:Work\\, mostly", event(
		"UID:a@example", "SUMMARY:Plan\\; review, notes", "DESCRIPTION:One\\ntwo \\\\ three and a long te", " xt that was folded",
		"DTSTART;TZID=GMT Standard Time:20261121T090000", "DTEND;TZID=America/New_York:20261121T053000",
		"LOCATION:Hood", "CATEGORIES:Red category,Blue\\, light", "CLASS:PRIVATE", "PRIORITY:1", "TRANSP:OPAQUE",
		"X-MICROSOFT-CDO-BUSYSTATUS:OOF", `ORGANIZER;CN="Berg, Bo":MAILTO:bo@contoso.example`,
		"ATTENDEE;ROLE=OPT-PARTICIPANT;PARTSTAT=ACCEPTED;CN=Cy:mailto:cy@contoso.example",
		"ATTENDEE;CUTYPE=ROOM;PARTSTAT=TENTATIVE:mailto:hood@contoso.example",
		"CREATED:20261101T080000Z", "ATTACH;ENCODING=BASE64;VALUE=BINARY;FMTTYPE=text/plain;FILENAME=a.txt:aGVsbG8=",
		"BEGIN:VALARM", "ACTION:DISPLAY", "TRIGGER:-PT15M", "END:VALARM",
	)))
	expectProblem(t, problems)
	e := i.Event
	want := model.DateTimeTimeZone{DateTime: "2026-11-21T09:00:00.0000000", TimeZone: "Europe/London"}
	if *e.Start != want || e.End.TimeZone != "America/New_York" || e.Type != model.SingleInstance {
		t.Errorf("start %v, end %v, type %s", *e.Start, *e.End, e.Type)
	}
	got := fmt.Sprint(e.ICalUID, "|", e.Subject, "|", e.Body.Content, "|", e.Location.DisplayName, "|", e.Categories, "|", e.Sensitivity, "|", e.Importance, "|", e.ShowAs,
		"|", e.Organizer.EmailAddress, "|", e.CreatedDateTime.Format(time.RFC3339), "|", e.IsReminderOn, e.ReminderMinutesBeforeStart)
	if want := `a@example|Plan; review, notes|One
two \ three and a long text that was folded|Hood|[Red category Blue, light]|private|high|oof|{Berg, Bo bo@contoso.example}|2026-11-01T08:00:00Z|true 15`; got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if len(e.Attendees) != 2 || e.Attendees[0].Type != model.AttendeeOptional || e.Attendees[0].Status.Response != model.ResponseAccepted ||
		e.Attendees[1].Type != model.AttendeeResource || e.Attendees[1].Status.Response != model.ResponseTentative {
		t.Errorf("attendees = %+v", e.Attendees)
	}
	if len(e.Attachments) != 1 || string(e.Attachments[0].ContentBytes) != "hello" || e.Attachments[0].Name != "a.txt" {
		t.Errorf("attachments = %+v", e.Attachments)
	}
}

func TestSeriesWithAllThatDiffersFromIt(t *testing.T) {
	i, problems := one(t, file(
		event("UID:s", "RECURRENCE-ID;TZID=Europe/London:20261109T090000", "DTSTART;TZID=Europe/London:20261110T100000", "DURATION:PT30M", "SUMMARY:Moved"),
		event("UID:s", "SUMMARY:Weekly", "DTSTART;TZID=Europe/London:20261019T090000", "DTEND;TZID=Europe/London:20261019T100000",
			"RRULE:FREQ=WEEKLY;UNTIL=20261130T090000Z", "EXDATE:20261026T090000Z", "EXDATE;VALUE=DATE:20261123", "RDATE;TZID=Europe/London:20261204T090000"),
		event("UID:s", "RECURRENCE-ID:20261116T090000Z", "DTSTART:20261116T090000Z", "STATUS:CANCELLED")))
	expectProblem(t, problems)
	expect(t, times(t, i), "10-19T09:00+01:00 1h0m0s", "11-02T09:00Z 1h0m0s", "11-10T10:00Z 30m0s", "11-30T09:00Z 1h0m0s", "12-04T09:00Z 1h0m0s")
	if got := i.Event.Recurrence.Words(); got != "every Monday until 30 Nov 2026" {
		t.Errorf("recurrence = %q", got)
	}
	if len(i.Exceptions) != 1 || i.Exceptions[0].Subject != "Moved" || i.Exceptions[0].Type != model.Exception {
		t.Errorf("exceptions = %+v", i.Exceptions)
	}
}

func TestRuleOutsideThePatternsIsKeptAndExpanded(t *testing.T) {
	i, problems := one(t, file(event("UID:r", "DTSTART;TZID=Europe/London:20260131T090000", "DTEND;TZID=Europe/London:20260131T100000",
		"RRULE:FREQ=MONTHLY;COUNT=5", "EXDATE;TZID=Europe/London:20260531T090000")))
	expectProblem(t, problems, "the rule is kept as it is")
	if i.Event.Recurrence != nil || i.Event.RecurrenceRule != "FREQ=MONTHLY;COUNT=5" || i.Event.Type != model.SeriesMaster {
		t.Errorf("event = %+v", i.Event)
	}
	// Months without a 31st are skipped, and the clock stays at nine.
	expect(t, times(t, i), "01-31T09:00Z 1h0m0s", "03-31T09:00+01:00 1h0m0s", "07-31T09:00+01:00 1h0m0s", "08-31T09:00+01:00 1h0m0s")
}

func TestZonesOfAFile(t *testing.T) {
	tokyo := "BEGIN:VTIMEZONE\r\nTZID:Office\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0900\r\nTZOFFSETTO:+0900\r\nEND:STANDARD\r\nEND:VTIMEZONE"
	odd := "BEGIN:VTIMEZONE\r\nTZID:Office\r\nBEGIN:STANDARD\r\nDTSTART:19700101T000000\r\nTZOFFSETFROM:+0917\r\nTZOFFSETTO:+0917\r\nEND:STANDARD\r\nEND:VTIMEZONE"
	for _, c := range []struct{ name, zone, start, want string }{
		{"floating", "", "DTSTART:20260701T090000", "2026-07-01T09:00:00.0000000 Europe/London"},
		{"UTC", "", "DTSTART:20260701T090000Z", "2026-07-01T09:00:00.0000000 UTC"},
		{"UTC, whatever the name", "", "DTSTART;TZID=Asia/Tokyo:20260701T090000Z", "2026-07-01T09:00:00.0000000 UTC"},
		{"Windows name", "", "DTSTART;TZID=Tokyo Standard Time:20260701T090000", "2026-07-01T09:00:00.0000000 Asia/Tokyo"},
		{"quoted name", "", `DTSTART;TZID="Tokyo Standard Time":20260701T090000`, "2026-07-01T09:00:00.0000000 Asia/Tokyo"},
		{"name with a path", "", "DTSTART;TZID=/citadel.org/20210210_1/America/Argentina/Ushuaia:20260701T090000", "2026-07-01T09:00:00.0000000 America/Argentina/Ushuaia"},
		{"name with an underscore", "", "DTSTART;TZID=Europe_Paris:20260701T090000", "2026-07-01T09:00:00.0000000 Europe/Paris"},
		{"rules that a zone has", tokyo, "DTSTART;TZID=Office:20260701T090000", "2026-07-01T09:00:00.0000000 Asia/Tokyo"},
		{"rules that none has", odd, "DTSTART;TZID=Office:20260701T090000", "2026-06-30T23:43:00.0000000 UTC"},
		{"unknown name", "", "DTSTART;TZID=Moon:20260701T090000", "2026-07-01T09:00:00.0000000 Europe/London"},
		{"date", "", "DTSTART;VALUE=DATE:20260701", "2026-07-01T00:00:00.0000000 Europe/London"},
	} {
		lines := []string{event("UID:z", c.start)}
		if c.zone != "" {
			lines = append(lines, c.zone) // after the event that needs it
		}
		i, _ := one(t, file(lines...))
		if got := i.Event.Start.DateTime + " " + i.Event.Start.TimeZone; got != c.want {
			t.Errorf("%s: %s, want %s", c.name, got, c.want)
		}
	}
}

func TestCustomRulesOfAZoneChangeTheClocks(t *testing.T) {
	eastern := strings.Join([]string{"BEGIN:VTIMEZONE", "TZID:HQ",
		"BEGIN:DAYLIGHT", "DTSTART:16010311T020000", "RRULE:FREQ=YEARLY;BYDAY=2SU;BYMONTH=3", "TZOFFSETFROM:-0500", "TZOFFSETTO:-0400", "END:DAYLIGHT",
		"BEGIN:STANDARD", "DTSTART:16011104T020000", "RRULE:FREQ=YEARLY;BYDAY=1SU;BYMONTH=11", "TZOFFSETFROM:-0400", "TZOFFSETTO:-0500", "END:STANDARD",
		"END:VTIMEZONE"}, "\r\n")
	i, problems := one(t, file(eastern, event("UID:z", "DTSTART;TZID=HQ:20260302T090000", "DURATION:PT1H", "RRULE:FREQ=WEEKLY;COUNT=3")))
	if i.Event.Start.TimeZone != "America/New_York" {
		t.Errorf("zone = %s, want America/New_York", i.Event.Start.TimeZone)
	}
	expectProblem(t, problems, "taken as America/New_York")
	expect(t, times(t, i), "03-02T09:00-05:00 1h0m0s", "03-09T09:00-04:00 1h0m0s", "03-16T09:00-04:00 1h0m0s")
}

func TestBrokenFilesLoseOnlyWhatIsBroken(t *testing.T) {
	good := event("UID:good", "DTSTART:20260701T090000Z", "DURATION:PT1H")
	for _, c := range []struct{ name, text, problem string }{
		{"no DTSTART", file(event("UID:bad"), good), "no DTSTART"},
		{"DTSTART that is none", file(event("UID:bad", "DTSTART:next week"), good), "not a date or a time"},
		{"a date that does not exist", file(event("UID:bad", "DTSTART:20260230"), good), "not a date or a time"},
		{"the file is cut", strings.TrimSuffix(file(good, event("UID:bad", "DTSTART:20260701")), "END:VEVENT\r\nEND:VCALENDAR\r\n"), "the file ends in it"},
		{"a task", file("BEGIN:VTODO\r\nSUMMARY:x\r\nEND:VTODO", good), "VTODO entries are not events"},
		{"too deep", file(strings.Repeat("BEGIN:X\r\n", 30) + strings.Repeat("END:X\r\n", 30) + good), "larger than any real one"},
		{"no calendar around it", good, ""},
		{"lines without a colon", file(event("UID:good", "nonsense", "DTSTART:20260701T090000Z", "DURATION:PT1H")), ""},
		{"CR alone", strings.ReplaceAll(file(good), "\n", ""), ""},
		{"a folded line at the end of the buffer", file("X-LONG:"+strings.Repeat("x", 64<<10-24)+"\r\n y", good), ""},
		{"LF alone and a byte order mark", "\ufeff" + strings.ReplaceAll(file(good), "\r", ""), ""},
		{"Latin-1", file(event("UID:good", "SUMMARY:Caf\xe9", "DTSTART:20260701T090000Z", "DURATION:PT1H")), ""},
	} {
		i := read(t, c.text)
		found := slices.ContainsFunc(i.Items, func(i Item) bool { return i.Event.ICalUID == "good" })
		if !found {
			t.Errorf("%s: the good event is lost: %+v", c.name, i)
		}
		if c.problem != "" {
			expectProblem(t, i.Problems, c.problem)
		}
	}
	for _, text := range []string{"", "hello", "From: a@b\r\n\r\nhello"} {
		if _, err := Read(strings.NewReader(text), Options{}); !errors.Is(err, ErrFormat) {
			t.Errorf("%q: %v, want ErrFormat", text, err)
		}
	}
	broken := io.MultiReader(strings.NewReader("BEGIN:VCALENDAR\r\n"+good+"\r\n"), iotest.ErrReader(io.ErrClosedPipe))
	if c, err := Read(broken, Options{}); !errors.Is(err, io.ErrClosedPipe) || len(c.Items) != 1 {
		t.Errorf("a reader that fails: %+v, %v; want one event and its error", c, err)
	}
}

func TestRecurrencesThatCannotBeComeInAsSingleEvents(t *testing.T) {
	for rule, why := range map[string]string{
		"FREQ=DAILY;UNTIL=20200101":                         "ends before it starts",
		"FREQ=DAILY;BYMINUTE=1,2,3,4,5,6,7;BYHOUR=" + hours: "times a day",
		"FREQ=SOMETIMES":                                    "has no meaning",
		"COUNT=3":                                           "how often",
		"FREQ=YEARLY;BYMONTH=2;BYMONTHDAY=30":               "falls on no date",
		"FREQ=MONTHLY;BYDAY=10MO":                           "cannot ask for the 10. Monday",
		"FREQ=DAILY;INTERVAL=0":                             "has no meaning",
	} {
		i, problems := one(t, file(event("UID:x", "DTSTART:20260701T090000Z", "RRULE:"+rule)))
		if i.Event.Type != model.SingleInstance || i.Event.RecurrenceRule != "" {
			t.Errorf("%s: %+v, want a single event", rule, i.Event)
		}
		expectProblem(t, problems, why)
	}
}

const hours = "0,1,2,3,4,5,6,7,8,9,10,11"

func TestALineTooLongToHoldIsNamedAndPassedOver(t *testing.T) {
	const most, huge = 128 << 20, 200 << 20
	long := strings.Repeat("0123456789abcdef", 1<<12)
	for name, piece := range map[string]string{"of one piece": long, "folded": long[:1000] + "\r\n "} {
		var pieces []io.Reader
		again := strings.Repeat(piece, len(long)/len(piece))
		for range huge / len(long) {
			pieces = append(pieces, strings.NewReader(again))
		}
		in := io.MultiReader(strings.NewReader("BEGIN:VCALENDAR\r\nBEGIN:VEVENT\r\nUID:long\r\nDTSTART:20260701T090000Z\r\nDESCRIPTION;X=1:"),
			io.MultiReader(pieces...), strings.NewReader("\r\nSUMMARY:kept\r\nEND:VEVENT\r\n"+event("UID:good", "DTSTART:20260701T090000Z")+"\r\nEND:VCALENDAR\r\n"))
		var before, since runtime.MemStats
		runtime.ReadMemStats(&before)
		c, err := Read(in, Options{})
		runtime.ReadMemStats(&since)
		if err != nil || len(c.Items) != 2 || c.Items[0].Event.Subject != "kept" {
			t.Fatalf("%s: got %+v, %v; want both events", name, c, err)
		}
		expectProblem(t, c.Problems, "DESCRIPTION", "33 MB")
		if c.Problems[0].Line != 5 || !c.Problems[0].LeftOut {
			t.Errorf("%s: got %+v, want line 5 left out", name, c.Problems[0])
		}
		if used := since.TotalAlloc - before.TotalAlloc; used > most {
			t.Errorf("%s: it allocated %d MB in all for %d MB", name, used>>20, huge>>20)
		}
	}
}

func TestTheNumberOfEventsIsBounded(t *testing.T) {
	var lines []string
	for n := range 5 {
		lines = append(lines, event(fmt.Sprint("UID:", n), "DTSTART:20260701T090000Z"))
	}
	c, err := Read(strings.NewReader(file(lines...)), Options{MaxEvents: 3})
	if err != nil || len(c.Items) > 4 {
		t.Errorf("%d items, %v; want no more than the limit and the one that broke it", len(c.Items), err)
	}
	expectProblem(t, c.Problems, "more than 3")
}

func FuzzRead(f *testing.F) {
	f.Add(file(event("UID:s", "DTSTART;TZID=Europe/London:20261019T090000", "RRULE:FREQ=WEEKLY;UNTIL=20261130T090000Z", "EXDATE:20261026T090000Z")))
	f.Add(file(event("UID:a", "DTSTART:20260131T090000", "RRULE:FREQ=MONTHLY;BYDAY=-2MO", "RDATE:20260201")))
	f.Add("BEGIN:VEVENT\nDTSTART;TZID=\"a:20260101\nATTENDEE;X=\n")
	f.Fuzz(func(t *testing.T, text string) {
		c, err := Read(strings.NewReader(text), Options{MaxEvents: 20})
		if err != nil {
			return
		}
		w := NewWriter(io.Discard, c.Name, time.Unix(0, 0))
		for _, i := range c.Items {
			if i.Event.Start == nil || i.Event.End == nil {
				t.Errorf("an event without a time: %+v", i.Event)
				continue
			}
			if _, err := i.Event.Start.Time(); err != nil {
				t.Errorf("the start of an event that was read: %v", err)
			}
			if i.Event.ICalUID == "" {
				continue
			}
			if err := w.Write(i); err != nil {
				t.Errorf("what was read cannot be written: %v", err)
			}
		}
	})
}

// A rule that was accepted expands without harm, and in order.
func FuzzRule(f *testing.F) {
	for _, s := range []string{"FREQ=YEARLY;BYDAY=20MO", "FREQ=YEARLY;BYWEEKNO=53;BYDAY=TU,SA", "FREQ=MONTHLY;BYDAY=-1FR;BYSETPOS=-1;UNTIL=20270101", "FREQ=DAILY;BYYEARDAY=-366,1;BYHOUR=9,10"} {
		f.Add(s)
	}
	at := model.DateTimeTimeZone{DateTime: "2026-03-29T01:30:00", TimeZone: "Europe/London"}
	f.Fuzz(func(t *testing.T, text string) {
		rule, err := ParseRule(text, at, at)
		if err != nil {
			return
		}
		from := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
		list := rule.Occurrences(from, from.AddDate(3, 0, 0))
		if !slices.IsSortedFunc(list, func(a, b model.Instance) int { return a.Start.Compare(b.Start) }) {
			t.Errorf("%s is not in order: %v", text, list)
		}
	})
}

// Occurrences returns what of an item meets a window, in order of start: the
// occurrences that are left, the changed and the added ones.
func (i *Item) Occurrences(from, to time.Time) ([]model.Instance, error) {
	var list []model.Instance
	collect := func(at []model.Instance) { list = append(list, at...) }
	switch {
	case i.Event.RecurrenceRule != "":
		rule, err := ParseRule(i.Event.RecurrenceRule, *i.Event.Start, *i.Event.End)
		if err != nil {
			return nil, err
		}
		collect(i.left(rule.Occurrences(from, to)))
	case i.Event.Recurrence != nil:
		series, err := model.NewSeries(*i.Event.Recurrence, *i.Event.Start, *i.Event.End)
		if err != nil {
			return nil, err
		}
		var all []model.Instance
		for o := range series.Occurrences(from, to) {
			all = append(all, o)
		}
		collect(i.left(all))
	default:
		collect(instanceOf(i.Event, from, to))
	}
	for _, e := range append(i.Exceptions[:len(i.Exceptions):len(i.Exceptions)], i.Added...) {
		collect(instanceOf(e, from, to))
	}
	sortInstances(list)
	return list, nil
}

// left drops the occurrences that were deleted or changed.
func (i *Item) left(all []model.Instance) []model.Instance {
	gone := map[int64]bool{}
	for _, at := range i.Cancelled {
		gone[at.Unix()] = true
	}
	for _, e := range i.Exceptions {
		if e.OriginalStart != nil {
			gone[e.OriginalStart.Unix()] = true
		}
	}
	kept := all[:0]
	for _, o := range all {
		if !gone[o.Start.Unix()] {
			kept = append(kept, o)
		}
	}
	return kept
}

// instanceOf is a single event as far as it meets a window.
func instanceOf(e model.Event, from, to time.Time) []model.Instance {
	if e.Start == nil || e.End == nil {
		return nil
	}
	start, end, err := model.Span(*e.Start, *e.End)
	if err != nil {
		return nil
	}
	i := model.Instance{Date: model.DateIn(start), Start: start, End: end, Replaced: e.OriginalStart != nil}
	if !i.Meets(from, to) {
		return nil
	}
	return []model.Instance{i}
}
