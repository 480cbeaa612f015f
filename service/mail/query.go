package mail

import (
	"strings"
	"time"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// query turns a request's options into the store's question, checked against
// the schema of messages: a page of limit items, or a single message.
func (a *Area) query(r *rest.Request, o *odata.Options) (store.MessageQuery, error) {
	q := store.MessageQuery{Show: showing(r)}
	schema := a.store.MessageSchema()
	if _, err := schema.Shape(o.Select, o.Expand); err != nil {
		return q, err
	}
	names := make([]string, len(o.Select))
	for i, n := range o.Select {
		names[i] = schema.Bare(n.Path)
	}
	q.Properties = store.SelectProperties(names)
	var err error
	if q.Expand, err = expansion(schema, o.Expand); err != nil {
		return q, err
	}
	if q.Filter, err = schema.Filter(o.Filter); err != nil {
		return q, err
	}
	if o.Search != nil {
		zone, _ := r.Prefer.Zone()
		if q.Search, err = a.store.MessageSearcher().Search(o.Search, true, r.Now.In(zone)); err != nil {
			return q, err
		}
	}
	return q, a.order(&q, o)
}

// showing is how messages are printed for a request.
func showing(r *rest.Request) store.Showing {
	_, zone := r.Prefer.Zone()
	return store.Showing{Bodies: r.Prefer.Bodies(), Zone: zone}
}

// order takes the order of arrival where it is asked for, which no query has
// to sort for, else the schema's.
func (a *Area) order(q *store.MessageQuery, o *odata.Options) error {
	if len(o.OrderBy) == 0 {
		return nil
	}
	arrival := len(o.OrderBy) == 1 && strings.EqualFold(o.OrderBy[0].Path, "receivedDateTime")
	switch {
	case arrival && o.OrderBy[0].Desc:
		return nil
	case o.Search != nil:
		return model.Errorf(model.CodeBadRequest, "$orderby: a $search answers newest first; leave $orderby out")
	case arrival:
		q.OldestFirst = true
		return nil
	}
	var err error
	q.Order, err = a.store.MessageSchema().Order(o.OrderBy)
	return err
}

// expansion reads $expand, which the schema has checked.
func expansion(schema *odata.Schema, items []odata.Expand) (e store.MessageExpand, err error) {
	find := func(name string) *odata.Expand { return schema.Find(items, name) }
	e.Attachments, e.Extensions, e.Event = find("attachments"), find("extensions"), find("event")
	e.SingleValues = find("singleValueExtendedProperties")
	if e.Event != nil && len(e.Event.Options.Expand) > 0 {
		err = model.Errorf(model.CodeBadRequest, "$expand: in %s: an $expand inside it is not served; read the event by its id", e.Event.Path)
	}
	return e, err
}

// hint finds what an index can narrow a filter by: a stretch of time, and a
// category, a single-value property or an extension.
func hint(tx *store.Tx, mailbox int64, e odata.Expr) odata.Condition {
	terms := []odata.Expr{e}
	if and, ok := e.(*odata.Logic); ok && and.All {
		terms = and.Terms
	}
	narrowed := property(tx, mailbox, e)
	for _, t := range terms {
		if c, ok := t.(*odata.Compare); ok {
			narrowed = both(narrowed, arrival(c))
		}
	}
	return narrowed
}

// both is the condition that two conditions hold.
func both(a, b odata.Condition) odata.Condition {
	if a.SQL == "" || b.SQL == "" {
		return odata.Condition{SQL: a.SQL + b.SQL, Args: append(a.Args, b.Args...)}
	}
	return odata.Condition{SQL: a.SQL + " AND " + b.SQL, Args: append(a.Args, b.Args...)}
}

// arrival narrows by the order of arrival, which lists are read in: without
// it, a page deep in a folder is reached by walking over all newer messages.
func arrival(c *odata.Compare) odata.Condition {
	p, isPath := c.L.(*odata.Path)
	lit, isLiteral := c.R.(*odata.Literal)
	if !isPath || !isLiteral || len(p.Segments) != 1 || !strings.EqualFold(p.Segments[0], "receivedDateTime") {
		return odata.Condition{}
	}
	at, err := model.ParseTime(lit.Text, time.UTC)
	if err != nil {
		return odata.Condition{}
	}
	switch c.Op {
	case odata.Le, odata.Lt:
		return store.ArrivedUntil(at)
	case odata.Ge, odata.Gt:
		return store.ArrivedSince(at)
	}
	return odata.Condition{}
}

// property narrows by a category, a single-value property or an extension.
func property(tx *store.Tx, mailbox int64, e odata.Expr) odata.Condition {
	if name, ok := odata.AnyEquals(e, "categories", ""); ok {
		return tx.WithCategory(mailbox, name)
	}
	if id, ok := odata.AnyEquals(e, "singleValueExtendedProperties", "id"); ok {
		return tx.WithSingleValue(mailbox, id)
	}
	if id, ok := odata.AnyEquals(e, "extensions", "id"); ok {
		return tx.WithExtension(mailbox, id)
	}
	return odata.Condition{}
}
