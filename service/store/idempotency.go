package store

import "fmt"

// Once claims a key for a request that must not be carried out twice. It
// reports false when the key was claimed before: the caller then answers as
// it did the first time, and does nothing. The claim is part of the
// transaction: work that fails gives it back.
func (tx *Tx) Once(mailbox int64, key string) (first bool, err error) {
	n, err := tx.ExecCount(`INSERT INTO idempotency (mailbox_id, key, created) VALUES (?, ?, ?) ON CONFLICT DO NOTHING`,
		mailbox, key, tx.now.UnixMilli())
	return n == 1, err
}

// Claimed reports whether a key was claimed by Once.
func (tx *Tx) Claimed(mailbox int64, key string) (bool, error) {
	var n int
	err := tx.QueryRow(`SELECT count(*) FROM idempotency WHERE mailbox_id = ? AND key = ?`, mailbox, key).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("look for a request: %w", err)
	}
	return n > 0, nil
}
