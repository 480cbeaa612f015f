package uploads

import (
	"bytes"
	"testing"
	"time"

	"daybook/service/store"
	"daybook/service/store/storetest"
)

// TestAnUploadThatACrashEndedIsForgotten: its pieces go when the store is
// opened a day later, those of a running one stay.
func TestAnUploadThatACrashEndedIsForgotten(t *testing.T) {
	dir, now := t.TempDir(), time.Date(2026, 11, 19, 9, 0, 0, 0, time.UTC)
	open := func() *store.Store {
		t.Helper()
		s, err := store.Open(dir, store.Options{Areas: []store.Area{Tables}, Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	count := func(s *store.Store) (n int) {
		t.Helper()
		err := s.Read(t.Context(), func(tx *store.Tx) error { return tx.QueryRow(`SELECT count(*) FROM file_pieces`).Scan(&n) })
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	s := open()
	ann := storetest.AddUser(t, s, "ann@x.example")
	if _, err := Receive(t.Context(), s, ann.ID, bytes.NewReader(make([]byte, 6<<20))); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		later time.Duration
		want  int
	}{{time.Hour, 4}, {lostAfter, 0}} {
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		now = now.Add(c.later)
		s = open()
		if got := count(s); got != c.want {
			t.Errorf("opened at %s there are %d pieces, want %d", now, got, c.want)
		}
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
}
