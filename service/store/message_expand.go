package store

import (
	"encoding/json"
	"errors"
	"fmt"

	"daybook/model"
	"daybook/service/odata"
)

// print writes a row with what is expanded in it.
func (tx *Tx) print(m *MessageQuery, r *messageRow) (json.RawMessage, error) {
	if r.hasBody {
		r.contentType, r.content = m.Show.Bodies.Of(r.contentType, r.content)
	}
	if err := tx.expand(m, r); err != nil {
		return nil, err
	}
	if err := r.show(m); err != nil {
		return nil, err
	}
	size := 768 + len(r.content) + len(r.to) + len(r.cc)
	return r.appendJSON(make([]byte, 0, size), m.Properties), nil
}

// show brings the flag and the meeting of a message into the form that is
// wanted. Few have either.
func (r *messageRow) show(m *MessageQuery) error {
	s := m.Show
	if r.flag != "" && s.Zone != "" {
		var flag model.FollowupFlag
		if err := json.Unmarshal([]byte(r.flag), &flag); err != nil {
			return fmt.Errorf("decode the flag of message %s: %w", r.plain.ID, err)
		}
		for _, d := range []**model.DateTimeTimeZone{&flag.StartDateTime, &flag.DueDateTime, &flag.CompletedDateTime} {
			s.local(d)
		}
		b, err := json.Marshal(flag)
		if err != nil {
			return fmt.Errorf("encode the flag of message %s: %w", r.plain.ID, err)
		}
		r.flag = string(b)
	}
	if r.meeting == "" || !m.Properties.names("event", "startDateTime", "endDateTime") {
		return nil
	}
	var meet meeting
	if err := json.Unmarshal([]byte(r.meeting), &meet); err != nil {
		return fmt.Errorf("decode message %s: %w", r.plain.ID, err)
	}
	allDay := meet.Event != nil && meet.Event.IsAllDay
	for _, d := range []**model.DateTimeTimeZone{&meet.StartDateTime, &meet.EndDateTime} {
		s.localUnless(allDay, d)
	}
	if meet.Event != nil {
		s.event(meet.Event)
	}
	b, err := json.Marshal(meet)
	if err != nil {
		return fmt.Errorf("encode message %s: %w", r.plain.ID, err)
	}
	r.meeting = string(b)
	return nil
}

// event shows the event of a message as an event by itself is shown.
func (s Showing) event(e *model.Event) {
	s.localUnless(e.IsAllDay, &e.Start)
	s.localUnless(e.IsAllDay, &e.End)
	if e.Body != nil {
		kind, content := s.Bodies.Of(e.Body.ContentType, e.Body.Content)
		e.Body = &model.ItemBody{ContentType: kind, Content: content}
	}
}

// local writes a time in the zone that was asked for. One that cannot be read
// stays as it came.
func (s Showing) local(d **model.DateTimeTimeZone) {
	if s.Zone == "" || *d == nil {
		return
	}
	if there, err := (*d).In(s.Zone); err == nil {
		*d = &there
	}
}

// localUnless keeps the days of what is all day: they are the same in every
// zone.
func (s Showing) localUnless(allDay bool, d **model.DateTimeTimeZone) {
	if !allDay {
		s.local(d)
		return
	}
	if day := len("2006-01-02"); s.Zone != "" && *d != nil && len((*d).DateTime) >= day {
		*d = &model.DateTimeTimeZone{DateTime: (*d).DateTime[:day] + "T00:00:00.0000000", TimeZone: s.Zone}
	}
}

func (tx *Tx) expand(m *MessageQuery, r *messageRow) (err error) {
	owner, x := MessageOwner(m.Mailbox, r.plain.ID), &m.Expand
	if x.Attachments != nil {
		list, err := tx.ExpandAttachments(&x.nest, owner, *x.Attachments, m.Show.Bodies)
		if err != nil {
			return err
		}
		if r.attachments, err = odata.ShapedJSON(Attachments(), *x.Attachments, list); err != nil {
			return err
		}
	}
	if x.Extensions != nil {
		list, err := tx.Extensions(owner)
		if err != nil {
			return err
		}
		if r.extensions, err = odata.NestedJSON(&x.nest, Extensions(), *x.Extensions, list); err != nil {
			return err
		}
	}
	if r.withEvent = x.Event != nil; r.withEvent && r.meeting != "" {
		if err := tx.expandEvent(m, r, x.Event); err != nil {
			return err
		}
	}
	if x.SingleValues != nil {
		list, err := tx.SingleValues(m.Mailbox, r.plain.ID)
		if err != nil {
			return err
		}
		if r.singleVal, err = odata.NestedJSON(&x.nest, singleValues(), *x.SingleValues, list); err != nil {
			return err
		}
	}
	return nil
}

// expandEvent puts in place of what an event message said of its event what
// the reader's calendar says now, with the zones it was written in. An event
// that is gone stays as it was said to be.
func (tx *Tx) expandEvent(m *MessageQuery, r *messageRow, x *odata.Expand) error {
	var meet meeting
	if err := json.Unmarshal([]byte(r.meeting), &meet); err != nil {
		return fmt.Errorf("decode message %s: %w", r.plain.ID, err)
	}
	if meet.Event == nil {
		return nil
	}
	e, all, err := tx.store.events.Shown(tx, m.Mailbox, meet.Event.ID)
	if err != nil && !errors.Is(err, model.ErrNotFound) {
		return err
	}
	if err != nil || !all { // what others may not see of it stays as they were sent it
		e = *meet.Event
	}
	m.Show.event(&e)
	shape, err := tx.store.eventSchema().Shape(x.Options.Select, x.Options.Expand)
	if err == nil {
		r.event, err = shape.Append(nil, &e)
	}
	return err
}
