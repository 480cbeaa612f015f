package store

import (
	"context"
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/service/store/pgtest"
)

// Every property of model.Message has its line.
func TestMessagePropertiesAreWhole(t *testing.T) {
	if n := len(messageProperties); n > 64 {
		t.Errorf("%d properties do not fit the bits of Properties", n)
	}
	var named []string
	for _, p := range messageProperties {
		named = append(named, p.name)
	}
	m := reflect.TypeFor[model.Message]()
	for _, f := range reflect.VisibleFields(m) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if !f.IsExported() || f.Anonymous || name == "" || name == "-" || strings.HasPrefix(name, "@") {
			continue
		}
		if !slices.Contains(named, name) {
			t.Errorf("%s of model.Message has no line in messageProperties", name)
		}
	}
}

// Every column of a table stands in the list of its columns, and every one of
// those in the database: a column that nobody writes is as wrong as one that is
// not there.
func TestTablesAreAsTheirColumnsSay(t *testing.T) {
	s := openTest(t)
	for name, of := range map[string]struct {
		listed []string
		others []string // the key, and what others write
	}{
		"messages": {names(messageTable), []string{"mailbox_id", "indexed"}},
	} {
		err := s.Read(context.Background(), func(tx *Tx) error {
			columns, err := tx.Texts(pgtest.ColumnsOf(), name)
			want := append(of.listed, of.others...)
			slices.Sort(columns)
			slices.Sort(want)
			if !slices.Equal(columns, want) {
				t.Errorf("%s has the columns\n%v, and listed are\n%v", name, columns, want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func names[R any](of *Table[R]) (out []string) {
	for _, c := range of.Columns {
		if out = append(out, c.Name); c.Fold != "" {
			out = append(out, c.Fold)
		}
	}
	return out
}

// What can be changed of a message is there when it is read again, one
// property at a time: a column that no statement writes would lose it.
func TestEveryChangeOfAMessageIsKept(t *testing.T) {
	s := openTest(t)
	ann := addUser(t, s, "ann@contoso.example")
	at := time.Date(2026, 3, 1, 12, 0, 0, 0, time.UTC)
	who := map[string]any{"emailAddress": map[string]any{"name": "Bo", "address": "bo@contoso.example"}}
	values := map[string]any{
		"categories": []string{"Red"}, "receivedDateTime": at, "sentDateTime": at, "hasAttachments": true, "internetMessageId": "<new@x>",
		"subject": "other", "bodyPreview": "other", "importance": model.ImportanceHigh, "isDeliveryReceiptRequested": true,
		"isReadReceiptRequested": true, "isRead": true, "isDraft": true, "inferenceClassification": model.Other,
		"meetingMessageType": model.MeetingRequest, "sender": who, "from": who, "toRecipients": []any{who}, "ccRecipients": []any{who},
		"bccRecipients": []any{who}, "replyTo": []any{who}, "flag": map[string]any{"flagStatus": model.Flagged},
		"startDateTime": map[string]any{"dateTime": "2026-03-01T12:00:00", "timeZone": "UTC"},
		"endDateTime":   map[string]any{"dateTime": "2026-03-01T13:00:00", "timeZone": "UTC"},
		"location":      map[string]any{"displayName": "Room"}, "body": map[string]any{"contentType": "text", "content": "other"},
		"internetMessageHeaders": []any{map[string]any{"name": "x-a", "value": "b"}},
	}
	// What is the store's own, moves the message, stands in other tables, or is not kept.
	not := []string{"", "id", "changeKey", "createdDateTime", "lastModifiedDateTime", "parentFolderId", "conversationId", "webLink", "event",
		"attachments", "extensions", "conversationIndex", "uniqueBody", "isDelegated", "isOutOfDate", "singleValueExtendedProperties"}
	for _, p := range messageProperties {
		if slices.Contains(not, p.name) {
			continue
		}
		value, ok := values[p.name]
		if !ok {
			t.Errorf("%s: give this test a value for it", p.name)
			continue
		}
		given, err := json.Marshal(map[string]any{p.name: value})
		if err != nil {
			t.Fatal(err)
		}
		err = s.Write(context.Background(), func(tx *Tx) error {
			mailbox, err := tx.Mailbox(ann.ID)
			if err != nil {
				return err
			}
			inbox, err := tx.Folder(mailbox, model.FolderInbox)
			if err != nil {
				return err
			}
			m, err := tx.AddMessage(mailbox, NewMessage{Message: model.Message{Subject: "one", ParentFolderID: inbox.ID}})
			if err != nil {
				return err
			}
			if _, err := tx.ChangeMessage(mailbox, m.ID, func(m *model.Message) error { return json.Unmarshal(given, m) }); err != nil {
				return err
			}
			kept, err := tx.Message(mailbox, m.ID)
			if err != nil {
				return err
			}
			if was, now := printed(t, given), printed(t, kept); string(was[p.name]) != string(now[p.name]) {
				t.Errorf("%s: %s was given, and %s is kept", p.name, was[p.name], now[p.name])
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

// printed is a message by its properties; what is JSON is read as one first.
func printed(t *testing.T, m any) (out map[string]json.RawMessage) {
	t.Helper()
	if b, ok := m.([]byte); ok {
		var read model.Message
		if err := json.Unmarshal(b, &read); err != nil {
			t.Fatal(err)
		}
		m = read
	}
	b, err := json.Marshal(m)
	if err == nil {
		err = json.Unmarshal(b, &out)
	}
	if err != nil {
		t.Fatal(err)
	}
	return out
}
