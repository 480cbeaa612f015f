package api

import (
	"context"
	"net/http"

	"daybook/model"
)

// MailFolderRef is a mail folder, by id or well-known name. Folder ids are
// unique in a mailbox, so a nested folder is addressed by itself; nested is
// the path through its parents, which the contract has for attachments.
type MailFolderRef struct {
	ref
	nested ref
	owner  UserRef
}

// MailFolder is a folder by id or well-known name (model.FolderInbox ...).
func (u UserRef) MailFolder(id string) MailFolderRef {
	r := u.box.item("/mailFolders", id)
	return MailFolderRef{ref: r, nested: r, owner: u}
}

// ChildFolder is a folder below this one, to any depth.
func (f MailFolderRef) ChildFolder(id string) MailFolderRef {
	child := f.owner.MailFolder(id)
	child.err = f.failed(child.err).err
	if f.c.cfg.Dialect == Vendor {
		child.nested = f.nested.item("/childFolders", id)
	}
	return child
}

// MailFolders lists the folders at the top.
//
// GET {user}/mailFolders · 200 · Mail.Read (supplement, mail)
func (u UserRef) MailFolders(ctx context.Context, opts ...Option) (*Page[model.MailFolder], error) {
	return list[model.MailFolder](ctx, u.box, "/mailFolders", opts)
}

// CreateMailFolder makes a folder at the top.
//
// POST {user}/mailFolders · 201 · Mail.ReadWrite (supplement, mail)
func (u UserRef) CreateMailFolder(ctx context.Context, displayName string, opts ...Option) (model.MailFolder, error) {
	return postAs[model.MailFolder](ctx, u.box, "/mailFolders", named{displayName}, opts)
}

// named is the body that makes or renames a folder.
type named struct {
	DisplayName string `json:"displayName"`
}

// Get reads the folder with its counts.
//
// GET {user}/mailFolders/{id} · 200 · Mail.Read (supplement, mail)
func (f MailFolderRef) Get(ctx context.Context, opts ...Option) (model.MailFolder, error) {
	return getAs[model.MailFolder](ctx, f.ref, "", opts)
}

// GetRequest is Get as a value, for a batch.
func (f MailFolderRef) GetRequest(opts ...Option) *Request {
	return f.request(http.MethodGet, "", nil, opts)
}

// Rename changes the folder's name.
//
// PATCH {user}/mailFolders/{id} · 200 · Mail.ReadWrite (supplement, mail)
func (f MailFolderRef) Rename(ctx context.Context, displayName string, opts ...Option) (model.MailFolder, error) {
	return patchAs[model.MailFolder](ctx, f.ref, "", named{displayName}, opts)
}

// RootFolder is the well-known name of what the folders at the top are in.
const RootFolder = "msgfolderroot"

// Move puts the folder, with all that is in it, into another, by id or
// well-known name. Its id stays, so that to move again leaves things as they
// are.
//
// POST {user}/mailFolders/{id}/move · 201 · Mail.ReadWrite (public interface, mailfolder-move)
func (f MailFolderRef) Move(ctx context.Context, folder string, opts ...Option) (out model.MailFolder, err error) {
	req := f.request(http.MethodPost, "/move", destination{folder}, opts)
	req.idempotent = true
	err = f.c.Do(ctx, req, &out)
	return out, err
}

// Delete moves the folder, with what is in it, to Deleted Items; one that is
// there is deleted for good.
//
// DELETE {user}/mailFolders/{id} · 204 · Mail.ReadWrite (supplement, mail)
func (f MailFolderRef) Delete(ctx context.Context, opts ...Option) error {
	return deleteOnce(ctx, f.ref, opts)
}

// ChildFolders lists the folders directly below.
//
// GET {user}/mailFolders/{id}/childFolders · 200 · Mail.Read (supplement, mail)
func (f MailFolderRef) ChildFolders(ctx context.Context, opts ...Option) (*Page[model.MailFolder], error) {
	return list[model.MailFolder](ctx, f.ref, "/childFolders", opts)
}

// CreateChildFolder makes a folder below this one.
//
// POST {user}/mailFolders/{id}/childFolders · 201 · Mail.ReadWrite (supplement, mail)
func (f MailFolderRef) CreateChildFolder(ctx context.Context, displayName string, opts ...Option) (model.MailFolder, error) {
	return postAs[model.MailFolder](ctx, f.ref, "/childFolders", named{displayName}, opts)
}

// Messages lists the mail of the whole mailbox, newest first.
//
// GET {user}/messages · 200 · Mail.Read (supplement, mail)
func (u UserRef) Messages(ctx context.Context, opts ...Option) (*Page[model.Message], error) {
	return list[model.Message](ctx, u.box, "/messages", messageList(opts))
}

// Messages lists the mail of the folder, newest first.
//
// GET {user}/mailFolders/{id}/messages · 200 · Mail.Read (supplement, mail)
func (f MailFolderRef) Messages(ctx context.Context, opts ...Option) (*Page[model.Message], error) {
	return list[model.Message](ctx, f.ref, "/messages", messageList(opts))
}

// messageList marks a list of messages, whose filter the microsoft dialect
// wants in the order of the sorting.
func messageList(opts []Option) []Option {
	return append(opts[:len(opts):len(opts)], func(o *options) { o.orderFirst = true })
}

// Delta asks for what changed in the folder since link, a deltaLink that was
// kept; an empty one starts a round. The last page has the next DeltaLink.
//
// GET {user}/mailFolders/{id}/messages/delta · 200, 410 SyncStateNotFound · Mail.Read (supplement, mail)
func (f MailFolderRef) Delta(ctx context.Context, link string, opts ...Option) (*Page[model.Message], error) {
	return delta[model.Message](ctx, f.ref, "/messages/delta", link, opts)
}

// Sync follows a round of Delta to its end and starts over when the service
// has forgotten the link.
func (f MailFolderRef) Sync(ctx context.Context, link string, opts ...Option) (Changes[model.Message], error) {
	return syncRound(ctx, f.ref, "/messages/delta", link, opts,
		func(m *model.Message) *model.Entity { return &m.Entity })
}

// CreateMessage saves a draft in Drafts. It may carry attachments and
// extensions; with extensions the reply is expanded with them.
//
// POST {user}/messages · 201 · Mail.ReadWrite (4.2, 4.6)
func (u UserRef) CreateMessage(ctx context.Context, m model.Message, opts ...Option) (model.Message, error) {
	return createMessage(ctx, u.box, m, opts)
}

// CreateMessage saves a draft in the folder.
//
// POST {user}/mailFolders/{id}/messages · 201 · Mail.ReadWrite (4.6)
func (f MailFolderRef) CreateMessage(ctx context.Context, m model.Message, opts ...Option) (model.Message, error) {
	return createMessage(ctx, f.ref, m, opts)
}

func createMessage(ctx context.Context, r ref, m model.Message, opts []Option) (model.Message, error) {
	body, err := r.c.draft(m)
	if err != nil {
		return model.Message{}, err
	}
	return postAs[model.Message](ctx, r, "/messages", body, opts)
}

// SendMail sends a message without keeping a draft of it first. It is not
// repeated when the answer is lost: Deliver is the way that never doubles.
//
// POST {user}/sendMail · 202 · Mail.Send (supplement, mail)
func (u UserRef) SendMail(ctx context.Context, req model.SendMailRequest, opts ...Option) error {
	m, err := u.box.c.draft(req.Message)
	if err != nil {
		return err
	}
	body := struct {
		Message         any   `json:"message"`
		SaveToSentItems *bool `json:"saveToSentItems,omitempty"`
	}{m, req.SaveToSentItems}
	return u.box.post(ctx, "/sendMail", body, nil, opts)
}
