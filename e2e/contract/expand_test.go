package contract

import (
	"encoding/json"
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// get is a request of the owner's that is expected to succeed; in the path,
// what follows the first '?' is escaped.
func (s socket) get(t *testing.T, path string) map[string]any {
	t.Helper()
	resp, reply := s.ask(t, "GET", inQuery(path), nil, nil)
	if resp.StatusCode != 200 {
		t.Fatalf("GET %s: got %d %s", path, resp.StatusCode, reply)
	}
	var out map[string]any
	if err := json.Unmarshal(reply, &out); err != nil {
		t.Fatalf("GET %s: %v", path, err)
	}
	return out
}

func inQuery(path string) string {
	path, query, _ := strings.Cut(path, "?")
	return "/v1.0" + path + "?" + strings.NewReplacer(" ", "%20", "'", "%27", ";", "%3B").Replace(query)
}

func (s socket) post(t *testing.T, path, body string) map[string]any {
	t.Helper()
	resp, reply := s.send(t, "POST", "/v1.0"+path, body, asJSON)
	if resp.StatusCode != 201 {
		t.Fatalf("POST %s: got %d %s", path, resp.StatusCode, reply)
	}
	var out map[string]any
	if err := json.Unmarshal(reply, &out); err != nil {
		t.Fatalf("POST %s: %v", path, err)
	}
	return out
}

// part walks into a reply: names, indexes of lists, or len.
func part(v any, path string) any {
	for step := range strings.SplitSeq(path, ".") {
		switch x := v.(type) {
		case map[string]any:
			v = x[step]
			if _, ok := x[step]; !ok {
				return "(none)"
			}
		case []any:
			var i int
			if step == "len" {
				return len(x)
			}
			if _, err := fmt.Sscan(step, &i); err != nil || i >= len(x) {
				return "(none)"
			}
			v = x[i]
		default:
			return "(none)"
		}
	}
	return v
}

const dealBody = `"extensions":[{"@odata.type":"microsoft.graph.openTypeExtension","extensionName":"com.example.deal","wonBy":"Ada"},
	{"@odata.type":"microsoft.graph.openTypeExtension","extensionName":"com.example.mood","score":3}]`

// TestExpand brings what resources lead to, with the options in parentheses.
// https://learn.microsoft.com/en-us/graph/query-parameters#expand-parameter
func TestExpand(t *testing.T) {
	w := newWorld(t)
	s := socket{w.serve(t), w.token(t, w.owner, everything, 0)}
	outer := part(s.post(t, "/me/mailFolders", `{"displayName":"Outer"}`), "id").(string)
	b := part(s.post(t, "/me/mailFolders/"+outer+"/childFolders", `{"displayName":"Bee"}`), "id").(string)
	s.post(t, "/me/mailFolders/"+outer+"/childFolders", `{"displayName":"Ant"}`)
	s.post(t, "/me/mailFolders/"+b+"/childFolders", `{"displayName":"Deep"}`)
	cards := part(s.post(t, "/me/contactFolders", `{"displayName":"Cards"}`), "id").(string)
	s.post(t, "/me/contactFolders/"+cards+"/childFolders", `{"displayName":"Inner"}`)
	drawer := part(s.post(t, "/me/drive/root/children", `{"name":"Drawer","folder":{}}`), "id").(string)
	for _, name := range []string{"b", "a"} {
		s.post(t, "/me/drive/items/"+drawer+"/children", `{"name":"`+name+`","folder":{}}`)
	}
	series := part(s.post(t, "/me/events", `{"subject":"Standup","start":{"dateTime":"2026-03-02T09:00:00","timeZone":"UTC"},
		"end":{"dateTime":"2026-03-02T09:15:00","timeZone":"UTC"},`+dealBody+`,
		"recurrence":{"pattern":{"type":"daily","interval":1},"range":{"type":"noEnd","startDate":"2026-03-02"}}}`), "id").(string)
	group := "/groups/" + w.group.ID
	week := "startDateTime=2026-03-02T00:00:00Z&endDateTime=2026-03-09T00:00:00Z"

	for day, change := range map[string]string{"04": `{"subject":"Moved","start":{"dateTime":"2026-03-04T15:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-03-04T15:15:00","timeZone":"UTC"}}`,
		"06": `{"subject":"Retro"}`} {
		day += "T00:00:00Z"
		that := s.get(t, "/me/events/"+series+"/instances?startDateTime=2026-03-"+day+"&endDateTime=2026-03-"+strings.Replace(day, "T00", "T23", 1))
		if resp, reply := s.ask(t, "PATCH", "/v1.0/me/events/"+part(that, "value.0.id").(string), []byte(change), map[string]string{"Content-Type": "application/json"}); resp.StatusCode != 200 {
			t.Fatalf("change an occurrence: %d %s", resp.StatusCode, reply)
		}
	}

	for _, c := range []struct{ path, at, want string }{
		{"/me/events/" + series + "?$expand=exceptionOccurrences&$select=subject,cancelledOccurrences,exceptionOccurrences", "exceptionOccurrences.len", "2"},
		{"/me/events/" + series + "?$expand=exceptionOccurrences($select=subject,start;$orderby=subject desc)", "exceptionOccurrences.0.subject", "Retro"},
		{"/me/events/" + series + "?$expand=exceptionOccurrences($filter=subject eq 'Moved')", "exceptionOccurrences.0.start.dateTime", "2026-03-04T15:00:00.0000000"},
		{"/me/events/" + series + "?$expand=exceptionOccurrences", "exceptionOccurrences.0.type", "exception"},
		{"/me/events?$expand=exceptionOccurrences($select=id)", "value.0.exceptionOccurrences.len", "2"},
		{"/me/events/" + series, "exceptionOccurrences", "(none)"},
		{"/me/mailFolders/" + outer + "?$expand=childFolders", "childFolders.len", "2"},
		{"/me/mailFolders/" + outer + "?$expand=childFolders", "childFolders.0.displayName", "Ant"},
		{"/me/mailFolders/" + outer + "?$expand=childFolders($orderby=displayName desc;$top=1)", "childFolders.0.displayName", "Bee"},
		{"/me/mailFolders/" + outer + "?$expand=childFolders($filter=displayName eq 'Ant')", "childFolders.len", "1"},
		{"/me/mailFolders/" + outer + "?$expand=childFolders($select=displayName)", "childFolders.0.totalItemCount", "(none)"},
		{"/me/mailFolders/" + outer + "?$expand=childFolders($expand=childFolders)", "childFolders.1.childFolders.0.displayName", "Deep"},
		{"/me/mailFolders?$filter=displayName eq 'Outer'&$expand=childFolders($skip=1)", "value.0.childFolders.len", "1"},
		{"/me/mailFolders/" + outer, "childFolders", "(none)"},
		{"/me/contactFolders?$expand=childFolders&$filter=displayName eq 'Cards'", "value.0.childFolders.0.displayName", "Inner"},
		{"/me/drive/items/" + drawer + "?$expand=children", "children.0.name", "a"},
		{"/me/drive/items/" + drawer + "?$expand=children($orderby=name desc;$select=name)", "children.0.name", "b"},
		{"/me/drive/root?$expand=children($expand=children($top=1))&$select=name", "children.0.children.len", "1"},
		{"/me?$expand=manager($select=displayName)", "manager.displayName", "Ada"},
		{"/me?$expand=manager($select=displayName)", "manager.mail", "(none)"},
		{"/me?$expand=manager($expand=manager)", "manager.manager.displayName", "Owner"},
		{"/me?$select=displayName&$expand=directReports", "directReports.0.displayName", "Ada"},
		{"/users?$expand=manager,directReports($filter=displayName eq 'nobody')&$filter=displayName eq 'Owner'", "value.0.manager.displayName", "Ada"},
		{group + "?$expand=members", "members.len", "2"},
		{group + "?$expand=members($filter=startswith(displayName,'Own');$select=displayName)", "members.0.displayName", "Owner"},
		{group + "?$expand=owners($select=id)", "owners.len", "1"},
		{"/groups?$expand=members($select=id)", "value.0.members.len", "2"},
		{"/me/events/" + series + "?$expand=calendar($select=name)", "calendar.name", "Calendar"},
		{"/me/events?$expand=calendar", "value.0.calendar.isDefaultCalendar", "true"},
		{"/me/events/" + series + "?$expand=instances($select=subject,start)&" + week, "instances.len", "7"},
		{"/me/events/" + series + "?$expand=instances($top=2;$orderby=start/dateTime desc)&" + week, "instances.0.start.dateTime", "2026-03-08T09:00:00.0000000"},
		{"/me/events/" + series + "?$expand=instances($expand=extensions($filter=id eq 'com.example.mood'))&" + week, "instances.0.extensions.0.score", "3"},
		{"/me/events?$expand=instances($filter=start/dateTime lt '2026-03-04T00:00:00Z')&" + week, "value.0.instances.len", "2"},
		{"/me/calendarView?$expand=calendar($select=name)&" + week, "value.3.calendar.name", "Calendar"},
		{"/me/events/" + series + "?$select=*", "subject", "Standup"},
		{"/me/events/" + series + "?$select=*,isOnlineMeeting", "isOnlineMeeting", "false"},
	} {
		if got := fmt.Sprint(part(s.get(t, c.path), c.at)); got != c.want {
			t.Errorf("GET %s: %s: got %s, want %s", c.path, c.at, got, c.want)
		}
	}
}

// TestExpandTheEventOfAMessage reads an invitation's event by the name of its
// type. https://learn.microsoft.com/en-us/graph/api/eventmessage-get
func TestExpandTheEventOfAMessage(t *testing.T) {
	w := newWorld(t)
	s := socket{w.serve(t), w.token(t, w.owner, everything, 0)}
	adas := socket{s.Server, w.token(t, w.ada, everything, 0)}
	s.post(t, "/me/events", `{"subject":"Review","start":{"dateTime":"2026-03-05T09:00:00","timeZone":"UTC"},
		"end":{"dateTime":"2026-03-05T10:00:00","timeZone":"UTC"},"attendees":[{"emailAddress":{"address":"ada@example.com"}}]}`)
	for _, c := range []struct{ path, at, want string }{
		{"/me/messages?$expand=microsoft.graph.eventMessage/event", "value.0.event.subject", "Review"},
		{"/me/messages?$select=subject&$expand=microsoft.graph.eventMessage/event($select=subject)", "value.0.event.isAllDay", "(none)"},
		{"/me/messages?$select=microsoft.graph.eventMessage/meetingMessageType", "value.0.meetingMessageType", "meetingRequest"},
		{"/me/messages?$filter=microsoft.graph.eventMessage/meetingMessageType eq 'meetingRequest'", "value.len", "1"},
	} {
		if got := fmt.Sprint(part(adas.get(t, c.path), c.at)); got != c.want {
			t.Errorf("GET %s: %s: got %s, want %s", c.path, c.at, got, c.want)
		}
	}
}

// TestExtensionsAreFoundByNameAndID covers every owner of extensions, with
// the name alone and with the id of each dialect.
// https://learn.microsoft.com/en-us/graph/api/opentypeextension-get
func TestExtensionsAreFoundByNameAndID(t *testing.T) {
	w := newWorld(t)
	s := socket{w.serve(t), w.token(t, w.owner, everything, 0)}
	event := `{"subject":"E","start":{"dateTime":"2026-03-05T09:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-03-05T10:00:00","timeZone":"UTC"},`
	group := "/groups/" + w.group.ID
	w.make(t, "GET /groups/{}/threads/{}/posts/{}")
	thread := part(s.get(t, group+"/threads"), "value.0.id").(string)
	post := part(s.get(t, group+"/threads/"+thread+"/posts"), "value.0.id").(string)
	posts := group + "/threads/" + thread + "/posts"
	for _, e := range strings.Split(strings.Trim(strings.TrimSpace(strings.TrimPrefix(dealBody, `"extensions":`)), "[]"), ",\n\t") {
		s.post(t, posts+"/"+post+"/extensions", e)
	}
	for list, items := range map[string][2]string{
		"/me/messages":    {`{"subject":"M",` + dealBody + `}`, `{"subject":"other"}`},
		"/me/contacts":    {`{"displayName":"C",` + dealBody + `}`, `{"displayName":"other"}`},
		"/me/events":      {event + dealBody + `}`, event + `"body":{"contentType":"text","content":""}}`},
		group + "/events": {event + dealBody + `}`, event + `"body":{"contentType":"text","content":""}}`},
		posts:             {},
	} {
		one := list + "/" + post
		if items[0] != "" {
			one = list + "/" + part(s.post(t, list, items[0]), "id").(string)
			s.post(t, list, items[1])
		}
		for _, id := range []string{"com.example.deal", "Com.Example.Deal", "Vendor.Graph.OpenTypeExtension.com.example.deal",
			"microsoft.graph.openTypeExtension.com.example.deal"} {
			got := s.get(t, list+"?$filter=Extensions/any(f:f/id eq '"+id+"')&$expand=Extensions($filter=id eq '"+id+"')")
			if part(got, "value.len") != 1 || part(got, "value.0.extensions.len") != 1 || part(got, "value.0.extensions.0.wonBy") != "Ada" {
				t.Errorf("%s by %s: got %v", list, id, got)
			}
			if got := part(s.get(t, one+"/extensions/"+url.PathEscape(id)), "wonBy"); got != "Ada" {
				t.Errorf("%s/extensions/%s: got %v", one, id, got)
			}
			if got := part(s.get(t, one+"?$expand=extensions($filter=id in ('"+id+"');$select=wonBy)"), "extensions.len"); got != 1 {
				t.Errorf("%s expanded by %s: got %v extensions", one, id, got)
			}
		}
		if got := part(s.get(t, list+"?$filter=extensions/any(f:f/id eq 'none')"), "value.len"); got != 0 {
			t.Errorf("%s by none: got %v", list, got)
		}
	}
	view := "/calendarView?startDateTime=2026-03-05T00:00:00Z&endDateTime=2026-03-06T00:00:00Z&$filter=extensions/any(e:e/id eq 'com.example.deal')"
	for _, path := range []string{"/me" + view, group + view} {
		got := s.get(t, path)
		if part(got, "value.len") != 1 || part(got, "value.0.extensions") != "(none)" {
			t.Errorf("%s: got %v", path, got)
		}
	}
}

// TestPropertiesThatAreNotKept answers what the public resources have beyond
// the store. https://learn.microsoft.com/en-us/graph/api/resources/event
func TestPropertiesThatAreNotKept(t *testing.T) {
	w := newWorld(t)
	s := socket{w.serve(t), w.token(t, w.owner, everything, 0)}
	w.make(t, "GET {user}/events/{}")
	w.make(t, "GET {user}/messages/{}")
	w.make(t, "GET {user}/contacts/{}")
	for list, want := range map[string]string{
		"/me/messages":  `{"conversationIndex":null,"uniqueBody":null}`,
		"/me/events":    `{"isOnlineMeeting":false,"onlineMeeting":null,"onlineMeetingProvider":"unknown"}`,
		"/me/calendars": `{"allowedOnlineMeetingProviders":[],"defaultOnlineMeetingProvider":"unknown","isTallyingResponses":false}`,
		"/me/contacts":  `{"yomiCompanyName":null,"yomiGivenName":null,"yomiSurname":null}`,
		"/users":        `{"companyName":null,"otherMails":[],"proxyAddresses":[]}`,
		"/groups":       `{"classification":null,"proxyAddresses":[]}`,
	} {
		var wanted map[string]any
		if err := json.Unmarshal([]byte(want), &wanted); err != nil {
			t.Fatal(err)
		}
		var names []string
		for name := range wanted {
			names = append(names, name)
		}
		item, _ := part(s.get(t, list+"?$top=1&$select="+strings.Join(names, ",")), "value.0").(map[string]any)
		got := map[string]any{}
		for name, value := range item {
			if _, ok := wanted[name]; ok {
				got[name] = value
			}
		}
		if js, _ := json.Marshal(got); string(js) != want {
			t.Errorf("%s: got %s, want %s", list, js, want)
		}
	}
	for path, want := range map[string]int{
		"/me/events?$filter=isOnlineMeeting eq true":            0,
		"/me/events?$filter=isOnlineMeeting eq false":           1,
		"/users?$filter=companyName eq 'Contoso'":               0,
		"/users?$filter=proxyAddresses/any(p:p eq 'smtp:a@b')":  0,
		"/me/contacts?$filter=yomiSurname eq null":              1,
		"/me/events?$filter=onlineMeetingProvider ne 'unknown'": 0,
	} {
		if got := part(s.get(t, path), "value.len"); got != want {
			t.Errorf("GET %s: got %v, want %d", path, got, want)
		}
	}
}

// TestWhatCannotBeExpandedIsSaid refuses in words what would else be ignored.
func TestWhatCannotBeExpandedIsSaid(t *testing.T) {
	w := newWorld(t)
	s := socket{w.serve(t), w.token(t, w.owner, everything, 0)}
	id := w.make(t, "GET {user}/messages/{}")[0]
	for path, names := range map[string]string{
		"/me/events?$expand=instances":                                                "startDateTime",
		"/me/messages?$expand=microsoft.graph.contact/event":                          "microsoft.graph.contact",
		"/me/messages?$expand=attachments($search=x)":                                 "$search",
		"/me/messages?$expand=attachments($count=true)":                               "$count",
		"/me/messages?$expand=attachments($filter=colour eq 'x')":                     "colour",
		"/me?$expand=manager($top=1)":                                                 "$top",
		"/me?$expand=manager($levels=max)":                                            "$levels",
		"/me/messages?$expand=event($expand=calendar)":                                "$expand",
		"/me/mailFolders?$expand=messages":                                            "messages",
		"/me/messages?$filter=extensions/any(e:e/wonBy eq 'Ada')":                     "wonBy",
		"/me/messages?$filter=extensions/any(e:e/id eq 'x') or contains(webLink,'y')": "internetMessageId",
		"/me/mailboxSettings/timeZone?$select=value":                                  "query options",
		"/me/mailboxSettings/timeZone?$colour=red":                                    "$colour",
		"/me/mailboxSettings/language?$filter=locale eq 'en'":                         "$select",
		"/me/messages/" + id + "/$value?$filter=isRead eq true":                       "$filter",
	} {
		resp, reply := s.ask(t, "GET", inQuery(path), nil, nil)
		var body struct{ Error struct{ Message string } }
		if err := json.Unmarshal(reply, &body); err != nil || resp.StatusCode != 400 || !strings.Contains(body.Error.Message, names) {
			t.Errorf("GET %s: got %d %s, want 400 that names %s", path, resp.StatusCode, reply, names)
		}
	}
}

// TestExpandNeedsTheScopesOfReading refuses who leads whom to a token that
// could not read it by itself, at any depth.
func TestExpandNeedsTheScopesOfReading(t *testing.T) {
	w := newWorld(t)
	s := socket{w.serve(t), w.token(t, w.owner, "User.Read Group.Read.All", 0)}
	group := "/groups/" + w.group.ID
	for path, status := range map[string]int{
		"/me?$expand=manager":                                     403,
		"/me?$expand=microsoft.graph.user/directReports":          403,
		group + "?$expand=members($expand=manager)":               403,
		group + "/members?$expand=manager($expand=directReports)": 403,
		"/me/manager":                        403,
		group + "?$expand=members($top=1)":   200,
		"/me?$select=displayName,otherMails": 200,
	} {
		if resp, reply := s.ask(t, "GET", inQuery(path), nil, nil); resp.StatusCode != status {
			t.Errorf("GET %s: got %d %s, want %d", path, resp.StatusCode, reply, status)
		}
	}
}

// TestWritesTakeNoOptionsOfLists refuses them before anything is changed.
func TestWritesTakeNoOptionsOfLists(t *testing.T) {
	w := newWorld(t)
	s := socket{w.serve(t), w.token(t, w.owner, everything, 0)}
	id := w.make(t, "GET {user}/messages/{}")[0]
	for call, names := range map[string]string{
		"DELETE /me/messages/" + id + "?$filter=isRead eq true": "$filter",
		"PATCH /me/messages/" + id + "?$top=1":                  "$top",
		"POST /me/messages?$colour=red":                         "$colour",
		"POST /me/messages?$select=subject,":                    "$select",
	} {
		before := w.fingerprint(t)
		method, path, _ := strings.Cut(call, " ")
		resp, reply := s.ask(t, method, inQuery(path), []byte(`{"isRead":true}`), map[string]string{"Content-Type": asJSON})
		if resp.StatusCode != 400 || !strings.Contains(string(reply), names) {
			t.Errorf("%s: got %d %s, want 400 that names %s", call, resp.StatusCode, reply, names)
		}
		if w.fingerprint(t) != before {
			t.Errorf("%s: the store has changed", call)
		}
	}
}
