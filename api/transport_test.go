package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"daybook/model"

	"golang.org/x/oauth2"
)

func TestTokenNeverShows(t *testing.T) {
	tok := Token("canary")
	js, err := json.Marshal(map[string]any{"t": tok})
	if err != nil {
		t.Fatal(err)
	}
	for _, got := range []string{tok.String(), fmt.Sprintf("%v %s %q %x %d %#v %+v", tok, tok, tok, tok, tok, tok, struct{ T Token }{tok}), string(js)} {
		if strings.Contains(got, "canary") || strings.Contains(got, "63616e617279") {
			t.Errorf("got %s, want ***", got)
		}
	}
}

func TestLinksToAnotherOriginAreRefused(t *testing.T) {
	for _, link := range []string{
		"https://evil.example/svc/v1.0/me/messages?$skiptoken=1",
		"http://mail.example/svc/v1.0/me/messages",
		"https://mail.example:8443/svc/v1.0/me/messages",
		"https://mail.example.evil.example/",
		"https://mail.example@evil.example/",
		"//evil.example/x",
		"/svc/v1.0/me/messages",
		"file:///etc/passwd",
	} {
		s := &service{}
		c, _ := testClient(t, s)
		if _, err := PageAt[model.Message](t.Context(), c, link); err == nil {
			t.Errorf("%s: got no error", link)
		}
		if len(s.seen) != 0 {
			t.Errorf("%s: got %v, want no request", link, s.requests())
		}
	}
	s := &service{}
	c, _ := testClient(t, s)
	if _, err := PageAt[model.Message](t.Context(), c, "https://MAIL.example:443/svc/v1.0/me/messages?p=2"); err != nil {
		t.Errorf("own origin with its port: got %v, want accepted", err)
	}
}

// TestRedirectsTakeNoTokenAlong covers each redirect status, to another host
// and to the same one, for reads and writes.
func TestRedirectsTakeNoTokenAlong(t *testing.T) {
	canary := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		t.Errorf("the other server was asked %s %s with Authorization %q", r.Method, r.URL, r.Header.Get("Authorization"))
	}))
	defer canary.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		for _, target := range []string{canary.URL + "/x", "/elsewhere"} {
			asked := 0
			origin := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
				asked++
				http.Redirect(w, r, target, status)
			}))
			c, err := New(Config{BaseURL: origin.URL, Tokens: StaticToken("canary")})
			if err != nil {
				t.Fatal(err)
			}
			var refusal *Error
			_, err = c.Me().Messages(t.Context())
			if !errors.As(err, &refusal) || refusal.Status != status {
				t.Errorf("GET answered with %d to %s: got %v, want an *Error of that status", status, target, err)
			}
			_, err = c.Me().CreateMessage(t.Context(), model.Message{})
			if !errors.As(err, &refusal) || refusal.Status != status {
				t.Errorf("POST answered with %d to %s: got %v, want an *Error of that status", status, target, err)
			}
			if asked != 2 {
				t.Errorf("%d to %s: the origin was asked %d times, want 2", status, target, asked)
			}
			origin.Close()
		}
	}
}

func TestRetryWaitsAsTheServiceAsks(t *testing.T) {
	now := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		header string
		want   time.Duration
	}{
		{"3", 3 * time.Second},
		{"0.25", 250 * time.Millisecond},
		{now.Add(7 * time.Second).Format(http.TimeFormat), 7 * time.Second},
		{now.Add(-time.Hour).Format(http.TimeFormat), 0},
		{"", 500 * time.Millisecond}, // jitter at its bound
		{"soon", 500 * time.Millisecond},
		{"-1", 500 * time.Millisecond},
		{"NaN", 500 * time.Millisecond},
	} {
		for _, status := range []int{429, 503, 504} {
			s := &service{answer: func(n int, e exchange) (*http.Response, error) {
				if n == 1 {
					return replyJSON(status, "{}", "Retry-After", test.header), nil
				}
				return replyJSON(200, `{"id":"A"}`), nil
			}}
			var told []Wait
			c, slept := testClient(t, s, func(cfg *Config) { cfg.Retry.OnWait = func(w Wait) { told = append(told, w) } })
			m, err := c.Me().Message("A").Get(t.Context())
			if err != nil || m.ID != "A" {
				t.Errorf("%d Retry-After %q: got %q, %v, want the message", status, test.header, m.ID, err)
			}
			if !slices.Equal(*slept, []time.Duration{test.want}) {
				t.Errorf("%d Retry-After %q: slept %v, want %v", status, test.header, *slept, test.want)
			}
			want := Wait{Attempt: 1, Status: status, Until: now.Add(test.want)}
			if len(told) != 1 || told[0] != want {
				t.Errorf("%d Retry-After %q: told %v, want %v", status, test.header, told, want)
			}
		}
	}
}

func TestRetryBacksOffAndGivesUp(t *testing.T) {
	s := &service{answer: func(int, exchange) (*http.Response, error) { return nil, io.ErrUnexpectedEOF }}
	c, slept := testClient(t, s)
	_, err := c.Me().Messages(t.Context())
	if !errors.Is(err, ErrUnreachable) || !errors.Is(err, io.ErrUnexpectedEOF) {
		t.Errorf("got %v, want ErrUnreachable with its cause", err)
	}
	want := []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second, 4 * time.Second, 8 * time.Second}
	if !slices.Equal(*slept, want) {
		t.Errorf("slept %v, want %v", *slept, want)
	}
	if len(s.seen) != 6 {
		t.Errorf("got %d requests, want 1 and 5 repetitions", len(s.seen))
	}
}

func TestOnlyWhatChangesNothingIsRepeated(t *testing.T) {
	read := true
	for name, test := range map[string]struct {
		call func(context.Context, *Client) error
		want int
	}{
		"read a message": {func(ctx context.Context, c *Client) error { _, err := c.Me().Message("A").Get(ctx); return err }, 6},
		"mark read": {func(ctx context.Context, c *Client) error {
			_, err := c.Me().Message("A").Update(ctx, model.MessagePatch{IsRead: &read})
			return err
		}, 6},
		"mark read conditionally": {func(ctx context.Context, c *Client) error {
			_, err := c.Me().Message("A").Update(ctx, model.MessagePatch{IsRead: &read}, IfMatch("e"))
			return err
		}, 1},
		"delete a message":     {func(ctx context.Context, c *Client) error { return c.Me().Message("A").Delete(ctx) }, 1},
		"delete an attachment": {func(ctx context.Context, c *Client) error { return c.Me().Message("A").Attachment("B").Delete(ctx) }, 6},
		"send":                 {func(ctx context.Context, c *Client) error { return c.Me().Message("A").Send(ctx) }, 1},
		"move": {func(ctx context.Context, c *Client) error {
			_, err := c.Me().Message("A").Move(ctx, "archive")
			return err
		}, 6},
		"create an event": {func(ctx context.Context, c *Client) error {
			_, err := c.Me().CreateEvent(ctx, model.Event{})
			return err
		}, 1},
		"create an event under a name of ours": {func(ctx context.Context, c *Client) error {
			_, err := c.Me().CreateEvent(ctx, model.Event{TransactionID: "t"})
			return err
		}, 6},
		"change an event": {func(ctx context.Context, c *Client) error {
			subject := "s"
			_, err := c.Me().Event("E").Update(ctx, model.EventPatch{Subject: &subject})
			return err
		}, 1},
		"bring an event back": {func(ctx context.Context, c *Client) error {
			_, err := c.Me().Event("E").Update(ctx, model.EventPatch{IsCancelled: new(bool)})
			return err
		}, 6},
		"create a draft": {func(ctx context.Context, c *Client) error {
			_, err := c.Me().CreateMessage(ctx, model.Message{})
			return err
		}, 1},
	} {
		s := &service{answer: func(int, exchange) (*http.Response, error) { return replyJSON(503, ""), nil }}
		c, _ := testClient(t, s)
		if err := test.call(t.Context(), c); err == nil {
			t.Errorf("%s: got no error", name)
		}
		if len(s.seen) != test.want {
			t.Errorf("%s: got %d requests, want %d", name, len(s.seen), test.want)
		}
		for _, e := range s.seen {
			if e.Body != s.seen[0].Body {
				t.Errorf("%s: a repetition sent %q, want the first body %q", name, e.Body, s.seen[0].Body)
			}
			if e.Header.Get("client-request-id") != "id-1" {
				t.Errorf("%s: a repetition is named %q, want id-1", name, e.Header.Get("client-request-id"))
			}
		}
	}
}

func TestRetryNeverOutlivesTheContext(t *testing.T) {
	s := &service{answer: func(int, exchange) (*http.Response, error) {
		return replyJSON(429, `{"error":{"code":"TooManyRequests","message":"slow down"}}`, "Retry-After", "60"), nil
	}}
	c, slept := testClient(t, s, func(cfg *Config) { cfg.Retry.Now = time.Now })
	ctx, cancel := context.WithTimeout(t.Context(), 30*time.Second)
	defer cancel()
	_, err := c.Me().Messages(ctx)
	var refusal *Error
	if !errors.As(err, &refusal) || refusal.RetryAfter != time.Minute || !errors.Is(err, model.ErrThrottled) {
		t.Errorf("got %v, want the 429 with its wait", err)
	}
	if len(*slept) != 0 || len(s.seen) != 1 {
		t.Errorf("got %d requests after %v, want 1 without a wait", len(s.seen), *slept)
	}
}

// rotating is a token source whose token the service refuses until renewed.
type rotating struct {
	mu        sync.Mutex
	token     string
	refreshed int
	err       error
}

func (r *rotating) Token() (*oauth2.Token, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return &oauth2.Token{AccessToken: r.token}, nil
}

func (r *rotating) Refresh(context.Context, *oauth2.Token) (*oauth2.Token, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.refreshed++
	if r.err != nil {
		return nil, r.err
	}
	r.token = "fresh"
	return &oauth2.Token{AccessToken: r.token}, nil
}

func acceptFresh(_ int, e exchange) (*http.Response, error) {
	if e.Header.Get("Authorization") != "Bearer fresh" {
		return replyJSON(401, `{"error":{"code":"InvalidAuthenticationToken","message":"expired"}}`), nil
	}
	return replyJSON(201, `{"id":"A"}`), nil
}

func TestOneRefreshForManyRefusals(t *testing.T) {
	s := &service{answer: acceptFresh}
	source := &rotating{token: "stale"}
	c, _ := testClient(t, s, func(cfg *Config) { cfg.Tokens = source; cfg.NewID = randomID })
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() {
			if _, err := c.Me().CreateMailFolder(t.Context(), "x"); err != nil {
				t.Errorf("got %v, want the folder after a refresh", err)
			}
		})
	}
	wg.Wait()
	if source.refreshed != 1 {
		t.Errorf("got %d refreshes, want 1", source.refreshed)
	}
}

func TestARefusalAfterTheRefreshIsFinal(t *testing.T) {
	s := &service{answer: func(int, exchange) (*http.Response, error) { return replyJSON(401, ""), nil }}
	source := &rotating{token: "stale"}
	c, _ := testClient(t, s, func(cfg *Config) { cfg.Tokens = source })
	_, err := c.Me().Messages(t.Context())
	if !errors.Is(err, model.ErrUnauthorized) || source.refreshed != 1 || len(s.seen) != 2 {
		t.Errorf("got %v after %d refreshes and %d requests, want ErrUnauthorized after 1 and 2", err, source.refreshed, len(s.seen))
	}
}

func TestTokenFailuresDoNotQuoteTheEndpoint(t *testing.T) {
	s := &service{}
	failing := sourceFunc(func() (*oauth2.Token, error) {
		return nil, &oauth2.RetrieveError{ErrorCode: "invalid_grant", Body: []byte("canary"), Response: &http.Response{Status: "400"}}
	})
	c, slept := testClient(t, s, func(cfg *Config) { cfg.Tokens = failing })
	_, err := c.Me().Messages(t.Context())
	if !errors.Is(err, model.ErrUnauthorized) || strings.Contains(err.Error(), "canary") {
		t.Errorf("got %v, want ErrUnauthorized without the endpoint's body", err)
	}
	if len(s.seen) != 0 || len(*slept) != 0 {
		t.Errorf("got %d requests and %d waits, want none", len(s.seen), len(*slept))
	}
}

type sourceFunc func() (*oauth2.Token, error)

func (f sourceFunc) Token() (*oauth2.Token, error) { return f() }

func TestErrorsHoldNoQuery(t *testing.T) {
	s := &service{answer: func(int, exchange) (*http.Response, error) { return nil, errors.New("boom") }}
	c, _ := testClient(t, s)
	_, err := c.Me().Messages(t.Context(), Search("canary"))
	if err == nil || strings.Contains(err.Error(), "canary") || strings.Contains(err.Error(), "secret-token") {
		t.Errorf("got %v, want no query and no token in it", err)
	}
}

func TestFourRequestsAtOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		now, most := 0, 0
		s := roundTripFunc(func(req *http.Request) (*http.Response, error) {
			mu.Lock()
			now++
			most = max(most, now)
			mu.Unlock()
			time.Sleep(time.Second)
			mu.Lock()
			now--
			mu.Unlock()
			return replyJSON(200, "{}"), nil
		})
		c, _ := testClient(t, s, func(cfg *Config) { cfg.NewID = randomID })
		var wg sync.WaitGroup
		began := time.Now()
		for range 12 {
			wg.Go(func() { c.Me().Message("A").Get(t.Context()) })
			wg.Go(func() { c.User("bo").Message("A").Get(t.Context()) })
		}
		wg.Wait()
		if took := time.Since(began); most != 4 || took != 6*time.Second {
			t.Errorf("got %d requests at once for %v, want 4 for 6s", most, took)
		}
	})
}

type roundTripFunc func(*http.Request) (*http.Response, error)

func (f roundTripFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

func TestReadsTogetherAreRepeatedWithinTheirAllowance(t *testing.T) {
	now, ill := time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC), true
	s := &service{answer: func(int, exchange) (*http.Response, error) {
		if ill {
			return replyJSON(503, ""), nil
		}
		return replyJSON(200, `{"value":[]}`), nil
	}}
	c, _ := testClient(t, s, func(cfg *Config) { cfg.Retry.Now = func() time.Time { return now } })
	asked := func(times int) int {
		before := len(s.seen)
		for range times {
			_, _ = c.Me().Messages(t.Context())
		}
		return len(s.seen) - before
	}
	if got := asked(100); got != 100+mostSpent {
		t.Errorf("100 reads of a service that refuses all: %d requests, want %v", got, 100+mostSpent)
	}
	if _, err := c.Me().GetSchedule(t.Context(), model.ScheduleRequest{}); err == nil || len(s.seen) != 101+mostSpent {
		t.Errorf("calendars read by POST then: %d requests, %v, want 1", len(s.seen)-100-mostSpent, err)
	}
	if _, err := c.Me().Message("A").Move(t.Context(), "archive"); err == nil || len(s.seen) != 101+mostSpent+6 {
		t.Errorf("a change then: %d requests, %v, want 6", len(s.seen)-101-mostSpent, err)
	}
	now = now.Add(time.Minute)
	if got := asked(10); got != 10+grantedAMinute {
		t.Errorf("10 reads a minute later: %d requests, want %v", got, 10+grantedAMinute)
	}
	ill = false
	asked(8)
	ill = true
	if got := asked(10); got != 12 {
		t.Errorf("10 reads after 8 that succeeded: %d requests, want 12", got)
	}
	c.Hurry()
	if got := asked(1); got != 6 {
		t.Errorf("a read that somebody asked for: %d requests, want 6", got)
	}
}

func TestAListOfThingsWithoutIdsEndsWhenItBringsNothingNew(t *testing.T) {
	s := &service{answer: func(n int, _ exchange) (*http.Response, error) {
		return replyJSON(200, fmt.Sprintf(`{"value":[{"scheduleId":"bo@x"}],"@odata.nextLink":"https://mail.example/svc/v1.0/me?page=%d"}`, n)), nil
	}}
	c, _ := testClient(t, s)
	page, err := c.Me().GetSchedule(t.Context(), model.ScheduleRequest{})
	if err != nil {
		t.Fatal(err)
	}
	for _, err = range page.All(t.Context()) {
		if len(s.seen) > 100 {
			break
		}
	}
	if !errors.Is(err, ErrEndless) || len(s.seen) > barren+1 {
		t.Errorf("%d requests, %v, want an end after %d", len(s.seen), err, barren+1)
	}
}
