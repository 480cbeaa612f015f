package ingest

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"daybook/formats/ics"
	"daybook/model"
	"daybook/service/store"
)

// CalendarSummary is what an import of a calendar has done.
type CalendarSummary struct {
	Calendar             string // its name
	Imported, Duplicates int
	// Problems are what was left out, or changed, and why.
	Problems []ics.Problem
}

// eventBatch is how many events become durable together.
const eventBatch = 500

// Calendar brings the events of an iCalendar file into the calendar of its
// name, or of fallback where it has none, which is made when it is missing; an
// empty fallback is the default calendar. An event that the store refuses is a
// problem, and stops nothing.
// An event that the mailbox has, by its UID, is a duplicate: a run that was
// stopped goes on where it ended. Nobody is invited anew. Zone is where times
// without a zone are.
func Calendar(ctx context.Context, s *store.Store, mailbox, fallback, zone string, r io.Reader) (CalendarSummary, error) {
	file, err := ics.Read(r, ics.Options{Zone: zone})
	if err != nil {
		return CalendarSummary{}, err
	}
	im := calendarImport{mailbox: mailbox, seen: map[string]bool{}, summary: CalendarSummary{Calendar: cmp.Or(strings.TrimSpace(file.Name), fallback), Problems: file.Problems}}
	for at := 0; at < len(file.Items) || at == 0; at += eventBatch {
		batch, seen := file.Items[at:min(at+eventBatch, len(file.Items))], maps.Clone(im.seen)
		err := im.write(ctx, s, batch)
		if err != nil && len(batch) > 0 {
			im.seen = seen
			err = im.oneByOne(ctx, s, batch)
		}
		if err != nil {
			return im.summary, fmt.Errorf("import the calendar %s: %w", im.summary.Calendar, err)
		}
	}
	return im.summary, nil
}

func (im *calendarImport) write(ctx context.Context, s *store.Store, batch []ics.Item) error {
	return s.Write(ctx, func(tx *store.Tx) error { return im.batch(tx, slices.Clone(batch)) })
}

// oneByOne writes a batch that was refused, so that one event that cannot be
// kept does not take the others with it. The error is the context's.
func (im *calendarImport) oneByOne(ctx context.Context, s *store.Store, batch []ics.Item) error {
	for i := range batch {
		err := im.write(ctx, s, batch[i:i+1])
		if ctx.Err() != nil {
			return ctx.Err()
		}
		if err != nil {
			im.summary.Problems = append(im.summary.Problems, ics.Problem{UID: batch[i].Event.ICalUID, Reason: err.Error(), LeftOut: true})
		}
	}
	return nil
}

type calendarImport struct {
	mailbox string
	seen    map[string]bool // UIDs of this file
	summary CalendarSummary
}

func (im *calendarImport) batch(tx *store.Tx, items []ics.Item) error {
	owner, err := tx.FindMailbox(im.mailbox)
	if err != nil {
		return err
	}
	number, err := tx.Mailbox(owner.ID)
	if err != nil {
		return err
	}
	calendar, err := im.calendar(tx, number)
	if err != nil {
		return err
	}
	imported, duplicates := 0, 0
	for _, item := range items {
		item.Event.ICalUID = im.uid(&item.Event)
		_, there, err := tx.EventByUID(number, item.Event.ICalUID)
		if err != nil {
			return err
		}
		if there {
			duplicates++
			continue
		}
		for _, n := range newEvents(item, owner) {
			if _, err := tx.AddEvent(number, calendar, n); err != nil {
				return fmt.Errorf("event %q (%s): %w", n.Subject, n.ICalUID, err)
			}
		}
		imported++
	}
	im.summary.Imported, im.summary.Duplicates = im.summary.Imported+imported, im.summary.Duplicates+duplicates
	return nil
}

// uid is the UID under which an event is kept. Of events that share theirs in
// one file, those after the first are told apart by their start; one without
// is known by what it is.
func (im *calendarImport) uid(e *model.Event) string {
	uid := e.ICalUID
	if uid == "" || im.seen[uid] {
		uid = cmp.Or(uid, e.Subject) + "/" + e.Start.DateTime
	}
	im.seen[uid] = true
	return uid
}

// calendar finds the calendar by name, or makes it.
func (im *calendarImport) calendar(tx *store.Tx, mailbox int64) (string, error) {
	if im.summary.Calendar == "" {
		own, err := tx.Calendar(mailbox, store.CalendarKey{})
		im.summary.Calendar = own.Name
		return own.ID, err
	}
	list, err := tx.Calendars(mailbox, "")
	if err != nil {
		return "", err
	}
	for _, c := range list {
		if strings.EqualFold(c.Name, im.summary.Calendar) {
			return c.ID, nil
		}
	}
	made, err := tx.AddCalendar(mailbox, "", model.Calendar{Name: im.summary.Calendar})
	return made.ID, err
}

// newEvents is an item as the store takes it: the event or series, and the
// dates that its rule does not have.
func newEvents(item ics.Item, owner store.Mailbox) []store.NewEvent {
	n := store.NewEvent{Event: complete(item.Event, owner)}
	zone := n.Start.TimeZone
	if n.Recurrence != nil {
		zone = cmp.Or(n.Recurrence.Range.RecurrenceTimeZone, zone)
	}
	if loc, err := model.LoadZone(cmp.Or(zone, "UTC")); err == nil { // it was read with this zone
		for _, t := range item.Cancelled {
			n.Cancelled = append(n.Cancelled, model.DateIn(t.In(loc)))
		}
	}
	for _, x := range item.Exceptions {
		n.Exceptions = append(n.Exceptions, complete(x, owner))
	}
	out := []store.NewEvent{n}
	for _, e := range item.Added {
		e = complete(e, owner)
		e.ICalUID = item.Event.ICalUID + "/" + e.Start.DateTime
		out = append(out, store.NewEvent{Event: e})
	}
	return out
}

// complete fills in what a file leaves open.
func complete(e model.Event, owner store.Mailbox) model.Event {
	me := model.EmailAddress{Name: owner.DisplayName, Address: owner.Address}
	if e.Organizer == nil {
		e.Organizer = &model.Recipient{EmailAddress: me}
	}
	e.IsOrganizer = strings.EqualFold(e.Organizer.EmailAddress.Address, owner.Address)
	e.Importance, e.Sensitivity = cmp.Or(e.Importance, model.ImportanceNormal), cmp.Or(e.Sensitivity, "normal")
	e.ShowAs = cmp.Or(e.ShowAs, model.ShowBusy)
	if e.Body == nil {
		e.Body = &model.ItemBody{ContentType: "text"}
	}
	if e.ResponseStatus == nil {
		e.ResponseStatus = &model.ResponseStatus{Response: model.ResponseNone}
		if e.IsOrganizer {
			e.ResponseStatus.Response = model.ResponseOrganizer
		}
	}
	return e
}

// ExportCalendar writes a calendar of a mailbox as an iCalendar file, and
// returns how many events and series it holds.
func ExportCalendar(ctx context.Context, s *store.Store, mailbox, calendar string, w io.Writer) (int, error) {
	count := 0
	err := s.Read(ctx, func(tx *store.Tx) error {
		number, err := tx.Mailbox(mailbox)
		if err != nil {
			return err
		}
		c, err := tx.Calendar(number, store.CalendarKey{ID: calendar})
		if err != nil {
			return err
		}
		page, err := tx.Events(store.EventQuery{Mailbox: number, Calendar: c.ID})
		if err != nil {
			return err
		}
		out := ics.NewWriter(w, c.Name, tx.Now())
		for _, e := range page.Events {
			item, err := itemOf(tx, number, e)
			if err != nil {
				return err
			}
			if err := out.Write(item); err != nil {
				return fmt.Errorf("export event %q: %w", e.Subject, err)
			}
			count++
		}
		return out.Close()
	})
	return count, err
}

func itemOf(tx *store.Tx, mailbox int64, e model.Event) (ics.Item, error) {
	item := ics.Item{Event: e}
	if e.Type != model.SeriesMaster {
		return item, nil
	}
	var err error
	if item.Cancelled, err = tx.CancelledStarts(mailbox, e.ID); err != nil {
		return item, err
	}
	item.Exceptions, err = tx.Exceptions(mailbox, e.ID)
	return item, err
}
