package finder

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/invite"
	"daybook/views/persist"
	"daybook/views/week/eventform"
	"daybook/widget/text"
)

// booked is a meeting that is booked or, the other way round, cancelled. Until
// the service has made it, its id is one of our own.
type booked struct {
	Event  model.Event `json:"event"`
	Attach []string    `json:"attach,omitempty"` // paths of files that go along
	Cancel bool        `json:"cancel,omitempty"`

	note text.Text    // of a room that has declined, or files that could not be attached
	form *bookingForm // it came of; nil after a restart
}

// Inverse implements edit.Change.
func (b booked) Inverse() booked {
	b.Cancel = !b.Cancel
	return b
}

// Renamed implements edit.Change.
func (b booked) Renamed(now func(string) string) booked {
	b.Event.ID = now(b.Event.ID)
	return b
}

// IDs implements edit.Change.
func (b booked) IDs() []string { return []string{b.Event.ID} }

// booking is how the slot at the cursor becomes a meeting: the form, one more
// look at everybody's calendar, and the invitations.
type booking struct {
	*shared
	line   *timeline
	edits  *edit.Edits[booked]
	reload func() tea.Cmd // reads the schedules

	form     *bookingForm   // nil while none is open
	waiting  []*bookingForm // to be opened again, oldest first
	drafts   persist.Drafts[draft]
	checking views.Request
}

func newBooking(s *shared, l *timeline, reload func() tea.Cmd) *booking {
	b := &booking{shared: s, line: l, reload: reload}
	tell := edit.Each(func(ctx context.Context, c booked) (booked, error) { return perform(ctx, s.service, c) })
	b.edits = edit.New(s.env, edit.Options[booked]{Work: &s.work, Name: "finder", IDs: "finder-ids", Tell: tell,
		Show:    func(edit.Way, []booked) tea.Cmd { return nil }, // the grid has what the service says
		Settled: b.onSettled, Refused: b.refused})
	b.drafts = persist.Drafts[draft]{State: s.env.State, Work: &s.work, Prefix: draftPrefix, Restore: restored,
		Open: func() string {
			if b.form == nil {
				return ""
			}
			return b.form.draft.Document
		},
		Now: func() draft { return b.form.snapshot() }}
	return b
}

// perform tells the service of one change. A file that is refused after the
// meeting was booked leaves that as it is, and is said.
func perform(ctx context.Context, service Service, b booked) (booked, error) {
	if b.Cancel {
		return b, service.Cancel(ctx, b.Event.ID, "")
	}
	e := b.Event
	e.ID = ""
	made, err := service.Book(ctx, e)
	if err != nil {
		return b, err
	}
	b.Event.ID, b.note = made.ID, invite.Declined(&made)
	for _, path := range b.Attach {
		if err := service.Attach(ctx, made.ID, path); err != nil {
			missing := text.Of("\u201c", e.Subject, "\u201d is booked, but not all its files are attached: ", err)
			b.note = views.Sentences(b.note, missing)
			break
		}
	}
	return b, nil
}

// open opens the form on the slot of the cursor, whatever the rules think of
// it: the person decides.
func (b *booking) open() tea.Cmd {
	if len(b.waiting) > 0 {
		return b.next()
	}
	at := b.line.at
	if at.Before(b.line.soonest()) {
		return views.Notice(views.Warning, "That time is past")
	}
	f, err := b.newForm(draft{Document: draftPrefix + b.env.NewID(), Event: b.meeting.event(at, b.line.zone()), Slot: at})
	if err != nil {
		return views.Notice(views.Failure, "Could not open the form: ", views.Reason(err, "a calendar is no longer there"))
	}
	b.form = f
	b.dialog.Open(f)
	return nil
}

// load has the forms opened again that a former run left open.
func (b *booking) load() tea.Cmd {
	return b.drafts.Load(func(all []draft) tea.Cmd {
		for _, d := range all {
			if f, err := b.newForm(d); err == nil {
				b.waiting = append(b.waiting, f)
			}
		}
		if b.next(); b.form == nil {
			return nil
		}
		return views.Notice(views.Info, "\u201c", cmp.Or(b.form.draft.Saved.Subject(), "A meeting"), "\u201d is open again where a time is found, as you left it")
	})
}

// reopen opens a form again, as it was filled in, when it came to nothing.
func (b *booking) reopen(f *bookingForm) tea.Cmd {
	if f == nil || b.dialog.Has(f) {
		return nil
	}
	b.waiting = append(b.waiting, f)
	return b.next()
}

// next opens the first of those that wait; not over another box, whose keys it
// would get.
func (b *booking) next() tea.Cmd {
	if len(b.waiting) == 0 || b.dialog.IsOpen() {
		return nil
	}
	b.form, b.waiting = b.waiting[0], b.waiting[1:]
	b.drafts.Restored(b.form.draft.Document)
	b.dialog.Open(b.form)
	return b.drafts.Save()
}

// drop throws away a form that is off the screen.
func (b *booking) drop(f *bookingForm) tea.Cmd {
	b.closed(f)
	return b.drafts.Forget(f.draft.Document)
}

// closed follows a form that is off the screen.
func (b *booking) closed(f *bookingForm) {
	if b.form == f {
		b.form = nil
	}
}

// look is the last look before a meeting is booked: at each of its spans.
type look struct {
	schedules [][]model.ScheduleInformation
	file      error // why one cannot be attached
}

// check reads the calendars once more before it is booked: of those in the
// form, at the time in the form; of a series on the dates that the form shows.
func (b *booking) check(f *bookingForm, r eventform.Result) tea.Cmd {
	service, e := b.service, r.Event
	spans, err := spansOf(r, b.line.zone())
	if err != nil {
		return tea.Batch(b.reopen(f), views.Notice(views.Failure, "Not booked: ", err))
	}
	addresses := []string{b.meeting.people[0].address.Address}
	for _, a := range e.Attendees {
		addresses = append(addresses, a.EmailAddress.Address)
	}
	return views.Load(&b.work, &b.checking, func(ctx context.Context) (l look, err error) {
		for _, path := range r.Attach {
			if l.file = service.CheckFile(path); l.file != nil {
				return l, nil
			}
		}
		for _, s := range spans {
			schedules, err := service.Schedules(ctx, addresses, s.from, s.to)
			if err != nil {
				return l, err
			}
			l.schedules = append(l.schedules, schedules)
		}
		return l, nil
	}, func(now look, err error) tea.Cmd {
		switch {
		case err != nil:
			return tea.Batch(b.reopen(f), views.Notice(views.Failure, "Not booked, as the calendars could not be read: "+err.Error()))
		case now.file != nil:
			return tea.Batch(b.reopen(f), views.Notice(views.Failure, "Not booked: ", now.file))
		}
		return b.onCheck(f, r, spans, now.schedules)
	})
}

// onCheck books, or asks when somebody has become busy since, or is busy at a
// time that the form has and the grid had not.
func (b *booking) onCheck(f *bookingForm, r eventform.Result, spans []column, now [][]model.ScheduleInformation) tea.Cmd {
	e := r.Event
	book := func() tea.Cmd {
		b.dialog.Close(f)
		b.closed(f)
		label := "Booked " + e.Subject
		if n := len(e.Attendees); n > 0 {
			label += fmt.Sprintf(", %d invited", n)
		}
		e.ID = b.env.NewID()
		return b.edits.Do(label, booked{Event: e, Attach: r.Attach, form: f})
	}
	title := "Somebody is no longer free"
	var said []string
	for i, span := range spans {
		since, busy := b.takenSince(e, f.draft.Slot, span, now[i])
		words, all := "has become busy since the calendars were read", since
		if len(busy) > 0 {
			title, words, all = "Somebody is not free", "has another appointment", append(since, busy...)
		}
		if len(all) > 0 {
			said = append(said, fmt.Sprintf("At %s %s %s.", views.DateTime(span.from, b.line.now()), strings.Join(all, ", "), words))
		}
	}
	if len(said) == 0 {
		return book()
	}
	reopened := b.reopen(f) // for who does not agree
	return tea.Batch(reopened, b.reload(), b.env.Ask(views.Confirm{
		Title:  text.Clean(title),
		Detail: text.Clean(strings.Join(said, " ")),
		Verb:   "Book it all the same",
		Yes:    book,
	}))
}

// takenSince names who was free at the slot before and is not now, and who is
// busy at the time in the form without the grid having shown it there: it is
// another time or length than the slot's, or the grid has not the person.
func (b *booking) takenSince(e model.Event, slot time.Time, span column, schedules []model.ScheduleInformation) (since, busy []string) {
	now := meeting{people: []person{b.meeting.people[0]}}
	for _, a := range e.Attendees {
		now.people = append(now.people, person{address: a.EmailAddress})
	}
	asShown := span.from.Equal(slot) && span.to.Equal(b.meeting.end(slot))
	for _, s := range schedules {
		i := now.index(s.ScheduleID)
		if i < 0 {
			continue
		}
		now.take(s)
		if now.people[i].calendar.During(span.from, span.to) < model.StatusBusy {
			continue
		}
		name := nameOf(now.people[i].address)
		shown := b.meeting.index(s.ScheduleID)
		switch {
		case !asShown || shown < 0:
			busy = append(busy, name)
		case b.meeting.status(&b.meeting.people[shown], slot) < model.StatusTentative:
			since = append(since, name)
		}
	}
	return since, busy
}

// spansOf are when an event takes place, of a series the first times.
func spansOf(r eventform.Result, zone *time.Location) ([]column, error) {
	start, end, err := spanOf(r.Event, zone)
	spans := []column{{start, end}}
	if err != nil || len(r.Dates) == 0 {
		return spans, err
	}
	for _, at := range r.Dates[1:] {
		if r.Event.IsAllDay { // midnights of UTC
			at = model.DateIn(at).At(0, zone)
		}
		spans = append(spans, column{at, at.Add(end.Sub(start))})
	}
	return spans, nil
}

// spanOf is when an event takes place; whole days are those of a zone.
func spanOf(e model.Event, zone *time.Location) (start, end time.Time, err error) {
	if first, after, ok := model.WholeDays(*e.Start, *e.End); ok && e.IsAllDay {
		return first.At(0, zone), after.At(0, zone), nil
	}
	if start, err = e.Start.Time(); err != nil {
		return start, end, err
	}
	end, err = e.End.Time()
	return start, end, err
}

// onSettled reads the calendars anew, and has everybody do so; a booking that
// came to nothing is filled in once more.
func (b *booking) onSettled(o edit.Outcome[booked]) tea.Cmd {
	if len(o.Failed) == 0 {
		cmds := []tea.Cmd{b.reload(), views.Send(views.Refreshed{})}
		for _, r := range o.Results {
			if f := r.Made.form; f != nil && o.Way == edit.Done {
				cmds = append(cmds, b.drafts.Forget(f.draft.Document))
			}
			if !r.Made.note.Empty() {
				cmds = append(cmds, views.Send(views.Notify{Text: r.Made.note, Level: views.Failure}))
			}
		}
		return tea.Batch(cmds...)
	}
	if o.Way == edit.Done {
		return b.reopen(o.Failed[0].form)
	}
	return nil
}

// refused says that a meeting was not booked, or not cancelled.
func (b *booking) refused(o edit.Outcome[booked], errs []error) tea.Cmd {
	words, why := "Not booked: ", errs[0].Error()
	if o.Way == edit.Undone {
		words = "Not cancelled: "
		if errors.Is(errs[0], model.ErrNotFound) { // which a service says with an id
			why = "the meeting is no longer there"
		}
	}
	return views.Notice(views.Failure, words+why)
}
