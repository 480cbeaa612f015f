// Package persist keeps what a screen remembers between runs: one small JSON document of views.State (Document), and what
// is being filled in, in documents of its own (Drafts, and Forms for the forms of package dialog).
//
// Invariants: of a document at most one save is under way, and what changed meanwhile is saved when that ends, so that
// the newest state is the one on disk; a failure is told once, until a save has succeeded again.
package persist

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// Document is a document of type T under a name. It belongs to the goroutine of its screen.
type Document[T any] struct {
	Name string

	saving, changed, failing bool
	then, going              []func() tea.Cmd // what follows the next save, and that under way
}

// After has then run when the next save that begins has ended, well or not: what the document is now is on the disk, as
// far as it can be.
func (d *Document[T]) After(then func() tea.Cmd) { d.then = append(d.then, then) }

// Read reads the document over first, which is what it is where it was never saved. With the error of a document that
// cannot be read comes the zero T. It is for commands: Update and View use Load.
func (d *Document[T]) Read(s views.State, first T) (T, error) {
	b, err := s.Load(d.Name)
	if err == nil && len(b) > 0 {
		err = json.Unmarshal(b, &first)
	}
	if err != nil {
		var none T
		return none, err
	}
	return first, nil
}

// Load is the command that reads the document and tells done. A nil state has nothing.
func (d *Document[T]) Load(s views.State, first T, done func(T, error) tea.Msg) tea.Cmd {
	if s == nil {
		return nil
	}
	from := Document[T]{Name: d.Name}
	return func() tea.Msg { return done(from.Read(s, first)) }
}

// Save writes what now returns, and tells done. Now is called at once, and what it returns must not change afterwards.
// While a save is under way it is not called: Saved is what saves then.
func (d *Document[T]) Save(s views.State, now func() T, done func(error) tea.Msg) tea.Cmd {
	if s == nil {
		d.going, d.then = d.then, nil
		return d.follow()
	}
	if d.saving {
		d.changed = true
		return nil
	}
	d.saving, d.changed = true, false
	d.going, d.then = d.then, nil
	name, value := d.Name, now()
	return func() tea.Msg {
		b, err := json.Marshal(value)
		if err == nil {
			err = s.Save(name, b)
		}
		return done(err)
	}
}

// Saved takes the result of a save. It returns the command of again where the document has changed meanwhile, and the
// error where the person is to be told.
func (d *Document[T]) Saved(err error, again func() tea.Cmd) (tea.Cmd, error) {
	told := d.failing
	d.saving, d.failing = false, err != nil
	if told {
		err = nil
	}
	follow := d.follow()
	if !d.changed {
		return follow, err
	}
	return tea.Batch(follow, again()), err
}

func (d *Document[T]) follow() tea.Cmd {
	cmds := make([]tea.Cmd, len(d.going))
	for i, then := range d.going {
		cmds[i] = then()
	}
	d.going = nil
	return tea.Batch(cmds...)
}
