package inbox

import (
	"fmt"
	"strings"
	"testing"

	"daybook/model"
	"daybook/views/edit"
	"daybook/views/inbox/rows"
	"daybook/views/viewtest"
)

// inFolders is the screen with the cursor of the folders on one.
func inFolders(t *testing.T, f *fake, id string) *driver {
	t.Helper()
	d := start(t, f, 120, 34)
	d.Press("shift+tab")
	d.m.folders.view.Select(id)
	return d
}

func (d *driver) wantFolder(id, name, parent string) {
	d.T.Helper()
	if got := d.f.folder(id); got.DisplayName != name || got.ParentFolderID != parent {
		d.T.Errorf("the folder is %q in %q, want %q in %q", got.DisplayName, got.ParentFolderID, name, parent)
	}
	if shown := d.m.folders.all[id]; shown == nil || shown.DisplayName != name || d.m.folders.above(id) != parent {
		d.T.Errorf("shown is %+v, want %q in %q", shown, name, parent)
	}
}

func TestAFolderIsMadeWhereTheCursorIs(t *testing.T) {
	d := inFolders(t, office(), "id-projects")
	d.Press("n")
	d.See("New folder", "Projects/")
	d.Type("Mars")
	d.See("new folder “Mars” in Projects")
	d.Press("enter")
	d.SaysLast("Made the folder Mars")
	d.wantFolder("id-mars", "Mars", "id-projects")
	if item := d.m.folders.item(); item == nil || item.id != "id-mars" {
		t.Errorf("the cursor is on %+v, want the new folder", item)
	}
	d.Press("u")
	if d.f.folder("id-mars").ID != "" {
		t.Error("undo left the folder there")
	}
	d.Press("U")
	d.wantFolder("id-mars1", "Mars", "id-projects")
	d.Press("r")
	d.Keys("ctrl+u")
	d.Type("Venus")
	d.Press("enter")
	d.wantFolder("id-mars1", "Venus", "id-projects")
}

func TestAFolderThatIsNotMadeComesBackAsItWasTyped(t *testing.T) {
	d := inFolders(t, office(), "id-inbox")
	d.f.noFolder = model.ErrAccessDenied
	d.Press("n")
	d.Type("Mars")
	d.Press("enter")
	d.See("Mars", model.ErrAccessDenied.Error())
	if len(d.m.folders.all) != len(d.f.folders) {
		t.Errorf("%d folders are shown of %d", len(d.m.folders.all), len(d.f.folders))
	}
	d.f.noFolder = nil
	d.Press("enter")
	d.wantFolder("id-mars", "Mars", "")
	d.Press("n")
	d.Keys("ctrl+u")
	d.Type("mars")
	d.Press("enter")
	d.See("there is a folder of that name already")
	d.Keys("ctrl+u")
	d.Type("Nowhere/Moon")
	d.Press("enter")
	d.See("make that one first")
}

func TestFoldersAreRenamedAndMoved(t *testing.T) {
	d := inFolders(t, office(), "id-atlas")
	d.Press("r")
	d.Keys("ctrl+u")
	d.Type("Globe")
	d.Press("enter")
	d.SaysLast("Renamed Atlas to Globe")
	d.wantFolder("id-atlas", "Globe", "id-projects")
	d.Press("m")
	d.DontSee("› Projects/Globe")
	d.Type("at the top")
	d.Press("enter")
	d.SaysLast("Moved Globe to the top")
	d.wantFolder("id-atlas", "Globe", "")
	d.Press("u")
	d.wantFolder("id-atlas", "Globe", "id-projects")
	d.Press("u")
	d.wantFolder("id-atlas", "Atlas", "id-projects")
	d.Press("U", "U")
	d.wantFolder("id-atlas", "Globe", "")
}

func TestARefusedChangeOfAFolderIsTakenBackAndAskedAgain(t *testing.T) {
	d := inFolders(t, office(), "id-atlas")
	d.f.noFolder = model.ErrAccessDenied
	d.Press("r")
	d.Keys("ctrl+u")
	d.Type("Globe")
	d.Press("enter")
	d.See("› Globe", model.ErrAccessDenied.Error())
	d.wantFolder("id-atlas", "Atlas", "id-projects")
	d.Press("esc")
	d.Press("d")
	d.Says("Could not keep “Deleted the folder Atlas”, so it is taken back")
	d.wantFolder("id-atlas", "Atlas", "id-projects")
	if d.Undo() {
		t.Error("there is something to undo")
	}
}

func TestFoldersOfEveryMailboxStay(t *testing.T) {
	for key, words := range map[string]string{"r": "renamed", "m": "moved", "d": "deleted"} {
		d := inFolders(t, office(), "id-archive")
		d.Press(key)
		d.SaysLast("Archive is there in every mailbox, and cannot be " + words)
	}
}

func TestADeletedFolderLiesInDeletedItemsUntilItIsDeletedForGood(t *testing.T) {
	f := office()
	f.addFolder("id-old", "Projects", "id-deleteditems")
	m := message("in", "in", "Bo Berg", "Kept in Atlas", "preview", 5)
	m.ParentFolderID = "id-atlas"
	f.add(m)
	d := inFolders(t, f, "id-atlas")
	d.Press("enter", "shift+tab")
	d.m.folders.view.Select("id-projects")
	d.Press("d")
	d.SaysLast("Deleted the folder Projects")
	d.wantFolder("id-projects", "Projects (2)", "id-deleteditems")
	if d.m.list.folder != "id-inbox" {
		t.Errorf("listed is %s, want the inbox", d.m.list.folder)
	}
	d.Press("u")
	d.wantFolder("id-projects", "Projects", "")
	d.Press("U")

	d.m.folders.view.Select("id-projects")
	d.Press("d")
	q := d.Question()
	if q == nil || q.Title.String() != "Delete the folder Projects (2) for good?" ||
		!strings.HasPrefix(q.Detail.String(), "2 messages and 1 folder in it: deleted too.") {
		t.Fatalf("asked is %v", q)
	}
	d.Run(q.Yes())
	d.DontSee("Projects (2)", "Atlas")
	d.Press("ctrl+r")
	d.DontSee("Projects (2)", "Atlas") // though the service has it
	d.Press("u")
	d.See("Projects (2)", "Atlas")
	d.Press("U")
	d.DontSee("Projects (2)", "Atlas")
	d.Pass(edit.Moment)
	if f.folder("id-projects").ID != "" || f.folder("id-atlas").ID != "" || f.get("in").ID != "" {
		t.Error("it is not deleted")
	}
	d.Says("Deleted the folder Projects (2) for good")
	if len(d.m.folders.doomed) != 0 {
		t.Errorf("%v wait", d.m.folders.doomed)
	}
}

func TestAllOfAFolderIsMarkedReadBehindAPage(t *testing.T) {
	f := flat(300)
	f.addFolder("id-atlas", "Atlas", "")
	for i := range 700 {
		m := message(fmt.Sprintf("a%03d", i), fmt.Sprintf("t%03d", i), "Bo Berg", "In Atlas", "preview", i)
		m.ParentFolderID, m.IsRead = "id-atlas", i%7 == 0
		f.add(m)
	}
	unread := func(folder string) (n int) {
		for id := range f.messages {
			if m := f.get(id); m.ParentFolderID == folder && !m.IsRead {
				n++
			}
		}
		return n
	}
	d := inFolders(t, f, "id-atlas")
	d.Press("N")
	d.SaysLast("Marked read in Atlas: 600 messages")
	if n := unread("id-atlas"); n != 0 || d.m.folders.all["id-atlas"].UnreadItemCount != 0 {
		t.Errorf("%d are unread, shown are %d", n, d.m.folders.all["id-atlas"].UnreadItemCount)
	}
	if n := unread("id-inbox"); n != 150 {
		t.Errorf("%d of the inbox are unread, want 150", n)
	}
	unseen := 0
	d.m.list.rows.Messages(func(m *rows.Message) {
		if !m.Read {
			unseen++
		}
	})
	if unseen == 0 {
		t.Error("the list of the inbox shows all as read")
	}
	d.Press("N")
	d.SaysLast("All of Atlas is read already")
	d.Press("u")
	if n := unread("id-atlas"); n != 600 {
		t.Errorf("after undo %d are unread, want 600", n)
	}
}

func TestDeletedItemsAndJunkAreEmptiedWhenAsked(t *testing.T) {
	f := flat(3)
	f.addFolder("id-gone", "Gone", "id-deleteditems")
	f.addFolder("id-deeper", "Deeper", "id-gone")
	for i := range 620 {
		m := message(fmt.Sprintf("d%03d", i), fmt.Sprintf("d%03d", i), "Bo Berg", fmt.Sprint("Thrown ", i), "preview", i-10) // some of tomorrow
		m.ParentFolderID = []string{"id-deleteditems", "id-gone"}[i/600]
		f.add(m)
	}
	d := inFolders(t, f, "id-deleteditems")
	d.Press("E")
	q := d.Question()
	if q == nil || q.Title.String() != "Empty Deleted: delete 620 messages and 2 folders for good?" ||
		!strings.Contains(q.Detail.String(), "the folder “Gone”") {
		t.Fatalf("asked is %v", q)
	}
	if f.in("id-deleteditems") != 600 {
		t.Error("something is deleted before it was agreed to")
	}
	d.Run(q.Yes())
	d.DontSee("Gone")
	d.Press("u")
	d.See("Gone")
	d.Press("E")
	d.Run(d.Question().Yes())
	d.Pass(edit.Moment)
	if f.in("id-deleteditems")+f.in("id-gone") != 0 || f.folder("id-gone").ID != "" {
		t.Errorf("%d messages are left", f.in("id-deleteditems"))
	}
	d.Says("Deleted 600 messages and 1 folder for good.")
	d.Press("E")
	d.SaysLast("Deleted is empty.")
	if f.in("id-inbox") != 3 {
		t.Error("mail of the inbox is gone")
	}

	d.m.folders.view.Select("id-archive")
	d.Press("E")
	d.See("Empty a folder", "Deleted, 0 messages", "Junk, 0 messages")
}

func TestGoToAFolderByTyping(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("g l")
	d.See("Go to")
	d.Type("atl")
	d.Press("enter")
	if d.m.list.folder != "id-atlas" || d.m.focus != listFocus {
		t.Errorf("listed is %s", d.m.list.folder)
	}
	d.Press("g l")
	d.Type("archive")
	d.Press("enter", "g l", "enter") // the one opened before
	if d.m.list.folder != "id-atlas" {
		t.Errorf("listed is %s, want the one before", d.m.list.folder)
	}
}

func TestFavouritesStandOnTopAndAreKept(t *testing.T) {
	state := viewtest.Memory{}
	d := startWith(t, office(), 120, 34, state, Options{})
	d.Press("shift+tab")
	d.m.folders.view.Select("id-atlas")
	d.Press("f")
	d.SaysLast("Atlas is a favourite")
	d = startWith(t, office(), 120, 34, state, Options{})
	if got := strings.Fields(d.Lines()[1])[0] + " " + strings.Fields(d.Lines()[2])[0]; got != "Favourites Atlas" {
		t.Errorf("the first lines are %q\n%s", got, d.Screen())
	}
	d.StyledGolden("favourites")
	d.Press("shift+tab")
	d.m.folders.view.Select("favourite:id-atlas")
	d.Press("enter")
	if d.m.list.folder != "id-atlas" {
		t.Errorf("listed is %s", d.m.list.folder)
	}
	d.Press("shift+tab")
	if item := d.m.folders.item(); item == nil || item.id != "favourite:id-atlas" {
		t.Errorf("the cursor is on %+v", item)
	}
	d.Press("f")
	d.DontSee("Favourites")
}

func TestFolderActionsAreThereByNameFromTheList(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("g l")
	d.Type("atlas")
	d.Press("enter")
	d.Do("folder.rename")
	d.See("Rename Atlas")
	d.Press("esc")
	if a := d.Action("n"); a != nil {
		t.Errorf("n among the messages is %s", a.ID)
	}
}
