package odata

import (
	"unicode/utf8"
)

// textForm is how strings are made comparable in SQL.
type textForm uint8

const (
	// exactForm takes the columns as they are.
	exactForm textForm = iota
	// foldForm takes the columns that hold Fold(value), or folds.
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
	if exact {
		return exactForm
	}
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
	if !folded && ascii && sidesRead <= 1 {
		return asciiForm
	}
	return foldForm
}

// textIn writes a string expression in a form.
func (w *sqlText) textIn(n node, form textForm) {
	switch n := n.(type) {
	case *constant:
		if n.value.null() {
			w.put("NULL")
			return
		}
		w.arg(form.of(n.value.str))
	case *property:
		expr := w.textColumn(n, form)
		if n.emptyNull {
			expr = "nullif(" + expr + ",'')"
		}
		w.put(expr)
	case *call:
		w.stringCall(n, form)
	default:
		noForm(n)
	}
}

// texts writes SQL, in which nodes stand for their strings.
func (w *sqlText) texts(form textForm, parts ...any) {
	for _, p := range parts {
		switch p := p.(type) {
		case string:
			w.put(p)
		case node:
			w.textIn(p, form)
		}
	}
}

// present writes a string expression where ” and NULL come to the same: the
// column itself, which an index serves.
func (w *sqlText) present(n node, form textForm) {
	if p, isProperty := n.(*property); isProperty {
		w.put(w.textColumn(p, form))
		return
	}
	w.textIn(n, form)
}

func (w *sqlText) textColumn(p *property, form textForm) string {
	column := w.column(p)
	fold := w.placed(p.field.Fold, p.level)
	switch {
	case form == exactForm:
		return column
	case fold != "":
		return fold
	case form == asciiForm:
		return "lower(" + column + ")"
	}
	return "fold(" + column + ")"
}

// stringTest writes contains, startswith or endswith. Of NULL they are NULL.
func (w *sqlText) stringTest(n *call, strict bool) {
	form := formOf(n.exact, n.args...)
	s, part := n.args[0], n.args[1]
	c, known := part.(*constant)
	known = known && c.value.str != ""
	w.put("(")
	switch {
	case n.fn.name == "contains":
		w.texts(form, "instr(", s, ",", part, ") > 0")
	case n.fn.name == "startswith" && known:
		w.prefix(s, form, form.of(c.value.str), strict)
	case n.fn.name == "startswith":
		w.texts(form, "substr(", s, ",1,length(", part, ")) = ", part)
	case n.fn.name == "endswith":
		w.texts(form, "length(", s, ") >= length(", part, ") AND substr(", s, ",length(", s, ")-length(", part, ")+1) = ", part)
	default:
		noForm(n)
	}
	w.put(")")
}

// prefix writes "begins with" as a range, which an index serves.
func (w *sqlText) prefix(s node, form textForm, prefix string, strict bool) {
	side := w.present
	if strict {
		side = w.textIn
	}
	side(s, form)
	w.put(" >= ")
	w.arg(prefix)
	if end := successor(prefix); end != "" {
		w.put(" AND ")
		side(s, form)
		w.put(" < ")
		w.arg(end)
	}
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
func (w *sqlText) stringCall(n *call, form textForm) {
	a := n.args
	switch n.fn.name {
	case "tolower", "toupper":
		if form == exactForm {
			w.texts(form, "fold(", a[0], ")")
			return
		}
		w.textIn(a[0], form)
	case "trim":
		w.texts(form, "trim(", a[0], ",")
		w.arg("\t\n\v\f\r ")
		w.put(")")
	case "concat":
		w.texts(form, "(", a[0], "||", a[1], ")")
	case "substring":
		w.texts(form, "substr(", a[0], ",max(")
		w.number(a[1])
		w.put(",0)+1")
		if len(a) > 2 {
			w.put(",max(")
			w.number(a[2])
			w.put(",0)")
		}
		w.put(")")
	case "date":
		w.put("strftime('%Y-%m-%d',", w.seconds(a[0]), ",'unixepoch')")
	default:
		noForm(n)
	}
}
