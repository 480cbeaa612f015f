package bridge

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"daybook/api"
	"daybook/api/apitest"
	"daybook/model"
	"daybook/service/servicetest"
	"daybook/views/files"
	"daybook/views/week"
)

// lossy is a line to the service on which the answers to changes are lost:
// after they were made, or with what was asked.
type lossy struct {
	http.RoundTripper
	lose   string // the method whose answers are lost
	before bool   // what was asked is lost as well
	lost   func() // is told; may be nil
}

func (l *lossy) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method != l.lose || strings.HasSuffix(r.URL.Path, "/$batch") {
		return l.RoundTripper.RoundTrip(r)
	}
	if l.lost != nil {
		defer l.lost()
	}
	if !l.before {
		resp, err := l.RoundTripper.RoundTrip(r)
		if err != nil {
			return nil, err
		}
		_, _ = io.Copy(io.Discard, resp.Body)
		_ = resp.Body.Close()
	} else if r.Body != nil {
		_ = r.Body.Close()
	}
	return nil, errors.New("connection reset by peer")
}

// shaky is ann's client in a dialect, over such a line.
func shaky(t *testing.T, w *servicetest.World, dialect api.Dialect) (*api.Client, *lossy) {
	t.Helper()
	line := &lossy{RoundTripper: api.HandlerTransport(w.Service.Handler())}
	c := apitest.Connect(t, line, w.Tokens["ann"], dialect)
	return c, line
}

const allScopes = "Mail.ReadWrite MailboxSettings.ReadWrite Calendars.ReadWrite Contacts.ReadWrite DelegatedPermissionGrant.ReadWrite.All Files.ReadWrite"

// A folder of that name elsewhere in the tree is not the one that was to be
// made: what is moved into it would be lost to sight.
func TestAFolderWhoseAnswerIsLostIsTheOneAtTheTop(t *testing.T) {
	for _, dialect := range []api.Dialect{api.Vendor, api.Microsoft} {
		w := servicetest.New(t, allScopes)
		c, line := shaky(t, w, dialect)
		box := New(c, Options{}).Inbox
		other, err := c.Me().MailFolder("archive").CreateChildFolder(t.Context(), "Plan")
		if err != nil {
			t.Fatal(err)
		}
		line.lose, line.before = http.MethodPost, true
		if f, err := box.CreateFolder(t.Context(), "", "Plan"); err == nil {
			t.Errorf("%v: nothing was made, but got %s (the other is %s)", dialect, f.ID, other.ID)
		}
		line.before = false
		f, err := box.CreateFolder(t.Context(), "", "Plan")
		if err != nil || f.ID == "" || f.ID == other.ID {
			t.Errorf("%v: got %q, %v, want the one that was made", dialect, f.ID, err)
		}
	}
}

// An attachment of that name which was there before is not the one sent.
func TestAnAttachmentWhoseAnswerIsLostIsTheNewOne(t *testing.T) {
	path := filepath.Join(t.TempDir(), "plan.txt")
	if err := os.WriteFile(path, []byte(strings.Repeat("x", 100)), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, dialect := range []api.Dialect{api.Vendor, api.Microsoft} {
		w := servicetest.New(t, allScopes)
		c, line := shaky(t, w, dialect)
		at := model.DateTimeTimeZone{DateTime: "2026-11-23T09:00:00", TimeZone: "UTC"}
		e, err := c.Me().CreateEvent(t.Context(), model.Event{Subject: "plan", Start: &at, End: &at})
		if err != nil {
			t.Fatal(err)
		}
		calendar := New(c, Options{}).Week
		has := func() int {
			page, err := c.Me().Event(e.ID).Attachments(t.Context())
			if err != nil {
				t.Fatal(err)
			}
			return len(page.Value)
		}
		line.lose = http.MethodPost
		for i := range 2 { // the second has the name of the first
			line.before = false
			if err := calendar.Attach(t.Context(), week.Ref{ID: e.ID}, path); err != nil || has() != i+1 {
				t.Errorf("%v: made, but got %v, with %d", dialect, err, has())
			}
			line.before = true
			if err := calendar.Attach(t.Context(), week.Ref{ID: e.ID}, path); err == nil || has() != i+1 {
				t.Errorf("%v: lost on its way, but got no error, with %d", dialect, has())
			}
		}
	}
}

// Each of these is looked for when its answer is lost: by running out of time
// too, when the context of the request is of no more use.
func TestWhatWasMadeIsFoundThoughItsAnswerAndItsTimeAreLost(t *testing.T) {
	bo := model.EmailAddress{Name: "Bo", Address: "bo@contoso.example"}
	w := servicetest.New(t, allScopes)
	c, line := shaky(t, w, api.Vendor)
	letter, err := c.Me().CreateMessage(t.Context(), model.Message{Subject: "plan"})
	if err != nil {
		t.Fatal(err)
	}
	all := New(c, Options{UserID: w.IDs["ann"]})
	own, box := all.Account, all.Inbox
	extra := model.OpenTypeExtension{ExtensionName: "example.note", Data: map[string]json.RawMessage{"a": json.RawMessage("1")}}
	for _, thing := range []struct {
		name string
		make func(context.Context) error
	}{
		{"category", func(ctx context.Context) error {
			_, err := own.CreateCategory(ctx, model.OutlookCategory{DisplayName: "Ships", Color: "preset3"})
			return err
		}},
		{"override", func(ctx context.Context) error {
			_, err := own.CreateOverride(ctx, model.InferenceClassificationOverride{ClassifyAs: "other", SenderEmailAddress: bo})
			return err
		}},
		{"rule", func(ctx context.Context) error {
			return box.SetRule(ctx, model.EmailAddress{Address: "cy@contoso.example"}, "focused")
		}},
		{"grant", func(ctx context.Context) error {
			_, err := own.CreateGrant(ctx, model.PermissionGrant{ClientID: "robot", ResourceID: "mail", ConsentType: "Principal", PrincipalID: w.IDs["ann"], Scope: "Mail.Read"})
			return err
		}},
		{"custom data", func(ctx context.Context) error {
			return c.CustomData().CreateExtension(ctx, model.ExtendedItem{Kind: model.ItemMessage, ID: letter.ID}, extra)
		}},
		{"folder", func(ctx context.Context) error { _, err := box.CreateFolder(ctx, "", "Ships"); return err }},
		{"folder of files", func(ctx context.Context) error {
			_, err := all.Drives.CreateFolder(ctx, files.Ref{}, "Ships")
			return err
		}},
	} {
		for _, before := range []bool{true, false} {
			ctx, cancel := context.WithCancel(t.Context())
			line.lose, line.before, line.lost = http.MethodPost, before, cancel
			if err := thing.make(ctx); (err == nil) == before {
				t.Errorf("%s: got %v, where what was asked was lost: %v", thing.name, err, before)
			}
			cancel()
		}
	}
}

// The same answer was given before without words, so that the answer alone does
// not tell whether the words arrived.
func TestAnAnswerWithAProposalIsLookedUpByItsMoment(t *testing.T) {
	for _, dialect := range []api.Dialect{api.Vendor, api.Microsoft} {
		w := servicetest.New(t, allScopes)
		w.Do("bo", http.MethodPost, "/v1.0/me/events", `{"subject":"Plan","start":{"dateTime":"2027-03-01T10:00:00","timeZone":"UTC"},
			"end":{"dateTime":"2027-03-01T11:00:00","timeZone":"UTC"},
			"attendees":[{"emailAddress":{"address":"ann@contoso.example"},"type":"required"}]}`).Want(http.StatusCreated)
		own := w.Ann(http.MethodGet, "/v1.0/me/events", "").Want(http.StatusOK).Str("value/0/id")
		c, line := shaky(t, w, dialect)
		box := New(c, Options{}).Week
		at := week.Ref{ID: own}
		if err := box.Respond(t.Context(), at, model.ResponseTentative, model.EventResponse{}); err != nil {
			t.Fatal(err)
		}
		slot := model.TimeSlot{Start: model.DateTimeTimeZone{DateTime: "2027-03-01T12:00:00", TimeZone: "UTC"},
			End: model.DateTimeTimeZone{DateTime: "2027-03-01T13:00:00", TimeZone: "UTC"}}
		with := model.EventResponse{Comment: "Later?", ProposedNewTime: &slot}
		w.Advance(time.Minute)
		line.lose, line.before = http.MethodPost, true
		if err := box.Respond(t.Context(), at, model.ResponseTentative, with); err == nil {
			t.Errorf("%v: the proposal never arrived, and is said to have", dialect)
		}
		line.before = false
		if err := box.Respond(t.Context(), at, model.ResponseTentative, with); err != nil {
			t.Errorf("%v: it arrived, but %v", dialect, err)
		}
		if got := w.Do("bo", http.MethodGet, "/v1.0/me/events", "").Str("value/0/attendees/0/proposedNewTime/start/dateTime"); got[:16] != "2027-03-01T12:00" {
			t.Errorf("%v: the organizer reads the proposal %q", dialect, got)
		}
	}
}
