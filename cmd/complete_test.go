package cmd

import (
	"bytes"
	"path/filepath"
	"strings"
	"testing"
)

func TestAShellIsToldWhatAFlagCanBe(t *testing.T) {
	t.Setenv("XDG_CONFIG_HOME", t.TempDir())
	settings := filepath.Join(t.TempDir(), "config.toml")
	put(t, settings, "[profiles.work]\nbase_url = \"https://mail.example\"\n")
	for _, c := range []struct {
		args []string
		want []string
	}{
		{[]string{"--theme", ""}, []string{"auto", "dark", "mono"}},
		{[]string{"api", "--config", settings, "--profile", ""}, []string{"local", "work"}},
		{[]string{"--profile", ""}, []string{"local"}},
		{[]string{"photo", "--style", ""}, []string{"blocks", "mosaics", "mono"}},
		{[]string{"login", "--provider", ""}, []string{"daybook", "microsoft"}},
	} {
		root := newRoot()
		var out bytes.Buffer
		root.SetOut(&out)
		root.SetErr(&bytes.Buffer{})
		root.SetArgs(append([]string{"__complete"}, c.args...))
		if err := root.ExecuteContext(t.Context()); err != nil {
			t.Fatal(err)
		}
		lines := strings.Split(out.String(), "\n")
		for _, want := range c.want {
			found := false
			for _, l := range lines {
				found = found || l == want
			}
			if !found {
				t.Errorf("%q: got %q, want %q among them", c.args, lines, want)
			}
		}
		if !strings.Contains(out.String(), ":4") { // no files
			t.Errorf("%q: got %q, want no names of files", c.args, out.String())
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
