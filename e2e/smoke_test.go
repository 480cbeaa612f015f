package e2e

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"
)

// terminal is a real terminal multiplexer with a shell in it.
type terminal struct {
	t      *testing.T
	socket string
}

func openTerminal(t *testing.T, width, height int) *terminal {
	t.Helper()
	if _, err := exec.LookPath("tmux"); err != nil {
		t.Skip("tmux is not here")
	}
	term := &terminal{t, filepath.Join(t.TempDir(), "tmux")}
	term.run("-f", "/dev/null", "new-session", "-d", "-x", fmt.Sprint(width), "-y", fmt.Sprint(height), "env PS1='ready$ ' sh")
	t.Cleanup(func() { _ = exec.Command("tmux", "-S", term.socket, "kill-server").Run() })
	term.waitFor("ready$")
	return term
}

func (m *terminal) run(args ...string) string {
	m.t.Helper()
	out, err := exec.Command("tmux", append([]string{"-S", m.socket}, args...)...).CombinedOutput()
	if err != nil {
		m.t.Fatalf("tmux %v: %v\n%s", args, err, out)
	}
	return string(out)
}

func (m *terminal) keys(keys ...string) { m.run(append([]string{"send-keys"}, keys...)...) }

func (m *terminal) screen() string { return m.run("capture-pane", "-p") }

// waitFor looks until a text is on the screen; here time is real.
func (m *terminal) waitFor(text string) {
	m.t.Helper()
	for range 300 {
		if strings.Contains(m.screen(), text) {
			return
		}
		time.Sleep(50 * time.Millisecond)
	}
	m.t.Fatalf("never on the screen: %q\n%s", text, m.screen())
}

func TestTheProgramLeavesTheTerminalAsItWas(t *testing.T) {
	home := t.TempDir()
	binary, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	term := openTerminal(t, 120, 36)
	term.keys("echo before; env "+asProgram+"=1 HOME="+home+" XDG_DATA_HOME= "+binary, "Enter")
	term.waitFor("Welcome: this is a sample mailbox")
	term.run("resize-window", "-x", "80", "-y", "24")
	term.waitFor("sample mailbox")
	term.keys("j", "j", "e")
	term.waitFor("Archived")
	term.keys("q")
	term.waitFor("ready$")
	screen := term.screen()
	if !strings.Contains(screen, "before") || strings.Contains(screen, "Focused") {
		t.Errorf("after leaving the program the screen is\n%s", screen)
	}
	for path, mode := range map[string]os.FileMode{"log": 0o600, "sample/daybook.db": 0o600} {
		info, err := os.Stat(filepath.Join(home, ".local/share/daybook", path))
		if err != nil {
			t.Error(err)
		} else if info.Mode().Perm() != mode {
			t.Errorf("%s: mode %v, want %v", path, info.Mode().Perm(), mode)
		}
	}
}
