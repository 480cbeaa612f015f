package cmd

import (
	"bytes"
	"context"
	"database/sql"
	"errors"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"

	"daybook/app"
	"daybook/service"
	"daybook/service/store"
)

// badEnvironment is something wrong with the machine, or with how the program is
// started.
type badEnvironment struct {
	name  string
	flags common
	make  func(t *testing.T, data string) // puts it into the data folder
	env   map[string]string
	// opens: the mailbox opens all the same; else the program and "daybook api"
	// fail.
	opens bool
	lines bool // the failure is a list
	need  string
}

// badEnvironments are the bad ones. Aside is a folder for what they need.
func badEnvironments(t *testing.T, aside string) []badEnvironment {
	file := filepath.Join(aside, "file")
	put(t, file, "just a file")
	wrong := filepath.Join(aside, "wrong.toml")
	put(t, wrong, "theme = 7\n[profiles.x]\ntoken_file = \"x\"\n")
	home := func(value string) map[string]string {
		return map[string]string{"HOME": value, "XDG_CONFIG_HOME": "", "XDG_DATA_HOME": ""}
	}
	replaced := func(parts ...string) func(*testing.T, string) {
		return func(t *testing.T, data string) {
			path := filepath.Join(append([]string{data}, parts...)...)
			if err := os.RemoveAll(path); err != nil {
				t.Fatal(err)
			}
			put(t, path, "no folder, and no database either: "+strings.Repeat("x", 9000))
		}
	}
	folder := func(parts ...string) func(*testing.T, string) {
		return func(t *testing.T, data string) {
			path := filepath.Join(append([]string{data}, parts...)...)
			if err := errors.Join(os.RemoveAll(path), os.MkdirAll(filepath.Join(path, "x"), 0o700)); err != nil {
				t.Fatal(err)
			}
		}
	}
	list := []badEnvironment{
		{name: "a user that is not there", flags: common{user: "nobody@x"}, need: "there are ann@contoso.example"},
		{name: "a data folder that is a file", flags: common{data: file}, need: "--data"},
		{name: "a data folder below a file", flags: common{data: filepath.Join(file, "below")}, need: "--data"},
		{name: "a mailbox that is a file", make: replaced("mailbox")},
		{name: "a mailbox without an owner", make: func(t *testing.T, data string) { replace(t, data, false) }, need: "daybook import"},
		{name: "a database that is none", make: replaced("mailbox", "daybook.db"), need: "damaged"},
		{name: "a database that is a folder", make: folder("mailbox", "daybook.db")},
		{name: "a database cut short", make: func(t *testing.T, data string) {
			if err := os.Truncate(filepath.Join(data, "mailbox", "daybook.db"), 5000); err != nil {
				t.Fatal(err)
			}
		}, need: "damaged"},
		{name: "a database of a newer program", make: func(t *testing.T, data string) {
			execSQL(t, data, `INSERT INTO migrations (name) VALUES ('migrations/999_future.sql')`)
		}},
		{name: "a state folder that is a file", make: replaced("state"), opens: true},
		{name: "a log that is a folder", make: folder("log"), opens: true},
		{name: "tokens that are a file", make: replaced("signin"), opens: true},
		{name: "a configuration that is a folder", flags: common{config: aside}, need: "folder"},
		{name: "a configuration that is not there", flags: common{config: filepath.Join(aside, "none.toml")}, need: "config init"},
		{name: "a configuration that is no text", flags: common{config: file}, lines: true},
		{name: "a configuration with mistakes", flags: common{config: wrong}, lines: true},
		{name: "a profile that is not there", flags: common{profile: "nix"}, need: "no such profile"},
		{name: "a theme that is not there", flags: common{theme: "nix"}, opens: true},
		{name: "a time that is none", flags: common{now: "yesterday"}, need: "2026-10-22T09:50:00Z"},
		{name: "a zone that is none", env: map[string]string{"TZ": "Nowhere/Land"}, opens: true},
		{name: "no home", env: home(""), need: "HOME"},
		{name: "a home that is a file", env: home(file)},
		{name: "a home that is no path", env: home("~"), need: "HOME"},
		{name: "a token that is none", env: map[string]string{"DAYBOOK_TOKEN": "\x1b[31m"}, opens: true},
		{name: "a terminal that is none", env: map[string]string{"TERM": "", "COLORTERM": "\x1b"}, opens: true},
	}
	if os.Getuid() != 0 { // nothing is closed to root
		closed := filepath.Join(aside, "closed")
		if err := os.Mkdir(closed, 0o500); err != nil {
			t.Fatal(err)
		}
		list = append(list, badEnvironment{name: "a data folder that cannot be written", flags: common{data: closed}, need: "--data"},
			badEnvironment{name: "a folder above that cannot be written", flags: common{data: filepath.Join(closed, "below")}, need: "--data"})
	}
	return list
}

func put(t *testing.T, path, content string) {
	t.Helper()
	if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
		t.Fatal(err)
	}
}

// replace makes the mailbox of a data folder: of Ann, or of nobody.
func replace(t *testing.T, data string, owned bool) {
	t.Helper()
	dir := filepath.Join(data, "mailbox")
	err := os.RemoveAll(dir)
	if err == nil {
		var s *service.Service
		if s, err = service.Open(dir, service.Options{}); err == nil {
			if owned {
				_, err = s.Store().AddMailbox(t.Context(), store.Mailbox{Kind: store.KindUser, PrincipalName: "ann@contoso.example", DisplayName: "Ann"})
			}
			err = errors.Join(err, s.Close())
		}
	}
	if err != nil {
		t.Fatal(err)
	}
}

func execSQL(t *testing.T, data, statement string) {
	t.Helper()
	db, err := sql.Open("sqlite", filepath.Join(data, "mailbox", "daybook.db"))
	if err == nil {
		_, err = db.Exec(statement)
		err = errors.Join(err, db.Close())
	}
	if err != nil {
		t.Fatal(err)
	}
}

// argumentsOf are arguments that a command takes, by what its usage calls
// them; a command that has none yet gets "x" for each.
func argumentsOf(c *cobra.Command, letter string) []string {
	given := map[string]string{"METHOD": "GET", "PATH": "/me", "PATH...": letter, "FILE|ADDRESS": "bo@contoso.example"}
	words := append(strings.Fields(c.Use)[1:], "x", "x", "x", "x")
	for n := range len(words) {
		var args []string
		for _, w := range words[:n] {
			if known, ok := given[w]; ok {
				w = known
			} else {
				w = "x"
			}
			args = append(args, w)
		}
		if c.ValidateArgs(args) == nil {
			return args
		}
	}
	return nil
}

// leaves are all commands below one that do something.
func leaves(c *cobra.Command) []*cobra.Command {
	var list []*cobra.Command
	if c.Runnable() {
		list = append(list, c)
	}
	for _, below := range c.Commands() {
		list = append(list, leaves(below)...)
	}
	return list
}

// given are the flags as they are typed.
func (c common) given() []string {
	var args []string
	for flag, value := range map[string]string{"data": c.data, "now": c.now, "theme": c.theme, "config": c.config, "profile": c.profile, "user": c.user} {
		if value != "" {
			args = append(args, "--"+flag, value)
		}
	}
	return args
}

// tripwire ends a command that would go on for ever once it has printed.
type tripwire struct {
	bytes.Buffer
	end func()
}

func (w *tripwire) Write(p []byte) (int, error) {
	defer w.end()
	return w.Buffer.Write(p)
}

// unseemly is what no person can do anything with.
var unseemly = regexp.MustCompile(`goroutine|runtime error|nil pointer|SIGSEGV|%!|0x[0-9a-f]{4}|<nil>|\.go:\d`)

// checkSentence holds a failure to a sentence.
func checkSentence(t *testing.T, says string, s badEnvironment) {
	t.Helper()
	if unseemly.MatchString(says) || !s.lines && strings.Contains(says, "\n") || len(says) < 20 || !s.lines && len(says) > 700 ||
		!s.lines && !strings.HasSuffix(says, ".") || strings.ContainsRune(says, '\x1b') {
		t.Errorf("it is no sentence that helps: %q", says)
	}
}

// TestEveryFailureToStartIsASentence runs every command there is in all bad
// environments, and the program besides.
func TestEveryFailureToStartIsASentence(t *testing.T) {
	aside := t.TempDir()
	letter := filepath.Join(aside, "letter.eml")
	put(t, letter, "From: bo@contoso.example\nSubject: s\n\ntext\n")
	whole := t.TempDir()
	replace(t, whole, true)
	t.Chdir(t.TempDir()) // what a command writes under the name "x"
	for _, s := range badEnvironments(t, aside) {
		t.Run(s.name, func(t *testing.T) {
			t.Setenv("XDG_CONFIG_HOME", t.TempDir())
			t.Setenv("DAYBOOK_PROFILE", "")
			t.Setenv("DAYBOOK_CONFIG", "")
			home := t.TempDir()
			t.Setenv("XDG_DATA_HOME", home)
			for name, value := range s.env {
				t.Setenv(name, value)
			}
			if err := os.CopyFS(filepath.Join(home, "daybook"), os.DirFS(whole)); err != nil {
				t.Fatal(err)
			}
			if s.make != nil {
				s.make(t, filepath.Join(home, "daybook"))
			}
			commands := leaves(newRoot())
			if len(commands) < 15 {
				t.Fatalf("found %d commands", len(commands))
			}
			t.Run("program", s.tryProgram) // before what would mend it
			for _, c := range commands {
				args := append(strings.Fields(c.CommandPath())[1:], argumentsOf(c, letter)...)
				if c.Name() == "serve" {
					args = append(args, "--listen", "127.0.0.1:0")
				}
				t.Run(strings.Join(strings.Fields(c.CommandPath()), "-"), func(t *testing.T) { s.try(t, args) })
			}
		})
	}
}

// try runs a command line.
func (s badEnvironment) try(t *testing.T, args []string) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out := &tripwire{end: func() {}}
	command := strings.Join(args[:min(1, len(args))], "")
	if command == "serve" {
		out.end = cancel
	}
	var complaints bytes.Buffer
	root := newRoot()
	root.SetIn(strings.NewReader("x\n"))
	root.SetOut(out)
	root.SetErr(&complaints)
	root.SetArgs(append(append([]string{}, args...), s.flags.given()...))
	code := execute(ctx, root)
	says := strings.TrimSuffix(complaints.String(), "\n")
	if code != 0 && code != 1 || strings.Contains(says, "panic") || strings.Contains(says, "mistake of the program") {
		t.Errorf("ended with %d: %q", code, says)
	}
	if code != 0 && command != "serve" { // which has said more before
		if !strings.HasPrefix(says, "daybook: ") {
			t.Errorf("it says %q", says)
		}
		checkSentence(t, says, s)
	}
	if command == "api" && !s.opens {
		if code == 0 || !strings.Contains(says, s.need) {
			t.Errorf("ended with %d and %q; want a failure that says %q", code, says, s.need)
		}
	}
	if len(args) == 0 && code == 0 {
		t.Error("the program has run without a terminal")
	}
}

// tryProgram starts the program as on a terminal.
func (s badEnvironment) tryProgram(t *testing.T) {
	o, err := s.flags.options(t.Context(), colorprofile.NoTTY)
	if err == nil {
		err = app.Run(t.Context(), o, func(*app.App) error { return nil })
	}
	if err != nil {
		checkSentence(t, sentence(err), s)
	}
	if !s.opens && (err == nil || !strings.Contains(sentence(err), s.need)) {
		t.Errorf("got %v; want a failure that says %q", err, s.need)
	}
}

// TestAMistakeOfACommandIsASentenceAndAReport has a command trip.
func TestAMistakeOfACommandIsASentenceAndAReport(t *testing.T) {
	data := t.TempDir()
	root := newRoot()
	root.AddCommand(&cobra.Command{Use: "trip", RunE: func(*cobra.Command, []string) error { panic("a letter to Bo") }})
	var complaints bytes.Buffer
	root.SetOut(io.Discard)
	root.SetErr(&complaints)
	root.SetArgs([]string{"trip", "--data", data})
	if code := execute(t.Context(), root); code != 1 {
		t.Errorf("ended with %d, want 1", code)
	}
	reports, err := filepath.Glob(filepath.Join(data, "crash-*.txt"))
	if err != nil || len(reports) != 1 || !strings.Contains(complaints.String(), reports[0]) {
		t.Fatalf("reports %v, %v; it says %q", reports, err, complaints.String())
	}
	b, err := os.ReadFile(reports[0])
	if err != nil || !strings.Contains(string(b), "environment_test.go") {
		t.Errorf("the report does not say where: %q, %v", b, err)
	}
	if all := complaints.String() + string(b); strings.Contains(all, "letter to Bo") || strings.Count(complaints.String(), "\n") != 1 {
		t.Errorf("it says %q", all)
	}
}
