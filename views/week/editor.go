package week

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/week/change"
	"daybook/views/week/eventform"
	"daybook/widget/dialog"
	"daybook/widget/overlay"
	"daybook/widget/text"
)

// editor is the form over the screen.
type editor struct {
	form    *eventform.Form
	sheet   formSheet
	kept    bool // it is on the disk, or about to be
	resting bool // a pause has begun, at whose end it is kept
	x, y    int  // where it was last drawn
}

// The size that the form is drawn in where there is room: all fields, two
// lines of what is wrong, and the summary.
const formWidth, formHeight = 86, 28

// newEvent opens the form on the span, or on an hour at the cursor.
func (m *Model) newEvent() tea.Cmd {
	c := m.book.standard()
	if c == nil {
		return notify(views.Warning, "There is no calendar to write to yet")
	}
	start := m.instant()
	end := start.Add(time.Hour)
	if !m.anchor.IsZero() {
		start, end = m.spanTimes()
	}
	zone := m.zone().String()
	e := model.Event{ShowAs: model.ShowBusy, IsReminderOn: true, ReminderMinutesBeforeStart: 15, IsAllDay: m.cursor.lane,
		ResponseRequested: true, AllowNewTimeProposals: true}
	var err error
	if e.IsAllDay {
		e.Start = &model.DateTimeTimeZone{DateTime: m.cursor.date.String() + "T00:00:00", TimeZone: "UTC"}
		e.End = &model.DateTimeTimeZone{DateTime: (m.cursor.date + 1).String() + "T00:00:00", TimeZone: "UTC"}
		e.ShowAs = model.ShowFree
	} else {
		var from, to model.DateTimeTimeZone
		if from, err = model.NewDateTime(start, zone); err == nil {
			to, err = model.NewDateTime(end, zone)
		}
		e.Start, e.End = &from, &to
	}
	if err != nil {
		return notify(views.Failure, "Could not begin an event: ", err)
	}
	return m.edit(formSheet{Title: "New event", Event: e, Calendar: c.Key()})
}

// editEvent opens the form on the selected event, asked once how much of a
// series is meant.
func (m *Model) editEvent() tea.Cmd {
	it := m.selected()
	if it == nil {
		return nil
	}
	if err := mayChange(it); err != nil {
		return notify(views.Warning, "Cannot edit it: ", err)
	}
	m.card = nil
	return m.scoped("Edit", it, func(s scope, target model.Event, it *item) tea.Cmd {
		if s == one {
			return m.whole(it.ref(), func(e model.Event) tea.Cmd { return m.editOne(it, e) })
		}
		return m.editSeries(s, it, target)
	})
}

func (m *Model) editOne(it *item, e model.Event) tea.Cmd {
	return m.edit(formSheet{Title: "Edit", Event: e, Calendar: it.calendar.Key(), Alone: it.SeriesMasterID != "", Label: "Changed \u201c" + it.title.String() + "\u201d"})
}

// editSeries opens the form on a series, or on the rest of one as the series
// that goes on.
func (m *Model) editSeries(s scope, it *item, master model.Event) tea.Cmd {
	if s == following {
		if date, passed, ok := m.placeIn(master, it); ok {
			if before, ok := change.Until(master, date); ok {
				rest, err := change.From(master, date, passed)
				if err != nil {
					return notify(views.Failure, "Could not divide the series: ", err)
				}
				return m.edit(formSheet{Title: "Edit this and the following", Event: rest, Calendar: it.calendar.Key(), Whole: &master, Before: &before,
					Label: "Changed \u201c" + it.title.String() + "\u201d from " + m.moment(it.start, true) + " on"})
			}
		}
	}
	return m.edit(formSheet{Title: "Edit the series", Event: master, Calendar: it.calendar.Key(), Label: "Changed \u201c" + it.title.String() + "\u201d"})
}

// edit opens the form.
func (m *Model) edit(s formSheet) tea.Cmd {
	e := s.Event
	var calendars []eventform.Calendar
	for _, c := range m.book.calendars {
		if c.CanEdit {
			calendars = append(calendars, eventform.Calendar{Key: c.Key(), Name: c.name})
		}
	}
	form, err := eventform.New(e, eventform.Options{Theme: &m.theme, Now: m.now(), Zone: m.zone(), Calendars: calendars, Calendar: s.Calendar,
		Alone: s.Alone, Kept: s.Kept, Complete: m.complete, Busy: func(from, to time.Time) []text.Text { return m.busy(from, to, e) }})
	if err != nil {
		return notify(views.Failure, "Could not open the form: ", err)
	}
	if s.Document == "" {
		s.Document = formPrefix + m.env.NewID()
	}
	m.editor = &editor{form: form, sheet: s}
	return nil
}

// busy names the events that take time in a span, but for the one edited.
func (m *Model) busy(from, to time.Time, but model.Event) []text.Text {
	var out []text.Text
	for _, it := range m.book.items {
		if it.ID == but.ID || but.ID != "" && it.SeriesMasterID == but.ID || it.allDay || it.gone() || it.ShowAs == model.ShowFree {
			continue
		}
		if it.start.Before(to) && it.end.After(from) {
			out = append(out, it.title)
		}
	}
	return out
}

// complete asks for people, or for rooms, whose name begins so.
func (m *Model) complete(kind, prefix string) tea.Cmd {
	find := m.service.People
	if kind == model.AttendeeResource {
		find = m.service.Rooms
	}
	return views.Load(&m.work, &m.completing, func(ctx context.Context) ([]model.EmailAddress, error) { return find(ctx, prefix) },
		func(people []model.EmailAddress, err error) tea.Cmd {
			if err != nil {
				people = nil // completion helps; without it the address is typed
			}
			if m.editor != nil {
				m.editor.form.Suggest(kind, prefix, people)
			}
			return nil
		})
}

func (m *Model) editorActions() []views.Action {
	open := func() bool { return m.editor != nil }
	return []views.Action{
		{ID: "form-save", Name: "Save the event", Group: "Form", Hint: "save", Keys: []string{"ctrl+s"}, Typing: true, Do: plain(m.saveForm), Enabled: open},
		{ID: "form-cancel", Name: "Leave the form", Group: "Form", Hint: "cancel", Keys: []string{"esc"}, Typing: true, Do: plain(m.leaveForm), Enabled: open},
		{ID: "form-custom-data", Name: "Custom data of the event", Group: "Form", Hint: "custom data", Keys: []string{"alt+,"}, Typing: true, Do: plain(m.formCustom),
			Enabled: func() bool { return open() && m.options.Custom != nil }},
	}
}

func (m *Model) updateEditor(msg tea.Msg) tea.Cmd {
	cmd, handled := m.editor.form.Update(msg)
	cmd = tea.Batch(cmd, m.formWritten())
	if key, ok := msg.(tea.KeyPressMsg); ok && !handled {
		switch key.String() {
		case "esc", "ctrl+c":
			return m.leaveForm()
		case "ctrl+s":
			return m.saveForm()
		}
	}
	return cmd
}

// leaveForm closes the form. What was written into it is not thrown away
// without a word.
func (m *Model) leaveForm() tea.Cmd {
	if !m.editor.form.Changed() && len(m.editor.sheet.Extra) == 0 {
		return m.dropForm()
	}
	m.dialog.Open(dialog.Choose(&m.theme, dialog.Leaving("save", m.saveForm, m.dropForm)))
	return nil
}

func (m *Model) saveForm() tea.Cmd {
	r, err := m.editor.form.Result()
	if err != nil {
		return notify(views.Warning, "Not saved: ", err)
	}
	s := m.editor.sheet
	before := &s.Event
	if s.Event.ID == "" && s.Whole == nil {
		before = nil
	}
	return m.beforeOthers(before, &r.Event, func() tea.Cmd {
		if m.editor == nil || m.editor.sheet.Document != s.Document {
			return nil // it was closed under the question
		}
		return m.sendForm(r)
	})
}

// sendForm closes the form and has done what it has come to.
func (m *Model) sendForm(r eventform.Result) tea.Cmd {
	s := m.editor.sheet
	if s.Event.ID == "" {
		r.Event.Extensions = append(r.Event.Extensions, s.Extra...)
	}
	kept := m.editor.form.Kept()
	s.Kept = &kept
	w, label, differs := m.writeOf(s, r)
	if !differs {
		return tea.Batch(m.dropForm(), notify(views.Info, "Nothing was changed"))
	}
	w.form = &s
	return tea.Batch(m.closeForm(), m.edits.Do(label, w))
}

// editorView draws the form over an empty screen, as wide as it needs.
func (m *Model) editorView(background string) string {
	th := &m.theme
	m.editor.form.SetTheme(th)
	keys := dialog.Keys("ctrl+s", "save")
	if m.options.Custom != nil {
		keys = append(keys, dialog.Key{Key: "alt+,", Does: m.editor.sheet.extraWords()})
	}
	width, height := min(formWidth, m.width), min(formHeight, m.height)
	footer := dialog.Foot(th, width-4, append(keys, dialog.Key{Key: "esc", Does: "cancel"})...)
	box := m.editor.form.View(text.Clean(m.editor.sheet.Title), footer, width, height)
	drawn, x, y := overlay.Centre(background, box, m.width, m.height)
	m.editor.x, m.editor.y = x, y
	return drawn
}

func (e *editor) cursor() *tea.Cursor {
	x, y, ok := e.form.Cursor()
	if !ok {
		return nil
	}
	return tea.NewCursor(e.x+x, e.y+y)
}
