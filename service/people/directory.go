package people

import (
	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// userPage is how many users a page has when nothing is asked.
const userPage = 100

func (a *Area) listUsers(r *rest.Request) (rest.Reply, error) { return a.page(r, "") }

// listReports serves those whose manager the user of the path is.
func (a *Area) listReports(r *rest.Request) (rest.Reply, error) {
	reply, err := a.page(r, r.Mailbox.ID)
	return reply.As("directoryObjects"), err
}

func (a *Area) page(r *rest.Request, manager string) (reply rest.Reply, err error) {
	o, err := r.OData()
	if err != nil {
		return rest.Reply{}, err
	}
	var nest odata.Nest
	err = a.store.Read(r.Context(), func(tx *store.Tx) error {
		reply, err = a.users.List(r,
			func(q odata.Query) ([]model.User, []any, error) {
				list, next, err := tx.Users(manager, q)
				for i := range list {
					if err := tx.ExpandUser(&nest, a.schemas.Users, o.Expand, &list[i]); err != nil {
						return nil, nil, err
					}
				}
				return list, next, err
			},
			func(q odata.Query) (int, error) { return tx.CountUsers(manager, q) })
		return err
	})
	return reply, err
}

func (a *Area) countUsers(r *rest.Request) (reply rest.Reply, err error) {
	err = a.store.Read(r.Context(), func(tx *store.Tx) error {
		reply, err = a.users.CountAll(r, func(q odata.Query) (int, error) { return tx.CountUsers("", q) })
		return err
	})
	return reply, err
}

func (a *Area) getUser(r *rest.Request) (rest.Reply, error) {
	return a.oneUser(r, (*store.Tx).User)
}

// getManager serves the manager of the user of the path, 404 where the
// directory names none.
func (a *Area) getManager(r *rest.Request) (rest.Reply, error) {
	reply, err := a.oneUser(r, (*store.Tx).Manager)
	return reply.As("directoryObjects/$entity"), err
}

func (a *Area) oneUser(r *rest.Request, read func(*store.Tx, string) (model.User, error)) (rest.Reply, error) {
	o, err := r.OData()
	if err != nil {
		return rest.Reply{}, err
	}
	var u model.User
	err = a.store.Read(r.Context(), func(tx *store.Tx) (err error) {
		if u, err = read(tx, r.Mailbox.ID); err != nil {
			return err
		}
		return tx.ExpandUser(new(odata.Nest), a.schemas.Users, o.Expand, &u)
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.schemas.Users, &u)
}
