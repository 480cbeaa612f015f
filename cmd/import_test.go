package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"daybook/service/ingest"
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

func TestTheBarOfAnImportIsASCIIWhereThatIsWanted(t *testing.T) {
	for _, ascii := range []bool{true, false} {
		var shown strings.Builder
		bar, err := newProgressLine(&shown, ascii)
		if err != nil {
			t.Fatal(err)
		}
		bar.live = true
		bar.show(ingest.Progress{Bytes: 1, TotalBytes: 3, Imported: 1})
		beyond := strings.IndexFunc(shown.String(), func(r rune) bool { return r > 0x7f }) >= 0
		if beyond == ascii || !strings.Contains(shown.String(), " 33%  1 message") || strings.Contains(shown.String(), "messages") {
			t.Errorf("ASCII %v: %q", ascii, shown.String())
		}
	}
}
