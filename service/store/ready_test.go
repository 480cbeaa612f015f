package store

import (
	"context"
	"database/sql"
	"errors"
	"net/url"
	"runtime"
	"strings"
	"testing"

	"daybook/service/store/pgtest"
)

func TestReadyOnAServerWantsOneThatIsWrittenTo(t *testing.T) {
	place := pgtest.Database(t)
	s, err := Open(place, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if err := s.Ready(t.Context()); err != nil {
		t.Errorf("a server: %v", err)
	}
	if n, err := s.IndexQueue(t.Context()); n != 0 || err != nil {
		t.Errorf("its queue: %d, %v", n, err)
	}
	for pool, stats := range s.Pools() {
		if stats.MaxOpenConnections != connections || stats.InUse > connections { // the indexer may be at it
			t.Errorf("its pool %s: %+v", pool, stats)
		}
	}
	u, err := url.Parse(place)
	if err != nil {
		t.Fatal(err)
	}
	q := u.Query()
	q.Set("default_transaction_read_only", "on")
	u.RawQuery = q.Encode()
	standby := &Store{server: true, writer: s.writer, readers: s.readers, report: func(error) {}, now: s.now}
	if standby.writer, err = sql.Open("pgx", u.String()); err != nil {
		t.Fatal(err)
	}
	defer standby.writer.Close()
	if err := standby.Ready(t.Context()); err == nil || !strings.Contains(err.Error(), "can only be read") {
		t.Errorf("a server that is another's copy: %v", err)
	}
	standby.writer.Close()
	if err := standby.Ready(t.Context()); err == nil || !strings.Contains(err.Error(), "cannot be written") {
		t.Errorf("a server that is away: %v", err)
	}
}

func TestReadySaysWhatTheStoreCannotDo(t *testing.T) {
	pgtest.FilesOnly(t, "pages, disk and one writer of its own")
	dir, ctx := t.TempDir(), t.Context()
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	seq := func() (n int) { // of what was ever written
		if err := s.readers.QueryRow(`PRAGMA data_version`).Scan(&n); err != nil {
			t.Fatal(err)
		}
		return n
	}
	if err := s.Ready(ctx); err != nil {
		t.Errorf("an empty store: %v", err)
	}
	if _, err := s.AddMailbox(ctx, Mailbox{Kind: KindUser, PrincipalName: "ann@contoso.example"}); err != nil {
		t.Fatal(err)
	}
	before := seq()
	if err := s.Ready(ctx); err != nil || seq() != before {
		t.Errorf("a store: %v; written: %v", err, seq() != before)
	}

	left := int64(leastRoom - 1)
	s.room = func(of string) (int64, bool) { return left, of == dir }
	if err := s.Ready(ctx); err == nil || !strings.Contains(err.Error(), "16 MB") {
		t.Errorf("a full disk: %v", err)
	}
	left++
	if err := s.Ready(ctx); err != nil {
		t.Errorf("a disk with room: %v", err)
	}
	s.room = func(string) (int64, bool) { return 0, false }
	if err := s.Ready(ctx); err != nil {
		t.Errorf("a disk of which nothing is known: %v", err)
	}

	ended := false
	var end context.CancelFunc = func() { ended = true }
	s.givingBack.Store(&end)
	if err := s.Ready(ctx); err != nil || ended {
		t.Errorf("while the file is written anew: %v; that was ended: %v", err, ended)
	}
	s.givingBack.Store(nil)

	// While another writes, for as long as whoever asks waits.
	writing, asked := make(chan bool), make(chan bool)
	go s.Write(ctx, func(*Tx) error { close(writing); <-asked; return nil })
	<-writing
	soon, cancel := context.WithCancel(ctx)
	done, waited := make(chan error, 1), s.writer.Stats().WaitCount
	go func() { done <- s.Ready(soon) }()
	for s.writer.Stats().WaitCount == waited {
		runtime.Gosched()
	}
	cancel()
	if err := <-done; err == nil || !strings.Contains(err.Error(), "cannot be written") {
		t.Errorf("while another holds the writer: %v", err)
	}
	close(asked)

	reader, err := Open(dir, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer reader.Close()
	if err := reader.Ready(ctx); err == nil || !strings.Contains(err.Error(), "read-only") {
		t.Errorf("a store that is read-only: %v", err)
	}

	_ = s.damage(errChecksum)
	if err := s.Ready(ctx); err != nil {
		t.Errorf("one text is damaged, all else is served: %v", err)
	}
	s.pagesDamaged.Store(true)
	if err := s.Ready(ctx); !errors.Is(err, ErrDamaged) {
		t.Errorf("pages are damaged: %v", err)
	}
}
