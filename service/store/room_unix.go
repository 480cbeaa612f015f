//go:build linux || darwin || freebsd

package store

import "golang.org/x/sys/unix"

// freeRoom is how many bytes can be written to the disk of a folder, 0 when that
// cannot be said.
func freeRoom(dir string) int64 {
	var disk unix.Statfs_t
	if unix.Statfs(dir, &disk) != nil {
		return 0
	}
	return int64(disk.Bavail) * int64(disk.Bsize)
}
