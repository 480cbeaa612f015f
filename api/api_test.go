package api

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net/http"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// exchange is a request that was seen, with its body read.
type exchange struct {
	Method string
	URL    string // path and query, as sent
	Header http.Header
	Body   string
}

// service is a RoundTripper that records what arrives and answers with
// answer; nil answers 200 with an empty list.
type service struct {
	mu     sync.Mutex
	seen   []exchange
	answer func(n int, e exchange) (*http.Response, error)
}

func (s *service) RoundTrip(req *http.Request) (*http.Response, error) {
	e := exchange{Method: req.Method, URL: req.URL.RequestURI(), Header: req.Header.Clone()}
	if req.Body != nil {
		b, err := io.ReadAll(req.Body)
		req.Body.Close()
		if err != nil {
			return nil, err
		}
		e.Body = string(b)
	}
	s.mu.Lock()
	s.seen = append(s.seen, e)
	n := len(s.seen)
	s.mu.Unlock()
	if s.answer == nil {
		return replyJSON(200, `{"value":[]}`), nil
	}
	return s.answer(n, e)
}

// requests are the requests so far, as "METHOD /path?query".
func (s *service) requests() []string {
	var out []string
	for _, e := range s.seen {
		out = append(out, e.Method+" "+e.URL)
	}
	return out
}

func replyJSON(status int, body string, header ...string) *http.Response {
	h := http.Header{"Content-Type": {"application/json"}}
	for i := 0; i+1 < len(header); i += 2 {
		h.Set(header[i], header[i+1])
	}
	return &http.Response{StatusCode: status, Header: h, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body))}
}

// testClient talks to rt with a clock that stands still, sleeps that are
// noted in slept, and ids that count.
func testClient(t *testing.T, rt http.RoundTripper, change ...func(*Config)) (c *Client, slept *[]time.Duration) {
	t.Helper()
	slept = new([]time.Duration)
	var ids atomic.Int64
	cfg := Config{
		BaseURL: "https://mail.example/svc", Tokens: StaticToken("secret-token"), Transport: rt,
		NewID: func() string { return fmt.Sprintf("id-%d", ids.Add(1)) },
		Retry: RetryPolicy{
			Now:    func() time.Time { return time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC) },
			Random: func() float64 { return 1 },
			Sleep: func(ctx context.Context, d time.Duration) error {
				*slept = append(*slept, d)
				return ctx.Err()
			},
		},
	}
	for _, f := range change {
		f(&cfg)
	}
	c, err := New(cfg)
	if err != nil {
		t.Fatal(err)
	}
	return c, slept
}

func microsoft(cfg *Config) { cfg.Dialect = Microsoft }

func TestNewRefusesAddressesThatWouldSendTheTokenInTheClear(t *testing.T) {
	for addr, ok := range map[string]bool{
		"https://mail.example":      true,
		"https://mail.example/a/b":  true,
		"http://127.0.0.1:8080":     true,
		"http://[::1]:8080/":        true,
		"http://localhost":          true,
		"http://mail.example":       false,
		"http://127.0.0.1.example":  false,
		"ftp://mail.example":        false,
		"mail.example":              false,
		"https://u:pw@mail.example": false,
		"https://mail.example/?a=b": false,
		"":                          false,
	} {
		_, err := New(Config{BaseURL: addr, Tokens: StaticToken("x")})
		if (err == nil) != ok {
			t.Errorf("New(%q): got error %v, want accepted %v", addr, err, ok)
		}
		if err != nil && strings.Contains(err.Error(), "pw") {
			t.Errorf("New(%q): the error shows the password: %v", addr, err)
		}
	}
	if _, err := New(Config{BaseURL: "https://mail.example"}); err == nil {
		t.Error("New without a token source: got no error")
	}
}

func TestRequestsCarryTokenAgentAndName(t *testing.T) {
	s := &service{}
	c, _ := testClient(t, s)
	if _, err := c.Me().Message("AAA").Get(t.Context()); err != nil {
		t.Fatal(err)
	}
	e := s.seen[0]
	if got, want := e.Method+" "+e.URL, "GET /svc/v1.0/me/messages/AAA"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for name, want := range map[string]string{"Authorization": "Bearer secret-token", "User-Agent": "daybook", "client-request-id": "id-1"} {
		if got := e.Header.Get(name); got != want {
			t.Errorf("header %s: got %q, want %q", name, got, want)
		}
	}
}

func TestIdentifiersAreEscapedAndNeverEmpty(t *testing.T) {
	s := &service{}
	c, _ := testClient(t, s)
	if _, err := c.User("bo@x.example/../admin?a#b").Message("a b%2F:c").Get(t.Context()); err != nil {
		t.Fatal(err)
	}
	if got, want := s.seen[0].URL, "/svc/v1.0/users/bo@x.example%2F..%2Fadmin%3Fa%23b/messages/a%20b%252F%3Ac"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
	for _, id := range []string{"", ".", ".."} {
		if err := c.Me().Message(id).Delete(t.Context()); err == nil {
			t.Errorf("Message(%q).Delete: got no error", id)
		}
	}
	if len(s.seen) != 1 {
		t.Errorf("got %d requests, want 1: a bad identifier must not be sent", len(s.seen))
	}
}

func TestLargeBodiesTravelCompressedWhenAsked(t *testing.T) {
	s := &service{}
	c, _ := testClient(t, s, func(cfg *Config) { cfg.CompressFrom = 100 })
	small, large := "x", strings.Repeat("x", 200)
	for _, name := range []string{small, large} {
		if _, err := c.Me().CreateMailFolder(t.Context(), name); err != nil {
			t.Fatal(err)
		}
	}
	if got := s.seen[0].Header.Get("Content-Encoding"); got != "" {
		t.Errorf("small body: got encoding %q, want none", got)
	}
	if got := s.seen[1].Header.Get("Content-Encoding"); got != "gzip" {
		t.Errorf("large body: got encoding %q, want gzip", got)
	}
	if !bytes.HasPrefix([]byte(s.seen[1].Body), []byte{0x1f, 0x8b}) {
		t.Errorf("large body: got %q, want gzip", s.seen[1].Body)
	}
}

func TestRepliesAreBounded(t *testing.T) {
	s := &service{answer: func(int, exchange) (*http.Response, error) {
		return replyJSON(200, `{"subject":"`+strings.Repeat("x", 5000)+`"}`), nil
	}}
	c, _ := testClient(t, s, func(cfg *Config) { cfg.MaxReply = 1000 })
	_, err := c.Me().Message("A").Get(t.Context())
	if err == nil || !strings.Contains(err.Error(), "too large to show") {
		t.Errorf("got %v, want an error that names the bound", err)
	}
}
