package rest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"io"
	"strconv"
	"strings"
	"testing"
	"time"
)

func TestAcceptEncodingIsReadByItsWeights(t *testing.T) {
	for accept, want := range map[string]bool{
		"": false, "gzip": true, "GZIP": true, "deflate, gzip;q=0.5": true, "gzip;q=0": false, "gzip; q=0.0, *": false,
		"*": true, "*;q=0": false, "br": false, "identity": false, "x-gzip": true, "gzip;q=odd": false,
	} {
		if got := takesGzip([]string{accept}); got != want {
			t.Errorf("Accept-Encoding: %q: got %v, want %v", accept, got, want)
		}
	}
}

// replying serves POST {user}/deals/{deal} by h.
func replying(t *testing.T, h Handler) *API {
	t.Helper()
	api, err := New([]Route{{Method: "POST", Pattern: "{user}/deals/{deal}", Operation: "Deal", Handler: h}},
		Config{Auth: fakeAuth{}, Directory: fakeAuth{}, Now: func() time.Time { return testNow }, NewID: func() string { return "req-1" }})
	if err != nil {
		t.Fatal(err)
	}
	return api
}

func TestRepliesArePackedWhenItIsAskedForAndWorthIt(t *testing.T) {
	for name, c := range map[string]struct {
		size    int
		accept  string
		picture bool
		packed  bool
	}{
		"not asked": {size: 4000, accept: "identity"},
		"small":     {size: 400, accept: "gzip"},
		"large":     {size: 4000, accept: "gzip", packed: true},
		"huge":      {size: packTo, accept: "gzip"},
		"a picture": {size: 4000, accept: "gzip", picture: true},
	} {
		api := replying(t, func(*Request) (Reply, error) {
			if c.picture {
				return Bytes(200, "image/png", make([]byte, c.size)), nil
			}
			return OK(map[string]string{"text": strings.Repeat("x", c.size)}), nil
		})
		got := call(api, "POST", "/v1.0/me/deals/1", "ann", "", "Accept-Encoding: "+c.accept)
		body := got.Body.Bytes()
		if n := got.Header().Get("Content-Length"); n != strconv.Itoa(len(body)) {
			t.Errorf("%s: Content-Length is %s of %d bytes", name, n, len(body))
		}
		if varies := got.Header().Get("Vary") == "Accept-Encoding"; varies == c.picture {
			t.Errorf("%s: Vary is %q", name, got.Header().Get("Vary"))
		}
		if packed := got.Header().Get("Content-Encoding") == "gzip"; packed != c.packed {
			t.Errorf("%s: packed is %v, want %v", name, packed, c.packed)
			continue
		}
		if c.packed {
			r, err := gzip.NewReader(bytes.NewReader(body))
			if err != nil {
				t.Fatal(err)
			}
			if body, err = io.ReadAll(r); err != nil {
				t.Fatal(err)
			}
		}
		if !c.picture && !json.Valid(body) {
			t.Errorf("%s: the reply is not JSON", name)
		}
	}
}

// The headers that the interface's public documentation has on every reply
// (learn.microsoft.com/graph/api/resources/errors, OData 4.0 part 1, 8.3).
func TestHeadersOfEveryReply(t *testing.T) {
	var ran int
	api := testAPI(t, &ran, Config{})
	for path, given := range map[string]string{"/v1.0/me/things/1": "", "/v1.0/me/nothing": "", "/v1.0/me/things": "my-own"} {
		var headers []string
		if given != "" {
			headers = []string{"client-request-id: " + given}
		}
		got := call(api, "GET", path, "ann", "", headers...)
		if v := got.Header().Get("OData-Version"); v != "4.0" {
			t.Errorf("%s: OData-Version is %q", path, v)
		}
		if id, there := got.Header()["Client-Request-Id"]; there != (given != "") || there && id[0] != given {
			t.Errorf("%s: client-request-id is %q, %q was given", path, id, given)
		}
	}
}

func TestA201SaysWhereTheNewOneIs(t *testing.T) {
	routes := []Route{}
	made := func(*Request) (Reply, error) { return Created(map[string]string{"id": "a/b"}), nil }
	for _, row := range []string{"GET things", "POST things", "GET things/{thing}", "POST things/{thing}/copy", "PUT drive/root:/{name}:/content", "GET drive/root"} {
		method, pattern, _ := strings.Cut(row, " ")
		routes = append(routes, Route{Method: method, Pattern: "{user}/" + pattern, Operation: row, Handler: made, Accepts: []string{"*/*"}})
	}
	api, err := New(routes, Config{Auth: fakeAuth{}, Directory: fakeAuth{}, Now: func() time.Time { return testNow }, NewID: func() string { return "req-1" }})
	if err != nil {
		t.Fatal(err)
	}
	for row, want := range map[string][2]string{
		"POST me/things":                      {"me/things/a%2Fb", "users('u1')/things/$entity"},
		"POST me/things/1/copy":               {"me/things/a%2Fb", "users('u1')/things/$entity"},
		"PUT me/drive/root:/x/y.txt:/content": {"me/drive/items/a%2Fb", "users('u1')/drive/items/$entity"},
	} {
		method, path, _ := strings.Cut(row, " ")
		got := call(api, method, "/v1.0/"+path, "ann", "{}")
		if at := got.Header().Get("Location"); at != "http://daybook.test/v1.0/"+want[0] {
			t.Errorf("%s: Location is %q, want .../%s", row, at, want[0])
		}
		if !strings.Contains(got.Body.String(), `/$metadata#`+want[1]+`"`) {
			t.Errorf("%s: got %s, want the context %s", row, got.Body, want[1])
		}
	}
}

func TestAnExtensionIsSpelledAsTheRequestSpellsIt(t *testing.T) {
	const public = `"#microsoft.graph.openTypeExtension","id":"microsoft.graph.openTypeExtension.deal"`
	const contract = `"#Vendor.Graph.OpenTypeExtension","id":"Vendor.Graph.OpenTypeExtension.deal"`
	api := replying(t, func(r *Request) (Reply, error) {
		_, err := r.ReadBody()
		return OK(json.RawMessage(`{"@odata.type":` + contract + `,"note":"say \"@odata.type\":\"#Vendor.Graph.OpenTypeExtension\""}`)), err
	})
	for name, c := range map[string]struct {
		path, body, header, want string
	}{
		"nothing is said":           {"deals/1", ``, "X: y", contract},
		"its zone is the public's":  {"deals/1", ``, `Prefer: outlook.timezone="UTC"`, public},
		"its ids are immutable":     {"deals/1", ``, `Prefer: IdType="ImmutableId"`, public},
		"its zone is the vendor's":  {"deals/1", ``, `Prefer: vendor.timezone="UTC", IdType="ImmutableId"`, contract},
		"the body says so":          {"deals/1", `{"@odata.type":"#microsoft.graph.openTypeExtension"}`, "X: y", public},
		"the body goes first":       {"deals/1", `{"@odata.type":"Vendor.Graph.OpenTypeExtension"}`, `Prefer: outlook.timezone="UTC"`, contract},
		"a text in the body is not": {"deals/1", `{"a":"of \"microsoft.graph.openTypeExtension\""}`, "X: y", contract},
		"the address says so":       {"deals/microsoft.graph.openTypeExtension.deal", ``, "X: y", public},
		"a public library asks":     {"deals/1", ``, "SdkVersion: graph-go/1.80.0", public},
	} {
		got := call(api, "POST", "/v1.0/me/"+c.path, "ann", c.body, c.header)
		if got.Code != 200 || !strings.Contains(got.Body.String(), c.want) {
			t.Errorf("%s: got %d %s, want %s", name, got.Code, got.Body, c.want)
		}
		if !strings.Contains(got.Body.String(), `say \"@odata.type\":\"#Vendor.Graph.OpenTypeExtension\"`) {
			t.Errorf("%s: a text was changed: %s", name, got.Body)
		}
	}
}
