package api

import (
	"net/http"
	"net/url"
	"testing"
	"time"
)

func TestFilterExpressionsQuoteTheirValues(t *testing.T) {
	vienna := time.FixedZone("", 3600)
	for want, e := range map[string]Expr{
		`subject eq 'it''s'`:                                            Eq("subject", "it's"),
		`subject eq ''' or true or '''`:                                 Eq("subject", "' or true or '"),
		`isRead eq false`:                                               Eq("isRead", false),
		`size ge 5`:                                                     Ge("size", 5),
		`confidence le 0.5`:                                             Le("confidence", 0.5),
		`receivedDateTime ge 2026-03-02T08:00:00.25Z`:                   Ge("receivedDateTime", time.Date(2026, 3, 2, 9, 0, 0, 250e6, vienna)),
		`importance in ('low', 'high')`:                                 In("importance", "low", "high"),
		`startswith(subject,'a''b')`:                                    StartsWith("subject", "a'b"),
		`not (contains(subject,'x'))`:                                   Not(Contains("subject", "x")),
		`emailAddresses/any(x:x/address eq 'a@b')`:                      Any("emailAddresses", Eq("x/address", "a@b")),
		`(isRead eq false) and ((size lt 1) or (startswith(name,'z')))`: And(Eq("isRead", false), Or(Lt("size", 1), StartsWith("name", "z"))),
	} {
		if got := e.String(); got != want {
			t.Errorf("got %s, want %s", got, want)
		}
	}
}

func TestQueryOptionsReachTheService(t *testing.T) {
	s := &service{}
	c, _ := testClient(t, s)
	_, err := c.Me().Messages(t.Context(), Select("subject", "from"), Top(5), Top(50), Skip(10), Count(), Expand("attachments"),
		Search(`from:ann "tea & cake"`), Filter(Eq("subject", "a+b c")), Filter(Eq("isRead", false)), OrderBy("receivedDateTime desc", "subject"),
		TextBody())
	if err != nil {
		t.Fatal(err)
	}
	u, err := url.Parse(s.seen[0].URL)
	if err != nil {
		t.Fatal(err)
	}
	for name, want := range map[string]string{
		"$select": "subject,from", "$top": "50", "$skip": "10", "$count": "true", "$expand": "attachments",
		"$search": `"from:ann \"tea & cake\""`, "$filter": "(subject eq 'a+b c') and (isRead eq false)",
		"$orderby": "receivedDateTime desc,subject",
	} {
		if got := u.Query()[name]; len(got) != 1 || got[0] != want {
			t.Errorf("%s: got %q, want %q once", name, got, want)
		}
	}
	if got, want := s.seen[0].Header.Get("Prefer"), `outlook.body-content-type="text"`; got != want {
		t.Errorf("Prefer: got %s, want %s", got, want)
	}
}

func TestAnOptionUsedTwiceDoesNotLeakBetweenCalls(t *testing.T) {
	s := &service{}
	c, _ := testClient(t, s)
	shared := []Option{Filter(Eq("isRead", false)), Header("X-A", "1")}
	for range 2 {
		if _, err := c.Me().Messages(t.Context(), append(shared, Top(1))...); err != nil {
			t.Fatal(err)
		}
	}
	if s.seen[0].URL != s.seen[1].URL {
		t.Errorf("got %s and then %s, want the same", s.seen[0].URL, s.seen[1].URL)
	}
}

func TestIfMatchTravelsAsAHeader(t *testing.T) {
	s := &service{answer: func(int, exchange) (*http.Response, error) {
		return replyJSON(412, `{"error":{"code":"ErrorChangeKeyMismatch","message":"m"}}`), nil
	}}
	c, _ := testClient(t, s)
	_ = c.Me().Message("A").Delete(t.Context(), IfMatch(`W/"k"`))
	if got := s.seen[0].Header.Get("If-Match"); got != `W/"k"` {
		t.Errorf("got %q, want the etag", got)
	}
}
