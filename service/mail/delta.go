package mail

import (
	"encoding/json"

	"daybook/service/delta"
	"daybook/service/rest"
	"daybook/service/store"
)

// delta serves /mailFolders/{id}/messages/delta, newest first.
func (a *Area) delta(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	o, err := delta.Options(r, true)
	if err != nil {
		return rest.Reply{}, err
	}
	q, err := a.query(r, o)
	if err != nil {
		return rest.Reply{}, err
	}
	q.Mailbox = mailbox
	if q.Folder, err = folderOf(tx, mailbox, r); err != nil {
		return rest.Reply{}, err
	}
	page, err := delta.Collection{Mailbox: mailbox, Kind: store.ItemMessage, Container: q.Folder,
		List: func(after any, limit int) ([]json.RawMessage, any, error) {
			if q.Limit = limit; after != nil {
				q.After = []any{after}
			}
			found, err := tx.Messages(q)
			if err != nil || found.Next == nil {
				return found.Items, nil, err
			}
			return found.Items, found.Next[0], nil // a list by arrival has that key alone
		},
		Item: func(id string) (json.RawMessage, error) { return tx.MessageJSON(mailbox, id, q) },
	}.Page(r, tx)
	return page.Reply(), err
}

// foldersDelta serves /mailFolders/delta: the folders of all levels, hidden
// ones too.
func (a *Area) foldersDelta(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	o, err := delta.Options(r, false)
	if err != nil {
		return rest.Reply{}, err
	}
	shape, err := a.folders.Shape(o.Select, o.Expand)
	if err != nil {
		return rest.Reply{}, err
	}
	page, err := delta.Collection{Mailbox: mailbox, Kind: store.ItemFolder,
		List: func(after any, limit int) ([]json.RawMessage, any, error) {
			all, err := tx.AllFolders(mailbox)
			if err != nil {
				return nil, nil, err
			}
			return delta.Cut(all, shape, after, limit)
		},
		Item: func(id string) (json.RawMessage, error) {
			f, err := tx.Folder(mailbox, id)
			if err != nil || f.WellKnownName == store.FolderRoot {
				return nil, err
			}
			return shape.Append(nil, &f)
		},
		Log: func(since int64, limit int) ([]store.Change, error) { return tx.FolderChanges(mailbox, since, limit) },
	}.Page(r, tx)
	return page.Reply(), err
}
