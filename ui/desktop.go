package ui

import (
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

// desktop is the real world around the terminal; see views.Desktop.
type desktop struct {
	lookup  func(string) string // the environment
	command string              // of the editor, empty for the environment's
}

// NewDesktop gives views the editor, the browser and the file openers that
// the environment names. An editor that is not empty is the command that
// letters are written with, before the environment's.
func NewDesktop(getenv func(string) string, editor string) views.Desktop {
	return desktop{getenv, editor}
}

// Edit writes text to a private temporary folder, runs the editor on it with
// the terminal handed over, and reads it back. The folder is removed, also
// when the editor fails; then the text that was there is still given.
func (d desktop) Edit(name, text string, done func(string, error) tea.Msg) tea.Cmd {
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
		argv := append(d.editor(), path)
		cmd := exec.Command(argv[0], argv[1:]...)
		return tea.ExecProcess(cmd, func(runErr error) tea.Msg {
			defer os.RemoveAll(dir)
			edited, err := os.ReadFile(path)
			if err != nil {
				return done(text, fmt.Errorf("read the text back from the editor: %w", err))
			}
			if runErr != nil {
				runErr = fmt.Errorf("run %s: %w; set VISUAL or EDITOR to your editor", argv[0], runErr)
			}
			return done(string(edited), runErr)
		})()
	}
}

// editor is the command given, $VISUAL, $EDITOR or the first of the usual ones that is there,
// split at spaces so that it may carry options.
func (d desktop) editor() []string {
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

var errScheme = errors.New("only http, https and mailto links are opened")

// OpenURL refuses every scheme but http, https and mailto.
func (d desktop) OpenURL(address string, done func(error) tea.Msg) tea.Cmd {
	u, err := url.Parse(address)
	if err != nil || !slices.Contains([]string{"http", "https", "mailto"}, strings.ToLower(u.Scheme)) {
		return views.Send(done(errScheme))
	}
	return d.start(u.String(), done)
}

// OpenFile makes the path absolute, so that no name is taken for an option.
func (d desktop) OpenFile(path string, done func(error) tea.Msg) tea.Cmd {
	full, err := filepath.Abs(path)
	if err != nil {
		return views.Send(done(err))
	}
	return d.start(full, done)
}

// start runs the desktop's opener without a shell and does not wait for what
// it opens.
func (d desktop) start(target string, done func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		name := map[string]string{"darwin": "open", "windows": "explorer"}[runtime.GOOS]
		if name == "" {
			name = "xdg-open"
		}
		path, err := exec.LookPath(name)
		if err != nil {
			return done(fmt.Errorf("no %s here to open it with: %s", name, target))
		}
		cmd := exec.Command(path, target)
		if err := cmd.Start(); err != nil {
			return done(fmt.Errorf("open %s: %w", target, err))
		}
		go func() { _ = cmd.Wait() }()
		return done(nil)
	}
}

func (d desktop) Copy(text string) tea.Cmd { return tea.SetClipboard(text) }
