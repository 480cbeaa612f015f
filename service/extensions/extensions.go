// Package extensions serves the open type extensions of an area's items: the
// collection below each item, and one of them by its bare name or full id.
//
// Invariants: an extension is reached only through the item that owns it,
// which the area finds; a change of one is a change of its item.
package extensions

import (
	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// Items are the items of an area that own extensions.
type Items struct {
	Store *store.Store
	// Noun is for the names of operations: "Contact".
	Noun string
	// Find finds the item that the path names.
	Find func(tx *store.Tx, r *rest.Request) (store.Owner, error)
	// Changed notes that an item has changed.
	Changed func(tx *store.Tx, o store.Owner) error
	// Read and Write say which scopes are needed, and who may.
	Read, Write rest.Route
}

// pageSize is how many extensions a page has when nothing is asked.
const pageSize = 250

// Routes are the rows for the items at base, such as "{user}/contacts/{contact}".
func (i Items) Routes(base string) []rest.Route {
	all, one := base+"/extensions", base+"/extensions/{extension}"
	h := handlers{i, store.Extensions()}
	return []rest.Route{
		i.Read.At("GET", all, "List"+i.Noun+"Extensions", h.list),
		i.Write.At("POST", all, "Create"+i.Noun+"Extension", h.create),
		i.Read.At("GET", one, "Get"+i.Noun+"Extension", h.get),
		i.Write.At("PATCH", one, "Update"+i.Noun+"Extension", h.update),
		i.Write.At("DELETE", one, "Delete"+i.Noun+"Extension", h.delete),
	}
}

type handlers struct {
	Items
	schema *odata.Schema
}

func (h handlers) read(r *rest.Request, fn func(tx *store.Tx, o store.Owner) error) error {
	return h.Store.Read(r.Context(), func(tx *store.Tx) error {
		owner, err := h.Find(tx, r)
		if err != nil {
			return err
		}
		return fn(tx, owner)
	})
}

// write runs a change and notes it on the item.
func (h handlers) write(r *rest.Request, fn func(tx *store.Tx, o store.Owner) error) error {
	return h.Store.Write(r.Context(), func(tx *store.Tx) error {
		owner, err := h.Find(tx, r)
		if err != nil {
			return err
		}
		if err := fn(tx, owner); err != nil {
			return err
		}
		return h.Changed(tx, owner)
	})
}

func (h handlers) list(r *rest.Request) (rest.Reply, error) {
	var list []model.OpenTypeExtension
	err := h.read(r, func(tx *store.Tx, o store.Owner) (err error) {
		list, err = tx.Extensions(o)
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, h.schema, list, pageSize)
}

func (h handlers) get(r *rest.Request) (rest.Reply, error) {
	var e model.OpenTypeExtension
	err := h.read(r, func(tx *store.Tx, o store.Owner) (err error) {
		e, err = tx.Extension(o, r.Key("extension"))
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, h.schema, &e)
}

func (h handlers) create(r *rest.Request) (rest.Reply, error) {
	var given, kept model.OpenTypeExtension
	if err := r.Decode(&given); err != nil {
		return rest.Reply{}, err
	}
	err := h.write(r, func(tx *store.Tx, o store.Owner) (err error) {
		kept, err = tx.AddExtension(o, given)
		return err
	})
	return rest.Created(kept), err
}

func (h handlers) update(r *rest.Request) (rest.Reply, error) {
	var given, kept model.OpenTypeExtension
	if err := r.Decode(&given); err != nil {
		return rest.Reply{}, err
	}
	err := h.write(r, func(tx *store.Tx, o store.Owner) (err error) {
		kept, err = tx.ChangeExtension(o, r.Key("extension"), given.Data)
		return err
	})
	return rest.OK(kept), err
}

func (h handlers) delete(r *rest.Request) (rest.Reply, error) {
	err := h.write(r, func(tx *store.Tx, o store.Owner) error {
		return tx.DeleteExtension(o, r.Key("extension"))
	})
	return rest.NoContent(), err
}
