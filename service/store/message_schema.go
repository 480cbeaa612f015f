package store

import (
	"slices"

	"daybook/model"
	"daybook/service/odata"
)

// messageSchema says where the properties of a message live, for $filter and
// $orderby: see messageProperties. The table is m. events is the schema of the
// event that an invitation is about.
func messageSchema(events func() *odata.Schema) *odata.Schema {
	fields := []odata.Field{
		{Path: "singleValueExtendedProperties", From: "single_values AS $row",
			Where: "$row.mailbox_id = m.mailbox_id AND $row.message_id = m.id", Expandable: true, Of: singleValues},
		{Path: "singleValueExtendedProperties/id", Column: "$row.name", Fold: "$row.name_key", NotNull: true},
		{Path: "singleValueExtendedProperties/value", Column: "$row.value", NotNull: true},
		AttachmentField(), ChangeKeyField("m"),
		{Path: "event", Refuse: "filter by meetingMessageType, and read the event with $expand", Expandable: true, Of: events},
	}
	for i := range messageProperties {
		fields = append(fields, messageProperties[i].fields...)
	}
	fields = append(fields, ExtensionFields(ItemMessage, "m")...)
	return odata.SchemaOf[model.Message]("message", "id", fields...).
		Cast("microsoft.graph.eventMessage", "microsoft.graph.eventMessageRequest", "microsoft.graph.eventMessageResponse").
		Stored("")
}

// messageSize is the size of a message: of its original, or of what it holds.
const messageSize = `coalesce((SELECT o.size FROM originals o WHERE o.mailbox_id = m.mailbox_id AND o.id = m.id),
	coalesce((SELECT coalesce(b.size, octet_length(b.content)) FROM bodies b WHERE b.mailbox_id = m.mailbox_id AND b.id = m.id), 0) +
	(SELECT coalesce(sum(a.size), 0) FROM attachments a WHERE a.mailbox_id = m.mailbox_id AND a.owner_kind = '` + ItemMessage + `' AND a.owner_id = m.id))`

// messageSearch says how messages are searched.
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
