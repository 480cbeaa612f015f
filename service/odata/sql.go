package odata

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// Condition is a piece of SQL for a WHERE clause, ready to stand beside an
// AND, and its arguments in order. An empty SQL is no condition.
type Condition struct {
	SQL  string
	Args []any
}

// And joins two conditions.
func (c Condition) And(d Condition) Condition {
	switch {
	case c.SQL == "":
		return d
	case d.SQL == "":
		return c
	}
	return Condition{SQL: c.SQL + " AND " + d.SQL, Args: append(c.Args[:len(c.Args):len(c.Args)], d.Args...)}
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

// textForm is how strings are made comparable in SQL.
type textForm uint8

const (
	noForm textForm = iota
	// exactForm takes the columns as they are.
	exactForm
	// foldForm takes the columns that hold Fold(value).
	foldForm
	// asciiForm folds ASCII with lower(): the same as Fold in every
	// comparison with a constant of ASCII alone.
	asciiForm
)

// of is a constant in the form.
func (f textForm) of(s string) string {
	if f == exactForm {
		return s
	}
	return Fold(s)
}

// formOf chooses the form for strings that meet: the sides of a comparison
// or the arguments of a function.
func formOf(exact bool, sides ...node) textForm {
	folded, ascii, sidesRead := true, true, 0
	for _, side := range sides {
		has := false
		walk(side, func(n node) {
			switch n := n.(type) {
			case *property:
				has = true
				folded = folded && n.field.Fold != ""
			case *constant:
				ascii = ascii && isASCII(n.value.str)
			}
		})
		if has {
			sidesRead++
		}
	}
	switch {
	case exact:
		return exactForm
	case folded:
		return foldForm
	case ascii && sidesRead <= 1:
		return asciiForm
	}
	return noForm
}

// textIn writes a string expression in a form.
func (w *sqlText) textIn(n node, form textForm) bool {
	switch n := n.(type) {
	case *constant:
		if n.value.null() {
			return w.then("NULL")
		}
		w.arg(form.of(n.value.str))
		return true
	case *property:
		expr := w.textColumn(n, form)
		if n.emptyNull && expr != "" {
			expr = "nullif(" + expr + ",'')"
		}
		w.put(expr)
		return expr != ""
	case *call:
		return w.stringCall(n, form)
	}
	return false
}

// present writes a string expression where ” and NULL come to the same: the
// column itself, which an index serves.
func (w *sqlText) present(n node, form textForm) bool {
	p, isProperty := n.(*property)
	if !isProperty {
		return w.textIn(n, form)
	}
	expr := w.textColumn(p, form)
	w.put(expr)
	return expr != ""
}

func (w *sqlText) textColumn(p *property, form textForm) string {
	column := w.column(p)
	fold := w.placed(p.field.Fold, p.level)
	switch {
	case form == exactForm:
		return column
	case fold != "":
		return fold
	case form == asciiForm && column != "":
		return "lower(" + column + ")"
	}
	return ""
}

// stringTest writes contains, startswith or endswith. Of NULL they are NULL.
func (w *sqlText) stringTest(n *call, strict bool) bool {
	form := formOf(n.exact, n.args...)
	if form == noForm {
		return false
	}
	s, part := n.args[0], n.args[1]
	c, known := part.(*constant)
	known = known && c.value.str != ""
	w.put("(")
	ok := false
	switch {
	case n.fn.name == "contains":
		w.put("instr(")
		ok = w.textIn(s, form) && w.then(",") && w.textIn(part, form) && w.then(") > 0")
	case n.fn.name == "startswith" && known:
		ok = w.prefix(s, form, form.of(c.value.str), strict)
	case n.fn.name == "startswith":
		w.put("substr(")
		ok = w.textIn(s, form) && w.then(",1,length(") && w.textIn(part, form) && w.then(")) = ") && w.textIn(part, form)
	case n.fn.name == "endswith" && known:
		w.put("substr(")
		ok = w.textIn(s, form) && w.then(fmt.Sprintf(",-%d) = ", utf8.RuneCountInString(c.value.str))) && w.textIn(part, form)
	case n.fn.name == "endswith":
		w.put("length(")
		ok = w.textIn(s, form) && w.then(") >= length(") && w.textIn(part, form) &&
			w.then(") AND substr(") && w.textIn(s, form) && w.then(",length(") && w.textIn(s, form) &&
			w.then(")-length(") && w.textIn(part, form) && w.then(")+1) = ") && w.textIn(part, form)
	}
	return ok && w.then(")")
}

// then writes s inside a chain of conditions.
func (w *sqlText) then(s string) bool {
	w.put(s)
	return true
}

// prefix writes "begins with" as a range, which an index serves.
func (w *sqlText) prefix(s node, form textForm, prefix string, strict bool) bool {
	side := w.present
	if strict {
		side = w.textIn
	}
	if !side(s, form) {
		return false
	}
	w.put(" >= ")
	w.arg(prefix)
	end := successor(prefix)
	if end == "" {
		return true
	}
	if !w.then(" AND ") || !side(s, form) {
		return false
	}
	w.put(" < ")
	w.arg(end)
	return true
}

// successor is the least string above every string that begins with s, "" if
// there is none.
func successor(s string) string {
	r := []rune(s)
	for len(r) > 0 {
		last := len(r) - 1
		switch r[last] {
		case utf8.MaxRune:
			r = r[:last]
			continue
		case 0xD7FF: // the surrogates are no characters
			r[last] = 0xE000
		default:
			r[last]++
		}
		return string(r)
	}
	return ""
}
