package store

import (
	"encoding/json"
	"fmt"

	"daybook/formats/eml"
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
		list, err := tx.Attachments(owner)
		if err != nil {
			return err
		}
		for i := range list {
			if list[i], err = tx.Attachment(owner, list[i].ID); err != nil {
				return err
			}
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
