package cmd

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// configured runs a command line with a configuration of its own; FILE and
// DATA stand in what is returned for where things are.
func configured(t *testing.T, content string, args ...string) (string, error) {
	t.Helper()
	dir := t.TempDir()
	path := filepath.Join(dir, "config.toml")
	if content != "" {
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for name, value := range map[string]string{
		"HOME": "/home/ann", "XDG_CONFIG_HOME": dir, "XDG_DATA_HOME": dir, "XDG_DOWNLOAD_DIR": "", "DAYBOOK_CONFIG": path,
		"DAYBOOK_PROFILE": "", "DAYBOOK_TOKEN": "", "VISUAL": "", "EDITOR": "ed",
	} {
		t.Setenv(name, value)
	}
	if content == "" {
		t.Setenv("DAYBOOK_CONFIG", "")
	}
	root := newRoot()
	var out strings.Builder
	root.SetOut(&out)
	root.SetErr(&out)
	root.SetArgs(args)
	err := root.ExecuteContext(t.Context())
	return strings.NewReplacer(path, "FILE", dir, "DIR").Replace(out.String()), err
}

const twoProfiles = `profile = "work"
theme = "light"
undo_send = "12s"

[keys]
"inbox.archive" = ["e", "ctrl+e"]

[profiles.work]
base_url = "https://mail.example.com/office"
account = "ann@contoso.example"
theme = "dark"
token_command = ["pass", "daybook"]

[profiles.home]
data = "mail"
user = "ann@home.example"
`

func TestConfigShowsEveryValueAndWhereItCameFrom(t *testing.T) {
	got, err := configured(t, twoProfiles, "config", "--ascii")
	if err != nil {
		t.Fatal(err)
	}
	const want = `FILE, profile work

theme               dark       FILE:11 in [profiles.work]
ascii               true       --ascii
pictures            auto       default
keys.preset         daybook    default
signature           -          default
editor              ed         $EDITOR
undo_send           12s        FILE:3
after_action        next       default
list_lines          two        default
time_zone           -          mailbox
second_time_zone    -          default
working_hours       -          mailbox
week_start          monday     default
downloads           /home/ann  default
refresh             20s        default
mark_read           1.5s       default
keys.inbox.archive  e  ctrl+e  FILE:6
`
	if got != want {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
}

func TestConfigAsJSONNamesSources(t *testing.T) {
	got, err := configured(t, twoProfiles, "config", "--json", "--profile", "home")
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`"profile": "home"`, "\"key\": \"theme\",\n      \"value\": \"light\",\n      \"from\": \"file\",\n      \"name\": \"FILE\",\n      \"line\": 2"} {
		if !strings.Contains(got, want) {
			t.Errorf("not there: %s\n%s", want, got)
		}
	}
}

func TestConfigCheckNamesEveryMistake(t *testing.T) {
	_, err := configured(t, "theme = \"solarised\"\n[keys]\n\"inbox.archve\" = \"e\"\n", "config", "check")
	if err == nil || !strings.Contains(err.Error(), `config.toml:1:9: theme: there is no theme "solarised"`) ||
		!strings.Contains(err.Error(), "config.toml:3:1: inbox.archve: there is no such action; did you mean inbox.archive?") {
		t.Errorf("got %v", err)
	}
	if out, err := configured(t, twoProfiles, "config", "check"); err != nil || out != "FILE: no mistakes\n" {
		t.Errorf("got %q, %v", out, err)
	}
}

func TestConfigInitWritesAFileOnce(t *testing.T) {
	out, err := configured(t, "", "config", "init")
	if err != nil || out != "DIR/daybook/config.toml\n" {
		t.Errorf("got %q, %v", out, err)
	}
	if _, err := configured(t, twoProfiles, "config", "init"); err == nil {
		t.Error("a file that is there: got no error")
	}
}

func TestANamedFileHasToBeThere(t *testing.T) {
	_, err := configured(t, "", "config", "--config", "/nowhere/config.toml")
	if err == nil || !strings.Contains(err.Error(), "daybook config init") {
		t.Errorf("got %v", err)
	}
}

func TestProfilesAreListed(t *testing.T) {
	got, err := configured(t, twoProfiles, "profiles")
	if err != nil {
		t.Fatal(err)
	}
	want := []string{"local DIR/daybook - on this machine", "* work mail.example.com/office ann@contoso.example token from a command", "home DIR/mail ann@home.example on this machine"}
	for i, line := range strings.Split(strings.TrimSpace(got), "\n") {
		if line = strings.Join(strings.Fields(line), " "); i >= len(want) || line != want[i] {
			t.Errorf("line %d: got %q, want of %q", i, line, want)
		}
	}
}

func TestACommandThatNeedsTheServiceRefusesAProfileElsewhere(t *testing.T) {
	_, err := configured(t, twoProfiles, "export", "--calendar", "Calendar")
	if err == nil || !strings.Contains(err.Error(), "profile work is at mail.example.com/office") || !strings.Contains(err.Error(), "--profile local") {
		t.Errorf("got %v", err)
	}
	_, err = configured(t, twoProfiles, "api", "GET", "/me", "--profile", "wrok")
	if err == nil || !strings.Contains(err.Error(), "did you mean work?") {
		t.Errorf("got %v", err)
	}
}

func TestConfigCheckNamesKeysOfNoUse(t *testing.T) {
	got, err := configured(t, "[keys]\n\"inbox.archive\" = [\"K\", \"ctrl+i\"]\n\"inbox.delete\" = \"K\"\n"+
		"\"global.undo\" = \"K\"\n\"inbox.full-screen\" = \";\"\n\"inbox.fold-folder\" = \";\"\n", "config", "check")
	want := `FILE:2:25: inbox.archive: "ctrl+i" arrives as "tab", except from terminals with the keyboard protocol of kitty
FILE:3:18: inbox.delete: "K" is a key of inbox.archive too, at 2:20: it can do only one of the two
FILE:4:17: global.undo: "K" is a key of inbox.archive too, at 2:20: it can do only one of the two
FILE:4:17: global.undo: "K" is a key of inbox.delete too, at 3:18: it can do only one of the two
FILE: no mistakes beside what is named above
`
	if err != nil || got != want {
		t.Errorf("got %v\n%s\nwant\n%s", err, got, want)
	}
	file := "[keys]\n\"inbox.archive\" = \"shift+e\"\n"
	if got, err := configured(t, file, "config", "check"); err == nil || !strings.Contains(err.Error(), `:2:19: inbox.archive: "shift+e" is never sent: write "E"`) {
		t.Errorf("got %q, %v; want a mistake", got, err)
	}
	all := file + "theme.x = 1\n[profiles.work]\ndata = \"a\"\n[profiles.work]\n[profiles.club]\n[profiles.club]\n[keys]\n"
	_, err = configured(t, all, "config", "check")
	for _, want := range []string{":2:19: ", ":3:", ":6:", ":8:", ":9:"} {
		if err == nil || strings.Count(err.Error(), want) != 1 {
			t.Errorf("got %v; want one mistake at %s", err, want)
		}
	}
	if got, err := configured(t, file, "config"); err != nil {
		t.Errorf("got %q, %v; want that the file is used", got, err)
	}
}
