package odata

import (
	"database/sql/driver"
	"fmt"
	"reflect"
	"strings"

	"modernc.org/sqlite"
)

// Stored says that lists of the resource are read by SQL, which answers every
// filter, order and search of it: a property that has no SQL is refused.
// document is the SQL expression of an entity as the JSON that encoding/json
// makes of T, "" for none: there is what no Field says. It returns s.
func (s *Schema) Stored(document string) *Schema {
	s.stored, s.document = true, document
	return s
}

// jsonUnit is the unit of an instant that is read from JSON: what the
// interface writes, seven digits of a second.
const jsonUnit Unit = 100

// items is the Where of the rows that a list in JSON makes. A null makes one.
const items = "$row.type <> 'null'"

// locate gives p the SQL that its Field leaves to JSON, and reports whether it
// has SQL then.
func (b *binder) locate(p *property, collection bool) bool {
	switch {
	case p.unkept() != nil, p.field.Column != "" && !collection, p.field.From != "" && collection:
		return true
	case p.of == Open || p.of == Opaque || strings.HasPrefix(p.path, "@"):
		return false
	}
	in, below, ok := b.json(p)
	if !ok {
		return false
	}
	f := *p.field
	p.field = &f
	if collection {
		if in.item {
			in.expr = "$parent.value"
		}
		f.From, f.Where = "json_each("+in.expr+","+jsonPath(below)+") AS $row", items
		return true
	}
	f.Column = in.value(p, below)
	if p.of == DateTime {
		f.Column, f.Unit = "instant("+f.Column+")", jsonUnit
	}
	return p.of != Duration
}

// inJSON is where a property begins in SQL: an expression of JSON. It can be
// NULL when it is that of a property; an item is a value already when nothing
// of it is asked for.
type inJSON struct {
	expr       string
	item, null bool
}

// json finds the JSON that p is read from, and the steps from there.
func (b *binder) json(p *property) (inJSON, []*attribute, bool) {
	path := p.path
	for i := len(p.steps); i > 0; i-- {
		if json := b.schema.field(path).JSON; json != "" {
			return inJSON{expr: json, null: true}, p.steps[i:], true
		}
		path = path[:max(0, strings.LastIndexByte(path, '/'))]
	}
	if p.level > 0 {
		from := b.vars[p.level-1].over.field.From
		return inJSON{expr: "$row.value", item: true}, p.steps, strings.HasPrefix(from, "json_each(")
	}
	return inJSON{expr: b.schema.document}, p.steps, b.schema.document != ""
}

// value is the expression of the value of p.
func (j inJSON) value(p *property, below []*attribute) string {
	if j.item && len(below) == 0 {
		return p.typed(j.expr)
	}
	at := func(n int) string { return j.expr + "->>" + jsonPath(below[:n]) }
	value := p.typed(at(len(below)))
	if len(below) == 0 || below[len(below)-1].typ.Kind() == reflect.Pointer {
		return value
	}
	// What a Go value cannot be without, JSON may be: left out when it is
	// empty, or written before the property was there.
	otherwise := "0"
	switch {
	case p.emptyNull:
		return value
	case p.of.textual() || p.of == DateTime:
		otherwise = "''"
	case p.of == Struct:
		value = "1"
	}
	value = "coalesce(" + value + "," + otherwise + ")"
	for n := len(below) - 1; n > 0; n-- {
		if below[n-1].typ.Kind() == reflect.Pointer {
			return "CASE WHEN " + at(n) + " IS NOT NULL THEN " + value + " END"
		}
	}
	if j.null {
		return "CASE WHEN " + at(0) + " IS NOT NULL THEN " + value + " END"
	}
	return value
}

// typed is a value of a document as a column of p has it: an engine may take
// all that it finds in JSON for text.
func (p *property) typed(value string) string {
	switch p.of {
	case Int, Bool:
		return "CAST(" + value + " AS BIGINT)"
	case Number:
		return "CAST(" + value + " AS DOUBLE PRECISION)"
	}
	return value
}

// jsonPath is the path of SQLite's JSON functions, as SQL text.
func jsonPath(steps []*attribute) string {
	path := "'$"
	for _, a := range steps {
		path += "." + a.name
	}
	return path + "'"
}

// SQLite is given what it cannot do by itself: fold(text), instant(text) in
// jsonUnit since 1970, and has_words(text, words, prefix), as this package
// means them. NULL stays NULL.
func init() {
	for name, arity := range map[string]int32{"fold": 1, "instant": 1, "has_words": 3} {
		sqlite.MustRegisterDeterministicScalarFunction(name, arity, func(_ *sqlite.FunctionContext, args []driver.Value) (driver.Value, error) {
			s, isText := args[0].(string)
			if !isText {
				return nil, nil
			}
			switch name {
			case "fold":
				return Fold(s), nil
			case "instant":
				d, ok := parseDateTime(s)
				if !ok {
					return nil, nil
				}
				n, _ := jsonUnit.count(d)
				return n, nil
			}
			wanted, _ := args[1].(string)
			sought := &words{tokens: strings.Fields(wanted), prefix: fmt.Sprint(args[2]) == "1"}
			if sought.in(tokens(s)) {
				return int64(1), nil
			}
			return int64(0), nil
		})
	}
}
