package model

import (
	"encoding/json"
	"fmt"
	"reflect"
	"slices"
	"strconv"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"
)

// Max is how much of a property is kept. It stands in the `max` tag of the
// property's field, which is the one table of limits: the service refuses
// what a client sends beyond it, and what comes in by import or delivery is
// cut to it (see Fit). The numbers are those of the public interface where it
// states them (Exchange Online limits: 500 recipients, 250 attachments).
//
// The tag of a text is its characters, or its bytes with a unit ("4MB"); that
// of a list its items, and after a comma the characters of each. "keep" lets
// mail that comes in have more; "drop" empties what would mean something else
// when it is cut, such as an address.
//
// A text that is counted in characters is one line, since most become fields
// of a mail's or a calendar's header, and one counted in bytes has many;
// "lines" and "line" say otherwise (see IsLine).
type Max struct {
	Items, Chars, Bytes int // 0 for what does not apply
	Keep, Drop          bool
	Line                bool
}

// IsLine reports whether a text can stand in one line: it has no line break
// and no other control character. A tab is a blank.
func IsLine(s string) bool {
	return !strings.ContainsFunc(s, func(r rune) bool { return r != '\t' && unicode.IsControl(r) })
}

// What holds for a property without a tag.
const (
	maxOtherChars = 2000
	maxOtherItems = 1000
	maxOtherBytes = 64 << 10
)

// Member is a JSON member of a struct.
type Member struct {
	Name  string
	Index []int // as of reflect.Value.FieldByIndex
	Type  reflect.Type
	Max   Max
}

// members remembers what MembersOf has worked out: it depends on the type
// alone.
var members sync.Map // reflect.Type -> []Member

// MembersOf lists the JSON members of a struct type, those of embedded
// structs included.
func MembersOf(t reflect.Type) []Member {
	if known, ok := members.Load(t); ok {
		return known.([]Member)
	}
	var list []Member
	for _, f := range reflect.VisibleFields(t) {
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		switch {
		case !f.IsExported() || name == "-" || f.Anonymous && name == "":
			continue
		case name == "":
			name = strings.ReplaceAll(strings.ToLower(f.Name[:1])+f.Name[1:], "iD", "id")
		}
		list = append(list, Member{Name: name, Index: f.Index, Type: f.Type, Max: maxOf(f)})
	}
	members.Store(t, list)
	return list
}

// maxOf reads the tag of a field. A tag that does not fit its type is a
// mistake of the program and panics.
func maxOf(f reflect.StructField) Max {
	m := Max{}
	t := f.Type
	for t.Kind() == reflect.Pointer {
		t = t.Elem()
	}
	isBytes := t.Kind() == reflect.Map || t.Kind() == reflect.Slice && t.Elem().Kind() == reflect.Uint8
	isList := t.Kind() == reflect.Slice && !isBytes
	switch {
	case isBytes:
		m.Bytes = maxOtherBytes
	case isList:
		m.Items = maxOtherItems
		if t.Elem().Kind() == reflect.String {
			m.Chars = maxOtherChars
		}
	case t.Kind() == reflect.String:
		m.Chars = maxOtherChars
	}
	tag := f.Tag.Get("max")
	if tag == "" {
		return m
	}
	words := strings.Split(tag, ",")
	for i, word := range words {
		n, isNumber := bytesOf(word)
		switch {
		case word == "keep":
			m.Keep = true
		case word == "drop":
			m.Drop = true
		case word == "line" || word == "lines":
		case !isNumber || n <= 0:
			panic(fmt.Sprintf("model: the limit %q of %s cannot be read", tag, f.Name))
		case isBytes || strings.HasSuffix(word, "B"):
			m.Bytes, m.Chars = n, 0
		case isList && i == 0:
			m.Items = n
		default:
			m.Chars = n
		}
	}
	m.Line = (m.Chars > 0 || slices.Contains(words, "line")) && !slices.Contains(words, "lines")
	return m
}

func bytesOf(word string) (int, bool) {
	unit := 1
	for suffix, size := range map[string]int{"KB": 1 << 10, "MB": 1 << 20} {
		if number, ok := strings.CutSuffix(word, suffix); ok {
			word, unit = number, size
		}
	}
	n, err := strconv.Atoi(word)
	return n * unit, err == nil
}

// Excess is a value that is larger than its limit.
type Excess struct {
	Property string // such as toRecipients/emailAddress/name
	Has, Max int
	Unit     string // "items", "characters" or "bytes"
}

func (e Excess) String() string {
	return fmt.Sprintf("%s has %d %s; at most %d are kept", e.Property, e.Has, e.Unit, e.Max)
}

// Refusal is the error for an excess of what a client sent: 413 for one that
// is counted in bytes, 400 for another.
func (e Excess) Refusal() *Error {
	code := CodeInvalidRequest
	if e.Unit == "bytes" {
		code = CodeTooLarge
	}
	err := Errorf(code, "property %s: has more than the %d %s that are allowed", e.Property, e.Max, e.Unit)
	err.Target = e.Property
	return err
}

// Words say to who typed the value that it is too long.
func (e Excess) Words() string {
	return fmt.Sprintf("this is too long: %d %s, and at most %d are taken", e.Has, e.Unit, e.Max)
}

// Beyond are the values of a resource that are larger than their limits: a
// service refuses it for them. resource is a pointer to a struct.
func Beyond(resource any) []Excess {
	w := walker{}
	w.walk(reflect.ValueOf(resource).Elem(), "")
	return w.found
}

// CheckLimits returns the refusal of the first value of a resource that is
// larger than its limit, for what did not come as the members of a JSON body.
// resource is a pointer to a struct.
func CheckLimits(resource any) error {
	if found := Beyond(resource); len(found) > 0 {
		return found[0].Refusal()
	}
	return nil
}

// Fit cuts the values of a resource to their limits, for what comes in from
// elsewhere and is never refused: lists lose their last items; texts end in
// an ellipsis, a body in a note of what is missing; what cannot be cut is
// emptied. It returns what it cut. resource is a pointer to a struct.
func Fit(resource any) []Excess {
	w := walker{cut: true}
	w.walk(reflect.ValueOf(resource).Elem(), "")
	return w.found
}

// MaxOf is the limit of a property of a resource, the zero value of one that
// it does not have. resource is a struct.
func MaxOf(resource any, property string) Max {
	for _, m := range MembersOf(reflect.TypeOf(resource)) {
		if m.Name == property {
			return m.Max
		}
	}
	return Max{}
}

// walker looks through a resource for values beyond their limits.
type walker struct {
	cut   bool
	found []Excess
}

func (w *walker) walk(v reflect.Value, path string) {
	for _, m := range MembersOf(v.Type()) {
		f := v.FieldByIndex(m.Index)
		for f.Kind() == reflect.Pointer && !f.IsNil() {
			f = f.Elem()
		}
		switch f.Kind() {
		case reflect.String:
			if f.Len() > min(m.Max.Chars+m.Max.Bytes, 64) { // most are short: no name is put together
				w.text(f, path+m.Name, m.Max)
			}
		case reflect.Slice:
			w.list(f, path+m.Name, m.Max)
		case reflect.Map:
			if data, ok := f.Interface().(map[string]json.RawMessage); ok && !w.cut {
				w.data(data, path+m.Name, m.Max)
			}
		case reflect.Struct:
			if f.Type().PkgPath() == v.Type().PkgPath() {
				w.walk(f, path+m.Name+"/")
			}
		}
	}
}

func (w *walker) list(f reflect.Value, path string, most Max) {
	of := f.Type().Elem()
	if of.Kind() == reflect.Uint8 {
		if f.Len() > most.Bytes && !w.cut {
			w.found = append(w.found, Excess{path, f.Len(), most.Bytes, "bytes"})
		}
		return
	}
	if f.Len() > most.Items && !(w.cut && most.Keep) {
		w.found = append(w.found, Excess{path, f.Len(), most.Items, "items"})
		if !w.cut {
			return
		}
		f.SetLen(most.Items)
	}
	for i := range f.Len() {
		switch of.Kind() {
		case reflect.String:
			w.text(f.Index(i), path, Max{Chars: most.Chars, Drop: most.Drop})
		case reflect.Struct:
			w.walk(f.Index(i), path+"/")
		}
	}
}

// data counts custom data as its JSON.
func (w *walker) data(data map[string]json.RawMessage, path string, most Max) {
	size := 2
	for name, value := range data {
		size += len(name) + len(value) + len(`"":,`)
	}
	if size > most.Bytes {
		w.found = append(w.found, Excess{path, size, most.Bytes, "bytes"})
	}
}

func (w *walker) text(f reflect.Value, path string, most Max) {
	s, e := f.String(), Excess{Property: path}
	switch {
	case most.Bytes > 0 && len(s) > most.Bytes:
		e.Has, e.Max, e.Unit = len(s), most.Bytes, "bytes"
	case most.Chars > 0 && len(s) > most.Chars:
		e.Has, e.Max, e.Unit = utf8.RuneCountInString(s), most.Chars, "characters"
	}
	if e.Has <= e.Max {
		return
	}
	w.found = append(w.found, e)
	switch {
	case !w.cut:
	case most.Drop:
		f.SetString("")
	case most.Bytes > 0:
		f.SetString(cutBytes(s, most.Bytes))
	default:
		f.SetString(cutChars(s, most.Chars))
	}
}

// cutChars ends a text in an ellipsis, so that it is seen to go on.
func cutChars(s string, chars int) string {
	for i := range s {
		if chars--; chars == 0 {
			return s[:i] + "…"
		}
	}
	return s
}

// cutBytes ends a long text in a note. A tag of HTML that the cut would break
// goes too, or the note would be a part of it.
func cutBytes(s string, size int) string {
	note := fmt.Sprintf("\n\n[cut here: %d of %d bytes are kept]", size, len(s))
	end := size - len(note)
	for end > 0 && !utf8.RuneStart(s[end]) {
		end--
	}
	kept := s[:end]
	const longestTag = 4 << 10
	tail := max(0, len(kept)-longestTag)
	if open := strings.LastIndexByte(kept[tail:], '<'); open >= 0 && !strings.Contains(kept[tail+open:], ">") {
		kept = kept[:tail+open]
	}
	return kept + note
}
