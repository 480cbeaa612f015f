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
	"time"
	"unicode/utf8"

	"daybook/model"
)

// encoder appends the JSON of a value of one Go type. It writes what
// encoding/json would, except that '<', '>' and '&' stand as they are, times
// are in UTC, and a nil slice is [].
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
	dst = append(dst, '{')
	start := len(dst)
	var err error
	for _, a := range r.attrs {
		if a.unkept != nil && a.unkept.asked {
			continue
		}
		if dst, err = a.append(dst, v, start, a.encode); err != nil {
			return dst, err
		}
	}
	return append(dst, '}'), nil
}

// append writes one property of the struct v, unless it is to be left out
// when empty. start is where the object's first property stands.
func (a *attribute) append(dst []byte, v reflect.Value, start int, encode encoder) ([]byte, error) {
	f := v
	for _, i := range a.index {
		f = f.Field(i)
	}
	if a.omitEmpty && empty(f) {
		return dst, nil
	}
	if len(dst) > start {
		dst = append(dst, ',')
	}
	dst, err := encode(append(dst, a.jsonName...), f)
	if err != nil {
		return dst, fmt.Errorf("%s: %w", a.name, err)
	}
	return dst, nil
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
