package bridge

import (
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"daybook/api"
)

// writers is a service to which people wrote who are in no address book, and one who is.
type writers struct {
	mu     sync.Mutex // people are asked for in several places at once
	looked []string   // for, among the senders
	broken bool
}

func (w *writers) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body := 200, `{"value":[]}`
	search := r.URL.Query().Get("$search")
	switch {
	case strings.HasSuffix(r.URL.Path, "/messages") && strings.Contains(search, "from:"):
		w.mu.Lock()
		w.looked = append(w.looked, strings.Trim(search, `"`))
		w.mu.Unlock()
		if body = `{"value":[{"id":"1","from":{"emailAddress":{"name":"Tamsin Vale","address":"tam@vale.example"}}},
			{"id":"2","from":{"emailAddress":{"name":"Tamsin Vale","address":"TAM@vale.example"}}},
			{"id":"3","from":{"emailAddress":{"name":"Bo Tamm","address":"bo@x.example"}}},
			{"id":"4"},{"id":"5","from":{"emailAddress":{"name":"Eve","address":"eve@x.example"}}}]}`; w.broken {
			status, body = 404, `{"error":{"code":"ErrorItemNotFound","message":"no"}}`
		}
	case strings.HasSuffix(r.URL.Path, "/contacts"):
		body = `{"value":[{"id":"c","displayName":"Tamara Oak","emailAddresses":[{"address":"tamara@x.example"}]}]}`
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}}, Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

func TestWhoWroteIsOfferedAsAnAddress(t *testing.T) {
	for _, dialect := range []api.Dialect{api.Vendor, api.Microsoft} {
		w := &writers{}
		client, err := api.New(api.Config{BaseURL: "https://mail.example", Tokens: api.StaticToken("t"), Dialect: dialect, Transport: w})
		if err != nil {
			t.Fatal(err)
		}
		people := New(client, Options{}).Inbox.people
		offered := func(typed string) (out []string) {
			got, err := people.Complete(t.Context(), typed, 9)
			if err != nil {
				t.Errorf("%q: %v", typed, err)
			}
			for _, a := range got {
				out = append(out, a.Name+" "+strings.ToLower(a.Address))
			}
			return out
		}
		if got, want := offered("Tam"), []string{"Bo Tamm bo@x.example", "Tamara Oak tamara@x.example", "Tamsin Vale tam@vale.example"}; !slices.Equal(got, want) {
			t.Errorf("offered %q, want %q: each once, by name", got, want)
		}
		if got := offered("tamsin v"); !slices.Equal(got, []string{"Tamsin Vale tam@vale.example"}) {
			t.Errorf("two words: %q", got)
		}
		if want := []string{"from:tam*", "from:tamsin*"}; !slices.Equal(w.looked, want) {
			t.Errorf("looked for %q among the senders, want %q", w.looked, want)
		}
		offered("t") // nearly everybody
		if len(w.looked) != 2 {
			t.Errorf("one letter was looked for among the senders: %q", w.looked)
		}
		w.broken = true
		if got := offered("tam"); !slices.Equal(got, []string{"Tamara Oak tamara@x.example"}) {
			t.Errorf("without the senders: %q, want what else is known", got)
		}
	}
}
