package api

import (
	"context"
	"encoding/json"

	"daybook/model"
)

// PostRef is a post of a thread.
type PostRef struct {
	ref
	extensible
	inConversation ref
}

// Post is a post of the thread.
func (t ThreadRef) Post(id string) PostRef {
	r := t.item("/posts", id)
	return PostRef{r, extensible{r}, t.inConversation.item("/posts", id)}
}

// Posts lists the posts of the thread, the oldest first.
//
// GET /groups/{id}/threads/{id}/posts · 200 · Group.Read.All (supplement, groups)
func (t ThreadRef) Posts(ctx context.Context, opts ...Option) (*Page[model.Post], error) {
	return list[model.Post](ctx, t.ref, "/posts", opts)
}

// Get reads the post.
//
// GET /groups/{id}/threads/{id}/posts/{id} · 200 · Group.Read.All (supplement, groups)
func (p PostRef) Get(ctx context.Context, opts ...Option) (model.Post, error) {
	return getAs[model.Post](ctx, p.ref, "", opts)
}

// Reply answers the post with another, which may carry extensions.
//
// POST /groups/{id}/threads/{id}/posts/{id}/reply · 202 · Group.ReadWrite.All (4.2)
func (p PostRef) Reply(ctx context.Context, post model.Post, opts ...Option) error {
	return p.reply(ctx, post, opts)
}

// Forward sends the post on.
//
// POST /groups/{id}/threads/{id}/posts/{id}/forward,
// /groups/{id}/conversations/{id}/threads/{id}/posts/{id}/forward
// · 200 · Group.ReadWrite or Group.Readwrite.All (4.9)
func (p PostRef) Forward(ctx context.Context, r model.ForwardRequest, opts ...Option) error {
	return p.inConversation.claimed(ctx, "/forward", r, opts)
}

// Attachment is an attachment of the post.
func (p PostRef) Attachment(id string) AttachmentRef {
	return AttachmentRef{p.item("/attachments", id), p.inConversation.item("/attachments", id)}
}

// Attachments lists what the post carries.
//
// GET /groups/{id}/threads/{id}/posts/{id}/attachments · 200 · Group.Read.All (supplement, groups)
func (p PostRef) Attachments(ctx context.Context, opts ...Option) (*Page[model.Attachment], error) {
	return list[model.Attachment](ctx, p.ref, "/attachments", opts)
}

// post is the body that makes a post.
func (c *Client) post(p model.Post) (map[string]json.RawMessage, error) {
	p.Extensions = c.cfg.Dialect.extensions(p.Extensions)
	p.Attachments = fileAttachments(p.Attachments)
	return writable(p, readOnlyPost...)
}
