package store

import (
	"testing"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store/sqltest"
)

// TestEveryPropertyOfAListIsReadBySQL holds the schema of each list to what
// memory makes of the entities, property by property.
func TestEveryPropertyOfAListIsReadBySQL(t *testing.T) {
	s := openTest(t)
	ann := addUser(t, s, "ann@contoso.example")
	err := s.Write(t.Context(), func(tx *Tx) error {
		mailbox, err := tx.Mailbox(ann.ID)
		if err != nil {
			return err
		}
		for _, text := range []string{fullMessage, `{"subject":"bare"}`} {
			var n NewMessage
			sqltest.Decode(t, text, &n.Message)
			n.ParentFolderID = "inbox"
			if _, err := tx.AddMessage(mailbox, n); err != nil {
				return err
			}
		}
		messages := MessageQuery{Mailbox: mailbox}
		list := messages.listing(false)
		list.Place = nil
		refused := sqltest.Agree(t, s.messages, reading(tx, list), func(r **messageRow) any {
			m, err := (*r).message()
			if err != nil {
				t.Fatal(err)
			}
			if m.Subject != "bare" { // kept beside the message
				sqltest.Decode(t, fullMessage, &struct {
					Values *[]model.SingleValueProperty `json:"singleValueExtendedProperties"`
				}{&m.SingleValueProperties})
			}
			return &m
		})
		if want := "webLink body internetMessageHeaders* attachments* event"; refused != want {
			t.Errorf("messages: no filter may name %s, want %s", refused, want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func reading[T any](tx *Tx, l *Listing[T]) func(odata.Query) ([]T, error) {
	return func(q odata.Query) ([]T, error) {
		found, _, err := l.Read(tx, q)
		return found, err
	}
}

const (
	fullMessage = `{"subject":"Émile","bodyPreview":"A line","importance":"high","categories":["Red","É"],"from":` + sqltest.Person + `,"sender":` + sqltest.Nameless + `,
		"toRecipients":[` + sqltest.Person + `,` + sqltest.Nameless + `],"ccRecipients":[` + sqltest.Person + `],"replyTo":[` + sqltest.Nameless + `],"isRead":true,"internetMessageId":"<a@x>",
		"meetingMessageType":"meetingRequest","startDateTime":` + sqltest.Time + `,"endDateTime":` + sqltest.Later + `,"location":` + sqltest.Place + `,
		"flag":{"flagStatus":"flagged","startDateTime":` + sqltest.Time + `,"dueDateTime":` + sqltest.Later + `},
		"singleValueExtendedProperties":[{"id":"String {0} Name A","value":"é"}]}`
)
