package eventform

import (
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"

	"daybook/model"
	"daybook/theme"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := Zone(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func TestZonesAreFoundByNameAndByCity(t *testing.T) {
	for words, want := range map[string]string{"new york": "America/New_York", "Europe/Paris": "Europe/Paris", "GMT Standard Time": "Europe/London",
		"tok": "Asia/Tokyo", "": "Europe/London"} {
		got, err := Zone(words, zone(t, "london"))
		if err != nil || got.String() != want {
			t.Errorf("%q is %v, %v, want %s", words, got, err, want)
		}
	}
	if got, err := Zone("atlantis", nil); err == nil {
		t.Errorf("atlantis is %v", got)
	}
}

func TestEndsAreTimesDatesOrLengths(t *testing.T) {
	london := zone(t, "london")
	start := time.Date(2026, 10, 24, 22, 0, 0, 0, london)
	for words, want := range map[string]string{
		"23:30": "2026-10-24 23:30", "45 min": "2026-10-24 22:45", "1h30m": "2026-10-24 23:30", "90m": "2026-10-24 23:30",
		"1:00": "2026-10-25 01:00", "26 oct 2026 9:00": "2026-10-26 09:00",
		"1 day": "2026-10-25 22:00", // 25 hours: the clocks go back
		"4 h":   "2026-10-25 01:00", // the second one
	} {
		got, err := End(words, start, london)
		if err != nil || got.Format("2006-01-02 15:04") != want {
			t.Errorf("%q ends %v, %v, want %s", words, got, err, want)
		}
	}
	for _, words := range []string{"", "never", "1 jan 2026"} {
		if got, err := End(words, start, london); err == nil {
			t.Errorf("%q ends %v, want an error", words, got)
		}
	}
}

func TestAnHTMLTextIsEditedAsPlainLinesAndLeftAloneUntouched(t *testing.T) {
	th, err := theme.New(theme.Options{Profile: colorprofile.TrueColor})
	if err != nil {
		t.Fatal(err)
	}
	e := model.Event{Subject: "Review", ShowAs: model.ShowBusy,
		Start: &model.DateTimeTimeZone{DateTime: "2026-10-22T09:00:00", TimeZone: "Europe/London"},
		End:   &model.DateTimeTimeZone{DateTime: "2026-10-22T10:00:00", TimeZone: "Europe/London"},
		Body:  &model.ItemBody{ContentType: "html", Content: "<p>Bring <b>notes</b>.</p><p>And tea.</p>"}}
	if got, want := Notes(e, th).String(), "Bring notes.\n\nAnd tea."; got != want {
		t.Errorf("the notes are %q, want %q", got, want)
	}
	f, err := New(e, Options{Theme: th, Now: time.Date(2026, 10, 22, 8, 0, 0, 0, time.UTC), Zone: zone(t, "london")})
	if err != nil {
		t.Fatal(err)
	}
	r, err := f.Result()
	if err != nil {
		t.Fatal(err)
	}
	if r.Event.Body.ContentType != "html" || r.Event.Start != e.Start || r.Event.End != e.End {
		t.Errorf("an untouched form gives %+v from %v to %v", r.Event.Body, r.Event.Start, r.Event.End)
	}
}
