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
	"daybook/views/viewtest"
)

// TestAnAnswerFromBeforeAChangeDoesNotUndoIt: what was asked before the service
// was told of a change, and is answered after, is of another time.
func TestAnAnswerFromBeforeAChangeDoesNotUndoIt(t *testing.T) {
	questions := map[string]func(d *driver){
		"page":     func(d *driver) { d.Run(d.m.list.loadPage(rows.Top)) },
		"messages": func(d *driver) { d.Run(d.m.list.fetch([]string{"m000", "m001"})) },
		"changes":  func(d *driver) { d.m.watch.since = "long ago"; d.Run(d.m.watch.poll()) },
	}
	for name, ask := range questions {
		t.Run(name, func(t *testing.T) {
			d := start(t, flat(30), 120, 34)
			d.Hold()
			ask(d)
			d.Press("e")
			d.answer(1)
			d.Release()
			d.DontSee("Subject 0 ")
			d.wantSelected("m001")

			d.Hold()
			ask(d)
			if i := len(d.Held) - 1; name == "changes" { // as it left, that is what is told
				d.Held[i].(views.Result).Value().(*changesRead).gone = []string{"m000"}
			}
			d.Press("u")
			d.answer(1)
			d.Release()
			d.See("Subject 0 ")
			d.wantSelected("m000")
			if n := d.m.list.total; n != 30 {
				t.Errorf("the list has %d messages, want 30", n)
			}
		})
		t.Run(name+" and a deletion", func(t *testing.T) {
			d := start(t, flat(30), 120, 34)
			d.Press("d")
			d.Run(d.m.openFolder("id-deleteditems"))
			d.See("Subject 0 ")
			d.Press("d")
			d.Run(d.Question().Yes())
			d.Hold()
			if name == "changes" {
				return // of the inbox alone
			}
			ask(d)
			d.Pass(9 * time.Second)
			for i, msg := range d.Held {
				if r, ok := msg.(views.Result); ok {
					if _, destroyed := r.Value().([]edit.Result[change.Change]); destroyed {
						d.Held = append(d.Held[:i:i], d.Held[i+1:]...)
						d.Run(viewtest.Update(d.m, r))
						break
					}
				}
			}
			d.Release()
			d.DontSee("Subject 0 ")
		})
		t.Run(name+" that is too old", func(t *testing.T) {
			d := start(t, flat(30), 120, 34)
			d.Hold()
			ask(d)
			d.Press("e")
			d.answer(1)
			d.m.triage.told.add(make([]change.Edit, toldMost), nil)
			d.Release()
			d.DontSee("Subject 0 ")
			d.See("Subject 1 ", "Subject 14 ")
		})
	}
}

// TestALatePageOfTheGap: what undo brings back into what is not loaded is there
// when that is, though it was asked for before.
func TestALatePageOfTheGap(t *testing.T) {
	d := startWith(t, flat(60), 120, 34, viewtest.Memory{}, Options{PageSize: 50})
	d.Press("G", "e")
	d.wantSelected("m058")
	d.Press("g g")
	d.Run(d.m.list.reopen())
	d.Hold()
	d.Run(d.m.list.loadPage(rows.Upper))
	d.Press("u")
	d.answer(1)
	d.Release()
	d.Press("G")
	d.wantSelected("m059")
}

// TestUndoBringsBackWhatAFilterFound: what was found and left the folder is of
// what was found when it comes back.
func TestUndoBringsBackWhatAFilterFound(t *testing.T) {
	d := start(t, flat(30), 120, 34)
	d.Press("\\")
	d.Type("subject 1")
	d.Pass(time.Second)
	d.Press("enter")
	d.See("Subject 1 ", "Subject 10 ")
	d.Press("e")
	d.DontSee("Subject 1 ")
	d.Press("u")
	d.See("Subject 1 ")
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
	d := startHeld(t, flat(5))
	d.Hold()
	d.Run(d.m.Init())
	var later []tea.Msg
	for len(d.Held) > 0 { // all but the folders are answered
		msg := d.Held[0]
		d.Held = d.Held[1:]
		if r, ok := msg.(views.Result); ok {
			if _, folders := r.Value().([]model.MailFolder); folders {
				later = append(later, msg)
				continue
			}
		}
		d.Run(viewtest.Update(d.m, msg))
	}
	d.Press("s")
	d.See("Subject 0 ")
	d.Pass(2 * time.Second)
	d.See("Subject 0 ", "Subject 1 ")
	d.Press("/")
	d.Held = append(d.Held, later...)
	d.Release()
	d.Press("esc", "g g", "s")
	d.See("Subject 0 ")
}
