// Package sqltest holds what SQL makes of filters and orders to what memory
// makes of the same entities. It knows no store, so that the store's own tests
// can use it.
package sqltest

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"
	"testing"

	"daybook/service/odata"
)

// propertiesOf are the paths of a type's JSON, those below a collection behind
// its '*'.
func propertiesOf(typ reflect.Type, prefix string, depth int) (paths []string) {
	for typ.Kind() == reflect.Pointer {
		typ = typ.Elem()
	}
	if typ.Kind() != reflect.Struct || depth > 4 || reflect.PointerTo(typ).Implements(reflect.TypeFor[json.Marshaler]()) {
		return nil
	}
	for i := range typ.NumField() {
		f := typ.Field(i)
		name, _, _ := strings.Cut(f.Tag.Get("json"), ",")
		if f.Anonymous && name == "" {
			paths = append(paths, propertiesOf(f.Type, prefix, depth)...)
		}
		if name == "" || name == "-" || strings.HasPrefix(name, "@") {
			continue
		}
		if f.Type.Kind() == reflect.Slice && f.Type.Elem().Kind() != reflect.Uint8 {
			name += "*"
			paths = append(paths, prefix+name)
			paths = append(paths, propertiesOf(f.Type.Elem(), prefix+name+"/", depth+1)...)
			continue
		}
		paths = append(paths, prefix+name)
		paths = append(paths, propertiesOf(f.Type, prefix+name+"/", depth+1)...)
	}
	return paths
}

// askingOf are filters that ask for a property, by its path.
func askingOf(path string) []string {
	if list, below, ok := strings.Cut(path, "*/"); ok {
		var filters []string
		for _, f := range askingOf("x/" + below) {
			filters = append(filters, list+"/any(x:"+f+")", list+"/all(x:"+f+")")
		}
		return filters
	}
	if list, ok := strings.CutSuffix(path, "*"); ok {
		return []string{list + "/any()", list + "/$count gt 1", list + "/any(y:y eq 'red')", list + "/any(y:contains(y,'É'))"}
	}
	return []string{path + " eq null", path + " ne null", "not(" + path + " eq null)", path + " eq true", path + " gt 1", path + " ge 2026-11-20T00:00:00Z",
		"startswith(" + path + ",'A')", "contains(" + path + ",'é')", path + " lt 'm'", "length(" + path + ") gt 3"}
}

// Agree asks a list for every property, and has memory judge the answer. read
// reads what a query asks for. It returns the properties that no filter may
// name, with spaces between.
func Agree[T any](t *testing.T, schema *odata.Schema, read func(odata.Query) ([]T, error), entity func(*T) any) string {
	t.Helper()
	var refused []string
	byKey, err := schema.Order(nil)
	if err != nil {
		t.Fatal(err)
	}
	all, err := read(odata.Query{Order: byKey})
	if err != nil {
		t.Fatal(err)
	}
	for _, path := range propertiesOf(reflect.TypeOf(entity(&all[0])), "", 0) {
		asked := 0
		for _, src := range askingOf(path) {
			e, err := odata.ParseFilter(src)
			if err != nil {
				t.Fatalf("%s: %v", src, err)
			}
			filter, err := schema.Filter(e)
			if err != nil {
				continue // of another kind, or refused
			}
			asked++
			found, err := read(odata.Query{Filter: filter, Order: byKey})
			if err != nil {
				t.Errorf("%s: %v", src, err)
				continue
			}
			var got, want []string
			for i := range all {
				if filter.Match(entity(&all[i])) {
					want = append(want, idOf(entity(&all[i])))
				}
			}
			for i := range found {
				got = append(got, idOf(entity(&found[i])))
			}
			if !slices.Equal(got, want) {
				t.Errorf("%s: %s finds %v, and memory %v", src, filter.SQL().SQL, got, want)
			}
		}
		if asked == 0 && !slices.ContainsFunc(refused, func(r string) bool { return strings.HasPrefix(path, r+"/") }) {
			refused = append(refused, path)
		}
		order, err := schema.Order([]odata.OrderBy{odata.By(path, true)})
		if err != nil {
			continue
		}
		sorted := slices.Clone(all)
		slices.SortFunc(sorted, func(a, b T) int { return order.Compare(entity(&a), entity(&b)) })
		for i := range sorted { // page by page
			q := odata.Query{Order: order, Limit: 1}
			if i > 0 {
				q.After = order.Tuple(entity(&sorted[i-1]))
			}
			found, err := read(q)
			if err != nil || len(found) != 1 || idOf(entity(&found[0])) != idOf(entity(&sorted[i])) {
				t.Errorf("by %s: the page behind %v has %v (%v), want %s", path, q.After, found, err, idOf(entity(&sorted[i])))
			}
		}
	}
	return strings.Join(refused, " ")
}

func idOf(entity any) string {
	return reflect.ValueOf(entity).Elem().FieldByName("ID").String()
}

// Itself is the entity of an item that is one.
func Itself[T any](item *T) any { return item }

// Decode reads what a test writes as JSON.
func Decode(t *testing.T, text string, into any) {
	t.Helper()
	if err := json.Unmarshal([]byte(text), into); err != nil {
		t.Fatalf("%s: %v", text, err)
	}
}

// What is in many entities, as JSON.
const (
	Person   = `{"emailAddress":{"name":"Émile Bo","address":"Emile@Contoso.example"}}`
	Nameless = `{"emailAddress":{"name":"","address":"x@contoso.example"}}`
	Time     = `{"dateTime":"2026-11-20T09:00:00.0000000","timeZone":"UTC"}`
	Later    = `{"dateTime":"2026-11-20T10:30:00.0000000","timeZone":"Europe/London"}`
	Street   = `{"street":"Allée 1","city":"Åby","state":"","countryOrRegion":"FR","postalCode":"7"}`
	Place    = `{"displayName":"Salle É","locationUri":"https://x.example","uniqueId":"u","locationType":"default","address":` + Street + `}`
)
