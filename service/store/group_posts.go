package store

import (
	"database/sql"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"time"

	"daybook/formats/eml"
	"daybook/model"
	"daybook/service/odata"
)

// PostOwner is the owner of a post's extensions and attachments.
func PostOwner(group int64, id string) Owner { return Owner{group, kindPost, id} }

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
func (tx *Tx) AddPost(group int64, thread string, n NewPost) (model.Post, error) {
	t, err := tx.Thread(group, thread)
	if err != nil {
		return n.Post, err
	}
	model.Fit(&n.Post)
	p, now := n.Post, tx.now.UTC().Truncate(time.Millisecond)
	if p.ID == "" {
		p.ID = tx.NewID()
	}
	for _, at := range []**time.Time{&p.ReceivedDateTime, &p.CreatedDateTime, &p.LastModifiedDateTime} {
		if *at == nil {
			*at = &now
		}
	}
	if p.ReceivedDateTime, err = tx.afterPosts(group, t.ID, *p.ReceivedDateTime); err != nil {
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
	participants := ""
	if len(p.NewParticipants) > 0 {
		text, err := json.Marshal(p.NewParticipants)
		if err != nil {
			return p, fmt.Errorf("encode the participants of a post: %w", err)
		}
		participants = string(text)
	}
	seq, err := tx.Record(group, kindPost, t.ID, p.ID, Written)
	if err != nil {
		return p, err
	}
	p.ChangeKey, p.ETag = ChangeKey(seq), entityTag(seq)
	_, err = tx.Exec(`INSERT INTO posts (mailbox_id, id, thread_id, conversation_id, message_id, author_id, seq, received, created, modified,
			has_attachments, from_name, from_address, from_key, content_type, content, participants)
		VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
		group, p.ID, t.ID, t.ConversationID, n.MessageID, n.AuthorID, seq, p.ReceivedDateTime.UnixMilli(), p.CreatedDateTime.UnixMilli(),
		p.LastModifiedDateTime.UnixMilli(), p.HasAttachments, p.From.EmailAddress.Name, p.From.EmailAddress.Address,
		fold(p.From.EmailAddress.Address), p.Body.ContentType, p.Body.Content, participants)
	if err != nil {
		return p, fmt.Errorf("add a post to thread %s: %w", thread, err)
	}
	if err := tx.addPostParts(PostOwner(group, p.ID), &p); err != nil {
		return p, err
	}
	return p, tx.refreshThread(group, t.ID)
}

// afterPosts is at, or the millisecond after the newest post of the thread:
// so that posts are listed in the order they came, also in one millisecond.
func (tx *Tx) afterPosts(group int64, thread string, at time.Time) (*time.Time, error) {
	var newest sql.NullInt64
	err := tx.QueryRow(`SELECT max(received) FROM posts WHERE mailbox_id = ? AND thread_id = ?`, group, thread).Scan(&newest)
	if err != nil {
		return nil, fmt.Errorf("read the newest post of thread %s: %w", thread, err)
	}
	return timeOf(max(at.UnixMilli(), newest.Int64+1)), nil
}

// addPostParts keeps the attachments and extensions of a post, in lists of
// its own.
func (tx *Tx) addPostParts(o Owner, p *model.Post) error {
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

const postColumns = `p.id, p.thread_id, p.conversation_id, p.seq, p.received, p.created, p.modified, p.has_attachments,
	p.from_name, p.from_address, p.content_type, p.content, p.participants`

func scanPost(row interface{ Scan(...any) error }) (model.Post, error) {
	var p model.Post
	var seq, received, created, modified int64
	var name, address, participants string
	var body model.ItemBody
	err := row.Scan(&p.ID, &p.ConversationThreadID, &p.ConversationID, &seq, &received, &created, &modified, &p.HasAttachments,
		&name, &address, &body.ContentType, &body.Content, &participants)
	if err != nil {
		return p, err
	}
	p.ChangeKey, p.ETag, p.Body = ChangeKey(seq), entityTag(seq), &body
	p.ReceivedDateTime, p.CreatedDateTime, p.LastModifiedDateTime = timeOf(received), timeOf(created), timeOf(modified)
	p.From, p.Sender = recipient(name, address), recipient(name, address)
	if participants == "" {
		return p, nil
	}
	return p, json.Unmarshal([]byte(participants), &p.NewParticipants)
}

// Post reads one of a thread, without its attachments and extensions.
func (tx *Tx) Post(group int64, thread, id string) (model.Post, error) {
	p, err := scanPost(tx.QueryRow(`SELECT `+postColumns+` FROM posts p WHERE p.mailbox_id = ? AND p.id = ? AND p.thread_id = ?`, group, id, thread))
	if errors.Is(err, sql.ErrNoRows) {
		return p, model.Errorf(model.CodeNotFound, "no post of the thread has the id %q", id)
	}
	if err != nil {
		return p, fmt.Errorf("read post %s: %w", id, err)
	}
	return p, nil
}

func postListing(group int64, thread string) *listing[model.Post] {
	return &listing[model.Post]{what: "posts", columns: postColumns, from: "posts p", scan: scanPost,
		where: odata.Condition{SQL: "p.mailbox_id = ? AND p.thread_id = ?", Args: []any{group, thread}}}
}

// Posts reads a page of a thread's posts.
func (tx *Tx) Posts(group int64, thread string, q odata.Query) ([]model.Post, []any, error) {
	return postListing(group, thread).page(tx, q)
}

// CountPosts counts what Posts selects on all pages.
func (tx *Tx) CountPosts(group int64, thread string, q odata.Query) (int, error) {
	return postListing(group, thread).count(tx, q)
}

// ThreadOfMail finds the thread of a group that has a post with one of these
// Message-IDs, "" for none. The last of them counts most.
func (tx *Tx) ThreadOfMail(group int64, messageIDs []string) (string, error) {
	for _, id := range slices.Backward(messageIDs) {
		var thread string
		err := tx.QueryRow(`SELECT thread_id FROM posts WHERE mailbox_id = ? AND message_id = ?`, group, id).Scan(&thread)
		if err == nil || !errors.Is(err, sql.ErrNoRows) {
			return thread, err
		}
	}
	return "", nil
}

// MailOfThread lists the Message-IDs of a thread's posts, the oldest first.
func (tx *Tx) MailOfThread(group int64, thread string) ([]string, error) {
	return tx.texts(`SELECT message_id FROM posts WHERE mailbox_id = ? AND thread_id = ? AND message_id <> '' ORDER BY received, id`, group, thread)
}

// PostChanged notes a change of a post's extensions or attachments: it gets a
// new change key, and hasAttachments is set by what there is.
func (tx *Tx) PostChanged(o Owner) error {
	list, err := tx.Attachments(o)
	if err != nil {
		return err
	}
	has := slices.ContainsFunc(list, func(a model.Attachment) bool { return !a.IsInline })
	var thread string
	if err := tx.QueryRow(`SELECT thread_id FROM posts WHERE mailbox_id = ? AND id = ?`, o.Mailbox, o.ID).Scan(&thread); err != nil {
		return fmt.Errorf("read post %s: %w", o.ID, err)
	}
	seq, err := tx.Record(o.Mailbox, kindPost, thread, o.ID, Written)
	if err != nil {
		return err
	}
	_, err = tx.Exec(`UPDATE posts SET seq = ?, modified = ?, has_attachments = ? WHERE mailbox_id = ? AND id = ?`,
		seq, tx.now.UnixMilli(), has, o.Mailbox, o.ID)
	if err != nil {
		return fmt.Errorf("mark post %s: %w", o.ID, err)
	}
	return tx.refreshThread(o.Mailbox, thread)
}

// previewOf is the beginning of a body, as text in one line.
func previewOf(contentType, content string) string {
	if contentType == "html" {
		content = eml.PlainText(content)
	}
	return eml.Preview(content)
}
