package api

import (
	"context"
	"errors"
	"io"
	"net"
	"net/http"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"testing/iotest"
	"testing/synctest"
	"time"

	"daybook/model"
)

var (
	refusedDial = &net.OpError{Op: "dial", Err: syscall.ECONNREFUSED}
	reset       = &net.OpError{Op: "read", Err: syscall.ECONNRESET}
)

func TestWhatWasTurnedAwayUnreadIsRepeatedWhateverItIs(t *testing.T) {
	for name, test := range map[string]struct {
		first func() (*http.Response, error)
		want  int
	}{
		"429":                   {func() (*http.Response, error) { return replyJSON(429, ""), nil }, 2},
		"503 with a time":       {func() (*http.Response, error) { return replyJSON(503, "", "Retry-After", "1"), nil }, 2},
		"no connection":         {func() (*http.Response, error) { return nil, refusedDial }, 2},
		"503 without a time":    {func() (*http.Response, error) { return replyJSON(503, ""), nil }, 1},
		"504":                   {func() (*http.Response, error) { return replyJSON(504, ""), nil }, 1},
		"a reset":               {func() (*http.Response, error) { return nil, reset }, 1},
		"an answer cut short":   {func() (*http.Response, error) { return replyJSON(201, `{"id":`), nil }, 1},
		"an answer not of ours": {func() (*http.Response, error) { return replyJSON(200, `<html>`), nil }, 1},
	} {
		s := &service{answer: func(n int, _ exchange) (*http.Response, error) {
			if n == 1 {
				return test.first()
			}
			return replyJSON(201, `{"id":"F"}`), nil
		}}
		c, _ := testClient(t, s)
		_, err := c.Me().CreateMailFolder(t.Context(), "x")
		if len(s.seen) != test.want || (err == nil) != (test.want == 2) {
			t.Errorf("%s: got %d requests, %v, want %d", name, len(s.seen), err, test.want)
		}
		if err != nil && !Ambiguous(err) {
			t.Errorf("%s: got %v, want it to be known as in doubt", name, err)
		}
	}
}

// TestARefusalDoesNotHideALostAnswer: the first attempt may have been carried
// out, so that the second was turned away says nothing.
func TestARefusalDoesNotHideALostAnswer(t *testing.T) {
	s := &service{answer: func(n int, _ exchange) (*http.Response, error) {
		if n == 1 {
			return nil, reset
		}
		return replyJSON(429, "", "Retry-After", "1000"), nil
	}}
	doubts := 0
	c, _ := testClient(t, s)
	c.Watch(Watch{Stale: func() { doubts++ }})
	read := true
	_, err := c.Me().Message("A").Update(t.Context(), model.MessagePatch{IsRead: &read})
	if !Ambiguous(err) || !errors.Is(err, ErrUnreachable) || doubts != 1 {
		t.Errorf("got %v and %d doubts, want the reset and 1", err, doubts)
	}
}

func TestBrokenAnswersAreAskedForAgain(t *testing.T) {
	whole := func() *http.Response { return replyJSON(200, `{"id":"A","subject":"whole"}`) }
	for name, broken := range map[string]func() *http.Response{
		"cut short": func() *http.Response { return replyJSON(200, `{"id":"A","subj`) },
		"broken off": func() *http.Response {
			r := whole()
			r.Body = io.NopCloser(io.MultiReader(strings.NewReader(`{"id":`), iotest.ErrReader(io.ErrUnexpectedEOF)))
			return r
		},
		"a page of the network's": func() *http.Response { return replyJSON(200, `<html>Please sign in`) },
	} {
		s := &service{answer: func(n int, _ exchange) (*http.Response, error) {
			if n < 3 {
				return broken(), nil
			}
			return whole(), nil
		}}
		c, _ := testClient(t, s)
		m, err := c.Me().Message("A").Get(t.Context())
		if err != nil || m.Subject != "whole" || len(s.seen) != 3 {
			t.Errorf("%s: got %q, %v after %d requests, want the whole message after 3", name, m.Subject, err, len(s.seen))
		}
	}
}

// stalling answers the first requests never, or stops within their bodies.
func stalling(stalls int, inBody bool) http.RoundTripper {
	n := 0
	return roundTripFunc(func(req *http.Request) (*http.Response, error) {
		if n++; n > stalls {
			return replyJSON(200, `{"id":"A"}`), nil
		}
		if !inBody {
			<-req.Context().Done()
			return nil, req.Context().Err()
		}
		r, w := io.Pipe()
		go w.Write([]byte(`{"id":`))
		context.AfterFunc(req.Context(), func() { w.CloseWithError(req.Context().Err()) })
		return &http.Response{StatusCode: 200, Header: http.Header{}, Body: r}, nil
	})
}

func TestAStallIsBoundedAndTheRequestTriedAgain(t *testing.T) {
	for _, inBody := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			c, _ := testClient(t, stalling(2, inBody))
			began := time.Now()
			_, err := c.Me().Message("A").Get(t.Context())
			if took := time.Since(began); err != nil || took != time.Minute {
				t.Errorf("stalled in the body %v: got %v after %v, want the message after two stalls of 30s", inBody, err, took)
			}
			synctest.Wait()
		})
	}
}

func TestAnUploadAndALongAnswerMayTakeTheirTime(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		c, _ := testClient(t, roundTripFunc(func(req *http.Request) (*http.Response, error) {
			if req.Body != nil {
				time.Sleep(time.Hour)
			}
			r, w := io.Pipe()
			go func() {
				for range 20 {
					time.Sleep(20 * time.Second)
					w.Write([]byte("x"))
				}
				w.Close()
			}()
			return &http.Response{StatusCode: 200, Header: http.Header{}, Body: r}, nil
		}))
		if err := c.Me().Photo().Put(t.Context(), Image{ContentType: "image/png", Data: []byte("x")}); err != nil {
			t.Errorf("an upload of an hour: got %v", err)
		}
		r, err := c.Me().Message("A").MIME(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		if b, err := io.ReadAll(r); len(b) != 20 || err != nil {
			t.Errorf("a long answer: got %d bytes, %v, want 20", len(b), err)
		}
		r.Close()
	})
}

func TestTheLinkIsDownAfterSilenceAndUpWithAnyAnswer(t *testing.T) {
	down := true
	s := &service{answer: func(int, exchange) (*http.Response, error) {
		if down {
			return nil, reset
		}
		return replyJSON(403, ""), nil
	}}
	var told []bool
	c, _ := testClient(t, s)
	c.Watch(Watch{Link: func(l Link) { told = append(told, l.Up) }})
	if _, err := c.Me().Messages(t.Context()); !errors.Is(err, ErrUnreachable) || len(s.seen) != 6 {
		t.Errorf("got %v after %d requests, want 5 repetitions: it began while the service was there", err, len(s.seen))
	}
	_, _ = c.Me().Messages(t.Context())
	if len(s.seen) != 7 {
		t.Errorf("got %d requests, want 1 more while the service is out of reach", len(s.seen)-6)
	}
	down = false
	_ = c.Probe(t.Context())
	if !slices.Equal(told, []bool{false, true}) {
		t.Errorf("told %v, want down and up", told)
	}
}

func TestATokenThatIsNoLongerAcceptedIsSaidOnce(t *testing.T) {
	status := 401
	s := &service{answer: func(int, exchange) (*http.Response, error) { return replyJSON(status, "{}"), nil }}
	var told []bool
	c, _ := testClient(t, s)
	c.Watch(Watch{SignIn: func(err error) { told = append(told, err != nil) }})
	for range 3 {
		_, _ = c.Me().Messages(t.Context())
	}
	status = 200
	_, _ = c.Me().Messages(t.Context())
	if !slices.Equal(told, []bool{true, false}) {
		t.Errorf("told %v, want once that it is needed and once that it is not", told)
	}
}

// TestManyRequestsFitThroughANarrowLimit: all forty come at once, five a second
// are let through, and the others are told to come back in a second.
func TestManyRequestsFitThroughANarrowLimit(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var mu sync.Mutex
		second, left := time.Time{}, 0
		c, _ := testClient(t, roundTripFunc(func(*http.Request) (*http.Response, error) {
			mu.Lock()
			defer mu.Unlock()
			if now := time.Now().Truncate(time.Second); now != second {
				second, left = now, 5
			}
			if left--; left < 0 {
				return replyJSON(429, "", "Retry-After", "1"), nil
			}
			return replyJSON(200, "{}"), nil
		}), func(cfg *Config) { cfg.Retry.Sleep, cfg.Retry.Random, cfg.NewID = nil, nil, randomID })
		began := time.Now()
		var wg sync.WaitGroup
		for range 40 {
			wg.Go(func() {
				if _, err := c.Me().Message("A").Get(t.Context()); err != nil {
					t.Errorf("got %v, want an answer in the end", err)
				}
			})
		}
		wg.Wait()
		if took := time.Since(began); took > 40*time.Second {
			t.Errorf("took %v", took)
		}
	})
}

func TestAThrottlingThatDoesNotEndIsAnError(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{answer: func(int, exchange) (*http.Response, error) { return replyJSON(429, "", "Retry-After", "10"), nil }}
		c, _ := testClient(t, s, func(cfg *Config) { cfg.Retry.Sleep = nil })
		began := time.Now()
		_, err := c.Me().Messages(t.Context())
		if took := time.Since(began); !errors.Is(err, model.ErrThrottled) || took > 2*time.Minute {
			t.Errorf("got %v after %v, want the throttling within two minutes", err, took)
		}
	})
}

func TestHurryEndsAWait(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		s := &service{answer: func(n int, _ exchange) (*http.Response, error) {
			if n < 10 {
				return replyJSON(429, "", "Retry-After", "100"), nil
			}
			return replyJSON(200, `{"value":[]}`), nil
		}}
		c, _ := testClient(t, s, func(cfg *Config) { cfg.Retry.Sleep = nil })
		done := make(chan error)
		go func() {
			_, err := c.Me().Messages(t.Context())
			done <- err
		}()
		began := time.Now()
		for range 9 { // more often than it would be repeated alone
			time.Sleep(time.Second)
			c.Hurry()
		}
		if err, took := <-done, time.Since(began); err != nil || took != 9*time.Second {
			t.Errorf("got %v after %v, want an answer after nine seconds", err, took)
		}
	})
}
