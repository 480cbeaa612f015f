package bridge

import (
	"context"

	"daybook/api"
	"daybook/model"
)

// What is asked for along with an item: all of its custom data, which undo
// needs to make it anew, or only what it is called.
const (
	wholeExtensions = "extensions"
	extensionIDs    = "extensions($select=id)"
)

// extensionList lists the extensions of an item.
type extensionList = func(context.Context, ...api.Option) (*api.Page[model.OpenTypeExtension], error)

// customData reads the custom data of one item by itself, where withExtensions
// cannot bring it. A service that keeps the list to itself leaves the item
// without.
func customData(ctx context.Context, client *api.Client, list extensionList, into *[]model.OpenTypeExtension) error {
	if client.Dialect() == api.Vendor {
		return nil
	}
	all, err := api.Collect(ctx, list)
	if err == nil {
		*into = all
	}
	return unlessRefused(err)
}

// withExtensions asks for custom data along with an item, so that none of it
// costs a request of its own. The other dialect's service takes no expansion
// without a filter by name, and is not asked.
func withExtensions(client *api.Client, which string, options ...api.Option) []api.Option {
	if client.Dialect() != api.Vendor {
		return options
	}
	return append(options, api.Expand(which))
}
