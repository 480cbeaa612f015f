package api

import (
	"context"
	"errors"
	"fmt"
	"iter"
	"net/http"

	"daybook/model"
)

// Page is one page of a list: its items in Value, and the way to those that
// follow. A following page is asked for as the first one was, with the same
// preferences, and only at the client's own origin.
type Page[T any] struct {
	model.Collection[T]
	client *Client
	ask    *Request
}

// list asks for the first page of a collection.
func list[T any](ctx context.Context, r ref, action string, opts []Option) (*Page[T], error) {
	return fetchPage[T](ctx, r.c, r.request(http.MethodGet, action, nil, opts))
}

func fetchPage[T any](ctx context.Context, c *Client, req *Request) (*Page[T], error) {
	p := &Page[T]{client: c, ask: req}
	if err := c.Do(ctx, req, &p.Collection); err != nil {
		return nil, err
	}
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
	return fetchPage[T](ctx, c, req)
}

// More reports whether another page follows.
func (p *Page[T]) More() bool { return p.NextLink != "" }

// Next asks for the page that follows.
func (p *Page[T]) Next(ctx context.Context) (*Page[T], error) {
	if !p.More() {
		return nil, fmt.Errorf("%s: the last page has been read", p.ask.Path)
	}
	if p.NextLink == p.ask.opts.link {
		return nil, fmt.Errorf("%s: the service says that a page follows itself", p.ask.Path)
	}
	req := *p.ask
	req.opts.link = p.NextLink
	return fetchPage[T](ctx, p.client, &req)
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
