package contract

import (
	"bytes"
	_ "embed"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"

	"daybook/api"
	"daybook/api/apitest"
)

// literals has, for each row, the properties of the reply and the body to
// send. A property may be compared: name=value. In parentheses stand a media
// type for a reply that is not JSON, and photo and plan for bodies that are
// not; {name} is a fresh name.
//
//go:embed testdata/literal.tsv
var literals string

type literal struct {
	fields []string
	media  string // of a reply that is not JSON
	body   string
}

func readLiterals(t *testing.T) map[string]literal {
	t.Helper()
	out := map[string]literal{}
	for _, line := range strings.Split(strings.TrimSuffix(literals, "\n"), "\n")[1:] {
		f := strings.Split(line, "\t")
		l := literal{body: f[2]}
		if media, ok := strings.CutPrefix(f[1], "("); ok {
			l.media = strings.TrimSuffix(media, ")")
		} else if f[1] != "" {
			l.fields = strings.Split(f[1], ",")
		}
		out[f[0]] = l
	}
	return out
}

// socket sends requests as any HTTP client would.
type socket struct {
	*httptest.Server
	token api.Token
}

func (s socket) send(t *testing.T, method, path, body, contentType string) (*http.Response, []byte) {
	t.Helper()
	header := map[string]string{"client-request-id": "my-own-id"}
	if contentType != "" {
		header["Content-Type"] = contentType
	}
	return s.ask(t, method, path, []byte(body), header)
}

// ask is a request with headers of its own choice.
func (s socket) ask(t *testing.T, method, path string, body []byte, header map[string]string) (*http.Response, []byte) {
	t.Helper()
	req, err := http.NewRequestWithContext(t.Context(), method, s.URL+path, bytes.NewReader(body))
	if err != nil {
		t.Fatal(err)
	}
	if s.token != "" {
		req.Header.Set("Authorization", "Bearer "+string(s.token))
	}
	for name, value := range header {
		req.Header.Set(name, value)
	}
	resp, err := s.Client().Do(req)
	if err != nil {
		t.Fatal(err)
	}
	defer resp.Body.Close()
	reply, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp, reply
}

// TestEveryRowAsLiteralJSON sends each row over a socket as text, so that a
// mistake in a type that both sides share cannot hide.
func TestEveryRowAsLiteralJSON(t *testing.T) {
	w := newWorld(t)
	s := socket{w.serve(t), w.token(t, w.owner, everything, 0)}
	all := readLiterals(t)
	for _, r := range rows() {
		t.Run(r.String(), func(t *testing.T) {
			l, ok := all[r.Key]
			if !ok {
				t.Fatalf("no literal for %s", r.Key)
			}
			w.prepare(t, r)
			name := w.name()
			body, contentType := l.content(name)
			resp, reply := s.send(t, r.Method, "/"+r.Version+r.Fill(w.owner.PrincipalName, escaped(w.make(t, r.Key))...)+required(r), body, contentType)
			if resp.StatusCode != r.Status {
				t.Fatalf("got %d %s, want %d", resp.StatusCode, reply, r.Status)
			}
			checkHeaders(t, resp, reply)
			l.check(t, r, resp, reply, name)
		})
	}
}

func (l literal) content(name string) (body, contentType string) {
	switch l.body {
	case "":
		return "", ""
	case "(photo)":
		return string(photo), "image/png"
	case "(plan)":
		return "plan", "text/plain"
	}
	return strings.ReplaceAll(l.body, "{name}", name), "application/json"
}

// checkHeaders asserts what every reply has.
func checkHeaders(t *testing.T, resp *http.Response, reply []byte) {
	t.Helper()
	if resp.Header.Get("request-id") == "" {
		t.Error("the reply has no request-id")
	}
	if got := resp.Header.Get("client-request-id"); got != "my-own-id" {
		t.Errorf("client-request-id: got %q, want the request's", got)
	}
	if resp.StatusCode == http.StatusNoContent && len(reply) > 0 {
		t.Errorf("got %q with 204, want nothing", reply)
	}
}

// check holds the reply against the row.
func (l literal) check(t *testing.T, r apitest.Row, resp *http.Response, reply []byte, name string) {
	t.Helper()
	if l.media != "" {
		if got := resp.Header.Get("Content-Type"); !strings.HasPrefix(got, l.media) || len(reply) == 0 {
			t.Errorf("got %d bytes of %s, want %s", len(reply), got, l.media)
		}
		return
	}
	if kind := apitest.Calls()[r.Key].Kind; kind == apitest.Nothing && l.fields == nil {
		if len(reply) > 0 {
			t.Errorf("got %s, want no body", reply)
		}
		if got := resp.Header.Get("Content-Type"); r.Operation == "ReplyToPost" && (!strings.HasPrefix(got, "text/plain") || resp.ContentLength != 0) {
			t.Errorf("got %q of length %d, want text/plain of length 0 (4.2)", got, resp.ContentLength)
		}
		return
	}
	if got := resp.Header.Get("Content-Type"); !strings.HasPrefix(got, "application/json") {
		t.Errorf("got content type %q, want JSON", got)
	}
	var entity map[string]json.RawMessage
	if err := json.Unmarshal(reply, &entity); err != nil {
		t.Fatalf("got %s: %v", reply, err)
	}
	if _, ok := entity["@odata.context"]; !ok && r.Key != "POST /$batch" {
		t.Errorf("got %s, want @odata.context", reply)
	}
	for _, item := range l.items(t, r, entity, reply) {
		l.checkFields(t, item, name)
	}
}

// items are the resources of the reply: the members of a collection, else the
// one that the reply is.
func (l literal) items(t *testing.T, r apitest.Row, entity map[string]json.RawMessage, reply []byte) []map[string]json.RawMessage {
	t.Helper()
	if apitest.Calls()[r.Key].Kind != apitest.List {
		return []map[string]json.RawMessage{entity}
	}
	var items []map[string]json.RawMessage
	if err := json.Unmarshal(entity["value"], &items); err != nil {
		t.Fatalf("got %s, want a collection: %v", reply, err)
	}
	if l.fields != nil && len(items) == 0 {
		t.Errorf("got an empty collection, want at least one item")
	}
	return items
}

func (l literal) checkFields(t *testing.T, item map[string]json.RawMessage, name string) {
	t.Helper()
	for _, field := range l.fields {
		property, want, compared := strings.Cut(field, "=")
		got, ok := item[property]
		if !ok {
			t.Errorf("the reply has no %s: %s", property, shorten(item))
			continue
		}
		if want = strings.ReplaceAll(want, "{name}", name); compared && strings.Trim(string(got), `"`) != want {
			t.Errorf("%s: got %s, want %s", property, got, want)
		}
	}
}

func shorten(item map[string]json.RawMessage) string {
	js, err := json.Marshal(item)
	if err != nil || len(js) > 600 {
		return fmt.Sprintf("%.600s...", js)
	}
	return string(js)
}

// required is the query that a row cannot do without: the span of a view.
func required(r apitest.Row) string {
	for _, word := range []string{"/calendarView", "/instances"} {
		if strings.Contains(r.Path, word) {
			return "?startDateTime=2026-03-02T00:00:00Z&endDateTime=2026-03-09T00:00:00"
		}
	}
	return ""
}

// escaped are identifiers as path segments.
func escaped(ids []string) []string {
	out := make([]string, len(ids))
	for i, id := range ids {
		out[i] = url.PathEscape(id)
	}
	return out
}
