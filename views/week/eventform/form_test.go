package eventform

import (
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/model"
	"daybook/theme"
	"daybook/views/dateparse"
	"daybook/widget/text"
)

func zone(t testing.TB, name string) *time.Location {
	t.Helper()
	loc, err := dateparse.Zone(name, nil)
	if err != nil {
		t.Fatal(err)
	}
	return loc
}

func TestEndsAreTimesDatesOrLengths(t *testing.T) {
	london := zone(t, "london")
	start := time.Date(2026, 10, 24, 22, 0, 0, 0, london)
	for words, want := range map[string]string{
		"23:30": "2026-10-24 23:30", "45 min": "2026-10-24 22:45", "1h30m": "2026-10-24 23:30", "90m": "2026-10-24 23:30",
		"1:00": "2026-10-25 01:00", "26 oct 2026 9:00": "2026-10-26 09:00",
		"1 day": "2026-10-25 22:00", // 25 hours: the clocks go back
		"4 h":   "2026-10-25 01:00", // the second one
		"1h30":  "2026-10-24 23:30", "2h 5": "2026-10-25 00:05", "+45m": "2026-10-24 22:45", "8:30": "2026-10-25 08:30", "26 oct": "2026-10-26 23:00",
	} {
		got, err := End(words, start, london, 0, 23*time.Hour)
		if err != nil || got.Format("2006-01-02 15:04") != want {
			t.Errorf("%q ends %v, %v, want %s", words, got, err, want)
		}
	}
	for _, words := range []string{"", "never", "1 jan 2026", "30", "21:45", "12:00"} {
		if got, err := End(words, start, london, 0, 23*time.Hour); err == nil {
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

// meeting is a form on a meeting of Tuesday 8 December, opened in November.
func meeting(t *testing.T, change func(*model.Event)) *Form { return meetingWith(t, change, nil) }

func meetingWith(t *testing.T, change func(*model.Event), options func(*Options)) *Form {
	t.Helper()
	th, err := theme.New(theme.Options{Profile: colorprofile.TrueColor})
	if err != nil {
		t.Fatal(err)
	}
	e := model.Event{Subject: "Review", ShowAs: model.ShowBusy,
		Start: &model.DateTimeTimeZone{DateTime: "2026-12-08T15:00:00", TimeZone: "Europe/London"},
		End:   &model.DateTimeTimeZone{DateTime: "2026-12-08T15:45:00", TimeZone: "Europe/London"}}
	if change != nil {
		change(&e)
	}
	o := Options{Theme: th, Now: time.Date(2026, 11, 22, 12, 0, 0, 0, time.UTC), Zone: zone(t, "london")}
	if options != nil {
		options(&o)
	}
	f, err := New(e, o)
	if err != nil {
		t.Fatal(err)
	}
	return f
}

// write goes to a field and writes words in the place of what is there.
func write(f *Form, key, words string) {
	for f.form.Focused() != key {
		f.Update(tea.KeyPressMsg{Code: tea.KeyTab})
	}
	if key == allDay {
		f.Update(tea.KeyPressMsg{Code: tea.KeySpace, Text: " "})
		return
	}
	if f.lines[key] != nil {
		f.lines[key].SetValue("")
	}
	for _, r := range words {
		f.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func TestATimeAloneIsOnTheEventsOwnDayAndTheEndFollows(t *testing.T) {
	type entry struct{ key, words string }
	long := func(e *model.Event) { e.Start.DateTime, e.End.DateTime = "2026-12-08T09:00:00", "2026-12-10T17:00:00" }
	for name, c := range map[string]struct {
		event      func(*model.Event)
		write      []entry
		start, end string
	}{
		"a time alone":                {nil, []entry{{starts, "15:30"}}, "2026-12-08 15:30", "2026-12-08 16:15"},
		"in the other way":            {nil, []entry{{starts, "3pm"}}, "2026-12-08 15:00", "2026-12-08 15:45"},
		"before now":                  {nil, []entry{{starts, "9:00"}}, "2026-12-08 09:00", "2026-12-08 09:45"},
		"a day alone":                 {nil, []entry{{starts, "9 dec"}}, "2026-12-09 15:00", "2026-12-09 15:45"},
		"the day that was written":    {nil, []entry{{starts, "9 dec 10:00"}, {subject, ""}, {starts, "11:00"}}, "2026-12-09 11:00", "2026-12-09 11:45"},
		"into the night":              {nil, []entry{{starts, "23:30"}}, "2026-12-08 23:30", "2026-12-09 00:15"},
		"and back":                    {nil, []entry{{starts, "23:30"}, {subject, ""}, {starts, "10:00"}}, "2026-12-08 10:00", "2026-12-08 10:45"},
		"a length":                    {nil, []entry{{ends, "1h30"}}, "2026-12-08 15:00", "2026-12-08 16:30"},
		"a length that is kept":       {nil, []entry{{ends, "90m"}, {starts, "10:00"}}, "2026-12-08 10:00", "2026-12-08 11:30"},
		"an end after midnight":       {nil, []entry{{starts, "22:00"}, {ends, "1:00"}}, "2026-12-08 22:00", "2026-12-09 01:00"},
		"an end that is written":      {nil, []entry{{ends, "17:00"}, {starts, "16:00"}}, "2026-12-08 16:00", "2026-12-08 18:00"},
		"an end on its own day":       {long, []entry{{ends, "18:00"}}, "2026-12-08 09:00", "2026-12-10 18:00"},
		"many days moved":             {long, []entry{{starts, "10:00"}}, "2026-12-08 10:00", "2026-12-10 18:00"},
		"many days on another day":    {long, []entry{{starts, "9 dec"}}, "2026-12-09 09:00", "2026-12-11 17:00"},
		"another zone keeps a length": {nil, []entry{{startZone, "tokyo"}}, "2026-12-08 06:00", "2026-12-08 06:45"}, // 15:00 there
		"all day and back":            {nil, []entry{{allDay, ""}, {allDay, ""}}, "2026-12-08 15:00", "2026-12-08 15:45"},
		"all day, moved, and back":    {nil, []entry{{allDay, ""}, {starts, "9 dec"}, {allDay, ""}}, "2026-12-09 15:00", "2026-12-09 15:45"},
		"all day as it is long":       {long, []entry{{allDay, ""}, {starts, "9 dec"}}, "2026-12-09 00:00", "2026-12-12 00:00"},
	} {
		f := meeting(t, c.event)
		for _, w := range c.write {
			write(f, w.key, w.words)
		}
		read := func(f *Form) (start, end string) {
			r, err := f.Result()
			if err != nil {
				return err.Error(), ""
			}
			from, _ := r.Event.Start.Time()
			to, _ := r.Event.End.Time()
			return from.UTC().Format("2006-01-02 15:04"), to.UTC().Format("2006-01-02 15:04")
		}
		kept := f.Saved()
		if start, end := read(f); start != c.start || end != c.end {
			t.Errorf("%s: %s to %s, want %s to %s", name, start, end, c.start, c.end)
		}
		again := meeting(t, c.event) // as after a crash
		o := again.options
		o.Saved = &kept
		again, err := New(again.base, o)
		if err != nil {
			t.Fatal(err)
		}
		if start, end := read(again); start != c.start || end != c.end {
			t.Errorf("%s, opened again: %s to %s, want %s to %s", name, start, end, c.start, c.end)
		}
	}
}

// "3" is a time, on the way to what is none.
func TestAnEndThatFollowedComesBackWhereTheStartCannotBeRead(t *testing.T) {
	f := meeting(t, nil)
	was := f.form.Value(ends)
	write(f, starts, "32.13.")
	if got := f.form.Value(ends); got != was {
		t.Errorf("the end is %q, want %q", got, was)
	}
}

// A time typed as the start of whole days is meant.
func TestATimeMakesAnEventOfWholeDaysOneOfHours(t *testing.T) {
	for _, words := range []string{"9 dec 3pm", "9 dec 15:00"} {
		f := meeting(t, func(e *model.Event) {
			e.ID, e.IsAllDay, e.ShowAs = "", true, model.ShowFree
			e.Start.DateTime, e.End.DateTime = "2026-12-08T00:00:00", "2026-12-09T00:00:00"
		})
		write(f, starts, words)
		r, err := f.Result()
		if err != nil || r.Event.IsAllDay || r.Event.ShowAs != model.ShowBusy {
			t.Fatalf("%q: %v, all day %v, shown as %s", words, err, r.Event.IsAllDay, r.Event.ShowAs)
		}
		from, _ := r.Event.Start.Time()
		to, _ := r.Event.End.Time()
		if from.Format("2006-01-02 15:04") != "2026-12-09 15:00" || to.Sub(from) != time.Hour {
			t.Errorf("%q: from %v to %v", words, from, to)
		}
		write(f, allDay, "")
		if f.form.Value(showAs) != model.ShowFree || !f.whole() {
			t.Errorf("%q: all day again it is shown as %s", words, f.form.Value(showAs))
		}
	}
}

func TestAStartThatCannotBeReadStaysWhenAllDayIsChosenAndBack(t *testing.T) {
	f := meeting(t, nil)
	write(f, starts, "32.13.")
	for range 2 {
		write(f, allDay, "")
		if got := f.form.Value(starts); got != "32.13." {
			t.Errorf("the start is %q; want what was typed", got)
		}
		if _, err := f.Result(); err == nil {
			t.Error("it is taken")
		}
	}
}

func TestAnEndThatCannotBeMeantIsRefusedInWords(t *testing.T) {
	f := meeting(t, nil)
	write(f, ends, "14:45")
	if _, err := f.Result(); err == nil {
		t.Error("an end before the start was taken")
	}
	if got := ansi.Strip(f.View(text.Text{}, "", 90, 28)); !strings.Contains(got, "14:45 is before it begins, at 15:00: for another day write its date") {
		t.Errorf("the form does not say what is wrong:\n%s", got)
	}
	write(f, ends, "9 dec 14:45")
	if r, err := f.Result(); err != nil || !strings.HasPrefix(r.Event.End.DateTime, "2026-12-09T14:45:00") {
		t.Errorf("with its date the end is %v, %v", r.Event.End, err)
	}
}

// A flight begins on one clock and ends on another.
func TestAnEndInTheOwnZoneOfAnEventThatBeginsElsewhereStays(t *testing.T) {
	f := meeting(t, func(e *model.Event) {
		e.Start = &model.DateTimeTimeZone{DateTime: "2026-12-08T10:00:00", TimeZone: "Asia/Tokyo"}
		e.End = &model.DateTimeTimeZone{DateTime: "2026-12-08T14:00:00", TimeZone: "Europe/London"}
	})
	r, err := f.Result()
	if err != nil || r.Event.Start.DateTime != "2026-12-08T10:00:00" || r.Event.End.DateTime != "2026-12-08T14:00:00" || r.Event.End.TimeZone != "Europe/London" {
		t.Errorf("an untouched form gives %v to %v, %v", r.Event.Start, r.Event.End, err)
	}
	if f.Changed() {
		t.Error("an untouched form has changed")
	}
}

func TestAMomentFromNowHasNoSeconds(t *testing.T) {
	now := time.Date(2026, 11, 22, 14, 36, 41, 0, time.UTC)
	if at, err := Start("in 2 hours", now, now); err != nil || at.Second() != 0 || at.Format("15:04") != "16:36" {
		t.Errorf("in 2 hours is %v, %v", at, err)
	}
}

func TestAnEndInThePastIsSaidInWords(t *testing.T) {
	now := time.Date(2026, 11, 22, 14, 36, 0, 0, time.UTC)
	if _, err := Recurrence("every week until yesterday", now); err == nil || !strings.Contains(err.Error(), "ends before it starts") {
		t.Errorf("got %v", err)
	}
}

func TestAnEndThatIsNotRightStaysAsTypedWhenTheStartIsCorrected(t *testing.T) {
	f := meeting(t, nil)
	write(f, starts, "gestern quatsch")
	write(f, ends, "99:99")
	if _, err := f.Result(); err == nil {
		t.Fatal("the form is taken")
	}
	write(f, starts, "11:30")
	if _, err := f.Result(); err == nil || f.form.Value(ends) != "99:99" {
		t.Errorf("it ends %q, %v; want 99:99 and an error", f.form.Value(ends), err)
	}
	write(f, ends, "12:00")
	if _, err := f.Result(); err != nil {
		t.Error(err)
	}
}

func TestAZoneIsWrittenOutWhenItsFieldIsLeft(t *testing.T) {
	f := meeting(t, nil)
	write(f, startZone, "tok")
	if got := f.form.Value(startZone); got != "tok" {
		t.Errorf("while it is typed it is %q", got)
	}
	if note, err := f.checkZone("tok"); err != nil || note.String() != "Asia/Tokyo" {
		t.Errorf("beside it stands %q, %v", note, err)
	}
	f.Update(tea.KeyPressMsg{Code: tea.KeyTab})
	if got := f.form.Value(startZone); got != "Asia/Tokyo" {
		t.Errorf("when it was left it is %q, want Asia/Tokyo", got)
	}
}

func TestABareNumberIsAnHourOfTheDayAndThatIsSaid(t *testing.T) {
	f := meeting(t, nil)
	write(f, ends, "16")
	if got := shown(f); !strings.Contains(got, "at 16:00; for a length write 16 min") {
		t.Errorf("it is not said what 16 is:\n%s", got)
	}
	write(f, ends, "45")
	if _, err := f.Result(); err == nil || err.Error() != "\u201cEnds\u201d is not right yet" || !strings.Contains(shown(f), "45 is no hour: write 45 min, or a time") {
		t.Errorf("45 is refused with %v\n%s", err, shown(f))
	}
	write(f, ends, "1/2/2027")
	if got := shown(f); !strings.Contains(got, "1/2/2027 may be 1 feb or 2 jan") {
		t.Errorf("a date that may be two is not asked about:\n%s", got)
	}
}

func TestAStartInThePastIsSaidOfANewEvent(t *testing.T) {
	f := meeting(t, nil)
	write(f, starts, "yesterday 9:00")
	if f.base.ID = ""; !strings.Contains(shown(f), "that is past") {
		t.Errorf("it is not said:\n%s", shown(f))
	}
	write(f, starts, "tomorrow 9:00")
	if got := shown(f); strings.Contains(got, "that is past") {
		t.Errorf("tomorrow is past:\n%s", got)
	}
}
