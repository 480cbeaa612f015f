package store

import (
	"testing"

	"daybook/model"
)

// A write can be made again with what it was given: see Write.
func TestAMessageIsAddedAgainFromTheSame(t *testing.T) {
	s := openTest(t)
	mb, inbox := inboxOf(t, s, addUser(t, s, "ann@contoso.example").ID)
	given := NewMessage{Message: model.Message{Subject: "plan", ParentFolderID: inbox,
		Attachments: []model.Attachment{{Name: "a.txt", ContentBytes: []byte("content")}}}}
	err := s.Write(t.Context(), func(tx *Tx) error {
		for range 2 {
			m, err := tx.AddMessage(mb, given)
			if err != nil {
				return err
			}
			list, err := tx.AttachmentsWithContent(MessageOwner(mb, m.ID))
			if err != nil || len(list) != 1 || string(list[0].ContentBytes) != "content" {
				t.Errorf("it has %v (%v), want the content", list, err)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
