package finder

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/widget/dialog"
	"daybook/widget/form"
	"daybook/widget/text"
)

// booked is a meeting that is booked or, the other way round, cancelled. Until
// the service has made it, its id is one of our own.
type booked struct {
	Event  model.Event `json:"event"`
	Cancel bool        `json:"cancel,omitempty"`
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

	form     dialog.Box // the last form, for when it comes to nothing
	checking views.Request
}

func newBooking(s *shared, l *timeline, reload func() tea.Cmd) *booking {
	b := &booking{shared: s, line: l, reload: reload}
	tell := edit.Each(func(ctx context.Context, c booked) (booked, error) { return perform(ctx, s.service, c) })
	b.edits = edit.New(s.env, edit.Options[booked]{Work: &s.work, Name: "finder", IDs: "finder-ids", Tell: tell,
		Show:    func(edit.Way, []booked) tea.Cmd { return nil }, // the grid has what the service says
		Settled: b.onSettled, Refused: b.refused})
	return b
}

// perform tells the service of one change.
func perform(ctx context.Context, service Service, b booked) (booked, error) {
	if b.Cancel {
		return b, service.Cancel(ctx, b.Event.ID, "")
	}
	e := b.Event
	e.ID = ""
	made, err := service.Book(ctx, e)
	if err == nil {
		b.Event.ID = made.ID
	}
	return b, err
}

// open asks for what the meeting is called. The slot is that of the cursor,
// whatever the rules think of it: the person decides.
func (b *booking) open() tea.Cmd {
	at := b.line.at
	if at.Before(b.line.soonest()) {
		return views.Notice(views.Warning, "That time is past")
	}
	th := b.env.Theme
	f := form.New(th,
		form.Field{Key: "subject", Label: text.Literal("Subject"), Check: checkSubject,
			Control: form.NewText(th, b.meeting.subject, text.Literal("what it is about"))},
		form.Field{Key: "where", Label: text.Literal("Where"),
			Control: form.NewText(th, b.freeRoom(at), text.Literal("a room, a link"))},
		form.Field{Key: "notes", Label: text.Literal("Notes"), Control: form.NewArea(th, "", 3)},
	)
	title := text.Clean("Book " + b.line.slotInWords(at))
	b.form = dialog.Fill(th, dialog.Filling{Title: title, Form: f, Above: b.invited, Wrong: views.NotSaved,
		Verb: "book and invite", Lines: []string{"notes"}, Width: 70, Height: 14,
		Take: func() tea.Cmd {
			e := b.meeting.event(f.Value("subject"), at, f.Value("where"), f.Value("notes"), b.line.zone())
			return b.check(e, at)
		}})
	b.dialog.Open(b.form)
	return nil
}

func checkSubject(v string) (text.Text, error) {
	if strings.TrimSpace(v) == "" {
		return text.Text{}, errors.New("say what it is about")
	}
	return text.Text{}, nil
}

// freeRoom is the first room that is free at a start.
func (b *booking) freeRoom(at time.Time) string {
	for _, p := range b.meeting.people {
		if p.kind == room && b.meeting.status(&p, at) == model.StatusFree {
			return nameOf(p.address)
		}
	}
	return ""
}

// invited names who gets an invitation.
func (b *booking) invited() string {
	var names []string
	for _, p := range b.meeting.people[1:] {
		names = append(names, nameOf(p.address))
	}
	if len(names) == 0 {
		return b.env.Theme.Muted.Render("for you alone")
	}
	line := text.Clean("with "+strings.Join(names, ", ")).Truncate(60, text.Glyph(b.env.Theme.Glyphs.Ellipsis))
	return b.env.Theme.Muted.Render(line.String())
}

// reopen opens the form again, as it was filled in, when it came to nothing.
func (b *booking) reopen() {
	if b.form != nil && !b.dialog.IsOpen() {
		b.dialog.Open(b.form)
	}
}

// check reads the slot once more before it is booked.
func (b *booking) check(e model.Event, start time.Time) tea.Cmd {
	service, addresses, end := b.service, b.meeting.addresses(), b.meeting.end(start)
	return views.Load(&b.work, &b.checking, func(ctx context.Context) ([]model.ScheduleInformation, error) {
		return service.Schedules(ctx, addresses, start, end)
	}, func(now []model.ScheduleInformation, err error) tea.Cmd { return b.onCheck(e, start, now, err) })
}

// onCheck books, or asks when somebody has become busy since.
func (b *booking) onCheck(e model.Event, start time.Time, now []model.ScheduleInformation, err error) tea.Cmd {
	if err != nil {
		b.reopen()
		return views.Notice(views.Failure, "Not booked, as the calendars could not be read: "+err.Error())
	}
	book := func() tea.Cmd {
		label := "Booked " + e.Subject
		if n := len(e.Attendees); n > 0 {
			label += fmt.Sprintf(", %d invited", n)
		}
		e.ID = b.env.NewID()
		return b.edits.Do(label, booked{Event: e})
	}
	taken := b.takenSince(start, now)
	if len(taken) == 0 {
		return book()
	}
	return tea.Batch(b.reload(), b.env.Ask(views.Confirm{
		Title: text.Literal("Somebody is no longer free"),
		Detail: text.Clean(fmt.Sprintf("At %s %s has become busy since the calendars were read.",
			start.In(b.line.zone()).Format("Mon 2 Jan 15:04"), strings.Join(taken, ", "))),
		Verb: "Book it all the same",
		Yes:  book,
	}))
}

// takenSince names who was free at the slot before and is not now.
func (b *booking) takenSince(start time.Time, schedules []model.ScheduleInformation) []string {
	var taken []string
	now := b.meeting
	now.people = append([]person(nil), now.people...)
	for _, s := range schedules {
		i := now.index(s.ScheduleID)
		if i < 0 {
			continue
		}
		before := now.status(&now.people[i], start)
		now.take(s)
		if before < model.StatusTentative && now.status(&now.people[i], start) >= model.StatusBusy {
			taken = append(taken, nameOf(now.people[i].address))
		}
	}
	return taken
}

// onSettled reads the calendars anew, and has everybody do so; a booking that
// came to nothing is filled in once more.
func (b *booking) onSettled(o edit.Outcome[booked]) tea.Cmd {
	if len(o.Failed) == 0 {
		return tea.Batch(b.reload(), views.Send(views.Refreshed{}))
	}
	if o.Way == edit.Done {
		b.reopen()
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
