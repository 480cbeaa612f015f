package bridge

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"daybook/api"
	"daybook/api/apitest"
	"daybook/model"
	"daybook/service/servicetest"
	"daybook/views/compose"
)

// forgetful is a service that loses what is made as soon as it has said that
// it is there.
type forgetful struct {
	http.RoundTripper
	made int
}

func (f *forgetful) RoundTrip(r *http.Request) (*http.Response, error) {
	switch r.Method {
	case http.MethodPost:
		f.made++
	case http.MethodPatch:
		if f.made < 20 { // who asks without end is let go
			r.URL.Path += "gone"
		}
	}
	return f.RoundTripper.RoundTrip(r)
}

func TestADraftThatIsGoneIsMadeAnewOnce(t *testing.T) {
	w := servicetest.New(t, "Mail.ReadWrite")
	line := &forgetful{RoundTripper: api.HandlerTransport(w.Service.Handler())}
	c := apitest.Connect(t, line, w.Tokens["ann"], api.Vendor)
	for _, id := range []string{"", "deleted-elsewhere"} {
		line.made = 0
		_, err := New(c, Options{}).Compose.SaveDraft(context.Background(), compose.Draft{ServerID: id, Subject: "Tides"})
		if !errors.Is(err, model.ErrNotFound) || line.made != 1 {
			t.Errorf("saving %q made %d drafts and ended with %v, want one and that it is not there", id, line.made, err)
		}
	}
}

// TestALetterWaitsForAMailboxThatIsAwayAndForNoOther tells what passes by
// itself from what a person has to know of.
func TestALetterWaitsForAMailboxThatIsAwayAndForNoOther(t *testing.T) {
	for status, waits := range map[int]bool{400: false, 403: false, 413: false, 500: false, 502: true, 503: true, 504: true, 507: false} {
		err := reached(&api.Error{Status: status})
		if errors.Is(err, compose.ErrOffline) != waits {
			t.Errorf("%d: %v, want it to wait: %v", status, err, waits)
		}
		if status == 507 && api.Ambiguous(err) {
			t.Error("507 leaves open whether something was changed")
		}
	}
}

// composerOver is the composer's bridge to a new service, in a dialect.
func composerOver(t *testing.T, dialect api.Dialect) (*Compose, *api.Client) {
	t.Helper()
	w := servicetest.New(t, "Mail.ReadWrite Mail.Send")
	c := apitest.Connect(t, api.HandlerTransport(w.Service.Handler()), w.Tokens["ann"], dialect)
	return New(c, Options{}).Compose, c
}

// received is a message with files in ann's mailbox, their content their name
// and number.
func received(t *testing.T, c *api.Client, names ...string) model.Message {
	t.Helper()
	m, err := c.Me().CreateMessage(t.Context(), model.Message{Subject: "Figures", Body: &model.ItemBody{ContentType: "text", Content: "here they are"}})
	if err != nil {
		t.Fatal(err)
	}
	for i, name := range names {
		content := strings.NewReader(fmt.Sprint(name, i))
		a, err := c.Me().Message(m.ID).UploadAttachment(t.Context(), model.Attachment{Name: name, ContentType: "text/plain"}, content, content.Size())
		if err != nil {
			t.Fatal(err)
		}
		m.Attachments = append(m.Attachments, a)
	}
	return m
}

// carries checks what a draft of the mailbox carries, name by name.
func carries(t *testing.T, c *api.Client, draft string, want ...string) {
	t.Helper()
	all, err := api.Collect(t.Context(), c.Me().Message(draft).Attachments)
	if err != nil {
		t.Fatal(err)
	}
	got := make([]string, len(all))
	for i, a := range all {
		content, err := c.Me().Message(draft).Attachment(a.ID).Bytes(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		got[i] = a.Name + " " + string(content)
	}
	if slices.Sort(got); !slices.Equal(got, want) {
		t.Errorf("the draft carries %q, want %q", got, want)
	}
}

func forwardOf(m model.Message) compose.Draft {
	d := compose.Draft{Kind: compose.Forward, SourceID: m.ID, MessageID: "<fw@contoso.example>", Subject: "Fw: Figures", Listed: true}
	for _, a := range m.Attachments {
		d.Files = append(d.Files, compose.File{Source: m.ID, Attachment: a.ID, Name: a.Name, ContentType: a.ContentType, Size: int64(a.Size)})
	}
	return d
}

func TestWhatAForwardedMessageCarriesIsAmongItsFiles(t *testing.T) {
	for _, dialect := range []api.Dialect{api.Vendor, api.Microsoft} {
		desk, c := composerOver(t, dialect)
		d, err := desk.SaveDraft(t.Context(), forwardOf(received(t, c, "a.txt", "b.txt", "b.txt")))
		if err != nil {
			t.Fatal(err)
		}
		carries(t, c, d.ServerID, "a.txt a.txt0", "b.txt b.txt1", "b.txt b.txt2")
		d.Files = d.Files[:2] // one is taken off
		if d, err = desk.SaveDraft(t.Context(), d); err != nil {
			t.Fatal(err)
		}
		carries(t, c, d.ServerID, "a.txt a.txt0", "b.txt b.txt1")
	}
}

func TestADraftThatWasThrownAwayComesBackWithItsFiles(t *testing.T) {
	own := filepath.Join(t.TempDir(), "b.txt")
	if err := os.WriteFile(own, []byte("one's own"), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dialect := range []api.Dialect{api.Vendor, api.Microsoft} {
		desk, c := composerOver(t, dialect)
		m := received(t, c, "a.txt", "b.txt")
		d := forwardOf(m)
		d.Files[1] = compose.File{Path: own, Name: "b.txt", Size: 9} // in the place of the one that came
		d, err := desk.SaveDraft(t.Context(), d)
		if err != nil {
			t.Fatal(err)
		}
		carries(t, c, d.ServerID, "a.txt a.txt0", "b.txt one's own")
		was := d.ServerID
		if err := desk.DeleteDraft(t.Context(), was); err != nil {
			t.Fatal(err)
		}
		d.Renew()
		if d, err = desk.SaveDraft(t.Context(), d); err != nil || d.ServerID == was {
			t.Fatalf("saved as %q, %v; want another than %q", d.ServerID, err, was)
		}
		carries(t, c, d.ServerID, "a.txt a.txt0", "b.txt one's own")
	}
}

// A draft of the mailbox knows of its files what they are called there alone.
func TestAFileThatIsNoLongerInTheMailboxIsNamed(t *testing.T) {
	desk, c := composerOver(t, api.Vendor)
	m := received(t, c, "a.txt")
	d := compose.Draft{ServerID: m.ID, MessageID: "<d@contoso.example>", Subject: "Figures",
		Files: []compose.File{{Name: "a.txt", ServerID: m.Attachments[0].ID}}}
	for range 2 { // into Deleted Items, and out of them
		if err := desk.DeleteDraft(t.Context(), d.ServerID); err != nil {
			t.Fatal(err)
		}
	}
	saved, err := desk.SaveDraft(t.Context(), d)
	if err == nil || !strings.Contains(err.Error(), "a.txt") || !strings.Contains(err.Error(), "take it off") {
		t.Fatalf("SaveDraft = %v; want the file and what to do", err)
	}
	again, err := desk.SaveDraft(t.Context(), saved)
	if err == nil || again.ServerID != saved.ServerID || saved.ServerID == "" {
		t.Errorf("saved as %q, then as %q, %v; want one draft", saved.ServerID, again.ServerID, err)
	}
	again.Files = nil
	if _, err := desk.SaveDraft(t.Context(), again); err != nil {
		t.Error(err)
	}
}
