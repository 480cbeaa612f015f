package api

import (
	"context"
	"crypto/tls"
	"errors"
	"math/rand/v2"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// RetryPolicy says how a request that changes nothing when repeated is
// repeated. The zero value has the defaults that are named.
type RetryPolicy struct {
	Attempts int                                        // repetitions at most; 5, negative for none
	Longest  time.Duration                              // the longest wait that is accepted; 2 minutes
	OnWait   func(Wait)                                 // told before each wait, for a countdown, from any goroutine; nil
	Now      func() time.Time                           // time.Now
	Sleep    func(context.Context, time.Duration) error // real time; the context's error when it ends first
	Random   func() float64                             // 0 to 1, for the jitter
}

// Wait is a pause before a request is repeated. Status is 0 after a
// connection error.
type Wait struct {
	Attempt int // the repetition that follows, from 1
	Status  int
	Until   time.Time
}

const (
	defaultAttempts = 5
	defaultLongest  = 2 * time.Minute
	firstBackoff    = 500 * time.Millisecond
	longestBackoff  = 30 * time.Second
)

func (p RetryPolicy) withDefaults() RetryPolicy {
	if p.Attempts == 0 {
		p.Attempts = defaultAttempts
	}
	if p.Longest == 0 {
		p.Longest = defaultLongest
	}
	if p.OnWait == nil {
		p.OnWait = func(Wait) {}
	}
	if p.Now == nil {
		p.Now = time.Now
	}
	if p.Sleep == nil {
		p.Sleep = wait
	}
	if p.Random == nil {
		p.Random = rand.Float64
	}
	return p
}

type repeatKey struct{}

// repeatable marks the requests of ctx as safe to send again.
func repeatable(ctx context.Context) context.Context {
	return context.WithValue(ctx, repeatKey{}, true)
}

// retrier repeats what is marked repeatable after 429, 503, 504 and
// connection errors, never beyond the context's deadline.
type retrier struct {
	next   http.RoundTripper
	policy RetryPolicy
}

func (t *retrier) RoundTrip(req *http.Request) (*http.Response, error) {
	lost := false // an attempt before may have been carried out
	for attempt := 1; ; attempt++ {
		resp, err := t.next.RoundTrip(req)
		if lost && gone(resp) {
			resp.StatusCode = http.StatusNoContent
		}
		lost = lost || err != nil || resp.StatusCode == http.StatusGatewayTimeout
		if attempt > t.policy.Attempts || !transient(resp, err) || req.Context().Err() != nil {
			return resp, err
		}
		again, ok := t.again(req)
		if !ok {
			return resp, err
		}
		pause, until := t.pause(resp, attempt)
		if deadline, set := req.Context().Deadline(); pause > t.policy.Longest || set && until.After(deadline) {
			closeRequest(again)
			return resp, err
		}
		wait := Wait{Attempt: attempt, Until: until}
		if resp != nil {
			wait.Status = resp.StatusCode
			drain(resp.Body)
		}
		t.policy.OnWait(wait)
		if err := t.policy.Sleep(req.Context(), pause); err != nil {
			closeRequest(again)
			return nil, err
		}
		req = again
	}
}

// gone recognizes a repeated DELETE that finds nothing left to delete.
func gone(resp *http.Response) bool {
	return resp != nil && resp.StatusCode == http.StatusNotFound && resp.Request != nil && resp.Request.Method == http.MethodDelete
}

func (t *retrier) again(req *http.Request) (*http.Request, bool) {
	if req.Context().Value(repeatKey{}) == nil {
		return nil, false
	}
	return rewind(req)
}

// rewind returns the request with its body from the start, if it has one
// that can be read again.
func rewind(req *http.Request) (*http.Request, bool) {
	if req.Body == nil || req.Body == http.NoBody {
		return req, true
	}
	if req.GetBody == nil {
		return nil, false
	}
	body, err := req.GetBody()
	if err != nil {
		return nil, false
	}
	again := req.Clone(req.Context())
	again.Body = body
	return again, true
}

func transient(resp *http.Response, err error) bool {
	if err != nil {
		var p permanent
		var cert *tls.CertificateVerificationError
		return !errors.As(err, &p) && !errors.As(err, &cert)
	}
	switch resp.StatusCode {
	case http.StatusTooManyRequests, http.StatusServiceUnavailable, http.StatusGatewayTimeout:
		return true
	}
	return false
}

// pause is what the service asked for, else full jitter: any time up to a
// bound that doubles, so that many clients do not come back at once.
func (t *retrier) pause(resp *http.Response, attempt int) (time.Duration, time.Time) {
	now := t.policy.Now()
	if resp != nil {
		if d, ok := retryAfter(resp.Header, now); ok {
			return d, now.Add(d)
		}
	}
	bound := min(firstBackoff<<(attempt-1), longestBackoff)
	d := time.Duration(t.policy.Random() * float64(bound))
	return d, now.Add(d)
}

// retryAfter reads Retry-After: seconds, whole or with a fraction, or a date.
func retryAfter(h http.Header, now time.Time) (time.Duration, bool) {
	v := strings.TrimSpace(h.Get("Retry-After"))
	if v == "" {
		return 0, false
	}
	if seconds, err := strconv.ParseFloat(v, 64); err == nil {
		// NaN fails both comparisons.
		if seconds >= 0 && seconds < float64(1<<31) {
			return time.Duration(seconds * float64(time.Second)), true
		}
		return 0, false
	}
	if at, err := http.ParseTime(v); err == nil {
		return max(at.Sub(now), 0), true
	}
	return 0, false
}
