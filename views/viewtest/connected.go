package viewtest

import (
	"daybook/widget/dialog"
	"reflect"
	"slices"
	"testing"
)

// CheckConnected fails for every function that a part of a screen has a field
// for and was not given. The parts are the structs of the model's own package
// that it holds, also by pointer, and its boxes; optional are fields that may be nil, by path
// ("model.list.all.match").
func CheckConnected(t testing.TB, model any, optional ...string) {
	t.Helper()
	type part struct {
		at uintptr
		of reflect.Type
	}
	home, seen := reflect.TypeOf(model).Elem().PkgPath(), map[part]bool{}
	functions := 0
	var check func(v reflect.Value, name string)
	check = func(v reflect.Value, name string) {
		if v.Kind() == reflect.Pointer {
			p := part{v.Pointer(), v.Type()}
			if v.IsNil() || seen[p] {
				return
			}
			seen[p] = true
			v = v.Elem()
		}
		if v.Type() == reflect.TypeFor[dialog.Stack]() && v.FieldByName("Now").IsNil() {
			t.Errorf("%s knows no time: its boxes cannot wait a moment under typing fingers", name)
		}
		if v.Kind() != reflect.Struct || v.Type().PkgPath() != home {
			return
		}
		for i := range v.NumField() {
			field := name + "." + v.Type().Field(i).Name
			if v.Field(i).Kind() != reflect.Func {
				check(v.Field(i), field)
				continue
			}
			if functions++; v.Field(i).IsNil() && !slices.Contains(optional, field) {
				t.Errorf("%s is not connected", field)
			}
		}
	}
	check(reflect.ValueOf(model), "model")
	if functions == 0 {
		t.Error("no part has a field for a function")
	}
}
