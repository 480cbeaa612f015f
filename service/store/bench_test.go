package store

import (
	"context"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"daybook/model"
	"daybook/service/odata"
)

// syllables make words that share beginnings, as those of a language do.
var syllables = strings.Fields("re con pro de in ment tion al er ly ing sta par com ter per for mi ta lo na ri su vi da ke mo pe tu ga hu be ca do fi jo li no sa ve")

// word is the k-th word of the vocabulary.
func word(k int) string {
	w := syllables[k%len(syllables)]
	for k /= len(syllables); ; k /= len(syllables) {
		w += syllables[(k*7+3)%len(syllables)]
		if k == 0 {
			return w
		}
	}
}

// words is a text: a few common words, many rarer ones.
func words(r *rand.Rand, n int) string {
	var b strings.Builder
	for range n {
		b.WriteString(word(int(r.ExpFloat64() * r.ExpFloat64() * 300)))
		b.WriteByte(' ')
	}
	return b.String()
}

// genMessage makes the i-th message of about 4 KB.
func genMessage(r *rand.Rand, folder string, i int, start time.Time) NewMessage {
	at := start.Add(time.Duration(i) * 5 * time.Minute)
	from := r.IntN(400)
	m := model.Message{
		Subject: fmt.Sprintf("Message %d %s", i, words(r, 4)), InternetMessageID: fmt.Sprintf("<m%d@contoso.example>", i),
		ParentFolderID: folder, ReceivedDateTime: &at, SentDateTime: &at, IsRead: r.IntN(20) != 0, BodyPreview: words(r, 20),
		From:         &model.Recipient{EmailAddress: model.EmailAddress{Name: fmt.Sprintf("Person %d", from), Address: fmt.Sprintf("p%d@contoso.example", from)}},
		ToRecipients: []model.Recipient{{EmailAddress: model.EmailAddress{Name: "Ann", Address: "ann@contoso.example"}}},
		Body:         &model.ItemBody{ContentType: "text", Content: words(r, 480)}, InferenceClassification: model.Focused,
	}
	m.Sender = m.From
	if i%3 == 0 {
		m.InferenceClassification = model.Other
	}
	if i%200 == 0 {
		m.Flag = &model.FollowupFlag{FlagStatus: model.Flagged}
		m.Categories = []string{"Atlas"}
	}
	if i%5000 == 0 {
		m.Body.Content += " serendipity"
	}
	n := NewMessage{Message: m}
	if i%4 != 0 {
		n.References = []string{fmt.Sprintf("<m%d@contoso.example>", i-i%4)}
	}
	return n
}

// load fills Ann's inbox with n messages.
func load(t testing.TB, s *Store, n int) (mailbox string, folder string) {
	t.Helper()
	user := addUser(t, s, "ann@contoso.example")
	r := rand.New(rand.NewPCG(1, 2))
	start := time.Date(2025, 1, 1, 0, 0, 0, 0, time.UTC)
	for done := 0; done < n; done += 200 {
		err := s.Write(context.Background(), func(tx *Tx) error {
			mb, err := tx.Mailbox(user.ID)
			if err != nil {
				return err
			}
			inbox, err := tx.Folder(mb, model.FolderInbox)
			if err != nil {
				return err
			}
			folder = inbox.ID
			for i := done; i < min(n, done+200); i++ {
				if _, err := tx.AddMessage(mb, genMessage(r, folder, i, start)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return user.ID, folder
}

const benchSize = 100_000

// benchStore is loaded once and kept beside the test's temporary files, as
// loading takes a minute.
var benchStore = sync.OnceValues(func() (*Store, error) {
	dir := filepath.Join(os.TempDir(), fmt.Sprintf("daybook-bench-%d", benchSize))
	return Open(dir, Options{})
})

type bench struct {
	*Store
	mailbox int64
	folder  string
}

func openBench(b *testing.B) bench {
	b.Helper()
	s, err := benchStore()
	if err != nil {
		b.Fatal(err)
	}
	ctx := context.Background()
	users, err := s.Mailboxes(ctx, KindUser)
	if err != nil {
		b.Fatal(err)
	}
	if len(users) == 0 {
		load(b, s, benchSize)
		if err := s.WaitIndexed(ctx); err != nil {
			b.Fatal(err)
		}
		users, _ = s.Mailboxes(ctx, KindUser)
	}
	x := bench{Store: s}
	err = s.Read(ctx, func(tx *Tx) error {
		if x.mailbox, err = tx.Mailbox(users[0].ID); err != nil {
			return err
		}
		f, err := tx.Folder(x.mailbox, model.FolderInbox)
		x.folder = f.ID
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	b.ResetTimer()
	return x
}

// question makes a query of options, as the mail area does.
func question(t testing.TB, s *Store, mailbox int64, folder, rawQuery string) MessageQuery {
	t.Helper()
	o, err := odata.Parse(rawQuery)
	if err != nil {
		t.Fatal(err)
	}
	q := MessageQuery{Mailbox: mailbox, Folder: folder, Limit: 50,
		Properties: SelectProperties([]string{"subject", "from", "receivedDateTime", "bodyPreview", "isRead", "flag", "conversationId", "hasAttachments", "categories", "importance"})}
	if q.Filter, err = s.MessageSchema().Filter(o.Filter); err != nil {
		t.Fatal(err)
	}
	if o.Search != nil {
		if q.Search, err = s.MessageSearcher().Search(o.Search, false, time.Time{}); err != nil {
			t.Fatal(err)
		}
	}
	return q
}

// screenQueries are the questions that the screens ask.
var screenQueries = map[string]string{
	"newest":       "",
	"unread":       "$filter=isRead eq false",
	"flagged":      "$filter=flag/flagStatus eq 'flagged'",
	"other":        "$filter=inferenceClassification eq 'other'",
	"unreadOther":  "$filter=inferenceClassification eq 'other' and isRead eq false",
	"from":         "$filter=from/emailAddress/address eq 'P7@contoso.example'",
	"attachments":  "$filter=hasAttachments eq true",
	"rareWord":     "$search=serendipity",
	"commonWord":   "$search=" + word(1),
	"twoWords":     "$search=" + word(2) + " " + word(900),
	"prefix":       "$search=ser*",
	"begin1":       "$search=c*",
	"begin2":       "$search=re*",
	"begin3":       "$search=con*",
	"begin4":       "$search=" + word(45)[:4] + "*",
	"begin5":       "$search=" + word(45)[:5] + "*",
	"beginTwo":     "$search=from:p7 " + word(45)[:4] + "*",
	"fromAndWord":  "$search=from:p7 " + word(3),
	"notInFolders": "$filter=isDraft eq false",
	"fromOrFrom":   "$search=from:p7 OR from:p9",
	"to":           "$search=to:ann",
	"wordNotFrom":  "$search=" + word(1) + " -from:p7",
	"wordOrUnread": "$search=" + word(1) + " OR is:unread",
	"beginOrState": "$search=(" + word(45)[:4] + "* OR is:flagged)",
	"rareOrState":  "$search=serendipity OR importance:low",
	"notWord":      "$search=-" + word(1),
	"wordOnDays":   "$search=" + word(1) + " received:2025-01-02..2025-12-31",
	"noSuchDays":   "$search=received>=2030-01-01",
	"largeWord":    "$search=" + word(1) + " size>100",
	"larger":       "$search=size>100GB",
}

func BenchmarkList50(b *testing.B) {
	x := openBench(b)
	for name, raw := range screenQueries {
		b.Run(name, func(b *testing.B) {
			q := question(b, x.Store, x.mailbox, x.folder, raw)
			if name == "flagged" || name == "from" || name == "attachments" {
				q.Folder = ""
			}
			for b.Loop() {
				err := x.Read(context.Background(), func(tx *Tx) error {
					page, err := tx.Messages(q)
					if err == nil && len(page.Items) == 0 && !slices.Contains([]string{"attachments", "noSuchDays", "larger"}, name) {
						b.Errorf("%s: nothing found", name)
					}
					return err
				})
				if err != nil {
					b.Fatal(err)
				}
			}
		})
	}
	b.Run("category", func(b *testing.B) {
		q := question(b, x.Store, x.mailbox, "", "$filter=categories/any(c:c eq 'atlas')")
		for b.Loop() {
			err := x.Read(context.Background(), func(tx *Tx) error {
				q.Hint = tx.WithCategory(x.mailbox, "atlas")
				_, err := tx.Messages(q)
				return err
			})
			if err != nil {
				b.Fatal(err)
			}
		}
	})
	b.Run("page1000", func(b *testing.B) {
		q := question(b, x.Store, x.mailbox, x.folder, "")
		err := x.Read(context.Background(), func(tx *Tx) error {
			var ord int64
			err := tx.QueryRow(`SELECT ord FROM messages WHERE mailbox_id = ? AND folder_id = ? ORDER BY ord DESC LIMIT 1 OFFSET 50000`, x.mailbox, x.folder).Scan(&ord)
			q.After = []any{ord}
			return err
		})
		if err != nil {
			b.Fatal(err)
		}
		for b.Loop() {
			err := x.Read(context.Background(), func(tx *Tx) error { _, err := tx.Messages(q); return err })
			if err != nil {
				b.Fatal(err)
			}
		}
	})
}

// setRead marks the newest n messages read or unread, each in a write of its
// own or all in one.
func setRead(x bench, ids []string, read bool) error {
	return x.Write(context.Background(), func(tx *Tx) error {
		for _, id := range ids {
			_, err := tx.MarkMessage(x.mailbox, id, func(m *model.Message) error { m.IsRead = read; return nil })
			if err != nil {
				return err
			}
		}
		return nil
	})
}

func (x bench) newest(b *testing.B, n int) []string {
	var ids []string
	err := x.Read(context.Background(), func(tx *Tx) (err error) {
		ids, err = tx.Texts(`SELECT id FROM messages WHERE mailbox_id = ? AND folder_id = ? ORDER BY ord DESC LIMIT ?`, x.mailbox, x.folder, n)
		return err
	})
	if err != nil {
		b.Fatal(err)
	}
	return ids
}

func BenchmarkMark(b *testing.B) {
	x := openBench(b)
	for _, n := range []int{1, 500, 1000} {
		b.Run(fmt.Sprint(n), func(b *testing.B) {
			ids, read := x.newest(b, n), false
			for b.Loop() {
				if err := setRead(x, ids, read); err != nil {
					b.Fatal(err)
				}
				read = !read
			}
		})
	}
}

// BenchmarkLoad keeps messages, and indexes them, from nothing.
func BenchmarkLoad(b *testing.B) {
	for _, indexed := range []bool{false, true} {
		b.Run(fmt.Sprintf("indexed=%v", indexed), func(b *testing.B) {
			s, err := Open(b.TempDir(), Options{})
			if err != nil {
				b.Fatal(err)
			}
			defer s.Close()
			if !indexed {
				s.indexer.stop()
			}
			b.ResetTimer()
			load(b, s, b.N)
			if indexed {
				if err := s.WaitIndexed(context.Background()); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
