package child

import (
	"bytes"
	"context"
	"io"
	"os/exec"
	"runtime"
	"time"
)

// MaxPrinted is what is kept of what a command prints, in bytes.
const MaxPrinted = 1 << 20

// drainTime is how long output is waited for when a command has ended and what
// it started has not.
const drainTime = 2 * time.Second

// Shell makes a command of a line that the person typed, for the shell. Nothing
// from outside may be in the line: content goes to its input.
func Shell(ctx context.Context, line string) *exec.Cmd {
	if runtime.GOOS == "windows" {
		return Command(ctx, "cmd", "/C", line)
	}
	return Command(ctx, "sh", "-c", line)
}

// Feed runs a command beside the program with content as its input, and returns
// what it printed, raw, at most MaxPrinted of it.
func Feed(cmd *exec.Cmd, content []byte) ([]byte, error) {
	Apart(cmd)
	out := &bounded{left: MaxPrinted}
	cmd.Stdin, cmd.Stdout, cmd.Stderr, cmd.WaitDelay = bytes.NewReader(content), out, out, drainTime
	err := cmd.Run()
	return out.Bytes(), err
}

// bounded keeps the beginning of what is written.
type bounded struct {
	bytes.Buffer
	left int
}

var _ io.Writer = (*bounded)(nil)

func (b *bounded) Write(p []byte) (int, error) {
	keep := min(len(p), b.left)
	b.left -= keep
	b.Buffer.Write(p[:keep])
	return len(p), nil
}
