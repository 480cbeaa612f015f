package groups

import (
	"strings"

	"daybook/formats/eml"
	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// expansion says whether $expand names a property, and for extensions which.
type expansion struct {
	wanted bool
	ids    []string // nil for all
}

func expanded(r *rest.Request, property string) (expansion, error) {
	o, err := r.OData()
	if err != nil {
		return expansion{}, err
	}
	for _, e := range o.Expand {
		if strings.EqualFold(e.Path, property) {
			ids, err := e.IDs()
			return expansion{true, ids}, err
		}
	}
	return expansion{}, nil
}

// maxExpanded is how many threads or posts are printed within what they
// belong to; more are read as a list of their own.
const maxExpanded = 100

func (a *Area) fillThreads(tx *store.Tx, p place, e expansion, v *model.Conversation) error {
	if !e.wanted {
		return nil
	}
	order, err := a.schemas.Threads.Order(nil, a.threads.Order...)
	if err != nil {
		return err
	}
	v.Threads, _, err = tx.Threads(p.number, v.ID, odata.Query{Order: order, Limit: maxExpanded})
	return err
}

func (a *Area) fillPosts(tx *store.Tx, r *rest.Request, p place, e expansion, t *model.ConversationThread) error {
	if !e.wanted {
		return nil
	}
	order, err := a.schemas.Posts.Order(nil, a.posts.Order...)
	if err != nil {
		return err
	}
	t.Posts, _, err = tx.Posts(p.number, t.ID, odata.Query{Order: order, Limit: maxExpanded})
	for i := range t.Posts {
		asText(r, &t.Posts[i])
	}
	return err
}

// postParts is what a post is printed with.
type postParts struct{ attachments, extensions expansion }

func readPostParts(r *rest.Request) (parts postParts, err error) {
	if parts.attachments, err = expanded(r, "attachments"); err == nil {
		parts.extensions, err = expanded(r, "extensions")
	}
	return parts, err
}

func (parts postParts) fill(tx *store.Tx, r *rest.Request, p place, post *model.Post) (err error) {
	asText(r, post)
	o := store.PostOwner(p.number, post.ID)
	if parts.attachments.wanted {
		if post.Attachments, err = tx.AttachmentsWithContent(o); err != nil {
			return err
		}
	}
	if parts.extensions.wanted {
		post.Extensions, err = tx.SomeExtensions(o, parts.extensions.ids)
	}
	return err
}

// asText turns an HTML body into text for a caller that prefers it so.
func asText(r *rest.Request, post *model.Post) {
	if r.Prefer.BodyType() == "text" && post.Body != nil && post.Body.ContentType == "html" {
		post.Body = &model.ItemBody{ContentType: "text", Content: eml.PlainText(post.Body.Content)}
	}
}
