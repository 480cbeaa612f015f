// Package servicetest lets an area's tests speak to the real service: JSON in
// and JSON out over its handler, with a clock that the test sets.
package servicetest

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"daybook/service"
	"daybook/service/rest"
	"daybook/service/store"
	"daybook/service/store/pgtest"
)

// World is a service in a folder of its own, whose clock the test sets.
type World struct {
	T       testing.TB
	Service *service.Service
	// IDs and Tokens are by the user's name, the part of the principal name
	// before @contoso.example.
	IDs, Tokens map[string]string

	now atomic.Int64 // Unix nanoseconds; the service reads it in the background too
}

// Now is the time of the service's clock, which stands still.
func (w *World) Now() time.Time { return time.Unix(0, w.now.Load()).UTC() }

// SetNow sets the clock.
func (w *World) SetNow(at time.Time) { w.now.Store(at.UnixNano()) }

// Advance moves the clock on.
func (w *World) Advance(d time.Duration) { w.now.Add(int64(d)) }

// New opens a service with the users ann, bo and cy, whose tokens have the
// scopes. What the service reports fails the test.
func New(t testing.TB, scopes string) *World {
	t.Helper()
	w := &World{T: t, IDs: map[string]string{}, Tokens: map[string]string{}}
	w.SetNow(time.Date(2026, 11, 19, 9, 42, 0, 0, time.UTC))
	svc, err := service.Open(pgtest.Place(t), service.Options{
		Now:    w.Now,
		Report: func(r rest.Report) { t.Errorf("reported: %s %s: %v\n%s", r.Method, r.Operation, r.Err, r.Stack) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { svc.Close() })
	w.Service = svc
	for _, name := range []string{"ann", "bo", "cy"} {
		w.IDs[name] = w.AddMailbox(store.Mailbox{Kind: store.KindUser,
			PrincipalName: name + "@contoso.example", DisplayName: strings.ToUpper(name[:1]) + name[1:]})
		w.Tokens[name] = w.Token(name+"@contoso.example", scopes)
	}
	return w
}

// AddMailbox adds a user or group and returns its id.
func (w *World) AddMailbox(m store.Mailbox) string {
	w.T.Helper()
	m, err := w.Service.Store().AddMailbox(w.T.Context(), m)
	if err != nil {
		w.T.Fatal(err)
	}
	return m.ID
}

// Token makes a token for a user with exactly these scopes.
func (w *World) Token(user, scopes string) string {
	w.T.Helper()
	token, err := w.Service.MintToken(w.T.Context(), user, scopes, 0)
	if err != nil {
		w.T.Fatal(err)
	}
	return token
}

// Reply is an answer of the service.
type Reply struct {
	t      testing.TB
	what   string
	Status int
	Header http.Header
	Body   []byte
}

// Do sends a request as a user, "" for nobody; a body is JSON unless a header
// says otherwise. Header lines are "Name: value".
func (w *World) Do(user, method, path, body string, headers ...string) *Reply {
	w.T.Helper()
	req := httptest.NewRequest(method, "http://daybook.test"+strings.ReplaceAll(path, " ", "%20"), strings.NewReader(body))
	if user != "" {
		req.Header.Set("Authorization", "Bearer "+w.Tokens[user])
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	rec := httptest.NewRecorder()
	w.Service.Handler().ServeHTTP(rec, req)
	return &Reply{t: w.T, what: method + " " + path, Status: rec.Code, Header: rec.Result().Header, Body: rec.Body.Bytes()}
}

// Ann is Do for the user most tests are about.
func (w *World) Ann(method, path, body string, headers ...string) *Reply {
	w.T.Helper()
	return w.Do("ann", method, path, body, headers...)
}

// Want checks the status; another one ends the test.
func (r *Reply) Want(status int) *Reply {
	r.t.Helper()
	if r.Status != status {
		r.t.Fatalf("%s answered %d, want %d: %.600s", r.what, r.Status, status, r.Body)
	}
	return r
}

// Get finds a value by path, "value/0/subject"; nil when it is not there.
func (r *Reply) Get(path string) any {
	r.t.Helper()
	var v any
	if err := json.Unmarshal(r.Body, &v); err != nil {
		r.t.Fatalf("%s: the body is not JSON: %v: %.600s", r.what, err, r.Body)
	}
	for step := range strings.SplitSeq(path, "/") {
		switch x := v.(type) {
		case map[string]any:
			v = x[step]
		case []any:
			i, err := strconv.Atoi(step)
			if err != nil || i >= len(x) {
				return nil
			}
			v = x[i]
		default:
			return nil
		}
	}
	return v
}

// Str is Get for a string, "" when there is none.
func (r *Reply) Str(path string) string {
	r.t.Helper()
	s, _ := r.Get(path).(string)
	return s
}

// Len is the number of elements of an array, 0 when there is none.
func (r *Reply) Len(path string) int {
	r.t.Helper()
	list, _ := r.Get(path).([]any)
	return len(list)
}

// Has checks values, given as path, value, path, value.
func (r *Reply) Has(pairs ...any) *Reply {
	r.t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		path := pairs[i].(string)
		got, _ := json.Marshal(r.Get(path)) // came from JSON
		want, _ := json.Marshal(pairs[i+1]) // a literal of the test
		if !bytes.Equal(got, want) {
			r.t.Errorf("%s: %s = %.600s, want %s", r.what, path, got, want)
		}
	}
	return r
}

// Says checks that the error's message has the words.
func (r *Reply) Says(words string) *Reply {
	r.t.Helper()
	if got := r.Str("error/message"); !strings.Contains(got, words) {
		r.t.Errorf("%s: the error says %q, want %q in it", r.what, got, words)
	}
	return r
}
