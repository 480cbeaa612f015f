package calendar

import (
	"errors"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
)

// Tables is what calendars add to a store.
var Tables = store.Area{
	NewMailbox: addCalendars,
	Visits:     map[string]store.Visit{"calendar": visitCalendar, "event": visitEvent},
	Events:     &store.Events{Schema: EventSchema, Shown: shownEvent},
}

// visitCalendar is the way into a calendar, the default one for an empty id.
func visitCalendar(tx *store.Tx, mailbox int64, r *store.Reach, id string, _ model.Visit) (model.Access, error) {
	if id == "" {
		c, err := Calendar(tx, mailbox, CalendarKey{})
		if err == nil && r.Of(c.ID).Right == model.NoRight {
			err = model.Errorf(model.CodeAccessDenied, "the owner has not shared this calendar with you")
		}
		return r.Of(c.ID), err
	}
	if r.Of(id).Right == model.NoRight {
		return model.Access{}, noCalendar(id)
	}
	return r.Of(id), nil
}

// visitEvent keeps a private event, and what belongs to it, from who sees no
// more of it than its times.
func visitEvent(tx *store.Tx, mailbox int64, r *store.Reach, id string, v model.Visit) (model.Access, error) {
	place, err := findEventPlace(tx, mailbox, id)
	if err != nil {
		return model.Access{}, err
	}
	access := r.Of(place.Calendar)
	if access.Right == model.NoRight {
		return access, noEvent(id)
	}
	if v.Right < model.Writes && !v.Parts || access.Private {
		return access, nil
	}
	for _, one := range []string{id, place.Row} { // parts are the series'
		e, err := Event(tx, mailbox, one)
		if err != nil {
			return access, err
		}
		if e.IsPrivate() {
			return access, model.Errorf(model.CodeAccessDenied, "the event is private: its owner alone sees and changes what it is")
		}
	}
	return access, nil
}

// shownEvent reads an event that who makes the request has come to by mail, and
// whether they may see all of it.
func shownEvent(tx *store.Tx, mailbox int64, id string) (e model.Event, all bool, err error) {
	if e, err = Event(tx, mailbox, id); err != nil {
		return e, false, err
	}
	r, err := tx.ReachIn(mailbox, store.AreaCalendars)
	if err != nil || r == nil {
		return e, err == nil, err
	}
	place, err := findEventPlace(tx, mailbox, id)
	if errors.Is(err, model.ErrNotFound) {
		return e, false, nil
	}
	access := r.Of(place.Calendar)
	return e, access.Right >= model.Reads && (access.Private || !e.IsPrivate()), err
}

// toldTo are the events, of the table e, that a visitor may see all of: see
// calendar's veil.
func toldTo(r *store.Reach) odata.Condition {
	c := odata.Condition{SQL: "FALSE"}
	for id, access := range r.Items() {
		switch {
		case access.Right < model.Reads:
			continue
		case access.Private:
			c.SQL += " OR e.calendar_id = ?"
		default:
			c.SQL += " OR e.calendar_id = ? AND coalesce(e.data->>'$.sensitivity','') NOT IN ('private','confidential')"
		}
		c.Args = append(c.Args, id)
	}
	c.SQL = "(" + c.SQL + ")"
	return c
}
