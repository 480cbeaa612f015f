// Package storetest opens stores for the tests of areas.
package storetest

import (
	"database/sql"
	"net/url"
	"slices"
	"strings"
	"testing"

	"daybook/service/odata"
	"daybook/service/store"
	"daybook/service/store/pgtest"
)

// Open opens an empty store with the tables of some areas, until the test ends.
func Open(t testing.TB, areas ...store.Area) *store.Store {
	t.Helper()
	s, err := store.Open(pgtest.Place(t), store.Options{Areas: areas})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

// AddUser makes the mailbox of a user, whose name is the principal name.
func AddUser(t testing.TB, s *store.Store, name string) store.Mailbox {
	t.Helper()
	m, err := s.AddMailbox(t.Context(), store.Mailbox{Kind: store.KindUser, PrincipalName: name, DisplayName: name})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// OnMailbox runs fn on the mailbox of a user or a group, to read.
func OnMailbox(t testing.TB, s *store.Store, owner string, fn func(tx *store.Tx, mailbox int64) error) {
	t.Helper()
	err := s.Read(t.Context(), func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(owner)
		if err != nil {
			return err
		}
		return fn(tx, mailbox)
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Asked turns options as they are written in a test, unescaped, into a query
// with a page of 50.
func Asked(t testing.TB, schema *odata.Schema, searcher *odata.Searcher, raw string, fallback ...odata.OrderBy) odata.Query {
	t.Helper()
	var pairs []string
	for pair := range strings.SplitSeq(raw, "&") {
		name, value, _ := strings.Cut(pair, "=")
		pairs = append(pairs, name+"="+url.QueryEscape(value))
	}
	if raw == "" {
		pairs = nil
	}
	o, err := odata.Parse(strings.Join(pairs, "&"))
	if err != nil {
		t.Fatal(err)
	}
	q, err := schema.Query(o, searcher, fallback...)
	if err != nil {
		t.Fatal(err)
	}
	q.Limit = 50
	return q
}

// Plan is how the database would read a page of a listing, a step a line.
func Plan[T any](t testing.TB, tx *store.Tx, l *store.Listing[T], q odata.Query) string {
	t.Helper()
	b, err := l.PageSQL(&q)
	if err != nil {
		t.Fatal(err)
	}
	return Explain(t, tx, b.Text.String(), b.Args...)
}

// Explain is how the database would answer a query, a step a line.
func Explain(t testing.TB, tx *store.Tx, query string, args ...any) string {
	t.Helper()
	if pgtest.Everywhere() { // it chooses by what there is, and of few rows there is nothing to choose
		return ""
	}
	rows, err := tx.Query(`EXPLAIN QUERY PLAN `+query, args...)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	var plan strings.Builder
	for rows.Next() {
		var id, parent, unused int
		var detail sql.NullString
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatal(err)
		}
		plan.WriteString(detail.String + "\n")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return plan.String()
}

// Served holds a plan to an index: no scan of a table, no sort, the index
// named in it.
func Served(t testing.TB, what, plan, index string) {
	t.Helper()
	if pgtest.Everywhere() {
		return
	}
	scans := false
	for line := range strings.Lines(plan) {
		scans = scans || strings.Contains(line, "SCAN") && !strings.Contains(line, "VIRTUAL TABLE") && !strings.Contains(line, index)
	}
	if scans || strings.Contains(plan, "TEMP B-TREE FOR ORDER") || !strings.Contains(plan, index) {
		t.Errorf("%s is not served by %s alone:\n%s", what, index, plan)
	}
}

// Listed holds the columns of a table in the database to those that are listed
// for it and others that are written elsewhere: a column that nobody writes is
// as wrong as one that is not there.
func Listed[R any](t testing.TB, s *store.Store, table *store.Table[R], others ...string) {
	t.Helper()
	want := others
	for _, c := range table.Columns {
		if want = append(want, c.Name); c.Fold != "" {
			want = append(want, c.Fold)
		}
	}
	err := s.Read(t.Context(), func(tx *store.Tx) error {
		columns, err := tx.Texts(pgtest.ColumnsOf(), table.Name)
		slices.Sort(columns)
		slices.Sort(want)
		if !slices.Equal(columns, want) {
			t.Errorf("%s has the columns\n%v, and listed are\n%v", table.Name, columns, want)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Reading reads what a query asks of a listing: see sqltest.Agree.
func Reading[T any](tx *store.Tx, l *store.Listing[T]) func(odata.Query) ([]T, error) {
	return func(q odata.Query) ([]T, error) {
		found, _, err := l.Read(tx, q)
		return found, err
	}
}
