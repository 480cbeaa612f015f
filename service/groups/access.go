package groups

import (
	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// place is the group that a path names, as its caller finds it.
type place struct {
	group  model.Group
	number int64 // of its mailbox
	caller string
	member bool
}

// find reads the group of the path and what the caller is in it.
func find(tx *store.Tx, r *rest.Request) (place, error) {
	g, number, err := tx.Group(r.Key("group"))
	if err != nil {
		return place{}, err
	}
	m, err := tx.Membership(number, r.Caller.UserID)
	return place{group: g, number: number, caller: r.Caller.UserID, member: m >= store.Member}, err
}

// enter is find for who may read the group's conversations and post to them.
func enter(tx *store.Tx, r *rest.Request) (place, error) {
	p, err := find(tx, r)
	if err == nil && !p.member && p.group.Visibility == store.VisibilityPrivate {
		err = model.Errorf(model.CodeAccessDenied, "the group %s is private: its members alone read and write its conversations", p.group.DisplayName)
	}
	return p, err
}

// mayChange refuses who is neither a member nor the author of what is there.
func (p place) mayChange(author string) error {
	if p.member || author == p.caller {
		return nil
	}
	return model.Errorf(model.CodeAccessDenied, "only a member of %s, or who wrote it, can change this", p.group.DisplayName)
}

// threadOf reads the thread of the path: in the conversation, when the path
// names one.
func threadOf(tx *store.Tx, r *rest.Request) (place, model.ConversationThread, error) {
	p, err := enter(tx, r)
	if err != nil {
		return p, model.ConversationThread{}, err
	}
	t, err := tx.Thread(p.number, r.Key("thread"))
	if key := r.Key("conversation"); err == nil && key != "" && key != t.ConversationID {
		err = rest.NotFound("thread of this conversation", t.ID)
	}
	return p, t, err
}

// postOf reads the post of the path.
func postOf(tx *store.Tx, r *rest.Request) (place, model.Post, error) {
	p, t, err := threadOf(tx, r)
	if err != nil {
		return p, model.Post{}, err
	}
	post, err := tx.Post(p.number, t.ID, r.Key("post"))
	return p, post, err
}

// postOwner is the post of the path as the owner of its attachments and
// extensions, once the caller may read it, or change it when write.
func postOwner(tx *store.Tx, r *rest.Request, write bool) (store.Owner, error) {
	p, post, err := postOf(tx, r)
	if err != nil {
		return store.Owner{}, err
	}
	if write {
		author, err := tx.PostAuthor(p.number, post.ConversationThreadID, post.ID)
		if err != nil {
			return store.Owner{}, err
		}
		if err := p.mayChange(author); err != nil {
			return store.Owner{}, err
		}
	}
	return store.PostOwner(p.number, post.ID), nil
}

// requireUnlocked refuses a post to a locked thread.
func requireUnlocked(t model.ConversationThread) error {
	if t.IsLocked {
		return model.Errorf(model.CodeAccessDenied, "the thread %q is locked and takes no posts until it is unlocked", t.Topic)
	}
	return nil
}
