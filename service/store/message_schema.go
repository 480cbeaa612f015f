package store

import (
	"slices"

	"daybook/model"
	"daybook/service/odata"
)

// messageSchema says where the properties of a message live, for $filter and
// $orderby. The table is m, its text keys are odata.Fold's. events is the
// schema of the event that an invitation is about.
func messageSchema(events func() *odata.Schema) *odata.Schema {
	instant := func(path, column string) odata.Field {
		return odata.Field{Path: path, Column: column, Unit: odata.Milliseconds}
	}
	flag := func(path, column string) odata.Field {
		return odata.Field{Path: path, Column: column, NotNull: true}
	}
	id := func(path, column string) odata.Field {
		return odata.Field{Path: path, Kind: odata.ID, Column: column, NotNull: true}
	}
	enum := func(path, column string, values ...string) odata.Field {
		return odata.Field{Path: path, Kind: odata.Enum, Values: values, Column: column, NotNull: true}
	}
	refuse := func(path, why string) odata.Field { return odata.Field{Path: path, Refuse: why} }
	received := instant("receivedDateTime", "m.received")
	received.NotNull = true
	fields := []odata.Field{
		id("id", "m.id"), id("conversationId", "m.conversation_id"), id("parentFolderId", "m.folder_id"),
		id("internetMessageId", "m.message_id"),
		received, instant("sentDateTime", "nullif(m.sent,0)"),
		instant("createdDateTime", "m.created"), instant("lastModifiedDateTime", "m.modified"),
		flag("isRead", "m.is_read"), flag("isDraft", "m.is_draft"), flag("hasAttachments", "m.has_attachments"),
		flag("isDeliveryReceiptRequested", "m.delivery_receipt"), flag("isReadReceiptRequested", "m.read_receipt"),
		enum("importance", "m.importance", model.ImportanceLow, model.ImportanceNormal, model.ImportanceHigh),
		enum("inferenceClassification", "m.inference", model.Focused, model.Other),
		{Path: "flag", Column: "1", NotNull: true},
		enum("flag/flagStatus", "m.flag_status", model.NotFlagged, model.Flagged, model.FlagComplete),
		{Path: "subject", Column: "m.subject", Fold: "m.subject_key", NotNull: true},
		{Path: "bodyPreview", Column: "m.preview", NotNull: true},
		{Path: "meetingMessageType", Kind: odata.Enum, Column: "m.meeting_type", NotNull: true,
			Values: []string{model.MeetingRequest, model.MeetingCancelled, model.MeetingAccepted, model.MeetingTentative, model.MeetingDeclined}},
		{Path: "from", Column: "nullif(m.from_name||m.from_address,'')"},
		{Path: "from/emailAddress", Column: "nullif(m.from_name||m.from_address,'')"},
		{Path: "from/emailAddress/name", Column: "m.from_name", Fold: "m.from_name_key", NotNull: true},
		{Path: "from/emailAddress/address", Column: "m.from_address", Fold: "m.from_key", NotNull: true},
		{Path: "sender", Column: "nullif(m.sender_name||m.sender_address,'')"},
		{Path: "sender/emailAddress", Column: "nullif(m.sender_name||m.sender_address,'')"},
		{Path: "sender/emailAddress/name", Column: "m.sender_name", NotNull: true},
		{Path: "sender/emailAddress/address", Column: "m.sender_address", NotNull: true},
		{Path: "categories", From: "message_categories AS $row", Where: "$row.mailbox_id = m.mailbox_id AND $row.ord = m.ord",
			Column: "$row.name_key", Fold: "$row.name_key", NotNull: true},
		{Path: "singleValueExtendedProperties", From: "single_values AS $row",
			Where: "$row.mailbox_id = m.mailbox_id AND $row.message_id = m.id", Expandable: true, Of: singleValues},
		{Path: "singleValueExtendedProperties/id", Column: "$row.name", Fold: "$row.name_key", NotNull: true},
		{Path: "singleValueExtendedProperties/value", Column: "$row.value", NotNull: true},
		refuse("body", "use $search, which looks into bodies"),
		attachmentField(),
		{Path: "event", Refuse: "filter by meetingMessageType, and read the event with $expand", Expandable: true, Of: events},
		refuse("internetMessageHeaders", "read them with $select on one message"),
	}
	for path, column := range map[string]string{"toRecipients": "m.to_json", "ccRecipients": "m.cc_json", "bccRecipients": "m.bcc_json", "replyTo": "m.reply_to_json"} {
		fields = append(fields, odata.Field{Path: path, From: "json_each(iif(" + column + "='','[]'," + column + ")) AS $row"},
			odata.Field{Path: path + "/emailAddress/address", Column: "$row.value->>'$.emailAddress.address'"},
			odata.Field{Path: path + "/emailAddress/name", Column: "$row.value->>'$.emailAddress.name'"})
	}
	fields = append(fields, extensionFields(kindMessage, "m")...)
	return odata.SchemaOf[model.Message]("message", "id", fields...).
		Cast("microsoft.graph.eventMessage", "microsoft.graph.eventMessageRequest", "microsoft.graph.eventMessageResponse")
}

// messageSize is the size of a message: of its original, or of what it holds.
const messageSize = `coalesce((SELECT o.size FROM originals o WHERE o.mailbox_id = m.mailbox_id AND o.id = m.id),
	coalesce((SELECT octet_length(b.content) FROM bodies b WHERE b.mailbox_id = m.mailbox_id AND b.id = m.id), 0) +
	(SELECT coalesce(sum(a.size), 0) FROM attachments a WHERE a.mailbox_id = m.mailbox_id AND a.owner_kind = '` + kindMessage + `' AND a.owner_id = m.id))`

// messageSearch says how messages are searched. All of it is decided in SQL:
// a row in memory has no body, and its recipients are not cut into words as
// the index has them.
func messageSearch() odata.SearchIndex {
	recipients := []string{"to_people", "cc_people", "bcc_people"}
	in := func(name string, columns ...string) odata.SearchProperty {
		return odata.SearchProperty{Name: name, Columns: columns}
	}
	compared := func(path string, names ...string) (out []odata.SearchProperty) {
		for _, name := range names {
			out = append(out, odata.SearchProperty{Name: name, Compare: path})
		}
		return out
	}
	return odata.SearchIndex{
		Table: "messages_fts", RowID: "m.ord",
		Columns: slices.Concat([]string{"subject", "sender"}, recipients, []string{"body", "attachment"}),
		Properties: slices.Concat([]odata.SearchProperty{
			in("subject", "subject"), in("from", "sender"), in("to", "to_people"), in("cc", "cc_people"), in("bcc", "bcc_people"),
			in("recipients", recipients...), in("participants", append(recipients, "sender")...),
			in("body", "body"), in("attachment", "attachment"), in("attachmentNames", "attachment"),
			{Name: "before", Compare: "receivedDateTime", Op: odata.Lt},
			{Name: "after", Compare: "receivedDateTime", Op: odata.Ge},
			{Name: "category", Filter: "categories/any(c:c eq '?')"},
			{Name: "size", Column: messageSize, Bytes: true},
			{Name: "isFlagged", Words: truths("flag/flagStatus eq 'flagged'")},
			{Name: "kind", Words: kinds()},
			{Name: "is", Words: map[string]string{"unread": "isRead eq false", "read": "isRead eq true",
				"flagged": "flag/flagStatus eq 'flagged'", "important": "importance eq 'high'", "draft": "isDraft eq true",
				"focused": "inferenceClassification eq 'focused'", "other": "inferenceClassification eq 'other'"}},
			{Name: "has", Words: map[string]string{"attachment": "hasAttachments eq true", "attachments": "hasAttachments eq true"}},
		},
			compared("receivedDateTime", "received"), compared("sentDateTime", "sent"), compared("importance", "importance"),
			compared("hasAttachments", "hasAttachment", "hasAttachments"), compared("isRead", "isRead")),
	}
}

// truths are the words of a condition that is asked for as true or false.
func truths(filter string) map[string]string {
	no := "not (" + filter + ")"
	return map[string]string{"true": filter, "yes": filter, "false": no, "no": no}
}

// kinds are the kinds of items that the interface knows. In a mailbox's
// messages there are two of them.
func kinds() map[string]string {
	kinds := map[string]string{"email": "meetingMessageType eq null", "meetings": "meetingMessageType ne null"}
	for _, elsewhere := range []string{"contacts", "docs", "faxes", "im", "journals", "notes", "posts", "rssfeeds", "tasks", "voicemail"} {
		kinds[elsewhere] = "isRead eq true and isRead eq false"
	}
	return kinds
}
