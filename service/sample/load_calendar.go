package sample

import (
	"fmt"
	"slices"

	"daybook/model"
	"daybook/service/calendar"
	"daybook/service/store"
)

// loadCalendars puts one mailbox's calendars with their events into the store.
func loadCalendars(tx *store.Tx, box *Mailbox) error {
	number, err := tx.Mailbox(box.UserID)
	if err != nil {
		return err
	}
	groups := map[string]string{"": ""} // the default one
	for _, g := range box.CalendarGroups {
		made, err := calendar.AddCalendarGroup(tx, number, g)
		if err != nil {
			return err
		}
		groups[g.Name] = made.ID
	}
	for _, c := range box.Calendars {
		if err := loadCalendar(tx, number, groups[c.Group], c); err != nil {
			return fmt.Errorf("calendar %q: %w", c.Name, err)
		}
	}
	return nil
}

// loadGroupCalendar puts a group's calendar into the store.
func loadGroupCalendar(tx *store.Tx, g Group) error {
	number, err := tx.Mailbox(g.ID)
	if err != nil {
		return err
	}
	return loadCalendar(tx, number, "", g.Calendar)
}

// loadCalendar puts a calendar into the store: every mailbox has its default
// one already.
func loadCalendar(tx *store.Tx, mailbox int64, group string, c Calendar) error {
	var kept model.Calendar
	var err error
	if c.IsDefaultCalendar {
		kept, err = calendar.Calendar(tx, mailbox, calendar.CalendarKey{})
	} else {
		kept, err = calendar.AddCalendar(tx, mailbox, group, c.Calendar)
	}
	if err != nil {
		return err
	}
	for _, e := range c.Events {
		n, err := newEvent(e)
		if err == nil {
			_, err = calendar.AddEvent(tx, mailbox, kept.ID, n)
		}
		if err != nil {
			return fmt.Errorf("event %q: %w", e.Subject, err)
		}
	}
	return nil
}

// newEvent is an event as the store takes it, with lists that it may write
// into.
func newEvent(e Event) (calendar.NewEvent, error) {
	n := calendar.NewEvent{Event: e.Event, Exceptions: slices.Clone(e.Exceptions)}
	n.Attachments, n.Extensions = slices.Clone(e.Attachments), slices.Clone(e.Extensions)
	if e.Recurrence != nil {
		r := *e.Recurrence
		n.Recurrence = &r
	}
	for _, day := range e.Cancelled {
		d, err := model.ParseDate(day)
		if err != nil {
			return n, err
		}
		n.Cancelled = append(n.Cancelled, d)
	}
	return n, nil
}
