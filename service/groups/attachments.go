package groups

import (
	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

func (a *Area) listAttachments(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	o, err := postOwner(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	list, err := tx.Attachments(o)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.List(r, store.Attachments(), list, memberPage, rest.AttachedItems(r, tx, o))
}

func attachmentOf(r *rest.Request, tx *store.Tx, mailbox int64) (model.Attachment, error) {
	o, err := postOwner(r, tx, mailbox)
	if err != nil {
		return model.Attachment{}, err
	}
	return tx.Attachment(o, r.Key("attachment"))
}

func (a *Area) getAttachment(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	at, err := attachmentOf(r, tx, mailbox)
	if err == nil {
		err = r.Prefer.Bodies().Item(&at)
	}
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, store.Attachments(), &at)
}

// getAttachmentContent serves the bytes.
func (a *Area) getAttachmentContent(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	at, err := attachmentOf(r, tx, mailbox)
	return rest.Download(at.ContentType, at.ContentBytes), err
}

func (a *Area) deleteAttachment(r *rest.Request, tx *store.Tx, mailbox int64) (rest.Reply, error) {
	o, err := postOwner(r, tx, mailbox)
	if err != nil {
		return rest.Reply{}, err
	}
	if err := tx.DeleteAttachment(o, r.Key("attachment")); err != nil {
		return rest.Reply{}, err
	}
	return rest.NoContent(), postChanged(tx, o)
}
