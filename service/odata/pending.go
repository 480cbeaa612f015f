package odata

import (
	"daybook/model"
)

// SearchIndex says how a resource is searched: Table is its FTS5 table, RowID
// the expression of the row's id in the outer query ("m.rowid"), Columns
// those that words without a property are looked up in (none: all).
type SearchIndex struct {
	Table, RowID string
	Columns      []string
	// Paths are the properties that words are looked for in memory.
	Paths      []string
	Properties []SearchProperty
}

// SearchProperty is a name: in $search. It is full text when it has Columns
// or Paths, a comparison when it has a Compare, and a set of words each with
// a $filter when it has Words.
type SearchProperty struct {
	Name    string
	Columns []string          // of Table
	Paths   []string          // in memory
	Compare string            // property path: received>=2026-01-01
	Op      Op                // what ':' means for Compare; 0 is Eq
	Words   map[string]string // "unread": "isRead eq false"
}

// Searcher answers $search over a schema.
type Searcher struct{}

// Searcher makes one; an index that does not fit the schema panics.
func (s *Schema) Searcher(x SearchIndex) *Searcher { return &Searcher{} }

// Search is a checked $search.
type Search struct{}

// Search checks e. With prefixLast the last word also matches words that
// begin with it, for searching while typing.
func (x *Searcher) Search(e SearchExpr, prefixLast bool) (*Search, error) { return nil, pending() }

// SQL returns the FTS5 MATCH text ("" for none), the further condition, and
// what is left for memory.
func (q *Search) SQL() (match string, where Condition, rest *Filter) { return "", Condition{}, nil }

// Match reports whether the search finds the entity.
func (q *Search) Match(entity any) bool { return false }

func pending() error {
	return model.Errorf(model.CodeNotImplemented, "this part of OData is being written")
}
