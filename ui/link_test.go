package ui

import (
	"context"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

type fakeRemote struct{ probes, hurries int }

func (r *fakeRemote) Probe(context.Context) error {
	r.probes++
	return nil
}
func (r *fakeRemote) Hurry() { r.hurries++ }

func newLinkedRoot(t *testing.T) (*root, *fakeRemote) {
	r := newTestRoot(t, 100, 20)
	r.env.Zone = func() *time.Location { return time.UTC }
	remote := &fakeRemote{}
	r.link.remote = remote
	return r, remote
}

// status is the last line of the screen, with those above it that say something.
func (r *root) status() string {
	lines := strings.Split(r.screen(), "\n")
	return strings.Join(lines[len(lines)-1-r.cells.said:], " ")
}

func (r *root) refreshed() int {
	n := 0
	for _, msg := range r.inbox.got {
		if _, ok := msg.(views.Refreshed); ok {
			n++
		}
	}
	return n
}

func TestAWaitIsCountedDownAndCanBeEnded(t *testing.T) {
	r, remote := newLinkedRoot(t)
	r.Update(Wait{Until: r.now.Add(7 * time.Second), Reason: "The service asks for patience"})
	if got, want := r.status(), "The service asks for patience · 7 s · ctrl+r tries now"; !strings.Contains(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	r.now = r.now.Add(5 * time.Second)
	if got := r.status(); !strings.Contains(got, "patience · 2 s") {
		t.Errorf("five seconds later: got %q, want 2 s", got)
	}
	r.link.hurry()()
	if got := r.status(); remote.hurries != 1 || strings.Contains(got, "patience") {
		t.Errorf("got %d hurries and %q, want one and the wait gone", remote.hurries, got)
	}
}

func TestAWaitOfAMomentIsNotWorthSaying(t *testing.T) {
	r, _ := newLinkedRoot(t)
	r.Update(Wait{Until: r.now.Add(300 * time.Millisecond), Reason: "The service does not answer"})
	if got := r.status(); strings.Contains(got, "answer") {
		t.Errorf("got %q, want nothing said", got)
	}
}

func TestAnOutageIsShownForAsLongAsItLastsAndEndsInAFreshLook(t *testing.T) {
	r, remote := newLinkedRoot(t)
	r.Update(Link{Seen: r.now.Add(-8 * time.Minute)})
	if got, want := r.status(), "▲ offline, last seen 09:42"; !strings.Contains(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	r.Update(views.Notify{Text: text.Literal("Taken back"), Level: views.Failure})
	if got := r.status(); !strings.Contains(got, "offline") || !strings.Contains(got, "Taken back") {
		t.Errorf("got %q, want the outage and what was said", got)
	}
	probe := r.pauses[0]
	_, cmd := r.Update(probe)
	run(cmd)
	if remote.probes != 1 {
		t.Errorf("got %d probes, want 1", remote.probes)
	}
	r.Update(Link{Up: true, Seen: r.now})
	if got := r.status(); strings.Contains(got, "offline") || !strings.Contains(got, "The service answers again") {
		t.Errorf("got %q, want the outage over", got)
	}
	if got := r.refreshed(); got != 1 {
		t.Errorf("the views were told %d times to look anew, want once", got)
	}
	_, cmd = r.Update(probe)
	run(cmd)
	if remote.probes != 1 {
		t.Error("a probe of an outage that is over was made")
	}
}

// run runs the commands of a batch and drops what they bring; what waits is
// left out.
func run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	done := make(chan tea.Msg, 1)
	go func() { done <- cmd() }()
	select {
	case msg := <-done:
		if batch, ok := msg.(tea.BatchMsg); ok {
			for _, c := range batch {
				run(c)
			}
		}
	case <-time.After(50 * time.Millisecond):
	}
}

func TestAProbeComesLaterEachTime(t *testing.T) {
	r, remote := newLinkedRoot(t)
	pause := time.Duration(0)
	r.work.Later = func(d time.Duration, over tea.Msg) tea.Cmd { pause = d; return views.Send(over) }
	due := r.link.probeLater()
	for n := range 70 { // also where doubling would overflow
		before := pause
		probe := r.deliver(due().(views.Result))
		if due = r.deliver(probe().(views.Result)); due == nil || remote.probes != n+1 {
			t.Fatalf("after %d probes: %d were made", n+1, remote.probes)
		}
		if n < 3 && pause <= before {
			t.Errorf("the pause after probe %d is %v, after %v", n+1, pause, before)
		}
	}
}

func TestChangesInDoubtAreLookedAtOnceTogether(t *testing.T) {
	r, _ := newLinkedRoot(t)
	r.Update(Stale{})
	r.Update(Stale{})
	if len(r.pauses) != 1 {
		t.Fatalf("two doubts lead to %d fresh looks, want one", len(r.pauses))
	}
	r.later()
	if got := r.refreshed(); got != 1 {
		t.Errorf("the views were told %d times to look anew, want once", got)
	}
}

func TestASessionThatEndedIsSaidUntilItIsRenewed(t *testing.T) {
	r, _ := newLinkedRoot(t)
	r.Update(views.SignInNeeded{Reason: text.Literal("the session has ended.")})
	if got := r.status(); !strings.Contains(got, "signed out") || !strings.Contains(got, "Sign in again: the session has ended. What you are writing") {
		t.Errorf("got %q, want what to do", got)
	}
	r.Update(views.Notify{Text: text.Literal("Could not read the calendars"), Level: views.Failure})
	if got := r.status(); !strings.Contains(got, "Sign in again: Could not read the calendars") {
		t.Errorf("after a failure that comes of it: got %q, want what to do first", got)
	}
	r.Update(views.SignedIn{})
	if got := r.status(); strings.Contains(got, "signed out") || r.refreshed() != 1 {
		t.Errorf("got %q and %d fresh looks, want none said and one", got, r.refreshed())
	}
}
