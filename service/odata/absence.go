package odata

import (
	"reflect"
	"strings"
)

// absence is what a reply says of a property that is empty, where a request
// would leave it out (omitempty). A list is [], a number 0, a boolean false,
// and everything else null, unless the field's tag says otherwise:
//
//	absent:"-"            nothing: a facet, whose absence is what it says, and
//	                      what is this program's own
//	absent:"asked"        nothing, but when $select or $expand name it: what
//	                      another query would read
//	absent:"of eventMessage"  null, in a resource of that @odata.type alone
//	absent:"{}"           the structure with everything in it empty
//	absent:"\"none\""     this JSON
//
// Annotations and an id that is not there are never written.
type absence struct {
	made         bool // it is not written as any value is
	omit         bool // omitempty: empty and null are the same to a filter
	never, asked bool
	of           string
	text         []byte
}

func (rs records) absence(name string, f reflect.StructField) absence {
	a := absence{made: true, omit: strings.Contains(f.Tag.Get("json"), ",omitempty")}
	tag := f.Tag.Get("absent")
	switch of, typed := strings.CutPrefix(tag, "of "); {
	case name[0] == '@' || name == "id" || tag == "-":
		a.never = true
		return a
	case tag == "{}":
		zero, err := rs.encoder(f.Type.Elem())(nil, reflect.Zero(f.Type.Elem()))
		if err != nil {
			panic("odata: " + name + " of nothing: " + err.Error()) // a mistake of the program
		}
		a.text = zero
		return a
	case strings.HasPrefix(tag, `"`):
		a.text = []byte(tag)
		return a
	case tag == "asked":
		a.asked = true
	case typed:
		a.of = of
	}
	switch k := f.Type.Kind(); {
	case k == reflect.Bool:
		a.text = []byte("false")
	case k >= reflect.Int && k <= reflect.Float64:
		a.text = []byte("0")
	case k == reflect.Slice && f.Type.Elem().Kind() != reflect.Uint8:
		a.text = []byte("[]")
	default:
		a.text = []byte("null")
	}
	return a
}
