package week

import (
	"context"
	"errors"
	"fmt"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/week/change"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// order is an edit with everything looked up that telling the service needs.
type order struct {
	change.Edit
	calendar Calendar
	at       Ref  // the event as the service knows it
	again    bool // what it makes was there before, what it deletes may be gone
	asks     bool // what cannot be restored is not made anew: the person is asked
}

// errNotKept says that a service keeps no deleted event that was to come back.
var errNotKept = fmt.Errorf("the deleted event was not kept: %w", edit.ErrAsked)

// errNoCalendar says that a calendar that was shared is not there any more.
var errNoCalendar = errors.New("the calendar is not there any more")

func (m *Model) orderOf(e change.Edit, w write, way edit.Way) order {
	o := order{Edit: e, again: way != edit.Done}
	if c := m.book.calendar(e.Calendar); c != nil {
		o.calendar = c.Calendar
	}
	o.at.Group = o.calendar.Group
	switch {
	case e.Share != nil:
	case e.Answer != nil:
		o.at.ID = e.Answer.ID
	case e.Before != nil:
		o.at.ID = e.Before.ID
	default:
		o.at.ID = e.After.ID
		o.asks = !w.anew && len(w.Edits) == 1 && (e.After.SeriesMasterID != "" || len(m.others(e.After)) > 0)
	}
	return o
}

// others are the attendees of an event but the person.
func (m *Model) others(e *model.Event) []model.Attendee {
	var out []model.Attendee
	for _, a := range e.Attendees {
		if !strings.EqualFold(a.EmailAddress.Address, m.options.Me.Address) {
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
		if o.again && errors.Is(err, model.ErrNotFound) {
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
	_, err := service.Update(ctx, o.at, patch)
	return err
}

// make makes an event, or brings back one that was deleted: under its id where
// the service can, else as a new one, which is entered in the names.
func (o order) make(ctx context.Context, service Service, out *wrote) error {
	if o.again {
		if err := service.Restore(ctx, o.at); err == nil || !errors.Is(err, model.ErrNotFound) {
			return err
		}
		if o.asks {
			return errNotKept
		}
		out.note = say("\u201c", o.After.Subject, "\u201d came back as a new event: its provider keeps no deleted ones")
	}
	e := change.Fresh(*o.After)
	if o.again && !e.IsOrganizer {
		e.Attendees = nil // it is not the person's to invite to
	}
	made, err := service.Create(ctx, o.calendar, e)
	if err == nil && made.ID != o.at.ID {
		out.names[o.at.ID] = made.ID
	}
	return err
}

// respond answers, or takes the answer back. Where there is no way back to
// silence the event is tentative, as invitations are, and nobody is told.
func (o order) respond(ctx context.Context, service Service, out *wrote) error {
	switch o.Answer.Says {
	case model.ResponseAccepted, model.ResponseTentative, model.ResponseDeclined:
		return service.Respond(ctx, o.at, o.Answer.Says, true)
	}
	silent, err := service.Unanswer(ctx, o.at)
	if err != nil || silent {
		return err
	}
	out.note = text.Literal("The answer cannot be taken back there: it is tentative now, and nobody was told")
	return service.Respond(ctx, o.at, model.ResponseTentative, false)
}

// askAnew asks whether an event that cannot be restored is to be made anew,
// and says what that comes to.
func (m *Model) askAnew(o edit.Outcome[write]) tea.Cmd {
	w := o.Asked[0]
	e := *w.Edits[0].After
	if m.Capturing() {
		return notify(views.Failure, "\u201c", e.Subject, "\u201d stays deleted: its provider keeps no deleted events. Press U and u to try again")
	}
	title, detail := "Make a new meeting", "everybody is invited again"
	switch {
	case !e.IsOrganizer && len(e.Attendees) > 0:
		title, detail = "Make an appointment of your own", "the organizer hears nothing: you have declined"
	case e.SeriesMasterID != "" && len(m.others(&e)) == 0:
		title, detail = "Make a single event", "it is no part of the series any more"
	}
	items := []picker.Item{
		{ID: "anew", Title: text.Clean(title), Detail: text.Clean(detail)},
		{ID: "leave", Title: text.Literal("Leave it deleted")},
	}
	options := picker.Options{Title: say("The provider keeps no deleted events: ", e.Subject), Placeholder: text.Literal("what then?")}
	return m.dialog.Pick(&m.theme, items, options, func(c picker.Choice) tea.Cmd {
		if c.IDs[0] != "anew" {
			return nil
		}
		w.anew = true
		return m.edits.Again(o.Way, o.Step, w)
	})
}
