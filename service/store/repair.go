package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
)

// fault is something that does not belong together: rows that miss what
// belongs to them, figures that are not what they count.
type fault struct {
	says string   // a query for words, one a fault
	mend []string // statements that leave none of it; nil where nothing mends it
	// touches are the items that the mending changes, for those who follow
	// changes: mailbox, kind, container and id. Empty for none.
	touches string
}

const (
	// owned keeps to the rows of mailboxes that are there: one that is on its way
	// here (see Move) is not whole yet, and what has no mailbox is a fault itself.
	owned       = `mailbox_id IN (SELECT mailbox_id FROM mailboxes) AND `
	inNoFolder  = owned + `NOT EXISTS (SELECT 1 FROM folders f WHERE f.mailbox_id = messages.mailbox_id AND f.id = messages.folder_id)`
	inboxOfIt   = `(SELECT f.id FROM folders f WHERE f.mailbox_id = messages.mailbox_id AND f.well_known = 'inbox')`
	ofNoMessage = owned + `NOT EXISTS (SELECT 1 FROM messages m WHERE m.mailbox_id = %[1]s.mailbox_id AND m.id = %[1]s.%[2]s)`
	// countedFolders are the folders with what they say and what they have.
	countedFolders = `(SELECT f.mailbox_id, f.id, f.name, f.total, f.unread, f.children,
		(SELECT count(*) FROM messages m WHERE m.mailbox_id = f.mailbox_id AND m.folder_id = f.id) n,
		(SELECT count(*) FROM messages m WHERE m.mailbox_id = f.mailbox_id AND m.folder_id = f.id AND m.is_read = 0) fresh,
		(SELECT count(*) FROM folders c WHERE c.mailbox_id = f.mailbox_id AND c.parent_id = f.id) below
		FROM folders f WHERE ` + owned + `1 = 1) c`
	wronglyCounted = ` WHERE n <> total OR fresh <> unread`
)

// faults are looked for in this order, and mended in it.
var faults = slices.Concat(belonging, ownerless())

// belonging is what belongs together in a mailbox.
var belonging = []fault{
	{
		says: `SELECT 'message ' || m.id || ' ("' || substr(m.subject, 1, 60) || '") has no body' FROM messages m
			WHERE m.` + owned + `NOT EXISTS (SELECT 1 FROM bodies b WHERE b.mailbox_id = m.mailbox_id AND b.id = m.id)`,
		mend: []string{`INSERT INTO bodies (mailbox_id, id, content_type, content, headers_json)
			SELECT mailbox_id, id, 'text', '` + lostBody + `', '' FROM messages m
			WHERE m.` + owned + `NOT EXISTS (SELECT 1 FROM bodies b WHERE b.mailbox_id = m.mailbox_id AND b.id = m.id)`},
	},
	{
		says: `SELECT 'a body belongs to no message: ' || id FROM bodies WHERE ` + fmt.Sprintf(ofNoMessage, "bodies", "id"),
		mend: []string{`DELETE FROM bodies WHERE ` + fmt.Sprintf(ofNoMessage, "bodies", "id")},
	},
	{
		says: `SELECT 'the bytes of a letter belong to no message: ' || id FROM originals WHERE ` + fmt.Sprintf(ofNoMessage, "originals", "id"),
		mend: []string{`DELETE FROM originals WHERE ` + fmt.Sprintf(ofNoMessage, "originals", "id")},
	},
	{
		says: `SELECT 'the attachment "' || name || '" belongs to no message: ' || owner_id FROM attachments
			WHERE owner_kind = 'message' AND ` + fmt.Sprintf(ofNoMessage, "attachments", "owner_id"),
		mend: []string{`DELETE FROM attachments WHERE owner_kind = 'message' AND ` + fmt.Sprintf(ofNoMessage, "attachments", "owner_id")},
	},
	{
		says:    `SELECT 'message ' || id || ' ("' || substr(subject, 1, 60) || '") is in a folder that is not there' FROM messages WHERE ` + inNoFolder,
		mend:    []string{`UPDATE messages SET folder_id = ` + inboxOfIt + ` WHERE ` + inNoFolder + ` AND EXISTS ` + inboxOfIt},
		touches: `SELECT mailbox_id, 'message', ` + inboxOfIt + `, id FROM messages WHERE ` + inNoFolder + ` AND EXISTS ` + inboxOfIt,
	},
	{
		says: `SELECT 'the folder "' || name || '" says that it has ' || total || ' messages, ' || unread || ' unread; it has ' || n || ', ' || fresh || ' unread'
			FROM ` + countedFolders + wronglyCounted,
		mend: []string{`UPDATE folders SET
			total = (SELECT count(*) FROM messages m WHERE m.mailbox_id = folders.mailbox_id AND m.folder_id = folders.id),
			unread = (SELECT count(*) FROM messages m WHERE m.mailbox_id = folders.mailbox_id AND m.folder_id = folders.id AND m.is_read = 0)`},
		touches: `SELECT mailbox_id, 'folder', '', id FROM ` + countedFolders + wronglyCounted,
	},
	{
		says: `SELECT 'the folder "' || name || '" says that ' || children || ' folders are in it; there are ' || below FROM ` + countedFolders + ` WHERE below <> children`,
		mend: []string{`UPDATE folders SET
			children = (SELECT count(*) FROM folders c WHERE c.mailbox_id = folders.mailbox_id AND c.parent_id = folders.id)`},
		touches: `SELECT mailbox_id, 'folder', '', id FROM ` + countedFolders + ` WHERE below <> children`,
	},
	{
		says: `SELECT 'the file "' || i.name || '" has no content' FROM drive_items i WHERE i.` + owned + `i.content_id <> '' AND i.size > 0
			AND NOT EXISTS (SELECT 1 FROM file_pieces p WHERE p.mailbox_id = i.mailbox_id AND p.content_id = i.content_id)`,
	},
	{
		says: `SELECT 'the folder "' || i.name || '" of files says that ' || i.children || ' are in it; there are ' || i.n
			FROM (SELECT i.name, i.children, (SELECT count(*) FROM drive_items c WHERE c.mailbox_id = i.mailbox_id AND c.parent_id = i.id) n
				FROM drive_items i WHERE i.` + owned + `i.is_folder <> 0) i WHERE i.n <> i.children`,
		mend: []string{`UPDATE drive_items SET children = (SELECT count(*) FROM drive_items c
			WHERE c.mailbox_id = drive_items.mailbox_id AND c.parent_id = drive_items.id) WHERE is_folder <> 0`},
	},
}

// ownerless are the rows of each table whose mailbox is not there: but for those
// of one that is on its way here (see Move), and of devices that nobody has
// answered yet.
func ownerless() []fault {
	var list []fault
	for _, t := range keptTables {
		of := ` FROM ` + t.name + ` WHERE mailbox_id <> 0 AND mailbox_id NOT IN (SELECT mailbox_id FROM mailboxes)
			AND mailbox_id NOT IN (SELECT value FROM counters WHERE name LIKE '` + movePrefix + `%')`
		list = append(list, fault{
			says: `SELECT n || ' rows of ` + t.name + ` belong to no mailbox' FROM (SELECT count(*) n` + of + `) c WHERE n > 0`,
			mend: []string{`DELETE` + of},
		})
	}
	return list
}

// Repaired is what Repair has done.
type Repaired struct {
	Mended []string // in words, what was wrong and is not any more
	Left   []string // what is still wrong
}

// ErrPages means that the pages of the file are damaged, so that nothing may
// be written to it.
var ErrPages = errors.New("its pages are damaged, which cannot be mended in place")

// Repair mends what Check finds where it can be mended: figures that are not
// what they count, and rows that miss what belongs to them. Before it changes
// anything it writes the store to the file backup, and it does nothing where
// nothing can be mended. The store may be in use. Damaged pages are ErrPages.
func Repair(ctx context.Context, dir, backup string, opts Options) (Repaired, error) {
	var done Repaired
	db, err := openAsItIs(dir)
	if err != nil {
		return done, err
	}
	pages, err := rowPages(ctx, db)
	var found int
	for _, f := range faults {
		if err != nil || len(pages) > 0 || f.mend == nil {
			continue
		}
		var words []string
		words, err = firstColumn(ctx, db, f.says+" LIMIT 1")
		found += len(words)
	}
	if err := errors.Join(err, closeWhole(db)); err != nil {
		return done, fmt.Errorf("look for what is to be mended: %w", err)
	}
	if len(pages) > 0 {
		return Repaired{Left: pages}, ErrPages
	}
	if found > 0 {
		if done.Mended, err = mendIn(ctx, dir, backup, opts); err != nil {
			return done, err
		}
	}
	after, err := Check(ctx, dir)
	done.Left = after.Wrong
	return done, err
}

func mendIn(ctx context.Context, dir, backup string, opts Options) (mended []string, err error) {
	// What is wrong with a checksum is wrong in the copy too.
	if err := writeBackup(ctx, dir, backup, verifyPages); err != nil {
		return nil, fmt.Errorf("write a backup first: %w", err)
	}
	s, err := Open(dir, opts)
	if err != nil {
		return nil, err
	}
	err = s.Write(ctx, func(tx *Tx) error {
		mended = nil
		for _, f := range faults {
			words, err := tx.mendFault(f)
			if err != nil {
				return fmt.Errorf("mend: %w", err)
			}
			mended = append(mended, words...)
		}
		tx.AfterCommit(s.indexer.nudge)
		return nil
	})
	return mended, errors.Join(err, s.Close())
}

// item is one of the log of changes.
type item struct {
	mailbox             int64
	kind, container, id string
}

// mendFault mends one kind of fault and says what there was of it.
func (tx *Tx) mendFault(f fault) ([]string, error) {
	if f.mend == nil {
		return nil, nil
	}
	words, err := tx.Texts(f.says)
	if err != nil || len(words) == 0 {
		return nil, err
	}
	var touched []item
	if f.touches != "" {
		touched, err = All(tx, func(row Row) (i item, err error) {
			return i, row.Scan(&i.mailbox, &i.kind, &i.container, &i.id)
		}, f.touches)
	}
	for _, do := range f.mend {
		if err == nil {
			_, err = tx.Exec(do)
		}
	}
	for _, i := range touched {
		if err == nil {
			var seq int64
			seq, err = tx.Record(i.mailbox, i.kind, i.container, i.id, Written)
			if err == nil && i.kind == ItemMessage {
				_, err = tx.Exec(`UPDATE messages SET seq = ? WHERE mailbox_id = ? AND id = ?`, seq, i.mailbox, i.id)
			}
		}
	}
	if len(words) > maxFindings {
		words = append(words[:maxFindings], fmt.Sprintf("and %d more like the last", len(words)-maxFindings))
	}
	return words, err
}

// rowPages are the damaged pages of rows: not those of a text index, which are
// nobody's.
func rowPages(ctx context.Context, db *sql.DB) ([]string, error) {
	pages, err := damagedPages(ctx, db, "integrity_check")
	return slices.DeleteFunc(pages, func(line string) bool { return strings.HasPrefix(line, ofIndex) }), err
}

// verifyPages looks whether the pages of a copy are whole.
func verifyPages(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err != nil { // SQLite would make it
		return err
	}
	db, err := connectFile(path, 1, "_pragma=query_only(1)")
	if err != nil {
		return err
	}
	defer closeWhole(db)
	wrong, err := rowPages(ctx, db)
	if err == nil && len(wrong) > 0 {
		err = fmt.Errorf("damaged: %s", wrong[0])
	}
	return err
}
