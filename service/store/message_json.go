package store

import (
	"cmp"
	"encoding/json"
	"net/url"
	"slices"
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
	if r.plain.MeetingMessageType != "" {
		b = append(b, `{"@odata.type":"#microsoft.graph.eventMessage","@odata.etag":"W/\"`...)
	} else {
		b = append(b, `{"@odata.etag":"W/\"`...)
	}
	b = append(b, ChangeKey(r.seq)...)
	b = append(b, `\"","id":"`...)
	b = append(append(b, r.plain.ID...), '"')
	for i := range messageProperties {
		prop := &messageProperties[i]
		if prop.write == nil || !p.has(i) && !r.expanded(prop.name) || prop.meeting && r.plain.MeetingMessageType == "" {
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
	if r.plain.InternetMessageID == "" {
		return b
	}
	return appendJSONString(b, "mid:"+url.PathEscape(strings.Trim(r.plain.InternetMessageID, "<>")))
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

func appendList(b []byte, list string) []byte { return append(b, cmp.Or(list, "[]")...) }

// What the public resource has and the store does not keep: as model.Message
// declares it.
func appendNull(b []byte, _ *messageRow) []byte  { return append(b, "null"...) }
func appendFalse(b []byte, _ *messageRow) []byte { return append(b, "false"...) }

// appendRecipients prints a list of recipients, of which one without a name is
// kept without: no text can hold what is looked for, for the quotes in it.
func appendRecipients(b []byte, list string) []byte {
	return appendList(b, strings.ReplaceAll(list, `{"emailAddress":{"address":`, `{"emailAddress":{"name":"","address":`))
}

func appendTime(b []byte, ms int64) []byte {
	if ms == 0 {
		return b
	}
	b = append(b, '"')
	b = FromMillis(ms).AppendFormat(b, time.RFC3339Nano)
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
