package ics

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-ical"
	"pgregory.net/rapid"

	"daybook/model"
)

var stamp = time.Date(2026, 11, 21, 9, 0, 0, 0, time.UTC)

func writeAll(t testing.TB, items ...Item) string {
	t.Helper()
	var b bytes.Buffer
	w := NewWriter(&b, "Calendar", stamp)
	for _, i := range items {
		if err := w.Write(i); err != nil {
			t.Fatal(err)
		}
	}
	if err := w.Close(); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

// What is written is read back as the same event at the same times.
func TestItemsSurviveWritingAndReading(t *testing.T) {
	source := file(
		event("UID:single", "SUMMARY:Größe\\, 日本語 and a text that is so long that the line has to be folded more than once 日本語日本語日本語",
			"DESCRIPTION:a\\nb\\;c", "DTSTART;TZID=Europe/London:20261121T090000", "DTEND;TZID=Asia/Tokyo:20261121T200000", "CLASS:PRIVATE", "PRIORITY:9",
			"X-MICROSOFT-CDO-BUSYSTATUS:TENTATIVE", "CATEGORIES:a,b\\,c", `ORGANIZER;CN="Berg, Bo":mailto:bo@contoso.example`,
			"ATTENDEE;ROLE=OPT-PARTICIPANT;PARTSTAT=DECLINED:mailto:cy@contoso.example", "BEGIN:VALARM", "TRIGGER:-PT1H", "END:VALARM",
			"ATTACH;ENCODING=BASE64;VALUE=BINARY;FILENAME=a.bin:"+strings.Repeat("AAEC", 100)),
		event("UID:day", "DTSTART;VALUE=DATE:20260325", "DTEND;VALUE=DATE:20260327", "RRULE:FREQ=YEARLY"),
		event("UID:series", "DTSTART;TZID=America/New_York:20260105T090000", "DURATION:PT45M", "RRULE:FREQ=WEEKLY;INTERVAL=2;BYDAY=MO,TH;COUNT=20",
			"EXDATE;TZID=America/New_York:20260119T090000", "RDATE;TZID=America/New_York:20260106T100000"),
		event("UID:series", "RECURRENCE-ID;TZID=America/New_York:20260202T090000", "DTSTART;TZID=Europe/Paris:20260203T140000", "DURATION:PT2H", "SUMMARY:Changed"),
		event("UID:rule", "DTSTART;TZID=Europe/London:20260102T090000", "DURATION:PT1H", "RRULE:FREQ=MONTHLY;BYDAY=FR;BYMONTHDAY=13;COUNT=3"),
		event("UID:zulu", "DTSTART:20260302T090000Z", "DURATION:PT1H", "RRULE:FREQ=DAILY;COUNT=3"))
	first := read(t, source)
	text := writeAll(t, first.Items...)
	second := read(t, text)
	if len(first.Items) != 5 || len(second.Items) != 5 {
		t.Fatalf("%d items, then %d, want 5; %v", len(first.Items), len(second.Items), second.Problems)
	}
	for n, want := range first.Items {
		got := second.Items[n]
		if a, b := times(t, got), times(t, want); !slices.Equal(a, b) || len(a) == 0 {
			t.Errorf("%s: times\ngot  %q\nwant %q", want.Event.ICalUID, a, b)
		}
		a, err := json.Marshal(got.Event)
		if err != nil {
			t.Fatal(err)
		}
		b, err := json.Marshal(want.Event)
		if err != nil {
			t.Fatal(err)
		}
		if !bytes.Equal(a, b) {
			t.Errorf("%s:\ngot  %s\nwant %s", want.Event.ICalUID, a, b)
		}
	}
	for line := range strings.SplitSeq(text, "\r\n") {
		if len(line) > 75 || strings.ContainsAny(line, "\r\n") {
			t.Errorf("a line of %d bytes: %q", len(line), line)
		}
	}
	if _, err := ical.NewDecoder(strings.NewReader(text)).Decode(); err != nil {
		t.Errorf("another reader: %v", err)
	}
}

func TestWriterKeepsLinesApart(t *testing.T) {
	at := model.DateTimeTimeZone{DateTime: "2026-11-21T09:00:00", TimeZone: "UTC"}
	e := model.Event{ICalUID: "a\r\nBEGIN:VEVENT", Subject: "x\r\nDTSTART:19700101\x1b[2J", Start: &at, End: &at, Item: model.Item{Categories: []string{"a\nb"}},
		Attendees:   []model.Attendee{{EmailAddress: model.EmailAddress{Name: "q\"\r\nX:1", Address: "a@b\r\nX:2"}}},
		ShowAs:      model.ShowBusy,
		Attachments: []model.Attachment{{Name: "a\"\n", ContentType: "t\"\n", ContentBytes: []byte("x")}}}
	c := read(t, writeAll(t, Item{Event: e}))
	if len(c.Items) != 1 || c.Items[0].Event.Start.DateTime != "2026-11-21T09:00:00.0000000" || strings.Contains(c.Items[0].Event.Subject, "\x1b") {
		t.Errorf("read back %+v", c.Items)
	}
}

func TestAnEmptyCalendarAndAnEventWithoutIdentity(t *testing.T) {
	if got := writeAll(t); !strings.HasPrefix(got, "BEGIN:VCALENDAR\r\n") || !strings.HasSuffix(got, "END:VCALENDAR\r\n") {
		t.Errorf("an empty calendar is %q", got)
	}
	if err := NewWriter(io.Discard, "", stamp).Write(Item{}); err == nil {
		t.Error("an event without an id and a time gave no error")
	}
}

// Every zone that is described gives every time the offset that the zone has.
func TestDescribedZonesAgreeWithTheZones(t *testing.T) {
	for _, zone := range model.Zones() {
		loc, err := model.LoadZone(zone.Alias)
		if err != nil {
			t.Fatal(err)
		}
		from := time.Date(2024, 5, 1, 0, 0, 0, 0, time.UTC)
		c, err := timezone(zone.Alias, from)
		if err != nil {
			t.Fatal(err)
		}
		for day := 0; day < 365*12; day += 23 {
			at := from.AddDate(0, 0, day).Add(12 * time.Hour).In(loc)
			_, want := at.Zone()
			if got := customOffset(c, momentAt(at, zone.Alias)); got != want {
				t.Errorf("%s at %v: offset %d, want %d", zone.Alias, at, got, want)
				break
			}
		}
		if len(c.Children) > 60 {
			t.Errorf("%s takes %d observances", zone.Alias, len(c.Children))
		}
	}
}

// A rule that becomes a pattern falls on the dates that rrule-go gives it.
func TestPatternsFallWhereTheirRulesDo(t *testing.T) {
	days := rapid.SliceOfNDistinct(rapid.SampledFrom(ruleDays), 1, 3, rapid.ID)
	patterns := 0
	rapid.Check(t, func(t *rapid.T) {
		freq := rapid.SampledFrom([]string{"DAILY", "WEEKLY", "MONTHLY", "YEARLY"}).Draw(t, "freq")
		text := "FREQ=" + freq
		maybe := func(part string) {
			if rapid.Bool().Draw(t, "with "+part) {
				text += ";" + part
			}
		}
		maybe(fmt.Sprint("INTERVAL=", rapid.IntRange(1, 4).Draw(t, "interval")))
		if freq == "YEARLY" {
			maybe(fmt.Sprint("BYMONTH=", rapid.IntRange(1, 12).Draw(t, "month")))
		}
		byDay := strings.Join(days.Draw(t, "days"), ",")
		if n := rapid.IntRange(-1, 4).Draw(t, "nth"); n != 0 && (freq == "MONTHLY" || freq == "YEARLY") {
			byDay = fmt.Sprint(n, byDay[:2])
		}
		maybe("BYDAY=" + byDay)
		maybe(fmt.Sprint("BYMONTHDAY=", rapid.SampledFrom([]string{"1", "15", "28", "29", "31", "-1", "28,29", "28,29,30"}).Draw(t, "day")))
		maybe(fmt.Sprint("BYSETPOS=", rapid.SampledFrom([]int{1, 2, 3, 4, -1}).Draw(t, "position")))
		maybe("WKST=" + rapid.SampledFrom(ruleDays).Draw(t, "week"))
		maybe(fmt.Sprint("COUNT=", rapid.IntRange(1, 30).Draw(t, "count")))

		start := moment{date: model.DateOf(2026, 1, rapid.IntRange(1, 400).Draw(t, "start")), clock: 9 * time.Hour, zone: "UTC"}
		parts, err := parseRule(text)
		if err != nil {
			t.Fatal(err)
		}
		r, ok := parts.recurrence(start)
		if !ok {
			t.Skip("no pattern")
		}
		patterns++
		rule := byRRuleGo(t, text, start.instant())
		var want []time.Time
		next := rule.Iterator()
		for at, ok := next(); ok && len(want) < 25; at, ok = next() {
			want = append(want, at)
		}
		compare := func(name string, r model.PatternedRecurrence) {
			series, err := model.NewSeries(r, start.dateTime(), start.dateTime())
			if err != nil {
				t.Fatal(err)
			}
			var got []time.Time
			for _, i := range series.Next(25, start.instant()) {
				got = append(got, i.Start)
			}
			if !slices.EqualFunc(got, want, time.Time.Equal) {
				t.Fatalf("%s %s from %v:\ngot  %v\nwant %v", name, text, start.date, got, want)
			}
		}
		compare("the pattern of", r)
		// And the rule that is written of the pattern is read as the pattern.
		back, err := FormatRule(r, start.dateTime(), false)
		if err != nil {
			t.Fatal(err)
		}
		again, err := parseRule(back)
		if err != nil {
			t.Fatal(err)
		}
		r2, ok := again.recurrence(start)
		if !ok {
			t.Fatalf("%s is written %s, which is no pattern", text, back)
		}
		compare("written as "+back+", the pattern of", r2)
	})
	if patterns < 20 {
		t.Errorf("only %d rules became patterns: the comparison proves little", patterns)
	}
}

func BenchmarkReadAndWrite(b *testing.B) {
	var lines []string
	for n := range 1000 {
		lines = append(lines, event(fmt.Sprint("UID:", n), "SUMMARY:Weekly meeting", "DESCRIPTION:Something to talk about",
			"DTSTART;TZID=Europe/London:20260105T090000", "DTEND;TZID=Europe/London:20260105T100000", "RRULE:FREQ=WEEKLY;BYDAY=MO"))
	}
	text := file(lines...)
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		c, err := Read(strings.NewReader(text), Options{})
		if err != nil {
			b.Fatal(err)
		}
		writeAll(b, c.Items...)
	}
}
