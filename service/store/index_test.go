package store

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"daybook/model"
)

// halted is a store whose indexer stands still, with so many messages in each of
// two mailboxes.
func halted(t *testing.T, sizes ...int) (s *Store, mailboxes []int64) {
	t.Helper()
	s = openTest(t)
	s.indexer.stop()
	err := s.Write(t.Context(), func(tx *Tx) error {
		for i, size := range sizes {
			mailbox, err := tx.AddMailbox(Mailbox{Kind: KindUser, PrincipalName: fmt.Sprintf("p%d@contoso.example", i)})
			if err != nil {
				return err
			}
			number, err := tx.Mailbox(mailbox.ID)
			if err != nil {
				return err
			}
			mailboxes = append(mailboxes, number)
			inbox, err := tx.Folder(number, model.FolderInbox)
			if err != nil {
				return err
			}
			for k := range size {
				at := time.Date(2026, 1, 1, 0, k, 0, 0, time.UTC)
				m := model.Message{Subject: fmt.Sprintf("zebra n%03d", k), ParentFolderID: inbox.ID, ReceivedDateTime: &at}
				if _, err := tx.AddMessage(number, NewMessage{Message: m}); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return s, mailboxes
}

// Of much that came at once the newest is found first, no mailbox waits for
// another, and each says how much of it can be found.
func TestTheNewestMailIsIndexedFirstAndMailboxesTakeTurns(t *testing.T) {
	s, mailboxes := halted(t, 10*indexBatch, indexBatch/2)
	want := func(batches int, found ...int) {
		t.Helper()
		for range batches {
			if _, err := s.indexSome(t.Context()); err != nil {
				t.Fatal(err)
			}
		}
		err := s.Read(t.Context(), func(tx *Tx) error {
			for i, mailbox := range mailboxes {
				subjects, err := tx.Texts(`SELECT m.subject FROM messages_fts f JOIN messages m ON m.ord = f.rowid
					WHERE messages_fts MATCH ? AND m.mailbox_id = ? ORDER BY m.ord DESC`, `"zebra" AND mailbox : "`+IndexWord(mailbox)+`"`, mailbox)
				if err != nil {
					return err
				}
				s.counted.by = nil // on a slow machine it is remembered
				percent, err := tx.Indexed(mailbox)
				all := []int{10 * indexBatch, indexBatch / 2}[i]
				if err != nil || percent != found[i]*100/all {
					t.Errorf("mailbox %d: %d %% are indexed (%v), want %d of %d", i, percent, err, found[i], all)
				}
				newest := []string{}
				for k := range found[i] {
					newest = append(newest, fmt.Sprintf("zebra n%03d", all-1-k))
				}
				if !slices.Equal(subjects, newest) {
					t.Errorf("mailbox %d: %d are found, want the newest %d: %q", i, len(subjects), found[i], subjects)
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	want(0, 0, 0)
	want(1, indexBatch, 0)
	want(1, indexBatch, indexBatch/2)
	want(2, 3*indexBatch, indexBatch/2)
	want(20, 10*indexBatch, indexBatch/2)
}

// The index rests while requests are answered and for a moment after, and never
// for ever.
func TestTheIndexRestsWhileRequestsAreAnswered(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const took = 50 * time.Millisecond
		s := &Store{}
		rest := func(between func(time.Duration)) time.Duration {
			began := time.Now()
			between(took)
			return time.Since(began)
		}
		time.Sleep(time.Second)
		if got := rest(s.pacer(t.Context())); got != took/10 {
			t.Errorf("at rest it paused for %v, want %v", got, took/10)
		}
		done := s.Attend()
		time.AfterFunc(time.Second, done)
		if got := rest(s.pacer(t.Context())); got < time.Second+quietAfter || got > time.Second+quietAfter+100*time.Millisecond {
			t.Errorf("under a request of a second it paused for %v", got)
		}
		defer s.Attend()()
		between := s.pacer(t.Context())
		var worked, rested time.Duration
		for range 100 {
			worked, rested = worked+took, rested+rest(between)
		}
		if rested < 9*worked || rested > 12*worked {
			t.Errorf("under requests without end it works %v and rests %v, want a tenth of the time", worked, rested)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if got := rest(s.pacer(ctx)); got != 0 {
			t.Errorf("when the store is closed it paused for %v", got)
		}
	})
}
