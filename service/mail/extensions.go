package mail

import (
	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

func (a *Area) listExtensions(r *rest.Request) (rest.Reply, error) {
	var list []model.OpenTypeExtension
	err := a.read(r, func(tx *store.Tx, mailbox int64) error {
		owner, err := attachmentOwner(tx, mailbox, r)
		if err != nil {
			return err
		}
		list, err = tx.Extensions(owner)
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, a.extensions, list, maxFolderPage)
}

func (a *Area) getExtension(r *rest.Request) (rest.Reply, error) {
	var e model.OpenTypeExtension
	err := a.read(r, func(tx *store.Tx, mailbox int64) error {
		owner, err := attachmentOwner(tx, mailbox, r)
		if err != nil {
			return err
		}
		e, err = tx.Extension(owner, r.Key("extension"))
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.extensions, &e)
}

func (a *Area) createExtension(r *rest.Request) (rest.Reply, error) {
	var e model.OpenTypeExtension
	if err := r.Decode(&e); err != nil {
		return rest.Reply{}, err
	}
	return a.changeExtensions(r, rest.Created, func(tx *store.Tx, owner store.Owner) (model.OpenTypeExtension, error) {
		return tx.AddExtension(owner, e)
	})
}

func (a *Area) updateExtension(r *rest.Request) (rest.Reply, error) {
	var e model.OpenTypeExtension
	if err := r.Decode(&e); err != nil {
		return rest.Reply{}, err
	}
	return a.changeExtensions(r, rest.OK, func(tx *store.Tx, owner store.Owner) (model.OpenTypeExtension, error) {
		return tx.ChangeExtension(owner, r.Key("extension"), e.Data)
	})
}

func (a *Area) deleteExtension(r *rest.Request) (rest.Reply, error) {
	_, err := a.changeExtensions(r, rest.OK, func(tx *store.Tx, owner store.Owner) (model.OpenTypeExtension, error) {
		return model.OpenTypeExtension{}, tx.DeleteExtension(owner, r.Key("extension"))
	})
	return rest.NoContent(), err
}

// changeExtensions runs a change and marks the message as changed.
func (a *Area) changeExtensions(r *rest.Request, reply func(any) rest.Reply, change func(*store.Tx, store.Owner) (model.OpenTypeExtension, error)) (rest.Reply, error) {
	var e model.OpenTypeExtension
	err := a.write(r, func(tx *store.Tx, mailbox int64) error {
		owner, err := attachmentOwner(tx, mailbox, r)
		if err != nil {
			return err
		}
		if e, err = change(tx, owner); err != nil {
			return err
		}
		return tx.TouchMessage(mailbox, owner.ID)
	})
	return reply(e), err
}
