package calendar

import (
	"slices"
	"strings"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
)

// question is a list request: what is asked of events, whatever holds them.
type question struct {
	options *odata.Options
	shower  *shower
	filter  *odata.Filter
	search  *odata.Search
	order   *odata.Order // nil when none was asked
	size    int
	mark    odata.Fingerprint
	token   odata.Token
}

// question reads a list request. Marked are the further parts of the request
// that its pages share.
func (s site) question(r *rest.Request, marked string) (*question, error) {
	o, err := r.OData()
	if err != nil {
		return nil, err
	}
	q := &question{options: o, mark: o.Fingerprint(r.URL.Path + marked)}
	if q.shower, err = s.shower(r); err != nil {
		return nil, err
	}
	if q.filter, err = s.events.Filter(o.Filter); err != nil {
		return nil, err
	}
	if o.Search != nil {
		if q.search, err = s.search.Search(o.Search, true, r.Now); err != nil {
			return nil, err
		}
	}
	if len(o.OrderBy) > 0 {
		if q.order, err = s.events.Order(o.OrderBy); err != nil {
			return nil, err
		}
	}
	if q.size, err = r.PageSize(0); err != nil {
		return nil, err
	}
	if o.SkipToken != "" {
		q.token, err = odata.DecodeToken("$skiptoken", o.SkipToken, q.mark)
	} else if o.Skip != nil {
		q.token.Skip = *o.Skip
	}
	return q, err
}

// harmless are the properties that everybody sees who sees an event at all.
var harmless = []string{"id", "start", "start/datetime", "end", "end/datetime", "isallday", "showas", "type", "seriesmasterid"}

// tells reports whether the question asks about more than that: a visitor must
// not learn by it what they do not see.
func (q *question) tells() bool {
	if q.search != nil {
		return true
	}
	paths := q.filter.Paths()
	for _, o := range q.options.OrderBy {
		paths = append(paths, o.Path)
	}
	return slices.ContainsFunc(paths, func(p string) bool { return !slices.Contains(harmless, strings.ToLower(p)) })
}

// listEvents serves single events and series masters, by start unless asked
// otherwise.
func (s site) listEvents(r *rest.Request, t *target) (rest.Reply, error) {
	q, stored, err := s.listed(r, t)
	if err != nil {
		return rest.Reply{}, err
	}
	var page rest.Page
	if q.options.Count || r.Counting() {
		n, err := countEvents(t.tx, stored)
		if err != nil || r.Counting() {
			return rest.CountReply(n), err
		}
		page.Count = &n
	}
	stored.After, stored.Skip, stored.Limit = q.token.Keys, q.token.Skip, q.size
	found, err := Events(t.tx, stored)
	if err != nil {
		return rest.Reply{}, err
	}
	if found.Next != nil {
		page.Next = odata.Token{Keys: found.Next}.Encode(q.mark)
	}
	page.Items, err = q.shower.page(t, len(found.Events), func(i int) (model.Event, error) { return found.Events[i], nil })
	if n := len(page.Items); err == nil && n < len(found.Events) { // they are larger as they are shown
		page.Next = odata.Token{Keys: found.Order.Tuple(&found.Events[n-1])}.Encode(q.mark)
	}
	return page.Reply(), err
}

// listed is the question for the events that the path and the options mean.
func (s site) listed(r *rest.Request, t *target) (*question, EventQuery, error) {
	q, err := s.question(r, "")
	if err != nil {
		return nil, EventQuery{}, err
	}
	return q, EventQuery{Mailbox: t.mailbox, Calendar: t.calendar, Filter: q.filter, Search: q.search, Order: q.order, Told: q.tells()}, nil
}

func (s site) getEvent(r *rest.Request, t *target) (rest.Reply, error) {
	o, err := r.OData()
	if err != nil {
		return rest.Reply{}, err
	}
	if o.Filter != nil || o.Search != nil || o.OrderBy != nil || o.Top != nil || o.Skip != nil || o.Count {
		return rest.Reply{}, model.Errorf(model.CodeBadRequest, "one event takes $select and $expand alone")
	}
	e, place, err := t.event(r)
	if err != nil {
		return rest.Reply{}, err
	}
	return s.shown(r, t, place.Row, e, rest.OK)
}

// shown answers with an event, whose parts are kept under the id row.
func (s site) shown(r *rest.Request, t *target, row string, e model.Event, reply func(any) rest.Reply) (rest.Reply, error) {
	w, err := s.shower(r)
	if err != nil {
		return rest.Reply{}, err
	}
	entity, err := w.JSON(t, row, e)
	return reply(entity), err
}
