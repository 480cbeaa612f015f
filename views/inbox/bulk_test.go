package inbox

import (
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/views/viewtest"
)

func TestBulkOverWhatIsNotLoaded(t *testing.T) {
	d := startWith(t, flat(1500), 120, 34, viewtest.Memory{}, Options{PageSize: 50})
	d.Press("*")
	if got := d.m.Status().Selected; got != "all 1500 messages selected" {
		t.Fatalf("the status line says %q, want all 1500", got)
	}
	d.Press("e")
	d.SaysLast("Archived 1500 messages")
	for _, id := range []string{"m000", "m999", "m1499"} {
		if got := d.folderOf(id); got != "id-archive" {
			t.Errorf("%s is in %s, want id-archive", id, got)
		}
	}
	d.See("All done")
	if len(d.Steps) != 1 {
		t.Fatalf("the undo log holds %d steps, want one", len(d.Steps))
	}
	d.Press("u")
	d.See("Subject 0 ")
	if got := d.folderOf("m1499"); got != "id-inbox" {
		t.Errorf("after undo m1499 is in %s", got)
	}
}

func TestBulkUndoAfterARestart(t *testing.T) {
	f, state := flat(1500), viewtest.Memory{}
	d := startWith(t, f, 120, 34, state, Options{PageSize: 50})
	d.Press("*", "e")
	again := startWith(t, f, 120, 34, state, Options{PageSize: 50})
	again.See("All done")
	again.Steps = d.Steps
	again.Press("u")
	again.See("Subject 0 ", "Focused 750")
	again.Press("G")
	again.wantSelected("m1499")
}

// TestBulkThatWasCutOffIsTakenBackAsFarAsItWent: the program is killed when a
// part of the move is told, and a new one takes back that part.
func TestBulkThatWasCutOffIsTakenBackAsFarAsItWent(t *testing.T) {
	f := flat(1000)
	d := start(t, f, 120, 34)
	d.Press("*")
	d.Hold()
	d.Press("e")
	d.answer(3) // 900 messages are found, 500 at a time, and a part is told
	if got := f.in("id-inbox"); got == 1000 || got == 100 {
		t.Fatalf("%d messages are in the inbox, want a part of them", got)
	}
	again := start(t, f, 120, 34)
	again.Steps = d.Steps
	elsewhere := ""
	for _, m := range f.messages {
		if m.ParentFolderID == "id-archive" {
			m.ParentFolderID, elsewhere = "id-projects", m.ID // by another program
			break
		}
	}
	again.Press("u")
	if got := f.in("id-inbox"); got != 999 || f.get(elsewhere).ParentFolderID != "id-projects" {
		t.Errorf("taken back, %d messages are in the inbox, and %s in %s", got, elsewhere, f.get(elsewhere).ParentFolderID)
	}
}

func TestBulkShowsProgressAndStops(t *testing.T) {
	d := start(t, flat(1000), 120, 34)
	d.Press("*")
	d.Hold()
	d.Press("e")
	if got := d.m.Status().Text; got != "finding 0 of 900, esc stops" {
		t.Errorf("the status line says %q while it is being found what is selected", got)
	}
	d.answer(2) // 900 messages are found, 500 at a time
	d.answer(1) // the first part is answered, the second is under way
	if p := d.m.Status().Progress; p != 0.2 {
		t.Errorf("progress is %v, want 0.2", p)
	}
	d.Press("esc")
	d.Release()
	d.SaysLast("Archived 400 messages")
	left := d.f.in("id-inbox")
	if got := d.m.list.total; left != 600 || got != left {
		t.Errorf("stopped: %d messages stayed and the list has %d, want 600", left, got)
	}
	d.Press("u")
	d.See("Subject 0 ")
	if got := d.f.in("id-inbox"); got != 1000 {
		t.Errorf("after undo %d messages are in the inbox, want 1000", got)
	}
}

func TestSelectAllFromTheSender(t *testing.T) {
	d := startWith(t, flat(140), 120, 34, viewtest.Memory{}, Options{PageSize: 30})
	d.Press("A")
	if got := d.m.list.targets().size(); got != 20 {
		t.Errorf("%d selected, want the 20 of that sender", got)
	}
	d.Press("e")
	d.SaysLast("Archived 20")
	for id, m := range d.f.messages {
		if archived := m.ParentFolderID == "id-archive"; archived != (m.From.EmailAddress.Address == d.f.get("m000").From.EmailAddress.Address) {
			t.Errorf("%s of %s: archived is %v", id, m.From.EmailAddress.Address, archived)
		}
	}
}

// TestAllIsOneIntention: an action in the frame after the selection is about
// all that matched, and about nothing that arrived later.
func TestAllIsOneIntention(t *testing.T) {
	d := startWith(t, flat(1200), 120, 34, viewtest.Memory{}, Options{PageSize: 50})
	d.Hold()
	d.Press("*")
	d.f.add(message("new", "new", "Newcomer", "Arrived later", "x", -1))
	d.Press("e")
	d.DontSee("Subject 0 ", "Subject 49")
	if len(d.Steps) != 1 || d.Steps[0].Label != "Archived 1200 messages" {
		t.Fatalf("the undo log holds %v", d.Steps)
	}
	d.Release()
	archived := d.f.in("id-archive")
	if archived != 1200 || d.folderOf("new") != "id-inbox" {
		t.Errorf("%d of 1200 are archived, and the new one is in %s", archived, d.folderOf("new"))
	}
	if len(d.Steps) != 1 || d.Steps[0].Label != "Archived 1200 messages" {
		t.Fatalf("the undo log holds %d steps", len(d.Steps))
	}
	d.Press("u")
	if n := d.f.in("id-inbox"); n != 1201 {
		t.Fatalf("after undo %d are in the inbox, want 1201", n)
	}
	d.Press("U")
	if n := d.f.in("id-archive"); n != 1200 {
		t.Errorf("done again, %d are archived", n)
	}
}

// TestAllOfOneMoment: imported mail can all have the same time.
func TestAllOfOneMoment(t *testing.T) {
	f := flat(1300)
	at := now.Add(-time.Hour)
	for id, m := range f.messages {
		if id != "m000" {
			m.ReceivedDateTime = &at
		}
	}
	d := startWith(t, f, 120, 34, viewtest.Memory{}, Options{PageSize: 50})
	d.Press("*", "e")
	if n := d.f.in("id-archive"); n != 1300 {
		t.Errorf("%d are archived, want 1300", n)
	}
}

// TestAllIsTakenBackBeforeItBegins: undo while it is being found what is
// selected leaves everything as it was, and doing it again does all of it.
func TestAllIsTakenBackBeforeItBegins(t *testing.T) {
	d := startWith(t, flat(1200), 120, 34, viewtest.Memory{}, Options{PageSize: 50})
	d.Hold()
	d.Press("*", "e")
	d.answer(1)
	d.Press("u")
	d.Release()
	d.See("Subject 0 ", "Focused 600")
	if d.f.applied != 0 {
		t.Fatalf("%d messages were changed", d.f.applied)
	}
	d.Press("U")
	if n := d.f.in("id-archive"); n != 1200 {
		t.Errorf("%d are archived, want 1200", n)
	}
	d.Press("u")
	d.See("Subject 0 ", "Focused 600")
}

// TestTogglingAllLooksAtAll: what is loaded is read and what is not is unread,
// so the key marks read.
func TestTogglingAllLooksAtAll(t *testing.T) {
	f := flat(400)
	for i := range 400 {
		f.messages[fmt.Sprintf("m%03d", i)].IsRead = i < 300
	}
	d := startWith(t, f, 120, 34, viewtest.Memory{}, Options{PageSize: 50})
	unread := func() int {
		n := 0
		for _, m := range d.f.messages {
			if !m.IsRead {
				n++
			}
		}
		return n
	}
	d.Press("*", "N")
	d.SaysLast("Marked read 100")
	if n := unread(); n != 0 {
		t.Errorf("%d are unread", n)
	}
	d.Press("u")
	if n := unread(); n != 100 {
		t.Errorf("after undo %d are unread, want 100", n)
	}
	d.Press("U", "*", "N")
	if n := unread(); n != 400 {
		t.Errorf("when all are read, %d are marked unread, want 400", n)
	}
}

// TestAllThatFails: where the rest cannot be found, nothing is changed.
func TestAllThatFails(t *testing.T) {
	d := startWith(t, flat(300), 120, 34, viewtest.Memory{}, Options{PageSize: 50})
	d.Hold()
	d.Press("*")
	d.Release()
	d.f.fail = errors.New("no line")
	d.Press("e")
	d.f.fail = nil
	if d.f.applied != 0 || len(d.Steps) != 0 {
		t.Errorf("%d messages were changed, the undo log holds %d steps", d.f.applied, len(d.Steps))
	}
	if !slices.ContainsFunc(d.Said, func(s string) bool { return strings.Contains(s, "so it is taken back: no line") }) {
		t.Errorf("notices are %q", d.Said)
	}
}

func TestWhatIsGoneIsSaidWithoutItsID(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.f.fail = model.Errorf(model.CodeNotFound, "no item AAMkAGI2")
	d.Press("ctrl+r")
	d.f.fail = nil
	said := strings.Join(d.Said, "\n")
	if strings.Contains(said, "AAMkAGI2") || strings.Contains(d.Screen(), "AAMkAGI2") {
		t.Errorf("an id is said: %s\n%s", said, d.Screen())
	}
	if !strings.Contains(said, "it is no longer there") {
		t.Errorf("the reason is not said in words: %s", said)
	}
}

func TestSelectionByRange(t *testing.T) {
	d := start(t, flat(10), 120, 34)
	d.Press("x", "j", "j", "X", "d")
	d.SaysLast("Deleted: Subject 0, and 3 more")
	d.wantSelected("m004")
}

func TestSelectedThreadsAreCountedAsMessages(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.Press("x", "x")
	if got := d.m.Status().Selected; got != "4 messages selected" {
		t.Errorf("the status line says %q, want the 4 messages of the 2 threads", got)
	}
	d.Press("e")
	d.SaysLast("Archived: Re: Release plan, and 3 more")
}

// TestEveryMessageIsReached: pages come in time whichever way one walks.
func TestEveryMessageIsReached(t *testing.T) {
	d := startWith(t, flat(300), 120, 34, viewtest.Memory{}, Options{PageSize: 20})
	for i := range 299 {
		d.Press("j")
		if want := fmt.Sprintf("m%03d", i+1); d.selected() != want {
			t.Fatalf("down: selected %s, want %s", d.selected(), want)
		}
	}
	d = startWith(t, flat(300), 120, 34, viewtest.Memory{}, Options{PageSize: 20})
	d.Press("G")
	for i := range 300 {
		if want := fmt.Sprintf("m%03d", 299-i); d.selected() != want {
			t.Fatalf("up: selected %s, want %s", d.selected(), want)
		}
		d.Press("k")
	}
}

// TestDeletingAllThatASearchFoundAsksFirst: with the whole number, and nothing
// is done before it is agreed to.
func TestDeletingAllThatASearchFoundAsksFirst(t *testing.T) {
	f := flat(300)
	for i := range 40 {
		f.messages[fmt.Sprintf("m%03d", 250+i)].ParentFolderID = "id-deleteditems"
	}
	d := startWith(t, f, 120, 34, viewtest.Memory{}, Options{PageSize: 50, MarkRead: -1})
	d.Run(d.m.searchFor("subject"))
	d.Hold()
	d.Press("*", "d")
	d.See("Subject 0 ")
	d.Press("esc")
	d.Release()
	d.SaysLast("Stopped. Nothing was deleted.")
	if d.Question() != nil {
		t.Fatalf("it was stopped, yet asked is %v", d.Question().Title)
	}
	d.Press("d")
	if d.Question() == nil || d.Question().Title.String() != "40 are in Deleted Items already: delete for good?" ||
		!strings.HasPrefix(d.Question().Detail.String(), "260 go to Deleted Items (u brings back).") || d.Question().Verb != "Delete all 300 messages" {
		t.Fatalf("asked is %v", d.Question())
	}
	d.See("Subject 0 ")
	if d.f.applied != 0 || len(d.Steps) != 0 || d.m.Status().Selected != "all 300 messages selected" {
		t.Fatalf("before it is agreed to, %d messages are changed, the log has %v, %q", d.f.applied, d.Steps, d.m.Status().Selected)
	}
	d.Run(d.Question().Yes())
	if n := d.f.in("id-deleteditems"); n != 300 || len(d.Steps) != 2 || d.Steps[0].Label != "Deleted 260 messages" || d.m.Status().Selected != "" {
		t.Fatalf("%d are in Deleted Items, the log has %v, %q", n, d.Steps, d.m.Status().Selected)
	}
	d.Press("u", "u")
	d.Pass(time.Minute)
	if n := d.f.in("id-inbox"); n != 260 || len(d.f.messages) != 300 {
		t.Errorf("after undo %d of %d are in the inbox", n, len(d.f.messages))
	}

	d = startWith(t, flat(200), 120, 34, viewtest.Memory{}, Options{PageSize: 50, MarkRead: -1})
	d.Run(d.m.searchFor("subject"))
	d.Press("*", "d")
	if d.Question() == nil || d.Question().Title.String() != "Delete 200 messages?" || d.f.applied != 0 {
		t.Errorf("asked is %v, and %d messages are changed", d.Question(), d.f.applied)
	}
}
