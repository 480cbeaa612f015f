package store

import (
	"strings"
	"sync"

	"daybook/model"
	"daybook/service/odata"
)

// Schemas of what belongs to the items of every area.
var (
	// Attachments is the schema of attachments.
	Attachments = sync.OnceValue(func() *odata.Schema {
		return odata.SchemaOf[model.Attachment]("attachment", "id", odata.Field{Path: "id", Kind: odata.ID}, odata.Field{Path: "item", Expandable: true}).
			Cast(model.FileAttachment, "microsoft.graph.itemAttachment")
	})
	// Extensions is the schema of extensions, which a filter finds by bare name
	// and by full id of either dialect.
	Extensions = sync.OnceValue(func() *odata.Schema {
		return odata.SchemaOf[model.OpenTypeExtension]("extension", "id", extensionID("id"), extensionID("extensionName"))
	})
	singleValues = sync.OnceValue(func() *odata.Schema {
		return odata.SchemaOf[model.SingleValueProperty]("singleValueExtendedProperty", "id")
	})
)

// FolderSchema is the schema of folders of a kind, which lead to those in
// them.
func FolderSchema[T any](name string) *odata.Schema {
	var s *odata.Schema
	s = odata.SchemaOf[T](name, "id", odata.Field{Path: "id", Kind: odata.ID}, odata.Field{Path: "parentFolderId", Kind: odata.ID},
		odata.Field{Path: "childFolders", Refuse: "list the folder's childFolders", Expandable: true, Of: func() *odata.Schema { return s }})
	return s
}

// ChangeKeyField is the change key of the rows of the table t.
func ChangeKeyField(t string) odata.Field {
	return odata.Field{Path: "changeKey", Kind: odata.ID, Column: "change_key(" + t + ".seq)", NotNull: true}
}

// extensionID is a property by which extensions are told apart, in any letter
// case.
func extensionID(path string) odata.Field {
	return odata.Field{Path: path, Kind: odata.ID, Column: "$row.name_key", NotNull: true, Constant: ExtensionKey,
		Get: func(entity any) any {
			switch e := entity.(type) {
			case model.OpenTypeExtension:
				return ExtensionKey(e.ExtensionName)
			case *model.OpenTypeExtension:
				return ExtensionKey(e.ExtensionName)
			}
			return nil
		}}
}

// ExtensionFields let a filter find items of a kind, rows of the table t, by
// their extensions.
func ExtensionFields(kind, t string) []odata.Field {
	return []odata.Field{
		{Path: "extensions", Expandable: true, Of: Extensions, Beside: true,
			RefuseBelow: "an extension is found by its id, and what is in it read with $expand",
			From:        "extensions AS $row",
			Where:       strings.ReplaceAll("$row.mailbox_id = T.mailbox_id AND $row.owner_kind = '"+kind+"' AND $row.owner_id = T.id", "T.", t+".")},
		extensionID("extensions/id"), extensionID("extensions/extensionName"),
	}
}

// AttachmentField lets $expand bring attachments.
func AttachmentField() odata.Field {
	return odata.Field{Path: "attachments", Refuse: "use hasAttachments", Expandable: true, Of: Attachments}
}
