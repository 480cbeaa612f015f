package odata

import (
	"daybook/model"
)

// Condition is a piece of SQL for a WHERE clause, in parentheses where it
// needs them, and its arguments in order. An empty SQL is no condition.
type Condition struct {
	SQL  string
	Args []any
}

// Filter is a $filter whose names and types were checked. A nil Filter
// selects everything.
type Filter struct{}

// Filter checks e against the schema; a nil e is a nil Filter.
func (s *Schema) Filter(e Expr) (*Filter, error) { return nil, pending() }

// SQL splits the filter: (condition AND rest) selects exactly what the
// filter does. A nil rest means that the condition is all of it.
func (f *Filter) SQL() (Condition, *Filter) { return Condition{}, f }

// Match reports whether the filter selects entity: a T, a *T or a Value.
func (f *Filter) Match(entity any) bool { return false }

// CompileFilter is Schema.Filter and Filter.SQL in one.
func CompileFilter(e Expr, s *Schema) (Condition, *Filter, error) {
	return Condition{}, nil, pending()
}

// Order is a checked $orderby, ended by the schema's key: a total order.
type Order struct{}

// Order checks the keys; without any, fallback is taken.
func (s *Schema) Order(keys []OrderBy, fallback ...OrderBy) (*Order, error) { return nil, pending() }

// SQL returns what follows ORDER BY, or false when a key has no column.
func (o *Order) SQL() (string, bool) { return "", false }

// Columns returns the expressions whose values make a row's tuple.
func (o *Order) Columns() []string { return nil }

// Tuple returns an entity's place in the order, as Columns would give it.
func (o *Order) Tuple(entity any) []any { return nil }

// After is the condition for what comes after the tuple.
func (o *Order) After(tuple []any) (Condition, error) { return Condition{}, pending() }

// Compare orders two entities as SQL does.
func (o *Order) Compare(a, b any) int { return 0 }

// Fingerprint stands for a query: resource, filter, order and search.
type Fingerprint [8]byte

// Fingerprint binds a token to its query. Resource is the path, or whatever
// else the pages share.
func (o *Options) Fingerprint(resource string) Fingerprint { return Fingerprint{} }

// Token is what $skiptoken carries: the last row's place in the order, or how
// many rows to skip where there is no order to go by.
type Token struct {
	Keys []any
	Skip int
}

// Encode makes the opaque text of a token.
func (t Token) Encode(f Fingerprint) string { return "" }

// DecodeToken reads the text; one that was changed, or made for another
// query, is a 400 naming option.
func DecodeToken(option, text string, f Fingerprint) (Token, error) { return Token{}, pending() }

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

// Shape writes entities as JSON with the properties that were selected.
type Shape struct{}

// Shape checks $select and $expand against the schema.
func (s *Schema) Shape(sel []Name, expand []Expand) (*Shape, error) { return nil, pending() }

// Append appends the JSON of an entity, T or *T.
func (sh *Shape) Append(dst []byte, entity any) ([]byte, error) { return dst, pending() }

// Page is what surrounds the items of a collection.
type Page struct {
	Context, NextLink, DeltaLink string
	Count                        *int
}

// AppendPage appends a collection: items is a []T or a []*T.
func (sh *Shape) AppendPage(dst []byte, page Page, items any) ([]byte, error) { return dst, pending() }

func pending() error {
	return model.Errorf(model.CodeNotImplemented, "this part of OData is being written")
}
