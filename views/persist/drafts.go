package persist

import (
	"encoding/json"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// DraftPause is how long after a key a form is saved, however fast the typing
// goes on.
const DraftPause = 250 * time.Millisecond

// Drafts keeps forms on this machine's disk, each as a T in a document of its own,
// until they are forgotten: neither a crash nor a refusal takes what was written.
// What is written and deleted is in the order of the calls, so that a form that is
// done with does not come back.
type Drafts[T any] struct {
	State  views.State // nil saves nothing
	Work   *views.Work
	Prefix string // of the documents
	// Open is the document of the form on the screen, empty while none is, and Now
	// is that form.
	Open func() string
	Now  func() T
	// Restore makes a form of a document; false for what is none.
	Restore func(document string, one T) (T, bool)

	saved   string         // the document on the disk, or about to be
	resting string         // that for which a pause has begun, at whose end it is saved
	writes  []func() error // the first of them under way
}

// Written has the form saved a moment after a key, if it has changed since it
// opened or was saved before.
func (d *Drafts[T]) Written(changed bool) tea.Cmd {
	if open := d.Open(); open == "" || !changed && d.saved != open {
		return nil
	}
	return d.Save()
}

// Save has the form saved in a moment.
func (d *Drafts[T]) Save() tea.Cmd {
	document := d.Open()
	if d.State == nil || document == "" {
		return nil
	}
	if d.saved = document; d.resting == document {
		return nil
	}
	d.resting = document
	return d.Work.After(DraftPause, func() tea.Cmd {
		if d.resting == document {
			d.resting = ""
		}
		if d.Open() != document {
			return nil
		}
		return d.write(document, d.Now())
	})
}

// write saves a form as it is now.
func (d *Drafts[T]) write(document string, one T) tea.Cmd {
	state := d.State
	if state == nil {
		return nil
	}
	return d.onDisk(func() error {
		b, err := json.Marshal(one)
		if err == nil {
			err = state.Save(document, b)
		}
		return err
	})
}

// Restored says that a form which opens is on the disk.
func (d *Drafts[T]) Restored(document string) { d.saved = document }

// Forget takes a form off the disk.
func (d *Drafts[T]) Forget(document string) tea.Cmd {
	state := d.State
	if state == nil {
		return nil
	}
	return d.onDisk(func() error { return state.Delete(document) })
}

func (d *Drafts[T]) onDisk(do func() error) tea.Cmd {
	d.writes = append(d.writes, do)
	if len(d.writes) > 1 {
		return nil
	}
	return d.writeNext()
}

func (d *Drafts[T]) writeNext() tea.Cmd {
	do, done := d.writes[0], d.Work.Told(d.onWritten)
	return func() tea.Msg { return done(do()) }
}

func (d *Drafts[T]) onWritten(err error) tea.Cmd {
	var next tea.Cmd
	if d.writes = d.writes[1:]; len(d.writes) > 0 {
		next = d.writeNext()
	}
	if err != nil {
		return tea.Batch(next, views.Notice(views.Failure, "Could not keep the form on this machine: ", err,
			". Save it before you leave."))
	}
	return next
}

// Load reads the forms that a former run left open.
func (d *Drafts[T]) Load(then func([]T) tea.Cmd) tea.Cmd {
	if d.State == nil {
		return nil
	}
	state, prefix, restore := d.State, d.Prefix, d.Restore
	done := views.Done(d.Work, func(all []T, err error) tea.Cmd {
		if err != nil {
			return tea.Batch(then(all), views.Notice(views.Warning, "Could not read a form that was left open: ", err))
		}
		return then(all)
	})
	return func() tea.Msg {
		names, err := state.Left(prefix)
		var all []T
		for _, name := range names {
			var one T
			b, failed := state.Load(name)
			if failed == nil {
				failed = json.Unmarshal(b, &one)
			}
			one, ok := restore(name, one)
			if failed != nil || !ok {
				err = errors.Join(err, failed)
				continue
			}
			all = append(all, one)
		}
		return done(all, err)
	}
}
