package calendar

import (
	"cmp"
	"encoding/json"
	"math"

	"daybook/model"
	"daybook/service/delta"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// deltaPage is the size of a page when nothing is asked.
const deltaPage = 50

// deltaToken is where a delta query is: first it lists the view, the masters
// of series by id before all else, then it answers round by round what has
// changed in its span.
type deltaToken struct {
	EventRound
	// listing says that it is in the first round, of which all up to an event
	// that starts at start, in Unix milliseconds, was sent.
	listing bool
	start   int64
	id      string
}

// ofMasters is the start by which masters come first.
const ofMasters = math.MinInt64

func (t deltaToken) encode(mark odata.Fingerprint) string {
	keys := []any{t.Since, t.At, t.Top}
	if t.listing {
		keys = []any{t.Since, t.start, t.id}
	}
	return odata.Token{Keys: keys}.Encode(mark)
}

func readDeltaToken(option, text string, mark odata.Fingerprint) (deltaToken, error) {
	token, err := odata.DecodeToken(option, text, mark)
	if err != nil {
		return deltaToken{}, err
	}
	if len(token.Keys) == 3 {
		since, ok := token.Keys[0].(int64)
		second, ok2 := token.Keys[1].(int64)
		top, isRound := token.Keys[2].(int64)
		id, listing := token.Keys[2].(string)
		switch {
		case ok && ok2 && isRound:
			return deltaToken{EventRound: EventRound{Since: since, At: second, Top: top}}, nil
		case ok && ok2 && listing:
			return deltaToken{EventRound: EventRound{Since: since}, listing: true, start: second, id: id}, nil
		}
	}
	return deltaToken{}, model.Errorf(model.CodeSyncStateGone, "%s: not a token of this query; start over", option)
}

// delta serves calendarView/delta.
func (s site) delta(r *rest.Request, t *target) (rest.Reply, error) {
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
	at := deltaToken{listing: true, start: ofMasters}
	switch {
	case o.DeltaToken != "":
		at, err = readDeltaToken("$deltatoken", o.DeltaToken, mark)
	case o.SkipToken != "":
		at, err = readDeltaToken("$skiptoken", o.SkipToken, mark)
	}
	if err != nil {
		return rest.Reply{}, err
	}
	window := Window{Mailbox: t.mailbox, From: from, To: to, Zone: w.zone}
	if window.Calendar, err = t.defaultCalendar(); err != nil {
		return rest.Reply{}, err
	}
	d, page := deltaReader{w, t, window, size, mark}, rest.Page{}
	if at.listing {
		page, err = d.list(at)
	} else {
		page, err = d.changes(at)
	}
	return page.Reply(), err
}

// eventsDelta serves events/delta: the single events and series masters of a
// calendar.
func (s site) eventsDelta(r *rest.Request, t *target) (rest.Reply, error) {
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
	calendar, err := t.defaultCalendar()
	if err != nil {
		return rest.Reply{}, err
	}
	page, err := delta.Collection{Mailbox: t.mailbox, Kind: store.ItemEvent, Container: calendar,
		List: func(after any, limit int) ([]json.RawMessage, any, error) {
			q := EventQuery{Mailbox: t.mailbox, Calendar: calendar, Order: byID, Limit: limit}
			if after != nil {
				q.After = []any{after}
			}
			found, err := Events(t.tx, q)
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
			e, err := Event(t.tx, t.mailbox, id)
			if err != nil {
				return nil, err
			}
			return w.JSON(t, id, e)
		},
		Log: func(since int64, limit int) ([]store.Change, error) {
			return listedEventChanges(t.tx, t.mailbox, calendar, since, limit)
		}}.Page(r, t.tx)
	return page.Reply(), err
}

type deltaReader struct {
	*shower
	t      *target
	window Window
	size   int
	mark   odata.Fingerprint
}

// list is a page of the first round. What has come to the view since it began
// is left to the next round, which tells of its going as of what was sent.
func (d *deltaReader) list(at deltaToken) (rest.Page, error) {
	var page rest.Page
	last, err := d.t.tx.LastSeq(d.t.mailbox)
	if err != nil {
		return page, err
	}
	if at.id == "" {
		at.Since = last
	}
	slots, err := Slots(d.t.tx, d.window)
	if err != nil {
		return page, err
	}
	type entry struct {
		start int64
		id    string
		slot  *slot // nil for a master
	}
	var list []entry
	known := knownInWindow(d.t.tx, d.window, at.Since)
	add := func(e entry) error {
		if after := cmp.Or(cmp.Compare(e.start, at.start), cmp.Compare(e.id, at.id)) > 0; !after || len(list) > d.size {
			return nil
		}
		if last != at.Since {
			if was, err := known(e.id); err != nil || !was {
				return err
			}
		}
		list = append(list, e)
		return nil
	}
	for _, id := range seriesOf(slots) { // occurrences speak of them
		if err := add(entry{ofMasters, id, nil}); err != nil {
			return page, err
		}
	}
	for i := range slots {
		if err := add(entry{slots[i].Start().UnixMilli(), slots[i].ID(), &slots[i]}); err != nil {
			return page, err
		}
	}
	page.Items, err = d.page(d.t, min(d.size, len(list)), func(i int) (model.Event, error) {
		if e := list[i]; e.slot == nil {
			return Event(d.t.tx, d.t.mailbox, e.id)
		}
		return SlotEvent(d.t.tx, d.t.mailbox, list[i].slot)
	})
	if n := len(page.Items); n < len(list) && n > 0 {
		at.start, at.id = list[n-1].start, list[n-1].id
		page.Next = at.encode(d.mark)
	} else {
		page.Delta = deltaToken{EventRound: EventRound{Since: at.Since, At: at.Since}}.encode(d.mark)
	}
	return page, err
}

// changes is a page of a later round. Its size is counted in changes: one of
// a series brings all its occurrences in the span.
func (d *deltaReader) changes(at deltaToken) (rest.Page, error) {
	var page rest.Page
	last, err := d.t.tx.LastSeq(d.t.mailbox)
	if err != nil {
		return page, err
	}
	if at.Top == 0 { // a new round
		at.Top = last
	}
	found, next, more, err := eventChanges(d.t.tx, d.window, at.EventRound, d.size)
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
	if more {
		at.At = next
		page.Next = at.encode(d.mark)
	} else {
		page.Delta = deltaToken{EventRound: EventRound{Since: last, At: last}}.encode(d.mark)
	}
	return page, nil
}

// change is an event as it is now, or that it is gone. Short ones, which the
// page would be too large with, have when they are and of which series: what
// the public interface answers here for every occurrence.
func (d *deltaReader) change(c changedEvent, short bool) (json.RawMessage, error) {
	var e model.Event
	var err error
	switch {
	case c.Slot != nil:
		e, err = SlotEvent(d.t.tx, d.t.mailbox, c.Slot)
	case c.Master != "":
		e, err = Event(d.t.tx, d.t.mailbox, c.Master)
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
