package odata

import (
	"database/sql"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"daybook/model"
)

// orderable are properties of the letter, with columns of every sort and without.
var orderable = []string{"id", "subject", "importance", "isRead", "flagged", "size", "weight", "received", "due",
	"day", "length", "from/emailAddress/name", "token", "company", "notes", "rank", "place/floor", "place/room/free", "place/city"}

func TestPagesBySQLNeitherRepeatNorSkip(t *testing.T) {
	db := openMemory(t)
	mustExec(t, db, letterTables)
	schemas := []*Schema{letterSchema(), documentSchema()}
	rapid.Check(t, func(t *rapid.T) {
		letters := drawLetters(t)
		store(t, db, letters)
		schema := rapid.SampledFrom(schemas).Draw(t, "schema")
		var keys []OrderBy
		for _, p := range rapid.SliceOfNDistinct(rapid.SampledFrom(orderable), 0, 3, rapid.ID[string]).Draw(t, "keys") {
			keys = append(keys, By(p, rapid.Bool().Draw(t, "desc")))
		}
		order, err := schema.Order(keys)
		if err != nil {
			t.Fatalf("%v: %v", keys, err)
		}
		byID := map[string]*letter{}
		sorted := slices.Clone(letters)
		slices.SortFunc(sorted, func(a, b letter) int { return order.Compare(&a, &b) })
		var want []string
		for i := range sorted {
			byID[sorted[i].ID] = &sorted[i]
			want = append(want, sorted[i].ID)
		}
		size := rapid.IntRange(1, 4).Draw(t, "page")
		var got []string
		var tuple []any
		for len(got) <= len(want) {
			page := orderedPage(t, db, order, tuple, size)
			if len(page) == 0 {
				break
			}
			got = append(got, page...)
			tuple = order.Tuple(byID[page[len(page)-1]])
			tuple = throughToken(t, tuple)
		}
		if !slices.Equal(got, want) {
			t.Fatalf("ORDER BY %s, %d a page:\n got %v\nwant %v (memory)", order.SQL(), size, got, want)
		}
	})
}

// orderedPage reads ids after a tuple and checks the tuples of its rows.
func orderedPage(t failer, db *sql.DB, order *Order, tuple []any, size int) []string {
	t.Helper()
	after := Condition{SQL: "1"}
	if tuple != nil {
		var err error
		if after, err = order.After(tuple); err != nil {
			t.Fatalf("After(%v): %v", tuple, err)
		}
	}
	query := fmt.Sprintf("SELECT l.id FROM letters l WHERE %s ORDER BY %s LIMIT %d", after.SQL, order.SQL(), size)
	return queryStrings(t, db, query, after.Args)
}

func throughToken(t failer, tuple []any) []any {
	t.Helper()
	f := (&Options{}).Fingerprint("letters")
	token, err := DecodeToken("$skiptoken", Token{Keys: tuple}.Encode(f), f)
	if err != nil {
		t.Fatalf("token of %v: %v", tuple, err)
	}
	if !reflect.DeepEqual(token.Keys, tuple) {
		t.Fatalf("a token carried %#v, want %#v", token.Keys, tuple)
	}
	return token.Keys
}

func TestTupleIsWhatTheColumnsSelect(t *testing.T) {
	db := openMemory(t)
	mustExec(t, db, letterTables)
	var keys []OrderBy
	for _, p := range orderable {
		keys = append(keys, By(p, false))
	}
	order, err := letterSchema().Order(keys)
	if err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		letters := drawLetters(t)
		store(t, db, letters)
		for _, l := range letters {
			got := make([]any, len(order.Columns()))
			into := make([]any, len(got))
			for i := range got {
				into[i] = &got[i]
			}
			row := db.QueryRow("SELECT "+strings.Join(order.Columns(), ",")+" FROM letters l WHERE id = ?", l.ID)
			if err := row.Scan(into...); err != nil {
				t.Fatalf("%v", err)
			}
			if want := order.Tuple(&l); !reflect.DeepEqual(got, want) {
				t.Fatalf("columns %#v, tuple %#v", got, want)
			}
		}
	})
}

func TestAnOrderOnNotNullColumnsIsOneRowValue(t *testing.T) {
	order, err := letterSchema().Order([]OrderBy{By("size", true)})
	if err != nil {
		t.Fatal(err)
	}
	after, err := order.After([]any{int64(5), "a"})
	if err != nil {
		t.Fatal(err)
	}
	if want := "(l.size,l.id) < (?,?)"; after.SQL != want {
		t.Errorf("got %s, want %s", after.SQL, want)
	}
}

func TestAnEnumOrdersByItsDeclaration(t *testing.T) {
	order, err := letterSchema().Order([]OrderBy{By("importance", true)})
	if err != nil {
		t.Fatal(err)
	}
	letters := []letter{{Importance: "low"}, {Importance: "high"}, {Importance: "normal"}}
	slices.SortFunc(letters, func(a, b letter) int { return order.Compare(&a, &b) })
	got := letters[0].Importance + " " + letters[1].Importance + " " + letters[2].Importance
	if want := "high normal low"; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

func TestOrderRefusals(t *testing.T) {
	schema := letterSchema()
	for path, want := range map[string]string{
		"nothing":         `$orderby: "nothing" is not a property of letter`,
		"from":            `$orderby: "from" cannot be ordered by: name a property of it`,
		"to/emailAddress": `$orderby: "to" is a collection: ask for its items with any or all`,
		"to/$count":       `$orderby: "to/$count" cannot be ordered by: name a property of it`,
	} {
		_, err := schema.Order([]OrderBy{By(path, false)})
		checkRefusal(t, path, err, "$orderby", want)
	}
}

// checkRefusal checks that err is a BadRequest with this target and message.
func checkRefusal(t *testing.T, input string, err error, target, message string) {
	t.Helper()
	refusal, ok := err.(*model.Error)
	if !ok {
		t.Errorf("%s: got %v, want the refusal %q", input, err, message)
		return
	}
	if refusal.Code != model.CodeBadRequest || refusal.Target != target || refusal.Message != message {
		t.Errorf("%s:\n got %s %s %q\nwant %s %s %q", input, refusal.Code, refusal.Target, refusal.Message, model.CodeBadRequest, target, message)
	}
}
