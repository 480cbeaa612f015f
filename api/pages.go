package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"hash/maphash"
	"iter"
	"net/http"

	"daybook/api/lenient"
	"daybook/model"
)

// Page is one page of a list: its items in Value, and the way to those that
// follow. A following page is asked for as the first one was, with the same
// preferences, and only at the client's own origin.
type Page[T any] struct {
	model.Collection[T]
	client *Client
	ask    *Request
	walk   *walk
	over   bool
}

// ErrEndless is what errors.Is finds where a list leads on and on without
// bringing anything new. What came before is all there is to have.
var ErrEndless = errors.New("the list leads on without end and brings nothing new")

// barren is how many pages in a row may bring nothing new before a list ends.
// A service may answer with an empty page and lead on, but not for ever.
const barren = 5

// manyKnown bounds what a walk remembers. A list that is longer begins to be
// remembered anew, so that a circle is still found, a round later.
const manyKnown = 1 << 18

// walk is what a list has brought so far, over all of its pages.
type walk struct {
	seed   maphash.Seed
	known  map[uint64]struct{} // items as nameOf has them, and links
	barren int                 // pages in a row that brought nothing new
}

func newWalk(first *Request) *walk {
	w := &walk{seed: maphash.MakeSeed(), known: map[uint64]struct{}{}}
	w.fresh('l', first.opts.link)
	return w
}

// fresh notes a name and says that it is new.
func (w *walk) fresh(kind byte, name string) bool {
	var h maphash.Hash
	h.SetSeed(w.seed)
	h.WriteByte(kind)
	h.WriteString(name)
	if _, known := w.known[h.Sum64()]; known {
		return false
	}
	if len(w.known) >= manyKnown {
		clear(w.known)
	}
	w.known[h.Sum64()] = struct{}{}
	return true
}

// step takes a page: the list is over when it leads on to where it was, or
// when too many pages have brought nothing new. Pages of a delta query may
// bring what is known.
func (p *Page[T]) step() (over bool) {
	w := p.walk
	news := false
	for i := range p.Value {
		news = w.fresh('i', nameOf(p.Value[i])) || news
	}
	if w.barren++; news {
		w.barren = 0
	}
	return p.NextLink != "" && (!w.fresh('l', p.NextLink) || w.barren >= barren)
}

// nameOf tells items apart: by id, those without by all that they hold.
func nameOf(item any) string {
	if e, ok := item.(interface{ Identity() string }); ok && e.Identity() != "" {
		return e.Identity()
	}
	b, err := json.Marshal(item)
	if err != nil { // what was read can be written; if not, it is like the others of that kind
		return fmt.Sprintf("%T", item)
	}
	return string(b)
}

// list asks for the first page of a collection.
func list[T any](ctx context.Context, r ref, action string, opts []Option) (*Page[T], error) {
	return fetchPage[T](ctx, r.c, r.request(http.MethodGet, action, nil, opts), nil)
}

func fetchPage[T any](ctx context.Context, c *Client, req *Request, w *walk) (*Page[T], error) {
	if w == nil {
		w = newWalk(req)
	}
	p := &Page[T]{client: c, ask: req, walk: w}
	if err := c.Do(ctx, req, &p.Collection); err != nil {
		return nil, err
	}
	if p.Value == nil {
		return nil, fmt.Errorf("reading the reply: %w", permanent{lenient.ErrKind})
	}
	p.over = p.step()
	return p, nil
}

// PageAt asks for the page at a nextLink or deltaLink that was kept, of a
// collection of T. Preferences that the first page was asked with, such as
// PageSize, are given again.
func PageAt[T any](ctx context.Context, c *Client, link string, opts ...Option) (*Page[T], error) {
	if link == "" {
		return nil, errors.New("there is no following page: the link is empty")
	}
	req := ref{c: c, path: "(a following page)"}.request(http.MethodGet, "", nil, opts)
	req.opts.link = link
	return fetchPage[T](ctx, c, req, nil)
}

// More reports whether another page follows.
func (p *Page[T]) More() bool { return p.NextLink != "" }

// Next asks for the page that follows. It ends with ErrEndless where asking on
// would lead nowhere.
func (p *Page[T]) Next(ctx context.Context) (*Page[T], error) {
	if !p.More() {
		return nil, fmt.Errorf("%s: the last page has been read", p.ask.Path)
	}
	if p.over {
		if tell := p.client.retry.link.oddity(); tell != nil {
			tell(Oddity{Path: p.ask.Path, Endless: true})
		}
		return nil, fmt.Errorf("%s: %w", p.ask.Path, ErrEndless)
	}
	req := *p.ask
	req.opts.link = p.NextLink
	return fetchPage[T](ctx, p.client, &req, p.walk)
}

// All walks the items of this page and of all that follow, asking for a page
// when the one before is used up. It ends after the first error.
func (p *Page[T]) All(ctx context.Context) iter.Seq2[T, error] {
	return func(yield func(T, error) bool) {
		for page := p; ; {
			for _, item := range page.Value {
				if !yield(item, nil) {
					return
				}
			}
			if !page.More() {
				return
			}
			next, err := page.Next(ctx)
			if err != nil {
				var none T
				yield(none, err)
				return
			}
			page = next
		}
	}
}

// get, post and patch with the type of the reply.

func getAs[T any](ctx context.Context, r ref, action string, opts []Option) (out T, err error) {
	err = r.get(ctx, action, &out, opts)
	return out, err
}

func postAs[T any](ctx context.Context, r ref, action string, body any, opts []Option) (out T, err error) {
	err = r.post(ctx, action, body, &out, opts)
	return out, err
}

func patchAs[T any](ctx context.Context, r ref, action string, body any, opts []Option) (out T, err error) {
	err = r.patch(ctx, action, body, &out, opts)
	return out, err
}
