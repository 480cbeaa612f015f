package api

import (
	"bytes"
	"encoding/json"
	"reflect"
	"strings"
	"sync"

	"daybook/model"
)

// The microsoft dialect takes the names of zones that Windows has, and of the
// others a few alone: TimeZoneNotSupportedException is its answer to the rest
// (https://learn.microsoft.com/en-us/graph/api/resources/datetimetimezone).
// The program knows IANA's names. So names are respelled where bodies go out
// and where replies come in, and nowhere else.

// zoneKeys are the properties that hold a zone's name.
var zoneKeys = map[string]bool{
	"timeZone": true, "recurrenceTimeZone": true, "originalStartTimeZone": true, "originalEndTimeZone": true,
}

// zonesOut names the zones of an encoded body as the dialect does. What other
// programs keep in extensions stays as it is.
func (d Dialect) zonesOut(body []byte) []byte {
	if d != Microsoft || !bytes.Contains(body, []byte(`imeZone"`)) {
		return body
	}
	if out, changed := d.zonesIn(body); changed {
		return out
	}
	return body
}

// zonesIn respells the zones within a JSON value, and reports whether there
// were any. It reads no more of the value than it has to: the rest is kept to
// the letter.
func (d Dialect) zonesIn(value json.RawMessage) (json.RawMessage, bool) {
	value = bytes.TrimSpace(value)
	if len(value) == 0 || !bytes.Contains(value, []byte(`imeZone"`)) {
		return value, false
	}
	switch value[0] {
	case '[':
		var list []json.RawMessage
		if json.Unmarshal(value, &list) != nil {
			return value, false
		}
		changed := false
		for i, v := range list {
			if out, did := d.zonesIn(v); did {
				list[i], changed = out, true
			}
		}
		return reencoded(value, list, changed)
	case '{':
		var object map[string]json.RawMessage
		if json.Unmarshal(value, &object) != nil || object["extensionName"] != nil {
			return value, false
		}
		changed := false
		for name, v := range object {
			var out json.RawMessage
			var did bool
			if zoneKeys[name] {
				out, did = d.zoneOut(object, v)
			} else if name != "extensions" {
				out, did = d.zonesIn(v)
			}
			if did {
				object[name], changed = out, true
			}
		}
		return reencoded(value, object, changed)
	}
	return value, false
}

// reencoded encodes what was changed.
func reencoded(was json.RawMessage, is any, changed bool) (json.RawMessage, bool) {
	if !changed {
		return was, false
	}
	out, err := json.Marshal(is)
	if err != nil {
		return was, false
	}
	return out, true
}

// zoneOut respells a zone's name: a text, or the name of working hours' zone.
// A time for which Windows has no zone of the same clock goes in UTC.
func (d Dialect) zoneOut(of map[string]json.RawMessage, v json.RawMessage) (json.RawMessage, bool) {
	var name string
	if json.Unmarshal(v, &name) != nil {
		var base struct {
			Name *string `json:"name"`
		}
		if json.Unmarshal(v, &base) != nil || base.Name == nil || d.zone(*base.Name) == *base.Name {
			return v, false
		}
		renamed := d.zone(*base.Name)
		base.Name = &renamed
		return reencoded(v, base, true)
	}
	at := model.DateTimeTimeZone{TimeZone: name}
	if json.Unmarshal(of["dateTime"], &at.DateTime) == nil && !d.sameClock(at) {
		if utc, err := at.In("UTC"); err == nil {
			of["dateTime"], _ = reencoded(nil, utc.DateTime, true)
			return reencoded(v, utc.TimeZone, true)
		}
	}
	return reencoded(v, d.zone(name), d.zone(name) != name)
}

// sameClock tells whether a time means the same in the zone that Windows has
// for its own. Windows has none for Antarctica/Troll, and for some regions one
// whose rules they have left since.
func (d Dialect) sameClock(at model.DateTimeTimeZone) bool {
	if _, err := model.WindowsName(at.TimeZone); err != nil {
		return false
	}
	is, err := at.Time()
	if err != nil {
		return true // the service says what is wrong
	}
	at.TimeZone = d.zone(at.TimeZone)
	as, err := at.Time()
	return err == nil && as.Equal(is)
}

// zonesBack gives the zones of a decoded reply IANA's names. A name that is
// not known, such as that of a zone of somebody's own, stays.
func (d Dialect) zonesBack(into any) {
	if d == Microsoft && into != nil {
		ianaZones(reflect.ValueOf(into))
	}
}

func ianaZones(v reflect.Value) {
	if !v.IsValid() || !hasZones(v.Type()) {
		return
	}
	switch v.Kind() {
	case reflect.Pointer:
		if !v.IsNil() {
			ianaZones(v.Elem())
		}
	case reflect.Slice, reflect.Array:
		for i := range v.Len() {
			ianaZones(v.Index(i))
		}
	case reflect.Struct:
		for i := range v.NumField() {
			field, f := v.Type().Field(i), v.Field(i)
			switch {
			case holdsZone(v.Type(), field) && f.CanSet():
				if name, err := model.IANAName(f.String()); err == nil {
					f.SetString(name)
				}
			case field.IsExported() || field.Anonymous:
				ianaZones(f)
			}
		}
	}
}

// holdsZone tells whether a field of a struct holds the name of a zone. The
// list of zones to choose from has IANA's name as its alias.
func holdsZone(of reflect.Type, f reflect.StructField) bool {
	if f.Type.Kind() != reflect.String || !f.IsExported() {
		return false
	}
	name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
	switch of {
	case reflect.TypeFor[model.TimeZoneBase](), reflect.TypeFor[model.TimeZoneInformation]():
		return name == "name" || name == "alias"
	}
	return zoneKeys[name]
}

// zoned remembers which types hold zones: most replies have none.
var zoned sync.Map // reflect.Type to bool

func hasZones(t reflect.Type) bool {
	if known, ok := zoned.Load(t); ok {
		return known.(bool)
	}
	has := findZones(t, map[reflect.Type]bool{})
	zoned.Store(t, has)
	return has
}

func findZones(t reflect.Type, seen map[reflect.Type]bool) bool {
	if seen[t] {
		return false
	}
	seen[t] = true
	switch t.Kind() {
	case reflect.Pointer, reflect.Slice, reflect.Array:
		return findZones(t.Elem(), seen)
	case reflect.Struct:
		for i := range t.NumField() {
			if f := t.Field(i); holdsZone(t, f) || findZones(f.Type, seen) {
				return true
			}
		}
	}
	return false
}
