package eml

import (
	"strings"
	"time"

	"daybook/formats/charset"
	"daybook/model"
)

// readHeader fills in what the header of the message says.
func (p *Parsed) readHeader(h header, hint string, opt Options) {
	m := &p.Message
	m.Subject = decodeWords(h.get("Subject"), hint)
	m.ToRecipients = addresses(h, "To", hint)
	m.CcRecipients = addresses(h, "Cc", hint)
	m.BccRecipients = addresses(h, "Bcc", hint)
	m.ReplyTo = addresses(h, "Reply-To", hint)
	m.From, m.Sender = first(addresses(h, "From", hint)), first(addresses(h, "Sender", hint))
	if m.From == nil {
		m.From = m.Sender
	}
	if m.From == nil {
		m.From = first(addresses(h, "Return-Path", hint))
	}
	if m.Sender == nil {
		m.Sender = m.From
	}
	if ids := messageIDs(charset.Guess(h.get("Message-ID"), hint)); len(ids) > 0 {
		m.InternetMessageID = ids[0]
	} else {
		m.InternetMessageID = charset.Guess(h.get("Message-ID"), hint)
	}
	p.InReplyTo = messageIDs(charset.Guess(h.get("In-Reply-To"), hint))
	p.References = messageIDs(charset.Guess(strings.Join(h.all("References"), " "), hint))
	p.readDates(h, opt)
	m.Importance = importance(h)
	m.IsReadReceiptRequested = h.get("Disposition-Notification-To") != ""
	m.IsDeliveryReceiptRequested = h.get("Return-Receipt-To") != ""
	m.Categories = keywords(h, hint)
	m.InternetMessageHeaders = make([]model.InternetMessageHeader, len(h))
	for i, f := range h {
		m.InternetMessageHeaders[i] = model.InternetMessageHeader{Name: f.name, Value: charset.Guess(unfold(f.value), hint)}
	}
}

// readDates sets when the message was sent and received. Each stands in for
// the other, and Options.Received for both.
func (p *Parsed) readDates(h header, opt Options) {
	var sent, received time.Time
	for _, name := range []string{"Date", "Resent-Date", "Sent", "Delivery-Date"} {
		if t, ok := ParseDate(h.get(name)); ok {
			sent = t
			break
		}
	}
	if trace := h.get("Received"); trace != "" { // the topmost is the last hop
		if t, ok := ParseDate(trace[strings.LastIndexByte(trace, ';')+1:]); ok {
			received = t
		}
	}
	if received.IsZero() {
		received = sent
	}
	if received.IsZero() {
		received = opt.Received.UTC()
	}
	if sent.IsZero() {
		sent = received
	}
	if !sent.IsZero() {
		p.Message.SentDateTime = &sent
	}
	if !received.IsZero() {
		p.Message.ReceivedDateTime = &received
	}
}

// addresses reads every field of that name as one list.
func addresses(h header, name, hint string) []model.Recipient {
	var out []model.Recipient
	for _, value := range h.all(name) {
		out = append(out, parseAddresses(value, hint)...)
	}
	return out
}

func first(list []model.Recipient) *model.Recipient {
	if len(list) == 0 {
		return nil
	}
	return &list[0]
}

// importance reads Importance (RFC 2156), X-Priority (1 highest to 5) and
// Priority, whichever is there.
func importance(h header) string {
	switch strings.ToLower(h.get("Importance")) {
	case "high":
		return model.ImportanceHigh
	case "low":
		return model.ImportanceLow
	case "normal":
		return model.ImportanceNormal
	}
	if p := h.get("X-Priority"); p != "" {
		switch p[0] {
		case '1', '2':
			return model.ImportanceHigh
		case '4', '5':
			return model.ImportanceLow
		}
	}
	switch strings.ToLower(h.get("Priority")) {
	case "urgent":
		return model.ImportanceHigh
	case "non-urgent":
		return model.ImportanceLow
	}
	return model.ImportanceNormal
}

// keywords reads the Keywords fields, a comma between two.
func keywords(h header, hint string) []string {
	var out []string
	for _, value := range h.all("Keywords") {
		for k := range strings.SplitSeq(decodeWords(value, hint), ",") {
			if k = strings.TrimSpace(k); k != "" {
				out = append(out, k)
			}
		}
	}
	return out
}
