package lenient

import (
	"encoding"
	"encoding/base64"
	"encoding/json"
	"errors"
	"math"
	"reflect"
	"strconv"
	"strings"
	"sync"
	"time"

	"daybook/model"
)

// shape is how a type is read. Those from structShape on take no scalar.
type shape int

const (
	stringShape shape = iota
	boolShape
	intShape
	uintShape
	floatShape
	timeShape
	textShape // reads itself from a string
	bytesShape
	structShape
	mapShape
	sliceShape
	pointerShape
	rawShape
	unmarshalerShape
	unknownShape
)

// plan is what is known of a type.
type plan struct {
	shape  shape
	fields map[string]field
}

type field struct {
	name  string
	index []int
}

var (
	plans           sync.Map // of *plan by reflect.Type
	rawType         = reflect.TypeFor[json.RawMessage]()
	timeType        = reflect.TypeFor[time.Time]()
	unmarshalerType = reflect.TypeFor[json.Unmarshaler]()
	textType        = reflect.TypeFor[encoding.TextUnmarshaler]()
)

func planOf(t reflect.Type) *plan {
	if p, ok := plans.Load(t); ok {
		return p.(*plan)
	}
	p := &plan{shape: shapeOf(t)}
	if p.shape == structShape {
		p.fields = fieldsOf(t)
	}
	plans.Store(t, p)
	return p
}

func shapeOf(t reflect.Type) shape {
	switch {
	case t == rawType:
		return rawShape
	case t == timeType:
		return timeShape
	case t.Kind() == reflect.Pointer:
		return pointerShape
	case reflect.PointerTo(t).Implements(unmarshalerType), t.Kind() == reflect.Interface && t.NumMethod() == 0:
		return unmarshalerShape
	case reflect.PointerTo(t).Implements(textType):
		return textShape
	}
	switch t.Kind() {
	case reflect.String:
		return stringShape
	case reflect.Bool:
		return boolShape
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return intShape
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return uintShape
	case reflect.Float32, reflect.Float64:
		return floatShape
	case reflect.Struct:
		return structShape
	case reflect.Map:
		if t.Key().Kind() == reflect.String {
			return mapShape
		}
	case reflect.Slice:
		if t.Elem().Kind() == reflect.Uint8 {
			return bytesShape
		}
		return sliceShape
	}
	return unknownShape
}

// fieldsOf are the fields by name in lower case; of two of a name the one less
// deep counts.
func fieldsOf(t reflect.Type) map[string]field {
	out := map[string]field{}
	for _, f := range reflect.VisibleFields(t) {
		tag, tagged := f.Tag.Lookup("json")
		name, _, _ := strings.Cut(tag, ",")
		if !f.IsExported() || tag == "-" || f.Anonymous && !tagged || throughPointer(t, f.Index) {
			continue
		}
		if name == "" {
			name = f.Name
		}
		folded := strings.ToLower(name)
		if had, ok := out[folded]; !ok || len(f.Index) < len(had.index) {
			out[folded] = field{name: name, index: f.Index}
		}
	}
	return out
}

// throughPointer says that a field lies in an embedded pointer.
func throughPointer(t reflect.Type, index []int) bool {
	for _, i := range index[:len(index)-1] {
		if t = t.Field(i).Type; t.Kind() != reflect.Struct {
			return true
		}
	}
	return false
}

func (p *plan) field(name []byte) (field, bool) {
	var folded [48]byte
	if len(name) > len(folded) {
		return field{}, false
	}
	for i, c := range name {
		if c >= 'A' && c <= 'Z' {
			c += 'a' - 'A'
		}
		folded[i] = c
	}
	f, ok := p.fields[string(folded[:len(name)])]
	return f, ok
}

// scalar takes a word: a number or boolean, in quotes or not, or a time.
func (d *decoder) scalar(v reflect.Value, t *plan, word string, at position) (taken bool, err error) {
	switch t.shape {
	case boolShape:
		if b, err := strconv.ParseBool(word); err == nil {
			v.SetBool(b)
			return true, nil
		}
	case intShape:
		if n, ok := integer(word); ok && !v.OverflowInt(n) {
			v.SetInt(n)
			return true, nil
		}
	case uintShape:
		if n, ok := integer(word); ok && n >= 0 && !v.OverflowUint(uint64(n)) {
			v.SetUint(uint64(n))
			return true, nil
		}
	case floatShape:
		if n, err := strconv.ParseFloat(word, 64); err == nil && !math.IsNaN(n) && !v.OverflowFloat(n) {
			v.SetFloat(n)
			return true, nil
		}
	case timeShape:
		if when, err := time.Parse(time.RFC3339, word); err == nil {
			v.Set(reflect.ValueOf(when))
			return true, nil
		}
	case textShape:
		fresh := reflect.New(v.Type())
		if fresh.Interface().(encoding.TextUnmarshaler).UnmarshalText([]byte(word)) == nil {
			v.Set(fresh.Elem())
			return true, nil
		}
	}
	return d.bad(at)
}

// integer reads a whole number, also one that is written with a fraction.
func integer(word string) (int64, bool) {
	if n, err := strconv.ParseInt(word, 10, 64); err == nil {
		return n, true
	}
	f, err := strconv.ParseFloat(word, 64)
	if err != nil || f != math.Trunc(f) || math.Abs(f) > 1<<53 {
		return 0, false
	}
	return int64(f), true
}

func (d *decoder) bytes(v reflect.Value, coded []byte, at position) (taken bool, err error) {
	raw := make([]byte, base64.StdEncoding.DecodedLen(len(coded)))
	n, err := base64.StdEncoding.Decode(raw, coded)
	if err != nil {
		return d.bad(at)
	}
	v.SetBytes(raw[:n])
	return true, d.spend(n)
}

// raw keeps a value as it stands, and lets a type that reads itself do so.
func (d *decoder) raw(v reflect.Value, t *plan, at position) (taken bool, err error) {
	text, cut, err := d.keep(d.limits.Bytes)
	switch {
	case err != nil:
		return false, err
	case cut && d.depth == 0:
		return false, ErrTooLarge
	case cut:
		d.report.Cut++
		return false, nil
	}
	if err := d.spend(len(text)); err != nil {
		return false, err
	}
	if t.shape == rawShape {
		v.SetBytes(text)
		return true, nil
	}
	fresh := reflect.New(v.Type())
	err = json.Unmarshal(text, fresh.Interface())
	if err != nil && !errors.Is(err, model.ErrPart) {
		return d.bad(at)
	}
	if v.Set(fresh.Elem()); err != nil { // what else it has was read
		_, _ = d.bad(at)
	}
	return true, nil
}
