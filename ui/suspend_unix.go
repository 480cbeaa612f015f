//go:build !windows

package ui

import "golang.org/x/sys/unix"

// suspendRefused says why the program cannot be suspended, empty when it can.
// A program whose group has no shell above it in its session would not be
// stopped by the system, and nothing would ever continue it.
func suspendRefused() string {
	const none = "Not started by a shell: nothing would continue the program"
	parent, group := unix.Getppid(), unix.Getpgrp()
	session, err := unix.Getsid(0)
	if err != nil || parent == 0 || group == session {
		return none
	}
	if above, err := unix.Getsid(parent); err != nil || above != session {
		return none
	}
	return ""
}
