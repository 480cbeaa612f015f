package bridge

import (
	"errors"
	"io"
	"net/http"
	"slices"
	"strings"
	"testing"

	"daybook/api"
	"daybook/model"
	"daybook/views"
	"daybook/views/week"
)

// sharedCalendar is a service whose calendar Bo reads, and everybody the times of.
type sharedCalendar struct {
	changed []string
	denied  bool
}

func (s *sharedCalendar) RoundTrip(r *http.Request) (*http.Response, error) {
	status, body := 200, `{"value":[{"id":"all","emailAddress":{"name":"My Organization"},"role":"freeBusyRead","isRemovable":false},
		{"id":"p1","emailAddress":{"name":"Bo","address":"Bo@contoso.example"},"role":"read","isRemovable":true}]}`
	if s.denied {
		status, body = 403, `{"error":{"code":"ErrorAccessDenied","message":"no"}}`
	} else if r.Method != http.MethodGet {
		sent := []byte{}
		if r.Body != nil {
			sent, _ = io.ReadAll(r.Body)
		}
		s.changed = append(s.changed, strings.TrimSpace(r.Method+" "+r.URL.Path+" "+string(sent)))
		body = `{"id":"p2","role":"read"}`
		if r.Method == http.MethodDelete {
			status, body = 204, ""
		}
	}
	return &http.Response{StatusCode: status, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader(body)), Request: r}, nil
}

func (s *sharedCalendar) week(t *testing.T) *Week {
	t.Helper()
	client, err := api.New(api.Config{BaseURL: "https://mail.example", Tokens: api.StaticToken("t"), Dialect: api.Microsoft, Transport: s})
	if err != nil {
		t.Fatal(err)
	}
	return New(client, Options{}).Week
}

func TestSharingACalendarDoesWhatIsMissing(t *testing.T) {
	own := week.Calendar{ID: "c", Default: true}
	bo, cy := model.EmailAddress{Address: "bo@contoso.example"}, model.EmailAddress{Name: "Cy", Address: "cy@contoso.example"}
	const at = "/v1.0/me/calendar/calendarPermissions"
	for _, c := range []struct {
		who  model.EmailAddress
		role string
		want []string
	}{
		{bo, model.RoleRead, nil},
		{bo, model.RoleWrite, []string{"PATCH " + at + `/p1 {"role":"write"}`}},
		{bo, "", []string{"DELETE " + at + "/p1"}},
		{cy, "", nil},
		{cy, model.RoleRead, []string{"POST " + at +
			` {"emailAddress":{"name":"Cy","address":"cy@contoso.example"},"isInsideOrganization":true,"isRemovable":true,"role":"read"}`}},
		{model.EmailAddress{Name: model.MyOrganization}, model.RoleNone, []string{"PATCH " + at + `/all {"role":"none"}`}},
	} {
		s := &sharedCalendar{}
		if err := s.week(t).Share(t.Context(), own, c.who, c.role); err != nil {
			t.Fatal(err)
		}
		if !slices.Equal(s.changed, c.want) {
			t.Errorf("%v as %q: did %q, want %q", c.who, c.role, s.changed, c.want)
		}
	}
}

func TestARefusalToShareIsAMissingRight(t *testing.T) {
	w := (&sharedCalendar{denied: true}).week(t)
	w.Rights = rightsWithout()
	_, err := w.Shares(t.Context(), week.Calendar{Default: true})
	share := w.Share(t.Context(), week.Calendar{Default: true}, model.EmailAddress{Address: "cy@contoso.example"}, model.RoleRead)
	for _, err := range []error{err, share} {
		if missing, ok := errors.AsType[*views.MissingRight](err); !ok || !strings.Contains(missing.Error(), "who may see your calendars") {
			t.Errorf("got %v, want a missing right in words", err)
		}
	}
}
