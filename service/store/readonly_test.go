package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"daybook/model"
)

// TestAReadOnlyStoreIsReadAndNotChanged opens one of which the program that
// wrote it is still at it.
func TestAReadOnlyStoreIsReadAndNotChanged(t *testing.T) {
	dir, ctx := t.TempDir(), t.Context()
	w, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Close()
	ann, err := w.AddMailbox(ctx, Mailbox{Kind: KindUser, PrincipalName: "ann@x.example", DisplayName: "Ann"})
	if err != nil {
		t.Fatal(err)
	}
	s, err := Open(dir, Options{ReadOnly: true})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	refused := func(what string, err error) {
		t.Helper()
		var said *model.Error
		if !errors.As(err, &said) || said.Code != model.CodeQuota || !strings.Contains(said.Message, "read-only") {
			t.Errorf("%s: %v, want a 507 that says read-only", what, err)
		}
	}
	if users, err := s.Mailboxes(ctx, KindUser); err != nil || len(users) != 1 || !s.ReadOnly() || w.ReadOnly() {
		t.Errorf("%d users, %v, read-only: %v and %v", len(users), err, s.ReadOnly(), w.ReadOnly())
	}
	refused("a change", s.SetAdministrator(ctx, ann.ID, true))
	var in error
	if err := s.Batch(ctx, func(ctx context.Context) error {
		in = s.SetAdministrator(ctx, ann.ID, true)
		_, err := s.Mailboxes(ctx, KindUser)
		return err
	}); err != nil {
		t.Errorf("a batch: %v", err)
	}
	refused("a part of a batch", in)
	made := 0
	create := func() (string, error) { made++; return "secret", nil }
	for range 2 {
		if got, err := s.Secret(ctx, "key", create); got != "secret" || err != nil || made != 1 {
			t.Errorf("a secret: %q, made %d times, %v", got, made, err)
		}
	}
}

func TestAnOlderStoreThatCannotBeWrittenIsSaidToBe(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	if _, err := s.writer.Exec(`DELETE FROM migrations WHERE name = (SELECT max(name) FROM migrations)`); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(dir, Options{ReadOnly: true}); !errors.Is(err, ErrOlder) {
		t.Errorf("got %v, want ErrOlder", err)
	}
}

// TestAFolderIsNotOpenedToItsOwner closes one, as a person does who wants
// nothing in it changed.
func TestAFolderIsNotOpenedToItsOwner(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mailbox")
	s, err := Open(dir, Options{})
	if err == nil {
		err = errors.Join(s.Close(), os.Chmod(dir, 0o555))
	}
	if err == nil {
		s, err = Open(dir, Options{}) // root writes all the same
	}
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if info, err := os.Stat(dir); err != nil || info.Mode().Perm()&0o200 != 0 {
		t.Errorf("the folder has mode %v, %v", info.Mode(), err)
	}
	if err := os.Chmod(dir, 0o700); err != nil {
		t.Error(err)
	}
}
