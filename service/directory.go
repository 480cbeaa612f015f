package service

import (
	"context"
	"errors"

	"daybook/model"
	"daybook/service/auth"
	"daybook/service/files"
	"daybook/service/groups"
	"daybook/service/rest"
	"daybook/service/store"
)

// directory is the rest.Directory of the service: who is here, and who may
// reach what of whom.
type directory struct {
	*auth.Authority // resolves users
	store           *store.Store
}

// ResolveGroup is rest.Directory's.
func (d directory) ResolveGroup(ctx context.Context, key, caller string) (rest.Group, error) {
	var out rest.Group
	err := d.store.Read(ctx, func(tx *store.Tx) error {
		g, number, err := groups.Group(tx, key)
		if err != nil {
			return err
		}
		m, err := groups.MembershipOf(tx, number, caller)
		out = rest.Group{User: rest.User{ID: g.ID, PrincipalName: g.Mail}, DisplayName: g.DisplayName,
			Public: g.Visibility == groups.VisibilityPublic, Member: m >= groups.Member, Owner: m >= groups.Owner}
		return err
	})
	return out, err
}

// DriveOwner is rest.Directory's.
func (d directory) DriveOwner(ctx context.Context, drive string) (owner string, group bool, err error) {
	var m store.Mailbox
	err = d.store.Read(ctx, func(tx *store.Tx) error {
		m, err = tx.FindMailbox(files.DriveOwner(drive))
		return err
	})
	if errors.Is(err, model.ErrNotFound) {
		err = rest.NotFound("drive", drive)
	}
	return m.ID, m.Kind == store.KindGroup, err
}

// MayReach is rest.Directory's: the owner's shares decide.
func (d directory) MayReach(ctx context.Context, owner, caller, area string, right model.Right) (bool, error) {
	return d.store.MayReach(ctx, owner, caller, area, right)
}
