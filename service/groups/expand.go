package groups

import (
	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// expansion is what $expand asks of the resources that a request shows, one
// in another: conversations, threads, posts, and what belongs to those.
type expansion struct {
	area   *Area
	r      *rest.Request
	expand []odata.Expand
	nest   odata.Nest
}

func (a *Area) expansion(r *rest.Request) (*expansion, error) {
	o, err := r.OData()
	if err != nil {
		return nil, err
	}
	return &expansion{area: a, r: r, expand: o.Expand}, nil
}

// maxExpanded is how many threads or posts are looked at for those that are
// printed within what they belong to; more are read as a list of their own.
const maxExpanded = 1000

func (e *expansion) conversation(tx *store.Tx, p target, v *model.Conversation) (err error) {
	s := e.area.schemas
	x := s.Conversations.Find(e.expand, "threads")
	if x == nil {
		return nil
	}
	if v.Threads, err = nested(e, tx, *x, s.Threads, e.area.threads.Order, Threads(p.number, v.ID)); err != nil {
		return err
	}
	for i := range v.Threads {
		if err := e.thread(tx, p, x.Options.Expand, &v.Threads[i]); err != nil {
			return err
		}
	}
	return nil
}

func (e *expansion) thread(tx *store.Tx, p target, expand []odata.Expand, t *model.ConversationThread) (err error) {
	s := e.area.schemas
	x := s.Threads.Find(expand, "posts")
	if x == nil {
		return nil
	}
	if t.Posts, err = nested(e, tx, *x, s.Posts, e.area.posts.Order, Posts(p.number, t.ID)); err != nil {
		return err
	}
	for i := range t.Posts {
		if err := e.post(tx, p, x.Options.Expand, &t.Posts[i]); err != nil {
			return err
		}
	}
	return nil
}

// nested is odata.Nested of a listing, in its own order.
func nested[T any](e *expansion, tx *store.Tx, x odata.Expand, s *odata.Schema, own []odata.OrderBy, of *store.Listing[T]) ([]T, error) {
	order, err := s.Order(nil, own...)
	if err != nil {
		return nil, err
	}
	list, next, err := of.Page(tx, odata.Query{Order: order, Limit: maxExpanded})
	if err != nil {
		return nil, err
	}
	if next != nil {
		return nil, model.Errorf(model.CodeBadRequest, "$expand: there are more than %d %s here: list them by themselves", maxExpanded, x.Path)
	}
	return odata.Nested(&e.nest, s, x, list)
}

func (e *expansion) post(tx *store.Tx, p target, expand []odata.Expand, post *model.Post) (err error) {
	showBody(e.r, post)
	s, o := e.area.schemas.Posts, ownerOfPost(p.number, post.ID)
	if x := s.Find(expand, "attachments"); x != nil {
		if post.Attachments, err = tx.ExpandAttachments(&e.nest, o, *x, e.r.Prefer.Bodies()); err != nil {
			return err
		}
	}
	if x := s.Find(expand, "extensions"); x != nil {
		post.Extensions, err = tx.ExpandExtensions(&e.nest, o, *x)
	}
	return err
}

// showBody brings a post's body into the form that the caller prefers.
func showBody(r *rest.Request, post *model.Post) {
	if post.Body != nil {
		kind, content := r.Prefer.Bodies().Of(post.Body.ContentType, post.Body.Content)
		post.Body = &model.ItemBody{ContentType: kind, Content: content}
	}
}
