package api_test

import (
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/api"
	"daybook/api/apitest"
)

// rows are all rows, of the contract and its supplement.
func rows(t *testing.T) []apitest.Row {
	t.Helper()
	contract := apitest.Contract()
	if len(contract) != 155 {
		t.Fatalf("got %d rows of the contract, want 155", len(contract))
	}
	return append(contract, apitest.Supplement()...)
}

// want is the request of a row, with u1 for the user and i1, i2, ... for the
// identifiers.
func want(r apitest.Row) string {
	path := r.Fill("u1", "i1", "i2", "i3", "i4", "i5")
	if r.Key == "POST {user}/messages/{}/replyAll" && r.Me() {
		path = "/users" + path // the contract's form of it, where the supplement has /me too
	}
	return r.Method + " /" + r.Version + path
}

// recorder answers every request by the row's status and what a resource of
// its kind can look like.
type recorder struct {
	status int
	kind   apitest.Kind
	seen   []*http.Request
}

const (
	entityReply = `{"id":"ID","address":"ID","status":"ID","locale":"ID","value":"ID","timeZone":"ID","emptySuggestionsReason":"ID","extensionName":"n"}`
	listReply   = `{"value":[{"id":"ID","scheduleId":"ID","alias":"ID","extensionName":"n"}],"@odata.count":1}`
	batchReply  = `{"responses":[{"id":"1","status":200,"body":{}},{"id":"0","status":200,"body":{}}]}`
)

func (r *recorder) RoundTrip(req *http.Request) (*http.Response, error) {
	r.seen = append(r.seen, req)
	body := ""
	switch {
	case strings.HasSuffix(req.URL.Path, "/$batch"):
		body = batchReply
	case r.kind == apitest.Entity:
		body = entityReply
	case r.kind == apitest.List:
		body = listReply
	case r.kind == apitest.Bytes:
		body = "ID"
	}
	return &http.Response{StatusCode: r.status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(body)), ContentLength: int64(len(body))}, nil
}

func world(t *testing.T, rt http.RoundTripper, dialect api.Dialect, me bool) apitest.World {
	t.Helper()
	c, err := api.New(api.Config{BaseURL: "https://mail.example", Tokens: api.StaticToken("t"), Transport: rt, Dialect: dialect,
		Retry: api.RetryPolicy{Attempts: -1}})
	if err != nil {
		t.Fatal(err)
	}
	w := apitest.World{Client: c, User: c.User("u1"), Name: "Plans", IDs: []string{"i1", "i2", "i3", "i4", "i5"},
		From: time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC), To: time.Date(2026, 3, 9, 0, 0, 0, 0, time.UTC)}
	if me {
		w.User = c.Me()
	}
	return w
}

func TestEveryRowOfTheContractHasItsCall(t *testing.T) {
	calls := apitest.Calls()
	used := map[string]bool{}
	for _, r := range rows(t) {
		call, ok := calls[r.Key]
		if !ok {
			t.Errorf("%s: no call %s", r, r.Key)
			continue
		}
		used[r.Key] = true
		rec := &recorder{status: r.Status, kind: call.Kind}
		got, err := call.Do(t.Context(), world(t, rec, api.Vendor, r.Me()))
		if err != nil {
			t.Errorf("%s: %v", r, err)
			continue
		}
		if len(rec.seen) != 1 {
			t.Errorf("%s: got %d requests, want 1", r, len(rec.seen))
		}
		if sent, want := rec.seen[0].Method+" "+rec.seen[0].URL.EscapedPath(), want(r); sent != want {
			t.Errorf("got %s, want %s", sent, want)
		}
		checkReply(t, r, call.Kind, got)
	}
	for key := range calls {
		if !used[key] {
			t.Errorf("the call %s stands for no row", key)
		}
	}
}

// checkReply asserts that the identifier in the reply arrived in the result.
func checkReply(t *testing.T, r apitest.Row, kind apitest.Kind, got any) {
	t.Helper()
	switch kind {
	case apitest.Nothing:
		if got != nil {
			t.Errorf("%s: got %v, want nothing", r, got)
		}
	case apitest.Bytes:
		if string(got.([]byte)) != "ID" {
			t.Errorf("%s: got %q, want the bytes", r, got)
		}
	default:
		if js, err := json.Marshal(got); err != nil || !strings.Contains(string(js), `"ID"`) {
			t.Errorf("%s: got %s, %v, want what the reply said", r, js, err)
		}
	}
}

var brace = regexp.MustCompile(`\{[^}]*\}`)

// templates are the public surface as patterns of "METHOD path", by name.
func templates(t *testing.T) map[string]*regexp.Regexp {
	t.Helper()
	data, err := os.ReadFile("testdata/microsoft.tsv")
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]*regexp.Regexp{}
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n")[1:] {
		name := strings.Replace(line, "\t", " ", 1)
		var pattern strings.Builder
		last := 0
		for _, at := range brace.FindAllStringIndex(name, -1) {
			pattern.WriteString(regexp.QuoteMeta(name[last:at[0]]) + `[^/()]+`)
			last = at[1]
		}
		out[name] = regexp.MustCompile("^" + pattern.String() + regexp.QuoteMeta(name[last:]) + "$")
	}
	return out
}

// TestMicrosoftRequestsMatchThePublicTemplates holds every request of the
// microsoft dialect against the public surface. Its templates write /me as
// /users/{user-id}, and the files of every owner below /drives/{drive-id}.
func TestMicrosoftRequestsMatchThePublicTemplates(t *testing.T) {
	templates := templates(t)
	used := map[string]bool{}
	check := func(key, sent string) {
		for name, re := range templates {
			if re.MatchString(sent) {
				used[name] = true
				return
			}
		}
		t.Errorf("%s: no template for %s", key, sent)
	}
	calls := apitest.Calls()
	for _, key := range slices.Sorted(maps.Keys(calls)) {
		if strings.HasSuffix(key, "/$batch") || strings.Contains(key, " /workbook/") {
			continue // $batch belongs to the protocol; /workbook names no file and has a test of its own
		}
		for _, me := range []bool{true, false} {
			call := calls[key]
			rec := &recorder{status: 200, kind: call.Kind}
			if _, err := call.Do(t.Context(), world(t, rec, api.Microsoft, me)); err != nil && call.Kind != apitest.Bytes {
				t.Errorf("%s: %v", key, err)
			}
			for _, req := range rec.seen {
				if got := strings.Join(req.Header["Prefer"], ", "); !strings.Contains(got, `IdType="ImmutableId"`) {
					t.Errorf("%s: got Prefer %q, want immutable ids", key, got)
				}
				path, ok := strings.CutPrefix(req.URL.EscapedPath(), "/v1.0")
				if !ok {
					t.Errorf("%s: got %s, want v1.0", key, req.URL.Path)
				}
				check(key, req.Method+" "+canonical(path))
			}
		}
	}
	for name := range templates {
		if !used[name] {
			t.Errorf("the template %s is matched by no call", name)
		}
	}
}

var ownersDrive = regexp.MustCompile(`^/(users|groups)/[^/]+/drive/`)

// canonical is a path as the public templates write it.
func canonical(path string) string {
	if rest, ok := strings.CutPrefix(path, "/me"); ok {
		path = "/users/me" + rest
	}
	return ownersDrive.ReplaceAllString(path, "/drives/d/")
}

func TestMicrosoftWorkbookNeedsItsFile(t *testing.T) {
	rec := &recorder{status: 200}
	w := world(t, rec, api.Microsoft, true)
	if _, err := w.Client.Workbook().Worksheet("S").Range(t.Context(), "A1"); err == nil || len(rec.seen) != 0 {
		t.Errorf("got %v after %d requests, want an error that says to name the file", err, len(rec.seen))
	}
}
