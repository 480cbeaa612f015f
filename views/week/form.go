package week

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/extensions"
	"daybook/views/persist"
	"daybook/views/week/change"
	"daybook/views/week/eventform"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// forms is the form of an event, a box over the screen, and those that wait to be
// opened again. A form is saved on this machine's disk until the service has what it says.
type forms struct {
	*shared
	custom  *extensions.Panel
	free    func() bool                                                   // nothing is carried
	warn    func(before, after *model.Event, next func() tea.Cmd) tea.Cmd // before others are told
	do      func(label string, writes ...write) tea.Cmd                   // as one step
	closed  func()                                                        // the form was left
	reopens func()                                                        // one that was left is opened again

	form    *eventform.Form // nil while none is open
	data    savedForm       // what the form began with, and is for
	waiting []savedForm     // to be opened again, oldest first
	drafts  persist.Drafts[savedForm]
}

// savedForm is a form as data: what it began with, what it is for, and what
// has been written into it. Document is its name on the disk.
type savedForm struct {
	Document string      `json:"-"`
	Title    string      `json:"title"`
	Event    model.Event `json:"event"` // without an id, one that is not made yet
	Calendar string      `json:"calendar"`
	Alone    bool        `json:"alone,omitempty"`
	// Whole and Before are a series before and after it is cut short, where
	// Event goes on in its place.
	Whole  *model.Event              `json:"whole,omitempty"`
	Before *model.Event              `json:"before,omitempty"`
	Label  string                    `json:"label,omitempty"` // of the undo step; a new event has one of its subject
	Extra  []model.OpenTypeExtension `json:"extra,omitempty"` // what an event that is not made yet will be made with
	Saved  *eventform.Saved          `json:"kept"`
}

const formPrefix = "event-form:"

// name is the title in the form.
func (s savedForm) name() string {
	if s.Saved != nil && s.Saved.Subject() != "" {
		return s.Saved.Subject()
	}
	return s.Title
}

// before is the event as it was, nil for one that is made.
func (s savedForm) before() *model.Event {
	if s.Event.ID == "" && s.Whole == nil {
		return nil
	}
	return &s.Event
}

// write is what saving the event comes to, and what that is called; false when
// it changes nothing.
func (s savedForm) write(r eventform.Result, newID func() string) (w write, label string, differs bool) {
	after, before := r.Event, s.Event
	label, differs = s.Label, true
	switch {
	case s.Whole != nil:
		after.ID = newID()
		w = writeOf(change.Edit{Calendar: s.Calendar, Before: s.Whole, After: s.Before},
			change.Edit{Calendar: s.Calendar, After: &after})
	case s.Event.ID == "":
		after.ID, after.IsOrganizer = newID(), true
		w = writeOf(change.Edit{Calendar: r.Calendar, After: &after})
		label = "Created \u201c" + text.Of(after.Subject).String() + "\u201d"
	default:
		w = writeOf(change.Edit{Calendar: s.Calendar, Before: &before, After: &after})
		_, differs = change.Patch(before, after)
		differs = differs || len(r.Attach)+len(r.Detach) > 0
	}
	w.attach, w.detach = r.Attach, r.Detach
	return w, label, differs
}

// rest is a form on the rest of a series as the series that goes on; from its
// first occurrence on, that is the whole of it.
func (s savedForm) rest(it *item, master model.Event) (savedForm, error) {
	date, passed, ok := placeIn(master, it)
	if !ok {
		return s, nil
	}
	before, ok := change.Until(master, date)
	if !ok {
		return s, nil
	}
	var err error
	s.Title, s.Whole, s.Before = "Edit this and the following", &master, &before
	s.Event, err = change.From(master, date, passed)
	return s, err
}

// open opens a form.
func (f *forms) open(s savedForm) tea.Cmd {
	var calendars []eventform.Calendar
	for _, c := range f.events.calendars {
		if c.CanEdit {
			calendars = append(calendars, eventform.Calendar{Key: c.Key(), Name: c.name})
		}
	}
	form, err := eventform.New(s.Event, eventform.Options{Theme: f.env.Theme, Now: f.now(), Zone: f.zone(), Calendars: calendars,
		Calendar: s.Calendar, Alone: s.Alone, Saved: s.Saved, Service: f.service, Work: &f.work,
		Busy: func(from, to time.Time) ([]text.Text, bool) {
			return f.events.busy(from, to, s.Event.ID), f.events.covers(from, to)
		}})
	if err != nil {
		return views.Notice(views.Failure, "Could not open the form: ", views.Reason(err, noLongerThere))
	}
	if s.Document == "" {
		s.Document = formPrefix + f.env.NewID()
	}
	if f.form == nil {
		f.dialog.Open(f)
	}
	f.form, f.data = form, s
	return nil
}

// next opens the first of those that wait, when nothing else is open and the
// calendars are there.
func (f *forms) next() tea.Cmd {
	if len(f.waiting) == 0 || len(f.events.calendars) == 0 || f.dialog.IsOpen() || !f.free() {
		return nil
	}
	s := f.waiting[0]
	f.waiting = f.waiting[1:]
	f.reopens()
	cmd := f.open(s)
	f.drafts.Restored(s.Document)
	return tea.Batch(cmd, views.Notice(views.Info, "\u201c", s.name(), "\u201d is open again on the week, as you left it"))
}

// busy names the events that take time in a span, but for the one edited.
func (e *events) busy(from, to time.Time, but string) []text.Text {
	var out []text.Text
	for _, it := range e.items {
		if but != "" && it.isOf(but) || it.calendar.Person != "" || it.allDay || it.gone() || it.ShowAs == model.ShowFree {
			continue
		}
		if it.start.Before(to) && it.end.After(from) {
			out = append(out, it.title)
		}
	}
	return out
}

// snapshot is the form as it is.
func (f *forms) snapshot() savedForm {
	s, now := f.data, f.form.Saved()
	s.Saved = &now
	return s
}

// document is the one of the form on the screen, empty while none is.
func (f *forms) document() string {
	if f.form == nil {
		return ""
	}
	return f.data.Document
}

// isOpen says that a form is still the one on the screen.
func (f *forms) isOpen(document string) bool { return f.form != nil && f.data.Document == document }

// settled lets a form go when the service has what it said, and has it wait
// where that was refused.
func (f *forms) settled(s savedForm, err error) tea.Cmd {
	if err == nil || errors.Is(err, edit.ErrAsked) {
		return f.drafts.Forget(s.Document)
	}
	f.waiting = append(f.waiting, s)
	return f.next()
}

// load reads the forms that a former run left open.
func (f *forms) load() tea.Cmd {
	return f.drafts.Load(func(all []savedForm) tea.Cmd {
		f.waiting = append(f.waiting, all...)
		return f.next()
	})
}

// restored is a form of a document; false for what is none.
func restored(document string, s savedForm) (savedForm, bool) {
	s.Document = document
	return s, s.Saved != nil && s.Event.Start != nil && s.Event.End != nil
}

// actions are what can be done while a form is open.
func (f *forms) actions() []views.Action {
	open := func() bool { return f.form != nil }
	return []views.Action{
		{ID: "form-save", Name: "Save the event", Group: "Form", Hint: "save", Keys: []string{"ctrl+s"}, Typing: true,
			Do: views.Once(f.send), Enabled: open},
		{ID: "form-cancel", Name: "Leave the form", Group: "Form", Hint: "cancel", Keys: []string{"esc"}, Typing: true,
			Do: views.Once(f.leave), Enabled: open},
		{ID: "form-custom-data", Name: "Custom data of the event", Group: "Form", Hint: "custom data", Keys: []string{"alt+,"}, Typing: true,
			Do: views.Once(f.openCustom), Enabled: func() bool { return open() && f.options.Custom != nil }},
	}
}

// Update implements dialog.Box.
func (f *forms) Update(msg tea.Msg) dialog.Outcome {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		f.form.Click(msg.X-1, msg.Y-1)
		return dialog.Outcome{Cmd: f.drafts.Written(f.form != nil && f.form.Changed())}
	case tea.MouseMsg:
		return dialog.Outcome{}
	}
	return dialog.Outcome{Cmd: f.typed(msg)}
}

func (f *forms) typed(msg tea.Msg) tea.Cmd {
	cmd, handled := f.form.Update(msg)
	if key, ok := msg.(tea.KeyPressMsg); ok && !handled {
		switch key.String() {
		case "esc", "ctrl+c":
			return tea.Batch(cmd, f.leave())
		case "ctrl+s":
			return tea.Batch(cmd, f.send())
		}
	}
	return tea.Batch(cmd, f.drafts.Written(f.form != nil && f.form.Changed()))
}

// Careful says that no click outside leaves what was written.
func (f *forms) Careful() bool { return true }

// Holds says that esc is the form's first: it closes what a field has opened.
func (f *forms) Holds() bool { return true }

// leave closes the form. What was written into it is not thrown away without a
// word.
func (f *forms) leave() tea.Cmd {
	if !f.form.Changed() && len(f.data.Extra) == 0 {
		return f.drop()
	}
	f.dialog.Open(dialog.Choose(f.env.Theme, dialog.Leaving("save", f.send, f.drop)))
	return nil
}

// send has done what the form comes to, and closes it.
func (f *forms) send() tea.Cmd {
	r, err := f.form.Result()
	if err != nil {
		return views.Notice(views.Warning, "Not saved: ", err)
	}
	document := f.data.Document
	return f.warn(f.data.before(), &r.Event, func() tea.Cmd {
		if !f.isOpen(document) {
			return nil // it was closed under the question
		}
		s := f.snapshot()
		if s.Event.ID == "" {
			r.Event.Extensions = append(r.Event.Extensions, s.Extra...)
		}
		w, label, differs := s.write(r, f.env.NewID)
		if !differs {
			return tea.Batch(f.drop(), views.Notice(views.Info, "Nothing was changed"))
		}
		w.form = &s
		return tea.Batch(f.close(), f.do(label, w))
	})
}

// close takes the form off the screen, and opens the next that waits.
func (f *forms) close() tea.Cmd {
	f.form = nil
	f.dialog.Close(f)
	f.closed()
	return f.next()
}

// drop throws a form away.
func (f *forms) drop() tea.Cmd {
	return tea.Batch(f.drafts.Forget(f.data.Document), f.close())
}

// openCustom opens the custom data of the event in the form: at once for one
// that is there, else for when it is made.
func (f *forms) openCustom() tea.Cmd {
	s := &f.data
	if s.Event.ID != "" {
		in := f.events.calendar(s.Calendar).Group
		return f.custom.Show(extensions.Item{Kind: extensions.Event, Group: in, ID: s.Event.ID}, text.Clean(s.Title))
	}
	document := s.Document
	return f.custom.Draft(text.Clean(s.Title), s.Extra, func(all []model.OpenTypeExtension) tea.Cmd {
		if !f.isOpen(document) {
			return nil
		}
		s.Extra = all
		return f.drafts.Save()
	})
}

// The size that the form is drawn in where there is room: all fields, two
// lines of what is wrong, and the summary. With less it folds (eventform).
const formWidth, formHeight = 86, 32

// View implements dialog.Box: the form is as wide as it needs.
func (f *forms) View(width, height int) string {
	f.form.SetTheme(f.env.Theme)
	keys := dialog.Keys("ctrl+s", "save")
	if f.options.Custom != nil {
		words := "custom data"
		if n := len(f.data.Extra); n > 0 {
			words = views.Count(n, "extension", "extensions")
		}
		keys = append(keys, dialog.Key{Key: "alt+,", Does: words})
	}
	width, height = min(formWidth, width), min(formHeight, height)
	footer := dialog.Foot(f.env.Theme, width-4, append(keys, dialog.Key{Key: "esc", Does: "cancel"})...)
	return f.form.View(text.Clean(f.data.Title), footer, width, height)
}

// Cursor implements dialog.Box.
func (f *forms) Cursor() *tea.Cursor { return f.form.Cursor() }
