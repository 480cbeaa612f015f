package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"syscall"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"

	"daybook/model"
)

// ErrDamaged means that the file is not a database any more, not whole, or
// that something in it is not what was written.
var ErrDamaged = errors.New("its file " + fileName + " is damaged: \"daybook check\" says where, \"daybook restore\" puts a backup back, " +
	"and \"daybook recover FOLDER\" saves what can be read")

// errChecksum means that bytes are not those that were written.
var errChecksum = errors.New("not what was written (its checksum is another)")

// corrupt tells errors that are about damage from others.
func corrupt(err error) bool {
	var e *sqlite.Error
	return errors.Is(err, errChecksum) ||
		errors.As(err, &e) && (e.Code()&0xff == sqlite3.SQLITE_CORRUPT || e.Code()&0xff == sqlite3.SQLITE_NOTADB)
}

// inWords says what a person can do about a file that cannot be read.
func inWords(err error) error {
	if corrupt(err) {
		return fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	var e *sqlite.Error
	if !errors.As(err, &e) {
		return err
	}
	switch e.Code() & 0xff {
	case sqlite3.SQLITE_FULL:
		return fmt.Errorf("%w (%w)", syscall.ENOSPC, err)
	case sqlite3.SQLITE_BUSY, sqlite3.SQLITE_LOCKED:
		return fmt.Errorf("another program keeps it to itself: wait until that has ended, or end it (%w)", err)
	case sqlite3.SQLITE_CANTOPEN, sqlite3.SQLITE_READONLY, sqlite3.SQLITE_PERM:
		return fmt.Errorf("%w (%w)", fs.ErrPermission, err)
	}
	return err
}

// damage is what a request gets that met damage: it goes to whoever reads the
// reports too, as most requests are made by programs.
func (s *Store) damage(err error) error {
	if s.server {
		return s.ofServer(err)
	}
	if refused := unwritable(err); refused != nil {
		s.report(err)
		return refused
	}
	if !corrupt(err) {
		return err
	}
	if !errors.Is(err, errChecksum) {
		s.pagesDamaged.Store(true)
	}
	s.report(inWords(err))
	return &model.Error{Code: model.CodeInternal, Message: "this cannot be read, as the mailbox's file is damaged there: " +
		"\"daybook check\" says what else is, \"daybook recover FOLDER\" saves the rest"}
}

// checkWhole finds a file that was cut short, as by a copy onto a full disk:
// SQLite itself notices only when it comes to a page that is gone. Where there
// is a log, pages can be in it alone, and nothing can be said.
func checkWhole(path string) error {
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		return nil
	}
	has, wants, err := sizes(path)
	if err == nil && has < wants {
		err = fmt.Errorf("%w (it has %d bytes of %d)", ErrDamaged, has, wants)
	}
	return err
}

// sizes says how many bytes a file has and how many it had when it was whole:
// 0 where that cannot be known.
func sizes(path string) (has, wants int64, err error) {
	f, err := os.Open(path)
	if err != nil {
		return 0, 0, err
	}
	defer f.Close()
	info, err := f.Stat()
	if err != nil {
		return 0, 0, err
	}
	var head [100]byte // the header of SQLite's file format, section 1.3
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return info.Size(), 0, nil // new, or no database: opening it says so
	}
	page, pages := int64(binary.BigEndian.Uint16(head[16:])), int64(binary.BigEndian.Uint32(head[28:]))
	if page == 1 {
		page = 64 << 10
	}
	if binary.BigEndian.Uint32(head[24:]) != binary.BigEndian.Uint32(head[92:]) { // the number of pages is an older program's
		return info.Size(), 0, nil
	}
	return info.Size(), page * pages, nil
}
