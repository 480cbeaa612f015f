package groups

import (
	"daybook/model"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// inGroup runs fn on the group of the path.
func (a *Area) inGroup(r *rest.Request, fn func(tx *store.Tx, p place) error) error {
	return a.store.Read(r.Context(), func(tx *store.Tx) error {
		p, err := find(tx, r)
		if err != nil {
			return err
		}
		return fn(tx, p)
	})
}

func (a *Area) listConversations(r *rest.Request) (reply rest.Reply, err error) {
	expand, err := a.expansion(r)
	if err != nil {
		return rest.Reply{}, err
	}
	err = a.inGroup(r, func(tx *store.Tx, p place) error {
		reply, err = a.conversations.List(r, func(q odata.Query) ([]model.Conversation, []any, error) {
			list, next, err := tx.Conversations(p.number, q)
			for i := range list {
				if err := expand.conversation(tx, p, &list[i]); err != nil {
					return nil, nil, err
				}
			}
			return list, next, err
		}, func(q odata.Query) (int, error) { return tx.CountConversations(p.number, q) })
		return err
	})
	return reply, err
}

func (a *Area) countConversations(r *rest.Request) (reply rest.Reply, err error) {
	err = a.inGroup(r, func(tx *store.Tx, p place) error {
		reply, err = a.conversations.CountAll(r, func(q odata.Query) (int, error) { return tx.CountConversations(p.number, q) })
		return err
	})
	return reply, err
}

func (a *Area) getConversation(r *rest.Request) (rest.Reply, error) {
	var v model.Conversation
	expand, err := a.expansion(r)
	if err != nil {
		return rest.Reply{}, err
	}
	err = a.inGroup(r, func(tx *store.Tx, p place) error {
		if v, err = tx.Conversation(p.number, r.Key("conversation")); err != nil {
			return err
		}
		return expand.conversation(tx, p, &v)
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.schemas.Conversations, &v)
}

// threadsIn is the conversation whose threads the path names, "" for all of
// the group's.
func threadsIn(tx *store.Tx, r *rest.Request, p place) (string, error) {
	key := r.Key("conversation")
	if key == "" {
		return "", nil
	}
	v, err := tx.Conversation(p.number, key)
	return v.ID, err
}

func (a *Area) listThreads(r *rest.Request) (reply rest.Reply, err error) {
	expand, err := a.expansion(r)
	if err != nil {
		return rest.Reply{}, err
	}
	err = a.inGroup(r, func(tx *store.Tx, p place) error {
		in, err := threadsIn(tx, r, p)
		if err != nil {
			return err
		}
		reply, err = a.threads.List(r, func(q odata.Query) ([]model.ConversationThread, []any, error) {
			list, next, err := tx.Threads(p.number, in, q)
			for i := range list {
				if err := expand.thread(tx, p, expand.expand, &list[i]); err != nil {
					return nil, nil, err
				}
			}
			return list, next, err
		}, func(q odata.Query) (int, error) { return tx.CountThreads(p.number, in, q) })
		return err
	})
	return reply, err
}

func (a *Area) countThreads(r *rest.Request) (reply rest.Reply, err error) {
	err = a.inGroup(r, func(tx *store.Tx, p place) error {
		in, err := threadsIn(tx, r, p)
		if err != nil {
			return err
		}
		reply, err = a.threads.CountAll(r, func(q odata.Query) (int, error) { return tx.CountThreads(p.number, in, q) })
		return err
	})
	return reply, err
}

func (a *Area) getThread(r *rest.Request) (rest.Reply, error) {
	var t model.ConversationThread
	expand, err := a.expansion(r)
	if err != nil {
		return rest.Reply{}, err
	}
	err = a.store.Read(r.Context(), func(tx *store.Tx) error {
		var p place
		if p, t, err = threadOf(tx, r); err != nil {
			return err
		}
		return expand.thread(tx, p, expand.expand, &t)
	})
	if err != nil {
		return rest.Reply{}, err
	}
	return rest.One(r, a.schemas.Threads, &t)
}

// updateThread locks or unlocks a thread.
func (a *Area) updateThread(r *rest.Request) (rest.Reply, error) {
	o, err := r.Object()
	if err != nil {
		return rest.Reply{}, err
	}
	if err := o.Only("isLocked"); err != nil {
		return rest.Reply{}, err
	}
	var patch model.ThreadPatch
	if err := o.Into(&patch); err != nil {
		return rest.Reply{}, err
	}
	if o.Null("isLocked") {
		return rest.Reply{}, rest.BadProperty("isLocked", "is true or false, not null")
	}
	var t model.ConversationThread
	err = a.changeThread(r, func(tx *store.Tx, p place, found model.ConversationThread) (err error) {
		if t = found; patch.IsLocked != nil && *patch.IsLocked != t.IsLocked {
			t, err = tx.LockThread(p.number, t.ID, *patch.IsLocked)
		}
		return err
	})
	return rest.OK(t), err
}

// deleteThread removes a thread with its posts.
func (a *Area) deleteThread(r *rest.Request) (rest.Reply, error) {
	err := a.changeThread(r, func(tx *store.Tx, p place, t model.ConversationThread) error {
		return tx.DeleteThread(p.number, t.ID)
	})
	return rest.NoContent(), err
}

// changeThread runs fn on the thread of the path, while it is as it was when
// it was read.
func (a *Area) changeThread(r *rest.Request, fn func(tx *store.Tx, p place, t model.ConversationThread) error) error {
	return a.store.Write(r.Context(), func(tx *store.Tx) error {
		p, t, err := threadOf(tx, r)
		if err != nil {
			return err
		}
		if err := r.CheckETag(t.ETag); err != nil {
			return err
		}
		return fn(tx, p, t)
	})
}
