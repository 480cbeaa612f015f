package store

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store/pgtest"
)

// digests are the tables of a mailbox with their counts and hashes, as a Move
// that writes nothing reads them back.
func digests(t *testing.T, from, to *Store, m Mailbox) []MovedTable {
	t.Helper()
	mv := &mover{ctx: t.Context(), to: to, of: m, crosses: from.server != to.server, renumbered: map[int64]int64{}, former: map[int64]int64{}}
	err := from.Read(t.Context(), func(src *Tx) error {
		return to.Read(t.Context(), func(tx *Tx) (err error) {
			mv.from = src
			if mv.here, err = src.Mailbox(m.ID); err != nil {
				return err
			}
			if mv.gone, err = tx.Mailbox(m.ID); err != nil {
				return err
			}
			if err := mv.compare(tx, inSteps, whole); err != nil {
				return err
			}
			return mv.compare(tx, atOnce)
		})
	})
	if err != nil {
		t.Error(err)
	}
	return mv.done.Tables
}

// moving is a store with a mailbox, and its number of messages, and an empty one
// that it is to move into.
func moving(t *testing.T) (from, to *Store, ann Mailbox, messages int) {
	t.Helper()
	source := t.TempDir()
	ann, messages = filled(t, source)
	from, err := Open(source, Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { from.Close() })
	return from, openTest(t), ann, messages
}

// visible is how many mailboxes a store has, and how many messages lie in them.
func visible(t *testing.T, s *Store) (mailboxes, messages int) {
	t.Helper()
	err := s.Read(t.Context(), func(tx *Tx) error {
		return tx.QueryRow(`SELECT (SELECT count(*) FROM mailboxes), (SELECT count(*) FROM messages WHERE mailbox_id IN (SELECT mailbox_id FROM mailboxes))`).Scan(&mailboxes, &messages)
	})
	if err != nil {
		t.Fatal(err)
	}
	return mailboxes, messages
}

func TestAMoveThatIsEndedAnywhereIsGoneOnWith(t *testing.T) {
	source, target := t.TempDir(), t.TempDir()
	ann, n := filled(t, source)
	from, err := Open(source, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	to, err := Open(target, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	addUser(t, to, "bo@contoso.example") // so that the numbers are others there
	steps, written := 0, 0
	for ended := 1; ; ended++ {
		ctx, end := context.WithCancel(t.Context())
		at := 0
		did, err := Move(ctx, from, to, ann, MoveOptions{Rows: 17, Step: func(string, int) {
			if at++; at == ended {
				end()
			}
		}})
		end()
		written += did.Written
		if err == nil {
			steps = at
			break
		}
		if !errors.Is(err, context.Canceled) {
			t.Fatal(err)
		}
		if mailboxes, messages := visible(t, to); mailboxes != 1 || messages != 0 {
			t.Fatalf("ended after %d steps: %d mailboxes and %d messages are there already", ended, mailboxes, messages)
		}
		if found, err := Check(t.Context(), target); err != nil || len(found.Wrong) > 0 {
			t.Fatalf("ended after %d steps: %v, %q", ended, err, found.Wrong)
		}
	}
	if mailboxes, messages := visible(t, to); mailboxes != 2 || messages != n || steps < 40 {
		t.Errorf("%d mailboxes, %d messages after %d steps; want 2 and %d", mailboxes, messages, steps, n)
	}
	var rows int
	for _, table := range digests(t, from, to, ann) {
		rows += table.Rows
	}
	if written > rows || written < rows-5 {
		t.Errorf("%d rows were written in all runs together, of %d: what was there is written once", written, rows)
	}
	if err := to.WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	if did, err := Move(t.Context(), from, to, ann, MoveOptions{}); err != nil || !did.Already {
		t.Errorf("once more: %v, %v; want that it is there", did, err)
	}
	if found, err := Check(t.Context(), target); err != nil || len(found.Wrong) > 0 {
		t.Errorf("afterwards: %v, %q", err, found.Wrong)
	}
}

// What happens between two runs is in the second: what came, went, changed, and
// names that were exchanged.
func TestWhatChangesBetweenTwoRunsOfAMoveIsBrought(t *testing.T) {
	from, to, ann, n := moving(t)
	change := func(fn func(tx *Tx, mailbox int64) error) {
		t.Helper()
		err := from.Write(t.Context(), func(tx *Tx) error {
			mailbox, err := tx.Mailbox(ann.ID)
			if err != nil {
				return err
			}
			return fn(tx, mailbox)
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	add := func(subject string) func(tx *Tx, mailbox int64) error {
		return func(tx *Tx, mailbox int64) error {
			inbox, err := tx.Folder(mailbox, model.FolderInbox)
			if err == nil {
				at := tx.Now()
				_, err = tx.AddMessage(mailbox, NewMessage{Message: model.Message{Subject: subject, ParentFolderID: inbox.ID, ReceivedDateTime: &at, Item: model.Item{Categories: []string{"Red"}}}})
			}
			return err
		}
	}
	var a, b model.MailFolder
	change(func(tx *Tx, mailbox int64) (err error) {
		if a, err = tx.AddFolder(mailbox, "inbox", "A", false); err == nil {
			b, err = tx.AddFolder(mailbox, "inbox", "B", false)
		}
		return err
	})
	during := 0
	did, err := Move(t.Context(), from, to, ann, MoveOptions{Prepare: true, Rows: 20, Step: func(string, int) {
		if during++; during <= 3 {
			change(add(fmt.Sprintf("came meanwhile %d", during)))
		}
	}})
	if err != nil || did.Already {
		t.Fatalf("%v, %v", did, err)
	}
	if i := slices.IndexFunc(did.Tables, func(m MovedTable) bool { return m.Name == "messages" }); i < 0 || did.Tables[i].Rows != n {
		t.Errorf("copied %v; want %d messages, those of one moment", did.Tables, n)
	}
	if mailboxes, _ := visible(t, to); mailboxes != 0 {
		t.Errorf("what was prepared is open")
	}
	change(func(tx *Tx, mailbox int64) error {
		ids, err := tx.Texts(`SELECT id FROM messages WHERE mailbox_id = ? ORDER BY id LIMIT 30`, mailbox)
		for _, id := range ids[:25] {
			err = errors.Join(err, tx.EraseMessage(mailbox, id))
		}
		for _, id := range ids[25:] {
			_, failed := tx.MarkMessage(mailbox, id, func(m *model.Message) error { m.IsRead, m.ParentFolderID = true, a.ID; return nil })
			err = errors.Join(err, failed)
		}
		for _, rename := range []struct{ id, name string }{{a.ID, "C"}, {b.ID, "A"}, {a.ID, "B"}} {
			_, failed := tx.Exec(`UPDATE folders SET name = ?, name_key = ? WHERE mailbox_id = ? AND id = ?`, rename.name, odata.Fold(rename.name), mailbox, rename.id)
			err = errors.Join(err, failed)
		}
		return err
	})
	if did, err = Move(t.Context(), from, to, ann, MoveOptions{Rows: 20}); err != nil || did.Already || did.Written > 300 {
		t.Fatalf("%v, %v; want what has changed alone to be written", did, err)
	}
	digests(t, from, to, ann)
	if _, messages := visible(t, to); messages != n+3-25 {
		t.Errorf("%d messages, want %d", messages, n+3-25)
	}
}

// The text index is one for a store: messages of the same moment and count of
// two stores get places of their own in it.
func TestMessagesFromTwoStoresDoNotTakeEachOthersPlace(t *testing.T) {
	to := openTest(t)
	var people []Mailbox
	for _, name := range []string{"ann@contoso.example", "bo@contoso.example"} {
		from := openTest(t)
		who := addUser(t, from, name)
		people = append(people, who)
		err := from.Write(t.Context(), func(tx *Tx) error {
			mailbox, err := tx.Mailbox(who.ID)
			if err != nil {
				return err
			}
			inbox, err := tx.Folder(mailbox, model.FolderInbox)
			if err != nil {
				return err
			}
			for i := range 30 { // as two imports of the same letters leave them
				m, err := tx.AddMessage(mailbox, NewMessage{Message: model.Message{Subject: "zebra of " + name, ParentFolderID: inbox.ID, Item: model.Item{Categories: []string{"Red"}}}})
				if err != nil {
					return err
				}
				ord := orderOf(time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)) + int64(i) + 1
				for _, do := range []string{`UPDATE message_categories SET ord = ? WHERE mailbox_id = ? AND ord = (SELECT ord FROM messages WHERE id = ?)`, `UPDATE messages SET ord = ? WHERE mailbox_id = ? AND id = ?`} {
					if _, err := tx.Exec(do, ord, mailbox, m.ID); err != nil {
						return err
					}
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
		for _, prepare := range []bool{true, false} {
			if did, err := Move(t.Context(), from, to, who, MoveOptions{Rows: 7, Prepare: prepare}); err != nil || !prepare && did.Written > 0 {
				t.Fatalf("%v, %v; want nothing written twice", did, err)
			}
		}
	}
	if err := to.WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	for _, who := range people {
		err := to.Read(t.Context(), func(tx *Tx) error {
			mailbox, err := tx.Mailbox(who.ID)
			if err != nil {
				return err
			}
			subjects, err := tx.Texts(`SELECT m.subject FROM messages_fts f JOIN messages m ON m.mailbox_id = ? AND m.ord = f.rowid
				JOIN message_categories c ON c.mailbox_id = m.mailbox_id AND c.ord = m.ord AND c.name_key = 'red'
				WHERE messages_fts MATCH ?`, mailbox, `"zebra" AND mailbox : "`+IndexWord(mailbox)+`"`)
			if len(subjects) != 30 || strings.Join(slices.Compact(subjects), "") != "zebra of "+who.Address {
				t.Errorf("%s finds %d: %q", who.Address, len(subjects), slices.Compact(subjects))
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestAMailboxThatIsThereIsNotWrittenOver(t *testing.T) {
	from, to, ann, _ := moving(t)
	other := addUser(t, to, ann.Address)
	did, err := Move(t.Context(), from, to, ann, MoveOptions{})
	if mailboxes, messages := visible(t, to); err != nil || !did.Already || mailboxes != 1 || messages != 0 || other.ID == ann.ID {
		t.Errorf("%v, %v: %d mailboxes, %d messages; want that it is left alone", did, err, mailboxes, messages)
	}
}

// A copy that is not what was read is not opened.
func TestACopyWithAnotherByteIsNotOpened(t *testing.T) {
	from, to, ann, _ := moving(t)
	_, err := Move(t.Context(), from, to, ann, MoveOptions{Step: func(table string, _ int) {
		if table != "settings" {
			return
		}
		err := to.Write(t.Context(), func(tx *Tx) error {
			_, err := tx.Exec(`UPDATE messages SET subject = 'x' WHERE id = (SELECT max(id) FROM messages)`)
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}})
	if mailboxes, _ := visible(t, to); err == nil || !strings.Contains(err.Error(), "the copy of messages is not what was read") || mailboxes != 0 {
		t.Errorf("got %v, and %d mailboxes; want a refusal", err, mailboxes)
	}
	if did, err := Move(t.Context(), from, to, ann, MoveOptions{}); err != nil || did.Written != 2 {
		t.Errorf("again: %v, %v; want the one row mended", did, err)
	}
	digests(t, from, to, ann)
}

// A second key of a table that is copied in steps would stop a row whose like
// is still there from a run before.
func TestTablesWithASecondKeyAreCopiedWhole(t *testing.T) {
	pgtest.FilesOnly(t, "pragma_index_list")
	s := openTest(t)
	err := s.Read(t.Context(), func(tx *Tx) error {
		for _, table := range keptTables {
			second, err := tx.Texts(`SELECT name FROM pragma_index_list(?) WHERE "unique" = 1 AND origin = 'c'`, table.name)
			if err != nil {
				return err
			}
			if table.way == inSteps && len(second) > 0 && !orders(table.name) {
				t.Errorf("%s has %q beside its key, and is not copied whole", table.name, second)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// What PostgreSQL keeps otherwise (short bodies packed, no NUL in a text) is
// found the same, and read as it was.
func TestBodiesCrossFromFilesToPostgreSQL(t *testing.T) {
	from, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer from.Close()
	to, err := Open(pgtest.Database(t), Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer to.Close()
	ann := addUser(t, from, "ann@contoso.example")
	texts := map[string]string{"": "", "short": "short", "a NUL\x00 and \xff": "a NUL\ufffd and \ufffd", strings.Repeat("long ", 5000): strings.Repeat("long ", 5000)}
	ids := map[string]string{}
	err = from.Write(t.Context(), func(tx *Tx) error {
		mailbox, err := tx.Mailbox(ann.ID)
		if err != nil {
			return err
		}
		inbox, err := tx.Folder(mailbox, model.FolderInbox)
		if err != nil {
			return err
		}
		for text := range texts {
			m, err := tx.AddMessage(mailbox, NewMessage{Original: []byte("q\x00"), Message: model.Message{Subject: "s\x00", ParentFolderID: inbox.ID,
				Body: &model.ItemBody{ContentType: "text", Content: text}}})
			if err != nil {
				return err
			}
			ids[m.ID] = text
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	for _, prepare := range []bool{true, false} {
		if did, err := Move(t.Context(), from, to, ann, MoveOptions{Prepare: prepare}); err != nil || !prepare && did.Written > 0 {
			t.Fatalf("%v, %v", did, err)
		}
	}
	err = to.Read(t.Context(), func(tx *Tx) error {
		mailbox, err := tx.Mailbox(ann.ID)
		if err != nil {
			return err
		}
		for id, text := range ids {
			m, err := tx.Message(mailbox, id)
			if err != nil {
				return err
			}
			if m.Body.Content != texts[text] || m.Subject != "s\ufffd" {
				t.Errorf("the body %.20q is read as %.20q, the subject as %q", text, m.Body.Content, m.Subject)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
