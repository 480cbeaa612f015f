package ingest

import (
	"cmp"
	"context"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"time"

	"daybook/formats/ics"
	"daybook/model"
	"daybook/service/calendar"
	"daybook/service/store"
)

// CalendarSummary is what an import of a calendar has done.
type CalendarSummary struct {
	Calendar             string // its name
	Imported, Duplicates int
	// Updated are those that were there in an older version.
	Updated int
	// Again are the duplicates of what came in in the same run.
	Again int
	// Problems are what was left out, or changed, and why.
	Problems []ics.Problem
}

// eventBatch is how many events become durable together.
const eventBatch = 500

// importCalendar brings the events of an iCalendar file into the calendar of its
// name, or of fallback where it has none, which is made when it is missing; an
// empty fallback is the default calendar. An event that the store refuses is a
// problem, and stops nothing.
// An event that the mailbox has, by its UID and for one occurrence also by its
// RECURRENCE-ID, is a duplicate, unless the file has a newer version of it, by
// SEQUENCE and LAST-MODIFIED: a run that was stopped goes on where it ended, and
// an update changes what is there. Nobody is invited anew. Zone is where times
// without a zone are. Came has the events that came in already in this run, by
// eventKey; it adds its own.
func importCalendar(ctx context.Context, s *store.Store, mailbox, fallback, zone string, r io.Reader, came map[string]bool) (CalendarSummary, error) {
	file, err := ics.Read(r, ics.Options{Zone: zone})
	if err != nil {
		return CalendarSummary{}, err
	}
	im := calendarImport{mailbox: mailbox, came: came, summary: CalendarSummary{Calendar: cmp.Or(strings.TrimSpace(file.Name), fallback), Problems: file.Problems}}
	im.fit(file.Items)
	for at := 0; at < len(file.Items) || at == 0; at += eventBatch {
		batch := file.Items[at:min(at+eventBatch, len(file.Items))]
		err := im.write(ctx, s, batch)
		if err != nil && len(batch) > 0 {
			err = im.oneByOne(ctx, s, batch)
		}
		if err != nil {
			return im.summary, fmt.Errorf("import the calendar %s: %w", im.summary.Calendar, err)
		}
	}
	return im.summary, nil
}

// fit cuts what is larger than an event holds, and says so.
func (im *calendarImport) fit(items []ics.Item) {
	name := model.Calendar{Name: im.summary.Calendar}
	model.Fit(&name)
	im.summary.Calendar = name.Name
	for i := range items {
		cuts := model.Fit(&items[i].Event)
		for j := range items[i].Exceptions {
			cuts = append(cuts, model.Fit(&items[i].Exceptions[j])...)
		}
		for _, e := range cuts {
			im.summary.Problems = append(im.summary.Problems, ics.Problem{UID: items[i].Event.ICalUID, Reason: e.String()})
		}
	}
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
	summary CalendarSummary
	came    map[string]bool
}

// eventKey is what an event is known by: its UID, and for one occurrence its
// start in the series.
func eventKey(uid string, original *time.Time) string {
	if original == nil {
		return uid
	}
	return uid + "\x00" + original.UTC().Format(time.RFC3339)
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
	writer := calendarWriter{tx: tx, mailbox: number, calendar: calendar, owner: owner}
	var counts [3]int
	var split []ics.Problem
	fresh, again := map[string]bool{}, 0
	for _, item := range items {
		done, err := writer.take(item)
		if err != nil {
			return fmt.Errorf("event %q (%s): %w", item.Event.Subject, item.Event.ICalUID, err)
		}
		counts[done]++
		key, whole := eventKey(uidOf(item), item.Event.OriginalStart), eventKey(uidOf(item), nil)
		switch {
		case done == added:
			fresh[key] = true
		case done == there && (im.came[key] || fresh[key] || im.came[whole] || fresh[whole]):
			again++
		}
		if n := len(item.Added); n > 0 && done != there {
			dates := "a further date of the series comes in as a single event"
			if n > 1 {
				dates = fmt.Sprintf("%d further dates of the series come in as single events", n)
			}
			split = append(split, ics.Problem{UID: item.Event.ICalUID, Reason: fmt.Sprintf("%s: %s", item.Event.Subject, dates)})
		}
	}
	im.summary.Problems = append(im.summary.Problems, split...)
	im.summary.Imported, im.summary.Updated = im.summary.Imported+counts[added], im.summary.Updated+counts[updated]
	im.summary.Duplicates += counts[there]
	im.summary.Again += again
	maps.Copy(im.came, fresh)
	return nil
}

// calendar finds the calendar by name, or makes it.
func (im *calendarImport) calendar(tx *store.Tx, mailbox int64) (string, error) {
	if im.summary.Calendar == "" {
		own, err := calendar.Calendar(tx, mailbox, calendar.CalendarKey{})
		im.summary.Calendar = own.Name
		return own.ID, err
	}
	list, err := calendar.Calendars(tx, mailbox, "")
	if err != nil {
		return "", err
	}
	for _, c := range list {
		if strings.EqualFold(c.Name, im.summary.Calendar) {
			return c.ID, nil
		}
	}
	made, err := calendar.AddCalendar(tx, mailbox, "", model.Calendar{Name: im.summary.Calendar})
	return made.ID, err
}

// ExportCalendar writes a calendar of a mailbox as an iCalendar file, and
// returns how many events and series it holds.
func ExportCalendar(ctx context.Context, s *store.Store, mailbox, calendarID string, w io.Writer) (int, error) {
	count := 0
	err := s.Read(ctx, func(tx *store.Tx) error {
		number, err := tx.Mailbox(mailbox)
		if err != nil {
			return err
		}
		c, err := calendar.Calendar(tx, number, calendar.CalendarKey{ID: calendarID})
		if err != nil {
			return err
		}
		page, err := calendar.Events(tx, calendar.EventQuery{Mailbox: number, Calendar: c.ID})
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
	var err error
	if e.HasAttachments {
		if e.Attachments, err = tx.AttachmentsWithContent(calendar.EventOwner(mailbox, e.ID)); err != nil {
			return ics.Item{}, err
		}
	}
	if e.Extensions, err = tx.Extensions(calendar.EventOwner(mailbox, e.ID)); err != nil {
		return ics.Item{}, err
	}
	item := ics.Item{Event: e}
	version, _, err := calendar.FindEventVersion(tx, mailbox, e.ICalUID, e.OriginalStart)
	if item.Sequence = version.Sequence; err != nil || e.Type != model.SeriesMaster {
		return item, err
	}
	if item.Cancelled, err = calendar.CancelledStarts(tx, mailbox, e.ID); err != nil {
		return item, err
	}
	item.Exceptions, err = calendar.Exceptions(tx, mailbox, e.ID)
	return item, err
}
