package bridge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"daybook/api"
	"daybook/model"
	"daybook/views/inbox"
	"daybook/views/inbox/query"
	"daybook/views/inbox/rows"
)

// search says what a query asks for. Words go to the full-text search, all
// else to the filter, which indexes serve and which any order and any page
// can stand beside. What OR joins goes one way as a whole. The microsoft
// dialect allows no filter and no order beside a search, so there everything
// is part of it.
func (b *Inbox) search(q inbox.Query, bounds []api.Expr, order string) []api.Option {
	days := func(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05Z") }
	if b.client.Dialect() == api.Microsoft {
		if q.Search.Texted() {
			return []api.Option{api.Search(kqlOf(q))}
		}
	}
	words, rest := apart(q.Search)
	filters := append(bounds, filtersOf(rest)...)
	if q.Class != "" {
		filters = append(filters, api.Eq("inferenceClassification", q.Class))
	}
	options := []api.Option{api.OrderBy(order)}
	if len(filters) > 0 {
		options = append(options, api.Filter(filters...))
	}
	if words.Texted() {
		options = append(options, api.Search(kql(words, days)))
	}
	return options
}

// kqlOf is a query whole as the microsoft dialect's search has it, whose days
// have no time.
func kqlOf(q inbox.Query) string {
	return kql(q.Search, func(t time.Time) string { return t.UTC().Format(time.DateOnly) })
}

// apart takes out of a query what looks into texts.
func apart(q query.Query) (words, rest query.Query) {
	rest = q
	words.Texts, words.Sizes = q.Texts, q.Sizes
	rest.Texts, rest.Sizes, rest.Any, rest.Not = nil, nil, nil, nil
	for _, list := range q.Any {
		into := &rest
		if (query.Query{Any: [][]query.Query{list}}).Texted() {
			into = &words
		}
		into.Any = append(into.Any, list)
	}
	for _, n := range q.Not {
		into := &rest
		if n.Texted() {
			into = &words
		}
		into.Not = append(into.Not, n)
	}
	return words, rest
}

// phrase quotes a value; a single word also finds what begins with it, as one
// sees results while the word is still being typed.
func phrase(t query.Text) string {
	word := strings.TrimRight(t.Value, "*")
	if !t.Exact && !strings.ContainsAny(word, " \t\"()*:<>=") && !strings.HasPrefix(word, "-") && word != "AND" && word != "OR" && word != "NOT" {
		return word + "*"
	}
	return quoted(t.Value)
}

func quoted(s string) string { return `"` + strings.ReplaceAll(s, `"`, "") + `"` }

// kql writes a query in the words of the interface's search.
func kql(q query.Query, day func(time.Time) string) string {
	var parts []string
	add := func(format string, args ...any) { parts = append(parts, fmt.Sprintf(format, args...)) }
	for _, t := range q.Texts {
		if t.Property != "" {
			add("%s:%s", t.Property, phrase(t))
		} else {
			add("%s", phrase(t))
		}
	}
	for _, size := range q.Sizes {
		if !strings.ContainsAny(size[:1], "<>") {
			size = ":" + size
		}
		add("size%s", size)
	}
	for _, c := range q.Categories {
		add("category:%s", quoted(c))
	}
	for _, state := range []struct {
		name string
		is   *bool
	}{{"isread", q.Read}, {"isflagged", q.Flagged}, {"hasattachment", q.Attachment}} {
		if state.is != nil {
			add("%s:%t", state.name, *state.is)
		}
	}
	switch {
	case q.Important == nil:
	case *q.Important:
		add("importance:high")
	default:
		add("NOT importance:high")
	}
	if !q.After.IsZero() {
		add("received>=%s", day(q.After))
	}
	if !q.Before.IsZero() {
		add("received<%s", day(q.Before))
	}
	for _, list := range q.Any {
		var either []string
		for _, one := range list {
			either = append(either, "("+kql(one, day)+")")
		}
		add("(%s)", strings.Join(either, " OR "))
	}
	for _, n := range q.Not {
		add("NOT (%s)", kql(n, day))
	}
	return strings.Join(parts, " ")
}

// filtersOf is what a query without texts asks for.
func filtersOf(q query.Query) []api.Expr {
	var out []api.Expr
	add := func(e api.Expr, yes bool) {
		if !yes {
			e = api.Not(e)
		}
		out = append(out, e)
	}
	if q.Read != nil {
		out = append(out, api.Eq("isRead", *q.Read))
	}
	if q.Flagged != nil {
		add(api.Eq("flag/flagStatus", model.Flagged), *q.Flagged)
	}
	if q.Important != nil {
		add(api.Eq("importance", model.ImportanceHigh), *q.Important)
	}
	if q.Attachment != nil {
		out = append(out, api.Eq("hasAttachments", *q.Attachment))
	}
	if !q.After.IsZero() {
		out = append(out, api.Ge("receivedDateTime", q.After))
	}
	if !q.Before.IsZero() {
		out = append(out, api.Lt("receivedDateTime", q.Before))
	}
	for _, id := range q.MessageIDs {
		out = append(out, api.Eq("internetMessageId", id))
	}
	for _, c := range q.Categories {
		out = append(out, api.RawFilter("categories/any(c: c eq "+api.Quote(c)+")"))
	}
	for _, list := range q.Any {
		var either []api.Expr
		for _, one := range list {
			either = append(either, api.And(filtersOf(one)...))
		}
		out = append(out, api.Or(either...))
	}
	for _, n := range q.Not {
		out = append(out, api.Not(api.And(filtersOf(n)...)))
	}
	return out
}

// found is where a search in the microsoft dialect has been followed to. Its
// service answers newest first, takes no order, bound or count beside a search,
// and leads on by links alone.
type found struct {
	page *api.Page[model.Message] // the last one
	at   time.Time                // of the oldest message in it
	got  int                      // messages in all
}

// errIdentified is why a search is not asked: the id of a message is for the
// filter, and what it is joined with for the search.
var errIdentified = errors.New("the service looks message-id: up by itself: write it without the words beside it")

// sayable tells whether the interface can ask for all of a query.
func (b *Inbox) sayable(q query.Query) error {
	words, _ := apart(q)
	if words.Identified() || b.client.Dialect() == api.Microsoft && q.Texted() && q.Identified() {
		return errIdentified
	}
	return nil
}

// mostFound is how many messages the service gives of a search in all.
const mostFound = 1000

// manyFound bounds how many searches are remembered.
const manyFound = 8

// searched is Page for a search that texts decide. A page that follows the one
// before it is the one its link leads to; any other place is reached by
// following the links again from the newest.
func (b *Inbox) searched(ctx context.Context, q inbox.Query) (inbox.Page, error) {
	if q.Count && q.Bare { // only a number is wanted, and there is none
		return inbox.Page{Total: -1}, nil
	}
	search := b.search(q, nil, "")
	key := fmt.Sprint(q.Folder, "\n", q.Class, "\n", q.Bare, "\n", q.Size, "\n", kqlOf(q))
	first := func() (found, error) {
		list := b.client.Me().Messages
		if q.Folder != "" {
			list = b.client.Me().MailFolder(q.Folder).Messages
		}
		page, err := list(ctx, append(b.pageOptions(q), search...)...)
		return found{}.onto(page), err
	}
	var out []model.Message
	take := func(f found) {
		for _, m := range f.page.Value {
			if q.Edge == rows.Upper && timeOf(m).After(q.From.Time) || q.Class != "" && classOf(m) != q.Class {
				continue
			}
			out = append(out, m)
		}
	}
	b.mu.Lock()
	f, known := b.found[key]
	b.mu.Unlock()
	var err error
	if known && q.Edge == rows.Upper && f.at.Equal(q.From.Time) && f.more() {
		f, err = f.next(ctx)
	} else {
		f, err = first()
	}
	if err != nil {
		return inbox.Page{}, err
	}
	take(f)
	backwards := q.Edge == rows.Lower || q.Edge == rows.Bottom // there is no way but from the newest
	for f.more() && (len(out) == 0 || backwards) {
		if f, err = f.next(ctx); err != nil {
			return inbox.Page{}, err
		}
		take(f)
	}
	if backwards {
		slices.Reverse(out)
		return inbox.Page{Messages: out, Total: -1, Cut: f.cut()}, nil
	}
	b.mu.Lock()
	if len(b.found) >= manyFound {
		clear(b.found)
	}
	if b.found == nil {
		b.found = map[string]found{}
	}
	b.found[key] = f
	b.mu.Unlock()
	return inbox.Page{Messages: out, More: f.more(), Total: -1, Cut: f.cut()}, nil
}

func classOf(m model.Message) string {
	if m.InferenceClassification == "" {
		return model.Focused
	}
	return m.InferenceClassification
}

// onto is how far a search has been followed with one more page.
func (f found) onto(page *api.Page[model.Message]) found {
	if page == nil {
		return f
	}
	if n := len(page.Value); n > 0 {
		f.at = timeOf(page.Value[n-1])
	}
	f.page, f.got = page, f.got+len(page.Value)
	return f
}

func (f found) more() bool { return f.page.More() && f.got < mostFound }

// cut tells whether the service shows no more though there may be others.
func (f found) cut() bool { return f.got >= mostFound }

func (f found) next(ctx context.Context) (found, error) {
	page, err := f.page.Next(ctx)
	if errors.Is(err, api.ErrEndless) {
		f.page.NextLink = ""
		return f, nil
	}
	return f.onto(page), err
}
