package store

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"daybook/model"
)

// filled makes a store with messages in dir, whose bodies are too short to be
// packed, and closes it; it returns the
// mailbox and how many messages there are.
func filled(t *testing.T, dir string) (Mailbox, int) {
	t.Helper()
	const n = 150
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	ann := addUser(t, s, "ann@contoso.example")
	err = s.Write(t.Context(), func(tx *Tx) error {
		mb, err := tx.Mailbox(ann.ID)
		if err != nil {
			return err
		}
		inbox, err := tx.Folder(mb, model.FolderInbox)
		if err != nil {
			return err
		}
		for i := range n {
			at := time.Date(2026, 10, 1, 9, i, 0, 0, time.UTC)
			m := model.Message{Subject: fmt.Sprintf("Note %d", i), ParentFolderID: inbox.ID, ReceivedDateTime: &at,
				Body: &model.ItemBody{ContentType: "text", Content: strings.Repeat(fmt.Sprintf("line %d of the text. ", i), 8)}}
			if _, err := tx.AddMessage(mb, NewMessage{Message: m, Original: []byte(strings.Repeat("q", 300))}); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	return ann, n
}

// spoil changes a byte of every row of bodies that holds the text.
func spoil(t *testing.T, dir, text string) {
	t.Helper()
	path := filepath.Join(dir, fileName)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	changed := strings.Replace(string(data), text, strings.ToUpper(text[:1])+text[1:], 1)
	if changed == string(data) {
		t.Fatalf("%q is not in the file", text)
	}
	if err := os.WriteFile(path, []byte(changed), 0o600); err != nil {
		t.Fatal(err)
	}
}

// wreck writes nonsense over the page that holds the text.
func wreck(t *testing.T, dir, text string) {
	t.Helper()
	path := filepath.Join(dir, fileName)
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	at := strings.Index(string(data), text)
	if at < 0 {
		t.Fatalf("%q is not in the file", text)
	}
	const page = 4096
	for i := at / page * page; i < at/page*page+page; i++ {
		data[i] = 0xa5
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		t.Fatal(err)
	}
}

func readAll(t *testing.T, s *Store, owner Mailbox) (whole, refused int) {
	t.Helper()
	err := s.Read(t.Context(), func(tx *Tx) error {
		mb, err := tx.Mailbox(owner.ID)
		if err != nil {
			return err
		}
		ids, err := tx.Texts(`SELECT id FROM messages WHERE mailbox_id = ?`, mb)
		if err != nil {
			return err
		}
		for _, id := range ids {
			m, err := tx.Message(mb, id)
			switch {
			case err != nil:
				refused++
			case strings.HasPrefix(m.Body.Content, "line "):
				whole++
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return whole, refused
}

func TestABodyWithAWrongByteIsNotServed(t *testing.T) {
	dir := t.TempDir()
	ann, n := filled(t, dir)
	spoil(t, dir, "line 77 of the text. line 77")
	reports := make(chan error, 1000)
	s, err := Open(dir, Options{Report: func(err error) { reports <- err }})
	if err != nil {
		t.Fatal(err)
	}
	whole, refused := readAll(t, s, ann)
	if whole != n-1 || refused != 1 {
		t.Errorf("%d whole, %d refused; want %d and 1", whole, refused, n-1)
	}
	err = s.Read(t.Context(), func(tx *Tx) error {
		mb, _ := tx.Mailbox(ann.ID)
		ids, err := tx.Texts(`SELECT id FROM messages WHERE mailbox_id = ? AND subject = 'Note 77'`, mb)
		if err == nil {
			_, err = tx.Message(mb, ids[0])
		}
		return err
	})
	var said *model.Error
	if !errors.As(err, &said) || !strings.Contains(said.Message, "daybook check") {
		t.Errorf("the reader is told %v; want words with what to do", err)
	}
	if len(reports) == 0 {
		t.Error("nothing is reported; want ErrDamaged")
	} else if err := <-reports; !errors.Is(err, ErrDamaged) {
		t.Errorf("reported %v; want ErrDamaged", err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	found, err := Check(t.Context(), dir)
	if err != nil || len(found.Wrong) != 1 || !strings.HasPrefix(found.Wrong[0], "the body of message ") {
		t.Errorf("Check = %v, %v; want the one body", found.Wrong, err)
	}
}

// A body with a wrong byte does not keep the mail that is indexed after it from
// being found, nor its own subject.
func TestAWrongByteDoesNotStopTheIndex(t *testing.T) {
	dir := t.TempDir()
	_, n := filled(t, dir)
	spoil(t, dir, "line 77 of the text. line 77")
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	err = s.Write(t.Context(), func(tx *Tx) error {
		_, err := tx.Exec(`INSERT INTO index_queue (mailbox_id, id) SELECT mailbox_id, id FROM messages`)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	for match, want := range map[string]int{"note": n, "note AND line": n - 1, "note AND 77": 1} {
		var found int
		err := s.readers.QueryRow(`SELECT count(*) FROM messages_fts WHERE messages_fts MATCH ?`, match).Scan(&found)
		if err != nil || found != want {
			t.Errorf("%s finds %d messages (%v), want %d", match, found, err, want)
		}
	}
}

func TestCheckFindsNothingInAStoreThatIsWhole(t *testing.T) {
	dir := t.TempDir()
	_, n := filled(t, dir)
	found, err := Check(t.Context(), dir)
	if err != nil || len(found.Wrong) > 0 || found.Messages != n {
		t.Errorf("Check = %d messages, %v, %v; want %d, nothing wrong", found.Messages, found.Wrong, err, n)
	}
}

func TestWhatIsLeftOfDamagedPagesIsRecovered(t *testing.T) {
	for _, lost := range []struct{ what, text string }{
		{"a page of bodies", "line 50 of the text. line 50"},
		{"a page of the list", "Note 50"},
	} {
		t.Run(lost.what, func(t *testing.T) {
			dir := t.TempDir()
			ann, n := filled(t, dir)
			wreck(t, dir, lost.text)
			before, err := os.ReadFile(filepath.Join(dir, fileName))
			if err != nil {
				t.Fatal(err)
			}
			found, err := Check(t.Context(), dir)
			if err != nil || len(found.Wrong) == 0 || !strings.Contains(strings.Join(found.Wrong, "\n"), "page ") {
				t.Fatalf("Check = %v, %v; want the page", found.Wrong, err)
			}
			to := filepath.Join(t.TempDir(), "saved")
			saved, err := Recover(t.Context(), dir, to, nil)
			if err != nil {
				t.Fatal(err)
			}
			if after, err := os.ReadFile(filepath.Join(dir, fileName)); err != nil || string(after) != string(before) {
				t.Errorf("the damaged file was changed (%v)", err)
			}
			gone := 0
			for _, r := range saved {
				gone += r.Lost
			}
			if gone == 0 || gone > 60 {
				t.Errorf("%d rows lost: %+v; want those of one page", gone, saved)
			}
			s, err := Open(to, Options{})
			if err != nil {
				t.Fatal(err)
			}
			whole, refused := readAll(t, s, ann)
			if whole < n-60 || whole == n || refused > 0 {
				t.Errorf("%d of %d messages are whole, %d refused", whole, n, refused)
			}
			if err := s.WaitIndexed(context.Background()); err != nil {
				t.Fatal(err)
			}
			if err := s.Close(); err != nil {
				t.Fatal(err)
			}
			if found, err := Check(t.Context(), to); err != nil || len(found.Wrong) > 0 {
				t.Errorf("what was saved: %v, %v; want nothing wrong", found.Wrong, err)
			}
		})
	}
}

func TestWhatIsLeftOfAFileThatWasCutShortIsRecovered(t *testing.T) {
	for _, cut := range []int64{1, 4096, 40 * 4096} {
		dir := t.TempDir()
		ann, n := filled(t, dir)
		path := filepath.Join(dir, fileName)
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		if err := os.Truncate(path, info.Size()-cut); err != nil {
			t.Fatal(err)
		}
		to := filepath.Join(t.TempDir(), "saved")
		if _, err := Recover(t.Context(), dir, to, nil); err != nil {
			t.Errorf("cut by %d bytes: %v", cut, err)
			continue
		}
		s, err := Open(to, Options{})
		if err != nil {
			t.Fatal(err)
		}
		if whole, _ := readAll(t, s, ann); whole < n/2 {
			t.Errorf("cut by %d bytes: %d of %d messages are saved", cut, whole, n)
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
		if after, err := os.Stat(path); err != nil || after.Size() != info.Size()-cut {
			t.Errorf("the file that was cut has been changed: %v, %v", after, err)
		}
	}
}

func TestAPhotoThatIsNotWhatWasWrittenIsSavedAndSaid(t *testing.T) {
	dir := t.TempDir()
	ann, _ := filled(t, dir)
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	err = s.Write(t.Context(), func(tx *Tx) error {
		mb, err := tx.Mailbox(ann.ID)
		if err != nil {
			return err
		}
		face := []byte("pixels of a face")
		_, err = tx.Exec(`INSERT INTO photos (mailbox_id, owner_kind, owner_id, content_type, width, height, etag, content)
			VALUES (?, 'mailbox', '', 'image/png', 1, 1, ?, ?)`, mb, PhotoTag(face), face)
		return err
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	spoil(t, dir, "pixels of a face")
	found, err := Check(t.Context(), dir)
	if err != nil || len(found.Wrong) != 1 || !strings.HasPrefix(found.Wrong[0], "the photo of ann@contoso.example: ") {
		t.Errorf("Check = %v, %v; want whose photo it is", found.Wrong, err)
	}
	to := filepath.Join(t.TempDir(), "saved")
	saved, err := Recover(t.Context(), dir, to, nil)
	if err != nil {
		t.Fatal(err)
	}
	for _, r := range saved {
		if r.Table == "photos" && r.Changed != 1 {
			t.Errorf("saved %+v; want the photo said to be changed", r)
		}
	}
	if found, err := Check(t.Context(), to); err != nil || len(found.Wrong) > 0 {
		t.Errorf("what was saved: %v, %v; want nothing wrong", found.Wrong, err)
	}
}

func TestABackupIsMadeInUseAndPutBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mailbox")
	ann, n := filled(t, dir)
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(t.TempDir(), "backup.db")
	if err := Backup(t.Context(), dir, file); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Stat(file); err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("the backup: %v, %v; want mode 0600", info, err)
	}
	if err := Backup(t.Context(), dir, file); err == nil {
		t.Error("a backup was written over another")
	}
	if _, err := Restore(t.Context(), file, dir, time.Now()); !errors.Is(err, ErrInUse) {
		t.Errorf("Restore into a store that is open: %v; want ErrInUse", err)
	}
	err = s.Write(t.Context(), func(tx *Tx) error {
		_, err := tx.Exec(`UPDATE messages SET subject = 'Spoilt'`)
		return err
	})
	if err := errors.Join(err, s.Close()); err != nil {
		t.Fatal(err)
	}
	before, err := Restore(t.Context(), file, dir, time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC))
	if err != nil || before != dir+"-before-20261122-090000" {
		t.Fatalf("Restore = %q, %v", before, err)
	}
	if s, err = Open(dir, Options{}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if whole, _ := readAll(t, s, ann); whole != n {
		t.Errorf("%d of %d messages are back", whole, n)
	}
	if found, err := Check(t.Context(), before); err != nil || found.Messages != n {
		t.Errorf("what was there before: %+v, %v; want it kept", found, err)
	}
}

func TestADamagedBackupIsNotPutBack(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "mailbox")
	_, n := filled(t, dir)
	file := filepath.Join(t.TempDir(), fileName)
	if err := Backup(t.Context(), dir, file); err != nil {
		t.Fatal(err)
	}
	spoil(t, filepath.Dir(file), "line 77 of the text. line 77")
	if _, err := Restore(t.Context(), file, dir, time.Now()); err == nil || !strings.Contains(err.Error(), "message ") {
		t.Errorf("Restore = %v; want what is damaged", err)
	}
	if found, err := Check(t.Context(), dir); err != nil || found.Messages != n {
		t.Errorf("the store: %+v, %v; want it untouched", found, err)
	}
	text := filepath.Join(t.TempDir(), "notes.txt")
	if err := os.WriteFile(text, []byte("not a database, and long enough to look like something"), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := Restore(t.Context(), text, dir, time.Now()); err == nil || !strings.Contains(err.Error(), "no backup of daybook") {
		t.Errorf("Restore of a text = %v", err)
	}
}

func TestPagesAreLookedAtOnceAWeekAndAfterAnUncleanEnd(t *testing.T) {
	dir := t.TempDir()
	filled(t, dir)
	path := filepath.Join(dir, fileName)
	now := time.Date(2026, 11, 22, 9, 0, 0, 0, time.UTC)
	s, err := Open(dir, Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	due := func() bool {
		t.Helper()
		due, err := s.pagesDue(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		return due
	}
	if !due() {
		t.Error("pages that were never looked at are not due")
	}
	// In this order: what the first writes is the log that the second finds too long.
	for _, c := range []struct {
		what  string
		check func() (bool, error)
	}{
		{"with something to index", func() (bool, error) {
			queue := func(query string) {
				t.Helper()
				if err := s.Write(t.Context(), func(tx *Tx) error { _, err := tx.Exec(query); return err }); err != nil {
					t.Fatal(err)
				}
			}
			s.indexer.stop()
			queue(`INSERT INTO index_queue (mailbox_id, id) VALUES (0, '')`)
			defer queue(`DELETE FROM index_queue`)
			return s.checkPages(t.Context(), path, false, longLog)
		}},
		{"with a long log", func() (bool, error) { return s.checkPages(t.Context(), path, false, 1) }},
	} {
		if again, err := c.check(); !again || err != nil || !due() {
			t.Errorf("%s they were looked at: %v, %v", c.what, again, err)
		}
	}
	if again, err := s.checkPages(t.Context(), path, false, longLog); again || err != nil {
		t.Fatal(again, err)
	}
	if due() {
		t.Error("due again at once")
	}
	if now = now.Add(pagesEvery); !due() {
		t.Error("not due after a week")
	}
	if !logLeft(path) {
		t.Error("a store that is open and was written has left no log")
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if logLeft(path) {
		t.Error("a store that was closed has left a log")
	}
	wreck(t, dir, "line 50 of the text. line 50")
	if s, err = Open(dir, Options{Now: func() time.Time { return now }}); err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if _, err := s.checkPages(t.Context(), path, true, longLog); !errors.Is(err, ErrDamaged) || !strings.Contains(err.Error(), "bodies") {
		t.Errorf("checkPages = %v; want ErrDamaged that names the table", err)
	}
	if err := s.Ready(t.Context()); !errors.Is(err, ErrDamaged) {
		t.Errorf("Ready = %v; want ErrDamaged", err)
	}
}

// TestADatabaseThatIsClosedIsNoOneElses puts a store back after a database of
// it was closed of which a connection was still in use.
func TestADatabaseThatIsClosedIsNoOneElses(t *testing.T) {
	dir, file := t.TempDir(), filepath.Join(t.TempDir(), "mail.db")
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	addUser(t, s, "ann@contoso.example")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Backup(t.Context(), dir, file); err != nil {
		t.Fatal(err)
	}
	db, err := openAsItIs(dir)
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	rows, err := db.QueryContext(ctx, `SELECT name FROM sqlite_master`)
	if err != nil || !rows.Next() {
		t.Fatal(err)
	}
	go func() {
		time.Sleep(time.Second)
		rows.Close()
		cancel()
	}()
	closeWhole(db)
	if _, err := Restore(t.Context(), file, dir, time.Now()); err != nil {
		t.Errorf("put back after all was closed: %v", err)
	}
}
