package store

import (
	"bytes"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	_ "daybook/internal/seed"
	"daybook/model"
	"daybook/service/store/pgtest"
)

// Any text comes back as it was, from either form, and is never kept larger.
func TestAnyTextIsReadBackFromEitherForm(t *testing.T) {
	pgtest.FilesOnly(t, "text that is not packed")
	s := openTest(t)
	err := s.Write(t.Context(), func(tx *Tx) error {
		rapid.Check(t, func(t *rapid.T) {
			text := strings.Repeat(rapid.OneOf(rapid.String(), rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) }),
				rapid.SampledFrom([]string{packedWords, string([]byte{packedForm}), "word "})).Draw(t, "part"), rapid.IntRange(0, 300).Draw(t, "times"))
			kept, err := tx.packText(text)
			if err != nil {
				t.Fatal(err)
			}
			if _, packed := kept.([]byte); packed != (len(keptBytes(kept)) < len(text)) || len(text) < worthPacking && packed {
				t.Fatalf("%d bytes are kept as %d, packed: %v", len(text), len(keptBytes(kept)), packed)
			}
			for _, form := range []any{kept, text} {
				var got string
				scanned := packedText{into: &got}
				if err := scanned.Scan(form); err != nil || got != text || !bytes.Equal(scanned.kept, keptBytes(form)) {
					t.Fatalf("%d bytes are read back as %d (%v)", len(text), len(got), err)
				}
			}
		})
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
}

// Of a packed text that is damaged nothing panics, and what can be read is.
func TestADamagedPackedTextIsReadAsFarAsItGoes(t *testing.T) {
	s := openTest(t)
	text := strings.Repeat("The quick brown fox. ", 50) + words(rand.New(rand.NewPCG(1, 2)), 200)
	err := s.Write(t.Context(), func(tx *Tx) error {
		kept, err := tx.packText(text)
		packed := keptBytes(kept)
		var got string
		if err := (&packedText{into: &got}).Scan(packed[:len(packed)/2]); err != nil || got == "" || !strings.HasPrefix(text, got) {
			t.Errorf("of half of it %q is read (%v)", got, err)
		}
		for i := range packed {
			wrong := bytes.Clone(packed)
			wrong[i] ^= 0x55
			if err := (&packedText{into: &got}).Scan(wrong); err != nil {
				t.Errorf("with byte %d wrong: %v", i, err)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// age makes of a store, which is closed, one from before 016_smaller.sql.
func age(t *testing.T, dir string) {
	t.Helper()
	db, err := connect(filepath.Join(dir, fileName), 1)
	if err != nil {
		t.Fatal(err)
	}
	defer closeWhole(db)
	bodies, err := db.Query(`SELECT content_type, content, headers_json, mailbox_id, id FROM bodies`)
	if err != nil {
		t.Fatal(err)
	}
	var plain [][]any
	for bodies.Next() {
		var kind, content, headers, mailbox, id string
		if err := bodies.Scan(&kind, &packedText{into: &content}, &packedText{into: &headers}, &mailbox, &id); err != nil {
			t.Fatal(err)
		}
		plain = append(plain, []any{content, headers, Checksum([]byte(kind), []byte(content), []byte(headers)), mailbox, id})
	}
	if err := bodies.Close(); err != nil {
		t.Fatal(err)
	}
	do := func(query string, args ...any) {
		t.Helper()
		if _, err := db.Exec(query, args...); err != nil {
			t.Fatal(err)
		}
	}
	for _, args := range plain {
		do(`UPDATE bodies SET content = ?, headers_json = ?, checksum = ? WHERE mailbox_id = ? AND id = ?`, args...)
	}
	do(`ALTER TABLE bodies DROP COLUMN size`)
	do(`DROP TABLE messages_fts`)
	do(`CREATE VIRTUAL TABLE messages_fts USING fts5 (mailbox, subject, sender, to_people, cc_people, bcc_people, body, attachment,
		content='', contentless_delete=1, tokenize='unicode61 remove_diacritics 2', prefix='1 2 3')`)
	do(`INSERT INTO messages_fts (rowid, mailbox, subject, body) SELECT m.ord, 'm' || m.mailbox_id, m.subject, b.content
		FROM messages m JOIN bodies b ON b.mailbox_id = m.mailbox_id AND b.id = m.id`)
	do(`DELETE FROM migrations WHERE name = 'migrations/016_smaller.sql'`)
}

// A program that makes an old store smaller, and writes in it meanwhile, is
// killed again and again. Every body can be read at every moment, and in the end
// all are packed, all is found, and the former index is gone.
func TestKillingWhatMakesAStoreSmallerLosesNothing(t *testing.T) {
	const n = 800
	dir := t.TempDir()
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	user, _ := load(t, s, n)
	if err := s.WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	want := bodiesOf(t, s)
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	age(t, dir)
	state, partly := map[string]string{}, 0
	for i := range killsWanted() {
		wait := after(time.Duration(5+i*20) * time.Millisecond)
		if i == 0 { // on a slow machine none of those spans may be one in which some are packed and some not
			wait = func() { waitPartlyPacked(t, dir, n) }
		}
		runAndKill(t, dir, state, wait)
		s, err := Open(dir, Options{ReadOnly: true})
		if err != nil {
			t.Fatal(err)
		}
		got := bodiesOf(t, s)
		for id, body := range want {
			if got[id] != body {
				t.Fatalf("after kill %d the body of message %s is %q", i, id, got[id])
			}
		}
		if plain := plainBodies(t, s); plain > 0 && plain < n {
			partly++
		}
		if err := s.Close(); err != nil {
			t.Fatal(err)
		}
	}
	if partly == 0 {
		t.Error("it was never killed in the middle: the test proves little")
	}
	checkKept(t, dir, user, state)
	s, err = Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	if plain := plainBodies(t, s); plain > 0 {
		t.Errorf("%d bodies are not packed", plain)
	}
	var former int
	if err := s.readers.QueryRow(`SELECT count(*) FROM sqlite_master WHERE name LIKE 'messages_fts_former%'`).Scan(&former); err != nil || former > 0 {
		t.Errorf("%d tables of the former index are there (%v)", former, err)
	}
	for match, least := range map[string]int{`"re" *`: n / 2, `"messag" *`: n, word(1): n / 2} {
		err := s.Read(t.Context(), func(tx *Tx) error {
			mailbox, err := tx.Mailbox(user)
			if err != nil {
				return err
			}
			if match, err = tx.widen(mailbox, match); err != nil {
				return err
			}
			found, err := tx.Texts(`SELECT CAST(rowid AS TEXT) FROM messages_fts WHERE messages_fts MATCH ?`, match)
			if len(found) < least {
				t.Errorf("%s finds %d messages, want %d and more", match, len(found), least)
			}
			return err
		})
		if err != nil {
			t.Error(err)
		}
	}
}

// bodiesOf are the texts of all messages, by id.
func bodiesOf(t *testing.T, s *Store) map[string]string {
	t.Helper()
	texts := map[string]string{}
	err := s.Read(context.Background(), func(tx *Tx) error {
		ids, err := tx.Texts(`SELECT id FROM messages`)
		for _, id := range ids {
			r, err := tx.row(1, id, true)
			if err != nil {
				return err
			}
			texts[id] = r.content
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return texts
}

// waitPartlyPacked waits until another program has packed some of n bodies, for
// a minute at most.
func waitPartlyPacked(t *testing.T, dir string, n int) {
	s, err := Open(dir, Options{ReadOnly: true})
	if err != nil {
		t.Error(err)
		return
	}
	defer s.Close()
	for range 60_000 {
		if plainBodies(t, s) < n {
			return
		}
		time.Sleep(time.Millisecond)
	}
}

func plainBodies(t *testing.T, s *Store) (n int) {
	t.Helper()
	err := s.readers.QueryRow(`SELECT count(*) FROM bodies WHERE typeof(content) = 'text' AND length(content) > 3000`).Scan(&n)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// Mail takes at most twice its bytes, with its index: a half of it of plain text
// alone, a half with a page beside it, as most programs write it.
func TestAStoreIsAtMostTwiceItsMail(t *testing.T) {
	dir := t.TempDir()
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	user := addUser(t, s, "ann@contoso.example")
	mail := 0
	r := rand.New(rand.NewPCG(1, 2))
	err = s.Write(t.Context(), func(tx *Tx) error {
		mailbox, err := tx.Mailbox(user.ID)
		if err != nil {
			return err
		}
		inbox, err := tx.Folder(mailbox, model.FolderInbox)
		if err != nil {
			return err
		}
		for i := range 2000 {
			m := mailFor(r, inbox.ID, i)
			mail += len(m.Original)
			if _, err := tx.AddMessage(mailbox, m); err != nil {
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
	files, err := os.ReadDir(dir)
	if err != nil {
		t.Fatal(err)
	}
	var disk int64
	for _, f := range files {
		info, err := f.Info()
		if err != nil {
			t.Fatal(err)
		}
		disk += info.Size()
	}
	t.Logf("%d bytes of mail, %d per message, take %d: %.2f times", mail, mail/2000, disk, float64(disk)/float64(mail))
	if disk > int64(2*mail) {
		t.Errorf("%d bytes of mail take %d, want twice that at most", mail, disk)
	}
}

// mailFor makes the i-th message as it came, of 300 words.
func mailFor(r *rand.Rand, folder string, i int) NewMessage {
	m := genMessage(r, folder, i, time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC))
	text := words(r, 300)
	m.Body.Content, m.BodyPreview = text, text[:255]
	kind := "text/plain; charset=utf-8"
	if i%2 == 0 {
		var page strings.Builder
		page.WriteString(`<html><head><meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body lang="EN" link="#0563C1">`)
		for line := range slices.Chunk(strings.Fields(text), 12) {
			page.WriteString(`<p class="MsoNormal"><span style="font-size:11.0pt;font-family:&quot;Calibri&quot;,sans-serif;color:#1F497D">` +
				strings.Join(line, " ") + `<o:p></o:p></span></p>` + "\r\n")
		}
		page.WriteString(`</body></html>`)
		m.Body = &model.ItemBody{ContentType: "html", Content: page.String()}
		kind = `multipart/alternative; boundary="b"`
		text = "--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n" + text +
			"\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page.String() + "\r\n--b--\r\n"
	}
	var head strings.Builder
	for _, h := range [][2]string{
		{"Return-Path", "<" + m.From.EmailAddress.Address + ">"},
		{"Received", fmt.Sprintf("from mx%d.example.net (mx.example.net [192.0.2.%d]) by mail.example.com with ESMTPS id %016x for <ann@contoso.example>; %s",
			i%9, i%250, r.Uint64(), m.ReceivedDateTime.Format(time.RFC1123Z))},
		{"From", m.From.EmailAddress.Name + " <" + m.From.EmailAddress.Address + ">"}, {"To", "Ann <ann@contoso.example>"},
		{"Subject", m.Subject}, {"Date", m.SentDateTime.Format(time.RFC1123Z)}, {"Message-ID", m.InternetMessageID},
		{"MIME-Version", "1.0"}, {"Content-Type", kind}, {"Content-Transfer-Encoding", "8bit"},
	} {
		m.InternetMessageHeaders = append(m.InternetMessageHeaders, model.InternetMessageHeader{Name: h[0], Value: h[1]})
		head.WriteString(h[0] + ": " + h[1] + "\r\n")
	}
	m.Original = []byte(head.String() + "\r\n" + text)
	return m
}

// What is free is given back to the disk, and a write that comes meanwhile ends
// that and does not wait.
func TestWhatIsFreeIsGivenBackAndAWriteComesFirst(t *testing.T) {
	dir := t.TempDir()
	path := filepath.Join(dir, fileName)
	s, err := Open(dir, Options{})
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	load(t, s, 600)
	if err := s.WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	erase := func(tx *Tx) error {
		ids, err := tx.Texts(`SELECT id FROM messages ORDER BY ord LIMIT 300`)
		for _, id := range ids {
			if err := tx.EraseMessage(1, id); err != nil {
				return err
			}
		}
		return err
	}
	if err := s.Write(t.Context(), erase); err != nil {
		t.Fatal(err)
	}
	want := bodiesOf(t, s)
	size := func() int64 {
		t.Helper()
		if _, err := s.writer.Exec(`PRAGMA wal_checkpoint(TRUNCATE)`); err != nil {
			t.Fatal(err)
		}
		info, err := os.Stat(path)
		if err != nil {
			t.Fatal(err)
		}
		return info.Size()
	}
	before := size()
	if again, err := s.giveBack(t.Context(), path, 1<<40); !again || err != nil || size() != before {
		t.Errorf("of little that is free: %v, %v, %d bytes; want it left", again, err, size())
	}
	if again, err := s.giveBack(t.Context(), path, 0); !again || err != nil || size() > before*3/4 {
		t.Errorf("%v, %v: of %d bytes %d are left", again, err, before, size())
	}
	if got := bodiesOf(t, s); !maps.Equal(got, want) {
		t.Error("the messages are not what they were")
	}
	ended := false
	var stop context.CancelFunc = func() { ended = true }
	s.givingBack.Store(&stop)
	if err := s.Write(t.Context(), func(*Tx) error { return nil }); err != nil || !ended {
		t.Errorf("a write has not ended it (%v)", err)
	}
}
