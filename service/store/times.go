package store

import "time"

// Millis is a time as it is kept; the zero time is 0.
func Millis(t time.Time) int64 {
	if t.IsZero() {
		return 0
	}
	return t.UnixMilli()
}

// FromMillis is a kept time; 0 is the zero time.
func FromMillis(ms int64) time.Time {
	if ms == 0 {
		return time.Time{}
	}
	return time.UnixMilli(ms).UTC()
}

// MillisOf is millis of a time that can be absent.
func MillisOf(t *time.Time) int64 {
	if t == nil {
		return 0
	}
	return Millis(*t)
}

// TimeOf is fromMillis of a time that can be absent.
func TimeOf(ms int64) *time.Time {
	if ms == 0 {
		return nil
	}
	t := FromMillis(ms)
	return &t
}
