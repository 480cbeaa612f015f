package api

import (
	"context"
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
