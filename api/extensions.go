package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"daybook/model"
)

// extensible is an owner of open type extensions: a message, an event, a
// contact, an event of a group, or a post.
type extensible struct{ owner ref }

// ExtensionRef is one extension of its owner.
type ExtensionRef struct {
	ref
	name string
}

// Extension is an extension by its bare name or its full id.
func (x extensible) Extension(name string) ExtensionRef {
	return ExtensionRef{x.owner.item("/extensions", name), name}
}

// Extensions lists the extensions of the owner.
//
// GET {owner}/extensions · 200 · the owner's read scope (supplement, extensions)
func (x extensible) Extensions(ctx context.Context, opts ...Option) (*Page[model.OpenTypeExtension], error) {
	return list[model.OpenTypeExtension](ctx, x.owner, "/extensions", opts)
}

// CreateExtension adds custom data to the owner. ExtensionName is required;
// the type is that of the dialect.
//
// POST {owner}/extensions · 201 · Mail.ReadWrite, Calendars.ReadWrite,
// Contacts.ReadWrite or Group.ReadWrite.All, by owner (4.2)
func (x extensible) CreateExtension(ctx context.Context, e model.OpenTypeExtension, opts ...Option) (model.OpenTypeExtension, error) {
	return postAs[model.OpenTypeExtension](ctx, x.owner, "/extensions", x.owner.c.cfg.Dialect.extension(e), opts)
}

// Get reads the extension.
//
// GET {owner}/extensions/{name} · 200 · the owner's read scope (supplement, extensions)
func (x ExtensionRef) Get(ctx context.Context, opts ...Option) (model.OpenTypeExtension, error) {
	return getAs[model.OpenTypeExtension](ctx, x.ref, "", opts)
}

// Update changes the custom data that e has.
//
// PATCH {owner}/extensions/{name} · 200 · the owner's write scope (supplement, extensions)
func (x ExtensionRef) Update(ctx context.Context, e model.OpenTypeExtension, opts ...Option) (model.OpenTypeExtension, error) {
	e = x.c.cfg.Dialect.extension(e)
	if e.ExtensionName == "" {
		e.ExtensionName = bareName(x.name)
	}
	return patchAs[model.OpenTypeExtension](ctx, x.ref, "", e, opts)
}

// bareName is the name within a full id: what follows the type's prefix.
func bareName(id string) string {
	const mark = ".opentypeextension."
	if i := strings.Index(strings.ToLower(id), mark); i >= 0 {
		return id[i+len(mark):]
	}
	return id
}

// Delete removes the extension.
//
// DELETE {owner}/extensions/{name} · 204 · the owner's write scope (supplement, extensions)
func (x ExtensionRef) Delete(ctx context.Context, opts ...Option) error {
	return x.delete(ctx, "", opts)
}

// extended is the owner of extensions that an item is.
func (c *Client) extended(i model.ExtendedItem) extensible {
	switch {
	case i.Kind == model.ItemMessage:
		return c.Me().Message(i.ID).extensible
	case i.Kind == model.ItemContact:
		return c.Me().Contact(i.ID).extensible
	case i.Kind == model.ItemEvent && i.Group != "":
		return c.Group(i.Group).Event(i.ID).extensible
	case i.Kind == model.ItemEvent:
		return c.Me().Event(i.ID).extensible
	case i.Kind == model.ItemPost:
		return c.Group(i.Group).Thread(i.Thread).Post(i.ID).extensible
	}
	return extensible{ref{c: c}.failed(fmt.Errorf("custom data of %q: no such kind of item", i.Kind))}
}

// Extensions lists the custom data of an item.
func (c *Client) Extensions(ctx context.Context, i model.ExtendedItem) ([]model.OpenTypeExtension, error) {
	return Collect(ctx, c.extended(i).Extensions)
}

// Extension reads one of an item's by its name.
func (c *Client) Extension(ctx context.Context, i model.ExtendedItem, name string) (model.OpenTypeExtension, error) {
	return c.extended(i).Extension(name).Get(ctx)
}

// CreateExtension adds custom data to an item.
func (c *Client) CreateExtension(ctx context.Context, i model.ExtendedItem, e model.OpenTypeExtension) error {
	_, err := c.extended(i).CreateExtension(ctx, e)
	return Reconcile(ctx, err, func(ctx context.Context) (bool, error) {
		there, err := c.Extension(ctx, i, e.ExtensionName)
		return maps.EqualFunc(there.Data, e.Data, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }), err
	})
}

// UpdateExtension sets the properties that e has; null takes one away.
func (c *Client) UpdateExtension(ctx context.Context, i model.ExtendedItem, e model.OpenTypeExtension) error {
	_, err := c.extended(i).Extension(e.ExtensionName).Update(ctx, e)
	return err
}

// DeleteExtension removes one of an item's.
func (c *Client) DeleteExtension(ctx context.Context, i model.ExtendedItem, name string) error {
	return c.extended(i).Extension(name).Delete(ctx)
}
