package ui

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
)

// aside gives the test a temporary folder of its own for what is opened, and
// a PATH with the opener that the script is; none when it is empty.
func aside(t *testing.T, script string) (temp string) {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the opener of this system is called otherwise")
	}
	temp = t.TempDir()
	bin := t.TempDir()
	if script != "" {
		if err := os.WriteFile(filepath.Join(bin, "xdg-open"), []byte("#!/bin/sh\n"+script), 0o700); err != nil {
			t.Fatal(err)
		}
	}
	t.Setenv("TMPDIR", temp)
	t.Setenv("PATH", bin)
	return temp
}

// opens opens a file and returns what done was told.
func opens(d *Desktop, name, content string) error {
	var told error
	d.OpenFile(name, []byte(content), func(err error) tea.Msg { told = err; return nil })()
	return told
}

// left lists the files below a folder.
func left(t *testing.T, dir string) (files []string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, e os.DirEntry, err error) error {
		if err == nil && !e.IsDir() {
			files = append(files, path)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return files
}

func TestWhatIsOpenedIsACopyThatGoesWithTheProgram(t *testing.T) {
	out := filepath.Join(t.TempDir(), "out")
	t.Setenv("SHOWN", out)
	t.Setenv("DAYBOOK_TOKEN", "canary")
	temp := aside(t, `read -r line < "$1"; echo "$1 $line token=$DAYBOOK_TOKEN" > "$SHOWN.new"; exec /bin/mv "$SHOWN.new" "$SHOWN"`)
	d := NewDesktop(os.Getenv, "")
	if err := opens(d, "../../Plan\u202e.txt", "the plan\n"); err != nil {
		t.Fatal(err)
	}
	var shown string
	for wait := time.Millisecond; shown == "" && wait < time.Minute; wait *= 2 {
		time.Sleep(wait)
		b, _ := os.ReadFile(out)
		shown = string(b)
	}
	if !strings.HasPrefix(shown, temp) || !strings.HasSuffix(shown, "/Plan.txt the plan token=\n") {
		t.Errorf("the opener was given %q", shown)
	}
	files := left(t, temp)
	if len(files) != 1 {
		t.Fatalf("got %q, want one copy", files)
	}
	for path := files[0]; path != temp; path = filepath.Dir(path) {
		if info, err := os.Stat(path); err != nil || info.Mode().Perm()&0o077 != 0 {
			t.Errorf("%s is open to others: %v, %v", path, info.Mode(), err)
		}
	}
	if err := d.Close(); err != nil || len(left(t, temp)) > 0 {
		t.Errorf("closed with %v, and there are %q", err, left(t, temp))
	}
}

func TestWhatNothingCanOpenLeavesNoCopy(t *testing.T) {
	temp := aside(t, "")
	d := NewDesktop(os.Getenv, "")
	if err := opens(d, "a.pdf", "a"); err == nil || !strings.Contains(err.Error(), "xdg-open") {
		t.Errorf("got %v, want words that name the opener", err)
	}
	if files := left(t, temp); len(files) > 0 {
		t.Errorf("it left %q", files)
	}
}

func TestTheEditorIsNotToldTheToken(t *testing.T) {
	d := NewDesktop(func(string) string { return "" }, "sh -c true")
	t.Setenv("DAYBOOK_TOKEN", "canary")
	if cmd := d.editorCommand("letter.txt"); strings.Contains(strings.Join(cmd.Env, "\n"), "canary") || len(cmd.Env) == 0 {
		t.Errorf("its environment is %q", cmd.Env)
	}
}

// An editor that ends so as to say no, as by :cq, is there: the words are not of
// how to name another.
func TestAnEditorThatGivesUpIsNotMissing(t *testing.T) {
	for command, want := range map[string]string{"false": "it ended with 1; what was written before is kept", "/nowhere/editor": "set VISUAL or EDITOR"} {
		cmd := NewDesktop(func(string) string { return "" }, command).editorCommand("letter.eml")
		if err := ended(cmd.Args[0], cmd.Run()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %q", command, err, want)
		}
	}
	if err := ended("vi", nil); err != nil {
		t.Errorf("one that ends well: %v", err)
	}
}

func TestAnOpenerThatHasNothingLeavesNoCopy(t *testing.T) {
	temp := aside(t, "exit 3")
	d := NewDesktop(os.Getenv, "")
	if err := opens(d, "a.pdf", "a"); err == nil || !strings.Contains(err.Error(), "xdg-open") {
		t.Errorf("got %v, want words that name the opener", err)
	}
	if entries, err := os.ReadDir(temp); err != nil || len(entries) > 0 {
		t.Errorf("it left %v, %v", entries, err)
	}
}

// TestWhatIsPipedIsInputAlone: nothing of it is an argument, a variable or a
// part of the line, and the command is told no secret.
func TestWhatIsPipedIsInputAlone(t *testing.T) {
	t.Setenv("DAYBOOK_TOKEN", "canary")
	d := NewDesktop(os.Getenv, "")
	defer d.Close()
	var got string
	var told error
	content := []byte("$(touch /nowhere) `x`; \x1b[31m\x00end")
	d.Pipe(`wc -c; echo "$#$DAYBOOK_TOKEN"; tty; exit 4`, content, func(printed []byte, err error) tea.Msg {
		got, told = strings.Join(strings.Fields(string(printed)), " "), err
		return nil
	})()
	if got != fmt.Sprint(len(content))+" 0 not a tty" || told == nil {
		t.Errorf("it printed %q, %v", got, told)
	}
}

func TestWhatIsPipedEndsWithTheProgram(t *testing.T) {
	d := NewDesktop(os.Getenv, "")
	ended := make(chan error)
	go d.Pipe("echo on; cat >/dev/null; sleep 1000 & wait", nil, func(_ []byte, err error) tea.Msg { ended <- err; return nil })()
	if err := d.Close(); err != nil {
		t.Fatal(err)
	}
	if err := <-ended; err == nil {
		t.Error("it ended well")
	}
}

func TestAPrinterThatIsMissingIsSaid(t *testing.T) {
	aside(t, "")
	var told error
	NewDesktop(os.Getenv, "").Print("x", func(err error) tea.Msg { told = err; return nil })()
	if told == nil || !strings.Contains(told.Error(), "no lpr and no lp") {
		t.Errorf("got %v", told)
	}
}

func TestThePagerIsTheEnvironments(t *testing.T) {
	env := map[string]string{"PAGER": "less -S"}
	d := NewDesktop(func(name string) string { return env[name] }, "")
	if argv, err := d.pager(); err != nil || strings.Join(argv, " ") != "less -S" {
		t.Errorf("got %q, %v", argv, err)
	}
	aside(t, "")
	delete(env, "PAGER")
	if _, err := d.pager(); err == nil || !strings.Contains(err.Error(), "set PAGER") {
		t.Errorf("got %v", err)
	}
}

func TestWithoutAnOpenerTheBrowserNamedShowsAnAddress(t *testing.T) {
	aside(t, "")
	shown := filepath.Join(t.TempDir(), "shown")
	browser := filepath.Join(t.TempDir(), "browser")
	if err := os.WriteFile(browser, []byte("#!/bin/sh\necho \"$@\" > "+shown), 0o700); err != nil {
		t.Fatal(err)
	}
	named := ""
	open := func(address string) (told error) {
		NewDesktop(func(string) string { return named }, "").OpenURL(address, func(err error) tea.Msg { told = err; return nil })()
		return told
	}
	if err := open("https://shop.example/"); err == nil {
		t.Error("without either it is opened")
	}
	named = browser + " --new"
	if err := open("https://shop.example/?a=1"); err != nil {
		t.Error(err)
	}
	if got, err := os.ReadFile(shown); err != nil || strings.TrimSpace(string(got)) != "--new https://shop.example/?a=1" {
		t.Errorf("the browser was given %q, %v", got, err)
	}
}
