package rest

import (
	"daybook/service/odata"
	"daybook/service/store"
)

// Collection is a list that a store answers page by page, from an index.
type Collection[T any] struct {
	Schema *odata.Schema
	// Searcher answers $search; nil refuses it.
	Searcher *odata.Searcher
	// Order is the order when none is asked for.
	Order []odata.OrderBy
	// Page is the size of a page when none is asked for, Limits.PageDefault
	// when 0.
	Page int
}

// List answers a page of the listing with its nextLink and, when asked for, the
// count of all; for a row that counts, the count alone. What $expand asks of an
// item is read into it by fill.
func (c Collection[T]) List(r *Request, tx *store.Tx, from *store.Listing[T], fill func(*T) error) (Reply, error) {
	o, err := r.OData()
	if err != nil {
		return Reply{}, err
	}
	q, err := c.Schema.Query(o, c.Searcher, c.Order...)
	if err != nil {
		return Reply{}, err
	}
	if r.Counting() {
		n, err := from.Count(tx, q)
		return CountReply(n), err
	}
	if _, err := c.Schema.Shape(o.Select, o.Expand); err != nil {
		return Reply{}, err
	}
	if q.Limit, err = r.PageSize(c.Page); err != nil {
		return Reply{}, err
	}
	mark := o.Fingerprint(r.URL.Path)
	if o.SkipToken != "" {
		token, err := odata.DecodeToken("$skiptoken", o.SkipToken, mark)
		if err != nil {
			return Reply{}, err
		}
		q.After, q.Skip = token.Keys, 0
	}
	items, next, err := from.Page(tx, q)
	if err != nil {
		return Reply{}, err
	}
	for i := range items {
		if err := fill(&items[i]); err != nil {
			return Reply{}, err
		}
	}
	var page Page
	if next != nil {
		page.Next = odata.Token{Keys: next}.Encode(mark)
	}
	if o.Count {
		n, err := from.Count(tx, q)
		if err != nil {
			return Reply{}, err
		}
		page.Count = &n
	}
	page.Items, err = shaped(o, c.Schema, items)
	return page.Reply(), err
}
