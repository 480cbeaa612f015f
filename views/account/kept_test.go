package account

import (
	"errors"
	"maps"
	"strings"
	"testing"

	"daybook/views/identity"
	"daybook/views/persist"
	"daybook/views/viewtest"
)

// killed starts the program anew on what is on the disk at this moment, on another screen.
func (b *bench) killed() *bench {
	b.T.Helper()
	return sitWith(b.T, 120, 40, viewtest.Options{Theme: viewtest.Dark, Now: now, ID: "other", State: maps.Clone(b.State)}, b.service)
}

func (b *bench) wantForms(n int) {
	b.T.Helper()
	if names, _ := b.State.Left(formPrefix); len(names) != n {
		b.T.Errorf("on the disk are %q, want %d forms", names, n)
	}
}

func TestAutomaticRepliesAreFilledInAgainAfterAKill(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.open("replies", "internal")
	b.Do("edit")
	b.Keys("ctrl+end")
	b.Type(" Ask Bo.")
	b.Pass(persist.DraftPause)

	again := b.killed()
	again.SaysLast("\u201cAutomatic replies\u201d is open again in Account, as you left it")
	again.See("I am away. Ask Bo.")
	again.Type(" Really.")
	again.save()
	if got := again.service.settings.AutomaticRepliesSetting.InternalReplyMessage; !strings.Contains(got, "I am away. Ask Bo. Really.") {
		t.Errorf("the service has %q", got)
	}
	again.wantForms(0)
}

func TestWhatTheEditorWroteIsKept(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.open("replies", "external")
	b.Do("edit")
	b.Desktop.Editor = func(string) string { return "Back on Monday." }
	b.Do("editor")
	b.Pass(persist.DraftPause)
	b.killed().See("Back on Monday.")
}

func TestASignatureIsFilledInAgainAfterAKill(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.open("signatures", "")
	b.Do("new")
	b.clear()
	b.Type("Ann at home")
	b.Keys("tab", "tab")
	b.Type("Ann")
	b.Pass(persist.DraftPause)

	again := b.killed()
	again.See("New signature", "Ann at home")
	again.Type("e")
	again.save()
	list, err := identity.Read(again.State)
	if err != nil || len(list) != 2 || list[1].Signature != "Anne" {
		t.Fatalf("saved %+v, %v", list, err)
	}
	again.wantForms(0)

	again.open("signatures", identityKey(list[1]))
	again.Do("edit")
	again.Keys("tab", "tab")
	again.Type("!")
	again.Pass(persist.DraftPause)
	third := again.killed()
	third.save()
	list, err = identity.Read(third.State)
	if err != nil || len(list) != 2 || !strings.Contains(list[1].Signature, "!") {
		t.Errorf("saved %+v, %v, want the second changed", list, err)
	}
	third.wantForms(0)
}

// The account is not read for nothing, and a form waits until it is.
func TestAFormWaitsForTheSettings(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.killed().DontSee("Automatic replies are")
	b.open("replies", "internal")
	b.Do("edit")
	b.Type("Hm. ")
	b.Pass(persist.DraftPause)
	b.service.fail = errors.New("the line is cut")
	again := b.killed()
	again.DontSee("Hm. ")
	again.wantForms(1)
	again.service.fail = nil
	again.Run(again.reload())
	again.See("Hm. ")
}

func TestAFormOfOneLineIsNotKept(t *testing.T) {
	b := sit(t, 120, 40, viewtest.Dark)
	b.open("senders", "")
	b.Do("new")
	b.Type("ann@example.org")
	b.Pass(persist.DraftPause)
	b.wantForms(0)
}
