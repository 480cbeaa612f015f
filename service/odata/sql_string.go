package odata

import (
	"fmt"
	"unicode/utf8"
)

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

// stringCall writes a function whose value is a string.
func (w *sqlText) stringCall(n *call, form textForm) bool {
	a := n.args
	switch n.fn.name {
	case "tolower", "toupper":
		if form == exactForm {
			return false // folds what is not to be folded
		}
		return w.textIn(a[0], form)
	case "trim":
		return w.then("trim(") && w.textIn(a[0], form) && w.then(",char(9,10,11,12,13,32))")
	case "concat":
		return w.then("(") && w.textIn(a[0], form) && w.then("||") && w.textIn(a[1], form) && w.then(")")
	case "substring":
		w.put("substr(")
		ok := w.textIn(a[0], form) && w.then(",max(") && w.number(a[1]) && w.then(",0)+1")
		if ok && len(a) > 2 {
			ok = w.then(",max(") && w.number(a[2]) && w.then(",0)")
		}
		return ok && w.then(")")
	case "date":
		p, isProperty := a[0].(*property)
		if !isProperty || p.field.Column == "" || p.field.Unit == 0 {
			return false
		}
		w.put("strftime('%Y-%m-%d',", floorDivision(w.column(p), int64(Seconds/p.field.Unit)), ",'unixepoch')")
		return true
	}
	return false
}
