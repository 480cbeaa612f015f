package groups

import (
	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

func (a *Area) listGroups(r *rest.Request) (rest.Reply, error) { return a.list(r, "") }

// listMemberOf serves the groups that the user of the path is in.
func (a *Area) listMemberOf(r *rest.Request) (rest.Reply, error) { return a.list(r, r.Mailbox.ID) }

func (a *Area) list(r *rest.Request, member string) (reply rest.Reply, err error) {
	o, err := r.OData()
	if err != nil {
		return rest.Reply{}, err
	}
	var nest odata.Nest
	err = a.store.Read(r.Context(), func(tx *store.Tx) error {
		reply, err = a.groups.List(r,
			func(q odata.Query) ([]model.Group, []any, error) {
				list, next, err := tx.Groups(member, q)
				for i := range list {
					if err := tx.ExpandGroup(&nest, a.schemas, o.Expand, &list[i]); err != nil {
						return nil, nil, err
					}
				}
				return list, next, err
			},
			func(q odata.Query) (int, error) { return tx.CountGroups(member, q) })
		return err
	})
	return reply, err
}

func (a *Area) countGroups(r *rest.Request) (reply rest.Reply, err error) {
	err = a.store.Read(r.Context(), func(tx *store.Tx) error {
		reply, err = a.groups.CountAll(r, func(q odata.Query) (int, error) { return tx.CountGroups("", q) })
		return err
	})
	return reply, err
}

func (a *Area) getGroup(r *rest.Request) (rest.Reply, error) {
	o, err := r.OData()
	if err != nil {
		return rest.Reply{}, err
	}
	var p place
	err = a.store.Read(r.Context(), func(tx *store.Tx) (err error) {
		if p, err = find(tx, r); err != nil {
			return err
		}
		return tx.ExpandGroup(new(odata.Nest), a.schemas, o.Expand, &p.group)
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.schemas.Groups, &p.group)
}

// listMembers serves who is in the group, or its owners alone.
func (a *Area) listMembers(owners bool) rest.Handler {
	return func(r *rest.Request) (rest.Reply, error) {
		var list []model.User
		err := a.store.Read(r.Context(), func(tx *store.Tx) error {
			p, err := find(tx, r)
			if err != nil {
				return err
			}
			list, err = tx.Members(p.number, owners)
			return err
		})
		if err != nil {
			return rest.Reply{}, err
		}
		reply, err := rest.List(r, a.schemas.Members, list, memberPage, func(b *odata.Nest, expand []odata.Expand, u *model.User) error {
			return a.store.Read(r.Context(), func(tx *store.Tx) error { return tx.ExpandUser(b, a.schemas.Members, expand, u) })
		})
		return reply.As("directoryObjects"), err
	}
}
