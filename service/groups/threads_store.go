package groups

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"sync"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
)

const (
	kindConversation = "conversation"
	kindThread       = "thread"
)

// AddConversation begins a conversation of a group, which has no thread yet.
func AddConversation(tx *store.Tx, group int64, topic string) (model.Conversation, error) {
	v := model.Conversation{Entity: model.Entity{ID: tx.NewID()}, Topic: topic}
	model.Fit(&v)
	_, err := tx.Exec(`INSERT INTO conversations (mailbox_id, id, topic, topic_key, seq, delivered, has_attachments, preview, senders_json)
		VALUES (?, ?, ?, ?, 0, ?, 0, '', '[]')`, group, v.ID, v.Topic, odata.Fold(v.Topic), tx.Now().UnixMilli())
	if err != nil {
		return v, fmt.Errorf("begin conversation %q: %w", topic, err)
	}
	return v, nil
}

// AddThread begins a thread of a conversation, which has no post yet. Of t,
// it takes the topic, the recipients and whether it is locked.
func AddThread(tx *store.Tx, group int64, conversation string, t model.ConversationThread) (model.ConversationThread, error) {
	model.Fit(&t)
	t.ID, t.ConversationID = tx.NewID(), conversation
	to, err := json.Marshal(append([]model.Recipient{}, t.ToRecipients...))
	if err != nil {
		return t, fmt.Errorf("encode thread %q: %w", t.Topic, err)
	}
	cc, err := json.Marshal(append([]model.Recipient{}, t.CcRecipients...))
	if err != nil {
		return t, fmt.Errorf("encode thread %q: %w", t.Topic, err)
	}
	_, err = tx.Exec(`INSERT INTO threads (mailbox_id, id, conversation_id, topic, topic_key, seq, is_locked, delivered, has_attachments,
			preview, senders_json, to_json, cc_json) VALUES (?, ?, ?, ?, ?, 0, ?, ?, 0, '', '[]', ?, ?)`,
		group, t.ID, conversation, t.Topic, odata.Fold(t.Topic), t.IsLocked, tx.Now().UnixMilli(), string(to), string(cc))
	if err != nil {
		return t, fmt.Errorf("begin thread %q: %w", t.Topic, err)
	}
	return t, nil
}

const conversationColumns = `v.id, v.topic, v.seq, v.delivered, v.has_attachments, v.preview, v.senders_json`

func scanConversation(row interface{ Scan(...any) error }) (model.Conversation, error) {
	var v model.Conversation
	var seq, delivered int64
	var senders string
	if err := row.Scan(&v.ID, &v.Topic, &seq, &delivered, &v.HasAttachments, &v.Preview, &senders); err != nil {
		return v, err
	}
	v.ETag, v.LastDeliveredDateTime = store.ETag(seq), store.TimeOf(delivered)
	return v, json.Unmarshal([]byte(senders), &v.UniqueSenders)
}

const threadColumns = `t.id, t.conversation_id, t.topic, t.seq, t.is_locked, t.delivered, t.has_attachments, t.preview, t.senders_json, t.to_json, t.cc_json`

func scanThread(row interface{ Scan(...any) error }) (model.ConversationThread, error) {
	var t model.ConversationThread
	var seq, delivered int64
	var senders, to, cc string
	err := row.Scan(&t.ID, &t.ConversationID, &t.Topic, &seq, &t.IsLocked, &delivered, &t.HasAttachments, &t.Preview, &senders, &to, &cc)
	if err != nil {
		return t, err
	}
	t.ETag, t.LastDeliveredDateTime = store.ETag(seq), store.TimeOf(delivered)
	return t, errors.Join(json.Unmarshal([]byte(senders), &t.UniqueSenders), json.Unmarshal([]byte(to), &t.ToRecipients), json.Unmarshal([]byte(cc), &t.CcRecipients))
}

// conversation reads one of a group.
func conversation(tx *store.Tx, group int64, id string) (model.Conversation, error) {
	v, err := scanConversation(tx.QueryRow(`SELECT `+conversationColumns+` FROM conversations v WHERE v.mailbox_id = ? AND v.id = ?`, group, id))
	if errors.Is(err, sql.ErrNoRows) {
		return v, model.Errorf(model.CodeNotFound, "no conversation of the group has the id %q", id)
	}
	if err != nil {
		return v, fmt.Errorf("read conversation %s: %w", id, err)
	}
	return v, nil
}

// findThread reads one of a group.
func findThread(tx *store.Tx, group int64, id string) (model.ConversationThread, error) {
	t, err := scanThread(tx.QueryRow(`SELECT `+threadColumns+` FROM threads t WHERE t.mailbox_id = ? AND t.id = ?`, group, id))
	if errors.Is(err, sql.ErrNoRows) {
		return t, model.Errorf(model.CodeNotFound, "no thread of the group has the id %q", id)
	}
	if err != nil {
		return t, fmt.Errorf("read thread %s: %w", id, err)
	}
	return t, nil
}

func conversationListing(group int64) *store.Listing[model.Conversation] {
	return &store.Listing[model.Conversation]{What: "conversations", Columns: conversationColumns, From: "conversations v", Scan: scanConversation,
		Where: odata.Condition{SQL: "v.mailbox_id = ?", Args: []any{group}}}
}

// conversations reads a page of a group's conversations.
func conversations(tx *store.Tx, group int64, q odata.Query) ([]model.Conversation, []any, error) {
	return conversationListing(group).Page(tx, q)
}

// countConversations counts what Conversations selects on all pages.
func countConversations(tx *store.Tx, group int64, q odata.Query) (int, error) {
	return conversationListing(group).Count(tx, q)
}

func threadListing(group int64, conversation string) *store.Listing[model.ConversationThread] {
	l := &store.Listing[model.ConversationThread]{What: "threads", Columns: threadColumns, From: "threads t", Scan: scanThread,
		Where: odata.Condition{SQL: "t.mailbox_id = ?", Args: []any{group}}}
	if conversation != "" {
		l.Where.SQL += " AND t.conversation_id = ?"
		l.Where.Args = append(l.Where.Args, conversation)
	}
	return l
}

// Threads reads a page of a conversation's threads, of all of the group when
// conversation is "".
func Threads(tx *store.Tx, group int64, conversation string, q odata.Query) ([]model.ConversationThread, []any, error) {
	return threadListing(group, conversation).Page(tx, q)
}

// countThreads counts what Threads selects on all pages.
func countThreads(tx *store.Tx, group int64, conversation string, q odata.Query) (int, error) {
	return threadListing(group, conversation).Count(tx, q)
}

// lockThread locks or unlocks a thread and returns it.
func lockThread(tx *store.Tx, group int64, id string, locked bool) (model.ConversationThread, error) {
	seq, err := tx.Record(group, kindThread, "", id, store.Written)
	if err != nil {
		return model.ConversationThread{}, err
	}
	if _, err := tx.Exec(`UPDATE threads SET is_locked = ?, seq = ? WHERE mailbox_id = ? AND id = ?`, locked, seq, group, id); err != nil {
		return model.ConversationThread{}, fmt.Errorf("lock thread %s: %w", id, err)
	}
	return findThread(tx, group, id)
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
	senders, err := tx.Texts(`SELECT iif(from_name = '', from_address, from_name) FROM posts WHERE mailbox_id = ? AND thread_id = ?
		GROUP BY from_key ORDER BY min(received), from_key`, group, id)
	if err != nil {
		return fmt.Errorf("read the senders of thread %s: %w", id, err)
	}
	names, err := json.Marshal(append([]string{}, senders...))
	if err != nil {
		return fmt.Errorf("encode the senders of thread %s: %w", id, err)
	}
	var delivered int64
	var kind, content, conversation string
	err = tx.QueryRow(`SELECT received, content_type, content, conversation_id FROM posts WHERE mailbox_id = ? AND thread_id = ?
		ORDER BY received DESC, id DESC LIMIT 1`, group, id).Scan(&delivered, &kind, &content, &conversation)
	if err != nil {
		return fmt.Errorf("read the newest post of thread %s: %w", id, err)
	}
	seq, err := tx.Record(group, kindThread, "", id, store.Written)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE threads SET delivered = ?, preview = ?, senders_json = ?, seq = ?,
			has_attachments = EXISTS (SELECT 1 FROM posts p WHERE p.mailbox_id = threads.mailbox_id AND p.thread_id = threads.id AND p.has_attachments)
		WHERE mailbox_id = ? AND id = ?`, delivered, previewOf(kind, content), string(names), seq, group, id)
	if err != nil {
		return fmt.Errorf("write thread %s: %w", id, err)
	}
	return refreshConversation(tx, group, conversation)
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
	threads, _, err := Threads(tx, group, id, odata.Query{Order: order, Limit: maxThreads})
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
	last, files, senders := threads[len(threads)-1], false, []string{}
	for _, t := range threads {
		files = files || t.HasAttachments
		for _, name := range t.UniqueSenders {
			if !slices.Contains(senders, name) {
				senders = append(senders, name)
			}
		}
	}
	names, err := json.Marshal(senders)
	if err != nil {
		return fmt.Errorf("encode the senders of conversation %s: %w", id, err)
	}
	seq, err := tx.Record(group, kindConversation, "", id, store.Written)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE conversations SET delivered = ?, preview = ?, has_attachments = ?, senders_json = ?, seq = ? WHERE mailbox_id = ? AND id = ?`,
		last.LastDeliveredDateTime.UnixMilli(), last.Preview, files, string(names), seq, group, id)
	if err != nil {
		return fmt.Errorf("write conversation %s: %w", id, err)
	}
	return nil
}

// maxThreads is how many threads of a conversation its summary is made of;
// most conversations have one.
const maxThreads = 1000
