package apitest

import (
	"daybook/api"
	"daybook/model"
)

func groupCalls() map[string]Call {
	return map[string]Call{
		`GET /groups`:                  list(func(ctx ctx, w World) (*api.Page[model.Group], error) { return w.Client.Groups(ctx) }),
		`GET /groups/{}`:               entity(func(ctx ctx, w World) (model.Group, error) { return w.group().Get(ctx) }),
		`GET /groups/{}/members`:       list(func(ctx ctx, w World) (*api.Page[model.User], error) { return w.group().Members(ctx) }),
		`GET /groups/{}/conversations`: list(func(ctx ctx, w World) (*api.Page[model.Conversation], error) { return w.group().Conversations(ctx) }),
		`POST /groups/{}/conversations`: entity(func(ctx ctx, w World) (model.Conversation, error) {
			return w.group().CreateConversation(ctx, "Tea", post())
		}),
		`GET /groups/{}/conversations/{}/threads`: list(func(ctx ctx, w World) (*api.Page[model.ConversationThread], error) {
			return w.group().Conversation(w.id(2)).Threads(ctx)
		}),
		`GET /groups/{}/threads`: list(func(ctx ctx, w World) (*api.Page[model.ConversationThread], error) { return w.group().Threads(ctx) }),
		`POST /groups/{}/threads`: entity(func(ctx ctx, w World) (model.ConversationThread, error) {
			return w.group().CreateThread(ctx, "Tea", post())
		}),
		`GET /groups/{}/threads/{}`: entity(func(ctx ctx, w World) (model.ConversationThread, error) { return w.group().Thread(w.id(2)).Get(ctx) }),
		`PATCH /groups/{}/threads/{}`: entity(func(ctx ctx, w World) (model.ConversationThread, error) {
			return w.group().Thread(w.id(2)).Update(ctx, lock())
		}),
		`PATCH /groups/{}/conversations/{}/threads/{}`: entity(func(ctx ctx, w World) (model.ConversationThread, error) {
			return w.group().Conversation(w.id(2)).Thread(w.id(3)).Update(ctx, lock())
		}),
		`DELETE /groups/{}/threads/{}`:       nothing(func(ctx ctx, w World) error { return w.group().Thread(w.id(2)).Delete(ctx) }),
		`POST /groups/{}/threads/{}/reply`:   nothing(func(ctx ctx, w World) error { return w.group().Thread(w.id(2)).Reply(ctx, post()) }),
		`GET /groups/{}/threads/{}/posts`:    list(func(ctx ctx, w World) (*api.Page[model.Post], error) { return w.group().Thread(w.id(2)).Posts(ctx) }),
		`GET /groups/{}/threads/{}/posts/{}`: entity(func(ctx ctx, w World) (model.Post, error) { return w.group().Thread(w.id(2)).Post(w.id(3)).Get(ctx) }),
		`GET /groups/{}/threads/{}/posts/{}/attachments`: list(func(ctx ctx, w World) (*api.Page[model.Attachment], error) {
			return w.group().Thread(w.id(2)).Post(w.id(3)).Attachments(ctx)
		}),
		`POST /groups/{}/threads/{}/posts/{}/reply`: nothing(func(ctx ctx, w World) error { return w.group().Thread(w.id(2)).Post(w.id(3)).Reply(ctx, post()) }),
		`POST /groups/{}/threads/{}/posts/{}/forward`: nothing(func(ctx ctx, w World) error {
			return w.group().Thread(w.id(2)).Post(w.id(3)).Forward(ctx, forwardPost())
		}),
		`POST /groups/{}/conversations/{}/threads/{}/posts/{}/forward`: nothing(func(ctx ctx, w World) error {
			return w.group().Conversation(w.id(2)).Thread(w.id(3)).Post(w.id(4)).Forward(ctx, forwardPost())
		}),
		`DELETE /groups/{}/threads/{}/posts/{}/attachments/{}`: nothing(func(ctx ctx, w World) error {
			return w.group().Thread(w.id(2)).Post(w.id(3)).Attachment(w.id(4)).Delete(ctx)
		}),
		`DELETE /groups/{}/conversations/{}/threads/{}/posts/{}/attachments/{}`: nothing(func(ctx ctx, w World) error {
			return w.group().Conversation(w.id(2)).Thread(w.id(3)).Post(w.id(4)).Attachment(w.id(5)).Delete(ctx)
		}),
	}
}
