package groups

import (
	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

func (a *Area) listAttachments(r *rest.Request) (rest.Reply, error) {
	var list []model.Attachment
	err := a.store.Read(r.Context(), func(tx *store.Tx) error {
		o, err := postOwner(tx, r)
		if err != nil {
			return err
		}
		list, err = tx.Attachments(o)
		return err
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, store.Attachments(), list, memberPage)
}

func (a *Area) attachment(r *rest.Request) (at model.Attachment, err error) {
	err = a.store.Read(r.Context(), func(tx *store.Tx) error {
		o, err := postOwner(tx, r)
		if err != nil {
			return err
		}
		at, err = tx.Attachment(o, r.Key("attachment"))
		return err
	})
	return at, err
}

func (a *Area) getAttachment(r *rest.Request) (rest.Reply, error) {
	at, err := a.attachment(r)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, store.Attachments(), &at)
}

// getAttachmentContent serves the bytes.
func (a *Area) getAttachmentContent(r *rest.Request) (rest.Reply, error) {
	at, err := a.attachment(r)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.Download(at.ContentType, at.ContentBytes), nil
}

func (a *Area) deleteAttachment(r *rest.Request) (rest.Reply, error) {
	err := a.store.Write(r.Context(), func(tx *store.Tx) error {
		o, err := postOwner(tx, r)
		if err != nil {
			return err
		}
		if err := tx.DeleteAttachment(o, r.Key("attachment")); err != nil {
			return err
		}
		return tx.PostChanged(o)
	})
	return rest.NoContent(), err
}
