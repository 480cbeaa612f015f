package bridge

import (
	"bytes"
	"io"
	"os"
	"path/filepath"
	"testing"

	"daybook/api"
	"daybook/model"
	"daybook/service/servicetest"
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
		c, err := api.New(api.Config{BaseURL: api.InProcess, Dialect: dialect, Tokens: api.StaticToken(api.Token(w.Tokens["ann"])),
			Transport: api.HandlerTransport(w.Service.Handler())})
		if err != nil {
			t.Fatal(err)
		}
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
