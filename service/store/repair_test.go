package store

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"daybook/service/store/pgtest"
)

func TestWhatDoesNotBelongTogetherIsMendedAfterABackup(t *testing.T) {
	dir := t.TempDir()
	owner, n := filled(t, dir)
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close() // it stays open, as a service has it
	var since int64
	err = s.Write(t.Context(), func(tx *Tx) error {
		number, err := tx.Mailbox(owner.ID)
		if err != nil {
			return err
		}
		if since, err = tx.NextSeq(number); err != nil {
			return err
		}
		for _, do := range []string{
			`UPDATE folders SET total = total + 7, unread = 3, children = 9 WHERE well_known = 'inbox'`,
			`DELETE FROM bodies WHERE id = (SELECT min(id) FROM messages)`,
			`INSERT INTO bodies (mailbox_id, id, content_type, content, headers_json) VALUES (1, 'nobody''s', 'text', 'x', '')`,
			`INSERT INTO originals (mailbox_id, id, size, deflated, content) VALUES (1, 'nobody''s', 1, 0, x'00')`,
			`UPDATE messages SET folder_id = 'gone' WHERE id = (SELECT max(id) FROM messages)`,
			`INSERT INTO settings VALUES (77, '', '', '', '', 0, '', '')`,
			`INSERT INTO folders (mailbox_id, id, parent_id, name, name_key, well_known, position) VALUES (88, 'r', '', 'r', 'r', '', 0)`,
			`INSERT INTO counters VALUES ('move x', 88)`,
		} {
			if _, err := tx.Exec(do); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	wanted := []string{
		"has no body", "a body belongs to no message: nobody's", "the bytes of a letter belong to no message: nobody's",
		"is in a folder that is not there", "messages, 3 unread; it has", "says that 9 folders are in it; there are 0", "1 rows of settings belong to no mailbox",
	}
	found, err := Check(t.Context(), dir)
	if err != nil {
		t.Fatal(err)
	}
	backup := filepath.Join(t.TempDir(), "before.db")
	done, err := Repair(t.Context(), dir, backup, Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, w := range wanted {
		if !strings.Contains(strings.Join(found.Wrong, "\n"), w) || !strings.Contains(strings.Join(done.Mended, "\n"), w) {
			t.Errorf("%q is not among what is found, %q, and mended, %q", w, found.Wrong, done.Mended)
		}
	}
	if after, err := Check(t.Context(), dir); err != nil || len(after.Wrong)+len(done.Left) > 0 || after.Messages != n {
		t.Errorf("afterwards: %v, %d of %d messages, %q", err, after.Messages, n, after.Wrong)
	}
	err = s.Read(t.Context(), func(tx *Tx) error {
		number, err := tx.Mailbox(owner.ID)
		if err != nil {
			return err
		}
		inbox, err := tx.Folder(number, "inbox")
		if err != nil {
			return err
		}
		told, err := tx.Texts(`SELECT kind FROM changes WHERE mailbox_id = ? AND seq > ? AND (item_id = ? OR container = ?) ORDER BY kind`, number, since, inbox.ID, inbox.ID)
		if strings.Join(told, " ") != "folder message" {
			t.Errorf("who follows changes is told of %q, want the folder and the message that came into it", told)
		}
		if kept, _ := tx.Texts(`SELECT id FROM folders WHERE mailbox_id = 88`); len(kept) != 1 {
			t.Errorf("what was on its way here is gone")
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}

	// The backup is what was there before.
	if _, err := Restore(t.Context(), backup, filepath.Join(t.TempDir(), "put back"), s.Now()); err != nil {
		t.Errorf("put the backup back: %v", err)
	}
	second := filepath.Join(t.TempDir(), "second.db")
	if done, err := Repair(t.Context(), dir, second, Options{}); err != nil || len(done.Mended) > 0 {
		t.Errorf("of a whole store: %q, %v", done.Mended, err)
	}
	if _, err := os.Stat(second); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("there is a backup of a store that was not mended: %v", err)
	}
}

func TestDamagedPagesAreNotWrittenTo(t *testing.T) {
	dir := t.TempDir()
	filled(t, dir)
	wreck(t, dir, "CREATE TABLE")
	before, err := os.ReadFile(filepath.Join(dir, fileName))
	if err != nil {
		t.Fatal(err)
	}
	if done, err := Repair(t.Context(), dir, filepath.Join(t.TempDir(), "before.db"), Options{}); err == nil || len(done.Mended) > 0 {
		t.Errorf("got %q, %v; want a refusal", done.Mended, err)
	}
	if after, err := os.ReadFile(filepath.Join(dir, fileName)); err != nil || string(before) != string(after) {
		t.Errorf("the file is not as it was: %v", err)
	}
}

// An index is made anew whatever is wrong with it, in steps that can be ended,
// beside a program that has the store open.
func TestTheIndexIsMadeAnewAndGoneOnWith(t *testing.T) {
	pgtest.FilesOnly(t, "pages of an index")
	s, mailboxes := halted(t, 5*indexBatch)
	found := func() (n int) {
		t.Helper()
		err := s.Read(t.Context(), func(tx *Tx) error {
			return tx.QueryRow(`SELECT count(*) FROM messages_fts WHERE messages_fts MATCH ?`, "zebra AND "+IndexWord(mailboxes[0])).Scan(&n)
		})
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	if err := s.WaitIndexed(t.Context()); err != nil || found() != 5*indexBatch {
		t.Fatalf("%d are found, %v", found(), err)
	}
	err := s.Write(t.Context(), func(tx *Tx) error { // as a page that is lost
		_, err := tx.Exec(`DELETE FROM messages_fts_data WHERE id > 10`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	ctx, end := context.WithCancel(t.Context())
	shown := 0
	again, err := s.Reindex(ctx, func(done, all int) {
		if shown++; all != 5*indexBatch || done > all {
			t.Errorf("%d of %d are done", done, all)
		}
		end()
	})
	if again || !errors.Is(err, context.Canceled) || shown == 0 {
		t.Fatalf("went on with another: %v, %v, told %d times", again, err, shown)
	}
	if n := found(); n == 0 || n >= 5*indexBatch {
		t.Errorf("%d are found where it was ended, want some", n)
	}
	if again, err = s.Reindex(t.Context(), func(int, int) {}); !again || err != nil || found() != 5*indexBatch {
		t.Errorf("went on: %v, %v; %d are found, want all", again, err, found())
	}
	if again, err = s.Reindex(t.Context(), func(int, int) {}); again || err != nil || found() != 5*indexBatch {
		t.Errorf("begun anew: %v, %v; %d are found, want all", !again, err, found())
	}
}
