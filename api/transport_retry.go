package api

import (
	"cmp"
	"context"
	"crypto/tls"
	"errors"
	"math/rand/v2"
	"net"
	"net/http"
	"strconv"
	"strings"
	"sync"
	"time"
)

// RetryPolicy says how a request is repeated that changes nothing when
// repeated, or that the service has turned away unread. The zero value has the
// defaults that are named.
type RetryPolicy struct {
	Attempts int                                        // repetitions at most; 5, negative for none
	Longest  time.Duration                              // the longest wait that is accepted; 2 minutes
	Stall    time.Duration                              // how long nothing may come before an attempt is given up; 30 seconds
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
	defaultStall    = 30 * time.Second
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
	if p.Stall == 0 {
		p.Stall = defaultStall
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

// retrier repeats what may be repeated, never beyond the context's deadline:
//   - any request that the service turned away unread (see unread): up to five
//     times, and a throttled one until it has waited for two minutes;
//   - one whose repetition changes nothing, also after 503, 504 and every kind
//     of lost answer. While the service is known not to answer, a lost answer
//     is final, so that a request fails at once and not in a minute;
//   - what only reads, within the allowance that all reads share.
type retrier struct {
	next      http.RoundTripper
	policy    RetryPolicy
	link      *link
	naps      naps
	allowance allowance
}

// allowance bounds the repetitions of all that only reads: to read again what is on the screen is twenty requests, and
// each repeated five times would be a storm on a service that is in trouble already. What a person changes is always
// repeated. The zero value is full.
type allowance struct {
	mu    sync.Mutex
	spent float64
	at    time.Time // when spent was true
}

const (
	mostSpent       = 60.0 // repetitions while nothing succeeds
	grantedAMinute  = 2.0
	asTold          = 0.1 // what one costs that the service asked for: it is there, and says when
	givenForSuccess = 0.25
)

// take says that a read may be repeated.
func (a *allowance) take(cost float64, now time.Time) bool {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.spent = max(a.spent-max(now.Sub(a.at).Minutes(), 0)*grantedAMinute, 0)
	a.at = now
	if a.spent+cost > mostSpent {
		return false
	}
	a.spent += cost
	return true
}

// give gives back some of what was spent; all of it when somebody asks for it.
func (a *allowance) give(some float64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.spent = max(a.spent-some, 0)
}

// allows says that all reads together may be repeated once more; what changes something always may.
func (t *retrier) allows(req *http.Request, what call, resp *http.Response) bool {
	if req.Method != http.MethodGet && req.Method != http.MethodHead && !what.reads {
		return true
	}
	cost, now := 1.0, t.policy.Now()
	if resp != nil {
		if _, told := retryAfter(resp.Header, now); told {
			cost = asTold
		}
	}
	return t.allowance.take(cost, now)
}

func (t *retrier) RoundTrip(req *http.Request) (*http.Response, error) {
	what := callOf(req.Context())
	down := t.link.isDown()
	var lost error // of the first attempt that may have been carried out
	throttled := 0
	var waited time.Duration // for throttlings
	for attempt := 1; ; attempt++ {
		resp, err := t.attempt(req, what)
		if lost != nil && gone(resp) {
			resp.StatusCode = http.StatusNoContent
		}
		again, ok := t.repetition(req, what, resp, err)
		pause, until := t.pause(resp, attempt, throttled)
		if resp != nil && resp.StatusCode == http.StatusTooManyRequests {
			if waited += pause; waited <= t.policy.Longest {
				attempt = min(attempt, t.policy.Attempts) // it is there, and says when: that does not count
			}
			throttled++
		}
		if !ok || attempt > t.policy.Attempts || down && err != nil || req.Context().Err() != nil {
			closeRequest(again)
			return inDoubt(lost, resp, err)
		}
		lost = cmp.Or(lost, lostBy(resp, err))
		deadline, set := req.Context().Deadline()
		if pause > t.policy.Longest || set && time.Until(deadline) < pause || !t.allows(req, what, resp) {
			closeRequest(again)
			return inDoubt(lost, resp, err)
		}
		wait := Wait{Attempt: attempt, Until: until}
		if resp != nil {
			wait.Status = resp.StatusCode
			drain(resp.Body)
		}
		hurried, err := t.rest(req.Context(), wait, pause)
		if err != nil {
			closeRequest(again)
			return nil, err
		}
		if hurried {
			attempt-- // whoever sits there decides how often
		}
		req = again
	}
}

// rest waits before a repetition, unless somebody has no patience.
func (t *retrier) rest(ctx context.Context, w Wait, pause time.Duration) (hurried bool, err error) {
	t.policy.OnWait(w)
	nap, done := t.naps.begin(ctx)
	defer done()
	err = t.policy.Sleep(nap, pause)
	if err != nil && ctx.Err() == nil {
		return true, nil
	}
	return false, err
}

// gone recognizes a repeated DELETE that finds nothing left to delete.
func gone(resp *http.Response) bool {
	return resp != nil && resp.StatusCode == http.StatusNotFound && resp.Request != nil && resp.Request.Method == http.MethodDelete
}

// repetition prepares the repetition of a request, if it may have one.
func (t *retrier) repetition(req *http.Request, what call, resp *http.Response, err error) (*http.Request, bool) {
	if !unread(resp, err) && !(what.idempotent && transient(resp, err)) {
		return nil, false
	}
	return rewind(req)
}

// unread reports that the service has not begun on a request, so that any
// method may be repeated: it was throttled, or told when to come back, or the
// connection was never made. A 503 without Retry-After is no proof: proxies
// answer so when a service dies at its work.
func unread(resp *http.Response, err error) bool {
	if err != nil {
		return unsent(err)
	}
	return resp.StatusCode == http.StatusTooManyRequests ||
		resp.StatusCode == http.StatusServiceUnavailable && resp.Header.Get("Retry-After") != ""
}

// unsent reports a connection that was never made.
func unsent(err error) bool {
	var op *net.OpError
	return errors.As(err, &op) && op.Op == "dial"
}

// lostBy is why it is not known whether an attempt was carried out, nil when
// it was not.
func lostBy(resp *http.Response, err error) error {
	switch {
	case unread(resp, err):
		return nil
	case err != nil:
		return err
	}
	return errors.New("the service answered with " + strconv.Itoa(resp.StatusCode))
}

// inDoubt is the end of a request. Where an earlier attempt may have been
// carried out, a refusal to read the last one says nothing of the first.
func inDoubt(lost error, resp *http.Response, err error) (*http.Response, error) {
	if lost == nil || !unread(resp, err) {
		return resp, err
	}
	if resp != nil {
		drain(resp.Body)
	}
	return nil, lost
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

// mostSpread bounds by how much a throttled request comes later than it was
// told.
const mostSpread = 5 * time.Second

// pause is what the service asked for, and more each time it is asked for
// again, as all that was throttled with it comes back in the same moment; else
// full jitter: any time up to a bound that doubles.
func (t *retrier) pause(resp *http.Response, attempt, throttled int) (time.Duration, time.Time) {
	now := t.policy.Now()
	if resp != nil {
		if d, ok := retryAfter(resp.Header, now); ok {
			d += time.Duration(t.policy.Random() * float64(min(time.Duration(throttled)*time.Second, mostSpread)))
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
