package groups

import (
	"daybook/model"
	"daybook/service/odata"
	"daybook/service/people"
	"daybook/service/rest"
	"daybook/service/store"
)

func (a *Area) listGroups(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	return a.list(r, tx, "")
}

// listMemberOf serves the groups that the user of the path is in.
func (a *Area) listMemberOf(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	return a.list(r, tx, r.Mailbox.ID)
}

func (a *Area) list(r *rest.Request, tx *store.Tx, member string) (rest.Reply, error) {
	o, err := r.OData()
	if err != nil {
		return rest.Reply{}, err
	}
	var nest odata.Nest
	return a.groups.List(r, tx, groups(member), func(g *model.Group) error {
		return expandGroup(tx, &nest, a.schemas, o.Expand, g)
	})
}

func (a *Area) getGroup(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	o, err := r.OData()
	if err != nil {
		return rest.Reply{}, err
	}
	p, err := find(tx, r)
	if err == nil {
		err = expandGroup(tx, new(odata.Nest), a.schemas, o.Expand, &p.group)
	}
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.schemas.Groups, &p.group)
}

// listMembers serves who is in the group, or its owners alone.
func (a *Area) listMembers(owners bool) rest.Inside {
	return func(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
		p, err := find(tx, r)
		if err != nil {
			return rest.Reply{}, err
		}
		list, err := Members(tx, p.number, owners)
		if err != nil {
			return rest.Reply{}, err
		}
		reply, err := rest.List(r, a.schemas.Members, list, memberPage, func(b *odata.Nest, expand []odata.Expand, u *model.User) error {
			return people.ExpandUser(tx, b, a.schemas.Members, expand, u)
		})
		return reply.As("directoryObjects"), err
	}
}
