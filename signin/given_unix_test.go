//go:build unix

package signin_test

import (
	"errors"
	"path/filepath"
	"testing"

	"golang.org/x/sys/unix"

	"daybook/signin"
)

func TestATokenFileThatIsAPipeIsNotWaitedFor(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token")
	if err := unix.Mkfifo(path, 0o600); err != nil {
		t.Skip(err)
	}
	if _, err := signin.FromFile(path).Token(); !errors.Is(err, signin.ErrSetup) {
		t.Errorf("err = %v, want ErrSetup", err)
	}
}
