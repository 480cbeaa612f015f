package rest

import (
	"context"
	"encoding/json"
	"errors"
	"math"
	"net/http"
	"strconv"
	"sync"
	"time"

	"daybook/model"
)

// refusal is an error that needs a header beside its body.
type refusal struct {
	err    *model.Error
	header http.Header
}

func (e *refusal) Error() string { return e.err.Error() }
func (e *refusal) Unwrap() error { return e.err }

// reported is an internal error of which the report has gone out.
type reported struct{ err *model.Error }

func (e *reported) Error() string { return e.err.Error() }
func (e *reported) Unwrap() error { return e.err }

// BadProperty is a 400 that names the property that was wrong.
func BadProperty(name, format string, args ...any) error {
	e := model.Errorf(model.CodeInvalidRequest, format, args...)
	e.Target = name
	e.Message = "property " + name + ": " + e.Message
	return e
}

// NotFound is a 404 for an object of a kind ("message", "calendar").
func NotFound(kind, id string) error {
	e := model.Errorf(model.CodeNotFound, "no %s has the id %q", kind, id)
	e.Target = id
	return e
}

type errorBody struct {
	Error errorDetail `json:"error"`
}

type errorDetail struct {
	Code    model.Code `json:"code"`
	Message string     `json:"message"`
	Target  string     `json:"target,omitempty"`
	Inner   innerError `json:"innerError"`
}

type innerError struct {
	Date            string `json:"date"`
	RequestID       string `json:"request-id"`
	ClientRequestID string `json:"client-request-id"`
}

// writeError answers in the dialect's error shape. What is not a model.Error
// is an internal error: it is reported, and its text stays inside.
func (a *API) writeError(w http.ResponseWriter, r *Request, err error) {
	var refused *model.Error
	switch {
	case errors.As(err, &refused):
		if refused.Code == model.CodeUnavailable { // of the store: the next may pass
			w.Header().Set("Retry-After", "1")
		}
	case errors.Is(err, context.DeadlineExceeded), errors.Is(err, context.Canceled):
		refused = model.Errorf(model.CodeUnavailable, "the request was given up before it was done")
	default:
		a.report(r, err, "")
		refused = model.Errorf(model.CodeInternal, "the service failed; it was reported as %s", r.ID)
	}
	var withHeader *refusal
	if errors.As(err, &withHeader) {
		for k, v := range withHeader.header {
			w.Header()[k] = v
		}
	}
	if refused.Code == model.CodeUnauthenticated {
		w.Header().Set("WWW-Authenticate", `Bearer error="invalid_token"`)
	}
	body, _ := json.Marshal(errorBody{errorDetail{ // strings alone: cannot fail
		Code: refused.Code, Message: refused.Message, Target: refused.Target,
		Inner: innerError{Date: r.Now.UTC().Format("2006-01-02T15:04:05"), RequestID: r.ID,
			ClientRequestID: r.clientRequestID()},
	}})
	a.writeBody(w, r, refused.Code.Status(), "application/json", body)
}

// meter throttles by principal: a bucket that holds one second's worth.
type meter struct {
	rate    float64
	mu      sync.Mutex
	buckets map[string]bucket
}

type bucket struct {
	left float64
	at   time.Time
}

func newMeter(rate float64) *meter {
	return &meter{rate: rate, buckets: map[string]bucket{}}
}

// take spends one request of a principal, or says how long to wait.
func (m *meter) take(principal string, now time.Time) error {
	if m.rate <= 0 {
		return nil
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	full := math.Max(1, m.rate)
	b, seen := m.buckets[principal]
	if !seen {
		b.left = full
	} else if gone := now.Sub(b.at).Seconds(); gone > 0 {
		b.left = math.Min(full, b.left+gone*m.rate)
	}
	b.at = now
	if b.left < 1 {
		m.buckets[principal] = b
		wait := math.Ceil((1 - b.left) / m.rate)
		return &refusal{
			err:    model.Errorf(model.CodeTooManyRequests, "too many requests; wait %.0f s", wait),
			header: http.Header{"Retry-After": {strconv.FormatFloat(wait, 'f', 0, 64)}},
		}
	}
	b.left--
	m.buckets[principal] = b
	return nil
}
