package service

import (
	"encoding/json"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"testing"

	"daybook/service/rest"
)

// bodies are bodies that the rows without keys of their own take, by operation.
var bodies = map[string]string{
	"CreateMailFolder":       `{"displayName":"z"}`,
	"SendMail":               `{"message":{"subject":"x","toRecipients":[{"emailAddress":{"address":"bo@contoso.example"}}]},"saveToSentItems":true}`,
	"CreateOverride":         `{"classifyAs":"other","senderEmailAddress":{"address":"z@x.example"}}`,
	"CreateCategory":         `{"displayName":"z","color":"preset1"}`,
	"CreateCalendar":         `{"name":"z"}`,
	"CreateCalendarGroup":    `{"name":"z"}`,
	"GetSchedule":            `{"schedules":["ann@contoso.example"],"startTime":{"dateTime":"2026-12-01T09:00:00","timeZone":"UTC"},"endTime":{"dateTime":"2026-12-01T10:00:00","timeZone":"UTC"}}`,
	"FindMeetingTimes":       `{"attendees":[],"meetingDuration":"PT1H"}`,
	"CreateContact":          `{"displayName":"z","birthday":"2000-01-31"}`,
	"CreateContactFolder":    `{"displayName":"z"}`,
	"Batch":                  `{"requests":[{"id":"1","method":"GET","url":"/me"}]}`,
	"UpdateMailboxSettings":  `{"timeZone":"UTC"}`,
	"CreatePermissionGrant":  `{"clientId":"kiosk","consentType":"Principal","principalId":"ann@contoso.example","resourceId":"mail","scope":"Mail.Read"}`,
	"UpdatePermissionGrant":  `{"scope":"Mail.Read"}`,
	"CreateMessage":          `{"subject":"z"}`,
	"ReplyToThread":          `{"post":` + aPost + `}`,
	"AcceptEvent":            `{"comment":"z","sendResponse":true}`,
	"DeclineEvent":           `{"comment":"z","sendResponse":true}`,
	"TentativelyAcceptEvent": `{"comment":"z","sendResponse":true}`,
	"CancelEvent":            `{"comment":"z"}`,
}

// needs are the members of which one is missed, and named, in a body of
// nothing; operations that are not here take {}, as all they read can be left
// out.
var needs = map[string]string{
	"CreateMailFolder": "displayName", "CreateChildMailFolder": "displayName", "MoveMailFolder": "destinationId", "SendMail": "message",
	"CreateOverride": "classifyAs", "UpdateOverride": "classifyAs", "CreateCategory": "displayName", "MoveMessage": "destinationId",
	"CopyMessage": "destinationId", "CreateAttachment": "name", "CreateEventAttachment": "name", "Forward": "toRecipients",
	"CreateCalendar": "name", "CreateCalendarInGroup": "name", "CreateCalendarGroup": "name", "GetSchedule": "schedules", "CreateEvent": "start",
	"CreateContactFolder": "displayName", "CreateChildFolder": "displayName", "CreateContact": "displayName",
	"CreateConversation": "topic", "CreateThread": "is required", "ReplyToThread": "post", "ReplyToPost": "post", "ForwardPost": "toRecipients",
	"CreateAttachmentUpload": "attachmentType", "CreateEventAttachmentUpload": "attachmentType", "CreateFolder": "name", "CreatePermissionGrant": "clientId", "Batch": "requests",
	"CreateMessageExtension": "@odata.type", "CreateEventExtension": "@odata.type", "CreateContactExtension": "@odata.type", "CreatePostExtension": "@odata.type",
}

// bare are the actions that are asked for without a body.
var bare = []string{"SendDraft", "CreateUploadSession", "CreateReply", "CreateReplyAll", "CreateForward", "AcceptEvent", "DeclineEvent", "TentativelyAcceptEvent", "CancelEvent"}

// inside is what no answer to a client may show: how the service is made.
var inside = regexp.MustCompile(`json:|strconv|time\.Time|parsing time|2006-01-02|Go (struct|value)|model\.|map\[|reflect`)

type written struct {
	rest.Route
	path, body string
}

// writtenRows are the rows of the table that take JSON, with a path and a body
// that they take.
func writtenRows(g *grove) (rows []written) {
	g.plant(nil, "grant", g.make("POST", "/v1.0/oAuth2Permissiongrants", bodies["CreatePermissionGrant"], "id"))
	for _, r := range routes(g.svc.store) {
		if r.Method != "POST" && r.Method != "PATCH" || strings.HasPrefix(r.Pattern, "{user}/calendar/events") || strings.HasPrefix(r.Pattern, "{user}/calendar/calendarPermissions/") ||
			strings.HasPrefix(r.Pattern, "{user}/calendarGroup/") || r.Versions == rest.BetaOnly || strings.Contains(r.Pattern, "{name}") {
			continue
		}
		kinds := kindsOf(r.Pattern)
		at := slices.IndexFunc(g.trails, func(t trail) bool {
			return slices.EqualFunc(t, kinds, func(k key, kind string) bool { return k.kind == kind })
		})
		var t trail
		if at >= 0 {
			t = g.trails[at]
		} else if len(kinds) > 0 {
			g.t.Errorf("%s: nothing is planted there", r.Pattern)
			continue
		}
		body, known := bodies[r.Operation]
		if !known {
			body = bodyIn(r)
		}
		rows = append(rows, written{r, write(r.Pattern, t), body})
	}
	return rows
}

// TestBodiesAreHeldToWhatIsKnown walks all rows that take JSON: with nothing,
// with {}, with a member that nobody knows, and with each member of another
// type. What is refused changes nothing.
func TestBodiesAreHeldToWhatIsKnown(t *testing.T) {
	g := newGrove(t)
	rows := writtenRows(g)
	if len(rows) < 100 {
		t.Fatalf("%d rows take a body, want them all", len(rows))
	}
	before := g.fingerprint()
	refused := func(r written, body, names string) {
		t.Helper()
		rec := g.send(r.Method, r.path, body)
		var reply struct {
			Error struct{ Message, Target string }
		}
		if err := json.Unmarshal(rec.Body.Bytes(), &reply); err != nil || rec.Code != http.StatusBadRequest ||
			!strings.Contains(reply.Error.Message, names) || inside.MatchString(reply.Error.Message) {
			t.Errorf("%s %s with %.100s answered %d, want 400 that names %s: %.300s", r.Method, r.Pattern, body, rec.Code, names, rec.Body)
		}
	}
	for _, r := range rows {
		if !slices.Contains(bare, r.Operation) {
			refused(r, "", "")
		}
		if names := needs[r.Operation]; names != "" {
			refused(r, "{}", names)
		}
		if r.Operation == "SendDraft" {
			continue // it reads none
		}
		var members map[string]json.RawMessage
		if err := json.Unmarshal([]byte(r.body), &members); err != nil {
			t.Fatalf("%s: %s: %v", r.Pattern, r.body, err)
		}
		with := func(name, value string) string {
			m := maps.Clone(members)
			m[name] = json.RawMessage(value)
			b, _ := json.Marshal(m) // came from JSON
			return string(b)
		}
		custom := strings.Contains(r.Pattern, "/extensions")
		if !custom {
			refused(r, with("nobodyKnows", "1"), "nobodyKnows")
		}
		for name, value := range members {
			other := `"x"`
			if value[0] == '"' || value[0] == 't' || value[0] == 'f' {
				other = `[[1]]`
			}
			if custom && !strings.HasPrefix(name, "extension") && !strings.HasPrefix(name, "@") {
				other = `{"an":"object"}`
			}
			if r.Operation != "Batch" {
				refused(r, with(name, other), name)
			}
		}
	}
	if g.fingerprint() != before {
		t.Error("a body that was refused has changed the store")
	}
	for _, r := range rows {
		if slices.Contains(bare, r.Operation) {
			if rec := g.send(r.Method, r.path, ""); rec.Code == http.StatusBadRequest && strings.Contains(rec.Body.String(), "body") {
				t.Errorf("%s %s without a body answered %d: %.200s", r.Method, r.Pattern, rec.Code, rec.Body)
			}
		}
	}
}

// TestEachMemberIsChangedOrRefused sends back, one by one, what a GET answers:
// it is a change, or a 400 that names it. The id and annotations say what the
// body is of.
func TestEachMemberIsChangedOrRefused(t *testing.T) {
	g := newGrove(t)
	readOnly := map[string]int{}
	for _, r := range writtenRows(g) {
		if r.Method != "PATCH" || strings.Contains(r.Pattern, "{extension}") || slices.Contains([]string{"UpdateOverride", "UpdateCategory"}, r.Operation) || strings.HasPrefix(r.Pattern, "{user}/mailFolders/") && strings.Contains(r.Pattern, "{message}") {
			continue
		}
		var reply map[string]json.RawMessage
		if err := json.Unmarshal(g.send("GET", r.path, "").Body.Bytes(), &reply); err != nil {
			t.Fatalf("GET %s: %v", r.path, err)
		}
		annotated := `{"@odata.etag":"x","@odata.context":"y"`
		if id := reply["id"]; id != nil {
			annotated += `,"id":` + string(id)
		}
		if rec := g.send("PATCH", r.path, annotated+"}"); rec.Code/100 != 2 {
			t.Errorf("PATCH %s with annotations answered %d: %.200s", r.Pattern, rec.Code, rec.Body)
		}
		for name, value := range reply {
			if strings.Contains(name, "@") || name == "id" {
				continue
			}
			b, _ := json.Marshal(map[string]json.RawMessage{name: value}) // came from JSON
			rec := g.send("PATCH", r.path, string(b))
			var refusal struct{ Error struct{ Target string } }
			switch {
			case rec.Code/100 == 2:
			case json.Unmarshal(rec.Body.Bytes(), &refusal) == nil && rec.Code == http.StatusBadRequest && strings.HasPrefix(refusal.Error.Target, name):
				readOnly[name]++
			default:
				t.Errorf("PATCH %s with %s answered %d: %.300s", r.Pattern, b, rec.Code, rec.Body)
			}
		}
	}
	for _, name := range []string{"createdDateTime", "lastModifiedDateTime", "changeKey", "bodyPreview", "hasAttachments", "iCalUId", "organizer",
		"totalItemCount", "isDefaultCalendar", "uniqueSenders", "size"} {
		if readOnly[name] == 0 {
			t.Errorf("%s can be changed by PATCH", name)
		}
	}
}

func TestDatesAreReadWithoutAnOffset(t *testing.T) {
	g := newGrove(t)
	for given, want := range map[string]string{"2000-01-31": "2000-01-31T00:00:00Z", "2000-01-31T00:00:00": "2000-01-31T00:00:00Z",
		"2000-01-31T02:00:00.0000000+02:00": "2000-01-31T00:00:00Z"} {
		if got := g.make("POST", "/v1.0/me/contacts", `{"displayName":"x","birthday":"`+given+`"}`, "birthday"); got != want {
			t.Errorf("birthday %s is kept as %s, want %s", given, got, want)
		}
		g.make("POST", "/v1.0/me/messages", `{"subject":"x","receivedDateTime":"`+given+`"}`)
	}
	for _, bad := range []string{`"31.1.2000"`, `"2000-02-30"`, `"x"`, `12`} {
		rec := g.send("POST", "/v1.0/me/contacts", `{"displayName":"x","birthday":`+bad+`}`)
		if rec.Code != http.StatusBadRequest || !strings.Contains(rec.Body.String(), "property birthday") || inside.MatchString(rec.Body.String()) {
			t.Errorf("birthday %s answered %d: %s", bad, rec.Code, rec.Body)
		}
	}
}
