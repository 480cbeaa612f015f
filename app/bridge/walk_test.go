package bridge

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"daybook/api"
)

// walked is a service of the microsoft dialect whose inbox has many pages.
type walked struct {
	pages, asked int
	gone         bool // the state is no longer known
	goneAt       int  // the page from which on it is not, 0 for none
}

func (w *walked) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body := 200, `{"value":[{"id":"new","subject":"Hello"}]}`
	if strings.Contains(r.URL.Path, "delta") {
		w.asked++
		link := fmt.Sprintf(`"@odata.nextLink":"https://mail.example/v1.0/me/mailFolders/inbox/messages/delta()?$skiptoken=%d"`, w.asked)
		if w.asked >= w.pages {
			link = `"@odata.deltaLink":"https://mail.example/v1.0/me/mailFolders/inbox/messages/delta()?$deltatoken=1"`
		}
		body = fmt.Sprintf(`{"value":[{"id":"m%d"}],%s}`, w.asked, link)
		if w.gone || w.goneAt > 0 && w.asked >= w.goneAt {
			status, body = 410, `{"error":{"code":"syncStateNotFound","message":"gone"}}`
		}
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

func TestNewMailShowsWhileTheFolderIsBeingWalked(t *testing.T) {
	w := &walked{pages: 3 * walkPages}
	client, err := api.New(api.Config{BaseURL: "https://mail.example", Tokens: api.StaticToken("t"), Dialect: api.Microsoft, Transport: w})
	if err != nil {
		t.Fatal(err)
	}
	b, since := New(client, Options{}).Inbox, ""
	for call := 1; call <= 3; call++ {
		got, err := b.Changes(t.Context(), "inbox", since)
		if err != nil {
			t.Fatal(err)
		}
		if w.asked != call*walkPages {
			t.Errorf("after call %d: %d pages walked, want %d", call, w.asked, call*walkPages)
		}
		if new := len(got.Changed) == 1 && got.Changed[0].ID == "new"; new != (call > 1) {
			t.Errorf("call %d: changed %v", call, got.Changed)
		}
		since = got.Since
	}
	if strings.HasPrefix(since, walkMark) || !strings.Contains(since, "deltatoken") {
		t.Errorf("the walk ends in %q, want the link to changes", since)
	}
	w.gone = true
	got, err := b.Changes(t.Context(), "inbox", since)
	if err != nil || !got.Reset || got.Since != "" {
		t.Errorf("got %+v, %v, want it to begin anew", got, err)
	}
}

// A state that is forgotten on a later page of a round is as gone as on the
// first, and no failure; a service that knows none at all is one.
func TestAWalkBeginsAnewOnAnyPage(t *testing.T) {
	for _, c := range []struct {
		goneAt int
		fails  bool
	}{{1, true}, {2, false}, {walkPages, false}} {
		w := &walked{pages: 3 * walkPages, goneAt: c.goneAt}
		client, err := api.New(api.Config{BaseURL: "https://mail.example", Tokens: api.StaticToken("t"), Dialect: api.Microsoft, Transport: w})
		if err != nil {
			t.Fatal(err)
		}
		got, err := New(client, Options{}).Inbox.Changes(t.Context(), "inbox", "")
		if (err != nil) != c.fails || got.Reset == c.fails || got.Since != "" {
			t.Errorf("gone at page %d: got %+v, %v", c.goneAt, got, err)
		}
	}
}
