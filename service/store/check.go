package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
)

// maxFindings bounds what Check lists of one kind.
const maxFindings = 100

// Checked is what Check has found.
type Checked struct {
	Messages int      // that can be listed
	Wrong    []string // in words, each something that is not as it was written
}

// Check looks at a whole store without changing it: its pages, the checksums
// of what is large, and that what belongs together is there. It works while
// the store is in use. An error means that nothing could be looked at.
func Check(ctx context.Context, dir string) (Checked, error) {
	db, err := openAsItIs(dir)
	if err != nil {
		return Checked{}, err
	}
	defer closeWhole(db)
	var found Checked
	if found.Wrong, err = damagedPages(ctx, db, "integrity_check"); err != nil {
		return found, err
	}
	if err := db.QueryRowContext(ctx, `SELECT count(*) FROM messages`).Scan(&found.Messages); err != nil && !corrupt(err) {
		return found, fmt.Errorf("count the messages: %w", err)
	}
	for _, look := range []func(context.Context, *sql.DB) ([]string, error){wrongChecksums, wrongCounts} {
		wrong, err := look(ctx, db)
		if err != nil {
			return found, err
		}
		found.Wrong = append(found.Wrong, wrong...)
	}
	return found, nil
}

// openAsItIs opens the file for reading, without bringing its schema up to
// date: what is damaged must not be written to.
func openAsItIs(dir string) (*sql.DB, error) {
	path := filepath.Join(dir, fileName)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("there is no mailbox in %s", dir)
	} else if err != nil {
		return nil, err
	}
	db, err := connect(path, 1, "_pragma=query_only(1)")
	if err == nil {
		var tables int
		err = db.QueryRow(`SELECT count(*) FROM sqlite_master`).Scan(&tables)
	}
	if err != nil {
		if db != nil {
			closeWhole(db)
		}
		if barred(err) {
			if db, err = connectToRead(path, 1); err == nil {
				return db, nil
			}
		}
		return nil, fmt.Errorf("read %s: %w", path, err)
	}
	return db, nil
}

// damagedPages runs SQLite's own check ("quick_check" or "integrity_check")
// and says in words what it finds.
func damagedPages(ctx context.Context, db *sql.DB, check string) ([]string, error) {
	rows, err := db.QueryContext(ctx, "PRAGMA "+check+"("+strconv.Itoa(maxFindings)+")")
	if err != nil {
		if corrupt(err) {
			return []string{"the pages: " + err.Error()}, nil
		}
		return nil, fmt.Errorf("look at the pages: %w", err)
	}
	defer rows.Close()
	var found []string
	for rows.Next() {
		var line string
		if err := rows.Scan(&line); err != nil {
			return nil, fmt.Errorf("look at the pages: %w", err)
		}
		for part := range strings.Lines(line) {
			if part = strings.TrimSpace(part); part != "" && part != "ok" && !strings.HasPrefix(part, "***") {
				found = append(found, part)
			}
		}
	}
	if err := rows.Err(); err != nil && !corrupt(err) {
		return nil, fmt.Errorf("look at the pages: %w", err)
	} else if err != nil {
		found = append(found, "the pages: "+err.Error())
	}
	rows.Close()
	return nameTrees(ctx, db, found), nil
}

var treeNumber = regexp.MustCompile(`^Tree (\d+) page (\d+)`)

// ofIndex begins what is said of a text index that is not whole. It is made of
// the rows, and so can be made anew.
const ofIndex = "the text index: "

// nameTrees says to which table a page belongs, where SQLite gives a number.
func nameTrees(ctx context.Context, db *sql.DB, found []string) []string {
	for i, line := range found {
		if strings.HasPrefix(line, "fts5: ") {
			found[i] = ofIndex + line + ": \"daybook reindex\" makes it anew"
		}
		m := treeNumber.FindStringSubmatch(line)
		if m == nil {
			continue
		}
		var kind, name, table string
		if db.QueryRowContext(ctx, `SELECT type, name, tbl_name FROM sqlite_master WHERE rootpage = ?`, m[1]).Scan(&kind, &name, &table) != nil {
			continue
		}
		where := "page " + m[2] + " of the table " + table
		if kind == "index" {
			where = "page " + m[2] + " of the index " + name + " (the table " + table + " itself may be whole)"
		}
		found[i] = where + strings.TrimPrefix(line, m[0])
	}
	return found
}

// sums are the tables with checksums: what a row is called, and the columns
// that the sum is over.
var sums = []struct{ table, name, over string }{
	{"bodies", "'the body of message ' || id", "content_type, content, headers_json"},
	{"originals", "'the bytes that message ' || id || ' came as'", "content"},
	{"attachments", "'the attachment \"' || name || '\" of ' || owner_kind || ' ' || owner_id", "content"},
	{"file_pieces", "'piece ' || n || ' of the file with the content ' || content_id", "data"},
}

// wrongChecksums reads all that has a checksum. Damaged pages end the reading
// of a table; they have been named already.
func wrongChecksums(ctx context.Context, db *sql.DB) ([]string, error) {
	var found []string
	for _, s := range sums {
		wrong, err := wrongSums(ctx, db, "SELECT "+s.name+", checksum, "+s.over+" FROM "+s.table)
		if err != nil {
			return nil, fmt.Errorf("read %s: %w", s.table, err)
		}
		found = append(found, wrong...)
	}
	wrong, err := wrongPhotos(ctx, db)
	if err != nil {
		return nil, fmt.Errorf("read the photos: %w", err)
	}
	return append(found, wrong...), nil
}

func wrongSums(ctx context.Context, db *sql.DB, query string) ([]string, error) {
	rows, err := db.QueryContext(ctx, query)
	if err != nil {
		return nil, unlessDamaged(err)
	}
	defer rows.Close()
	columns, err := rows.Columns()
	if err != nil {
		return nil, err
	}
	parts := make([][]byte, len(columns)-2)
	var name string
	var kept []byte
	into := []any{&name, &kept}
	for i := range parts {
		into = append(into, &parts[i])
	}
	var found []string
	for rows.Next() {
		if err := rows.Scan(into...); err != nil {
			return found, unlessDamaged(err)
		}
		if kept != nil && string(kept) != string(Checksum(parts...)) && len(found) < maxFindings {
			found = append(found, name+": "+errChecksum.Error())
		}
	}
	return found, unlessDamaged(rows.Err())
}

// wrongPhotos compares photos with their tags, which are made of their bytes.
func wrongPhotos(ctx context.Context, db *sql.DB) ([]string, error) {
	rows, err := db.QueryContext(ctx, `SELECT
		CASE owner_kind WHEN 'mailbox' THEN '' ELSE owner_kind || ' ' || owner_id || ' of ' END ||
			coalesce((SELECT m.display_name FROM mailboxes m WHERE m.mailbox_id = photos.mailbox_id), 'nobody'), etag, content FROM photos`)
	if err != nil {
		return nil, unlessDamaged(err)
	}
	defer rows.Close()
	var found []string
	for rows.Next() {
		var owner, tag string
		var content []byte
		if err := rows.Scan(&owner, &tag, &content); err != nil {
			return found, unlessDamaged(err)
		}
		if tag != PhotoTag(content) && len(found) < maxFindings {
			found = append(found, "the photo of "+owner+": "+errChecksum.Error())
		}
	}
	return found, unlessDamaged(rows.Err())
}

func wrongCounts(ctx context.Context, db *sql.DB) ([]string, error) {
	var found []string
	for _, f := range faults {
		wrong, err := firstColumn(ctx, db, f.says+" LIMIT "+strconv.Itoa(maxFindings))
		if err != nil && strings.Contains(err.Error(), "no such table") {
			continue // which a store of an older daybook does not have
		}
		if unlessDamaged(err) != nil {
			return nil, fmt.Errorf("look at what belongs together: %w", err)
		}
		found = append(found, wrong...)
	}
	return found, nil
}

// firstColumn reads the one column of a query, also with an error what came before.
func firstColumn(ctx context.Context, db *sql.DB, query string, args ...any) ([]string, error) {
	rows, err := db.QueryContext(ctx, query, args...)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			return out, err
		}
		out = append(out, s)
	}
	return out, rows.Err()
}

// unlessDamaged passes over damage, which the look at the pages has named.
func unlessDamaged(err error) error {
	if corrupt(err) {
		return nil
	}
	return err
}
