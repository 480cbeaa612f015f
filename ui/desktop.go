package ui

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/child"
	"daybook/views"
	"daybook/views/download"
)

// Desktop is the real world around the terminal; see views.Desktop. Close it
// when the program ends.
type Desktop struct {
	lookup  func(string) string // the environment
	command string              // of the editor, empty for the environment's
	running context.Context     // ends with the program, and what it runs beside with it
	stop    context.CancelFunc

	mu     sync.Mutex
	opened string // the folder of the files that were opened, empty while there is none
}

// NewDesktop gives views the editor, the browser and the file openers that
// the environment names. An editor that is not empty is the command that
// letters are written with, before the environment's.
func NewDesktop(getenv func(string) string, editor string) *Desktop {
	d := &Desktop{lookup: getenv, command: editor}
	d.running, d.stop = context.WithCancel(context.Background())
	return d
}

// Close removes the files that were opened, which were copies, and ends the
// commands that something was piped to.
func (d *Desktop) Close() error {
	d.stop()
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.opened == "" {
		return nil
	}
	err := os.RemoveAll(d.opened)
	d.opened = ""
	return err
}

// Edit writes text to a private temporary folder, runs the editor on it with
// the terminal handed over, and reads it back. The folder is removed, also
// when the editor fails; then the text that was there is still given.
func (d *Desktop) Edit(name, text string, done func(string, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		dir, err := os.MkdirTemp("", "daybook-edit-")
		if err != nil {
			return done(text, fmt.Errorf("make room for the editor: %w", err))
		}
		path := filepath.Join(dir, filepath.Base(name))
		if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
			os.RemoveAll(dir)
			return done(text, fmt.Errorf("hand the text to the editor: %w", err))
		}
		cmd := d.editorCommand(path)
		return tea.ExecProcess(cmd, func(runErr error) tea.Msg {
			defer os.RemoveAll(dir)
			edited, err := os.ReadFile(path)
			if err != nil {
				return done(text, fmt.Errorf("read the text back from the editor: %w", err))
			}
			return done(string(edited), ended(cmd.Args[0], runErr))
		})()
	}
}

// ended says why an editor did not end well, nil where it did: one that is there
// may have been told to give up.
func ended(editor string, err error) error {
	var gaveUp *exec.ExitError
	switch {
	case errors.As(err, &gaveUp):
		return fmt.Errorf("it ended with %d; what was written before is kept", gaveUp.ExitCode())
	case err != nil:
		return fmt.Errorf("run %s: %w; set VISUAL or EDITOR to your editor", editor, err)
	}
	return nil
}

// editorCommand is the editor on a file.
func (d *Desktop) editorCommand(path string) *exec.Cmd {
	argv := append(d.editor(), path)
	return child.Command(context.Background(), argv[0], argv[1:]...)
}

// editor is the command given, $VISUAL, $EDITOR or the first of the usual ones that is there,
// split at spaces so that it may carry options.
func (d *Desktop) editor() []string {
	for _, command := range []string{d.command, d.lookup("VISUAL"), d.lookup("EDITOR")} {
		if argv := strings.Fields(command); len(argv) > 0 {
			return argv
		}
	}
	for _, name := range []string{"sensible-editor", "nano", "vim", "vi"} {
		if path, err := exec.LookPath(name); err == nil {
			return []string{path}
		}
	}
	return []string{"vi"}
}

// OpenURL implements views.Desktop.
func (d *Desktop) OpenURL(address string, done func(error) tea.Msg) tea.Cmd {
	u, err := url.Parse(address)
	if err != nil || !slices.Contains([]string{"http", "https", "mailto"}, strings.ToLower(u.Scheme)) {
		return views.Send(done(views.ErrAddress))
	}
	return func() tea.Msg {
		err := open(u.String())
		if browser := strings.Fields(d.lookup("BROWSER")); err != nil && len(browser) > 0 { // which xdg-open looks at too, where it is there
			err = launch(browser[0], append(browser[1:], u.String())...)
		}
		return done(err)
	}
}

// OpenFile puts a copy into a folder of the program's own, which others
// cannot read. Where nothing can show it, it does not stay there.
func (d *Desktop) OpenFile(name string, content []byte, done func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		path, err := d.copyOf(name, content)
		if err != nil {
			return done(fmt.Errorf("make a copy of it: %w", err))
		}
		if err := open(path); err != nil {
			return done(errors.Join(err, d.discard(path)))
		}
		return done(nil)
	}
}

// discard removes a copy that nothing shows, and the folder of all copies when
// there is no other.
func (d *Desktop) discard(path string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	err := os.RemoveAll(filepath.Dir(path))
	if os.Remove(d.opened) == nil { // it fails when there are others
		d.opened = ""
	}
	return err
}

// copyOf writes a file to be opened, in a folder of its own so that it has its
// own name.
func (d *Desktop) copyOf(name string, content []byte) (string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.opened == "" {
		dir, err := os.MkdirTemp("", "daybook-open-")
		if err != nil {
			return "", err
		}
		d.opened = dir
	}
	dir, err := os.MkdirTemp(d.opened, "")
	if err != nil {
		return "", err
	}
	path, err := download.Save(dir, name, content)
	if err != nil {
		return "", errors.Join(err, os.RemoveAll(dir))
	}
	return path, nil
}

// opener is the desktop's program that opens files and addresses.
func opener() (path string, err error) {
	name := map[string]string{"darwin": "open", "windows": "explorer"}[runtime.GOOS]
	if name == "" {
		name = "xdg-open"
	}
	if path, err = exec.LookPath(name); err != nil {
		return "", fmt.Errorf("there is no %s on this machine to open it with", name)
	}
	return path, nil
}

// refusalTime is how long an opener is watched: one that has nothing to show a
// file with says so at once, one that shows it itself stays.
const refusalTime = 700 * time.Millisecond

// open has the desktop's opener show an address or an absolute path.
func open(target string) error {
	path, err := opener()
	if err != nil {
		return err
	}
	return launch(path, target)
}

// launch starts an opener without a shell, and does not wait for what it opens.
func launch(program string, arguments ...string) error {
	name := filepath.Base(program)
	cmd := child.Command(context.Background(), program, arguments...)
	if err := cmd.Start(); err != nil {
		return fmt.Errorf("run %s: %w", name, err)
	}
	ended := make(chan error, 1)
	go func() { ended <- cmd.Wait() }()
	select {
	case err := <-ended:
		if err != nil && runtime.GOOS != "windows" { // explorer's is 1 always
			return fmt.Errorf("%s has nothing to open it with (%w)", name, err)
		}
	case <-time.After(refusalTime):
	}
	return nil
}

// Pipe runs the line in the shell. It ends with the program.
func (d *Desktop) Pipe(line string, content []byte, done func([]byte, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		printed, err := child.Feed(child.Shell(d.running, line), content)
		return done(printed, err)
	}
}

// Page hands the terminal to $PAGER. The text is its input, so that it is in no
// file and no argument.
func (d *Desktop) Page(text string, done func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		argv, err := d.pager()
		if err != nil {
			return done(err)
		}
		cmd := child.Command(context.Background(), argv[0], argv[1:]...)
		cmd.Stdin = strings.NewReader(text)
		return tea.ExecProcess(cmd, func(err error) tea.Msg {
			if err != nil {
				err = fmt.Errorf("run %s: %w; set PAGER to your pager", argv[0], err)
			}
			return done(err)
		})()
	}
}

// pager is $PAGER, split at spaces, or the first of the usual ones that is
// there.
func (d *Desktop) pager() ([]string, error) {
	if argv := strings.Fields(d.lookup("PAGER")); len(argv) > 0 {
		return argv, nil
	}
	path, err := firstOf("less", "more")
	if err != nil {
		return nil, fmt.Errorf("%w to page with; set PAGER to your pager", err)
	}
	return []string{path}, nil
}

// firstOf is the path of the first program that is there.
func firstOf(names ...string) (string, error) {
	for _, name := range names {
		if path, err := exec.LookPath(name); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("there is no %s on this machine", strings.Join(names, " and no "))
}

// Print gives the text to lpr or lp.
func (d *Desktop) Print(text string, done func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		path, err := firstOf("lpr", "lp")
		if err != nil {
			return done(fmt.Errorf("%w to print with", err))
		}
		printed, err := child.Feed(child.Command(d.running, path), []byte(text))
		if says, _, _ := strings.Cut(strings.TrimSpace(string(printed)), "\n"); err != nil && says != "" {
			err = errors.New(says)
		}
		return done(err)
	}
}

func (d *Desktop) Copy(text string) tea.Cmd { return tea.SetClipboard(text) }
