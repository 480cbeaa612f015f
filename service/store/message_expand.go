package store

import (
	"encoding/json"
	"errors"
	"fmt"

	"daybook/formats/eml"
	"daybook/model"
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

func (tx *Tx) expand(m *MessageQuery, r *messageRow) error {
	owner := MessageOwner(m.Mailbox, r.id)
	if m.Expand.Attachments {
		list, err := tx.AttachmentsWithContent(owner)
		if err != nil {
			return err
		}
		if r.attachments, err = json.Marshal(list); err != nil {
			return fmt.Errorf("encode attachments: %w", err)
		}
	}
	if m.Expand.Extensions {
		list, err := tx.SomeExtensions(owner, m.Expand.ExtensionIDs)
		if err != nil {
			return err
		}
		if r.extensions, err = json.Marshal(list); err != nil {
			return fmt.Errorf("encode extensions: %w", err)
		}
	}
	if r.withEvent = m.Expand.Event; r.withEvent && r.meeting != "" {
		if err := tx.expandEvent(m.Mailbox, r); err != nil {
			return err
		}
	}
	if m.Expand.SingleValues {
		list, err := tx.SingleValues(m.Mailbox, r.id)
		if err != nil {
			return err
		}
		kept := list[:0]
		for _, v := range list {
			if wanted(m.Expand.ValueIDs, v.ID) {
				kept = append(kept, v)
			}
		}
		if r.singleVal, err = json.Marshal(kept); err != nil {
			return fmt.Errorf("encode properties: %w", err)
		}
	}
	return nil
}

func wanted(ids []string, id string) bool {
	if ids == nil {
		return true
	}
	for _, w := range ids {
		if fold(w) == fold(id) {
			return true
		}
	}
	return false
}

// expandEvent puts in place of what an event message said of its event what
// the reader's calendar says now, with the zones it was written in. An event
// that is gone stays as it was said to be.
func (tx *Tx) expandEvent(mailbox int64, r *messageRow) error {
	var meet meeting
	if err := json.Unmarshal([]byte(r.meeting), &meet); err != nil {
		return fmt.Errorf("decode message %s: %w", r.id, err)
	}
	if meet.Event == nil {
		return nil
	}
	e, err := tx.Event(mailbox, meet.Event.ID)
	if errors.Is(err, model.ErrNotFound) {
		return nil
	}
	if err != nil {
		return err
	}
	meet.Event = &e
	b, err := json.Marshal(meet)
	if err != nil {
		return fmt.Errorf("encode message %s: %w", r.id, err)
	}
	r.meeting = string(b)
	return nil
}
