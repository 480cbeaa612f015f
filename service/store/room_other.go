//go:build !(linux || darwin || freebsd)

package store

func freeRoom(string) int64 { return 0 }
