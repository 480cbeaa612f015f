package groups

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"sync"

	"daybook/formats/eml"
	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
)

const (
	kindConversation = "conversation"
	kindThread       = "thread"
)

// topic is a row of threads, and of conversations, which have some of its
// columns.
type topic struct {
	model.ConversationThread
	seq, delivered  int64
	senders, to, cc string // arrays as JSON
}

// topicColumns are those that conversations and threads share, of the table t.
// Its change is what they show of their posts.
func topicColumns(t string) []store.Column[topic] {
	return []store.Column[topic]{
		{Name: "id", At: func(r *topic) any { return &r.ID },
			Fields: []odata.Field{{Path: "id", Kind: odata.ID, Column: t + ".id", NotNull: true}}},
		{Name: "topic", Fold: "topic_key", At: func(r *topic) any { return &r.Topic },
			Fields: []odata.Field{{Path: "topic", Column: t + ".topic", Fold: t + ".topic_key", NotNull: true}}},
		{Name: "seq", At: func(r *topic) any { return &r.seq }, Part: store.PartChanged},
		{Name: "delivered", At: func(r *topic) any { return &r.delivered }, Part: store.PartChanged,
			Fields: []odata.Field{{Path: "lastDeliveredDateTime", Column: t + ".delivered", Unit: odata.Milliseconds, NotNull: true}}},
		{Name: "has_attachments", At: func(r *topic) any { return &r.HasAttachments }, Part: store.PartChanged,
			Fields: []odata.Field{{Path: "hasAttachments", Column: t + ".has_attachments", NotNull: true}}},
		{Name: "preview", At: func(r *topic) any { return &r.Preview }, Part: store.PartChanged,
			Fields: []odata.Field{{Path: "preview", Column: t + ".preview", NotNull: true}}},
		{Name: "senders_json", At: func(r *topic) any { return &r.senders }, Part: store.PartChanged,
			Fields: []odata.Field{{Path: "uniqueSenders", From: "json_each(" + t + ".senders_json) AS $row", Column: "$row.value", NotNull: true}}},
	}
}

var (
	conversationTable = store.TableOf("conversations", "v", topicColumns("v")...)

	threadTable = store.TableOf("threads", "t", append(topicColumns("t"),
		store.Column[topic]{Name: "conversation_id", At: func(r *topic) any { return &r.ConversationID },
			Fields: []odata.Field{{Path: "conversationId", Kind: odata.ID, Column: "t.conversation_id", NotNull: true}}},
		store.Column[topic]{Name: "is_locked", At: func(r *topic) any { return &r.IsLocked }, Part: store.PartChanged,
			Fields: []odata.Field{{Path: "isLocked", Column: "t.is_locked", NotNull: true}}},
		store.Column[topic]{Name: "to_json", At: func(r *topic) any { return &r.to },
			Fields: []odata.Field{{Path: "toRecipients", JSON: "t.to_json"}}},
		store.Column[topic]{Name: "cc_json", At: func(r *topic) any { return &r.cc },
			Fields: []odata.Field{{Path: "ccRecipients", JSON: "t.cc_json"}}})...)
)

// AddConversation begins a conversation of a group, which has no thread yet.
func AddConversation(tx *store.Tx, group int64, title string) (model.Conversation, error) {
	v := model.Conversation{Entity: model.Entity{ID: tx.NewID()}, Topic: title}
	model.Fit(&v)
	r := topic{ConversationThread: model.ConversationThread{Entity: v.Entity, Topic: v.Topic}, delivered: tx.Now().UnixMilli(), senders: "[]"}
	if err := conversationTable.Add(tx, group, &r); err != nil {
		return v, fmt.Errorf("begin conversation %q: %w", title, err)
	}
	return v, nil
}

// AddThread begins a thread of a conversation, which has no post yet. Of t,
// it takes the topic, the recipients and whether it is locked.
func AddThread(tx *store.Tx, group int64, conversation string, t model.ConversationThread) (model.ConversationThread, error) {
	model.Fit(&t)
	t.ID, t.ConversationID = tx.NewID(), conversation
	r := topic{ConversationThread: t, delivered: tx.Now().UnixMilli(), senders: "[]"}
	r.HasAttachments, r.Preview = false, ""
	err := errors.Join(store.PackJSON(&r.to, append([]model.Recipient{}, t.ToRecipients...)),
		store.PackJSON(&r.cc, append([]model.Recipient{}, t.CcRecipients...)))
	if err == nil {
		err = threadTable.Add(tx, group, &r)
	}
	if err != nil {
		return t, fmt.Errorf("begin thread %q: %w", t.Topic, err)
	}
	return t, nil
}

// save writes what changes of a conversation or a thread.
func (r *topic) save(tx *store.Tx, table *store.Table[topic], kind string, group int64) (err error) {
	if r.seq, err = tx.Record(group, kind, "", r.ID, store.Written); err != nil {
		return err
	}
	r.ETag = store.ETag(r.seq)
	if err = store.PackJSON(&r.senders, append([]string{}, r.UniqueSenders...)); err == nil {
		err = table.Update(tx, group, r.ID, r, store.PartChanged)
	}
	if err != nil {
		return fmt.Errorf("write %s %s: %w", kind, r.ID, err)
	}
	return nil
}

func scanTopic(table *store.Table[topic], row store.Row) (r topic, err error) {
	if err := row.Scan(table.Into(&r)...); err != nil {
		return r, err
	}
	r.ETag, r.LastDeliveredDateTime = store.ETag(r.seq), store.TimeOf(r.delivered)
	return r, errors.Join(store.UnpackJSON(r.senders, &r.UniqueSenders),
		store.UnpackJSON(r.to, &r.ToRecipients), store.UnpackJSON(r.cc, &r.CcRecipients))
}

func scanThread(row store.Row) (model.ConversationThread, error) {
	r, err := scanTopic(threadTable, row)
	return r.ConversationThread, err
}

func scanConversation(row store.Row) (model.Conversation, error) {
	r, err := scanTopic(conversationTable, row)
	return r.conversation(), err
}

func (r *topic) conversation() model.Conversation {
	return model.Conversation{Entity: r.Entity, Topic: r.Topic, HasAttachments: r.HasAttachments,
		LastDeliveredDateTime: r.LastDeliveredDateTime, UniqueSenders: r.UniqueSenders, Preview: r.Preview}
}

// findTopic reads a conversation or a thread of a group.
func findTopic(tx *store.Tx, table *store.Table[topic], kind string, group int64, id string) (topic, error) {
	r, err := scanTopic(table, tx.QueryRow(`SELECT `+table.Bare+` FROM `+table.Name+` WHERE mailbox_id = ? AND id = ?`, group, id))
	if errors.Is(err, sql.ErrNoRows) {
		return r, model.Errorf(model.CodeNotFound, "no %s of the group has the id %q", kind, id)
	}
	if err != nil {
		return r, fmt.Errorf("read %s %s: %w", kind, id, err)
	}
	return r, nil
}

func conversation(tx *store.Tx, group int64, id string) (model.Conversation, error) {
	r, err := findTopic(tx, conversationTable, kindConversation, group, id)
	return r.conversation(), err
}

func findThread(tx *store.Tx, group int64, id string) (model.ConversationThread, error) {
	r, err := findTopic(tx, threadTable, kindThread, group, id)
	return r.ConversationThread, err
}

// conversations lists a group's conversations.
func conversations(group int64) *store.Listing[model.Conversation] {
	return &store.Listing[model.Conversation]{What: "conversations", Columns: conversationTable.Selected, From: "conversations v", Scan: scanConversation,
		Where: odata.Condition{SQL: "v.mailbox_id = ?", Args: []any{group}}}
}

// Threads lists a conversation's threads, all of the group when conversation is
// "".
func Threads(group int64, conversation string) *store.Listing[model.ConversationThread] {
	l := &store.Listing[model.ConversationThread]{What: "threads", Columns: threadTable.Selected, From: "threads t", Scan: scanThread,
		Where: odata.Condition{SQL: "t.mailbox_id = ?", Args: []any{group}}}
	if conversation != "" {
		l.Where.SQL += " AND t.conversation_id = ?"
		l.Where.Args = append(l.Where.Args, conversation)
	}
	return l
}

// lockThread locks or unlocks a thread and returns it.
func lockThread(tx *store.Tx, group int64, id string, locked bool) (model.ConversationThread, error) {
	t, err := findTopic(tx, threadTable, kindThread, group, id)
	if err != nil {
		return t.ConversationThread, err
	}
	t.IsLocked = locked
	err = t.save(tx, threadTable, kindThread, group)
	return t.ConversationThread, err
}

// deleteThread removes a thread with its posts for good, and its conversation
// with the last one.
func deleteThread(tx *store.Tx, group int64, id string) error {
	t, err := findThread(tx, group, id)
	if err != nil {
		return err
	}
	posts, err := tx.Texts(`SELECT id FROM posts WHERE mailbox_id = ? AND thread_id = ?`, group, id)
	if err != nil {
		return fmt.Errorf("delete thread %s: %w", id, err)
	}
	for _, p := range posts {
		if err := tx.DeleteOwned(ownerOfPost(group, p)); err != nil {
			return err
		}
	}
	for _, q := range []string{`DELETE FROM posts WHERE mailbox_id = ? AND thread_id = ?`, `DELETE FROM threads WHERE mailbox_id = ? AND id = ?`} {
		if _, err := tx.Exec(q, group, id); err != nil {
			return fmt.Errorf("delete thread %s: %w", id, err)
		}
	}
	if _, err := tx.Record(group, kindThread, "", id, store.Deleted); err != nil {
		return err
	}
	return refreshConversation(tx, group, t.ConversationID)
}

// refreshThread sets what a thread shows of its posts, and then what its
// conversation does.
func refreshThread(tx *store.Tx, group int64, id string) error {
	t, err := findTopic(tx, threadTable, kindThread, group, id)
	if err != nil {
		return err
	}
	t.UniqueSenders, err = tx.Texts(`SELECT CASE from_name WHEN '' THEN from_address ELSE from_name END
		FROM (SELECT from_name, from_address, from_key, received, row_number() OVER (PARTITION BY from_key ORDER BY received, id) AS nth
			FROM posts WHERE mailbox_id = ? AND thread_id = ?) AS p
		WHERE nth = 1 ORDER BY received, from_key`, group, id)
	if err != nil {
		return fmt.Errorf("read the senders of thread %s: %w", id, err)
	}
	var kind, content string
	err = tx.QueryRow(`SELECT received, content_type, content,
			EXISTS (SELECT 1 FROM posts p WHERE p.mailbox_id = posts.mailbox_id AND p.thread_id = posts.thread_id AND p.has_attachments = 1)
		FROM posts WHERE mailbox_id = ? AND thread_id = ? ORDER BY received DESC, id DESC LIMIT 1`,
		group, id).Scan(&t.delivered, &kind, &content, &t.HasAttachments)
	if err != nil {
		return fmt.Errorf("read the newest post of thread %s: %w", id, err)
	}
	t.Preview = eml.BodyPreview(&model.ItemBody{ContentType: kind, Content: content})
	if err := t.save(tx, threadTable, kindThread, group); err != nil {
		return err
	}
	return refreshConversation(tx, group, t.ConversationID)
}

// threadSchemaOnce is the schema of threads, made when it is needed first.
var threadSchemaOnce = sync.OnceValue(func() *odata.Schema { return NewSchemas().Threads })

// refreshConversation sets what a conversation shows of its threads; one
// without threads is gone.
func refreshConversation(tx *store.Tx, group int64, id string) error {
	order, err := threadSchemaOnce().Order(nil, odata.By("lastDeliveredDateTime", false))
	if err != nil {
		return err
	}
	threads, _, err := Threads(group, id).Page(tx, odata.Query{Order: order, Limit: maxThreads})
	if err != nil {
		return err
	}
	if len(threads) == 0 {
		if _, err := tx.Exec(`DELETE FROM conversations WHERE mailbox_id = ? AND id = ?`, group, id); err != nil {
			return fmt.Errorf("delete conversation %s: %w", id, err)
		}
		_, err := tx.Record(group, kindConversation, "", id, store.Deleted)
		return err
	}
	v := topic{ConversationThread: threads[len(threads)-1]}
	v.ID, v.delivered, v.HasAttachments, v.UniqueSenders = id, store.MillisOf(v.LastDeliveredDateTime), false, nil
	for _, t := range threads {
		v.HasAttachments = v.HasAttachments || t.HasAttachments
		for _, name := range t.UniqueSenders {
			if !slices.Contains(v.UniqueSenders, name) {
				v.UniqueSenders = append(v.UniqueSenders, name)
			}
		}
	}
	return v.save(tx, conversationTable, kindConversation, group)
}

// maxThreads is how many threads of a conversation its summary is made of;
// most conversations have one.
const maxThreads = 1000
