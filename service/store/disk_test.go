package store

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"strings"
	"sync/atomic"
	"syscall"
	"testing"

	"daybook/model"
)

// TestADiskThatTakesNothingIsSaidAndChangesNothing fills the disk, and makes
// the file read-only, as far as SQLite sees.
func TestADiskThatTakesNothingIsSaidAndChangesNothing(t *testing.T) {
	var reports atomic.Int64
	s, err := Open(t.TempDir(), Options{Report: func(error) { reports.Add(1) }})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	ctx := context.Background()
	owner, err := s.AddMailbox(ctx, Mailbox{Kind: KindUser, PrincipalName: "ann@x.example", DisplayName: "Ann"})
	if err != nil {
		t.Fatal(err)
	}
	random := make([]byte, 1<<20)
	_, _ = rand.NewChaCha8([32]byte{}).Read(random) // it never fails
	large := hex.EncodeToString(random)             // which packing leaves large
	add := func(ctx context.Context) error {
		return s.Write(ctx, func(tx *Tx) error {
			mailbox, err := tx.Mailbox(owner.ID)
			if err != nil {
				return err
			}
			inbox, err := tx.Folder(mailbox, model.FolderInbox)
			if err != nil {
				return err
			}
			_, err = tx.AddMessage(mailbox, NewMessage{Message: model.Message{ParentFolderID: inbox.ID,
				Body: &model.ItemBody{ContentType: "text", Content: large}}})
			return err
		})
	}
	inBatch := func(ctx context.Context) error {
		var part error
		err := s.Batch(ctx, func(ctx context.Context) error { part = add(ctx); return nil })
		return errors.Join(part, err)
	}
	pragma := func(text string) {
		if _, err := s.writer.Exec("PRAGMA " + text); err != nil {
			t.Fatal(err)
		}
	}
	var pages int
	if err := s.writer.QueryRow("PRAGMA page_count").Scan(&pages); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct{ begin, end, says string }{
		{fmt.Sprintf("max_page_count=%d", pages+2), "max_page_count=1000000", "the disk is full"},
		{"query_only=1", "query_only=0", "the mailbox is read-only"},
	} {
		pragma(c.begin)
		for name, do := range map[string]func(context.Context) error{"alone": add, "in a batch": inBatch} {
			reports.Store(0)
			var refused *model.Error
			if err := do(ctx); !errors.As(err, &refused) || refused.Code.Status() != 507 || !strings.Contains(refused.Message, c.says) {
				t.Errorf("%s: %v, want a 507 that says %q", name, err, c.says)
			}
			if reports.Load() == 0 {
				t.Errorf("%s: %s: nobody who could make room was told", name, c.says)
			}
		}
		pragma(c.end)
		if err := add(ctx); err != nil {
			t.Errorf("after %q: %v", c.says, err)
		}
	}
	var n int
	if err := s.readers.QueryRow("SELECT count(*) FROM messages").Scan(&n); err != nil || n != 2 {
		t.Errorf("%d messages are kept, want the 2 that were acknowledged (%v)", n, err)
	}
}

func TestErrorsOfTheDiskHaveWords(t *testing.T) {
	for err, says := range map[error]string{
		syscall.ENOSPC: "full", syscall.EDQUOT: "full", syscall.EROFS: "read-only",
		&fs.PathError{Op: "open", Err: syscall.EACCES}: "read-only",
	} {
		if got := unwritable(fmt.Errorf("begin a write: %w", err)); got == nil || !strings.Contains(got.Message, says) {
			t.Errorf("%v: got %v, want %q", err, got, says)
		}
	}
	if got := unwritable(model.ErrNotFound); got != nil {
		t.Errorf("what is not there is %v", got)
	}
}
