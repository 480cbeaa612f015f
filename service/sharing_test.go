package service

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// neighbours is a service in which ann has two folders and three calendars,
// with something of each sort in them, and bo is let into some. What is in
// each has a word of its own in all its texts, so that a leak is seen.
type neighbours struct {
	*trio
	ann int64
	// keys lead to what is in a place: a folder or calendar, by its name here.
	keys map[string]map[string]string
}

// The places of ann's mailbox. The inner folder is in the shared one, the
// shared and the kept one are at the top.
var mailPlaces, calendarPlaces = []string{"shared", "inner", "kept"}, []string{"default", "work", "home"}

const theSecret = "canary-secret-"

func newNeighbours(t *testing.T) *neighbours {
	t.Helper()
	n := &neighbours{trio: newTrio(t), keys: map[string]map[string]string{}}
	n.tokens["ann"] = n.token("ann", everyScope("")+" MailboxSettings.ReadWrite")
	err := n.svc.Store().Read(t.Context(), func(tx *store.Tx) error {
		who, err := tx.FindMailbox("ann@contoso.example")
		if err == nil {
			n.ann, err = tx.Mailbox(who.ID)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	above := "/v1.0/me/mailFolders"
	for _, place := range mailPlaces {
		at := above
		if place == "inner" {
			at += "/" + n.keys["shared"]["folder"] + "/childFolders"
		}
		n.furnishFolder(place, n.make("POST", at, `{"displayName":"`+theSecret+place+`"}`, "id"))
	}
	for _, place := range calendarPlaces {
		calendar := ""
		if place == "default" {
			calendar = n.make("GET", "/v1.0/me/calendar", "", "id")
		} else {
			calendar = n.make("POST", "/v1.0/me/calendars", `{"name":"`+theSecret+place+`"}`, "id")
		}
		n.furnishCalendar(place, calendar)
	}
	return n
}

func (n *neighbours) token(who, scopes string) string {
	n.t.Helper()
	token, err := n.svc.MintToken(n.t.Context(), who+"@contoso.example", scopes, 0)
	if err != nil {
		n.t.Fatal(err)
	}
	return token
}

func everyScope(suffix string) string {
	var out []string
	for _, s := range []string{"Mail.ReadWrite", "Mail.Send", "Calendars.ReadWrite", "Contacts.ReadWrite", "Files.ReadWrite"} {
		out = append(out, s+suffix)
	}
	return strings.Join(out, " ")
}

func (n *neighbours) furnishFolder(place, folder string) {
	n.t.Helper()
	word := theSecret + place
	message := n.make("POST", "/v1.0/me/mailFolders/"+folder+"/messages", `{"subject":"`+word+`","body":{"contentType":"text","content":"`+word+`"},
		"categories":["`+word+`"],"toRecipients":[{"emailAddress":{"address":"cy@contoso.example"}}]}`, "id")
	one := "/v1.0/me/messages/" + message
	file := n.make("POST", one+"/attachments", strings.Replace(aFile, "a.txt", word, 1), "id")
	n.make("POST", one+"/extensions", strings.Replace(anOpenType, `"on":true`, `"on":"`+word+`"`, 1))
	n.keys[place] = map[string]string{"folder": folder, "message": message, "attachment": file, "extension": "com.example.x",
		"conversation": n.make("GET", one, "", "conversationId"), "override": "none", "category": "none"}
	if place != "kept" {
		return
	}
	n.keys[place]["override"] = n.make("POST", "/v1.0/me/inferenceClassification/overrides",
		`{"classifyAs":"focused","senderEmailAddress":{"name":"`+word+`","address":"`+word+`@contoso.example"}}`, "id")
	for _, p := range mailPlaces {
		n.keys[p]["override"] = n.keys[place]["override"]
	}
}

func (n *neighbours) furnishCalendar(place, calendar string) {
	n.t.Helper()
	group := n.make("GET", "/v1.0/me/calendarGroups", "", "value", 0, "id")
	for _, sort := range []string{"", " private"} {
		word := theSecret + place
		sensitivity := "normal"
		if sort != "" {
			word, sensitivity = theSecret+"private-"+place, "private"
		}
		event := n.make("POST", "/v1.0/me/calendars/"+calendar+"/events", strings.Replace(anEvent, `{"subject":"x"`,
			`{"sensitivity":"`+sensitivity+`","body":{"contentType":"text","content":"`+word+`"},"location":{"displayName":"`+word+`"},
			"categories":["`+word+`"],"transactionId":"tx-`+place+sort+`","subject":"`+word+`"`, 1), "id")
		one := "/v1.0/me/events/" + event
		file := n.make("POST", one+"/attachments", strings.Replace(aFile, "a.txt", word, 1), "id")
		n.make("POST", one+"/extensions", strings.Replace(anOpenType, `"on":true`, `"on":"`+word+`"`, 1))
		n.keys[place+sort] = map[string]string{"calendar": calendar, "calendarGroup": group, "event": event, "attachment": file,
			"extension": "com.example.x", "permission": "RGVmYXVsdA=="}
	}
}

// share lets bo in, in place of what was shared before.
func (n *neighbours) share(given ...store.Share) {
	n.t.Helper()
	err := n.svc.Store().Write(n.t.Context(), func(tx *store.Tx) error {
		for _, area := range []string{store.AreaMail, store.AreaCalendars} {
			had, err := tx.Shares(n.ann, area)
			if err != nil {
				return err
			}
			for _, s := range had {
				if err := tx.DropShare(n.ann, s); err != nil {
					return err
				}
			}
		}
		bo, err := tx.FindMailbox("bo@contoso.example")
		for _, s := range given {
			s.Grantee = bo.ID
			err = errors.Join(err, tx.PutShare(n.ann, s))
		}
		return err
	})
	if err != nil {
		n.t.Fatal(err)
	}
}

// undone carries a request of bo's out and takes back what it did.
func (n *neighbours) undone(token, method, path, body string) *httptest.ResponseRecorder {
	n.t.Helper()
	rec := httptest.NewRecorder()
	undo := errors.New("undo")
	err := n.svc.Store().Batch(n.t.Context(), func(ctx context.Context) error {
		n.svc.Handler().ServeHTTP(rec, n.request(token, method, path, body).WithContext(ctx))
		return undo
	})
	if !errors.Is(err, undo) {
		n.t.Fatal(err)
	}
	return rec
}

func (n *neighbours) request(token, method, path, body string) *http.Request {
	req := httptest.NewRequest(method, "http://daybook.test"+path, strings.NewReader(body))
	req.Header.Set("Authorization", "Bearer "+token)
	req.Header.Set("Content-Type", "application/json")
	return req
}

// visit is one combination of the walk.
type visit struct {
	row          rest.Route
	scope        string // the one scope of the token
	mail         mailShare
	calendar     calendarShare
	place        string // that the path leads to, where it names one
	privateEvent bool
}

// mailShare is what of her mail ann shares with bo: places "" nothing, "all",
// or the shared folder with what is in it.
type mailShare struct {
	place       string
	write, send bool
}

type calendarShare struct{ place, role string }

// ofMail and ofCalendars say which rows of the table are about what.
func ofMail(pattern string) bool {
	return slices.ContainsFunc([]string{"mailFolders", "messages", "sendMail", "inferenceClassification"},
		func(s string) bool { return strings.HasPrefix(pattern, "{user}/"+s) })
}

func ofCalendars(pattern string) bool {
	return slices.ContainsFunc([]string{"calendar", "events", "findMeetingTimes"},
		func(s string) bool { return strings.HasPrefix(pattern, "{user}/"+s) })
}

// letIn is the rule, said once more without the table's columns.
func (v visit) letIn() bool {
	switch {
	case ofMail(v.row.Pattern):
		return v.letIntoMail()
	case ofCalendars(v.row.Pattern):
		return v.letIntoCalendars()
	}
	return false
}

func (v visit) letIntoMail() bool {
	path := strings.TrimPrefix(v.row.Pattern, "{user}/")
	last := path[strings.LastIndexByte(path, '/')+1:]
	reaches := v.mail.place == "all" || v.mail.place == "shared" && v.place != "kept"
	above := v.mail.place == "all" || v.mail.place == "shared" && v.place == "inner" // the folder that the place is in
	all := v.mail.place == "all"
	any := v.mail.place != ""
	reading := v.scope == "Mail.Read.Shared" || v.scope == "Mail.ReadWrite.Shared"
	writing := v.scope == "Mail.ReadWrite.Shared" && v.mail.write
	sending := v.scope == "Mail.Send.Shared" && v.mail.send
	switch {
	case path == "sendMail":
		return sending
	case last == "send":
		return sending && reaches && v.mail.write
	case slices.Contains([]string{"reply", "replyAll", "forward"}, last):
		return sending && reaches
	case strings.HasPrefix(last, "create") && last != "createUploadSession": // into Drafts
		return writing && all
	case last == "copy", last == "move" && strings.Contains(path, "{message}"): // into the shared folder
		return writing && reaches
	case path == "messages" && v.row.Method == "POST": // into Drafts
		return writing && all
	case path == "mailFolders/delta", strings.HasPrefix(path, "inferenceClassification"):
		return all && (v.row.Method == "GET" && reading || writing)
	case path == "mailFolders" && v.row.Method == "POST":
		return writing && all
	case last == "{folder}" && v.row.Method != "GET", last == "move":
		return writing && above
	case v.row.Method == "GET" && !strings.Contains(path, "{"):
		return reading && any
	case v.row.Method == "GET":
		return reading && reaches
	}
	return writing && reaches
}

func (v visit) letIntoCalendars() bool {
	path := strings.TrimPrefix(v.row.Pattern, "{user}/")
	get := v.row.Method == "GET"
	asks := strings.HasSuffix(path, "getSchedule") || path == "findMeetingTimes"
	reading := v.scope == "Calendars.Read.Shared" || v.scope == "Calendars.ReadWrite.Shared"
	writing := v.scope == "Calendars.ReadWrite.Shared" && slices.Contains([]string{model.RoleWrite, model.RoleDelegateOfAll}, v.calendar.role)
	reads := reading && (v.calendar.role == model.RoleRead || slices.Contains([]string{model.RoleWrite, model.RoleDelegateOfAll}, v.calendar.role))
	hidden := v.privateEvent && v.calendar.role != model.RoleDelegateOfAll
	_, below, inEvent := strings.Cut(path, "{event}")
	at := v.place
	switch { // which calendar it is about
	case strings.Contains(path, "{calendar}"), inEvent && strings.HasPrefix(path, "events/"):
	case get && slices.Contains([]string{"events", "calendars"}, strings.TrimSuffix(path, "/$count")):
		at = v.calendar.place // of all that are shared
	case strings.HasPrefix(path, "calendarGroup"), path == "calendars", path == "calendarGroups":
		at = "all"
	default:
		at = "default"
	}
	switch {
	case strings.Contains(path, "calendarPermissions"), strings.HasSuffix(path, "{calendar}") && !get, path == "calendar" && !get:
		return false
	case at != v.calendar.place || at == "":
		return false
	case asks, get && below == "":
		return reading
	case get:
		return reads && !hidden
	}
	return writing && !(inEvent && hidden)
}

// bodyFor is a body that a row takes, which changes nothing outside the place.
func (n *neighbours) bodyFor(r rest.Route) string {
	if r.Method == "GET" || r.Method == "DELETE" {
		return ""
	}
	to := `{"toRecipients":[{"emailAddress":{"address":"cy@contoso.example"}}]}`
	for _, b := range []struct{ end, body string }{
		{"/copy", `{"destinationId":"` + n.keys["shared"]["folder"] + `"}`}, {"/move", `{"destinationId":"` + n.keys["shared"]["folder"] + `"}`},
		{"sendMail", `{"message":{"subject":"x",` + to[1:] + `}`}, {"/forward", to}, {"/createForward", to}, {"/reply", `{"comment":"x"}`}, {"/replyAll", `{"comment":"x"}`},
		{"/send", ""}, {"/messages", `{"subject":"x"}`}, {"/createUploadSession", `{"AttachmentItem":{"attachmentType":"file","name":"a","size":5000000}}`},
		{"mailFolders", `{"displayName":"made"}`}, {"/childFolders", `{"displayName":"made"}`}, {"{folder}", `{"displayName":"renamed"}`},
		{"{message}", `{"isRead":true}`}, {"overrides", `{"classifyAs":"other","senderEmailAddress":{"address":"x@contoso.example"}}`},
		{"{override}", `{"classifyAs":"other"}`}, {"/calendars", `{"name":"made"}`}, {"/calendarGroups", `{"name":"made"}`},
		{"/calendar", `{"color":"auto"}`}, {"{calendar}", `{"color":"auto"}`},
		{"getSchedule", `{"schedules":["bo@contoso.example"],"startTime":{"dateTime":"2026-12-01T09:00:00","timeZone":"UTC"},"endTime":{"dateTime":"2026-12-01T10:00:00","timeZone":"UTC"}}`},
		{"{permission}", `{"role":"write"}`}, {"calendarPermissions", `{"emailAddress":{"address":"cy@contoso.example"},"role":"read"}`},
	} {
		if strings.HasSuffix(r.Pattern, b.end) {
			return b.body
		}
	}
	return bodyOf(r)
}

// pathFor leads to a place of ann's mailbox.
func (n *neighbours) pathFor(r rest.Route, keys map[string]string) (string, bool) {
	path := strings.Replace(r.Pattern, "{user}", "users/ann@contoso.example", 1)
	for name, value := range keys {
		path = strings.ReplaceAll(path, "{"+name+"}", value)
	}
	if strings.Contains(path, "{") {
		return "", false
	}
	path = "/v1.0/" + path
	if r.Method == "GET" && (strings.Contains(path, "/calendarView") || strings.HasSuffix(path, "/instances")) {
		path += "?startDateTime=2026-11-01T00:00:00Z&endDateTime=2026-12-31T00:00:00Z"
	}
	return path, true
}

// userRows are the rows that lead into people's mailboxes.
func (n *neighbours) userRows() []rest.Route {
	return slices.DeleteFunc(routes(n.svc.store), func(r rest.Route) bool {
		return !strings.HasPrefix(r.Pattern, "{user}/") || r.Versions == rest.BetaOnly
	})
}

// TestEveryRowOfAnothersMailboxAsksWhatIsShared walks all rows under another
// user's path with each scope, share and sort of event.
func TestEveryRowOfAnothersMailboxAsksWhatIsShared(t *testing.T) {
	n := newNeighbours(t)
	tokens := map[string]string{"": n.token("bo", everyScope("")), "all": n.token("bo", everyScope(".Shared"))}
	for _, s := range []string{"Mail.Read.Shared", "Mail.ReadWrite.Shared", "Mail.Send.Shared", "Calendars.Read.Shared", "Calendars.ReadWrite.Shared"} {
		tokens[s] = n.token("bo", s)
	}
	rows, walked := n.userRows(), 0
	check := func(v visit) {
		keys := n.keys[v.place]
		if v.privateEvent {
			keys = n.keys[v.place+" private"]
		}
		path, ok := n.pathFor(v.row, keys)
		if !ok {
			return
		}
		walked++
		rec := n.undone(tokens[v.scope], v.row.Method, path, n.bodyFor(v.row))
		in := rec.Code != 401 && rec.Code != 403 && rec.Code != 404 && rec.Code < 500
		if want := v.letIn(); in != want {
			t.Errorf("%s %s (place %q, private %t) with scope %q, mail %+v, calendar %+v: %d, want let in: %t: %.160s",
				v.row.Method, v.row.Pattern, v.place, v.privateEvent, v.scope, v.mail, v.calendar, rec.Code, want, rec.Body)
		}
		if in {
			n.noLeak(v, path, rec.Body.String())
		}
	}
	for _, mail := range []mailShare{{}, {"shared", false, false}, {"shared", true, false}, {"shared", false, true}, {"shared", true, true},
		{"all", false, false}, {"all", true, false}, {"all", true, true}} {
		n.shareMail(mail)
		for _, r := range rows {
			if !ofMail(r.Pattern) {
				continue
			}
			for _, scope := range []string{"", "Mail.Read.Shared", "Mail.ReadWrite.Shared", "Mail.Send.Shared", "Calendars.ReadWrite.Shared"} {
				for _, place := range mailPlaces {
					// A scope that opens nothing is asked at one place.
					right := strings.HasPrefix(scope, "Mail.") && strings.Contains(r.Pattern, "{")
					if place == mailPlaces[0] || right {
						check(visit{row: r, scope: scope, mail: mail, place: place})
					}
				}
			}
		}
	}
	for _, calendar := range []calendarShare{{}, {"work", model.RoleNone}, {"work", model.RoleFreeBusyRead}, {"work", model.RoleLimitedRead},
		{"work", model.RoleRead}, {"work", model.RoleWrite}, {"default", model.RoleFreeBusyRead}, {"default", model.RoleRead},
		{"default", model.RoleWrite}, {"default", model.RoleDelegateOfAll}} {
		n.shareCalendar(calendar)
		if calendar.role == model.RoleNone {
			calendar.place = "" // as good as nothing
		}
		for _, r := range rows {
			if !ofCalendars(r.Pattern) {
				continue
			}
			for _, scope := range []string{"", "Calendars.Read.Shared", "Calendars.ReadWrite.Shared", "Mail.ReadWrite.Shared"} {
				for _, place := range calendarPlaces {
					named := strings.Contains(r.Pattern, "{calendar}") || strings.HasPrefix(r.Pattern, "{user}/events/{event}")
					right := strings.HasPrefix(scope, "Calendars.")
					if place != "default" && (!named || !right) {
						continue
					}
					check(visit{row: r, scope: scope, calendar: calendar, place: place})
					if right && strings.Contains(r.Pattern, "{event}") {
						check(visit{row: r, scope: scope, calendar: calendar, place: place, privateEvent: true})
					}
				}
			}
		}
	}
	n.share(store.Share{Area: store.AreaMail, Role: model.RoleWrite, Send: true}, store.Share{Area: store.AreaCalendars, Role: model.RoleDelegateOfAll})
	for _, r := range rows { // the rest of a mailbox is not shared with the mail and the calendars
		if ofMail(r.Pattern) || ofCalendars(r.Pattern) {
			continue
		}
		keys := map[string]string{}
		for part := range strings.SplitSeq(r.Pattern, "{") {
			name, _, _ := strings.Cut(part, "}")
			keys[name] = "x"
		}
		delete(keys, "")
		path, _ := n.pathFor(rest.Route{Method: r.Method, Pattern: r.Pattern}, keys)
		walked++
		if rec := n.undone(tokens["all"], r.Method, path, bodyOrEmpty(r)); rec.Code != 403 {
			t.Errorf("%s %s answered %d, want 403: %.160s", r.Method, r.Pattern, rec.Code, rec.Body)
		}
	}
	t.Logf("%d requests", walked)
	if walked < 8000 {
		t.Errorf("%d requests were made, want every row with every combination", walked)
	}
}

func bodyOrEmpty(r rest.Route) string {
	if r.Method == "GET" || r.Method == "DELETE" {
		return ""
	}
	return "{}"
}

func (n *neighbours) shareMail(m mailShare) {
	s := store.Share{Area: store.AreaMail, Role: model.RoleRead, Send: m.send}
	if m.write {
		s.Role = model.RoleWrite
	}
	switch m.place {
	case "":
		n.share()
		return
	case "shared":
		s.Item = n.keys["shared"]["folder"]
	}
	n.share(s)
}

func (n *neighbours) shareCalendar(c calendarShare) {
	if c.place == "" {
		n.share()
		return
	}
	n.share(store.Share{Area: store.AreaCalendars, Item: n.keys[c.place]["calendar"], Role: c.role})
}

// noLeak looks in a reply for words of what is not shared.
func (n *neighbours) noLeak(v visit, path, body string) {
	n.t.Helper()
	var kept []string
	if ofMail(v.row.Pattern) && v.mail.place != "all" {
		kept = append(kept, theSecret+"kept")
	}
	for _, place := range calendarPlaces {
		sees := place == v.calendar.place
		if !sees || v.calendar.role == model.RoleFreeBusyRead {
			kept = append(kept, theSecret+place)
		}
		if !sees || v.calendar.role != model.RoleDelegateOfAll {
			kept = append(kept, theSecret+"private-"+place)
		}
	}
	// The name of a calendar whose times alone are seen is no secret.
	if strings.HasSuffix(strings.Split(path, "?")[0], "calendars") || strings.HasSuffix(v.row.Pattern, "{calendar}") {
		kept = slices.DeleteFunc(kept, func(s string) bool { return s == theSecret+v.calendar.place })
	}
	for _, word := range kept {
		if strings.Contains(body, word) {
			n.t.Errorf("%s %s with mail %+v, calendar %+v tells %s: %.300s", v.row.Method, path, v.mail, v.calendar, word, body)
		}
	}
}

// TestNoPathLeadsOutOfWhatIsShared lets somebody who may do everything in one
// folder and one calendar try to reach what is beside them: by every path with
// ids of all places, with options and bodies, alone and in batches.
func TestNoPathLeadsOutOfWhatIsShared(t *testing.T) {
	n := newNeighbours(t)
	n.share(store.Share{Area: store.AreaMail, Item: n.keys["shared"]["folder"], Role: model.RoleWrite},
		store.Share{Area: store.AreaCalendars, Item: n.keys["work"]["calendar"], Role: model.RoleWrite})
	n.tokens["bo"] = n.token("bo", everyScope(".Shared")+" MailboxSettings.ReadWrite")
	random := rand.New(rand.NewPCG(17, 13))
	rows := n.userRows()
	var wanted []string // keys of what is not shared, and of what is
	pick := func(list []string) string { return list[random.IntN(len(list))] }
	places := append(slices.Clone(mailPlaces), "default", "default private", "work private", "home", "home private", "work")
	for _, k := range n.keys {
		for _, id := range k {
			wanted = append(wanted, id)
		}
	}
	slices.Sort(wanted)
	tokens := n.deltaTokens()
	before := n.unshared()
	reached, requests := 0, 0
	for requests < 300 {
		r := rows[random.IntN(len(rows))]
		path := strings.Replace(r.Pattern, "{user}", "users/ann@contoso.example", 1)
		// Keys of several places in one path, and now and then any id at all.
		for strings.Contains(path, "{") {
			a, b := strings.IndexByte(path, '{'), strings.IndexByte(path, '}')
			name := path[a+1 : b]
			value, known := n.keys[pick(places)][name]
			if !known || random.IntN(8) == 0 {
				value = pick(append(wanted, "inbox", "msgfolderroot", "drafts", "deleteditems"))
			}
			path = path[:a] + value + path[b+1:]
		}
		if random.IntN(6) == 0 && strings.Contains(path, "mailFolders/") {
			path = strings.Replace(path, "mailFolders/", "mailFolders/"+n.keys["shared"]["folder"]+"/childFolders/", 1)
		}
		query := url.Values{}
		if r.Method == "GET" {
			n.ask(random, query, r, tokens)
		}
		body := n.bodyFor(r)
		if strings.Contains(body, "destinationId") {
			body = `{"destinationId":"` + pick([]string{n.keys["kept"]["folder"], n.keys["shared"]["folder"], "inbox", "drafts", "msgfolderroot"}) + `"}`
		}
		if strings.HasSuffix(r.Pattern, "{folder}") && body != "" {
			body = `{"displayName":"x","parentFolderId":"` + pick([]string{n.keys["kept"]["folder"], "inbox", "msgfolderroot"}) + `"}`
		}
		if strings.HasSuffix(r.Pattern, "/events") && body != "" {
			body = strings.Replace(body, `{"subject"`, `{"transactionId":"tx-`+pick([]string{"home", "work private", "default"})+`","subject"`, 1)
		}
		full := "/v1.0/" + path
		if len(query) > 0 {
			full += "?" + query.Encode()
		}
		requests++
		rec := n.reach(random, r.Method, full, body)
		if rec.Code/100 == 2 {
			reached++
		}
		if rec.Code >= 500 {
			t.Errorf("%s %s answered %d: %.200s", r.Method, full, rec.Code, rec.Body)
		}
		for _, word := range []string{"kept", "default", "home", "private-default", "private-home", "private-work"} {
			if strings.Contains(rec.Body.String(), theSecret+word) && !strings.Contains(full+body, theSecret+word) {
				t.Errorf("%s %s tells of %s: %.300s", r.Method, full, word, rec.Body)
			}
		}
	}
	if now := n.unshared(); now != before {
		t.Errorf("what is not shared has changed:\n%s\nwas\n%s", now, before)
	}
	if reached < 10 {
		t.Errorf("%d of %d requests were answered: the attacker never came in at all", reached, requests)
	}
}

// ask puts query options on a read: ones that look beside what is shared.
func (n *neighbours) ask(random *rand.Rand, query url.Values, r rest.Route, tokens map[string]string) {
	options := []func(){
		func() { query.Set("$filter", "contains(subject,'"+theSecret+"')") },
		func() { query.Set("$filter", "conversationId eq '"+n.keys["kept"]["conversation"]+"'") },
		func() { query.Set("$filter", "extensions/any(e:e/id eq 'com.example.x')") },
		func() {
			query.Set("$filter", "startswith(subject,'"+theSecret+"p') or subject eq 'Private appointment'")
		},
		func() { query.Set("$search", `"canary"`) },
		func() { query.Set("$orderby", "subject"); query.Set("$top", "1") },
		func() { query.Set("$expand", "attachments") },
		func() { query.Set("$expand", "extensions($filter=id eq 'com.example.x')") },
		func() { query.Set("$expand", "calendar") },
		func() { query.Set("$expand", "childFolders") },
		func() { query.Set("$count", "true") },
		func() { query.Set("$deltatoken", tokens["mail"]) },
		func() { query.Set("$deltatoken", tokens["calendar"]) },
	}
	if strings.Contains(r.Pattern, "calendarView") || strings.HasSuffix(r.Pattern, "/instances") || random.IntN(9) == 0 {
		query.Set("startDateTime", "2026-11-01T00:00:00Z")
		query.Set("endDateTime", "2026-12-31T00:00:00Z")
	}
	if random.IntN(2) == 0 {
		options[random.IntN(len(options))]()
	}
}

// reach makes a request of bo's, alone or as a part of a batch.
func (n *neighbours) reach(random *rand.Rand, method, path, body string) *httptest.ResponseRecorder {
	if random.IntN(3) > 0 || body != "" && body[0] != '{' {
		return n.do("bo", method, path, body)
	}
	part := map[string]any{"id": "1", "method": method, "url": strings.TrimPrefix(path, "/v1.0")}
	if body != "" {
		part["body"], part["headers"] = json.RawMessage(body), map[string]string{"Content-Type": "application/json"}
	}
	b, err := json.Marshal(map[string]any{"requests": []any{
		map[string]any{"id": "0", "method": "GET", "url": "/users/ann@contoso.example/mailFolders"}, part,
		map[string]any{"id": "2", "method": "GET", "url": "/users/ann@contoso.example/messages"}}})
	if err != nil {
		n.t.Fatal(err)
	}
	return n.do("bo", "POST", "/v1.0/$batch", string(b))
}

// deltaTokens are those of ann's own rounds.
func (n *neighbours) deltaTokens() map[string]string {
	out := map[string]string{}
	for name, path := range map[string]string{
		"mail":     "/v1.0/me/mailFolders/" + n.keys["kept"]["folder"] + "/messages/delta",
		"calendar": "/v1.0/me/calendarView/delta?startDateTime=2026-11-01T00:00:00Z&endDateTime=2026-12-31T00:00:00Z",
	} {
		link, err := url.Parse(n.make("GET", path, "", "@odata.deltaLink"))
		if err != nil {
			n.t.Fatal(err)
		}
		out[name] = link.Query().Get("$deltatoken")
	}
	return out
}

// unshared is all that ann has beside what is shared.
func (n *neighbours) unshared() string {
	var out strings.Builder
	k := n.keys["kept"]
	for _, path := range []string{
		"/mailFolders/" + k["folder"] + "/messages?$expand=attachments,extensions", "/mailFolders/inbox/messages", "/mailFolders/drafts/messages",
		"/mailFolders/" + k["folder"], "/inferenceClassification/overrides", "/outlook/masterCategories", "/mailboxSettings",
		"/calendars/" + n.keys["home"]["calendar"] + "/events?$expand=attachments,extensions", "/calendar/events?$expand=attachments,extensions",
		"/events/" + n.keys["work private"]["event"] + "?$expand=attachments,extensions", "/calendars/" + n.keys["work"]["calendar"], "/calendars?$select=name",
		"/mailFolders/" + n.keys["shared"]["folder"] + "?$select=displayName,parentFolderId",
		"/contacts", "/drive/root/children",
	} {
		rec := n.do("ann", "GET", "/v1.0/me"+path, "")
		fmt.Fprintln(&out, path, rec.Code, rec.Body.String())
	}
	return out.String()
}

// TestAnUploadEndsWithTheShare takes back, while a file is on its way, what it
// was begun with; and moves the message out of what is shared.
func TestAnUploadEndsWithTheShare(t *testing.T) {
	n := newNeighbours(t)
	n.tokens["bo"] = n.token("bo", everyScope(".Shared"))
	folder, message := n.keys["shared"]["folder"], n.keys["shared"]["message"]
	begin := func(path string) string {
		t.Helper()
		rec := n.do("bo", "POST", path+"/attachments/createUploadSession", `{"AttachmentItem":{"attachmentType":"file","name":"a","size":4}}`)
		var session struct{ UploadURL string }
		if err := json.Unmarshal(rec.Body.Bytes(), &session); err != nil || rec.Code != http.StatusCreated {
			t.Fatalf("%s: %d %s", path, rec.Code, rec.Body)
		}
		return strings.TrimPrefix(session.UploadURL, "http://daybook.test")
	}
	put := func(address string) int {
		req := httptest.NewRequest("PUT", "http://daybook.test"+address, strings.NewReader("plan"))
		req.Header.Set("Content-Range", "bytes 0-3/4")
		rec := httptest.NewRecorder()
		n.svc.Handler().ServeHTTP(rec, req)
		return rec.Code
	}
	both := []store.Share{{Area: store.AreaMail, Item: folder, Role: model.RoleWrite},
		{Area: store.AreaCalendars, Item: n.keys["work"]["calendar"], Role: model.RoleWrite}}
	mail, event := "/v1.0/users/ann@contoso.example/messages/"+message, "/v1.0/users/ann@contoso.example/events/"+n.keys["work"]["event"]
	for _, c := range []struct {
		path string
		then func()
		want int
	}{
		{mail, func() {}, 201},
		{event, func() {}, 201},
		{mail, func() { n.share() }, 404},
		{event, func() { n.share() }, 404},
		{event, func() {
			n.share(store.Share{Area: store.AreaCalendars, Item: n.keys["work"]["calendar"], Role: model.RoleRead})
		}, 403},
		{event, func() { n.make("PATCH", "/v1.0/me/events/"+n.keys["work"]["event"], `{"sensitivity":"private"}`) }, 403},
		{mail, func() { n.make("POST", "/v1.0/me/messages/"+message+"/move", `{"destinationId":"inbox"}`) }, 404},
	} {
		n.share(both...)
		address := begin(c.path)
		c.then()
		if got := put(address); got != c.want {
			t.Errorf("%s: the last range got %d, want %d", c.path, got, c.want)
		}
	}
}

// TestWhatABodyNamesIsHeldToTheShareToo goes out of the share by what stands in
// a body, which no path tells.
func TestWhatABodyNamesIsHeldToTheShareToo(t *testing.T) {
	n := newNeighbours(t)
	n.share(store.Share{Area: store.AreaMail, Item: n.keys["shared"]["folder"], Role: model.RoleWrite},
		store.Share{Area: store.AreaCalendars, Item: n.keys["work"]["calendar"], Role: model.RoleWrite})
	n.tokens["bo"] = n.token("bo", everyScope(".Shared"))
	ann := "/v1.0/users/ann@contoso.example"
	for _, c := range []struct {
		path, to string
		want     int
	}{
		{"/messages/" + n.keys["shared"]["message"] + "/move", n.keys["kept"]["folder"], 404},
		{"/messages/" + n.keys["shared"]["message"] + "/copy", n.keys["kept"]["folder"], 404},
		{"/messages/" + n.keys["shared"]["message"] + "/move", "inbox", 403},
		{"/mailFolders/" + n.keys["inner"]["folder"] + "/move", n.keys["kept"]["folder"], 404},
		{"/mailFolders/" + n.keys["inner"]["folder"] + "/move", "msgfolderroot", 403},
		{"/messages/" + n.keys["shared"]["message"] + "/move", n.keys["inner"]["folder"], 201},
	} {
		if rec := n.do("bo", "POST", ann+c.path, `{"destinationId":"`+c.to+`"}`); rec.Code != c.want {
			t.Errorf("%s to %s: %d, want %d: %s", c.path, c.to, rec.Code, c.want, rec.Body)
		}
	}
	rec := n.do("bo", "POST", ann+"/calendars/"+n.keys["work"]["calendar"]+"/events",
		strings.Replace(anEvent, `{"subject":"x"`, `{"transactionId":"tx-home","subject":"mine"`, 1))
	var made struct{ ID, Subject string }
	if err := json.Unmarshal(rec.Body.Bytes(), &made); err != nil || rec.Code != http.StatusCreated ||
		made.ID == n.keys["home"]["event"] || made.Subject != "mine" {
		t.Errorf("the transactionId of another calendar's event brings it: %d %.300s", rec.Code, rec.Body)
	}
}
