package store

import (
	"reflect"
	"strings"
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
	// part is the statement of an update that writes it; 0 for one that is
	// written with the row and stays.
	part int
}

// table is what its columns yield: the text of every statement, and what goes
// in and out of it.
type table[R any] struct {
	name     string
	columns  []column[R]
	selected string // behind SELECT, with the alias
	insert   string
	updates  map[int]string // by part
}

func tableOf[R any](name, alias string, columns ...column[R]) *table[R] {
	t := &table[R]{name: name, columns: columns, updates: map[int]string{}}
	selected, written, sets := []string{}, []string{"mailbox_id"}, map[int][]string{}
	for _, c := range columns {
		selected = append(selected, alias+"."+c.name)
		for _, name := range []string{c.name, c.fold} {
			if name != "" {
				written = append(written, name)
				sets[c.part] = append(sets[c.part], name+" = ?")
			}
		}
	}
	t.selected = strings.Join(selected, ", ")
	t.insert = `INSERT INTO ` + name + ` (` + strings.Join(written, ", ") + `) VALUES (?` + strings.Repeat(", ?", len(written)-1) + `)`
	for part, set := range sets {
		t.updates[part] = `UPDATE ` + name + ` SET ` + strings.Join(set, ", ") + ` WHERE mailbox_id = ? AND id = ?`
	}
	return t
}

// fields are where a row is scanned to, in the order of selected.
func (t *table[R]) fields(r *R) []any {
	out := make([]any, len(t.columns), len(t.columns)+4)
	for i := range t.columns {
		out[i] = t.columns[i].at(r)
	}
	return out
}

// add inserts a row.
func (t *table[R]) add(tx *Tx, mailbox int64, r *R) error {
	args := []any{mailbox}
	for i := range t.columns {
		args = t.columns[i].appendTo(args, r)
	}
	_, err := tx.Exec(t.insert, args...)
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
		if named && valueAt(c.at(a)) != valueAt(c.at(b)) {
			return false
		}
	}
	return true
}

func (c *column[R]) appendTo(args []any, r *R) []any {
	v := valueAt(c.at(r))
	args = append(args, v)
	if c.fold != "" {
		args = append(args, fold(v.(string)))
	}
	return args
}

// valueAt is what a pointer points to.
func valueAt(p any) any {
	switch p := p.(type) {
	case *string:
		return *p
	case *int64:
		return *p
	case *bool:
		return *p
	}
	return reflect.ValueOf(p).Elem().Interface()
}
