package ingest

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/service"
	"daybook/service/odata"
	"daybook/service/store"
)

const user = "me@example.com"

// openMailbox opens the store in dir with one user.
func openMailbox(t testing.TB, dir string) (*store.Store, *Mailbox) {
	t.Helper()
	s, err := store.Open(dir, store.Options{Areas: service.Areas()})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	ctx := context.Background()
	if all, err := s.Mailboxes(ctx, store.KindUser); err != nil || len(all) == 0 {
		if _, err := s.AddMailbox(ctx, store.Mailbox{Kind: store.KindUser, PrincipalName: user, DisplayName: "Me"}); err != nil {
			t.Fatal(err)
		}
	}
	m, err := OpenMailbox(ctx, s, user)
	if err != nil {
		t.Fatal(err)
	}
	return s, m
}

// kept is a message as the store has it.
type kept struct {
	model.Message
	original []byte
	files    []model.Attachment
}

// everything reads the whole mailbox, by Message-ID.
func everything(t testing.TB, s *store.Store, m *Mailbox, ids ...string) map[string]kept {
	t.Helper()
	out := map[string]kept{}
	err := s.Read(context.Background(), func(tx *store.Tx) error {
		for _, id := range ids {
			found, err := tx.MessagesByMessageID(m.mailbox, id)
			if err != nil {
				return err
			}
			for _, f := range found {
				msg, err := tx.Message(m.mailbox, f)
				if err != nil {
					return err
				}
				original, err := tx.Original(m.mailbox, f)
				if err != nil {
					return err
				}
				files, err := tx.Attachments(store.MessageOwner(m.mailbox, f))
				if err != nil {
					return err
				}
				out[id] = kept{msg, original, files}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	return out
}

func TestMailIsKeptWithItsBytesThreadsAndFolders(t *testing.T) {
	withFile := "Message-ID: <3@x>\nIn-Reply-To: <2@x>\nFrom: c@example.com\nSubject: Re: plan\nContent-Type: multipart/mixed; boundary=b\n\n" +
		"--b\n\nsee file\n--b\nContent-Type: text/csv; name=\"größe.csv\"\n\na,b\n--b--\n"
	files := map[string]string{
		"m/cur/1:2,S":       "Message-ID: <2@x>\nReferences: <1@x>\nFrom: b@example.com\nSubject: Re: plan\n\ntwo\n", // before its parent
		"m/cur/2:2,F":       withFile,
		"m/cur/3:2,":        "Message-ID: <1@x>\nFrom: a@example.com\nSubject: plan\nDate: Tue, 3 Mar 2026 10:00:00 +0000\n\none\n",
		"m/cur/4:2,":        "Message-ID: <9@x>\nFrom: a@example.com\nSubject: Re: plan\nReferences: <8@x>\n\nanother\n",
		"m/.Sent/cur/5:2,S": "Message-ID: <5@x>\nFrom: me@example.com\nSubject: x\n\nmine\n",
	}
	src := filepath.Join(plant(t, t.TempDir(), files), "m")
	dir := t.TempDir()
	s, m := openMailbox(t, dir)
	sum, err := (&Importer{Store: m}).Run(context.Background(), []string{src})
	if err != nil || sum.Imported != 5 {
		t.Fatalf("got %+v, %v; want 5 imported", sum, err)
	}
	got := everything(t, s, m, "<1@x>", "<2@x>", "<3@x>", "<5@x>", "<9@x>")
	thread := got["<1@x>"].ConversationID
	if thread == "" || got["<2@x>"].ConversationID != thread || got["<3@x>"].ConversationID != thread || got["<9@x>"].ConversationID == thread {
		t.Errorf("threads: got %q %q %q and %q, want three alike", thread, got["<2@x>"].ConversationID, got["<3@x>"].ConversationID, got["<9@x>"].ConversationID)
	}
	if string(got["<3@x>"].original) != withFile {
		t.Errorf("original: got %q, want the file's bytes", got["<3@x>"].original)
	}
	if f := got["<3@x>"].files; len(f) != 1 || f[0].Name != "größe.csv" || f[0].Size != 3 || !got["<3@x>"].HasAttachments {
		t.Errorf("attachments: got %+v, want größe.csv", f)
	}
	if !got["<2@x>"].IsRead || got["<1@x>"].IsRead || got["<3@x>"].Flag.FlagStatus != model.Flagged {
		t.Error("the flags of the file names were lost")
	}
	err = s.Read(context.Background(), func(tx *store.Tx) error {
		for role, want := range map[string]int{model.FolderInbox: 4, model.FolderSentItems: 1} {
			f, err := tx.Folder(m.mailbox, role)
			if err != nil {
				return err
			}
			if f.TotalItemCount != want {
				t.Errorf("%s: got %d messages, want %d", role, f.TotalItemCount, want)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	_, m = openMailbox(t, dir)
	if again, err := (&Importer{Store: m}).Run(context.Background(), []string{src}); err != nil || again.Imported != 0 || again.Duplicates != 5 {
		t.Errorf("after a restart: got %+v, %v; want 5 duplicates", again, err)
	}
}

func TestLettersWithoutAMessageIDAreOnesOfTheirOwn(t *testing.T) {
	letter := "From: a@example.com\nTo: b@example.com\nDate: Mon, 5 Nov 1962 10:00:00 +0100\nSubject: s\n\ntext\n"
	src := plant(t, t.TempDir(), map[string]string{"1.eml": letter, "2.eml": strings.Replace(letter, "b@", "c@", 1), "3.eml": letter})
	s, m := openMailbox(t, t.TempDir())
	ctx := context.Background()
	if sum, err := (&Importer{Store: m}).Run(ctx, []string{src}); err != nil || sum.Imported != 2 || sum.Duplicates != 1 {
		t.Fatalf("got %+v, %v; want two letters and a copy", sum, err)
	}
	// As a program had it that told them by other things.
	err := s.Write(ctx, func(tx *store.Tx) error {
		_, err := tx.Exec(`UPDATE imports SET fingerprint = ?`, make([]byte, 16))
		if err != nil {
			return err
		}
		page, err := tx.Messages(store.MessageQuery{Mailbox: m.mailbox, Limit: 10})
		for _, item := range page.Items {
			var msg model.Message
			if err := json.Unmarshal(item, &msg); err != nil {
				return err
			}
			if msg, err = tx.Message(m.mailbox, msg.ID); err != nil || msg.ReceivedDateTime.Year() != 1962 {
				t.Errorf("got %v, %v; want it received in 1962", msg.ReceivedDateTime, err)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if sum, err := (&Importer{Store: m}).Run(ctx, []string{src}); err != nil || sum.Imported != 0 || sum.Duplicates != 3 {
		t.Errorf("again: got %+v, %v; want three copies", sum, err)
	}
}

func TestADeletedMessageCanBeImportedAgain(t *testing.T) {
	src := plant(t, t.TempDir(), map[string]string{"1.eml": mail(1, "")})
	s, m := openMailbox(t, t.TempDir())
	ctx := context.Background()
	for _, want := range []int{1, 0} {
		if sum, err := (&Importer{Store: m}).Run(ctx, []string{src}); err != nil || sum.Imported != want {
			t.Fatalf("got %+v, %v; want %d imported", sum, err, want)
		}
	}
	err := s.Write(ctx, func(tx *store.Tx) error {
		ids, err := tx.MessagesByMessageID(m.mailbox, "<1@example.com>")
		if err != nil {
			return err
		}
		return tx.EraseMessage(m.mailbox, ids[0])
	})
	if err != nil {
		t.Fatal(err)
	}
	if sum, err := (&Importer{Store: m}).Run(ctx, []string{src}); err != nil || sum.Imported != 1 {
		t.Errorf("got %+v, %v; want it back", sum, err)
	}
}

func TestFolderPathsMeetTheWellKnownFolders(t *testing.T) {
	s, m := openMailbox(t, t.TempDir())
	ctx := context.Background()
	tests := []struct{ path, role, name string }{
		{"Inbox", model.FolderInbox, "Inbox"}, {"INBOX", model.FolderInbox, "Inbox"}, {"Sent Messages", model.FolderSentItems, "Sent Items"},
		{"Trash", model.FolderDeleted, "Deleted Items"}, {"Lists/Go", "", "Go"}, {"lists/GO", "", "Go"}, {"Inbox/Sent", "", "Sent"},
		{"a\x1b[2Jb", "", "a[2Jb"}, {"\x01", "", "Imported"}, {strings.Repeat("é", 300), "", strings.Repeat("é", 128)},
	}
	for _, tt := range tests {
		id, err := m.Folder(ctx, strings.Split(tt.path, "/"))
		if err != nil {
			t.Fatal(err)
		}
		err = s.Read(ctx, func(tx *store.Tx) error {
			f, err := tx.Folder(m.mailbox, id)
			if f.WellKnownName != tt.role || f.DisplayName != tt.name {
				t.Errorf("%q: got %q (%s), want %q (%s)", tt.path, f.DisplayName, f.WellKnownName, tt.name, tt.role)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestAnAttachmentLargerThanAnUploadIsKept(t *testing.T) {
	big := "Message-ID: <big@x>\nContent-Type: multipart/mixed; boundary=b\n\n--b\n\ntext\n--b\nContent-Type: application/zip; name=a.zip\n\n" +
		strings.Repeat("0123456789abcde\n", store.MaxAttachment/16+1) + "\n--b--\n"
	src := plant(t, t.TempDir(), map[string]string{"big.eml": big})
	s, m := openMailbox(t, t.TempDir())
	sum, err := (&Importer{Store: m}).Run(context.Background(), []string{src})
	if err != nil || sum.Imported != 1 {
		t.Fatalf("got %+v, %v; want it imported", sum, err)
	}
	if got := everything(t, s, m, "<big@x>")["<big@x>"]; len(got.files) != 1 || got.files[0].Size <= store.MaxAttachment || !bytes.Equal(got.original, []byte(big)) {
		t.Errorf("got %+v, want the whole attachment", got.files)
	}
}

// BenchmarkImport imports messages of about 4 kB, parsing, rows and text
// index included. DAYBOOK_MAIL names a mailbox to import instead.
func BenchmarkImport(b *testing.B) {
	src := os.Getenv("DAYBOOK_MAIL")
	if src == "" {
		src = b.TempDir()
		var words strings.Builder
		for i := range 1000 {
			path := filepath.Join(src, fmt.Sprintf("box/cur/%04d:2,S", i))
			if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
				b.Fatal(err)
			}
			words.Reset()
			for w := range 600 {
				fmt.Fprintf(&words, "w%d ", (i*31+w*w)%5000)
			}
			text := fmt.Sprintf("Message-ID: <%d@x>\nReferences: <%d@x>\nFrom: \"A B\" <a%d@example.com>\nTo: me@example.com\nSubject: about %d\nDate: Tue, 3 Mar 2026 10:00:00 +0000\n\n%s\n",
				i, i/7*7, i%40, i/7, words.String())
			if err := os.WriteFile(path, []byte(text), 0o600); err != nil {
				b.Fatal(err)
			}
		}
	}
	messages := 0
	for b.Loop() {
		s, m := openMailbox(b, b.TempDir())
		sum, err := (&Importer{Store: m}).Run(context.Background(), []string{src})
		if err != nil {
			b.Fatal(err)
		}
		if err := s.WaitIndexed(context.Background()); err != nil {
			b.Fatal(err)
		}
		messages += sum.Imported
	}
	b.ReportMetric(float64(b.Elapsed().Microseconds())/float64(messages), "µs/message")
}

func TestWordsOfThePlainAlternativeAreFoundToo(t *testing.T) {
	dir := t.TempDir()
	s, m := openMailbox(t, dir)
	raw := "From: a@x.example\r\nMessage-ID: <alt@x.example>\r\nSubject: two ways\r\nMIME-Version: 1.0\r\n" +
		"Content-Type: multipart/alternative; boundary=b\r\n\r\n" +
		"--b\r\nContent-Type: text/plain\r\n\r\nonlyinplain\r\n" +
		"--b\r\nContent-Type: text/html\r\n\r\n<p>onlyinhtml</p>\r\n--b--\r\n"
	path := filepath.Join(t.TempDir(), "m.eml")
	if err := os.WriteFile(path, []byte(raw), 0o600); err != nil {
		t.Fatal(err)
	}
	if _, err := (&Importer{Store: m}).Run(t.Context(), []string{path}); err != nil {
		t.Fatal(err)
	}
	if err := s.WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	for word, want := range map[string]int{"onlyinplain": 1, "onlyinhtml": 1, "innone": 0} {
		o, err := odata.Parse("$search=" + word)
		if err != nil {
			t.Fatal(err)
		}
		search, err := s.MessageSearcher().Search(o.Search, false, time.Time{})
		if err != nil {
			t.Fatal(err)
		}
		err = s.Read(t.Context(), func(tx *store.Tx) error {
			found, err := tx.Messages(store.MessageQuery{Mailbox: m.mailbox, Limit: 5, Search: search})
			if err == nil && len(found.Items) != want {
				t.Errorf("%s: found in %d messages, want %d", word, len(found.Items), want)
			}
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
}

func TestWhatIsLargerThanTheFieldsIsCutAndSaid(t *testing.T) {
	dir := t.TempDir()
	_, box := openMailbox(t, t.TempDir())
	to := make([]string, 600)
	for i := range to {
		to[i] = fmt.Sprintf("p%d@x.example", i)
	}
	letter := "From: bo@x.example\r\nTo: " + strings.Join(to, ",\r\n ") + "\r\nSubject: " + strings.Repeat("s", 1200) +
		"\r\nMessage-ID: <long@x.example>\r\n\r\nhello\r\n"
	for name, text := range map[string]string{
		"long.eml": letter,
		"long.vcf": card("FN:" + strings.Repeat("n", 300)),
		"long.ics": calendarFile(strings.Repeat("c", 300), "UID:1\nDTSTART:20260302T090000Z\nDTEND:20260302T100000Z\nSUMMARY:"+strings.Repeat("s", 1200)),
	} {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	said := []string{}
	im := Importer{Store: box}
	mail, err := im.Run(t.Context(), []string{dir})
	if err != nil || mail.Imported != 1 {
		t.Fatalf("%d messages came in: %v %v", mail.Imported, err, mail.Failures)
	}
	for _, c := range mail.Changes {
		said = append(said, c.Reason.Error())
	}
	more := besideOf(t, box, dir)
	if more.Events.Imported != 1 || more.Contacts.Imported != 1 {
		t.Errorf("got %+v", more)
	}
	for _, c := range more.Changes {
		said = append(said, c.Reason)
	}
	slices.Sort(said)
	for i, want := range []string{"displayName has 300 characters; at most 255", "subject has 1200 characters; at most 1000",
		"subject has 1200 characters; at most 1000", "toRecipients has 600 items; at most 500"} {
		if i >= len(said) || !strings.Contains(said[i], want) {
			t.Fatalf("it was said %q, want %q", said, want)
		}
	}
	if again := besideOf(t, box, dir); again.Events.Imported+again.Contacts.Imported > 0 {
		t.Errorf("what was cut is not known again: %+v", again)
	}
	got := everything(t, box.store, box, "<long@x.example>")["<long@x.example>"]
	if len(got.ToRecipients) != 500 || string(got.original) != letter {
		t.Errorf("%d recipients are left, the original has %d bytes of %d", len(got.ToRecipients), len(got.original), len(letter))
	}
}
