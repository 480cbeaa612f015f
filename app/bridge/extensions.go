package bridge

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"

	"daybook/api"
	"daybook/model"
	"daybook/views/extensions"
)

// Extensions is the custom data of items as its panel needs it.
type Extensions struct{ *shared }

var _ extensions.Service = (*Extensions)(nil)

// extended is an item that has extensions.
type extended interface {
	Extension(name string) api.ExtensionRef
	Extensions(ctx context.Context, opts ...api.Option) (*api.Page[model.OpenTypeExtension], error)
	CreateExtension(ctx context.Context, e model.OpenTypeExtension, opts ...api.Option) (model.OpenTypeExtension, error)
}

// of addresses an item.
func (c *Extensions) of(i extensions.Item) (extended, error) {
	switch {
	case i.Kind == extensions.Message:
		return c.client.Me().Message(i.ID), nil
	case i.Kind == extensions.Contact:
		return c.client.Me().Contact(i.ID), nil
	case i.Kind == extensions.Event && i.Group != "":
		return c.client.Group(i.Group).Event(i.ID), nil
	case i.Kind == extensions.Event:
		return c.client.Me().Event(i.ID), nil
	case i.Kind == extensions.Post:
		return c.client.Group(i.Group).Thread(i.Thread).Post(i.ID), nil
	}
	return nil, fmt.Errorf("custom data of %q: no such kind of item", i.Kind)
}

// Extensions implements custom.Service.
func (c *Extensions) Extensions(ctx context.Context, item extensions.Item) ([]model.OpenTypeExtension, error) {
	at, err := c.of(item)
	if err != nil {
		return nil, err
	}
	return api.Collect(ctx, at.Extensions)
}

// Extension implements custom.Service.
func (c *Extensions) Extension(ctx context.Context, item extensions.Item, name string) (model.OpenTypeExtension, error) {
	at, err := c.of(item)
	if err != nil {
		return model.OpenTypeExtension{}, err
	}
	return at.Extension(name).Get(ctx)
}

// CreateExtension implements custom.Service.
func (c *Extensions) CreateExtension(ctx context.Context, item extensions.Item, e model.OpenTypeExtension) error {
	at, err := c.of(item)
	if err != nil {
		return err
	}
	_, err = at.CreateExtension(ctx, e)
	_, err = api.ReconcileCreate(ctx, e, err, func(ctx context.Context) ([]model.OpenTypeExtension, error) {
		there, err := at.Extension(e.ExtensionName).Get(ctx)
		return []model.OpenTypeExtension{there}, err
	}, func(is model.OpenTypeExtension) bool {
		return maps.EqualFunc(is.Data, e.Data, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) })
	})
	return err
}

// UpdateExtension implements custom.Service.
func (c *Extensions) UpdateExtension(ctx context.Context, item extensions.Item, e model.OpenTypeExtension) error {
	at, err := c.of(item)
	if err == nil {
		_, err = at.Extension(e.ExtensionName).Update(ctx, e)
	}
	return err
}

// DeleteExtension implements custom.Service.
func (c *Extensions) DeleteExtension(ctx context.Context, item extensions.Item, name string) error {
	at, err := c.of(item)
	if err != nil {
		return err
	}
	return at.Extension(name).Delete(ctx)
}

// What is asked for along with an item: all of its custom data, which undo
// needs to make it anew, or only what it is called.
const (
	wholeExtensions = "extensions"
	extensionIDs    = "extensions($select=id)"
)

// customData reads the custom data of one item by itself, where withExtensions
// cannot bring it. A service that keeps the list to itself leaves the item
// without.
func customData(ctx context.Context, client *api.Client, of extended, into *[]model.OpenTypeExtension) error {
	if client.Dialect() == api.Vendor {
		return nil
	}
	all, err := api.Collect(ctx, of.Extensions)
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
