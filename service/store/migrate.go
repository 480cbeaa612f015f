package store

import (
	"context"
	"database/sql"
	"embed"
	"errors"
	"fmt"
	"io/fs"
)

// migrationFiles are never edited once they are released: stores that have run
// one do not run it again, and would stay behind. What has to change is a new
// file. testdata/migrations.sha256 holds the digest of each.
//
//go:embed migrations/*.sql
var migrationFiles embed.FS

// ErrNewer means that a newer program has changed the schema.
var ErrNewer = errors.New("a newer daybook has changed it, which this one would damage: use that one, or another folder")

// migrate applies the migrations that are not applied yet, by file name, each
// in its own transaction. A store that has them all is not written to: opening
// it must not wait for another process that writes.
func migrate(db *sql.DB) error {
	ctx := context.Background()
	if _, err := db.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY) WITHOUT ROWID`); err != nil {
		return fmt.Errorf("make the migrations table: %w", err)
	}
	names, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return err
	}
	applied, err := appliedMigrations(ctx, db)
	if err != nil {
		return fmt.Errorf("read which migrations are applied: %w", err)
	}
	if err := known(applied); err != nil {
		return err
	}
	for _, name := range names { // Glob sorts
		if applied[name] {
			continue
		}
		if err := applyMigration(ctx, db, name); err != nil {
			return fmt.Errorf("%s: %w", name, err)
		}
	}
	return nil
}

// ErrOlder means that the schema is an older program's, and cannot be brought
// up to date.
var ErrOlder = errors.New("it is of an older daybook and has to be brought up to date once, which cannot be done as it is read-only: " +
	"open it where it can be written, or a copy of it")

// upToDate is an error unless all migrations, and no others, are applied.
func upToDate(db *sql.DB) error {
	names, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		return err
	}
	applied, err := appliedMigrations(context.Background(), db)
	if err != nil {
		return fmt.Errorf("read which migrations are applied: %w", err)
	}
	if err := known(applied); err != nil {
		return err
	}
	for _, name := range names {
		if !applied[name] {
			return fmt.Errorf("%w (it has not %s)", ErrOlder, name)
		}
	}
	return nil
}

// known is ErrNewer when one of the applied migrations is not of this program.
func known(applied map[string]bool) error {
	for name := range applied {
		if _, err := fs.Stat(migrationFiles, name); err != nil {
			return fmt.Errorf("%w (it has %s)", ErrNewer, name)
		}
	}
	return nil
}

func appliedMigrations(ctx context.Context, db *sql.DB) (map[string]bool, error) {
	names, err := firstColumn(ctx, db, `SELECT name FROM migrations`)
	applied := map[string]bool{}
	for _, name := range names {
		applied[name] = true
	}
	return applied, err
}

// applyMigration looks once more, as another process may have been first.
func applyMigration(ctx context.Context, db *sql.DB, name string) error {
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	done, err := tx.ExecContext(ctx, `INSERT OR IGNORE INTO migrations (name) VALUES (?)`, name)
	if err != nil {
		return err
	}
	if n, err := done.RowsAffected(); err != nil || n == 0 {
		return err
	}
	script, err := migrationFiles.ReadFile(name)
	if err != nil {
		return err
	}
	if _, err := tx.ExecContext(ctx, string(script)); err != nil {
		return err
	}
	return tx.Commit()
}
