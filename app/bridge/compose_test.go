package bridge

import (
	"context"
	"errors"
	"net/http"
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
