package eventform

import (
	"context"
	"encoding/json"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"

	"daybook/model"
	"daybook/views"
	"daybook/widget/text"
)

// put replaces what a field has.
func put(t *testing.T, f *Form, key, words string) {
	t.Helper()
	for range 40 {
		if f.form.Focused() == key {
			break
		}
		f.Update(tea.KeyPressMsg{Code: tea.KeyTab})
	}
	if f.form.Focused() != key {
		t.Fatalf("no field %s can be reached", key)
	}
	for range len([]rune(f.form.Value(key))) {
		if f.people[key] != nil || key == files {
			break // what is there stays
		}
		f.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
	}
	for _, r := range words {
		f.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

func shown(f *Form) string { return ansi.Strip(f.View(text.Literal("Event"), "", 100, 40)) }

// The form says what is wrong where it is wrong, gives that field the keys, and
// saves nothing.
func TestEachFieldsMistakeIsSaidWhereItIs(t *testing.T) {
	for key, c := range map[string]struct{ words, said string }{
		starts: {"sometime", "sometime"}, startZone: {"atlantis", "atlantis"}, endZone: {"atlantis", "atlantis"},
		ends: {"whenever", `"whenever" is no end: try 11:30, 45 min, or a date`}, repeats: {"every blue moon", "blue"},
		model.AttendeeRequired: {"bo@", `"bo@" is no address: write one such`}, model.AttendeeOptional: {"@x", "is no address"},
		model.AttendeeResource: {"the big one", "is no address"},
		subject:                {strings.Repeat("x", 1001), "this is too long: 1001 characters, and at most 1000"},
		place:                  {strings.Repeat("x", 256), "this is too long: 256 characters, and at most 255"},
	} {
		f := meeting(t, nil)
		put(t, f, key, c.words)
		r, err := f.Result()
		if err == nil {
			t.Errorf("%s: %q became %+v", key, c.words, r.Event)
			continue
		}
		if f.form.Focused() != key {
			t.Errorf("%s: the keys go to %s", key, f.form.Focused())
		}
		if s := shown(f); !strings.Contains(s, c.said) && !strings.Contains(err.Error(), c.said) {
			t.Errorf("%s: %v, and %q is not said:\n%s", key, err, c.said, s)
		}
	}
}

func TestAllDayFieldsMistakes(t *testing.T) {
	for words, said := range map[string]string{"whenever": "is no last day", "7 dec 2026": "is before its first", "7 dec": "is before its first",
		"0 days": "an event lasts a day or more", "0m": "an event lasts a day or more"} {
		f := meeting(t, nil)
		write(f, allDay, "")
		write(f, ends, words)
		if r, err := f.Result(); err == nil {
			t.Errorf("%q: it ends %v", words, r.Event.End)
		}
		if s := shown(f); !strings.Contains(s, said) {
			t.Errorf("%q: %q is not said:\n%s", words, said, s)
		}
	}
	for words, want := range map[string]string{"": "2026-12-09", "3 days": "2026-12-11", "1 day": "2026-12-09", "10 dec": "2026-12-11", "17:00": "2026-12-09"} {
		f := meeting(t, nil)
		write(f, allDay, "")
		write(f, ends, words)
		r, err := f.Result()
		if err != nil || !strings.HasPrefix(r.Event.End.DateTime, want) || !r.Event.IsAllDay || !strings.HasPrefix(r.Event.Start.DateTime, "2026-12-08T00:00") {
			t.Errorf("%q: from %v to %v, %v; want it to end %s", words, r.Event.Start, r.Event.End, err, want)
		}
	}
}

// whole is an event with all that a form may lose.
func whole(e *model.Event) {
	e.ID, e.Importance, e.Sensitivity, e.Categories = "e1", model.ImportanceHigh, "private", []string{"Red"}
	e.IsReminderOn, e.ReminderMinutesBeforeStart, e.ShowAs = true, 37, model.ShowOOF
	e.Location = &model.Location{DisplayName: "Room 4", Address: &model.PhysicalAddress{City: "London"}}
	e.Attendees = []model.Attendee{
		{EmailAddress: model.EmailAddress{Name: "Bo Berg", Address: "bo@contoso.example"}, Type: model.AttendeeRequired,
			Status: &model.ResponseStatus{Response: model.ResponseAccepted}},
		{EmailAddress: model.EmailAddress{Address: "cy@contoso.example"}},
		{EmailAddress: model.EmailAddress{Name: "Hood", Address: "hood@contoso.example"}, Type: model.AttendeeResource},
	}
	e.Body = &model.ItemBody{ContentType: "text", Content: "one\ntwo"}
	e.Attachments = []model.Attachment{{Entity: model.Entity{ID: "a1"}, Name: "plan.pdf"}, {Entity: model.Entity{ID: "a2"}, Name: "notes.txt"}}
}

func TestWhatIsNotTouchedStays(t *testing.T) {
	f := meeting(t, whole)
	r, err := f.Result()
	if err != nil || f.Changed() {
		t.Fatalf("%v, changed: %t", err, f.Changed())
	}
	was, _ := json.Marshal(f.base)
	now, _ := json.Marshal(r.Event)
	if string(was) != string(now) || len(r.Attach)+len(r.Detach) > 0 {
		t.Errorf("an untouched form gives\n%s\nof\n%s\nattach %v, detach %v", now, was, r.Attach, r.Detach)
	}
	put(t, f, subject, "Review of the plan")
	r, err = f.Result()
	if e := r.Event; err != nil || !f.Changed() || e.Subject != "Review of the plan" || e.Start != f.base.Start || e.ReminderMinutesBeforeStart != 37 ||
		e.Location != f.base.Location || e.Attendees[0].Status == nil || e.Attendees[1].Type != "" || e.Sensitivity != "private" || e.Body != f.base.Body {
		t.Errorf("a new title changes more: %+v, %v", r.Event, err)
	}
}

func TestEachFieldChangesItsOwn(t *testing.T) {
	for key, c := range map[string]struct {
		words string
		ok    func(Result) bool
	}{
		place: {"Room 5", func(r Result) bool { return *r.Event.Location == model.Location{DisplayName: "Room 5"} }},
		notes: {"three", func(r Result) bool {
			return strings.Contains(r.Event.Body.Content, "three") && r.Event.Body.ContentType == "text"
		}},
		model.AttendeeRequired: {`"Dee D." <dee@contoso.example>`, func(r Result) bool {
			a := r.Event.Attendees
			return slices.ContainsFunc(a, func(a model.Attendee) bool {
				return a.EmailAddress.Name == "Dee D." && a.EmailAddress.Address == "dee@contoso.example" && a.Type == model.AttendeeRequired && a.Status == nil
			})
		}},
		model.AttendeeOptional: {"BO@contoso.example", func(r Result) bool { return len(r.Event.Attendees) == 4 || len(r.Event.Attendees) == 3 }},
		files:                  {"/home/ann/a b.txt", func(r Result) bool { return slices.Equal(r.Attach, []string{"/home/ann/a b.txt"}) }},
		startZone: {"tokyo", func(r Result) bool {
			return r.Event.Start.TimeZone == "Asia/Tokyo" && r.Event.OriginalStartTimeZone == "Asia/Tokyo" && strings.HasPrefix(r.Event.Start.DateTime, "2026-12-08T15:00")
		}},
		repeats: {"every week", func(r Result) bool {
			p := r.Event.Recurrence
			return p != nil && p.Pattern.Type == "weekly" && p.Range.StartDate == "2026-12-08" && p.Range.RecurrenceTimeZone == "Europe/London"
		}},
	} {
		f := meeting(t, whole)
		put(t, f, key, c.words)
		if r, err := f.Result(); err != nil || !c.ok(r) {
			t.Errorf("%s: %+v, attach %v, %v", key, r.Event, r.Attach, err)
		}
	}
}

func TestFilesAreTakenOffAndAdded(t *testing.T) {
	f := meeting(t, whole)
	for f.form.Focused() != files {
		f.Update(tea.KeyPressMsg{Code: tea.KeyTab})
	}
	for range 4 { // marks and takes off, from the last on
		if r, _ := f.Result(); len(r.Detach) == 1 {
			break
		}
		f.Update(tea.KeyPressMsg{Code: tea.KeyBackspace})
	}
	if r, err := f.Result(); err != nil || !slices.Equal(r.Detach, []string{"a2"}) || len(r.Attach) > 0 {
		t.Errorf("detach %v, attach %v, %v", r.Detach, r.Attach, err)
	}
}

// What is kept goes through JSON, and brings back all that was written: people
// and files as well, and what is half typed.
func TestAFormOpensAgainAsItWas(t *testing.T) {
	f := meeting(t, whole)
	put(t, f, subject, "Plan")
	put(t, f, place, "")
	put(t, f, files, "/home/ann/new.txt")
	f.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	put(t, f, model.AttendeeOptional, "dee@contoso.example")
	f.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	for _, r := range "half a na" {
		f.Update(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
	words, err := json.Marshal(f.Saved())
	if err != nil {
		t.Fatal(err)
	}
	var kept Saved
	if err := json.Unmarshal(words, &kept); err != nil || kept.Subject() != "Plan" {
		t.Fatalf("%v, %q", err, kept.Subject())
	}
	o := f.options
	o.Saved = &kept
	again, err := New(f.base, o)
	if err != nil {
		t.Fatal(err)
	}
	if again.values() != f.values() || again.form.Focused() != model.AttendeeOptional || !again.Changed() {
		t.Errorf("opened again it has\n%q in %s, want\n%q", again.values(), again.form.Focused(), f.values())
	}
	if typed := again.people[model.AttendeeOptional].Typed(); typed != "half a na" {
		t.Errorf("half typed: %q", typed)
	}
	again.people[model.AttendeeOptional].SetTyped("")
	r, err := again.Result()
	if err != nil || r.Event.Attendees[0].Status == nil || !slices.Equal(r.Attach, []string{"/home/ann/new.txt"}) || len(r.Detach) > 0 ||
		r.Event.Location == nil || r.Event.Location.DisplayName != "" {
		t.Errorf("it gives %+v, attach %v, detach %v, %v", r.Event, r.Attach, r.Detach, err)
	}
	kept.Files.Tokens = append(kept.Files.Tokens, "id:gone") // removed elsewhere meanwhile
	if again, err = New(f.base, o); err != nil || len(again.files.Tokens()) != 3 {
		t.Errorf("%d files, %v, want those there are and the new one", len(again.files.Tokens()), err)
	}
}

func TestASeriesStaysOneAndItsRuleFollowsItsStart(t *testing.T) {
	series := func(e *model.Event) {
		e.ID = "e1"
		r, err := Recurrence("every tuesday", time.Date(2026, 12, 8, 15, 0, 0, 0, zone(t, "london")))
		if err != nil {
			t.Fatal(err)
		}
		e.Recurrence = r
	}
	f := meeting(t, series)
	if r, err := f.Result(); err != nil || r.Event.Recurrence != f.base.Recurrence {
		t.Errorf("untouched: %+v, %v", r.Event.Recurrence, err)
	}
	put(t, f, repeats, "")
	if _, err := f.Result(); err == nil || !strings.Contains(err.Error(), "a series cannot become a single event") || f.form.Focused() != repeats {
		t.Errorf("without a rule: %v, the keys in %s", err, f.form.Focused())
	}
	f = meeting(t, series)
	write(f, starts, "15 dec 16:00")
	r, err := f.Result()
	if err != nil || r.Event.Recurrence == nil || r.Event.Recurrence.Range.StartDate != "2026-12-15" {
		t.Errorf("moved by a week: %+v, %v", r.Event.Recurrence, err)
	}
	if s := shown(f); !strings.Contains(s, "Tue 15 Dec, Tue 22 Dec, Tue 29 Dec") {
		t.Errorf("its dates are not shown:\n%s", s)
	}
	o := f.options
	o.Alone = true // one occurrence: the rule is not its own
	one, err := New(f.base, o)
	if err != nil {
		t.Fatal(err)
	}
	write(one, starts, "9 dec 16:00")
	if r, err := one.Result(); err != nil || r.Event.Recurrence != f.base.Recurrence || strings.Contains(shown(one), "Repeats") {
		t.Errorf("an occurrence: %+v, %v", r.Event.Recurrence, err)
	}
}

// service knows nobody, and remembers which rooms were asked for.
type service struct {
	Service
	public bool
	rooms  string
}

func (s *service) Public() bool { return s.public }

func (s *service) Rooms(_ context.Context, prefix string) ([]model.EmailAddress, error) {
	s.rooms = prefix
	return nil, nil
}

func TestPeopleAndRoomsAreAskedForAndOfferedApart(t *testing.T) {
	f := meeting(t, nil)
	o, asked := f.options, &service{}
	o.Service, o.Work = asked, &views.Work{}
	f, err := New(f.base, o)
	if err != nil {
		t.Fatal(err)
	}
	put(t, f, model.AttendeeResource, "h")
	cmd, _ := f.Update(tea.KeyPressMsg{Code: 'o', Text: "o"})
	cmd()
	if asked.rooms != "ho" {
		t.Errorf("asked for rooms with %q", asked.rooms)
	}
	hood := []model.EmailAddress{{Name: "Hood", Address: "hood@contoso.example"}}
	f.suggest(model.AttendeeResource, "h", hood) // late: more was typed since
	if strings.Contains(shown(f), "hood@") {
		t.Errorf("an answer to other words is offered:\n%s", shown(f))
	}
	f.suggest("nobody", "ho", hood)
	f.suggest(model.AttendeeResource, "ho", hood)
	f.Update(tea.KeyPressMsg{Code: tea.KeyEnter})
	r, err := f.Result()
	if err != nil || len(r.Event.Attendees) != 1 || r.Event.Attendees[0].Type != model.AttendeeResource {
		t.Errorf("invited %+v, %v", r.Event.Attendees, err)
	}
}

func TestTheSummarySaysWhatTheWordsHaveComeTo(t *testing.T) {
	f := meeting(t, nil)
	o := f.options
	o.Busy = func(from, to time.Time) ([]text.Text, bool) {
		if from.UTC().Hour() == 16 && to.Sub(from) == 45*time.Minute {
			return []text.Text{text.Literal("Standup")}, true
		}
		return nil, from.Year() < 2030 // what was read
	}
	f, err := New(f.base, o)
	if err != nil {
		t.Fatal(err)
	}
	if s := shown(f); !strings.Contains(s, "Tue 8 Dec 15:00-15:45 (45 min)") || !strings.Contains(s, "nothing else then") {
		t.Errorf("got\n%s", s)
	}
	write(f, starts, "16:00")
	if s := shown(f); !strings.Contains(s, "at the same time: Standup") {
		t.Errorf("got\n%s", s)
	}
	write(f, startZone, "tokyo")
	if s := shown(f); !strings.Contains(s, "07:00-07:45 (45 min), 16:00 Tokyo, 16:45 Tokyo") {
		t.Errorf("got\n%s", s)
	}
	for minutes, want := range map[time.Duration]string{5: "5 min", 60: "1 h", 90: "1 h 30 min", 1500: "25 h", 0: "0 min"} {
		if got := LengthWords(minutes * time.Minute); got != want {
			t.Errorf("%d minutes: %s, want %s", minutes, got, want)
		}
	}
}

func TestAnHourThatIsSkippedIsSaid(t *testing.T) {
	for key, said := range map[string]string{starts: "01:30 is skipped that day: 02:30", ends: "01:15 is skipped that day: 02:15"} {
		f := meeting(t, func(e *model.Event) { e.Start.DateTime, e.End.DateTime = "2027-03-28T00:30:00", "2027-03-28T00:45:00" })
		if key == starts {
			write(f, starts, "28 mar 2027 01:30")
		} else {
			write(f, ends, "1:15")
		}
		for _, left := range []bool{false, true, true} {
			if s := shown(f); strings.Count(s, said) != 1 {
				t.Errorf("%s, left %t: %q is not said:\n%s", key, left, said, s)
			}
			f.Update(tea.KeyPressMsg{Code: tea.KeyTab})
		}
		write(f, starts, "29 mar 2027 01:30")
		if s := shown(f); strings.Contains(s, "skipped") {
			t.Errorf("still said:\n%s", s)
		}
	}
}

func TestAnEndWithoutALengthOrBeforeTheStartIsRefused(t *testing.T) {
	for words, said := range map[string]string{"0m": "an event lasts a minute or more", "15:00": "an event lasts a minute or more", "7 dec": "it ends before it begins"} {
		f := meeting(t, nil)
		put(t, f, ends, words)
		if r, err := f.Result(); err == nil || f.form.Focused() != ends || !strings.Contains(shown(f), said) {
			t.Errorf("%q: it ends %v, %v:\n%s", words, r.Event.End, err, shown(f))
		}
	}
	moment := meeting(t, func(e *model.Event) { e.End.DateTime = e.Start.DateTime })
	if r, err := moment.Result(); err != nil || r.Event.End != moment.base.End {
		t.Errorf("an event that came without a length: %v, %v", r.Event.End, err)
	}
}

// A series begins on a day of its own.
func TestASeriesBeginsAtItsFirstOccurrence(t *testing.T) {
	f := meeting(t, nil)
	o, asked := f.options, time.Time{}
	o.Busy = func(from, to time.Time) ([]text.Text, bool) { asked = from; return nil, true }
	f, err := New(f.base, o)
	if err != nil {
		t.Fatal(err)
	}
	write(f, starts, "6 dec 2026 15:00") // a Sunday
	put(t, f, repeats, "every tue and thu")
	if s := shown(f); !strings.Contains(s, "Tue 8 Dec 15:00-15:45") || asked.Day() != 8 || !strings.Contains(s, "Tue 8 Dec, Thu 10 Dec") {
		t.Errorf("conflicts of %v are shown:\n%s", asked, s)
	}
	for range 2 {
		f.Update(tea.KeyPressMsg{Code: tea.KeyTab})
		if s := shown(f); f.form.Value(starts) != "8 Dec 2026 15:00" || !strings.Contains(s, "Sun 6 Dec is none of its days: it begins on Tue 8 Dec") {
			t.Errorf("it begins %s:\n%s", f.form.Value(starts), s)
		}
	}
	r, err := f.Result()
	if err != nil || r.Event.Recurrence.Range.StartDate != "2026-12-08" || !strings.HasPrefix(r.Event.Start.DateTime, "2026-12-08T15:00") ||
		!strings.HasPrefix(r.Event.End.DateTime, "2026-12-08T15:45") {
		t.Errorf("it is %+v from %v to %v, %v", r.Event.Recurrence, r.Event.Start, r.Event.End, err)
	}
	days := meeting(t, nil)
	write(days, allDay, "")
	write(days, ends, "2 days")
	put(t, days, repeats, "every friday")
	if r, err := days.Result(); err != nil || !strings.HasPrefix(r.Event.Start.DateTime, "2026-12-11") || !strings.HasPrefix(r.Event.End.DateTime, "2026-12-13") {
		t.Errorf("all day it is from %v to %v, %v", r.Event.Start, r.Event.End, err)
	}
	late := meeting(t, nil)
	write(late, starts, "27 mar 2027 01:30")
	put(t, late, repeats, "every sunday")
	late.Update(tea.KeyPressMsg{Code: tea.KeyTab})
	if s := shown(late); !strings.Contains(s, "it begins on Sun 28 Mar; 01:30 is skipped") {
		t.Errorf("the first hour is skipped:\n%s", s)
	}
	odd := meeting(t, func(e *model.Event) { // as it came
		e.ID = "e1"
		e.Recurrence, _ = Recurrence("every friday", time.Date(2026, 12, 8, 15, 0, 0, 0, zone(t, "london")))
	})
	if r, err := odd.Result(); err != nil || r.Event.Start != odd.base.Start {
		t.Errorf("an untouched series begins %v, %v", r.Event.Start, err)
	}
}

// What the form changed by itself goes back when its reason goes, and what was
// said of it too.
func TestTheOwnDateComesBackWhenItNoLongerRecurs(t *testing.T) {
	f := meeting(t, nil)
	want := func(words, start, end, note string) {
		t.Helper()
		put(t, f, repeats, words)
		if s := shown(f); words != "every blue moon" && !strings.Contains(s, f.onItsDays(f.asked(f.own)).start.Format("Mon 2 Jan 15:04-")) {
			t.Errorf("with %q, before it is left:\n%s", words, s)
		}
		f.Update(tea.KeyPressMsg{Code: tea.KeyTab})
		s := shown(f)
		if f.form.Value(starts) != start || f.form.Value(ends) != end || strings.Contains(s, "none of its days") != (note != "") || !strings.Contains(s, note) {
			t.Errorf("with %q it goes from %s to %s:\n%s", words, f.form.Value(starts), f.form.Value(ends), s)
		}
	}
	write(f, starts, "27 nov 2026 13:30") // a Friday
	want("every mon", "30 Nov 2026 13:30", "14:15", "Fri 27 Nov is none of its days: it begins on Mon 30 Nov")
	want("every tue", "1 Dec 2026 13:30", "14:15", "Fri 27 Nov is none of its days: it begins on Tue 1 Dec")
	want("every blue moon", "1 Dec 2026 13:30", "14:15", "Fri 27 Nov is none of its days")
	want("every second tuesday", "1 Dec 2026 13:30", "14:15", "Tue 1 Dec")
	o, kept := f.options, f.Saved()
	o.Saved = &kept
	var err error
	if f, err = New(f.base, o); err != nil { // opened again
		t.Fatal(err)
	}
	want("", "27 Nov 2026 13:30", "14:15", "")
	want("every mon", "30 Nov 2026 13:30", "14:15", "Mon 30 Nov")
	put(t, f, starts, "30 Nov 2026 16:00")
	want("never", "27 Nov 2026 16:00", "16:45", "")
	want("every mon", "30 Nov 2026 16:00", "16:45", "Mon 30 Nov")
	put(t, f, starts, "1 dec 2026 16:00") // another day of the person's own
	want("", "1 Dec 2026 16:00", "16:45", "")

	late := meeting(t, nil)
	write(late, starts, "27 mar 2027 01:30")
	put(t, late, repeats, "every sunday") // when 01:30 is skipped
	put(t, late, repeats, "")
	late.Update(tea.KeyPressMsg{Code: tea.KeyTab})
	if got := late.form.Value(starts); got != "27 Mar 2027 01:30" {
		t.Errorf("the hour that was skipped comes back as %s", got)
	}
}
