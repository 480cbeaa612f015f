package groups

import (
	"fmt"
	"strings"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
)

// readConversation decodes a new conversation.
func readConversation(r *rest.Request) (model.Conversation, error) {
	given, err := rest.JSON[model.Conversation](r)
	if err != nil {
		return given, err
	}
	if given.Topic, err = readTopic(given.Topic); err != nil {
		return given, err
	}
	if len(given.Threads) == 0 {
		return given, rest.BadProperty("threads", "is required: a conversation begins with a thread and its post")
	}
	for i := range given.Threads {
		if given.Threads[i].Topic == "" {
			given.Threads[i].Topic = given.Topic
		}
		if err := checkThread(&given.Threads[i], fmt.Sprintf("threads[%d]/", i)); err != nil {
			return given, err
		}
	}
	return given, nil
}

// createConversation begins a conversation: 201 with it and its threads. The
// posts are made with them, and are read from the threads.
func (a *Area) createConversation(r *rest.Request, tx *store.Tx, _ int64, given model.Conversation) (rest.Reply, error) {
	p, err := find(tx, r)
	if err != nil {
		return rest.Reply{}, err
	}
	v, err := AddConversation(tx, p.number, given.Topic)
	if err != nil {
		return rest.Reply{}, err
	}
	var threads []model.ConversationThread
	for _, t := range given.Threads {
		begun, err := a.begin(tx, p, v.ID, t)
		if err != nil {
			return rest.Reply{}, err
		}
		threads = append(threads, begun)
	}
	made, err := conversation(tx, p.number, v.ID)
	made.Threads = threads
	return rest.Created(made), err
}

// createThread begins a thread in the conversation of the path, or with a
// conversation of its own.
func (a *Area) createThread(r *rest.Request, tx *store.Tx, _ int64, given model.ConversationThread) (rest.Reply, error) {
	p, err := find(tx, r)
	if err != nil {
		return rest.Reply{}, err
	}
	var v model.Conversation
	if key := r.Key("conversation"); key != "" {
		if v, err = conversation(tx, p.number, key); err != nil {
			return rest.Reply{}, err
		}
		if given.Topic == "" {
			given.Topic = v.Topic
		}
	}
	if err := checkThread(&given, ""); err != nil {
		return rest.Reply{}, err
	}
	if v.ID == "" {
		if v, err = AddConversation(tx, p.number, given.Topic); err != nil {
			return rest.Reply{}, err
		}
	}
	made, err := a.begin(tx, p, v.ID, given)
	return rest.Created(made), err
}

// begin makes a thread with its posts, and returns it as it then is.
func (a *Area) begin(tx *store.Tx, p target, conversation string, t model.ConversationThread) (model.ConversationThread, error) {
	if len(t.ToRecipients) == 0 {
		t.ToRecipients = []model.Recipient{*addressOf(p.group)}
	}
	locked := t.IsLocked
	t.IsLocked = false
	begun, err := AddThread(tx, p.number, conversation, t)
	if err != nil {
		return begun, err
	}
	for _, post := range t.Posts {
		if err := a.post(tx, p, begun, post); err != nil {
			return begun, err
		}
	}
	if locked {
		return lockThread(tx, p.number, begun.ID, true)
	}
	return findThread(tx, p.number, begun.ID)
}

func readTopic(topic string) (string, error) {
	topic = strings.Join(strings.Fields(topic), " ")
	if topic == "" {
		return "", rest.BadProperty("topic", "is required")
	}
	return topic, nil
}

// checkThread brings a new thread to the interface's spelling. where is the
// path to it, for errors.
func checkThread(t *model.ConversationThread, where string) (err error) {
	if t.Topic, err = readTopic(t.Topic); err != nil {
		return err
	}
	if len(t.Posts) == 0 {
		return rest.BadProperty(where+"posts", "is required: a thread begins with a post")
	}
	for i := range t.Posts {
		if err := checkPost(&t.Posts[i], fmt.Sprintf("%sposts[%d]/", where, i)); err != nil {
			return err
		}
	}
	return nil
}

// checkPost brings a new post to the interface's spelling, and clears what a
// client cannot set.
func checkPost(p *model.Post, where string) error {
	*p = model.Post{Body: p.Body, NewParticipants: p.NewParticipants, Attachments: p.Attachments, Extensions: p.Extensions}
	if p.Body == nil || strings.TrimSpace(p.Body.Content) == "" && len(p.Attachments) == 0 {
		return rest.BadProperty(where+"body", "is required: a post says something")
	}
	if p.Body.ContentType == "" {
		p.Body.ContentType = "text"
	}
	kind, err := rest.Enum(where+"body/contentType", p.Body.ContentType, "text", "html")
	if err != nil {
		return err
	}
	p.Body.ContentType = kind
	for i, at := range p.Attachments {
		if at.Name == "" {
			return rest.BadProperty(where+"attachments/name", "attachment %d has no name", i+1)
		}
	}
	return nil
}
