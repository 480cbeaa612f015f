package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestANewMailboxHasTheZoneOfTheMachine(t *testing.T) {
	data, file := t.TempDir(), filepath.Join(t.TempDir(), "a.eml")
	if err := os.WriteFile(file, []byte("From: bo@contoso.example\nSubject: Tide\n\nHigh.\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	zone := func() string {
		out, err := run(t, data, "api", "GET", "/me/mailboxSettings/timeZone")
		if err != nil {
			t.Fatal(err)
		}
		return out
	}
	for _, c := range []struct{ machine, want string }{{"Europe/London", "Europe/London"}, {"Asia/Tokyo", "Europe/London"}} {
		t.Setenv("TZ", c.machine)
		if out, err := run(t, data, "import", file, "--as", "Ann <ann@contoso.example>"); err != nil {
			t.Fatal(out, err)
		}
		if got := zone(); !strings.Contains(got, c.want) {
			t.Errorf("after an import in %s the zone is %s, want %s", c.machine, got, c.want)
		}
	}
}
