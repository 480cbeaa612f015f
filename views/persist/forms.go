package persist

import (
	"errors"
	"slices"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/form"
)

// FormsOptions say which forms are kept, and how one is opened again.
type FormsOptions[T any] struct {
	Env    *views.Env
	Work   *views.Work
	Boxes  *dialog.Stack
	Prefix string // of the documents
	Where  string // on which screen a form is open again: "in People"
	// Reopen opens the form of a T, with Open; false where what it needs is not there yet.
	Reopen func(T) (cmd tea.Cmd, opened bool)
	// Reason says why the service refused; nil for the error's own words.
	Reason func(error) string
	// Free says that a box may open by itself, where none is open; nil is always.
	Free func() bool
}

// Forms keeps forms in boxes (dialog.Fill) on this machine's disk until the service has what was filled in, or it was
// thrown away: one that a former run left open is opened again as it was, and so is one that the service refused. Each
// is of a T, which says what is filled in, as the screen needs it to make the form anew. Make it with NewForms.
type Forms[T any] struct {
	o       FormsOptions[T]
	drafts  Drafts[left[T]]
	kept    []*kept[T] // on the screen, and taken but not settled
	waiting []*kept[T] // to be opened again, oldest first
	again   *left[T]   // while it is opened again
}

// left is a form as data.
type left[T any] struct {
	Of      T            `json:"of"`
	Written form.Written `json:"written"`

	document string
}

type kept[T any] struct {
	document string
	of       func() T
	over     dialog.Filling
	box      dialog.Box // nil where it is not made anew yet
	left     left[T]
	refused  error // by the service, nil where it was not asked
}

// NewForms keeps forms.
func NewForms[T any](o FormsOptions[T]) *Forms[T] {
	if o.Reason == nil {
		o.Reason = error.Error
	}
	f := &Forms[T]{o: o}
	f.drafts = Drafts[left[T]]{State: o.Env.State, Work: o.Work, Prefix: o.Prefix, Now: func() left[T] { return f.shown().now() },
		Open: func() string {
			if one := f.shown(); one != nil {
				return one.document
			}
			return ""
		},
		Restore: func(document string, l left[T]) (left[T], bool) {
			l.document = document
			return l, len(l.Written.Values) > 0
		}}
	return f
}

// shown is the form on the screen, nil for none.
func (f *Forms[T]) shown() *kept[T] {
	for _, one := range f.kept {
		if f.o.Boxes.Has(one.box) {
			return one
		}
	}
	return nil
}

func (one *kept[T]) now() left[T] {
	return left[T]{Of: one.of(), Written: one.over.Form.Written()}
}

// Load reads the forms that a former run left open, and opens the first. Found follows where there are any.
func (f *Forms[T]) Load(found func() tea.Cmd) tea.Cmd {
	return f.drafts.Load(func(all []left[T]) tea.Cmd {
		for _, l := range all {
			f.waiting = append(f.waiting, &kept[T]{document: l.document, left: l})
		}
		if len(all) == 0 || found == nil {
			return f.Next()
		}
		return tea.Batch(found(), f.Next())
	})
}

// Open opens a box with a form; of is asked for what it is of when it is saved. A Take that returns no command has
// changed nothing; else Settled is told what came of it.
func (f *Forms[T]) Open(of func() T, over dialog.Filling) dialog.Box {
	one := &kept[T]{of: of}
	if f.again == nil {
		one.document = f.o.Prefix + f.o.Env.NewID()
	} else {
		one.document, over.Again = f.again.document, &f.again.Written
		f.drafts.Restored(one.document)
	}
	take := over.Take
	over.Written = f.drafts.Written
	over.Left = func() tea.Cmd { return f.forget(one) }
	over.Take = func() tea.Cmd {
		cmd := take()
		if cmd == nil {
			return f.forget(one)
		}
		return tea.Batch(f.drafts.write(one.document, one.now()), cmd)
	}
	one.over, one.box = over, dialog.Fill(f.o.Env.Theme, over)
	f.kept = append(f.kept, one)
	f.o.Boxes.Open(one.box)
	return one.box
}

// Save has the form on the screen saved in a moment, after what no key in it has changed.
func (f *Forms[T]) Save() tea.Cmd { return f.drafts.Save() }

// Settled follows what the service said to what was filled in in a box, nil where there was none: a form that it refused
// opens again as soon as no other box is open, one that it has is forgotten. Of other boxes it only says why one was
// refused, in it.
func (f *Forms[T]) Settled(box dialog.Box, err error) tea.Cmd {
	if err != nil {
		err = errors.New(f.o.Reason(err))
	}
	at := slices.IndexFunc(f.kept, func(one *kept[T]) bool { return one.box == box })
	switch {
	case box == nil:
	case err == nil && at >= 0:
		return f.forget(f.kept[at])
	case err == nil:
	case at >= 0:
		f.kept[at].refused = err
		f.waiting = append(f.waiting, f.kept[at])
		return f.Next()
	case f.free():
		f.o.Boxes.Refuse(box, err)
	}
	return nil
}

// forget lets go of a form, and opens the next that waits.
func (f *Forms[T]) forget(one *kept[T]) tea.Cmd {
	f.kept = slices.DeleteFunc(f.kept, func(other *kept[T]) bool { return other == one })
	return tea.Batch(f.drafts.Forget(one.document), f.Next())
}

// Said says that a box shows why what was filled in was refused, for edit.Options.
func (f *Forms[T]) Said(box dialog.Box) bool { return box != nil && f.o.Boxes.Top() == box }

func (f *Forms[T]) free() bool { return f.o.Free == nil || f.o.Free() }

// Next opens the first form of those that wait which can be, when nothing else is open. The screen calls it with what
// it is told.
func (f *Forms[T]) Next() tea.Cmd {
	if f.o.Boxes.IsOpen() || !f.free() {
		return nil
	}
	for i, one := range f.waiting {
		if one.box != nil {
			f.waiting = slices.Delete(f.waiting, i, i+1)
			f.o.Boxes.Refuse(one.box, one.refused)
			return nil
		}
		f.again = &one.left
		cmd, opened := f.o.Reopen(one.left.Of)
		f.again = nil
		if opened {
			f.waiting = slices.Delete(f.waiting, i, i+1)
			return tea.Batch(cmd, views.Notice(views.Info, "\u201c", f.shown().over.Title, "\u201d is open again ", f.o.Where, ", as you left it"))
		}
	}
	return nil
}
