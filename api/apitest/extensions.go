package apitest

import (
	"daybook/api"
	"daybook/model"
)

// extensible is what every owner of extensions offers.
type extensible interface {
	Extensions(ctx, ...api.Option) (*api.Page[model.OpenTypeExtension], error)
	CreateExtension(ctx, model.OpenTypeExtension, ...api.Option) (model.OpenTypeExtension, error)
	Extension(name string) api.ExtensionRef
}

// extensionCalls has the five rows of each of the five owners.
func extensionCalls() map[string]Call {
	calls := map[string]Call{}
	for _, owner := range []struct {
		path string
		ids  int
		at   func(World) extensible
	}{
		{"{user}/messages/{}", 1, func(w World) extensible { return w.User.Message(w.id(1)) }},
		{"{user}/events/{}", 1, func(w World) extensible { return w.User.Event(w.id(1)) }},
		{"{user}/contacts/{}", 1, func(w World) extensible { return w.User.Contact(w.id(1)) }},
		{"/groups/{}/events/{}", 2, func(w World) extensible { return w.group().Event(w.id(2)) }},
		{"/groups/{}/threads/{}/posts/{}", 3, func(w World) extensible { return w.group().Thread(w.id(2)).Post(w.id(3)) }},
	} {
		all, one := owner.path+"/extensions", owner.path+"/extensions/{}"
		named := func(w World) api.ExtensionRef { return owner.at(w).Extension(w.id(owner.ids + 1)) }
		calls["GET "+all] = list(func(ctx ctx, w World) (*api.Page[model.OpenTypeExtension], error) { return owner.at(w).Extensions(ctx) })
		calls["POST "+all] = entity(func(ctx ctx, w World) (model.OpenTypeExtension, error) {
			return owner.at(w).CreateExtension(ctx, extension())
		})
		calls["GET "+one] = entity(func(ctx ctx, w World) (model.OpenTypeExtension, error) { return named(w).Get(ctx) })
		calls["PATCH "+one] = entity(func(ctx ctx, w World) (model.OpenTypeExtension, error) { return named(w).Update(ctx, extension()) })
		calls["DELETE "+one] = nothing(func(ctx ctx, w World) error { return named(w).Delete(ctx) })
	}
	return calls
}
