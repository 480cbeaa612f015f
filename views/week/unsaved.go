package week

import (
	"encoding/json"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/week/change"
	"daybook/views/week/eventform"
)

// formSheet is a form as data: what it began with, what it is for, and what
// has been written into it. It is kept on this machine's disk, under Document,
// until the service has what it says, so that neither a crash nor a refusal
// takes what was written.
type formSheet struct {
	Document string      `json:"-"`
	Title    string      `json:"title"`
	Event    model.Event `json:"event"` // without an id, one that is not made yet
	Calendar string      `json:"calendar"`
	Alone    bool        `json:"alone,omitempty"`
	// Whole and Before are a series before and after it is cut short, where
	// Event goes on in its place.
	Whole  *model.Event              `json:"whole,omitempty"`
	Before *model.Event              `json:"before,omitempty"`
	Label  string                    `json:"label,omitempty"` // of the undo step; of a new event it is made of its subject
	Extra  []model.OpenTypeExtension `json:"extra,omitempty"` // what an event that is not made yet will be made with
	Kept   *eventform.Kept           `json:"kept"`
}

const (
	formPrefix = "event-form:"
	// formPause is how long after a key a form is kept, however fast the typing
	// goes on.
	formPause = 250 * time.Millisecond
)

// writeOf is what saving a form comes to; false when it changes nothing.
func (m *Model) writeOf(s formSheet, r eventform.Result) (w write, label string, differs bool) {
	after, before := r.Event, s.Event
	w = write{attach: r.Attach, detach: r.Detach}
	edits := []change.Edit{{Calendar: s.Calendar, Before: &before, After: &after}}
	switch {
	case s.Whole != nil:
		after.ID = m.env.NewID()
		edits = []change.Edit{{Calendar: s.Calendar, Before: s.Whole, After: s.Before}, {Calendar: s.Calendar, After: &after}}
	case s.Event.ID == "":
		after.ID, after.IsOrganizer = m.env.NewID(), true
		edits = []change.Edit{{Calendar: r.Calendar, After: &after}}
		s.Label = "Created \u201c" + say(after.Subject).String() + "\u201d"
	default:
		_, differ := change.Patch(before, after)
		differs = differ || len(r.Attach)+len(r.Detach) > 0
		w.Edits = edits
		return w, s.Label, differs
	}
	w.Edits = edits
	return w, s.Label, true
}

// formWritten has the form kept a moment after the key.
func (m *Model) formWritten() tea.Cmd {
	if m.editor == nil || !m.editor.form.Changed() && !m.editor.kept {
		return nil
	}
	return m.restForm()
}

func (m *Model) restForm() tea.Cmd {
	m.editor.kept = true
	if m.editor.resting {
		return nil
	}
	m.editor.resting = true
	document := m.editor.sheet.Document
	return m.work.After(formPause, func() tea.Cmd { return m.keepForm(document) })
}

// keepForm writes down what is in the form when the pause is over.
func (m *Model) keepForm(document string) tea.Cmd {
	if m.editor == nil || m.editor.sheet.Document != document {
		return nil
	}
	m.editor.resting = false
	s, kept, state := m.editor.sheet, m.editor.form.Kept(), m.env.State
	s.Kept = &kept
	return m.onDisk(func() error {
		b, err := json.Marshal(s)
		if err == nil {
			err = state.Save(s.Document, b)
		}
		return err
	})
}

// onDisk writes or deletes a form after what was begun before, so that a form
// that is done with does not come back.
func (m *Model) onDisk(do func() error) tea.Cmd {
	m.saves = append(m.saves, do)
	if len(m.saves) > 1 {
		return nil
	}
	return m.saveNext()
}

func (m *Model) saveNext() tea.Cmd {
	do, done := m.saves[0], m.work.Told(m.onFormSaved)
	return func() tea.Msg { return done(do()) }
}

func (m *Model) onFormSaved(err error) tea.Cmd {
	var next tea.Cmd
	if m.saves = m.saves[1:]; len(m.saves) > 0 {
		next = m.saveNext()
	}
	if err != nil {
		return tea.Batch(next, notify(views.Failure, "Could not keep the form on this machine: ", err, ". Save the event before you leave."))
	}
	return next
}

// closeForm takes the form off the screen, and opens the next that waits.
func (m *Model) closeForm() tea.Cmd {
	m.editor, m.anchor = nil, time.Time{}
	return m.openKept()
}

// dropForm throws a form away.
func (m *Model) dropForm() tea.Cmd {
	drop := m.forget(m.editor.sheet.Document)
	return tea.Batch(drop, m.closeForm())
}

func (m *Model) forget(document string) tea.Cmd {
	state := m.env.State
	return m.onDisk(func() error { return state.Delete(document) })
}

// formTold lets a form go when the service has what it said, and offers it
// again where that was refused.
func (m *Model) formTold(w write, err error) tea.Cmd {
	switch {
	case w.form == nil:
		return nil
	case err == nil || errors.Is(err, errNotKept):
		return m.forget(w.form.Document)
	}
	m.forms = append(m.forms, *w.form)
	return m.openKept()
}

// loadForms reads the forms that a former run left open.
func (m *Model) loadForms() tea.Cmd {
	state, done := m.env.State, views.Done(&m.work, m.onForms)
	return func() tea.Msg {
		names, err := state.Names(formPrefix)
		var forms []formSheet
		for _, name := range names {
			b, failed := state.Load(name)
			s := formSheet{Document: name}
			if failed == nil {
				failed = json.Unmarshal(b, &s)
			}
			if failed != nil || s.Kept == nil || s.Event.Start == nil || s.Event.End == nil {
				err = errors.Join(err, failed)
				continue
			}
			forms = append(forms, s)
		}
		return done(forms, err)
	}
}

func (m *Model) onForms(forms []formSheet, err error) tea.Cmd {
	m.forms = append(m.forms, forms...)
	if err != nil {
		return tea.Batch(m.openKept(), notify(views.Warning, "Could not read a form that was left open: ", err))
	}
	return m.openKept()
}

// openKept opens a form that was left, when nothing else is open and the
// calendars are there.
func (m *Model) openKept() tea.Cmd {
	if len(m.forms) == 0 || m.Capturing() || m.grab != nil || len(m.book.calendars) == 0 {
		return nil
	}
	s := m.forms[0]
	m.forms = m.forms[1:]
	m.card = nil
	cmd := m.edit(s)
	if m.editor != nil {
		m.editor.kept = true
	}
	return tea.Batch(cmd, notify(views.Info, "\u201c", s.name(), "\u201d is open again on the week, as you left it"))
}

// name is the title in the form.
func (s formSheet) name() string {
	if s.Kept != nil && s.Kept.Subject() != "" {
		return s.Kept.Subject()
	}
	return s.Title
}
