package odata

import (
	"encoding/json"
	"reflect"
	"time"

	"daybook/model"
)

// scope is what an evaluation reads from: the entity, and at each level above
// 0 the item the lambda of that level is at.
type scope struct {
	entity any
	at     []reflect.Value
}

func newScope(entity any) *scope {
	return &scope{entity: entity, at: append(make([]reflect.Value, 0, 4), reflect.ValueOf(entity))}
}

func (n *constant) eval(*scope) datum { return n.value }

func (n *property) eval(sc *scope) datum {
	if n.field.Get != nil && n.level == 0 {
		return toDatum(reflect.ValueOf(n.field.Get(sc.entity)), n.of)
	}
	if n.field.Get != nil {
		return toDatum(reflect.ValueOf(n.field.Get(sc.at[n.level].Interface())), n.of)
	}
	d := toDatum(n.read(sc), n.of)
	if n.emptyNull && d.str == "" {
		return datum{}
	}
	return d
}

// read follows the steps; the result is not valid when one leads nowhere.
func (n *property) read(sc *scope) reflect.Value {
	v := sc.at[n.level]
	for _, a := range n.steps {
		v = a.read(v)
	}
	return v
}

// read gives the attribute of v, an invalid value when v is absent.
func (a *attribute) read(v reflect.Value) reflect.Value {
	v = indirect(v)
	if !v.IsValid() {
		return v
	}
	if a.index != nil {
		return v.FieldByIndex(a.index)
	}
	switch x := v.Interface().(type) {
	case Value:
		return reflect.ValueOf(x.Property(a.name))
	case model.OpenTypeExtension:
		return reflect.ValueOf(extensionProperty(&x, a.name))
	}
	return reflect.Value{}
}

// indirect follows pointers and interfaces; nil becomes invalid.
func indirect(v reflect.Value) reflect.Value {
	for v.Kind() == reflect.Pointer || v.Kind() == reflect.Interface {
		if v.Kind() == reflect.Pointer && v.Type().Implements(valueType) {
			return v
		}
		v = v.Elem()
	}
	return v
}

// extensionProperty reads custom data, kept as it was given.
func extensionProperty(e *model.OpenTypeExtension, name string) any {
	switch name {
	case "id":
		return e.ID
	case "extensionName":
		return e.ExtensionName
	case "@odata.type":
		return e.Type
	}
	raw, ok := e.Data[name]
	if !ok {
		return nil
	}
	var v any
	if n, ok := parseNumber(string(raw)); ok && n.kind == Int {
		return n.num
	}
	if json.Unmarshal(raw, &v) != nil {
		return nil
	}
	return v
}

// toDatum reads v as a value of a kind, null when it is none.
func toDatum(v reflect.Value, of Kind) datum {
	v = indirect(v)
	if !v.IsValid() {
		return datum{}
	}
	switch v.Kind() {
	case reflect.String:
		return stringDatum(v.String(), of)
	case reflect.Bool:
		return boolean(v.Bool())
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		if v.Type() == durationType {
			return datum{kind: Duration, num: v.Int()}
		}
		return integer(v.Int())
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64:
		return integer(int64(v.Uint()))
	case reflect.Float32, reflect.Float64:
		return datum{kind: Number, real: v.Float()}
	case reflect.Struct:
		if v.Type() == timeType {
			return instant(v.Interface().(time.Time))
		}
	}
	return datum{kind: Struct}
}

// stringDatum reads text that a Field may say is more than text.
func stringDatum(s string, of Kind) datum {
	switch of {
	case DateTime:
		d, _ := parseDateTime(s)
		return d
	case Duration:
		d, _ := parseDuration(s)
		return d
	case ID, Enum, GUID, Date:
		return datum{kind: of, str: s}
	}
	return text(s)
}

// items gives the items of a collection; none when it is absent.
func (n *property) items(sc *scope) reflect.Value {
	v := indirect(n.read(sc))
	if v.Kind() == reflect.Slice || v.Kind() == reflect.Array {
		return v
	}
	return reflect.ValueOf([]struct{}{})
}

func (n *size) eval(sc *scope) datum { return integer(int64(n.over.items(sc).Len())) }

func (n *call) eval(sc *scope) datum {
	var buf [3]datum
	args := buf[:0]
	for i, a := range n.args {
		v := a.eval(sc)
		// An open value may turn out to be of another kind than the
		// function takes: then it has no value.
		want := n.fn.params[i]
		if v.null() || v.kind != want && !(want == String && v.kind.stringLike()) {
			return datum{}
		}
		args = append(args, v)
	}
	return n.fn.eval(args, n.exact)
}

func (n *compare) eval(sc *scope) datum {
	return boolean(compares(n.op, n.l.eval(sc), n.r.eval(sc), n.exact))
}

// compares is OData's comparison, in which null equals null alone.
func compares(op Op, a, b datum, exact bool) bool {
	if a.null() || b.null() {
		return op == Eq && a.null() && b.null() || op == Ne && a.null() != b.null()
	}
	c, ok := compareData(a, b, exact)
	if !ok {
		return op == Ne
	}
	switch op {
	case Eq:
		return c == 0
	case Ne:
		return c != 0
	case Gt:
		return c > 0
	case Ge:
		return c >= 0
	case Lt:
		return c < 0
	}
	return c <= 0
}

func (n *among) eval(sc *scope) datum {
	x := n.x.eval(sc)
	for _, v := range n.list {
		if compares(Eq, x, v, n.exact) {
			return boolean(true)
		}
	}
	return boolean(false)
}

// eval is three-valued: null stands for unknown.
func (n *logic) eval(sc *scope) datum {
	unknown := false
	for _, t := range n.terms {
		switch v := t.eval(sc); {
		case v.kind != Bool:
			unknown = true
		case v.isTrue() != n.all:
			return v
		}
	}
	if unknown {
		return datum{}
	}
	return boolean(n.all)
}

func (n *negation) eval(sc *scope) datum {
	v := n.x.eval(sc)
	if v.kind != Bool {
		return datum{}
	}
	return boolean(!v.isTrue())
}

func (n *lambda) eval(sc *scope) datum {
	items := n.over.items(sc)
	if n.body == nil {
		return boolean(items.Len() > 0)
	}
	outer := sc.at
	defer func() { sc.at = outer }()
	for i := range items.Len() {
		sc.at = append(outer[:n.level:n.level], items.Index(i))
		if n.body.eval(sc).isTrue() != n.all {
			return boolean(!n.all)
		}
	}
	return boolean(n.all)
}
