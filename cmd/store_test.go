package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"daybook/mailbox"
	"daybook/service/store/pgtest"
)

// A mailbox in a database is used as one in a folder.
func TestAMailboxInADatabase(t *testing.T) {
	at := strings.ReplaceAll(pgtest.Database(t), "_", "%5F") // steps makes a blank of it
	data, letters := t.TempDir(), filepath.Join(t.TempDir(), "letters.mbox")
	err := os.WriteFile(letters, []byte("From x Tue Mar  3 10:00:00 2026\nFrom: bo@contoso.example\nTo: ann@contoso.example\nSubject: Plans of spring\n"+
		"Message-ID: <1@x>\nDate: Tue, 3 Mar 2026 10:00:00 +0000\n\nÉté comes after.\n"), 0o600)
	if err != nil {
		t.Fatal(err)
	}
	steps(t, data, []step{
		{args: "migrate --store " + at, says: "is up to date"},
		{args: "migrate --store " + at, says: "is up to date"},
		{args: "token --store " + at, fails: "no mailbox here yet"},
		{args: "import --store " + at + " --as Ann_<ann@contoso.example> " + letters, says: "1"},
		{args: "user add bo@contoso.example --store " + at},
		{args: "user list --store " + at, says: "bo@contoso.example"},
		{args: "user password --store " + at, in: "correct horse battery\n"},
		{args: "api GET /v1.0/me/messages?$search=%22ete%22&$select=subject --store " + at, says: "Plans of spring"},
		{args: "token --store " + at, says: "\n"},
		{args: "migrate", fails: "name the database with --store"},
		{args: "check --store " + at, fails: "pg_dump"},
		{args: "backup x.db --store " + at, fails: "pg_dump"},
		{args: "user list --sample --store " + at, fails: "leave out --sample"},
		{args: "user list --store mysql://x", fails: "looks like postgres://"},
		{args: "user list --store postgres://ann:hunter2@127.0.0.1:1/x", fails: "~/.pgpass"},
		{args: "user list --store postgres://ann@127.0.0.1:1/x?sslmode=disable", fails: "does not answer"},
	})
	if entries, err := os.ReadDir(filepath.Join(data, "mailbox")); err == nil {
		t.Errorf("there is a mailbox in the folder too: %v", entries)
	}
}

func TestTheEnvironmentAndAProfileNameADatabase(t *testing.T) {
	t.Setenv("DAYBOOK_STORE", "postgres://ann:hunter2@db.example/mail")
	l, _, err := common{}.location()
	if err != nil || l.Server() != "postgres://ann:hunter2@db.example/mail" || strings.Contains(l.Where()+l.Documents(), "hunter2") {
		t.Errorf("it is at %q, in words %q (%v)", l.Server(), l.Where(), err)
	}
	if l, _, err := (common{sample: true}).location(); err != nil || l.Server() != "" {
		t.Errorf("the sample is in %q (%v)", l.Server(), err)
	}
	path := filepath.Join(t.TempDir(), "config.toml")
	write := func(text string) {
		t.Helper()
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	write("[profiles.team]\nstore = \"postgres://daybook@db.example/team\"\n")
	l, _, err = common{config: path, profile: "team"}.location()
	if err != nil || l.Server() != "postgres://daybook@db.example/team" || l.Profile.Remote() {
		t.Errorf("the profile is at %q (%v)", l.Server(), err)
	}
	if own := (mailbox.Location{Data: l.Data}); own.Documents() == l.Documents() {
		t.Errorf("its documents are those of the data folder: %s", l.Documents())
	}
	write("[profiles.team]\nstore = \"postgres://daybook:hunter2@db.example/team\"\n")
	if _, _, err = (common{config: path, profile: "team"}).location(); err == nil || !strings.Contains(err.Error(), "~/.pgpass") || strings.Contains(err.Error(), "hunter2") {
		t.Errorf("a password in the file: %v", err)
	}
}
