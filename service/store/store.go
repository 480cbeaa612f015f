// Package store keeps everything the service knows in one SQLite file, or in a
// database of PostgreSQL: see postgres.go.
//
// It has the core (transactions, ids, the log of changes, migrations, shares,
// columns, listings, recovery) and the messages, their folders, attachments
// and extensions, which several areas write. What is one area's own stands
// beside its routes, as functions over a transaction:
//
//	func renameWidget(tx *store.Tx, mailbox int64, id, name string) error {
//		if _, err := tx.Exec(`UPDATE widgets SET name = ? WHERE mailbox_id = ? AND id = ?`, name, mailbox, id); err != nil {
//			return fmt.Errorf("rename widget %s: %w", id, err)
//		}
//		_, err := tx.Record(mailbox, "widget", "", id, store.Written)
//		return err
//	}
//
// and what the core must ask of it is in its Area, which the service lists. An
// area adds a file migrations/NNN_area.sql here, as one file has one history, and
// one in migrations/postgres.
//
// Record gives the change its number, which is also the item's change key,
// and makes it show in Changes, the base of delta queries. Ids come from
// tx.NewID, times from tx.Now. Numbers of migrations: 001 core, 010 mail,
// 020 calendar, 030 people, 040 groups, 050 files, 060 account, 070 oauth.
//
// Invariants: WAL with synchronous=FULL, so a write that was acknowledged
// survives the process being killed; one connection writes, several read (of a
// server see writeOnServer), and a reader sees one moment for the whole of its transaction; every key of a
// table begins with mailbox_id, except the directory's (001_core.sql, grants,
// sign-ins, upload sessions) and the store's own (migrations, upkeep); times are Unix milliseconds; a migration is never edited once it
// is released; the file is 0600 and its folder 0700.
package store

import (
	"context"
	"crypto/rand"
	"database/sql"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"maps"
	"net/url"
	"os"
	"path/filepath"
	"sync"
	"sync/atomic"
	"time"

	"daybook/service/odata"

	_ "modernc.org/sqlite" // the driver "sqlite"
)

// Options are what a store takes from outside. The zero value is the real
// clock and real randomness.
type Options struct {
	Now  func() time.Time
	Rand io.Reader
	// Readers is the number of reading connections; 0 means 4.
	Readers int
	// Report receives what goes wrong in the background; nil drops it.
	Report func(error)
	// ReadOnly opens for reading what could be written.
	ReadOnly bool
	// Areas are those whose tables are used, in the order in which they are asked.
	Areas []Area
}

// Store is an open database. It is safe for concurrent use.
type Store struct {
	writer, readers *sql.DB
	server          bool // PostgreSQL: see openServer
	now             func() time.Time
	ids             *idSource
	mailboxes       sync.Map // public id -> int64; a mailbox never changes its number
	secrets         sync.Map // name -> string; none changes
	report          func(error)
	areas           []Area
	containers      map[string]Container
	visits          map[string]Visit
	events          *Events  // nil where there are no calendars
	memory          sync.Map // reflect.Type -> a pointer to one: see Memory
	indexer         *indexer
	indexed         atomic.Int64 // the mailbox that the indexer was at last
	attention       attention
	counted         indexedParts
	upkeep          *upkeep
	givingBack      atomic.Pointer[context.CancelFunc] // ends giveBack, nil while there is none
	dir             string
	room            func(dir string) (bytes int64, known bool) // freeRoom
	pagesDamaged    atomic.Bool                                // was met by a request, or found in the background
	words           wordMemory
	messages        *odata.Schema
	searcher        *odata.Searcher
}

// fileName is the database's name in the data folder.
const fileName = "daybook.db"

// Open opens the store in dir, making both when they are not there, and
// brings the schema up to date. What is there and cannot be written is opened
// for reading: see ReadOnly. A dir that is the URL of a database (OnServer) is
// one that is there, and can be empty.
func Open(dir string, opts Options) (*Store, error) {
	if opts.Now == nil {
		opts.Now = time.Now
	}
	if opts.Rand == nil {
		opts.Rand = rand.Reader
	}
	if opts.Readers == 0 {
		opts.Readers = 4
	}
	if opts.Report == nil {
		opts.Report = func(error) {}
	}
	s := &Store{dir: dir, room: freeRoom, now: opts.Now, ids: &idSource{rand: opts.Rand}, report: opts.Report, areas: opts.Areas,
		visits: map[string]Visit{"folder": visitFolder, "message": visitMessage},
		containers: map[string]Container{
			"folder": {Kind: "folder", Query: `SELECT parent_id FROM folders WHERE mailbox_id = ? AND id = ?`,
				Canonical: func(tx *Tx, mailbox int64, key string) (string, error) {
					f, err := tx.Folder(mailbox, key)
					return f.ID, err
				}},
			"message": {Kind: "folder", Query: `SELECT folder_id FROM messages WHERE mailbox_id = ? AND id = ?`},
		}}
	for _, a := range opts.Areas {
		maps.Copy(s.containers, a.Containers)
		maps.Copy(s.visits, a.Visits)
		if a.Events != nil {
			s.events = a.Events
		}
	}
	s.messages = messageSchema(s.eventSchema)
	s.searcher = s.messages.Searcher(messageSearch())
	if OnServer(dir) {
		if err := s.openServer(dir); err != nil {
			return nil, errors.Join(fmt.Errorf("open %s: %w", Plainly(dir), err), s.Close())
		}
		s.indexer = startIndexer(s, opts.Report)
		return s, nil
	}
	path := filepath.Join(dir, fileName)
	unclean := logLeft(path)
	err := error(errReadOnly)
	if !opts.ReadOnly {
		err = s.openToWrite(dir, opts.Readers)
	}
	if barred(err) {
		if failed := s.openToRead(path, opts.Readers); !errors.Is(failed, fs.ErrNotExist) {
			err = failed
		}
	}
	if err != nil {
		return nil, errors.Join(fmt.Errorf("open the mailbox in %s: %w", dir, err), s.Close())
	}
	if !s.ReadOnly() {
		s.indexer = startIndexer(s, opts.Report)
		s.upkeep = startUpkeep(s, path, unclean)
	}
	return s, nil
}

// openToWrite opens the file, making it when it is not there, and brings its
// schema up to date.
func (s *Store) openToWrite(dir string, readers int) error {
	path, err := prepareFile(dir)
	if err == nil {
		err = checkWhole(path)
	}
	if err != nil {
		return err
	}
	if s.writer, err = connect(path, 1, "_txlock=immediate", "_pragma=wal_autocheckpoint(2000)"); err == nil {
		err = migrate(s.writer)
	}
	if err == nil {
		s.readers, err = connect(path, readers, "_pragma=query_only(1)")
	}
	if err == nil {
		_, err = s.clearFormer(context.Background()) // all of it where it is empty, as in a new store
	}
	if err == nil {
		err = s.openAreas()
	}
	return inWords(err)
}

// openAreas tells the areas that the store is open.
func (s *Store) openAreas() error {
	return s.each(func(a Area) error {
		if a.Opened == nil {
			return nil
		}
		return a.Opened(s)
	})
}

// openToRead opens a file that cannot be written. There is no writer then.
func (s *Store) openToRead(path string, readers int) error {
	if s.writer != nil {
		if err := closeWhole(s.writer); err != nil {
			return err
		}
		s.writer = nil
	}
	err := checkWhole(path)
	if err == nil {
		s.readers, err = connectToRead(path, readers)
	}
	if err == nil {
		err = upToDate(s.readers)
	}
	return inWords(err)
}

// ReadOnly says that the store could be opened for reading alone: every Write
// is refused with 507.
func (s *Store) ReadOnly() bool { return s.writer == nil }

// Now is the present, by the clock that the store was given.
func (s *Store) Now() time.Time { return s.now() }

// NewID is Tx.NewID outside a transaction.
func (s *Store) NewID() string { return s.ids.next(s.now()) }

// Close waits for the running transactions and closes the file.
func (s *Store) Close() error {
	if s.indexer != nil {
		s.indexer.stop()
	}
	if s.upkeep != nil {
		s.upkeep.stop()
	}
	var err error
	for _, db := range []*sql.DB{s.readers, s.writer} { // the writer last: it removes the WAL
		if db != nil {
			err = errors.Join(err, closeWhole(db))
		}
	}
	return err
}

// closeTime is how long Close waits for what still reads.
const closeTime = 5 * time.Second

// closeWhole closes a database and waits until its last connection is: one that
// is in use is closed when it is given back, as one is a moment after its
// context has ended. While one reads, the log stays beside the file.
func closeWhole(db *sql.DB) error {
	err := db.Close()
	for end := time.Now().Add(closeTime); db.Stats().OpenConnections > 0 && time.Now().Before(end); {
		time.Sleep(time.Millisecond)
	}
	return err
}

// prepareFile makes the folder and the file with their modes, whatever the
// umask; SQLite gives its side files the modes of the main one.
func prepareFile(dir string) (string, error) {
	// A folder that is there is closed to others, and not opened to its owner.
	mode := fs.FileMode(0o700)
	if info, err := os.Stat(dir); err == nil {
		mode &= info.Mode().Perm()
	} else if err := os.MkdirAll(dir, 0o700); err != nil {
		return "", err
	}
	if err := os.Chmod(dir, mode); err != nil {
		return "", err
	}
	path := filepath.Join(dir, fileName)
	f, err := os.OpenFile(path, os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return "", err
	}
	if err := errors.Join(f.Chmod(0o600), f.Close()); err != nil {
		return "", err
	}
	for _, side := range []string{"-wal", "-shm"} {
		if err := os.Chmod(path+side, 0o600); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return "", err
		}
	}
	return path, nil
}

func connect(path string, connections int, extra ...string) (*sql.DB, error) {
	return connectFile(path, connections, append([]string{"_pragma=journal_mode(WAL)"}, extra...)...)
}

// connectFile is connect without a log: for a copy that nobody writes to.
func connectFile(path string, connections int, extra ...string) (*sql.DB, error) {
	dsn := "file:" + (&url.URL{Path: path}).EscapedPath() + "?_pragma=busy_timeout(30000)" +
		"&_pragma=synchronous(FULL)&_pragma=temp_store(MEMORY)&_pragma=cache_size(-8192)&_pragma=cell_size_check(1)"
	for _, e := range extra {
		dsn += "&" + e
	}
	db, err := sql.Open("sqlite", dsn)
	if err != nil {
		return nil, err
	}
	db.SetMaxOpenConns(connections)
	db.SetMaxIdleConns(connections)
	return db, db.PingContext(context.Background())
}

// connectToRead opens a file that cannot be written. Beside it SQLite wants
// the index of its log, also for reading; where that is not there and cannot
// be made, and there is no log either, the file alone is the whole.
func connectToRead(path string, connections int) (*sql.DB, error) {
	if _, err := os.Stat(path); err != nil {
		return nil, err
	}
	open := func(params ...string) (*sql.DB, error) {
		db, err := connectFile(path, connections, append(params, "mode=ro", "_pragma=query_only(1)")...)
		if err == nil {
			var tables int
			err = db.QueryRow(`SELECT count(*) FROM sqlite_master`).Scan(&tables)
		}
		if err != nil && db != nil {
			err = errors.Join(err, closeWhole(db))
		}
		return db, err
	}
	db, err := open()
	switch {
	case err == nil || !barred(err):
		return db, err
	case logLeft(path):
		return nil, errLogLeft
	}
	return open("immutable=1")
}

var errLogLeft = errors.New("it was not closed in order, and the rest of it, in the file with -wal at its end, " +
	"can be read only where its folder can be written")

// eventSchema is the schema of the events that messages are about, nil where
// there are no calendars.
func (s *Store) eventSchema() *odata.Schema {
	if s.events == nil {
		return nil
	}
	return s.events.Schema()
}
