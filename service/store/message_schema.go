package store

import (
	"daybook/model"
	"daybook/service/odata"
)

// messageSchema says where the properties of a message live, for $filter and
// $orderby. The table is m, its text keys are odata.Fold's.
func messageSchema() *odata.Schema {
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
			Where: "$row.mailbox_id = m.mailbox_id AND $row.message_id = m.id", Expandable: true},
		{Path: "singleValueExtendedProperties/id", Column: "$row.name", Fold: "$row.name_key", NotNull: true},
		{Path: "singleValueExtendedProperties/value", Column: "$row.value", NotNull: true},
		refuse("body", "use $search, which looks into bodies"),
		{Path: "attachments", Refuse: "use hasAttachments", Expandable: true},
		{Path: "extensions", Refuse: "read a message's extensions with $expand", Expandable: true},
		{Path: "event", Refuse: "filter by meetingMessageType, and read the event with $expand", Expandable: true},
		refuse("internetMessageHeaders", "read them with $select on one message"),
	}
	for path, column := range map[string]string{"toRecipients": "m.to_json", "ccRecipients": "m.cc_json", "bccRecipients": "m.bcc_json", "replyTo": "m.reply_to_json"} {
		fields = append(fields, odata.Field{Path: path, From: "json_each(iif(" + column + "='','[]'," + column + ")) AS $row"},
			odata.Field{Path: path + "/emailAddress/address", Column: "$row.value->>'$.emailAddress.address'"},
			odata.Field{Path: path + "/emailAddress/name", Column: "$row.value->>'$.emailAddress.name'"})
	}
	return odata.SchemaOf[model.Message]("message", "id", fields...)
}

// messageSearch says how messages are searched.
func messageSearch() odata.SearchIndex {
	return odata.SearchIndex{
		Table: "messages_fts", RowID: "m.ord",
		Columns: []string{"subject", "sender", "recipients", "body", "attachment"},
		Paths:   []string{"subject", "from/emailAddress/name", "from/emailAddress/address", "bodyPreview"},
		Properties: []odata.SearchProperty{
			{Name: "subject", Columns: []string{"subject"}, Paths: []string{"subject"}},
			{Name: "from", Columns: []string{"sender"}, Paths: []string{"from/emailAddress/name", "from/emailAddress/address"}},
			{Name: "to", Columns: []string{"recipients"}, Paths: []string{"toRecipients/emailAddress/address"}},
			{Name: "cc", Columns: []string{"recipients"}, Paths: []string{"ccRecipients/emailAddress/address"}},
			{Name: "bcc", Columns: []string{"recipients"}, Paths: []string{"bccRecipients/emailAddress/address"}},
			{Name: "participants", Columns: []string{"sender", "recipients"}, Paths: []string{"from/emailAddress/address"}},
			{Name: "recipients", Columns: []string{"recipients"}, Paths: []string{"toRecipients/emailAddress/address"}},
			{Name: "body", Columns: []string{"body"}, Paths: []string{"bodyPreview"}},
			{Name: "attachment", Columns: []string{"attachment"}, Paths: []string{"subject"}},
			{Name: "received", Compare: "receivedDateTime"},
			{Name: "sent", Compare: "sentDateTime"},
			{Name: "before", Compare: "receivedDateTime", Op: odata.Lt},
			{Name: "after", Compare: "receivedDateTime", Op: odata.Ge},
			{Name: "category", Filter: "categories/any(c:c eq '?')"},
			{Name: "importance", Compare: "importance"},
			{Name: "hasAttachments", Compare: "hasAttachments"},
			{Name: "isRead", Compare: "isRead"},
			{Name: "is", Words: map[string]string{"unread": "isRead eq false", "read": "isRead eq true",
				"flagged": "flag/flagStatus eq 'flagged'", "draft": "isDraft eq true",
				"focused": "inferenceClassification eq 'focused'", "other": "inferenceClassification eq 'other'"}},
			{Name: "has", Words: map[string]string{"attachment": "hasAttachments eq true", "attachments": "hasAttachments eq true"}},
		},
	}
}
