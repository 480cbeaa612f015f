package strict

import (
	"io"
	"net/http"
	"strings"
	"testing"
)

// oneMessage is a service with one message.
type oneMessage struct{ draft string }

func (m oneMessage) RoundTrip(r *http.Request) (*http.Response, error) {
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Request: r,
		Body: io.NopCloser(strings.NewReader(`{"id":"m1","isDraft":` + m.draft + `}`))}, nil
}

// No screen may depend on changing what a message says once it is sent or has
// come: the judge refuses it in every journey.
func TestWhatAMessageSaysChangesInADraftAlone(t *testing.T) {
	for _, c := range []struct {
		draft, body string
		refused     bool
	}{
		{"false", `{"subject":"another"}`, true},
		{"false", `{"body":{"contentType":"text","content":"another"}}`, true},
		{"false", `{"isRead":true,"toRecipients":[]}`, true},
		{"false", `{"isRead":true,"categories":["Red category"]}`, false},
		{"true", `{"subject":"another"}`, false},
	} {
		public := New(oneMessage{c.draft}, Trouble{})
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPatch, "https://public.example/v1.0/me/messages/m1", strings.NewReader(c.body))
		if err != nil {
			t.Fatal(err)
		}
		req.Header.Set("Content-Type", "application/json")
		resp, err := public.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if refused := resp.StatusCode == http.StatusForbidden; refused != c.refused || refused != (len(public.Refusals()) == 1) {
			t.Errorf("%s, a draft: %s: got status %d and %v", c.body, c.draft, resp.StatusCode, public.Refusals())
		}
	}
}
