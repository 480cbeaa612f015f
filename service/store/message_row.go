package store

import (
	"cmp"
	"encoding/json"

	"daybook/model"
)

// messageRow is a row of messages (see messageProperties). Lists of recipients
// and the like are kept as the JSON that goes out, so that a list is printed
// without being parsed.
type messageRow struct {
	plain model.Message // texts and truths alone, which are kept as they are

	ord, seq, received, sent, created, modified     int64
	from, sender                                    correspondent
	flagStatus                                      string
	to, cc, bcc, replyTo, categories, flag, meeting string

	// Of bodies, when they were read.
	hasBody                            bool
	contentType, content, headers      string
	extensions, attachments, singleVal json.RawMessage // expanded, else nil
	event                              json.RawMessage
	withEvent                          bool
}

// correspondent is who a message is from.
type correspondent struct{ name, address string }

const (
	bodyColumns = `, b.content_type, b.content, b.headers_json, b.checksum`
	joinBody    = ` JOIN bodies b ON b.mailbox_id = m.mailbox_id AND b.id = m.id`
)

// fields are where a row is scanned to.
func (r *messageRow) fields(body bool) []any {
	f := messageTable.Into(r)
	if body {
		r.hasBody = true
		content, headers := &packedText{into: &r.content}, &packedText{into: &r.headers}
		f = append(f, &r.contentType, content, headers,
			Intact("its body", func() []byte { return Checksum([]byte(r.contentType), content.kept, headers.kept) }))
	}
	return f
}

// meeting is what an eventMessage has beside a message.
type meeting struct {
	Event         *model.Event            `json:"event,omitempty"`
	StartDateTime *model.DateTimeTimeZone `json:"startDateTime,omitempty"`
	EndDateTime   *model.DateTimeTimeZone `json:"endDateTime,omitempty"`
	Location      *model.Location         `json:"location,omitempty"`
}

func packMeeting(m *model.Message, r *messageRow) error {
	if m.Event == nil && m.StartDateTime == nil && m.EndDateTime == nil && m.Location == nil {
		return nil
	}
	return PackJSON(&r.meeting, &meeting{m.Event, m.StartDateTime, m.EndDateTime, m.Location})
}

func unpackMeeting(r *messageRow, m *model.Message) error {
	var meet meeting
	err := UnpackJSON(r.meeting, &meet)
	m.Event, m.StartDateTime, m.EndDateTime, m.Location = meet.Event, meet.StartDateTime, meet.EndDateTime, meet.Location
	return err
}

// packFlag keeps the whole of a flag that says more than its status.
func packFlag(m *model.Message, r *messageRow) error {
	r.flagStatus = model.NotFlagged
	if m.Flag == nil {
		return nil
	}
	r.flagStatus = cmp.Or(m.Flag.FlagStatus, model.NotFlagged)
	if *m.Flag == (model.FollowupFlag{FlagStatus: r.flagStatus}) {
		return nil
	}
	return PackJSON(&r.flag, m.Flag)
}

func unpackFlag(r *messageRow, m *model.Message) error {
	m.Flag = &model.FollowupFlag{FlagStatus: r.flagStatus}
	return UnpackJSON(r.flag, m.Flag)
}

func recipient(name, address string) *model.Recipient {
	if name == "" && address == "" {
		return nil
	}
	return &model.Recipient{EmailAddress: model.EmailAddress{Name: name, Address: address}}
}
