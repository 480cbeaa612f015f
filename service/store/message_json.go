package store

import (
	"encoding/json"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
	"unicode/utf8"

	"daybook/service/odata"
)

// Properties is a set of message properties to print.
type Properties struct {
	all  bool
	bits uint64
}

// writeProperty appends one property's value.
type writeProperty func(b []byte, r *messageRow) []byte

// messageProperties are the properties of a message in the order they are
// printed. A value of nil bytes is null. What is asked for, or of an event
// message, is so in model.Message too (the absent tag).
var messageProperties = []struct {
	name    string
	body    bool // needs the bodies table
	extra   bool // printed only when selected or expanded
	meeting bool // printed of an event message alone
	write   writeProperty
}{
	{name: "changeKey", write: func(b []byte, r *messageRow) []byte { return appendJSONString(b, ChangeKey(r.seq)) }},
	{name: "categories", write: func(b []byte, r *messageRow) []byte { return appendList(b, r.categories) }},
	{name: "createdDateTime", write: func(b []byte, r *messageRow) []byte { return appendTime(b, r.created) }},
	{name: "lastModifiedDateTime", write: func(b []byte, r *messageRow) []byte { return appendTime(b, r.modified) }},
	{name: "receivedDateTime", write: func(b []byte, r *messageRow) []byte { return appendTime(b, r.received) }},
	{name: "sentDateTime", write: func(b []byte, r *messageRow) []byte { return appendTime(b, r.sent) }},
	{name: "hasAttachments", write: func(b []byte, r *messageRow) []byte { return strconv.AppendBool(b, r.hasAttachments) }},
	{name: "internetMessageId", write: func(b []byte, r *messageRow) []byte { return appendJSONString(b, r.messageID) }},
	{name: "subject", write: func(b []byte, r *messageRow) []byte { return appendJSONString(b, r.subject) }},
	{name: "bodyPreview", write: func(b []byte, r *messageRow) []byte { return appendJSONString(b, r.preview) }},
	{name: "importance", write: func(b []byte, r *messageRow) []byte { return appendJSONString(b, r.importance) }},
	{name: "parentFolderId", write: func(b []byte, r *messageRow) []byte { return appendJSONString(b, r.folder) }},
	{name: "conversationId", write: func(b []byte, r *messageRow) []byte { return appendJSONString(b, r.conversation) }},
	{name: "isDeliveryReceiptRequested", write: func(b []byte, r *messageRow) []byte { return strconv.AppendBool(b, r.deliveryReceipt) }},
	{name: "isReadReceiptRequested", write: func(b []byte, r *messageRow) []byte { return strconv.AppendBool(b, r.readReceipt) }},
	{name: "isRead", write: func(b []byte, r *messageRow) []byte { return strconv.AppendBool(b, r.isRead) }},
	{name: "isDraft", write: func(b []byte, r *messageRow) []byte { return strconv.AppendBool(b, r.isDraft) }},
	{name: "webLink", write: appendWebLink},
	{name: "inferenceClassification", write: func(b []byte, r *messageRow) []byte { return appendJSONString(b, r.inference) }},
	{name: "meetingMessageType", meeting: true, write: func(b []byte, r *messageRow) []byte { return appendOptional(b, r.meetingType) }},
	{name: "sender", write: func(b []byte, r *messageRow) []byte { return appendRecipient(b, r.senderName, r.senderAddress) }},
	{name: "from", write: func(b []byte, r *messageRow) []byte { return appendRecipient(b, r.fromName, r.fromAddress) }},
	{name: "toRecipients", write: func(b []byte, r *messageRow) []byte { return appendRecipients(b, r.to) }},
	{name: "ccRecipients", write: func(b []byte, r *messageRow) []byte { return appendRecipients(b, r.cc) }},
	{name: "bccRecipients", write: func(b []byte, r *messageRow) []byte { return appendRecipients(b, r.bcc) }},
	{name: "replyTo", write: func(b []byte, r *messageRow) []byte { return appendRecipients(b, r.replyTo) }},
	{name: "flag", write: appendFlag},
	{name: "event", meeting: true, write: appendEvent},
	{name: "startDateTime", meeting: true, write: func(b []byte, r *messageRow) []byte { return appendMeeting(b, r, "startDateTime") }},
	{name: "endDateTime", meeting: true, write: func(b []byte, r *messageRow) []byte { return appendMeeting(b, r, "endDateTime") }},
	{name: "location", meeting: true, write: func(b []byte, r *messageRow) []byte { return appendMeeting(b, r, "location") }},
	{name: "body", body: true, write: appendBody},
	{name: "internetMessageHeaders", body: true, extra: true, write: func(b []byte, r *messageRow) []byte { return appendList(b, r.headers) }},
	{name: "attachments", extra: true, write: func(b []byte, r *messageRow) []byte { return append(b, r.attachments...) }},
	{name: "extensions", extra: true, write: func(b []byte, r *messageRow) []byte { return append(b, r.extensions...) }},
	{name: "conversationIndex", write: appendNull},
	{name: "uniqueBody", extra: true, write: appendNull},
	{name: "isDelegated", extra: true, write: appendFalse},
	{name: "isOutOfDate", extra: true, write: appendFalse},
	{name: "singleValueExtendedProperties", extra: true, write: func(b []byte, r *messageRow) []byte { return append(b, r.singleVal...) }},
}

// SelectProperties makes the set of the named properties, in any letter case
// (the first segment of a path counts); none means the usual ones. An unknown
// name is left to the caller, who knows the schema.
func SelectProperties(names []string) Properties {
	if len(names) == 0 {
		return Properties{all: true}
	}
	var p Properties
	for _, n := range names {
		p.all = p.all || n == "*"
		n, _, _ = strings.Cut(n, "/")
		for i := range messageProperties {
			if strings.EqualFold(messageProperties[i].name, n) {
				p.bits |= 1 << i
			}
		}
	}
	return p
}

// needsBody reports whether the bodies table is to be read.
func (p Properties) needsBody() bool {
	for i, prop := range messageProperties {
		if prop.body && p.has(i) {
			return true
		}
	}
	return false
}

// names reports whether one of the named properties is printed.
func (p Properties) names(names ...string) bool {
	for i := range messageProperties {
		if p.has(i) && slices.Contains(names, messageProperties[i].name) {
			return true
		}
	}
	return false
}

func (p Properties) has(i int) bool {
	if p.bits&(1<<i) != 0 {
		return true
	}
	return p.all && !messageProperties[i].extra
}

// appendJSON prints a message. Expanded parts are printed when they were read.
func (r *messageRow) appendJSON(b []byte, p Properties) []byte {
	if r.meetingType != "" {
		b = append(b, `{"@odata.type":"#microsoft.graph.eventMessage","@odata.etag":"W/\"`...)
	} else {
		b = append(b, `{"@odata.etag":"W/\"`...)
	}
	b = append(b, ChangeKey(r.seq)...)
	b = append(b, `\"","id":"`...)
	b = append(append(b, r.id...), '"')
	for i := range messageProperties {
		prop := &messageProperties[i]
		if !p.has(i) && !r.expanded(prop.name) || prop.meeting && r.meetingType == "" {
			continue
		}
		before := len(b)
		b = append(append(append(b, `,"`...), prop.name...), `":`...)
		start := len(b)
		if b = prop.write(b, r); len(b) > start {
			continue
		}
		if prop.extra && !r.expanded(prop.name) { // another query reads it
			b = b[:before]
			continue
		}
		b = append(b, "null"...)
	}
	return append(b, '}')
}

func (r *messageRow) expanded(name string) bool {
	switch name {
	case "attachments":
		return r.attachments != nil
	case "extensions":
		return r.extensions != nil
	case "event":
		return r.withEvent
	case "singleValueExtendedProperties":
		return r.singleVal != nil
	}
	return false
}

// appendWebLink prints the message's address by its Message-ID (RFC 2392):
// no web page shows it.
func appendWebLink(b []byte, r *messageRow) []byte {
	if r.messageID == "" {
		return b
	}
	return appendJSONString(b, "mid:"+url.PathEscape(strings.Trim(r.messageID, "<>")))
}

func appendBody(b []byte, r *messageRow) []byte {
	if !r.hasBody {
		return b
	}
	b = append(b, `{"contentType":"`...)
	b = append(append(b, r.contentType...), `","content":`...)
	return append(appendJSONString(b, r.content), '}')
}

func appendFlag(b []byte, r *messageRow) []byte {
	if r.flag != "" {
		return append(b, r.flag...)
	}
	return append(append(append(b, `{"flagStatus":"`...), r.flagStatus...), `"}`...)
}

func appendRecipient(b []byte, name, address string) []byte {
	if name == "" && address == "" {
		return b
	}
	b = appendJSONString(append(b, `{"emailAddress":{"name":`...), name)
	b = appendJSONString(append(b, `,"address":`...), address)
	return append(b, "}}"...)
}

// appendMeeting prints one property of the meeting's JSON, whole. Few messages
// are invitations, so parsing it is rare.
func appendMeeting(b []byte, r *messageRow, name string) []byte {
	var m meeting
	if r.meeting == "" || json.Unmarshal([]byte(r.meeting), &m) != nil {
		return b // written by rowOf: cannot be malformed
	}
	out := b
	switch name {
	case "event":
		out, _ = odata.Append(b, m.Event) // what came from JSON can be written
	case "startDateTime":
		out, _ = odata.Append(b, m.StartDateTime)
	case "endDateTime":
		out, _ = odata.Append(b, m.EndDateTime)
	case "location":
		out, _ = odata.Append(b, m.Location)
	}
	return out
}

// appendEvent prints the event as it was expanded, else as it was said to be.
func appendEvent(b []byte, r *messageRow) []byte {
	if r.event != nil {
		return append(b, r.event...)
	}
	return appendMeeting(b, r, "event")
}

func appendList(b []byte, list string) []byte { return append(b, or(list, "[]")...) }

// What the public resource has and the store does not keep: as model.Message
// declares it.
func appendNull(b []byte, _ *messageRow) []byte  { return append(b, "null"...) }
func appendFalse(b []byte, _ *messageRow) []byte { return append(b, "false"...) }

// appendRecipients prints a list of recipients, of which one without a name is
// kept without: no text can hold what is looked for, for the quotes in it.
func appendRecipients(b []byte, list string) []byte {
	return appendList(b, strings.ReplaceAll(list, `{"emailAddress":{"address":`, `{"emailAddress":{"name":"","address":`))
}

func appendOptional(b []byte, s string) []byte {
	if s == "" {
		return b
	}
	return appendJSONString(b, s)
}

func appendTime(b []byte, ms int64) []byte {
	if ms == 0 {
		return b
	}
	b = append(b, '"')
	b = fromMillis(ms).AppendFormat(b, time.RFC3339Nano)
	return append(b, '"')
}

// appendJSONString quotes s. What needs no escape is copied; the rest goes
// through encoding/json.
func appendJSONString(b []byte, s string) []byte {
	for i := 0; i < len(s); i++ {
		if c := s[i]; c < 0x20 || c == '"' || c == '\\' || c == '<' || c == '>' || c == '&' || c >= utf8.RuneSelf {
			quoted, _ := json.Marshal(s) // a string cannot fail
			return append(b, quoted...)
		}
	}
	return append(append(append(b, '"'), s...), '"')
}
