package groups

import (
	"crypto/sha256"
	"encoding/hex"
	"net/http"

	"daybook/model"
	"daybook/service/mail"
	"daybook/service/rest"
	"daybook/service/store"
)

func (a *Area) listPosts(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	parts, err := a.expansion(r)
	if err != nil {
		return rest.Reply{}, err
	}
	p, t, err := threadOf(tx, r)
	if err != nil {
		return rest.Reply{}, err
	}
	return a.posts.List(r, tx, Posts(p.number, t.ID), func(post *model.Post) error {
		return parts.post(tx, p, parts.expand, post)
	})
}

func (a *Area) getPost(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	parts, err := a.expansion(r)
	if err != nil {
		return rest.Reply{}, err
	}
	p, post, err := postOf(tx, r)
	if err == nil {
		err = parts.post(tx, p, parts.expand, &post)
	}
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.schemas.Posts, &post)
}

// said is what a request brings, and its bytes, which tell it from others.
type said[T any] struct {
	given T
	body  []byte
}

// readSaid reads a body, of which nothing need be there.
func readSaid[T any](r *rest.Request) (s said[T], err error) {
	if s.body, err = r.ReadBody(); err == nil && len(s.body) > 0 {
		err = rest.DecodeJSON(s.body, &s.given)
	}
	return s, err
}

type replyRequest struct {
	Post *model.Post `json:"post"`
}

func readReply(r *rest.Request) (said[replyRequest], error) {
	s, err := readSaid[replyRequest](r)
	if err == nil && s.given.Post == nil {
		err = rest.BadProperty("post", "is required")
	}
	if err == nil {
		err = checkPost(s.given.Post, "post/")
	}
	return s, err
}

// reply adds a post to the thread of the path, whether the path leads to the
// thread or to a post of it: 202, text/plain, nothing in the reply (table of
// part 4.2).
func (a *Area) reply(r *rest.Request, tx *store.Tx, _ int64, s said[replyRequest]) (rest.Reply, error) {
	done := rest.Bytes(http.StatusAccepted, "text/plain", nil)
	p, t, err := threadOf(tx, r)
	if err != nil {
		return done, err
	}
	if r.Key("post") != "" {
		if _, err := post(tx, p.number, t.ID, r.Key("post")); err != nil {
			return done, err
		}
	}
	if err := requireUnlocked(t); err != nil {
		return done, err
	}
	if first, err := claim(tx, r, p, s.body); err != nil || !first {
		return done, err
	}
	return done, a.post(tx, p, t, *s.given.Post)
}

// claim reports whether a request is carried out for the first time, so that
// a client that did not hear the answer can ask again. Some clients send one
// id for a whole session: the path and the body tell their requests apart.
func claim(tx *store.Tx, r *rest.Request, p target, body []byte) (bool, error) {
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

func readForward(r *rest.Request) (said[model.ForwardRequest], error) {
	s, err := readSaid[model.ForwardRequest](r)
	if err == nil && len(s.given.ToRecipients) == 0 {
		err = rest.BadProperty("toRecipients", "is required: name who the post goes to")
	}
	return s, err
}

// forward sends a post on as mail of the caller's, with its attachments: 200,
// nothing in the reply.
func (a *Area) forward(r *rest.Request, tx *store.Tx, _ int64, s said[model.ForwardRequest]) (rest.Reply, error) {
	done := rest.Reply{Status: http.StatusOK}
	p, post, err := postOf(tx, r)
	if err != nil {
		return done, err
	}
	if first, err := claim(tx, r, p, s.body); err != nil || !first {
		return done, err
	}
	t, err := findThread(tx, p.number, post.ConversationThreadID)
	if err != nil {
		return done, err
	}
	sender, err := tx.FindMailbox(p.caller)
	if err != nil {
		return done, err
	}
	original := model.Message{Subject: t.Topic, From: post.From, SentDateTime: post.ReceivedDateTime,
		ToRecipients: t.ToRecipients, CcRecipients: t.CcRecipients, Body: post.Body}
	zone, _ := r.Prefer.Zone()
	m := model.Message{Subject: "Fw: " + t.Topic, ToRecipients: s.given.ToRecipients,
		Body: mail.ForwardBody(&original, s.given.Comment, zone)}
	if m.Attachments, err = tx.AttachmentsWithContent(ownerOfPost(p.number, post.ID)); err != nil {
		return done, err
	}
	return done, a.send(tx, sender, m, true)
}
