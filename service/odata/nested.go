package odata

import (
	"encoding/json"
	"reflect"
	"slices"
	"strings"

	"daybook/model"
)

// maxNested is how many entities the $expand of one request may bring in all.
const maxNested = 10000

// Nest carries out the options in the parentheses of $expand, and bounds what
// the items of one request bring together: a page of a thousand entities has
// a thousand expansions. The zero Nest is ready for one request.
type Nest struct{ brought int }

// Take counts n entities that an item of $expand brings. It refuses what
// would make the reply too large.
func (b *Nest) Take(e Expand, n int) error {
	if b.brought += n; b.brought > maxNested {
		return refuse("$expand", e.Pos, "%s brings more than %d items here: ask for a smaller page, or list them by themselves", e.Path, maxNested)
	}
	return nil
}

// Nested is what $filter, $orderby, $skip and $top of an item leave of the
// entities that it brings, all of them, in their own order. The schema is
// theirs. The list is changed.
func Nested[T any](b *Nest, s *Schema, e Expand, list []T) ([]T, error) {
	o := &e.Options
	filter, err := s.Filter(o.Filter)
	if err != nil {
		return nil, err
	}
	if filter != nil {
		list = slices.DeleteFunc(list, func(x T) bool { return !filter.Match(&x) })
	}
	if len(o.OrderBy) > 0 {
		order, err := s.Order(o.OrderBy)
		if err != nil {
			return nil, err
		}
		slices.SortStableFunc(list, func(x, y T) int { return order.Compare(&x, &y) })
	}
	if o.Skip != nil {
		list = list[min(*o.Skip, len(list)):]
	}
	if o.Top != nil {
		list = list[:min(*o.Top, len(list))]
	}
	return list, b.Take(e, len(list))
}

// NestedJSON is Nested, written with what $select and $expand of the item ask
// for.
func NestedJSON[T any](b *Nest, s *Schema, e Expand, list []T) (json.RawMessage, error) {
	list, err := Nested(b, s, e, list)
	if err != nil {
		return nil, err
	}
	return ShapedJSON(s, e, list)
}

// ShapedJSON writes entities with what $select and $expand of an item ask for.
func ShapedJSON[T any](s *Schema, e Expand, list []T) (json.RawMessage, error) {
	shape, err := s.Shape(e.Options.Select, e.Options.Expand)
	if err != nil {
		return nil, err
	}
	if list == nil {
		list = []T{}
	}
	return shape.encoderOf(reflect.TypeFor[[]T]())(nil, reflect.ValueOf(list))
}

// checkNested refuses what the parentheses of an item cannot hold: one entity
// takes $select and $expand alone, a collection everything but what counts
// and searches.
func (s *Schema) checkNested(e Expand, collection bool) *model.Error {
	o := &e.Options
	for _, not := range []struct {
		asked bool
		name  string
	}{
		{o.Search != nil, "$search"}, {o.Count, "$count"}, {o.SkipToken != "", "$skiptoken"}, {o.DeltaToken != "", "$deltatoken"},
		{!collection && o.Filter != nil, "$filter"}, {!collection && len(o.OrderBy) > 0, "$orderby"},
		{!collection && o.Top != nil, "$top"}, {!collection && o.Skip != nil, "$skip"},
	} {
		if not.asked {
			return refuse("$expand", e.Pos, "in %s: %s is not served inside $expand here; ask for %s by itself", e.Path, not.name, e.Path)
		}
	}
	filter, err := s.Filter(o.Filter)
	for _, path := range filter.Paths() {
		if first, _, _ := strings.Cut(path, "/"); s.field(first).Beside {
			return refuse("$expand", e.Pos, "in %s: a $filter on %s is not served inside $expand; ask for %s by itself", e.Path, first, e.Path)
		}
	}
	if err == nil && len(o.OrderBy) > 0 {
		_, err = s.Order(o.OrderBy)
	}
	if err != nil {
		return refuse("$expand", e.Pos, "in %s: %s", e.Path, err.(*model.Error).Message)
	}
	return nil
}

// Find returns the item of $expand that names a property, nil when none does.
func (s *Schema) Find(expand []Expand, property string) *Expand {
	for i := range expand {
		if strings.EqualFold(s.Bare(expand[i].Path), property) {
			return &expand[i]
		}
	}
	return nil
}
