package store

import (
	"context"
	"encoding/json"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"regexp"
	"syscall"
	"testing"
	"time"

	"daybook/model"
	"daybook/service/store/pgtest"
)

func openTest(t testing.TB) *Store {
	t.Helper()
	s, err := Open(pgtest.Place(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Errorf("Close: %v", err)
		}
	})
	return s
}

func addUser(t testing.TB, s *Store, name string) Mailbox {
	t.Helper()
	m, err := s.AddMailbox(context.Background(), Mailbox{Kind: KindUser, PrincipalName: name, DisplayName: name})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

func TestFilesArePrivateUnderAnyUmask(t *testing.T) {
	old := syscall.Umask(0)
	defer syscall.Umask(old)
	dir := filepath.Join(t.TempDir(), "data")
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	addUser(t, s, "ann@contoso.example") // makes the WAL
	err = filepath.WalkDir(dir, func(p string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := os.Stat(p)
		want := fs.FileMode(0o600)
		if d.IsDir() {
			want = 0o700
		}
		if err == nil && info.Mode().Perm() != want {
			t.Errorf("%s has mode %o, want %o", d.Name(), info.Mode().Perm(), want)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Every key must begin with mailbox_id, so that the schema can be spread by
// mailbox; the directory's tables are what leads there.
func TestEveryKeyBeginsWithTheMailbox(t *testing.T) {
	directory := map[string]bool{"mailboxes": true, "tokens": true, "counters": true, "migrations": true, "grants": true, "profiles": true, "group_profiles": true, "upkeep": true,
		"oauth_clients": true, "secrets": true, "sign_ins": true, "auth_codes": true, "refresh_tokens": true, "device_codes": true,
		"upload_sessions": true}
	s := openTest(t)
	err := s.Read(context.Background(), func(tx *Tx) error {
		query := `SELECT m.name, i.name, (SELECT name FROM pragma_index_info(i.name) ORDER BY seqno LIMIT 1)
			FROM sqlite_master m, pragma_index_list(m.name) i WHERE m.type = 'table' AND m.name NOT LIKE '%_fts%'`
		if pgtest.Everywhere() {
			query = `SELECT t.relname, i.relname, a.attname FROM pg_index x JOIN pg_class t ON t.oid = x.indrelid JOIN pg_class i ON i.oid = x.indexrelid
				JOIN pg_attribute a ON a.attrelid = t.oid AND a.attnum = x.indkey[0]
				WHERE t.relnamespace = 'public'::regnamespace AND i.relname NOT LIKE '%_fts_words'`
		}
		rows, err := tx.Query(query)
		if err != nil {
			return err
		}
		defer rows.Close()
		keys := 0
		for rows.Next() {
			var table, index, first string
			if err := rows.Scan(&table, &index, &first); err != nil {
				return err
			}
			keys++
			if !directory[table] && first != "mailbox_id" {
				t.Errorf("key %s of %s begins with %s, want mailbox_id", index, table, first)
			}
		}
		if keys < 5 {
			t.Errorf("saw %d keys, want the schema's", keys)
		}
		return rows.Err()
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAWriteThatFailsLeavesNothing(t *testing.T) {
	s := openTest(t)
	failed := errors.New("on purpose")
	err := s.Write(context.Background(), func(tx *Tx) error {
		if _, err := tx.AddMailbox(Mailbox{ID: "x", Kind: KindUser, PrincipalName: "x@contoso.example"}); err != nil {
			return err
		}
		return failed
	})
	if !errors.Is(err, failed) {
		t.Fatalf("Write returned %v, want %v", err, failed)
	}
	if list, err := s.Mailboxes(context.Background(), KindUser); err != nil || len(list) != 0 {
		t.Errorf("mailboxes after a failed write: %v, %v; want none", list, err)
	}
}

func TestABatchCommitsOnceAndUndoesOnlyTheFailedPart(t *testing.T) {
	pgtest.FilesOnly(t, "batch that is one transaction")
	s := openTest(t)
	failed := errors.New("on purpose")
	add := func(ctx context.Context, name string, end error) error {
		return s.Write(ctx, func(tx *Tx) error {
			if _, err := tx.AddMailbox(Mailbox{Kind: KindUser, PrincipalName: name}); err != nil {
				return err
			}
			return end
		})
	}
	err := s.Batch(context.Background(), func(ctx context.Context) error {
		if err := add(ctx, "a@x.example", nil); err != nil {
			return err
		}
		if err := add(ctx, "b@x.example", failed); !errors.Is(err, failed) {
			t.Errorf("the failing part returned %v, want %v", err, failed)
		}
		if outside, _ := s.Mailboxes(context.Background(), KindUser); len(outside) != 0 {
			t.Errorf("seen before the commit: %v", outside)
		}
		if inside, _ := s.Mailboxes(ctx, KindUser); len(inside) != 1 {
			t.Errorf("seen inside the batch: %v, want one", inside)
		}
		return add(ctx, "c@x.example", nil)
	})
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Mailboxes(context.Background(), KindUser)
	if err != nil || len(list) != 2 || list[0].PrincipalName != "a@x.example" || list[1].PrincipalName != "c@x.example" {
		t.Errorf("after the batch: %v, %v; want a and c", list, err)
	}
}

func TestAPanicUndoesItsPartOfABatchAlone(t *testing.T) {
	s := openTest(t)
	err := s.Batch(t.Context(), func(ctx context.Context) error {
		func() {
			defer func() { _ = recover() }() // as who serves a part does
			_ = s.Write(ctx, func(tx *Tx) error {
				if _, err := tx.AddMailbox(Mailbox{Kind: KindGroup, PrincipalName: "half@contoso.example"}); err != nil {
					t.Error(err)
				}
				panic("half way")
			})
		}()
		_, err := s.AddMailbox(ctx, Mailbox{Kind: KindGroup, PrincipalName: "whole@contoso.example"})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	list, err := s.Mailboxes(t.Context(), KindGroup)
	if err != nil || len(list) != 1 || list[0].PrincipalName != "whole@contoso.example" {
		t.Errorf("after the batch there are %v (%v), want whole@contoso.example alone", list, err)
	}
}

func TestChangesTellEachItemOnceAndRefuseTokensTheyCannotKnow(t *testing.T) {
	s := openTest(t)
	user := addUser(t, s, "ann@contoso.example")
	err := s.Write(context.Background(), func(tx *Tx) error {
		mb, err := tx.Mailbox(user.ID)
		if err != nil {
			return err
		}
		for _, c := range []struct {
			item string
			op   Op
		}{{"a", Written}, {"b", Written}, {"a", Written}, {"b", Left}} {
			if _, err := tx.Record(mb, "widget", "f", c.item, c.op); err != nil {
				return err
			}
		}
		got, err := tx.Changes(mb, "widget", "f", 0, 10)
		if err != nil {
			return err
		}
		want := []Change{{"a", 3, Written, false}, {"b", 4, Left, false}}
		if len(got) != 2 || got[0] != want[0] || got[1] != want[1] {
			t.Errorf("Changes = %v, want %v", got, want)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Write(context.Background(), func(tx *Tx) error {
		mb, _ := tx.Mailbox(user.ID)
		if err := tx.Prune(mb, 3); err != nil {
			return err
		}
		if _, err := tx.Changes(mb, "widget", "f", 2, 10); !errors.Is(err, model.ErrSyncGone) {
			t.Errorf("a pruned token: %v, want 410", err)
		}
		if _, err := tx.Changes(mb, "widget", "f", 99, 10); !errors.Is(err, model.ErrSyncGone) {
			t.Errorf("a token from the future: %v, want 410", err)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestAStoreIsOpenedWhileAnotherProcessWrites(t *testing.T) {
	dir := t.TempDir()
	writing, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer writing.Close()
	var second *Store
	err = writing.Write(context.Background(), func(*Tx) (err error) { // for as long as this runs
		second, err = Open(dir, Options{})
		return err
	})
	if err != nil {
		t.Fatalf("opened while another writes: %v", err)
	}
	if err := second.Close(); err != nil {
		t.Error(err)
	}
}

func TestExtensionsKeepWhatWasGivenToTheLetter(t *testing.T) {
	s := openTest(t)
	user := addUser(t, s, "ann@contoso.example")
	var e model.OpenTypeExtension
	given := `{"@odata.type":"microsoft.graph.openTypeExtension","extensionName":"Com.Contoso.Referral","n":1.50,"list":["a",null],"big":12345678901234567890}`
	if err := json.Unmarshal([]byte(given), &e); err != nil {
		t.Fatal(err)
	}
	err := s.Write(context.Background(), func(tx *Tx) error {
		mb, err := tx.Mailbox(user.ID)
		if err != nil {
			return err
		}
		o := Owner{mb, "message", "m1"}
		if _, err := tx.AddExtension(o, e); err != nil {
			return err
		}
		if _, err := tx.AddExtension(o, e); !errors.Is(err, model.ErrConflict) {
			t.Errorf("the same name twice: %v, want a conflict", err)
		}
		for _, key := range []string{"com.contoso.referral", "Vendor.Graph.OpenTypeExtension.Com.Contoso.Referral", "microsoft.graph.openTypeExtension.Com.Contoso.Referral"} {
			got, err := tx.Extension(o, key)
			if err != nil {
				t.Errorf("by %s: %v", key, err)
			}
			if string(got.Data["n"]) != "1.50" || string(got.Data["big"]) != "12345678901234567890" {
				t.Errorf("by %s: %s", key, got.Data)
			}
			if got.ID != "Vendor.Graph.OpenTypeExtension.Com.Contoso.Referral" || got.Type != "#Vendor.Graph.OpenTypeExtension" {
				t.Errorf("id %q, type %q", got.ID, got.Type)
			}
		}
		nested := e
		nested.ExtensionName, nested.Data = "nested", map[string]json.RawMessage{"o": json.RawMessage(`{"a":1}`)}
		if _, err := tx.AddExtension(o, nested); !errors.Is(err, &model.Error{Code: model.CodeInvalidRequest}) {
			t.Errorf("an object as a value: %v, want 400", err)
		}
		return tx.DeleteExtension(o, "Com.Contoso.Referral")
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestIdsRiseWithTimeAndNeedNoEscaping(t *testing.T) {
	s := openTest(t)
	plain := regexp.MustCompile(`^[0-9a-z]{20}$`)
	before := ""
	for i := range 1000 {
		id := s.ids.next(time.UnixMilli(int64(1_700_000_000_000 + i)))
		if !plain.MatchString(id) || id <= before {
			t.Fatalf("id %q after %q", id, before)
		}
		before = id
	}
}

func TestWritesAreDurable(t *testing.T) {
	pgtest.FilesOnly(t, "pragma")
	s := openTest(t)
	err := s.Write(context.Background(), func(tx *Tx) error {
		for pragma, want := range map[string]string{"journal_mode": "wal", "synchronous": "2"} {
			var got string
			if err := tx.QueryRow("PRAGMA " + pragma).Scan(&got); err != nil || got != want {
				t.Errorf("%s = %s (%v), want %s", pragma, got, err, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestCloseWaitsForWhatStillReads(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	addUser(t, s, "ann@contoso.example")
	reading, closed := make(chan struct{}), make(chan error, 1)
	go func() {
		closed <- s.Read(t.Context(), func(tx *Tx) error {
			close(reading)
			time.Sleep(50 * time.Millisecond)
			return nil
		})
	}()
	<-reading
	err = s.Close()
	if _, err := os.Stat(filepath.Join(dir, fileName+"-wal")); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("the log is there after Close: %v", err)
	}
	if err := errors.Join(err, <-closed); err != nil {
		t.Fatal(err)
	}
}

// TestAReferenceThatNamesNothingJoinsNothing: git send-email took "yes" for the
// id of a message, in mail of many people who never wrote to each other.
func TestAReferenceThatNamesNothingJoinsNothing(t *testing.T) {
	s := openTest(t)
	ann := addUser(t, s, "ann@contoso.example")
	err := s.Write(t.Context(), func(tx *Tx) error {
		mailbox, err := tx.Mailbox(ann.ID)
		if err != nil {
			return err
		}
		join := func(id string, references ...string) string {
			c, err := tx.joinConversation(mailbox, "", id, references)
			if err != nil {
				t.Fatal(err)
			}
			return c
		}
		if join("<a@x.example>", "<yes>") == join("<b@y.example>", "<yes>") {
			t.Error("two strangers are one conversation")
		}
		if join("<c@x.example>", "<a@x.example>") != join("<a@x.example>") {
			t.Error("an answer is not in the conversation of what it answers")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
