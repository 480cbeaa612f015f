package store

import (
	"database/sql"
	"fmt"
	"math"
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
	Scan                    func(row Row) (T, error)
	// Place writes where the page begins and its order; nil for the query's own.
	Place func(b *Statement, q *odata.Query) error
}

// build writes FROM and WHERE, without the place of the page.
func (l *Listing[T]) build(b *Statement, q *odata.Query) {
	match, found := q.Search.SQL()
	if match != "" && l.Match != "" {
		match = l.Match
	}
	if match != "" {
		b.Add(` FROM `+l.FTS+` f CROSS JOIN `+l.From+` ON `+l.On.SQL, l.On.Args...)
		b.Add(l.Join+` WHERE f.`+l.FTS+` MATCH ?`, l.Scope+` : "`+l.Word+`" AND (`+match+`)`)
	} else {
		b.Add(` FROM ` + l.From + l.Join + ` WHERE TRUE`)
	}
	b.And(l.Where)
	b.And(found)
	b.And(q.Filter.SQL())
}

// PageSQL writes the query of a page, and of the row behind it.
func (l *Listing[T]) PageSQL(q *odata.Query) (*Statement, error) {
	b := &Statement{}
	b.Add(`SELECT ` + l.Columns)
	l.build(b, q)
	place := l.Place
	if place == nil {
		place = byOrder
	}
	if err := place(b, q); err != nil {
		return nil, err
	}
	limit := int64(math.MaxInt64) // what engines agree on for none
	if q.Limit > 0 {
		limit = int64(q.Limit) + 1
	}
	b.Add(` LIMIT ? OFFSET ?`, limit, q.Skip)
	return b, nil
}

// byOrder writes the place and the order of a query that has one in SQL.
func byOrder(b *Statement, q *odata.Query) error {
	if q.After != nil {
		after, err := q.Order.After(q.After)
		if err != nil {
			return err
		}
		b.And(after)
	}
	b.Add(" ORDER BY " + q.Order.SQL())
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
// limit.
func (l *Listing[T]) Read(tx *Tx, q odata.Query) (found []T, more bool, err error) {
	b, err := l.PageSQL(&q)
	if err != nil {
		return nil, false, err
	}
	answer, err := tx.Query(b.Text.String(), b.Args...)
	if err != nil {
		return nil, false, fmt.Errorf("list %s: %w", l.What, err)
	}
	defer answer.Close()
	found = []T{}
	for rows := (&weighed{Rows: answer}); rows.Next(); {
		item, err := l.Scan(rows)
		if err != nil {
			return nil, false, fmt.Errorf("list %s: %w", l.What, err)
		}
		if q.Limit > 0 && (len(found) == q.Limit || rows.full(len(found))) {
			return found, true, nil
		}
		found = append(found, item)
	}
	return found, false, answer.Err()
}

// Count counts what a query selects, whatever its page.
func (l *Listing[T]) Count(tx *Tx, q odata.Query) (int, error) {
	b := &Statement{}
	b.Add(`SELECT count(*)`)
	l.build(b, &q)
	n := 0
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
