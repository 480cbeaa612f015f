package store

import (
	"bytes"
	"context"
	"errors"
	"io"
	"testing"
	"time"

	"daybook/model"
)

// TestAnUploadThatACrashEndedIsForgotten: its pieces go when the store is
// opened a day later, those of a running one stay.
func TestAnUploadThatACrashEndedIsForgotten(t *testing.T) {
	dir, now := t.TempDir(), time.Date(2026, 11, 19, 9, 0, 0, 0, time.UTC)
	open := func() *Store {
		t.Helper()
		s, err := Open(dir, Options{Now: func() time.Time { return now }})
		if err != nil {
			t.Fatal(err)
		}
		return s
	}
	count := func(s *Store) (n int) {
		t.Helper()
		err := s.Read(t.Context(), func(tx *Tx) error { return tx.QueryRow(`SELECT count(*) FROM file_pieces`).Scan(&n) })
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	s := open()
	ann := addUser(t, s, "ann@x.example")
	if _, err := s.Receive(t.Context(), ann.ID, bytes.NewReader(make([]byte, 6<<20))); err != nil {
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

func TestADriveHasAQuota(t *testing.T) {
	s := openTest(t)
	ann := addUser(t, s, "ann@x.example")
	add := func(name string, size int64) error {
		return s.Write(t.Context(), func(tx *Tx) error {
			mailbox, err := tx.Mailbox(ann.ID)
			if err != nil {
				return err
			}
			_, _, err = tx.AddDriveItem(mailbox, NewDriveItem{Parent: "root", Name: name, Content: &Upload{id: tx.NewID(), Size: size}})
			return err
		})
	}
	if err := add("most", DriveQuota-1); err != nil {
		t.Fatal(err)
	}
	if err := add("too much", 2); !errors.Is(err, &model.Error{Code: model.CodeQuota}) {
		t.Errorf("a byte too much: got %v, want %s", err, model.CodeQuota)
	}
	if err := add("all", 1); err != nil {
		t.Errorf("the last byte: %v", err)
	}
}

// BenchmarkContent writes a file of 64 MiB and reads it back, in pieces.
func BenchmarkContent(b *testing.B) {
	s := openTest(b)
	ann := addUser(b, s, "ann@x.example")
	content := make([]byte, 64<<20)
	b.SetBytes(int64(len(content)))
	b.ReportAllocs()
	for b.Loop() {
		if err := writeAndRead(b.Context(), s, ann.ID, content); err != nil {
			b.Fatal(err)
		}
	}
}

func writeAndRead(ctx context.Context, s *Store, owner string, content []byte) error {
	u, err := s.Receive(ctx, owner, bytes.NewReader(content))
	if err != nil {
		return err
	}
	var item model.DriveItem
	err = s.Write(ctx, func(tx *Tx) error {
		mailbox, err := tx.Mailbox(owner)
		if err != nil {
			return err
		}
		item, _, err = tx.AddDriveItem(mailbox, NewDriveItem{Parent: "root", Name: "large", Content: u, OnConflict: ConflictReplace})
		return err
	})
	if err != nil {
		return err
	}
	f, err := s.OpenFile(ctx, owner, item.ID)
	if err != nil {
		return err
	}
	_, err = io.Copy(io.Discard, f)
	return err
}
