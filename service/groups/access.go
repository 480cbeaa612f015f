package groups

import (
	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// target is the group that a path names, and who is there: a user's id, "" for
// the author of mail from outside.
type target struct {
	group  model.Group
	number int64 // of its mailbox
	caller string
}

// find reads the group of the path.
func find(tx *store.Tx, r *rest.Request) (target, error) {
	g, number, err := Group(tx, r.Mailbox.ID)
	return target{group: g, number: number, caller: r.Caller.UserID}, err
}

// threadOf reads the thread of the path.
func threadOf(tx *store.Tx, r *rest.Request) (target, model.ConversationThread, error) {
	p, err := find(tx, r)
	if err != nil {
		return p, model.ConversationThread{}, err
	}
	t, err := findThread(tx, p.number, r.Key("thread"))
	return p, t, err
}

// postOf reads the post of the path.
func postOf(tx *store.Tx, r *rest.Request) (target, model.Post, error) {
	p, t, err := threadOf(tx, r)
	if err != nil {
		return p, model.Post{}, err
	}
	post, err := post(tx, p.number, t.ID, r.Key("post"))
	return p, post, err
}

// postOwner is the post of the path as the owner of its attachments and
// extensions.
func postOwner(r *rest.Request, tx *store.Tx, _ int64) (store.Owner, error) {
	p, post, err := postOf(tx, r)
	return ownerOfPost(p.number, post.ID), err
}

// requireUnlocked refuses a post to a locked thread.
func requireUnlocked(t model.ConversationThread) error {
	if t.IsLocked {
		return model.Errorf(model.CodeAccessDenied, "the thread %q is locked and takes no posts until it is unlocked", t.Topic)
	}
	return nil
}
