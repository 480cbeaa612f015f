package bridge

import (
	"context"
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"daybook/api"
	"daybook/model"
	"daybook/views"
	"daybook/views/inbox"
)

// tenant is Microsoft 365 with two groups, one of which has conversations. It
// counts what is asked for; what is in refused is answered with 403.
type tenant struct {
	refused string

	mu      sync.Mutex // what nobody waits for any more may still be asked
	asked   []string
	queries []string
}

// told is what was asked so far, and the queries of that.
func (n *tenant) told() (asked, queries []string) {
	n.mu.Lock()
	defer n.mu.Unlock()
	return slices.Clone(n.asked), slices.Clone(n.queries)
}

func (n *tenant) RoundTrip(r *http.Request) (*http.Response, error) {
	n.mu.Lock()
	n.asked, n.queries = append(n.asked, r.URL.Path), append(n.queries, r.URL.RawQuery)
	n.mu.Unlock()
	status, body := 200, `{"value":[]}`
	switch {
	case n.refused != "" && strings.Contains(r.URL.Path, n.refused):
		status, body = 403, `{"error":{"code":"Authorization_RequestDenied","message":"no"}}`
	case strings.HasSuffix(r.URL.Path, "/memberOf/microsoft.graph.group"):
		body = `{"value":[{"id":"g=1","displayName":"Atlas","groupTypes":["Unified"]},{"id":"g2","displayName":"Doors","groupTypes":[]},
			{"id":"g3","displayName":"Choir","groupTypes":["Unified","DynamicMembership"]}]}`
	case strings.HasSuffix(r.URL.Path, "/$batch"):
		body = `{"responses":[{"id":"1","status":403,"body":{"error":{"code":"ErrorAccessDenied","message":"no"}}},
			{"id":"0","status":200,"body":{"id":"c1","name":"Calendar"}}]}`
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

func (n *tenant) client(t *testing.T) *api.Client {
	t.Helper()
	client, err := api.New(api.Config{BaseURL: "https://mail.example", Tokens: api.StaticToken("t"), Dialect: api.Microsoft, Transport: n})
	if err != nil {
		t.Fatal(err)
	}
	return client
}

func rightsWithout(tiers ...string) Rights {
	return Rights{
		Lacks:   func(tier string) bool { return strings.Contains(strings.Join(tiers, " "), tier) },
		Command: func(tier string) string { return "daybook login --with " + tier },
	}
}

// readings are what screens read that needs a right of its own.
func readings(n *tenant, t *testing.T, r Rights) map[string]func() error {
	all := New(n.client(t), Options{UserID: "me", Rights: r})
	groups, people, own, drives, names := all.Threads, all.Contacts, all.Account, all.Drives, all.Inbox.people
	return map[string]func() error{
		groupsTier:           func() error { _, err := groups.Groups(t.Context()); return err },
		directoryTier:        func() error { _, err := people.Standing(t.Context(), "bo"); return err },
		directoryTier + " ":  func() error { _, err := own.Standing(t.Context()); return err },
		directoryTier + "  ": func() error { _, err := names.Rooms(t.Context(), "k", 5); return err },
		grantsTier:           func() error { _, err := own.Grants(t.Context()); return err },
		filesTier:            func() error { _, err := drives.Drives(t.Context()); return err },
	}
}

func TestWhatTheSignInDoesNotGiveIsNotAskedFor(t *testing.T) {
	n := &tenant{}
	for tier, read := range readings(n, t, rightsWithout(groupsTier, directoryTier, grantsTier, filesTier)) {
		missing, ok := errors.AsType[*views.MissingRight](read())
		if !ok || missing.Refused || !strings.Contains(missing.Error(), "daybook login --with "+strings.TrimSpace(tier)) {
			t.Errorf("%s: got %v, want what to do about the missing right", tier, missing)
		}
	}
	if asked, _ := n.told(); len(asked) > 0 {
		t.Errorf("asked in vain: %v", asked)
	}
}

func TestWhatTheOrganizationRefusesIsSaidInWords(t *testing.T) {
	n := &tenant{refused: "/"}
	for tier, read := range readings(n, t, rightsWithout()) {
		missing, ok := errors.AsType[*views.MissingRight](read())
		if !ok || !missing.Refused || !strings.Contains(missing.Error(), "organization") {
			t.Errorf("%s: got %v, want that the organization does not permit it", tier, missing)
		}
	}
}

func TestGroupsAreThosePeopleAreIn(t *testing.T) {
	n := &tenant{}
	groups, err := New(n.client(t), Options{}).Threads.Groups(t.Context())
	if err != nil || len(groups) != 2 || groups[0].DisplayName != "Atlas" || groups[1].DisplayName != "Choir" {
		t.Errorf("got %v, %v, want those with conversations", groups, err)
	}
	asked, _ := n.told()
	for _, path := range asked {
		if strings.HasPrefix(path, "/v1.0/groups") {
			t.Errorf("%s lists every group of the organization", path)
		}
	}
}

func TestCalendarsOfGroupsComeInOneBatch(t *testing.T) {
	n := &tenant{}
	w := New(n.client(t), Options{}).Week
	got, err := w.Calendars(t.Context())
	if err != nil || len(got) != 1 || got[0].Group != "g=1" || got[0].ID != "c1" {
		t.Errorf("got %+v, %v, want the calendar that may be read", got, err)
	}
	if asked, _ := n.told(); len(asked) != 3 {
		t.Errorf("asked %v, want the calendars, the groups and one batch", asked)
	}
	n.asked, w.Rights = nil, rightsWithout(groupsTier)
	if got, err := w.Calendars(t.Context()); err != nil || len(got) != 0 || len(n.asked) != 1 {
		t.Errorf("without the right: got %v, %v by %v, want the person's own alone, and no error", got, err, n.asked)
	}
}

// closed is a service that answers everything with one refusal, and counts.
type closed struct {
	status int
	code   string
	asked  atomic.Int32
}

func (c *closed) RoundTrip(r *http.Request) (*http.Response, error) {
	c.asked.Add(1)
	return &http.Response{StatusCode: c.status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(`{"error":{"code":"` + c.code + `","message":"no"}}`)), Request: r}, nil
}

// reads are the first readings of somebody else's mailbox.
func reads(t *testing.T, c *closed, dialect api.Dialect, r Rights) map[string]error {
	t.Helper()
	client, err := api.New(api.Config{BaseURL: "https://mail.example", Tokens: api.StaticToken("t"), Dialect: dialect, Transport: c, Mailbox: r.Mailbox})
	if err != nil {
		t.Fatal(err)
	}
	all := New(client, Options{Rights: r})
	letters, days := all.Inbox, all.Week
	errs := map[string]error{}
	_, errs["mail"] = letters.Folders(t.Context())
	_, errs["mail "] = letters.Page(t.Context(), inbox.Query{Folder: model.FolderInbox, Size: 1})
	_, errs["calendars"] = days.Calendars(t.Context())
	return errs
}

func TestWhySomebodyElsesMailboxDoesNotOpenIsSaidInWords(t *testing.T) {
	for _, dialect := range []api.Dialect{api.Vendor, api.Microsoft} {
		r := Rights{Mailbox: "team@contoso.example", ByAdministrator: dialect == api.Microsoft}
		for area, err := range reads(t, &closed{status: 403, code: "ErrorAccessDenied"}, dialect, r) {
			says, missing := views.Missing(views.Env{}, err)
			if !missing || !strings.Contains(says.String(), "team@contoso.example does not let you read its "+strings.TrimSpace(area)) ||
				!strings.Contains(says.String(), "ask its owner") {
				t.Errorf("%s, %s, not shared: got %v", dialect, area, err)
			}
		}
		for area, err := range reads(t, &closed{status: 404, code: "ErrorInvalidUser"}, dialect, r) {
			if says, missing := views.Missing(views.Env{}, err); !missing || !strings.Contains(says.String(), "no mailbox team@contoso.example here") {
				t.Errorf("%s, %s, nobody's: got %v", dialect, area, err)
			}
		}
		for area, err := range reads(t, &closed{status: 403, code: "ErrorAccessDenied"}, dialect, Rights{}) {
			if _, missing := views.Missing(views.Env{}, err); missing {
				t.Errorf("%s, %s, one's own: got %v, want the service's words", dialect, area, err)
			}
		}
	}
}

func TestSomebodyElsesMailboxIsNotAskedForWithoutTheRight(t *testing.T) {
	c, r := &closed{status: 403, code: "ErrorAccessDenied"}, rightsWithout(sharedTier)
	r.Mailbox = "team@contoso.example"
	errs := reads(t, c, api.Microsoft, r)
	for _, area := range []string{"mail", "mail ", "calendars"} {
		if says, missing := views.Missing(views.Env{}, errs[area]); !missing || !strings.Contains(says.String(), "daybook login --with shared") {
			t.Errorf("%s: got %v, want what to do", area, errs[area])
		}
	}
	if c.asked.Load() > 0 {
		t.Errorf("asked %d times in vain", c.asked.Load())
	}
}

// Without the directory's tier of others only names and addresses are asked
// for, and that there are no rooms is said once.
func TestOfOthersNoMoreIsAskedForThanMayBeRead(t *testing.T) {
	n := &tenant{}
	all := New(n.client(t), Options{Rights: rightsWithout(directoryTier)})
	names, times := all.Inbox.people, all.Finder
	_, err := times.Candidates(t.Context())
	if missing, ok := errors.AsType[*views.MissingRight](err); !ok || missing.Tier != directoryTier || missing.Refused {
		t.Errorf("got %v, want that rooms were not asked for", err)
	}
	if _, err := names.Complete(t.Context(), "b", 5); err != nil {
		t.Error(err)
	}
	asked, queries := n.told()
	for i, path := range asked {
		if strings.HasSuffix(path, "/users") && (strings.Contains(queries[i], "userType") || strings.Contains(queries[i], "jobTitle")) {
			t.Errorf("asked for what may not be read: %s", queries[i])
		}
	}
}

// What everybody is asked for can be refused too: an administrator took it
// back, or a token from elsewhere was made for less.
func TestWhatIsAlwaysAskedForIsSaidInWordsToo(t *testing.T) {
	n := &tenant{refused: "/"}
	all := New(n.client(t), Options{UserID: "me", Rights: rightsWithout()})
	own, people, days, times := all.Account, all.Contacts, all.Week, all.Finder
	for name, read := range map[string]func(context.Context) error{
		"settings":   func(ctx context.Context) error { _, err := own.Settings(ctx); return err },
		"overrides":  func(ctx context.Context) error { _, err := own.Overrides(ctx); return err },
		"categories": func(ctx context.Context) error { _, err := own.Categories(ctx); return err },
		"own photo":  func(ctx context.Context) error { _, err := own.Photo(ctx); return err },
		"folders":    func(ctx context.Context) error { _, err := people.Folders(ctx); return err },
		"contacts":   func(ctx context.Context) error { _, err := people.Contacts(ctx, ""); return err },
		"directory":  func(ctx context.Context) error { _, err := people.Directory(ctx); return err },
		"mails":      func(ctx context.Context) error { _, err := people.Mails(ctx, "bo@contoso.example", 3); return err },
		"calendars":  func(ctx context.Context) error { _, err := days.Calendars(ctx); return err },
		"candidates": func(ctx context.Context) error { _, err := times.Candidates(ctx); return err },
		"schedules": func(ctx context.Context) error {
			_, err := times.Schedules(ctx, []string{"a@b.example"}, time.Unix(0, 0), time.Unix(3600, 0))
			return err
		},
	} {
		err := read(t.Context())
		if missing, ok := errors.AsType[*views.MissingRight](err); name != "candidates" && (!ok || !missing.Refused || missing.Tier != "") {
			t.Errorf("%s: got %v, want that the organization does not permit it", name, err)
		}
	}
}
