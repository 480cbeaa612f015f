package vault

import (
	"errors"
	"os"

	"golang.org/x/sys/windows"
)

// tryLock takes the lock that ends with the process, or with the file.
func tryLock(f *os.File) (bool, error) {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(f.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) {
		return false, nil
	}
	return err == nil, err
}

// syncFolder does nothing: a folder cannot be synced here, and NTFS keeps
// renames in its journal.
func syncFolder(string) error { return nil }
