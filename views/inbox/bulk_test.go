package inbox

import (
	"fmt"
	"testing"
)

func TestBulkOverWhatIsNotLoaded(t *testing.T) {
	d := startWith(t, flat(1500), 120, 34, memory{}, Options{PageSize: 50})
	d.press("*")
	if got := d.m.list.rows.MarkCount(); got != 1500 {
		t.Fatalf("%d selected, want all 1500", got)
	}
	d.press("e")
	d.wantNotice("Archived 1500")
	for _, id := range []string{"m000", "m999", "m1499"} {
		if got := d.folderOf(id); got != "id-archive" {
			t.Errorf("%s is in %s, want id-archive", id, got)
		}
	}
	d.see("All done")
	if len(d.done) != 1 {
		t.Fatalf("the undo log holds %d steps, want one", len(d.done))
	}
	d.press("u")
	d.see("Subject 0 ")
	if got := d.folderOf("m1499"); got != "id-inbox" {
		t.Errorf("after undo m1499 is in %s", got)
	}
}

func TestBulkUndoAfterARestart(t *testing.T) {
	f, state := flat(1500), memory{}
	d := startWith(t, f, 120, 34, state, Options{PageSize: 50})
	d.press("*", "e")
	again := startWith(t, f, 120, 34, state, Options{PageSize: 50})
	again.see("All done")
	again.done = d.done
	again.press("u")
	again.see("Subject 0 ", "Focused 750")
	again.press("G")
	again.wantSelected("m1499")
}

func TestBulkShowsProgressAndStops(t *testing.T) {
	d := start(t, flat(1000), 120, 34)
	d.press("*")
	d.hold()
	d.press("e")
	d.release(1) // the first part is answered, the second is under way
	if p := d.m.Status().Progress; p != 0.2 {
		t.Errorf("progress is %v, want 0.2", p)
	}
	d.press("esc")
	d.release()
	d.wantNotice("Archived 400")
	left := 0
	for id := range d.f.messages {
		if d.folderOf(id) == "id-inbox" {
			left++
		}
	}
	if got := d.m.list.rows.Known(); left != 600 || got != left {
		t.Errorf("stopped: %d messages stayed and %d are shown, want 600", left, got)
	}
	d.press("u")
	if got := d.m.list.rows.Known(); got != 1000 {
		t.Errorf("after undo %d messages are shown, want 1000", got)
	}
}

func TestSelectAllFromTheSender(t *testing.T) {
	d := startWith(t, flat(140), 120, 34, memory{}, Options{PageSize: 30})
	d.press("A")
	if got := d.m.list.rows.MarkCount(); got != 20 {
		t.Errorf("%d selected, want the 20 of that sender", got)
	}
}

func TestSelectionByRange(t *testing.T) {
	d := start(t, flat(10), 120, 34)
	d.press("x", "j", "j", "X", "d")
	d.wantNotice("Deleted 4")
	d.wantSelected("m004")
}

func TestSelectedThreadsAreCountedAsTheyAreSeen(t *testing.T) {
	d := start(t, office(), 120, 34)
	d.press("x", "x")
	if got := d.m.Status().Text; got != "2 selected" {
		t.Errorf("the status line says %q, want 2 selected", got)
	}
	d.press("e")
	d.wantNotice("Archived 2")
}

// TestEveryMessageIsReached: pages come in time whichever way one walks.
func TestEveryMessageIsReached(t *testing.T) {
	d := startWith(t, flat(300), 120, 34, memory{}, Options{PageSize: 20})
	for i := range 299 {
		d.press("j")
		if want := fmt.Sprintf("m%03d", i+1); d.selected() != want {
			t.Fatalf("down: selected %s, want %s", d.selected(), want)
		}
	}
	d = startWith(t, flat(300), 120, 34, memory{}, Options{PageSize: 20})
	d.press("G")
	for i := range 300 {
		if want := fmt.Sprintf("m%03d", 299-i); d.selected() != want {
			t.Fatalf("up: selected %s, want %s", d.selected(), want)
		}
		d.press("k")
	}
}
