package odata

import (
	"fmt"
	"strconv"
	"strings"
)

// Condition is a piece of SQL for a WHERE clause, ready to stand beside an
// AND, and its arguments in order. An empty SQL is no condition.
type Condition struct {
	SQL  string
	Args []any
}

// SQL is the filter as a condition. Its schema is Stored.
func (f *Filter) SQL() Condition {
	if f == nil {
		return Condition{}
	}
	w := &sqlText{rows: []string{""}}
	for i, term := range conjuncts(f.root) {
		if i > 0 {
			w.put(" AND ")
		}
		w.condition(term, false)
	}
	return Condition{SQL: string(w.text), Args: w.args}
}

// sqlText is SQL being written. All that a Stored schema binds has a form.
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

func (w *sqlText) condition(n node, strict bool) {
	switch n := n.(type) {
	case *constant:
		w.put(sqlBool(n.value))
	case *property:
		w.put("(", w.column(n), " = 1)")
	case *compare:
		w.compare(n, strict)
	case *among:
		w.among(n, strict)
	case *logic:
		w.logic(n, strict)
	case *negation:
		w.put("(NOT ")
		w.condition(n.x, true)
		w.put(")")
	case *lambda:
		w.exists(n)
	case *call:
		w.stringTest(n, strict)
	case *words:
		w.find(n)
	case *wordsOf:
		w.put("coalesce(has_words(", w.column(n.text), ",")
		w.arg(strings.Join(n.words.tokens, " "))
		w.put(",", sqlBit(n.words.prefix), ") = 1,FALSE)")
	default:
		noForm(n)
	}
}

// noForm is a mistake of the program: the binder lets nothing through that has
// no SQL.
func noForm(n node) { panic(fmt.Sprintf("odata: a %T of a schema that is not Stored", n)) }

// sqlBool is a constant of a condition.
func sqlBool(d datum) string {
	switch {
	case d.null():
		return "NULL"
	case d.isTrue():
		return "TRUE"
	}
	return "FALSE"
}

// sqlBit is what a column has of a Bool. It is text and no argument, so that a
// partial index can serve.
func sqlBit(b bool) string { return strconv.Itoa(btoi(b)) }

func (w *sqlText) logic(n *logic, strict bool) {
	word := " OR "
	if n.all {
		word = " AND "
	}
	w.put("(")
	for i, t := range n.terms {
		if i > 0 {
			w.put(word)
		}
		w.condition(t, strict)
	}
	w.put(")")
}

// column is the expression of a property's value.
func (w *sqlText) column(p *property) string {
	if p.field.Column == "" {
		noForm(p)
	}
	return w.placed(p.field.Column, p.level)
}

// placed puts the row's alias into an expression of the schema.
func (w *sqlText) placed(expr string, level int) string {
	return strings.ReplaceAll(expr, "$row", w.rows[level])
}

// exists asks for a row of a collection.
func (w *sqlText) exists(n *lambda) {
	w.put("(")
	if n.all {
		w.put("NOT ")
	}
	w.put("EXISTS (SELECT 1")
	w.from(n.over, n.level)
	if n.body != nil {
		w.put(" AND ")
		w.condition(n.body, n.all)
		if n.all { // an item of which the body is false or null
			w.put(" IS NOT TRUE")
		}
	}
	w.put("))")
}

// from writes FROM and WHERE of a collection, with a new alias at level.
func (w *sqlText) from(p *property, level int) {
	if p.field.From == "" {
		noForm(p)
	}
	outer := w.rows[p.level]
	w.made++
	w.rows = append(w.rows[:level:level], fmt.Sprintf("item%d", w.made))
	where := p.field.Where
	if where == "" {
		where = "TRUE"
	}
	w.put(" FROM ", w.nested(p.field.From, level, outer), " WHERE (", w.nested(where, level, outer), ")")
}

func (w *sqlText) nested(expr string, level int, outer string) string {
	return w.placed(strings.ReplaceAll(expr, "$parent", outer), level)
}

func (w *sqlText) among(n *among, strict bool) {
	list := &logic{}
	for _, v := range n.list {
		list.terms = append(list.terms, &compare{op: Eq, l: n.x, r: &constant{v}, exact: n.exact})
	}
	p, isProperty := n.x.(*property)
	if !isProperty || !p.of.textual() || p.of == Date {
		w.logic(list, strict)
		return
	}
	form := formOf(n.exact, list)
	// IN over the column is served by its index.
	before, after := "(", ")"
	if strict {
		before, after = "(coalesce(", "),FALSE)"
	}
	w.put(before)
	w.present(p, form)
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
	if nulls {
		w.put(" OR ")
		w.textIn(p, form)
		w.put(" IS NULL")
	}
	w.put(")")
}
