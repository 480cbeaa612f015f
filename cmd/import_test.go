package cmd

import (
	"errors"
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

func TestAnImportThatCouldNotReadAFileFails(t *testing.T) {
	data, dir := t.TempDir(), t.TempDir()
	put(t, filepath.Join(dir, "a.eml"), "From: bo@contoso.example\nSubject: Tide\n\nHigh.\n")
	put(t, filepath.Join(dir, "b.eml"), "\x00\x01 no mail")
	out, err := run(t, data, "import", dir, "--as", "Ann <ann@contoso.example>")
	if err == nil || !strings.Contains(err.Error(), "1 could not be read") || !strings.Contains(out, "1 message came into") {
		t.Errorf("got %q, %v; want what came in, and a failure", out, err)
	}
}

func TestAnImportOfNothingMakesNoMailbox(t *testing.T) {
	data, dir := t.TempDir(), t.TempDir()
	put(t, filepath.Join(dir, "b.eml"), "\x00\x01 no mail")
	empty := t.TempDir()
	for _, from := range []string{dir, empty} {
		out, err := run(t, data, "import", from, "--as", "Ann <ann@contoso.example>")
		if err == nil || !strings.Contains(err.Error(), "nothing came in") {
			t.Errorf("got %q, %v; want that nothing came in", out, err)
		}
		if left, err := os.ReadDir(data); err != nil || len(left) != 0 {
			t.Errorf("%v, %v are left behind", left, err)
		}
	}
	put(t, filepath.Join(dir, "a.eml"), "From: bo@contoso.example\nSubject: Tide\n\nHigh.\n")
	if _, err := run(t, data, "import", filepath.Join(dir, "a.eml"), "--as", "Ann <ann@contoso.example>"); err != nil {
		t.Fatal(err)
	}
	if _, err := run(t, data, "import", empty); !errors.Is(err, errNothing) {
		t.Errorf("into a mailbox: %v", err)
	}
	if out, err := run(t, data, "import", filepath.Join(dir, "a.eml")); err != nil || !strings.Contains(out, "already") {
		t.Errorf("what was there: %q, %v", out, err)
	}
}

func TestAnImportTellsWhatTheFilesHaveTwiceFromWhatWasThere(t *testing.T) {
	data, dir := t.TempDir(), t.TempDir()
	const event = "BEGIN:VEVENT\nUID:tide\nDTSTART:20261120T090000Z\nDTEND:20261120T093000Z\nSUMMARY:Tide\nEND:VEVENT\n"
	for _, name := range []string{"a.ics", "b.ics", "c.ics"} {
		put(t, filepath.Join(dir, name), "BEGIN:VCALENDAR\n"+event+"END:VCALENDAR\n")
	}
	put(t, filepath.Join(dir, "a.eml"), "From: bo@contoso.example\nSubject: Tide\n\nHigh.\n")
	put(t, filepath.Join(dir, "b.eml"), "From: bo@contoso.example\nSubject: Tide\n\nHigh.\n")
	out, err := run(t, data, "import", dir, "--as", "Ann <ann@contoso.example>")
	if err != nil || !strings.Contains(out, "ann@contoso.example, 2 were the same again in the files") ||
		!strings.Contains(out, "ann@contoso.example, 1 was the same again in the files") || strings.Contains(out, "already") {
		t.Errorf("into a new mailbox: got %q, %v", out, err)
	}
	out, err = run(t, data, "import", dir, "--as", "Ann <ann@contoso.example>")
	if err != nil || !strings.Contains(out, "3 were there already") || !strings.Contains(out, "2 were there already") || strings.Contains(out, "again") {
		t.Errorf("the second time: got %q, %v", out, err)
	}
}

func TestAFolderWithoutANameHasNoLine(t *testing.T) {
	var out strings.Builder
	printFolders(&out, []ingest.FolderCount{{Imported: 1}, {Path: []string{"Work"}, Imported: 2}})
	if got := out.String(); strings.Count(got, "\n") != 1 || !strings.Contains(got, "Work") {
		t.Errorf("got %q, want the line of Work alone", got)
	}
}

func TestNothingIsImportedIntoTheSample(t *testing.T) {
	data, file := t.TempDir(), filepath.Join(t.TempDir(), "a.eml")
	put(t, file, "From: bo@contoso.example\nSubject: Tide\n\nHigh.\n")
	if out, err := run(t, data, "import", file, "--sample"); err == nil || !strings.Contains(err.Error(), "leave --sample out") {
		t.Errorf("got %q, %v", out, err)
	}
	if entries, _ := os.ReadDir(data); len(entries) > 0 {
		t.Errorf("made %v", entries)
	}
}
