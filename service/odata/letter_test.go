package odata

import (
	"database/sql"
	"encoding/json"
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

// orNull stores an absent string as NULL, or as empty text when blank asks for it.
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
