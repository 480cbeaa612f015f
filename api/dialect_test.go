package api

import (
	"context"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"daybook/model"
)

// TestDialectsDiffer has one case for each row of the table of the two
// dialects in which a request differs.
func TestDialectsDiffer(t *testing.T) {
	extension := model.OpenTypeExtension{ExtensionName: "n"}
	read := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
	for _, test := range []struct {
		row               string
		call              func(context.Context, *Client) error
		vendor, microsoft string // method and path
		inVendor          string // in the body or the headers
		inMicrosoft       string
	}{
		{"extension type",
			func(ctx context.Context, c *Client) error {
				_, err := c.Me().Message("A").CreateExtension(ctx, extension)
				return err
			},
			"POST /v1.0/me/messages/A/extensions", "POST /v1.0/me/messages/A/extensions",
			`"@odata.type":"Vendor.Graph.OpenTypeExtension"`, `"@odata.type":"microsoft.graph.openTypeExtension"`},
		{"extension type within a new event",
			func(ctx context.Context, c *Client) error {
				_, err := c.Me().CreateEvent(ctx, model.Event{Extensions: []model.OpenTypeExtension{extension}})
				return err
			},
			"POST /v1.0/me/events", "POST /v1.0/me/events",
			`"@odata.type":"Vendor.Graph.OpenTypeExtension"`, `"@odata.type":"microsoft.graph.openTypeExtension"`},
		{"time zone header",
			func(ctx context.Context, c *Client) error {
				_, err := c.Me().CalendarView(ctx, read, read, Zone("Europe/Vienna"))
				return err
			},
			"GET /v1.0/me/calendarView", "GET /v1.0/me/calendarView",
			`vendor.timezone="Europe/Vienna"`, `outlook.timezone="W. Europe Standard Time"`},
		{"ids",
			func(ctx context.Context, c *Client) error { _, err := c.Me().Message("A").Get(ctx); return err },
			"GET /v1.0/me/messages/A", "GET /v1.0/me/messages/A", "", `IdType="ImmutableId"`},
		{"path case of contact folders",
			func(ctx context.Context, c *Client) error {
				_, err := c.Me().ContactFolder("A").Contacts(ctx)
				return err
			},
			"GET /v1.0/me/contactfolders/A/contacts", "GET /v1.0/me/contactFolders/A/contacts", "", ""},
		{"path case of calendar groups",
			func(ctx context.Context, c *Client) error {
				return c.Me().CalendarGroup("A").Calendar("B").Event("C").Delete(ctx)
			},
			"DELETE /v1.0/me/calendargroups/A/calendars/B/events/C", "DELETE /v1.0/me/calendarGroups/A/calendars/B/events/C", "", ""},
		{"calendarGroup in the singular",
			func(ctx context.Context, c *Client) error {
				_, err := c.Me().DefaultCalendarGroup().Calendar("A").Events(ctx)
				return err
			},
			"GET /v1.0/me/calendarGroup/calendars/A/events", "GET /v1.0/me/calendars/A/events", "", ""},
		{"replyAll",
			func(ctx context.Context, c *Client) error {
				return c.Me().Message("A").ReplyAll(ctx, model.ReplyRequest{})
			},
			"POST /v1.0/users/me/messages/A/replyAll", "POST /v1.0/me/messages/A/replyAll", `"comment":""`, `"comment":""`},
		{"replyAll for another user",
			func(ctx context.Context, c *Client) error {
				return c.User("bo").Message("A").ReplyAll(ctx, model.ReplyRequest{})
			},
			"POST /v1.0/users/bo/messages/A/replyAll", "POST /v1.0/users/bo/messages/A/replyAll", "", ""},
		{"permission grants",
			func(ctx context.Context, c *Client) error { _, err := c.DriveOwnerGrant("A").Get(ctx); return err },
			"GET /beta/drive/root/createdByUser/oAuth2Permissiongrants/A", "GET /v1.0/oauth2PermissionGrants/A", "", ""},
		{"workbook",
			func(ctx context.Context, c *Client) error {
				_, err := c.Me().Drive().Item("A").Workbook().Worksheet("it's 1").Range(ctx, "A1:B2")
				return err
			},
			"GET /v1.0/me/drive/items/A/workbook/worksheets('it%27%27s%201')/range(address='A1:B2')",
			"GET /v1.0/me/drive/items/A/workbook/worksheets/it%27s%201/range(address='A1:B2')", "", ""},
		{"another user's default calendar",
			func(ctx context.Context, c *Client) error {
				_, err := c.User("bo").DefaultCalendar().View(ctx, read, read)
				return err
			},
			"GET /v1.0/users/bo/calendarView", "GET /v1.0/users/bo/calendar/calendarView", "", ""},
	} {
		for dialect, want := range map[Dialect][2]string{Vendor: {test.vendor, test.inVendor}, Microsoft: {test.microsoft, test.inMicrosoft}} {
			s := &service{}
			c, _ := testClient(t, s, func(cfg *Config) { cfg.Dialect, cfg.BaseURL = dialect, "https://mail.example" })
			if err := test.call(t.Context(), c); err != nil {
				t.Errorf("%s, %v: %v", test.row, dialect, err)
				continue
			}
			e := s.seen[0]
			path, _, _ := strings.Cut(e.URL, "?")
			if got := e.Method + " " + path; got != want[0] {
				t.Errorf("%s, %v: got %s, want %s", test.row, dialect, got, want[0])
			}
			if got := e.Body + e.Header.Get("Prefer"); !strings.Contains(got, want[1]) {
				t.Errorf("%s, %v: got body and Prefer %s, want %s in it", test.row, dialect, got, want[1])
			}
			if dialect == Vendor && strings.Contains(e.Header.Get("Prefer"), "IdType") {
				t.Errorf("%s: the vendor dialect asks for an id type", test.row)
			}
		}
	}
}

func TestScopesAreSpelledAsTheDialectDoes(t *testing.T) {
	for scope, want := range map[string]string{
		"Mailboxsettings.ReadWrite": "MailboxSettings.ReadWrite", "Group.Readwrite.All": "Group.ReadWrite.All", "Mail.Send": "Mail.Send",
	} {
		if got := Microsoft.Scope(scope); got != want {
			t.Errorf("microsoft: got %s, want %s", got, want)
		}
		if got := Vendor.Scope(scope); got != scope {
			t.Errorf("vendor: got %s, want %s", got, scope)
		}
	}
}

func TestImmutableIdsOnFollowingPages(t *testing.T) {
	s := &service{answer: threePages}
	c, _ := testClient(t, s, microsoft)
	page, err := c.Me().Messages(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for _, err := range page.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
	}
	for i, e := range s.seen {
		if got := e.Header.Get("Prefer"); got != `IdType="ImmutableId"` {
			t.Errorf("request %d of %d: got Prefer %q, want the id type", i+1, len(s.seen), got)
		}
	}
}

func TestMicrosoftPutsOrderedPropertiesFirst(t *testing.T) {
	since := Ge("receivedDateTime", time.Date(2026, 3, 1, 0, 0, 0, 0, time.UTC))
	unread := Eq("isRead", false)
	for _, test := range []struct {
		filters []Option
		order   []string
		want    string
	}{
		{[]Option{Filter(unread, since)}, []string{"receivedDateTime desc"},
			"(receivedDateTime ge 2026-03-01T00:00:00Z) and (isRead eq false)"},
		{[]Option{Filter(And(unread, since))}, []string{"receivedDateTime"},
			"(receivedDateTime ge 2026-03-01T00:00:00Z) and (isRead eq false)"},
		{[]Option{Filter(unread)}, []string{"receivedDateTime desc"},
			"(receivedDateTime ge 1900-01-01T00:00:00Z) and (isRead eq false)"},
		{[]Option{Filter(since), Filter(unread)}, []string{"isRead", "subject"},
			"(isRead eq false) and (subject ge '') and (receivedDateTime ge 2026-03-01T00:00:00Z)"},
		{[]Option{Filter(unread)}, nil, "isRead eq false"},
	} {
		opts := append([]Option{OrderBy(test.order...)}, test.filters...)
		s := &service{}
		c, _ := testClient(t, s, microsoft)
		if _, err := c.Me().MailFolder("inbox").Messages(t.Context(), opts...); err != nil {
			t.Fatal(err)
		}
		req, _ := http.NewRequest("GET", "https://x"+s.seen[0].URL, nil)
		if got := req.URL.Query().Get("$filter"); got != test.want {
			t.Errorf("order by %v: got %s, want %s", test.order, got, test.want)
		}
	}
	s := &service{}
	c, _ := testClient(t, s)
	if _, err := c.Me().Messages(t.Context(), Filter(unread), OrderBy("receivedDateTime")); err != nil {
		t.Fatal(err)
	}
	if got := s.seen[0].URL; !strings.Contains(got, "$filter=isRead%20eq%20false") {
		t.Errorf("vendor: got %s, want the filter as given", got)
	}
}

func TestGrantChangesAnsweredWithoutContent(t *testing.T) {
	s := &service{answer: func(n int, e exchange) (*http.Response, error) {
		if e.Method == http.MethodPatch {
			return replyJSON(204, ""), nil
		}
		return replyJSON(200, `{"id":"A","scope":"Mail.Read"}`), nil
	}}
	c, _ := testClient(t, s, microsoft)
	scope := "Mail.Read"
	g, err := c.Grant("A").Update(t.Context(), model.PermissionGrantPatch{Scope: &scope})
	if err != nil || g.ID != "A" || g.Scope != "Mail.Read" {
		t.Errorf("got %+v, %v, want the changed grant", g, err)
	}
	if got := s.seen[0].Body; got != `{"scope":"Mail.Read"}` {
		t.Errorf("got body %s, want what was set alone", got)
	}
}

func TestNoPhotoIsTheSameInBothDialects(t *testing.T) {
	answers := map[Dialect]*http.Response{
		Vendor:    replyJSON(200, `{"id":"1X1","width":1,"height":1,"@odata.mediaContentType":"image/gif","@odata.mediaEtag":""}`),
		Microsoft: replyJSON(404, `{"error":{"code":"ImageNotFound","message":"none"}}`),
	}
	for dialect, answer := range answers {
		c, _ := testClient(t, &service{answer: func(int, exchange) (*http.Response, error) { return answer, nil }},
			func(cfg *Config) { cfg.Dialect = dialect })
		got, err := c.User("bo").Photo().Metadata(t.Context())
		want := model.ProfilePhoto{ID: "1X1", Width: 1, Height: 1, MediaContentType: "image/gif"}
		if err != nil || got != want || !got.NoPhoto() {
			t.Errorf("%v: got %+v, %v, want %+v", dialect, got, err, want)
		}
	}
}

func TestMicrosoftReadsPartsFromTheWholeSettings(t *testing.T) {
	s := &service{answer: func(int, exchange) (*http.Response, error) {
		return replyJSON(200, `{"timeZone":"Pacific Standard Time","language":{"locale":"en-US"},"automaticRepliesSetting":{"status":"scheduled"}}`), nil
	}}
	c, _ := testClient(t, s, microsoft)
	zone, err1 := c.Me().TimeZone(t.Context())
	language, err2 := c.Me().Language(t.Context())
	replies, err3 := c.Me().AutomaticReplies(t.Context())
	if zone != "America/Los_Angeles" || language.Locale != "en-US" || replies.Status != "scheduled" || err1 != nil || err2 != nil || err3 != nil {
		t.Errorf("got %q %q %q, %v %v %v", zone, language.Locale, replies.Status, err1, err2, err3)
	}
}

func TestMicrosoftAddressesNestedFoldersByThemselves(t *testing.T) {
	s := &service{}
	c, _ := testClient(t, s, microsoft)
	if err := c.Me().MailFolder("a").ChildFolder("b").ChildFolder("c").Message("m").Attachment("x").Delete(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := c.Me().ContactFolder("a").ChildFolder("b").ChildFolder("c").Contacts(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := []string{"DELETE /svc/v1.0/me/mailFolders/c/messages/m/attachments/x", "GET /svc/v1.0/me/contactFolders/c/contacts"}
	if got := s.requests(); got[0] != want[0] || got[1] != want[1] {
		t.Errorf("got %v, want %v", got, want)
	}
}

func TestMicrosoftSelectsByTypeAndWithTheID(t *testing.T) {
	for _, test := range []struct {
		call func(context.Context, *Client) error
		want string
	}{
		{func(ctx context.Context, c *Client) error {
			_, err := c.Me().Message("A").Attachments(ctx, Select("name", "contentId"))
			return err
		}, "$select=name,microsoft.graph.fileAttachment/contentId,id"},
		{func(ctx context.Context, c *Client) error {
			_, err := c.Me().Message("A").Get(ctx, Select("subject", "id"), Expand("event"))
			return err
		}, "$select=subject,id&$expand=microsoft.graph.eventMessage/event"},
		{func(ctx context.Context, c *Client) error {
			_, err := c.Me().TimeZone(ctx)
			return err
		}, "$select=timeZone"},
	} {
		s := &service{}
		c, _ := testClient(t, s, microsoft)
		if err := test.call(t.Context(), c); err != nil {
			t.Fatal(err)
		}
		_, query, _ := strings.Cut(s.seen[0].URL, "?")
		if got, err := url.QueryUnescape(query); err != nil || got != test.want {
			t.Errorf("got %s, want %s", got, test.want)
		}
	}
}
