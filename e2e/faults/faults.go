// Package faults is a network that fails: a RoundTripper between client and
// service that delays every request and, where its plan says so, throttles it,
// breaks it off before or after the service has carried it out, lets it stall,
// or answers with what is not an answer.
//
// Invariants: what happens to a request depends on the plan's seed and on the
// request alone (its method, its path, in which identifiers count alike as they
// are drawn anew each time, and how often that was asked), not on which of
// several requests came first; time is slept, so that in a synctest bubble it
// costs nothing.
package faults

import (
	"errors"
	"fmt"
	"hash/fnv"
	"io"
	"math/rand/v2"
	"net"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"time"
)

// Kind is a way to fail.
type Kind int

// The ways. Those that end in "ed" lose the answer of what the service has
// carried out.
const (
	None            Kind = iota
	TooMany              // 429, Retry-After in whole seconds
	TooManyBriefly       // 429, Retry-After with a fraction
	TooManyUntil         // 429, Retry-After as a date
	Unavailable          // 503 with Retry-After
	Overloaded           // 503 without
	Refuse               // no connection
	Reset                // broken off before it was sent
	Stall                // never answered, and never carried out
	Portal               // somebody else's page, with 200
	GatewayTimedOut      // 504
	Interrupted          // broken off
	Stalled              // never answered
	Truncated            // half of the reply
	kinds
)

var names = [kinds]string{"none", "429", "429 with a fraction", "429 with a date", "503 with a time", "503", "no connection",
	"reset before", "stall before", "a portal's page", "504 after", "reset after", "stall after", "truncated"}

func (k Kind) String() string { return names[k] }

// carriedOut reports whether the service sees the request.
func (k Kind) carriedOut() bool { return k == None || k >= GatewayTimedOut }

// All are the kinds there are.
func All() []Kind {
	var out []Kind
	for k := None + 1; k < kinds; k++ {
		out = append(out, k)
	}
	return out
}

// Plan says how a network fails. The zero value does not.
type Plan struct {
	Seed    uint64
	Latency time.Duration    // of each request
	Rate    float64          // how many of the requests fail, 0 to 1
	Kinds   []Kind           // the ways they fail, each as likely; all when nil
	Now     func() time.Time // for dates in headers; time.Now when nil
	Cut     bool             // whether it begins unplugged
}

// Network is the RoundTripper. Make it with New.
type Network struct {
	next http.RoundTripper

	mu    sync.Mutex
	plan  Plan
	down  bool
	asked map[string]int
	busy  int
	stats Stats
}

// Stats is what has passed a network.
type Stats struct {
	Requests int
	Most     int // at once
	Failed   map[Kind]int
	Done     map[string]int // what the service answered with a success, by method and the path's last word: "POST move"
}

// New puts a network in front of a service.
func New(next http.RoundTripper, plan Plan) *Network {
	if plan.Kinds == nil {
		plan.Kinds = All()
	}
	if plan.Now == nil {
		plan.Now = time.Now
	}
	return &Network{next: next, plan: plan, down: plan.Cut, asked: map[string]int{}, stats: Stats{Failed: map[Kind]int{}, Done: map[string]int{}}}
}

// SetRate changes how many of the requests fail.
func (n *Network) SetRate(rate float64) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.plan.Rate = rate
}

// Unplug lets no connection through, until it is called with false.
func (n *Network) Unplug(down bool) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.down = down
}

// Stats returns what has passed so far.
func (n *Network) Stats() Stats {
	n.mu.Lock()
	defer n.mu.Unlock()
	s := n.stats
	s.Failed, s.Done = map[Kind]int{}, map[string]int{}
	for k, v := range n.stats.Failed {
		s.Failed[k] = v
	}
	for k, v := range n.stats.Done {
		s.Done[k] = v
	}
	return s
}

// RoundTrip implements http.RoundTripper.
func (n *Network) RoundTrip(req *http.Request) (*http.Response, error) {
	kind, draw := n.enter(req)
	defer n.leave()
	if err := sleep(req, n.plan.Latency); err != nil {
		return nil, err
	}
	if !kind.carriedOut() {
		if req.Body != nil {
			req.Body.Close()
		}
		return n.fail(req, kind, draw)
	}
	resp, err := n.next.RoundTrip(req)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode < 300 {
		n.done(req)
	}
	return n.lose(req, resp, kind)
}

// identifiers are the path segments that the service has named.
var identifiers = regexp.MustCompile(`/[^/]*[0-9][^/]{11,}`)

// enter counts a request and decides what becomes of it.
func (n *Network) enter(req *http.Request) (Kind, *rand.Rand) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.stats.Requests++
	n.busy++
	n.stats.Most = max(n.stats.Most, n.busy)
	key := req.Method + identifiers.ReplaceAllString(req.URL.Path, "/{}")
	n.asked[key]++
	h := fnv.New64a()
	fmt.Fprint(h, key, n.asked[key])
	draw := rand.New(rand.NewPCG(n.plan.Seed, h.Sum64()))
	kind := None
	switch {
	case n.down:
		kind = Refuse
	case draw.Float64() < n.plan.Rate:
		kind = n.plan.Kinds[draw.IntN(len(n.plan.Kinds))]
	}
	if kind != None {
		n.stats.Failed[kind]++
	}
	return kind, draw
}

func (n *Network) leave() {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.busy--
}

func (n *Network) done(req *http.Request) {
	n.mu.Lock()
	defer n.mu.Unlock()
	n.stats.Done[req.Method+" "+req.URL.Path[strings.LastIndexByte(req.URL.Path, '/')+1:]]++
}

// fail answers in the place of a service that never heard of the request.
func (n *Network) fail(req *http.Request, kind Kind, draw *rand.Rand) (*http.Response, error) {
	const slowDown = `{"error":{"code":"TooManyRequests","message":"slow down"}}`
	const later = `{"error":{"code":"ServiceUnavailable","message":"come back later"}}`
	switch kind {
	case TooMany:
		return reply(req, 429, slowDown, strconv.Itoa(1+draw.IntN(3))), nil
	case TooManyBriefly:
		return reply(req, 429, slowDown, strconv.FormatFloat(2*draw.Float64(), 'f', 3, 64)), nil
	case TooManyUntil:
		return reply(req, 429, slowDown, n.plan.Now().Add(2*time.Second).UTC().Format(http.TimeFormat)), nil
	case Unavailable:
		return reply(req, 503, later, "1"), nil
	case Overloaded:
		return reply(req, 503, later, ""), nil
	case Refuse:
		return nil, &net.OpError{Op: "dial", Net: "tcp", Err: syscall.ECONNREFUSED}
	case Portal:
		resp := reply(req, 200, "<html><title>Welcome to the train's network</title></html>", "")
		resp.Header.Set("Content-Type", "text/html")
		return resp, nil
	case Stall:
		return nil, sleep(req, forever)
	}
	return nil, &net.OpError{Op: "write", Net: "tcp", Err: syscall.ECONNRESET}
}

// lose takes the answer away from what the service has carried out.
func (n *Network) lose(req *http.Request, resp *http.Response, kind Kind) (*http.Response, error) {
	if kind == None {
		return resp, nil
	}
	body, err := io.ReadAll(resp.Body)
	resp.Body.Close()
	switch {
	case err != nil:
		return nil, err
	case kind == GatewayTimedOut:
		return reply(req, 504, "", ""), nil
	case kind == Stalled:
		return nil, sleep(req, forever)
	case kind == Truncated && len(body) > 1:
		resp.Body = io.NopCloser(io.MultiReader(strings.NewReader(string(body[:len(body)/2])), broken{}))
		return resp, nil
	}
	return nil, &net.OpError{Op: "read", Net: "tcp", Err: syscall.ECONNRESET}
}

type broken struct{}

func (broken) Read([]byte) (int, error) { return 0, io.ErrUnexpectedEOF }

func reply(req *http.Request, status int, body, retryAfter string) *http.Response {
	h := http.Header{"Content-Type": {"application/json"}}
	if retryAfter != "" {
		h.Set("Retry-After", retryAfter)
	}
	return &http.Response{
		StatusCode: status, Status: http.StatusText(status), Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Header: h, Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body)), Request: req,
	}
}

// forever is longer than anybody waits.
const forever = 24 * time.Hour

var errForever = errors.New("nobody gave up waiting for an answer that never comes")

// sleep waits, or returns why the request ended before.
func sleep(req *http.Request, d time.Duration) error {
	if d == 0 {
		return nil
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-req.Context().Done():
		return req.Context().Err()
	case <-t.C:
	}
	if d == forever {
		return errForever
	}
	return nil
}
