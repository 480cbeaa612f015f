package store

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
)

// Recovered is what Recover has saved of one table.
type Recovered struct {
	Table   string
	Kept    int
	Changed int  // of these, with a checksum that says they are not what was written
	Lost    int  // rows known to be lost
	More    bool // others may be
}

// Recover reads what can be read of a damaged store and writes it to a new
// one in to, which must not be there. It only reads from, never writes to it.
// The text index is made anew. Messages whose folder is lost come into the
// inbox, and those whose body is lost say so.
func Recover(ctx context.Context, from, to string, areas []Area) ([]Recovered, error) {
	if _, err := os.Stat(to); err == nil {
		return nil, fmt.Errorf("%s is there already: name a new folder", to)
	}
	if err := os.MkdirAll(filepath.Dir(to), 0o700); err != nil {
		return nil, err
	}
	part := to + ".part"
	if err := os.RemoveAll(part); err != nil {
		return nil, err
	}
	defer os.RemoveAll(part)
	from, err := fullLength(from, part+"/damaged")
	if err != nil {
		return nil, err
	}
	old, err := openAsItIs(from)
	if err != nil {
		return nil, fmt.Errorf("nothing can be read, as the first page is lost, which says where the others are: %w", err)
	}
	defer closeWhole(old)
	s, err := Open(part, Options{Areas: areas})
	if err != nil {
		return nil, err
	}
	report, err := s.takeFrom(ctx, old)
	if err == nil {
		err = s.Write(ctx, mend)
	}
	if err := errors.Join(err, s.Close(), os.RemoveAll(part+"/damaged")); err != nil {
		return nil, err
	}
	return report, os.Rename(part, to)
}

// maxFile is a size in bytes that no mailbox has: a header that says more is
// damaged.
const maxFile = 1 << 40

// fullLength returns dir, or, where the file in it was cut short, a copy of it
// in scratch that is as long as it was: SQLite reads nothing of a file that
// lacks its last page, and reads zeros as one damaged page.
func fullLength(dir, scratch string) (string, error) {
	path := filepath.Join(dir, fileName)
	has, wants, err := sizes(path)
	if err != nil || has >= wants || wants > maxFile {
		return dir, err
	}
	if err := copyInto(scratch, path); err != nil {
		return "", fmt.Errorf("copy what is left of %s: %w", path, err)
	}
	if log, err := os.ReadFile(path + "-wal"); err == nil {
		if err := os.WriteFile(filepath.Join(scratch, fileName+"-wal"), log, 0o600); err != nil {
			return "", err
		}
	}
	return scratch, os.Truncate(filepath.Join(scratch, fileName), wants)
}

func (s *Store) takeFrom(ctx context.Context, old *sql.DB) ([]Recovered, error) {
	tables, err := tablesOf(ctx, s.readers)
	if err != nil {
		return nil, err
	}
	var report []Recovered
	err = s.Write(ctx, func(tx *Tx) error {
		for _, t := range tables {
			r := rescue{tx: tx, old: old, table: t.name, done: Recovered{Table: t.name}}
			if err := r.run(t); err != nil {
				return fmt.Errorf("save the table %s: %w", t.name, err)
			}
			if r.done.Kept+r.done.Lost > 0 || r.done.More {
				report = append(report, r.done)
			}
		}
		return nil
	})
	return report, err
}

// copiedTable is one that is copied: not the text indexes, nor what the new store
// says of itself.
type copiedTable struct {
	name     string
	key      []string // the columns of its primary key
	hasRowID bool
}

var withoutRows = regexp.MustCompile(`(?i)WITHOUT\s+ROWID\s*$`)

func tablesOf(ctx context.Context, db *sql.DB) ([]copiedTable, error) {
	rows, err := db.QueryContext(ctx, `SELECT name, sql FROM sqlite_master WHERE type = 'table'
		AND name NOT LIKE 'sqlite\_%' ESCAPE '\' AND name NOT LIKE '%\_fts%' ESCAPE '\'
		AND name NOT IN ('migrations', 'upkeep', 'index_words', 'index_queue') ORDER BY rowid`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []copiedTable
	for rows.Next() {
		var t copiedTable
		var text string
		if err := rows.Scan(&t.name, &text); err != nil {
			return nil, err
		}
		t.hasRowID = !withoutRows.MatchString(text)
		out = append(out, t)
	}
	if err := rows.Err(); err != nil {
		return nil, err
	}
	for i := range out {
		key, err := firstColumn(ctx, db, `SELECT name FROM pragma_table_info(?) WHERE pk > 0 ORDER BY pk`, out[i].name)
		if err != nil {
			return nil, err
		}
		out[i].key = key
	}
	return out, nil
}

// rescue copies one table row by row, around what is damaged.
type rescue struct {
	tx            *Tx
	old           *sql.DB
	table         string
	columns, into string
	width         int
	sum           int   // the column of the checksum; -1 for none
	over          []int // the columns it is over
	tag, content  int   // of a photo
	done          Recovered
}

func (r *rescue) run(t copiedTable) error {
	ctx := r.tx.ctx
	have, err := firstColumn(ctx, r.old, `SELECT name FROM pragma_table_info(?)`, t.name)
	if err != nil || len(have) == 0 {
		r.done.More = corrupt(err)
		return unlessDamaged(err) // a table that an older program did not have
	}
	r.width = len(have)
	r.columns = strings.Join(have, ", ")
	r.sum, r.tag, r.content = slices.Index(have, "checksum"), slices.Index(have, "etag"), slices.Index(have, "content")
	for _, s := range sums {
		if s.table == t.name {
			for _, c := range strings.Split(s.over, ", ") {
				r.over = append(r.over, slices.Index(have, c))
			}
		}
	}
	r.into = "INSERT OR REPLACE INTO " + t.name + " (" + r.columns + ") VALUES (?" + strings.Repeat(", ?", len(have)-1) + ")"
	whole, err := r.copy("")
	if whole || err != nil {
		return err
	}
	if first, last, ok := r.bounds(t); ok {
		return r.halves(first, last)
	}
	// By key from the end, down to what the way from the beginning has.
	r.done.More = true
	_, err = r.copy(" ORDER BY " + strings.Join(t.key, " DESC, ") + " DESC")
	if err == nil {
		err = r.tx.QueryRow(`SELECT count(*) FROM ` + t.name).Scan(&r.done.Kept)
	}
	return err
}

// bounds are the first and the last row number, from an index where the table
// itself cannot say.
func (r *rescue) bounds(t copiedTable) (first, last int64, ok bool) {
	if !t.hasRowID {
		return 0, 0, false
	}
	for _, query := range []string{
		`SELECT coalesce(min(rowid), 0), coalesce(max(rowid), 0) FROM ` + t.name,
		`SELECT coalesce(min(rowid+0), 0), coalesce(max(rowid+0), 0) FROM ` + t.name,
	} {
		if r.old.QueryRowContext(r.tx.ctx, query).Scan(&first, &last) == nil {
			return first, last, true
		}
	}
	return 0, 0, false
}

// halves copies the rows from first to last; where that fails, each half of
// them, down to the single row that is lost.
func (r *rescue) halves(first, last int64) error {
	if first > last {
		return nil
	}
	whole, err := r.copy(fmt.Sprintf(" WHERE rowid BETWEEN %d AND %d", first, last))
	if whole || err != nil {
		return err
	}
	if first == last {
		r.done.Lost++
		return nil
	}
	middle := first + (last-first)/2
	if err := r.halves(first, middle); err != nil {
		return err
	}
	return r.halves(middle+1, last)
}

// copy copies what a condition selects, and says whether that was all of it.
// What came before the damage is counted only if nothing is read again.
func (r *rescue) copy(which string) (whole bool, err error) {
	rows, err := r.old.QueryContext(r.tx.ctx, "SELECT "+r.columns+" FROM "+r.table+which)
	if err != nil {
		return false, unlessDamaged(err)
	}
	defer rows.Close()
	values, into := make([]any, r.width), make([]any, r.width)
	for i := range values {
		into[i] = &values[i]
	}
	n, changed := 0, 0
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return false, unlessDamaged(err)
		}
		changed += r.unsum(values) + r.retag(values)
		if _, err := r.tx.Exec(r.into, values...); err != nil {
			return false, err
		}
		n++
	}
	if err := rows.Err(); err != nil {
		return false, unlessDamaged(err)
	}
	r.done.Kept += n
	r.done.Changed += changed
	return true, nil
}

// unsum takes the checksum from a row that it does not fit, so that what is
// left of it can be read, and returns how many it took: 0 or 1.
func (r *rescue) unsum(row []any) int {
	kept, ok := r.value(row, r.sum)
	if !ok {
		return 0
	}
	parts := make([][]byte, len(r.over))
	for i, c := range r.over {
		parts[i], _ = r.value(row, c)
	}
	if bytes.Equal(kept, Checksum(parts...)) {
		return 0
	}
	row[r.sum] = nil
	return 1
}

// retag gives a photo that is not what was written the tag of what it is.
func (r *rescue) retag(row []any) int {
	if r.table != "photos" {
		return 0
	}
	tag, _ := r.value(row, r.tag)
	content, _ := r.value(row, r.content)
	if string(tag) == PhotoTag(content) {
		return 0
	}
	row[r.tag] = PhotoTag(content)
	return 1
}

func (r *rescue) value(row []any, i int) ([]byte, bool) {
	if i < 0 {
		return nil, false
	}
	switch v := row[i].(type) {
	case []byte:
		return v, true
	case string:
		return []byte(v), true
	}
	return nil, false
}

// lostBody is what stands in place of a body that could not be read.
const lostBody = "(The text of this message was lost with damaged pages of the mailbox file.)"

// mend makes a whole store of what was saved.
func mend(tx *Tx) error {
	for _, f := range belonging { // what has lost its mailbox is kept
		if _, err := tx.mendFault(f); err != nil {
			return fmt.Errorf("put together what was saved: %w", err)
		}
	}
	for _, do := range []string{
		`UPDATE messages SET indexed = 0`,
		`INSERT OR IGNORE INTO index_queue (mailbox_id, id) SELECT mailbox_id, id FROM messages`,
	} {
		if _, err := tx.Exec(do); err != nil {
			return fmt.Errorf("put together what was saved: %w", err)
		}
	}
	tx.AfterCommit(tx.store.indexer.nudge)
	return tx.store.recovered(tx)
}
