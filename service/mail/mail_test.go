package mail_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"daybook/service"
	"daybook/service/rest"
	"daybook/service/store"
)

// world is a service with three users, and a token for each.
type world struct {
	t   testing.TB
	svc *service.Service
	now time.Time
	ids map[string]string // user name -> id
	tok map[string]string // user name -> token
}

const everything = "Mail.ReadWrite Mail.Send Mail.ReadWrite.Shared Mail.Send.Shared MailboxSettings.ReadWrite"

func newWorld(t testing.TB) *world {
	t.Helper()
	w := &world{t: t, now: time.Date(2026, 11, 19, 9, 42, 0, 0, time.UTC), ids: map[string]string{}, tok: map[string]string{}}
	svc, err := service.Open(t.TempDir(), service.Options{
		Now:    func() time.Time { return w.now },
		Report: func(r rest.Report) { t.Errorf("reported: %s %s: %v\n%s", r.Method, r.Operation, r.Err, r.Stack) },
	})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { svc.Close() })
	w.svc = svc
	for _, name := range []string{"ann", "bo", "cy"} {
		m, err := svc.Store().AddMailbox(context.Background(), store.Mailbox{Kind: store.KindUser,
			PrincipalName: name + "@contoso.example", DisplayName: strings.ToUpper(name[:1]) + name[1:]})
		if err != nil {
			t.Fatal(err)
		}
		w.ids[name] = m.ID
		if w.tok[name], err = svc.MintToken(context.Background(), m.ID, everything, 0); err != nil {
			t.Fatal(err)
		}
	}
	return w
}

// reply is an answer with its JSON taken apart.
type reply struct {
	t      testing.TB
	what   string
	status int
	header http.Header
	body   []byte
}

// do sends a request as a user; header lines are "Name: value".
func (w *world) do(user, method, path, body string, headers ...string) *reply {
	w.t.Helper()
	req := httptest.NewRequest(method, "http://daybook.test"+strings.ReplaceAll(path, " ", "%20"), strings.NewReader(body))
	if user != "" {
		req.Header.Set("Authorization", "Bearer "+w.tok[user])
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json")
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	rec := httptest.NewRecorder()
	w.svc.Handler().ServeHTTP(rec, req)
	b, err := io.ReadAll(rec.Result().Body)
	if err != nil {
		w.t.Fatal(err)
	}
	return &reply{t: w.t, what: method + " " + path, status: rec.Code, header: rec.Result().Header, body: b}
}

// ann is do for the user most tests are about.
func (w *world) ann(method, path, body string, headers ...string) *reply {
	w.t.Helper()
	return w.do("ann", method, path, body, headers...)
}

func (r *reply) want(status int) *reply {
	r.t.Helper()
	if r.status != status {
		r.t.Fatalf("%s answered %d, want %d: %s", r.what, r.status, status, r.body)
	}
	return r
}

// get finds a value by path: "value/0/subject"; nil when it is not there.
func (r *reply) get(path string) any {
	r.t.Helper()
	var v any
	dec := json.NewDecoder(bytes.NewReader(r.body))
	if err := dec.Decode(&v); err != nil {
		r.t.Fatalf("%s: the body is not JSON: %v: %s", r.what, err, r.body)
	}
	for _, step := range strings.Split(path, "/") {
		switch x := v.(type) {
		case map[string]any:
			v = x[step]
		case []any:
			i := int(step[0] - '0')
			if i >= len(x) {
				return nil
			}
			v = x[i]
		default:
			return nil
		}
	}
	return v
}

func (r *reply) str(path string) string {
	r.t.Helper()
	s, _ := r.get(path).(string)
	return s
}

// has checks values, given as path, value, path, value.
func (r *reply) has(pairs ...any) *reply {
	r.t.Helper()
	for i := 0; i < len(pairs); i += 2 {
		path := pairs[i].(string)
		got, _ := json.Marshal(r.get(path))
		want, _ := json.Marshal(pairs[i+1])
		if !bytes.Equal(got, want) {
			r.t.Errorf("%s: %s = %s, want %s", r.what, path, got, want)
		}
	}
	return r
}

// subjects lists value/*/subject.
func (r *reply) subjects() string {
	r.t.Helper()
	var page struct {
		Value []struct{ Subject string }
	}
	if err := json.Unmarshal(r.body, &page); err != nil {
		r.t.Fatalf("%s: %v: %s", r.what, err, r.body)
	}
	out := make([]string, len(page.Value))
	for i, m := range page.Value {
		out[i] = m.Subject
	}
	return strings.Join(out, ", ")
}
