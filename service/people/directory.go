package people

import (
	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// userPage is how many users a page has when nothing is asked.
const userPage = 100

func (a *Area) listUsers(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	return a.page(r, tx, "")
}

// listReports serves those whose manager the user of the path is.
func (a *Area) listReports(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	reply, err := a.page(r, tx, r.Mailbox.ID)
	return reply.As("directoryObjects"), err
}

func (a *Area) page(r *rest.Request, tx *store.Tx, manager string) (rest.Reply, error) {
	o, err := r.OData()
	if err != nil {
		return rest.Reply{}, err
	}
	var nest odata.Nest
	return a.users.List(r, tx, users(manager), func(u *model.User) error {
		return ExpandUser(tx, &nest, a.schemas.Users, o.Expand, u)
	})
}

func (a *Area) getUser(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	u, err := User(tx, r.Mailbox.ID)
	if err != nil {
		return rest.Reply{}, err
	}
	return a.oneUser(r, tx, u)
}

// getManager serves the manager of the user of the path, 404 where the
// directory names none.
func (a *Area) getManager(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	u, err := Manager(tx, r.Mailbox.ID)
	if err != nil {
		return rest.Reply{}, err
	}
	reply, err := a.oneUser(r, tx, u)
	return reply.As("directoryObjects/$entity"), err
}

func (a *Area) oneUser(r *rest.Request, tx *store.Tx, u model.User) (rest.Reply, error) {
	o, err := r.OData()
	if err != nil {
		return rest.Reply{}, err
	}
	if err := ExpandUser(tx, new(odata.Nest), a.schemas.Users, o.Expand, &u); err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.schemas.Users, &u)
}
