package store

import (
	"bufio"
	"context"
	"crypto/sha256"
	"database/sql"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"daybook/service/store/pgtest"
)

// A store that has run a migration never runs it again, so an edit would
// reach new stores alone. The list is in the form of sha256sum.
func TestReleasedMigrationsAreNeverEdited(t *testing.T) {
	f, err := os.Open("testdata/migrations.sha256")
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	released := map[string]string{}
	for lines := bufio.NewScanner(f); lines.Scan(); {
		digest, name, _ := strings.Cut(lines.Text(), "  ")
		released[name] = digest
	}
	names, err := fs.Glob(migrationFiles, "migrations/*.sql")
	if err != nil {
		t.Fatal(err)
	}
	for _, name := range names {
		script, err := migrationFiles.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		digest := fmt.Sprintf("%x", sha256.Sum256(script))
		switch want, ok := released[name]; {
		case !ok:
			t.Errorf("%s is new: add the line %q to testdata/migrations.sha256", name, digest+"  "+name)
		case digest != want:
			t.Errorf("%s was edited: put it back, and make the change in a new file", name)
		}
		delete(released, name)
	}
	for name := range released {
		t.Errorf("%s is gone: stores that have run it would be taken for newer ones", name)
	}
}

// The stores are schemas as the programs of those days made them.
func TestOldStoresComeToTheSchemaOfANewOne(t *testing.T) {
	pgtest.FilesOnly(t, "file of an older program")
	fresh := openTest(t)
	want := schemaOf(t, fresh.writer)
	old, err := filepath.Glob("testdata/schemas/*.sql")
	if err != nil || len(old) == 0 {
		t.Fatalf("no old schemas: %v", err)
	}
	for _, file := range old {
		t.Run(filepath.Base(file), func(t *testing.T) {
			dir := t.TempDir()
			makeFrom(t, dir, file)
			s, err := Open(dir, Options{})
			if err != nil {
				t.Fatal(err)
			}
			defer s.Close()
			got := schemaOf(t, s.writer)
			for name := range maps.Keys(want) {
				if got[name] != want[name] {
					t.Errorf("%s:\n got %s\nwant %s", name, got[name], want[name])
				}
				delete(got, name)
			}
			for name := range got {
				t.Errorf("%s is in no new store", name)
			}
		})
	}
}

func TestAStoreOfANewerProgramIsRefused(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	before := schemaOf(t, s.writer)
	if _, err := s.writer.Exec(`INSERT INTO migrations (name) VALUES ('migrations/999_later.sql')`); err != nil {
		t.Fatal(err)
	}
	// What is not applied here must not be applied to a newer schema either.
	if _, err := s.writer.Exec(`DELETE FROM migrations WHERE name = 'migrations/001_core.sql'`); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if s, err := Open(dir, Options{}); !errors.Is(err, ErrNewer) {
		t.Fatalf("Open = %v, %v; want ErrNewer", s, err)
	}
	db, err := connect(filepath.Join(dir, fileName), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if after := schemaOf(t, db); !maps.Equal(before, after) {
		t.Error("the refused store was changed")
	}
}

func makeFrom(t *testing.T, dir, file string) {
	t.Helper()
	script, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	db, err := connect(filepath.Join(dir, fileName), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer db.Close()
	if _, err := db.ExecContext(context.Background(), string(script)); err != nil {
		t.Fatal(err)
	}
}

var comments = regexp.MustCompile(`--[^\n]*`)

// schemaOf returns the SQL of each table and index, without comments and white
// space, in which programs may differ.
func schemaOf(t *testing.T, db *sql.DB) map[string]string {
	t.Helper()
	rows, err := db.Query(`SELECT type || ' ' || name, coalesce(sql, '') FROM sqlite_master`)
	if err != nil {
		t.Fatal(err)
	}
	defer rows.Close()
	schema := map[string]string{}
	for rows.Next() {
		var name, text string
		if err := rows.Scan(&name, &text); err != nil {
			t.Fatal(err)
		}
		schema[name] = strings.Join(strings.Fields(comments.ReplaceAllString(text, " ")), " ")
	}
	if err := rows.Err(); err != nil {
		t.Fatal(err)
	}
	return schema
}
