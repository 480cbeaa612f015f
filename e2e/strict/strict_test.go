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

// The ranges of an upload go to an address of their own, without the token.
func TestAnUploadHasAnAddressOfItsOwn(t *testing.T) {
	service := &behind{body: `{"uploadUrl":"https://public.example/v1.0/uploadSessions/k1","nextExpectedRanges":["0-"]}`}
	public := New(service, Trouble{})
	for _, begin := range []string{"/me/messages/m1/attachments/createUploadSession", "/me/events/e1/attachments/createUploadSession",
		"/me/drive/items/d1/createUploadSession", "/me/drive/items/root:/tides.bin:/createUploadSession"} {
		_, _, body := call(t, public, "POST "+begin, "", `{}`)
		if want := `"uploadUrl":"https://public.example/upload/k1"`; !strings.Contains(body, want) {
			t.Errorf("%s: got %s, want %s", begin, body, want)
		}
	}
	for _, c := range []struct {
		path, token string
		size        int
		status      int
	}{
		{"/upload/k1", "", 1000, 200},
		{"/upload/k1", "Bearer secret", 1000, 401},
		{"/upload/k1", "", largestRange + 1, 413},
		{"/v1.0/uploadSessions/k1", "", 1000, 400},
	} {
		before := len(service.seen)
		req, err := http.NewRequestWithContext(t.Context(), http.MethodPut, "https://public.example"+c.path, strings.NewReader(strings.Repeat("x", c.size)))
		if err != nil {
			t.Fatal(err)
		}
		if c.token != "" {
			req.Header.Set("Authorization", c.token)
		}
		resp, err := public.RoundTrip(req)
		if err != nil {
			t.Fatal(err)
		}
		_ = resp.Body.Close()
		if passed := len(service.seen) > before; resp.StatusCode != c.status || passed != (c.status == 200) {
			t.Errorf("%+v: got status %d, passed on %t", c, resp.StatusCode, passed)
		}
	}
	if last := service.seen[len(service.seen)-1]; last != "PUT /v1.0/uploadSessions/k1" {
		t.Errorf("passed on %s", last)
	}
}
