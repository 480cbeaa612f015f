package store

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"time"
)

// ErrInUse means that another program has the store open.
var ErrInUse = errors.New("another daybook has it open: close it first")

// Backup writes the store in dir to a file, as it is at one moment, while it
// may be in use, and reads the file back before it gets its name. A file that
// is there already is an error, never written over.
func Backup(ctx context.Context, dir, file string) error {
	return writeBackup(ctx, dir, file, verifyCopy)
}

// writeBackup is Backup, which has verify look at what was written.
func writeBackup(ctx context.Context, dir, file string, verify func(context.Context, string) error) error {
	if _, err := os.Lstat(file); err == nil {
		return fmt.Errorf("%s is there already: name another file", file)
	}
	db, err := openAsItIs(dir)
	if err != nil {
		return err
	}
	defer closeWhole(db)
	part := file + ".part"
	if err := os.Remove(part); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	// SQLite fills an empty file that is there: so it is nobody else's from the start.
	made, err := os.OpenFile(part, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	defer os.Remove(part)
	if err := made.Close(); err != nil {
		return err
	}
	// The copy counts as a write; of the store itself it only reads.
	if _, err := db.ExecContext(ctx, `PRAGMA query_only = 0`); err != nil {
		return fmt.Errorf("write the backup: %w", err)
	}
	if _, err := db.ExecContext(ctx, `VACUUM INTO ?`, part); err != nil {
		return fmt.Errorf("write the backup: %w", inWords(err))
	}
	if err := verify(ctx, part); err != nil {
		return fmt.Errorf("the backup that was written is not whole: %w", err)
	}
	return give(part, file)
}

// give syncs a file and gives it its name, which nobody has.
func give(part, name string) error {
	f, err := os.OpenFile(part, os.O_RDWR, 0)
	if err != nil {
		return err
	}
	if err := errors.Join(f.Sync(), f.Close()); err != nil {
		return err
	}
	if err := os.Link(part, name); errors.Is(err, fs.ErrExist) {
		return fmt.Errorf("%s is there already: name another file", name)
	} else if err != nil { // a file system without links
		if err := os.Rename(part, name); err != nil {
			return err
		}
	}
	return syncFolder(filepath.Dir(name))
}

func syncFolder(dir string) error {
	d, err := os.Open(dir)
	if err != nil {
		return err
	}
	defer d.Close()
	_ = d.Sync() // not every system can sync a folder
	return nil
}

// verifyCopy looks whether a file is a whole store that this program knows.
func verifyCopy(ctx context.Context, path string) error {
	if _, err := os.Stat(path); err != nil { // SQLite would make it
		return err
	}
	db, err := connectFile(path, 1, "_pragma=query_only(1)")
	if err != nil {
		return fmt.Errorf("no backup of daybook, or damaged: %w", err)
	}
	defer closeWhole(db)
	applied, err := appliedMigrations(ctx, db)
	if err != nil {
		return fmt.Errorf("no backup of daybook, or damaged: %w", err)
	}
	if err := known(applied); err != nil {
		return err
	}
	wrong, err := damagedPages(ctx, db, "integrity_check")
	if err != nil {
		return err
	}
	sums, err := wrongChecksums(ctx, db)
	if err != nil {
		return err
	}
	if wrong = append(wrong, sums...); len(wrong) > 0 {
		return fmt.Errorf("damaged: %s", wrong[0])
	}
	return nil
}

// Restore puts a backup into dir. What is in dir is not lost: its folder gets
// another name, which is returned, "" when there was none. It fails with
// ErrInUse while a program has the store in dir open.
func Restore(ctx context.Context, file, dir string, now time.Time) (before string, err error) {
	if err := verifyCopy(ctx, file); err != nil {
		return "", fmt.Errorf("%s: %w", file, err)
	}
	part := dir + ".part"
	if err := os.RemoveAll(part); err != nil {
		return "", err
	}
	defer os.RemoveAll(part)
	if err := copyInto(part, file); err != nil {
		return "", fmt.Errorf("copy the backup: %w", err)
	}
	// Bringing it up to date here, not where it is looked for, keeps a backup
	// that cannot be from taking the place of what can.
	s, err := Open(part, Options{})
	if err != nil {
		return "", err
	}
	if err := s.Close(); err != nil {
		return "", err
	}
	if _, err := os.Stat(dir); err == nil {
		if err := unused(dir); err != nil {
			return "", err
		}
		before = dir + "-before-" + now.UTC().Format("20060102-150405")
		if err := os.Rename(dir, before); err != nil {
			return "", err
		}
	} else if !errors.Is(err, fs.ErrNotExist) {
		return "", err
	}
	if err := os.Rename(part, dir); err != nil {
		return before, err
	}
	return before, syncFolder(filepath.Dir(dir))
}

func copyInto(dir, file string) (err error) {
	if err := os.MkdirAll(dir, 0o700); err != nil {
		return err
	}
	from, err := os.Open(file)
	if err != nil {
		return err
	}
	defer from.Close()
	to, err := os.OpenFile(filepath.Join(dir, fileName), os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(to, from)
	return errors.Join(err, to.Sync(), to.Close())
}

// unused is ErrInUse while another program has the store open. It moves the
// log into the file, so that the file alone is the store.
func unused(dir string) error {
	path := filepath.Join(dir, fileName)
	if _, err := os.Stat(path); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	db, err := connectFile(path, 1, "_pragma=busy_timeout(500)")
	if err != nil {
		return nil // no database any more: nobody can have it open
	}
	defer closeWhole(db)
	// Only who is alone can leave the mode of the log.
	var mode string
	if err := db.QueryRow(`PRAGMA journal_mode=DELETE`).Scan(&mode); err != nil && corrupt(err) {
		return nil // damaged: it is put aside with its log
	} else if err != nil || mode != "delete" {
		return fmt.Errorf("%s: %w", dir, ErrInUse)
	}
	return nil
}
