package groups

import (
	"database/sql"
	"errors"
	"fmt"
	"slices"
	"time"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/store"
)

// ownerOfPost is the owner of a post's extensions and attachments.
func ownerOfPost(group int64, id string) store.Owner {
	return store.Owner{Mailbox: group, Kind: store.ItemPost, ID: id}
}

// NewPost is a post to be kept, with its attachments and extensions. Post.From
// is its author; AuthorID is the author's id, empty for somebody from outside.
// ReceivedDateTime, when nil, is the transaction's time; it is moved to after
// the thread's newest post.
type NewPost struct {
	model.Post
	AuthorID  string
	MessageID string // of the mail that the post is sent as or came as, with brackets
}

// AddPost adds a post to a thread and returns it as it is kept.
func AddPost(tx *store.Tx, group int64, thread string, n NewPost) (model.Post, error) {
	t, err := findThread(tx, group, thread)
	if err != nil {
		return n.Post, err
	}
	model.Fit(&n.Post)
	p, now := n.Post, tx.Now().UTC().Truncate(time.Millisecond)
	if p.ID == "" {
		p.ID = tx.NewID()
	}
	for _, at := range []**time.Time{&p.ReceivedDateTime, &p.CreatedDateTime, &p.LastModifiedDateTime} {
		if *at == nil {
			*at = &now
		}
	}
	if p.ReceivedDateTime, err = afterPosts(tx, group, t.ID, *p.ReceivedDateTime); err != nil {
		return p, err
	}
	if p.Body == nil {
		p.Body = &model.ItemBody{ContentType: "text"}
	}
	if p.From == nil {
		p.From = &model.Recipient{}
	}
	p.Sender = p.From
	p.HasAttachments = slices.ContainsFunc(p.Attachments, func(a model.Attachment) bool { return !a.IsInline })
	p.ConversationThreadID, p.ConversationID = t.ID, t.ConversationID
	seq, err := tx.Record(group, store.ItemPost, t.ID, p.ID, store.Written)
	if err != nil {
		return p, err
	}
	p.ChangeKey, p.ETag = store.ChangeKey(seq), store.ETag(seq)
	r := postRow{Post: p, seq: seq, received: store.MillisOf(p.ReceivedDateTime), created: store.MillisOf(p.CreatedDateTime),
		modified: store.MillisOf(p.LastModifiedDateTime), body: *p.Body, from: p.From.EmailAddress, messageID: n.MessageID, author: n.AuthorID}
	if len(p.NewParticipants) > 0 {
		err = store.PackJSON(&r.participants, p.NewParticipants)
	}
	if err == nil {
		err = postTable.Add(tx, group, &r)
	}
	if err != nil {
		return p, fmt.Errorf("add a post to thread %s: %w", thread, err)
	}
	if err := addPostParts(tx, ownerOfPost(group, p.ID), &p); err != nil {
		return p, err
	}
	return p, refreshThread(tx, group, t.ID)
}

// afterPosts is at, or the millisecond after the newest post of the thread:
// so that posts are listed in the order they came, also in one millisecond.
func afterPosts(tx *store.Tx, group int64, thread string, at time.Time) (*time.Time, error) {
	var newest sql.NullInt64
	err := tx.QueryRow(`SELECT max(received) FROM posts WHERE mailbox_id = ? AND thread_id = ?`, group, thread).Scan(&newest)
	if err != nil {
		return nil, fmt.Errorf("read the newest post of thread %s: %w", thread, err)
	}
	return store.TimeOf(max(at.UnixMilli(), newest.Int64+1)), nil
}

// addPostParts keeps the attachments and extensions of a post, in lists of
// its own.
func addPostParts(tx *store.Tx, o store.Owner, p *model.Post) error {
	attachments, extensions := p.Attachments, p.Extensions
	p.Attachments, p.Extensions = nil, nil
	for _, a := range attachments {
		kept, err := tx.AddAttachment(o, a)
		if err != nil {
			return err
		}
		p.Attachments = append(p.Attachments, kept)
	}
	for _, e := range extensions {
		kept, err := tx.AddExtension(o, e)
		if err != nil {
			return err
		}
		p.Extensions = append(p.Extensions, kept)
	}
	return nil
}

// postRow is a row of posts. What is kept as it is, is in the post.
type postRow struct {
	model.Post
	seq, received, created, modified int64
	from                             model.EmailAddress
	body                             model.ItemBody
	participants                     string
	messageID, author                string // written alone
}

// postTable is where a post is kept, and what filters and orders make of it.
var postTable = store.TableOf("posts", "p",
	store.Column[postRow]{Name: "id", At: func(r *postRow) any { return &r.ID },
		Fields: []odata.Field{{Path: "id", Kind: odata.ID, Column: "p.id", NotNull: true}}},
	store.Column[postRow]{Name: "thread_id", At: func(r *postRow) any { return &r.ConversationThreadID },
		Fields: []odata.Field{{Path: "conversationThreadId", Kind: odata.ID, Column: "p.thread_id", NotNull: true}}},
	store.Column[postRow]{Name: "conversation_id", At: func(r *postRow) any { return &r.ConversationID },
		Fields: []odata.Field{{Path: "conversationId", Kind: odata.ID, Column: "p.conversation_id", NotNull: true}}},
	store.Column[postRow]{Name: "message_id", Value: func(r *postRow) any { return r.messageID }},
	store.Column[postRow]{Name: "author_id", Value: func(r *postRow) any { return r.author }},
	store.Column[postRow]{Name: "seq", At: func(r *postRow) any { return &r.seq }, Part: store.PartChanged},
	store.Column[postRow]{Name: "received", At: func(r *postRow) any { return &r.received },
		Fields: []odata.Field{{Path: "receivedDateTime", Column: "p.received", Unit: odata.Milliseconds, NotNull: true}}},
	store.Column[postRow]{Name: "created", At: func(r *postRow) any { return &r.created },
		Fields: []odata.Field{{Path: "createdDateTime", Column: "p.created", Unit: odata.Milliseconds, NotNull: true}}},
	store.Column[postRow]{Name: "modified", At: func(r *postRow) any { return &r.modified }, Part: store.PartChanged,
		Fields: []odata.Field{{Path: "lastModifiedDateTime", Column: "p.modified", Unit: odata.Milliseconds, NotNull: true}}},
	store.Column[postRow]{Name: "has_attachments", At: func(r *postRow) any { return &r.HasAttachments }, Part: store.PartChanged,
		Fields: []odata.Field{{Path: "hasAttachments", Column: "p.has_attachments", NotNull: true}}},
	store.Column[postRow]{Name: "from_name", At: func(r *postRow) any { return &r.from.Name },
		Fields: []odata.Field{{Path: "from/emailAddress/name", Column: "p.from_name", NotNull: true}}},
	store.Column[postRow]{Name: "from_address", Fold: "from_key", At: func(r *postRow) any { return &r.from.Address },
		Fields: []odata.Field{{Path: "from/emailAddress/address", Column: "p.from_address", Fold: "p.from_key", NotNull: true}}},
	store.Column[postRow]{Name: "content_type", At: func(r *postRow) any { return &r.body.ContentType },
		Fields: []odata.Field{{Path: "body/contentType", Column: "p.content_type", NotNull: true}}},
	store.Column[postRow]{Name: "content", At: func(r *postRow) any { return &r.body.Content },
		Fields: []odata.Field{{Path: "body/content", Column: "p.content", NotNull: true}}},
	store.Column[postRow]{Name: "participants", At: func(r *postRow) any { return &r.participants },
		Fields: []odata.Field{{Path: "newParticipants", JSON: "nullif(p.participants,'')"}}},
)

func scanPost(row store.Row) (model.Post, error) {
	var r postRow
	if err := row.Scan(postTable.Into(&r)...); err != nil {
		return r.Post, err
	}
	p := r.Post
	p.ChangeKey, p.ETag, p.Body = store.ChangeKey(r.seq), store.ETag(r.seq), &r.body
	p.ReceivedDateTime, p.CreatedDateTime, p.LastModifiedDateTime = store.TimeOf(r.received), store.TimeOf(r.created), store.TimeOf(r.modified)
	if r.from != (model.EmailAddress{}) {
		p.From, p.Sender = &model.Recipient{EmailAddress: r.from}, &model.Recipient{EmailAddress: r.from}
	}
	return p, store.UnpackJSON(r.participants, &p.NewParticipants)
}

// post reads one of a thread, without its attachments and extensions.
func post(tx *store.Tx, group int64, thread, id string) (model.Post, error) {
	p, err := scanPost(tx.QueryRow(`SELECT `+postTable.Selected+` FROM posts p WHERE p.mailbox_id = ? AND p.id = ? AND p.thread_id = ?`, group, id, thread))
	if errors.Is(err, sql.ErrNoRows) {
		return p, model.Errorf(model.CodeNotFound, "no post of the thread has the id %q", id)
	}
	if err != nil {
		return p, fmt.Errorf("read post %s: %w", id, err)
	}
	return p, nil
}

// Posts lists a thread's posts.
func Posts(group int64, thread string) *store.Listing[model.Post] {
	return &store.Listing[model.Post]{What: "posts", Columns: postTable.Selected, From: "posts p", Scan: scanPost,
		Where: odata.Condition{SQL: "p.mailbox_id = ? AND p.thread_id = ?", Args: []any{group, thread}}}
}

// threadOfMail finds the thread of a group that has a post with one of these
// Message-IDs, "" for none. The last of them counts most.
func threadOfMail(tx *store.Tx, group int64, messageIDs []string) (string, error) {
	for _, id := range slices.Backward(messageIDs) {
		var thread string
		err := tx.QueryRow(`SELECT thread_id FROM posts WHERE mailbox_id = ? AND message_id = ?`, group, id).Scan(&thread)
		if err == nil || !errors.Is(err, sql.ErrNoRows) {
			return thread, err
		}
	}
	return "", nil
}

// mailOfThread lists the Message-IDs of a thread's posts, the oldest first.
func mailOfThread(tx *store.Tx, group int64, thread string) ([]string, error) {
	return tx.Texts(`SELECT message_id FROM posts WHERE mailbox_id = ? AND thread_id = ? AND message_id <> '' ORDER BY received, id`, group, thread)
}

// postChanged notes a change of a post's extensions or attachments: it gets a
// new change key, and hasAttachments is set by what there is.
func postChanged(tx *store.Tx, o store.Owner) error {
	list, err := tx.Attachments(o)
	if err != nil {
		return err
	}
	has := slices.ContainsFunc(list, func(a model.Attachment) bool { return !a.IsInline })
	var thread string
	if err := tx.QueryRow(`SELECT thread_id FROM posts WHERE mailbox_id = ? AND id = ?`, o.Mailbox, o.ID).Scan(&thread); err != nil {
		return fmt.Errorf("read post %s: %w", o.ID, err)
	}
	seq, err := tx.Record(o.Mailbox, store.ItemPost, thread, o.ID, store.Written)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE posts SET seq = ?, modified = ?, has_attachments = ? WHERE mailbox_id = ? AND id = ?`,
		seq, tx.Now().UnixMilli(), has, o.Mailbox, o.ID)
	if err != nil {
		return fmt.Errorf("mark post %s: %w", o.ID, err)
	}
	return refreshThread(tx, o.Mailbox, thread)
}
