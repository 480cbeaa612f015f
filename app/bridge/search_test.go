package bridge

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"daybook/api"
	_ "daybook/internal/seed"
	"daybook/model"
	"daybook/service"
	"daybook/service/store"
	"daybook/service/store/pgtest"
	"daybook/views/dateparse"
	"daybook/views/inbox"
	"daybook/views/inbox/query"
	"daybook/views/inbox/rows"
)

// searched is a mailbox with mail of every sort, read by an inbox in each
// dialect.
type searched struct {
	now     time.Time
	mail    []model.Message // newest first
	inboxes map[string]*Inbox
}

var searchWords = []string{"plan", "planning", "budget", "bo", "cy"}

func newSearched(t *testing.T) *searched {
	t.Helper()
	w := &searched{now: time.Date(2026, 3, 12, 15, 0, 0, 0, time.UTC), inboxes: map[string]*Inbox{}}
	svc, err := service.Open(pgtest.Place(t), service.Options{Now: func() time.Time { return w.now }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = svc.Close() })
	ann, err := svc.Store().AddMailbox(t.Context(), store.Mailbox{Kind: store.KindUser, PrincipalName: "ann@contoso.example", DisplayName: "Ann", Address: "ann@contoso.example"})
	if err != nil {
		t.Fatal(err)
	}
	r := rand.New(rand.NewPCG(11, 1))
	word := func() string { return searchWords[r.IntN(len(searchWords))] }
	person := func() model.Recipient {
		name := []string{"bo", "cy"}[r.IntN(2)]
		return model.Recipient{EmailAddress: model.EmailAddress{Name: strings.ToUpper(name), Address: name + "@contoso.example"}}
	}
	err = svc.Store().Write(t.Context(), func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(ann.ID)
		if err != nil {
			return err
		}
		folder, err := tx.Folder(mailbox, model.FolderInbox)
		if err != nil {
			return err
		}
		for i := range 80 {
			from, at := person(), w.now.Add(-time.Duration(i)*7*time.Hour)
			m := model.Message{InternetMessageID: fmt.Sprintf("<%d@contoso.example>", i), ParentFolderID: folder.ID, ReceivedDateTime: &at, From: &from, ToRecipients: []model.Recipient{person()},
				Subject: word() + " " + word(), Body: &model.ItemBody{ContentType: "text", Content: word()}, IsRead: r.IntN(2) == 0,
				Importance: []string{"normal", "high"}[r.IntN(2)], Flag: &model.FollowupFlag{FlagStatus: []string{"notFlagged", "flagged"}[r.IntN(2)]}}
			if r.IntN(3) == 0 {
				m.Categories = []string{"Red tape"}
			}
			kept, err := tx.AddMessage(mailbox, store.NewMessage{Message: m})
			if err != nil {
				return err
			}
			w.mail = append(w.mail, kept)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := svc.Store().WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	token, err := svc.MintToken(t.Context(), ann.ID, "Mail.ReadWrite", 0)
	if err != nil {
		t.Fatal(err)
	}
	for name, dialect := range map[string]api.Dialect{"vendor": api.Vendor, "microsoft": api.Microsoft} {
		c, err := api.New(api.Config{BaseURL: api.InProcess, Dialect: dialect, Tokens: api.StaticToken(api.Token(token)),
			Transport: api.HandlerTransport(svc.Handler()), Retry: api.RetryPolicy{Attempts: -1}})
		if err != nil {
			t.Fatal(err)
		}
		w.inboxes[name] = New(c, Options{}).Inbox
	}
	return w
}

func (w *searched) parse(typed string) query.Query {
	return query.Parse(typed, func(words string) (from, until time.Time, err error) {
		return dateparse.Span(words, w.now, dateparse.Back)
	})
}

// meant is a search as typed, and what it is to find.
type meant struct {
	typed string
	holds func(m *model.Message) bool
}

func drawMeant(t *rapid.T, depth int) meant {
	pick := func(of ...string) string { return rapid.SampledFrom(of).Draw(t, "of") }
	begins := func(where, word string, exact bool) bool {
		return slices.ContainsFunc(strings.FieldsFunc(strings.ToLower(where), func(r rune) bool { return r == ' ' || r == '@' || r == '.' }),
			func(s string) bool { return s == word || !exact && strings.HasPrefix(s, word) })
	}
	if depth > 0 {
		a, b := drawMeant(t, depth-1), drawMeant(t, depth-1)
		switch pick("and", "or", "not", "minus", "term") {
		case "and":
			return meant{"(" + a.typed + pick(" ", " AND ") + b.typed + ")", func(m *model.Message) bool { return a.holds(m) && b.holds(m) }}
		case "or":
			return meant{"(" + a.typed + " OR " + b.typed + ")", func(m *model.Message) bool { return a.holds(m) || b.holds(m) }}
		case "not":
			return meant{"NOT " + a.typed, func(m *model.Message) bool { return !a.holds(m) }}
		case "minus":
			return meant{"-(" + a.typed + ")", func(m *model.Message) bool { return !a.holds(m) }}
		}
	}
	at := func(day, hour int) time.Time { return time.Date(2026, 3, day, hour, 0, 0, 0, time.UTC) }
	switch typed := pick("word", "word", "part", "part", "is:unread", "is:flagged", "is:important", "has:attachment", `category:"red tape"`,
		"after:yesterday", `before:"7 march"`, "received:2026-03-03..2026-03-08", `received:"this week"`, "size<6", "-is:read"); typed {
	case "word", "part":
		part := ""
		if typed == "part" {
			part = pick("from", "to", "subject")
		}
		word := pick(append(searchWords, "pla", "b")...)
		exact := rapid.Bool().Draw(t, "exact")
		typed = word
		if exact {
			typed = `"` + word + `"`
		}
		if part != "" {
			typed = part + ":" + typed
		}
		return meant{typed, func(m *model.Message) bool {
			name := func(r model.Recipient) string { return r.EmailAddress.Name + " " + r.EmailAddress.Address }
			where := map[string]string{"from": name(*m.From), "to": name(m.ToRecipients[0]), "subject": m.Subject}
			where[""] = where["from"] + " " + where["to"] + " " + where["subject"] + " " + m.Body.Content
			return begins(where[part], word, exact)
		}}
	default:
		return meant{typed, func(m *model.Message) bool {
			switch typed {
			case "is:unread", "-is:read":
				return !m.IsRead
			case "is:flagged":
				return m.Flag.FlagStatus == "flagged"
			case "is:important":
				return m.Importance == "high"
			case `category:"red tape"`:
				return len(m.Categories) > 0
			case "after:yesterday":
				return !m.ReceivedDateTime.Before(at(11, 0))
			case `before:"7 march"`:
				return m.ReceivedDateTime.Before(at(7, 0))
			case "received:2026-03-03..2026-03-08":
				return !m.ReceivedDateTime.Before(at(3, 0)) && m.ReceivedDateTime.Before(at(9, 0))
			case `received:"this week"`:
				return !m.ReceivedDateTime.Before(at(9, 0))
			case "size<6":
				return len(m.Body.Content) < 6
			}
			return false // has:attachment
		}}
	}
}

// What a person types finds what it says, in both dialects: whichever part
// of it the service is asked by $filter and whichever by $search.
func TestASearchFindsWhatItSays(t *testing.T) {
	w := newSearched(t)
	rapid.Check(t, func(t *rapid.T) {
		ask := drawMeant(t, rapid.IntRange(0, 3).Draw(t, "depth"))
		q := w.parse(ask.typed)
		if q.Void() {
			t.Fatalf("%s is not understood: %q", ask.typed, q.Problems)
		}
		var want []string
		for i := range w.mail {
			if ask.holds(&w.mail[i]) {
				want = append(want, w.mail[i].ID)
			}
		}
		for dialect, b := range w.inboxes {
			page, err := b.Page(context.Background(), inbox.Query{Search: q, Edge: rows.Top, Size: len(w.mail)})
			if err != nil {
				t.Fatalf("%s in %s: %v", ask.typed, dialect, err)
			}
			var got []string
			for _, m := range page.Messages {
				got = append(got, m.ID)
			}
			if !slices.Equal(got, want) {
				t.Fatalf("%s in %s finds %d messages, want %d\n%+v", ask.typed, dialect, len(got), len(want), q)
			}
		}
	})
}

// A query that was not understood is not sent, as without the part that means
// nothing it would find everything.
func TestWhatIsNotUnderstoodIsNotAsked(t *testing.T) {
	w := newSearched(t)
	for _, typed := range []string{"before:garbage", "is:foo", "plan has:html", "from:"} {
		for dialect, b := range w.inboxes {
			page, err := b.Page(t.Context(), inbox.Query{Search: w.parse(typed), Edge: rows.Top, Size: 10, Count: true})
			if err != nil || len(page.Messages) > 0 || page.Total != 0 || page.More {
				t.Errorf("%s in %s: %d messages of %d (%v)", typed, dialect, len(page.Messages), page.Total, err)
			}
		}
	}
}

// In the microsoft dialect a search of messages stands alone: no filter, no
// order, no skip.
func TestASearchInTheMicrosoftDialectStandsAlone(t *testing.T) {
	w := newSearched(t)
	for typed, want := range map[string]string{
		`plan is:unread after:2026-03-01`:       `plan* isread:false received>=2026-03-01`,
		`from:bo OR is:important`:               `((from:bo*) OR (importance:high))`,
		`-is:important subject:"a b" -(x OR y)`: `subject:"a b" NOT importance:high NOT (((x*) OR (y*)))`,
		`category:red size>1MB size:3`:          `size>1MB size:3 category:"red"`,
	} {
		if got := kql(w.parse(typed), func(t time.Time) string { return t.Format(time.DateOnly) }); got != want {
			t.Errorf("%s is sent as\n %s, want\n %s", typed, got, want)
		}
		options := w.inboxes["microsoft"].search(inbox.Query{Search: w.parse(typed)}, []api.Expr{api.Le("receivedDateTime", w.now)}, "receivedDateTime desc")
		if len(options) != 1 {
			t.Errorf("%s: %d options, want the search alone", typed, len(options))
		}
	}
	if got := fmt.Sprint(w.parse("is:unread OR is:flagged").Texted()); got != "false" {
		t.Error("states alone are asked by $filter")
	}
}

// The id of a message is looked up by the filter, beside words where the
// interface has both; where it has not, that is said and nothing is asked.
func TestAMessageIsFoundByItsID(t *testing.T) {
	w := newSearched(t)
	own := strings.Fields(w.mail[3].Subject)[0]
	for typed, want := range map[string]map[string]int{
		"message-id:<3@contoso.example>":              {"vendor": 1, "microsoft": 1},
		"message-id:3@contoso.example":                {"vendor": 1, "microsoft": 1},
		"message-id:333@contoso.example":              {},
		"-message-id:<3@contoso.example>":             {"vendor": 79, "microsoft": 79},
		"message-id:3@contoso.example " + own:         {"vendor": 1, "microsoft": -1},
		"message-id:3@contoso.example -nonsense":      {"vendor": 1, "microsoft": -1},
		"message-id:3@contoso.example OR " + own:      {"vendor": -1, "microsoft": -1},
		"-(message-id:3@contoso.example " + own + ")": {"vendor": -1, "microsoft": -1},
	} {
		for dialect, b := range w.inboxes {
			page, err := b.Page(t.Context(), inbox.Query{Search: w.parse(typed), Edge: rows.Top, Size: 100})
			switch n := want[dialect]; {
			case n < 0 && !errors.Is(err, errIdentified), n >= 0 && (err != nil || len(page.Messages) != n):
				t.Errorf("%s in %s finds %d messages, want %d (%v)", typed, dialect, len(page.Messages), n, err)
			case n == 1 && page.Messages[0].ID != w.mail[3].ID:
				t.Errorf("%s in %s finds another message", typed, dialect)
			}
		}
	}
}

// A word that begins with a minus leaves out what has it; in quotes it is found.
func TestAQuotedMinusIsFound(t *testing.T) {
	w := newSearched(t)
	for dialect, b := range w.inboxes {
		var n [3]int
		for i, typed := range []string{"budget", `"-budget"`, "-budget"} {
			page, err := b.Page(t.Context(), inbox.Query{Search: w.parse(typed), Edge: rows.Top, Size: 100})
			if err != nil {
				t.Fatal(err)
			}
			n[i] = len(page.Messages)
		}
		if n[0] == 0 || n[1] != n[0] || n[2] != len(w.mail)-n[0] {
			t.Errorf("%s: of %d, %v are found", dialect, len(w.mail), n)
		}
	}
}
