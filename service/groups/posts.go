package groups

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"daybook/model"
	"daybook/service/mail"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

func (a *Area) listPosts(r *rest.Request) (reply rest.Reply, err error) {
	parts, err := a.expansion(r)
	if err != nil {
		return rest.Reply{}, err
	}
	err = a.store.Read(r.Context(), func(tx *store.Tx) error {
		p, t, err := threadOf(tx, r)
		if err != nil {
			return err
		}
		reply, err = a.posts.List(r, func(q odata.Query) ([]model.Post, []any, error) {
			list, next, err := tx.Posts(p.number, t.ID, q)
			for i := range list {
				if err := parts.post(tx, p, parts.expand, &list[i]); err != nil {
					return nil, nil, err
				}
			}
			return list, next, err
		}, func(q odata.Query) (int, error) { return tx.CountPosts(p.number, t.ID, q) })
		return err
	})
	return reply, err
}

func (a *Area) countPosts(r *rest.Request) (reply rest.Reply, err error) {
	err = a.store.Read(r.Context(), func(tx *store.Tx) error {
		p, t, err := threadOf(tx, r)
		if err != nil {
			return err
		}
		reply, err = a.posts.CountAll(r, func(q odata.Query) (int, error) { return tx.CountPosts(p.number, t.ID, q) })
		return err
	})
	return reply, err
}

func (a *Area) getPost(r *rest.Request) (rest.Reply, error) {
	parts, err := a.expansion(r)
	if err != nil {
		return rest.Reply{}, err
	}
	var post model.Post
	err = a.store.Read(r.Context(), func(tx *store.Tx) error {
		p, found, err := postOf(tx, r)
		if err != nil {
			return err
		}
		post = found
		return parts.post(tx, p, parts.expand, &post)
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.schemas.Posts, &post)
}

// reply adds a post to the thread of the path, whether the path leads to the
// thread or to a post of it: 202, text/plain, nothing in the reply (table of
// part 4.2).
func (a *Area) reply(r *rest.Request) (rest.Reply, error) {
	body, err := r.ReadBody()
	if err != nil {
		return rest.Reply{}, err
	}
	var given struct {
		Post *model.Post `json:"post"`
	}
	if len(body) > 0 {
		err = rest.DecodeJSON(body, &given)
	}
	if err == nil && given.Post == nil {
		err = rest.BadProperty("post", "is required")
	}
	if err == nil {
		err = checkPost(given.Post, "post/")
	}
	if err != nil {
		return rest.Reply{}, err
	}
	err = a.store.Write(r.Context(), func(tx *store.Tx) error {
		p, t, err := threadOf(tx, r)
		if err != nil {
			return err
		}
		if r.Key("post") != "" {
			if _, err := tx.Post(p.number, t.ID, r.Key("post")); err != nil {
				return err
			}
		}
		if err := requireUnlocked(t); err != nil {
			return err
		}
		if first, err := claim(tx, r, p, body); err != nil || !first {
			return err
		}
		return a.post(tx, p, t, *given.Post)
	})
	return rest.Bytes(http.StatusAccepted, "text/plain", nil), err
}

// claim reports whether a request is carried out for the first time, so that
// a client that did not hear the answer can ask again. Some clients send one
// id for a whole session: the path and the body tell their requests apart.
func claim(tx *store.Tx, r *rest.Request, p place, body []byte) (bool, error) {
	id := r.Header.Get("client-request-id")
	if id == "" {
		return true, nil
	}
	h := sha256.New()
	for _, part := range [][]byte{[]byte(id), []byte(p.caller), []byte(r.URL.Path), body} {
		h.Write(append(part[:len(part):len(part)], 0)) // a hash cannot fail
	}
	return tx.Once(p.number, "group:"+hex.EncodeToString(h.Sum(nil)))
}

// forward sends a post on as mail of the caller's, with its attachments: 200,
// nothing in the reply.
func (a *Area) forward(r *rest.Request) (rest.Reply, error) {
	body, err := r.ReadBody()
	if err != nil {
		return rest.Reply{}, err
	}
	var given model.ForwardRequest
	if len(body) > 0 {
		err = rest.DecodeJSON(body, &given)
	}
	if err == nil && len(given.ToRecipients) == 0 {
		err = rest.BadProperty("toRecipients", "is required: name who the post goes to")
	}
	if err != nil {
		return rest.Reply{}, err
	}
	zone, _ := r.Prefer.Zone()
	err = a.store.Write(r.Context(), func(tx *store.Tx) error {
		p, post, err := postOf(tx, r)
		if err != nil {
			return err
		}
		if first, err := claim(tx, r, p, body); err != nil || !first {
			return err
		}
		t, err := tx.Thread(p.number, post.ConversationThreadID)
		if err != nil {
			return err
		}
		sender, err := tx.FindMailbox(p.caller)
		if err != nil {
			return err
		}
		original := model.Message{Subject: t.Topic, From: post.From, SentDateTime: post.ReceivedDateTime,
			ToRecipients: t.ToRecipients, CcRecipients: t.CcRecipients, Body: post.Body}
		m := model.Message{Subject: "Fw: " + t.Topic, ToRecipients: given.ToRecipients, Body: mail.ForwardBody(&original, given.Comment, zone)}
		if m.Attachments, err = tx.AttachmentsWithContent(store.PostOwner(p.number, post.ID)); err != nil {
			return err
		}
		return a.send(tx, sender, m, true)
	})
	return rest.Reply{Status: http.StatusOK}, err
}
