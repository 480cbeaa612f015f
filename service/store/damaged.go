package store

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"os"

	"modernc.org/sqlite"
	sqlite3 "modernc.org/sqlite/lib"
)

// ErrDamaged means that the file is not a database any more, or not whole.
var ErrDamaged = errors.New("its file " + fileName + " is damaged: copy the folder to a safe place, then put a copy of yours back; " +
	"\"sqlite3 " + fileName + " .recover\" may save what is left")

// inWords says what a person can do about a file that cannot be read.
func inWords(err error) error {
	var e *sqlite.Error
	if errors.As(err, &e) && (e.Code()&0xff == sqlite3.SQLITE_CORRUPT || e.Code()&0xff == sqlite3.SQLITE_NOTADB) {
		return fmt.Errorf("%w (%w)", ErrDamaged, err)
	}
	return err
}

// checkWhole finds a file that was cut short, as by a copy onto a full disk:
// SQLite itself notices only when it comes to a page that is gone. Where there
// is a log, pages can be in it alone, and nothing can be said.
func checkWhole(path string) error {
	if log, err := os.Stat(path + "-wal"); err == nil && log.Size() > 0 {
		return nil
	}
	f, err := os.Open(path)
	if err != nil {
		return err
	}
	defer f.Close()
	var head [100]byte // the header of SQLite's file format, section 1.3
	if _, err := io.ReadFull(f, head[:]); err != nil {
		return nil // new, or no database: opening it says so
	}
	info, err := f.Stat()
	if err != nil {
		return err
	}
	page, pages := int64(binary.BigEndian.Uint16(head[16:])), int64(binary.BigEndian.Uint32(head[28:]))
	if page == 1 {
		page = 64 << 10
	}
	counted := binary.BigEndian.Uint32(head[24:]) == binary.BigEndian.Uint32(head[92:]) // else the number of pages is an older program's
	if counted && info.Size() < page*pages {
		return fmt.Errorf("%w (it has %d bytes of %d)", ErrDamaged, info.Size(), page*pages)
	}
	return nil
}
