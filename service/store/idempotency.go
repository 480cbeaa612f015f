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

// Claimed reports whether a key was claimed by Once.
func (tx *Tx) Claimed(mailbox int64, key string) (bool, error) {
	var n int
	err := tx.QueryRow(`SELECT count(*) FROM idempotency WHERE mailbox_id = ? AND key = ?`, mailbox, key).Scan(&n)
	if err != nil {
		return false, fmt.Errorf("look for a request: %w", err)
	}
	return n > 0, nil
}

// FirstAutomaticReply claims the automatic answer to a sender; false when the
// sender had it while the setting was the same (since).
func (tx *Tx) FirstAutomaticReply(mailbox int64, sender string, since int64) (bool, error) {
	res, err := tx.Exec(`INSERT OR IGNORE INTO automatic_replies (mailbox_id, address_key, since) VALUES (?, ?, ?)`,
		mailbox, fold(sender), since)
	if err != nil {
		return false, fmt.Errorf("claim an automatic reply: %w", err)
	}
	n, err := res.RowsAffected()
	return n == 1, err
}
