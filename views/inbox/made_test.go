package inbox

import (
	"errors"
	"slices"
	"testing"

	"daybook/model"
	"daybook/views"
	"daybook/views/viewtest"
)

// moveToNew moves the selected message to a folder that is made for it.
func (d *driver) moveToNew(name string) {
	d.Press("m")
	d.Type(name)
	d.Press("enter")
}

func TestAMoveToWhereAMessageIsSaysSo(t *testing.T) {
	d := start(t, flat(3), 120, 34)
	d.Press("m")
	d.Type("inbox")
	d.Press("enter")
	d.said("Already in Inbox.")
	if at := d.m.list.rows.Cursor(); at != 0 || len(d.Steps) != 0 {
		t.Errorf("the cursor is on %d, with %d steps", at, len(d.Steps))
	}
}

func TestUndoRemovesTheFolderThatTheMoveMade(t *testing.T) {
	d := start(t, flat(3), 120, 34)
	d.Press("m")
	d.Type("Ferries")
	d.See("new folder \u201cFerries\u201d", "enter make it")
	d.Press("enter")
	d.SaysLast("Moved to the new folder Ferries: Subject 0")
	if got := d.folderOf("m000"); got != "id-ferries" || d.m.folders.all["id-ferries"] == nil {
		t.Fatalf("moved to %s, and the folders are %v", got, d.m.folders.all)
	}
	d.Press("e") // into the archive, from the inbox: another step
	d.Press("u", "u")
	if got := d.folderOf("m000"); got != "id-inbox" || d.f.removed != 1 || d.m.folders.named("Ferries") != "" {
		t.Fatalf("undone: it is in %s, %d folders were removed, shown is %q", got, d.f.removed, d.m.folders.named("Ferries"))
	}
	d.Press("U")
	if got := d.folderOf("m000"); got != "id-ferries1" || d.m.folders.named("Ferries") != "id-ferries1" {
		t.Fatalf("done again: it is in %s, shown is %q", got, d.m.folders.named("Ferries"))
	}
	d.Press("u")
	if got := d.folderOf("m000"); got != "id-inbox" || d.f.removed != 2 {
		t.Errorf("undone again: it is in %s, %d folders were removed", got, d.f.removed)
	}
	d.Press("U")

	again := startWith(t, d.f, 120, 34, d.State, Options{})
	again.Steps = append([]views.Step(nil), d.Steps...)
	again.Press("u")
	if got := again.folderOf("m000"); got != "id-inbox" || d.f.removed != 3 {
		t.Errorf("after a restart: it is in %s, %d folders were removed", got, d.f.removed)
	}
}

func TestAFolderThatHoldsMoreStaysAndThatIsSaid(t *testing.T) {
	d := start(t, flat(3), 120, 34)
	d.moveToNew("Ferries")
	d.f.get("m002") // somebody else's doing
	d.f.messages["m002"].ParentFolderID = "id-ferries"
	d.Press("u")
	d.SaysLast("The folder \u201cFerries\u201d stays: something is in it")
	if got := d.folderOf("m000"); got != "id-inbox" || d.m.folders.named("Ferries") == "" || d.f.removed != 0 {
		t.Errorf("it is in %s, removed %d", got, d.f.removed)
	}
	d.Press("U")
	if got := d.folderOf("m000"); got != "id-ferries" {
		t.Errorf("done again: it is in %s", got)
	}
}

func TestTheFolderOfSnoozedMailIsTakenBackWithTheFirst(t *testing.T) {
	d := start(t, flat(3), 120, 34)
	if d.m.folders.named(SnoozedFolder) != "" {
		t.Skip("it is there from the start")
	}
	d.Press("h m")
	d.Press("u")
	if d.m.folders.named(SnoozedFolder) != "" || d.f.removed != 1 || d.folderOf("m000") != "id-inbox" {
		t.Errorf("removed %d folders, m000 is in %s", d.f.removed, d.folderOf("m000"))
	}
}

func TestTheListOfAFolderThatIsTakenBackGivesWayToTheInbox(t *testing.T) {
	d := start(t, flat(3), 120, 34)
	d.moveToNew("Ferries")
	d.Run(d.m.openFolder("id-ferries"))
	d.Press("u")
	if d.m.list.folder != "id-inbox" {
		t.Errorf("the list is of %s", d.m.list.folder)
	}
}

func TestAFolderMadeForNothingIsRemoved(t *testing.T) {
	for when, move := range map[string]func(*driver){
		"every message is refused": func(d *driver) {
			d.f.refuse = func(op Op) error {
				if op.Folder != "" {
					return errors.New("no")
				}
				return nil
			}
			d.moveToNew("Ferries")
		},
		"all of them could not be found": func(d *driver) {
			d.Press("*")
			d.f.fail = errors.New("no line")
			d.moveToNew("Ferries")
		},
		"it is taken back before it began": func(d *driver) {
			d.Press("*")
			d.Hold()
			d.moveToNew("Ferries")
			made := d.Held[0]
			d.Held = nil
			d.Run(viewtest.Update(d.m, made)) // now they are being found
			d.Press("u")
			d.Release()
		},
	} {
		d := startWith(t, flat(400), 120, 34, viewtest.Memory{}, Options{PageSize: 50})
		move(d)
		if n := d.f.in("id-inbox"); d.f.removed != 1 || n != 400 || d.m.folders.named("Ferries") != "" || d.m.triage.edits.Busy() {
			t.Errorf("%s: %d folders were removed, want 1; shown is %q; %d are in the inbox", when, d.f.removed, d.m.folders.named("Ferries"), n)
		}
	}
}

// TestAPathMakesAFolderInAnother: the picker says what enter would make, and
// where; undo and redo know the place.
func TestAPathMakesAFolderInAnother(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("m")
	d.Type("zzz/New")
	d.See("no folder \u201czzz\u201d to make \u201cNew\u201d in")
	d.DontSee("make it")
	d.Press("enter")
	d.See("There is no folder \u201czzz\u201d. Make that one first.", "zzz/New") // the picker stays
	d.Press("esc", "m")
	d.Type("projects/Ferry lines")
	d.See("new folder \u201cFerry lines\u201d in Projects")
	d.Hold()
	d.Press("enter")
	if n := d.m.Pending(); n != 1 {
		t.Errorf("%d steps are pending while the folder is made, want 1", n)
	}
	d.Release()
	if n := d.m.Pending(); n != 0 {
		t.Errorf("%d steps are pending", n)
	}
	parent := func() string {
		for _, folder := range d.f.folders {
			if folder.DisplayName == "Ferry lines" {
				return folder.ParentFolderID
			}
		}
		return "nowhere"
	}
	if got := parent(); got != "id-projects" {
		t.Fatalf("made in %q", got)
	}
	d.Press("u")
	if got := parent(); got != "nowhere" {
		t.Errorf("after undo it is in %q", got)
	}
	d.Press("U")
	if got := parent(); got != "id-projects" {
		t.Errorf("done again it is in %q", got)
	}
}

// listed tells whether the service and the screen have a category of a name.
func (d *driver) listed(name string) (service, screen bool) {
	is := func(c model.OutlookCategory) bool { return c.DisplayName == name }
	return slices.ContainsFunc(d.f.categories, is), slices.ContainsFunc(d.m.categories.all, is)
}

// tagNew gives the selected message a category that is made for it.
func (d *driver) tagNew(name string) {
	d.Press("t")
	d.Type(name)
	d.Press("enter")
}

func TestUndoRemovesTheCategoryThatTaggingMade(t *testing.T) {
	d := start(t, flat(3), 120, 34)
	want := func(when string, there bool) {
		t.Helper()
		service, screen := d.listed("Ferries")
		if tagged := slices.Contains(d.f.messages["m000"].Categories, "Ferries"); service != there || screen != there || tagged != there {
			t.Errorf("%s: the service lists it: %v, the screen: %v, the message has it: %v; want %v", when, service, screen, tagged, there)
		}
	}
	d.tagNew("Ferries")
	want("tagged", true)
	d.Press("u")
	want("undone", false)
	d.Press("U")
	want("done again", true)

	again := startWith(t, d.f, 120, 34, d.State, Options{})
	again.Steps = append([]views.Step(nil), d.Steps...)
	again.Press("u")
	d.m = again.m
	want("undone after a restart", false)
}

func TestACategoryThatSomethingElseHasStaysAndThatIsSaid(t *testing.T) {
	d := start(t, flat(3), 120, 34)
	d.tagNew("Ferries")
	d.f.messages["m002"].Categories = []string{"Ferries"} // somebody else's doing
	d.Press("u")
	d.SaysLast("The category \u201cFerries\u201d stays: something else has it")
	if service, screen := d.listed("Ferries"); !service || !screen || len(d.f.messages["m000"].Categories) > 0 {
		t.Errorf("the service lists it: %v, the screen: %v, the message has %v", service, screen, d.f.messages["m000"].Categories)
	}
}

func TestACategoryThatNoMessageGotIsRemoved(t *testing.T) {
	for when, tag := range map[string]func(*driver){
		"every message is refused": func(d *driver) {
			d.f.refuse = func(Op) error { return errors.New("no") }
			d.tagNew("Ferries")
		},
		"all of them could not be found": func(d *driver) {
			d.Press("*")
			d.f.fail = errors.New("no line")
			d.tagNew("Ferries")
		},
		"it is taken back before it began": func(d *driver) {
			d.Press("*")
			d.Hold()
			d.tagNew("Ferries")
			d.Press("u")
			d.Release()
		},
	} {
		d := startWith(t, flat(400), 120, 34, viewtest.Memory{}, Options{PageSize: 50})
		tag(d)
		if service, screen := d.listed("Ferries"); service || screen || d.m.triage.edits.Busy() {
			t.Errorf("%s: the service lists it: %v, the screen: %v, want neither", when, service, screen)
		}
	}
}

func TestWithoutAnInboxTheFirstFolderThereIsOpens(t *testing.T) {
	f := newFake()
	f.folders = []model.MailFolder{{Entity: model.Entity{ID: "p"}, DisplayName: "Projects"}, {Entity: model.Entity{ID: "q"}, DisplayName: "Quays"}}
	d := start(t, f, 120, 34)
	if d.m.list.folder != "p" {
		t.Errorf("the list is of %q, want the first folder", d.m.list.folder)
	}
	d.See("Projects")
}

// TestAnUndoThatIsRefusedLeavesTheStepDone: redo must not do it twice, and what
// the move made is still there.
func TestAnUndoThatIsRefusedLeavesTheStepDone(t *testing.T) {
	d := start(t, flat(3), 120, 34)
	d.moveToNew("Ferries")
	d.f.refuse = func(Op) error { return errors.New("no") }
	d.Press("u")
	if len(d.Steps) != 1 || len(d.Undone) != 0 || d.folderOf("m000") != "id-ferries" || d.m.folders.named("Ferries") == "" {
		t.Fatalf("%d steps are done and %d undone, m000 is in %s", len(d.Steps), len(d.Undone), d.folderOf("m000"))
	}
	d.DontSee("Subject 0 ")
	d.f.refuse = nil
	d.Press("u")
	if len(d.Undone) != 1 || d.folderOf("m000") != "id-inbox" || d.f.removed != 1 {
		t.Errorf("later it is taken back: m000 is in %s", d.folderOf("m000"))
	}
	d.f.refuse = func(Op) error { return errors.New("no") }
	d.Press("U")
	if len(d.Steps) != 0 || len(d.Undone) != 1 || d.folderOf("m000") != "id-inbox" || d.m.folders.named("Ferries") != "" || d.f.removed != 2 {
		t.Errorf("a redo that is refused: %d done, %d undone, the folder is %q, removed %d", len(d.Steps), len(d.Undone),
			d.m.folders.named("Ferries"), d.f.removed)
	}
}

func TestAFolderThatIsGoneGivesWayToTheInbox(t *testing.T) {
	f := newFake()
	d := start(t, f, 120, 34)
	inbox := d.m.list.folder
	f.folders = append(f.folders, model.MailFolder{Entity: model.Entity{ID: "soon-gone"}, DisplayName: "Soon gone"})
	d.Run(d.m.refresh())
	d.Run(d.m.openFolder("soon-gone"))
	if d.m.list.folder != "soon-gone" {
		t.Fatalf("the list is of %q", d.m.list.folder)
	}
	f.folders = f.folders[:len(f.folders)-1]
	d.Run(d.m.refresh())
	if d.m.list.folder != inbox {
		t.Errorf("the list is of %q, want the inbox %q", d.m.list.folder, inbox)
	}
}

func TestWhatCannotBeMovedSaysWhichFolderIsMissing(t *testing.T) {
	f := flat(2)
	f.folders = []model.MailFolder{{Entity: model.Entity{ID: "id-inbox"}, DisplayName: "Inbox", WellKnownName: model.FolderInbox}}
	d := start(t, f, 120, 34)
	d.Press("d")
	d.SaysLast("Deleted Items is not shared with you")
	d.Press("e")
	d.SaysLast("Archive is not shared with you")
}
