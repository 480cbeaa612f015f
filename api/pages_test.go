package api

import (
	"errors"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"

	"daybook/model"
)

// threePages answers page 1 and leads on to 2 and 3, two messages each.
func threePages(n int, _ exchange) (*http.Response, error) {
	next := ""
	if n < 3 {
		next = fmt.Sprintf(`,"@odata.nextLink":"https://mail.example/svc/v1.0/me/messages?page=%d"`, n+1)
	}
	return replyJSON(200, fmt.Sprintf(`{"@odata.count":6,"value":[{"id":"%da"},{"id":"%db"}]%s}`, n, n, next)), nil
}

func TestPagesKeepTheirPreferences(t *testing.T) {
	s := &service{answer: threePages}
	c, _ := testClient(t, s, func(cfg *Config) { cfg.TimeZone = "Europe/Vienna" })
	page, err := c.Me().Messages(t.Context(), PageSize(2), Top(4), Header("X-Mark", "1"))
	if err != nil {
		t.Fatal(err)
	}
	var ids []string
	for m, err := range page.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		ids = append(ids, m.ID)
	}
	if want := []string{"1a", "1b", "2a", "2b", "3a", "3b"}; !slices.Equal(ids, want) {
		t.Errorf("got %v, want %v", ids, want)
	}
	for i, e := range s.seen {
		if got, want := e.Header.Get("Prefer"), `vendor.timezone="Europe/Vienna", odata.maxpagesize=2`; got != want {
			t.Errorf("request %d: got Prefer %s, want %s", i+1, got, want)
		}
		if e.Header.Get("X-Mark") != "1" {
			t.Errorf("request %d: the header is gone", i+1)
		}
	}
	want := []string{"GET /svc/v1.0/me/messages?$top=4", "GET /svc/v1.0/me/messages?page=2", "GET /svc/v1.0/me/messages?page=3"}
	if got := s.requests(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestStoppingEarlyAsksForNoFurtherPage(t *testing.T) {
	s := &service{answer: threePages}
	c, _ := testClient(t, s)
	page, err := c.Me().Messages(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	seen := 0
	for range page.All(t.Context()) {
		if seen++; seen == 2 {
			break
		}
	}
	if len(s.seen) != 1 {
		t.Errorf("got %d requests, want 1", len(s.seen))
	}
}

func TestAPageThatFollowsItselfIsAnError(t *testing.T) {
	s := &service{answer: func(int, exchange) (*http.Response, error) {
		return replyJSON(200, `{"value":[{"id":"A"}],"@odata.nextLink":"https://mail.example/svc/v1.0/me/messages?page=2"}`), nil
	}}
	c, _ := testClient(t, s)
	page, err := c.Me().Messages(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	var last error
	for _, err := range page.All(t.Context()) {
		last = err
	}
	if last == nil || len(s.seen) != 2 {
		t.Errorf("got %v after %d requests, want an error after 2", last, len(s.seen))
	}
}

func TestAForeignNextLinkEndsTheWalk(t *testing.T) {
	s := &service{answer: func(int, exchange) (*http.Response, error) {
		return replyJSON(200, `{"value":[{"id":"A"}],"@odata.nextLink":"https://evil.example/svc/v1.0/me/messages?page=2"}`), nil
	}}
	c, _ := testClient(t, s)
	page, err := c.Me().Messages(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	if _, err := page.Next(t.Context()); err == nil || !strings.Contains(err.Error(), "evil.example") || len(s.seen) != 1 {
		t.Errorf("got %v after %d requests, want a refusal that names the host after 1", err, len(s.seen))
	}
}

func TestSyncFollowsARoundToItsLink(t *testing.T) {
	s := &service{answer: func(n int, _ exchange) (*http.Response, error) {
		return []*http.Response{
			replyJSON(200, `{"value":[{"id":"A"}],"@odata.nextLink":"https://mail.example/svc/v1.0/d?p=2"}`),
			replyJSON(200, `{"value":[{"id":"B","@removed":{"reason":"deleted"}}],"@odata.deltaLink":"https://mail.example/svc/v1.0/d?t=9"}`),
		}[n-1], nil
	}}
	c, _ := testClient(t, s)
	got, err := c.Me().MailFolder("inbox").Sync(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	if len(got.Changed) != 1 || got.Changed[0].ID != "A" || !slices.Equal(got.Removed, []Removal{{"B", "deleted"}}) ||
		got.Link != "https://mail.example/svc/v1.0/d?t=9" || got.Reset {
		t.Errorf("got %+v, want A changed, B deleted and the link", got)
	}
}

func TestSyncStartsOverOnceFromAnyPage(t *testing.T) {
	for _, c := range []struct {
		forgotten []int // the requests that are answered so
		fails     bool
	}{{[]int{2}, false}, {[]int{2, 3}, true}} {
		s := &service{answer: func(n int, _ exchange) (*http.Response, error) {
			switch {
			case slices.Contains(c.forgotten, n):
				return replyJSON(410, `{"error":{"code":"syncStateNotFound","message":"gone"}}`), nil
			case n == 1:
				return replyJSON(200, `{"value":[{"id":"old"}],"@odata.nextLink":"https://mail.example/svc/v1.0/d?p=2"}`), nil
			}
			return replyJSON(200, `{"value":[{"id":"A"}],"@odata.deltaLink":"https://mail.example/svc/v1.0/d?t=10"}`), nil
		}}
		client, _ := testClient(t, s)
		got, err := client.Me().MailFolder("inbox").Sync(t.Context(), "")
		if (err != nil) != c.fails || !c.fails && (!got.Reset || len(got.Changed) != 1 || got.Changed[0].ID != "A") {
			t.Errorf("forgotten at %v: got %+v, %v", c.forgotten, got, err)
		}
	}
}

func TestSyncStartsOverWhenTheLinkIsForgotten(t *testing.T) {
	s := &service{answer: func(n int, _ exchange) (*http.Response, error) {
		if n == 1 {
			return replyJSON(410, `{"error":{"code":"syncStateNotFound","message":"gone"}}`), nil
		}
		return replyJSON(200, `{"value":[{"id":"A"}],"@odata.deltaLink":"https://mail.example/svc/v1.0/d?t=10"}`), nil
	}}
	c, _ := testClient(t, s)
	got, err := c.Me().MailFolder("inbox").Sync(t.Context(), "https://mail.example/svc/v1.0/d?t=9")
	if err != nil || !got.Reset || len(got.Changed) != 1 {
		t.Errorf("got %+v, %v, want everything again", got, err)
	}
	want := []string{"GET /svc/v1.0/d?t=9", "GET /svc/v1.0/me/mailFolders/inbox/messages/delta"}
	if got := s.requests(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	if !errors.Is(&Error{Status: 410, Code: "resyncRequired"}, model.ErrSyncGone) {
		t.Error("410 resyncRequired is not ErrSyncGone")
	}
}
