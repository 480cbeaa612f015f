package eventform

import (
	"fmt"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/x/ansi"
	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/model"
	"daybook/views"
	"daybook/widget/text"
)

func TestThe31stOfEveryMonthIsAskedAbout(t *testing.T) {
	choose := func(public bool, times int) (*Form, Result, error) {
		f := meetingWith(t, nil, func(o *Options) { o.Service = &service{public: public} })
		put(t, f, repeats, "31st of every month")
		put(t, f, short, "")
		for range times {
			f.Update(tea.KeyPressMsg{Code: tea.KeyRight})
		}
		r, err := f.Result()
		return f, r, err
	}
	asked := meeting(t, nil)
	put(t, asked, repeats, "31st of every month")
	if got := shown(asked); strings.Contains(got, "last day\n") || strings.Contains(got, "28 Feb") || !strings.Contains(got, "choose below what it does in shorter months") {
		t.Errorf("there is a preview before it is said what is meant:\n%s", got)
	}
	if f, _, err := choose(false, 0); err == nil || f.form.Focused() != short || !strings.Contains(shown(f), "the 31st only, or the last day of each month?") {
		t.Errorf("nothing was chosen, and it says %v\n%s", err, shown(f))
	}
	if f, r, err := choose(false, 1); err != nil || r.Event.Recurrence == nil || r.Event.Recurrence.Pattern.DayOfMonth != 31 || !strings.Contains(shown(f), "Sun 28 Feb") {
		t.Errorf("the last day is %+v, %v\n%s", r.Event.Recurrence, err, shown(f))
	}
	f, r, err := choose(false, 2)
	if err != nil || r.Event.Recurrence != nil || r.Event.RecurrenceRule != "FREQ=MONTHLY;BYMONTHDAY=31" {
		t.Errorf("the 31st only is %+v %q, %v", r.Event.Recurrence, r.Event.RecurrenceRule, err)
	}
	for _, words := range []string{"monthly on the 31st only", "Thu 31 Dec, Sun 31 Jan 2027, Wed 31 Mar, Mon 31 May, Sat 31 Jul"} {
		if !strings.Contains(shown(f), words) {
			t.Errorf("does not show %q\n%s", words, shown(f))
		}
	}
	if _, _, err := choose(true, 2); err == nil {
		t.Error("a service of the public protocol takes a rule that it does not know")
	}
	for _, words := range []string{"monthly on the last day", "monthly on the 30th", "every week"} {
		f := meeting(t, nil)
		put(t, f, repeats, words)
		if _, err := f.Result(); err != nil {
			t.Errorf("%s is asked about: %v", words, err)
		}
	}
}

func TestARuleOfThe31stHasItsRange(t *testing.T) {
	start := time.Date(2026, 10, 31, 9, 0, 0, 0, zone(t, "Europe/Berlin"))
	for words, want := range map[string]string{
		"31st of every month 4 times":                 "FREQ=MONTHLY;BYMONTHDAY=31;COUNT=4",
		"every 2 months on the 31st":                  "FREQ=MONTHLY;BYMONTHDAY=31;INTERVAL=2",
		"31st of every month until 31 march 2027":     "FREQ=MONTHLY;BYMONTHDAY=31;UNTIL=20270331T215959Z",
		"31st of every month until 31 december 2026 ": "FREQ=MONTHLY;BYMONTHDAY=31;UNTIL=20261231T225959Z",
	} {
		r, err := Recurrence(words, start)
		if err != nil {
			t.Fatal(err)
		}
		if got := ruleOf31(r, times{start: start, end: start.Add(time.Hour)}); got != want {
			t.Errorf("%q is %q, want %q", words, got, want)
		}
	}
}

// The dates below the form are those that a search day by day finds, which
// shares nothing with the expansion; so are their years.
func TestThePreviewIsWhatASearchDayByDayFinds(t *testing.T) {
	berlin := zone(t, "Europe/Berlin")
	rapid.Check(t, func(t *rapid.T) {
		start := time.Date(2026, 10, 22, 9, 30, 0, 0, berlin).AddDate(0, 0, rapid.IntRange(0, 1500).Draw(t, "days"))
		n := rapid.IntRange(1, 4).Draw(t, "interval")
		day := rapid.IntRange(1, 28).Draw(t, "day")
		weekday := time.Weekday(rapid.IntRange(0, 6).Draw(t, "weekday"))
		months := func(d time.Time) int { return d.Year()*12 + int(d.Month()) }
		sunday := func(d time.Time) time.Time { return d.AddDate(0, 0, -int(d.Weekday())) }
		kind := rapid.SampledFrom([]string{"days", "weeks", "months", "years", "last"}).Draw(t, "kind")
		var first time.Time
		var words string
		var falls func(time.Time) bool
		switch kind {
		case "days":
			words = fmt.Sprintf("every %d days", n)
			falls = func(d time.Time) bool { return int(d.Sub(first).Round(24*time.Hour)/(24*time.Hour))%n == 0 }
		case "weeks":
			words = fmt.Sprintf("every %d weeks on %s", n, weekday)
			falls = func(d time.Time) bool {
				weeks := int(sunday(d).Sub(sunday(first)).Round(24*time.Hour) / (7 * 24 * time.Hour))
				return d.Weekday() == weekday && weeks%n == 0
			}
		case "months":
			words = fmt.Sprintf("every %d months on the %d", n, day)
			falls = func(d time.Time) bool { return d.Day() == day && (months(d)-months(first))%n == 0 }
		case "years":
			words = fmt.Sprintf("yearly on %d mar", day)
			falls = func(d time.Time) bool { return d.Month() == time.March && d.Day() == day }
		default:
			words = "monthly on the last " + weekday.String()
			falls = func(d time.Time) bool { return d.Weekday() == weekday && d.AddDate(0, 0, 7).Month() != d.Month() }
		}
		var want []string
		for d := start; len(want) < shownDates; d = d.AddDate(0, 0, 1) {
			if first.IsZero() { // from the first day that fits at all the interval counts
				if first = d; !falls(d) {
					first = time.Time{}
					continue
				}
			}
			if falls(d) {
				want = append(want, d.Format("Mon 2 Jan 2006 15:04"))
			}
		}
		_, dates, err := Dates(words, start, start.Add(time.Hour), shownDates)
		var got []string
		for _, d := range dates {
			got = append(got, d.Format("Mon 2 Jan 2006 15:04"))
		}
		if err != nil || strings.Join(got, ", ") != strings.Join(want, ", ") {
			t.Fatalf("%q from %s is %v, %v, want %v", words, start.Format(time.DateOnly), got, err, want)
		}
	})
}

func TestAYearlyPreviewHasItsYears(t *testing.T) {
	f := meeting(t, nil)
	put(t, f, repeats, "yearly on 14 march")
	for _, words := range []string{"14 Mar 2027", "14 Mar 2028", "14 Mar 2029"} {
		if !strings.Contains(shown(f), words) {
			t.Errorf("does not show %q\n%s", words, shown(f))
		}
	}
}

// What is new in the form is in the event, in both protocols' words.
func TestOnlinePrivacyAndCategoriesAreOfTheEvent(t *testing.T) {
	for _, public := range []bool{false, true} {
		f := meetingWith(t, nil, func(o *Options) {
			o.Service, o.Work = &service{public: public}, &views.Work{}
		})
		put(t, f, privacy, "p")
		put(t, f, topics, "Travel, Home")
		link := "https://meet.contoso.example/x"
		if public {
			link = "y"
		}
		put(t, f, online, link)
		r, err := f.Result()
		e := r.Event
		if err != nil || e.Sensitivity != "private" || strings.Join(e.Categories, "|") != "Travel|Home" || e.IsOnlineMeeting != public ||
			!public && e.OnlineMeetingURL != link {
			t.Errorf("public %v: %q %q %v %q, %v", public, e.Sensitivity, e.Categories, e.IsOnlineMeeting, e.OnlineMeetingURL, err)
		}
	}
	f := meeting(t, nil)
	put(t, f, online, "javascript:x")
	if _, err := f.Result(); err == nil || f.form.Focused() != online {
		t.Errorf("a link of a script is taken: %v", err)
	}
}

// On a small terminal the rest is under More, the preview is a line, and the
// reason under a field is whole.
func TestOnASmallTerminalTheFormFolds(t *testing.T) {
	f := meeting(t, nil)
	small := func() string { return ansi.Strip(f.View(text.Literal("Event"), "", 40, 11)) }
	if got := small(); strings.Contains(got, "Optional") || !strings.Contains(got, "8 Dec") {
		t.Errorf("it is not folded, or has no preview:\n%s", got)
	}
	put(t, f, repeats, "every blue moon")
	if _, err := f.Result(); err == nil {
		t.Fatal("every blue moon is a recurrence")
	}
	got := strings.Join(strings.Fields(strings.NewReplacer("│", " ", "┃", " ").Replace(small())), " ")
	if !strings.Contains(got, `every weekday`) || !strings.Contains(got, `last friday"`) {
		t.Errorf("the reason is cut:\n%s", small())
	}
	for _, key := range []string{starts, ends, subject} { // on any field
		f = meeting(t, nil)
		f.options.Titled = true
		small()
		if put(t, f, key, ""); key != subject {
			put(t, f, key, "45")
		}
		_, err := f.Result()
		if got := small(); err == nil || !strings.Contains(got, "▲") {
			t.Errorf("%s: why %v is not seen:\n%s", key, err, got)
		}
	}
	f = meeting(t, nil)
	small()
	put(t, f, more, "y")
	put(t, f, model.AttendeeOptional, "bo@contoso.example")
	if r, err := f.Result(); err != nil || len(r.Event.Attendees) == 0 {
		t.Errorf("%v, %v", r.Event.Attendees, err)
	}
}
