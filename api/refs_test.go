package api

import (
	"context"
	"encoding/json"
	"errors"
	"maps"
	"slices"
	"testing"

	"daybook/model"
)

func TestFoldersNestToAnyDepth(t *testing.T) {
	s := &service{}
	c, _ := testClient(t, s)
	if err := c.User("bo").MailFolder("a").ChildFolder("b").ChildFolder("c").Message("m").Attachment("x").Delete(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Me().ContactFolder("a").ChildFolder("b").ChildFolder("c").Contacts(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := []string{
		"DELETE /svc/v1.0/users/bo/mailFolders/a/childFolders/b/childFolders/c/messages/m/attachments/x",
		"GET /svc/v1.0/me/contactFolders/a/childFolders/b/childFolders/c/contacts",
	}
	if got := s.requests(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

// TestAnEmptyIdentifierAnywhereStopsTheCall covers references whose own path
// no longer shows the empty part.
func TestAnEmptyIdentifierAnywhereStopsTheCall(t *testing.T) {
	s := &service{}
	c, _ := testClient(t, s)
	me := c.Me()
	for name, call := range map[string]func(context.Context) error{
		"parent folder":       func(ctx context.Context) error { return me.MailFolder("").ChildFolder("b").Delete(ctx) },
		"folder of a message": func(ctx context.Context) error { return me.MailFolder("").Message("b").Delete(ctx) },
		"its extensions":      func(ctx context.Context) error { return me.MailFolder("").Message("b").Extension("n").Delete(ctx) },
		"contact folder":      func(ctx context.Context) error { return me.ContactFolder("").Contact("b").Delete(ctx) },
		"calendar":            func(ctx context.Context) error { return me.Calendar("").Event("b").Cancel(ctx, "") },
		"calendar group":      func(ctx context.Context) error { return me.CalendarGroup("").Calendar("b").Event("c").Delete(ctx) },
		"new event in a group": func(ctx context.Context) error {
			_, err := me.CalendarGroup("").Calendar("b").CreateEvent(ctx, model.Event{})
			return err
		},
		"conversation":      func(ctx context.Context) error { return c.Group("g").Conversation("").Thread("t").Delete(ctx) },
		"group":             func(ctx context.Context) error { return c.Group("").Thread("t").Post("p").Extension("n").Delete(ctx) },
		"user":              func(ctx context.Context) error { return c.User("").Message("m").Delete(ctx) },
		"sheet":             func(ctx context.Context) error { _, err := c.Workbook().Worksheet("").UsedRange(ctx); return err },
		"name of an upload": func(ctx context.Context) error { _, err := me.Drive().Root().Upload(ctx, "", "", nil, 0); return err },
		"grant":             func(ctx context.Context) error { return c.Grant("").Delete(ctx) },
		"photo":             func(ctx context.Context) error { _, err := me.Contact("").Photo().Get(ctx); return err },
	} {
		if err := call(t.Context()); !errors.Is(err, errEmptyID) {
			t.Errorf("%s: got %v, want errEmptyID", name, err)
		}
	}
	if len(s.seen) != 0 {
		t.Errorf("got %v, want no request", s.requests())
	}
}

func TestNewInstancesLeaveOutWhatTheServiceSets(t *testing.T) {
	s := &service{}
	c, _ := testClient(t, s)
	_, err := c.Me().CreateMessage(t.Context(), model.Message{
		Item:    model.Item{Entity: model.Entity{ID: "old", ETag: "e"}, ChangeKey: "k", Categories: []string{"c"}},
		Subject: "s", BodyPreview: "p", IsDraft: true, Attachments: []model.Attachment{{Name: "a"}},
	})
	if err != nil {
		t.Fatal(err)
	}
	var sent map[string]json.RawMessage
	if err := json.Unmarshal([]byte(s.seen[0].Body), &sent); err != nil {
		t.Fatal(err)
	}
	want := []string{"attachments", "categories", "isDeliveryReceiptRequested", "isRead", "isReadReceiptRequested", "subject"}
	if got := slices.Sorted(maps.Keys(sent)); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	var files []model.Attachment
	if err := json.Unmarshal(sent["attachments"], &files); err != nil || files[0].Type != "#"+model.FileAttachment {
		t.Errorf("attachment: got %+v, %v, want its type named", files, err)
	}
}

func TestAnswersExcludeCommentAndBody(t *testing.T) {
	body := &model.ItemBody{ContentType: "text", Content: "b"}
	for want, req := range map[string]model.ReplyRequest{
		`{"comment":""}`:  {},
		`{"comment":"c"}`: {Comment: "c"},
		`{"message":{"body":{"contentType":"text","content":"b"}}}`: {Message: &model.Message{Body: body}},
		`{"comment":"","message":{"ccRecipients":[{"emailAddress":{"address":"a@b"}}]}}`: {Message: &model.Message{
			CcRecipients: []model.Recipient{{EmailAddress: model.EmailAddress{Address: "a@b"}}}}},
	} {
		s := &service{}
		c, _ := testClient(t, s)
		if err := c.Me().Message("A").Reply(t.Context(), req); err != nil {
			t.Fatal(err)
		}
		if got := s.seen[0].Body; got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestExtensionsKeepNameAndData(t *testing.T) {
	s := &service{}
	c, _ := testClient(t, s)
	data := map[string]json.RawMessage{"big": json.RawMessage("12345678901234567890"), "list": json.RawMessage(`["a",1]`)}
	x := c.Group("g").Thread("t").Post("p").Extension("Vendor.OpenTypeExtension.com.example")
	if _, err := x.Update(t.Context(), model.OpenTypeExtension{Data: data}); err != nil {
		t.Fatal(err)
	}
	want := `{"@odata.type":"Vendor.Graph.OpenTypeExtension","big":12345678901234567890,"extensionName":"com.example","list":["a",1]}`
	if got := s.seen[0].Body; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}
