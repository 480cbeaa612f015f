package api

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"
)

// Expr is a $filter expression. The functions below quote every value, so
// that no text can leave its place in the expression.
type Expr struct {
	text   string
	fields []string // properties it mentions, in order
	terms  []Expr   // the conjuncts, when it is an And
}

// String returns the expression as $filter writes it.
func (e Expr) String() string { return e.text }

// Literal is a value that a filter can compare with. A time is compared as
// an instant.
type Literal interface {
	string | bool | int | int64 | float64 | time.Time
}

// RawFilter is an expression in the filter's own syntax, for what the
// functions here do not cover. The caller quotes.
func RawFilter(text string) Expr { return Expr{text: text} }

// Quote writes text as a string of the filter's syntax.
func Quote(text string) string { return "'" + strings.ReplaceAll(text, "'", "''") + "'" }

// Instant writes a time as the filter's syntax has it: UTC, without quotes.
func Instant(t time.Time) string { return t.UTC().Format("2006-01-02T15:04:05.9999999Z") }

func literal[T Literal](v T) string {
	switch v := any(v).(type) {
	case string:
		return Quote(v)
	case time.Time:
		return Instant(v)
	case float64:
		return strconv.FormatFloat(v, 'g', -1, 64)
	}
	return fmt.Sprint(v) // a boolean or a whole number reads as Go writes it
}

func compare[T Literal](field, op string, v T) Expr {
	return Expr{text: field + " " + op + " " + literal(v), fields: []string{field}}
}

// Eq is equality.
func Eq[T Literal](field string, v T) Expr { return compare(field, "eq", v) }

// Ge is "greater than or equal".
func Ge[T Literal](field string, v T) Expr { return compare(field, "ge", v) }

// Lt is "less than"; for times, earlier.
func Lt[T Literal](field string, v T) Expr { return compare(field, "lt", v) }

// Le is "less than or equal".
func Le[T Literal](field string, v T) Expr { return compare(field, "le", v) }

// In holds when the property is one of the values.
func In[T Literal](field string, values ...T) Expr {
	list := make([]string, len(values))
	for i, v := range values {
		list[i] = literal(v)
	}
	return Expr{text: field + " in (" + strings.Join(list, ", ") + ")", fields: []string{field}}
}

func function(name, field, text string) Expr {
	return Expr{text: name + "(" + field + "," + Quote(text) + ")", fields: []string{field}}
}

// StartsWith holds when the property begins with text.
func StartsWith(field, text string) Expr { return function("startswith", field, text) }

// Contains holds when text is anywhere in the property.
func Contains(field, text string) Expr { return function("contains", field, text) }

// Any holds when the expression does for one member of a collection at
// least; field names in it start with "x/", the member itself is "x".
func Any(collection string, e Expr) Expr {
	return Expr{text: collection + "/any(x:" + e.text + ")", fields: []string{collection}}
}

// Not inverts an expression.
func Not(e Expr) Expr { return Expr{text: "not (" + e.text + ")", fields: e.fields} }

// And holds when all do.
func And(exprs ...Expr) Expr {
	joined := join(" and ", exprs)
	joined.terms = exprs
	return joined
}

// Or holds when one does.
func Or(exprs ...Expr) Expr { return join(" or ", exprs) }

func join(op string, exprs []Expr) Expr {
	if len(exprs) == 1 {
		return exprs[0]
	}
	var out Expr
	parts := make([]string, len(exprs))
	for i, e := range exprs {
		parts[i] = "(" + e.text + ")"
		out.fields = append(out.fields, e.fields...)
	}
	out.text = strings.Join(parts, op)
	return out
}

// orderedFirst arranges the conjuncts of a filter so that the properties the
// list is ordered by come first and in that order: the microsoft dialect's
// mail store answers InefficientFilter otherwise. A property that no conjunct
// mentions gets one that always holds.
func orderedFirst(exprs []Expr, orderBy []string) []Expr {
	var rest, first []Expr
	for _, e := range exprs {
		if len(e.terms) > 0 {
			rest = append(rest, e.terms...)
		} else {
			rest = append(rest, e)
		}
	}
	for _, property := range orderBy {
		field, _, _ := strings.Cut(strings.TrimSpace(property), " ")
		at := slices.IndexFunc(rest, func(e Expr) bool { return len(e.fields) > 0 && e.fields[0] == field })
		if at < 0 {
			first = append(first, always(field))
			continue
		}
		first = append(first, rest[at])
		rest = slices.Delete(rest, at, at+1)
	}
	return append(first, rest...)
}

// always is a comparison with a property that holds for every message.
func always(field string) Expr {
	name := strings.ToLower(field)
	switch {
	case strings.HasSuffix(name, "datetime"):
		return Ge(field, time.Date(1900, 1, 1, 0, 0, 0, 0, time.UTC))
	case strings.HasPrefix(name, "is"), strings.HasPrefix(name, "has"):
		return In(field, true, false)
	}
	return Ge(field, "")
}
