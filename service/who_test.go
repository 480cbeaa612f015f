package service

import (
	"bytes"
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/png"
	"io"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"daybook/model"
	"daybook/service/groups"
	"daybook/service/rest"
	"daybook/service/store"
)

// trio is a service with a private and a public group, in each of which ann is
// an owner, bo a member and cy nothing.
type trio struct {
	t      *testing.T
	dir    string
	svc    *Service
	tokens map[string]string
	groups map[string]string // ids by visibility
}

const allScopes = "Group.ReadWrite.All Calendars.ReadWrite Files.ReadWrite Files.ReadWrite.Shared Mail.ReadWrite Mail.Send " +
	"DelegatedPermissionGrant.ReadWrite.All"

func newTrio(t *testing.T) *trio {
	t.Helper()
	p := &trio{t: t, dir: t.TempDir(), tokens: map[string]string{}, groups: map[string]string{}}
	svc, err := Open(p.dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { svc.Close() })
	p.svc = svc
	ids := map[string]string{}
	for _, name := range []string{"ann", "bo", "cy"} {
		m, err := svc.Store().AddMailbox(t.Context(), store.Mailbox{Kind: store.KindUser, PrincipalName: name + "@contoso.example", DisplayName: name})
		if err != nil {
			t.Fatal(err)
		}
		ids[name] = m.ID
		if p.tokens[name], err = svc.MintToken(t.Context(), m.ID, allScopes, 0); err != nil {
			t.Fatal(err)
		}
	}
	for _, visibility := range []string{groups.VisibilityPublic, groups.VisibilityPrivate} {
		m, err := svc.Store().AddMailbox(t.Context(), store.Mailbox{Kind: store.KindGroup, PrincipalName: visibility + "@contoso.example", DisplayName: visibility})
		if err == nil {
			err = svc.Store().Write(t.Context(), func(tx *store.Tx) error {
				n, err := tx.Mailbox(m.ID)
				return errors.Join(err, groups.AddMember(tx, n, ids["ann"], true), groups.AddMember(tx, n, ids["bo"], false),
					groups.SetGroup(tx, model.Group{Entity: model.Entity{ID: m.ID}, Visibility: visibility, MailEnabled: true}))
			})
		}
		if err != nil {
			t.Fatal(err)
		}
		p.groups[visibility] = m.ID
	}
	return p
}

func (p *trio) do(who, method, path, body string) *httptest.ResponseRecorder {
	p.t.Helper()
	req := httptest.NewRequest(method, "http://daybook.test"+path, strings.NewReader(body))
	req.Header.Set("Authorization", "Bearer "+p.tokens[who])
	req.Header.Set("Content-Type", http.DetectContentType([]byte(body)))
	if strings.HasPrefix(body, "{") {
		req.Header.Set("Content-Type", "application/json")
	}
	rec := httptest.NewRecorder()
	p.svc.Handler().ServeHTTP(rec, req)
	return rec
}

// make has ann make something, and returns the member at a path of the reply.
func (p *trio) make(method, path, body string, at ...any) string {
	p.t.Helper()
	rec := p.do("ann", method, path, body)
	var v any
	if rec.Code/100 == 2 && len(at) > 0 {
		if err := json.Unmarshal(rec.Body.Bytes(), &v); err != nil {
			p.t.Fatal(err)
		}
	}
	for _, step := range at {
		switch step := step.(type) {
		case string:
			m, _ := v.(map[string]any)
			v = m[step]
		case int:
			list, _ := v.([]any)
			if step >= len(list) {
				p.t.Fatalf("%s %s: %s", method, path, rec.Body)
			}
			v = list[step]
		}
	}
	s, ok := v.(string)
	if rec.Code/100 != 2 || len(at) > 0 && !ok {
		p.t.Fatalf("%s %s answered %d: %s", method, path, rec.Code, rec.Body)
	}
	return s
}

const (
	aPost   = `{"body":{"contentType":"text","content":"x"},"attachments":[{"@odata.type":"#microsoft.graph.fileAttachment","name":"a.txt","contentBytes":"cGxhbg=="}]}`
	anEvent = `{"subject":"x","start":{"dateTime":"2026-12-01T09:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-12-01T10:00:00","timeZone":"UTC"},
		"recurrence":{"pattern":{"type":"daily","interval":1},"range":{"type":"numbered","startDate":"2026-12-01","numberOfOccurrences":3}}}`
	aFile      = `{"@odata.type":"#microsoft.graph.fileAttachment","name":"a.txt","contentBytes":"cGxhbg=="}`
	anOpenType = `{"@odata.type":"microsoft.graph.openTypeExtension","extensionName":"com.example.x","on":true}`
)

// furnish puts one of everything into a group, and returns the keys that lead
// to it, by their names in the patterns.
func (p *trio) furnish(group string) map[string]string {
	p.t.Helper()
	g := "/v1.0/groups/" + group
	keys := map[string]string{"group": group, "drive": p.make("GET", g+"/drive", "", "id"), "extension": "com.example.x", "name": "new.txt",
		"worksheet": "Sheet1", "table": "T", "column": "C", "address": "A1", "valuesOnly": "true"}
	thread := p.make("POST", g+"/threads", `{"topic":"x","posts":[`+aPost+`]}`, "id")
	keys["thread"], keys["conversation"] = thread, p.make("GET", g+"/threads/"+thread, "", "conversationId")
	posts := g + "/threads/" + thread + "/posts"
	keys["post"] = p.make("GET", posts, "", "value", 0, "id")
	keys["post attachment"] = p.make("GET", posts+"/"+keys["post"]+"/attachments", "", "value", 0, "id")
	p.make("POST", posts+"/"+keys["post"]+"/extensions", anOpenType)
	keys["event"] = p.make("POST", g+"/events", anEvent, "id")
	keys["event attachment"] = p.make("POST", g+"/events/"+keys["event"]+"/attachments", aFile, "id")
	p.make("POST", g+"/events/"+keys["event"]+"/extensions", anOpenType)
	keys["item"] = p.make("PUT", g+"/drive/root:/a.txt:/content", "plan", "id")
	p.make("PUT", g+"/photo/$value", aPicture())
	return keys
}

func aPicture() string {
	var b bytes.Buffer
	if err := png.Encode(&b, image.NewGray(image.Rect(0, 0, 2, 2))); err != nil {
		panic(err)
	}
	return b.String()
}

// fill writes the keys into a pattern.
func fill(pattern string, keys map[string]string) string {
	var out strings.Builder
	for rest := pattern; rest != ""; {
		before, after, found := strings.Cut(rest, "{")
		out.WriteString(before)
		if !found {
			break
		}
		name, end, _ := strings.Cut(after, "}")
		value, known := keys[name]
		if name == "attachment" {
			value, known = keys["event attachment"], true
			if strings.Contains(pattern, "{post}") {
				value = keys["post attachment"]
			}
		}
		if !known {
			panic("no key for " + name + " in " + pattern)
		}
		out.WriteString(value)
		rest = end
	}
	path := "/v1.0/" + out.String()
	if strings.Contains(path, "/calendarView") || strings.HasSuffix(path, "/instances") {
		path += "?startDateTime=2026-11-01T00:00:00Z&endDateTime=2026-12-31T00:00:00Z"
	}
	return path
}

// bodyOf is a body that a row takes.
func bodyOf(r rest.Route) string {
	bodies := []struct{ end, body string }{
		{"/$value", aPicture()}, {"/content", "plan"}, {"/conversations", `{"topic":"x","threads":[{"posts":[` + aPost + `]}]}`},
		{"/threads", `{"topic":"x","posts":[` + aPost + `]}`}, {"/reply", `{"post":` + aPost + `}`},
		{"/forward", `{"toRecipients":[{"emailAddress":{"address":"cy@contoso.example"}}]}`}, {"{thread}", `{"isLocked":false}`},
		{"/events", anEvent}, {"{event}", `{"subject":"y"}`}, {"/attachments", aFile}, {"/extensions", strings.Replace(anOpenType, "com", "org", 1)},
		{"{extension}", `{"on":false}`}, {"/calendar", `{"color":"auto"}`}, {"/children", `{"name":"made","folder":{}}`}, {"{item}", `{"name":"b.txt"}`},
	}
	if r.Method == "GET" || r.Method == "DELETE" {
		return ""
	}
	for _, b := range bodies {
		if strings.HasSuffix(r.Pattern, b.end) {
			return b.body
		}
	}
	return "{}" // cancel and the answers
}

// mayDo is the rule, said once more without the table's column.
func mayDo(r rest.Route, who, visibility string) bool {
	reads := r.Method == "GET" || r.Operation == "ForwardPost" // from one's own mailbox
	switch {
	case slices.Contains([]string{"GetGroup", "ListMembers", "ListOwners", "CountMembers", "CountOwners"}, r.Operation), who == "ann":
		return true
	case !reads && strings.HasPrefix(r.Pattern, "groups/{group}/photo"):
		return false
	}
	return who == "bo" || reads && visibility == groups.VisibilityPublic
}

// groupRows are the rows of the table that lead into groups: what reads first,
// what deletes last, the innermost of it first.
func groupRows(s *Service) []rest.Route {
	rows := slices.DeleteFunc(routes(s.store), func(r rest.Route) bool {
		return !strings.Contains(r.Pattern, "{group}") && !strings.Contains(r.Pattern, "{drive}")
	})
	order := map[string]int{"GET": 0, "PUT": 1, "POST": 2, "PATCH": 3, "DELETE": 4}
	slices.SortStableFunc(rows, func(a, b rest.Route) int {
		if a.Method != b.Method {
			return order[a.Method] - order[b.Method]
		}
		return len(b.Pattern) - len(a.Pattern)
	})
	return rows
}

// TestEveryRowOfAGroupAsksWhoItIs walks all rows as owner, member and
// stranger, in a public and a private group.
func TestEveryRowOfAGroupAsksWhoItIs(t *testing.T) {
	p := newTrio(t)
	rows := groupRows(p.svc)
	if len(rows) < 100 {
		t.Fatalf("%d rows lead into groups, want them all", len(rows))
	}
	for visibility, group := range p.groups {
		for who := range p.tokens {
			keys := p.furnish(group)
			before := p.fingerprint()
			var allowed []rest.Route
			for _, r := range rows {
				if mayDo(r, who, visibility) {
					allowed = append(allowed, r)
					continue
				}
				if rec := p.do(who, r.Method, fill(r.Pattern, keys), bodyOf(r)); rec.Code != http.StatusForbidden {
					t.Errorf("%s in the %s group: %s %s answered %d, want 403: %.200s", who, visibility, r.Method, r.Pattern, rec.Code, rec.Body)
				}
			}
			if p.fingerprint() != before {
				t.Errorf("%s in the %s group: what was refused has changed the store", who, visibility)
			}
			for _, r := range allowed {
				rec := p.do(who, r.Method, fill(r.Pattern, keys), bodyOf(r))
				fine := rec.Code != http.StatusForbidden && rec.Code != http.StatusUnauthorized && rec.Code < 500
				// There is no workbook to read, nothing in a file, and nothing at the
				// path of what is uploaded only here.
				if r.Method == "GET" && !strings.Contains(r.Pattern, "/workbook") && !strings.Contains(r.Pattern, ":/{name}:") && !strings.Contains(r.Pattern, "{item}/children") {
					fine = rec.Code == http.StatusOK
				}
				if !fine {
					t.Errorf("%s in the %s group: %s %s answered %d: %.200s", who, visibility, r.Method, r.Pattern, rec.Code, rec.Body)
				}
			}
		}
	}
}

// fingerprint is a hash of all that the store has on disk.
func (p *trio) fingerprint() string {
	p.t.Helper()
	if err := p.svc.Store().WaitIndexed(p.t.Context()); err != nil {
		p.t.Fatal(err)
	}
	h := sha256.New()
	err := filepath.WalkDir(p.dir, func(path string, d os.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "-shm") {
			return err
		}
		f, err := os.Open(path)
		if err != nil {
			return err
		}
		defer f.Close()
		fmt.Fprintln(h, path)
		_, err = io.Copy(h, f)
		return err
	})
	if err != nil {
		p.t.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// TestGrantsAreChangedByTheirPrincipalOrAnAdministrator walks all rows of the
// grants, in both dialects' paths, with a grant of ann's: cy administers.
func TestGrantsAreChangedByTheirPrincipalOrAnAdministrator(t *testing.T) {
	p := newTrio(t)
	if err := p.svc.SetAdministrator(t.Context(), "cy@contoso.example", true); err != nil {
		t.Fatal(err)
	}
	const all = "/beta/oAuth2Permissiongrants"
	grant := func(principal string) string {
		return `{"clientId":"kiosk","consentType":"` + principal + `","resourceId":"mail","scope":"Mail.Read"}`
	}
	of := func(who string) string { return `Principal","principalId":"` + who + `@contoso.example` }
	rows := 0
	for _, r := range routes(p.svc.store) {
		if !strings.Contains(r.Pattern, "ermissiongrants") {
			continue
		}
		rows++
		bodies := map[string]string{"POST": grant(of("ann")), "PATCH": `{"scope":"Mail.Send"}`}
		for _, version := range []string{"beta", "v1.0"} {
			for who := range p.tokens {
				id := p.make("POST", all, grant(of("ann")), "id")
				pattern := strings.Replace(r.Pattern, "{user}", "users/ann@contoso.example", 1)
				path := strings.Replace("/"+version+"/"+pattern, "{grant}", id, 1)
				before := p.fingerprint()
				got := p.do(who, r.Method, path, bodies[r.Method]).Code
				// By a person's path they come to their own alone, by the drive's to
				// those of who asks.
				want, changes := 2, r.Method != "GET"
				switch {
				case version == "v1.0" && r.Versions == rest.BetaOnly:
					want = 4
				case strings.HasPrefix(r.Pattern, "{user}"), strings.HasPrefix(r.Pattern, "drive"):
					if who != "ann" {
						want = 4
					}
				case changes && who == "bo":
					want = 4
				}
				if got/100 != want {
					t.Errorf("%s: %s %s answered %d, want %d00", who, r.Method, path, got, want)
				}
				if changed := p.fingerprint() != before; changed != (changes && want == 2) {
					t.Errorf("%s: %s %s answered %d, and the store changed: %t", who, r.Method, path, got, changed)
				}
			}
		}
	}
	if rows != 12 {
		t.Errorf("walked %d rows, want 12", rows)
	}
	own := p.make("POST", all, grant(of("ann")), "id")
	before := p.fingerprint()
	for _, c := range []struct{ who, method, path, body string }{
		{"ann", "POST", "", grant("AllPrincipals")}, {"ann", "POST", "", grant(of("bo"))},
		{"ann", "PATCH", "/" + own, `{"principalId":"bo@contoso.example"}`},
		{"ann", "PATCH", "/" + own, `{"principalId":null,"consentType":"AllPrincipals"}`},
		{"bo", "PATCH", "/" + own, `{"principalId":"bo@contoso.example"}`},
	} {
		if got := p.do(c.who, c.method, all+c.path, c.body).Code; got != http.StatusForbidden {
			t.Errorf("%s: %s %s with %s answered %d, want 403", c.who, c.method, c.path, c.body, got)
		}
	}
	if p.fingerprint() != before {
		t.Error("what was refused has changed the store")
	}
	if got := p.do("cy", "PATCH", all+"/"+own, `{"principalId":null,"consentType":"AllPrincipals"}`).Code; got != http.StatusOK {
		t.Errorf("the administrator's change answered %d, want 200", got)
	}
	if err := p.svc.SetAdministrator(t.Context(), "cy@contoso.example", false); err != nil {
		t.Fatal(err)
	}
	if got := p.do("cy", "DELETE", all+"/"+own, "").Code; got != http.StatusForbidden {
		t.Errorf("who is no administrator any more got %d, want 403", got)
	}
}
