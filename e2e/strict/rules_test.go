package strict

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"
)

// behind is a service that answers every request with the same.
type behind struct {
	status int
	body   string
	mu     sync.Mutex
	seen   []string // method, path and query
	block  chan struct{}
}

func (b *behind) RoundTrip(req *http.Request) (*http.Response, error) {
	b.mu.Lock()
	b.seen = append(b.seen, req.Method+" "+req.URL.RequestURI())
	b.mu.Unlock()
	if b.block != nil {
		<-b.block
	}
	status := b.status
	if status == 0 {
		status = http.StatusOK
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(b.body))}, nil
}

// call is a bare request: "GET /me/messages?$top=5", headers by line, a body.
func call(t *testing.T, i *Interface, line, headers, body string) (int, http.Header, string) {
	t.Helper()
	method, target, _ := strings.Cut(line, " ")
	path, query, _ := strings.Cut(target, "?")
	u := "https://public.example/v1.0" + path
	if query != "" {
		var parts []string
		for _, p := range strings.Split(query, "&") {
			name, value, _ := strings.Cut(p, "=")
			parts = append(parts, name+"="+url.QueryEscape(value))
		}
		u += "?" + strings.Join(parts, "&")
	}
	req, err := http.NewRequest(method, u, bytes.NewReader([]byte(body)))
	if err != nil {
		t.Fatal(err)
	}
	for line := range strings.Lines(headers) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), ": ")
		req.Header.Set(name, value)
	}
	resp, err := i.RoundTrip(req)
	if err != nil {
		t.Fatal(err)
	}
	out, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, resp.Header, string(out)
}

const stay = `Prefer: IdType="ImmutableId"`

// TestEachRuleRefusesWhatThePublicInterfaceWould trips every rule with a bare
// request, and lets its neighbour through that says it right.
func TestEachRuleRefusesWhatThePublicInterfaceWould(t *testing.T) {
	large := `{"@odata.type":"#microsoft.graph.fileAttachment","contentBytes":"` + strings.Repeat("A", largestBody) + `"}`
	for _, c := range []struct{ rule, wrong, headers, body, right, rightHeaders, rightBody string }{
		{"path", "GET /me/letters", "", "", "GET /me/messages", "", ""},
		{"path", "GET /me/messages/a/colours", "", "", "GET /me/messages/a/attachments", "", ""},
		{"property", "GET /me/messages?$select=subject,wellKnownName", "", "", "GET /me/messages?$select=subject,microsoft.graph.eventMessage/meetingMessageType", "", ""},
		{"property", "GET /me/messages/a/attachments?$select=contentId", "", "", "GET /me/messages/a/attachments?$select=microsoft.graph.fileAttachment/contentId", "", ""},
		{"property", "GET /me/messages?$filter=colour eq 'red'", "", "", "GET /me/messages?$filter=subject eq 'red'", "", ""},
		{"expand", "GET /me/messages/a?$expand=event", "", "", "GET /me/messages/a?$expand=microsoft.graph.eventMessage/event", "", ""},
		{"expand", "GET /me/messages?$expand=singleValueExtendedProperties", "", "", "GET /me/messages?$expand=singleValueExtendedProperties($filter=id eq 'String 0x1')", "", ""},
		{"order", "GET /me/messages?$filter=isRead eq false&$orderby=receivedDateTime desc", "", "",
			"GET /me/messages?$filter=receivedDateTime ge 2016-01-01 and isRead eq false&$orderby=receivedDateTime desc", "", ""},
		{"search", `GET /me/messages?$search="tides"&$orderby=subject`, "", "", `GET /me/messages?$search="tides"`, "", ""},
		{"search", `GET /me/messages?$search="tides"&$filter=isRead eq true`, "", "", `GET /me/messages?$search="tides"&$top=25`, "", ""},
		{"search", `GET /me/messages?$search="tides"&$skip=10`, "", "", `GET /me/messages?$search="tides"&$select=subject`, "", ""},
		{"search", `GET /me/people?$search="ann"&$count=true`, "", "", `GET /me/people?$search="ann"`, "", ""},
		{"search", `GET /me/contacts?$search="ann"`, "", "", "GET /me/contacts?$top=10", "", ""},
		{"search", `GET /me/events?$search="tides"`, "", "", "GET /me/events?$filter=contains(subject,'tides')", "", ""},
		{"search", `GET /users?$search="displayName:ann"`, "", "", `GET /users?$search="displayName:ann"`, "ConsistencyLevel: eventual", ""},
		{"top", "GET /me/messages?$top=1001", "", "", "GET /me/messages?$top=1000", "", ""},
		{"top", "GET /users?$top=1000", "", "", "GET /users?$top=999", "", ""},
		{"directory", "GET /users?$filter=userType ne 'Guest'", "", "", "GET /users?$filter=userType ne 'Guest'&$count=true", "ConsistencyLevel: eventual", ""},
		{"directory", "GET /users?$filter=startswith(mail,'a')&$orderby=displayName", "", "", "GET /users?$filter=startswith(mail,'a')", "", ""},
		{"directory", "GET /users?$count=true", "", "", "GET /users?$count=true", "ConsistencyLevel: eventual", ""},
		{"directory", "GET /users?$filter=contains(displayName,'a')", "", "", "GET /users?$filter=startswith(displayName,'a')", "", ""},
		{"directory", "GET /me/memberOf/microsoft.graph.group", "", "", "GET /me/memberOf/microsoft.graph.group?$count=true", "ConsistencyLevel: eventual", ""},
		{"contacts", "GET /me/contacts?$filter=emailAddresses/any(a:startswith(a/address,'b'))", "", "",
			"GET /me/contacts?$filter=emailAddresses/any(a:a/address eq 'b@c.example')", "", ""},
		{"threads", "GET /groups/a/threads?$orderby=lastDeliveredDateTime", "", "", "GET /groups/a/threads", "", ""},
		{"threads", "GET /groups/a/threads/b/posts?$filter=hasAttachments eq true", "", "", "GET /groups/a/threads/b/posts", "", ""},
		{"zone", "GET /me/events", `Prefer: outlook.timezone="Europe/Berlin"`, "", "GET /me/events", `Prefer: outlook.timezone="W. Europe Standard Time"`, ""},
		{"zone", "POST /me/events", "", `{"start":{"dateTime":"2026-10-22T10:00:00","timeZone":"Atlantic/Azores"}}`,
			"POST /me/events", "", `{"start":{"dateTime":"2026-10-22T10:00:00","timeZone":"Azores Standard Time"}}`},
		{"readonly", "PATCH /me/messages/a", "", `{"receivedDateTime":"2026-10-22T10:00:00Z"}`, "PATCH /me/messages/a", "", `{"isRead":true}`},
		{"readonly", "PATCH /me/events/a", "", `{"organizer":null}`, "PATCH /me/events/a", "", `{"subject":"b"}`},
		{"readonly", "PATCH /oauth2PermissionGrants/a", "", `{"scope":"Mail.Read","clientId":"b"}`, "PATCH /oauth2PermissionGrants/a", "", `{"scope":"Mail.Read"}`},
		{"body", "POST /me/mailFolders", "", `{"displayName":"a","wellKnownName":"b"}`, "POST /me/mailFolders", "", `{"displayName":"a"}`},
		{"body", "PATCH /me/messages/a", "", `{"flag":{"flagColour":"red"}}`, "PATCH /me/messages/a", "", `{"flag":{"flagStatus":"flagged"}}`},
		{"size", "POST /me/messages/a/attachments", "", large, "POST /me/messages/a/attachments/createUploadSession", "", `{"AttachmentItem":{"size":4000000}}`},
	} {
		t.Run(c.rule+" "+c.wrong, func(t *testing.T) {
			b := &behind{body: `{}`}
			i := New(b, Trouble{})
			if status, _, reply := call(t, i, c.wrong, c.headers, c.body); status < 400 || len(b.seen) != 0 {
				t.Errorf("got %d %s, the service saw %v, want it refused", status, reply, b.seen)
			}
			if got := i.Refusals(); len(got) != 1 || got[0].Rule != c.rule {
				t.Errorf("noted %v, want one of %q", got, c.rule)
			}
			i = New(b, Trouble{})
			if status, _, reply := call(t, i, c.right, c.rightHeaders, c.rightBody); status >= 400 || len(i.Refusals()) != 0 || len(b.seen) != 1 {
				t.Errorf("%s: got %d %s, %v", c.right, status, reply, i.Refusals())
			}
		})
	}
}

func TestWhatTheServiceBehindTakesForWrongIsNoted(t *testing.T) {
	i := New(&behind{status: http.StatusBadRequest, body: `{"error":{"code":"BadRequest"}}`}, Trouble{})
	if call(t, i, "GET /me/messages", "", ""); len(i.Refusals()) != 1 || i.Refusals()[0].Rule != "service" {
		t.Errorf("noted %v", i.Refusals())
	}
}

// decoded is a reply as values.
func decoded(t *testing.T, body string) map[string]any {
	t.Helper()
	var out map[string]any
	if err := json.Unmarshal([]byte(body), &out); err != nil {
		t.Fatalf("%s: %v", body, err)
	}
	return out
}

func TestRepliesAreThoseOfThePublicInterface(t *testing.T) {
	event := `{"id":"e1","wellKnownName":"x","subject":"Tides","start":{"dateTime":"2026-10-22T10:00:00","timeZone":"Europe/Berlin"},"body":{"contentType":"text","content":"a < b"}}`
	i := New(&behind{body: event}, Trouble{})
	_, _, body := call(t, i, "GET /me/events/e1", stay, "")
	got := decoded(t, body)
	if id := got["id"].(string); !strings.ContainsAny(id, "=") || !strings.ContainsAny(id, "/+") || !strings.ContainsAny(id, "-_") {
		t.Errorf("the id is %q, want one with = / + - _", id)
	}
	if _, there := got["wellKnownName"]; there {
		t.Error("a member that v1.0 does not have is in the reply")
	}
	if at, there := got["onlineMeetingUrl"]; !there || at != nil {
		t.Errorf("what is absent is %v, %t, want null", at, there)
	}
	start := got["start"].(map[string]any)
	if start["dateTime"] != "2026-10-22T10:00:00.0000000" || start["timeZone"] != "W. Europe Standard Time" {
		t.Errorf("it starts %v, want seven digits and the name that Windows has", start)
	}
	if content := got["body"].(map[string]any); content["contentType"] != "html" || !strings.Contains(content["content"].(string), "a &lt; b") {
		t.Errorf("the body is %v, want HTML", content)
	}
	_, _, body = call(t, i, "GET /me/events/e1", `Prefer: outlook.body-content-type="text"`, "")
	if content := decoded(t, body)["body"].(map[string]any); content["contentType"] != "text" {
		t.Errorf("the body is %v, want text, as was preferred", content)
	}
}

func TestTheDirectoryTellsWhatItIsAskedAlone(t *testing.T) {
	i := New(&behind{body: `{"value":[{"id":"u1","displayName":"Ann","department":"Rails","userType":"resource"}]}`}, Trouble{})
	for query, want := range map[string][]string{
		"": {"displayName", "id"}, "?$select=displayName,department": {"department", "displayName"}, "?$select=id,userType": {"id", "userType"},
	} {
		_, _, body := call(t, i, "GET /users"+query, "", "")
		one := decoded(t, body)["value"].([]any)[0].(map[string]any)
		var names []string
		for name := range one {
			names = append(names, name)
		}
		if slices.Sort(names); !slices.Equal(names, want) {
			t.Errorf("%s: got %v, want %v", query, names, want)
		}
		if kind, there := one["userType"]; there && kind != "Member" {
			t.Errorf("a room's account is a %v, want a Member", kind)
		}
	}
	_, _, body := call(t, i, "GET /places/microsoft.graph.room", "", "")
	if room := decoded(t, body)["value"].([]any)[0].(map[string]any); room["displayName"] != "Ann" {
		t.Errorf("the rooms are %s", body)
	}
}

func TestAMessageThatMovesHasAnotherIDUnlessIDsThatStayWereAskedFor(t *testing.T) {
	i := New(&behind{body: `{"id":"m1","subject":"Tides"}`}, Trouble{})
	id := func(line, headers string) string {
		_, _, body := call(t, i, line, headers, `{"destinationId":"archive"}`)
		return decoded(t, body)["id"].(string)
	}
	kept, first := id("GET /me/messages/m1", stay), id("GET /me/messages/m1", "")
	moved := id("POST /me/messages/"+url.PathEscape(first)+"/move", "")
	if moved == first {
		t.Errorf("the id stayed %s", first)
	}
	if status, _, body := call(t, i, "GET /me/messages/"+url.PathEscape(first), "", ""); status != http.StatusNotFound {
		t.Errorf("by the id it had: %d %s", status, body)
	}
	if status, _, _ := call(t, i, "GET /me/messages/"+url.PathEscape(moved), "", ""); status != http.StatusOK {
		t.Errorf("by the id it has: %d", status)
	}
	if again := id("POST /me/messages/"+url.PathEscape(kept)+"/move", stay); again != kept {
		t.Errorf("the id that stays became %s, want %s", again, kept)
	}
	batch := func(part string) string {
		_, _, body := call(t, i, "POST /$batch", stay,
			fmt.Sprintf(`{"requests":[{"id":"1","method":"GET","url":"/me/messages/m1","headers":{%s}}]}`, part))
		return decoded(t, body)["responses"].([]any)[0].(map[string]any)["body"].(map[string]any)["id"].(string)
	}
	if got := batch(""); got == kept {
		t.Error("the preference of a batch was taken for that of its part")
	}
	if got := batch(`"Prefer":"IdType=\"ImmutableId\""`); got != kept {
		t.Errorf("the part of a batch has %s, want %s", got, kept)
	}
}

func TestASentMessageIsInSentItemsOnlyLater(t *testing.T) {
	i := New(&behind{body: `{"value":[{"id":"m1"},{"id":"m2"}]}`}, Trouble{})
	at := time.Date(2026, 10, 22, 10, 0, 0, 0, time.UTC)
	i.now = func() time.Time { return at }
	count := func() int {
		_, _, body := call(t, i, "GET /me/mailFolders/sentitems/messages", stay, "")
		return len(decoded(t, body)["value"].([]any))
	}
	if got := count(); got != 2 {
		t.Fatalf("%d messages at first", got)
	}
	call(t, i, "POST /me/messages/m1/send", stay, "")
	if got := count(); got != 1 {
		t.Errorf("%d messages at once, want 1", got)
	}
	at = at.Add(late)
	if got := count(); got != 2 {
		t.Errorf("%d messages later, want 2", got)
	}
}

func TestASearchEndsAfterAThousand(t *testing.T) {
	page := `{"value":[` + strings.Repeat(`{"id":"m"},`, 399) + `{"id":"m"}],"@odata.nextLink":"https://public.example/v1.0/me/messages?$search=tides&$skiptoken=x"}`
	b := &behind{body: page}
	i := New(b, Trouble{})
	line, got, pages := `GET /me/messages?$search="tides"`, 0, 0
	for line != "" && pages < 10 {
		_, _, body := call(t, i, line, stay, "")
		v := decoded(t, body)
		got, pages, line = got+len(v["value"].([]any)), pages+1, ""
		if link, more := v["@odata.nextLink"].(string); more {
			line = "GET " + strings.TrimPrefix(link, "https://public.example/v1.0")
		}
	}
	if got != mostFound || pages != 3 {
		t.Errorf("%d messages in %d pages, want %d in 3", got, pages, mostFound)
	}
	if strings.Contains(strings.Join(b.seen, " "), foundMark) {
		t.Errorf("the service saw the mark: %v", b.seen)
	}
}

func TestSomeSuccessesHaveNothingBehindThem(t *testing.T) {
	for line, want := range map[string]int{
		"PUT /me/photo/$value": 200, "PUT /me/contacts/a/photo/$value": 200, "POST /me/events/a/dismissReminder": 200,
		"PATCH /oauth2PermissionGrants/a": 204,
	} {
		status, _, body := call(t, New(&behind{body: `{"id":"a"}`}, Trouble{}), line, "", `{"scope":"Mail.Read"}`)
		if status != want || body != "" {
			t.Errorf("%s: got %d %q, want %d and nothing", line, status, body, want)
		}
	}
}

func TestAPhotoThatIsNotThereIsNotFound(t *testing.T) {
	i := New(&behind{body: `{"id":"1X1","width":1,"height":1}`}, Trouble{})
	if status, _, body := call(t, i, "GET /me/photo", "", ""); status != http.StatusNotFound || !strings.Contains(body, "ImageNotFound") {
		t.Errorf("got %d %s", status, body)
	}
}

func TestTroublesComeByPlanInBatchesToo(t *testing.T) {
	i := New(&behind{body: `{}`}, Trouble{Throttled: 3, Unavailable: 4, TimedOut: 5})
	var got []int
	for range 5 {
		status, header, _ := call(t, i, "GET /me/messages", stay, "")
		got = append(got, status)
		if (status == 429 || status == 503) != (header.Get("Retry-After") == "1") {
			t.Errorf("%d says to wait for %q", status, header.Get("Retry-After"))
		}
	}
	if want := []int{200, 200, 429, 503, 504}; !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	_, _, body := call(t, New(&behind{body: `{}`}, Trouble{Throttled: 2}), "POST /$batch", "", `{"requests":[{"id":"1","method":"GET","url":"/me"},{"id":"2","method":"GET","url":"/me"}]}`)
	parts := decoded(t, body)["responses"].([]any)
	if first, second := parts[0].(map[string]any), parts[1].(map[string]any); first["status"] != 429.0 || second["status"] != 200.0 {
		t.Errorf("the parts of a batch: %v", parts)
	}
	i = New(&behind{body: `{}`}, Trouble{Denied: []string{"/groups"}})
	if status, _, _ := call(t, i, "GET /groups/a", "", ""); status != http.StatusForbidden || len(i.Refusals()) != 0 {
		t.Errorf("without the right: %d, %v", status, i.Refusals())
	}
}

func TestAMailboxCarriesOutFourRequestsAtOnce(t *testing.T) {
	b := &behind{body: `{}`, block: make(chan struct{})}
	i := New(b, Trouble{})
	done := make(chan int)
	for range mostAtOnce {
		go func() {
			req, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://public.example/v1.0/me", nil)
			if err != nil {
				panic(err)
			}
			resp, err := i.RoundTrip(req)
			if err != nil {
				panic(err)
			}
			done <- resp.StatusCode
		}()
	}
	for { // until all four are inside
		i.mu.Lock()
		n := len(i.inside)
		i.mu.Unlock()
		if n == mostAtOnce {
			break
		}
		time.Sleep(time.Millisecond)
	}
	if status, _, body := call(t, i, "GET /me", "", ""); status != http.StatusTooManyRequests || !strings.Contains(body, "MailboxConcurrency") {
		t.Errorf("the fifth got %d %s", status, body)
	}
	close(b.block)
	for range mostAtOnce {
		if status := <-done; status != http.StatusOK {
			t.Errorf("one of four got %d", status)
		}
	}
}
