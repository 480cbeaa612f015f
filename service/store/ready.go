package store

import (
	"context"
	"database/sql"
	"errors"
	"fmt"

	"daybook/model"
)

// leastRoom is how many bytes the disk has to have free for the store to be
// ready: what the log of some changes takes.
const leastRoom = 16 << 20

// Ready says why the store should be sent no requests: it does not answer a
// read, cannot begin a write, has met pages that are damaged, or its disk is as
// good as full. Nothing is written, and nothing that runs in the background is
// ended by it.
func (s *Store) Ready(ctx context.Context) error {
	if s.pagesDamaged.Load() {
		return ErrDamaged
	}
	err := s.Read(ctx, func(tx *Tx) error {
		var number int64
		err := tx.QueryRow(`SELECT mailbox_id FROM mailboxes LIMIT 1`).Scan(&number)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		return err
	})
	if err != nil {
		return fmt.Errorf("the mailbox cannot be read: %w", err)
	}
	if s.server {
		return s.serverTakesWrites(ctx)
	}
	if s.ReadOnly() {
		return errReadOnly
	}
	if free, known := s.room(s.dir); known && free < leastRoom {
		return model.Errorf(model.CodeQuota, "the disk is full, or as good as: less than %d MB are free", leastRoom>>20)
	}
	if s.givingBack.Load() != nil {
		return nil // a write would end that, and begin
	}
	tx, err := s.writer.BeginTx(ctx, nil)
	if err != nil {
		return fmt.Errorf("the mailbox cannot be written: %w", inWords(err))
	}
	return tx.Rollback()
}

// serverTakesWrites is Ready for a server, which can be another's copy: a
// transaction begins there all the same.
func (s *Store) serverTakesWrites(ctx context.Context) error {
	var readOnly string
	if err := s.writer.QueryRowContext(ctx, `SHOW transaction_read_only`).Scan(&readOnly); err != nil {
		return fmt.Errorf("the database cannot be written: %w", serverInWords(err))
	}
	if readOnly == "on" {
		return errors.New("the database can only be read, as the copy of another can: name the one that is written to")
	}
	return nil
}

// IndexQueue is how many messages wait for the indexer.
func (s *Store) IndexQueue(ctx context.Context) (n int, err error) {
	err = s.Read(ctx, func(tx *Tx) error { return tx.QueryRow(`SELECT count(*) FROM index_queue`).Scan(&n) })
	return n, err
}

// Pools are the connections that the store has, by what they are for.
func (s *Store) Pools() map[string]sql.DBStats {
	pools := map[string]sql.DBStats{"read": s.readers.Stats()}
	if s.writer != nil {
		pools["write"] = s.writer.Stats()
	}
	return pools
}
