package odata

import (
	"fmt"
	"strings"
)

// Condition is a piece of SQL for a WHERE clause, ready to stand beside an
// AND, and its arguments in order. An empty SQL is no condition.
type Condition struct {
	SQL  string
	Args []any
}

// CompileFilter is Schema.Filter and Filter.SQL in one: the rows that e
// selects are those of the condition that the rest matches, exactly.
func CompileFilter(e Expr, s *Schema) (Condition, *Filter, error) {
	f, err := s.Filter(e)
	if err != nil {
		return Condition{}, nil, err
	}
	where, rest := f.SQL()
	return where, rest, nil
}

// SQL splits the filter: the condition and the rest together select what the
// filter does. A nil rest means that the condition is all of it. The terms of
// the and at the top go to the one side or the other as a whole.
func (f *Filter) SQL() (Condition, *Filter) {
	if f == nil {
		return Condition{}, nil
	}
	w := &sqlText{rows: []string{""}}
	var rest []node
	for _, term := range conjuncts(f.root) {
		text, args := len(w.text), len(w.args)
		if text > 0 {
			w.put(" AND ")
		}
		if !w.condition(term, false) {
			w.text, w.args = w.text[:text], w.args[:args]
			rest = append(rest, term)
		}
	}
	where := Condition{SQL: string(w.text), Args: w.args}
	switch len(rest) {
	case 0:
		return where, nil
	case 1:
		return where, &Filter{rest[0]}
	}
	return where, &Filter{&logic{all: true, terms: rest}}
}

// sqlText is SQL being written. Its methods for nodes return false when a
// node has no SQL form; what they wrote then is to be thrown away.
//
// A condition written strict has the three values of the node, so that NOT
// and IS read it right. One that is not strict may be NULL where the node is
// false: enough where only the true rows count, and what an index can serve.
type sqlText struct {
	text []byte
	args []any
	rows []string // alias of the item's row, by level
	made int      // aliases
}

func (w *sqlText) put(parts ...string) {
	for _, p := range parts {
		w.text = append(w.text, p...)
	}
}

func (w *sqlText) arg(v any) {
	w.put("?")
	w.args = append(w.args, v)
}

func (w *sqlText) condition(n node, strict bool) bool {
	switch n := n.(type) {
	case *constant:
		w.put(sqlBool(n.value))
		return true
	case *property:
		column := w.column(n)
		w.put("(", column, " = 1)")
		return column != "" && n.of == Bool
	case *compare:
		return w.compare(n, strict)
	case *among:
		return w.among(n, strict)
	case *logic:
		return w.logic(n, strict)
	case *negation:
		return w.then("(NOT ") && w.condition(n.x, true) && w.then(")")
	case *lambda:
		return w.exists(n)
	case *call:
		return w.stringTest(n, strict)
	case *words:
		return w.find(n)
	}
	return false
}

// sqlBool is a constant of a condition. It is text and no argument, so that
// a partial index can serve.
func sqlBool(d datum) string {
	switch {
	case d.null():
		return "NULL"
	case d.isTrue():
		return "1"
	}
	return "0"
}

func (w *sqlText) logic(n *logic, strict bool) bool {
	word := " OR "
	if n.all {
		word = " AND "
	}
	w.put("(")
	for i, t := range n.terms {
		if i > 0 {
			w.put(word)
		}
		if !w.condition(t, strict) {
			return false
		}
	}
	w.put(")")
	return true
}

// column is the expression of a property's value, "" when it has none.
func (w *sqlText) column(p *property) string { return w.placed(p.field.Column, p.level) }

// placed puts the row's alias into an expression of the schema.
func (w *sqlText) placed(expr string, level int) string {
	return strings.ReplaceAll(expr, "$row", w.rows[level])
}

// exists asks for a row of a collection.
func (w *sqlText) exists(n *lambda) bool {
	w.put("(")
	if n.all {
		w.put("NOT ")
	}
	w.put("EXISTS (SELECT 1")
	if !w.from(n.over, n.level) {
		return false
	}
	if n.body != nil {
		w.put(" AND ")
		if !w.condition(n.body, n.all) {
			return false
		}
		if n.all { // an item of which the body is false or null
			w.put(" IS NOT TRUE")
		}
	}
	w.put("))")
	return true
}

// from writes FROM and WHERE of a collection, with a new alias at level.
func (w *sqlText) from(p *property, level int) bool {
	if p.field.From == "" {
		return false
	}
	outer := w.rows[p.level]
	w.made++
	w.rows = append(w.rows[:level:level], fmt.Sprintf("item%d", w.made))
	where := p.field.Where
	if where == "" {
		where = "1"
	}
	w.put(" FROM ", w.nested(p.field.From, level, outer), " WHERE (", w.nested(where, level, outer), ")")
	return true
}

func (w *sqlText) nested(expr string, level int, outer string) string {
	return w.placed(strings.ReplaceAll(expr, "$parent", outer), level)
}

func (w *sqlText) among(n *among, strict bool) bool {
	list := &logic{}
	for _, v := range n.list {
		list.terms = append(list.terms, &compare{op: Eq, l: n.x, r: &constant{v}, exact: n.exact})
	}
	p, isProperty := n.x.(*property)
	if !isProperty || !p.of.textual() || p.of == Date {
		return w.logic(list, strict)
	}
	form := formOf(n.exact, list)
	if form == noForm {
		return false
	}
	// IN over the column is served by its index.
	before, after := "(", ")"
	if strict {
		before, after = "(ifnull(", "),0)"
	}
	if !w.then(before) || !w.present(p, form) {
		return false
	}
	w.put(" IN (")
	nulls, comma := false, ""
	for _, v := range n.list {
		if v.null() {
			nulls = true
			continue
		}
		w.put(comma)
		w.arg(form.of(v.str))
		comma = ","
	}
	w.put(after)
	if nulls && !(w.then(" OR ") && w.textIn(p, form) && w.then(" IS NULL")) {
		return false
	}
	w.put(")")
	return true
}
