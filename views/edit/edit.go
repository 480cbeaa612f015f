// Package edit is what a person changes on a screen: shown at once, told to the service, settled, and kept as a step
// for undo. A screen says what a change is (Change), how it looks (Options.Show) and how the service is told of it
// (Options.Tell). All else is the same on every screen, and stands here.
//
// Invariants: changes are told one after the other in the order of the keys, and stand on the undo log in that order,
// however long the service takes; none is told before its step is on the disk, and undo of one whose answer a former run
// did not see takes back what the service has of it. What it refuses is taken back on the screen and on the log, and said. A thing to which
// the service gives another id, as it was made or made again, is found by the one that it had: in what waits, and in
// the steps of the log, also after a restart. What the service brings back in no way is held for a moment (Hold), in
// memory alone, so that a program that ends within it has done nothing; of taking back and carrying out the first wins.
// A Finder finds what a step is about when its turn comes, whole before any of it is told; many changes are told in parts,
// of which a person can stop the rest.
package edit

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"iter"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/persist"
)

// Change is one thing done on a screen, as data: its JSON has all that is needed to take it back.
type Change[C any] interface {
	// Inverse takes the change back.
	Inverse() C
	// Renamed is the change with the ids that things have now.
	Renamed(now func(id string) string) C
	// IDs are those of what the change is about. Where the service answers with others, in the same order, the things
	// are called so from then on.
	IDs() []string
}

// Way says why a change is shown, or told.
type Way int

// The ways of a change. Refused is one that was shown and that the service did not take, the other way round. One that
// is Held becomes Spared, or Over when it was carried out, or has Stayed when the service did not take it.
const (
	Done Way = iota
	Undone
	Redone
	Refused
	Held
	Spared
	Over
	Stayed
)

// ErrStopped refuses what was not told yet when a person stopped it.
var ErrStopped = errors.New("stopped")

// ErrAsked is in a refusal about which the screen asks the person: it is not said.
var ErrAsked = errors.New("the person is asked")

// Result is what became of one change.
type Result[C any] struct {
	Made C // as the service has it
	Err  error
}

// Outcome is what became of changes that were told together: Results are in the order of Asked.
type Outcome[C Change[C]] struct {
	Way     Way
	Step    views.Step
	Asked   []C
	Results []Result[C]
	// Failed are those that were refused. They have been taken back on the screen, which is not the whole truth where
	// BuiltOn says that what waits is about the same things.
	Failed  []C
	BuiltOn bool
	// Finder found what it was about, if it was to be found; Unfound says that it did not come to an end.
	Finder  Finder[C]
	Unfound bool
}

// Renamed calls back for each id that the service has replaced.
func (o Outcome[C]) Renamed(each func(was, is string)) {
	for i, r := range o.Results {
		if r.Err != nil {
			continue
		}
		is := r.Made.IDs()
		for n, was := range o.Asked[i].IDs() {
			if was != is[n] {
				each(was, is[n])
			}
		}
	}
}

// Options are what a screen brings.
type Options[C Change[C]] struct {
	Work *views.Work // of the screen, to which the answers come
	Name string      // of its steps, among all of the screen
	IDs  string      // the document of the ids that have changed; empty where none does
	// Now is the id that a thing of others has now; nil where they keep theirs.
	Now func(id string) string
	// Tell tells the service of changes, and what it returns runs in a command: one result for each. An error of All is
	// that of whatever was to be told with it and is not yet.
	Tell func(Way, []C) func(context.Context) []Result[C]
	// Had finds those changes that the service has made, as it has them, among those of a step that a former run left
	// without an answer: undo takes back these alone. What it returns runs in a command, and is nil, as Had itself, where
	// nobody can know: undo passes such a step over.
	Had func([]C) func(context.Context) ([]C, error)
	// Chunk is how many changes are told at a time, so that progress shows and Stop stops; 0 for all.
	Chunk int
	// Show makes changes on the screen. It may keep in them what it needs to show them the other way round.
	Show func(Way, []C) tea.Cmd
	// Named takes over the id that the service gives to a thing; nil for what Settled does by Outcome.Renamed.
	Named func(was, is string) tea.Cmd
	// Hollow says of changes that they are there for others alone, which came to nothing; nil for none.
	Hollow func([]C) bool
	// Settled follows the service's answer; nil for nothing.
	Settled func(Outcome[C]) tea.Cmd
	// Reason says why the service refused; nil for the error's own words. Refused says all of it in words of the
	// screen's own; nil for those of the engine. Said says that a change was filled in in a box that is open again with the
	// reason in it, once it has settled: the engine does not say the reason twice. Nil is never.
	Reason  func(error) string
	Refused func(Outcome[C], []error) tea.Cmd
	Said    func(C) bool
	// Pack and Unpack write many changes as one and read them; nil for an array of JSON.
	Pack   func([]C) (json.RawMessage, error)
	Unpack func(json.RawMessage) ([]C, error)
}

// All is the error of a change without which nothing of its step is done.
func All(err error) error { return allError{err} }

type allError struct{ error }

func (e allError) Unwrap() error { return e.error }

// Each is a Tell that makes changes one by one, each within views.TimeFor.
func Each[C any](perform func(context.Context, C) (C, error)) func(Way, []C) func(context.Context) []Result[C] {
	return func(_ Way, changes []C) func(context.Context) []Result[C] {
		return func(ctx context.Context) []Result[C] {
			out := make([]Result[C], len(changes))
			for i, c := range changes {
				ctx, cancel := context.WithTimeout(ctx, views.TimeFor(0))
				out[i].Made, out[i].Err = perform(ctx, c)
				cancel()
			}
			return out
		}
	}
}

// Look is a Had that looks at changes one by one, each within views.TimeFor, where all can be told; without had those can
// be taken back that were not made.
func Look[C any](can func(C) bool, had func(context.Context, C) (bool, error)) func([]C) func(context.Context) ([]C, error) {
	return func(changes []C) func(context.Context) ([]C, error) {
		if slices.ContainsFunc(changes, func(c C) bool { return !can(c) }) {
			return nil
		}
		return func(ctx context.Context) (out []C, err error) {
			if had == nil {
				return changes, nil
			}
			for _, c := range changes {
				ctx, cancel := context.WithTimeout(ctx, views.TimeFor(0))
				made, err := had(ctx, c)
				if cancel(); err != nil {
					return nil, err
				}
				if made {
					out = append(out, c)
				}
			}
			return out, nil
		}
	}
}

// Edits are the changes of one screen, which belong to its goroutine. Make them with New.
type Edits[C Change[C]] struct {
	env    views.Env
	o      Options[C]
	queue  []*job[C] // the first is being told, or found
	busy   bool      // with the first
	stop   bool      // what is left of the first
	held   map[string]*holding[C]
	open   map[string]int // steps of the log that the service has not answered, by payload
	names  names
	saved  persist.Document[[]renamed]
	writes uint64
	last   head // of the step that was read last

	withdrawn *job[C]
}

// job is what was done together.
type job[C any] struct {
	way     Way
	step    views.Step // of the log; without a payload it is not there
	changes []C
	holding *holding[C] // that it carries out, nil for none
	label   func([]C) string
	results []Result[C] // of those that were told
	finder  Finder[C]
	finding bool
	unsaved bool // the step is not on the disk yet, and nothing is told before
	unknown bool // a former run left it open: what of it was done is to be found
}

// New makes them.
func New[C Change[C]](env views.Env, o Options[C]) *Edits[C] {
	if o.Reason == nil {
		o.Reason = error.Error
	}
	if o.Pack == nil {
		o.Pack = func(changes []C) (json.RawMessage, error) { return json.Marshal(changes) }
		o.Unpack = func(b json.RawMessage) (changes []C, err error) { return changes, json.Unmarshal(b, &changes) }
	}
	e := &Edits[C]{env: env, o: o, held: map[string]*holding[C]{}, open: map[string]int{}}
	e.saved.Name = o.IDs
	return e
}

// Do makes changes that are one step for a person. Label is in the past tense: "Renamed a to b".
func (e *Edits[C]) Do(label string, changes ...C) tea.Cmd { return e.DoOn("", label, changes...) }

// DoOn is Do for what a person does on another screen, where it is taken back too.
func (e *Edits[C]) DoOn(on views.Screen, label string, changes ...C) tea.Cmd {
	return e.do(on, label, nil, changes)
}

// DoAs is Do where the step is called otherwise when only some of the changes are made.
func (e *Edits[C]) DoAs(label string, of func(made []C) string, changes ...C) tea.Cmd {
	return e.do("", label, of, changes)
}

func (e *Edits[C]) do(on views.Screen, label string, of func([]C) string, changes []C) tea.Cmd {
	changes = e.present(changes)
	step, err := e.step(label, record[C]{Changes: changes, head: head{Open: true}})
	if err != nil {
		return views.Notice(views.Failure, err.Error())
	}
	step.On = on
	e.open[string(step.Payload)]++
	e.forgetSpared()
	j := &job[C]{way: Done, step: step, changes: changes, label: of, unsaved: true}
	begun := e.begin(j)
	return tea.Batch(e.env.Did(views.Did{Step: step, Saved: e.saves(j)}), begun)
}

// saves has a change told when its step is on the disk.
func (e *Edits[C]) saves(j *job[C]) func() tea.Cmd {
	return func() tea.Cmd {
		if j.unsaved = false; e.busy && e.queue[0] == j {
			return e.tell()
		}
		return nil
	}
}

// DoQuietly makes changes that are no step, and are said where they are refused alone.
func (e *Edits[C]) DoQuietly(changes ...C) tea.Cmd { return e.Again(Done, views.Step{}, changes...) }

// Again makes changes that a step has, or is to have: what was refused at first, and what undo and redo come to.
func (e *Edits[C]) Again(way Way, step views.Step, changes ...C) tea.Cmd {
	return e.begin(&job[C]{way: way, step: step, changes: e.present(changes)})
}

// begin shows changes and queues them.
func (e *Edits[C]) begin(j *job[C]) tea.Cmd {
	e.writes++
	shown := tea.Cmd(nil)
	if j.holding == nil && !j.unknown {
		shown = e.o.Show(j.way, j.changes)
	}
	e.queue = append(e.queue, j)
	return tea.Batch(e.next(), shown)
}

// next begins the first of the queue.
func (e *Edits[C]) next() tea.Cmd {
	if e.busy || len(e.queue) == 0 {
		return nil
	}
	e.busy, e.stop = true, false
	switch j := e.queue[0]; {
	case j.finding:
		return j.finder.Find()
	case j.unknown:
		return e.look()
	}
	return e.tell()
}

// tell tells the service of the first of the queue, or of the next part of it.
func (e *Edits[C]) tell() tea.Cmd {
	j := e.queue[0]
	if j.unsaved {
		return nil
	}
	j.changes = e.present(j.changes) // what was made meanwhile has its id now
	call := e.o.Tell(j.way, j.changes[len(j.results):j.end(e.o.Chunk)])
	done := views.Done(e.o.Work, func(results []Result[C], _ error) tea.Cmd { return e.onTold(results) })
	return func() tea.Msg { return done(call(context.Background()), nil) }
}

// end is where the part ends that is told next.
func (j *job[C]) end(chunk int) int {
	if chunk <= 0 {
		return len(j.changes)
	}
	return min(len(j.results)+chunk, len(j.changes))
}

// onTold tells more of the first of the queue, or settles it.
func (e *Edits[C]) onTold(results []Result[C]) tea.Cmd {
	j := e.queue[0]
	part := Outcome[C]{Asked: j.changes[len(j.results):][:len(results)], Results: results}
	j.results = append(slices.Grow(j.results, len(j.changes)-len(j.results)), results...)
	var cmds []tea.Cmd
	changed := false
	part.Renamed(func(was, is string) {
		changed = true
		if e.names.add(was, is); e.o.Named != nil {
			cmds = append(cmds, e.o.Named(was, is))
		}
	})
	if changed {
		cmds = append(cmds, e.saveNames())
	}
	var all allError
	for _, r := range results {
		if errors.As(r.Err, &all) {
			return tea.Batch(append(cmds, e.refuse(j, all.error))...)
		}
	}
	switch {
	case len(j.results) == len(j.changes):
		cmds = append(cmds, e.settle(j, nil))
	case e.stop:
		cmds = append(cmds, e.refuse(j, ErrStopped))
	default:
		cmds = append(cmds, e.tell())
	}
	return tea.Batch(cmds...)
}

// refuse settles the first of the queue, of which nothing more is told.
func (e *Edits[C]) refuse(j *job[C], err error) tea.Cmd {
	for _, c := range j.changes[len(j.results):] {
		j.results = append(j.results, Result[C]{Made: c, Err: err})
	}
	return e.settle(j, err)
}

// settle ends the first of the queue, and goes on with the next. Err is why it was given up, though nothing of it may
// have been known.
func (e *Edits[C]) settle(j *job[C], err error) tea.Cmd {
	e.queue, e.busy = e.queue[1:], false
	e.writes++
	o := Outcome[C]{Way: j.way, Step: j.step, Asked: j.changes, Results: j.results, Finder: j.finder, Unfound: j.finding}
	made := make([]C, 0, len(j.results))
	var errs []error
	for i, r := range j.results {
		if r.Err != nil {
			errs, o.Failed = append(errs, r.Err), append(o.Failed, j.changes[i])
		} else {
			made = append(made, r.Made)
		}
	}
	if len(errs) == 0 && err != nil {
		errs = []error{err}
	}
	o.BuiltOn = e.waitsFor(o.Failed)
	cmds := []tea.Cmd{e.showSettled(j, made, o.Failed)}
	if e.o.Settled != nil {
		cmds = append(cmds, e.o.Settled(o))
	}
	return tea.Batch(append(cmds, e.refusal(j, o, errs), e.relog(j, o, made), e.next())...)
}

// showSettled takes back on the screen what was refused; what was held is shown as it is now.
func (e *Edits[C]) showSettled(j *job[C], made, failed []C) tea.Cmd {
	var cmds []tea.Cmd
	if j.holding != nil {
		delete(e.held, j.holding.moment.ID)
		if len(made) > 0 {
			cmds = append(cmds, e.o.Show(Over, made))
		}
		if len(failed) > 0 {
			cmds = append(cmds, e.o.Show(Stayed, e.present(failed)))
		}
	} else if len(failed) > 0 {
		cmds = append(cmds, e.o.Show(Refused, e.present(inverse(failed))))
	}
	return tea.Batch(cmds...)
}

// look finds what a former run has done of a step that it left open.
func (e *Edits[C]) look() tea.Cmd {
	j := e.queue[0]
	had := e.o.Had(e.present(j.changes))
	done := views.Done(e.o.Work, func(made []C, err error) tea.Cmd {
		if len(e.queue) == 0 || e.queue[0] != j {
			return nil // redo came before
		}
		return e.onLooked(made, err)
	})
	return func() tea.Msg { return done(had(context.Background())) }
}

// onLooked takes that back.
func (e *Edits[C]) onLooked(had []C, err error) tea.Cmd {
	j := e.queue[0]
	if j.unknown = false; err == nil && len(had) > 0 {
		was, all := j.step, e.count(j.changes)
		logged := e.Relog(was, was.Label, "", had...)
		j.step, _ = e.step(was.Label, record[C]{Changes: had})
		j.changes = inverse(had)
		said := tea.Cmd(nil)
		if n := e.count(had); n < all {
			said = views.Notice(views.Success, "Taken back: the ", n, " of ", all, " that were done of \u201c", was.Label, "\u201d")
		}
		return tea.Batch(logged, said, e.o.Show(Undone, j.changes), e.tell())
	}
	e.queue, e.busy = e.queue[1:], false
	if err != nil {
		return tea.Batch(views.Send(views.Stays{Step: j.step}), e.next(),
			views.Notice(views.Failure, "Not undone: ", sentence([]string{e.o.Reason(err)}), " It stays: ", j.step.Label))
	}
	return tea.Batch(e.Forget(j.step), e.next(),
		views.Notice(views.Info, "Nothing of it was done before the program ended: ", j.step.Label))
}

// count is of how many things changes are, but for what is there for others alone.
func (e *Edits[C]) count(changes []C) (n int) {
	for _, c := range changes {
		if !e.hollow([]C{c}) {
			n++
		}
	}
	return n
}

// waitsFor says that something in the queue is about the same things.
func (e *Edits[C]) waitsFor(changes []C) bool {
	about := map[string]bool{}
	for _, c := range changes {
		for _, id := range c.IDs() {
			about[id] = true
		}
	}
	for _, j := range e.queue {
		for _, c := range j.changes {
			if slices.ContainsFunc(c.IDs(), func(id string) bool { return about[e.Now(id)] || about[id] }) {
				return true
			}
		}
	}
	return false
}

// relog has the undo log say what really happened.
func (e *Edits[C]) relog(j *job[C], o Outcome[C], made []C) tea.Cmd {
	label := j.step.Label
	switch {
	case j.holding != nil && len(o.Failed) > 0:
		return nil
	case j.holding != nil:
		return views.Notice(views.Success, cmp.Or(j.holding.moment.Over, label))
	case j.step.Payload == nil:
		return nil
	case j.way != Done:
		return e.relogBack(j, o)
	case e.hollow(made):
		return e.Forget(j.step)
	case j.label != nil && len(o.Failed) > 0:
		label = j.label(made)
	}
	return e.Relog(j.step, label, "", made...)
}

// relogBack is relog of what undo and redo came to: a step that was refused whole stays as it was, and undo has one of
// which a part was refused take back, and do again, what it did. Where more waits for the step, that decides.
func (e *Edits[C]) relogBack(j *job[C], o Outcome[C]) tea.Cmd {
	waits := slices.ContainsFunc(e.queue, func(w *job[C]) bool { return sameStep(w.step, j.step) })
	asked := slices.ContainsFunc(o.Results, func(r Result[C]) bool { return errors.Is(r.Err, ErrAsked) })
	if len(o.Failed) == 0 || waits || asked {
		return nil
	}
	var did []C
	for i, r := range o.Results {
		if r.Err == nil {
			did = append(did, o.Asked[i])
		}
	}
	if e.hollow(did) {
		return views.Send(views.Stays{Step: j.step, Redo: j.way == Redone})
	}
	if j.way == Undone {
		did = inverse(did)
	}
	return e.Relog(j.step, j.step.Label, "", did...)
}

// hollow says that changes come to nothing.
func (e *Edits[C]) hollow(changes []C) bool {
	return len(changes) == 0 || e.o.Hollow != nil && e.o.Hollow(changes)
}

func sameStep(a, b views.Step) bool {
	return a.Owner == b.Owner && string(a.Payload) == string(b.Payload)
}

// refusal says why the service refused, and of how much.
func (e *Edits[C]) refusal(j *job[C], o Outcome[C], errs []error) tea.Cmd {
	switch {
	case len(errs) == 0:
		return nil
	case e.o.Refused != nil:
		return e.o.Refused(o, errs)
	case e.o.Said != nil && len(o.Failed) > 0 && !slices.ContainsFunc(o.Failed, func(c C) bool { return !e.o.Said(c) }):
		return views.Notice(views.Warning, "Not done; the box says why. Taken back: ", j.step.Label) // in the place of what was said to be done
	}
	said := make([]string, 0, len(errs))
	for _, err := range errs {
		if why := e.o.Reason(err); !slices.Contains(said, why) && !errors.Is(err, ErrAsked) {
			said = append(said, why)
		}
	}
	if len(said) == 0 { // the root has said it is done
		if j.way == Undone {
			return views.Notice(views.Info, "Not taken back yet: "+j.step.Label)
		}
		return nil
	}
	words, end := "Not done", "Taken back: "
	switch {
	case j.holding != nil:
		words = j.holding.moment.Not
	case j.way == Undone:
		words, end = "Not undone", "It stays: "
	case j.way == Redone:
		words = "Not done again"
	}
	if len(errs) < len(j.changes) {
		words += fmt.Sprintf(" for %d of %d", len(errs), len(j.changes))
	}
	words += ": " + sentence(said)
	if j.holding == nil {
		words += " " + end + j.step.Label
	}
	return views.Notice(views.Failure, words)
}

// saidMost bounds how many different reasons are said of one step.
const saidMost = 3

func sentence(said []string) string {
	all := ""
	for i, s := range said[:min(len(said), saidMost)] {
		if i > 0 {
			all += "; "
		}
		all += s
	}
	if strings.HasSuffix(all, ".") {
		return all
	}
	return all + "."
}

// Busy says that the service has not answered everything yet.
func (e *Edits[C]) Busy() bool { return len(e.queue) > 0 }

// Progress is how many changes the service was told of, and of how many, of what is told in several parts; else all is 0.
func (e *Edits[C]) Progress() (way Way, told, all int) {
	if len(e.queue) == 0 || e.o.Chunk == 0 || len(e.queue[0].changes) <= e.o.Chunk || e.queue[0].finding {
		return Done, 0, 0
	}
	return e.queue[0].way, len(e.queue[0].results), len(e.queue[0].changes)
}

// Stop refuses, with ErrStopped, what the service has not been told yet of the changes that it is being told of.
func (e *Edits[C]) Stop() { e.stop = true }

// Waiting are the changes that the service has not answered, in the order of the keys; with them who still finds more.
func (e *Edits[C]) Waiting() iter.Seq2[Finder[C], []C] {
	return func(yield func(Finder[C], []C) bool) {
		for _, j := range e.queue {
			if j.unknown {
				continue // it is not shown yet
			}
			finder := j.finder
			if !j.finding {
				finder = nil
			}
			if !yield(finder, j.changes) {
				return
			}
		}
	}
}

// Pending counts the steps that the service has not answered yet: what it makes of them is not on the log. A screen
// whose undo needs that implements views.Pender by it.
func (e *Edits[C]) Pending() int {
	n := 0
	for _, j := range e.queue {
		if j.way == Done && j.step.Payload != nil {
			n++
		}
	}
	return n
}

// Writes counts what was shown and settled: what was read before it went up may not have it, and is to be read again.
func (e *Edits[C]) Writes() uint64 { return e.writes }

// Wrote counts a change that was made in another way.
func (e *Edits[C]) Wrote() { e.writes++ }

// inverse takes changes back, the last one first.
func inverse[C Change[C]](changes []C) []C {
	back := make([]C, 0, len(changes))
	for _, c := range slices.Backward(changes) {
		back = append(back, c.Inverse())
	}
	return back
}

// present are changes with the ids of now.
func (e *Edits[C]) present(changes []C) []C {
	if len(e.names.is) == 0 && e.o.Now == nil {
		return changes
	}
	out := make([]C, len(changes))
	for i, c := range changes {
		out[i] = c.Renamed(e.Now)
	}
	return out
}

var errUnreadable = errors.New("the step is of another version of the program, and cannot be read")
