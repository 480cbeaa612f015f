package contract

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"testing"
	"time"

	"daybook/api"
	"daybook/model"
)

// faulty loses the nth request, before the service has seen it or after it
// has done the work.
type faulty struct {
	next    http.RoundTripper
	nth     int
	after   bool
	seen    int
	methods []string
}

var errLost = errors.New("the line is down")

func (f *faulty) RoundTrip(req *http.Request) (*http.Response, error) {
	f.seen++
	f.methods = append(f.methods, req.Method+" "+req.URL.Path[strings.LastIndex(req.URL.Path, "/")+1:])
	if f.seen != f.nth {
		return f.next.RoundTrip(req)
	}
	if f.after {
		if resp, err := f.next.RoundTrip(req); err == nil {
			resp.Body.Close()
		}
	}
	return nil, errLost
}

// TestDeliverIsNeverLostAndNeverDoubled breaks the line at each of the
// requests of a delivery, and compares what the client says with what the
// colleague has got. What is not sent is then sent again, as a person would.
func TestDeliverIsNeverLostAndNeverDoubled(t *testing.T) {
	w := newWorld(t)
	token := w.token(t, w.owner, everything, 0)
	for nth := 1; nth <= 6; nth++ {
		for _, after := range []bool{false, true} {
			t.Run(fmt.Sprintf("request %d, work done %v", nth, after), func(t *testing.T) {
				line := &faulty{next: api.HandlerTransport(w.svc.Handler()), nth: nth, after: after}
				c, err := api.New(api.Config{BaseURL: api.InProcess, Tokens: api.StaticToken(token), Transport: line,
					Retry: api.RetryPolicy{Attempts: -1, Sleep: atOnce}})
				if err != nil {
					t.Fatal(err)
				}
				subject := w.name()
				d, err := c.Me().Deliver(t.Context(), model.Message{Subject: subject, ToRecipients: to(w.ada.Address)})
				if (err == nil) != (d.Outcome == api.Sent) {
					t.Errorf("got outcome %v with error %v", d.Outcome, err)
				}
				if got, said := w.arrived(t, subject), d.Outcome == api.Sent; got > 1 || (got == 1) != said {
					t.Errorf("after %v: %d messages have arrived, the client says sent %v (%v)", line.methods, got, said, err)
				}
				if d.Outcome == api.NotSent && d.Draft.ID != "" {
					if d, err = c.Me().SendDraft(t.Context(), d); err != nil {
						t.Errorf("sending again: %v", err)
					}
				}
				if d.Outcome == api.Sent && w.arrived(t, subject) != 1 {
					t.Errorf("in the end %d messages have arrived, want 1", w.arrived(t, subject))
				}
			})
		}
	}
}

// atOnce is a pause that takes no time.
func atOnce(ctx context.Context, _ time.Duration) error { return ctx.Err() }

func (w *world) arrived(t *testing.T, subject string) int {
	t.Helper()
	page := must[*api.Page[model.Message]](t, "the colleague's inbox")(
		w.adas.Me().MailFolder(model.FolderInbox).Messages(t.Context(), api.Filter(api.Eq("subject", subject))))
	return len(page.Value)
}
