package odata

import (
	"strings"
	"time"

	"daybook/model"
)

// Query is what a page of a collection is asked for, checked against the
// collection's schema. Order is never nil.
type Query struct {
	Filter *Filter
	Search *Search
	Order  *Order
	// After is the place of the last row of the page before, as Order.Tuple
	// gave it; nil begins. Skip drops rows at the beginning alone.
	After []any
	Skip  int
	Limit int
}

// Query checks $filter, $search and $orderby. searcher is nil where $search
// is not served; fallback is the order when none is asked for.
func (s *Schema) Query(o *Options, searcher *Searcher, fallback ...OrderBy) (Query, error) {
	var q Query
	var err error
	if q.Filter, err = s.Filter(o.Filter); err != nil {
		return q, err
	}
	if o.Search != nil {
		if searcher == nil {
			return q, model.Errorf(model.CodeBadRequest, "$search is not served for this collection; use $filter")
		}
		if q.Search, err = searcher.Search(o.Search, true, time.Time{}); err != nil {
			return q, err
		}
	}
	if q.Order, err = s.Order(o.OrderBy, fallback...); err != nil {
		return q, err
	}
	if o.Skip != nil {
		q.Skip = *o.Skip
	}
	return q, nil
}

// AnyEquals finds, among the terms of e that must all hold, the first of the
// form collection/any(x:x/property eq 'text'), and returns the text: for a
// store that has an index of the collection's items. An empty property stands
// for the item itself.
func AnyEquals(e Expr, collection, property string) (text string, ok bool) {
	below := ""
	if property != "" {
		below = "/" + property
	}
	for _, t := range allTerms(e) {
		any, isAny := t.(*Lambda)
		if !isAny || any.All || any.Body == nil || !strings.EqualFold(strings.Join(any.Path.Segments, "/"), collection) {
			continue
		}
		for _, t := range allTerms(any.Body) {
			if c, isCompare := t.(*Compare); isCompare && c.Op == Eq {
				if path, text := c.pathAndText(); strings.EqualFold(path, any.Var+below) {
					return text, true
				}
			}
		}
	}
	return "", false
}

func allTerms(e Expr) []Expr {
	if l, ok := e.(*Logic); ok && l.All {
		return l.Terms
	}
	return []Expr{e}
}

// pathAndText takes path eq 'text' apart, on either side; else "", "".
func (e *Compare) pathAndText() (path, text string) {
	l, r := e.L, e.R
	if _, turned := l.(*Literal); turned {
		l, r = r, l
	}
	p, isPath := l.(*Path)
	lit, isLiteral := r.(*Literal)
	if !isPath || !isLiteral || len(lit.Text) < 2 || lit.Text[0] != '\'' {
		return "", ""
	}
	return strings.Join(p.Segments, "/"), strings.ReplaceAll(lit.Text[1:len(lit.Text)-1], "''", "'")
}
