package groups

import (
	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

func (a *Area) listConversations(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	expand, err := a.expansion(r)
	if err != nil {
		return rest.Reply{}, err
	}
	p, err := find(tx, r)
	if err != nil {
		return rest.Reply{}, err
	}
	return a.conversations.List(r, tx, conversations(p.number), func(v *model.Conversation) error {
		return expand.conversation(tx, p, v)
	})
}

func (a *Area) getConversation(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	expand, err := a.expansion(r)
	if err != nil {
		return rest.Reply{}, err
	}
	p, err := find(tx, r)
	if err != nil {
		return rest.Reply{}, err
	}
	v, err := conversation(tx, p.number, r.Key("conversation"))
	if err == nil {
		err = expand.conversation(tx, p, &v)
	}
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.schemas.Conversations, &v)
}

// threadsIn is the group of the path, and the conversation whose threads it
// names, "" for all of the group's.
func threadsIn(tx *store.Tx, r *rest.Request) (target, string, error) {
	p, err := find(tx, r)
	key := r.Key("conversation")
	if err != nil || key == "" {
		return p, "", err
	}
	v, err := conversation(tx, p.number, key)
	return p, v.ID, err
}

func (a *Area) listThreads(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	expand, err := a.expansion(r)
	if err != nil {
		return rest.Reply{}, err
	}
	p, in, err := threadsIn(tx, r)
	if err != nil {
		return rest.Reply{}, err
	}
	return a.threads.List(r, tx, Threads(p.number, in), func(t *model.ConversationThread) error {
		return expand.thread(tx, p, expand.expand, t)
	})
}

func (a *Area) getThread(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	expand, err := a.expansion(r)
	if err != nil {
		return rest.Reply{}, err
	}
	p, t, err := threadOf(tx, r)
	if err == nil {
		err = expand.thread(tx, p, expand.expand, &t)
	}
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.schemas.Threads, &t)
}

// readLock reads whether a thread is to be locked, nil when it is not said.
func readLock(r *rest.Request) (*bool, error) {
	o, err := r.Object()
	if err != nil {
		return nil, err
	}
	if err := o.Only("isLocked"); err != nil {
		return nil, err
	}
	var patch model.ThreadPatch
	if err := o.Into(&patch); err != nil {
		return nil, err
	}
	if o.Null("isLocked") {
		return nil, rest.BadProperty("isLocked", "is true or false, not null")
	}
	return patch.IsLocked, nil
}

// updateThread locks or unlocks a thread.
func (a *Area) updateThread(r *rest.Request, tx *store.Tx, _ int64, lock *bool) (rest.Reply, error) {
	p, t, err := sameThread(tx, r)
	if err == nil && lock != nil && *lock != t.IsLocked {
		t, err = lockThread(tx, p.number, t.ID, *lock)
	}
	return rest.OK(t), err
}

// deleteThread removes a thread with its posts.
func (a *Area) deleteThread(r *rest.Request, tx *store.Tx, _ int64) (rest.Reply, error) {
	p, t, err := sameThread(tx, r)
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.NoContent(), deleteThread(tx, p.number, t.ID)
}

// sameThread is the thread of the path, while it is as it was when it was
// read.
func sameThread(tx *store.Tx, r *rest.Request) (target, model.ConversationThread, error) {
	p, t, err := threadOf(tx, r)
	if err == nil {
		err = r.CheckETag(t.ETag)
	}
	return p, t, err
}
