package ingest

import (
	"cmp"
	"slices"
	"strings"

	"daybook/formats/ics"
	"daybook/model"
	"daybook/service/calendar"
	"daybook/service/store"
)

// What became of an item of a file.
type outcome int

const (
	there outcome = iota
	added
	updated
)

// calendarWriter puts the events of a file into a calendar.
type calendarWriter struct {
	tx       *store.Tx
	mailbox  int64
	calendar string
	owner    store.Mailbox
}

// uidOf is the UID of an item; one without is known by what it is.
func uidOf(item ics.Item) string {
	if item.Event.ICalUID == "" {
		return item.Event.Subject + "/" + item.Event.Start.DateTime
	}
	return item.Event.ICalUID
}

// take brings an item in, or up to date.
func (s calendarWriter) take(item ics.Item) (outcome, error) {
	item.Event.ICalUID = uidOf(item)
	known, err := calendar.EventsByUID(s.tx, s.mailbox, item.Event.ICalUID)
	if err != nil {
		return there, err
	}
	if item.Event.OriginalStart != nil {
		return s.occurrence(item, known)
	}
	if len(known) > 0 && known[0].OriginalStart == nil {
		return s.renew(item, known[0])
	}
	n := s.newEvent(item)
	if n.Type == model.SeriesMaster {
		if err := s.gather(&n, known); err != nil {
			return there, err
		}
	}
	if _, err := calendar.AddEvent(s.tx, s.mailbox, s.calendar, n); err != nil {
		return there, err
	}
	if err := s.extra(item); err != nil {
		return there, err
	}
	return added, s.keepVersion(item)
}

func versionOf(item ics.Item) calendar.EventVersion {
	return calendar.EventVersion{Sequence: item.Sequence, Modified: item.Modified}
}

func (s calendarWriter) keepVersion(item ics.Item) error {
	return calendar.KeepEventVersion(s.tx, s.mailbox, item.Event.ICalUID, item.Event.OriginalStart, versionOf(item))
}

// newer says that the file's version of an event is later than the one that
// is there: an earlier import's, or as it was last changed here.
func (s calendarWriter) newer(item ics.Item, e *model.Event) (bool, error) {
	have, found, err := calendar.FindEventVersion(s.tx, s.mailbox, item.Event.ICalUID, item.Event.OriginalStart)
	if err == nil && !found && e.LastModifiedDateTime != nil {
		have.Modified = *e.LastModifiedDateTime
	}
	return versionOf(item).Newer(have), err
}

// renew replaces an event that is there by a newer version.
func (s calendarWriter) renew(item ics.Item, e model.Event) (outcome, error) {
	newer, err := s.newer(item, &e)
	if err != nil || !newer {
		return there, err
	}
	if err := s.replace(e.ID, s.newEvent(item)); err != nil {
		return there, err
	}
	if err := s.extra(item); err != nil {
		return there, err
	}
	return updated, s.keepVersion(item)
}

// replace makes an event that is there what a file says, also in what the event
// has no field for. Other data that was added to it stays.
func (s calendarWriter) replace(id string, n calendar.NewEvent) error {
	if err := calendar.ReplaceEvent(s.tx, s.mailbox, id, n); err != nil {
		return err
	}
	owner := calendar.EventOwner(s.mailbox, id)
	list, err := s.tx.Extensions(owner)
	if err != nil {
		return err
	}
	if slices.ContainsFunc(list, func(x model.OpenTypeExtension) bool { return x.ExtensionName == ics.ExtensionName }) {
		if err := s.tx.DeleteExtension(owner, ics.ExtensionName); err != nil {
			return err
		}
	}
	for _, x := range n.Extensions {
		if _, err := s.tx.AddExtension(owner, x); err != nil {
			return err
		}
	}
	return nil
}

// occurrence takes one occurrence that came without its series: into the
// series when that is there, else as an event that knows what it is part of.
func (s calendarWriter) occurrence(item ics.Item, known []model.Event) (outcome, error) {
	x := complete(item.Event, s.owner)
	for i := range known {
		switch e := &known[i]; {
		case e.Type == model.SeriesMaster:
			return s.except(item, x, e)
		case e.OriginalStart != nil && e.OriginalStart.Equal(*x.OriginalStart):
			return s.renew(item, *e)
		}
	}
	if _, err := calendar.AddEvent(s.tx, s.mailbox, s.calendar, calendar.NewEvent{Event: x}); err != nil {
		return there, err
	}
	return added, s.keepVersion(item)
}

// except changes one occurrence of a series, unless it was changed by as new a
// version before.
func (s calendarWriter) except(item ics.Item, x model.Event, series *model.Event) (outcome, error) {
	version, found, err := calendar.FindEventVersion(s.tx, s.mailbox, x.ICalUID, x.OriginalStart)
	if err != nil || found && !versionOf(item).Newer(version) {
		return there, err
	}
	if !found { // it may have come with its series
		whole, _, err := calendar.FindEventVersion(s.tx, s.mailbox, x.ICalUID, nil)
		if err != nil {
			return there, err
		}
		changed, err := s.isException(series.ID, x)
		if err != nil || changed && !versionOf(item).Newer(whole) {
			return there, err
		}
	}
	ok, err := calendar.ReplaceOccurrence(s.tx, s.mailbox, series.ID, x)
	if err != nil || !ok {
		return there, err
	}
	return updated, s.keepVersion(item)
}

func (s calendarWriter) isException(series string, x model.Event) (bool, error) {
	list, err := calendar.Exceptions(s.tx, s.mailbox, series)
	return slices.ContainsFunc(list, func(e model.Event) bool { return e.OriginalStart.Equal(*x.OriginalStart) }), err
}

// gather makes exceptions of a new series of the occurrences that came before
// it; those that the series changes itself go.
func (s calendarWriter) gather(n *calendar.NewEvent, lone []model.Event) error {
	for _, e := range lone {
		own := slices.ContainsFunc(n.Exceptions, func(x model.Event) bool { return x.OriginalStart.Equal(*e.OriginalStart) })
		if err := calendar.DeleteEvent(s.tx, s.mailbox, e.ID); err != nil {
			return err
		}
		if !own {
			n.Exceptions = append(n.Exceptions, e)
		}
	}
	return nil
}

// extra brings in the dates of a series that its rule does not have, each as
// an event of its own.
func (s calendarWriter) extra(item ics.Item) error {
	for _, e := range item.Added {
		e = complete(e, s.owner)
		e.ICalUID = item.Event.ICalUID + "/" + e.Start.DateTime
		known, found, err := calendar.EventByUID(s.tx, s.mailbox, e.ICalUID)
		if err == nil && found {
			err = s.replace(known.ID, calendar.NewEvent{Event: e})
		} else if err == nil {
			_, err = calendar.AddEvent(s.tx, s.mailbox, s.calendar, calendar.NewEvent{Event: e})
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// newEvent is an item as the store takes it, without the dates that its rule
// does not have.
func (s calendarWriter) newEvent(item ics.Item) calendar.NewEvent {
	n := calendar.NewEvent{Event: complete(item.Event, s.owner), CalledOff: item.Cancelled}
	for _, x := range item.Exceptions {
		n.Exceptions = append(n.Exceptions, complete(x, s.owner))
	}
	return n
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
		e.ResponseStatus = responseOf(e, owner.Address)
	}
	return e
}

// responseOf is what the owner has said to a meeting, as the file has it.
func responseOf(e model.Event, owner string) *model.ResponseStatus {
	if e.IsOrganizer {
		return &model.ResponseStatus{Response: model.ResponseOrganizer}
	}
	for _, a := range e.Attendees {
		switch {
		case !strings.EqualFold(a.EmailAddress.Address, owner) || a.Status == nil:
		case a.Status.Response == model.ResponseNone:
			return &model.ResponseStatus{Response: model.ResponseNotResponded}
		default:
			return &model.ResponseStatus{Response: a.Status.Response}
		}
	}
	return &model.ResponseStatus{Response: model.ResponseNone}
}
