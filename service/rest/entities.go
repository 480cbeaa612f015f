package rest

import (
	"encoding/json"
	"slices"
	"strings"

	"daybook/model"
	"daybook/service/odata"
)

// NoOptions refuses system query options where the reply is one plain value.
func NoOptions(r *Request) error {
	o, err := r.OData()
	if err != nil {
		return err
	}
	if len(o.Asks()) > 0 {
		return model.Errorf(model.CodeBadRequest, "what is read here is one value and takes no query options: %s", strings.Join(o.Asks(), ", "))
	}
	return nil
}

// Fill reads what $expand asks of an entity into it, and counts it.
type Fill[T any] func(b *odata.Nest, expand []odata.Expand, entity *T) error

// Below is the Fill of entities that lie in one another, such as folders: in
// finds the place of those in one, read reads them, whatever is asked of them.
func Below[T any](schema *odata.Schema, property string, in func(*T) *[]T, read func(*T) ([]T, error)) Fill[T] {
	var fill Fill[T]
	fill = func(b *odata.Nest, expand []odata.Expand, entity *T) error {
		x := schema.Find(expand, property)
		if x == nil {
			return nil
		}
		list, err := read(entity)
		if err != nil {
			return err
		}
		if list, err = odata.Nested(b, schema, *x, list); err != nil {
			return err
		}
		for i := range list {
			if err := fill(b, x.Options.Expand, &list[i]); err != nil {
				return err
			}
		}
		*in(entity) = list
		return nil
	}
	return fill
}

// One answers 200 with an entity of the schema, shaped by $select and
// $expand; other query options are a 400. What is expanded was filled in, or
// is by fill.
func One[T any](r *Request, schema *odata.Schema, entity *T, fill ...Fill[T]) (Reply, error) {
	o, err := r.OData()
	if err != nil {
		return Reply{}, err
	}
	if o.Filter != nil || o.Search != nil || len(o.OrderBy) > 0 || o.Top != nil || o.Skip != nil || o.Count {
		return Reply{}, model.Errorf(model.CodeBadRequest, "one entity takes $select and $expand alone")
	}
	if len(o.Select) == 0 && len(o.Expand) == 0 {
		return OK(entity), nil
	}
	shape, err := schema.Shape(o.Select, o.Expand)
	if err != nil {
		return Reply{}, err
	}
	for _, f := range fill {
		if err := f(new(odata.Nest), o.Expand, entity); err != nil {
			return Reply{}, err
		}
	}
	b, err := shape.Append(nil, entity)
	return OK(json.RawMessage(b)), err
}

// OneOf is One for the entity of a list that has the id, a 404 when none has.
func OneOf[T interface{ Identity() string }](r *Request, schema *odata.Schema, what, id string, list []T) (Reply, error) {
	i := slices.IndexFunc(list, func(e T) bool { return e.Identity() == id })
	if i < 0 {
		return Reply{}, NotFound(what, id)
	}
	return One(r, schema, &list[i])
}

// List answers a collection that is whole in memory: $filter, $orderby,
// $count, pages by position, $select and $expand; for a row that counts, the
// number. fallback is the size of a
// page when nothing is asked, Limits.PageDefault when 0. The list is in its
// own order, and is changed. What is expanded was filled in, or is by fill.
func List[T any](r *Request, schema *odata.Schema, list []T, fallback int, fill ...Fill[T]) (Reply, error) {
	o, err := r.OData()
	if err != nil {
		return Reply{}, err
	}
	if o.Search != nil {
		return Reply{}, model.Errorf(model.CodeBadRequest, "$search is not served for this collection")
	}
	if list, err = filtered(o, schema, list); err != nil {
		return Reply{}, err
	}
	if r.Counting() {
		return CountReply(len(list)), nil
	}
	if len(o.OrderBy) > 0 {
		order, err := schema.Order(o.OrderBy)
		if err != nil {
			return Reply{}, err
		}
		slices.SortStableFunc(list, func(a, b T) int { return order.Compare(&a, &b) })
	}
	var page Page
	if o.Count {
		n := len(list)
		page.Count = &n
	}
	mark := o.Fingerprint(r.URL.Path)
	skip, err := skipOf(o, mark)
	if err != nil {
		return Reply{}, err
	}
	size, err := r.PageSize(fallback)
	if err != nil {
		return Reply{}, err
	}
	list = list[min(skip, len(list)):]
	if len(list) > size {
		list = list[:size]
		page.Next = odata.Token{Skip: skip + size}.Encode(mark)
	}
	if _, err := schema.Shape(o.Select, o.Expand); err != nil {
		return Reply{}, err
	}
	var nest odata.Nest
	for _, f := range fill {
		for i := range list {
			if err := f(&nest, o.Expand, &list[i]); err != nil {
				return Reply{}, err
			}
		}
	}
	page.Items, err = shaped(o, schema, list)
	return page.Reply(), err
}

func skipOf(o *odata.Options, mark odata.Fingerprint) (int, error) {
	if o.SkipToken != "" {
		token, err := odata.DecodeToken("$skiptoken", o.SkipToken, mark)
		return token.Skip, err
	}
	if o.Skip != nil {
		return *o.Skip, nil
	}
	return 0, nil
}

func shaped[T any](o *odata.Options, schema *odata.Schema, list []T) ([]json.RawMessage, error) {
	if len(o.Select) == 0 && len(o.Expand) == 0 {
		return Items(list)
	}
	shape, err := schema.Shape(o.Select, o.Expand)
	if err != nil {
		return nil, err
	}
	items := make([]json.RawMessage, len(list))
	for i := range list {
		if items[i], err = shape.Append(nil, &list[i]); err != nil {
			return nil, err
		}
	}
	return items, nil
}

// filtered keeps the entities that $filter selects, in their order.
func filtered[T any](o *odata.Options, schema *odata.Schema, list []T) ([]T, error) {
	filter, err := schema.Filter(o.Filter)
	if err != nil || filter == nil {
		return list, err
	}
	return slices.DeleteFunc(list, func(e T) bool { return !filter.Match(&e) }), nil
}
