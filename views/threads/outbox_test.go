package threads

import (
	"errors"
	"strings"
	"testing"
	"time"

	"daybook/views"
	"daybook/views/viewtest"
)

// held is a screen where posts can be taken back for eight seconds.
func held(t *testing.T, service *fake, state viewtest.Memory) *bench {
	b := sit(t, 120, 36, viewtest.Dark, service, state)
	b.options.Moment = 8 * time.Second
	return b
}

// due lets the moment of every post pass.
func (b *bench) due() {
	for id := range b.saved.Outbox {
		b.Run(b.outbox.post(id))
	}
}

func TestAPostIsHeldForItsMomentAndTakenBack(t *testing.T) {
	b := held(t, newFake(), viewtest.Memory{})
	b.Do("reply")
	b.Type("Ship it")
	b.Keys("ctrl+s")
	if got := b.service.posts["t1"]; len(got) != 2 {
		t.Fatalf("posted at once: %+v", got)
	}
	b.See("Ship it", "sending")
	b.Take(views.Refreshed{})
	b.See("Ship it", "sending")
	if len(b.Steps) != 1 || b.Steps[0].Label != "Posted: Release on Friday?" || b.Expired(b.Steps[0]) || b.Status().Text != "1 on the way" {
		t.Fatalf("steps %+v, status %q", b.Steps, b.Status().Text)
	}
	b.Run(b.Revert(b.Steps[0]))
	if b.writer.writing == nil || b.writer.writing.form.Value("text") != "Ship it" || len(b.saved.Outbox) != 0 {
		t.Fatalf("taken back: letter %v, outbox %v", b.writer.writing, b.saved.Outbox)
	}
	b.Run(b.outbox.post("id1")) // the moment of what was taken back
	if got := b.service.posts["t1"]; len(got) != 2 {
		t.Fatalf("posted though it was taken back: %+v", got)
	}
	b.Type(" now")
	b.Keys("ctrl+s")
	b.due()
	if got := b.service.posts["t1"]; len(got) != 3 || got[2].Body.Content != "Ship it now" {
		t.Fatalf("posts: %+v", got)
	}
	if !b.Expired(b.Steps[0]) || !b.Expired(b.Steps[1]) || len(b.saved.Drafts)+len(b.saved.Outbox) != 0 {
		t.Errorf("drafts %v, outbox %v", b.saved.Drafts, b.saved.Outbox)
	}
	if s := b.Screen(); strings.Contains(s, "sending") {
		t.Errorf("still on its way:\n%s", s)
	}
}

func TestAPostTakenBackIsSentAgainByRedo(t *testing.T) {
	b := held(t, newFake(), viewtest.Memory{})
	b.Do("reply")
	b.Type("Ship it")
	b.Keys("ctrl+s")
	b.Run(b.Revert(b.Steps[0]))
	b.writer.closeDraft() // as esc does
	b.Run(b.Reapply(b.Steps[0]))
	b.due()
	if got := b.service.posts["t1"]; len(got) != 3 {
		t.Errorf("posts: %+v", got)
	}
}

func TestAPostOutlivesACrashWithinItsMomentAndIsNeverSentTwice(t *testing.T) {
	state, service := viewtest.Memory{}, newFake()
	b := held(t, service, state)
	b.Do("reply")
	b.Type("Ship it")
	b.Keys("ctrl+s")
	again := held(t, service, state)
	if again.Expired(b.Steps[0]) {
		t.Error("the step expired with the restart")
	}
	again.due()
	if got := service.posts["t1"]; len(got) != 3 {
		t.Fatalf("posts after the restart: %+v", got)
	}
	d := draft{Kind: replying, Group: "g1", Thread: "t1", Post: "p2", Text: "Twice?", ID: "x", Going: true}
	again.saved.Outbox["x"] = d
	again.Run(again.save())
	third := held(t, service, state)
	third.due()
	if got := service.posts["t1"]; len(got) != 3 || third.saved.Drafts[d.key()].Text != "Twice?" || !third.Noticed("look before you send it again") {
		t.Errorf("what may have gone: posts %d, drafts %v, notes %q", len(got), third.saved.Drafts, third.Notices)
	}
}

func TestWhoLeavesWithinTheMomentHasPosted(t *testing.T) {
	state, service := viewtest.Memory{}, newFake()
	b := held(t, service, state)
	b.Do("reply")
	b.Type("Ship it")
	b.Keys("ctrl+s")
	if n, what := b.Unsent(); n != 1 || what != "post" {
		t.Errorf("%d %s can be taken back, want one post", n, what)
	}
	if left := b.Leave(false)().(views.Left); left.Kept.Empty() || len(service.posts["t1"]) != 2 {
		t.Errorf("offline: %+v", left)
	}
	if left := b.Leave(true)().(views.Left); !left.Kept.Empty() || len(left.Results) != 1 || len(service.posts["t1"]) != 3 {
		t.Errorf("online: %+v, %d posts", left, len(service.posts["t1"]))
	}
	again := held(t, service, state)
	again.due()
	if got := service.posts["t1"]; len(got) != 3 {
		t.Errorf("posted twice: %+v", got)
	}
}

func TestWhatWasPostedGoesBeforeTheThreadIsLocked(t *testing.T) {
	b := held(t, newFake(), viewtest.Memory{})
	b.Do("reply")
	b.Type("Last word")
	b.Keys("ctrl+s")
	b.Do("lock")
	if got := b.service.posts["t1"]; len(got) != 3 || !b.service.find("t1").IsLocked {
		t.Errorf("posts %+v, locked %v", got, b.service.find("t1").IsLocked)
	}
}

func TestAPostThatFailsStandsAboveWhatWasTypedMeanwhile(t *testing.T) {
	b := held(t, newFake(), viewtest.Memory{})
	b.Do("reply")
	b.Type("First")
	b.Keys("ctrl+s")
	key := b.saved.Outbox["id1"].key()
	b.saved.Drafts[key] = draft{Kind: replying, Group: "g1", Thread: "t1", Post: "p2", Text: "Second"}
	b.service.fail = errors.New("no way")
	b.due()
	if got := b.saved.Drafts[key].Text; got != "First\n\nSecond" || len(b.saved.Outbox) != 0 {
		t.Errorf("draft %q, outbox %v", got, b.saved.Outbox)
	}
}
