package servicetest

import (
	"os"
	"runtime"
	"syscall"
	"testing"
)

// AsNobody runs fn with the rights to files of somebody who owns none.
func AsNobody(t *testing.T, fn func()) {
	t.Helper()
	runtime.LockOSThread() // never unlocked: a thread of which the rights cannot be put back ends with the test
	set := func(uid int) {
		syscall.RawSyscall(syscall.SYS_SETFSUID, uintptr(uid), 0, 0)
		if is, _, _ := syscall.RawSyscall(syscall.SYS_SETFSUID, ^uintptr(0), 0, 0); int(is) != uid {
			t.Skipf("this user cannot have the rights of %d", uid)
		}
	}
	if os.Getuid() != 0 {
		fn() // closed is closed
		return
	}
	set(65534)
	defer set(0)
	fn()
}
