package bridge

import (
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"time"

	"daybook/api"
	"daybook/model"
	"daybook/views/inbox"
	"daybook/views/inbox/query"
	"daybook/views/inbox/rows"
)

// library answers a search with so many messages, each an hour older than the
// one before, and refuses what the public interface would.
type library struct {
	t      *testing.T
	all    int
	firsts int // searches that were begun
}

var libraryStart = time.Date(2026, 10, 22, 9, 0, 0, 0, time.UTC)

func (l *library) RoundTrip(r *http.Request) (*http.Response, error) {
	const page = 100
	from := 0
	if q := r.URL.Query(); q.Has("$skiptoken") {
		fmt.Sscan(q.Get("$skiptoken"), &from)
	} else {
		l.firsts++
		for _, name := range []string{"$filter", "$orderby", "$skip", "$count"} {
			if q.Has(name) {
				l.t.Errorf("%s stands beside $search", name)
			}
		}
	}
	var items []string
	for i := from; i < min(from+page, l.all); i++ {
		items = append(items, fmt.Sprintf(`{"id":"m%d","receivedDateTime":%q}`, i, libraryStart.Add(-time.Duration(i)*time.Hour).Format(time.RFC3339)))
	}
	link := ""
	if from+page < l.all {
		link = fmt.Sprintf(`"@odata.nextLink":"https://mail.example/v1.0/me/messages?$skiptoken=%d",`, from+page)
	}
	return &http.Response{StatusCode: 200, Header: http.Header{"Content-Type": {"application/json"}},
		Body: io.NopCloser(strings.NewReader("{" + link + `"value":[` + strings.Join(items, ",") + "]}")), Request: r}, nil
}

func searching(t *testing.T, all int) (*Inbox, *library, inbox.Query) {
	l := &library{t: t, all: all}
	client, err := api.New(api.Config{BaseURL: "https://mail.example", Tokens: api.StaticToken("t"), Dialect: api.Microsoft, Transport: l})
	if err != nil {
		t.Fatal(err)
	}
	return New(client, Options{}).Inbox, l, inbox.Query{Search: query.Query{Texts: []query.Text{{Value: "rope"}}}, Size: 100}
}

func TestAPublicSearchFollowsItsLinksToTheThousandth(t *testing.T) {
	b, l, q := searching(t, 1200)
	seen := map[string]bool{}
	var page inbox.Page
	for call := range 20 {
		var err error
		if page, err = b.Page(t.Context(), q); err != nil {
			t.Fatal(err)
		}
		for _, m := range page.Messages {
			if seen[m.ID] {
				t.Errorf("call %d brings %s again", call, m.ID)
			}
			seen[m.ID] = true
		}
		if !page.More {
			break
		}
		q.Edge, q.From = rows.Upper, rows.Bound{Time: *page.Messages[len(page.Messages)-1].ReceivedDateTime}
	}
	if len(seen) != 1000 || !page.Cut || l.firsts != 1 {
		t.Errorf("%d messages, cut %v, begun %d times; want the first thousand, said to be cut, in one search", len(seen), page.Cut, l.firsts)
	}
}

func TestAPublicSearchFindsAnyPlaceAgain(t *testing.T) {
	b, _, q := searching(t, 250)
	q.Edge, q.From = rows.Upper, rows.Bound{Time: libraryStart.Add(-150 * time.Hour)}
	page, err := b.Page(t.Context(), q)
	if err != nil || len(page.Messages) != 50 || page.Messages[0].ID != "m150" || !page.More || page.Cut {
		t.Errorf("from the middle: %d messages, %v, more %v", len(page.Messages), err, page.More)
	}
	q.Edge = rows.Bottom
	if page, err = b.Page(t.Context(), q); err != nil || len(page.Messages) != 250 || page.Messages[0].ID != "m249" || page.More {
		t.Errorf("from the end: %d messages, %v, more %v", len(page.Messages), err, page.More)
	}
	q.Edge, q.Class = rows.Top, model.Other
	if page, err = b.Page(t.Context(), q); err != nil || len(page.Messages) != 0 {
		t.Errorf("of another class: %d messages, %v", len(page.Messages), err)
	}
}
