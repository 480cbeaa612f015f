package odata

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"pgregory.net/rapid"

	"daybook/model"
)

// mail is what is searched in these tests.
type mail struct {
	model.Entity
	Subject        string            `json:"subject"`
	Body           string            `json:"body"`
	From           *model.Recipient  `json:"from,omitempty"`
	To             []model.Recipient `json:"to,omitempty"`
	IsRead         bool              `json:"isRead"`
	HasAttachments bool              `json:"hasAttachments"`
	Size           int               `json:"size"`
	Importance     string            `json:"importance"`
	Received       *time.Time        `json:"received,omitempty"`
	Categories     []string          `json:"categories,omitempty"`
	Note           string            `json:"note,omitempty"` // no column
}

func mailSearcher(table string) *Searcher {
	schema := SchemaOf[mail]("message", "id",
		Field{Path: "id", Kind: ID, Column: "m.id", NotNull: true},
		Field{Path: "isRead", Column: "m.is_read", NotNull: true},
		Field{Path: "hasAttachments", Column: "m.has_attachments", NotNull: true},
		Field{Path: "size", Column: "m.size", NotNull: true},
		Field{Path: "importance", Kind: Enum, Values: []string{"low", "normal", "high"}, Column: "m.importance", NotNull: true},
		Field{Path: "received", Column: "m.received", Unit: Milliseconds},
		Field{Path: "categories", From: "json_each(m.categories) AS $row", Column: "$row.value"},
	).Stored("m.document")
	people := []string{"to/emailAddress/name", "to/emailAddress/address"}
	return schema.Searcher(SearchIndex{
		Table: table, RowID: "m.rowid",
		Paths: append([]string{"subject", "body", "from/emailAddress/name"}, people...),
		Properties: []SearchProperty{
			{Name: "from", Columns: []string{"sender"}, Paths: []string{"from/emailAddress/name"}},
			{Name: "to", Columns: []string{"recipients"}, Paths: people},
			{Name: "subject", Columns: []string{"subject"}, Paths: []string{"subject"}},
			{Name: "body", Columns: []string{"body"}, Paths: []string{"body"}},
			{Name: "participants", Columns: []string{"sender", "recipients"}, Paths: append([]string{"from/emailAddress/name"}, people...)},
			{Name: "received", Compare: "received"},
			{Name: "before", Compare: "received", Op: Lt},
			{Name: "after", Compare: "received", Op: Ge},
			{Name: "size", Compare: "size", Bytes: true},
			{Name: "importance", Compare: "importance"},
			{Name: "note", Compare: "note"},
			{Name: "category", Filter: "categories/any(c:c eq '?')"},
			{Name: "is", Words: map[string]string{"read": "isRead eq true", "unread": "isRead eq false"}},
			{Name: "has", Words: map[string]string{"attachment": "hasAttachments eq true", "attachments": "hasAttachments eq true"}},
		},
	})
}

// noon is when these searches are made: a Friday.
var noon = time.Date(2026, 1, 2, 12, 0, 0, 0, time.UTC)

const mailTables = `
CREATE TABLE mail(id TEXT, is_read INTEGER, has_attachments INTEGER, size INTEGER, importance TEXT, received INTEGER, categories TEXT, document TEXT);
CREATE VIRTUAL TABLE mail_text USING fts5(subject, body, sender, recipients, content='')`

func storeMail(t failer, db *sql.DB, list []mail) {
	t.Helper()
	mustExec(t, db, "DROP TABLE IF EXISTS mail")
	mustExec(t, db, "DROP TABLE IF EXISTS mail_text")
	mustExec(t, db, mailTables)
	for i, m := range list {
		var received any
		if m.Received != nil {
			received = m.Received.UnixMilli()
		}
		document, err := json.Marshal(m)
		if err != nil {
			t.Fatalf("%v", err)
		}
		categories := "[]"
		if len(m.Categories) > 0 {
			categories = `["` + strings.Join(m.Categories, `","`) + `"]`
		}
		mustExec(t, db, "INSERT INTO mail(rowid,id,is_read,has_attachments,size,importance,received,categories,document) VALUES(?,?,?,?,?,?,?,?,?)",
			i+1, m.ID, m.IsRead, m.HasAttachments, m.Size, m.Importance, received, categories, string(document))
		var to []string
		for _, r := range m.To {
			to = append(to, r.EmailAddress.Name, r.EmailAddress.Address)
		}
		sender := ""
		if m.From != nil {
			sender = m.From.EmailAddress.Name
		}
		mustExec(t, db, "INSERT INTO mail_text(rowid,subject,body,sender,recipients) VALUES(?,?,?,?,?)",
			i+1, m.Subject, m.Body, sender, strings.Join(to, " "))
	}
}

// find runs a search in SQL.
func find(t failer, db *sql.DB, s *Search) []string {
	t.Helper()
	match, where := s.SQL()
	query, args := "SELECT m.id FROM mail m", []any(nil)
	if match != "" {
		query = "SELECT m.id FROM mail_text f JOIN mail m ON m.rowid = f.rowid WHERE f.mail_text MATCH ?"
		args = append(args, match)
	}
	if where.SQL != "" {
		query += map[bool]string{true: " WHERE ", false: " AND "}[match == ""] + where.SQL
		args = append(args, where.Args...)
	}
	ids := queryStrings(t, db, query, args)
	slices.Sort(ids)
	return ids
}

func inMemory(s *Search, list []mail) []string {
	var ids []string
	for i := range list {
		if s.Match(&list[i]) {
			ids = append(ids, list[i].ID)
		}
	}
	slices.Sort(ids)
	return ids
}

func sampleMail() []mail {
	at := func(day int) *time.Time {
		t := time.Date(2026, 1, day, 12, 0, 0, 0, time.UTC)
		return &t
	}
	person := func(name, address string) model.Recipient {
		return model.Recipient{EmailAddress: model.EmailAddress{Name: name, Address: address}}
	}
	ann, bob := person("Ann Lee", "ann@example.org"), person("Bob", "bob@example.org")
	list := []mail{
		{Subject: "Project plan", Body: "the budget is 12:30, see http://example.org", From: &ann, To: []model.Recipient{bob}, HasAttachments: true, Size: 10, Importance: "high", Received: at(1), Categories: []string{"Red"}},
		{Subject: "Plan of the project", Body: "words and planning", From: &bob, To: []model.Recipient{ann}, IsRead: true, Size: 2000, Importance: "low", Received: at(2)},
		{Subject: "Re: lunch", Body: "or not; AND so on", From: &ann, IsRead: true, Size: 30, Importance: "normal", Note: "keep"},
	}
	for i := range list {
		list[i].ID = fmt.Sprint(i + 1)
	}
	return list
}

func TestSearchFinds(t *testing.T) {
	db := openMemory(t)
	list := sampleMail()
	storeMail(t, db, list)
	searchers := []*Searcher{mailSearcher("mail_text"), mailSearcher("")} // with the table, and by the texts
	for _, c := range []struct {
		search string
		prefix bool
		want   string
	}{
		{`plan`, false, "1 2"},
		{`PLAN words`, false, "2"},
		{`"project plan"`, false, "1 2"},   // quotes around the whole are the interface's
		{`"\"project plan\""`, false, "1"}, // a phrase inside them
		{`subject:"project plan"`, false, "1"},
		{`"from:ann subject:plan budget"`, false, "1"},
		{`from:ann`, false, "1 3"},
		{`From:"Ann Lee"`, false, "1 3"},
		{`to:ann@example.org`, false, "2"},
		{`participants:bob`, false, "1 2"},
		{`subject:(lunch OR of)`, false, "2 3"},
		{`budget OR words`, false, "1 2"},
		{`plan NOT budget`, false, "2"},
		{`plan -budget`, false, "2"},
		{`NOT plan`, false, "3"},
		{`-plan -lunch`, false, ""},
		{`plan OR NOT from:ann`, false, "1 2"},
		{`lunch OR is:unread`, false, "1 3"},
		{`plan (is:read OR has:attachment)`, false, "1 2"},
		{`has:Attachment`, false, "1"},
		{`is:unread plan`, false, "1"},
		{`NOT is:read`, false, "1"},
		{`before:2026-01-02`, false, "1"},
		{`after:2026-01-02`, false, "2"},
		{`received:2026-01-02`, false, "2"},
		{`received<>2026-01-02`, false, "1 3"},
		{`received>2026-01-01`, false, "2"},
		{`received>=2026-01-01`, false, "1 2"},
		{`received<=2026-01-01`, false, "1"},
		{`received<2026-01-01T12:00:01Z`, false, "1"},
		{`size>=30 size<2000`, false, "3"},
		{`importance:HIGH`, false, "1"},
		{`importance<>high`, false, "2 3"},
		{`category:red`, false, "1"},
		{`category<>red`, false, "2 3"},
		{`note:keep`, false, "3"},
		{`note:keep lunch`, false, "3"},
		{`note:keep OR budget`, false, "1 3"}, // the table inside an OR
		{`pla`, false, ""},
		{`pla`, true, "1 2"},
		{`pla bud`, true, ""},
		{`plan bud`, true, "1"},
		{`pla*`, false, "1 2"},
		{`subject:pro*`, false, "1 2"},
		{`"\"AND\""`, false, "2 3"},
		{`"OR" lunch`, false, "3"},
		{`12:30`, false, "1"},
		{`http://example.org`, false, "1"},
		{`subject:pla`, true, ""}, // under an operator a word is meant as it stands
		{`bud subject:pla`, true, ""},
		{`from:ann pla`, true, "1"}, // but a bare last word is a beginning
		{`subject:(pla)`, true, ""},
		{`received:01/02/2026`, false, "2"},
		{`received:1/1/2026..1/2/2026`, false, "1 2"},
		{`received<>2026-01-01..2026-01-02`, false, "3"},
		{`received:2026-01-01T12:00:00Z..2026-01-01T23:00:00Z`, false, "1"},
		{`received:today`, false, "2"},
		{`received=yesterday`, false, "1"},
		{`received>yesterday`, false, "2"},
		{`received:"this week"`, false, "1 2"},
		{`received:"last week"`, false, ""},
		{`received<"this month"`, false, ""},
		{`received:"This Year"`, false, "1 2"},
		{`received:"last month..today"`, false, "1 2"},
		{`received:>=today`, false, "2"},
		{`before:today`, false, "1"},
		{`after:"this week"`, false, "1 2"},
		{`size:30`, false, "3"},
		{`size:10..1kb`, false, "1 3"},
		{`size>1KB`, false, "2"},
		{`size:>=0.0001GB`, false, ""},
		{`size<>30b`, false, "1 2"},
		{`NOT (subject:plan OR from:ann) OR size:30`, false, "3"},
		{`plan & - budget`, false, "1"},
		{`subject<>plan`, false, "3"},
	} {
		e, err := searchOf(c.search)
		if err != nil {
			t.Errorf("%s: %v", c.search, err)
			continue
		}
		for _, searcher := range searchers {
			s, err := searcher.Search(e, c.prefix, noon)
			if err != nil {
				t.Errorf("%s: %v", c.search, err)
				continue
			}
			got, memory := strings.Join(find(t, db, s), " "), strings.Join(inMemory(s, list), " ")
			if got != c.want || memory != c.want {
				match, where := s.SQL()
				t.Errorf("%s\n got %q by SQL and %q in memory, want %q\nMATCH %s\nWHERE %s %v", c.search, got, memory, c.want, match, where.SQL, where.Args)
			}
		}
	}
}

func TestSearchRefusals(t *testing.T) {
	searcher := mailSearcher("mail_text")
	days, sizes := expected(DateTime, false), expected(Int, true)
	for search, want := range map[string]string{
		``:                                `$search: is empty`,
		`""`:                              `$search: is empty`,
		`& -`:                             `$search: has no letter and no digit to look for`,
		`a OR`:                            `$search: at position 5: a word is missing at the end`,
		`OR a`:                            `$search: at position 1: a word is missing before the operator (write it in quotes to search for it)`,
		`(a`:                              `$search: at position 3: expected ')'`,
		`a)`:                              `$search: at position 2: this ')' closes nothing`,
		`a "b`:                            `$search: at position 3: the phrase has no closing quote`,
		`subject: plan`:                   `$search: at position 9: "subject" needs a value right after its sign`,
		`a re:plan`:                       `$search: at position 3: "re" is not a property to search by: after, before, body, category, from, has, importance, is, note, participants, received, size, subject, to are; in double quotes it is looked for as it stands`,
		`subject>plan`:                    `$search: at position 1: "subject" holds text: search it with ':' and not by gt`,
		`subject:***`:                     `$search: at position 1: "subject" needs a value with a letter or a digit, not "**"`,
		`plan subject:"- -"`:              `$search: at position 6: "subject" needs a value with a letter or a digit, not "- -"`,
		`category:""`:                     `$search: at position 1: "category" needs a value right after its sign`,
		`category:re*`:                    `$search: at position 1: category has no beginnings to search by: leave the '*' out`,
		`received:2026-01-02..2026-01-01`: `$search: at position 1: received: the range "2026-01-02..2026-01-01" ends before it begins`,
		`received>2026-01-01..2026-01-02`: `$search: at position 1: received: a range follows ':', and not gt`,
		`before:2026-01-01..2026-01-02`:   `$search: at position 1: before: a range follows ':', and not lt`,
		`received:2026-13-45`:             `$search: at position 1: received expects ` + days + `, not "2026-13-45"`,
		`received:13/01/2026`:             `$search: at position 1: received expects ` + days + `, not "13/01/2026"`,
		`received:..today`:                `$search: at position 1: received expects ` + days + `, not "..today"`,
		`received:"this hour"`:            `$search: at position 1: received expects ` + days + `, not "this hour"`,
		`size:1TB`:                        `$search: at position 1: size expects ` + sizes + `, not "1TB"`,
		`size:-5`:                         `$search: at position 1: size expects ` + sizes + `, not "-5"`,
		`size:99999999999999999999`:       `$search: at position 1: size expects ` + sizes + `, not "99999999999999999999"`,
		`importance:urgent`:               `$search: at position 1: importance is one of low, normal, high, not "urgent"`,
		`is:blue`:                         `$search: at position 1: is is followed by read, unread, not "blue"`,
		`received:tomorrow`:               `$search: at position 1: received expects ` + days + `, not "tomorrow"`,
		`size:big`:                        `$search: at position 1: size expects ` + sizes + `, not "big"`,
		`before>2026-01-01`:               `$search: at position 1: before is followed by ':', not by gt`,
		`subject:(to:a)`:                  `$search: at position 10: a property inside subject:( )`,
	} {
		e, err := searchOf(search)
		if err == nil {
			_, err = searcher.Search(e, false, noon)
		}
		checkRefusal(t, search, err, "$search", want)
	}
}

// TestSearchInSQLAndInMemoryAgree holds for words that FTS5 and Fold take
// apart alike.
func TestSearchInSQLAndInMemoryAgree(t *testing.T) {
	db := openMemory(t)
	searchers := []*Searcher{mailSearcher("mail_text"), mailSearcher("")}
	rapid.Check(t, func(t *rapid.T) {
		word := rapid.SampledFrom([]string{"a", "ab", "abc", "B", "b-c", "12"})
		line := rapid.Map(rapid.SliceOfN(word, 0, 4), func(w []string) string { return strings.Join(w, " ") })
		list := make([]mail, rapid.IntRange(0, 5).Draw(t, "mails"))
		for i := range list {
			list[i] = mail{Subject: line.Draw(t, "subject"), Body: line.Draw(t, "body"), IsRead: rapid.Bool().Draw(t, "read"), Size: i}
			list[i].ID = fmt.Sprint(i)
		}
		storeMail(t, db, list)
		var draw func(depth int) string
		draw = func(depth int) string {
			if depth > 0 {
				switch rapid.IntRange(0, 4).Draw(t, "shape") {
				case 0:
					return draw(depth-1) + " " + draw(depth-1)
				case 1:
					return "(" + draw(depth-1) + " OR " + draw(depth-1) + ")"
				case 2:
					return "NOT (" + draw(depth-1) + ")"
				case 3:
					return draw(depth-1) + " -" + word.Draw(t, "word")
				}
			}
			return rapid.SampledFrom([]string{"", "subject:", "body:"}).Draw(t, "in") +
				rapid.SampledFrom([]string{word.Draw(t, "word"), word.Draw(t, "word") + "*", `"` + line.Draw(t, "phrase") + ` a"`}).Draw(t, "term") +
				rapid.SampledFrom([]string{"", " is:read", " OR size>2"}).Draw(t, "and")
		}
		text := "(" + draw(3) + ")"
		e, err := searchOf(text)
		if err != nil {
			t.Fatalf("%s: %v", text, err)
		}
		prefix := rapid.Bool().Draw(t, "prefix")
		for _, searcher := range searchers {
			s, err := searcher.Search(e, prefix, noon)
			if err != nil {
				t.Fatalf("%s: %v", text, err)
			}
			if got, want := find(t, db, s), inMemory(s, list); !slices.Equal(got, want) {
				match, where := s.SQL()
				t.Fatalf("%s: got %v by SQL, %v in memory\nMATCH %s\nWHERE %s %v", text, got, want, match, where.SQL, where.Args)
			}
		}
	})
}

// FuzzSearch gives FTS5 whatever the parser lets through: it must never call
// it a syntax error.
func FuzzSearch(f *testing.F) {
	for _, s := range []string{"plan", `from:ann subject:"project plan" words OR other NOT x`, `"a \"b\" c"`, `a" OR "b`, `NEAR(a b)`,
		`{subject}:x`, `^a + b*`, "a\x00b", `"" "`, `-(-(-a))`, `note:x OR NOT y`, `received>2026-01-01 OR size<5`, "\u0300", "\U0001e900", `'; DROP TABLE mail`} {
		f.Add(s, true)
	}
	db := openMemory(f)
	list := sampleMail()
	mustExec(f, db, mailTables)
	searcher := mailSearcher("mail_text")
	f.Fuzz(func(t *testing.T, text string, prefix bool) {
		e, err := searchOf(text)
		if err != nil {
			return
		}
		s, err := searcher.Search(e, prefix, noon)
		if err != nil {
			return
		}
		find(t, db, s)
		inMemory(s, list)
	})
}

func searchOf(text string) (SearchExpr, error) {
	e, err := parseSearch("$search", text)
	if err != nil {
		return nil, err
	}
	return e, nil
}
