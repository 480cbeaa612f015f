//go:build unix

package child

import (
	"os/exec"
	"syscall"
)

// Apart has a command run beside the program, without its terminal: nothing it
// does can draw over the screen or take keys. When its context ends, what it
// started ends too.
func Apart(cmd *exec.Cmd) {
	cmd.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	cmd.Cancel = func() error { return syscall.Kill(-cmd.Process.Pid, syscall.SIGKILL) }
}
