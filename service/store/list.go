package store

import (
	"database/sql"
	"fmt"
	"strings"

	"daybook/service/odata"
)

// PageBytes is how large a page of a list becomes before it ends, whatever was
// asked for: what others have sent bounds the reply and the memory it takes.
const PageBytes = 8 << 20

// weighed are rows that count the bytes of what is scanned.
type weighed struct {
	*sql.Rows
	bytes int
}

func (w *weighed) Scan(dest ...any) error {
	err := w.Rows.Scan(dest...)
	for _, d := range dest {
		switch d := d.(type) {
		case *string:
			w.bytes += len(*d)
		case *[]byte:
			w.bytes += len(*d)
		}
	}
	return err
}

// full reports whether a page of n items ends before the row that was read
// last.
func (w *weighed) full(n int) bool { return n > 0 && w.bytes > PageBytes }

// Listing is where the pages of a collection are read from: rows of one
// table, which an index serves in the order of the list.
type Listing[T any] struct {
	What    string // for errors: "contacts"
	Columns string // what scan reads
	From    string // "contacts c"
	Join    string // what else is read of each row, "" for nothing
	Where   odata.Condition
	// FTS is the text index f that $search asks, Scope its column that says to
	// whom a row belongs, Word what stands there for those of the listing, and On
	// what joins it to From. Match is what is asked in place of the search's own
	// words, when they were widened.
	FTS, Scope, Word, Match string
	On                      odata.Condition
	Scan                    func(row interface{ Scan(...any) error }) (T, error)
	// Keep, when not nil, is one more condition, which memory decides.
	Keep func(*T) bool
	// Entity is what memory decides about; nil for the item itself.
	Entity func(*T) (any, error)
	// Place writes where the page begins and its order; nil for the query's own.
	Place func(b *Statement, q *odata.Query) error
}

// build writes FROM and WHERE, without the place of the page, and returns
// what is left of the conditions for memory.
func (l *Listing[T]) build(b *Statement, q *odata.Query) []*odata.Filter {
	var rest []*odata.Filter
	keep := func(f *odata.Filter) {
		if f != nil {
			rest = append(rest, f)
		}
	}
	match, found := "", odata.Condition{}
	if q.Search != nil {
		var left *odata.Filter
		match, found, left = q.Search.SQL()
		keep(left)
		if l.Match != "" {
			match = l.Match
		}
	}
	if match != "" {
		b.Add(` FROM `+l.FTS+` f CROSS JOIN `+l.From+` ON `+l.On.SQL, l.On.Args...)
		b.Add(l.Join+` WHERE f.`+l.FTS+` MATCH ?`, l.Scope+` : "`+l.Word+`" AND (`+match+`)`)
	} else {
		b.Add(` FROM ` + l.From + l.Join + ` WHERE 1`)
	}
	b.And(l.Where)
	b.And(found)
	where, left := q.Filter.SQL()
	b.And(where)
	keep(left)
	return rest
}

// PageSQL writes the query of a page.
func (l *Listing[T]) PageSQL(q *odata.Query) (*Statement, []*odata.Filter, error) {
	b := &Statement{}
	b.Add(`SELECT ` + l.Columns)
	rest := l.build(b, q)
	place := l.Place
	if place == nil {
		place = ByOrder
	}
	if err := place(b, q); err != nil {
		return nil, nil, err
	}
	if !l.inMemory(rest) && q.Limit > 0 {
		b.Add(` LIMIT ? OFFSET ?`, q.Limit+1, q.Skip)
	}
	return b, rest, nil
}

// inMemory reports that rows are decided about one by one.
func (l *Listing[T]) inMemory(rest []*odata.Filter) bool { return len(rest) > 0 || l.Keep != nil }

// ByOrder writes the place and the order of a query that has one in SQL.
func ByOrder(b *Statement, q *odata.Query) error {
	if q.After != nil {
		after, err := q.Order.After(q.After)
		if err != nil {
			return err
		}
		b.And(after)
	}
	order, _ := q.Order.SQL() // a Query's order has one
	b.Add(" ORDER BY " + order)
	return nil
}

// Page reads a page and the place of its last row, nil when it is the last
// page.
func (l *Listing[T]) Page(tx *Tx, q odata.Query) ([]T, []any, error) {
	found, more, err := l.Read(tx, q)
	if err != nil || !more {
		return found, nil, err
	}
	return found, q.Order.Tuple(&found[len(found)-1]), nil
}

// Read reads a page and whether there are more, all when the query has no
// limit. What no column answers is decided row by row in the order of the query, so that only the rows before
// the page's end are looked at.
func (l *Listing[T]) Read(tx *Tx, q odata.Query) (found []T, more bool, err error) {
	b, rest, err := l.PageSQL(&q)
	if err != nil {
		return nil, false, err
	}
	skip := 0
	if l.inMemory(rest) || q.Limit == 0 {
		skip = q.Skip
	}
	found = []T{}
	err = l.each(tx, b, rest, func(item *T, rows *weighed) bool {
		switch {
		case skip > 0:
			skip, rows.bytes = skip-1, 0
		case q.Limit > 0 && (len(found) == q.Limit || rows.full(len(found))):
			more = true
			return false
		default:
			found = append(found, *item)
		}
		return true
	})
	return found, more, err
}

// each calls fn with the rows that also pass what is left for memory, until it
// returns false.
func (l *Listing[T]) each(tx *Tx, b *Statement, rest []*odata.Filter, fn func(item *T, rows *weighed) bool) error {
	found, err := tx.Query(b.Text.String(), b.Args...)
	if err != nil {
		return fmt.Errorf("list %s: %w", l.What, err)
	}
	defer found.Close()
	rows := &weighed{Rows: found}
	for rows.Next() {
		before := rows.bytes
		item, err := l.Scan(rows)
		if err != nil {
			return fmt.Errorf("list %s: %w", l.What, err)
		}
		ok, err := l.passes(&item, rest)
		switch {
		case err != nil:
			return err
		case !ok:
			rows.bytes = before
		case !fn(&item, rows):
			return nil
		}
	}
	return rows.Err()
}

// passes decides about an item in memory.
func (l *Listing[T]) passes(item *T, rest []*odata.Filter) (bool, error) {
	if l.Keep != nil && !l.Keep(item) {
		return false, nil
	}
	if len(rest) == 0 {
		return true, nil
	}
	entity := any(item)
	if l.Entity != nil {
		var err error
		if entity, err = l.Entity(item); err != nil {
			return false, err
		}
	}
	for _, f := range rest {
		if !f.Match(entity) {
			return false, nil
		}
	}
	return true, nil
}

// Count counts what a query selects, whatever its page.
func (l *Listing[T]) Count(tx *Tx, q odata.Query) (int, error) {
	b := &Statement{}
	b.Add(`SELECT ` + l.Columns)
	n := 0
	if rest := l.build(b, &q); l.inMemory(rest) {
		err := l.each(tx, b, rest, func(*T, *weighed) bool { n++; return true })
		return n, err
	}
	b = &Statement{}
	b.Add(`SELECT count(*)`)
	l.build(b, &q)
	if err := tx.QueryRow(b.Text.String(), b.Args...).Scan(&n); err != nil {
		return 0, fmt.Errorf("count %s: %w", l.What, err)
	}
	return n, nil
}

// Statement is a query being put together, its arguments in order.
type Statement struct {
	Text strings.Builder
	Args []any
}

// Add appends text and its arguments.
func (q *Statement) Add(text string, args ...any) {
	q.Text.WriteString(text)
	q.Args = append(q.Args, args...)
}

// And appends a condition, nothing for the empty one.
func (q *Statement) And(c odata.Condition) {
	if c.SQL != "" {
		q.Add(" AND "+c.SQL, c.Args...)
	}
}
