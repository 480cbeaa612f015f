package model

import "time"

// Group is a set of people with conversations, a calendar and a drive.
type Group struct {
	Entity
	DisplayName     string     `json:"displayName" max:"256"`
	Description     string     `json:"description,omitempty" max:"1024,lines"`
	Mail            string     `json:"mail,omitempty"`
	MailNickname    string     `json:"mailNickname,omitempty"`
	MailEnabled     bool       `json:"mailEnabled"`
	SecurityEnabled bool       `json:"securityEnabled"`
	GroupTypes      []string   `json:"groupTypes,omitempty"`
	Visibility      string     `json:"visibility,omitempty"`
	CreatedDateTime *time.Time `json:"createdDateTime,omitempty"`

	Members []User `json:"members,omitempty" absent:"asked"`
	Owners  []User `json:"owners,omitempty" absent:"asked"`

	_ struct{} `unkept:"classification string,deletedDateTime time,expirationDateTime time,isArchived bool asked,membershipRule string,preferredDataLocation string,preferredLanguage string,proxyAddresses strings,renewedDateTime time,resourceBehaviorOptions strings,resourceProvisioningOptions strings,theme string"`
}

// Conversation is a topic of a group and the threads about it.
type Conversation struct {
	Entity
	Topic                 string               `json:"topic" max:"500"`
	HasAttachments        bool                 `json:"hasAttachments"`
	LastDeliveredDateTime *time.Time           `json:"lastDeliveredDateTime,omitempty"`
	UniqueSenders         []string             `json:"uniqueSenders,omitempty" max:"500,320"`
	Preview               string               `json:"preview" max:"255,lines"`
	Threads               []ConversationThread `json:"threads,omitempty" max:"20" absent:"asked"`
}

// ConversationThread is a line of posts. IsLocked true disallows posting.
type ConversationThread struct {
	Entity
	Topic                 string      `json:"topic" max:"500"`
	HasAttachments        bool        `json:"hasAttachments"`
	LastDeliveredDateTime *time.Time  `json:"lastDeliveredDateTime,omitempty"`
	UniqueSenders         []string    `json:"uniqueSenders,omitempty" max:"500,320"`
	Preview               string      `json:"preview" max:"255,lines"`
	ToRecipients          []Recipient `json:"toRecipients,omitempty" max:"500"`
	CcRecipients          []Recipient `json:"ccRecipients,omitempty" max:"500"`
	IsLocked              bool        `json:"isLocked"`
	ConversationID        string      `json:"conversationId,omitempty"`
	Posts                 []Post      `json:"posts,omitempty" max:"20" absent:"asked"`
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
	NewParticipants      []Recipient         `json:"newParticipants,omitempty" max:"500"`
	Attachments          []Attachment        `json:"attachments,omitempty" max:"250,keep" absent:"asked"`
	Extensions           []OpenTypeExtension `json:"extensions,omitempty" max:"100,keep" absent:"asked"`
}

// PostRequest is the body of a reply to a post or a thread.
type PostRequest struct {
	Post Post `json:"post"`
}

// ForwardRequest is the body of a post's forward.
type ForwardRequest struct {
	Comment      string      `json:"comment,omitempty" max:"4MB"`
	ToRecipients []Recipient `json:"toRecipients" max:"500"`
}
