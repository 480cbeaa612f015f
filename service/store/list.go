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
	where   odata.Condition
	// fts is the text index f that $search asks, word its word for the rows of
	// the listing, and on what joins it to from.
	fts, word string
	on        odata.Condition
	scan      func(row interface{ Scan(...any) error }) (T, error)
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
	}
	if match != "" {
		b.add(` FROM `+l.fts+` f CROSS JOIN `+l.from+` ON `+l.on.SQL, l.on.Args...)
		b.add(` WHERE f.`+l.fts+` MATCH ?`, `scope : "`+l.word+`" AND (`+match+`)`)
	} else {
		b.add(` FROM ` + l.from + ` WHERE 1`)
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
	if q.After != nil {
		after, err := q.Order.After(q.After)
		if err != nil {
			return nil, nil, err
		}
		b.and(after)
	}
	order, _ := q.Order.SQL() // a Query's order has one
	b.add(" ORDER BY " + order)
	if len(rest) == 0 {
		b.add(` LIMIT ? OFFSET ?`, q.Limit+1, q.Skip)
	}
	return b, rest, nil
}

// page reads a page and the place of its last row, nil when it is the last
// page. What no column answers is decided row by row in the order of the
// query, so that only the rows before the page's end are looked at.
func (l *listing[T]) page(tx *Tx, q odata.Query) ([]T, []any, error) {
	b, rest, err := l.pageSQL(&q)
	if err != nil {
		return nil, nil, err
	}
	skip := 0
	if len(rest) > 0 {
		skip = q.Skip
	}
	found, more := []T{}, false
	err = l.each(tx, b, rest, func(item T, full bool) bool {
		switch {
		case skip > 0:
			skip--
		case len(found) == q.Limit, full && len(found) > 0:
			more = true
			return false
		default:
			found = append(found, item)
		}
		return true
	})
	if err != nil || !more {
		return found, nil, err
	}
	return found, q.Order.Tuple(&found[len(found)-1]), nil
}

// each calls fn with the rows that also pass what is left for memory, and
// whether those so far fill a page, until it returns false.
func (l *listing[T]) each(tx *Tx, b *sqlQuery, rest []*odata.Filter, fn func(item T, full bool) bool) error {
	found, err := tx.Query(b.text.String(), b.args...)
	if err != nil {
		return fmt.Errorf("list %s: %w", l.what, err)
	}
	defer found.Close()
	rows := &weighed{Rows: found}
next:
	for rows.Next() {
		before := rows.bytes
		item, err := l.scan(rows)
		if err != nil {
			return fmt.Errorf("list %s: %w", l.what, err)
		}
		for _, f := range rest {
			if !f.Match(&item) {
				rows.bytes = before
				continue next
			}
		}
		if !fn(item, rows.bytes > PageBytes) {
			return nil
		}
	}
	return rows.Err()
}

// count counts what a query selects, whatever its page.
func (l *listing[T]) count(tx *Tx, q odata.Query) (int, error) {
	b := &sqlQuery{}
	b.add(`SELECT ` + l.columns)
	n := 0
	if rest := l.build(b, &q); len(rest) > 0 {
		err := l.each(tx, b, rest, func(T, bool) bool { n++; return true })
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
