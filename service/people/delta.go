package people

import (
	"encoding/json"

	"daybook/model"
	"daybook/service/delta"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// contactsDelta serves /contactFolders/{id}/contacts/delta, and of all folders
// /contacts/delta.
func (a *Area) contactsDelta(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	expand, err := a.expansion(r)
	if err != nil {
		return rest.Reply{}, err
	}
	byID, err := a.schemas.Contacts.Order(nil, odata.By("id", false))
	if err != nil {
		return rest.Reply{}, err
	}
	return follow(r, tx, a.schemas.Contacts, func(shape *odata.Shape) (delta.Collection, error) {
		folder, err := folderID(tx, mailbox, r)
		c := delta.Collection{Mailbox: mailbox, Kind: store.ItemContact, Container: folder}
		print := func(one *model.Contact) (json.RawMessage, error) {
			if err := expand.fill(tx, mailbox, one); err != nil {
				return nil, err
			}
			return shape.Append(nil, one)
		}
		c.List = func(after any, limit int) ([]json.RawMessage, any, error) {
			q := odata.Query{Order: byID, Limit: limit}
			if after != nil {
				q.After = []any{after}
			}
			list, next, err := Contacts(mailbox, folder, "").Page(tx, q)
			items := make([]json.RawMessage, len(list))
			for i := range list {
				if err == nil {
					items[i], err = print(&list[i])
				}
			}
			if next == nil {
				return items, nil, err
			}
			return items, next[0], err
		}
		c.Item = func(id string) (json.RawMessage, error) {
			one, err := Contact(tx, mailbox, id)
			if err != nil {
				return nil, err
			}
			return print(&one)
		}
		if folder == "" {
			c.Container = store.AnyContainer
			c.Log = func(since int64, limit int) ([]store.Change, error) {
				return tx.AllChanges(mailbox, store.ItemContact, since, limit)
			}
		}
		return c, err
	})
}

// foldersDelta serves /contactFolders/delta: the folders of all levels.
func (a *Area) foldersDelta(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	return follow(r, tx, a.schemas.ContactFolders, func(shape *odata.Shape) (delta.Collection, error) {
		return delta.Collection{Mailbox: mailbox, Kind: store.ItemContactFolder,
			List: func(after any, limit int) ([]json.RawMessage, any, error) {
				all, err := allContactFolders(tx, mailbox)
				if err != nil {
					return nil, nil, err
				}
				return delta.Cut(all, shape, after, limit)
			},
			Item: func(id string) (json.RawMessage, error) {
				f, err := ContactFolder(tx, mailbox, id)
				if err != nil {
					return nil, err
				}
				return shape.Append(nil, &f)
			}}, nil
	})
}

// follow answers a page of a delta query.
func follow(r *rest.Request, tx *store.Tx, schema *odata.Schema, of func(*odata.Shape) (delta.Collection, error)) (rest.Reply, error) {
	o, err := delta.Options(r, false)
	if err != nil {
		return rest.Reply{}, err
	}
	shape, err := schema.Shape(o.Select, o.Expand)
	if err != nil {
		return rest.Reply{}, err
	}
	c, err := of(shape)
	if err != nil {
		return rest.Reply{}, err
	}
	page, err := c.Page(r, tx)
	return page.Reply(), err
}
