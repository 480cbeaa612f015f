package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"
	"time"
)

// reindexTask is the name of an index that is being made anew, in the table
// upkeep.
const reindexTask = "reindex"

// Reindex makes the text index anew, whatever was in the former one. It may be
// ended at any moment: whoever has the store open goes on with it, and so does
// the next Reindex. Searches say how much is indexed meanwhile. show is called
// now and then with how many messages are done, of how many; again says that
// this went on with one that was begun before.
func (s *Store) Reindex(ctx context.Context, show func(done, all int)) (again bool, err error) {
	var all int
	err = s.Write(ctx, func(tx *Tx) error {
		var begun int64
		err := tx.QueryRow(`SELECT done FROM upkeep WHERE task = ?`, reindexTask).Scan(&begun)
		if again = err == nil; errors.Is(err, sql.ErrNoRows) {
			err = tx.beginIndex()
		}
		if err == nil {
			err = tx.QueryRow(`SELECT count(*) FROM messages`).Scan(&all)
		}
		return err
	})
	if err != nil {
		return again, fmt.Errorf("make the index anew: %w", err)
	}
	var seen time.Time // for the pace alone
	err = s.drainIndexQueue(ctx, func(took time.Duration) {
		pause(ctx, took/10) // which other programs have the writer in
		if time.Since(seen) < time.Second {
			return
		}
		var left int
		if s.Read(ctx, func(tx *Tx) error { return tx.QueryRow(`SELECT count(*) FROM index_queue`).Scan(&left) }) == nil {
			show(max(all-left, 0), all)
		}
		seen = time.Now()
	})
	if err != nil {
		return again, fmt.Errorf("make the index anew: %w", err)
	}
	show(all, all)
	return again, s.Write(ctx, func(tx *Tx) error {
		_, err := tx.Exec(`DELETE FROM upkeep WHERE task = ?`, reindexTask)
		return err
	})
}

// beginIndex puts the text index aside, to be freed in steps (see clearFormer),
// makes an empty one in its place, and has all messages indexed. Damage of the
// former one does not matter: none of it is read.
func (tx *Tx) beginIndex() error {
	steps := []string{`DELETE FROM messages_fts`}
	if !tx.store.server {
		var former int
		if err := tx.QueryRow(`SELECT count(*) FROM sqlite_master WHERE name = 'messages_fts_former'`).Scan(&former); err != nil {
			return err
		}
		var text string
		if err := tx.QueryRow(`SELECT sql FROM sqlite_master WHERE name = 'messages_fts'`).Scan(&text); err != nil {
			return err
		}
		steps = []string{`ALTER TABLE messages_fts RENAME TO messages_fts_former`, text}
		if former > 0 { // the one before it is not freed yet, and this one is young
			steps = nil
		}
	}
	for _, do := range append(steps, `INSERT INTO index_queue (mailbox_id, id)
		SELECT m.mailbox_id, m.id FROM mailboxes b JOIN messages m ON m.mailbox_id = b.mailbox_id WHERE TRUE ON CONFLICT DO NOTHING`) {
		if _, err := tx.Exec(do); err != nil {
			return err
		}
	}
	if _, err := tx.Exec(`INSERT INTO upkeep (task, done) VALUES (?, ?)`, reindexTask, tx.Now().UnixMilli()); err != nil {
		return err
	}
	return tx.store.recovered(tx)
}

// recovered has the areas make anew what is made of their rows.
func (s *Store) recovered(tx *Tx) error {
	return s.each(func(a Area) error {
		if a.Recovered == nil {
			return nil
		}
		return a.Recovered(tx)
	})
}
