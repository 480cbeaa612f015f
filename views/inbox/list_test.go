package inbox

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/x/ansi"

	"daybook/views/dateparse"
	"daybook/views/viewtest"
)

func TestOneLineAMessageIsChosenAndRemembered(t *testing.T) {
	for _, size := range append(sizes[:len(sizes):len(sizes)], struct {
		name string
		w, h int
	}{"160x50", 160, 48}) {
		for _, l := range looks {
			if l.name != "dark" && size.name != "120x36" {
				continue
			}
			d := start(t, office(), size.w, size.h)
			*d.Env.Theme = *viewtest.Theme(t, l.Options)
			d.Press("V", "x")
			d.StyledGolden(fmt.Sprintf("lines-%s-%s", size.name, l.name))
			viewtest.CheckFrame(t, d.Frame(), size.w, size.h)
		}
	}

	state := viewtest.Memory{}
	d := startWith(t, flat(60), 120, 34, state, Options{})
	two := strings.Count(ansi.Strip(d.Frame()), "Subject")
	d.Press("V")
	d.Says("Each message has one line.")
	if one := strings.Count(ansi.Strip(d.Frame()), "Subject"); one < 2*two-2 {
		t.Errorf("%d subjects are seen with one line each, %d with two", one, two)
	}
	d.Press("G")
	d.wantSelected("m059")
	d = startWith(t, flat(60), 120, 34, state, Options{})
	if d.m.options.Lines != 1 {
		t.Errorf("after a restart messages have %d lines, want 1", d.m.options.Lines)
	}
	d.Press("V")
	d = startWith(t, flat(60), 120, 34, state, Options{Lines: 1})
	if d.m.options.Lines != 2 {
		t.Errorf("two were chosen against the setting: got %d", d.m.options.Lines)
	}
}

func TestTheOldestMailComesFirstWhereItIsChosen(t *testing.T) {
	state, f := viewtest.Memory{}, flat(400)
	d := startWith(t, f, 120, 34, state, Options{})
	newest := d.selected()
	d.Press("I")
	d.Says("The oldest mail comes first in this folder.")
	d.See("oldest first")
	d.wantSelected("m399")
	d.Press("G")
	d.wantSelected(newest)
	d = startWith(t, f, 120, 34, state, Options{})
	d.See("oldest first")
	d.wantSelected("m399")
	for range 400 { // through all pages
		d.Press("j")
	}
	d.wantSelected(newest)
	d.Press("/")
	d.Type("subject")
	d.Press("enter")
	d.wantSelected(newest)
}

func TestTheSettingGivesMessagesOneLine(t *testing.T) {
	d := startWith(t, flat(60), 120, 34, viewtest.Memory{}, Options{Lines: 1})
	if h := d.m.list.drawer.Height(0); h != 1 {
		t.Errorf("a row has %d lines", h)
	}
}

func TestMailOfAnotherYearShowsItsDayAndYear(t *testing.T) {
	for _, size := range sizes {
		for _, keys := range [][]string{nil, {"V"}} {
			f := newFake()
			f.add(message("old", "old", "Bo Berg", "Release plan", "of last year", 60*24*365))
			d := start(t, f, size.w, size.h)
			d.Press(keys...)
			d.See("22 Oct 25", "Release plan", "Bo Berg")
		}
	}
}

func TestAtAWideTerminalTheSubjectHasALineOfItsOwn(t *testing.T) {
	subject := "A subject of about as many words as a line of its own has"
	f := newFake()
	f.add(message("m", "m", "Bo Berg with a long name", subject, "preview", 60))
	start(t, f, 160, 48).See(subject + " ")
}

// TestTheSettingCountsUntilAnotherWasChosen: what is saved for another reason
// does not hide the settings.
func TestTheSettingCountsUntilAnotherWasChosen(t *testing.T) {
	d := startWith(t, flat(5), 120, 34, viewtest.Memory{}, Options{After: Stay})
	d.Press("F") // saves
	again := startWith(t, d.f, 120, 34, d.State, Options{After: Previous})
	if again.m.options.After != Previous {
		t.Errorf("the setting is Previous, and it goes to %d", again.m.options.After)
	}
	again.Do("after-action")
	last := startWith(t, d.f, 120, 34, again.State, Options{After: Next})
	if last.m.options.After != Stay {
		t.Errorf("stay was chosen, and it goes to %d", last.m.options.After)
	}
}

func TestWaysToSnoozeDiffer(t *testing.T) {
	zone, err := time.LoadLocation("Europe/Berlin")
	if err != nil {
		t.Fatal(err)
	}
	for now := time.Date(2026, 10, 19, 0, 0, 0, 0, zone); now.Month() < 11; now = now.Add(10 * time.Minute) {
		evening, _ := dateparse.ThisEvening(now)
		all := []time.Time{now, evening, tomorrow(now), nextWeek(now)}
		for i := range all[1:] {
			if !all[i+1].After(all[i]) {
				t.Fatalf("at %v: %v", now, all[1:])
			}
		}
		if at := nextWeek(now); at.Weekday() != time.Monday || at.Hour() != 8 {
			t.Fatalf("at %v: next week is %v", now, at)
		}
	}
}

func TestTheKeysOfSnoozeSayWhen(t *testing.T) {
	for _, c := range []struct {
		at   time.Time
		want string
	}{
		{time.Date(2026, 10, 22, 9, 50, 0, 0, time.UTC), "evening 18:00, tomorrow 08:00, Mon 26 Oct 08:00, a date"},
		{time.Date(2026, 10, 22, 23, 30, 0, 0, time.UTC), "in an hour 00:30, tomorrow 08:00, Mon 26 Oct 08:00, a date"},
		{time.Date(2026, 10, 24, 12, 0, 0, 0, time.UTC), "evening 18:00, tomorrow 08:00, Mon 26 Oct 08:00, a date"},
		{time.Date(2026, 10, 25, 12, 0, 0, 0, time.UTC), "evening 18:00, tomorrow 08:00, Mon 2 Nov 08:00, a date"},
	} {
		d := start(t, office(), 120, 34)
		d.m.env.Now = func() time.Time { return c.at }
		var says []string
		for _, a := range d.m.Actions() {
			if strings.HasPrefix(a.ID, "snooze-") {
				says = append(says, a.Next())
			}
		}
		if got := strings.Join(says, ", "); got != c.want {
			t.Errorf("at %v: %s\nwant %s", c.at, got, c.want)
		}
	}
}

// TestANewFilterTakesThePlaceOfTheOld: the words of the old one are selected.
func TestANewFilterTakesThePlaceOfTheOld(t *testing.T) {
	for _, key := range []string{"\\", "/"} {
		d := start(t, flat(30), 120, 34)
		d.Press(key)
		d.Type("Subject 7")
		d.Press("enter")
		d.DontSee("Subject 8 ")
		d.Press(key)
		d.Type("Subject 8")
		d.Press("enter")
		d.See("Subject 8 ")
		d.DontSee("Subject 7 ")
		d.Press(key, "left", "right")
		d.Type("x")
		if got := d.m.search.words(); got != "Subject 8x" {
			t.Errorf("edited: %q", got)
		}
	}
}

func TestKeysInAnEmptyListSayWhyNot(t *testing.T) {
	for _, keys := range [][]string{{"*"}, {"d"}, {"e"}, {"x"}, {"space"}, {"m"}, {"h", "t"}, {"A"}} {
		d := start(t, newFake(), 120, 34)
		d.Press(strings.Join(keys, " "))
		d.SaysLast("there is no message here")
	}
	d := start(t, office(), 120, 34)
	d.Press("/")
	d.Type("zebra")
	d.Press("enter", "*")
	d.SaysLast("nothing was found. esc goes back")
}
