// Package lenient reads the JSON of a service that may be wrong or mean harm
// into Go values, while it comes.
//
// Invariants: a value that its field cannot hold costs that field, or that
// element of a list, and is counted; a reply that is no JSON, or not of the
// kind asked for, is an error and leaves the target as it was. What is held at
// once is bounded by the limits, whatever comes: nothing else of the body is
// kept. The tags and the folding of case are those of encoding/json.
package lenient

import (
	"errors"
	"fmt"
	"io"
	"reflect"
	"unsafe"

	"daybook/model"
)

// Limits bound what is read. Sizes are in bytes.
type Limits struct {
	Body   int64 // of the whole, unpacked
	Memory int64 // that the values may take
	Text   int   // of one string; the rest is left out and model.TooLarge stands in its place
	Bytes  int   // of one value that is worthless in part: in base64, or JSON as it stands; left out when larger
	Items  int   // of one list; the rest is left out
	Depth  int   // of objects and lists in each other; what is deeper is left out
}

// DefaultLimits hold a page of a thousand messages with all that is shown of
// them, and keep four replies at once within what a small machine has.
var DefaultLimits = Limits{Body: 32 << 20, Memory: 32 << 20, Text: 1 << 20, Bytes: 8 << 20, Items: 10_000, Depth: 64}

// Report says what a reply had that is not in the value. First names the
// first field that could not be read.
type Report struct {
	Bad, Cut int
	First    string
}

var (
	// ErrSyntax is a body that is no JSON, or ends too early.
	ErrSyntax = errors.New("it is not the service's, or cut short")
	// ErrTooLarge is a body beyond the limits.
	ErrTooLarge = errors.New("it is too large to show")
	// ErrKind is JSON of another kind than the one asked for.
	ErrKind = errors.New("it is not what was asked for")
)

// Decode reads one JSON value into a pointer. The value is replaced as a
// whole, and only when there is no error. An error of the reader is returned
// as it is.
func Decode(r io.Reader, into any, limits Limits) (Report, error) {
	target := reflect.ValueOf(into)
	if target.Kind() != reflect.Pointer || target.IsNil() {
		return Report{}, fmt.Errorf("lenient: cannot decode into %T", into)
	}
	d := &decoder{scanner: scanner{src: r, left: limits.Body}, limits: limits}
	fresh := reflect.New(target.Type().Elem()).Elem()
	taken, err := d.value(fresh, position{})
	if err == nil {
		err = d.finish()
	}
	switch {
	case err != nil:
		return d.report, err
	case !taken:
		return d.report, ErrKind
	}
	target.Elem().Set(fresh)
	return d.report, nil
}

// decoder fills Go values from a scanner.
type decoder struct {
	scanner
	limits Limits
	spent  int64
	depth  int
	report Report
}

// position is where a value stands: the name of the field, and whether it is in
// a grid, where an element that is left out would shift the others.
type position struct {
	field string
	grid  bool
}

// spend notes memory that a value takes.
func (d *decoder) spend(n int) error {
	if d.spent += int64(n); d.spent > d.limits.Memory {
		return ErrTooLarge
	}
	return nil
}

// refuse passes over a value that does not fit.
func (d *decoder) refuse(at position) (taken bool, err error) {
	d.report.Bad++
	if d.report.First == "" {
		d.report.First = at.field
	}
	return false, d.skip()
}

// bad is refuse for a value that has been read.
func (d *decoder) bad(at position) (taken bool, err error) {
	d.report.Bad++
	if d.report.First == "" {
		d.report.First = at.field
	}
	return false, nil
}

// value reads the next value. Taken is false where it did not fit, and for a
// null: the target is then its zero.
func (d *decoder) value(v reflect.Value, at position) (taken bool, err error) {
	c, err := d.peek()
	if err != nil {
		return false, err
	}
	t := planOf(v.Type())
	switch {
	case t.shape == rawShape || t.shape == unmarshalerShape && c != 'n':
		return d.raw(v, t, at)
	case c == 'n':
		return false, d.skip()
	}
	switch {
	case t.shape == pointerShape:
		fresh := reflect.New(v.Type().Elem())
		if err := d.spend(int(v.Type().Elem().Size())); err != nil {
			return false, err
		}
		if taken, err = d.value(fresh.Elem(), at); taken && err == nil {
			v.Set(fresh)
		}
		return taken, err
	case c == '{' || c == '[':
		if d.depth++; d.depth > d.limits.Depth {
			d.depth--
			return d.refuse(at)
		}
		defer func() { d.depth-- }()
	}
	switch {
	case c == '{' && t.shape == structShape:
		return true, d.object(func(name []byte) error {
			f, known := t.field(name)
			if !known {
				return d.skip()
			}
			_, err := d.value(v.FieldByIndex(f.index), position{field: f.name})
			return err
		})
	case c == '{' && t.shape == mapShape:
		return true, d.mapping(v, at)
	case c == '[' && t.shape == sliceShape:
		return true, d.list(v, at)
	case c == '{' || c == '[' || t.shape >= structShape:
		return d.refuse(at)
	case c == '"':
		return d.quoted(v, t, at)
	}
	word, err := d.word()
	if err != nil {
		return false, err
	}
	if t.shape == stringShape {
		v.SetString(word)
		return true, d.spend(len(word))
	}
	return d.scalar(v, t, word, at)
}

// quoted reads a string into whatever can be had of one.
func (d *decoder) quoted(v reflect.Value, t *plan, at position) (taken bool, err error) {
	most := d.limits.Text
	if t.shape == bytesShape {
		most = d.limits.Bytes
	}
	s, cut, err := d.text(most)
	if err != nil {
		return false, err
	}
	switch {
	case t.shape == bytesShape && cut:
		d.report.Cut++
		return false, nil
	case t.shape == bytesShape:
		return d.bytes(v, s, at)
	case t.shape != stringShape:
		return d.scalar(v, t, string(s), at)
	}
	if cut {
		d.report.Cut++
		s = append(s, model.TooLarge...)
	}
	v.SetString(string(s))
	return true, d.spend(len(s))
}

// list reads the elements that fit.
func (d *decoder) list(v reflect.Value, at position) error {
	inner := position{field: at.field, grid: v.Type().Elem().Kind() == reflect.Slice && v.Type().Elem().Elem().Kind() != reflect.Uint8}
	out := reflect.MakeSlice(v.Type(), 0, 0)
	blank := reflect.Zero(v.Type().Elem())
	over := false
	err := d.elements(func() error {
		if out.Len() == d.limits.Items {
			if !over {
				over = true
				d.report.Cut++
			}
			return d.skip()
		}
		if err := d.spend(int(v.Type().Elem().Size())); err != nil {
			return err
		}
		out = reflect.Append(out, blank)
		taken, err := d.value(out.Index(out.Len()-1), inner)
		if err == nil && !taken && !at.grid {
			out.Index(out.Len() - 1).SetZero()
			out = out.Slice(0, out.Len()-1)
		}
		return err
	})
	v.Set(out)
	return err
}

// mapping reads an object into a map with names as keys.
func (d *decoder) mapping(v reflect.Value, at position) error {
	out := reflect.MakeMap(v.Type())
	err := d.object(func(name []byte) error {
		if out.Len() >= d.limits.Items {
			d.report.Cut++
			return d.skip()
		}
		if err := d.spend(len(name) + int(v.Type().Elem().Size()) + mapEntry); err != nil {
			return err
		}
		key := reflect.ValueOf(string(name)).Convert(v.Type().Key()) // the name's bytes are the scanner's
		one := reflect.New(v.Type().Elem()).Elem()
		taken, err := d.value(one, at)
		if taken && err == nil {
			out.SetMapIndex(key, one)
		}
		return err
	})
	v.Set(out)
	return err
}

// mapEntry is about what a map takes for an entry beside key and value.
const mapEntry = int(2 * unsafe.Sizeof(uintptr(0)))
