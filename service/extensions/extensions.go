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
	// Noun is for the names of operations: "Contact".
	Noun string
	// Find finds the item that the path names.
	Find func(r *rest.Request, tx *store.Tx, mailbox int64) (store.Owner, error)
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
		i.Read.At("GET", all, "List"+i.Noun+"Extensions", rest.Reads(h.list)).Counted("Count" + i.Noun + "Extensions"),
		i.Write.At("POST", all, "Create"+i.Noun+"Extension", rest.WritesWith(rest.JSON[model.OpenTypeExtension], h.create)),
		i.Read.At("GET", one, "Get"+i.Noun+"Extension", rest.Reads(h.get)),
		i.Write.At("PATCH", one, "Update"+i.Noun+"Extension", rest.WritesWith(rest.JSON[model.OpenTypeExtension], h.update)),
		i.Write.At("DELETE", one, "Delete"+i.Noun+"Extension", rest.Writes(h.delete)),
	}
}

type handlers struct {
	Items
	schema *odata.Schema
}

func (h handlers) list(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	owner, err := h.Find(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	list, err := tx.Extensions(owner)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, h.schema, list, pageSize)
}

func (h handlers) get(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	owner, err := h.Find(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	e, err := tx.Extension(owner, r.Key("extension"))
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, h.schema, &e)
}

func (h handlers) create(r *rest.Request, tx *store.Tx, mailbox int64, given model.OpenTypeExtension) (rest.Reply, error) {
	owner, err := h.Find(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	kept, err := tx.AddExtension(owner, given)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.Created(kept), h.Changed(tx, owner)
}

func (h handlers) update(r *rest.Request, tx *store.Tx, mailbox int64, given model.OpenTypeExtension) (rest.Reply, error) {
	owner, err := h.Find(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	kept, err := tx.ChangeExtension(owner, r.Key("extension"), given.Data)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.OK(kept), h.Changed(tx, owner)
}

func (h handlers) delete(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	owner, err := h.Find(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	if err := tx.DeleteExtension(owner, r.Key("extension")); err != nil {
		return rest.Reply{}, err
	}
	return rest.NoContent(), h.Changed(tx, owner)
}
