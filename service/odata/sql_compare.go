package odata

import (
	"fmt"
	"math"
)

// sameAs and otherThan compare values of which NULL is one.
const sameAs, otherThan = " IS NOT DISTINCT FROM ", " IS DISTINCT FROM "

var sqlOps = [...]string{Eq: " = ", Ne: " <> ", Gt: " > ", Ge: " >= ", Lt: " < ", Le: " <= "}

// compare writes l op r with OData's nulls.
func (w *sqlText) compare(n *compare, strict bool) {
	c, isConstant := n.r.(*constant)
	switch k := n.l.kind(); {
	case isConstant && c.value.null():
		w.compareNull(n.op, n.l)
	case k == 0: // null and what is no constant
		w.compareNull(n.op, n.r)
	case k == Bool && n.r.kind() == Bool:
		w.compareBool(n)
	case k == DateTime || k == Duration:
		w.compareTime(n, strict)
	case k == Struct:
		w.compareStructs(n)
	case k.textual():
		form := formOf(n.exact, n.l, n.r)
		w.operator(n.op, strict, func() { w.left(n, form) }, func() { w.textIn(n.r, form) }, !isConstant)
	case k.numeric():
		w.operator(n.op, strict, func() { w.number(n.l) }, func() { w.number(n.r) }, !isConstant)
	default:
		noForm(n)
	}
}

// left writes the left side of a comparison of strings.
func (w *sqlText) left(n *compare, form textForm) {
	c, isConstant := n.r.(*constant)
	if isConstant && c.value.str != "" && n.op != Lt && n.op != Le {
		w.present(n.l, form)
		return
	}
	w.textIn(n.l, form)
}

// operator writes l op r where both may be NULL (rNull: r too).
func (w *sqlText) operator(op Op, strict bool, l, r func(), rNull bool) {
	sign, before, after := sqlOps[op], "(", ")"
	switch {
	case op == Ne:
		sign = otherThan
	case op == Eq && (strict || rNull):
		sign = sameAs
	case op != Eq && strict:
		before, after = "coalesce(", ",FALSE)"
	}
	w.put(before)
	l()
	w.put(sign)
	r()
	w.put(after)
}

// compareNull writes X op null: only eq and ne can be true.
func (w *sqlText) compareNull(op Op, x node) {
	if op != Eq && op != Ne {
		w.put("FALSE")
		return
	}
	w.put("(")
	w.value(x)
	w.put(map[Op]string{Eq: " IS NULL)", Ne: " IS NOT NULL)"}[op])
}

// value writes an expression that is NULL where x is null.
func (w *sqlText) value(x node) {
	switch k := x.kind(); {
	case k == Bool:
		w.condition(x, true)
	case k.textual():
		w.textIn(x, formOf(exactly(x), x))
	case k.numeric():
		w.number(x)
	default:
		w.put(w.column(x.(*property)))
	}
}

// compareStructs writes an eq or ne of structures: those that are there are
// never equal.
func (w *sqlText) compareStructs(n *compare) {
	w.put(map[Op]string{Eq: "(", Ne: "(NOT ("}[n.op])
	w.compareNull(Eq, n.l)
	w.put(" AND ")
	w.compareNull(Eq, n.r)
	w.put(map[Op]string{Eq: ")", Ne: "))"}[n.op])
}

// compareBool writes a condition eq or ne another. A column and a constant
// are written plainly: partial indexes are made of such.
func (w *sqlText) compareBool(n *compare) {
	c, isConstant := n.r.(*constant)
	if p, isProperty := n.l.(*property); isProperty && isConstant {
		value, other := sqlBit(c.value.isTrue()), sqlBit(!c.value.isTrue())
		switch {
		case n.op == Eq && p.field.NotNull:
			w.put("(", w.column(p), " = ", value, ")")
		case n.op == Ne && p.field.NotNull:
			w.put("(", w.column(p), " = ", other, ")")
		case n.op == Eq:
			w.put("(", w.column(p), sameAs, value, ")")
		default:
			w.put("(", w.column(p), otherThan, value, ")")
		}
		return
	}
	sign := sameAs
	if n.op == Ne {
		sign = otherThan
	}
	w.put("((")
	w.condition(n.l, true)
	w.put(")" + sign + "(")
	w.condition(n.r, true)
	w.put("))")
}

// number writes an expression of a number.
func (w *sqlText) number(n node) {
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
	case *property:
		w.put(w.column(n))
	case *size:
		w.put("(SELECT count(*)")
		w.from(n.over, n.over.level+1)
		w.put(")")
	case *call:
		w.numberCall(n)
	default:
		noForm(n)
	}
}

// numberCall writes length, indexof, and the parts of an instant.
func (w *sqlText) numberCall(n *call) {
	form := formOf(n.exact, n.args...)
	switch n.fn.name {
	case "length":
		w.put("length(")
		w.textIn(n.args[0], form)
		w.put(")")
		return
	case "indexof":
		w.put("(instr(")
		w.textIn(n.args[0], form)
		w.put(",")
		w.textIn(n.args[1], form)
		w.put(")-1)")
		return
	}
	seconds := w.seconds(n.args[0])
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
		noForm(n)
	}
}

// seconds are the whole seconds since 1970 of an instant, rounded down.
func (w *sqlText) seconds(n node) string {
	p := n.(*property) // no function makes an instant
	return floorDivision(w.column(p), int64(Seconds/p.field.Unit))
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
// columns in the finer of their units.
func (w *sqlText) compareTime(n *compare, strict bool) {
	l := n.l.(*property) // no function makes an instant, and constants stand to the right
	if r, isProperty := n.r.(*property); isProperty {
		unit := min(l.field.Unit, r.field.Unit)
		in := func(p *property) func() {
			return func() {
				w.put(w.column(p))
				if times := p.field.Unit / unit; times > 1 {
					w.put(fmt.Sprintf("*%d", times))
				}
			}
		}
		w.operator(n.op, strict, in(l), in(r), true)
		return
	}
	count, between := l.field.Unit.count(n.r.(*constant).value)
	op := n.op
	if between { // the constant lies after count and before count+1
		switch op {
		case Eq:
			w.put("FALSE")
			return
		case Ne:
			w.put("TRUE")
			return
		case Lt:
			op = Le
		case Ge:
			op = Gt
		}
	}
	w.operator(op, strict, func() { w.put(w.column(l)) }, func() { w.arg(count) }, false)
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
