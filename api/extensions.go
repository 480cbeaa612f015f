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

// CustomData is the extensions of items of any kind.
type CustomData struct{ c *Client }

// CustomData is the extensions of items of any kind, each named by a value.
func (c *Client) CustomData() CustomData { return CustomData{c} }

// of is the owner of extensions that an item is.
func (d CustomData) of(i model.ExtendedItem) extensible {
	switch {
	case i.Kind == model.ItemMessage:
		return d.c.Me().Message(i.ID).extensible
	case i.Kind == model.ItemContact:
		return d.c.Me().Contact(i.ID).extensible
	case i.Kind == model.ItemEvent && i.Group != "":
		return d.c.Group(i.Group).Event(i.ID).extensible
	case i.Kind == model.ItemEvent:
		return d.c.Me().Event(i.ID).extensible
	case i.Kind == model.ItemPost:
		return d.c.Group(i.Group).Thread(i.Thread).Post(i.ID).extensible
	}
	return extensible{ref{c: d.c}.failed(fmt.Errorf("custom data of %q: no such kind of item", i.Kind))}
}

// Extensions lists the custom data of an item.
func (d CustomData) Extensions(ctx context.Context, i model.ExtendedItem) ([]model.OpenTypeExtension, error) {
	return Collect(ctx, d.of(i).Extensions)
}

// Extension reads one of an item's by its name.
func (d CustomData) Extension(ctx context.Context, i model.ExtendedItem, name string) (model.OpenTypeExtension, error) {
	return d.of(i).Extension(name).Get(ctx)
}

// CreateExtension adds custom data to an item.
func (d CustomData) CreateExtension(ctx context.Context, i model.ExtendedItem, e model.OpenTypeExtension) error {
	_, err := d.of(i).CreateExtension(ctx, e)
	return Reconcile(ctx, err, func(ctx context.Context) (bool, error) {
		there, err := d.Extension(ctx, i, e.ExtensionName)
		return maps.EqualFunc(there.Data, e.Data, func(a, b json.RawMessage) bool { return bytes.Equal(a, b) }), err
	})
}

// UpdateExtension sets the properties that e has; null takes one away.
func (d CustomData) UpdateExtension(ctx context.Context, i model.ExtendedItem, e model.OpenTypeExtension) error {
	_, err := d.of(i).Extension(e.ExtensionName).Update(ctx, e)
	return err
}

// DeleteExtension removes one of an item's.
func (d CustomData) DeleteExtension(ctx context.Context, i model.ExtendedItem, name string) error {
	return d.of(i).Extension(name).Delete(ctx)
}
