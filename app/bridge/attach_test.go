package bridge

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"daybook/api"
	"daybook/api/apitest"
	"daybook/model"
	"daybook/service/groups"
	"daybook/service/servicetest"
	"daybook/service/store"
	"daybook/views/compose"
	"daybook/views/files"
	"daybook/views/week"
)

// TestFilesOfTenMegabytesGoWithALetterAnEventAndToADrive is for both dialects:
// no one request of theirs carries so much.
func TestFilesOfTenMegabytesGoWithALetterAnEventAndToADrive(t *testing.T) {
	all := bytes.Repeat([]byte("0123456789abcdef"), 10<<20/16)
	path := filepath.Join(t.TempDir(), "plan.bin")
	if err := os.WriteFile(path, all, 0o600); err != nil {
		t.Fatal(err)
	}
	w := servicetest.New(t, "Mail.ReadWrite Mail.Send Calendars.ReadWrite Files.ReadWrite")
	for _, dialect := range []api.Dialect{api.Vendor, api.Microsoft} {
		c := apitest.Connect(t, api.HandlerTransport(w.Service.Handler()), w.Tokens["ann"], dialect)
		same := func(what string, content io.ReadCloser, err error) {
			t.Helper()
			if err != nil {
				t.Fatalf("%s: %v", what, err)
			}
			defer content.Close()
			if got, err := io.ReadAll(content); err != nil || !bytes.Equal(got, all) {
				t.Errorf("%s: %d bytes came back that are not those sent (%v)", what, len(got), err)
			}
		}
		desk := New(c, Options{}).Compose
		letter, err := desk.SaveDraft(t.Context(), compose.Draft{MessageID: "<" + dialect.String() + "@contoso.example>", Subject: "plan",
			Files: []compose.File{{Path: path, Name: "plan.bin", Size: int64(len(all)), ContentType: "application/octet-stream"}}})
		if err != nil {
			t.Fatal(err)
		}
		letter, err = desk.SaveDraft(t.Context(), letter) // it is not sent again, and not taken away
		if err != nil {
			t.Fatal(err)
		}
		content, err := c.Me().Message(letter.ServerID).Attachment(letter.Files[0].ServerID).Content(t.Context())
		same("the letter", content, err)

		at := model.DateTimeTimeZone{DateTime: "2026-11-23T09:00:00", TimeZone: "UTC"}
		e, err := c.Me().CreateEvent(t.Context(), model.Event{Subject: "plan", Start: &at, End: &at})
		if err != nil {
			t.Fatal(err)
		}
		calendar := New(c, Options{}).Week
		if err := calendar.Attach(t.Context(), week.Ref{ID: e.ID}, path); err != nil {
			t.Fatal(err)
		}
		page, err := c.Me().Event(e.ID).Attachments(t.Context())
		if err != nil || len(page.Value) != 1 || page.Value[0].Size != len(all) {
			t.Fatalf("the event has %v, %v", page, err)
		}

		drives := New(c, Options{}).Drives
		var told int64
		item, err := drives.Upload(t.Context(), files.Upload{Name: dialect.String() + ".bin", Content: bytes.NewReader(all), Size: int64(len(all)),
			Tell: func(done, _ int64) { told = done }})
		if err != nil || told != int64(len(all)) {
			t.Fatalf("%d bytes told, %v", told, err)
		}
		back, err := drives.Download(t.Context(), files.Ref{Item: item.ID}, nil)
		same("the drive", back, err)
	}
}

func TestFilesTravelWithinAPost(t *testing.T) {
	home := t.TempDir()
	write := func(name string, size int) {
		if err := os.WriteFile(filepath.Join(home, name), bytes.Repeat([]byte("x"), size), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("plan.txt", 100)
	write("wide.bin", postLimit-99)
	w := servicetest.New(t, "Group.ReadWrite.All")
	group := w.AddMailbox(store.Mailbox{Kind: store.KindGroup, PrincipalName: "atlas@contoso.example", DisplayName: "Atlas"})
	if err := w.Service.Store().Write(t.Context(), func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(group)
		if err != nil {
			return err
		}
		return groups.AddMember(tx, mailbox, w.IDs["ann"], true)
	}); err != nil {
		t.Fatal(err)
	}
	c := apitest.Connect(t, api.HandlerTransport(w.Service.Handler()), w.Tokens["ann"], api.Vendor)
	screen := New(c, Options{Files: LocalFiles{Home: home}}).Threads
	post := model.Post{Body: &model.ItemBody{ContentType: "text", Content: "Here."}}
	thread, err := screen.Begin(t.Context(), group, "Plan", post, []string{"~/plan.txt"})
	if err != nil {
		t.Fatal(err)
	}
	posts, err := screen.Posts(t.Context(), group, thread)
	if err != nil || len(posts) != 1 || len(posts[0].Attachments) != 1 || posts[0].Attachments[0].Name != "plan.txt" || posts[0].Attachments[0].Size != 100 {
		t.Fatalf("posts: %+v, %v", posts, err)
	}
	for _, files := range [][]string{{"~/plan.txt", "~/wide.bin"}, {"~/gone.txt"}, {"~"}} {
		if err := screen.Reply(t.Context(), group, thread, posts[0].ID, post, files); err == nil {
			t.Errorf("%q were posted", files)
		}
	}
	if err := screen.Reply(t.Context(), group, thread, posts[0].ID, post, []string{"~/wide.bin"}); err != nil {
		t.Errorf("what may just be posted: %v", err)
	}
	posts, err = screen.Posts(t.Context(), group, thread)
	if err != nil || len(posts) != 2 || len(posts[1].Attachments) != 1 || posts[1].Attachments[0].Size != postLimit-99 {
		t.Errorf("after the reply: %d posts, %v", len(posts), err)
	}
}
