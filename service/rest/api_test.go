package rest

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"daybook/model"
)

// fakeAuth knows the tokens "ann", "expired" and any list of scopes.
type fakeAuth struct{}

func (fakeAuth) Authenticate(_ context.Context, token string) (Principal, error) {
	p := Principal{UserID: "u1", PrincipalName: "ann@contoso.example", Scopes: ParseScopes("Things.ReadWrite Others.Read.All")}
	switch {
	case token == "ann":
	case token == "expired":
		p.Expires = testNow
	case strings.HasPrefix(token, "scopes:"):
		p.Scopes = ParseScopes(strings.ReplaceAll(token[len("scopes:"):], "+", " "))
	default:
		return p, model.Errorf(model.CodeUnauthenticated, "the access token is not known here")
	}
	return p, nil
}

func (fakeAuth) ResolveUser(_ context.Context, key string) (User, error) {
	if key == "bo@contoso.example" || key == "stranger" {
		return User{ID: key, PrincipalName: key}, nil
	}
	return User{}, model.Errorf(model.CodeNotFound, "no user %q", key)
}

func (fakeAuth) ResolveGroup(_ context.Context, key, caller string) (Group, error) {
	g := Group{User: User{ID: key, PrincipalName: key}, DisplayName: key, Public: key != "council", Member: key == "atlas", Owner: key == "own"}
	g.Member = g.Member || g.Owner
	return g, nil
}

func (fakeAuth) DriveOwner(_ context.Context, drive string) (string, bool, error) {
	return drive, drive != "bo@contoso.example", nil
}

func (fakeAuth) MayReach(_ context.Context, owner, _, area string, right model.Right) (bool, error) {
	return owner == "bo@contoso.example" && area == "Things" && right < model.Writes, nil
}

var testNow = time.Date(2026, 11, 21, 3, 0, 0, 0, time.UTC)

type thing struct {
	Name  string   `json:"name"`
	Count int      `json:"count"`
	On    bool     `json:"on"`
	Tags  []string `json:"tags"`
	Inner *struct {
		Ratio float64 `json:"ratio"`
	} `json:"inner"`
}

// testAPI has a row of each sort. ran counts the handlers that ran.
func testAPI(t testing.TB, ran *int, conf Config) *API {
	t.Helper()
	handle := func(h Handler) Handler {
		return func(r *Request) (Reply, error) { *ran++; return h(r) }
	}
	read := []string{"Things.Read"}
	write := []string{"Things.ReadWrite"}
	echo := handle(func(r *Request) (Reply, error) {
		var v thing
		if err := r.Decode(&v); err != nil {
			return Reply{}, err
		}
		return Created(v), nil
	})
	routes := []Route{
		{Method: "GET", Pattern: "{user}/things", Operation: "ListThings", Scopes: read, Handler: handle(func(r *Request) (Reply, error) {
			n := 3
			if _, err := r.OData(); err != nil {
				return Reply{}, err
			}
			return Page{Items: []json.RawMessage{json.RawMessage(`{"id":"1"}`)}, Count: &n, Next: "tok en"}.Reply(), nil
		})},
		{Method: "GET", Pattern: "{user}/things/{thing}", Operation: "GetThing", Scopes: read, Handler: handle(func(r *Request) (Reply, error) {
			zone, name := r.Prefer.Zone()
			return OK(map[string]any{"id": r.Key("thing"), "of": r.Mailbox.ID, "zone": name, "offset": testNow.In(zone).Format("-07:00")}), nil
		})},
		{Method: "POST", Pattern: "{user}/things", Operation: "CreateThing", Scopes: write, Handler: echo, MaxBody: 1000},
		{Method: "PATCH", Pattern: "{user}/things/{thing}", Operation: "UpdateThing", Scopes: write, Handler: handle(func(r *Request) (Reply, error) {
			o, err := r.Object()
			if err != nil {
				return Reply{}, err
			}
			if err := r.CheckMatch("k1"); err != nil {
				return Reply{}, err
			}
			return OK(map[string]bool{"has": o.Has("name"), "null": o.Null("NAME")}), o.Only("name")
		})},
		{Method: "GET", Pattern: "{user}/profile", Operation: "Profile", Scopes: []string{"Self.Read"}, Who: Anybody, OthersScopes: []string{"Others.Read.All"},
			Handler: handle(func(r *Request) (Reply, error) { return OK(map[string]string{"of": r.Mailbox.ID}), nil })},
		{Method: "GET", Pattern: "{user}/private", Operation: "Private", Scopes: read, Who: Owner,
			Handler: handle(func(r *Request) (Reply, error) { return NoContent(), nil })},
		{Method: "GET", Pattern: "grants/{grant}", Operation: "GetGrant", Versions: BetaOnly,
			Handler: handle(func(r *Request) (Reply, error) { return OK(map[string]string{"id": r.Key("grant")}), nil })},
		{Method: "GET", Pattern: "panic", Operation: "Panic", Handler: handle(func(r *Request) (Reply, error) { panic("with a " + r.Header.Get("Authorization")[:6]) })},
		{Method: "GET", Pattern: "broken", Operation: "Broken", Handler: handle(func(r *Request) (Reply, error) { return Reply{}, errors.New("disk on fire") })},
	}
	conf.Auth, conf.Directory = fakeAuth{}, fakeAuth{}
	if conf.Now == nil {
		conf.Now = func() time.Time { return testNow }
	}
	conf.NewID = func() string { return "req-1" }
	api, err := New(routes, conf)
	if err != nil {
		t.Fatal(err)
	}
	return api
}

func call(api *API, method, path, token, body string, headers ...string) *httptest.ResponseRecorder {
	req := httptest.NewRequest(method, "http://daybook.test"+path, strings.NewReader(body))
	if token != "" {
		req.Header.Set("Authorization", "Bearer "+token)
	}
	if body != "" {
		req.Header.Set("Content-Type", "application/json; charset=utf-8")
	}
	for _, h := range headers {
		name, value, _ := strings.Cut(h, ": ")
		req.Header.Set(name, value)
	}
	w := httptest.NewRecorder()
	api.ServeHTTP(w, req)
	return w
}

func TestWithoutTheRightTokenNothingRuns(t *testing.T) {
	ran := 0
	api := testAPI(t, &ran, Config{})
	for _, c := range []struct {
		name, header string
		status       int
	}{
		{"none", "", 401}, {"no scheme", "ann", 401}, {"another scheme", "Basic ann", 401}, {"empty", "Bearer ", 401},
		{"two", "Bearer ann bo", 401}, {"unknown", "Bearer nope", 401}, {"expired", "Bearer expired", 401},
		{"too narrow", "Bearer scopes:Mail.Read", 403}, {"read for a write", "Bearer scopes:things.read", 403},
	} {
		req := httptest.NewRequest("POST", "http://daybook.test/v1.0/me/things", strings.NewReader(`{}`))
		if c.header != "" {
			req.Header.Set("Authorization", c.header)
		}
		w := httptest.NewRecorder()
		api.ServeHTTP(w, req)
		if w.Code != c.status {
			t.Errorf("token %s: %d, want %d: %s", c.name, w.Code, c.status, w.Body)
		}
		if c.status == 401 && !strings.HasPrefix(w.Header().Get("WWW-Authenticate"), "Bearer") {
			t.Errorf("token %s: WWW-Authenticate = %q", c.name, w.Header().Get("WWW-Authenticate"))
		}
		if c.status == 403 && !strings.Contains(w.Body.String(), "Things.ReadWrite") {
			t.Errorf("token %s: the scope that would do is not named: %s", c.name, w.Body)
		}
	}
	if ran != 0 {
		t.Errorf("%d handlers ran", ran)
	}
	if w := call(api, "GET", "/v1.0/nowhere", "", ""); w.Code != 401 {
		t.Errorf("an unknown path without a token: %d, want 401", w.Code)
	}
}

func TestScopesImplyAndSpell(t *testing.T) {
	for _, c := range []struct {
		held, asked string
		want        bool
	}{
		{"mail.readwrite", "Mail.Read", true}, {"Mail.Read", "Mail.ReadWrite", false}, {"MailboxSettings.ReadWrite", "Mailboxsettings.ReadWrite", true},
		{"Mail.ReadWrite.Shared", "Mail.Read", true}, {"Group.ReadWrite.All", "Group.Read.All", true}, {"Group.Readwrite.All", "Group.ReadWrite.All", true},
		{"User.Read", "User.Read.All", false}, {"User.ReadWrite.All", "User.Read.All", true}, {"Mail.Send", "Mail.Read", false}, {"", "Mail.Read", false},
		{"Calendars.ReadWrite.Shared", "Calendars.Read.Shared", true}, {"Calendars.ReadWrite", "Calendars.Read.Shared", false},
	} {
		if got := ParseScopes(c.held).Has(c.asked); got != c.want {
			t.Errorf("%q grants %q: %v, want %v", c.held, c.asked, got, c.want)
		}
	}
}

func TestSomebodyElsesDataNeedsScopeAndConsent(t *testing.T) {
	ran := 0
	api := testAPI(t, &ran, Config{})
	shared := "scopes:Things.ReadWrite.Shared"
	for _, c := range []struct {
		method, path, token string
		status              int
	}{
		{"GET", "/v1.0/users/bo@contoso.example/things", "ann", 403}, // no .Shared scope
		{"GET", "/v1.0/users/bo@contoso.example/things", shared, 200},
		{"GET", "/v1.0/users/stranger/things", shared, 403},            // does not share
		{"POST", "/v1.0/users/bo@contoso.example/things", shared, 403}, // shares to read
		{"GET", "/v1.0/users/nobody/things", shared, 404},              // is not there
		{"GET", "/v1.0/users/nobody/things", "ann", 403},               // and is not told
		{"GET", "/v1.0/users/U1/things", "ann", 200},                   // oneself by id
		{"GET", "/v1.0/users/ANN@contoso.example/things", "ann", 200},  // oneself by name
		{"GET", "/v1.0/users/stranger/profile", "ann", 200},            // the organisation shows it
		{"GET", "/v1.0/me/profile", "ann", 403},                        // its own scope
		{"GET", "/v1.0/users/stranger/profile", "scopes:Self.Read", 403},
		{"GET", "/v1.0/me/private", "ann", 204},
		{"GET", "/v1.0/users/bo@contoso.example/private", shared, 403},
	} {
		if w := call(api, c.method, c.path, c.token, ""); w.Code != c.status && !(c.status == 200 && w.Code == 201) {
			t.Errorf("%s %s with %s: %d, want %d: %s", c.method, c.path, c.token, w.Code, c.status, w.Body)
		}
	}
}

func TestErrorsHaveTheInterfacesShape(t *testing.T) {
	ran := 0
	var reports []Report
	api := testAPI(t, &ran, Config{Report: func(r Report) { reports = append(reports, r) }})
	for _, c := range []struct {
		method, path, body string
		status             int
		code, says         string
	}{
		{"GET", "/v1.0/me/thinks", "", 404, "ErrorItemNotFound", "thinks"},
		{"GET", "/v2.0/me/things", "", 404, "ErrorItemNotFound", "v2.0"},
		{"GET", "/v1.0/users/u1", "", 404, "ErrorItemNotFound", "u1"},
		{"GET", "/v1.0/grants/g1", "", 404, "ErrorItemNotFound", "/beta"},
		{"DELETE", "/v1.0/me/things", "", 405, "MethodNotAllowed", "GET, HEAD, OPTIONS, POST"},
		{"POST", "/v1.0/me/things", "{\n \"name\": \"x\",,}", 400, "BadRequest", "line 2, column 14"},
		{"POST", "/v1.0/me/things", `{"count":"many"}`, 400, "ErrorInvalidRequest", "count"},
		{"POST", "/v1.0/me/things", `{"name":"` + strings.Repeat("x", 1000) + `"}`, 413, "ErrorMessageSizeExceeded", "1000 bytes"},
		{"PATCH", "/v1.0/me/things/1", `{"nmae":"x"}`, 400, "ErrorInvalidRequest", "nmae"},
		{"GET", "/v1.0/panic", "", 500, "InternalServerError", "req-1"},
		{"GET", "/v1.0/broken", "", 500, "InternalServerError", "req-1"},
	} {
		w := call(api, c.method, c.path, "ann", c.body, "client-request-id: mine")
		var e errorBody
		if err := json.Unmarshal(w.Body.Bytes(), &e); err != nil {
			t.Errorf("%s %s: %v: %s", c.method, c.path, err, w.Body)
			continue
		}
		if w.Code != c.status || string(e.Error.Code) != c.code || !strings.Contains(e.Error.Message, c.says) {
			t.Errorf("%s %s: %d %s, want %d %s saying %q", c.method, c.path, w.Code, w.Body, c.status, c.code, c.says)
		}
		if e.Error.Inner != (innerError{"2026-11-21T03:00:00", "req-1", "mine"}) || w.Header().Get("client-request-id") != "mine" || w.Header().Get("request-id") != "req-1" {
			t.Errorf("%s %s: innerError %+v, headers %v", c.method, c.path, e.Error.Inner, w.Header())
		}
		if c.status == 500 && (strings.Contains(w.Body.String(), "fire") || strings.Contains(w.Body.String(), "Bearer")) {
			t.Errorf("%s: the inside is shown: %s", c.path, w.Body)
		}
	}
	if len(reports) != 2 || reports[0].Operation != "Panic" || reports[0].Stack == "" || reports[1].Err.Error() != "disk on fire" {
		t.Errorf("reports: %+v", reports)
	}
	if w := call(api, "DELETE", "/v1.0/me/things", "ann", ""); w.Header().Get("Allow") != "GET, HEAD, OPTIONS, POST" {
		t.Errorf("Allow = %q", w.Header().Get("Allow"))
	}
}

func TestHeadAndOptionsAreServed(t *testing.T) {
	ran := 0
	api := testAPI(t, &ran, Config{})
	get := call(api, "GET", "/v1.0/me/things/1", "ann", "")
	head := call(api, "HEAD", "/v1.0/me/things/1", "ann", "")
	if head.Code != 200 || head.Body.Len() != 0 || head.Header().Get("Content-Length") != get.Header().Get("Content-Length") {
		t.Errorf("HEAD: %d, %d bytes, length %q; GET's is %q", head.Code, head.Body.Len(), head.Header().Get("Content-Length"), get.Header().Get("Content-Length"))
	}
	options := call(api, "OPTIONS", "/v1.0/me/things", "ann", "")
	if options.Code != 204 || options.Header().Get("Allow") != "GET, HEAD, OPTIONS, POST" {
		t.Errorf("OPTIONS: %d, Allow %q", options.Code, options.Header().Get("Allow"))
	}
	if w := call(api, "GET", "/beta/me/things/1", "ann", ""); w.Code != 200 || !strings.Contains(w.Body.String(), "/beta/$metadata") {
		t.Errorf("a v1.0 operation under beta: %d %s", w.Code, w.Body)
	}
	if w := call(api, "GET", "/beta/grants/g1", "ann", ""); w.Code != 200 {
		t.Errorf("a grant under beta: %d %s", w.Code, w.Body)
	}
}

func TestBodiesAreReadLeniently(t *testing.T) {
	ran := 0
	api := testAPI(t, &ran, Config{})
	want := thing{Name: "x", Count: 12, On: true, Tags: []string{"true"}}
	for _, body := range []string{`{"name":"x","count":12,"on":true,"tags":["true"]}`, `{"Name":"x","COUNT":"12","On":"True","tags":["true"],"@odata.type":"#thing","id":"7","yomiSurname":null}`} {
		w := call(api, "POST", "/v1.0/me/things", "ann", body)
		var got thing
		if err := json.Unmarshal(w.Body.Bytes(), &got); err != nil || w.Code != 201 {
			t.Fatalf("%s: %d %s", body, w.Code, w.Body)
		}
		if got.Name != want.Name || got.Count != want.Count || got.On != want.On || got.Tags[0] != "true" {
			t.Errorf("%s was read as %+v, want %+v", body, got, want)
		}
	}
	w := call(api, "POST", "/v1.0/me/things", "ann", `{"inner":{"RATIO":"0.5"}}`)
	if !strings.Contains(w.Body.String(), `"ratio":0.5`) {
		t.Errorf("a number in a string, nested: %s", w.Body)
	}
	var packed bytes.Buffer
	z := gzip.NewWriter(&packed)
	z.Write([]byte(`{"name":"packed"}`))
	z.Close()
	w = call(api, "POST", "/v1.0/me/things", "ann", packed.String(), "Content-Encoding: gzip")
	if w.Code != 201 || !strings.Contains(w.Body.String(), "packed") {
		t.Errorf("gzip: %d %s", w.Code, w.Body)
	}
	packed.Reset()
	z = gzip.NewWriter(&packed)
	z.Write([]byte(`{"name":"` + strings.Repeat("x", 1<<20) + `"}`))
	z.Close()
	for _, c := range []struct {
		status        int
		body, headers string
	}{
		{413, packed.String(), "Content-Encoding: gzip"}, // a bomb
		{400, `{"name":"x"}`, "Content-Encoding: gzip"},
		{415, `{"name":"x"}`, "Content-Encoding: br"},
		{415, `<name/>`, "Content-Type: application/xml"},
		{400, "", "Content-Type: application/json"},
	} {
		if w := call(api, "POST", "/v1.0/me/things", "ann", c.body, c.headers); w.Code != c.status {
			t.Errorf("%s: %d, want %d: %s", c.headers, w.Code, c.status, w.Body)
		}
	}
}

func TestAPatchTellsAbsentFromNull(t *testing.T) {
	ran := 0
	api := testAPI(t, &ran, Config{})
	for body, want := range map[string]string{`{}`: `"has":false,"null":false`, `{"Name":null}`: `"has":true,"null":true`, `{"name":"x","id":"1"}`: `"has":true,"null":false`} {
		if w := call(api, "PATCH", "/v1.0/me/things/1", "ann", body); !strings.Contains(w.Body.String(), want) {
			t.Errorf("%s: %s, want %s", body, w.Body, want)
		}
	}
	for match, status := range map[string]int{`W/"k1"`: 200, `"k1"`: 200, `*`: 200, `W/"k0", W/"k1"`: 200, `W/"k0"`: 412} {
		if w := call(api, "PATCH", "/v1.0/me/things/1", "ann", `{}`, "If-Match: "+match); w.Code != status {
			t.Errorf("If-Match %s: %d, want %d", match, w.Code, status)
		}
	}
}

func TestPreferencesAreAppliedAndNamed(t *testing.T) {
	ran := 0
	api := testAPI(t, &ran, Config{})
	w := call(api, "GET", "/v1.0/me/things/1", "ann", "", `Prefer: vendor.timezone="Europe/Berlin", odata.maxpagesize=5, IdType="ImmutableId", respond-async`)
	if got := w.Header().Get("Preference-Applied"); got != `vendor.timezone="Europe/Berlin", IdType="ImmutableId"` {
		t.Errorf("Preference-Applied = %q", got)
	}
	if !strings.Contains(w.Body.String(), `"offset":"+01:00"`) {
		t.Errorf("the zone was not used: %s", w.Body)
	}
	for _, wrong := range []string{`outlook.timezone="Mars/Olympus"`, "odata.maxpagesize=0", `outlook.body-content-type="pdf"`} {
		if w := call(api, "GET", "/v1.0/me/things/1", "ann", "", "Prefer: "+wrong); w.Code != 400 {
			t.Errorf("Prefer %s: %d, want 400", wrong, w.Code)
		}
	}
}

func TestPagesCarryAbsoluteLinksWithTheirOptions(t *testing.T) {
	ran := 0
	api := testAPI(t, &ran, Config{})
	w := call(api, "GET", "/v1.0/me/things?$top=1&$skip=4&$expand=a($select=x;$top=2)&%24skiptoken=old", "ann", "")
	var page model.Collection[model.Entity]
	if err := json.Unmarshal(w.Body.Bytes(), &page); err != nil {
		t.Fatal(err)
	}
	want := "http://daybook.test/v1.0/me/things?$top=1&$expand=a($select=x;$top=2)&$skiptoken=tok+en"
	if page.NextLink != want || *page.Count != 3 || page.Context != "http://daybook.test/v1.0/$metadata#users('u1')/things" {
		t.Errorf("next %q, count %d, context %q; want next %q", page.NextLink, *page.Count, page.Context, want)
	}
}

func TestTheThrottleSaysHowLongToWait(t *testing.T) {
	ran, now := 0, testNow
	api := testAPI(t, &ran, Config{RequestsPerSecond: 2, Now: func() time.Time { return now }})
	codes := []int{}
	for range 3 {
		codes = append(codes, call(api, "GET", "/v1.0/me/things", "ann", "").Code)
	}
	w := call(api, "GET", "/v1.0/me/things", "ann", "")
	if codes[0] != 200 || codes[1] != 200 || codes[2] != 429 || w.Header().Get("Retry-After") != "1" {
		t.Errorf("codes %v, Retry-After %q; want two answers, then 429 with 1", codes, w.Header().Get("Retry-After"))
	}
	now = now.Add(time.Second)
	if w := call(api, "GET", "/v1.0/me/things", "ann", ""); w.Code != 200 {
		t.Errorf("after the wait: %d", w.Code)
	}
}

func TestSubServesAsTheSameCaller(t *testing.T) {
	ran := 0
	api := testAPI(t, &ran, Config{})
	hr := httptest.NewRequest("POST", "http://daybook.test/v1.0/$batch", http.NoBody)
	r := &Request{Request: hr, api: api, Version: "v1.0", Caller: Principal{UserID: "u1", Scopes: ParseScopes("Things.Read")}, Now: testNow}
	got, err := r.Sub(t.Context(), "GET", "/me/things/7?x=1", nil, "")
	if err != nil || got.Status != 200 || !bytes.Contains(got.Body, []byte(`"id":"7"`)) {
		t.Errorf("Sub = %v %s, %v", got.Status, got.Body, err)
	}
	if got, _ := r.Sub(t.Context(), "POST", "/me/things", nil, `{}`); got.Status != 403 {
		t.Errorf("beyond the caller's scopes: %d, want 403", got.Status)
	}
}

func FuzzDecodeJSON(f *testing.F) {
	f.Add([]byte(`{"Name":"x","count":"12","on":"true","inner":{"ratio":"1"}}`))
	f.Fuzz(func(t *testing.T, body []byte) {
		var v thing
		var refused *model.Error
		if err := DecodeJSON(body, &v); err != nil && !errors.As(err, &refused) {
			t.Errorf("%q: %v is not a refusal", body, err)
		}
	})
}
