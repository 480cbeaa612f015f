package model

import "time"

// Group is a set of people with conversations, a calendar and a drive.
type Group struct {
	Entity
	DisplayName     string     `json:"displayName"`
	Description     string     `json:"description,omitempty"`
	Mail            string     `json:"mail,omitempty"`
	MailNickname    string     `json:"mailNickname,omitempty"`
	MailEnabled     bool       `json:"mailEnabled"`
	SecurityEnabled bool       `json:"securityEnabled"`
	GroupTypes      []string   `json:"groupTypes,omitempty"`
	Visibility      string     `json:"visibility,omitempty"`
	CreatedDateTime *time.Time `json:"createdDateTime,omitempty"`
}

// Conversation is a topic of a group and the threads about it.
type Conversation struct {
	Entity
	Topic                 string               `json:"topic"`
	HasAttachments        bool                 `json:"hasAttachments"`
	LastDeliveredDateTime *time.Time           `json:"lastDeliveredDateTime,omitempty"`
	UniqueSenders         []string             `json:"uniqueSenders,omitempty"`
	Preview               string               `json:"preview"`
	Threads               []ConversationThread `json:"threads,omitempty"`
}

// ConversationThread is a line of posts. IsLocked true disallows posting.
type ConversationThread struct {
	Entity
	Topic                 string      `json:"topic"`
	HasAttachments        bool        `json:"hasAttachments"`
	LastDeliveredDateTime *time.Time  `json:"lastDeliveredDateTime,omitempty"`
	UniqueSenders         []string    `json:"uniqueSenders,omitempty"`
	Preview               string      `json:"preview"`
	ToRecipients          []Recipient `json:"toRecipients,omitempty"`
	CcRecipients          []Recipient `json:"ccRecipients,omitempty"`
	IsLocked              bool        `json:"isLocked"`
	ConversationID        string      `json:"conversationId,omitempty"`
	Posts                 []Post      `json:"posts,omitempty"`
}

// ThreadPatch locks or unlocks a thread.
type ThreadPatch struct {
	IsLocked *bool `json:"isLocked,omitempty"`
}

// Post is one contribution to a thread.
type Post struct {
	Item
	Body                 *ItemBody           `json:"body,omitempty"`
	ReceivedDateTime     *time.Time          `json:"receivedDateTime,omitempty"`
	HasAttachments       bool                `json:"hasAttachments"`
	From                 *Recipient          `json:"from,omitempty"`
	Sender               *Recipient          `json:"sender,omitempty"`
	ConversationThreadID string              `json:"conversationThreadId,omitempty"`
	ConversationID       string              `json:"conversationId,omitempty"`
	NewParticipants      []Recipient         `json:"newParticipants,omitempty"`
	Attachments          []Attachment        `json:"attachments,omitempty"`
	Extensions           []OpenTypeExtension `json:"extensions,omitempty"`
}

// PostRequest is the body of a reply to a post or a thread.
type PostRequest struct {
	Post Post `json:"post"`
}

// ForwardRequest is the body of a post's forward.
type ForwardRequest struct {
	Comment      string      `json:"comment,omitempty"`
	ToRecipients []Recipient `json:"toRecipients"`
}
