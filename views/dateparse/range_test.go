package dateparse

import (
	"testing"
	"time"
)

func TestARangeEndsAfterItBegins(t *testing.T) {
	sunday := time.Date(2026, 11, 22, 17, 0, 0, 0, time.UTC)
	for _, c := range []struct{ first, last, want string }{
		{"fri", "mon", "2026-11-27 00:00 2026-12-01 00:00"}, // to the end of Monday
		{"mon", "fri", "2026-11-23 00:00 2026-11-28 00:00"},
		{"fri", "fri", "2026-11-27 00:00 2026-11-28 00:00"},
		{"fri 9:00", "fri 17:00", "2026-11-27 09:00 2026-11-27 17:00"},
		{"fri 9:00", "17:00", "2026-11-27 09:00 2026-11-27 17:00"},
		{"fri 17:00", "mon 9:00", "2026-11-27 17:00 2026-11-30 09:00"},
		{"today", "tue", "2026-11-22 00:00 2026-11-25 00:00"},
		{"18:00", "20:00", "2026-11-22 18:00 2026-11-22 20:00"},
		{"20 dec", "3 jan", "2026-12-20 00:00 2027-01-04 00:00"},
		{"next week", "next week", "2026-11-23 00:00 2026-11-30 00:00"},
		{"tomorrow", "today", "2026-11-23 00:00 2026-11-23 00:00"}, // backwards
		{"fri 17:00", "9:00", "2026-11-27 17:00 2026-11-27 09:00"},
	} {
		from, until, err := Range(c.first, c.last, sunday)
		if got := from.Format("2006-01-02 15:04 ") + until.Format("2006-01-02 15:04"); err != nil || got != c.want {
			t.Errorf("%s..%s is %s, %v, want %s", c.first, c.last, got, err, c.want)
		}
	}
	friday := time.Date(2026, 11, 27, 8, 0, 0, 0, time.UTC)
	for last, want := range map[string]string{"fri": "2026-11-28 00:00", "fri 17:00": "2026-11-27 17:00", "mon": "2026-12-01 00:00",
		"next fri": "2026-12-05 00:00", "fri 4 dec": "2026-12-05 00:00"} {
		from, until, err := Range("fri 9:00", last, friday)
		if got := until.Format("2006-01-02 15:04"); err != nil || !from.Equal(friday.Add(time.Hour)) || got != want {
			t.Errorf("on a Friday fri 9:00..%s is %v to %s, %v, want %s", last, from, got, err, want)
		}
	}
	for _, words := range []string{"", "sometime"} {
		if _, _, err := Range("mon", words, sunday); err == nil {
			t.Errorf("mon..%s is read", words)
		}
	}
}
