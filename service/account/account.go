// Package account serves what belongs to a person's account rather than to
// one kind of item: the mailbox's settings, the permission grants of
// applications, and $batch, which carries requests of every area.
//
// Invariants: settings that are stored are valid, so nobody who reads them
// checks again; the parts of a batch have the rights of its caller and no
// other; a part that fails leaves nothing behind, and a reply to a batch is
// sent when all that it acknowledges is durable.
package account

import (
	"daybook/service/rest"
	"daybook/service/store"
)

// Area is the account part of the service.
type Area struct {
	store *store.Store
}

// New makes the area on a store.
func New(s *store.Store) *Area {
	return &Area{store: s}
}

// Routes is the account part of the routing table.
func (a *Area) Routes() []rest.Route {
	return []rest.Route{
		{Method: "POST", Pattern: "$batch", Operation: "Batch", Handler: a.batch}, // each part is held to its own scopes
	}
}
