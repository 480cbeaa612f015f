package contacts

import (
	"maps"
	"testing"

	"daybook/model"
	"daybook/views/extensions"
	"daybook/views/persist"
	"daybook/views/viewtest"
)

// killed starts the program anew on what is on the disk at this moment.
func (b *bench) killed() *bench {
	b.T.Helper()
	return sitWith(b.T, 120, 36, viewtest.Options{Theme: viewtest.Dark, Now: now, ID: "other", State: maps.Clone(b.State)}, b.service)
}

func (b *bench) wantNoForms() {
	b.T.Helper()
	if names, _ := b.State.Left(formPrefix); len(names) > 0 {
		b.T.Errorf("on the disk are %q, want no form", names)
	}
}

func TestANewContactIsFilledInAgainAfterAKill(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, folderNode("home"))
	b.Do("new")
	b.Type("Gro")
	b.Keys("tab")
	b.Type("Gran")
	b.Keys("tab", "tab")
	b.Type("gro@gran.example, second gr")
	b.Keys("left", "left")
	b.Pass(persist.DraftPause)

	again := b.killed()
	again.SaysLast("\u201cNew contact in Family\u201d is open again in People, as you left it")
	again.See("New contact in Family", "Gran", "[gro@gran.example]", "second gr")
	again.Keys("backspace")
	again.See("secondgr")
	for range len("second") {
		again.Keys("backspace")
	}
	again.Keys("delete", "delete")
	again.Keys("ctrl+s")
	made := again.service.at("made1")
	if made < 0 || again.service.contacts[made].DisplayName != "Gro Gran" || again.service.contacts[made].ParentFolderID != "home" ||
		len(again.service.contacts[made].EmailAddresses) != 1 {
		t.Fatalf("made %+v, said %q", again.service.contacts, again.Said)
	}
	again.wantNoForms()
	again.killed().DontSee("New contact in")
}

func TestAContactThatWasBeingChangedIsOpenAgainAfterAKill(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, contactNode("dee"))
	b.Do("edit")
	b.Type(" Anna")
	b.Pass(persist.DraftPause)

	again := b.killed()
	again.See("Edit Dee Dahl", "Dee Anna")
	again.Keys("esc")
	again.See("Leave the form?")
	again.Keys("esc", "ctrl+s")
	if p := again.service.patches; len(p) != 1 || len(p[0]) != 2 || p[0]["givenName"] == nil || p[0]["displayName"] == nil {
		t.Errorf("changed %v, want the first name, and what follows it; said %q", p, again.Said)
	}
	again.wantNoForms()
}

func TestAContactsFormThatWasLeftOrChangedNothingDoesNotComeBack(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, contactNode("dee"))
	b.Do("edit")
	b.Pass(persist.DraftPause)
	b.wantNoForms()
	b.Type("x")
	b.Pass(persist.DraftPause)
	if names, _ := b.State.Left(formPrefix); len(names) != 1 {
		t.Fatalf("on the disk are %q, want the form", names)
	}
	b.Keys("esc", "down", "enter")
	b.wantNoForms()
	b.Do("edit")
	b.Type("x")
	b.Pass(persist.DraftPause)
	b.Keys("backspace", "ctrl+s")
	b.wantNoForms()
	if len(b.service.patches) > 0 || len(b.Steps) > 0 {
		t.Errorf("changed %v", b.service.patches)
	}
}

// What is filled in is on the disk until the service has it, also what was typed right before it was saved.
func TestAContactThatTheServiceRefusedIsKept(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, folderNode("home"))
	b.service.fail = model.Errorf(model.CodeConflict, "the address book is full")
	b.Do("new")
	b.Type("Gro")
	b.Hold()
	b.Keys("ctrl+s")
	b.Do("new-folder")
	b.Release()
	b.See("New folder in Family")
	b.killed().See("New contact in Family", "Gro")
	b.Keys("esc")
	b.Run(b.Update(nil))
	b.See("New contact in Family", "Gro", "the address book is full")
}

// noCustomData is a service of which nothing is asked.
type noCustomData struct{ extensions.Service }

func TestDraftedCustomDataIsKeptAndNotThrownAwayUnasked(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.options.Custom = noCustomData{}
	b.Do("new")
	b.form.of.Contact.Extensions = []model.OpenTypeExtension{{ExtensionName: "com.contoso.badge"}}
	b.Run(b.form.save())
	b.Pass(persist.DraftPause)
	again := b.killed()
	again.See("New contact in")
	if got := again.form.of.Contact.Extensions; len(got) != 1 || got[0].ExtensionName != "com.contoso.badge" {
		t.Errorf("the form has the custom data %+v", got)
	}
	b.Keys("esc")
	b.See("Leave the form?")
	b.Keys("down", "enter")
	b.wantNoForms()
}

func TestAContactThatIsGoneIsSaidWithoutItsID(t *testing.T) {
	b := sit(t, 120, 36, viewtest.Dark)
	b.goTo(t, contactNode("dee"))
	b.Do("edit")
	b.Type("x")
	b.service.fail = model.Errorf(model.CodeNotFound, `no contact has the id "dee"`)
	b.Keys("ctrl+s")
	b.See("Edit Dee Dahl", "it is no longer there")
	b.Says("Not done; the box says why. Taken back: Changed Dee")
	if b.Noticed("has the id") {
		t.Errorf("said %q", b.Notices)
	}
}
