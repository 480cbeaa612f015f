package api

import (
	"context"

	"daybook/model"
)

// ContactFolderRef is a folder of contacts. Folder ids are unique in a
// mailbox; nested is the path through the parents, which the contract has for
// lists of contacts.
type ContactFolderRef struct {
	ref
	nested ref
	owner  UserRef
}

// ContactFolder is a folder of the user's contacts. The contract's rows that
// lead through it to contacts write contactfolders.
func (u UserRef) ContactFolder(id string) ContactFolderRef {
	r := u.own.fold("/contactFolders").item("", id)
	return ContactFolderRef{r, r.spelled(), u}
}

// ChildFolder is a folder below this one, to any depth.
func (f ContactFolderRef) ChildFolder(id string) ContactFolderRef {
	child := f.owner.ContactFolder(id)
	child.err = f.failed(child.err).err
	if f.c.cfg.Dialect == Vendor {
		// Through childFolders the rows write contactFolders again.
		parent := f.nested
		if parent.path == f.spelled().path {
			parent = f.ref
			parent.folded = ""
		}
		child.nested = parent.item("/childFolders", id)
	}
	return child
}

// ContactFolders lists the folders at the top.
//
// GET {user}/contactFolders · 200 · Contacts.Read (supplement, contacts)
func (u UserRef) ContactFolders(ctx context.Context, opts ...Option) (*Page[model.ContactFolder], error) {
	return list[model.ContactFolder](ctx, u.own, "/contactFolders", opts)
}

// CreateContactFolder makes a folder at the top.
//
// POST {user}/contactFolders · 201 · Contacts.ReadWrite (supplement, contacts)
func (u UserRef) CreateContactFolder(ctx context.Context, displayName string, opts ...Option) (model.ContactFolder, error) {
	return postAs[model.ContactFolder](ctx, u.own, "/contactFolders", named{displayName}, opts)
}

// Get reads the folder.
//
// GET {user}/contactFolders/{id} · 200 · Contacts.Read (supplement, contacts)
func (f ContactFolderRef) Get(ctx context.Context, opts ...Option) (model.ContactFolder, error) {
	return getAs[model.ContactFolder](ctx, f.ref, "", opts)
}

// Update renames the folder or moves it; under itself it cannot go.
//
// PATCH {user}/contactFolders/{id} · 200 · Contacts.ReadWrite (4.7)
func (f ContactFolderRef) Update(ctx context.Context, patch model.ContactFolderPatch, opts ...Option) (model.ContactFolder, error) {
	return patchAs[model.ContactFolder](ctx, f.ref, "", patch, opts)
}

// Delete removes the folder and what is in it.
//
// DELETE {user}/contactFolders/{id} · 204 · Contacts.ReadWrite (supplement, contacts)
func (f ContactFolderRef) Delete(ctx context.Context, opts ...Option) error {
	return f.delete(ctx, "", opts)
}

// ChildFolders lists the folders directly below.
//
// GET {user}/contactFolders/{id}/childFolders · 200 · Contacts.Read (supplement, contacts)
func (f ContactFolderRef) ChildFolders(ctx context.Context, opts ...Option) (*Page[model.ContactFolder], error) {
	return list[model.ContactFolder](ctx, f.ref, "/childFolders", opts)
}

// CreateChildFolder makes a folder below this one.
//
// POST {user}/contactFolders/{id}/childFolders · 201 · Contacts.ReadWrite (4.7)
func (f ContactFolderRef) CreateChildFolder(ctx context.Context, displayName string, opts ...Option) (model.ContactFolder, error) {
	return postAs[model.ContactFolder](ctx, f.ref, "/childFolders", named{displayName}, opts)
}

// ContactRef is a contact of a user.
type ContactRef struct {
	ref
	extensible
	inFolder ref // by the folder it was reached by, for its photo
}

// Contact is a contact, in whatever folder it is.
func (u UserRef) Contact(id string) ContactRef {
	r := u.own.item("/contacts", id)
	return ContactRef{r, extensible{r}, r}
}

// Contact is a contact of the folder.
func (f ContactFolderRef) Contact(id string) ContactRef {
	c := f.owner.Contact(id)
	c.err = f.failed(c.err).err
	c.owner = c.ref
	c.inFolder = f.spelled().item("/contacts", id)
	return c
}

// Contacts lists the user's contacts.
//
// GET {user}/contacts · 200 · Contacts.Read or Contacts.ReadWrite (4.7)
func (u UserRef) Contacts(ctx context.Context, opts ...Option) (*Page[model.Contact], error) {
	return list[model.Contact](ctx, u.own, "/contacts", opts)
}

// Contacts lists the contacts of the folder.
//
// GET {user}/contactfolders/{id}/contacts,
// {user}/contactFolders/{id}/childFolders/{id}/contacts and deeper
// · 200 · Contacts.Read or Contacts.ReadWrite (4.7)
func (f ContactFolderRef) Contacts(ctx context.Context, opts ...Option) (*Page[model.Contact], error) {
	return list[model.Contact](ctx, f.nested, "/contacts", opts)
}

// CreateContact adds a contact. With extensions the reply is expanded with
// them.
//
// POST {user}/contacts · 201 · Contacts.ReadWrite (4.2)
func (u UserRef) CreateContact(ctx context.Context, c model.Contact, opts ...Option) (model.Contact, error) {
	return createContact(ctx, u.own, c, opts)
}

// CreateContact adds a contact to the folder.
//
// POST {user}/contactFolders/{id}/contacts · 201 · Contacts.ReadWrite (supplement, contacts)
func (f ContactFolderRef) CreateContact(ctx context.Context, c model.Contact, opts ...Option) (model.Contact, error) {
	return createContact(ctx, f.ref, c, opts)
}

func createContact(ctx context.Context, r ref, c model.Contact, opts []Option) (model.Contact, error) {
	c.Extensions = r.c.cfg.Dialect.extensions(c.Extensions)
	body, err := writable(c, "parentFolderId")
	if err != nil {
		return model.Contact{}, err
	}
	return postAs[model.Contact](ctx, r, "/contacts", body, opts)
}

// Get reads the contact.
//
// GET {user}/contacts/{id} · 200 · Contacts.Read (supplement, contacts)
func (c ContactRef) Get(ctx context.Context, opts ...Option) (model.Contact, error) {
	return getAs[model.Contact](ctx, c.ref, "", opts)
}

// Update changes the properties that patch names in JSON: a struct or a map
// with the contact's property names. What it leaves out stays.
//
// PATCH {user}/contacts/{id} · 200 · Contacts.ReadWrite (supplement, contacts)
func (c ContactRef) Update(ctx context.Context, patch any, opts ...Option) (model.Contact, error) {
	return patchAs[model.Contact](ctx, c.ref, "", patch, opts)
}

// Delete removes the contact.
//
// DELETE {user}/contacts/{id} · 204 · Contacts.ReadWrite (supplement, contacts)
func (c ContactRef) Delete(ctx context.Context, opts ...Option) error {
	return c.delete(ctx, "", opts)
}
