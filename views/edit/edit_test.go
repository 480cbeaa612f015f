package edit_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/views"
	"daybook/views/edit"
)

// note is a change of the smallest screen there is: lines of text by id, "" for none.
type note struct {
	ID  string `json:"id"`
	Was string `json:"was,omitempty"`
	Is  string `json:"is,omitempty"`
}

func (n note) Inverse() note                        { n.Was, n.Is = n.Is, n.Was; return n }
func (n note) Renamed(now func(string) string) note { n.ID = now(n.ID); return n }
func (n note) IDs() []string                        { return []string{n.ID} }
func (n note) apply(lines map[string]string)        { set(lines, n.ID, n.Is) }
func set(lines map[string]string, id, value string) {
	if lines[id] = value; value == "" {
		delete(lines, id)
	}
}

var errRefused = errors.New("the pen is dry")

// desk is the screen, the service, the undo log and the disk.
type desk struct {
	*edit.Edits[note]
	lines  map[string]string // on the screen
	kept   map[string]string // at the service
	order  []string          // in which the service was told
	refuse func(note) bool
	calls  []tea.Cmd // that the service has not answered
	timers []tea.Msg
	pauses []time.Duration // before each timer there was
	done   []views.Step
	undone []views.Step
	stays  []views.Stays
	chunk  int
	asks   bool // where it refuses, the person is asked
	all    bool // nothing is done where one is refused
	said   []string
	disk   map[string][]byte
	ids    int
	had    func([]note) func(context.Context) ([]note, error)
	full   bool // the disk is slow: nothing is saved
	stale  bool // what is on the screen may not be so
}

type disk map[string][]byte

func (d disk) Load(name string) ([]byte, error)    { return d[name], nil }
func (d disk) Save(name string, data []byte) error { d[name] = data; return nil }
func (d disk) Left(string) ([]string, error)       { return nil, nil }
func (d disk) Delete(name string) error            { delete(d, name); return nil }

func newDesk() *desk {
	d := &desk{lines: map[string]string{}, kept: map[string]string{}, disk: map[string][]byte{}, refuse: func(note) bool { return false }}
	d.start()
	return d
}

// start is the program's start on what is on the disk and at the service.
func (d *desk) start() {
	env := views.Env{NewID: func() string { d.ids++; return fmt.Sprint("temp", d.ids) }, State: disk(d.disk),
		Root: &views.Root{Did: d.log}}
	work := views.Work{Screen: views.Files, Later: func(pause time.Duration, msg tea.Msg) tea.Cmd {
		d.timers, d.pauses = append(d.timers, msg), append(d.pauses, pause)
		return nil
	}}
	d.calls, d.timers, d.lines = nil, nil, maps.Clone(d.kept)
	d.Edits = edit.New(env, edit.Options[note]{Work: &work, Name: "notes", IDs: "note-ids", Chunk: d.chunk, Had: d.had,
		Tell: edit.Each(d.perform), Show: d.show, Settled: d.settled})
	d.run(d.Init())
}

func (d *desk) log(did views.Did) (saved tea.Cmd) {
	d.said = append(d.said, did.Step.Label)
	if did.Saved != nil && !d.full {
		saved = did.Saved()
	}
	if did.Instead == nil {
		d.done, d.undone = append(d.done, did.Step), nil
		return saved
	}
	for _, list := range [][]views.Step{d.done, d.undone} {
		for i := range list {
			if string(list[i].Payload) == string(did.Instead.Payload) {
				list[i] = did.Step
			}
		}
	}
	return saved
}

func (d *desk) show(way edit.Way, notes []note) tea.Cmd {
	for _, n := range notes {
		if way != edit.Held && way != edit.Spared && way != edit.Stayed {
			n.apply(d.lines)
		}
	}
	return nil
}

func (d *desk) settled(o edit.Outcome[note]) tea.Cmd {
	o.Renamed(func(was, is string) {
		if line, there := d.lines[was]; there {
			delete(d.lines, was)
			d.lines[is] = line
		}
	})
	if d.stale = d.stale || o.BuiltOn; d.stale && !d.Busy() { // the truth is read
		d.lines, d.stale = maps.Clone(d.kept), false
	}
	return nil
}

// perform is the service: a note that is made gets an id of the service's own.
func (d *desk) perform(_ context.Context, n note) (note, error) {
	d.order = append(d.order, n.Was+">"+n.Is)
	if d.refuse(n) && d.all {
		return n, edit.All(errRefused)
	} else if d.refuse(n) && d.asks {
		return n, edit.ErrAsked
	} else if d.refuse(n) {
		return n, errRefused
	}
	if n.Was == "" {
		d.ids++
		n.ID = fmt.Sprint("own", d.ids)
	} else if _, there := d.kept[n.ID]; !there {
		return n, fmt.Errorf("there is no %s", n.ID)
	}
	n.apply(d.kept)
	return n, nil
}

// run runs what takes no time; what asks the service waits for answer.
func (d *desk) run(cmd tea.Cmd) {
	if cmd != nil {
		d.take(cmd())
	}
}

func (d *desk) take(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			d.run(c)
		}
	case views.Notify:
		d.said = append(d.said, msg.Text.String())
	case views.Forget:
		d.done = slices.DeleteFunc(d.done, func(s views.Step) bool { return string(s.Payload) == string(msg.Step.Payload) })
	case views.Stays:
		d.stays = append(d.stays, msg)
	case views.Result:
		d.run(msg.Apply())
	}
}

// press does something, and lets the service wait.
func (d *desk) press(cmd tea.Cmd) { d.calls = append(d.calls, cmd) }

// answer runs what has been asked for, in any order.
func (d *desk) answer(which int) {
	cmd := d.calls[which]
	d.calls = slices.Delete(d.calls, which, which+1)
	d.spread(cmd)
}

// spread runs a command once: what it is made of waits for answers of its own.
func (d *desk) spread(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	switch msg := cmd().(type) {
	case nil:
	case tea.BatchMsg:
		d.calls = append(d.calls, msg...)
	case views.Notify, views.Forget, views.Stays:
		d.take(msg)
	case views.Result:
		d.calls = append(d.calls, msg.Apply())
	}
}

func (d *desk) drain() {
	for len(d.calls) > 0 {
		d.answer(0)
	}
}

func (d *desk) undo() {
	step := d.done[len(d.done)-1]
	d.done, d.undone = d.done[:len(d.done)-1], append(d.undone, step)
	d.press(d.Revert(step))
}

func (d *desk) redo() {
	step := d.undone[len(d.undone)-1]
	d.undone, d.done = d.undone[:len(d.undone)-1], append(d.done, step)
	d.press(d.Reapply(step))
}

func values(lines map[string]string) []string { return slices.Sorted(maps.Values(lines)) }

// TestWhateverIsPressedAndAnsweredTheScreenIsTheService works the edits at random beside an oracle: a list of texts that
// knows no ids, no service and no time.
func TestWhateverIsPressedAndAnsweredTheScreenIsTheService(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDesk()
		var oracle []map[string]bool // the texts after each step, the first before any
		oracle = append(oracle, map[string]bool{})
		at, texts := 0, 0
		pressed := func(texts map[string]bool) {
			oracle = append(oracle[:at+1], texts)
			at++
		}
		for range rapid.IntRange(1, 60).Draw(t, "keys") {
			ids := slices.Sorted(maps.Keys(d.lines))
			switch key := rapid.IntRange(0, 9).Draw(t, "key"); {
			case key < 3:
				texts++
				is := fmt.Sprint("text ", texts)
				next := maps.Clone(oracle[at])
				next[is] = true
				d.ids++
				d.press(d.Do("Wrote "+is, note{ID: fmt.Sprint("temp", d.ids), Is: is}))
				pressed(next)
			case key < 5 && len(ids) > 0:
				texts++
				next := maps.Clone(oracle[at])
				var notes []note
				for n, id := range ids[:rapid.IntRange(1, len(ids)).Draw(t, "several")] {
					c := note{ID: id, Was: d.lines[id]}
					if delete(next, c.Was); key == 3 {
						c.Is = fmt.Sprintf("text %d.%d", texts, n)
						next[c.Is] = true
					}
					notes = append(notes, c)
				}
				d.press(d.Do("Changed", notes...))
				pressed(next)
			case key == 5 && len(d.done) > 0:
				if d.Pending() > 0 { // as the root does it: views.Pender
					d.drain()
				}
				d.undo()
				at--
			case key == 6 && len(d.undone) > 0:
				if d.Pending() > 0 {
					d.drain()
				}
				d.redo()
				at++
			case key == 7 && rapid.IntRange(0, 3).Draw(t, "restart") == 0:
				d.drain()
				log, err := json.Marshal([][]views.Step{d.done, d.undone})
				var back [][]views.Step
				if err = errors.Join(err, json.Unmarshal(log, &back)); err != nil {
					t.Fatal(err)
				}
				d.start()
				d.done, d.undone = back[0], back[1]
			default:
				for range rapid.IntRange(0, 4).Draw(t, "answers") {
					if len(d.calls) > 0 {
						d.answer(rapid.IntRange(0, len(d.calls)-1).Draw(t, "which"))
					}
				}
			}
			if got, want := values(d.lines), slices.Sorted(maps.Keys(oracle[at])); !slices.Equal(got, want) {
				t.Fatalf("the screen has %q, want %q", got, want)
			}
		}
		d.drain()
		if !maps.Equal(d.lines, d.kept) || d.Busy() {
			t.Fatalf("the screen has %v, the service %v", d.lines, d.kept)
		}
		for len(d.done) > 0 {
			d.undo()
			d.drain()
		}
		if len(d.kept) != 0 || len(d.lines) != 0 {
			t.Fatalf("all is taken back, but the service has %v, the screen %v; said %q", d.kept, d.lines, d.said)
		}
	})
}

// TestWhateverIsRefusedTheScreenAndTheLogAreTheService has the service refuse at random: what is left on the log takes
// back exactly what was done.
func TestWhateverIsRefusedTheScreenAndTheLogAreTheService(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		d := newDesk()
		refusals := rapid.SliceOfN(rapid.Bool(), 20, 20).Draw(t, "refusals")
		asked := 0
		d.refuse = func(note) bool { asked++; return refusals[asked%len(refusals)] }
		for n := range rapid.IntRange(1, 20).Draw(t, "keys") {
			ids := slices.Sorted(maps.Keys(d.lines))
			is := fmt.Sprint("text ", n)
			switch {
			case len(ids) == 0 || rapid.Bool().Draw(t, "new"):
				d.ids++
				d.press(d.Do("Wrote "+is, note{ID: fmt.Sprint("temp", d.ids), Is: is}, note{ID: fmt.Sprint("other", d.ids), Is: is + "b"}))
			default:
				id := rapid.SampledFrom(ids).Draw(t, "id")
				d.press(d.Do("Changed", note{ID: id, Was: d.lines[id], Is: is}))
			}
			for range rapid.IntRange(0, 6).Draw(t, "answers") {
				if len(d.calls) > 0 {
					d.answer(rapid.IntRange(0, len(d.calls)-1).Draw(t, "which"))
				}
			}
		}
		d.drain()
		if !maps.Equal(d.lines, d.kept) {
			t.Fatalf("the screen has %v, the service %v", d.lines, d.kept)
		}
		d.refuse = func(note) bool { return false }
		for len(d.done) > 0 {
			d.undo()
			d.drain()
		}
		if len(d.kept) != 0 {
			t.Fatalf("all is taken back, but the service has %v; said %q", d.kept, d.said)
		}
	})
}

func TestChangesAreToldAndLoggedInTheOrderOfTheKeys(t *testing.T) {
	d := newDesk()
	d.press(d.Do("Wrote a", note{ID: "temp", Is: "a"}))
	d.press(d.Do("Changed a to b", note{ID: "temp", Was: "a", Is: "b"}))
	d.press(d.Do("Changed b to c", note{ID: "temp", Was: "b", Is: "c"}))
	if d.lines["temp"] != "c" || d.Pending() != 3 || len(d.done) != 3 {
		t.Fatalf("at once: the screen has %v, %d pending, steps %v", d.lines, d.Pending(), d.done)
	}
	for len(d.calls) > 0 {
		d.answer(len(d.calls) - 1) // the last first
	}
	if want := []string{">a", "a>b", "b>c"}; !slices.Equal(d.order, want) {
		t.Errorf("told %q, want %q", d.order, want)
	}
	var labels []string
	for _, s := range d.done {
		labels = append(labels, s.Label)
		if strings.Contains(string(s.Payload), "temp") {
			t.Errorf("the log has an id that the service does not know: %s", s.Payload)
		}
	}
	if want := []string{"Wrote a", "Changed a to b", "Changed b to c"}; !slices.Equal(labels, want) {
		t.Errorf("logged %q, want %q", labels, want)
	}
}

func TestWhatIsRefusedInPartIsTakenBackInPartAndSaidOnce(t *testing.T) {
	d := newDesk()
	d.refuse = func(n note) bool { return n.Is != "b" }
	d.run(d.Do("Wrote three", note{ID: "1", Is: "a"}, note{ID: "2", Is: "b"}, note{ID: "3", Is: "c"}))
	if got := values(d.lines); !slices.Equal(got, []string{"b"}) || len(d.done) != 1 || strings.Contains(string(d.done[0].Payload), `"a"`) {
		t.Errorf("the screen has %q, the log %v", got, d.done)
	}
	if last := d.said[len(d.said)-1]; last != "Not done for 2 of 3: the pen is dry. Taken back: Wrote three" {
		t.Errorf("said %q", last)
	}
}

func TestAStepThatIsRefusedOnItsWayBackStays(t *testing.T) {
	d := newDesk()
	d.run(d.Do("Wrote two", note{ID: "1", Is: "a"}, note{ID: "2", Is: "b"}))
	d.refuse = func(note) bool { return true }
	d.undo()
	d.drain()
	if got := values(d.lines); len(d.stays) != 1 || d.stays[0].Redo || len(got) != 2 {
		t.Fatalf("undo was refused whole: %v, the screen has %q", d.stays, got)
	}
	d.done, d.undone, d.asks = d.undone, nil, true
	d.undo()
	d.drain()
	if d.asks = false; len(d.stays) != 1 {
		t.Errorf("the person is asked, and it is decided already: %v", d.stays)
	}
	d.refuse = func(n note) bool { return n.Was == "a" }
	d.done, d.undone = d.undone, nil // as the root does
	d.undo()
	d.drain()
	if c := d.Changes(d.undone[0]); len(d.stays) != 1 || len(c) != 1 || c[0].Is != "b" {
		t.Errorf("undo was refused in part: %v, redo has %v", d.stays, c)
	}
	d.refuse = func(note) bool { return true }
	d.redo()
	d.drain()
	if len(d.stays) != 2 || !d.stays[1].Redo {
		t.Errorf("redo was refused: %v", d.stays)
	}
}

func TestWhatIsHeldIsDoneAfterItsMomentUnlessItIsTakenBack(t *testing.T) {
	d := newDesk()
	d.kept["a"], d.lines["a"] = "text", "text"
	words := edit.Words{Doing: "Deleting text", Label: "Deleted text for good", Not: "Not deleted: text"}
	pass := func(n int) {
		msgs := d.timers[:n]
		d.timers = d.timers[n:]
		for _, msg := range msgs {
			d.take(msg)
		}
	}
	d.run(d.Hold(words, note{ID: "a", Was: "text"}))
	if len(slices.Collect(d.Held())) != 1 || d.Expired(d.done[0]) {
		t.Fatal("it is not held")
	}
	if !slices.Equal(d.pauses, []time.Duration{edit.Moment}) {
		t.Errorf("it is held for %v, want %v as its words say", d.pauses, edit.Moment)
	}
	d.undo()
	d.drain()
	d.redo()
	d.drain()
	pass(1) // the first timer, which was taken back
	if len(d.order) > 0 {
		t.Fatal("it was done before its own moment was over")
	}
	d.refuse = func(note) bool { return true }
	pass(1)
	if last := d.said[len(d.said)-1]; last != "Not deleted: text: the pen is dry." || d.lines["a"] == "" || !d.Expired(d.done[0]) {
		t.Errorf("refused: said %q, the screen has %v", last, d.lines)
	}
	d.refuse = func(note) bool { return false }
	d.run(d.Hold(words, note{ID: "a", Was: "text"}))
	pass(1)
	if d.kept["a"] != "" || d.lines["a"] != "" || d.said[len(d.said)-1] != words.Label || !d.Expired(d.done[1]) {
		t.Errorf("done: the service has %v, said %q", d.kept, d.said)
	}
	d.undo()
	d.drain()
	if last := d.said[len(d.said)-1]; !strings.HasPrefix(last, "Too late") {
		t.Errorf("said %q", last)
	}
}

func TestWhatIsTooLargeForTheLogIsHeldInMemoryAlone(t *testing.T) {
	d := newDesk()
	large := strings.Repeat("x", 2<<20)
	d.run(d.Hold(edit.Words{Label: "Set it"}, note{ID: "a", Was: "small", Is: large}))
	d.kept["a"] = "small"
	if len(d.done[0].Payload) > 1000 {
		t.Errorf("the log has %d bytes", len(d.done[0].Payload))
	}
	d.undo()
	d.drain()
	d.redo()
	d.drain()
	d.take(d.timers[1])
	if d.kept["a"] != large {
		t.Error("redo in the same run did not do it")
	}
}

func TestStepsOfOthersAreLeftAlone(t *testing.T) {
	d := newDesk()
	for _, s := range []views.Step{{Owner: views.Week, Payload: []byte(`{"notes":{"changes":[{}]}}`)}, {Owner: views.Files, Payload: []byte(`{"changes":[{}]}`)},
		{Owner: views.Files, Payload: []byte(`[{}]`)}} {
		if d.Owns(s) || !d.Expired(s) {
			t.Errorf("%s: owns %v, expired %v", s.Payload, d.Owns(s), d.Expired(s))
		}
	}
}

func TestAStepIsTakenBackFromItsEnd(t *testing.T) {
	d := newDesk()
	d.kept["a"], d.lines["a"] = "one", "one"
	d.run(d.Do("Changed twice", note{ID: "a", Was: "one", Is: "two"}, note{ID: "a", Was: "two", Is: "three"}))
	d.undo()
	d.drain()
	if d.kept["a"] != "one" || d.lines["a"] != "one" {
		t.Errorf("the service has %v, the screen %v", d.kept, d.lines)
	}
}

func TestAPartIsCalledAfterTheWhole(t *testing.T) {
	d := newDesk()
	for _, r := range [][2]string{{"a", "b"}, {"b", "c"}, {"x", "y"}, {"y", "x"}} {
		d.run(d.Rename(r[0], r[1]))
	}
	for id, want := range map[string]string{"a": "c", "b": "c", "a.2026-09-01": "c.2026-09-01", "ab": "ab", "a:1": "a:1", "x": "x", "y": "x", "": ""} {
		if got := d.Now(id); got != want {
			t.Errorf("%q is %q now, want %q", id, got, want)
		}
	}
}

func TestAStepThatAFormerRunLeftOpenIsPassedOver(t *testing.T) {
	d := newDesk()
	d.run(d.Do("Wrote a", note{ID: "temp", Is: "a"}))
	d.press(d.Do("Wrote b", note{ID: "other", Is: "b"}))
	if d.Expired(d.done[0]) || d.Expired(d.done[1]) {
		t.Fatal("a step of this run has expired")
	}
	d.start() // killed before the service was told
	if d.Expired(d.done[0]) || !d.Expired(d.done[1]) {
		t.Errorf("after the restart: told expired %v, not told expired %v", d.Expired(d.done[0]), d.Expired(d.done[1]))
	}
}

// TestOfAStepThatWasCutOffTheDonePartIsTakenBack: the program is killed when two of five parts have been told.
func TestOfAStepThatWasCutOffTheDonePartIsTakenBack(t *testing.T) {
	d := newDesk()
	d.had = edit.Look(func(n note) bool { return n.Was != "" && n.Is != "" },
		func(_ context.Context, n note) (bool, error) { return d.kept[n.ID] == n.Is, nil })
	d.chunk = 1
	d.start()
	var upper []note
	for _, id := range []string{"a", "b", "c", "d", "e"} {
		d.kept[id] = id
		upper = append(upper, note{ID: id, Was: id, Is: strings.ToUpper(id)})
	}
	before := maps.Clone(d.kept)
	d.lines = maps.Clone(d.kept)
	d.press(d.Do("Wrote capitals", upper...))
	for len(d.order) < 2 {
		d.answer(0)
	}
	d.start()
	d.kept["e"], before["e"] = "other", "other" // by another program, meanwhile
	if d.Expired(d.done[0]) {
		t.Fatal("nothing takes the step back")
	}
	d.undo()
	d.redo() // at once: it stays as it is
	d.drain()
	if d.kept["a"] != "A" || d.kept["c"] != "c" || len(d.order) != 2 || d.Busy() {
		t.Errorf("left as it is, the service has %v by %v", d.kept, d.order)
	}
	d.undo()
	d.drain()
	if !maps.Equal(d.kept, before) || len(d.order) != 4 {
		t.Errorf("taken back, the service has %v by %v, want %v", d.kept, d.order, before)
	}
	if last := d.said[len(d.said)-2:]; !slices.Contains(last, "Taken back: the 2 of 5 that were done of “Wrote capitals”") {
		t.Errorf("it says %q", last)
	}
	d.redo()
	d.drain()
	if d.kept["a"] != "A" || d.kept["b"] != "B" || d.kept["c"] != "c" {
		t.Errorf("done again, the service has %v", d.kept)
	}

	d.press(d.Do("Wrote x", note{ID: "c", Was: "c", Is: "x"}))
	d.start() // killed before the service was told
	d.undo()
	d.drain()
	if last := d.said[len(d.said)-1]; last != "Nothing of it was done before the program ended: Wrote x" || d.kept["c"] != "c" {
		t.Errorf("it says %q, and c is %q", last, d.kept["c"])
	}
	d.press(d.Do("Wrote new", note{ID: "temp", Is: "new"}))
	d.start()
	if !d.Expired(d.done[len(d.done)-1]) {
		t.Error("what was made, nobody knows under which id, is not passed over")
	}
}

func TestNothingIsToldBeforeItsStepIsOnTheDisk(t *testing.T) {
	d := newDesk()
	d.full = true
	d.press(d.Do("Wrote a", note{ID: "temp", Is: "a"}))
	d.drain()
	if len(d.order) > 0 || d.lines["temp"] != "a" {
		t.Errorf("told %v, the screen has %v", d.order, d.lines)
	}
}

func TestWhatIsToldInPartsIsOneStepAndStops(t *testing.T) {
	d := newDesk()
	d.chunk = 2
	d.start()
	many := func(n int) (notes []note) {
		for i := range n {
			notes = append(notes, note{ID: fmt.Sprint(d.ids, "n", i), Is: fmt.Sprint("text ", i)})
		}
		return notes
	}
	d.press(d.Do("Wrote five", many(5)...))
	for len(d.order) < 2 {
		d.answer(0)
	}
	if _, told, all := d.Progress(); told != 2 || all != 5 {
		t.Errorf("told %d of %d, want 2 of 5", told, all)
	}
	d.drain()
	if c := d.Changes(d.done[0]); len(d.done) != 1 || len(c) != 5 || len(d.kept) != 5 {
		t.Fatalf("the log has %v", d.done)
	}
	d.press(d.Do("Wrote five more", many(5)...))
	for len(d.order) < 7 {
		d.answer(0)
	}
	d.Stop()
	d.drain()
	if c := d.Changes(d.done[1]); len(c) != 4 || len(d.kept) != 9 || len(d.lines) != 9 { // two were on their way
		t.Errorf("stopped: the step has %v, the service %d", c, len(d.kept))
	}
	if last := d.said[len(d.said)-1]; last != "Not done for 1 of 5: stopped. Taken back: Wrote five more" {
		t.Errorf("said %q", d.said)
	}
	d.refuse = func(n note) bool { return true }
	d.all = true
	told := len(d.order)
	d.press(d.Do("Wrote for nothing", many(5)...))
	d.drain()
	if len(d.done) != 2 || len(d.lines) != 9 || len(d.order) != told+2 {
		t.Errorf("one that all depends on was refused: the log has %d steps, the screen %d, told %d", len(d.done), len(d.lines), len(d.order)-told)
	}
}

// finder finds one note more than it shows.
type finder struct {
	d         *desk
	withdrawn bool
}

func (f *finder) Begin() []note {
	n := note{ID: "shown", Is: "shown"}
	n.apply(f.d.lines)
	return []note{n}
}
func (f *finder) Find() tea.Cmd              { return nil }
func (f *finder) Withdrawn() (bool, tea.Cmd) { f.withdrawn = true; return true, nil }

func TestWhatIsFoundIsToldWholeOrTakenBackBeforeItBegins(t *testing.T) {
	d := newDesk()
	f := &finder{d: d}
	found := []note{{ID: "shown", Is: "shown"}, {ID: "other", Is: "other"}}
	of := func(made []note) string { return fmt.Sprint("Wrote ", len(made)) }
	d.press(d.DoFound("Wrote all", f))
	d.press(d.Do("Wrote last", note{ID: "last", Is: "last"})) // waits for it
	first := d.done[0]
	if d.Finding() != edit.Finder[note](f) || d.Expired(first) || len(d.order) > 0 {
		t.Fatal("it is not being found, or something was told")
	}
	d.done = []views.Step{d.done[1], first}
	d.undo()
	d.drain()
	if _, there := d.lines["shown"]; there || !f.withdrawn || len(d.order) != 1 {
		t.Errorf("withdrawn: the screen has %v, told %q", d.lines, d.order)
	}
	d.redo()
	d.drain()
	d.refuse = func(n note) bool { return n.ID == "other" }
	d.press(d.Found(of, found...))
	if d.done[1].Label != "Wrote 2" {
		t.Errorf("found, it is called %q", d.done[1].Label)
	}
	d.drain()
	if c := d.Changes(d.done[1]); len(c) != 1 || d.done[1].Label != "Wrote 1" || d.Busy() {
		t.Errorf("settled, it is called %q and has %v", d.done[1].Label, c)
	}
	d.press(d.DoFound("Wrote all", f))
	d.press(d.Found(of))
	d.drain()
	if len(d.done) != 2 || d.Busy() {
		t.Errorf("nothing was found, and the log has %v", d.done)
	}
	d.press(d.DoFound("Wrote all", f))
	d.press(d.NotFound(errRefused))
	d.drain()
	if last := d.said[len(d.said)-1]; len(d.done) != 2 || last != "Not done: the pen is dry. Taken back: Wrote all" {
		t.Errorf("it could not be found: said %q, the log has %v", last, d.done)
	}
}
