package api

import (
	"context"
	"net/http"

	"daybook/model"
)

// GroupRef is a group with its conversations, calendar and files.
type GroupRef struct{ ref }

// Groups lists the groups.
//
// GET /groups · 200 · Group.Read.All (supplement, groups)
func (c *Client) Groups(ctx context.Context, opts ...Option) (*Page[model.Group], error) {
	return list[model.Group](ctx, ref{c: c}, "/groups", opts)
}

// Groups lists the groups that have conversations and that the user is in. The
// contract has no such list: there it is all groups.
//
// GET {user}/memberOf/microsoft.graph.group · 200 · Group.Read.All (public interface, user-list-memberof)
func (u UserRef) Groups(ctx context.Context, opts ...Option) (*Page[model.Group], error) {
	if u.own.c.cfg.Dialect == Vendor {
		return u.own.c.Groups(ctx, opts...)
	}
	// A cast of the directory is an advanced query: it wants to be counted,
	// and told that the answer may be late.
	opts = append([]Option{Header("ConsistencyLevel", "eventual"), Count(),
		Select("id", "displayName", "description", "mail", "visibility", "groupTypes")}, opts...)
	return list[model.Group](ctx, u.own, "/memberOf/microsoft.graph.group", opts)
}

// Get reads the group.
//
// GET /groups/{id} · 200 · Group.Read.All (supplement, groups)
func (g GroupRef) Get(ctx context.Context, opts ...Option) (model.Group, error) {
	return getAs[model.Group](ctx, g.ref, "", opts)
}

// Members lists who is in the group.
//
// GET /groups/{id}/members · 200 · Group.Read.All (supplement, groups)
func (g GroupRef) Members(ctx context.Context, opts ...Option) (*Page[model.User], error) {
	return list[model.User](ctx, g.ref, "/members", opts)
}

// Conversations lists the group's conversations.
//
// GET /groups/{id}/conversations · 200 · Group.Read.All (supplement, groups)
func (g GroupRef) Conversations(ctx context.Context, opts ...Option) (*Page[model.Conversation], error) {
	return list[model.Conversation](ctx, g.ref, "/conversations", opts)
}

// CreateConversation begins a conversation with a topic, one thread and its
// first post, which may carry extensions. The reply has the ids of the
// conversation and its thread.
//
// POST /groups/{id}/conversations · 201 · Group.ReadWrite.All (4.2)
func (g GroupRef) CreateConversation(ctx context.Context, topic string, first model.Post, opts ...Option) (model.Conversation, error) {
	post, err := g.c.post(first)
	if err != nil {
		return model.Conversation{}, err
	}
	type thread struct {
		Posts []any `json:"posts"`
	}
	body := struct {
		Topic   string   `json:"topic"`
		Threads []thread `json:"threads"`
	}{topic, []thread{{[]any{post}}}}
	return postAs[model.Conversation](ctx, g.ref, "/conversations", body, opts)
}

// ConversationRef is a conversation of a group.
type ConversationRef struct {
	ref
	group GroupRef
}

// Conversation is a conversation of the group.
func (g GroupRef) Conversation(id string) ConversationRef {
	return ConversationRef{g.item("/conversations", id), g}
}

// Threads lists the threads of the conversation.
//
// GET /groups/{id}/conversations/{id}/threads · 200 · Group.Read.All (supplement, groups)
func (v ConversationRef) Threads(ctx context.Context, opts ...Option) (*Page[model.ConversationThread], error) {
	return list[model.ConversationThread](ctx, v.ref, "/threads", opts)
}

// ThreadRef is a thread of a group, addressed directly or by its
// conversation.
type ThreadRef struct {
	ref
	inConversation ref
}

// Thread is a thread of the group.
func (g GroupRef) Thread(id string) ThreadRef {
	r := g.item("/threads", id)
	return ThreadRef{r, r}
}

// Thread is a thread of the conversation.
func (v ConversationRef) Thread(id string) ThreadRef {
	t := v.group.Thread(id)
	t.err = v.failed(t.err).err
	t.inConversation = v.item("/threads", id)
	return t
}

// Threads lists the group's threads.
//
// GET /groups/{id}/threads · 200 · Group.Read.All (supplement, groups)
func (g GroupRef) Threads(ctx context.Context, opts ...Option) (*Page[model.ConversationThread], error) {
	return list[model.ConversationThread](ctx, g.ref, "/threads", opts)
}

// CreateThread begins a thread, and with it a conversation.
//
// POST /groups/{id}/threads · 201 · Group.ReadWrite.All (supplement, groups)
func (g GroupRef) CreateThread(ctx context.Context, topic string, first model.Post, opts ...Option) (model.ConversationThread, error) {
	post, err := g.c.post(first)
	if err != nil {
		return model.ConversationThread{}, err
	}
	body := struct {
		Topic string `json:"topic"`
		Posts []any  `json:"posts"`
	}{topic, []any{post}}
	return postAs[model.ConversationThread](ctx, g.ref, "/threads", body, opts)
}

// Get reads the thread.
//
// GET /groups/{id}/threads/{id} · 200 · Group.Read.All (supplement, groups)
func (t ThreadRef) Get(ctx context.Context, opts ...Option) (model.ConversationThread, error) {
	return getAs[model.ConversationThread](ctx, t.ref, "", opts)
}

// Update locks or unlocks the thread: a locked one takes no posts. A service
// that answers without content is asked again.
//
// PATCH /groups/{id}/threads/{id}, /groups/{id}/conversations/{id}/threads/{id}
// · 200 · Group.ReadWrite.All (4.9)
func (t ThreadRef) Update(ctx context.Context, patch model.ThreadPatch, opts ...Option) (model.ConversationThread, error) {
	return patchThenGet[model.ConversationThread](ctx, t.inConversation, patch, opts)
}

// patchThenGet changes an entity and returns it, reading it where the answer
// to the change has no content (204).
func patchThenGet[T any](ctx context.Context, r ref, patch any, opts []Option) (T, error) {
	var out *T
	if err := r.patch(ctx, "", patch, &out, opts); err != nil || out == nil {
		var none T
		if err == nil {
			return getAs[T](ctx, r, "", nil)
		}
		return none, err
	}
	return *out, nil
}

// Reply adds a post to the thread.
//
// POST /groups/{id}/threads/{id}/reply · 202 · Group.ReadWrite.All (supplement, groups)
func (t ThreadRef) Reply(ctx context.Context, p model.Post, opts ...Option) error {
	return t.reply(ctx, p, opts)
}

func (r ref) reply(ctx context.Context, p model.Post, opts []Option) error {
	post, err := r.c.post(p)
	if err != nil {
		return err
	}
	return r.claimed(ctx, "/reply", map[string]any{"post": post}, opts)
}

// claimed sends what the vendor's service carries out once for a
// client-request-id, which a repetition keeps.
func (r ref) claimed(ctx context.Context, action string, body any, opts []Option) error {
	req := r.request(http.MethodPost, action, body, opts)
	req.idempotent = r.c.cfg.Dialect == Vendor
	return r.c.Do(ctx, req, nil)
}

// Delete removes the thread.
//
// DELETE /groups/{id}/threads/{id} · 204 · Group.ReadWrite.All (supplement, groups)
func (t ThreadRef) Delete(ctx context.Context, opts ...Option) error {
	return t.delete(ctx, "", opts)
}
