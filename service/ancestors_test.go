package service

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"

	"daybook/model"
	"daybook/service/rest"
)

// grove is a mailbox and a group with several of everything, each nested in
// another: what leads to an item is its trail, kinds and ids from the outside.
type grove struct {
	*trio
	trails []trail
	gone   map[string]bool // ids that were deleted, where that is noted
}

type key struct{ kind, id string }

type trail []key

func (g *grove) plant(parent trail, kind, id string) trail {
	t := append(slices.Clone(parent), key{kind, id})
	g.trails = append(g.trails, t)
	return t
}

// all are the ids of a kind.
func (g *grove) all(kind string) (ids []string) {
	for _, t := range g.trails {
		if last := t[len(t)-1]; last.kind == kind && !slices.Contains(ids, last.id) {
			ids = append(ids, last.id)
		}
	}
	return ids
}

// aPermission lets a colleague read a calendar.
const aPermission = `{"emailAddress":{"address":"bo@contoso.example"},"role":"read"}`

func newGrove(t *testing.T) *grove {
	t.Helper()
	g := &grove{trio: newTrio(t)}
	ann, err := g.svc.MintToken(t.Context(), "ann@contoso.example", allScopes+" Contacts.ReadWrite MailboxSettings.ReadWrite Calendars.Read.Shared User.Read", 0)
	if err != nil {
		t.Fatal(err)
	}
	g.tokens["ann"] = ann
	n := 0
	extend := func(owner trail, path string, files bool) {
		n++
		name := fmt.Sprintf("com.example.x%d", n)
		g.make("POST", path+"/extensions", strings.Replace(anOpenType, "com.example.x", name, 1))
		g.plant(owner, "extension", name)
		if files {
			g.plant(owner, "attachment", g.make("POST", path+"/attachments", aFile, "id"))
		}
	}
	const me = "/v1.0/me"
	for i := range 2 {
		var mail, people trail
		folders, contactFolders := me+"/mailFolders", me+"/contactFolders"
		for range 3 {
			n++
			name := fmt.Sprintf(`{"displayName":"f%d"}`, n)
			mail = g.plant(mail, "folder", g.make("POST", folders, name, "id"))
			here := folders + "/" + mail[len(mail)-1].id
			folders = here + "/childFolders"
			id := g.make("POST", here+"/messages", `{"subject":"x","toRecipients":[{"emailAddress":{"address":"bo@contoso.example"}}]}`, "id")
			extend(g.plant(mail, "message", id), here+"/messages/"+id, true)
			extend(g.plant(nil, "message", id), here+"/messages/"+id, true)

			people = g.plant(people, "contactFolder", g.make("POST", contactFolders, name, "id"))
			here = contactFolders + "/" + people[len(people)-1].id
			contactFolders = here + "/childFolders"
			id = g.make("POST", here+"/contacts", name, "id")
			extend(g.plant(people, "contact", id), here+"/contacts/"+id, false)
			extend(g.plant(nil, "contact", id), here+"/contacts/"+id, false)
			g.make("PUT", here+"/contacts/"+id+"/photo/$value", aPicture())
		}
		n++
		group := g.plant(nil, "calendarGroup", g.make("POST", me+"/calendarGroups", fmt.Sprintf(`{"name":"g%d"}`, n), "id"))
		here := me + "/calendarGroups/" + group[0].id + "/calendars"
		id := g.make("POST", here, fmt.Sprintf(`{"name":"c%d"}`, n), "id")
		calendar := g.plant(group, "calendar", id)
		g.plant(nil, "calendar", id)
		permission := g.make("POST", here+"/"+id+"/calendarPermissions", strings.Replace(aPermission, "bo", []string{"bo", "cy"}[i], 1), "id")
		g.plant(nil, "permission", permission)
		g.plant(calendar, "permission", permission)
		g.plant(trail{{"calendar", id}}, "permission", permission)
		event := g.make("POST", here+"/"+id+"/events", anEvent, "id")
		for _, at := range []trail{calendar, {{"calendar", id}}, nil} {
			extend(g.plant(at, "event", event), me+"/events/"+event, true)
		}
		g.plant(nil, "category", g.make("POST", me+"/outlook/masterCategories", fmt.Sprintf(`{"displayName":"c%d"}`, n), "id"))
		g.plant(nil, "override", g.make("POST", me+"/inferenceClassification/overrides",
			fmt.Sprintf(`{"classifyAs":"other","senderEmailAddress":{"address":"o%d@x.example"}}`, n), "id"))
	}
	g.plant(nil, "item", g.make("PUT", me+"/drive/root:/a.txt:/content", "plan", "id"))
	for _, id := range g.groups {
		group := g.plant(nil, "group", id)
		at := "/v1.0/groups/" + id
		for range 2 {
			thread := g.make("POST", at+"/threads", `{"topic":"x","posts":[`+aPost+`]}`, "id")
			posts := at + "/threads/" + thread + "/posts"
			post := g.make("GET", posts, "", "value", 0, "id")
			conversation := g.plant(group, "conversation", g.make("GET", at+"/threads/"+thread, "", "conversationId"))
			for _, in := range []trail{conversation, group} {
				p := g.plant(g.plant(in, "thread", thread), "post", post)
				g.plant(p, "attachment", g.make("GET", posts+"/"+post+"/attachments", "", "value", 0, "id"))
				extend(p, posts+"/"+post, false)
			}
			event := g.make("POST", at+"/events", anEvent, "id")
			extend(g.plant(group, "event", event), at+"/events/"+event, true)
		}
		g.make("PUT", at+"/photo/$value", aPicture())
		item := g.make("PUT", at+"/drive/root:/a.txt:/content", "plan", "id")
		g.plant(group, "item", item)
		g.plant(g.plant(nil, "drive", g.make("GET", at+"/drive", "", "id")), "item", item)
	}
	return g
}

// send sends JSON as ann.
func (g *grove) send(method, path, body string) *httptest.ResponseRecorder {
	g.t.Helper()
	req := httptest.NewRequest(method, "http://daybook.test"+path, strings.NewReader(body))
	req.Header.Set("Authorization", "Bearer "+g.tokens["ann"])
	req.Header.Set("Content-Type", "application/json")
	rec := httptest.NewRecorder()
	g.svc.Handler().ServeHTTP(rec, req)
	return rec
}

// kindsOf are the kinds of a pattern's keys.
func kindsOf(pattern string) (kinds []string) {
	for rest := pattern; ; {
		_, after, found := strings.Cut(rest, "{")
		if !found {
			return kinds
		}
		name, end, _ := strings.Cut(after, "}")
		if name != "user" {
			kinds = append(kinds, name)
		}
		rest = end
	}
}

// write puts the keys of a trail into a pattern.
func write(pattern string, t trail) string {
	pattern = strings.Replace(pattern, "{user}", "me", 1)
	for _, k := range t {
		pattern = strings.Replace(pattern, "{"+k.kind+"}", k.id, 1)
	}
	return fill(pattern, nil)
}

// bodyIn is a body that a row of a mailbox takes.
func bodyIn(r rest.Route) string {
	if strings.HasSuffix(r.Pattern, "/attachments/createUploadSession") {
		return `{"AttachmentItem":{"attachmentType":"file","name":"x","size":3}}`
	}
	if !strings.HasPrefix(r.Pattern, "{user}") || r.Method == "GET" || r.Method == "DELETE" {
		return bodyOf(r)
	}
	for _, b := range []struct{ end, body string }{
		{"/childFolders", `{"displayName":"z"}`}, {"older}", `{"displayName":"z"}`}, {"/contacts", `{"displayName":"z"}`}, {"{contact}", `{"displayName":"z"}`},
		{"/messages", `{"subject":"z"}`}, {"{message}", `{"isRead":false}`}, {"/move", `{"destinationId":"archive"}`}, {"/copy", `{"destinationId":"archive"}`},
		{"/forward", `{"comment":"z","toRecipients":[{"emailAddress":{"address":"cy@contoso.example"}}]}`}, {"/reply", `{"comment":"z"}`},
		{"{override}", `{"classifyAs":"focused"}`}, {"{category}", `{"color":"preset2"}`}, {"/calendars", `{"name":"z"}`}, {"{permission}", `{"role":"write"}`}, {"{calendar}", `{"color":"auto"}`},
	} {
		if strings.HasSuffix(r.Pattern, b.end) {
			return b.body
		}
	}
	return bodyOf(r)
}

// deeper are the pattern and those in which a folder is said with one and two
// folders above it.
func deeper(pattern string) []string {
	out := []string{pattern}
	for _, of := range []string{"{folder}", "{contactFolder}"} {
		for range 2 {
			if last := out[len(out)-1]; strings.Contains(last, of) {
				out = append(out, strings.Replace(last, of, of+"/childFolders/"+of, 1))
			}
		}
	}
	return out
}

// TestAWrongAncestorIsNotFound exchanges each ancestor of each nested path of
// the routing table by each other item of its kind: 404, and nothing happens.
func TestAWrongAncestorIsNotFound(t *testing.T) {
	g := newGrove(t)
	// Workbooks have names for what is in them, and the name of an upload is
	// of something that is not there yet.
	rows := slices.DeleteFunc(routes(g.svc.store), func(r rest.Route) bool {
		return len(kindsOf(r.Pattern)) == 0 || strings.Contains(r.Pattern, "workbook") || strings.Contains(r.Pattern, "{grant}") ||
			strings.Contains(r.Pattern, "{name}") || strings.Contains(r.Pattern, "{session}") || strings.Contains(r.Pattern, "{standard}")
	})
	wellKnown := map[string][]string{"folder": {"inbox", model.FolderDrafts, "msgfolderroot"}, "contactFolder": {"contacts"}}
	before, tried := g.fingerprint(), 0
	for _, r := range rows {
		for _, pattern := range deeper(r.Pattern) {
			kinds := kindsOf(pattern)
			at := slices.IndexFunc(g.trails, func(t trail) bool {
				return slices.EqualFunc(t, kinds, func(k key, kind string) bool { return k.kind == kind })
			})
			if at < 0 {
				if len(kinds) > 1 {
					t.Errorf("%s: nothing is planted there", pattern)
				}
				continue
			}
			right := g.trails[at]
			fixed := strings.Contains(r.Pattern, "{user}/calendar/") || strings.Contains(r.Pattern, "{user}/calendarGroup/")
			if r.Method == "GET" && !fixed && !strings.Contains(pattern, "{item}/children") {
				if rec := g.do("ann", "GET", write(pattern, right), ""); rec.Code != http.StatusOK {
					t.Errorf("%s answered %d to the right path: %.200s", pattern, rec.Code, rec.Body)
				}
			}
			ancestors := len(right) - 1
			if fixed {
				ancestors++ // the default calendar has none of these events
			}
			for i := range ancestors {
				for _, other := range slices.Concat(g.all(right[i].kind), wellKnown[right[i].kind]) {
					if (other == right[i].id) != (fixed && i == len(right)-1) {
						continue
					}
					wrong := slices.Clone(right)
					wrong[i].id = other
					path := write(pattern, wrong)
					rec := g.do("ann", r.Method, path, bodyIn(r))
					tried++
					if rec.Code != http.StatusNotFound {
						t.Errorf("%s %s with another %s answered %d, want 404: %.200s", r.Method, pattern, right[i].kind, rec.Code, rec.Body)
					}
				}
			}
		}
	}
	if g.fingerprint() != before {
		t.Error("a request with a wrong ancestor has changed the store")
	}
	if tried < 1000 {
		t.Errorf("%d paths were tried, want all of the table", tried)
	}
}

// TestWellKnownFoldersAreAncestors names them in any letter case.
func TestWellKnownFoldersAreAncestors(t *testing.T) {
	g := newGrove(t)
	folder := g.make("POST", "/v1.0/me/mailFolders/inbox/childFolders", `{"displayName":"below"}`, "id")
	message := g.make("POST", "/v1.0/me/mailFolders/"+folder+"/messages", `{"subject":"x"}`, "id")
	people := g.make("POST", "/v1.0/me/contactFolders", `{"displayName":"below"}`, "id")
	contact := g.make("POST", "/v1.0/me/contactFolders/"+people+"/contacts", `{"displayName":"x"}`, "id")
	for _, path := range []string{
		"mailFolders/Inbox/childFolders/" + folder, "mailFolders/inbox/childFolders/" + folder + "/messages/" + message,
		"mailFolders/msgfolderroot/childFolders/inbox", "mailFolders/msgFolderRoot/childFolders/INBOX/childFolders/" + folder + "/messages/" + message + "/attachments",
		"contactFolders/Contacts/childFolders/" + people + "/contacts/" + contact,
	} {
		if rec := g.do("ann", "GET", "/v1.0/me/"+path, ""); rec.Code != http.StatusOK {
			t.Errorf("%s answered %d: %.200s", path, rec.Code, rec.Body)
		}
	}
}
