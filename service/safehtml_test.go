package service_test

import (
	"encoding/json"
	"strings"
	"testing"

	"daybook/service/groups"
	"daybook/service/servicetest"
	"daybook/service/store"
)

// TestHTMLGoesOutSafe looks at every place where what somebody else wrote
// comes back as HTML.
func TestHTMLGoesOutSafe(t *testing.T) {
	w := servicetest.New(t, "Mail.ReadWrite Mail.Send Calendars.ReadWrite Group.ReadWrite.All")
	const page = `<p onclick="alert(1)">hello</p><script>alert(1)</script><form action="https://evil.example"><a href="javascript:alert(1)">go</a></form>`
	text, err := json.Marshal(page)
	if err != nil {
		t.Fatal(err)
	}
	body := `"body":{"contentType":"html","content":` + string(text) + `}`
	const to = `"emailAddress":{"address":"ann@contoso.example"}`
	w.Do("bo", "POST", "/v1.0/me/sendMail", `{"message":{"subject":"letter",`+body+`,"toRecipients":[{`+to+`}]}}`).Want(202)
	w.Do("bo", "POST", "/v1.0/me/events", `{"subject":"meeting",`+body+`,"attendees":[{`+to+`}],
		"start":{"dateTime":"2026-11-23T09:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-11-23T10:00:00","timeZone":"UTC"}}`).Want(201)
	group := w.AddMailbox(store.Mailbox{Kind: store.KindGroup, PrincipalName: "team@contoso.example", DisplayName: "Team"})
	err = w.Service.Store().Write(t.Context(), func(tx *store.Tx) error {
		n, err := tx.Mailbox(group)
		if err != nil {
			return err
		}
		return groups.AddMember(tx, n, w.IDs["ann"], true)
	})
	if err != nil {
		t.Fatal(err)
	}
	w.Ann("POST", "/v1.0/groups/"+group+"/threads", `{"topic":"talk","posts":[{`+body+`}]}`).Want(201)
	find := func(list string) string { return w.Ann("GET", list, "").Want(200).Str("value/0/id") }
	letter := "/v1.0/me/messages/" + find("/v1.0/me/messages?$filter=subject eq 'letter'")
	invitation := "/v1.0/me/messages/" + find("/v1.0/me/messages?$filter=subject eq 'meeting'")
	event := "/v1.0/me/events/" + find("/v1.0/me/events")
	posts := "/v1.0/groups/" + group + "/threads/" + find("/v1.0/groups/"+group+"/threads") + "/posts"
	mime := w.Ann("GET", letter+"/$value", "").Want(200)
	if !strings.Contains(string(mime.Body), "alert(1)") {
		t.Error("the source of a message is not as it came")
	}
	holder := w.Ann("POST", "/v1.0/me/messages", `{"subject":"holder"}`).Want(201).Str("id")
	attached := "/v1.0/me/messages/" + holder + "/attachments/" + w.Ann("POST", "/v1.0/me/messages/"+holder+"/attachments",
		`{"@odata.type":"#microsoft.graph.itemAttachment","name":"letter","item":{"@odata.type":"#microsoft.graph.message","subject":"letter",`+body+`}}`).Want(201).Str("id")

	entry := "/v1.0/me/messages/" + holder + "/attachments/" + w.Ann("POST", "/v1.0/me/messages/"+holder+"/attachments",
		`{"@odata.type":"#microsoft.graph.itemAttachment","name":"entry","item":{"@odata.type":"#microsoft.graph.event","subject":"entry",`+
			strings.Replace(body, "body", "Body", 1)+`}}`).Want(201).Str("id")

	for path, at := range map[string]string{
		entry:  "",
		letter: "body/content",
		"/v1.0/me/messages?$filter=subject eq 'letter'": "value/0/body/content",
		"/v1.0/me/mailFolders/inbox/messages/delta":     "",
		invitation:                    "body/content",
		invitation + "?$expand=event": "event/body/content",
		event:                         "body/content",
		"/v1.0/me/events":             "value/0/body/content",
		"/v1.0/me/calendarView?startDateTime=2026-11-22T00:00:00Z&endDateTime=2026-11-25T00:00:00Z":       "value/0/body/content",
		"/v1.0/me/calendarView/delta?startDateTime=2026-11-22T00:00:00Z&endDateTime=2026-11-25T00:00:00Z": "",
		posts:                     "value/0/body/content",
		posts + "/" + find(posts): "body/content",
		strings.TrimSuffix(posts, "/posts") + "?$expand=posts": "posts/0/body/content",
		attached: "item/body/content",
	} {
		safe := w.Ann("GET", path, "").Want(200)
		if got := string(safe.Body); strings.Contains(got, "alert") || strings.Contains(got, "evil.example") || !strings.Contains(got, "hello") {
			t.Errorf("%s: got %s", path, got)
		}
		if got := safe.Header.Get("Preference-Applied"); got != "" {
			t.Errorf("%s: applied %q, and nothing was asked", path, got)
		}
		whole := w.Ann("GET", path, "", "Prefer: outlook.allow-unsafe-html").Want(200)
		if !strings.Contains(string(whole.Body), "alert(1)") {
			t.Errorf("%s: the original was asked for and did not come", path)
		}
		if got := whole.Header.Get("Preference-Applied"); got != "outlook.allow-unsafe-html" {
			t.Errorf("%s: applied %q", path, got)
		}
		if at != "" && path != attached && path != invitation+"?$expand=event" {
			if got := whole.Str(at); !strings.Contains(got, page) {
				t.Errorf("%s: the original came back as %s", path, got)
			}
		}
	}
	// What is sent on is the original: cleaning is for who reads.
	answer := w.Ann("POST", letter+"/createForward", `{}`).Want(201)
	if got := string(answer.Body); strings.Contains(got, "alert") {
		t.Errorf("a draft that quotes came back with %s", got)
	}
	if got := string(w.Ann("GET", "/v1.0/me/messages/"+answer.Str("id"), "", "Prefer: outlook.allow-unsafe-html").Want(200).Body); !strings.Contains(got, "alert(1)") {
		t.Error("a forward has lost what was to be forwarded")
	}
}

func TestATextIsHTMLWhereThatIsPreferred(t *testing.T) {
	w := servicetest.New(t, "Mail.ReadWrite Calendars.ReadWrite")
	const body = `"body":{"contentType":"text","content":"1 < 2\n & 3"}`
	draft := "/v1.0/me/messages/" + w.Ann("POST", "/v1.0/me/messages", `{"subject":"a",`+body+`}`).Want(201).Has("body/contentType", "text").Str("id")
	event := "/v1.0/me/events/" + w.Ann("POST", "/v1.0/me/events", `{"subject":"a",`+body+`,
		"start":{"dateTime":"2026-11-23T09:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-11-23T10:00:00","timeZone":"UTC"}}`).Want(201).Str("id")
	for _, path := range []string{draft, event} {
		w.Ann("GET", path, "").Want(200).Has("body/contentType", "text", "body/content", "1 < 2\n & 3")
		r := w.Ann("GET", path, "", `Prefer: outlook.body-content-type="html"`).Want(200).Has("body/contentType", "html")
		if got := r.Str("body/content"); !strings.Contains(got, "1 &lt; 2<br> &amp; 3") {
			t.Errorf("%s: got %s", path, got)
		}
		if got := r.Header.Get("Preference-Applied"); got != `outlook.body-content-type="html"` {
			t.Errorf("%s: applied %q", path, got)
		}
	}
}

// BenchmarkListWithBodies reads a page of fifty HTML letters of four kilobytes:
// as they came, and cleaned.
func BenchmarkListWithBodies(b *testing.B) {
	w := servicetest.New(b, "Mail.ReadWrite")
	const row = `<table width='100%'><tr><td style='color:#333;padding:4px' align='left'><p>Some words of a letter, and <a href='https://example.com/x?y=1'>a link</a>.</p></td></tr></table>`
	for i := range 50 {
		w.Ann("POST", "/v1.0/me/messages", `{"subject":"a","body":{"contentType":"html","content":"<html><body>`+
			strings.Repeat(row, 25)+strings.Repeat("x", i)+`</body></html>"}}`).Want(201)
	}
	for name, prefer := range map[string]string{"original": "outlook.allow-unsafe-html", "safe": "x"} {
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				w.Ann("GET", "/v1.0/me/messages?$top=50", "", "Prefer: "+prefer).Want(200)
			}
		})
	}
}
