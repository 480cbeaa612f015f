package odata

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"time"

	"daybook/model"
)

// record is a Go struct as the interface shows it: its JSON properties, those
// of embedded structs included.
type record struct {
	typ    reflect.Type
	attrs  []*attribute
	byName map[string]*attribute // by lower-case name
	// marker and kindOf are the attributes @removed and @odata.type, nil for
	// none.
	marker, kindOf *attribute
	// open admits any other property, read through Value.
	open bool
}

// attribute is one property of a record.
type attribute struct {
	name       string
	kind       Kind
	collection bool
	index      []int // of the Go field, through embedded structs; nil: by Value
	absent     absence
	record     *record // of a Struct, or of the items of a collection
	typ        reflect.Type
	jsonName   []byte // `"name":`
	encode     encoder
	unkept     *unkept // nil for what is kept
}

// attribute finds a property in any letter case, nil when there is none.
func (r *record) attribute(name string) *attribute {
	if a := r.byName[name]; a != nil {
		return a
	}
	if a := r.byName[strings.ToLower(name)]; a != nil {
		return a
	}
	if r.open {
		return &attribute{name: name, kind: Open}
	}
	return nil
}

// Value is an entity that is no Go struct. Property returns nil when there is
// none, else a bool, an integer, a float, a string, a time.Time, a Value, or
// a slice of those. Names are the contract's, or as asked for when open.
type Value interface{ Property(name string) any }

var (
	timeType      = reflect.TypeFor[time.Time]()
	durationType  = reflect.TypeFor[time.Duration]()
	marshalerType = reflect.TypeFor[json.Marshaler]()
	valueType     = reflect.TypeFor[Value]()
	extensionType = reflect.TypeFor[model.OpenTypeExtension]()
)

// records makes each record once, so that types may contain themselves.
type records map[reflect.Type]*record

// of returns the record of a struct type or of a pointer to one. Other types
// have no properties of their own.
func (rs records) of(t reflect.Type) *record {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	if r := rs[t]; r != nil {
		return r
	}
	r := &record{typ: t, byName: map[string]*attribute{}}
	rs[t] = r
	switch {
	case t == extensionType:
		r.open = true
		for _, name := range []string{"id", "extensionName", "@odata.type"} {
			r.add(&attribute{name: name, kind: String, typ: reflect.TypeFor[string]()})
		}
		r.byName["id"].kind = ID
	case t.Implements(valueType):
		r.open = true
	case t.Kind() == reflect.Struct && !t.Implements(marshalerType):
		rs.fields(r, t, nil)
	}
	return r
}

// add adds a property. One of an outer struct hides that of an embedded one.
func (r *record) add(a *attribute) {
	folded := strings.ToLower(a.name)
	switch old := r.byName[folded]; {
	case old == nil:
		r.attrs = append(r.attrs, a)
	case len(old.index) > len(a.index):
		r.attrs[slices.Index(r.attrs, old)] = a
	default:
		return
	}
	r.byName[folded] = a
	switch folded {
	case "@removed":
		r.marker = a
	case "@odata.type":
		r.kindOf = a
	}
}

// fields adds the properties of t, reached by index, and those of structs
// embedded in it, in the order encoding/json writes.
func (rs records) fields(r *record, t reflect.Type, index []int) {
	for i := range t.NumField() {
		f := t.Field(i)
		name, options, _ := strings.Cut(f.Tag.Get("json"), ",")
		at := append(index[:len(index):len(index)], i)
		switch {
		case f.Name == "_":
			r.unkept(f.Tag.Get("unkept"))
		case f.Anonymous && name == "" && f.Type.Kind() == reflect.Struct:
			rs.fields(r, f.Type, at)
		case f.IsExported() && name != "-":
			if name == "" {
				name = f.Name
			}
			a := &attribute{name: name, index: at, typ: f.Type,
				jsonName: append(appendString(nil, name), ':'), encode: rs.encoder(f.Type)}
			if strings.Contains(options, "omitempty") || f.Tag.Get("absent") != "" {
				a.absent = rs.absence(name, f)
			}
			rs.classify(a, f.Type)
			r.add(a)
		}
	}
}

// classify sets the kind and, for structures, the record of an attribute.
func (rs records) classify(a *attribute, t reflect.Type) {
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	switch k := t.Kind(); {
	case t == timeType:
		a.kind = DateTime
	case t == durationType:
		a.kind = Duration
	case t == extensionType, t.Implements(valueType):
		a.kind, a.record = Struct, rs.of(t)
	case t.Implements(marshalerType):
		a.kind = Opaque
	case k == reflect.String:
		a.kind = String
	case k == reflect.Bool:
		a.kind = Bool
	case k >= reflect.Int && k <= reflect.Uint64:
		a.kind = Int
	case k == reflect.Float32 || k == reflect.Float64:
		a.kind = Number
	case k == reflect.Struct:
		a.kind, a.record = Struct, rs.of(t)
	case k == reflect.Slice && t.Elem().Kind() != reflect.Uint8 && !a.collection:
		a.collection = true
		rs.classify(a, t.Elem())
	default:
		a.kind = Opaque
	}
}
