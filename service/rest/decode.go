package rest

import (
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"daybook/model"
)

// What a body can hold beside the limits of its properties (model.Max).
const (
	maxDepth   = 64       // arrays and objects inside each other
	maxMembers = 1000     // members of one object
	maxName    = 1000     // characters of a member's name
	maxDecoded = 64 << 20 // bytes that a body may become in memory
)

// decoder reads JSON into a Go value in one pass. What is too long is refused
// where it becomes so, before it is kept: an array of millions of empty
// objects is never made.
type decoder struct {
	body []byte
	at   int
	path []string // the properties around, outermost first
	deep int
	left int // bytes that may still be kept
}

// decoderOf reads a body that is UTF-8 (RFC 8259, section 8.1): what is not
// would be kept as other characters than were sent.
func decoderOf(body []byte) (*decoder, error) {
	d := &decoder{body: body, left: maxDecoded}
	if utf8.Valid(body) {
		return d, nil
	}
	for d.at < len(body) {
		r, size := utf8.DecodeRune(body[d.at:])
		if r == utf8.RuneError && size == 1 {
			break
		}
		d.at += size
	}
	return d, d.malformed("the byte %#x is no UTF-8", body[d.at])
}

// DecodeJSON is Decode for a body that has been read.
func DecodeJSON(body []byte, into any) error {
	d, err := decoderOf(body)
	if err != nil {
		return err
	}
	if d.peek() == 'n' {
		return d.wrong("object") // null, which leaves any property as it is, is no body
	}
	err = d.value(reflect.ValueOf(into).Elem(), model.Max{})
	if err == nil {
		err = d.end()
	}
	return err
}

// members are the properties of the object that a body is, by name in lower
// case; their values are not looked into, but for being JSON.
func members(body []byte) (map[string]field, error) {
	d, err := decoderOf(body)
	if err != nil {
		return nil, err
	}
	out := map[string]field{}
	if d.peek() != '{' {
		return nil, d.wrong("object")
	}
	err = d.object(true, func(name string) error {
		raw, err := d.raw()
		out[strings.ToLower(name)] = field{name, raw}
		return err
	})
	if err == nil {
		err = d.end()
	}
	return out, err
}

// wrong refuses a value of another kind than its property has.
func (d *decoder) wrong(belongs string) error {
	given := "number"
	switch d.peek() {
	case '{':
		given = "object"
	case '[':
		given = "array"
	case '"':
		given = "string"
	case 't', 'f':
		given = "boolean"
	case 'n':
		given = "null"
	}
	if err := d.skip(); err != nil {
		return err // malformed is worse
	}
	return BadProperty(d.property(), "%s is given where %s belongs", oneOf(given), oneOf(belongs))
}

// oneOf is a noun with its article.
func oneOf(noun string) string {
	if strings.IndexByte("aeiou", noun[0]) >= 0 {
		return "an " + noun
	}
	return "a " + noun
}

func (d *decoder) property() string {
	if len(d.path) == 0 {
		return "(the body)"
	}
	return strings.Join(d.path, "/")
}

func (d *decoder) exceeds(most int, unit string) error {
	return model.Excess{Property: d.property(), Max: most, Unit: unit}.Refusal()
}

// spend counts bytes that are kept.
func (d *decoder) spend(n int) error {
	if d.left -= n; d.left < 0 {
		return model.Errorf(model.CodeTooLarge, "the body holds more than fits in %d bytes when it is read; send it in parts", maxDecoded)
	}
	return nil
}

// longestEscape is the most bytes that one character takes in a body: a
// surrogate pair.
const longestEscape = len(`\ud83d\ude00`)

// text reads a string within its limit.
func (d *decoder) text(most model.Max) (string, error) {
	inner, plain, err := d.quoted()
	if err != nil {
		return "", err
	}
	chars, unit := most.Chars, "characters"
	if most.Bytes > 0 {
		chars, unit = most.Bytes, "bytes"
	}
	if chars > 0 && len(inner) > chars*longestEscape {
		return "", d.exceeds(chars, unit)
	}
	if err := d.spend(len(inner)); err != nil {
		return "", err
	}
	s := ""
	if plain && utf8.Valid(inner) {
		s = string(inner)
	} else if err := json.Unmarshal(d.body[d.at-len(inner)-2:d.at], &s); err != nil {
		return "", d.malformed("%v", err)
	}
	if chars > 0 && len(s) > chars && (most.Bytes > 0 || utf8.RuneCountInString(s) > chars) {
		return "", d.exceeds(chars, unit)
	}
	if most.Line && !model.IsLine(s) {
		return "", BadProperty(d.property(), "is one line: a line break or another control character cannot stand in it")
	}
	return s, nil
}

// value reads the value that stands here into v.
func (d *decoder) value(v reflect.Value, most model.Max) error {
	c := d.peek()
	if c == 'n' {
		if _, err := d.word(); err != nil {
			return err
		}
		switch v.Kind() {
		case reflect.Pointer, reflect.Slice, reflect.Map, reflect.Interface:
			v.SetZero()
		}
		return nil
	}
	if v.Kind() == reflect.Pointer {
		if v.IsNil() {
			if err := d.spend(int(v.Type().Elem().Size())); err != nil {
				return err
			}
			v.Set(reflect.New(v.Type().Elem()))
		}
		return d.value(v.Elem(), most)
	}
	switch v.Type() {
	case rawType:
		return d.rawValue(v, most)
	case timeType:
		return d.instant(v)
	}
	if u, ok := v.Addr().Interface().(json.Unmarshaler); ok {
		return d.unmarshal(u, v)
	}
	switch k := v.Kind(); {
	case k == reflect.Struct:
		return d.structure(v)
	case k == reflect.Slice && v.Type().Elem().Kind() == reflect.Uint8:
		return d.bytes(v, most)
	case k == reflect.Slice:
		return d.list(v, most)
	case k == reflect.Map:
		return d.dictionary(v)
	case k == reflect.String:
		if c != '"' {
			return d.wrong("string")
		}
		s, err := d.text(most)
		v.SetString(s)
		return err
	case k == reflect.Bool:
		return d.boolean(v)
	case k >= reflect.Int && k <= reflect.Float64:
		return d.numeral(v)
	}
	return fmt.Errorf("decode %s: nothing reads a %v", d.property(), v.Type())
}

var rawType, timeType = reflect.TypeFor[json.RawMessage](), reflect.TypeFor[time.Time]()

// instant reads a date-time with an offset or, in UTC, without one; a bare
// date is its midnight.
func (d *decoder) instant(v reflect.Value) error {
	if d.peek() != '"' {
		return d.wrong("date-time")
	}
	s, err := d.text(model.Max{Chars: 64})
	if err != nil {
		return err
	}
	at, err := model.ParseTime(s, time.UTC)
	if err != nil {
		return BadProperty(d.property(), "%v", err)
	}
	v.Set(reflect.ValueOf(at))
	return nil
}

// rawValue keeps a value for whoever reads it later.
func (d *decoder) rawValue(v reflect.Value, most model.Max) error {
	raw, err := d.raw()
	if err == nil && most.Bytes > 0 && len(raw) > most.Bytes/3*4+longestEscape { // it may hold bytes in base64
		err = d.exceeds(most.Bytes, "bytes")
	}
	v.SetBytes(raw)
	return err
}

// unmarshal lets a type read itself, once its JSON is known to be small.
func (d *decoder) unmarshal(u json.Unmarshaler, v reflect.Value) error {
	most, keeps := model.Max{Bytes: 256}, v.Kind() == reflect.Struct && v.Type().PkgPath() == modelPath
	room := 0
	if keeps { // custom data has its limit, and what stands beside it a little room
		most.Bytes, room = 0, 8<<10
		for _, m := range model.MembersOf(v.Type()) {
			most.Bytes += m.Max.Bytes
		}
	}
	given := d.peek()
	raw, err := d.raw()
	if err != nil {
		return err
	}
	if len(raw) > most.Bytes+room {
		return d.exceeds(most.Bytes, "bytes")
	}
	if keeps && given != '{' {
		return BadProperty(d.property(), "an object belongs here")
	}
	if err := errors.Join(d.spend(4*len(raw)), u.UnmarshalJSON(raw)); err != nil {
		var refused *model.Error
		if errors.As(err, &refused) {
			return refused
		}
		return BadProperty(d.property(), "cannot be read")
	}
	if keeps {
		return model.CheckLimits(u)
	}
	return nil
}

var modelPath = reflect.TypeFor[model.Entity]().PkgPath()

// structure reads an object. Names match in any letter case. A member that is
// not known is refused, as it would be lost in silence, but for what passes.
func (d *decoder) structure(v reflect.Value) error {
	if d.peek() != '{' {
		return d.wrong("object")
	}
	known := model.MembersOf(v.Type())
	return d.object(true, func(name string) error {
		for i := range known {
			if m := &known[i]; m.Name == name || strings.EqualFold(m.Name, name) {
				d.path = append(d.path, m.Name)
				err := d.value(fieldOf(v, m.Index), m.Max)
				d.path = d.path[:len(d.path)-1]
				return err
			}
		}
		raw, err := d.raw()
		if err != nil || passes(name, raw, len(d.path) == 0) {
			return err
		}
		d.path = append(d.path, name)
		return BadProperty(d.property(), "is not known here")
	})
}

// fieldOf is reflect.Value.FieldByIndex that makes embedded pointers on its
// way.
func fieldOf(v reflect.Value, index []int) reflect.Value {
	for _, i := range index {
		if v.Kind() == reflect.Pointer {
			if v.IsNil() {
				v.Set(reflect.New(v.Type().Elem()))
			}
			v = v.Elem()
		}
		v = v.Field(i)
	}
	return v
}

func (d *decoder) list(v reflect.Value, most model.Max) error {
	if d.peek() != '[' {
		return d.wrong("array")
	}
	if most.Items == 0 { // a list in a list
		most.Items = maxMembers
	}
	size := int(v.Type().Elem().Size())
	out := reflect.MakeSlice(v.Type(), 0, 0)
	err := d.array(func(i int) error {
		if i == most.Items {
			return d.exceeds(most.Items, "items")
		}
		if err := d.spend(2 * size); err != nil { // as it grows by doubling
			return err
		}
		out = reflect.Append(out, reflect.Zero(v.Type().Elem()))
		return d.value(out.Index(i), model.Max{Chars: most.Chars, Line: most.Line})
	})
	v.Set(out)
	return err
}

// bytes reads a base64 string.
func (d *decoder) bytes(v reflect.Value, most model.Max) error {
	if d.peek() != '"' {
		return d.wrong("string")
	}
	inner, plain, err := d.quoted()
	if err != nil {
		return err
	}
	if !plain {
		s := ""
		if err := json.Unmarshal(d.body[d.at-len(inner)-2:d.at], &s); err != nil {
			return d.malformed("%v", err)
		}
		inner = []byte(s)
	}
	size := base64.StdEncoding.DecodedLen(len(inner))
	if most.Bytes > 0 && size > most.Bytes+2 { // the padding counts for up to two
		return d.exceeds(most.Bytes, "bytes")
	}
	if err := d.spend(size); err != nil {
		return err
	}
	out := make([]byte, size)
	n, err := base64.StdEncoding.Decode(out, inner)
	if err != nil {
		return BadProperty(d.property(), "is not base64")
	}
	if most.Bytes > 0 && n > most.Bytes {
		return d.exceeds(most.Bytes, "bytes")
	}
	v.SetBytes(out[:n])
	return nil
}

// dictionary reads an object whose names are data.
func (d *decoder) dictionary(v reflect.Value) error {
	if d.peek() != '{' {
		return d.wrong("object")
	}
	if v.IsNil() {
		v.Set(reflect.MakeMap(v.Type()))
	}
	of := v.Type().Elem()
	return d.object(true, func(name string) error {
		if err := d.spend(64 + len(name) + int(of.Size())); err != nil {
			return err
		}
		d.path = append(d.path, name)
		item := reflect.New(of).Elem()
		err := d.value(item, model.Max{Chars: maxName})
		d.path = d.path[:len(d.path)-1]
		v.SetMapIndex(reflect.ValueOf(name), item)
		return err
	})
}

// boolean reads true or false, also as a string.
func (d *decoder) boolean(v reflect.Value) error {
	from := d.at
	word := ""
	switch d.peek() {
	case 't', 'f':
		w, err := d.word()
		if err != nil {
			return err
		}
		word = w
	case '"':
		s, err := d.text(model.Max{})
		if err != nil {
			return err
		}
		word = strings.ToLower(s)
	}
	b, err := strconv.ParseBool(word)
	if err != nil {
		d.at = from
		return d.wrong("boolean")
	}
	v.SetBool(b)
	return nil
}

// numeral reads a number, also as a string: JSON's own numbers alone, as
// "0x1" and " 1" stay strings.
func (d *decoder) numeral(v reflect.Value) error {
	from, written := d.at, ""
	switch c := d.peek(); {
	case c == '"':
		inner, _, err := d.quoted()
		if err != nil {
			return err
		}
		n := &decoder{body: inner}
		if w, err := n.number(); err == nil && n.at == len(inner) {
			written = w
		}
	case c == '-' || c >= '0' && c <= '9':
		w, err := d.number()
		if err != nil {
			return err
		}
		written = w
	}
	var err error
	switch k := v.Kind(); {
	case written == "":
		d.at = from
		return d.wrong("number")
	case k >= reflect.Float32:
		var f float64
		if f, err = strconv.ParseFloat(written, 64); err == nil {
			v.SetFloat(f)
		}
	case k >= reflect.Uint:
		var n uint64
		if n, err = strconv.ParseUint(written, 10, v.Type().Bits()); err == nil {
			v.SetUint(n)
		}
	default:
		var n int64
		if n, err = strconv.ParseInt(written, 10, v.Type().Bits()); err == nil {
			v.SetInt(n)
		}
	}
	if err != nil {
		return BadProperty(d.property(), "the number %.40s is no %s", written, wholeOf(v.Kind()))
	}
	return nil
}

func wholeOf(k reflect.Kind) string {
	if k >= reflect.Float32 {
		return "number that can be kept"
	}
	return "whole number in its range"
}
