package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"net/http"
	"net/url"
	"strings"
	"time"

	"daybook/model"
)

// Error is a refusal by the service. errors.Is compares it with the model's
// sentinels by code, and by status where the code is not in the table.
type Error struct {
	Method, Path    string // what was asked, without the query
	Status          int
	Code            model.Code // as the service wrote it, or from the status
	Message         string
	Target          string
	RequestID       string
	ClientRequestID string
	RetryAfter      time.Duration // 0 when not given
}

// Error is what the service said, as people read it.
func (e *Error) Error() string {
	said := strings.TrimSuffix(e.Message, ".")
	if e.Status == http.StatusForbidden {
		return "the service does not permit it: " + said
	}
	return said
}

// Asked is what was asked and the code of the answer, for whoever looks for a
// fault: "GET /me/messages/1: 404 ErrorItemNotFound".
func (e *Error) Asked() string {
	return fmt.Sprintf("%s %s: %d %s", e.Method, e.Path, e.Status, e.Code)
}

// Is reports whether target is a *model.Error of this error's code.
func (e *Error) Is(target error) bool {
	t, ok := target.(*model.Error)
	return ok && t.Code == e.canonical() && (t.Message == "" || t.Message == e.Message)
}

// As lets errors.As read the refusal in the model's words.
func (e *Error) As(target any) bool {
	t, ok := target.(**model.Error)
	if ok {
		*t = &model.Error{Code: e.canonical(), Message: e.Message, Target: e.Target}
	}
	return ok
}

// unread reports that the service has not begun on the request.
func (e *Error) unread() bool {
	return e.Status == http.StatusTooManyRequests || e.Status == http.StatusServiceUnavailable && e.RetryAfter > 0
}

// canonical is the code of the shared table that this refusal amounts to.
func (e *Error) canonical() model.Code {
	if e.Status == http.StatusGone {
		return model.CodeSyncStateGone // resyncRequired, syncStateNotFound
	}
	if e.Code == model.CodeInternal || e.Code.Status() != http.StatusInternalServerError {
		return e.Code
	}
	return model.CodeOf(e.Status)
}

// ErrUnreachable is what errors.Is finds in a request that got no answer.
var ErrUnreachable = errors.New("the service cannot be reached")

// ConnError is a request that got no answer: whether it was carried out is
// not known.
type ConnError struct{ Err error }

func (e *ConnError) Error() string { return fmt.Sprintf("%v (%v)", ErrUnreachable, e.Err) }

// Unwrap gives the cause and ErrUnreachable.
func (e *ConnError) Unwrap() []error { return []error{ErrUnreachable, e.Err} }

// permanent is an error of the client's own making: repeating cannot help,
// and nothing was sent.
type permanent struct{ err error }

func (p permanent) Error() string { return p.err.Error() }
func (p permanent) Unwrap() error { return p.err }

// late is a request that ran out of the time it was given.
type late struct{ err error }

func (late) Error() string   { return "the service took too long; try again" }
func (l late) Unwrap() error { return l.err }

// connError describes a failure of the transport. What the context ended, and
// refusals of the client, are none.
func connError(err error) error {
	err = plainError(err)
	var p permanent
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		return late{err}
	case errors.Is(err, context.Canceled) || errors.As(err, &p):
		return err
	}
	return &ConnError{Err: err}
}

// plainError takes the address off an error of net/http: a query can hold
// what was searched for, and page tokens.
func plainError(err error) error {
	var u *url.Error
	if errors.As(err, &u) {
		return u.Err
	}
	return err
}

const maxErrorBody = 64 << 10

type errorBody struct {
	Error struct {
		Code       string `json:"code"`
		Message    string `json:"message"`
		Target     string `json:"target"`
		InnerError struct {
			RequestID       string `json:"request-id"`
			ClientRequestID string `json:"client-request-id"`
		} `json:"innerError"`
	} `json:"error"`
}

// readError makes an Error of a reply that is not a success. A body that is
// not the interface's JSON (a proxy's page) leaves the status to speak.
func readError(method, path string, resp *http.Response, now time.Time) error {
	data, _ := io.ReadAll(io.LimitReader(resp.Body, maxErrorBody))
	var body errorBody
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind == "" || strings.HasSuffix(kind, "json") {
		if json.Unmarshal(data, &body) != nil {
			body = errorBody{}
		}
	}
	e := newError(method, path, resp.StatusCode, resp.Header, body)
	e.RetryAfter, _ = retryAfter(resp.Header, now)
	return e
}

func newError(method, path string, status int, header http.Header, body errorBody) *Error {
	b := body.Error
	e := &Error{
		Method: method, Path: path, Status: status,
		Code: model.Code(b.Code), Message: b.Message, Target: b.Target,
		RequestID: header.Get("request-id"), ClientRequestID: header.Get("client-request-id"),
	}
	if e.RequestID == "" {
		e.RequestID = b.InnerError.RequestID
	}
	if e.ClientRequestID == "" {
		e.ClientRequestID = b.InnerError.ClientRequestID
	}
	if e.Code == "" {
		e.Code = model.CodeOf(status)
	}
	if e.Message == "" {
		e.Message = fallbackMessage(status)
	}
	return e
}

func fallbackMessage(status int) string {
	switch {
	case status >= 300 && status < 400:
		return "the service answered with a redirect, which is not followed because it would take the token along"
	case http.StatusText(status) != "":
		return "the service gave no reason (" + http.StatusText(status) + ")"
	}
	return "the service gave no reason"
}
