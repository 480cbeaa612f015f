package store

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode/utf8"

	"github.com/jackc/pgx/v5"
	"github.com/jackc/pgx/v5/stdlib"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store/pgtest"
)

// onDatabase opens a store in a database, until the test ends.
func onDatabase(t testing.TB, at string, opts Options) *Store {
	t.Helper()
	s, err := Open(at, opts)
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

func TestADatabaseIsOpenedAgainAndANewerOneRefused(t *testing.T) {
	at := pgtest.Database(t)
	s := onDatabase(t, at, Options{})
	addUser(t, s, "ann@contoso.example")
	if list, err := onDatabase(t, at, Options{}).Mailboxes(t.Context(), KindUser); err != nil || len(list) != 1 {
		t.Fatalf("opened again it has %v (%v), want ann's mailbox", list, err)
	}
	if err := pgtest.Run(at, `INSERT INTO migrations VALUES ('999_later.sql')`); err != nil {
		t.Fatal(err)
	}
	if _, err := Open(at, Options{}); !errors.Is(err, errNewerServer) {
		t.Errorf("a newer schema: %v, want %v", err, errNewerServer)
	}
}

// Processes that start together make the schema once.
func TestProcessesThatStartTogetherMakeOneSchema(t *testing.T) {
	at := pgtest.Database(t)
	var all sync.WaitGroup
	for range 4 {
		all.Go(func() {
			s, err := Open(at, Options{})
			if err == nil {
				err = s.Close()
			}
			if err != nil {
				t.Error(err)
			}
		})
	}
	all.Wait()
}

func TestWhatDoesNotOpenIsSaidWithoutThePassword(t *testing.T) {
	at := pgtest.Database(t)
	for url, want := range map[string]string{
		strings.Replace(at, "/daybook_test", "/nobodys", 1) + "&password=hunter2": "no such database",
		"postgres://ann:hunter2@127.0.0.1:1/mail?sslmode=disable":                 "does not answer",
		"postgres://ann:hunter2@[::1/mail":                                        "cannot be read",
	} {
		_, err := Open(url, Options{})
		if err == nil || !strings.Contains(err.Error(), want) || strings.Contains(err.Error(), "hunter2") {
			t.Errorf("%v, want %q and no password", err, want)
		}
	}
}

// The functions of the schema are those of package odata.
func TestTheFunctionsAreThoseOfGo(t *testing.T) {
	s := onDatabase(t, pgtest.Database(t), Options{})
	texts := []string{"", "Plan B", "ÀÉÎ İstanbul \u212a ǅ ẞß ΑΣΣ Ωμέγα ДЖ ᲀ Ꮿ ԱՒ 𐐀", "e\u0301 can't x² ٣ 会議の件 \ue000a", "a_b-c.d@e", "𝒳 😀 x\ty\nz"}
	texts = append(texts, "2026-11-20", "2026-11-20T09:00", "2026-11-20t09:00:01.1234567Z", "2026-02-29", "2024-02-29T23:59:59.999999999+14:00", "0000-01-01", "0001-01-01",
		"1969-12-31T23:59:59.9999999Z", "1960-01-01T00:00:00.00000019-05:30", "2026-11-20T24:00:00", "2026-11-20 09:00", "2026-13-01", "2026-11-20T09:00:00+15:00", "9999-12-31T23:59:59Z", "x")
	functions := []string{"fold(?)", "instant(?)", "has_words(?,'plan b',0)", "has_words(?,'b',0)", "has_words(?,'ist',1)", "has_words(?,'e',0)", "has_words(?,'z',0)", "has_words(?,'会',1)", "has_words(?,'t x²',0)", "has_words(?,'𝒳',0)",
		"CAST(length(?) AS BIGINT)", "CAST(instr(?,'a') AS BIGINT)", "lower(?)"}
	lite := openFile(t)
	for _, f := range functions {
		for _, text := range texts {
			got, want := answerOf(t, s, f, text), answerOf(t, lite, f, text)
			if got != want {
				t.Errorf("%s of %q is %v, want %v", f, text, got, want)
			}
		}
	}
	for r := rune(1); r < 0x1f000; r += 7 * 64 { // all letters, in texts of some hundred
		var b strings.Builder
		for c := r; c < r+7*64; c++ {
			if utf8.ValidRune(c) {
				b.WriteRune(c)
			}
		}
		if got := answerOf(t, s, "fold(?)", b.String()); got != odata.Fold(b.String()) {
			t.Errorf("fold of the characters from %U on is another", r)
		}
	}
	for _, seq := range []int64{0, 1, 35, 36, 1295, 1 << 40} {
		if got := answerOf(t, s, "change_key(?)", seq); got != ChangeKey(seq) {
			t.Errorf("change_key(%d) is %v", seq, got)
		}
	}
	document := `{"a":{"b":true,"n":null,"t":"x\u0000y","f":1.5,"list":[1,"zwei",null,false,{"c":"d"}]}}`
	for _, f := range []string{"(?->>'$.a.b')", "(?->>'$.a.n')", "(?->>'$.a.f')", "(?->>'$.a.none.x')", "(?->'$.a'->>'$.b')",
		"(SELECT count(*) FROM json_each(?,'$.a.list') AS e WHERE e.type <> 'null')", "(SELECT count(*) FROM json_each(?,'$.none') AS e)",
		"(SELECT max(e.value) FROM json_each(?,'$.a.list') AS e WHERE e.type = 'text')", "(SELECT e.value->>'$.c' FROM json_each(?,'$.a.list') AS e WHERE e.type = 'object')"} {
		if got, want := fmt.Sprint(answerOf(t, s, f, document)), fmt.Sprint(answerOf(t, lite, f, document)); got != want {
			t.Errorf("%s is %v, want %v", f, got, want)
		}
	}
}

func openFile(t testing.TB) *Store {
	t.Helper()
	s, err := Open(t.TempDir(), Options{})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	return s
}

func answerOf(t testing.TB, s *Store, expression string, arg any) (v any) {
	t.Helper()
	err := s.Read(t.Context(), func(tx *Tx) error { return tx.QueryRow(`SELECT `+expression, arg).Scan(&v) })
	if err != nil {
		t.Errorf("%s of %q: %v", expression, arg, err)
	}
	return v
}

func TestTextsThatNoTextOfTheDatabaseCanBe(t *testing.T) {
	s := onDatabase(t, pgtest.Database(t), Options{})
	mb, inbox := inboxOf(t, s, addUser(t, s, "ann@contoso.example").ID)
	err := s.Write(t.Context(), func(tx *Tx) error {
		m, err := tx.AddMessage(mb, NewMessage{Message: model.Message{Subject: "a\x00b\xffc", ParentFolderID: inbox,
			InternetMessageID: "<" + strings.Repeat("x", 200) + ">", Body: &model.ItemBody{ContentType: "text", Content: "nul \x00 end"}}, Original: []byte("\x00\xff")})
		if err != nil {
			return err
		}
		kept, err := tx.Message(mb, m.ID)
		if err == nil && (kept.Subject != "a\ufffdb\ufffdc" || kept.Body.Content != "nul \x00 end") {
			t.Errorf("it is kept as %q, %q", kept.Subject, kept.Body.Content)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	if err := s.WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
}

func inboxOf(t testing.TB, s *Store, id string) (mailbox int64, inbox string) {
	t.Helper()
	err := s.Read(t.Context(), func(tx *Tx) error {
		var err error
		if mailbox, err = tx.Mailbox(id); err != nil {
			return err
		}
		f, err := tx.Folder(mailbox, model.FolderInbox)
		inbox = f.ID
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return mailbox, inbox
}

// Writers of one mailbox, in two processes, follow one another: no number of a
// change is given twice or left out, and no change of theirs is lost.
func TestWritersOfAMailboxFollowOneAnother(t *testing.T) {
	at := pgtest.Database(t)
	stores := []*Store{onDatabase(t, at, Options{}), onDatabase(t, at, Options{})}
	ann, bo := addUser(t, stores[0], "ann@contoso.example"), addUser(t, stores[0], "bo@contoso.example")
	first, inbox := inboxOf(t, stores[0], ann.ID)
	second, other := inboxOf(t, stores[0], bo.ID)
	const writers, each = 8, 10
	var all sync.WaitGroup
	var mu sync.Mutex
	var seqs []int64
	for w := range writers {
		all.Go(func() {
			for i := range each {
				err := stores[w%2].Write(t.Context(), func(tx *Tx) error {
					add := func(mb int64, folder string) (string, error) {
						m, err := tx.AddMessage(mb, NewMessage{Message: model.Message{Subject: fmt.Sprint(w, i), ParentFolderID: folder}})
						return m.ChangeKey, err
					}
					// Half of them take the mailboxes the other way round: a deadlock.
					if w%4 < 2 {
						if _, err := add(second, other); err != nil {
							return err
						}
					}
					if _, err := add(first, inbox); err != nil {
						return err
					}
					if w%4 >= 2 {
						_, err := add(second, other)
						return err
					}
					return nil
				})
				if err != nil {
					t.Error(err)
				}
			}
		})
	}
	all.Wait()
	err := stores[1].Read(t.Context(), func(tx *Tx) error {
		f, err := tx.Folder(first, inbox)
		if err != nil || f.TotalItemCount != writers*each {
			t.Errorf("the folder counts %d messages (%v), want %d", f.TotalItemCount, err, writers*each)
		}
		changes, err := tx.Changes(first, ItemMessage, inbox, 0, 10000)
		for _, c := range changes {
			mu.Lock()
			seqs = append(seqs, c.Seq)
			mu.Unlock()
		}
		return err
	})
	slices.Sort(seqs)
	if err != nil || len(slices.Compact(seqs)) != writers*each {
		t.Errorf("%d changes have a number of their own (%v), want %d", len(seqs), err, writers*each)
	}
	for _, s := range stores {
		if err := s.WaitIndexed(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	checkCounts(t, stores[0], ann.ID)
}

// While the server is away requests are told to try again, and what was
// acknowledged is there when it is back.
func TestAServerThatIsAway(t *testing.T) {
	at := pgtest.Database(t)
	var reported []error
	s := onDatabase(t, at, Options{Report: func(err error) { reported = append(reported, err) }})
	addUser(t, s, "ann@contoso.example")
	config, err := pgx.ParseConfig(at)
	if err != nil {
		t.Fatal(err)
	}
	name := config.Database
	config.Database = "postgres"
	db := stdlib.OpenDB(*config)
	defer db.Close()
	do := func(statement string) {
		t.Helper()
		if _, err := db.Exec(statement); err != nil {
			t.Fatal(err)
		}
	}
	do(`ALTER DATABASE ` + name + ` ALLOW_CONNECTIONS false`)
	do(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '` + name + `'`)
	read := func() error {
		return s.Read(t.Context(), func(tx *Tx) error {
			_, err := tx.FindMailbox("ann@contoso.example")
			return err
		})
	}
	var said *model.Error
	if err := read(); !errors.As(err, &said) || said.Code != model.CodeUnavailable {
		t.Errorf("a read is told %v, want %s", err, model.CodeUnavailable)
	}
	_, err = s.AddMailbox(t.Context(), Mailbox{Kind: KindUser, PrincipalName: "bo@contoso.example"})
	if !errors.As(err, &said) || said.Code != model.CodeUnavailable {
		t.Errorf("a write is told %v, want %s", err, model.CodeUnavailable)
	}
	do(`ALTER DATABASE ` + name + ` ALLOW_CONNECTIONS true`)
	if err := read(); err != nil {
		t.Errorf("when it is back: %v", err)
	}
	do(`ALTER DATABASE ` + name + ` SET default_transaction_read_only = on`)
	do(`SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '` + name + `'`)
	_ = read() // finds that its connection is gone
	_, err = s.AddMailbox(t.Context(), Mailbox{Kind: KindUser, PrincipalName: "bo@contoso.example"})
	if !errors.As(err, &said) || said.Code != model.CodeUnavailable {
		t.Errorf("a write to a standby is told %v, want %s", err, model.CodeUnavailable)
	}
	if len(reported) == 0 {
		t.Error("nothing is reported")
	}
}

func TestStatementsAndSearchesAreWrittenAnew(t *testing.T) {
	for query, want := range map[string]string{
		`SELECT ? WHERE a = '?' AND b = ?1 AND c = ?`: `SELECT $1 WHERE a = '?' AND b = $1 AND c = $2`,
		`a = 'it''s ?' AND ?3 = ?`:                    `a = 'it''s ?' AND $3 = $4`,
		`x ->> '$.a' AND f.people_fts MATCH ?`:        `x ->> '$.a' AND f.people_fts @@ $1::tsquery`,
	} {
		if got := rewritten(query).text; got != want {
			t.Errorf("%s\nis written %s\nwant %s", query, got, want)
		}
	}
	for match, want := range map[string]string{
		`"Réview" *`:                         `('review':*)`,
		`mailbox : "m1" AND ("a b" AND "c")`: `(('mailbox:m1')&((('a'<->'b')&('c'))))`,
		`{"subject" "body"} : "a b" *`:       `(('subject:a'<->'subject:b':*)|('a':D<->'b':*D))`,
		`(("a") NOT ("b" OR "c"))`:           `(((('a'))&!((('b')|('c')))))`,
		`{"subject" "sender" "to_people" "cc_people" "bcc_people" "body" "attachment"} : "o'b"`: `('o'<->'b')`,
	} {
		got := textQuery("messages_fts", match)
		if strings.ReplaceAll(strings.ReplaceAll(got, "(", ""), ")", "") != strings.ReplaceAll(strings.ReplaceAll(want, "(", ""), ")", "") {
			t.Errorf("%s\nis asked as %s\nwant %s", match, got, want)
		}
	}
}

// A text of more words than a row of the index can have is cut, not refused.
func TestALongTextIsCut(t *testing.T) {
	s := onDatabase(t, pgtest.Database(t), Options{})
	var b strings.Builder
	for i := range 60_000 {
		fmt.Fprintf(&b, "wörd%d %s ", i, strings.Repeat("x", i%40))
	}
	b.WriteString(strings.Repeat("y", 5000))
	err := s.Write(t.Context(), func(tx *Tx) error {
		return tx.IndexText("messages_fts", 1, 1, "m1", map[string]string{"subject": b.String(), "body": b.String()})
	})
	if err != nil {
		t.Fatal(err)
	}
	var n sql.NullInt64
	err = s.Read(t.Context(), func(tx *Tx) error {
		return tx.QueryRow(`SELECT count(*) FROM messages_fts WHERE messages_fts MATCH ?`, `mailbox : "m1" AND "WORD7"`).Scan(&n)
	})
	if err != nil || n.Int64 != 1 {
		t.Errorf("%v rows are found (%v), want 1", n, err)
	}
}

// A column that a migration of SQLite adds is in the schema of PostgreSQL too,
// but for what only the one has.
func TestBothEnginesHaveTheSameColumns(t *testing.T) {
	columns := func(s *Store, query string) (out []string) {
		t.Helper()
		err := s.Read(t.Context(), func(tx *Tx) (err error) {
			out, err = tx.Texts(query)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
		return slices.DeleteFunc(out, func(c string) bool {
			for _, own := range []string{"messages_fts", "people_fts", "migrations.", "sqlite_"} {
				if strings.HasPrefix(c, own) {
					return true
				}
			}
			return c == "attachments.rowid"
		})
	}
	got := columns(onDatabase(t, pgtest.Database(t), Options{}), `SELECT table_name || '.' || column_name FROM information_schema.columns
		WHERE table_schema = 'public' ORDER BY 1`)
	want := columns(openFile(t), `SELECT m.name || '.' || c.name FROM sqlite_master m, pragma_table_info(m.name) c WHERE m.type = 'table' ORDER BY 1`)
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Errorf("PostgreSQL has the columns\n%v\nSQLite\n%v", got, want)
	}
}
