package api

import (
	"context"
	"io"
	"net/http"
	"strings"

	"daybook/model"
)

// MessageRef is a message of a mailbox. Message ids are unique in a mailbox;
// the paths through the folder are used where the contract has them.
type MessageRef struct {
	ref
	extensible
	inFolder ref // {user}/mailFolders/{id}/messages/{id}, or as ref
	nested   ref // the same through all parents of the folder
}

// Message is a message of the mailbox, in whatever folder it is.
func (u UserRef) Message(id string) MessageRef {
	r := u.box.item("/messages", id)
	return MessageRef{ref: r, extensible: extensible{r}, inFolder: r, nested: r}
}

// Message is a message of the folder.
func (f MailFolderRef) Message(id string) MessageRef {
	m := f.owner.Message(id)
	m.err = f.failed(m.err).err
	m.owner = m.ref
	m.inFolder = f.item("/messages", id)
	m.nested = f.nested.item("/messages", id)
	return m
}

// Get reads the message.
//
// GET {user}/messages/{id} · 200 · Mail.Read (supplement, mail)
func (m MessageRef) Get(ctx context.Context, opts ...Option) (model.Message, error) {
	return getAs[model.Message](ctx, m.ref, "", opts)
}

// GetRequest is Get as a value, for a batch.
func (m MessageRef) GetRequest(opts ...Option) *Request {
	return m.request(http.MethodGet, "", nil, opts)
}

// MIME streams the message as it came, message/rfc822. The caller closes it.
//
// GET {user}/messages/{id}/$value · 200 · Mail.Read (supplement, mail)
func (m MessageRef) MIME(ctx context.Context, opts ...Option) (io.ReadCloser, error) {
	return m.stream(ctx, "/$value", opts)
}

// stream opens a reply that is not JSON.
func (r ref) stream(ctx context.Context, action string, opts []Option) (io.ReadCloser, error) {
	resp, err := r.c.open(ctx, r.request(http.MethodGet, action, nil, opts))
	if err != nil {
		return nil, err
	}
	return resp.Body, nil
}

// Update changes what is set in the patch. Beyond categories, importance,
// receipt requests, isRead, flag and classification, drafts alone change.
//
// PATCH {user}/messages/{id}, {user}/mailFolders/{id}/messages/{id} · 200 · Mail.ReadWrite (4.6)
func (m MessageRef) Update(ctx context.Context, patch model.MessagePatch, opts ...Option) (out model.Message, err error) {
	err = m.c.Do(ctx, m.UpdateRequest(patch, opts...), &out)
	return out, err
}

// UpdateRequest is Update as a value, for a batch.
func (m MessageRef) UpdateRequest(patch model.MessagePatch, opts ...Option) *Request {
	return m.inFolder.request(http.MethodPatch, "", patch, opts)
}

// Delete moves the message to Deleted Items; from there it is gone.
//
// DELETE {user}/messages/{id} · 204 · Mail.ReadWrite (supplement, mail)
func (m MessageRef) Delete(ctx context.Context, opts ...Option) error {
	return m.c.Do(ctx, m.DeleteRequest(opts...), nil)
}

// DeleteRequest is Delete as a value, for a batch.
func (m MessageRef) DeleteRequest(opts ...Option) *Request {
	return deleteRequest(m.ref, opts)
}

// deleteRequest deletes where a second delete would not be the same as one:
// the first moves to Deleted Items, the second destroys.
func deleteRequest(r ref, opts []Option) *Request {
	req := r.request(http.MethodDelete, "", nil, opts)
	req.idempotent = false
	return req
}

func deleteOnce(ctx context.Context, r ref, opts []Option) error {
	return r.c.Do(ctx, deleteRequest(r, opts), nil)
}

// Send sends a draft.
//
// POST {user}/messages/{id}/send · 202 · Mail.Send (supplement, mail)
func (m MessageRef) Send(ctx context.Context, opts ...Option) error {
	return m.post(ctx, "/send", nil, nil, opts)
}

// Reply answers the sender. Comment and Message.Body exclude each other.
//
// POST {user}/messages/{id}/reply · 202 · Mail.Send (supplement, mail)
func (m MessageRef) Reply(ctx context.Context, req model.ReplyRequest, opts ...Option) error {
	return m.answer(ctx, m.ref, "/reply", req, opts)
}

// ReplyAll answers everyone; the reply is saved in Sent Items. The contract
// writes the signed-in user as /users/me here, where no folder is named.
//
// POST /users/me/messages/{id}/replyAll, /users/{id}/messages/{id}/replyAll,
// {user}/mailFolders/{id}/messages/{id}/replyAll · 202 · Mail.Send (4.6)
func (m MessageRef) ReplyAll(ctx context.Context, req model.ReplyRequest, opts ...Option) error {
	r := m.inFolder
	if m.c.cfg.Dialect == Vendor && strings.HasPrefix(r.path, "/me/messages/") {
		r.path = "/users" + r.path
	}
	return m.answer(ctx, r, "/replyAll", req, opts)
}

// Forward sends the message on. Recipients stand in the request or in its
// message, not in both.
//
// POST {user}/messages/{id}/forward · 202 · Mail.Send (supplement, mail)
func (m MessageRef) Forward(ctx context.Context, req model.ReplyRequest, opts ...Option) error {
	return m.answer(ctx, m.ref, "/forward", req, opts)
}

func (m MessageRef) answer(ctx context.Context, r ref, action string, req model.ReplyRequest, opts []Option) error {
	body, err := m.c.answerBody(req)
	if err != nil {
		return err
	}
	return r.post(ctx, action, body, nil, opts)
}

// CreateReply makes the draft of an answer to the sender.
//
// POST {user}/messages/{id}/createReply · 201 · Mail.ReadWrite (supplement, mail)
func (m MessageRef) CreateReply(ctx context.Context, req model.ReplyRequest, opts ...Option) (model.Message, error) {
	return m.createAnswer(ctx, "/createReply", req, opts)
}

// CreateReplyAll makes the draft of an answer to everyone.
//
// POST {user}/messages/{id}/createReplyAll · 201 · Mail.ReadWrite (supplement, mail)
func (m MessageRef) CreateReplyAll(ctx context.Context, req model.ReplyRequest, opts ...Option) (model.Message, error) {
	return m.createAnswer(ctx, "/createReplyAll", req, opts)
}

// CreateForward makes the draft of a forward.
//
// POST {user}/messages/{id}/createForward · 201 · Mail.ReadWrite (supplement, mail)
func (m MessageRef) CreateForward(ctx context.Context, req model.ReplyRequest, opts ...Option) (model.Message, error) {
	return m.createAnswer(ctx, "/createForward", req, opts)
}

func (m MessageRef) createAnswer(ctx context.Context, action string, req model.ReplyRequest, opts []Option) (model.Message, error) {
	body, err := m.c.answerBody(req)
	if err != nil {
		return model.Message{}, err
	}
	return postAs[model.Message](ctx, m.ref, action, body, opts)
}

type destination struct {
	DestinationID string `json:"destinationId"`
}

// Move puts the message into another folder, by id or well-known name. Its
// id stays.
//
// POST {user}/messages/{id}/move · 201 · Mail.ReadWrite (supplement, mail)
func (m MessageRef) Move(ctx context.Context, folder string, opts ...Option) (out model.Message, err error) {
	err = m.c.Do(ctx, m.MoveRequest(folder, opts...), &out)
	return out, err
}

// MoveRequest is Move as a value, for a batch. As the id stays, to move again
// to the same folder leaves things as they are.
func (m MessageRef) MoveRequest(folder string, opts ...Option) *Request {
	req := m.request(http.MethodPost, "/move", destination{folder}, opts)
	req.idempotent = true
	return req
}

// Copy puts a copy into another folder and returns it.
//
// POST {user}/messages/{id}/copy · 201 · Mail.ReadWrite (supplement, mail)
func (m MessageRef) Copy(ctx context.Context, folder string, opts ...Option) (model.Message, error) {
	return postAs[model.Message](ctx, m.ref, "/copy", destination{folder}, opts)
}
