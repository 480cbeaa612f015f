package store

import "fmt"

// Once claims a key for a request that must not be carried out twice. It
// reports false when the key was claimed before: the caller then answers as
// it did the first time, and does nothing. The claim is part of the
// transaction: work that fails gives it back.
func (tx *Tx) Once(mailbox int64, key string) (first bool, err error) {
	res, err := tx.Exec(`INSERT OR IGNORE INTO idempotency (mailbox_id, key, created) VALUES (?, ?, ?)`,
		mailbox, key, tx.now.UnixMilli())
	if err != nil {
		return false, fmt.Errorf("claim a request: %w", err)
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
