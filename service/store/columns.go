package store

import (
	"reflect"
	"slices"
	"strings"

	"daybook/service/odata"
)

// column is a column of a table whose rows are Rs, keyed by mailbox and id:
// the one place that says how it is read and written.
type column[R any] struct {
	name string
	// at points to where a row has its value: a *string, *int64, *bool or the
	// like.
	at func(*R) any
	// fold names a second column, which has the value as odata.Fold writes it.
	fold string
	// value makes what is written of a column that repeats what others say, and is
	// never read; at is nil then.
	value func(*R) any
	// part is the statement of an update that writes it; 0 for one that is
	// written with the row and stays.
	part int
	// fields are what filters and orders make of it.
	fields []odata.Field
}

// table is what its columns yield: the text of every statement, and what goes
// in and out of it.
type table[R any] struct {
	name     string
	columns  []column[R]
	selected string // behind SELECT, with the alias
	bare     string // the same without it
	insert   string
	upsert   string         // insert, or an update of all parts
	updates  map[int]string // by part
}

func tableOf[R any](name, alias string, columns ...column[R]) *table[R] {
	t := &table[R]{name: name, columns: columns, updates: map[int]string{}}
	var selected, again []string
	written, sets := []string{"mailbox_id"}, map[int][]string{}
	for _, c := range columns {
		if c.at != nil {
			selected = append(selected, c.name)
		}
		for _, name := range []string{c.name, c.fold} {
			if name == "" {
				continue
			}
			written = append(written, name)
			sets[c.part] = append(sets[c.part], name+" = ?")
			if c.part > 0 {
				again = append(again, name+" = excluded."+name)
			}
		}
	}
	t.bare = strings.Join(selected, ", ")
	t.selected = alias + "." + strings.Join(selected, ", "+alias+".")
	t.insert = `INSERT INTO ` + name + ` (` + strings.Join(written, ", ") + `) VALUES (?` +
		strings.Repeat(", ?", len(written)-1) + `)`
	t.upsert = t.insert + ` ON CONFLICT (mailbox_id, id) DO UPDATE SET ` + strings.Join(again, ", ")
	for part, set := range sets {
		t.updates[part] = `UPDATE ` + name + ` SET ` + strings.Join(set, ", ") + ` WHERE mailbox_id = ? AND id = ?`
	}
	return t
}

// fields are where a row is scanned to, in the order of selected.
func (t *table[R]) fields(r *R) []any {
	out := make([]any, 0, len(t.columns)+4)
	for i := range t.columns {
		if at := t.columns[i].at; at != nil {
			out = append(out, at(r))
		}
	}
	return out
}

// only is bare for a table that has some of the columns: the others are read as
// empty.
func (t *table[R]) only(names ...string) string {
	var out []string
	var none R
	for i := range t.columns {
		c := &t.columns[i]
		if c.at == nil {
			continue
		}
		_, text := c.at(&none).(*string)
		switch {
		case slices.Contains(names, c.name):
			out = append(out, c.name)
		case text:
			out = append(out, "''")
		default:
			out = append(out, "0")
		}
	}
	return strings.Join(out, ", ")
}

// queried are the fields of all columns, for a schema.
func (t *table[R]) queried() (fields []odata.Field) {
	for i := range t.columns {
		fields = append(fields, t.columns[i].fields...)
	}
	return fields
}

// add inserts a row.
func (t *table[R]) add(tx *Tx, mailbox int64, r *R) error { return t.write(tx, t.insert, mailbox, r) }

// put inserts a row, or changes what changes of the one that is there.
func (t *table[R]) put(tx *Tx, mailbox int64, r *R) error { return t.write(tx, t.upsert, mailbox, r) }

func (t *table[R]) write(tx *Tx, statement string, mailbox int64, r *R) error {
	args := []any{mailbox}
	for i := range t.columns {
		args = t.columns[i].appendTo(args, r)
	}
	_, err := tx.Exec(statement, args...)
	return err
}

// update writes the columns of a part.
func (t *table[R]) update(tx *Tx, mailbox int64, id string, r *R, part int) error {
	var args []any
	for i := range t.columns {
		if t.columns[i].part == part {
			args = t.columns[i].appendTo(args, r)
		}
	}
	_, err := tx.Exec(t.updates[part], append(args, mailbox, id)...)
	return err
}

// same compares the columns of some parts, of all when none is named.
func (t *table[R]) same(a, b *R, parts ...int) bool {
	for i := range t.columns {
		c := &t.columns[i]
		named := len(parts) == 0
		for _, p := range parts {
			named = named || p == c.part
		}
		if named && c.of(a) != c.of(b) {
			return false
		}
	}
	return true
}

func (c *column[R]) appendTo(args []any, r *R) []any {
	v := c.of(r)
	args = append(args, v)
	if c.fold != "" {
		args = append(args, fold(v.(string)))
	}
	return args
}

// of is the value of a row.
func (c *column[R]) of(r *R) any {
	if c.at == nil {
		return c.value(r)
	}
	switch p := c.at(r).(type) {
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
