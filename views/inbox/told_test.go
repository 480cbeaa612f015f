package inbox

import (
	"fmt"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/inbox/change"
	"daybook/views/inbox/rows"
)

// TestAnAnswerFromBeforeAChangeDoesNotUndoIt: what was asked before the service
// was told of a change, and is answered after, is of another time.
func TestAnAnswerFromBeforeAChangeDoesNotUndoIt(t *testing.T) {
	questions := map[string]func(d *driver){
		"page":     func(d *driver) { d.run(d.m.list.loadPage(rows.Top)) },
		"messages": func(d *driver) { d.run(d.m.list.fetch([]string{"m000", "m001"})) },
		"changes":  func(d *driver) { d.m.watch.since = "long ago"; d.run(d.m.watch.poll()) },
	}
	for name, ask := range questions {
		t.Run(name, func(t *testing.T) {
			d := start(t, flat(30), 120, 34)
			d.hold()
			ask(d)
			d.press("e")
			d.release(1)
			d.release()
			d.dontSee("Subject 0 ")
			d.wantSelected("m001")

			d.hold()
			ask(d)
			if i := len(d.pending) - 1; name == "changes" { // as it left, that is what is told
				d.pending[i].(views.Result).Value().(*changesRead).gone = []string{"m000"}
			}
			d.press("u")
			d.release(1)
			d.release()
			d.see("Subject 0 ")
			d.wantSelected("m000")
			if n := d.m.list.total; n != 30 {
				t.Errorf("the list has %d messages, want 30", n)
			}
		})
		t.Run(name+" and a deletion", func(t *testing.T) {
			d := start(t, flat(30), 120, 34)
			d.press("d")
			d.run(d.m.openFolder("id-deleteditems"))
			d.see("Subject 0 ")
			d.press("d")
			d.run(d.confirm.Yes())
			d.hold()
			if name == "changes" {
				return // of the inbox alone
			}
			ask(d)
			d.pass(9 * time.Second)
			for i, msg := range d.pending {
				if r, ok := msg.(views.Result); ok {
					if _, destroyed := r.Value().([]edit.Result[change.Change]); destroyed {
						d.pending = append(d.pending[:i:i], d.pending[i+1:]...)
						d.run(d.m.Update(r))
						break
					}
				}
			}
			d.release()
			d.dontSee("Subject 0 ")
		})
		t.Run(name+" that is too old", func(t *testing.T) {
			d := start(t, flat(30), 120, 34)
			d.hold()
			ask(d)
			d.press("e")
			d.release(1)
			d.m.triage.told.add(make([]change.Edit, toldMost), nil)
			d.release()
			d.dontSee("Subject 0 ")
			d.see("Subject 1 ", "Subject 14 ")
		})
	}
}

// TestALatePageOfTheGap: what undo brings back into what is not loaded is there
// when that is, though it was asked for before.
func TestALatePageOfTheGap(t *testing.T) {
	d := startWith(t, flat(60), 120, 34, memory{}, Options{PageSize: 50})
	d.press("G", "e")
	d.wantSelected("m058")
	d.press("g g")
	d.run(d.m.list.reopen())
	d.hold()
	d.run(d.m.list.loadPage(rows.Upper))
	d.press("u")
	d.release(1)
	d.release()
	d.press("G")
	d.wantSelected("m059")
}

// TestUndoBringsBackWhatAFilterFound: what was found and left the folder is of
// what was found when it comes back.
func TestUndoBringsBackWhatAFilterFound(t *testing.T) {
	d := start(t, flat(30), 120, 34)
	d.press("\\")
	d.typed("subject 1")
	d.pass(time.Second)
	d.press("enter")
	d.see("Subject 1 ", "Subject 10 ")
	d.press("e")
	d.dontSee("Subject 1 ")
	d.press("u")
	d.see("Subject 1 ")
	d.wantSelected("m001")
}

func TestToldIsBounded(t *testing.T) {
	var all told
	for i := range 3 * toldMost {
		all.add([]change.Edit{{ID: fmt.Sprint(i)}}, nil)
	}
	if all.size != toldMost || len(all.changes) != toldMost || all.now() != 3*toldMost {
		t.Errorf("%d messages in %d changes are kept at %d", all.size, len(all.changes), all.now())
	}
	if all.covers(0) || !all.covers(2*toldMost) || len(all.since(3*toldMost-1)) != 1 {
		t.Error("it does not know what it has forgotten")
	}
}

// TestWhatIsDoneBeforeTheFoldersAreKnown: until then the list's folder has no
// id, and a message that is only flagged or read is of it all the same.
func TestWhatIsDoneBeforeTheFoldersAreKnown(t *testing.T) {
	d := startHeld(&driver{t: t, f: flat(5), state: memory{}, theme: newTheme(t, looks[0]), now: now})
	d.hold()
	d.run(d.m.Init())
	var later []tea.Msg
	for len(d.pending) > 0 { // all but the folders are answered
		msg := d.pending[0]
		d.pending = d.pending[1:]
		if r, ok := msg.(views.Result); ok {
			if _, folders := r.Value().([]model.MailFolder); folders {
				later = append(later, msg)
				continue
			}
		}
		d.run(d.m.Update(msg))
	}
	d.press("s")
	d.see("Subject 0 ")
	d.pass(2 * time.Second)
	d.see("Subject 0 ", "Subject 1 ")
	d.press("/")
	d.pending = append(d.pending, later...)
	d.release()
	d.press("esc", "g g", "s")
	d.see("Subject 0 ")
}
