package store

import (
	"database/sql"
	"fmt"

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

// listing is where the pages of a collection are read from: rows of one
// table, which an index serves in the order of the list.
type listing[T any] struct {
	what    string // for errors: "contacts"
	columns string // what scan reads
	from    string // "contacts c"
	join    string // what else is read of each row, "" for nothing
	where   odata.Condition
	// fts is the text index f that $search asks, scope its column that says to
	// whom a row belongs, word what stands there for those of the listing, and on
	// what joins it to from. match is what is asked in place of the search's own
	// words, when they were widened.
	fts, scope, word, match string
	on                      odata.Condition
	scan                    func(row interface{ Scan(...any) error }) (T, error)
	// keep, when not nil, is one more condition, which memory decides.
	keep func(*T) bool
	// entity is what memory decides about; nil for the item itself.
	entity func(*T) (any, error)
	// place writes where the page begins and its order; nil for the query's own.
	place func(b *sqlQuery, q *odata.Query) error
}

// build writes FROM and WHERE, without the place of the page, and returns
// what is left of the conditions for memory.
func (l *listing[T]) build(b *sqlQuery, q *odata.Query) []*odata.Filter {
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
		if l.match != "" {
			match = l.match
		}
	}
	if match != "" {
		b.add(` FROM `+l.fts+` f CROSS JOIN `+l.from+` ON `+l.on.SQL, l.on.Args...)
		b.add(l.join+` WHERE f.`+l.fts+` MATCH ?`, l.scope+` : "`+l.word+`" AND (`+match+`)`)
	} else {
		b.add(` FROM ` + l.from + l.join + ` WHERE 1`)
	}
	b.and(l.where)
	b.and(found)
	where, left := q.Filter.SQL()
	b.and(where)
	keep(left)
	return rest
}

// pageSQL writes the query of a page.
func (l *listing[T]) pageSQL(q *odata.Query) (*sqlQuery, []*odata.Filter, error) {
	b := &sqlQuery{}
	b.add(`SELECT ` + l.columns)
	rest := l.build(b, q)
	place := l.place
	if place == nil {
		place = byOrder
	}
	if err := place(b, q); err != nil {
		return nil, nil, err
	}
	if !l.inMemory(rest) && q.Limit > 0 {
		b.add(` LIMIT ? OFFSET ?`, q.Limit+1, q.Skip)
	}
	return b, rest, nil
}

// inMemory reports that rows are decided about one by one.
func (l *listing[T]) inMemory(rest []*odata.Filter) bool { return len(rest) > 0 || l.keep != nil }

// byOrder writes the place and the order of a query that has one in SQL.
func byOrder(b *sqlQuery, q *odata.Query) error {
	if q.After != nil {
		after, err := q.Order.After(q.After)
		if err != nil {
			return err
		}
		b.and(after)
	}
	order, _ := q.Order.SQL() // a Query's order has one
	b.add(" ORDER BY " + order)
	return nil
}

// page reads a page and the place of its last row, nil when it is the last
// page.
func (l *listing[T]) page(tx *Tx, q odata.Query) ([]T, []any, error) {
	found, more, err := l.read(tx, q)
	if err != nil || !more {
		return found, nil, err
	}
	return found, q.Order.Tuple(&found[len(found)-1]), nil
}

// read reads a page and whether there are more, all when the query has no
// limit. What no column answers is
// decided row by row in the order of the query, so that only the rows before
// the page's end are looked at.
func (l *listing[T]) read(tx *Tx, q odata.Query) (found []T, more bool, err error) {
	b, rest, err := l.pageSQL(&q)
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
func (l *listing[T]) each(tx *Tx, b *sqlQuery, rest []*odata.Filter, fn func(item *T, rows *weighed) bool) error {
	found, err := tx.Query(b.text.String(), b.args...)
	if err != nil {
		return fmt.Errorf("list %s: %w", l.what, err)
	}
	defer found.Close()
	rows := &weighed{Rows: found}
	for rows.Next() {
		before := rows.bytes
		item, err := l.scan(rows)
		if err != nil {
			return fmt.Errorf("list %s: %w", l.what, err)
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
func (l *listing[T]) passes(item *T, rest []*odata.Filter) (bool, error) {
	if l.keep != nil && !l.keep(item) {
		return false, nil
	}
	if len(rest) == 0 {
		return true, nil
	}
	entity := any(item)
	if l.entity != nil {
		var err error
		if entity, err = l.entity(item); err != nil {
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

// count counts what a query selects, whatever its page.
func (l *listing[T]) count(tx *Tx, q odata.Query) (int, error) {
	b := &sqlQuery{}
	b.add(`SELECT ` + l.columns)
	n := 0
	if rest := l.build(b, &q); l.inMemory(rest) {
		err := l.each(tx, b, rest, func(*T, *weighed) bool { n++; return true })
		return n, err
	}
	b = &sqlQuery{}
	b.add(`SELECT count(*)`)
	l.build(b, &q)
	if err := tx.QueryRow(b.text.String(), b.args...).Scan(&n); err != nil {
		return 0, fmt.Errorf("count %s: %w", l.what, err)
	}
	return n, nil
}
