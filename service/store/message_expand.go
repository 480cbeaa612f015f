package store

import (
	"encoding/json"
	"errors"
	"fmt"

	"daybook/formats/eml"
	"daybook/model"
	"daybook/service/odata"
)

// print writes a row with what is expanded in it.
func (tx *Tx) print(m *MessageQuery, r *messageRow) (json.RawMessage, error) {
	if m.TextBodies && r.hasBody && r.contentType == "html" {
		r.contentType, r.content = "text", eml.PlainText(r.content)
	}
	if err := tx.expand(m, r); err != nil {
		return nil, err
	}
	size := 768 + len(r.content) + len(r.to) + len(r.cc)
	return r.appendJSON(make([]byte, 0, size), m.Properties), nil
}

func (tx *Tx) expand(m *MessageQuery, r *messageRow) (err error) {
	owner, x := MessageOwner(m.Mailbox, r.id), &m.Expand
	if x.Attachments != nil {
		list, err := tx.AttachmentsWithContent(owner)
		if err != nil {
			return err
		}
		if r.attachments, err = odata.NestedJSON(&x.nest, Attachments(), *x.Attachments, list); err != nil {
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
		if err := tx.expandEvent(m.Mailbox, r, x.Event); err != nil {
			return err
		}
	}
	if x.SingleValues != nil {
		list, err := tx.SingleValues(m.Mailbox, r.id)
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
func (tx *Tx) expandEvent(mailbox int64, r *messageRow, x *odata.Expand) error {
	var meet meeting
	if err := json.Unmarshal([]byte(r.meeting), &meet); err != nil {
		return fmt.Errorf("decode message %s: %w", r.id, err)
	}
	if meet.Event == nil {
		return nil
	}
	e, err := tx.Event(mailbox, meet.Event.ID)
	switch {
	case errors.Is(err, model.ErrNotFound):
		e = *meet.Event
	case err != nil:
		return err
	}
	shape, err := tx.store.events.Shape(x.Options.Select, x.Options.Expand)
	if err == nil {
		r.event, err = shape.Append(nil, &e)
	}
	return err
}
