package model

import (
	"errors"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"
)

func TestLoadZoneTakesBothKindsOfNames(t *testing.T) {
	for _, c := range []struct{ name, want string }{
		{"Europe/London", "Europe/London"},
		{"europe/LONDON", "Europe/London"},
		{"GMT Standard Time", "Europe/London"},
		{"pacific standard time", "America/Los_Angeles"},
		{"India Standard Time", "Asia/Kolkata"},
		{"Asia/Calcutta", "Asia/Calcutta"},
		{"W. Europe Standard Time", "Europe/Berlin"},
		{" Tokyo Standard Time ", "Asia/Tokyo"},
		{"UTC", "UTC"},
		{"Etc/UTC", "UTC"},
		{"Zulu", "UTC"},
		{"tzone://Microsoft/Utc", "UTC"},
		{"UTC+12", "Etc/GMT-12"},
		{"US/Pacific-New", "America/Los_Angeles"},
	} {
		loc, err := LoadZone(c.name)
		if err != nil {
			t.Errorf("LoadZone(%q): %v", c.name, err)
			continue
		}
		if loc.String() != c.want {
			t.Errorf("LoadZone(%q) = %v, want %s", c.name, loc, c.want)
		}
	}
}

func TestLoadZoneNamesTheUnknownZone(t *testing.T) {
	for _, name := range []string{"", "Local", "Mars/Olympus", "Europe/../../etc/passwd", "Pacific Time"} {
		loc, err := LoadZone(name)
		if !errors.Is(err, &Error{Code: CodeInvalidRequest}) || !strings.Contains(err.Error(), `"`+name+`"`) {
			t.Errorf("LoadZone(%q) = %v, %v; want an ErrorInvalidRequest that quotes the name", name, loc, err)
		}
	}
}

func TestZoneNamesConvertBothWays(t *testing.T) {
	for _, c := range []struct{ name, windows, iana string }{
		{"Europe/London", "GMT Standard Time", "Europe/London"},
		{"America/Vancouver", "Pacific Standard Time", "America/Vancouver"},
		{"Asia/Calcutta", "India Standard Time", "Asia/Calcutta"},
		{"asia/saigon", "SE Asia Standard Time", "Asia/Saigon"},
		{"eastern standard time", "Eastern Standard Time", "America/New_York"},
		{"Etc/UCT", "UTC", "UTC"},
	} {
		windows, err := WindowsName(c.name)
		if err != nil || windows != c.windows {
			t.Errorf("WindowsName(%q) = %q, %v; want %q", c.name, windows, err, c.windows)
		}
		iana, err := IANAName(c.name)
		if err != nil || iana != c.iana {
			t.Errorf("IANAName(%q) = %q, %v; want %q", c.name, iana, err, c.iana)
		}
	}
	if name, err := WindowsName("Antarctica/Troll"); err == nil {
		t.Errorf("WindowsName(Antarctica/Troll) = %q, want an error: Windows has no such zone", name)
	}
}

func TestEveryZoneOfTheTableLoads(t *testing.T) {
	list := Zones()
	if len(list) < 400 {
		t.Fatalf("Zones() has %d entries, want over 400", len(list))
	}
	windows := map[string]bool{}
	for _, z := range list {
		if _, err := LoadZone(z.Alias); err != nil {
			t.Error(err)
		}
		if z.DisplayName == "" {
			continue
		}
		windows[z.DisplayName] = true
		iana, err := IANAName(z.DisplayName)
		if err != nil {
			t.Error(err)
		}
		if back, err := WindowsName(iana); err != nil || back != z.DisplayName {
			t.Errorf("WindowsName(IANAName(%q)) = %q, %v", z.DisplayName, back, err)
		}
	}
	if len(windows) < 130 {
		t.Errorf("%d Windows zones, want over 130", len(windows))
	}
}

func TestWallResolvesGapsAndFoldsAsRFC5545Says(t *testing.T) {
	for _, c := range []struct{ zone, wall, want string }{
		{"Europe/London", "2026-03-29T00:59:59", "2026-03-29T00:59:59Z"},
		{"Europe/London", "2026-03-29T01:30:00", "2026-03-29T02:30:00+01:00"}, // gap: the hour after
		{"Europe/London", "2026-10-25T01:30:00", "2026-10-25T01:30:00+01:00"}, // fold: the first
		{"Europe/London", "2026-10-25T02:00:00", "2026-10-25T02:00:00Z"},
		{"America/New_York", "2026-03-08T02:30:00", "2026-03-08T03:30:00-04:00"},
		{"America/New_York", "2026-11-01T01:30:00", "2026-11-01T01:30:00-04:00"},
		{"Australia/Lord_Howe", "2026-10-04T02:15:00", "2026-10-04T02:45:00+11:00"}, // half an hour
		{"America/Sao_Paulo", "2018-11-04T00:00:00", "2018-11-04T01:00:00-02:00"},   // no midnight
		{"Pacific/Apia", "2011-12-30T09:00:00", "2011-12-31T09:00:00+14:00"},        // no such day
		{"Asia/Kolkata", "2026-06-01T09:00:00", "2026-06-01T09:00:00+05:30"},
		{"Europe/London", "2056-12-31T23:00:00", "2056-12-31T23:00:00Z"}, // where ZoneBounds gives an empty stretch
		{"Europe/London", "2057-01-01T12:00:00", "2057-01-01T12:00:00Z"},
	} {
		got, err := DateTimeTimeZone{DateTime: c.wall, TimeZone: c.zone}.Time()
		if err != nil {
			t.Fatal(err)
		}
		if got.Format(time.RFC3339) != c.want {
			t.Errorf("%s in %s = %s, want %s", c.wall, c.zone, got.Format(time.RFC3339), c.want)
		}
	}
}

// The memory of wallZone is only for speed: it must never change an answer.
func TestWallZoneMemoryChangesNoAnswer(t *testing.T) {
	list := Zones()
	rapid.Check(t, func(t *rapid.T) {
		loc, err := LoadZone(rapid.SampledFrom(list).Draw(t, "zone").Alias)
		if err != nil {
			t.Fatal(err)
		}
		z := wallZone{loc: loc}
		day := rapid.IntRange(int(DateOf(1960, 1, 1)), int(DateOf(2060, 1, 1))).Draw(t, "day")
		for range 40 {
			day += rapid.IntRange(-20, 60).Draw(t, "step")
			clock := time.Duration(rapid.IntRange(0, 24*60).Draw(t, "minute")) * time.Minute
			got, want := z.at(Date(day), clock), Date(day).At(clock, loc)
			if !got.Equal(want) {
				t.Fatalf("%s %s %v: remembered %v, fresh %v", loc, Date(day), clock, got, want)
			}
		}
	})
}

func TestDateTimeReadsWhatTheInterfaceWrites(t *testing.T) {
	for _, c := range []struct{ in, zone, want string }{
		{"2026-11-21T09:00:00", "", "2026-11-21T09:00:00Z"},
		{"2026-11-21T09:00:00.1234567", "UTC", "2026-11-21T09:00:00.1234567Z"},
		{"2026-11-21T09:00", "UTC", "2026-11-21T09:00:00Z"},
		{"2026-11-21", "Europe/Paris", "2026-11-21T00:00:00+01:00"},
		{"2026-11-21T09:00:00Z", "Europe/Paris", "2026-11-21T10:00:00+01:00"},
		{"2026-11-21T09:00:00.0000000-05:00", "Europe/Paris", "2026-11-21T15:00:00+01:00"},
		{"2026-11-21T23:30:00+0530", "UTC", "2026-11-21T18:00:00Z"},
		{"2028-02-29T00:00:00", "UTC", "2028-02-29T00:00:00Z"},
	} {
		got, err := DateTimeTimeZone{DateTime: c.in, TimeZone: c.zone}.Time()
		if err != nil {
			t.Errorf("%q: %v", c.in, err)
			continue
		}
		if got.Format(time.RFC3339Nano) != c.want {
			t.Errorf("%q in %q = %s, want %s", c.in, c.zone, got.Format(time.RFC3339Nano), c.want)
		}
	}
	for _, in := range []string{
		"", "tomorrow", "2026-02-29T09:00:00", "2026-13-01", "2026-11-21T24:00:00", "2026-11-21T09:00:60",
		"2026-11-21T09:00:00.", "2026-11-21T09:00:00.1234567890", "2026-11-21T09:00:00 ", "2026-11-21T9:00",
		"2026-11-21T09:00:00+1", "2026-11-21T09:00:00+99:00", "0000-01-01", "2026-11-21T", "２０26-11-21",
	} {
		if got, err := (DateTimeTimeZone{DateTime: in, TimeZone: "UTC"}).Time(); err == nil {
			t.Errorf("%q is read as %v, want an error", in, got)
		}
	}
}

func TestDateTimeConvertsBetweenZones(t *testing.T) {
	london := DateTimeTimeZone{DateTime: "2026-03-29T09:00:00", TimeZone: "Europe/London"}
	got, err := london.In("Pacific Standard Time")
	want := DateTimeTimeZone{DateTime: "2026-03-29T01:00:00.0000000", TimeZone: "Pacific Standard Time"}
	if err != nil || got != want {
		t.Errorf("%v in Pacific = %v, %v; want %v", london, got, err, want)
	}
	if _, err := london.In("Nowhere"); err == nil {
		t.Error("converting to an unknown zone gave no error")
	}
}

func TestDateArithmeticAgreesWithTheCalendar(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := Date(rapid.IntRange(int(MinDate), int(MaxDate)).Draw(t, "date"))
		y, m, day := d.Civil()
		want := time.Date(y, m, day, 0, 0, 0, 0, time.UTC)
		if d.Weekday() != want.Weekday() || d.String() != want.Format(time.DateOnly) || DateOf(y, m, day) != d {
			t.Fatalf("date %d = %v %s, want %v", d, d.Weekday(), d, want)
		}
		if back, err := ParseDate(d.String()); err != nil || back != d {
			t.Fatalf("ParseDate(%s) = %v, %v", d, back, err)
		}
		if last := want.AddDate(0, 1, -day).Day(); daysIn(y, m) != last {
			t.Fatalf("daysIn(%d, %v) = %d, want %d", y, m, daysIn(y, m), last)
		}
	})
}

func FuzzParseTime(f *testing.F) {
	for _, s := range []string{"2026-11-21T09:00:00.1234567", "2026-11-21", "2026-11-21T09:00:00-05:00", "x"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		got, err := ParseTime(s, time.UTC)
		if err != nil {
			return
		}
		again, err := ParseTime(got.Format(time.RFC3339Nano), time.UTC)
		if err == nil && !again.Equal(got) {
			t.Errorf("%q is %v, written and read again %v", s, got, again)
		}
	})
}

func BenchmarkWall(b *testing.B) {
	loc, err := LoadZone("Europe/London")
	if err != nil {
		b.Fatal(err)
	}
	d := DateOf(2026, 11, 21)
	for b.Loop() {
		d.At(9*time.Hour, loc)
	}
}
