package odata

import (
	"encoding"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"maps"
	"math"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"daybook/model"
)

// encoder appends the JSON of a value of one Go type. It writes what
// encoding/json would, except that '<', '>' and '&' stand as they are, times
// are in UTC, a nil slice is [], and what is left out of a request when it is
// empty has its place in a reply (see absence).
type encoder func(dst []byte, v reflect.Value) ([]byte, error)

var (
	textMarshalerType = reflect.TypeFor[encoding.TextMarshaler]()
	bytesType         = reflect.TypeFor[[]byte]()
)

// encoder makes the encoder of a type, once for all values of it.
func (rs records) encoder(t reflect.Type) encoder {
	switch {
	case t == timeType:
		return appendTime
	case t == extensionType:
		return func(dst []byte, v reflect.Value) ([]byte, error) { return appendExtension(dst, v, nil) }
	case t == bytesType:
		return appendBytes
	case t.Kind() == reflect.Pointer:
		return optional(rs.encoder(t.Elem()))
	case t.Implements(marshalerType), t.Implements(textMarshalerType):
		return appendMarshal
	}
	switch k := t.Kind(); {
	case k == reflect.String:
		return func(dst []byte, v reflect.Value) ([]byte, error) { return appendString(dst, v.String()), nil }
	case k == reflect.Bool:
		return func(dst []byte, v reflect.Value) ([]byte, error) { return strconv.AppendBool(dst, v.Bool()), nil }
	case k >= reflect.Int && k <= reflect.Int64:
		return func(dst []byte, v reflect.Value) ([]byte, error) { return strconv.AppendInt(dst, v.Int(), 10), nil }
	case k >= reflect.Uint && k <= reflect.Uint64:
		return func(dst []byte, v reflect.Value) ([]byte, error) { return strconv.AppendUint(dst, v.Uint(), 10), nil }
	case k == reflect.Float64:
		return appendFloat
	case k == reflect.Slice:
		return list(rs.encoder(t.Elem()))
	case k == reflect.Struct:
		return rs.of(t).append
	}
	return appendMarshal
}

// encoders are those of whole values without a schema, by type.
var encoders sync.Map

// Append appends the JSON of a value of the model as a reply shows it: with
// all of its properties.
func Append(dst []byte, value any) ([]byte, error) {
	v := reflect.ValueOf(value)
	if !v.IsValid() {
		return append(dst, "null"...), nil
	}
	encode, ok := encoders.Load(v.Type())
	if !ok {
		encode, _ = encoders.LoadOrStore(v.Type(), records{}.encoder(v.Type()))
	}
	dst, err := encode.(encoder)(dst, v)
	if err != nil {
		return dst, fmt.Errorf("writing a %v: %w", v.Type(), err)
	}
	return dst, nil
}

func optional(encode encoder) encoder {
	return func(dst []byte, v reflect.Value) ([]byte, error) {
		if v.IsNil() {
			return append(dst, "null"...), nil
		}
		return encode(dst, v.Elem())
	}
}

func list(encode encoder) encoder {
	return func(dst []byte, v reflect.Value) ([]byte, error) {
		dst = append(dst, '[')
		var err error
		for i := range v.Len() {
			if i > 0 {
				dst = append(dst, ',')
			}
			if dst, err = encode(dst, v.Index(i)); err != nil {
				return dst, err
			}
		}
		return append(dst, ']'), nil
	}
}

// append writes every property of a record.
func (r *record) append(dst []byte, v reflect.Value) ([]byte, error) {
	w := r.writer(dst, v)
	for _, a := range r.attrs {
		w.write(a, a.encode, false)
	}
	return w.end()
}

// objectWriter writes the properties of one struct.
type objectWriter struct {
	record  *record
	v       reflect.Value
	dst     []byte
	start   int // where the first property stands
	removed bool
	err     error
}

func (r *record) writer(dst []byte, v reflect.Value) objectWriter {
	dst = append(dst, '{')
	w := objectWriter{record: r, v: v, dst: dst, start: len(dst)}
	w.removed = r.marker != nil && !w.field(r.marker).IsNil()
	return w
}

func (w *objectWriter) end() ([]byte, error) { return append(w.dst, '}'), w.err }

func (w *objectWriter) field(a *attribute) reflect.Value {
	f := w.v
	for _, i := range a.index {
		f = f.Field(i)
	}
	return f
}

// write writes one property. Of what is empty its absence says what stands in
// its place; named says that the request has asked for it by name. Of what
// was removed there is nothing but its id.
func (w *objectWriter) write(a *attribute, encode encoder, named bool) {
	if w.err != nil || w.removed && a.name != "id" && a.name[0] != '@' || a.unkept != nil && a.unkept.asked && !named {
		return
	}
	f := w.field(a)
	absent := a.absent.made && empty(f)
	if absent && !w.shows(&a.absent, named) {
		return
	}
	if len(w.dst) > w.start {
		w.dst = append(w.dst, ',')
	}
	w.dst = append(w.dst, a.jsonName...)
	if absent {
		w.dst = append(w.dst, a.absent.text...)
		return
	}
	dst, err := encode(w.dst, f)
	if w.dst = dst; err != nil {
		w.err = fmt.Errorf("%s: %w", a.name, err)
	}
}

// shows reports whether an empty property is written.
func (w *objectWriter) shows(a *absence, named bool) bool {
	switch {
	case a.never:
		return false
	case a.asked:
		return named
	case a.of == "":
		return true
	case w.record.kindOf == nil:
		return false
	}
	kind := w.field(w.record.kindOf).String()
	return strings.EqualFold(kind[strings.LastIndexByte(kind, '.')+1:], a.of)
}

// empty is what omitempty leaves out.
func empty(v reflect.Value) bool {
	switch v.Kind() {
	case reflect.Slice, reflect.Map, reflect.String:
		return v.Len() == 0
	case reflect.Struct:
		return false
	}
	return v.IsZero()
}

func appendTime(dst []byte, v reflect.Value) ([]byte, error) {
	var t time.Time
	if v.CanAddr() {
		t = *v.Addr().Interface().(*time.Time) // does not allocate
	} else {
		t = v.Interface().(time.Time)
	}
	t = t.UTC()
	if y := t.Year(); y < 0 || y > 9999 {
		return dst, fmt.Errorf("the year %d has no form in JSON", y)
	}
	return append(t.AppendFormat(append(dst, '"'), time.RFC3339Nano), '"'), nil
}

func appendBytes(dst []byte, v reflect.Value) ([]byte, error) {
	return append(base64.StdEncoding.AppendEncode(append(dst, '"'), v.Bytes()), '"'), nil
}

// appendFloat writes the shortest digits that read back as the same number.
func appendFloat(dst []byte, v reflect.Value) ([]byte, error) {
	f := v.Float()
	if math.IsInf(f, 0) || math.IsNaN(f) {
		return dst, fmt.Errorf("%v has no form in JSON", f)
	}
	format := byte('f')
	if abs := math.Abs(f); abs != 0 && (abs < 1e-6 || abs >= 1e21) {
		format = 'e'
	}
	return strconv.AppendFloat(dst, f, format, -1, 64), nil
}

// appendMarshal is for types that are rare or write themselves.
func appendMarshal(dst []byte, v reflect.Value) ([]byte, error) {
	b, err := json.Marshal(v.Interface())
	return append(dst, b...), err
}

// appendExtension writes an open type extension; with a selection, id,
// annotations and the properties in it (lower case) alone.
func appendExtension(dst []byte, v reflect.Value, selected seen) ([]byte, error) {
	e := v.Interface().(model.OpenTypeExtension)
	dst = appendString(append(dst, `{"@odata.type":`...), e.Type)
	if e.ID != "" {
		dst = appendString(append(dst, `,"id":`...), e.ID)
	}
	if selected.admits("extensionName") {
		dst = appendString(append(dst, `,"extensionName":`...), e.ExtensionName)
	}
	for _, name := range slices.Sorted(maps.Keys(e.Data)) {
		if !selected.admits(name) {
			continue
		}
		raw := e.Data[name]
		if !json.Valid(raw) {
			return dst, fmt.Errorf("extension property %s is not JSON", name)
		}
		dst = append(appendString(append(dst, ','), name), ':')
		dst = append(dst, raw...)
	}
	return append(dst, '}'), nil
}

const hexDigits = "0123456789abcdef"

// appendString quotes s. Bytes that are no UTF-8 become U+FFFD; the line
// separators that JavaScript trips over are escaped.
func appendString(dst []byte, s string) []byte {
	dst = append(dst, '"')
	start := 0
	for i := 0; i < len(s); {
		c := s[i]
		if c >= ' ' && c < utf8.RuneSelf && c != '"' && c != '\\' {
			i++
			continue
		}
		if c >= utf8.RuneSelf {
			r, n := utf8.DecodeRuneInString(s[i:])
			if r != '\u2028' && r != '\u2029' && (r != utf8.RuneError || n > 1) {
				i += n
				continue
			}
			dst = append(dst, s[start:i]...)
			dst = append(dst, '\\', 'u', hexDigits[r>>12], hexDigits[r>>8&15], hexDigits[r>>4&15], hexDigits[r&15])
			i += n
			start = i
			continue
		}
		dst = append(dst, s[start:i]...)
		switch c {
		case '"', '\\':
			dst = append(dst, '\\', c)
		case '\n':
			dst = append(dst, '\\', 'n')
		case '\r':
			dst = append(dst, '\\', 'r')
		case '\t':
			dst = append(dst, '\\', 't')
		default:
			dst = append(dst, '\\', 'u', '0', '0', hexDigits[c>>4], hexDigits[c&15])
		}
		i++
		start = i
	}
	return append(append(dst, s[start:]...), '"')
}
