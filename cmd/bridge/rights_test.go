package bridge

import (
	"errors"
	"io"
	"net/http"
	"strings"
	"testing"

	"daybook/api"
	"daybook/views"
)

// tenant is Microsoft 365 with two groups, one of which has conversations. It
// counts what is asked for; what is in refused is answered with 403.
type tenant struct {
	asked   []string
	refused string
}

func (n *tenant) RoundTrip(r *http.Request) (*http.Response, error) {
	n.asked = append(n.asked, r.URL.Path)
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
	client := n.client(t)
	groups, people, own, drives := NewThreads(client, nil), NewContacts(client, nil), NewAccount(client, "me"), NewDrives(client)
	groups.Rights, people.Rights, own.Rights, drives.Rights = r, r, r, r
	return map[string]func() error{
		groupsTier:          func() error { _, err := groups.Groups(t.Context()); return err },
		directoryTier:       func() error { _, err := people.Standing(t.Context(), "bo"); return err },
		directoryTier + " ": func() error { _, err := own.Standing(t.Context()); return err },
		grantsTier:          func() error { _, err := own.Grants(t.Context()); return err },
		filesTier:           func() error { _, err := drives.Drives(t.Context()); return err },
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
	if len(n.asked) > 0 {
		t.Errorf("asked in vain: %v", n.asked)
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
	groups, err := NewThreads(n.client(t), nil).Groups(t.Context())
	if err != nil || len(groups) != 2 || groups[0].DisplayName != "Atlas" || groups[1].DisplayName != "Choir" {
		t.Errorf("got %v, %v, want those with conversations", groups, err)
	}
	for _, path := range n.asked {
		if strings.HasPrefix(path, "/v1.0/groups") {
			t.Errorf("%s lists every group of the organization", path)
		}
	}
}

func TestCalendarsOfGroupsComeInOneBatch(t *testing.T) {
	n := &tenant{}
	w := NewWeek(n.client(t), nil, LocalFiles{})
	got, err := w.Calendars(t.Context())
	if err != nil || len(got) != 1 || got[0].Group != "g=1" || got[0].ID != "c1" {
		t.Errorf("got %+v, %v, want the calendar that may be read", got, err)
	}
	if want := 3; len(n.asked) != want {
		t.Errorf("asked %v, want the calendars, the groups and one batch", n.asked)
	}
	n.asked, w.Rights = nil, rightsWithout(groupsTier)
	if got, err := w.Calendars(t.Context()); err != nil || len(got) != 0 || len(n.asked) != 1 {
		t.Errorf("without the right: got %v, %v by %v, want the person's own alone, and no error", got, err, n.asked)
	}
}
