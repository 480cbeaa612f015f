package api

import (
	"context"
	"errors"

	"daybook/model"
)

// Changes is what happened to a collection since a delta link.
type Changes[T any] struct {
	Changed []T
	Removed []Removal
	Link    string // for the next round
	// Reset says that the service no longer knew the link, or that more has
	// changed than is told: the collection is to be read anew.
	Reset bool
}

// Removal is an item that left: Reason is "deleted" or "changed".
type Removal struct{ ID, Reason string }

// delta asks for a first page of changes, or for the page at a link.
func delta[T any](ctx context.Context, r ref, action, link string, opts []Option) (*Page[T], error) {
	if link != "" {
		return PageAt[T](ctx, r.c, link, opts...)
	}
	return list[T](ctx, r, action+r.c.cfg.Dialect.call(), opts)
}

// mostChanges bounds what a round of changes holds.
const mostChanges = 20_000

// syncRound follows a round of changes to its end. A link that the service
// has forgotten (410 SyncStateNotFound), on any page of the round, starts over,
// once.
func syncRound[T any](ctx context.Context, r ref, action, link string, opts []Option, entity func(*T) *model.Entity) (Changes[T], error) {
	page, err := delta[T](ctx, r, action, link, opts)
	out := Changes[T]{}
	for again := false; ; {
		if !again && errors.Is(err, model.ErrSyncGone) {
			again, out = true, Changes[T]{Reset: true}
			page, err = delta[T](ctx, r, action, "", opts)
		}
		if err != nil {
			return Changes[T]{}, err
		}
		for i := range page.Value {
			if e := entity(&page.Value[i]); e.Removed != nil {
				out.Removed = append(out.Removed, Removal{e.ID, e.Removed.Reason})
				continue
			}
			out.Changed = append(out.Changed, page.Value[i])
		}
		if !page.More() {
			out.Link = page.DeltaLink
			return out, nil
		}
		if len(out.Changed)+len(out.Removed) > mostChanges { // reading all anew is less
			out.Changed, out.Removed, out.Reset = nil, nil, true
		}
		page, err = page.Next(ctx)
	}
}

// FromNow asks a delta query for the link that leads on from the present
// state, without the listing before it. The embedded service does so for
// every collection, the microsoft dialect for the directory and drives alone.
func FromNow() Option {
	return func(o *options) { o.set("$deltatoken", "latest") }
}
