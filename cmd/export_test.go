package cmd

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// run executes a command line in a data folder of its own and returns what it
// wrote.
func run(t *testing.T, data string, args ...string) (string, error) {
	t.Helper()
	return runWith(t, data, "", args...)
}

// runWith is run with a standard input.
func runWith(t *testing.T, data, in string, args ...string) (string, error) {
	t.Helper()
	root := newRoot()
	var out bytes.Buffer
	root.SetIn(strings.NewReader(in))
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(append([]string{"--data", data, "--now", "2026-11-19T09:00:00Z"}, args...))
	err := root.ExecuteContext(t.Context())
	return out.String(), err
}

func TestACalendarGoesInAndOut(t *testing.T) {
	data := t.TempDir()
	file := filepath.Join(t.TempDir(), "Harbour.ics")
	const text = "BEGIN:VCALENDAR\nBEGIN:VEVENT\nUID:tide@harbour.example\nDTSTART;TZID=Europe/London:20261120T090000\nDTEND;TZID=Europe/London:20261120T093000\nRRULE:FREQ=DAILY;COUNT=3\nSUMMARY:Tide\nEND:VEVENT\nEND:VCALENDAR\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"1 event came into the calendars of ann@contoso.example\n        1  Harbour", "1 was there already"} {
		out, err := run(t, data, "import", file, "--as", "Ann <ann@contoso.example>")
		if err != nil || !strings.Contains(out, want) {
			t.Fatalf("import: got %q, %v; want %q", out, err, want)
		}
	}
	out, err := run(t, data, "export", "--calendar", "harbour")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{"X-WR-CALNAME:Harbour", "SUMMARY:Tide", "RRULE:FREQ=DAILY", "COUNT=3", "TZID=Europe/London"} {
		if !strings.Contains(out, want) {
			t.Errorf("the export has no %s:\n%s", want, out)
		}
	}
	if _, err := run(t, data, "export", "--calendar", "Mars"); err == nil || !strings.Contains(err.Error(), "Harbour") {
		t.Errorf("an unknown calendar: got %v, want those there are", err)
	}
}

func TestContactsGoInAndOutTheSame(t *testing.T) {
	data, file := t.TempDir(), filepath.Join(t.TempDir(), "people.vcf")
	const text = "BEGIN:VCARD\nVERSION:4.0\nFN:Bo Birch\nUID:urn:uuid:b\nEMAIL:bo@contoso.example\nCATEGORIES:Climbers\nX-DAYBOOK-FOLDER:Friends;Rock\\; ice\n" +
		"PHOTO:data:image/gif;base64,R0lGODdhAQABAIAAAP///////ywAAAAAAQABAAACAkQBADs=\nEND:VCARD\n"
	if err := os.WriteFile(file, []byte(text), 0o600); err != nil {
		t.Fatal(err)
	}
	export := func(data, file string) string {
		out, err := run(t, data, "import", file, "--as", "Ann <ann@contoso.example>")
		if err != nil || !strings.Contains(out, "1 contact came into") {
			t.Fatalf("import: got %q, %v; want one contact", out, err)
		}
		if out, err = run(t, data, "export", "--contacts"); err != nil {
			t.Fatal(err)
		}
		return out
	}
	first := export(data, file)
	for _, want := range []string{"FN:Bo Birch", "UID:urn:uuid:b", "CATEGORIES:Climbers", `X-DAYBOOK-FOLDER:Friends;Rock\; ice`, "PHOTO:data:image/gif;base64,R0lGODdh"} {
		if !strings.Contains(first, want) {
			t.Errorf("the export has no %s:\n%s", want, first)
		}
	}
	copied := filepath.Join(t.TempDir(), "copy.vcf")
	if err := os.WriteFile(copied, []byte(first), 0o600); err != nil {
		t.Fatal(err)
	}
	if second := export(t.TempDir(), copied); second != first {
		t.Errorf("in and out again: got\n%s\nwant\n%s", second, first)
	}
	if out, err := run(t, data, "export", "--contacts", "friends/rock; ice"); err != nil || out != first {
		t.Errorf("the folder alone: got %v and\n%s\nwant\n%s", err, out, first)
	}
	if _, err := run(t, data, "export", "--contacts", "Mars"); err == nil || !strings.Contains(err.Error(), "Mars") {
		t.Errorf("an unknown folder: got %v, want its name", err)
	}
}
