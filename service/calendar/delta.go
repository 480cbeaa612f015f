package calendar

import (
	"encoding/json"

	"daybook/model"
	"daybook/service/delta"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// deltaPage is the size of a page when nothing is asked.
const deltaPage = 50

// A delta query first lists the view, then answers what has changed in its
// span. Its tokens remember where the change log stood when the list began.
type deltaToken struct {
	since int64
	skip  int
	// listed says that the first round is done.
	listed bool
}

func (t deltaToken) encode(mark odata.Fingerprint) string {
	done := int64(0)
	if t.listed {
		done = 1
	}
	return odata.Token{Keys: []any{t.since, done}, Skip: t.skip}.Encode(mark)
}

func readDeltaToken(option, text string, mark odata.Fingerprint) (deltaToken, error) {
	token, err := odata.DecodeToken(option, text, mark)
	if err != nil {
		return deltaToken{}, err
	}
	if len(token.Keys) == 2 {
		since, ok := token.Keys[0].(int64)
		done, ok2 := token.Keys[1].(int64)
		if ok && ok2 {
			return deltaToken{since: since, skip: token.Skip, listed: done == 1}, nil
		}
	}
	return deltaToken{}, model.Errorf(model.CodeSyncStateGone, "%s: not a token of this query; start over", option)
}

// delta serves calendarView/delta.
func (s site) delta(r *rest.Request) (rest.Reply, error) {
	o, err := r.OData()
	if err != nil {
		return rest.Reply{}, err
	}
	if o.Search != nil || o.Filter != nil || len(o.OrderBy) > 0 || o.Skip != nil || o.Count {
		return rest.Reply{}, model.Errorf(model.CodeBadRequest, "delta takes $select, $expand and $top alone")
	}
	from, to, err := span(r)
	if err != nil {
		return rest.Reply{}, err
	}
	w, err := s.shower(r)
	if err != nil {
		return rest.Reply{}, err
	}
	size, err := r.PageSize(deltaPage)
	if err != nil {
		return rest.Reply{}, err
	}
	mark := o.Fingerprint("delta" + s.base + r.Key("calendar") + from.UTC().String() + to.UTC().String())
	var at deltaToken
	switch {
	case o.DeltaToken != "":
		at, err = readDeltaToken("$deltatoken", o.DeltaToken, mark)
	case o.SkipToken != "":
		at, err = readDeltaToken("$skiptoken", o.SkipToken, mark)
	}
	if err != nil {
		return rest.Reply{}, err
	}
	var page rest.Page
	err = s.reading(r, func(t *target) error {
		window := store.Window{Mailbox: t.mailbox, From: from, To: to, Zone: w.zone}
		if window.Calendar, err = t.defaultCalendar(); err != nil {
			return err
		}
		d := deltaReader{w, t, window, size, mark}
		if at.listed {
			page, err = d.changes(at)
		} else {
			page, err = d.list(at)
		}
		return err
	})
	return page.Reply(), err
}

// eventsDelta serves events/delta: the single events and series masters of a
// calendar.
func (s site) eventsDelta(r *rest.Request) (rest.Reply, error) {
	if _, err := delta.Options(r, false); err != nil {
		return rest.Reply{}, err
	}
	w, err := s.shower(r)
	if err != nil {
		return rest.Reply{}, err
	}
	byID, err := s.events.Order(nil, odata.By("id", false))
	if err != nil {
		return rest.Reply{}, err
	}
	var page rest.Page
	err = s.reading(r, func(t *target) error {
		calendar, err := t.defaultCalendar()
		if err != nil {
			return err
		}
		page, err = delta.Collection{Mailbox: t.mailbox, Kind: store.LoggedEvent, Container: calendar,
			List: func(after any, limit int) ([]json.RawMessage, any, error) {
				q := store.EventQuery{Mailbox: t.mailbox, Calendar: calendar, Order: byID, Limit: limit}
				if after != nil {
					q.After = []any{after}
				}
				found, err := t.tx.Events(q)
				if err != nil {
					return nil, nil, err
				}
				items, err := w.page(t, len(found.Events), func(i int) (model.Event, error) { return found.Events[i], nil })
				if n := len(items); err == nil && n > 0 && (n < len(found.Events) || found.Next != nil) {
					return items, found.Events[n-1].ID, nil
				}
				return items, nil, err
			},
			Item: func(id string) (json.RawMessage, error) {
				e, err := t.tx.Event(t.mailbox, id)
				if err != nil {
					return nil, err
				}
				return w.JSON(t, id, e)
			},
			Log: func(since int64, limit int) ([]store.Change, error) {
				return t.tx.ListedEventChanges(t.mailbox, calendar, since, limit)
			}}.Page(r, t.tx)
		return err
	})
	return page.Reply(), err
}

type deltaReader struct {
	*shower
	t      *target
	window store.Window
	size   int
	mark   odata.Fingerprint
}

// list is a page of the first round.
func (d *deltaReader) list(at deltaToken) (rest.Page, error) {
	var page rest.Page
	var err error
	if at.since == 0 {
		if at.since, err = d.t.tx.LastSeq(d.t.mailbox); err != nil {
			return page, err
		}
	}
	slots, err := d.t.tx.Window(d.window)
	if err != nil {
		return page, err
	}
	// The masters of the series come first: occurrences speak of them.
	masters := store.SeriesOf(slots)
	all := len(masters) + len(slots)
	skip := min(at.skip, all)
	page.Items, err = d.page(d.t, min(d.size, all-skip), func(i int) (model.Event, error) {
		if i += skip; i < len(masters) {
			return d.t.tx.Event(d.t.mailbox, masters[i])
		}
		return d.t.tx.SlotEvent(d.t.mailbox, &slots[i-len(masters)])
	})
	if end := skip + len(page.Items); end < all {
		page.Next = deltaToken{since: at.since, skip: end}.encode(d.mark)
	} else {
		page.Delta = deltaToken{since: at.since, listed: true}.encode(d.mark)
	}
	return page, err
}

// changes is a page of a later round. Its size is counted in changes: one of
// a series brings all its occurrences in the span.
func (d *deltaReader) changes(at deltaToken) (rest.Page, error) {
	var page rest.Page
	found, next, more, err := d.t.tx.EventChanges(d.window, at.since, d.size)
	if err != nil {
		return page, err
	}
	size := 0
	for _, c := range found {
		item, err := d.change(c, size > store.PageBytes)
		if err != nil {
			return page, err
		}
		size += len(item)
		page.Items = append(page.Items, item)
	}
	token := deltaToken{since: next, listed: true}.encode(d.mark)
	if more {
		page.Next = token
	} else {
		page.Delta = token
	}
	return page, nil
}

// change is an event as it is now, or that it is gone. Short ones, which the
// page would be too large with, have when they are and of which series: what
// the public interface answers here for every occurrence.
func (d *deltaReader) change(c store.EventChange, short bool) (json.RawMessage, error) {
	var e model.Event
	var err error
	switch {
	case c.Slot != nil:
		e, err = d.t.tx.SlotEvent(d.t.mailbox, c.Slot)
	case c.Master != "":
		e, err = d.t.tx.Event(d.t.mailbox, c.Master)
	case c.Moved:
		return delta.Removed(c.Gone, delta.Changed)
	default:
		return delta.Removed(c.Gone, delta.Deleted)
	}
	if err != nil {
		return nil, err
	}
	if short {
		e = model.Event{Item: e.Item, Type: e.Type, SeriesMasterID: e.SeriesMasterID, IsAllDay: e.IsAllDay, Start: e.Start, End: e.End,
			Sensitivity: e.Sensitivity}
	}
	return d.JSON(d.t, rowOf(&e), e)
}
