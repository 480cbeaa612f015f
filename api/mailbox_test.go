package api_test

import (
	"context"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"regexp"
	"strings"
	"testing"
	"time"

	"daybook/api"
	"daybook/api/apitest"
	"daybook/model"
)

const (
	team     = "team@contoso.example"
	teamPath = "/users/team@contoso.example"
)

// ofPerson are the paths below {user} that stay the signed-in user's, whoever's
// mailbox is open. All others are the mailbox's.
var ofPerson = regexp.MustCompile(`^(|/(contacts|contact[fF]olders|photo|mailboxSettings|outlook|drive|memberOf|manager|directReports|oAuth2Permissiongrants)\b.*)$`)

// asIn is the path of the signed-in user's as it is with a mailbox open.
func asIn(path string) string {
	rest := strings.TrimPrefix(strings.TrimPrefix(path, "/users"), "/me") // the contract has /users/me once
	if ofPerson.MatchString(rest) {
		return path
	}
	return teamPath + rest
}

func withMailbox(t *testing.T, rt http.RoundTripper, dialect api.Dialect) *api.Client {
	t.Helper()
	c, err := api.New(api.Config{BaseURL: "https://mail.example", Tokens: api.StaticToken("t"), Transport: rt, Dialect: dialect,
		Mailbox: team, Retry: api.RetryPolicy{Attempts: -1, Sleep: func(context.Context, time.Duration) error { return nil }}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// Every operation in both dialects: with a mailbox open it is where it is
// without, but for the mailbox's address in place of the person's.
func TestEveryOperationIsOfTheMailboxOrOfThePerson(t *testing.T) {
	calls := apitest.Calls()
	for _, dialect := range []api.Dialect{api.Vendor, api.Microsoft} {
		moved := 0
		for _, r := range rows(t) {
			paths := map[bool]string{}
			for _, open := range []bool{false, true} {
				rec := &recorder{status: r.Status, kind: calls[r.Key].Kind}
				w := world(t, rec, dialect, r.Me())
				if open {
					w.Client = withMailbox(t, rec, dialect)
					if w.User = w.Client.User("u1"); r.Me() {
						w.User = w.Client.Me()
					}
				}
				if _, err := calls[r.Key].Do(t.Context(), w); err != nil || len(rec.seen) == 0 {
					if dialect == api.Microsoft && len(rec.seen) == 0 { // a row that this dialect does not have
						break
					}
					t.Fatalf("%s %s: %v", dialect, r, err)
				}
				paths[open] = strings.TrimPrefix(strings.TrimPrefix(rec.seen[0].URL.EscapedPath(), "/v1.0"), "/beta")
			}
			want := paths[false]
			if strings.HasPrefix(want, "/me") || strings.HasPrefix(want, "/users/me/") {
				want = asIn(want)
			}
			if dialect == api.Vendor && strings.HasPrefix(paths[false], "/me/calendar/calendarView") { // the contract's row for another
				want = teamPath + "/calendarView"
			}
			if paths[true] != want {
				t.Errorf("%s %s: with a mailbox open got %s, want %s", dialect, r, paths[true], want)
			}
			if paths[true] != paths[false] {
				moved++
			}
		}
		if moved < 90 {
			t.Errorf("%s: %d operations follow the mailbox: the walk has missed some", dialect, moved)
		}
	}
}

// paths notes where requests go, those in batches too.
type paths struct{ seen []string }

func (p *paths) RoundTrip(req *http.Request) (*http.Response, error) {
	body := `{"id":"i1","value":[],"@odata.deltaLink":"https://mail.example/v1.0/d","uploadUrl":"https://mail.example/up/1"}`
	status := http.StatusOK
	switch path := req.URL.Path; {
	case strings.HasSuffix(path, "/$batch"):
		var in struct{ Requests []struct{ ID, URL string } }
		if err := json.NewDecoder(req.Body).Decode(&in); err != nil {
			return nil, err
		}
		var out []string
		for _, r := range in.Requests {
			p.seen = append(p.seen, r.URL)
			out = append(out, `{"id":"`+r.ID+`","status":200,"body":{}}`)
		}
		body = `{"responses":[` + strings.Join(out, ",") + `]}`
	case strings.HasPrefix(path, "/up/"): // named by the service
		_, _ = io.Copy(io.Discard, req.Body)
		status = http.StatusCreated
	default:
		p.seen = append(p.seen, strings.TrimPrefix(path, "/v1.0"))
	}
	header := http.Header{"Content-Type": {"application/json"}, "Location": {"https://mail.example/up/Attachments('i1')"}}
	return &http.Response{StatusCode: status, Header: header, Request: req, Body: io.NopCloser(strings.NewReader(body))}, nil
}

// What makes several requests, or one for a batch, stays in the mailbox too.
func TestBatchesAndWhatTakesSeveralRequestsStayInTheMailbox(t *testing.T) {
	for _, dialect := range []api.Dialect{api.Vendor, api.Microsoft} {
		seen := &paths{}
		c := withMailbox(t, seen, dialect)
		me, ctx := c.Me(), t.Context()
		at := time.Date(2026, 3, 2, 0, 0, 0, 0, time.UTC)
		_, err := c.Batch(ctx, me.MailFolder("inbox").GetRequest(), me.Message("a").GetRequest(),
			me.Message("a").UpdateRequest(model.MessagePatch{}), me.Message("a").DeleteRequest(), me.Message("a").MoveRequest("archive"),
			me.Event("e").GetRequest(), me.Event("e").UpdateRequest(model.EventPatch{}))
		if err != nil {
			t.Fatal(err)
		}
		if len(seen.seen) != 7 {
			t.Fatalf("the batch had %q", seen.seen)
		}
		if _, err := me.Deliver(ctx, model.Message{Subject: "s"}); err != nil {
			t.Fatal(err)
		}
		if _, err := me.MailFolder("inbox").Sync(ctx, ""); err != nil {
			t.Fatal(err)
		}
		if _, err := me.SyncCalendarView(ctx, at, at, ""); err != nil {
			t.Fatal(err)
		}
		large := strings.NewReader(strings.Repeat("x", 4<<20))
		for _, upload := range []func(context.Context, model.Attachment, io.ReaderAt, int64, ...api.Option) (model.Attachment, error){
			me.Message("a").UploadAttachment, me.Event("e").UploadAttachment,
		} {
			_, err := upload(ctx, model.Attachment{Name: "n"}, large, large.Size())
			if err != nil && !errors.Is(err, model.ErrNotFound) { // the list has none, and was asked for where it should be
				t.Fatal(err)
			}
		}
		if _, err := me.Resolve(ctx, "<a@b>"); err != nil {
			t.Fatal(err)
		}
		for _, path := range seen.seen {
			if !strings.HasPrefix(path, teamPath+"/") {
				t.Errorf("%s: %s is not in the mailbox", dialect, path)
			}
		}
	}
}

// A mailbox whose name is no single segment reaches nothing.
func TestTheMailboxsAddressIsOneSegment(t *testing.T) {
	for _, name := range []string{"..", "."} {
		seen := &paths{}
		c, err := api.New(api.Config{BaseURL: "https://mail.example", Tokens: api.StaticToken("t"), Transport: seen, Mailbox: name})
		if err != nil {
			t.Fatal(err)
		}
		if _, err := c.Me().Messages(t.Context()); err == nil || len(seen.seen) > 0 {
			t.Errorf("%q was asked for: %q, %v", name, seen.seen, err)
		}
	}
	seen := &paths{}
	c, err := api.New(api.Config{BaseURL: "https://mail.example", Tokens: api.StaticToken("t"), Transport: seen, Mailbox: "a/b?c@x.example"})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := c.Me().Messages(t.Context()); err != nil || seen.seen[0] != "/users/a/b?c@x.example/messages" { // decoded
		t.Errorf("asked for %q, %v", seen.seen, err)
	}
}
