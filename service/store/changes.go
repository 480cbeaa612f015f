package store

import (
	"database/sql"
	"errors"
	"fmt"
	"strconv"

	"daybook/model"
)

// Op says what happened to an item in a container.
type Op int

// Written: made or changed. Deleted: gone for good. Left: moved elsewhere.
const (
	Written Op = 1
	Deleted Op = 2
	Left    Op = 3
)

// Change is the newest change of one item in one container.
type Change struct {
	ItemID string
	Seq    int64
	Op     Op
}

// keptChanges is how many numbers back removals are remembered; a delta
// token older than that answers 410.
const keptChanges = 200_000

// Record notes a change and returns its number in the mailbox, which rises
// with every change and serves as the item's change key (see ChangeKey).
func (tx *Tx) Record(mailbox int64, kind, container, itemID string, op Op) (int64, error) {
	seq, err := tx.nextSeq(mailbox)
	if err != nil {
		return 0, err
	}
	_, err = tx.Exec(`INSERT INTO changes (mailbox_id, kind, container, item_id, seq, op) VALUES (?, ?, ?, ?, ?, ?)
		ON CONFLICT (mailbox_id, kind, container, item_id) DO UPDATE SET seq = excluded.seq, op = excluded.op`,
		mailbox, kind, container, itemID, seq, op)
	if err != nil {
		return 0, fmt.Errorf("record a change of %s %s: %w", kind, itemID, err)
	}
	if seq%1024 == 0 {
		return seq, tx.prune(mailbox, seq-keptChanges)
	}
	return seq, nil
}

// ChangeKey writes a change number as the interface's changeKey.
func ChangeKey(seq int64) string { return "CQ" + strconv.FormatInt(seq, 36) }

// Changes lists what happened in a container after the change number since,
// oldest first, at most limit. A number from before the log's memory is a
// *model.Error of CodeSyncStateGone: the caller starts over.
func (tx *Tx) Changes(mailbox int64, kind, container string, since int64, limit int) ([]Change, error) {
	var seq, floor int64
	if err := tx.QueryRow(`SELECT seq, floor FROM mailboxes WHERE mailbox_id = ?`, mailbox).Scan(&seq, &floor); err != nil {
		return nil, fmt.Errorf("read the change log: %w", err)
	}
	if since < floor || since > seq {
		return nil, model.Errorf(model.CodeSyncStateGone, "the delta token is too old; start over without it")
	}
	rows, err := tx.Query(`SELECT item_id, seq, op FROM changes
		WHERE mailbox_id = ? AND kind = ? AND container = ? AND seq > ? ORDER BY seq LIMIT ?`,
		mailbox, kind, container, since, limit)
	if err != nil {
		return nil, fmt.Errorf("read the change log: %w", err)
	}
	defer rows.Close()
	var out []Change
	for rows.Next() {
		var c Change
		if err := rows.Scan(&c.ItemID, &c.Seq, &c.Op); err != nil {
			return nil, fmt.Errorf("read the change log: %w", err)
		}
		out = append(out, c)
	}
	return out, rows.Err()
}

// LastSeq is the number of the mailbox's last change, where a delta begins.
func (tx *Tx) LastSeq(mailbox int64) (int64, error) {
	if n, ok := tx.seqs[mailbox]; ok {
		return n, nil
	}
	var n int64
	err := tx.QueryRow(`SELECT seq FROM mailboxes WHERE mailbox_id = ?`, mailbox).Scan(&n)
	if errors.Is(err, sql.ErrNoRows) {
		return 0, model.Errorf(model.CodeNotFound, "no such mailbox")
	}
	if err != nil {
		return 0, fmt.Errorf("read the change log: %w", err)
	}
	return n, nil
}

func (tx *Tx) nextSeq(mailbox int64) (int64, error) {
	n, err := tx.LastSeq(mailbox)
	if err != nil {
		return 0, err
	}
	tx.seqs[mailbox] = n + 1
	return n + 1, nil
}

// flushSeqs writes the change numbers back, once a transaction instead of
// once a change.
func (tx *Tx) flushSeqs() error {
	for mailbox, n := range tx.seqs {
		if _, err := tx.Exec(`UPDATE mailboxes SET seq = ? WHERE mailbox_id = ?`, n, mailbox); err != nil {
			return fmt.Errorf("keep the change number: %w", err)
		}
	}
	return nil
}

func (tx *Tx) prune(mailbox, floor int64) error {
	if floor <= 0 {
		return nil
	}
	if _, err := tx.Exec(`DELETE FROM changes WHERE mailbox_id = ? AND op <> ? AND seq <= ?`, mailbox, Written, floor); err != nil {
		return fmt.Errorf("prune the change log: %w", err)
	}
	if _, err := tx.Exec(`UPDATE mailboxes SET floor = ? WHERE mailbox_id = ?`, floor, mailbox); err != nil {
		return fmt.Errorf("prune the change log: %w", err)
	}
	return nil
}
