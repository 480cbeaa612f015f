package odata

import (
	"strings"

	"daybook/model"
)

// coerce brings a literal to the kind of what it is compared with.
func (b *binder) coerce(lit *Literal, to node) (datum, *model.Error) {
	name, values := "", []string(nil)
	switch to := to.(type) {
	case *property:
		name, values = to.name(), to.field.Values
		if of := to.field.Constant; of != nil {
			v, err := b.coerceTo(lit, to.kind(), values, name)
			v.str = of(v.str)
			return v, err
		}
	case *call:
		name = to.fn.name
	}
	return b.coerceTo(lit, to.kind(), values, name)
}

// name is the property as a message calls it.
func (n *property) name() string {
	var names []string
	for _, a := range n.steps {
		names = append(names, a.name)
	}
	return strings.Join(names, "/")
}

// coerceTo reads a literal as a value of the kind. Booleans, numbers, times
// and GUIDs may be written as strings, as SDKs do.
func (b *binder) coerceTo(lit *Literal, to Kind, values []string, of string) (datum, *model.Error) {
	v := lit.value
	if v.null() || to == 0 || to == Open || v.kind == to {
		if to == Enum && !v.null() {
			return b.enumValue(lit, values, of)
		}
		return v, nil
	}
	got, ok := datum{}, false
	fromString := v.kind == String
	switch to {
	case String, ID:
		if v.kind == GUID {
			return datum{kind: String, str: strings.Trim(lit.Text, "'")}, nil
		}
		got, ok = v, fromString
	case Enum:
		if fromString {
			return b.enumValue(lit, values, of)
		}
	case GUID:
		ok = fromString && guidLength(v.str) == len(v.str) && v.str != ""
		got = datum{kind: GUID, str: strings.ToLower(v.str)}
	case Bool:
		ok = fromString && (strings.EqualFold(v.str, "true") || strings.EqualFold(v.str, "false"))
		got = boolean(strings.EqualFold(v.str, "true"))
	case Int, Number:
		if got, ok = v, v.kind.numeric(); fromString {
			got, ok = parseNumber(v.str)
		}
	case DateTime:
		if fromString || v.kind == Date {
			got, ok = parseDateTime(v.str)
		}
	case Date:
		if fromString {
			_, ok = parseDate(v.str)
			got = datum{kind: Date, str: v.str}
		}
	case Duration:
		if fromString {
			got, ok = parseDuration(v.str)
		}
	}
	if !ok {
		return datum{}, b.mismatch(lit, to, of)
	}
	return got, nil
}

func (b *binder) mismatch(lit *Literal, to Kind, of string) *model.Error {
	hint := ""
	switch {
	case to.stringLike() && lit.value.kind != String:
		hint = "; a string stands in single quotes"
	case to == DateTime:
		hint = " such as 2026-01-31T08:00:00Z"
	case to == Bool:
		hint = ", true or false"
	}
	if of != "" {
		of += " expects "
	}
	return b.refuse(lit, "%s%s%s, not %s", of, to, hint, quoted(lit.Text))
}

// enumValue finds the contract's spelling of a name.
func (b *binder) enumValue(lit *Literal, values []string, of string) (datum, *model.Error) {
	for _, v := range values {
		if strings.EqualFold(v, lit.value.str) {
			return datum{kind: Enum, str: v}, nil
		}
	}
	return datum{}, b.refuse(lit, "%s is one of %s, not %s", of, strings.Join(values, ", "), quoted(lit.Text))
}
