package week

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/invite"
	"daybook/views/week/change"
	"daybook/widget/dialog"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// write is a change with the files that go along: what package edit shows,
// tells and takes back. On the undo log it is the change alone.
type write struct {
	change.Change
	attach []string   // paths
	detach []string   // ids of attachments
	anew   bool       // what cannot be restored is made anew: the person wants it
	form   *savedForm // the form it was written in; nil for none
	note   text.Text  // what is to be said though it went well
}

// writeOf is a write of edits alone.
func writeOf(edits ...change.Edit) write { return write{Change: change.Change{Edits: edits}} }

// Inverse implements edit.Change.
func (w write) Inverse() write { return write{Change: w.Change.Inverse()} }

// Renamed implements edit.Change.
func (w write) Renamed(now func(string) string) write {
	w.Change = w.Change.Renamed(now)
	return w
}

// changes is what is done to events: how much of a series is meant, whom it
// tells, and the telling.
type changes struct {
	*shared
	whole func(Ref, func(model.Event) tea.Cmd) tea.Cmd // an event with all that belongs to it
	edits *edit.Edits[write]
}

// tell tells the service of changes, edit by edit.
func (c *changes) tell(way edit.Way, writes []write) func(context.Context) []edit.Result[write] {
	service := c.service
	orders := make([][]order, len(writes))
	for i, w := range writes {
		for _, e := range w.Edits {
			orders[i] = append(orders[i], c.orderOf(e, w, way))
		}
	}
	return func(ctx context.Context) []edit.Result[write] {
		out := make([]edit.Result[write], len(writes))
		for i, w := range writes {
			out[i] = tellWrite(ctx, service, w, orders[i])
		}
		return out
	}
}

// had finds which writes a former run has done. Of one that makes an event
// nobody knows, as only the service knows what that is called.
func (c *changes) had(writes []write) func(context.Context) ([]write, error) {
	service := c.service
	at := map[string]Ref{}
	for _, w := range writes {
		for _, e := range w.Edits {
			o := c.orderOf(e, w, edit.Undone)
			at[o.at.ID] = o.at
		}
	}
	known := func(w write) bool {
		return !slices.ContainsFunc(w.Edits, func(e change.Edit) bool { return e.After != nil && e.Before == nil })
	}
	return edit.Look(known, func(ctx context.Context, w write) (bool, error) {
		for _, e := range w.Edits {
			if made, err := madeEdit(ctx, service, at, e); made || err != nil {
				return made, err
			}
		}
		return false, nil
	})(writes)
}

func madeEdit(ctx context.Context, service Service, at map[string]Ref, e change.Edit) (bool, error) {
	id := ""
	switch {
	case e.Share != nil:
		return true, nil
	case e.Answer != nil:
		id = e.Answer.ID
	default:
		id = e.Before.ID
	}
	is, err := service.Event(ctx, at[id])
	switch {
	case errors.Is(err, model.ErrNotFound):
		return e.Answer == nil && e.After == nil, nil
	case err != nil:
		return false, err
	case e.Answer != nil:
		return is.ResponseStatus != nil && is.ResponseStatus.Response == e.Answer.Says, nil
	case e.After == nil:
		return false, nil
	}
	_, differs := change.Patch(*e.Before, is)
	return differs, nil
}

// tellWrite has the whole of a write told, or an error. Files are looked at
// before anything is told. One that is refused after its event was made or
// changed leaves that as it is, and is said.
func tellWrite(ctx context.Context, service Service, w write, orders []order) edit.Result[write] {
	told := wrote{names: map[string]string{}}
	for _, path := range w.attach {
		if err := service.CheckFile(path); err != nil {
			return edit.Result[write]{Made: w, Err: err}
		}
	}
	for _, o := range orders {
		if err := o.do(ctx, service, &told); err != nil {
			return edit.Result[write]{Made: w, Err: o.named(err)}
		}
	}
	var err error
	if len(orders) > 0 {
		last := orders[len(orders)-1]
		err = last.named(files(ctx, service, last, w, told.names))
		if err != nil && last.After != nil && last.differs() {
			missing := text.Of("\u201c", last.After.Subject, "\u201d is in the calendar, but not all its files are as you left them: ", err)
			told.note = views.Sentences(told.note, missing)
			err = nil
		}
	}
	w.note = told.note
	return edit.Result[write]{Err: err, Made: w.Renamed(func(id string) string {
		if name, ok := told.names[id]; ok {
			return name
		}
		return id
	})}
}

// wrote is what becomes of edits: what events made are called, and what is to
// be said.
type wrote struct {
	names map[string]string
	note  text.Text
}

// files attaches and detaches what goes along with the last edit.
func files(ctx context.Context, service Service, o order, w write, names map[string]string) error {
	at := o.at
	if o.Before == nil && o.After != nil {
		at.ID = o.After.ID
		if name, ok := names[at.ID]; ok {
			at.ID = name
		}
	}
	for _, id := range w.detach {
		if err := service.Detach(ctx, at, id); err != nil {
			return err
		}
	}
	for _, path := range w.attach {
		if err := service.Attach(ctx, at, path); err != nil {
			return err
		}
	}
	return nil
}

// order is an edit with everything looked up that telling the service needs.
type order struct {
	change.Edit
	calendar Calendar
	at       Ref    // the event as the service knows it
	subject  string // of the event, as far as it is known
	repeated bool   // what it makes was there before, what it deletes may be gone
	asks     bool   // what cannot be restored is not made anew: the person is asked
}

// differs says that the event is another by the edit, whatever its files.
func (o order) differs() bool {
	if o.Before == nil {
		return true
	}
	_, differ := change.Patch(*o.Before, *o.After)
	return differ
}

// errNotKept says that a service keeps no deleted event that was to come back.
var errNotKept = fmt.Errorf("the deleted event was not kept: %w", edit.ErrAsked)

// errNoCalendar says that a calendar that was shared, or written to, is not
// there any more.
var errNoCalendar = errors.New("the calendar is not there any more")

// noLongerThere says of an event what a service says with its id, which means
// nothing to a person.
const noLongerThere = "it is no longer there"

// goneError is model.ErrNotFound of an event, by its subject.
type goneError struct {
	error
	subject string
}

func (e goneError) Error() string {
	if e.subject == "" {
		return noLongerThere
	}
	return "\u201c" + e.subject + "\u201d is no longer there"
}

func (e goneError) Unwrap() error { return e.error }

// named has an error say what it is that is not there, in words without an id.
func (o order) named(err error) error {
	switch {
	case !errors.Is(err, model.ErrNotFound):
		return err
	case o.Share != nil:
		return errNoCalendar
	}
	return goneError{err, o.subject}
}

func (c *changes) orderOf(e change.Edit, w write, way edit.Way) order {
	o := order{Edit: e, repeated: way != edit.Done}
	if in := c.events.calendar(e.Calendar); in != nil {
		o.calendar = in.Calendar
	}
	o.at.Group = o.calendar.Group
	switch {
	case e.Share != nil:
	case e.Answer != nil:
		o.at.ID = e.Answer.ID
		if it := c.events.anyOf(e.Answer.ID); it != nil {
			o.subject = it.title.String()
		}
	case e.Before != nil:
		o.at.ID, o.subject = e.Before.ID, e.Before.Subject
	default:
		o.at.ID, o.subject = e.After.ID, e.After.Subject
		o.asks = !w.anew && len(w.Edits) == 1 && (e.After.SeriesMasterID != "" || len(c.others(e.After)) > 0)
	}
	return o
}

// others are the attendees of an event but the person.
func (c *changes) others(e *model.Event) []model.Attendee {
	var out []model.Attendee
	for _, a := range e.Attendees {
		if !strings.EqualFold(a.EmailAddress.Address, c.options.Me.Address) {
			out = append(out, a)
		}
	}
	return out
}

// do tells the service of one edit.
func (o order) do(ctx context.Context, service Service, out *wrote) error {
	switch {
	case o.Share != nil && o.calendar.Key() != o.Calendar:
		return errNoCalendar
	case o.Share != nil:
		return service.Share(ctx, o.calendar, o.Share.Who, o.Share.Is)
	case o.Answer != nil:
		return o.respond(ctx, service, out)
	case o.After == nil:
		err := service.Delete(ctx, o.at)
		if o.repeated && errors.Is(err, model.ErrNotFound) {
			err = nil
		}
		return err
	case o.Before == nil:
		return o.make(ctx, service, out)
	}
	patch, differ := change.Patch(*o.Before, *o.After)
	if !differ {
		return nil
	}
	made, err := service.Update(ctx, o.at, patch)
	if err == nil && (patch.Start != nil || patch.End != nil || patch.Recurrence != nil || patch.Attendees != nil) {
		out.note = views.Sentences(out.note, invite.Declined(&made))
	}
	return err
}

// make makes an event, or brings back one that was deleted: under its id where
// the service can, else as a new one, which is entered in the names.
func (o order) make(ctx context.Context, service Service, out *wrote) error {
	if o.repeated {
		if err := service.Restore(ctx, o.at); err == nil || !errors.Is(err, model.ErrNotFound) {
			return err
		}
		if o.asks {
			return errNotKept
		}
		out.note = text.Of("\u201c", o.After.Subject, "\u201d came back as a new event: its provider keeps no deleted ones")
	}
	e := change.Fresh(*o.After)
	if o.repeated && !e.IsOrganizer {
		e.Attendees = nil // it is not the person's to invite to
	}
	made, err := service.Create(ctx, o.calendar, e)
	if errors.Is(err, model.ErrNotFound) {
		return errNoCalendar
	}
	if err == nil && made.ID != o.at.ID {
		out.names[o.at.ID] = made.ID
	}
	out.note = views.Sentences(out.note, invite.Declined(&made))
	return err
}

// respond answers, or takes the answer back. Where there is no way back to
// silence the event is tentative, as invitations are, and nobody is told.
func (o order) respond(ctx context.Context, service Service, out *wrote) error {
	switch o.Answer.Says {
	case model.ResponseAccepted, model.ResponseTentative, model.ResponseDeclined:
		var with model.EventResponse
		if o.Answer.With != nil {
			with = *o.Answer.With
		}
		return service.Respond(ctx, o.at, o.Answer.Says, with)
	}
	silent, err := service.Unanswer(ctx, o.at)
	if err != nil || silent {
		return err
	}
	out.note = text.Literal("The answer cannot be taken back there: it is tentative now, and nobody was told")
	quietly := false
	return service.Respond(ctx, o.at, model.ResponseTentative, model.EventResponse{SendResponse: &quietly})
}

// askAnew asks whether an event that cannot be restored is to be made anew,
// and says what that comes to.
func (c *changes) askAnew(o edit.Outcome[write]) tea.Cmd {
	w := o.Asked[0]
	e := *w.Edits[0].After
	if c.dialog.IsOpen() {
		return views.Notice(views.Failure, "\u201c", e.Subject,
			"\u201d stays deleted: its provider keeps no deleted events. Press U and u to try again")
	}
	title, detail := "Make a new meeting", "everybody is invited again"
	switch {
	case !e.IsOrganizer && len(e.Attendees) > 0:
		title, detail = "Make an appointment of your own", "the organizer hears nothing: you declined"
	case e.SeriesMasterID != "" && len(c.others(&e)) == 0:
		title, detail = "Make a single event", "it is no part of the series any more"
	}
	items := []picker.Item{
		{ID: "anew", Title: text.Clean(title), Detail: text.Clean(detail)},
		{ID: "leave", Title: text.Literal("Leave it deleted")},
	}
	options := picker.Options{Title: text.Of("The provider keeps no deleted events: ", e.Subject), Placeholder: text.Literal("what then?")}
	c.dialog.Open(dialog.PickWide(c.env.Theme, items, options, func(chosen picker.Choice) tea.Cmd {
		if chosen.IDs[0] != "anew" {
			return nil
		}
		w.anew = true
		return c.edits.Again(o.Way, o.Step, w)
	}))
	return nil
}

// respond answers an invitation; of a series it is asked once how much.
func (c *changes) respond(it *item, r invite.Reply) tea.Cmd {
	if it.SeriesMasterID == "" || r.With.ProposedNewTime != nil { // a time is proposed for the one
		return c.answer(it, it.ID, r)
	}
	items := []picker.Item{
		{ID: it.SeriesMasterID, Title: text.Literal("The whole series")},
		{ID: it.ID, Title: text.Literal("This event alone"), Detail: text.Clean(c.moment(c.startOf(it), it.allDay))},
	}
	title := text.Concat(text.Clean(answerVerbs[r.Says]+" "), it.title)
	options := picker.Options{Title: title, Placeholder: text.Literal("how much of the series?")}
	return c.dialog.Pick(c.env.Theme, items, options, func(chosen picker.Choice) tea.Cmd {
		return c.answer(it, chosen.IDs[0], r)
	})
}

func (c *changes) answer(it *item, id string, r invite.Reply) tea.Cmd {
	answer := &change.Answer{ID: id, Was: it.answer(), Says: r.Says, With: along(r.With)}
	return c.edits.Do(answered[r.Says]+" "+it.quoted()+proposing(r.With), writeOf(change.Edit{Calendar: it.calendar.Key(), Answer: answer}))
}

// answerFor answers an invitation that another screen shows.
func (c *changes) answerFor(a views.Answer) tea.Cmd {
	answer := &change.Answer{ID: a.Event, Was: a.Was, Says: a.Says, With: along(a.With)}
	label := answered[a.Says] + " \u201c" + a.Subject.String() + "\u201d" + proposing(a.With)
	return c.edits.DoOn(views.Inbox, label, writeOf(change.Edit{Answer: answer}))
}

// along is what goes with an answer, nil for nothing.
func along(with model.EventResponse) *model.EventResponse {
	if with == (model.EventResponse{}) {
		return nil
	}
	return &with
}

// proposing says behind an answer that another time goes along.
func proposing(with model.EventResponse) string {
	if with.ProposedNewTime == nil {
		return ""
	}
	return ", with another time proposed"
}

var (
	answered = map[string]string{model.ResponseAccepted: "Accepted", model.ResponseTentative: "Tentatively accepted",
		model.ResponseDeclined: "Declined"}
	answerVerbs = map[string]string{model.ResponseAccepted: "Accept", model.ResponseTentative: "Tentatively accept",
		model.ResponseDeclined: "Decline"}
)

// show makes changes on the screen, and tells the inbox of answers.
func (m *Model) show(way edit.Way, writes []write) tea.Cmd {
	m.reading.loading.Cancel() // what it reads is older than what is shown
	m.days.letGo = nil         // redo means this now
	d := m.days
	was, at := m.events.find(d.cursor.id), slices.Index(d.here(), d.cursor.id)
	held := false // what the cursor is on is changed
	var cmds []tea.Cmd
	for _, w := range writes {
		for _, e := range w.Edits {
			held = held || was != nil && (e.Before != nil && was.isOf(e.Before.ID) || e.Answer != nil && was.isOf(e.Answer.ID))
			m.events.apply(e)
			if e.Answer != nil {
				cmds = append(cmds, views.Send(views.Answered{Event: e.Answer.ID, Says: e.Answer.Says}))
			}
		}
	}
	it := d.nearest(aboutOf(writes))
	follows := way == edit.Undone || way == edit.Redone
	if it != nil && held { // of a series that has ended before, there may be none on the day
		follows = follows || way == edit.Refused || it.ID == was.ID || dayOf(it, d.zone()) == d.cursor.date
	}
	switch written := formed(writes); {
	case way == edit.Done && written != nil:
		cmds = append(cmds, m.goToWritten(*written, it))
	case it != nil && follows:
		cmds = append(cmds, m.goTo(it))
	default:
		if here := d.here(); at >= 0 && len(here) > 0 && !slices.Contains(here, d.cursor.id) {
			d.cursor.id = here[min(at, len(here)-1)] // what takes the place of what is gone
		}
		cmds = append(cmds, m.touch())
	}
	return tea.Batch(cmds...)
}

// formed is the last event that was written in a form, nil where none was.
func formed(writes []write) (written *change.Edit) {
	for _, w := range writes {
		for _, e := range w.Edits {
			if w.form != nil && e.After != nil {
				written = &e
			}
		}
	}
	return written
}

// goToWritten goes to an event that was saved, wherever it is; its occurrence
// next to the cursor is it, if any is loaded yet. Of a calendar that is not shown
// it says so.
func (m *Model) goToWritten(e change.Edit, it *item) tea.Cmd {
	m.card = nil
	if it != nil {
		m.days.sought, m.days.soughtOn = e.After.ID, dayOf(it, m.zone())
		return m.goTo(it)
	}
	if c := m.events.calendar(e.Calendar); c != nil && c.hidden {
		return tea.Batch(m.touch(), views.Notice(views.Info, "\u201c", text.Of(e.After.Subject), "\u201d is in ", c.name,
			", which is not shown: C shows it"))
	}
	written, ok := newItem(*e.After, m.events.standard())
	if !ok {
		return m.touch()
	}
	m.goTo(written)
	m.days.sought, m.days.soughtOn = e.After.ID, m.days.cursor.date
	return m.reading.follow()
}

// aboutOf is the id of the event that changes have put where it stands.
func aboutOf(writes []write) (id string) {
	for _, w := range writes {
		for _, e := range w.Edits {
			switch {
			case e.After != nil:
				id = e.After.ID
			case e.Answer != nil:
				id = e.Answer.ID
			}
		}
	}
	return id
}

// onSettled takes over what the service calls events that were made, and says
// what is to be said of a change.
func (m *Model) onSettled(o edit.Outcome[write]) tea.Cmd {
	names := map[string]string{}
	o.Renamed(func(was, is string) { names[was] = is })
	m.events.rename(names)
	m.rename(names)
	w, r := o.Asked[0], o.Results[0]
	var cmds []tea.Cmd
	if w.form != nil {
		cmds = append(cmds, m.forms.settled(*w.form, r.Err))
	}
	switch {
	case errors.Is(r.Err, errNotKept):
		cmds = append(cmds, m.changes.askAnew(o))
	case r.Err == nil && !r.Made.note.Empty():
		level := views.Warning
		if w.form != nil { // its files were refused: that stays until it can have been read
			level = views.Failure
		}
		cmds = append(cmds, views.Send(views.Notify{Text: r.Made.note, Level: level}))
	}
	return tea.Batch(append(cmds, m.reading.refresh())...)
}
