package store

import (
	"cmp"
	"database/sql"
	"database/sql/driver"
	"errors"
	"fmt"
	"maps"
	"slices"
	"strconv"

	"modernc.org/sqlite"

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

// The kinds of items: as the change log has them, and as the owners of parts
// (see Owner). In the log a folder and a contact folder have no container.
const (
	ItemMessage       = "message"
	ItemFolder        = "folder"
	ItemContact       = "contact"
	ItemContactFolder = "contactFolder"
	ItemEvent         = "event"
	ItemPost          = "post"
)

const SeriesPrefix = "series/"

// AnyContainer stands for all containers of a kind of item.
const AnyContainer = "*"

// Change is the newest change of one item in one container. Known says that
// the item was in it at the number from which the changes were asked for.
type Change struct {
	ItemID string
	Seq    int64
	Op     Op
	Known  bool
}

// keptChanges is how many numbers back removals are remembered; a delta
// token older than that answers 410.
const keptChanges = 200_000

// Record notes a change and returns its number in the mailbox, which rises
// with every change and serves as the item's change key (see ChangeKey).
func (tx *Tx) Record(mailbox int64, kind, container, itemID string, op Op) (int64, error) {
	seq, err := tx.NextSeq(mailbox)
	if err != nil {
		return 0, err
	}
	entered := seq
	if op != Written {
		entered = 0
	}
	_, err = tx.Exec(`INSERT INTO changes (mailbox_id, kind, container, item_id, seq, op, entered) VALUES (?, ?, ?, ?, ?, ?, ?)
		ON CONFLICT (mailbox_id, kind, container, item_id) DO UPDATE SET seq = excluded.seq, op = excluded.op,
			entered = CASE WHEN changes.op <> 1 AND excluded.op = 1 THEN excluded.seq ELSE changes.entered END`,
		mailbox, kind, container, itemID, seq, op, entered)
	if err != nil {
		return 0, fmt.Errorf("record a change of %s %s: %w", kind, itemID, err)
	}
	if seq%1024 == 0 {
		return seq, tx.Prune(mailbox, seq-keptChanges)
	}
	return seq, nil
}

// ChangeKey writes a change number as the interface's changeKey.
func ChangeKey(seq int64) string { return "CQ" + strconv.FormatInt(seq, 36) }

// ETag is the @odata.etag of an entity whose last change was seq.
func ETag(seq int64) string { return `W/"` + ChangeKey(seq) + `"` }

// SQLite is told what a change key is, for filters.
func init() {
	sqlite.MustRegisterDeterministicScalarFunction("change_key", 1, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
		seq, _ := args[0].(int64)
		return ChangeKey(seq), nil
	})
}

// Changes lists what happened in a container after the change number since,
// oldest first, at most limit. A number from before the log's memory is a
// *model.Error of CodeSyncStateGone: the caller starts over.
func (tx *Tx) Changes(mailbox int64, kind, container string, since int64, limit int) ([]Change, error) {
	return tx.changes(mailbox, since, kind, container, ` ORDER BY seq LIMIT ?`, limit)
}

// AllChanges is Changes for a kind of item whatever holds it: an item that
// went from one container into another was written.
func (tx *Tx) AllChanges(mailbox int64, kind string, since int64, limit int) ([]Change, error) {
	containers, err := tx.Texts(`SELECT DISTINCT container FROM changes WHERE mailbox_id = ? AND kind = ? AND seq > ?`, mailbox, kind, since)
	if err != nil {
		return nil, fmt.Errorf("read the change log: %w", err)
	}
	newest := map[string]Change{}
	for _, c := range containers {
		list, err := tx.changes(mailbox, since, kind, c, "")
		if err != nil {
			return nil, err
		}
		for _, c := range list {
			was, again := newest[c.ItemID]
			known := c.Known || was.Known
			if again && was.Seq > c.Seq {
				c = was
			}
			c.Known = known
			newest[c.ItemID] = c
		}
	}
	if len(containers) == 0 {
		return tx.changes(mailbox, since, kind, "", "") // is the number known at all
	}
	list := slices.SortedFunc(maps.Values(newest), func(a, b Change) int { return cmp.Compare(a.Seq, b.Seq) })
	return list[:min(limit, len(list))], nil
}

func (tx *Tx) changes(mailbox, since int64, kind, container, tail string, args ...any) ([]Change, error) {
	if err := tx.Remembers(mailbox, since); err != nil {
		return nil, err
	}
	return All(tx, func(row Row) (c Change, err error) {
		err = row.Scan(&c.ItemID, &c.Seq, &c.Op, &c.Known)
		return c, err
	}, `SELECT item_id, seq, op, `+wasKnown+`
		FROM changes c WHERE mailbox_id = ? AND kind = ? AND container = ? AND seq > ?1`+tail,
		append([]any{since, mailbox, kind, container}, args...)...)
}

// Remembers is a CodeSyncStateGone unless the log reaches back to a number.
func (tx *Tx) Remembers(mailbox, since int64) error {
	var seq, floor int64
	if err := tx.QueryRow(`SELECT seq, floor FROM mailboxes WHERE mailbox_id = ?`, mailbox).Scan(&seq, &floor); err != nil {
		return fmt.Errorf("read the change log: %w", err)
	}
	if since < floor || since > seq {
		return model.Errorf(model.CodeSyncStateGone, "the delta token is too old; start over without it")
	}
	return nil
}

// KnownAt reports whether an item was in a container, or in any with
// AnyContainer, at a change number. What the log has nothing of was.
func (tx *Tx) KnownAt(mailbox int64, kind, container, itemID string, since int64) (bool, error) {
	where, args := "", []any{since, mailbox, kind, itemID, SeriesPrefix + itemID}
	if container != AnyContainer {
		where, args = " AND container = ?", append(args, container)
	}
	var known sql.NullBool
	err := tx.QueryRow(`SELECT max(CASE WHEN `+wasKnown+` THEN 1 ELSE 0 END) FROM changes c WHERE mailbox_id = ? AND kind = ? AND item_id IN (?, ?)`+where, args...).Scan(&known)
	if err != nil {
		return false, fmt.Errorf("read the change log: %w", err)
	}
	return known.Bool || !known.Valid, nil
}

// wasKnown is whether an item of the log, c, was in its container at the
// number that is the first parameter.
const wasKnown = `(op = 1 OR seq > ?1) AND entered <= ?1 OR EXISTS (SELECT 1 FROM earlier_stays s WHERE s.mailbox_id = c.mailbox_id
	AND s.kind = c.kind AND s.container = c.container AND s.item_id = c.item_id AND s.entered <= ?1 AND s.gone > ?1)`

// LastSeq is the number of the mailbox's last change, where a delta begins.
func (tx *Tx) LastSeq(mailbox int64) (int64, error) {
	if n, ok := tx.seqs[mailbox]; ok {
		return n, nil
	}
	var n int64
	var err error
	if tx.store.server && !tx.Committed() {
		n, err = tx.lastSeqToWrite(mailbox)
	} else {
		err = tx.QueryRow(`SELECT seq FROM mailboxes WHERE mailbox_id = ?`, mailbox).Scan(&n)
	}
	if errors.Is(err, sql.ErrNoRows) {
		return 0, model.Errorf(model.CodeNotFound, "no such mailbox")
	}
	if err != nil {
		return 0, fmt.Errorf("read the change log: %w", err)
	}
	return n, nil
}

func (tx *Tx) NextSeq(mailbox int64) (int64, error) {
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

// Prune forgets what was removed up to a number: delta tokens from before it
// answer 410.
func (tx *Tx) Prune(mailbox, floor int64) error {
	if floor <= 0 {
		return nil
	}
	if _, err := tx.Exec(`DELETE FROM changes WHERE mailbox_id = ? AND op <> ? AND seq <= ?`, mailbox, Written, floor); err != nil {
		return fmt.Errorf("prune the change log: %w", err)
	}
	if _, err := tx.Exec(`DELETE FROM earlier_stays WHERE mailbox_id = ? AND gone <= ?`, mailbox, floor); err != nil {
		return fmt.Errorf("prune the change log: %w", err)
	}
	if _, err := tx.Exec(`DELETE FROM former_events WHERE mailbox_id = ? AND gone <= ?`, mailbox, floor); err != nil {
		return fmt.Errorf("prune the change log: %w", err)
	}
	if _, err := tx.Exec(`UPDATE mailboxes SET floor = ? WHERE mailbox_id = ?`, floor, mailbox); err != nil {
		return fmt.Errorf("prune the change log: %w", err)
	}
	return nil
}
