package store

import (
	"compress/flate"
	"context"
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"sync"
	"time"

	"daybook/model"
)

// Tx is a transaction. It is used by one goroutine.
type Tx struct {
	ctx   context.Context
	store *Store
	sql   *sql.Tx
	stmts map[string]*sql.Stmt
	now   time.Time
	// seqs are the last change numbers by mailbox, written back once.
	seqs map[int64]int64
	// wanted are the mailboxes on a server that it has come to for a number, and
	// locked, when not nil, those that it may: see writeOnServer.
	wanted, locked []int64
	nudges         int // messages queued for the index
	// packer deflates the bytes of messages, nil before the first.
	packer *flate.Writer
	// textPacker packs the texts of bodies, nil before the first.
	textPacker *flate.Writer
	// afterCommit runs when the transaction is durable.
	afterCommit []func()
	// visitor is how far caller, who is not the owner of the mailbox, may reach:
	// see Admit. nil for the owner.
	visitor *Reach
	caller  string
}

// Write runs fn in the one writing transaction at a time, and commits when it
// returns nil. On a server there are several, and fn is run again when another
// was in its way: so it does nothing outside of the transaction but set what it
// sets anew each time; AfterCommit is for the rest. When Write has returned nil the change is durable. Inside a
// batch (see Batch) it becomes a part of the batch, undone alone on an error.
func (s *Store) Write(ctx context.Context, fn func(*Tx) error) error {
	if b := batchOf(ctx, s); b != nil {
		return b.part(fn)
	}
	if s.server {
		return s.damage(s.writeOnServer(ctx, fn, false))
	}
	tx, err := s.beginWrite(ctx)
	if err != nil {
		return s.damage(err)
	}
	defer tx.sql.Rollback()
	if err := fn(tx); err != nil {
		return s.damage(err)
	}
	return s.damage(tx.commit())
}

func (s *Store) beginWrite(ctx context.Context) (*Tx, error) {
	if s.ReadOnly() {
		return nil, errReadOnly
	}
	if stop := s.givingBack.Load(); stop != nil {
		(*stop)()
	}
	return s.beginWith(ctx, nil)
}

func (s *Store) beginWith(ctx context.Context, options *sql.TxOptions) (*Tx, error) {
	t, err := s.writer.BeginTx(ctx, options)
	if err != nil {
		return nil, fmt.Errorf("begin a write: %w", err)
	}
	return &Tx{ctx: ctx, store: s, sql: t, now: s.now(), seqs: map[int64]int64{}}, nil
}

// moment is how a transaction sees one moment of the store, also on a server,
// where others write meanwhile: of two that change the same row the second is
// contended, and is made again.
func (s *Store) moment(reading bool) *sql.TxOptions {
	if !s.server {
		return nil
	}
	return &sql.TxOptions{Isolation: sql.LevelRepeatableRead, ReadOnly: reading}
}

func (tx *Tx) commit() error {
	if err := tx.flushSeqs(); err != nil {
		return err
	}
	if err := tx.sql.Commit(); err != nil {
		return fmt.Errorf("commit: %w", err)
	}
	for _, f := range tx.afterCommit {
		f()
	}
	return nil
}

// Read runs fn on one moment of the store. Inside a batch it sees what the
// batch has written.
func (s *Store) Read(ctx context.Context, fn func(*Tx) error) error {
	if b := batchOf(ctx, s); b != nil {
		b.mu.Lock()
		defer b.mu.Unlock()
		b.tx.visitor = nil
		return fn(b.tx)
	}
	t, err := s.readers.BeginTx(ctx, s.moment(true))
	if err != nil {
		return s.damage(fmt.Errorf("begin a read: %w", err))
	}
	defer t.Rollback() // nothing was written
	return s.damage(fn(&Tx{ctx: ctx, store: s, sql: t, now: s.now()}))
}

// Now is the time of the transaction: everything it writes bears it.
func (tx *Tx) Now() time.Time { return tx.now }

// NewID makes an id: opaque, unique, and rising with time.
func (tx *Tx) NewID() string { return tx.store.ids.next(tx.now) }

// NewKey makes what nobody can guess: 256 random bits.
func (tx *Tx) NewKey() (string, error) { return tx.store.ids.key() }

// Committed reports that the transaction sees nothing but what was committed,
// which alone may be remembered beside the store.
func (tx *Tx) Committed() bool { return tx.seqs == nil }

// AfterCommit has f run when the transaction has become durable, never if it
// has not.
func (tx *Tx) AfterCommit(f func()) { tx.afterCommit = append(tx.afterCommit, f) }

// Exec, Query and QueryRow run statements; what a transaction runs again and
// again is compiled once. Values go in as arguments, never in the text.
func (tx *Tx) Exec(query string, args ...any) (sql.Result, error) {
	if tx.store.server {
		text, values, err := onServer(query, args)
		if err != nil {
			return nil, err
		}
		return tx.sql.ExecContext(tx.ctx, text, values...)
	}
	st, err := tx.prepare(query)
	if err != nil {
		return nil, err
	}
	return st.ExecContext(tx.ctx, args...)
}

// Query runs a query that yields rows; close them before the next statement.
func (tx *Tx) Query(query string, args ...any) (*sql.Rows, error) {
	if tx.store.server {
		text, values, err := onServer(query, args)
		if err != nil {
			return nil, err
		}
		return tx.sql.QueryContext(tx.ctx, text, values...)
	}
	st, err := tx.prepare(query)
	if err != nil {
		return nil, err
	}
	return st.QueryContext(tx.ctx, args...)
}

// QueryRow runs a query that yields at most one row; its error waits for Scan.
func (tx *Tx) QueryRow(query string, args ...any) *sql.Row {
	if tx.store.server {
		text, values, err := onServer(query, args)
		if err != nil { // the driver refuses the same value, in Scan
			values = args
		}
		return tx.sql.QueryRowContext(tx.ctx, text, values...)
	}
	st, err := tx.prepare(query)
	if err != nil { // the same error comes again, from Scan
		return tx.sql.QueryRowContext(tx.ctx, query, args...)
	}
	return st.QueryRowContext(tx.ctx, args...)
}

// prepare keeps statements for this transaction: a statement belongs to a
// connection, and preparing on the pool while this transaction holds the only
// connection would wait for itself.
func (tx *Tx) prepare(query string) (*sql.Stmt, error) {
	if st := tx.stmts[query]; st != nil {
		return st, nil
	}
	st, err := tx.sql.PrepareContext(tx.ctx, query)
	if err != nil {
		return nil, err
	}
	if tx.stmts == nil {
		tx.stmts = map[string]*sql.Stmt{}
	}
	tx.stmts[query] = st
	return st, nil
}

// batch is a transaction that several requests share.
type batch struct {
	mu    sync.Mutex
	store *Store
	tx    *Tx
}

type batchKey struct{}

func batchOf(ctx context.Context, s *Store) *batch {
	b, _ := ctx.Value(batchKey{}).(*batch)
	if b == nil || b.store != s {
		return nil
	}
	return b
}

// Batch runs fn with a context under which every Write and Read of this store
// shares one transaction and one commit: how 20 requests of a $batch become
// durable at the price of one. A Write that fails is undone alone; the batch
// is undone only when fn returns an error. Until Batch has returned nothing
// is durable, so no part may be acknowledged before. Of a store that is
// read-only the parts are for themselves, so that those that read are served;
// on a server too, so that one that is contended can be made again alone.
func (s *Store) Batch(ctx context.Context, fn func(context.Context) error) error {
	if s.ReadOnly() || s.server {
		return fn(ctx)
	}
	tx, err := s.beginWrite(ctx)
	if err != nil {
		return s.damage(err)
	}
	defer tx.sql.Rollback()
	b := &batch{store: s, tx: tx}
	if err := fn(context.WithValue(ctx, batchKey{}, b)); err != nil {
		return err
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	return s.damage(tx.commit())
}

// part runs one Write of the batch inside a savepoint. A panic undoes it too:
// who recovers from it goes on with the batch.
func (b *batch) part(fn func(*Tx) error) (err error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	if _, err := b.tx.sql.ExecContext(b.tx.ctx, `SAVEPOINT part`); err != nil {
		return fmt.Errorf("begin a part of a batch: %w", err)
	}
	hooks, nudges, done := len(b.tx.afterCommit), b.tx.nudges, false
	defer func() {
		if !done {
			b.tx.afterCommit, b.tx.nudges = b.tx.afterCommit[:hooks], nudges
			_, failed := b.tx.sql.ExecContext(b.tx.ctx, `ROLLBACK TO SAVEPOINT part`)
			err = errors.Join(err, failed)
		}
		_, failed := b.tx.sql.ExecContext(b.tx.ctx, `RELEASE SAVEPOINT part`)
		err = errors.Join(err, failed)
	}()
	b.tx.visitor = nil // each part is admitted for itself
	err = b.tx.store.damage(fn(b.tx))
	done = err == nil
	return err
}

// Texts runs a query of one text column.
func (tx *Tx) Texts(query string, args ...any) ([]string, error) {
	return Cells[string](tx, query, args...)
}

// Cells reads the values of a query for one column.
func Cells[T any](tx *Tx, query string, args ...any) ([]T, error) {
	return All(tx, func(row Row) (v T, err error) {
		err = row.Scan(&v)
		return v, err
	}, query, args...)
}

// Row is what a scan reads: a row of a query for many or the one of a query for
// one.
type Row = interface{ Scan(...any) error }

// ScanDocument scans a row of one column, the JSON that a T is kept as.
func ScanDocument[T any](row Row) (v T, err error) {
	var text string
	if err := row.Scan(&text); err != nil {
		return v, err
	}
	if err := json.Unmarshal([]byte(text), &v); err != nil {
		return v, fmt.Errorf("decode a %T: %w", v, err)
	}
	return v, nil
}

// All reads what scan makes of every row of a query, an empty list of none. The
// error of a statement says its text, which has no values in it.
func All[T any](tx *Tx, scan func(Row) (T, error), query string, args ...any) ([]T, error) {
	rows, err := tx.Query(query, args...)
	if err != nil {
		return nil, failed(query, err)
	}
	defer rows.Close()
	out := []T{}
	for rows.Next() {
		v, err := scan(rows)
		if err != nil {
			return nil, failed(query, err)
		}
		out = append(out, v)
	}
	if err := rows.Err(); err != nil {
		return nil, failed(query, err)
	}
	return out, nil
}

// ExecCount runs a statement and returns how many rows it affected.
func (tx *Tx) ExecCount(query string, args ...any) (int64, error) {
	res, err := tx.Exec(query, args...)
	if err != nil {
		return 0, failed(query, err)
	}
	return res.RowsAffected()
}

// ExecFound runs a statement that affects a row; missing is the error when there
// is none.
func (tx *Tx) ExecFound(missing error, query string, args ...any) error {
	n, err := tx.ExecCount(query, args...)
	if err == nil && n == 0 {
		err = missing
	}
	return err
}

func failed(query string, err error) error {
	return fmt.Errorf("%s: %w", strings.Join(strings.Fields(query), " "), err)
}

// Found turns the absence of a row into a CodeNotFound, without its key:
// here keys are secrets.
func Found(err error, kind string) error {
	if errors.Is(err, sql.ErrNoRows) {
		return model.Errorf(model.CodeNotFound, "there is no such %s", kind)
	}
	if err != nil {
		return fmt.Errorf("look up a %s: %w", kind, err)
	}
	return nil
}
