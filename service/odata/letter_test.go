package odata

import (
	"database/sql"
	"encoding/json"
	"reflect"
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
	Place      *place            `json:"place,omitempty"`      // no column
	Rank       int               `json:"rank,omitempty"`       // no column
}

type place struct {
	City   string `json:"city,omitempty"`
	Street string `json:"street"`
	Floor  int    `json:"floor"`
	Open   bool   `json:"open"`
	Room   struct {
		Seats int   `json:"seats"`
		Free  *bool `json:"free,omitempty"`
	} `json:"room"`
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
	).Stored("l.document")
}

// documentSchema is the same resource with as few columns as can be: the rest
// is read from its JSON.
func documentSchema() *Schema {
	return SchemaOf[letter]("letter", "id",
		Field{Path: "id", Kind: ID, Column: "l.id", NotNull: true},
		Field{Path: "importance", Kind: Enum, Values: []string{"low", "normal", "high"}},
		Field{Path: "token", Kind: GUID},
		Field{Path: "day", Kind: Date},
		Field{Path: "length", Column: "l.length", Unit: Milliseconds, NotNull: true},
		Field{Path: "due", Column: "l.due", Unit: Seconds}, // beside received, which has another unit
		Field{Path: "from", JSON: "l.document->'$.from'"},
		Field{Path: "to", JSON: "l.document->'$.to'"},
	).Stored("l.document")
}

const letterTables = `
CREATE TABLE letters(id TEXT, subject TEXT, subject_fold TEXT, company TEXT, importance TEXT, token TEXT,
 is_read INTEGER, flagged INTEGER, size INTEGER, weight REAL, received INTEGER, due INTEGER, day TEXT,
 length INTEGER, from_name TEXT, from_name_fold TEXT, from_address TEXT, categories TEXT, parts TEXT, document TEXT);
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
		mustExec(t, db, "INSERT INTO letters VALUES(?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?,?)", l.ID, l.Subject, Fold(l.Subject),
			orNull(l.Company, blank), l.Importance, l.Token, l.IsRead, flagged, l.Size, weight, received, due,
			orNull(l.Day, blank), l.Length.Milliseconds(), fromName, fromFold, fromAddress, asJSON(l.Categories), asJSON(l.Parts),
			documentOf(t, l, i%3 == 0))
		for _, r := range l.To {
			a := r.EmailAddress
			mustExec(t, db, "INSERT INTO recipients VALUES(?,?,?,?)", l.ID, orNull(a.Name, blank), a.Address, Fold(a.Address))
		}
	}
}

// documentOf is a letter as JSON. An early one was written before the
// properties were there that are empty.
func documentOf(t failer, l letter, early bool) string {
	t.Helper()
	b, err := json.Marshal(l)
	if err != nil {
		t.Fatalf("%v", err)
	}
	if early {
		var v map[string]any
		if err := json.Unmarshal(b, &v); err != nil {
			t.Fatalf("%v", err)
		}
		dropEmpty(v)
		if b, err = json.Marshal(v); err != nil {
			t.Fatalf("%v", err)
		}
	}
	return string(b)
}

func dropEmpty(v map[string]any) {
	for name, value := range v {
		switch value := value.(type) {
		case map[string]any:
			dropEmpty(value)
		case string, float64, bool, nil:
			// What may be absent is no less there when it is empty.
			mayBeAbsent := slices.Contains([]string{"flagged", "free", "weight"}, name)
			if value == nil || !mayBeAbsent && reflect.ValueOf(value).IsZero() {
				delete(v, name)
			}
		}
	}
}

func TestSQLAndMemorySelectTheSameRows(t *testing.T) {
	db := openMemory(t)
	mustExec(t, db, letterTables)
	schemas := []*Schema{letterSchema(), documentSchema()}
	rapid.Check(t, func(t *rapid.T) {
		letters := drawLetters(t)
		store(t, db, letters)
		for range 6 {
			src := drawFilter(t, rapid.IntRange(0, 3).Draw(t, "depth"))
			e, err := ParseFilter(src)
			if err != nil {
				t.Fatalf("%s: %v", src, err)
			}
			for _, schema := range schemas {
				f, err := schema.Filter(e)
				if err != nil {
					t.Fatalf("%s: %v", src, err)
				}
				where := f.SQL()
				got := selectLetters(t, db, where)
				var want []string
				for _, l := range letters {
					if f.Match(&l) {
						want = append(want, l.ID)
					}
				}
				slices.Sort(want)
				if !slices.Equal(got, want) {
					t.Fatalf("%s\nSQL %s %q\n got %v\nwant %v (memory)", src, where.SQL, where.Args, got, want)
				}
			}
		}
	})
}

// selectLetters gives the sorted ids of the rows that the condition selects.
func selectLetters(t failer, db *sql.DB, where Condition) []string {
	t.Helper()
	query := "SELECT l.id FROM letters l"
	if where.SQL != "" {
		query += " WHERE " + where.SQL
	}
	ids := queryStrings(t, db, query, where.Args)
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
