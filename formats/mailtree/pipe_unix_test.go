//go:build unix

package mailtree

import (
	"path/filepath"
	"syscall"
	"testing"
)

// TestAPipeIsNotOpened would wait for ever if it were.
func TestAPipeIsNotOpened(t *testing.T) {
	dir := plant(t, nil)
	if err := syscall.Mkfifo(filepath.Join(dir, "pipe"), 0o600); err != nil {
		t.Fatal(err)
	}
	check(t, walk(t, 1000, dir), "pipe: not a regular file")
}
