package service

import (
	"encoding/json"
	"net/http"
	"net/http/httptest"
	"slices"
	"strconv"
	"strings"
	"testing"

	"daybook/service/rest"
)

// read is a GET of ann's.
func (g *grove) read(path string, headers ...string) *httptest.ResponseRecorder {
	g.t.Helper()
	req := httptest.NewRequest("GET", "http://daybook.test"+path, nil)
	req.Header.Set("Authorization", "Bearer "+g.tokens["ann"])
	for i := 0; i+1 < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
	}
	rec := httptest.NewRecorder()
	g.svc.Handler().ServeHTTP(rec, req)
	return rec
}

// planted are the rows that are read and lead to something of the grove, with
// the path to it.
func (g *grove) planted(yield func(r rest.Route, path string)) {
	for _, r := range routes(g.svc.store) {
		kinds := kindsOf(r.Pattern)
		at := slices.IndexFunc(g.trails, func(t trail) bool {
			return slices.EqualFunc(t, kinds, func(k key, kind string) bool { return k.kind == kind })
		})
		switch {
		case r.Method != "GET" || strings.Contains(r.Pattern, "workbook"), at < 0 && len(kinds) > 0,
			strings.Contains(r.Pattern, "{user}/calendar/events/"), strings.Contains(r.Pattern, "{user}/calendarGroup/"), // the grove's are in other calendars
			strings.Contains(r.Pattern, "{item}/children"): // of a file
			continue
		}
		var right trail
		if len(kinds) > 0 {
			right = g.trails[at]
		}
		yield(r, write(r.Pattern, right))
	}
}

// publicCounts are the lists that there are here and that the public interface
// counts: the $count paths of its description
// (https://graph.microsoft.com/v1.0/$metadata).
const publicCounts = `
	{user}/messages {user}/messages/{message}/attachments {user}/messages/{message}/extensions
	{user}/mailFolders {user}/mailFolders/{folder}/childFolders {user}/mailFolders/{folder}/messages
	{user}/mailFolders/{folder}/messages/{message}/attachments {user}/mailFolders/{folder}/messages/{message}/extensions
	{user}/inferenceClassification/overrides {user}/outlook/masterCategories
	{user}/calendars {user}/calendarGroups {user}/calendarGroups/{calendarGroup}/calendars {user}/calendar/calendarPermissions
	{user}/events {user}/calendar/events {user}/calendars/{calendar}/events {user}/calendars/{calendar}/calendarPermissions
	{user}/events/{event}/attachments {user}/events/{event}/extensions {user}/calendars/{calendar}/events/{event}/attachments
	{user}/calendarGroups/{calendarGroup}/calendars/{calendar}/events {user}/calendar/events/{event}/extensions
	{user}/contactFolders {user}/contactFolders/{contactFolder}/childFolders {user}/contactFolders/{contactFolder}/contacts
	{user}/contactFolders/{contactFolder}/contacts/{contact}/extensions {user}/contacts {user}/contacts/{contact}/extensions
	{user}/directReports {user}/memberOf/microsoft.graph.group users oAuth2Permissiongrants
	groups groups/{group}/members groups/{group}/owners groups/{group}/conversations groups/{group}/conversations/{conversation}/threads
	groups/{group}/threads groups/{group}/threads/{thread}/posts groups/{group}/threads/{thread}/posts/{post}/attachments
	groups/{group}/conversations/{conversation}/threads/{thread}/posts/{post}/attachments
	groups/{group}/events groups/{group}/calendar/events groups/{group}/events/{event}/attachments
	drives/{drive}/items/{item}/children drives/{drive}/items/{item}/workbook/worksheets drives/{drive}/items/{item}/workbook/names`

// TestACountIsOfWhatIsListed reads each list beside its $count, as a whole and
// by a filter that nothing passes.
func TestACountIsOfWhatIsListed(t *testing.T) {
	g := newGrove(t)
	ann, err := g.svc.MintToken(t.Context(), "ann@contoso.example", strings.Join(Scopes(), " "), 0)
	if err != nil {
		t.Fatal(err)
	}
	g.tokens["ann"] = ann
	if rec := g.send("POST", "/v1.0/me/calendars", `{"name":"another"}`); rec.Code != http.StatusCreated {
		t.Fatal(rec.Body)
	}
	counted, more := map[string]bool{}, 0
	g.planted(func(r rest.Route, path string) {
		list, counts := strings.CutSuffix(path, "/$count")
		if !counts {
			return
		}
		rec := g.read(list + "?$count=true&$top=1")
		var page struct {
			Count int `json:"@odata.count"`
		}
		if err := json.Unmarshal(rec.Body.Bytes(), &page); err != nil || rec.Code != http.StatusOK {
			t.Errorf("GET %s: %d %.200s", list, rec.Code, rec.Body)
			return
		}
		if rec := g.read(path); rec.Code != http.StatusOK || rec.Body.String() != strconv.Itoa(page.Count) || !strings.HasPrefix(rec.Header().Get("Content-Type"), "text/plain") {
			t.Errorf("GET %s: %d %s %.200s, want %d", path, rec.Code, rec.Header().Get("Content-Type"), rec.Body, page.Count)
		}
		if rec := g.read(path + "?$filter=id+eq+'nobody'"); rec.Body.String() != "0" {
			t.Errorf("GET %s of none: %d %.200s", path, rec.Code, rec.Body)
		}
		if counted[list] = true; page.Count > 1 {
			more++
		}
	})
	if len(counted) < 40 || more < 10 {
		t.Errorf("%d lists were counted, %d with more than one", len(counted), more)
	}
	has := map[string]bool{}
	for _, r := range routes(g.svc.store) {
		has[r.Pattern] = true
	}
	for _, list := range strings.Fields(publicCounts) {
		if !has[list+"/$count"] {
			t.Errorf("the public interface counts %s", list)
		}
	}
}

// TestWhatIsAsItWasIsNotSentAgain reads each entity that has a tag once more
// with If-None-Match.
func TestWhatIsAsItWasIsNotSentAgain(t *testing.T) {
	g := newGrove(t)
	tried := 0
	g.planted(func(r rest.Route, path string) {
		rec := g.read(path)
		var entity struct {
			Tag  string `json:"@odata.etag"`
			CTag string `json:"cTag"`
		}
		if json.Unmarshal(rec.Body.Bytes(), &entity) != nil || entity.Tag == "" {
			return
		}
		tried++
		for _, tag := range []string{entity.Tag, `"other", ` + entity.Tag, strings.TrimPrefix(entity.Tag, "W/"), "*", entity.CTag} {
			if tag == "" {
				continue
			}
			if rec := g.read(path, "If-None-Match", tag); rec.Code != http.StatusNotModified || rec.Body.Len() > 0 {
				t.Errorf("GET %s with If-None-Match: %s answered %d %.100s", path, tag, rec.Code, rec.Body)
			}
		}
		if rec := g.read(path, "If-None-Match", `W/"other"`); rec.Code != http.StatusOK {
			t.Errorf("GET %s with another tag answered %d", path, rec.Code)
		}
	})
	if tried < 15 {
		t.Errorf("%d entities have a tag, want the most of the table", tried)
	}
	// A change is seen, and so is what is expanded.
	folder := "/v1.0/me/contactFolders/contacts/contacts/"
	id := g.make("POST", strings.TrimSuffix(folder, "/"), `{"displayName":"Cy"}`, "id")
	tag := g.make("GET", folder+id, "", "@odata.etag")
	if rec := g.read(folder+id+"?$expand=extensions", "If-None-Match", tag); rec.Code != http.StatusOK {
		t.Errorf("what is expanded has tags of its own, and GET answered %d", rec.Code)
	}
	g.make("PATCH", folder+id, `{"displayName":"Cyrus"}`)
	if rec := g.read(folder+id, "If-None-Match", tag); rec.Code != http.StatusOK || !strings.Contains(rec.Body.String(), "Cyrus") {
		t.Errorf("after a change GET answered %d %s", rec.Code, rec.Body)
	}
}
