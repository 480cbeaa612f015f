//go:build linux || darwin || freebsd

package store

import "golang.org/x/sys/unix"

// freeRoom is how many bytes can be written to the disk of a folder, where that
// is known.
func freeRoom(dir string) (bytes int64, known bool) {
	var disk unix.Statfs_t
	if unix.Statfs(dir, &disk) != nil {
		return 0, false
	}
	return int64(disk.Bavail) * int64(disk.Bsize), true
}
