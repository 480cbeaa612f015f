package store

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"daybook/service/odata"
)

// Column is a column of a table whose rows are Rs: the one place that says how
// it is read and written.
type Column[R any] struct {
	Name string
	// At points to where a row has its value: a *string, *int64, *bool or the
	// like.
	At func(*R) any
	// Fold names a second column, which has the value as odata.Fold writes it.
	Fold string
	// Value makes what is written of a column that repeats what others say, and is
	// never read; At is nil then.
	Value func(*R) any
	// Part is the statement of an update that writes it; 0 for one that is
	// written with the row and stays.
	Part int
	// Fields are what filters and orders make of it.
	Fields []odata.Field
}

// PartChanged are the columns that a change writes, of a table whose rows are
// changed in one piece.
const PartChanged = 1

// Table is what its columns yield: the text of every statement, and what goes
// in and out of it.
type Table[R any] struct {
	Name     string
	Columns  []Column[R]
	Selected string // behind SELECT, with the alias
	Bare     string // the same without it
	key      []string
	insert   string
	upsert   string         // insert, or an update of all parts
	updates  map[int]string // by part
}

// TableOf makes the statements of a table, keyed by mailbox and id, that is
// called alias in a SELECT.
func TableOf[R any](name, alias string, columns ...Column[R]) *Table[R] {
	return TableBy(name, alias, []string{"mailbox_id", "id"}, columns...)
}

// TableBy is TableOf for a table with another key, of at most one column beside
// mailbox_id. One without mailbox_id belongs to no mailbox.
func TableBy[R any](name, alias string, key []string, columns ...Column[R]) *Table[R] {
	t := &Table[R]{Name: name, Columns: columns, key: key, updates: map[int]string{}}
	var selected, written, again []string
	sets := map[int][]string{}
	if slices.Contains(key, "mailbox_id") {
		written = append(written, "mailbox_id")
	}
	for _, c := range columns {
		if c.At != nil {
			selected = append(selected, c.Name)
		}
		for _, name := range []string{c.Name, c.Fold} {
			if name == "" {
				continue
			}
			written = append(written, name)
			sets[c.Part] = append(sets[c.Part], name+" = ?")
			if c.Part > 0 {
				again = append(again, name+" = excluded."+name)
			}
		}
	}
	t.Bare = strings.Join(selected, ", ")
	t.Selected = alias + "." + strings.Join(selected, ", "+alias+".")
	t.insert = `INSERT INTO ` + name + ` (` + strings.Join(written, ", ") + `) VALUES (?` +
		strings.Repeat(", ?", len(written)-1) + `)`
	t.upsert = t.insert + ` ON CONFLICT (` + strings.Join(key, ", ") + `) DO UPDATE SET ` + strings.Join(again, ", ")
	for part, set := range sets {
		t.updates[part] = `UPDATE ` + name + ` SET ` + strings.Join(set, ", ") + ` WHERE ` + strings.Join(key, " = ? AND ") + ` = ?`
	}
	return t
}

// Into is where a row is scanned to, in the order of Selected.
func (t *Table[R]) Into(r *R) []any {
	out := make([]any, 0, len(t.Columns)+4)
	for i := range t.Columns {
		if at := t.Columns[i].At; at != nil {
			out = append(out, at(r))
		}
	}
	return out
}

// Only is Bare for a table that has some of the columns: the others are read as
// empty.
func (t *Table[R]) Only(names ...string) string {
	var out []string
	var none R
	for i := range t.Columns {
		c := &t.Columns[i]
		if c.At == nil {
			continue
		}
		_, text := c.At(&none).(*string)
		switch {
		case slices.Contains(names, c.Name):
			out = append(out, c.Name)
		case text:
			out = append(out, "''")
		default:
			out = append(out, "0")
		}
	}
	return strings.Join(out, ", ")
}

// Fields are the fields of all columns, for a schema.
func (t *Table[R]) Fields() (fields []odata.Field) {
	for i := range t.Columns {
		fields = append(fields, t.Columns[i].Fields...)
	}
	return fields
}

// Add inserts a row.
func (t *Table[R]) Add(tx *Tx, mailbox int64, r *R) error {
	_, err := tx.Exec(t.insert, t.args(mailbox, r)...)
	return err
}

// AddFree inserts a row; taken is the error when one that is there excludes it.
func (t *Table[R]) AddFree(tx *Tx, mailbox int64, r *R, taken error) error {
	return tx.ExecFound(taken, t.insert+` ON CONFLICT DO NOTHING`, t.args(mailbox, r)...)
}

// Put inserts a row, or changes what changes of the one that is there.
func (t *Table[R]) Put(tx *Tx, mailbox int64, r *R) error {
	_, err := tx.Exec(t.upsert, t.args(mailbox, r)...)
	return err
}

func (t *Table[R]) args(mailbox int64, r *R) (args []any) {
	if slices.Contains(t.key, "mailbox_id") {
		args = append(args, mailbox)
	}
	for i := range t.Columns {
		args = t.Columns[i].appendTo(args, r)
	}
	return args
}

// Update writes the columns of a part.
func (t *Table[R]) Update(tx *Tx, mailbox int64, id string, r *R, part int) error {
	var args []any
	for i := range t.Columns {
		if t.Columns[i].Part == part {
			args = t.Columns[i].appendTo(args, r)
		}
	}
	for _, key := range t.key {
		if key == "mailbox_id" {
			args = append(args, mailbox)
		} else {
			args = append(args, id)
		}
	}
	_, err := tx.Exec(t.updates[part], args...)
	return err
}

// Same compares the columns of some parts, of all when none is named.
func (t *Table[R]) Same(a, b *R, parts ...int) bool {
	for i := range t.Columns {
		c := &t.Columns[i]
		named := len(parts) == 0
		for _, p := range parts {
			named = named || p == c.Part
		}
		if named && c.of(a) != c.of(b) {
			return false
		}
	}
	return true
}

func (c *Column[R]) appendTo(args []any, r *R) []any {
	v := c.of(r)
	args = append(args, v)
	if c.Fold != "" {
		args = append(args, fold(v.(string)))
	}
	return args
}

// of is the value of a row.
func (c *Column[R]) of(r *R) any {
	if c.At == nil {
		return c.Value(r)
	}
	switch p := c.At(r).(type) {
	case *string:
		return *p
	case *int64:
		return *p
	case *bool:
		return *p
	default:
		return reflect.ValueOf(p).Elem().Interface()
	}
}

// PackJSON keeps a value as JSON.
func PackJSON(into *string, value any) error {
	b, err := json.Marshal(value)
	*into = string(b)
	return err
}

// UnpackJSON reads what packJSON has kept; "" leaves into as it is.
func UnpackJSON(kept string, into any) error {
	if kept == "" {
		return nil
	}
	return json.Unmarshal([]byte(kept), into)
}
