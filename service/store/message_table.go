package store

import (
	"cmp"
	"fmt"
	"strconv"
	"time"

	"daybook/model"
	"daybook/service/odata"
)

// The statements that change a row of messages. Those columns that most
// indexes have stand by themselves, so that marking does not rewrite them.
const (
	partState   = iota + 1 // what marking changes
	partPlace              // where lists find it
	partContent            // what it says
)

// messageProperty is a property of messages, or a column that is part of one:
// the one place that says where it is kept, how it is read and written, what
// filters and orders make of it, and how it is printed.
type messageProperty struct {
	name   string // as of the interface; "" for a column that is none
	column Column[messageRow]
	// pack brings the property from the message into the row, unpack back.
	pack   func(*model.Message, *messageRow) error
	unpack func(*messageRow, *model.Message) error
	// write appends the value, nothing for null.
	write   func(b []byte, r *messageRow) []byte
	body    bool // needs the bodies table
	extra   bool // printed only when selected or expanded
	meeting bool // printed of an event message alone
	fields  []odata.Field
}

// messageProperties are in the order in which they are printed. A new one is a
// line here, a field of model.Message, and a migration; one that is kept in
// another form than it has there (a list, a time) has a field of messageRow too.
// What is asked for, or of an event message, is so in model.Message as well
// (the absent tag). Keys of texts are odata.Fold's.
var messageProperties = []messageProperty{
	{name: "changeKey", column: Column[messageRow]{Name: "seq", Part: partState, At: func(r *messageRow) any { return &r.seq }},
		unpack: func(r *messageRow, m *model.Message) error { m.ChangeKey = ChangeKey(r.seq); return nil },
		write:  func(b []byte, r *messageRow) []byte { return appendJSONString(b, ChangeKey(r.seq)) }},
	listOf("categories", "categories_json", partState, func(r *messageRow) *string { return &r.categories },
		func(m *model.Message) *[]string { return &m.Categories }).
		asked(odata.Field{Path: "categories", From: "message_categories AS $row", Where: "$row.mailbox_id = m.mailbox_id AND $row.ord = m.ord",
			Column: "$row.name_key", Fold: "$row.name_key", NotNull: true}),
	instant("createdDateTime", "created", 0, func(r *messageRow) *int64 { return &r.created },
		func(m *model.Message) **time.Time { return &m.CreatedDateTime }),
	instant("lastModifiedDateTime", "modified", partState, func(r *messageRow) *int64 { return &r.modified },
		func(m *model.Message) **time.Time { return &m.LastModifiedDateTime }),
	instant("receivedDateTime", "received", partPlace, func(r *messageRow) *int64 { return &r.received },
		func(m *model.Message) **time.Time { return &m.ReceivedDateTime }).
		asked(odata.Field{Path: "receivedDateTime", Column: "m.received", Unit: odata.Milliseconds, NotNull: true}),
	instant("sentDateTime", "sent", partContent, func(r *messageRow) *int64 { return &r.sent },
		func(m *model.Message) **time.Time { return &m.SentDateTime }).
		asked(odata.Field{Path: "sentDateTime", Column: "nullif(m.sent,0)", Unit: odata.Milliseconds}),
	truth("hasAttachments", "has_attachments", partPlace, func(m *model.Message) *bool { return &m.HasAttachments }),
	text("internetMessageId", "message_id", partContent,
		func(m *model.Message) *string { return &m.InternetMessageID }).id(),
	text("subject", "subject", partContent,
		func(m *model.Message) *string { return &m.Subject }).folded("subject_key"),
	text("bodyPreview", "preview", partContent, func(m *model.Message) *string { return &m.BodyPreview }),
	text("importance", "importance", partState, func(m *model.Message) *string { return &m.Importance }).
		enum(model.ImportanceNormal, model.ImportanceLow, model.ImportanceNormal, model.ImportanceHigh),
	text("parentFolderId", "folder_id", partPlace, func(m *model.Message) *string { return &m.ParentFolderID }).id(),
	text("conversationId", "conversation_id", 0, func(m *model.Message) *string { return &m.ConversationID }).id(),
	truth("isDeliveryReceiptRequested", "delivery_receipt", partState,
		func(m *model.Message) *bool { return &m.IsDeliveryReceiptRequested }),
	truth("isReadReceiptRequested", "read_receipt", partState,
		func(m *model.Message) *bool { return &m.IsReadReceiptRequested }),
	truth("isRead", "is_read", partState, func(m *model.Message) *bool { return &m.IsRead }),
	truth("isDraft", "is_draft", partContent, func(m *model.Message) *bool { return &m.IsDraft }),
	{name: "webLink", write: appendWebLink, fields: refused("webLink", "use internetMessageId, of which it is made")},
	text("inferenceClassification", "inference", partPlace,
		func(m *model.Message) *string { return &m.InferenceClassification }).
		enum(model.Focused, model.Focused, model.Other),
	text("meetingMessageType", "meeting_type", partContent,
		func(m *model.Message) *string { return &m.MeetingMessageType }).
		enum("", model.MeetingRequest, model.MeetingCancelled, model.MeetingAccepted, model.MeetingTentative, model.MeetingDeclined).ofMeetings(),
	person("sender", func(r *messageRow) *correspondent { return &r.sender },
		func(m *model.Message) **model.Recipient { return &m.Sender }, "", ""),
	person("from", func(r *messageRow) *correspondent { return &r.from },
		func(m *model.Message) **model.Recipient { return &m.From }, "m.from_name_key", "m.from_key"),
	recipients("toRecipients", "to_json", func(r *messageRow) *string { return &r.to },
		func(m *model.Message) *[]model.Recipient { return &m.ToRecipients }),
	recipients("ccRecipients", "cc_json", func(r *messageRow) *string { return &r.cc },
		func(m *model.Message) *[]model.Recipient { return &m.CcRecipients }),
	recipients("bccRecipients", "bcc_json", func(r *messageRow) *string { return &r.bcc },
		func(m *model.Message) *[]model.Recipient { return &m.BccRecipients }),
	recipients("replyTo", "reply_to_json", func(r *messageRow) *string { return &r.replyTo },
		func(m *model.Message) *[]model.Recipient { return &m.ReplyTo }),
	{name: "flag", column: Column[messageRow]{Name: "flag_json", Part: partState, At: func(r *messageRow) any { return &r.flag }},
		pack: packFlag, unpack: unpackFlag, write: appendFlag,
		fields: []odata.Field{{Path: "flag", Column: "1", JSON: "nullif(m.flag_json,'')", NotNull: true},
			{Path: "flag/flagStatus", Kind: odata.Enum, Values: []string{model.NotFlagged, model.Flagged, model.FlagComplete},
				Column: "m.flag_status", NotNull: true}}},
	{name: "event", meeting: true, write: appendEvent},
	{name: "startDateTime", meeting: true, write: func(b []byte, r *messageRow) []byte { return appendMeeting(b, r, "startDateTime") },
		fields: inMeeting("startDateTime")},
	{name: "endDateTime", meeting: true, write: func(b []byte, r *messageRow) []byte { return appendMeeting(b, r, "endDateTime") },
		fields: inMeeting("endDateTime")},
	{name: "location", meeting: true, write: func(b []byte, r *messageRow) []byte { return appendMeeting(b, r, "location") },
		fields: inMeeting("location")},
	{name: "body", body: true, write: appendBody, fields: refused("body", "use $search, which looks into bodies")},
	{name: "internetMessageHeaders", body: true, extra: true, write: func(b []byte, r *messageRow) []byte { return appendList(b, r.headers) },
		fields: refused("internetMessageHeaders", "read them with $select on one message")},
	{name: "attachments", extra: true, write: func(b []byte, r *messageRow) []byte { return append(b, r.attachments...) }},
	{name: "extensions", extra: true, write: func(b []byte, r *messageRow) []byte { return append(b, r.extensions...) }},
	{name: "conversationIndex", write: appendNull},
	{name: "uniqueBody", extra: true, write: appendNull},
	{name: "isDelegated", extra: true, write: appendFalse},
	{name: "isOutOfDate", extra: true, write: appendFalse},
	{name: "singleValueExtendedProperties", extra: true, write: func(b []byte, r *messageRow) []byte { return append(b, r.singleVal...) }},

	// Columns that are no property by themselves, or printed before all others.
	text("id", "id", 0, func(m *model.Message) *string { return &m.ID }).id().unprinted(),
	{column: Column[messageRow]{Name: "ord", Part: partPlace, At: func(r *messageRow) any { return &r.ord }}},
	{column: Column[messageRow]{Name: "flag_status", Part: partPlace, At: func(r *messageRow) any { return &r.flagStatus }}},
	{column: Column[messageRow]{Name: "from_name", Fold: "from_name_key", Part: partContent, At: func(r *messageRow) any { return &r.from.name }}},
	{column: Column[messageRow]{Name: "from_address", Fold: "from_key", Part: partContent, At: func(r *messageRow) any { return &r.from.address }}},
	{column: Column[messageRow]{Name: "sender_name", Part: partContent, At: func(r *messageRow) any { return &r.sender.name }}},
	{column: Column[messageRow]{Name: "sender_address", Part: partContent, At: func(r *messageRow) any { return &r.sender.address }}},
	{column: Column[messageRow]{Name: "meeting_json", Part: partContent, At: func(r *messageRow) any { return &r.meeting }},
		pack: packMeeting, unpack: unpackMeeting},
}

// messageTable is the table that their columns make.
var messageTable = TableOf("messages", "m", columnsOf(messageProperties)...)

func columnsOf(properties []messageProperty) (columns []Column[messageRow]) {
	for _, p := range properties {
		if p.column.Name != "" {
			columns = append(columns, p.column)
		}
	}
	return columns
}

// text is a property that is kept as it is.
func text(name, columnName string, part int, at func(*model.Message) *string) messageProperty {
	return messageProperty{name: name,
		column: Column[messageRow]{Name: columnName, Part: part, At: func(r *messageRow) any { return at(&r.plain) }},
		pack:   func(m *model.Message, r *messageRow) error { *at(&r.plain) = *at(m); return nil },
		unpack: func(r *messageRow, m *model.Message) error { *at(m) = *at(&r.plain); return nil },
		write:  func(b []byte, r *messageRow) []byte { return appendJSONString(b, *at(&r.plain)) },
		fields: []odata.Field{{Path: name, Column: "m." + columnName, NotNull: true}}}
}

// truth is a property that is true or false.
func truth(name, columnName string, part int, at func(*model.Message) *bool) messageProperty {
	return messageProperty{name: name,
		column: Column[messageRow]{Name: columnName, Part: part, At: func(r *messageRow) any { return at(&r.plain) }},
		pack:   func(m *model.Message, r *messageRow) error { *at(&r.plain) = *at(m); return nil },
		unpack: func(r *messageRow, m *model.Message) error { *at(m) = *at(&r.plain); return nil },
		write:  func(b []byte, r *messageRow) []byte { return strconv.AppendBool(b, *at(&r.plain)) },
		fields: []odata.Field{{Path: name, Column: "m." + columnName, NotNull: true}}}
}

// instant is a time, kept in Unix milliseconds, 0 for none.
func instant(name, columnName string, part int,
	kept func(*messageRow) *int64, at func(*model.Message) **time.Time) messageProperty {
	return messageProperty{name: name,
		column: Column[messageRow]{Name: columnName, Part: part, At: func(r *messageRow) any { return kept(r) }},
		pack:   func(m *model.Message, r *messageRow) error { *kept(r) = MillisOf(*at(m)); return nil },
		unpack: func(r *messageRow, m *model.Message) error { *at(m) = TimeOf(*kept(r)); return nil },
		write:  func(b []byte, r *messageRow) []byte { return appendTime(b, *kept(r)) },
		fields: []odata.Field{{Path: name, Column: "m." + columnName, Unit: odata.Milliseconds}}}
}

// listOf is a list, kept as the JSON that goes out so that it is printed
// without being parsed, "" for none.
func listOf[T any](name, columnName string, part int,
	kept func(*messageRow) *string, at func(*model.Message) *[]T) messageProperty {
	return messageProperty{name: name,
		column: Column[messageRow]{Name: columnName, Part: part, At: func(r *messageRow) any { return kept(r) }},
		pack: func(m *model.Message, r *messageRow) error {
			if len(*at(m)) == 0 {
				return nil
			}
			return PackJSON(kept(r), *at(m))
		},
		unpack: func(r *messageRow, m *model.Message) error { return UnpackJSON(*kept(r), at(m)) },
		write:  func(b []byte, r *messageRow) []byte { return appendList(b, *kept(r)) }}
}

// recipients is a list of people.
func recipients(name, columnName string,
	kept func(*messageRow) *string, at func(*model.Message) *[]model.Recipient) messageProperty {
	p := listOf(name, columnName, partContent, kept, at)
	p.write = func(b []byte, r *messageRow) []byte { return appendRecipients(b, *kept(r)) }
	return p.asked(odata.Field{Path: name, JSON: "nullif(m." + columnName + ",'')"})
}

// person is the one who a message is from, in columns of their own: see
// correspondent. nameKey and addressKey are their keys, "" for none.
func person(name string, kept func(*messageRow) *correspondent, at func(*model.Message) **model.Recipient,
	nameKey, addressKey string) messageProperty {
	there := "nullif(m." + name + "_name||m." + name + "_address,'')"
	return messageProperty{name: name,
		pack: func(m *model.Message, r *messageRow) error {
			if p := *at(m); p != nil {
				*kept(r) = correspondent{p.EmailAddress.Name, p.EmailAddress.Address}
			}
			return nil
		},
		unpack: func(r *messageRow, m *model.Message) error {
			*at(m) = recipient(kept(r).name, kept(r).address)
			return nil
		},
		write: func(b []byte, r *messageRow) []byte { return appendRecipient(b, kept(r).name, kept(r).address) },
		fields: []odata.Field{{Path: name, Column: there}, {Path: name + "/emailAddress", Column: there},
			{Path: name + "/emailAddress/name", Column: "m." + name + "_name", Fold: nameKey, NotNull: true},
			{Path: name + "/emailAddress/address",
				Column: "m." + name + "_address", Fold: addressKey, NotNull: true}}}
}

// id says that a text is an identifier.
func (p messageProperty) id() messageProperty {
	p.fields[0].Kind = odata.ID
	return p
}

// folded gives a text a key, by which it is ordered and compared.
func (p messageProperty) folded(key string) messageProperty {
	p.column.Fold, p.fields[0].Fold = key, "m."+key
	return p
}

// enum says that a text is one of some values, otherwise when it is empty.
func (p messageProperty) enum(otherwise string, values ...string) messageProperty {
	p.fields[0].Kind, p.fields[0].Values = odata.Enum, values
	pack, at := p.pack, p.column.At
	p.pack = func(m *model.Message, r *messageRow) error {
		err := pack(m, r)
		into := at(r).(*string)
		*into = cmp.Or(*into, otherwise)
		return err
	}
	return p
}

// ofMeetings says that a text is printed of event messages alone.
func (p messageProperty) ofMeetings() messageProperty {
	p.meeting = true
	return p
}

// asked says what filters and orders make of a property, where it is more than
// its column.
func (p messageProperty) asked(fields ...odata.Field) messageProperty {
	p.fields = fields
	return p
}

func (p messageProperty) unprinted() messageProperty {
	p.write = nil
	return p
}

// inMeeting is a property that is kept in meeting_json.
func inMeeting(path string) []odata.Field {
	return []odata.Field{{Path: path, JSON: "nullif(m.meeting_json,'')->'$." + path + "'"}}
}

func refused(path, why string) []odata.Field { return []odata.Field{{Path: path, Refuse: why}} }

// rowOf turns a message into its row; ord and seq are the caller's.
func rowOf(m *model.Message) (messageRow, error) {
	var r messageRow
	for i := range messageProperties {
		if p := &messageProperties[i]; p.pack != nil {
			if err := p.pack(m, &r); err != nil {
				return r, fmt.Errorf("encode message %s: %w", m.ID, err)
			}
		}
	}
	if m.Body != nil {
		r.hasBody, r.contentType, r.content = true, m.Body.ContentType, m.Body.Content
	}
	if len(m.InternetMessageHeaders) > 0 {
		if err := PackJSON(&r.headers, m.InternetMessageHeaders); err != nil {
			return r, fmt.Errorf("encode message %s: %w", m.ID, err)
		}
	}
	return r, nil
}

// message turns a row back into a message.
func (r *messageRow) message() (m model.Message, err error) {
	for i := range messageProperties {
		if p := &messageProperties[i]; p.unpack != nil {
			if err := p.unpack(r, &m); err != nil {
				return m, fmt.Errorf("decode message %s: %w", r.plain.ID, err)
			}
		}
	}
	if r.hasBody {
		m.Body = &model.ItemBody{ContentType: r.contentType, Content: r.content}
	}
	if err := UnpackJSON(r.headers, &m.InternetMessageHeaders); err != nil {
		return m, fmt.Errorf("decode message %s: %w", r.plain.ID, err)
	}
	return m, nil
}
