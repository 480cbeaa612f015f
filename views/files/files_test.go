package files

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/png"
	"slices"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/viewtest"
)

func TestFoldersComeFirstAndNumbersCountAsPeopleDo(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	s := b.Screen()
	last := -1
	for _, name := range []string{"Atlas", "Empty", "part 9.pdf", "part 10.pdf", "Borealis"} {
		at := strings.Index(s, name)
		if at <= last {
			t.Errorf("%s is at %d, want it after %d\n%s", name, at, last, s)
		}
		last = at
	}
	for _, folder := range b.service.asked {
		if folder == "atlas" {
			t.Error("a folder that was not opened was read")
		}
	}
}

func TestMakingRenamingAndMovingAreUndoneAndDoneAgain(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.goTo("empty")
	b.Do("new-folder")
	b.Type("Minutes")
	b.Keys("enter")
	b.See("Minutes")
	if !b.service.has("Minutes") || len(b.Steps) != 1 {
		t.Fatalf("made %v with %d steps, want Minutes and one", b.service.has("Minutes"), len(b.Steps))
	}
	b.Run(b.Revert(b.Steps[0]))
	if b.service.has("Minutes") {
		t.Error("undo left the folder")
	}
	b.Run(b.Reapply(b.Steps[0]))
	b.Run(b.Revert(b.Steps[0])) // the folder has another id than the step knows
	if b.service.has("Minutes") {
		t.Error("undo after redo left the folder")
	}
	b.goTo("note")
	b.Do("rename")
	b.Type("s")
	b.Keys("enter")
	if !b.service.has("migration note.txts") {
		t.Error("the file was not renamed")
	}
	b.Do("move")
	b.Type("empty")
	b.Keys("enter")
	if got := b.service.items[b.service.at("note")].ParentReference.ID; got != "empty" {
		t.Errorf("the file is in %q, want empty", got)
	}
	b.Run(b.Revert(b.Steps[len(b.Steps)-1]))
	b.Run(b.Revert(b.Steps[len(b.Steps)-2]))
	if i := b.service.items[b.service.at("note")]; i.Name != "migration note.txt" || i.ParentReference.ID != "atlas" {
		t.Errorf("after undo it is %q in %q", i.Name, i.ParentReference.ID)
	}
}

func TestWhatTheServiceRefusesIsTakenBackInWords(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.goTo("p9")
	b.service.fail = &model.Error{Code: model.CodeAccessDenied}
	b.Do("rename")
	b.Type("x")
	b.Keys("enter")
	b.See("part 9.pdf", "› part 9.pdfx", "this drive may not be changed") // the name is there again
	b.Keys("esc")
	b.goTo("empty")
	b.Do("new-folder")
	b.service.fail = &model.Error{Code: model.CodeQuota}
	b.Type("New")
	b.Keys("enter")
	b.See("› New", "the drive is full")
	b.Says("Not done; the box says why. Taken back: ")
	if b.Noticed("the drive is full") || b.Noticed("may not be changed") {
		t.Errorf("said %q, want the reasons in the boxes alone", b.Notices)
	}
	b.Keys("esc")
	if strings.Contains(b.Screen(), "New ") {
		t.Errorf("the folder stayed\n%s", b.Screen())
	}
}

func TestATakenNameIsSaidBeforeAnythingIsSent(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.goTo("p9")
	b.Do("new-folder")
	b.Type("ATLAS")
	b.Keys("enter")
	b.See("Atlas is there already; choose another name")
	if b.service.made != 0 || !viewtest.Capturing(b.Model) {
		t.Error("the question was closed, or a folder made")
	}
}

func TestADeletionIsHeldUntilItsMomentIsOver(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.goTo("p9")
	b.Do("delete")
	b.See("u keeps it")
	if !b.service.has("part 9.pdf") {
		t.Fatal("it was deleted at once")
	}
	if b.Expired(b.Steps[0]) {
		t.Error("the step has expired within its moment")
	}
	b.Run(b.Revert(b.Steps[0]))
	b.Moments()
	if !b.service.has("part 9.pdf") {
		t.Fatal("undo did not keep it")
	}
	b.Run(b.Reapply(b.Steps[0]))
	b.Moments()
	if b.service.has("part 9.pdf") || strings.Contains(b.Screen(), "part 9.pdf") {
		t.Errorf("it was not deleted\n%s", b.Screen())
	}
	if !b.Expired(b.Steps[0]) {
		t.Error("the step of a deletion that was carried out has not expired")
	}
	b.Says("Deleted part 9.pdf for good")
}

func TestADeletionThatIsRefusedLeavesTheItem(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.goTo("p9")
	b.Do("delete")
	b.service.fail = &model.Error{Code: model.CodeAccessDenied}
	b.Moments()
	b.Says("Not deleted: part 9.pdf")
	b.See("part 9.pdf")
}

func TestADeletionFromBeforeARestartHasExpired(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.goTo("p9")
	b.Do("delete")
	if again := sit(t, 120, 30, viewtest.Dark); !again.Expired(b.Steps[0]) {
		t.Error("it is offered for undo, though nothing was deleted")
	}
}

func TestAFileIsAddedUndoneAndAddedAgain(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.goTo("empty")
	b.Do("upload")
	b.Type("/home/a")
	b.See("/home/ann/new.txt")
	b.Keys("tab", "enter")
	if !b.service.has("new.txt") || b.service.contents["made1"] != "fresh" {
		t.Fatalf("the drive has %v", b.service.contents)
	}
	b.See("new.txt")
	b.Run(b.Revert(b.Steps[0]))
	if b.service.has("new.txt") {
		t.Error("undo left the file")
	}
	b.Run(b.Reapply(b.Steps[0]))
	if !b.service.has("new.txt") {
		t.Error("redo did not add it again")
	}
	b.service.items[b.service.at("made2")].DriveETag = "changed"
	b.Run(b.Revert(b.Steps[0]))
	b.Says("somebody has changed it meanwhile")
	if !b.service.has("new.txt") {
		t.Error("undo deleted what somebody else has written")
	}
}

func TestWhatIsNoFileIsSaidWhereItsPathStands(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.goTo("empty")
	b.Do("upload")
	b.Type("/nonexistent")
	b.Keys("enter")
	b.See("› /nonexistent", "there is no file /nonexistent")
	b.Keys("ctrl+u")
	b.Type("/home/ann/new.txt")
	b.Keys("enter")
	if !b.service.has("new.txt") || b.dialog.IsOpen() {
		t.Errorf("the drive has %v, open %v", b.service.contents, b.dialog.IsOpen())
	}
}

func TestAnUploadIsOnTheLogFromItsKeyAndUndoWaitsForItsEnd(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.goTo("p9")
	upload := b.transfers.enqueue(transfer{at: Ref{Item: "empty"}, name: "new.txt", path: "/home/ann/new.txt", up: true})
	b.Do("rename")
	b.Type("x")
	b.Keys("enter")
	if len(b.Steps) != 2 || b.Steps[0].Label != "Added new.txt" || b.Pending() != 1 {
		t.Fatalf("steps %+v, %d under way", b.Steps, b.Pending())
	}
	b.Run(upload)
	if len(b.Steps) != 2 || !strings.Contains(string(b.Steps[0].Payload), "made1") || b.Pending() != 0 {
		t.Errorf("ended: steps %+v, %d under way", b.Steps, b.Pending())
	}
	stopped := b.transfers.enqueue(transfer{at: Ref{Item: "empty"}, name: "other.txt", path: "/home/ann/other.txt", up: true})
	b.service.fail = &model.Error{Code: model.CodeQuota}
	b.Run(stopped)
	if len(b.Forgot) != 1 || b.Forgot[0].Label != "Added other.txt" || b.Pending() != 0 {
		t.Errorf("refused, forgot %v", b.Forgot)
	}
}

func TestATakenFileNameIsAsked(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.service.local["/home/ann/part 9.pdf"] = "other"
	b.goTo("p9")
	b.Do("upload")
	b.Type("/home/ann/part 9.pdf")
	b.Keys("enter")
	b.See("part 9.pdf is there already", "Keep both", "Replace what is there", "Leave it")
	b.Keys("enter")
	if !b.service.has("kept part 9.pdf") {
		t.Error("both were not kept")
	}
}

func TestTooLargeAndFullAreSaidInWords(t *testing.T) {
	for refusal, want := range map[model.Error]string{
		{Code: model.CodeTooLarge}: "larger than the drive takes", {Code: model.CodeQuota}: "the drive is full",
		{Code: model.CodeQuota, Message: "the mailbox is read-only"}: "the mailbox is read-only",
	} {
		b := sit(t, 120, 30, viewtest.Dark)
		b.goTo("empty")
		b.Do("upload")
		b.Type("/home/ann/new.txt")
		b.service.fail = &refusal
		b.Keys("enter")
		b.Says(want)
	}
}

func TestFilesAreSavedOneAfterTheOther(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.goTo("rota")
	b.Do("select")
	b.goTo("note")
	b.Do("select", "download")
	b.See("Save all 2 to the folder", "/home/ann/Downloads", "enter save")
	b.Keys("enter")
	if len(b.service.saved) != 2 || b.service.saved["rota.csv"] == "" {
		t.Errorf("saved %v, want two files", b.service.saved)
	}
	b.Says("Saved /home/ann/Downloads/rota.csv")
	b.goTo("note")
	b.Do("download")
	for range 60 {
		b.Keys("backspace")
	}
	b.Type("/full/below/")
	b.Keys("enter")
	b.Says("Not saved: ")
	b.goTo("rota")
	b.Do("download")
	b.See("/home/ann/Downloads")
}

func TestAPictureIsDrawnAnewWhenThereIsOtherRoom(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	var file bytes.Buffer
	if err := png.Encode(&file, image.NewGray(image.Rect(0, 0, 48, 48))); err != nil {
		t.Fatal(err)
	}
	b.service.contents["note"] = file.String()
	note := &b.service.items[slices.IndexFunc(b.service.items, func(i model.DriveItem) bool { return i.ID == "note" })]
	note.Name, note.Size = "note.png", int64(file.Len())
	b.goTo("note")
	b.See("48 x 48 pixels")
	b.Resize(80, 24)
	b.Take(tea.WindowSizeMsg{Width: 80, Height: 24})
	b.See("48 x 48 pixels")
}

func TestSelectingGoesToTheNextItemAndPassesNone(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.goTo("empty")
	at := b.tree.CursorIndex()
	b.Do("select")
	if got := b.tree.CursorIndex(); got != at+1 {
		t.Errorf("the cursor went %d rows on, want 1", got-at)
	}
}

func TestTheFilterFindsWhatWasNeverOpened(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.Do("filter")
	b.Type("plan")
	b.See("plan.xlsx", "Release")
	if strings.Contains(b.Screen(), "part 9") {
		t.Errorf("what does not match is shown\n%s", b.Screen())
	}
	b.Keys("esc")
	b.See("part 9.pdf", "plan.xlsx")
}

func TestTextIsShownCleanedAndOthersInWords(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.goTo("note")
	b.See("Stop the planner.", "Start ␛[31mAtlas.")
	b.goTo("p10")
	b.See("PDF document", "2.3 MB", "It is not shown here; s saves it.")
}

func TestADriveThatCannotBeReadSaysWhatToDo(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.service.broken = errors.New("the line is cut")
	other := New(b.env, b.service, b.options)
	other.SetSize(140, 30)
	other.work.Later = b.work.Later
	b.Model = other
	b.Drive(other)
	b.Run(b.Focus())
	b.See("The drives could not be read: the line is cut", "ctrl+r tries again")
}

func TestAWorkbookOpensAsAGridAndLeads(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.goTo("plan")
	b.Do("open")
	b.See("Cutover", "My risks", "Steps", "Days", "Total", "step 7", "2025-12-15", "✓ TRUE", "▲ #DIV/0!")
	b.Do("cell-right")
	b.See("B1  number  0.50   =A1/2")
	b.Do("go-to")
	b.Type("nowhere")
	b.Keys("enter")
	b.See("is not an address of cells")
	for range 7 {
		b.Keys("backspace")
	}
	b.Type("C3:D4")
	b.Keys("enter")
	b.See("C3:D4  4 cells")
	b.Do("copy")
	if want := "2025-12-11\tTRUE\n2025-12-12\tFALSE\n"; !slices.Equal(b.Desktop.Copied, []string{want}) {
		t.Errorf("copied %q, want %q", b.Desktop.Copied, want)
	}
	b.Do("go-to")
	b.Type("tot")
	b.Keys("tab", "enter")
	b.See("B3  number  1.50")
	b.Do("go-to")
	b.Type("Steps")
	b.Keys("enter")
	b.See("A1:C7  21 cells")
	b.Do("leave-workbook", "leave-workbook")
	b.See("My files")
}

func TestOnlyTheBlocksOnTheScreenAreRead(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.service.rows = 100_000
	b.goTo("plan")
	b.service.asked = nil
	b.Do("open")
	b.Do("cell-bottom")
	b.See("100000", "step 100000")
	if got := fmt.Sprint(b.service.asked); got != "[Cutover!A1:E64 Cutover!A99969:E100000]" {
		t.Errorf("read %s, want the first and the last block", got)
	}
}

func TestATallerTerminalShowsTheCellsThatCameIntoView(t *testing.T) {
	b := sit(t, 120, 12, viewtest.Dark)
	b.service.rows = 1000
	b.goTo("plan")
	b.Do("open")
	b.SetSize(120, 100)
	b.Take(tea.WindowSizeMsg{Width: 120, Height: 100})
	b.See("step 90")
}

func TestFrames(t *testing.T) {
	sizes := []struct{ w, h int }{{120, 36}, {80, 24}, {40, 12}}
	for _, s := range sizes {
		b := sit(t, s.w, s.h, viewtest.Dark)
		b.goTo("note")
		b.golden(fmt.Sprintf("files-%dx%d", s.w, s.h))
		b.goTo("plan")
		b.Do("open", "cell-down", "cell-right")
		b.golden(fmt.Sprintf("sheet-%dx%d", s.w, s.h))
	}
	b := sit(t, 80, 24, theme.Options{Name: "mono", ASCII: true})
	b.goTo("p9")
	b.Do("delete")
	b.golden("files-80x24-ascii")
	b.goTo("plan")
	b.Do("open", "select-cells", "cell-down", "cell-right")
	b.golden("sheet-80x24-ascii")
}

func TestNothingPanicsWhereThereIsNoRoom(t *testing.T) {
	for _, s := range []struct{ w, h int }{{20, 5}, {1, 1}, {0, 0}, {5, 40}} {
		b := sit(t, s.w, s.h, viewtest.Dark)
		b.goTo("plan")
		b.Frame()
		b.Do("open", "cell-down", "places")
		b.Frame()
	}
}

func BenchmarkKeyToFrame100000x50(b *testing.B) {
	f := sit(b, 200, 60, viewtest.Dark)
	f.service.rows = 100_000
	f.goTo("plan")
	f.Do("open")
	for i := 0; b.Loop(); i++ {
		id := "cell-down"
		if i%1000 > 500 {
			id = "cell-up"
		}
		f.Do(id)
		if f.View() == "" {
			b.Fatal("nothing drawn")
		}
	}
}

// TestATreeWithoutAnEndHasOne has a service whose folders are in themselves,
// in each other, without an id, or new on every level.
func TestATreeWithoutAnEndHasOne(t *testing.T) {
	folder := func(id string) model.DriveItem {
		return model.DriveItem{Entity: model.Entity{ID: id}, Name: "loop " + id, Folder: &model.FolderFacet{ChildCount: 1}}
	}
	asked := 0
	for name, children := range map[string]func(at string) []model.DriveItem{
		"without an id": func(string) []model.DriveItem { return []model.DriveItem{folder(""), folder("")} },
		"in itself":     func(string) []model.DriveItem { return []model.DriveItem{folder("a"), folder("a")} },
		"in each other": func(at string) []model.DriveItem {
			return []model.DriveItem{folder(map[string]string{"": "a", "a": "b", "b": "c", "c": "a"}[at])}
		},
		"deep": func(at string) []model.DriveItem { asked++; return []model.DriveItem{folder(at + "x")} },
		"wide": func(at string) []model.DriveItem {
			asked++
			return []model.DriveItem{folder(at + "x"), folder(at + "y"), folder(at + "z")}
		},
	} {
		b := sit(t, 80, 24, viewtest.Dark)
		b.service.children = children
		asked = 0
		b.Run(b.refresh())
		b.Do("filter")
		b.Type("loop")
		for _, d := range b.drives.list {
			if n := len(b.drives.folders(d.Group)); n > model.TreeNodes {
				t.Errorf("%s: %d folders", name, n)
			}
		}
		for r := range b.drives.items {
			if up := b.drives.above(r); len(up) > model.TreeDepth+1 || r.Item == "" {
				t.Errorf("%s: %q stands below %d others", name, r.Item, len(up))
			}
		}
		if b.refused() == 0 {
			t.Errorf("%s: nothing was said: %q", name, b.Notices)
		}
		if asked > 3*mostWalked {
			t.Errorf("%s: %d folders were read", name, asked)
		}
	}
}

// refused counts what was said of items that are not shown.
func (b *bench) refused() (n int) {
	for _, note := range b.Notices {
		if strings.Contains(note, "not shown") || strings.Contains(note, "more folders than") {
			n++
		}
	}
	return n
}

func TestOnlyTheFoldersOnTheScreenAreReadAnew(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.Do("filter") // goes through all folders of both drives
	b.Type("plan")
	b.Keys("esc")
	b.Screen()
	asked := func(msg tea.Msg) string {
		b.service.asked = nil
		b.Take(msg)
		return strings.Join(b.service.asked, " ")
	}
	b.service.add("", "release", "late", "late.pdf", 10)
	if got := asked(views.Refreshed{}); strings.Contains(got, "empty") || len(b.service.asked) > 3 {
		t.Errorf("read %q, want what is open", got)
	}
	if len(b.tree.stale) == 0 {
		t.Fatal("nothing is left to be read anew")
	}
	b.goTo("release")
	b.Do("unfold")
	b.Screen()
	b.Run(b.tree.Settled())
	b.See("late.pdf")

	b.Blur()
	if got := asked(views.Refreshed{}); got != "" {
		t.Errorf("read %q while another screen is shown", got)
	}
	b.Run(b.Focus())
	if len(b.service.asked) == 0 {
		t.Error("nothing is read when the screen is shown again")
	}
}

func TestAnotherScreenOpensTheDriveOfAGroup(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	b.Run(b.Open(views.ShowDrive{Group: "g1"}))
	if r, ok := b.tree.here(); !ok || r != (Ref{Group: "g1"}) || !b.tree.IsExpanded(node(r)) {
		t.Errorf("the cursor is on %v", r)
	}
	b.Run(b.Open(views.ShowDrive{Group: "gone"}))
	if !b.Noticed("The files of this group are not there") {
		t.Errorf("notices: %q", b.Notices)
	}
}

func TestFoldersKnowWhatIsPutIntoThemAndTakenOut(t *testing.T) {
	d := newDrives()
	folder := func(id string, children int, size int64) model.DriveItem {
		return model.DriveItem{Entity: model.Entity{ID: id}, Name: id, Size: size, Folder: &model.FolderFacet{ChildCount: children}}
	}
	d.setChildren(Ref{}, []model.DriveItem{folder("out", 1, 100)})
	d.setChildren(Ref{Item: "out"}, []model.DriveItem{folder("in", 2, 100)})
	says := func(when, id string, children int, size int64) {
		t.Helper()
		if i := d.items[Ref{Item: id}]; i.Folder.ChildCount != children || i.Size != size {
			t.Errorf("%s: %s has %d items of %d bytes, want %d of %d", when, id, i.Folder.ChildCount, i.Size, children, size)
		}
	}
	d.put(Ref{Item: "in"}, model.DriveItem{Entity: model.Entity{ID: "a"}, Name: "a", Size: 11, File: &model.FileFacet{}})
	says("put into a folder that was not read", "in", 3, 111)
	says("put into a folder that was not read", "out", 1, 111)
	d.put(Ref{Item: "out"}, model.DriveItem{Entity: model.Entity{ID: "a"}, Name: "a", Size: 11, File: &model.FileFacet{}})
	says("moved up", "in", 2, 100)
	says("moved up", "out", 2, 111)
	d.remove(Ref{Item: "in"})
	says("removed", "out", 1, 11)
	d.setChildren(Ref{Item: "out"}, []model.DriveItem{{Entity: model.Entity{ID: "a"}, Name: "a", Size: 11}, {Entity: model.Entity{ID: "b"}, Name: "b"}})
	says("read anew", "out", 2, 11)
}

func TestWhatIsAddedToAFoldedFolderIsShown(t *testing.T) {
	b := sit(t, 120, 30, viewtest.Dark)
	if !b.tree.reveal(Ref{Item: "atlas"}) {
		t.Fatalf("no folder\n%s", b.Screen())
	}
	b.Do("upload")
	b.Type("/home/ann/new.txt")
	b.Keys("enter")
	b.See("new.txt", "migration note.txt")
}

// TestARenameThatWasCutOffIsTakenBackWhereItWasDone: the program is killed
// before it has the answer.
func TestARenameThatWasCutOffIsTakenBackWhereItWasDone(t *testing.T) {
	for _, c := range []struct {
		fail error
		says string
	}{{nil, ""}, {errors.New("cut off"), "Nothing of it was done before the program ended"}} {
		b := sit(t, 120, 30, viewtest.Dark)
		b.goTo("note")
		b.Do("rename")
		b.Type("s")
		b.Hold()
		b.service.fail = c.fail
		b.Keys("enter")
		b.service.fail = nil
		again := sit(t, 120, 30, viewtest.Dark)
		again.service = b.service
		again.Model = New(again.Env, again.service, Options{Local: machine{again.service}})
		again.work.Later = again.Later
		again.Show(again.Model, 120, 30)
		again.Run(again.Focus())
		step := b.Steps[len(b.Steps)-1]
		if again.Expired(step) {
			t.Fatal("nothing takes the step back")
		}
		again.Steps = []views.Step{step}
		again.Undo()
		if !b.service.has("migration note.txt") {
			t.Errorf("failing %v: the file has another name than before", c.fail)
		}
		if c.says != "" {
			again.Says(c.says)
		}
	}
}

// TestWhatGoesOnOfAWideLineIsMarked: a row of a table is one line of the file,
// in however many it is drawn.
func TestWhatGoesOnOfAWideLineIsMarked(t *testing.T) {
	for _, o := range []theme.Options{{}, {ASCII: true}} {
		b := sit(t, 120, 36, o)
		b.service.contents["note"] = strings.Repeat("column ", 15) + "last\nshort"
		b.goTo("note")
		mark := string(b.Env.Theme.Glyphs.Wrapped) + " "
		b.See(mark + "column")
		b.DontSee(mark + "short")
	}
}
