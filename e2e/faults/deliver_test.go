package faults_test

import (
	"fmt"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"daybook/api"
	"daybook/e2e/faults"
	"daybook/model"
	"daybook/service/servicetest"
)

// office is a service with ann's client behind a network that fails, and one
// of bo's that does not.
type office struct {
	network *faults.Network
	ann, bo *api.Client
}

func open(t *testing.T, plan faults.Plan) office {
	t.Helper()
	w := servicetest.New(t, "Mail.ReadWrite Mail.Send Calendars.ReadWrite Contacts.ReadWrite User.Read Group.ReadWrite.All")
	began := time.Now()
	w.SetNow(began)
	plan.Now = time.Now
	o := office{network: faults.New(api.HandlerTransport(w.Service.Handler()), plan)}
	for name, network := range map[string]http.RoundTripper{"ann": o.network, "bo": api.HandlerTransport(w.Service.Handler())} {
		c, err := api.New(api.Config{BaseURL: api.InProcess, Tokens: api.StaticToken(api.Token(w.Tokens[name])), Transport: network})
		if err != nil {
			t.Fatal(err)
		}
		if name == "ann" {
			o.ann = c
		} else {
			o.bo = c
		}
	}
	return o
}

// subjects counts messages by subject.
func subjects(t *testing.T, c *api.Client, folder string) map[string]int {
	t.Helper()
	page, err := c.Me().MailFolder(folder).Messages(t.Context(), api.Top(1000), api.Select("subject"))
	if err != nil {
		t.Fatal(err)
	}
	out := map[string]int{}
	for m, err := range page.All(t.Context()) {
		if err != nil {
			t.Fatal(err)
		}
		out[m.Subject]++
	}
	return out
}

// TestFiveHundredLettersOnABadLine sends while every third request fails in
// one way or another: what is said to have gone is there once, and what is
// said not to have gone is not.
func TestFiveHundredLettersOnABadLine(t *testing.T) {
	const letters = 500
	synctest.Test(t, func(t *testing.T) {
		o := open(t, faults.Plan{Seed: 7, Rate: 0.3})
		to := []model.Recipient{{EmailAddress: model.EmailAddress{Address: "bo@contoso.example"}}}
		outcomes := make([]api.Outcome, letters)
		var wg sync.WaitGroup
		for worker := range 8 {
			wg.Go(func() {
				for i := worker; i < letters; i += 8 {
					m := model.Message{Subject: fmt.Sprintf("letter %d", i), ToRecipients: to, InternetMessageID: fmt.Sprintf("<%d@contoso.example>", i)}
					d, err := o.ann.Me().Deliver(t.Context(), m)
					if (err == nil) != (d.Outcome == api.Sent) {
						t.Errorf("letter %d: outcome %v with error %v", i, d.Outcome, err)
					}
					outcomes[i] = d.Outcome
				}
			})
		}
		wg.Wait()
		got, drafts := subjects(t, o.bo, model.FolderInbox), subjects(t, o.bo, model.FolderDrafts)
		count := map[api.Outcome]int{}
		for i, outcome := range outcomes {
			count[outcome]++
			n := got[fmt.Sprintf("letter %d", i)]
			if n > 1 || outcome == api.Sent && n != 1 || outcome == api.NotSent && n != 0 {
				t.Errorf("letter %d: arrived %d times, said to be %v", i, n, outcome)
			}
		}
		stats := o.network.Stats()
		t.Logf("%d requests, %v failed; %d sent, %d not, %d unresolved", stats.Requests, stats.Failed, count[api.Sent], count[api.NotSent], count[api.Unresolved])
		if count[api.Sent] < letters*9/10 || len(drafts) != 0 {
			t.Errorf("got %d of %d sent, want nearly all", count[api.Sent], letters)
		}
		if stats.Most > 4 {
			t.Errorf("got %d requests at once, want 4 at most", stats.Most)
		}
		for _, k := range faults.All() {
			if stats.Failed[k] == 0 {
				t.Errorf("%v never happened", k)
			}
		}
	})
}

// TestWhatIsMadeOnABadLineIsMadeOnce makes events under names of our own.
func TestWhatIsMadeOnABadLineIsMadeOnce(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		o := open(t, faults.Plan{Seed: 3, Rate: 0.3})
		start, end := model.DateTimeTimeZone{DateTime: "2000-01-03T10:00:00", TimeZone: "UTC"}, model.DateTimeTimeZone{DateTime: "2000-01-03T11:00:00", TimeZone: "UTC"}
		made := 0
		for i := range 60 {
			e := model.Event{Subject: fmt.Sprintf("event %d", i), TransactionID: fmt.Sprint("t", i), Start: &start, End: &end}
			if _, err := o.ann.Me().CreateEvent(t.Context(), e); err == nil {
				made++
			}
		}
		o.network.SetRate(0)
		page, err := o.ann.Me().Events(t.Context(), api.Top(500), api.Select("subject"))
		if err != nil {
			t.Fatal(err)
		}
		seen := map[string]int{}
		for _, e := range page.Value {
			if seen[e.Subject]++; seen[e.Subject] > 1 {
				t.Errorf("%s is there %d times", e.Subject, seen[e.Subject])
			}
		}
		if made < 58 || len(seen) < made {
			t.Errorf("made %d, and %d are there, want 60 or nearly", made, len(seen))
		}
	})
}

func TestAPlanIsKeptWhateverTheOrder(t *testing.T) {
	run := func(order []string) string {
		ok := func(req *http.Request) (*http.Response, error) {
			return &http.Response{StatusCode: 200, Body: http.NoBody, Request: req}, nil
		}
		n := faults.New(roundTripFunc(ok), faults.Plan{Seed: 1, Rate: 0.5, Kinds: []faults.Kind{faults.Overloaded}})
		got := map[string]int{}
		for _, path := range order {
			req, _ := http.NewRequestWithContext(t.Context(), "GET", "http://localhost/"+path, nil)
			resp, err := n.RoundTrip(req)
			if err != nil {
				t.Fatal(err)
			}
			got[path] = resp.StatusCode
		}
		return fmt.Sprint(got)
	}
	names := strings.Fields("a b c d e f g h i j")
	back := strings.Fields("j i h g f e d c b a")
	if a, b := run(names), run(back); a != b {
		t.Errorf("got %s in one order and %s in the other", a, b)
	}
}

type roundTripFunc func(*http.Request) (*http.Response, error)

func (f roundTripFunc) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }
