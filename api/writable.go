package api

import (
	"encoding/json"
	"fmt"
	"slices"

	"daybook/model"
)

// readOnly are the properties that the service alone sets, by resource: a
// request that makes an instance leaves them out.
var (
	readOnlyEverywhere = []string{"@odata.context", "@odata.etag", "@removed", "id", "changeKey",
		"createdDateTime", "lastModifiedDateTime"}
	readOnlyMessage = []string{"bodyPreview", "hasAttachments", "isDraft", "webLink", "conversationId",
		"parentFolderId", "receivedDateTime", "sentDateTime", "meetingMessageType", "event"}
	readOnlyEvent = []string{"bodyPreview", "hasAttachments", "isCancelled", "isOrganizer", "isDraft", "webLink",
		"type", "seriesMasterId", "originalStart", "responseStatus", "organizer", "cancelledOccurrences", "instances"}
	readOnlyPost = []string{"hasAttachments", "receivedDateTime", "conversationThreadId", "conversationId"}
)

// writable is v as JSON without what a request must not set.
func writable(v any, readOnly ...string) (map[string]json.RawMessage, error) {
	data, err := json.Marshal(v)
	if err != nil {
		return nil, fmt.Errorf("encoding the request: %w", err)
	}
	var m map[string]json.RawMessage
	if err := json.Unmarshal(data, &m); err != nil {
		return nil, fmt.Errorf("encoding the request: %w", err)
	}
	for _, name := range slices.Concat(readOnlyEverywhere, readOnly) {
		delete(m, name)
	}
	return m, nil
}

// draft is the body that makes a message.
func (c *Client) draft(m model.Message) (map[string]json.RawMessage, error) {
	m.Extensions = c.cfg.Dialect.extensions(m.Extensions)
	m.Attachments = fileAttachments(m.Attachments)
	return writable(m, readOnlyMessage...)
}

// answerBody is the body of reply, forward and their kin. A comment, which may
// be empty, is there unless the message has a body: the two exclude each other.
func (c *Client) answerBody(r model.ReplyRequest) (any, error) {
	var body struct {
		Comment      *string           `json:"comment,omitempty"`
		Message      any               `json:"message,omitempty"`
		ToRecipients []model.Recipient `json:"toRecipients,omitempty"`
	}
	body.ToRecipients = r.ToRecipients
	if r.Comment != "" || r.Message == nil || r.Message.Body == nil {
		body.Comment = &r.Comment
	}
	if r.Message != nil {
		m, err := c.draft(*r.Message)
		if err != nil {
			return nil, err
		}
		// What is not said stays as the service makes it.
		for name, unset := range map[string]string{"subject": `""`, "isRead": "false",
			"isDeliveryReceiptRequested": "false", "isReadReceiptRequested": "false"} {
			if string(m[name]) == unset {
				delete(m, name)
			}
		}
		body.Message = m
	}
	return body, nil
}

// extensions names the type of each extension in the dialect's words.
func (d Dialect) extensions(list []model.OpenTypeExtension) []model.OpenTypeExtension {
	list = slices.Clone(list)
	for i := range list {
		list[i] = d.extension(list[i])
	}
	return list
}

func (d Dialect) extension(e model.OpenTypeExtension) model.OpenTypeExtension {
	e.Type = d.extensionType()
	return e
}
