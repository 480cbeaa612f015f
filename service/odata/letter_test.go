package odata

import (
	"database/sql"
	"encoding/json"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	_ "modernc.org/sqlite"
	"pgregory.net/rapid"

	"daybook/model"
)

// letter is an entity with a property of every kind, some with columns of
// every sort and some without.
type letter struct {
	model.Entity
	Subject    string            `json:"subject"`           // folded column
	Company    string            `json:"company,omitempty"` // column without a folded one; NULL or '' when absent
	Notes      string            `json:"notes,omitempty"`   // no column
	Importance string            `json:"importance"`
	Token      string            `json:"token"` // a GUID
	IsRead     bool              `json:"isRead"`
	Flagged    *bool             `json:"flagged,omitempty"`
	Size       int               `json:"size"`
	Weight     *float64          `json:"weight,omitempty"`
	Received   *time.Time        `json:"received,omitempty"` // milliseconds
	Due        *time.Time        `json:"due,omitempty"`      // seconds
	Day        string            `json:"day,omitempty"`      // a civil date
	Length     time.Duration     `json:"length"`             // milliseconds
	From       *model.Recipient  `json:"from,omitempty"`
	To         []model.Recipient `json:"to,omitempty"`         // side table
	Categories []string          `json:"categories,omitempty"` // json_each
	Parts      []part            `json:"parts,omitempty"`      // json_each inside json_each
}

type part struct {
	Name string   `json:"name"`
	Tags []string `json:"tags,omitempty"`
}

func letterSchema() *Schema {
	return SchemaOf[letter]("letter", "id",
		Field{Path: "id", Kind: ID, Column: "l.id", NotNull: true},
		Field{Path: "subject", Column: "l.subject", Fold: "l.subject_fold", NotNull: true},
		Field{Path: "company", Column: "l.company"},
		Field{Path: "importance", Kind: Enum, Values: []string{"low", "normal", "high"}, Column: "l.importance", NotNull: true},
		Field{Path: "token", Kind: GUID, Column: "l.token"},
		Field{Path: "isRead", Column: "l.is_read", NotNull: true},
		Field{Path: "flagged", Column: "l.flagged"},
		Field{Path: "size", Column: "l.size", NotNull: true},
		Field{Path: "weight", Column: "l.weight"},
		Field{Path: "received", Column: "l.received", Unit: Milliseconds},
		Field{Path: "due", Column: "l.due", Unit: Seconds},
		Field{Path: "day", Kind: Date, Column: "l.day"},
		Field{Path: "length", Column: "l.length", Unit: Milliseconds, NotNull: true},
		Field{Path: "from", Column: "l.from_address"},
		Field{Path: "from/emailAddress/name", Column: "l.from_name", Fold: "l.from_name_fold"},
		Field{Path: "from/emailAddress/address", Column: "l.from_address"},
		Field{Path: "to", From: "recipients AS $row", Where: "$row.letter = l.id"},
		Field{Path: "to/emailAddress/name", Column: "$row.name"},
		Field{Path: "to/emailAddress/address", Column: "$row.address", Fold: "$row.address_fold"},
		Field{Path: "categories", From: "json_each(l.categories) AS $row", Column: "$row.value"},
		Field{Path: "parts", From: "json_each(l.parts) AS $row"},
		Field{Path: "parts/name", Column: "json_extract($row.value,'$.name')"},
		Field{Path: "parts/tags", From: "json_each($parent.value,'$.tags') AS $row", Column: "$row.value"},
	)
}

const letterTables = `
CREATE TABLE letters(id TEXT, subject TEXT, subject_fold TEXT, company TEXT, importance TEXT, token TEXT,
 is_read INTEGER, flagged INTEGER, size INTEGER, weight REAL, received INTEGER, due INTEGER, day TEXT,
 length INTEGER, from_name TEXT, from_name_fold TEXT, from_address TEXT, categories TEXT, parts TEXT);
CREATE TABLE recipients(letter TEXT, name TEXT, address TEXT, address_fold TEXT)`

func openMemory(tb testing.TB) *sql.DB {
	tb.Helper()
	db, err := sql.Open("sqlite", ":memory:")
	if err != nil {
		tb.Fatal(err)
	}
	db.SetMaxOpenConns(1)
	tb.Cleanup(func() { db.Close() })
	return db
}

// failer is what *testing.T and *rapid.T have in common.
type failer interface {
	Helper()
	Fatalf(format string, args ...any)
}

func mustExec(t failer, db *sql.DB, query string, args ...any) {
	t.Helper()
	if _, err := db.Exec(query, args...); err != nil {
		t.Fatalf("%s: %v", query, err)
	}
}

// orNull stores an absent string as NULL, or as ” when blank asks for it.
func orNull(s string, blank bool) any {
	if s == "" && !blank {
		return nil
	}
	return s
}

// store replaces the tables' content.
func store(t failer, db *sql.DB, letters []letter) {
	t.Helper()
	mustExec(t, db, "DELETE FROM letters")
	mustExec(t, db, "DELETE FROM recipients")
	asJSON := func(v any) string {
		b, err := json.Marshal(v)
		if err != nil {
			t.Fatalf("%v", err)
		}
		return strings.Replace(string(b), "null", "[]", 1) // a nil slice
	}
	for i, l := range letters {
		blank := i%2 == 0
		var fromName, fromFold, fromAddress, received, due, flagged, weight any
		if l.From != nil {
			fromName = orNull(l.From.EmailAddress.Name, blank)
			fromFold = orNull(Fold(l.From.EmailAddress.Name), blank)
			fromAddress = l.From.EmailAddress.Address
		}
		if l.Received != nil {
			received = l.Received.UnixMilli()
		}
		if l.Due != nil {
			due = l.Due.Unix()
		}
		if l.Flagged != nil {
			flagged = *l.Flagged
		}
		if l.Weight != nil {
			weight = *l.Weight
		}
		mustExec(t, db, "INSERT INTO letters VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", l.ID, l.Subject, Fold(l.Subject),
			orNull(l.Company, blank), l.Importance, l.Token, l.IsRead, flagged, l.Size, weight, received, due,
			orNull(l.Day, blank), l.Length.Milliseconds(), fromName, fromFold, fromAddress, asJSON(l.Categories), asJSON(l.Parts))
		for _, r := range l.To {
			a := r.EmailAddress
			mustExec(t, db, "INSERT INTO recipients VALUES(?,?,?,?)", l.ID, orNull(a.Name, blank), a.Address, Fold(a.Address))
		}
	}
}

// sampleWords are strings that fold, that do not, and that SQL or LIKE would trip
// over.
var sampleWords = []string{"", "a", "A", "ab", "Plan", "plan", "PLANT", "Ärger", "ärger", "K", "k", "\u212a", "İ", "i",
	"straße", "%", "_", "a%b", "o'hara", `"`, "日本語", "😀x", " x ", "\tx", "2026-01-01", "\U0010FFFF"}

func drawLetters(t *rapid.T) []letter {
	word := rapid.SampledFrom(sampleWords)
	instant := rapid.Custom(func(t *rapid.T) time.Time {
		return rapid.SampledFrom(instants).Draw(t, "instant")
	})
	recipient := rapid.Custom(func(t *rapid.T) model.Recipient {
		return model.Recipient{EmailAddress: model.EmailAddress{
			Name: word.Draw(t, "name"), Address: "x" + word.Draw(t, "address")}}
	})
	n := rapid.IntRange(0, 12).Draw(t, "rows")
	var letters []letter
	for i := range n {
		l := letter{
			Subject: word.Draw(t, "subject"), Company: word.Draw(t, "company"), Notes: word.Draw(t, "notes"),
			Importance: rapid.SampledFrom([]string{"low", "normal", "high"}).Draw(t, "importance"),
			Token:      fmt.Sprintf("0000000%d-0000-4000-8000-00000000000a", i%3),
			IsRead:     rapid.Bool().Draw(t, "isRead"),
			Flagged:    rapid.Ptr(rapid.Bool(), true).Draw(t, "flagged"),
			Size:       rapid.IntRange(-2, 3).Draw(t, "size"),
			Weight:     rapid.Ptr(rapid.SampledFrom([]float64{-1.5, 0, 1, 2.5}), true).Draw(t, "weight"),
			Day:        rapid.SampledFrom([]string{"", "1969-12-31", "2026-01-01", "2026-02-28"}).Draw(t, "day"),
			Length:     time.Duration(rapid.SampledFrom([]int{0, 90, 3600}).Draw(t, "length")) * time.Second,
			From:       rapid.Ptr(recipient, true).Draw(t, "from"),
			To:         rapid.SliceOfN(recipient, 0, 2).Draw(t, "to"),
			Categories: rapid.SliceOfN(word, 0, 2).Draw(t, "categories"),
		}
		l.ID = fmt.Sprintf("%c%d", "aAbB"[i%4], i)
		if r := rapid.Ptr(instant, true).Draw(t, "received"); r != nil {
			ms := r.Truncate(time.Millisecond)
			l.Received = &ms
		}
		if d := rapid.Ptr(instant, true).Draw(t, "due"); d != nil {
			sec := time.Unix(d.Unix(), 0).UTC()
			l.Due = &sec
		}
		for range rapid.IntRange(0, 2).Draw(t, "parts") {
			l.Parts = append(l.Parts, part{Name: word.Draw(t, "part"), Tags: rapid.SliceOfN(word, 0, 2).Draw(t, "tags")})
		}
		letters = append(letters, l)
	}
	return letters
}

var instants = []time.Time{
	time.Date(1969, 12, 31, 23, 59, 58, 500e6, time.UTC),
	time.Date(1970, 1, 1, 0, 0, 0, 0, time.UTC),
	time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC),
	time.Date(2026, 1, 1, 0, 0, 0, 1e6, time.UTC),
	time.Date(2026, 2, 28, 13, 45, 59, 999e6, time.UTC),
}

// drawFilter makes the text of a filter that the schema accepts.
func drawFilter(t *rapid.T, depth int) string {
	pick := func(label string, choices ...string) string { return rapid.SampledFrom(choices).Draw(t, label) }
	if depth > 0 {
		switch rapid.IntRange(0, 6).Draw(t, "shape") {
		case 0:
			return "(" + drawFilter(t, depth-1) + " and " + drawFilter(t, depth-1) + ")"
		case 1:
			return drawFilter(t, depth-1) + " and " + drawFilter(t, depth-1)
		case 2:
			return "(" + drawFilter(t, depth-1) + " or " + drawFilter(t, depth-1) + ")"
		case 3:
			return "not (" + drawFilter(t, depth-1) + ")"
		case 4:
			return "(" + drawFilter(t, depth-1) + ") " + pick("boolop", "eq", "ne") + " " + pick("bool", "true", "false", "null")
		}
	}
	op := pick("op", "eq", "ne", "gt", "ge", "lt", "le")
	eq := pick("eq", "eq", "ne")
	str := func() string {
		return "'" + strings.ReplaceAll(rapid.SampledFrom(sampleWords).Draw(t, "literal"), "'", "''") + "'"
	}
	orNullLiteral := func(s string) string {
		if rapid.IntRange(0, 5).Draw(t, "null") == 0 {
			return "null"
		}
		return s
	}
	stringProperty := func() string {
		p := pick("string", "subject", "company", "notes", "from/emailAddress/name", "from/emailAddress/address", "id")
		switch pick("wrap", "", "", "", "tolower", "toupper", "trim", "concat", "substring", "substring3") {
		case "tolower":
			return "tolower(" + p + ")"
		case "toupper":
			return "toupper(" + p + ")"
		case "trim":
			return "trim(" + p + ")"
		case "concat":
			return "concat(" + p + "," + str() + ")"
		case "substring":
			return "substring(" + p + "," + pick("from", "-1", "0", "1", "2", "size") + ")"
		case "substring3":
			return "substring(" + p + "," + pick("from", "-1", "0", "1") + "," + pick("len", "-1", "0", "1", "9", "size") + ")"
		}
		return p
	}
	test := func() string { return pick("test", "contains", "startswith", "endswith") }
	instantText := func() string {
		at := rapid.SampledFrom(instants).Draw(t, "at").Add(time.Duration(rapid.SampledFrom([]int64{0, 0, 1e5, 5e8, -1e5}).Draw(t, "shift")))
		return at.Format(rapid.SampledFrom([]string{"2006-01-02T15:04:05.0000000Z", "2006-01-02T15:04:05.999999999", "2006-01-02"}).Draw(t, "layout"))
	}
	switch rapid.IntRange(0, 18).Draw(t, "leaf") {
	case 0:
		return pick("flag", "isRead", "flagged", "not isRead", "not flagged", "true")
	case 1:
		return pick("flag", "isRead", "flagged") + " " + eq + " " + orNullLiteral(pick("bool", "true", "false", "'True'"))
	case 2:
		return stringProperty() + " " + op + " " + orNullLiteral(str())
	case 3:
		return stringProperty() + " " + op + " " + stringProperty()
	case 4:
		return test() + "(" + stringProperty() + "," + str() + ")"
	case 5:
		return test() + "(" + stringProperty() + "," + pick("part", "subject", "company", "notes", "null") + ")"
	case 6:
		return stringProperty() + " in (" + orNullLiteral(str()) + "," + str() + ")"
	case 7:
		return pick("number", "size", "weight", "length(subject)", "length(company)", "indexof(subject,'a')", "indexof(company,"+str()+")", "to/$count", "parts/$count") +
			" " + op + " " + orNullLiteral(pick("value", "-1", "0", "1", "1.5", "'2'", "9223372036854775808"))
	case 8:
		return pick("number", "size", "weight") + " in (1, 2.5" + pick("more", "", ",null") + ")"
	case 9:
		return pick("time", "received", "due") + " " + op + " " + orNullLiteral(instantText())
	case 10:
		return pick("time", "received", "due") + " " + op + " " + pick("time", "received", "due")
	case 11:
		return pick("part", "year", "month", "day", "hour", "minute", "second") + "(" + pick("time", "received", "due") + ") " + op + " " + pick("value", "0", "1", "12", "58", "1969", "2026")
	case 12:
		return pick("date", "date(received)", "date(due)", "day") + " " + op + " " + orNullLiteral(pick("value", "1969-12-31", "2026-01-01", "'2026-02-28'"))
	case 13:
		return "importance " + eq + " " + pick("value", "'HIGH'", "'low'", "null", "model.importance'Normal'")
	case 14:
		return "token " + op + " " + pick("value", "00000001-0000-4000-8000-00000000000A", "'00000002-0000-4000-8000-00000000000a'")
	case 15:
		return "length " + op + " " + pick("value", "duration'PT1M30S'", "duration'PT1H'", "'-PT0.0001S'", "duration'P1D'")
	case 16:
		return pick("lambda", "to/any()", "to/any(r:r/emailAddress/address "+op+" "+str()+")", "to/all(r:contains(r/emailAddress/name,"+str()+"))",
			"to/any(r:not startswith(r/emailAddress/address,"+str()+") and isRead)", "categories/any(c:c "+op+" "+str()+")",
			"categories/all(c:c ne "+str()+")", "categories/any(c:contains(subject,c))", "not categories/any()")
	case 17:
		return pick("nested", "parts/any(p:p/tags/any(g:g eq "+str()+"))", "parts/all(p:p/tags/all(g:startswith(g,"+str()+") or p/name eq g))",
			"parts/any(p:p/tags/$count ge 1 and p/name ne "+str()+")", "parts/any(p:p/tags/any() and to/any(r:r/emailAddress/name eq "+str()+"))")
	}
	return pick("struct", "from", "from/emailAddress/name", "received", "weight", "flagged", "company", "notes") + " " + eq + " null"
}

func TestSQLAndMemorySelectTheSameRows(t *testing.T) {
	db := openMemory(t)
	mustExec(t, db, letterTables)
	schema := letterSchema()
	compiled, whole := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		letters := drawLetters(t)
		store(t, db, letters)
		for range 6 {
			src := drawFilter(t, rapid.IntRange(0, 3).Draw(t, "depth"))
			e, err := ParseFilter(src)
			if err != nil {
				t.Fatalf("%s: %v", src, err)
			}
			f, err := schema.Filter(e)
			if err != nil {
				t.Fatalf("%s: %v", src, err)
			}
			where, rest := f.SQL()
			whole++
			if rest == nil {
				compiled++
			}
			got := selectLetters(t, db, letters, where, rest)
			var want []string
			for _, l := range letters {
				if f.Match(&l) {
					want = append(want, l.ID)
				}
			}
			slices.Sort(want)
			if !slices.Equal(got, want) {
				t.Fatalf("%s\nSQL %s %q, rest %v\n got %v\nwant %v (memory)", src, where.SQL, where.Args, rest != nil, got, want)
			}
		}
	})
	if compiled*2 < whole {
		t.Errorf("of %d filters SQL answered %d wholly, want at least half", whole, compiled)
	}
}

// selectLetters gives the sorted ids of the rows that the condition selects
// and the rest matches.
func selectLetters(t failer, db *sql.DB, letters []letter, where Condition, rest *Filter) []string {
	t.Helper()
	query := "SELECT l.id FROM letters l"
	if where.SQL != "" {
		query += " WHERE " + where.SQL
	}
	var ids []string
	for _, id := range queryStrings(t, db, query, where.Args) {
		i := slices.IndexFunc(letters, func(l letter) bool { return l.ID == id })
		if rest.Match(letters[i]) {
			ids = append(ids, id)
		}
	}
	slices.Sort(ids)
	return ids
}

func queryStrings(t failer, db *sql.DB, query string, args []any) []string {
	t.Helper()
	rows, err := db.Query(query, args...)
	if err != nil {
		t.Fatalf("%s %q: %v", query, args, err)
	}
	defer rows.Close()
	var out []string
	for rows.Next() {
		var s string
		if err := rows.Scan(&s); err != nil {
			t.Fatalf("%v", err)
		}
		out = append(out, s)
	}
	if err := rows.Err(); err != nil {
		t.Fatalf("%s %q: %v", query, args, err)
	}
	return out
}

// queryPlan is what SQLite says it will do.
func queryPlan(t failer, db *sql.DB, query string, args []any) string {
	t.Helper()
	rows, err := db.Query("EXPLAIN QUERY PLAN "+query, args...)
	if err != nil {
		t.Fatalf("%s: %v", query, err)
	}
	defer rows.Close()
	var plan []string
	for rows.Next() {
		var id, parent, unused int
		var detail string
		if err := rows.Scan(&id, &parent, &unused, &detail); err != nil {
			t.Fatalf("%v", err)
		}
		plan = append(plan, detail)
	}
	return strings.Join(plan, "; ")
}
