package finder

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/week/eventform"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// bookingForm is the form of the event that a slot becomes, a box over the
// screen.
type bookingForm struct {
	*eventform.Form
	booking *booking
	draft   draft // what it began with
}

// draft is a booking form as data, and Document its name on the disk.
type draft struct {
	Document string           `json:"-"`
	Event    model.Event      `json:"event"`
	Slot     time.Time        `json:"slot"` // the start that it was opened on
	Saved    *eventform.Saved `json:"kept"`
}

const draftPrefix = "booking-form:"

// restored is a form of a document; false for what is none.
func restored(document string, d draft) (draft, bool) {
	d.Document = document
	return d, d.Saved != nil && d.Event.Start != nil && d.Event.End != nil
}

// The size that the form is drawn in where there is room: as the week's.
const formWidth, formHeight = 86, 32

const bookVerb = "book and invite"

// newForm is a form with what is known of the meeting, or with what was written
// into it before.
func (b *booking) newForm(d draft) (*bookingForm, error) {
	f := &bookingForm{booking: b, draft: d}
	var err error
	f.Form, err = eventform.New(d.Event, eventform.Options{
		Theme: b.env.Theme, Now: b.line.now(), Zone: b.line.zone(), Service: b.service, Work: &b.work, Titled: true,
		Busy: b.busy, Saved: d.Saved})
	return f, err
}

// snapshot is the form as it is.
func (f *bookingForm) snapshot() draft {
	d, now := f.draft, f.Form.Saved()
	d.Saved = &now
	return d
}

// busy names who of those on the grid is not free in a span of time, or may not
// be; known is false outside what was read.
func (b *booking) busy(from, to time.Time) (names []text.Text, known bool) {
	if first, last := b.line.window(); from.Before(first) || to.After(last) {
		return nil, false
	}
	for _, p := range b.meeting.people {
		status := p.calendar.During(from, to)
		switch name := nameOf(p.address); {
		case p.kind == room:
		case !p.loaded:
			return nil, false
		case p.problem != "":
			names = append(names, text.Clean(name+" is unknown"))
		case status >= model.StatusBusy:
			names = append(names, text.Clean(name+" is busy"))
		case status == model.StatusTentative:
			names = append(names, text.Clean(name+" is perhaps busy"))
		}
	}
	return names, true
}

// Update implements dialog.Box.
func (f *bookingForm) Update(msg tea.Msg) dialog.Outcome {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		f.Click(msg.X-1, msg.Y-1)
		return dialog.Outcome{Cmd: f.booking.drafts.Written(f.Changed())}
	case tea.MouseMsg:
		return dialog.Outcome{}
	}
	press, isKey := msg.(tea.KeyPressMsg)
	if isKey && f.Confirms(press) {
		return dialog.Outcome{Cmd: f.send()}
	}
	cmd, handled := f.Form.Update(msg)
	if isKey && !handled && (press.String() == "esc" || press.String() == "ctrl+c") {
		return f.Leave()
	}
	return dialog.Outcome{Cmd: tea.Batch(cmd, f.booking.drafts.Written(f.Changed()))}
}

// Confirms: the key that books.
func (f *bookingForm) Confirms(press tea.KeyPressMsg) bool { return press.String() == "ctrl+s" }

// Holds says that esc is the form's first: it closes what a field has opened.
func (f *bookingForm) Holds() bool { return true }

// Leave asks first what becomes of what was written.
func (f *bookingForm) Leave() dialog.Outcome {
	b := f.booking
	if !f.Changed() {
		return dialog.Outcome{Done: true, Cmd: b.drop(f)}
	}
	b.dialog.Open(dialog.Choose(b.env.Theme, dialog.Leaving(bookVerb, f.send, func() tea.Cmd {
		b.dialog.Close(f)
		return b.drop(f)
	})))
	return dialog.Outcome{}
}

// send has the slot looked at once more, and booked. The form goes off the
// screen, so that nothing is written into it that does not count.
func (f *bookingForm) send() tea.Cmd {
	b := f.booking
	r, err := f.Result()
	if err != nil {
		return views.Notice(views.Warning, "Not booked: ", err)
	}
	b.dialog.Close(f)
	b.closed(f)
	return b.check(f, r)
}

// View implements dialog.Box.
func (f *bookingForm) View(width, height int) string {
	th := f.booking.env.Theme
	f.SetTheme(th)
	width, height = min(formWidth, width), min(formHeight, height)
	footer := dialog.Foot(th, width-4, dialog.Keys("ctrl+s", bookVerb, "esc", dialog.Cancel)...)
	return f.Form.View(text.Literal("Book a meeting"), footer, width, height)
}
