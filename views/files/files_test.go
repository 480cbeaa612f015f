package files

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
)

func TestFoldersComeFirstAndNumbersCountAsPeopleDo(t *testing.T) {
	b := sit(t, 120, 30, dark)
	s := b.screen()
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
	b := sit(t, 120, 30, dark)
	b.goTo("empty")
	b.press("new-folder")
	b.write("Minutes")
	b.key(tea.KeyEnter)
	b.see("Minutes")
	if !b.service.has("Minutes") || len(b.steps) != 1 {
		t.Fatalf("made %v with %d steps, want Minutes and one", b.service.has("Minutes"), len(b.steps))
	}
	b.run(b.Revert(b.steps[0]))
	if b.service.has("Minutes") {
		t.Error("undo left the folder")
	}
	b.run(b.Reapply(b.steps[0]))
	b.run(b.Revert(b.steps[0])) // the folder has another id than the step knows
	if b.service.has("Minutes") {
		t.Error("undo after redo left the folder")
	}
	b.goTo("note")
	b.press("rename")
	b.write("s")
	b.key(tea.KeyEnter)
	if !b.service.has("migration note.txts") {
		t.Error("the file was not renamed")
	}
	b.press("move")
	b.write("empty")
	b.key(tea.KeyEnter)
	if got := b.service.items[b.service.at("note")].ParentReference.ID; got != "empty" {
		t.Errorf("the file is in %q, want empty", got)
	}
	b.run(b.Revert(b.steps[len(b.steps)-1]))
	b.run(b.Revert(b.steps[len(b.steps)-2]))
	if i := b.service.items[b.service.at("note")]; i.Name != "migration note.txt" || i.ParentReference.ID != "atlas" {
		t.Errorf("after undo it is %q in %q", i.Name, i.ParentReference.ID)
	}
}

func TestWhatTheServiceRefusesIsTakenBackInWords(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.goTo("p9")
	b.service.fail = &model.Error{Code: model.CodeAccessDenied}
	b.press("rename")
	b.write("x")
	b.key(tea.KeyEnter)
	b.said("Not done: this drive may not be changed")
	b.see("part 9.pdf", "› part 9.pdfx", "this drive may not be changed") // the name is there again
	b.key(tea.KeyEscape)
	b.goTo("empty")
	b.press("new-folder")
	b.service.fail = &model.Error{Code: model.CodeQuota}
	b.write("New")
	b.key(tea.KeyEnter)
	b.said("the drive is full")
	b.see("› New", "the drive is full")
	b.key(tea.KeyEscape)
	if strings.Contains(b.screen(), "New ") {
		t.Errorf("the folder stayed\n%s", b.screen())
	}
}

func TestATakenNameIsSaidBeforeAnythingIsSent(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.goTo("p9")
	b.press("new-folder")
	b.write("ATLAS")
	b.key(tea.KeyEnter)
	b.see("Atlas is there already; choose another name")
	if b.service.made != 0 || !b.Capturing() {
		t.Error("the question was closed, or a folder made")
	}
}

func TestADeletionIsHeldUntilItsMomentIsOver(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.goTo("p9")
	b.press("delete")
	b.see("u keeps it")
	if !b.service.has("part 9.pdf") {
		t.Fatal("it was deleted at once")
	}
	if b.Expired(b.steps[0]) {
		t.Error("the step has expired within its moment")
	}
	b.run(b.Revert(b.steps[0]))
	b.pass()
	if !b.service.has("part 9.pdf") {
		t.Fatal("undo did not keep it")
	}
	b.run(b.Reapply(b.steps[0]))
	b.pass()
	if b.service.has("part 9.pdf") || strings.Contains(b.screen(), "part 9.pdf") {
		t.Errorf("it was not deleted\n%s", b.screen())
	}
	if !b.Expired(b.steps[0]) {
		t.Error("the step of a deletion that was carried out has not expired")
	}
	b.said("Deleted part 9.pdf for good")
}

func TestADeletionThatIsRefusedLeavesTheItem(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.goTo("p9")
	b.press("delete")
	b.service.fail = &model.Error{Code: model.CodeAccessDenied}
	b.pass()
	b.said("Not deleted: part 9.pdf")
	b.see("part 9.pdf")
}

func TestADeletionFromBeforeARestartHasExpired(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.goTo("p9")
	b.press("delete")
	if again := sit(t, 120, 30, dark); !again.Expired(b.steps[0]) {
		t.Error("it is offered for undo, though nothing was deleted")
	}
}

func TestAFileIsAddedUndoneAndAddedAgain(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.goTo("empty")
	b.press("upload")
	b.write("/home/a")
	b.see("/home/ann/new.txt")
	b.key(tea.KeyTab, tea.KeyEnter)
	if !b.service.has("new.txt") || b.service.contents["made1"] != "fresh" {
		t.Fatalf("the drive has %v", b.service.contents)
	}
	b.see("new.txt")
	b.run(b.Revert(b.steps[0]))
	if b.service.has("new.txt") {
		t.Error("undo left the file")
	}
	b.run(b.Reapply(b.steps[0]))
	if !b.service.has("new.txt") {
		t.Error("redo did not add it again")
	}
	b.service.items[b.service.at("made2")].DriveETag = "changed"
	b.run(b.Revert(b.steps[0]))
	b.said("somebody has changed it meanwhile")
	if !b.service.has("new.txt") {
		t.Error("undo deleted what somebody else has written")
	}
}

func TestWhatIsNoFileIsSaidWhereItsPathStands(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.goTo("empty")
	b.press("upload")
	b.write("/nonexistent")
	b.key(tea.KeyEnter)
	b.see("› /nonexistent", "there is no file /nonexistent")
	b.take(tea.KeyPressMsg{Code: 'u', Mod: tea.ModCtrl})
	b.write("/home/ann/new.txt")
	b.key(tea.KeyEnter)
	if !b.service.has("new.txt") || b.dialog.IsOpen() {
		t.Errorf("the drive has %v, open %v", b.service.contents, b.dialog.IsOpen())
	}
}

func TestAnUploadIsOnTheLogFromItsKeyAndUndoWaitsForItsEnd(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.goTo("p9")
	upload := b.transfers.enqueue(transfer{at: Ref{Item: "empty"}, name: "new.txt", path: "/home/ann/new.txt", up: true})
	b.press("rename")
	b.write("x")
	b.key(tea.KeyEnter)
	if len(b.steps) != 2 || b.steps[0].Label != "Added new.txt" || b.Pending() != 1 {
		t.Fatalf("steps %+v, %d under way", b.steps, b.Pending())
	}
	b.run(upload)
	if len(b.steps) != 2 || !strings.Contains(string(b.steps[0].Payload), "made1") || b.Pending() != 0 {
		t.Errorf("ended: steps %+v, %d under way", b.steps, b.Pending())
	}
	stopped := b.transfers.enqueue(transfer{at: Ref{Item: "empty"}, name: "other.txt", path: "/home/ann/other.txt", up: true})
	b.service.fail = &model.Error{Code: model.CodeQuota}
	b.run(stopped)
	if len(b.forgot) != 1 || b.forgot[0].Label != "Added other.txt" || b.Pending() != 0 {
		t.Errorf("refused, forgot %v", b.forgot)
	}
}

func TestATakenFileNameIsAsked(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.service.local["/home/ann/part 9.pdf"] = "other"
	b.goTo("p9")
	b.press("upload")
	b.write("/home/ann/part 9.pdf")
	b.key(tea.KeyEnter)
	b.see("part 9.pdf is there already", "Keep both", "Replace what is there", "Leave it")
	b.key(tea.KeyEnter)
	if !b.service.has("kept part 9.pdf") {
		t.Error("both were not kept")
	}
}

func TestTooLargeAndFullAreSaidInWords(t *testing.T) {
	for refusal, want := range map[model.Error]string{
		{Code: model.CodeTooLarge}: "larger than the drive takes", {Code: model.CodeQuota}: "the drive is full",
		{Code: model.CodeQuota, Message: "the mailbox is read-only"}: "the mailbox is read-only",
	} {
		b := sit(t, 120, 30, dark)
		b.goTo("empty")
		b.press("upload")
		b.write("/home/ann/new.txt")
		b.service.fail = &refusal
		b.key(tea.KeyEnter)
		b.said(want)
	}
}

func TestFilesAreSavedOneAfterTheOther(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.goTo("rota")
	b.press("select")
	b.goTo("note")
	b.press("select", "download")
	if len(b.service.saved) != 2 || b.service.saved["rota.csv"] == "" {
		t.Errorf("saved %v, want two files", b.service.saved)
	}
	b.said("Saved /home/ann/Downloads/rota.csv")
}

func TestSelectingGoesToTheNextItemAndPassesNone(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.goTo("empty")
	at := b.tree.CursorIndex()
	b.press("select")
	if got := b.tree.CursorIndex(); got != at+1 {
		t.Errorf("the cursor went %d rows on, want 1", got-at)
	}
}

func TestTheFilterFindsWhatWasNeverOpened(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.press("filter")
	b.write("plan")
	b.see("plan.xlsx", "Release")
	if strings.Contains(b.screen(), "part 9") {
		t.Errorf("what does not match is shown\n%s", b.screen())
	}
	b.key(tea.KeyEscape)
	b.see("part 9.pdf", "plan.xlsx")
}

func TestTextIsShownCleanedAndOthersInWords(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.goTo("note")
	b.see("Stop the planner.", "Start ␛[31mAtlas.")
	b.goTo("p10")
	b.see("PDF document", "2.3 MB", "It is not shown here; s saves it to")
}

func TestADriveThatCannotBeReadSaysWhatToDo(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.service.broken = errors.New("the line is cut")
	other := New(b.env, b.service, b.options)
	other.SetSize(140, 30)
	other.work.Later = b.work.Later
	b.Model = other
	b.run(b.Focus())
	b.see("The drives could not be read: the line is cut", "ctrl+r tries again")
}

func TestAWorkbookOpensAsAGridAndLeads(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.goTo("plan")
	b.press("open")
	b.see("Cutover", "My risks", "Steps", "Days", "Total", "step 7", "2025-12-15", "✓ TRUE", "▲ #DIV/0!")
	b.press("cell-right")
	b.see("B1  number  0.50   =A1/2")
	b.press("go-to")
	b.write("nowhere")
	b.key(tea.KeyEnter)
	b.see("is not an address of cells")
	for range 7 {
		b.key(tea.KeyBackspace)
	}
	b.write("C3:D4")
	b.key(tea.KeyEnter)
	b.see("C3:D4  4 cells")
	b.press("copy")
	if want := "2025-12-11\tTRUE\n2025-12-12\tFALSE\n"; b.copied != want {
		t.Errorf("copied %q, want %q", b.copied, want)
	}
	b.press("go-to")
	b.write("tot")
	b.key(tea.KeyTab, tea.KeyEnter)
	b.see("B3  number  1.50")
	b.press("go-to")
	b.write("Steps")
	b.key(tea.KeyEnter)
	b.see("A1:C7  21 cells")
	b.press("leave-workbook", "leave-workbook")
	b.see("My files")
}

func TestOnlyTheBlocksOnTheScreenAreRead(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.service.rows = 100_000
	b.goTo("plan")
	b.service.asked = nil
	b.press("open")
	b.press("cell-bottom")
	b.see("100000", "step 100000")
	if got := fmt.Sprint(b.service.asked); got != "[Cutover!A1:E64 Cutover!A99969:E100000]" {
		t.Errorf("read %s, want the first and the last block", got)
	}
}

func TestATallerTerminalShowsTheCellsThatCameIntoView(t *testing.T) {
	b := sit(t, 120, 12, dark)
	b.service.rows = 1000
	b.goTo("plan")
	b.press("open")
	b.SetSize(120, 100)
	b.take(tea.WindowSizeMsg{Width: 120, Height: 100})
	b.see("step 90")
}

func TestFrames(t *testing.T) {
	sizes := []struct{ w, h int }{{120, 36}, {80, 24}, {40, 12}}
	for _, s := range sizes {
		b := sit(t, s.w, s.h, dark)
		b.goTo("note")
		b.golden(fmt.Sprintf("files-%dx%d", s.w, s.h))
		b.goTo("plan")
		b.press("open", "cell-down", "cell-right")
		b.golden(fmt.Sprintf("sheet-%dx%d", s.w, s.h))
	}
	b := sit(t, 80, 24, theme.Options{Name: "mono", ASCII: true})
	b.goTo("p9")
	b.press("delete")
	b.golden("files-80x24-ascii")
	b.goTo("plan")
	b.press("open", "select-cells", "cell-down", "cell-right")
	b.golden("sheet-80x24-ascii")
}

func TestNothingPanicsWhereThereIsNoRoom(t *testing.T) {
	for _, s := range []struct{ w, h int }{{20, 5}, {1, 1}, {0, 0}, {5, 40}} {
		b := sit(t, s.w, s.h, dark)
		b.goTo("plan")
		b.View()
		b.press("open", "cell-down", "places")
		b.View()
	}
}

func BenchmarkKeyToFrame100000x50(b *testing.B) {
	f := sit(b, 200, 60, dark)
	f.service.rows = 100_000
	f.goTo("plan")
	f.press("open")
	for i := 0; b.Loop(); i++ {
		id := "cell-down"
		if i%1000 > 500 {
			id = "cell-up"
		}
		f.press(id)
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
		b := sit(t, 80, 24, dark)
		b.service.children = children
		asked = 0
		b.run(b.refresh())
		b.press("filter")
		b.write("loop")
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
			t.Errorf("%s: nothing was said: %q", name, b.notes)
		}
		if asked > 3*mostWalked {
			t.Errorf("%s: %d folders were read", name, asked)
		}
	}
}

// refused counts what was said of items that are not shown.
func (b *bench) refused() (n int) {
	for _, note := range b.notes {
		if strings.Contains(note, "not shown") || strings.Contains(note, "more folders than") {
			n++
		}
	}
	return n
}

func TestOnlyTheFoldersOnTheScreenAreReadAnew(t *testing.T) {
	b := sit(t, 120, 30, dark)
	b.press("filter") // goes through all folders of both drives
	b.write("plan")
	b.key(tea.KeyEscape)
	b.screen()
	asked := func(msg tea.Msg) string {
		b.service.asked = nil
		b.take(msg)
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
	b.press("unfold")
	b.screen()
	b.run(b.tree.Settled())
	b.see("late.pdf")

	b.Blur()
	if got := asked(views.Refreshed{}); got != "" {
		t.Errorf("read %q while another screen is shown", got)
	}
	b.run(b.Focus())
	if len(b.service.asked) == 0 {
		t.Error("nothing is read when the screen is shown again")
	}
}
