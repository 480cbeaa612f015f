package e2e

import (
	"path/filepath"
	"strings"
	"testing"
	"time"

	"daybook/e2e/faults"
)

// badLine is a slow network on which every tenth request fails, in any of
// the ways there are.
func badLine(seed uint64) faults.Plan {
	return faults.Plan{Seed: seed, Latency: 150 * time.Millisecond, Rate: 0.1}
}

// heal ends the faults and lets everything come to rest.
func (d *driver) heal() {
	d.network.SetRate(0)
	d.Pass(3 * time.Minute)
}

// mail is what the inbox shows in several places, each searched for whole and
// shown from its top.
func (d *driver) mail() map[string]string {
	d.Press("g", "i")
	d.Pass(time.Second)
	out := map[string]string{}
	for _, place := range []string{"inbox", "archive", "deleted", "sent", "drafts"} {
		d.Press("/")
		d.Type("in:" + place + " ") // past what would be completed
		d.Pass(2 * time.Second)
		d.Press("enter")
		d.Pass(2 * time.Second)
		d.Press("g", "g")
		d.Pass(2 * time.Second)
		out[place] = d.list()
		d.Press("esc", "esc")
		d.Pass(2 * time.Second)
	}
	return out
}

func same(t *testing.T, shown, fresh map[string]string) {
	t.Helper()
	for place, want := range fresh {
		if got := shown[place]; got != want {
			t.Errorf("%s shows\n%s\na fresh program shows\n%s", place, got, want)
		}
	}
}

func TestTriageOnABadLineEndsAsAFreshProgramSeesIt(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	var shown, fresh map[string]string
	var inbox string
	journey(t, setup{Data: data, Network: badLine(1)}, func(d *driver) {
		d.Pass(30 * time.Second)
		d.Press("F", "F")
		d.Pass(5 * time.Second)
		for i := range 60 {
			switch i % 10 {
			case 0, 5:
				d.Press("e")
			case 1:
				d.Press("d")
			case 2:
				d.Press("s", "j")
			case 3:
				d.Press("N", "j")
			case 4:
				d.Press("m")
				d.Type("atlas")
				d.Press("enter")
			case 6:
				d.Press("u")
			case 7:
				d.Press("U")
			case 8:
				d.Press("x", "j", "x", "i")
				d.Press("esc")
			case 9:
				d.Press("g", "g")
			}
			if i%7 == 0 {
				d.Pass(200 * time.Millisecond)
			}
		}
		d.Pass(time.Minute)
		d.heal()
		inbox = d.Screen()
		shown = d.mail()
		if s := d.network.Stats(); s.Most > 4 || len(s.Failed) < 4 {
			t.Errorf("%d requests at once, failed %v: want 4 at most, and some of several kinds", s.Most, s.Failed)
		} else {
			t.Logf("%d requests, failed %v", s.Requests, s.Failed)
		}
	})
	journey(t, setup{Data: data}, func(d *driver) {
		d.Pass(5 * time.Second)
		if got, want := listOf(inbox), d.list(); got != want {
			t.Errorf("the inbox shows\n%s\na fresh program shows\n%s", inbox, d.Screen())
		}
		fresh = d.mail()
	})
	same(t, shown, fresh)
}

// wait lets time pass until a text is on the screen, two minutes at most.
func (d *driver) wait(text string) {
	d.t.Helper()
	for range 120 {
		if strings.Contains(d.Screen(), text) {
			return
		}
		d.Pass(time.Second)
	}
	d.t.Errorf("not on the screen after two minutes: %q\n%s", text, d.Screen())
}

// TestEveryViewOnABadLineEndsAsAFreshProgramSeesIt writes on every screen.
func TestEveryViewOnABadLineEndsAsAFreshProgramSeesIt(t *testing.T) {
	data := filepath.Join(t.TempDir(), "data")
	screens := func(d *driver) map[string]string {
		out := map[string]string{}
		d.Press("g", "w")
		d.Pass(5 * time.Second)
		d.Press("g", "t")
		d.Type("sat 14:00")
		d.Press("enter")
		d.Pass(5 * time.Second)
		out["week"] = bodyOf(d.Screen())
		for _, name := range []string{"åse", "regatta"} {
			d.Press("g", "p")
			d.Pass(5 * time.Second)
			d.Press("/")
			d.Type(name)
			d.Pass(5 * time.Second)
			out[name] = bodyOf(d.Screen())
			d.Press("esc", "esc")
		}
		d.Press("g", "u")
		d.Pass(5 * time.Second)
		// What has been read is known to this screen alone.
		out["groups"] = strings.Join(strings.Fields(strings.NewReplacer("●", "", "─", "").Replace(bodyOf(d.Screen()))), " ")
		for place, list := range d.mail() {
			out[place] = list
		}
		return out
	}
	var shown, fresh map[string]string
	var ended time.Duration
	journey(t, setup{Data: data, Network: badLine(2)}, func(d *driver) {
		d.wait("Welcome")
		d.writeOnABadLine()
		d.eventsOnABadLine()
		d.peopleOnABadLine()
		d.groupsOnABadLine()
		d.heal()
		ended = d.Now().Sub(now)
		shown = screens(d)
		stats := d.network.Stats()
		t.Logf("%d requests, failed %v", stats.Requests, stats.Failed)
		if stats.Most > 4 {
			t.Errorf("%d requests at once, want 4 at most", stats.Most)
		}
	})
	const starts = 5 * time.Second // a fresh program looks at the clock when the other did
	journey(t, setup{Data: data, Later: ended - starts}, func(d *driver) {
		d.Pass(starts)
		fresh = screens(d)
	})
	same(t, shown, fresh)
	if n := strings.Count(fresh["sent"], "Tides and biscuits"); n != 1 {
		t.Errorf("the letter is %d times in Sent Items, want once:\n%s", n, fresh["sent"])
	}
	if n := strings.Count(fresh["week"], "▌Paint the"); n != 1 {
		t.Errorf("the event is %d times in the week, want once:\n%s", n, fresh["week"])
	}
}

// bodyOf is the screen without its last line, which says what happened.
func bodyOf(screen string) string {
	lines := strings.Split(screen, "\n")
	return strings.Join(lines[:len(lines)-1], "\n")
}

func (d *driver) writeOnABadLine() {
	d.Press("c")
	d.Type("bo@contoso.example")
	d.Press("tab", "tab")
	d.Type("Tides and biscuits")
	d.Press("tab")
	d.Type("Thursday it is.")
	d.Pass(10 * time.Second) // its draft is saved
	d.Type(" Or not.")
	d.Press("ctrl+s")
	d.Pass(3 * time.Second)
	d.Press("u") // taken back, and sent again
	d.Press("ctrl+s")
	d.Pass(2 * time.Minute)
}

func (d *driver) eventsOnABadLine() {
	d.Press("g", "w")
	d.wait("Stand-up")
	d.Press("g", "t")
	d.Type("sat 14:00")
	d.Press("enter", "n")
	d.Type("Paint the fence")
	d.Press("ctrl+s")
	d.Press("m", "j", "j", "enter") // moved before the service has it
	d.Pass(30 * time.Second)
	d.Press("m", "j", "j", "enter", "u", "U", "u")
	d.Pass(30 * time.Second)
	d.Press("D")
	d.Pass(time.Second)
	d.Press("u")
	d.Pass(time.Minute)
}

func (d *driver) peopleOnABadLine() {
	d.Press("g", "p")
	d.wait("Directory")
	d.Press("g", "g", "n")
	d.Type("Åse")
	d.Press("tab")
	d.Type("Ås")
	d.Press("tab", "tab")
	d.Type("ase@trey.example")
	d.Press("ctrl+s")
	d.Pass(30 * time.Second)
	d.Press("u")
	d.Pass(20 * time.Second)
	d.Press("U")
	d.Pass(20 * time.Second)
	d.Press("N")
	d.Type("Regatta")
	d.Press("enter")
	d.Pass(20 * time.Second)
	d.Press("m")
	d.Type("friends")
	d.Press("enter")
	d.Pass(20 * time.Second)
	d.Press("esc", "esc")
}

func (d *driver) groupsOnABadLine() {
	d.Press("g", "u")
	d.wait("String lines")
	d.Pass(30 * time.Second)
	d.Press("r")
	d.wait("Reply to")
	d.Type("A fine thought")
	d.Press("ctrl+s")
	d.Pass(20 * time.Second)
	d.Press("K")
	d.Pass(20 * time.Second)
	d.Press("u")
	d.Pass(20 * time.Second)
}

// TestALineThatIsCutIsSaidAndRecoveredFrom begins without a service, works
// when it comes, loses it, writes on, and gets it back, without a restart.
func TestALineThatIsCutIsSaidAndRecoveredFrom(t *testing.T) {
	journey(t, setup{Network: faults.Plan{Latency: 150 * time.Millisecond, Cut: true}}, func(d *driver) {
		d.Pass(30 * time.Second)
		d.See("offline")
		d.DontSee("offline, last seen")
		for _, screen := range []string{"w", "p", "u", "f", "i"} {
			d.Press("g", screen)
			d.Pass(2 * time.Second)
		}
		d.network.Unplug(false)
		d.Pass(45 * time.Second)
		d.See("Welcome: this is a sample mailbox", "Focused")
		d.DontSee("offline")
		d.Press("g", "w")
		d.wait("Stand-up")
		d.Press("g", "p")
		d.wait("Directory")
		d.Press("g", "u")
		d.wait("String lines")
		d.Press("g", "i", "j")
		d.Pass(5 * time.Second)

		d.network.Unplug(true)
		d.Pass(90 * time.Second)
		d.See("▲ offline, last seen 09:5", "Release notes, one more pass")
		before := d.list()
		d.Press("e")
		d.Pass(10 * time.Second)
		d.See("Could not keep")
		for range 2 { // failures that were seen give their lines back
			d.Press("esc")
			d.Pass(2 * time.Second)
		}
		if got := d.list(); got != before {
			t.Errorf("what could not be archived is not back:\n%s\nwant\n%s", got, before)
		}
		d.Press("c")
		d.Type("bo@contoso.example")
		d.Press("tab", "tab")
		d.Type("From the train")
		d.Press("tab")
		d.Type("No signal here.")
		d.Press("ctrl+s")
		d.Pass(10 * time.Second)
		d.See("Not gone yet: the letter to bo@contoso.example waits")
		d.Pass(20 * time.Second)

		d.network.Unplug(false)
		d.Pass(time.Minute)
		d.DontSee("offline")
		d.Press("/")
		d.Type("in:sent from the train")
		d.Pass(2 * time.Second)
		d.See("No signal here.")
		if n := d.network.Stats().Done["POST send"]; n != 1 {
			t.Errorf("the letter was sent %d times, want once", n)
		}
	})
}

// TestALongListAtADistance holds j: what is not there yet is there within a
// round trip, and the text of the next message at once.
func TestALongListAtADistance(t *testing.T) {
	journey(t, setup{Network: faults.Plan{Latency: 150 * time.Millisecond}}, func(d *driver) {
		d.wait("Welcome")
		d.Press("/")
		d.Type("in:archive")
		d.Pass(2 * time.Second)
		d.Press("enter")
		d.Pass(2 * time.Second)
		rows := map[string]bool{}
		for range 200 { // 30 a second, as a held key
			d.Press("j")
			d.Pass(13 * time.Millisecond)
			if strings.Contains(d.Screen(), "could not be") {
				t.Fatalf("the list broke:\n%s", d.Screen())
			}
			rows[d.list()] = true
		}
		d.Pass(400 * time.Millisecond)
		for range 10 { // reading on: the next text is there in the frame of the key
			d.Press("k")
			if strings.Contains(d.Screen(), "Reading") || strings.Contains(d.Screen(), "Loading") {
				t.Errorf("the text of the next message is not there at once:\n%s", d.Screen())
			}
			d.Pass(time.Second)
		}
		if s := d.network.Stats(); s.Most > 4 {
			t.Errorf("%d requests at once, want 4 at most", s.Most)
		}
	})
}
