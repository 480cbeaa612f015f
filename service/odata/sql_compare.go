package odata

import (
	"fmt"
	"math"
)

var sqlOps = [...]string{Eq: " = ", Ne: " <> ", Gt: " > ", Ge: " >= ", Lt: " < ", Le: " <= "}

// compare writes l op r with OData's nulls.
func (w *sqlText) compare(n *compare, strict bool) bool {
	c, isConstant := n.r.(*constant)
	switch {
	case isConstant && c.value.null():
		return w.compareNull(n.op, n.l)
	case n.l.kind() == Bool && n.r.kind() == Bool:
		return w.compareBool(n)
	case n.l.kind() == DateTime || n.l.kind() == Duration:
		return w.compareTime(n, strict)
	case n.l.kind().textual():
		form := formOf(n.exact, n.l, n.r)
		if form == noForm {
			return false
		}
		return w.operator(n.op, strict, func() bool { return w.left(n, form) }, func() bool { return w.textIn(n.r, form) }, !isConstant)
	case n.l.kind().numeric() && n.r.kind().numeric():
		return w.operator(n.op, strict, func() bool { return w.number(n.l) }, func() bool { return w.number(n.r) }, !isConstant)
	}
	return false
}

// left writes the left side of a comparison of strings.
func (w *sqlText) left(n *compare, form textForm) bool {
	c, isConstant := n.r.(*constant)
	if isConstant && c.value.str != "" && n.op != Lt && n.op != Le {
		return w.present(n.l, form)
	}
	return w.textIn(n.l, form)
}

// operator writes l op r where both may be NULL (rNull: r too).
func (w *sqlText) operator(op Op, strict bool, l, r func() bool, rNull bool) bool {
	sign, before, after := sqlOps[op], "(", ")"
	switch {
	case op == Ne:
		sign = " IS NOT "
	case op == Eq && (strict || rNull):
		sign = " IS "
	case op != Eq && strict:
		before, after = "ifnull(", ",0)"
	}
	return w.then(before) && l() && w.then(sign) && r() && w.then(after)
}

// compareNull writes X op null: only eq and ne can be true.
func (w *sqlText) compareNull(op Op, x node) bool {
	if op != Eq && op != Ne {
		w.put("0")
		return true
	}
	w.put("(")
	ok := false
	switch k := x.kind(); {
	case isCondition(x):
		ok = w.condition(x, true)
	case k.textual():
		if form := formOf(exactly(x), x); form != noForm {
			ok = w.textIn(x, form)
		}
	case k.numeric():
		ok = w.number(x)
	default:
		if p, isProperty := x.(*property); isProperty {
			w.put(w.column(p))
			ok = p.field.Column != ""
		}
	}
	w.put(map[Op]string{Eq: " IS NULL)", Ne: " IS NOT NULL)"}[op])
	return ok
}

// isCondition reports whether n is written by condition.
func isCondition(n node) bool { return n.kind() == Bool }

// compareBool writes a condition eq or ne another. A column and a constant
// are written plainly: partial indexes are made of such.
func (w *sqlText) compareBool(n *compare) bool {
	c, isConstant := n.r.(*constant)
	if p, isProperty := n.l.(*property); isProperty && isConstant && p.field.Column != "" {
		value, other := sqlBool(c.value), sqlBool(boolean(!c.value.isTrue()))
		switch {
		case n.op == Eq && p.field.NotNull:
			w.put("(", w.column(p), " = ", value, ")")
		case n.op == Ne && p.field.NotNull:
			w.put("(", w.column(p), " = ", other, ")")
		case n.op == Eq:
			w.put("(", w.column(p), " IS ", value, ")")
		default:
			w.put("(", w.column(p), " IS NOT ", value, ")")
		}
		return true
	}
	sign := " IS "
	if n.op == Ne {
		sign = " IS NOT "
	}
	return w.then("((") && w.condition(n.l, true) && w.then(")"+sign+"(") && w.condition(n.r, true) && w.then("))")
}

// number writes an expression of a number.
func (w *sqlText) number(n node) bool {
	switch n := n.(type) {
	case *constant:
		switch n.value.kind {
		case Number:
			w.arg(n.value.real)
		case Int:
			w.arg(n.value.num)
		default:
			w.put("NULL")
		}
		return true
	case *property:
		w.put(w.column(n))
		return n.field.Column != ""
	case *size:
		return w.then("(SELECT count(*)") && w.from(n.over, n.over.level+1) && w.then(")")
	case *call:
		return w.numberCall(n)
	}
	return false
}

// numberCall writes length, indexof, and the parts of an instant.
func (w *sqlText) numberCall(n *call) bool {
	switch n.fn.name {
	case "length":
		form := formOf(n.exact, n.args...)
		return form != noForm && w.then("length(") && w.textIn(n.args[0], form) && w.then(")")
	case "indexof":
		form := formOf(n.exact, n.args...)
		return form != noForm && w.then("(instr(") && w.textIn(n.args[0], form) && w.then(",") && w.textIn(n.args[1], form) && w.then(")-1)")
	}
	p, isProperty := n.args[0].(*property)
	if !isProperty || p.field.Column == "" || p.field.Unit == 0 {
		return false
	}
	seconds := floorDivision(w.column(p), int64(Seconds/p.field.Unit))
	ofDay := floorRemainder(seconds, 86400)
	switch n.fn.name {
	case "year":
		w.put("CAST(strftime('%Y',", seconds, ",'unixepoch') AS INTEGER)")
	case "month":
		w.put("CAST(strftime('%m',", seconds, ",'unixepoch') AS INTEGER)")
	case "day":
		w.put("CAST(strftime('%d',", seconds, ",'unixepoch') AS INTEGER)")
	case "hour":
		w.put("(", ofDay, "/3600)")
	case "minute":
		w.put("(", ofDay, "/60%60)")
	case "second":
		w.put("(", ofDay, "%60)")
	default:
		return false
	}
	return true
}

// floorDivision rounds down also below zero, as time before 1970 needs.
func floorDivision(expr string, by int64) string {
	if by == 1 {
		return "(" + expr + ")"
	}
	return fmt.Sprintf("((%s-%s)/%d)", expr, floorRemainder(expr, by), by)
}

func floorRemainder(expr string, by int64) string {
	return fmt.Sprintf("(((%s)%%%d+%d)%%%d)", expr, by, by, by)
}

// compareTime writes an instant or a duration against a constant, or two
// columns of one unit.
func (w *sqlText) compareTime(n *compare, strict bool) bool {
	l, isProperty := n.l.(*property)
	if !isProperty || l.field.Column == "" || l.field.Unit == 0 {
		return false
	}
	left := func() bool { return w.then(w.column(l)) }
	if r, isProperty := n.r.(*property); isProperty {
		right := func() bool { return w.then(w.column(r)) }
		return r.field.Column != "" && r.field.Unit == l.field.Unit && w.operator(n.op, strict, left, right, true)
	}
	c, isConstant := n.r.(*constant)
	if !isConstant {
		return false
	}
	count, between := l.field.Unit.count(c.value)
	op := n.op
	if between { // the constant lies after count and before count+1
		switch op {
		case Eq:
			return w.then("0")
		case Ne:
			return w.then("1")
		case Lt:
			op = Le
		case Ge:
			op = Gt
		}
	}
	return w.operator(op, strict, left, func() bool { w.arg(count); return true }, false)
}

// count is how many whole units have passed until d since 1970 (or zero, for
// a duration), rounded down, and whether a part of one has passed too. What
// does not fit an int64 becomes the nearest that does.
func (u Unit) count(d datum) (n int64, between bool) {
	if d.kind == Duration {
		n = d.num / int64(u)
		if d.num%int64(u) < 0 {
			n--
		}
		return n, d.num%int64(u) != 0
	}
	sec, nanos := d.at.Unix(), int64(d.at.Nanosecond())
	perSecond := int64(Seconds / u)
	switch {
	case sec > math.MaxInt64/perSecond-1:
		return math.MaxInt64, false
	case sec < math.MinInt64/perSecond+1:
		return math.MinInt64, false
	}
	return sec*perSecond + nanos/int64(u), nanos%int64(u) != 0
}
