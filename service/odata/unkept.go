package odata

import (
	"fmt"
	"reflect"
	"strings"
)

// A property that the public resource has and the store does not keep is
// declared in the tag `unkept` of a blank field of its struct: names, each
// with its type (bool, string, strings, time, struct, binary, or =value for
// an enumeration), separated by commas. It answers the default of its type:
// false, null, [] or the value. "asked" after the type keeps it out of a
// reply that has not asked for it by name.

// unkept is what stands in the place of such a property.
type unkept struct {
	value datum
	asked bool
}

// unkept adds the properties of one tag.
func (r *record) unkept(tag string) {
	if tag == "" {
		return
	}
	for declared := range strings.SplitSeq(tag, ",") {
		words := strings.Fields(declared)
		if len(words) < 2 {
			panic(fmt.Sprintf("odata: %v: %q has no type", r.typ, declared))
		}
		if r.byName[strings.ToLower(words[0])] != nil {
			panic(fmt.Sprintf("odata: %v keeps %s", r.typ, words[0]))
		}
		a := &attribute{name: words[0], unkept: &unkept{asked: len(words) > 2 && words[2] == "asked"}}
		written := "null"
		switch kind := words[1]; {
		case kind == "bool":
			a.kind, a.unkept.value, written = Bool, boolean(false), "false"
		case kind == "string":
			a.kind = String
		case kind == "time":
			a.kind = DateTime
		case kind == "strings":
			a.kind, a.collection, written = String, true, "[]"
		case kind == "struct":
			a.kind = Struct
		case kind == "binary":
			a.kind = Opaque
		case kind[0] == '=':
			a.kind, a.unkept.value, written = String, text(kind[1:]), string(appendString(nil, kind[1:]))
		default:
			panic(fmt.Sprintf("odata: %v: %q is of no type", r.typ, declared))
		}
		a.jsonName = append(appendString(nil, a.name), ':')
		a.encode = func(dst []byte, _ reflect.Value) ([]byte, error) { return append(dst, written...), nil }
		r.add(a)
	}
}
