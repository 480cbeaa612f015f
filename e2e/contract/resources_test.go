package contract

import (
	"bytes"
	"embed"
	"encoding/json"
	"fmt"
	"path"
	"reflect"
	"regexp"
	"slices"
	"strings"
	"testing"

	"daybook/api/apitest"
	"daybook/model"
)

// resources holds one reply of each resource type, with all of its members:
// those that are empty too. Each file says whose documentation decides what
// is in it (a learn.microsoft.com/graph/api page), the row that is asked, the
// query and the body, and the whole reply. "*" stands for a text that differs
// from run to run.
//
//go:embed testdata/resources/*.json
var resources embed.FS

// keyInContext is an id as it stands in @odata.context.
var keyInContext = regexp.MustCompile(`\('[0-9a-z]{20}'\)`)

type resource struct {
	Documentation string          `json:"documentation"`
	Row           string          `json:"row"`
	Query         string          `json:"query"`
	Body          json.RawMessage `json:"body"`
	// Item says that the first member of the collection is compared.
	Item  bool            `json:"item"`
	Reply json.RawMessage `json:"reply"`
}

// TestEveryMemberOfEveryResource compares whole replies with literal JSON: a
// program in another language does not ask whether a member is there.
func TestEveryMemberOfEveryResource(t *testing.T) {
	w := newWorld(t)
	s := socket{w.serve(t), w.token(t, w.owner, everything, 0)}
	meeting := model.Event{Subject: "Tea", Start: &model.DateTimeTimeZone{DateTime: "2026-03-05T16:00:00", TimeZone: "UTC"},
		End:       &model.DateTimeTimeZone{DateTime: "2026-03-05T16:30:00", TimeZone: "UTC"},
		Attendees: []model.Attendee{{EmailAddress: model.EmailAddress{Address: w.owner.Address}}}}
	must[model.Event](t, "an invitation")(w.adas.Me().CreateEvent(t.Context(), meeting))
	files, err := resources.ReadDir("testdata/resources")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range files {
		t.Run(strings.TrimSuffix(f.Name(), ".json"), func(t *testing.T) {
			js, err := resources.ReadFile(path.Join("testdata/resources", f.Name()))
			if err != nil {
				t.Fatal(err)
			}
			var want resource
			if err := json.Unmarshal(js, &want); err != nil {
				t.Fatal(err)
			}
			r := rowOf(t, want.Row)
			w.prepare(t, r)
			header := map[string]string{}
			if len(want.Body) > 0 {
				header["Content-Type"] = asJSON
			}
			address := "/" + r.Version + r.Fill(w.owner.PrincipalName, escaped(w.make(t, r.Key))...)
			resp, reply := s.ask(t, r.Method, address+or(required(r), want.Query), want.Body, header)
			if resp.StatusCode != r.Status {
				t.Fatalf("%s %s answered %d %s", r.Method, address, resp.StatusCode, reply)
			}
			if want.Item {
				var page struct{ Value []json.RawMessage }
				if err := json.Unmarshal(reply, &page); err != nil || len(page.Value) == 0 {
					t.Fatalf("got %s, want a collection", reply)
				}
				reply = page.Value[0]
			}
			got := keyInContext.ReplaceAll(bytes.ReplaceAll(reply, []byte(s.URL), []byte("http://service")), []byte("('{id}')"))
			for _, d := range differences("", parsed(t, want.Reply), parsed(t, got)) {
				t.Error(d)
			}
			if t.Failed() {
				t.Logf("the whole reply: %s", got)
			}
		})
	}
}

func or(a, b string) string {
	if a != "" {
		return a
	}
	return b
}

func rowOf(t *testing.T, key string) apitest.Row {
	t.Helper()
	for _, r := range rows() {
		if r.Key == key {
			return r
		}
	}
	t.Fatalf("no row %s", key)
	return apitest.Row{}
}

func parsed(t *testing.T, js []byte) any {
	t.Helper()
	var v any
	if err := json.Unmarshal(js, &v); err != nil {
		t.Fatalf("%s: %v", js, err)
	}
	return v
}

// differences are what two values do not have in common, member by member.
func differences(at string, want, got any) []string {
	if text, ok := got.(string); ok && want == "*" && text != "" {
		return nil
	}
	var out []string
	switch w := want.(type) {
	case map[string]any:
		g, ok := got.(map[string]any)
		if !ok {
			break
		}
		for name := range w {
			if _, ok := g[name]; !ok {
				out = append(out, fmt.Sprintf("%s/%s is not there", at, name))
				continue
			}
			out = append(out, differences(at+"/"+name, w[name], g[name])...)
		}
		for name := range g {
			if _, ok := w[name]; !ok {
				out = append(out, fmt.Sprintf("%s/%s is no member: %v", at, name, g[name]))
			}
		}
		slices.Sort(out)
		return out
	case []any:
		g, ok := got.([]any)
		if !ok || len(g) != len(w) {
			break
		}
		for i := range w {
			out = append(out, differences(fmt.Sprintf("%s/%d", at, i), w[i], g[i])...)
		}
		return out
	}
	if !reflect.DeepEqual(want, got) {
		out = append(out, fmt.Sprintf("%s: got %v, want %v", at, got, want))
	}
	return out
}
