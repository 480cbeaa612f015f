package calendar

import (
	"slices"
	"strings"
	"time"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
)

// maxSpan is the longest time that a view answers for.
const maxSpan = 5 * 366 * 24 * time.Hour

// span reads startDateTime and endDateTime, which views and instances need:
// with an offset, or in the zone of Prefer, or in UTC.
func span(r *rest.Request) (from, to time.Time, err error) {
	o, err := r.OData()
	if err != nil {
		return from, to, err
	}
	zone, _ := r.Prefer.Zone()
	for _, p := range []struct {
		name string
		into *time.Time
	}{{"startDateTime", &from}, {"endDateTime", &to}} {
		text := parameter(o, p.name)
		if text == "" {
			return from, to, badParameter(p.name, "the query parameter %s is required, such as %s=2026-11-21T00:00:00Z", p.name, p.name)
		}
		// A '+' of an offset that was not escaped has become a space.
		if i := strings.LastIndexByte(text, ' '); i > len("2006-01-02T") {
			text = text[:i] + "+" + text[i+1:]
		}
		if *p.into, err = model.ParseTime(text, zone); err != nil {
			return from, to, badParameter(p.name, "%s: %v", p.name, err)
		}
	}
	switch {
	case !from.Before(to):
		err = badParameter("endDateTime", "endDateTime is not after startDateTime")
	case to.Sub(from) > maxSpan:
		err = badParameter("endDateTime", "the time from startDateTime to endDateTime is longer than five years")
	}
	return from, to, err
}

func badParameter(name, format string, args ...any) error {
	e := model.Errorf(model.CodeInvalidRequest, format, args...)
	e.Target = name
	return e
}

// parameter finds a query parameter in any letter case.
func parameter(o *odata.Options, name string) string {
	for k, v := range o.Other {
		if strings.EqualFold(k, name) && len(v) > 0 {
			return strings.TrimSpace(v[0])
		}
	}
	return ""
}

// calendarView serves what takes place in a span: occurrences, exceptions and
// single events, by start.
func (s site) calendarView(r *rest.Request, t *target) (rest.Reply, error) {
	calendar, err := t.defaultCalendar()
	if err != nil {
		return rest.Reply{}, err
	}
	return s.slots(r, t, Window{Calendar: calendar})
}

// instances serves the occurrences and exceptions of a series in a span.
func (s site) instances(r *rest.Request, t *target) (rest.Reply, error) {
	e, place, err := t.event(r)
	if err == nil && e.Type != model.SeriesMaster {
		err = model.Errorf(model.CodeInvalidRequest, "event %q is no series master: it has no instances", r.Key("event"))
	}
	if err != nil {
		return rest.Reply{}, err
	}
	return s.slots(r, t, Window{Calendar: place.Calendar, Series: r.Key("event")})
}

// slots serves a window of a calendar, in the span that the request names.
func (s site) slots(r *rest.Request, t *target, w Window) (rest.Reply, error) {
	from, to, err := span(r)
	if err != nil {
		return rest.Reply{}, err
	}
	q, err := s.question(r, from.UTC().String()+to.UTC().String())
	if err != nil {
		return rest.Reply{}, err
	}
	w.Mailbox, w.From, w.To, w.Zone = t.mailbox, from, to, q.shower.zone
	found, err := Slots(t.tx, w)
	if err != nil {
		return rest.Reply{}, err
	}
	var page rest.Page
	err = q.view(t, found, &page)
	return page.Reply(), err
}

// view makes a page of slots. Without a condition or an order of the
// request's own only the events of the page are made. Occurrences are in no
// table: what is asked of them is decided in memory.
func (q *question) view(t *target, slots []slot, page *rest.Page) error {
	if q.filter != nil || q.search != nil || t.reach != nil && q.tells() || q.order != nil && !byStart(q.options) {
		all, err := events(t, slots)
		if err != nil {
			return err
		}
		if err := q.selected(t, &all); err != nil {
			return err
		}
		if q.options.Count {
			n := len(all)
			page.Count = &n
		}
		if q.order != nil {
			slices.SortStableFunc(all, func(a, b model.Event) int { return q.order.Compare(&a, &b) })
		}
		return q.slice(t, len(all), page, func(i int) (model.Event, error) { return all[i], nil })
	}
	if q.options.Count {
		n := len(slots)
		page.Count = &n
	}
	if byStart(q.options) && q.options.OrderBy[0].Desc {
		slices.Reverse(slots)
	}
	return q.slice(t, len(slots), page, func(i int) (model.Event, error) { return SlotEvent(t.tx, t.mailbox, &slots[i]) })
}

// selected keeps the events that the filter and the search select, and for a
// visitor those of which they see all. Extensions are kept beside the events:
// they are there for the filter alone.
func (q *question) selected(t *target, all *[]model.Event) error {
	named := map[string][]model.OpenTypeExtension{}
	if slices.ContainsFunc(q.filter.Paths(), func(path string) bool { return strings.HasPrefix(path, "extensions") }) {
		var err error
		if named, err = t.tx.ExtensionNames(t.mailbox, EventOwner(t.mailbox, "").Kind); err != nil {
			return err
		}
	}
	tells := q.tells()
	*all = slices.DeleteFunc(*all, func(e model.Event) bool {
		e.Extensions = named[rowOf(&e)]
		return !q.filter.Match(&e) || q.search != nil && !q.search.Match(&e) || tells && t.veilOf(&e) != open
	})
	return nil
}

// slice makes the page of n events that is asked for: those behind the
// token's, by position.
func (q *question) slice(t *target, n int, page *rest.Page, event func(i int) (model.Event, error)) error {
	skip := min(q.token.Skip, n)
	var err error
	page.Items, err = q.shower.page(t, min(q.size, n-skip), func(i int) (model.Event, error) { return event(skip + i) })
	if end := skip + len(page.Items); end < n {
		page.Next = odata.Token{Skip: end}.Encode(q.mark)
	}
	return err
}

// byStart reports whether the order asked for is the slots' own.
func byStart(o *odata.Options) bool {
	return len(o.OrderBy) == 1 && strings.EqualFold(o.OrderBy[0].Path, "start/dateTime")
}

func events(t *target, slots []slot) ([]model.Event, error) {
	list := make([]model.Event, len(slots))
	for i := range slots {
		var err error
		if list[i], err = SlotEvent(t.tx, t.mailbox, &slots[i]); err != nil {
			return nil, err
		}
	}
	return list, nil
}
