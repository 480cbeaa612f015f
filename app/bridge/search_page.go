package bridge

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"daybook/api"
	"daybook/model"
	"daybook/views/inbox"
	"daybook/views/inbox/rows"
)

// found is where a search in the microsoft dialect has been followed to. Its
// service answers newest first, takes no order, bound or count beside a search,
// and leads on by links alone.
type found struct {
	page *api.Page[model.Message] // the last one
	at   time.Time                // of the oldest message in it
	got  int                      // messages in all
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
