// Package pgtest gives tests databases of PostgreSQL: of the server that
// DAYBOOK_TEST_POSTGRES names by its URL, or of one that is made for the run
// where initdb is found, and thrown away with it. It knows no store, so that the
// store's own tests can use it.
package pgtest

import (
	"context"
	"database/sql"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"
)

// Place is where a test's store is: a new folder, or, where DAYBOOK_TEST_STORE
// is "postgres", a new database.
func Place(t testing.TB) string {
	t.Helper()
	if !Everywhere() {
		return t.TempDir()
	}
	return Database(t)
}

// Everywhere says that all stores of the tests are to be on PostgreSQL.
func Everywhere() bool { return os.Getenv("DAYBOOK_TEST_STORE") == "postgres" }

// FilesOnly skips a test of what only a store in a folder has, and says what.
func FilesOnly(t testing.TB, what string) {
	t.Helper()
	if Everywhere() {
		t.Skip("a store on a server has no " + what)
	}
}

// ColumnsOf is the query for the names of a table's columns.
func ColumnsOf() string {
	if Everywhere() {
		return `SELECT column_name FROM information_schema.columns WHERE table_name = ?`
	}
	return `SELECT name FROM pragma_table_info(?)`
}

// cluster is a server by its URL. Its end, of one that was started, is the pipe
// to its shell, which is open as long as this process is there.
type cluster struct {
	at  string
	end io.Closer
}

var (
	databases atomic.Int64
	server    = sync.OnceValues(start)
)

// Database makes an empty database until the test ends, and returns its URL. Where
// there is no server the test is skipped.
func Database(t testing.TB) string {
	t.Helper()
	found, err := server()
	if err != nil {
		if Everywhere() || os.Getenv("DAYBOOK_TEST_POSTGRES") != "" {
			t.Fatal(err)
		}
		t.Skipf("no PostgreSQL: %v", err)
	}
	at := found.at
	name := fmt.Sprintf("daybook_test_%d_%d", os.Getpid(), databases.Add(1))
	if err := Run(at, `CREATE DATABASE `+name+` TEMPLATE template0 ENCODING 'UTF8'`); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := Run(at, `DROP DATABASE `+name+` WITH (FORCE)`); err != nil {
			t.Error(err)
		}
	})
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	u.Path = "/" + name
	return u.String()
}

// Run runs a statement in the database of a URL.
func Run(at, statement string) error {
	config, err := pgx.ParseConfig(at)
	if err != nil {
		return err
	}
	db := stdlib.OpenDB(*config)
	defer db.Close()
	return retried(db, statement)
}

// retried runs a statement again that another has kept from the database that
// is copied.
func retried(db *sql.DB, statement string) (err error) {
	for range 20 {
		if _, err = db.ExecContext(context.Background(), statement, pgx.QueryExecModeSimpleProtocol); err == nil || !strings.Contains(err.Error(), "55006") {
			return err
		}
		time.Sleep(50 * time.Millisecond)
	}
	return err
}
