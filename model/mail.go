package model

import (
	"encoding/json"
	"strings"
	"time"
)

// Well-known folder names: each can stand where a folder id can.
const (
	FolderInbox     = "inbox"
	FolderDrafts    = "drafts"
	FolderSentItems = "sentitems"
	FolderDeleted   = "deleteditems"
	FolderArchive   = "archive"
	FolderJunk      = "junkemail"
	FolderOutbox    = "outbox"
)

// WellKnownFolders lists the folders every mailbox has, in display order.
func WellKnownFolders() []string {
	return []string{FolderInbox, FolderDrafts, FolderSentItems, FolderArchive,
		FolderDeleted, FolderJunk, FolderOutbox}
}

// Values of inferenceClassification.
const (
	Focused = "focused"
	Other   = "other"
)

// MailFolder is a folder of messages. WellKnownName is empty for a folder
// that a person made. Counts are of the folder itself, not of its children.
type MailFolder struct {
	Entity
	DisplayName      string `json:"displayName" max:"255"`
	ParentFolderID   string `json:"parentFolderId,omitempty"`
	ChildFolderCount int    `json:"childFolderCount"`
	UnreadItemCount  int    `json:"unreadItemCount"`
	TotalItemCount   int    `json:"totalItemCount"`
	IsHidden         bool   `json:"isHidden"`
	WellKnownName    string `json:"wellKnownName,omitempty"`

	ChildFolders []MailFolder `json:"childFolders,omitempty" absent:"asked"`
}

// Message is a mail, a draft, or (when MeetingMessageType is set) an
// eventMessage. ConversationID is shared by the messages of one thread.
type Message struct {
	Item
	ReceivedDateTime           *time.Time              `json:"receivedDateTime,omitempty"`
	SentDateTime               *time.Time              `json:"sentDateTime,omitempty"`
	HasAttachments             bool                    `json:"hasAttachments"`
	InternetMessageID          string                  `json:"internetMessageId,omitempty" max:"998,drop"`
	Subject                    string                  `json:"subject" max:"1000"`
	BodyPreview                string                  `json:"bodyPreview" max:"255,lines"`
	Importance                 string                  `json:"importance,omitempty"`
	ParentFolderID             string                  `json:"parentFolderId,omitempty"`
	ConversationID             string                  `json:"conversationId,omitempty"`
	IsDeliveryReceiptRequested bool                    `json:"isDeliveryReceiptRequested"`
	IsReadReceiptRequested     bool                    `json:"isReadReceiptRequested"`
	IsRead                     bool                    `json:"isRead"`
	IsDraft                    bool                    `json:"isDraft"`
	WebLink                    string                  `json:"webLink,omitempty" max:"2000,drop"`
	InferenceClassification    string                  `json:"inferenceClassification,omitempty"`
	Body                       *ItemBody               `json:"body,omitempty"`
	Sender                     *Recipient              `json:"sender,omitempty"`
	From                       *Recipient              `json:"from,omitempty"`
	ToRecipients               []Recipient             `json:"toRecipients,omitempty" max:"500"`
	CcRecipients               []Recipient             `json:"ccRecipients,omitempty" max:"500"`
	BccRecipients              []Recipient             `json:"bccRecipients,omitempty" max:"500"`
	ReplyTo                    []Recipient             `json:"replyTo,omitempty" max:"500"`
	Flag                       *FollowupFlag           `json:"flag,omitempty" absent:"{}"`
	InternetMessageHeaders     []InternetMessageHeader `json:"internetMessageHeaders,omitempty" max:"1000,keep" absent:"asked"`
	Attachments                []Attachment            `json:"attachments,omitempty" max:"250,keep" absent:"asked"`
	Extensions                 []OpenTypeExtension     `json:"extensions,omitempty" max:"100,keep" absent:"asked"`
	SingleValueProperties      []SingleValueProperty   `json:"singleValueExtendedProperties,omitempty" max:"100,keep" absent:"asked"`
	MeetingMessageType         string                  `json:"meetingMessageType,omitempty" absent:"of eventMessage"`
	Event                      *Event                  `json:"event,omitempty" absent:"asked"`
	StartDateTime              *DateTimeTimeZone       `json:"startDateTime,omitempty" absent:"of eventMessage"`
	EndDateTime                *DateTimeTimeZone       `json:"endDateTime,omitempty" absent:"of eventMessage"`
	Location                   *Location               `json:"location,omitempty" absent:"of eventMessage"`

	_ struct{} `unkept:"conversationIndex binary,uniqueBody struct asked,isDelegated bool asked,isOutOfDate bool asked"`
}

// Values of meetingMessageType.
const (
	MeetingRequest   = "meetingRequest"
	MeetingCancelled = "meetingCancelled"
	MeetingAccepted  = "meetingAccepted"
	MeetingTentative = "meetingTentativelyAccepted"
	MeetingDeclined  = "meetingDeclined"

	// MeetingTentativePublic is how the public interface spells MeetingTentative.
	MeetingTentativePublic = "meetingTenativelyAccepted"
)

// OfMeeting tells whether the message is about an event, by its type where
// meetingMessageType was not asked for.
func (m *Message) OfMeeting() bool {
	return m.MeetingMessageType != "" || strings.Contains(m.Type, ".eventMessage")
}

// SingleValueProperty is a named string kept with an item: how a client
// stores what the interface has no field for (the time a message is snoozed
// until). ID has the form "String {guid} Name name".
type SingleValueProperty struct {
	ID    string `json:"id" max:"500"`
	Value string `json:"value" max:"32KB"`
}

// Values of FollowupFlag.FlagStatus.
const (
	NotFlagged   = "notFlagged"
	Flagged      = "flagged"
	FlagComplete = "complete"
)

// FollowupFlag marks a message for follow-up. The zero value is not flagged.
type FollowupFlag struct {
	FlagStatus        string            `json:"flagStatus" absent:"\"notFlagged\""`
	StartDateTime     *DateTimeTimeZone `json:"startDateTime,omitempty" absent:"-"`
	DueDateTime       *DateTimeTimeZone `json:"dueDateTime,omitempty" absent:"-"`
	CompletedDateTime *DateTimeTimeZone `json:"completedDateTime,omitempty" absent:"-"`
}

// InternetMessageHeader is one header field as it stood in the message.
type InternetMessageHeader struct {
	Name  string `json:"name" max:"255"`
	Value string `json:"value" max:"64KB,line"`
}

// MessagePatch changes a message: nil means "leave as it is", an empty slice
// means "none". Fields beyond categories, importance, the receipt requests,
// isRead, flag and inferenceClassification can change on drafts alone.
type MessagePatch struct {
	Categories                 *[]string             `json:"categories,omitempty" max:"100,255"`
	Importance                 *string               `json:"importance,omitempty"`
	IsDeliveryReceiptRequested *bool                 `json:"isDeliveryReceiptRequested,omitempty"`
	IsRead                     *bool                 `json:"isRead,omitempty"`
	IsReadReceiptRequested     *bool                 `json:"isReadReceiptRequested,omitempty"`
	InferenceClassification    *string               `json:"inferenceClassification,omitempty"`
	Flag                       *FollowupFlag         `json:"flag,omitempty"`
	Subject                    *string               `json:"subject,omitempty" max:"1000"`
	Body                       *ItemBody             `json:"body,omitempty"`
	ToRecipients               *[]Recipient          `json:"toRecipients,omitempty" max:"500"`
	CcRecipients               *[]Recipient          `json:"ccRecipients,omitempty" max:"500"`
	BccRecipients              *[]Recipient          `json:"bccRecipients,omitempty" max:"500"`
	ReplyTo                    *[]Recipient          `json:"replyTo,omitempty" max:"500"`
	From                       *Recipient            `json:"from,omitempty"`
	Sender                     *Recipient            `json:"sender,omitempty"`
	InternetMessageID          *string               `json:"internetMessageId,omitempty" max:"998"`
	SingleValueProperties      []SingleValueProperty `json:"singleValueExtendedProperties,omitempty" max:"100"`
}

// Values of Attachment.Type, without the leading '#'.
const (
	FileAttachment = "microsoft.graph.fileAttachment"
	ItemAttachment = "microsoft.graph.itemAttachment"
)

// Attachment is a file or an item carried by a message, event or post. Size
// is in bytes. ContentBytes (base64 in JSON) is left out of lists.
type Attachment struct {
	Entity
	Name                 string     `json:"name" max:"255"`
	ContentType          string     `json:"contentType,omitempty" max:"255"`
	Size                 int        `json:"size"`
	IsInline             bool       `json:"isInline"`
	ContentID            string     `json:"contentId,omitempty" max:"998" absent:"of fileAttachment"`
	LastModifiedDateTime *time.Time `json:"lastModifiedDateTime,omitempty"`
	ContentBytes         []byte     `json:"contentBytes,omitempty" max:"25MB" absent:"-"`

	Item json.RawMessage `json:"item,omitempty" max:"25MB" absent:"-"`

	_ struct{} `unkept:"contentLocation string asked"`
}

// InferenceClassificationOverride says that mail of a sender is always
// focused or always other.
type InferenceClassificationOverride struct {
	Entity
	ClassifyAs         string       `json:"classifyAs"`
	SenderEmailAddress EmailAddress `json:"senderEmailAddress"`
}

// OutlookCategory is a category with its colour, "preset0" to "preset24".
type OutlookCategory struct {
	Entity
	DisplayName string `json:"displayName" max:"255"`
	Color       string `json:"color,omitempty"`
}

// SendMailRequest is the body of sendMail. SaveToSentItems nil means true.
type SendMailRequest struct {
	Message         Message `json:"message"`
	SaveToSentItems *bool   `json:"saveToSentItems,omitempty"`
}

// ReplyRequest is the body of reply, replyAll, forward and of their create
// forms. Comment and Message.Body exclude each other; a forward names its
// recipients once, here or in Message.
type ReplyRequest struct {
	Comment      string      `json:"comment,omitempty" max:"4MB"`
	Message      *Message    `json:"message,omitempty"`
	ToRecipients []Recipient `json:"toRecipients,omitempty" max:"500"`
}
