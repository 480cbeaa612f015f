package store

import (
	"context"
	"crypto/sha256"
	"database/sql"
	"database/sql/driver"
	"embed"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"net"
	"net/url"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/pgconn"
	"github.com/jackc/pgx/v5/stdlib"

	"daybook/model"
	"daybook/service/odata"
)

// A store is in a folder, on SQLite, or in a database of PostgreSQL that a URL
// names. The statements are the same: what SQLite has and PostgreSQL has not is
// made there as functions (migrations/postgres/functions.sql), and dialect.go
// has what is left.

//go:embed migrations/postgres/*.sql
var postgresFiles embed.FS

const postgresFolder = "migrations/postgres/"

// OnServer says that a place is no folder but the URL of a database.
func OnServer(place string) bool {
	return strings.HasPrefix(place, "postgres://") || strings.HasPrefix(place, "postgresql://")
}

// Plainly is a place without the password that its URL may have.
func Plainly(place string) string {
	if !OnServer(place) {
		return place
	}
	u, err := url.Parse(place)
	if err != nil {
		return "the database of a URL that cannot be read"
	}
	q := u.Query()
	q.Del("password")
	q.Del("sslpassword")
	u.RawQuery = q.Encode()
	if u.User != nil {
		u.User = url.User(u.User.Username())
	}
	return u.String()
}

// connections is how many a pool of a server's has: one for those who read, one
// for those who write, so that a write never waits for a read that waits for it.
const connections = 8

// openServer opens the database of a URL and brings its schema up to date.
func (s *Store) openServer(place string) error {
	config, err := pgx.ParseConfig(place)
	if err != nil {
		return errors.New("the URL of the database cannot be read: it is postgres://USER@HOST:PORT/DATABASE, " +
			"with host=/FOLDER behind a ? for a socket") // the driver's words repeat what is in it
	}
	// Types come from Go's values, and nothing is prepared: a pool of connections
	// may stand between.
	config.DefaultQueryExecMode = pgx.QueryExecModeExec
	if config.ConnectTimeout == 0 {
		config.ConnectTimeout = 10 * time.Second
	}
	for name, value := range map[string]string{
		"application_name": "daybook", "lock_timeout": "30s", "idle_in_transaction_session_timeout": "300s",
		"standard_conforming_strings": "on", "client_encoding": "UTF8",
	} {
		if _, given := config.RuntimeParams[name]; !given {
			config.RuntimeParams[name] = value
		}
	}
	s.server = true
	s.writer, s.readers = stdlib.OpenDB(*config), stdlib.OpenDB(*config)
	for _, db := range []*sql.DB{s.writer, s.readers} {
		db.SetMaxOpenConns(connections)
		db.SetMaxIdleConns(connections)
		db.SetConnMaxIdleTime(time.Minute)
	}
	if err := migrateServer(context.Background(), s.writer); err != nil {
		return serverInWords(err)
	}
	return s.openAreas()
}

// migrationLock is the advisory lock under which the schema is changed.
const migrationLock = 0x64617962 // "dayb"

// migrateServer applies what is not applied yet, one process at a time.
func migrateServer(ctx context.Context, db *sql.DB) error {
	functions, err := serverFunctions()
	if err != nil {
		return err
	}
	sum := sha256.Sum256([]byte(functions))
	digest := "functions " + hex.EncodeToString(sum[:])
	files, err := postgresFiles.ReadDir(strings.TrimSuffix(postgresFolder, "/"))
	if err != nil {
		return err
	}
	steps, known := []string{digest}, map[string]bool{}
	for _, f := range files {
		if f.Name() != "functions.sql" {
			steps = append(steps, f.Name())
			known[f.Name()] = true
		}
	}
	if applied, err := serverMigrations(ctx, db); err != nil {
		return err
	} else if applied[digest] && upToDateServer(applied, known) == nil {
		return newerServer(applied, known)
	}
	tx, err := db.BeginTx(ctx, nil)
	if err != nil {
		return err
	}
	defer tx.Rollback()
	if _, err := tx.ExecContext(ctx, `SELECT pg_advisory_xact_lock($1)`, int64(migrationLock)); err != nil {
		return err
	}
	var encoding string
	if err := tx.QueryRowContext(ctx, `SHOW server_encoding`).Scan(&encoding); err != nil {
		return err
	}
	if encoding != "UTF8" {
		return fmt.Errorf("the database keeps texts as %s: make one with ENCODING 'UTF8'", encoding)
	}
	if _, err := tx.ExecContext(ctx, `CREATE TABLE IF NOT EXISTS migrations (name TEXT PRIMARY KEY)`); err != nil {
		return err
	}
	applied, err := appliedTo(ctx, tx)
	if err != nil {
		return err
	}
	if err := newerServer(applied, known); err != nil {
		return err
	}
	for _, step := range append(steps[1:], digest) {
		if applied[step] {
			continue
		}
		script := functions
		if step != digest {
			text, err := postgresFiles.ReadFile(postgresFolder + step)
			if err != nil {
				return err
			}
			script = string(text)
		}
		if err := runScript(ctx, tx, script); err != nil {
			return fmt.Errorf("%s: %w", step, err)
		}
		if _, err := tx.ExecContext(ctx, `INSERT INTO migrations (name) VALUES ($1)`, step); err != nil {
			return err
		}
	}
	return tx.Commit()
}

// serverMigrations are those that are applied, none in an empty database.
func serverMigrations(ctx context.Context, db *sql.DB) (map[string]bool, error) {
	var there bool
	err := db.QueryRowContext(ctx, `SELECT to_regclass('migrations') IS NOT NULL`).Scan(&there)
	if err != nil || !there {
		return nil, err
	}
	return appliedTo(ctx, db)
}

func appliedTo(ctx context.Context, db interface {
	QueryContext(context.Context, string, ...any) (*sql.Rows, error)
}) (map[string]bool, error) {
	rows, err := db.QueryContext(ctx, `SELECT name FROM migrations`)
	if err != nil {
		return nil, err
	}
	defer rows.Close()
	applied := map[string]bool{}
	for rows.Next() {
		var name string
		if err := rows.Scan(&name); err != nil {
			return nil, err
		}
		applied[name] = true
	}
	return applied, rows.Err()
}

func upToDateServer(applied, known map[string]bool) error {
	for name := range known {
		if !applied[name] {
			return ErrOlder
		}
	}
	return nil
}

// newerServer is errNewerServer when a migration is not of this program. The
// functions of another program are no harm: they mean the same.
func newerServer(applied, known map[string]bool) error {
	for name := range applied {
		if !known[name] && !strings.HasPrefix(name, "functions ") {
			return fmt.Errorf("%w (it has %s)", errNewerServer, name)
		}
	}
	return nil
}

var errNewerServer = errors.New("a newer daybook has changed the schema, which this one would damage: use that one, or another database")

// runScript runs statements that stand behind each other.
func runScript(ctx context.Context, tx *sql.Tx, script string) error {
	_, err := tx.ExecContext(ctx, script, pgx.QueryExecModeSimpleProtocol)
	return err
}

// serverFunctions is functions.sql with the tables of Go's in it: made once, as
// all there are of characters is looked through.
var serverFunctions = sync.OnceValues(func() (string, error) {
	text, err := postgresFiles.ReadFile(postgresFolder + "functions.sql")
	if err != nil {
		return "", err
	}
	var upper, lower, letters strings.Builder
	for r := rune(0); r <= unicode.MaxRune; r++ {
		if folded := odata.Fold(string(r)); folded != string(r) && utf8.ValidRune(r) {
			upper.WriteRune(r)
			lower.WriteString(folded)
		}
	}
	for r := rune(1); r <= unicode.MaxRune; r++ {
		first := r
		for r <= unicode.MaxRune && utf8.ValidRune(r) && !notInWord(r) {
			r++
		}
		if r > first {
			letters.WriteRune(first)
			if r > first+1 {
				letters.WriteString("-" + string(r-1))
			}
		}
	}
	return strings.NewReplacer("'UPPER'", "'"+upper.String()+"'", "'LOWER'", "'"+lower.String()+"'",
		"[^LETTERS]", "[^"+letters.String()+"]").Replace(string(text)), nil
})

// stateOf is the SQLSTATE of an error, "" for one that is none of the server's.
func stateOf(err error) string {
	var e *pgconn.PgError
	if errors.As(err, &e) {
		return e.Code
	}
	return ""
}

// contended says that others changed the same meanwhile, so that a transaction
// can be made again and then may pass.
func contended(err error) bool {
	switch stateOf(err) {
	case "40001", "40P01": // serialization failure, deadlock
		return true
	}
	return errors.Is(err, errContended)
}

var errContended = errors.New("others write in the same mailbox")

// Writers of a mailbox follow one another by its row. A write takes the rows as
// it comes to them, and sees one moment: where another was in the way, it is
// undone and made again, and then takes the rows of the mailboxes that it came to
// before first of all, in the order of their numbers, and sees what they have
// from then on. So it passes, unless it comes to yet another mailbox.

// lockMailboxes takes the rows of mailboxes.
func (tx *Tx) lockMailboxes(mailboxes []int64) error {
	tx.locked = mailboxes
	for _, mailbox := range mailboxes {
		var n int64
		if err := tx.QueryRow(`SELECT seq FROM mailboxes WHERE mailbox_id = ? FOR UPDATE`, mailbox).Scan(&n); err != nil && !errors.Is(err, sql.ErrNoRows) {
			return fmt.Errorf("wait for the mailbox: %w", err)
		}
	}
	return nil
}

// lastSeqToWrite is the number of a mailbox's last change, which nobody else
// gives out until the transaction has ended. One that has to be waited for after
// one with a higher number is contended, as both would wait for each other.
func (tx *Tx) lastSeqToWrite(mailbox int64) (n int64, err error) {
	tx.wanted = append(tx.wanted, mailbox)
	if tx.locked != nil && !slices.Contains(tx.locked, mailbox) {
		return 0, errContended
	}
	query := `SELECT seq FROM mailboxes WHERE mailbox_id = ? FOR UPDATE`
	if slices.Max(tx.wanted) > mailbox {
		query += ` NOWAIT`
	}
	err = tx.QueryRow(query, mailbox).Scan(&n)
	if stateOf(err) == "55P03" {
		return 0, fmt.Errorf("%w: %w", errContended, err)
	}
	return n, err
}

// writeOnServer is Write. Where oneMoment is set each try sees one.
func (s *Store) writeOnServer(ctx context.Context, fn func(*Tx) error, oneMoment bool) error {
	var locked []int64
	for try := 0; ; try++ {
		options := s.moment(false)
		if try > 0 && !oneMoment {
			options.Isolation = sql.LevelReadCommitted
		}
		tx, err := s.beginWith(ctx, options)
		if err != nil {
			return err
		}
		err = func() error {
			defer tx.sql.Rollback()
			if try > 0 && !oneMoment {
				if err := tx.lockMailboxes(locked); err != nil {
					return err
				}
			}
			if err := fn(tx); err != nil {
				return err
			}
			return tx.commit()
		}()
		if err == nil || !contended(err) || try == maxTries || ctx.Err() != nil {
			return err
		}
		locked = append(locked, tx.wanted...)
		slices.Sort(locked)
		locked = append(make([]int64, 0, len(locked)), slices.Compact(locked)...) // none is not nil
		pause(ctx, rand.N(time.Duration(try+1)*contentionPause))
	}
}

const (
	// maxTries is how often a write is made again that others were in the way of.
	maxTries = 20
	// contentionPause is the longest rest before it is the first time.
	contentionPause = 2 * time.Millisecond
)

// away says that the server is not there, or takes no writes: for now.
func away(err error) bool {
	var refused *pgconn.ConnectError
	var network net.Error
	state := stateOf(err)
	switch {
	case errors.As(err, &refused):
		return true
	case state == "25006", state == "55P03": // a standby's; a lock that did not come
		return true
	case strings.HasPrefix(state, "08"), strings.HasPrefix(state, "57P"), strings.HasPrefix(state, "53"):
		return true
	case state != "":
		return false
	}
	return errors.As(err, &network) || errors.Is(err, driver.ErrBadConn) || errors.Is(err, sql.ErrConnDone) ||
		errors.Is(err, io.ErrUnexpectedEOF) || pgconn.SafeToRetry(err)
}

// ofServer is what a request gets of an error. The server's own words go to
// whoever reads the reports.
func (s *Store) ofServer(err error) error {
	var said *model.Error
	if err == nil || errors.As(err, &said) || errors.Is(err, context.Canceled) || errors.Is(err, context.DeadlineExceeded) {
		return err
	}
	state := stateOf(err)
	answer := error(nil)
	switch {
	case contended(err):
		answer = model.Errorf(model.CodeUnavailable, "others change the same just now: try again")
	case state == "53100":
		answer = model.Errorf(model.CodeQuota, "the disk of the database is full: nothing was changed; make room and try again")
	case away(err):
		answer = model.Errorf(model.CodeUnavailable, "the database does not answer just now: try again")
	case strings.HasPrefix(state, "54"):
		answer = model.Errorf(model.CodeTooLarge, "a text of this is longer than the database can look up")
	default:
		return err
	}
	s.report(err)
	return answer
}

// serverInWords says what a person can do about a database that does not open.
func serverInWords(err error) error {
	switch state := stateOf(err); {
	case state == "28P01", state == "28000":
		return fmt.Errorf("the server refuses this user: put its password into ~/.pgpass, or into PGPASSWORD (%s)", state)
	case state == "3D000":
		return fmt.Errorf("there is no such database: make it with createdb (%s)", state)
	case state == "42501":
		return fmt.Errorf("this user may not make tables there: let it own the database (%s)", state)
	case away(err):
		return fmt.Errorf("the server does not answer: see that it runs and listens there (%w)", err)
	}
	return err
}
