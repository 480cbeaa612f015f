// Package delta answers delta queries: first a listing of a collection, page
// by page, then, from the deltaLink of its last page, what has changed in it.
//
// Invariants: a token remembers where the change log stood when the listing
// began, so that what changes while it is paged comes with the next round; who
// follows all links has what a reading of the collection has; what was never
// sent is not removed, but for what came or went while a round was paged.
// https://learn.microsoft.com/en-us/graph/delta-query-overview
package delta

import (
	"cmp"
	"encoding/json"
	"errors"
	"slices"
	"strings"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// Collection is what is followed: the items of a kind that the change log has
// of a container.
type Collection struct {
	Mailbox         int64
	Kind, Container string
	// List reads up to limit items behind the place after, nil for the first,
	// and the place to go on from, nil at the end: an int64 or a string.
	List func(after any, limit int) (items []json.RawMessage, next any, err error)
	// Item prints one that was written: nothing when it never belongs to the
	// collection, a *model.Error of CodeNotFound when it does not now.
	Item func(id string) (json.RawMessage, error)
	// Log reads the change log where that is more than the container's; nil for
	// no more.
	Log func(since int64, limit int) ([]store.Change, error)
}

// pageSize is the size of a page when nothing is asked.
const pageSize = 50

// latest asks for the present state's token without the listing that leads to
// it, as the directory's delta queries do: for a client that reads the
// collection page by page and wants to hear of changes alone.
const latest = "latest"

type token struct {
	since int64 // number of the last change told
	after any   // of the last item listed; nil when the list is done
}

func (t token) encode(mark odata.Fingerprint) string {
	return odata.Token{Keys: []any{t.since, t.after}}.Encode(mark)
}

func read(option, text string, mark odata.Fingerprint) (token, error) {
	t, err := odata.DecodeToken(option, text, mark)
	if err != nil {
		return token{}, err
	}
	if len(t.Keys) == 2 {
		if since, ok := t.Keys[0].(int64); ok {
			return token{since, t.Keys[1]}, nil
		}
	}
	return token{}, model.Errorf(model.CodeSyncStateGone, "%s: not a token of this query; start over", option)
}

// Options reads the options of a delta query, of which it takes $select,
// $expand, $top and, if filters, $filter.
func Options(r *rest.Request, filters bool) (*odata.Options, error) {
	o, err := r.OData()
	if err != nil {
		return nil, err
	}
	switch {
	case o.Search != nil || len(o.OrderBy) > 0 || o.Skip != nil || o.Count:
		return nil, model.Errorf(model.CodeBadRequest, "delta takes $select, $filter, $expand and $top alone")
	case o.Filter != nil && !filters:
		return nil, model.Errorf(model.CodeBadRequest, "delta of this collection takes $select, $expand and $top alone")
	}
	return o, nil
}

// Page answers a page of the round that the request's tokens say.
func (c Collection) Page(r *rest.Request, tx *store.Tx) (rest.Page, error) {
	o, err := r.OData()
	if err != nil {
		return rest.Page{}, err
	}
	limit, err := r.PageSize(pageSize)
	if err != nil {
		return rest.Page{}, err
	}
	mark := o.Fingerprint("delta" + r.URL.Path)
	var at token
	switch {
	case o.DeltaToken != "" && !strings.EqualFold(o.DeltaToken, latest):
		at, err = read("$deltatoken", o.DeltaToken, mark)
	case o.SkipToken != "":
		at, err = read("$skiptoken", o.SkipToken, mark)
	default:
		at.since, err = tx.LastSeq(c.Mailbox)
		if err == nil && o.DeltaToken == "" {
			return c.list(tx, at, limit, mark)
		}
		return rest.Page{Delta: at.encode(mark)}, err
	}
	if err != nil {
		return rest.Page{}, err
	}
	if at.after != nil {
		return c.list(tx, at, limit, mark)
	}
	if c.Log == nil {
		c.Log = func(since int64, limit int) ([]store.Change, error) {
			return tx.Changes(c.Mailbox, c.Kind, c.Container, since, limit)
		}
	}
	return c.changes(at, limit, mark, o.Filter != nil)
}

// list is a page of the first round.
func (c Collection) list(tx *store.Tx, at token, limit int, mark odata.Fingerprint) (rest.Page, error) {
	items, next, err := c.List(at.after, limit)
	if err != nil {
		return rest.Page{}, err
	}
	page := rest.Page{Items: items}
	if now, err := tx.LastSeq(c.Mailbox); err != nil || now != at.since {
		if page.Items, err = c.settled(tx, items, at.since); err != nil {
			return page, err
		}
	}
	if next == nil {
		page.Delta = token{since: at.since}.encode(mark)
	} else {
		page.Next = token{at.since, next}.encode(mark)
	}
	return page, nil
}

// settled leaves out what has come since the listing began: the next round
// tells of it, and of its going, as of what was not sent.
func (c Collection) settled(tx *store.Tx, items []json.RawMessage, since int64) ([]json.RawMessage, error) {
	kept := make([]json.RawMessage, 0, len(items))
	for _, item := range items {
		var e struct {
			ID string `json:"id"`
		}
		if err := json.Unmarshal(item, &e); err != nil {
			return nil, err
		}
		known, err := tx.KnownAt(c.Mailbox, c.Kind, c.Container, e.ID, since)
		if err != nil {
			return nil, err
		}
		if known {
			kept = append(kept, item)
		}
	}
	return kept, nil
}

// changes is a page of a later round: what was written, and what left or is
// gone, as @removed. A page more is a nextLink, the last one a deltaLink.
func (c Collection) changes(at token, limit int, mark odata.Fingerprint, filtered bool) (rest.Page, error) {
	log, err := c.Log(at.since, limit+1)
	if err != nil {
		return rest.Page{}, err
	}
	more := len(log) > limit
	if more {
		log = log[:limit]
	}
	var page rest.Page
	size := 0
	for _, change := range log {
		item, err := c.item(change, filtered)
		if err != nil {
			return page, err
		}
		if size += len(item); size > store.PageBytes && len(page.Items) > 0 {
			more = true
			break
		}
		if item != nil {
			page.Items = append(page.Items, item)
		}
		at.since = change.Seq
	}
	if more {
		page.Next = at.encode(mark)
	} else {
		page.Delta = at.encode(mark)
	}
	return page, nil
}

func (c Collection) item(change store.Change, filtered bool) (json.RawMessage, error) {
	reason := Changed
	if change.Op == store.Written {
		item, err := c.Item(change.ItemID)
		if !errors.Is(err, model.ErrNotFound) {
			return item, err
		}
		if !filtered {
			reason = Deleted
		}
	}
	if !change.Known {
		return nil, nil // it came and went between two rounds
	}
	if change.Op == store.Left && !filtered { // and may be gone from where it went
		if _, err := c.Item(change.ItemID); errors.Is(err, model.ErrNotFound) {
			reason = Deleted
		} else if err != nil {
			return nil, err
		}
	}
	if change.Op == store.Deleted {
		reason = Deleted
	}
	return Removed(change.ItemID, reason)
}

// The reasons of a removal: the item is gone, or is no longer of the
// collection.
const (
	Deleted = "deleted"
	Changed = "changed"
)

// Removed prints a removal.
func Removed(id, reason string) (json.RawMessage, error) {
	return json.Marshal(struct {
		ID      string        `json:"id"`
		Removed model.Removed `json:"@removed"`
	}{id, model.Removed{Reason: reason}})
}

// Cut makes a page of the first round of a collection that is whole in
// memory, in the order of ids.
func Cut[T interface{ Identity() string }](all []T, shape *odata.Shape, after any, limit int) ([]json.RawMessage, any, error) {
	slices.SortFunc(all, func(a, b T) int { return cmp.Compare(a.Identity(), b.Identity()) })
	from, _ := after.(string)
	items := []json.RawMessage{}
	for i := range all {
		switch {
		case all[i].Identity() <= from:
			continue
		case len(items) == limit:
			return items, all[i-1].Identity(), nil
		}
		item, err := shape.Append(nil, &all[i])
		if err != nil {
			return nil, nil, err
		}
		items = append(items, item)
	}
	return items, nil, nil
}
