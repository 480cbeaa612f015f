package bridge

import (
	"io"
	"net/http"
	"strings"
	"testing"

	"daybook/api"
)

// oneContact is a service with one contact, and remembers the last change.
type oneContact struct{ changed string }

func (c *oneContact) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method == http.MethodPatch {
		body, err := io.ReadAll(r.Body)
		if err != nil {
			return nil, err
		}
		c.changed = string(body)
	}
	return &http.Response{StatusCode: http.StatusOK, Header: http.Header{"Content-Type": {"application/json"}}, Request: r,
		Body: io.NopCloser(strings.NewReader(`{"id":"k1","displayName":"The harbour master"}`))}, nil
}

// The public service makes the name anew from its parts wherever a change does
// not say it; the contract's keeps it.
func TestAChangeOfAContactSaysItsNameWhereItWouldBeLost(t *testing.T) {
	for dialect, want := range map[api.Dialect]bool{api.Microsoft: true, api.Vendor: false} {
		service := &oneContact{}
		client, err := api.New(api.Config{BaseURL: "https://mail.example", Tokens: api.StaticToken("t"), Dialect: dialect, Transport: service})
		if err != nil {
			t.Fatal(err)
		}
		patch := map[string]any{"surname": "Rudder"}
		if err := New(client, Options{}).Contacts.Change(t.Context(), "k1", patch); err != nil {
			t.Fatal(err)
		}
		if got := strings.Contains(service.changed, `"displayName":"The harbour master"`); got != want || len(patch) != 1 {
			t.Errorf("%s: sent %s, want the name in it: %t", dialect, service.changed, want)
		}
	}
}
