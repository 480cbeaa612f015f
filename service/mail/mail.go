// Package mail serves the mail of a mailbox: folders, messages, drafts,
// sending and delivery, attachments, extensions, overrides and categories.
//
// Invariants: an id never changes, also not on a move or when a draft is
// sent; folder counts always agree with the folders; what is sent is kept in
// Sent Items and delivered in one transaction, so that it is neither lost nor
// doubled; Bcc recipients are seen by nobody but the sender.
//
// Mail is indexed after it has come. Until all of it is, a list of messages
// with a $search has the annotation @daybook.indexed beside its value: how much
// of the mailbox's mail, the newest first, was looked into, as whole percent
// from 0 to 99. Other clients pass it over; without it all mail was.
package mail

import (
	"regexp"
	"time"

	"daybook/model"
	"daybook/service/attachments"
	"daybook/service/extensions"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// Area is the mail part of the service.
type Area struct {
	store *store.Store
	hooks Hooks
	// Schemas of what is listed from memory.
	folders, overrides, categories *odata.Schema
	colors                         *regexp.Regexp
}

// Hooks are what delivery asks of other areas. A nil hook does nothing. They
// run inside the delivering transaction.
type Hooks struct {
	// PostToGroup posts a message to the conversations of a group that it was
	// addressed to.
	PostToGroup func(tx *store.Tx, group store.Mailbox, m model.Message) error
	// AutomaticReply returns what owner's mailbox answers to a sender by
	// itself at a time, as HTML, and a number that changes with the setting;
	// ok is false when it answers nothing.
	AutomaticReply func(tx *store.Tx, owner store.Mailbox, sender string, at time.Time) (reply AutomaticReply, ok bool, err error)
}

// AutomaticReply is an answer that is given once to each sender while the
// setting that it comes from stays as it is. Since tells settings apart.
type AutomaticReply struct {
	HTML  string
	Since int64
}

// New makes the area on a store.
func New(s *store.Store, hooks Hooks) *Area {
	id := odata.Field{Path: "id", Kind: odata.ID}
	return &Area{
		store: s, hooks: hooks, colors: categoryColors(),
		folders:    store.FolderSchema[model.MailFolder]("mailFolder"),
		overrides:  odata.SchemaOf[model.InferenceClassificationOverride]("override", "id", id),
		categories: odata.SchemaOf[model.OutlookCategory]("category", "id", id),
	}
}

// The scopes of the mail operations (part 5 of the interface). Who has some
// folders shared with them has lists of what is in those, and writes to no
// other: what is put somewhere is put there by store.Tx.Destination. Two things
// go elsewhere all the same: what they delete, to Deleted Items, and what they
// send, if they may, to Sent Items.
var (
	canRead  = []string{"Mail.Read", "Mail.ReadWrite"}
	canWrite = []string{"Mail.ReadWrite"}
	canSend  = []string{"Mail.Send"}
)

// Routes is the mail part of the routing table.
func (a *Area) Routes() []rest.Route {
	table := []rest.Route{
		{Method: "GET", Pattern: "{user}/mailFolders", Operation: "ListMailFolders", Counts: "CountMailFolders", Scopes: canRead, Extent: model.WhatIsShared, Handler: rest.Reads(a.listFolders)},
		{Method: "POST", Pattern: "{user}/mailFolders", Operation: "CreateMailFolder", Scopes: canWrite, Handler: rest.WritesWith(rest.JSON[model.MailFolder], a.createFolder)},
		{Method: "GET", Pattern: "{user}/mailFolders/{folder}", Operation: "GetMailFolder", Scopes: canRead, Handler: rest.Reads(a.getFolder)},
		{Method: "PATCH", Pattern: "{user}/mailFolders/{folder}", Operation: "UpdateMailFolder", Scopes: canWrite, Handler: rest.WritesWith(readFolderChange, a.updateFolder)},
		{Method: "DELETE", Pattern: "{user}/mailFolders/{folder}", Operation: "DeleteMailFolder", Scopes: canWrite, Handler: rest.Writes(a.deleteFolder)},
		{Method: "POST", Pattern: "{user}/mailFolders/{folder}/move", Operation: "MoveMailFolder", Scopes: canWrite, Handler: rest.WritesWith(destination, a.moveFolder)},
		{Method: "GET", Pattern: "{user}/mailFolders/{folder}/childFolders", Operation: "ListChildFolders", Counts: "CountChildFolders", Scopes: canRead, Handler: rest.Reads(a.listFolders)},
		{Method: "POST", Pattern: "{user}/mailFolders/{folder}/childFolders", Operation: "CreateChildMailFolder", Scopes: canWrite, Handler: rest.WritesWith(rest.JSON[model.MailFolder], a.createFolder)},
		{Method: "GET", Pattern: "{user}/mailFolders/{folder}/messages/delta", Operation: "MessagesDelta", Scopes: canRead, Handler: rest.Reads(a.delta)},
		{Method: "GET", Pattern: "{user}/mailFolders/delta", Operation: "MailFoldersDelta", Scopes: canRead, Handler: rest.Reads(a.foldersDelta)},

		{Method: "POST", Pattern: "{user}/sendMail", Operation: "SendMail", Scopes: canSend, Extent: model.WhatIsShared, Right: model.Reads, Accepts: jsonOrMIME, Handler: rest.WritesWith(readSendMail, a.sendMail)},
		{Method: "GET", Pattern: "{user}/inferenceClassification/overrides", Operation: "ListOverrides", Counts: "CountOverrides", Scopes: canRead, Handler: listWhole(a.overrides, overrides)},
		{Method: "POST", Pattern: "{user}/inferenceClassification/overrides", Operation: "CreateOverride", Scopes: canWrite, Handler: rest.WritesWith(readOverride, a.createOverride)},
		{Method: "GET", Pattern: "{user}/inferenceClassification/overrides/{override}", Operation: "GetOverride", Scopes: canRead, Handler: oneOf(a.overrides, "override", overrides)},
		{Method: "PATCH", Pattern: "{user}/inferenceClassification/overrides/{override}", Operation: "UpdateOverride", Scopes: canWrite, Handler: rest.WritesWith(readClass, a.updateOverride)},
		{Method: "DELETE", Pattern: "{user}/inferenceClassification/overrides/{override}", Operation: "DeleteOverride", Scopes: canWrite, Handler: rest.Writes(a.deleteOverride)},
		{Method: "GET", Pattern: "{user}/outlook/masterCategories", Operation: "ListCategories", Counts: "CountCategories", Scopes: categoryRead, Handler: listWhole(a.categories, categories)},
		{Method: "POST", Pattern: "{user}/outlook/masterCategories", Operation: "CreateCategory", Scopes: categoryWrite, Handler: rest.WritesWith(a.readCategory, a.createCategory)},
		{Method: "GET", Pattern: "{user}/outlook/masterCategories/{category}", Operation: "GetCategory", Scopes: categoryRead, Handler: oneOf(a.categories, "category", categories)},
		{Method: "PATCH", Pattern: "{user}/outlook/masterCategories/{category}", Operation: "UpdateCategory", Scopes: categoryWrite, Handler: rest.WritesWith(a.readColor, a.updateCategory)},
		{Method: "DELETE", Pattern: "{user}/outlook/masterCategories/{category}", Operation: "DeleteCategory", Scopes: categoryWrite, Handler: rest.Writes(a.deleteCategory)},
	}
	// A message is reached from the mailbox and from any folder.
	for _, base := range []string{"{user}/messages", "{user}/mailFolders/{folder}/messages"} {
		table = append(table, a.messageRoutes(base)...)
	}
	return table
}

func (a *Area) messageRoutes(base string) []rest.Route {
	one := base + "/{message}"
	table := []rest.Route{
		{Method: "GET", Pattern: base, Operation: "ListMessages", Counts: "CountMessages", Scopes: canRead, Extent: model.WhatIsShared, Handler: rest.Reads(a.listMessages)},
		{Method: "POST", Pattern: base, Operation: "CreateMessage", Scopes: canWrite, Extent: model.WhatIsShared, Accepts: jsonOrMIME, Handler: rest.WritesWith(readMessage, a.createMessage)},
		{Method: "GET", Pattern: one, Operation: "GetMessage", Scopes: canRead, Handler: rest.Reads(a.getMessage)},
		{Method: "GET", Pattern: one + "/$value", Operation: "GetMessageMIME", Scopes: canRead, Handler: rest.Reads(a.getMIME)},
		{Method: "PATCH", Pattern: one, Operation: "UpdateMessage", Scopes: canWrite, Handler: rest.WritesWith(readPatch, a.updateMessage)},
		{Method: "DELETE", Pattern: one, Operation: "DeleteMessage", Scopes: canWrite, Handler: rest.Writes(a.deleteMessage)},
		{Method: "POST", Pattern: one + "/move", Operation: "MoveMessage", Scopes: canWrite, Handler: rest.WritesWith(destination, a.moveMessage)},
		{Method: "POST", Pattern: one + "/copy", Operation: "CopyMessage", Scopes: canWrite, Right: model.Reads, Handler: rest.WritesWith(destination, a.copyMessage)},
		{Method: "POST", Pattern: one + "/send", Operation: "SendDraft", Scopes: canSend, Handler: rest.Writes(a.sendDraft)},
	}
	read, write := rest.Route{Scopes: canRead}, rest.Route{Scopes: canWrite}
	table = append(table, attachments.Items{Find: ownerOf, Changed: (*store.Tx).AttachmentsChanged, New: readNewAttachment,
		Read: read, Write: write, Delete: rest.Route{Scopes: canWrite, Operation: "DeleteMessageAttachment"}}.Routes(one)...)
	table = append(table, extensions.Items{Noun: "Message", Find: ownerOf, Read: read, Write: write,
		Changed: func(tx *store.Tx, o store.Owner) error { return tx.TouchMessage(o.Mailbox, o.ID) }}.Routes(one)...)
	for _, way := range answers() {
		table = append(table,
			rest.Route{Method: "POST", Pattern: one + "/" + way.name, Operation: way.operation, Scopes: canSend, Right: model.Reads,
				Handler: rest.WritesWith(way.readAnswer, a.answer)},
			rest.Route{Method: "POST", Pattern: one + "/create" + way.title, Operation: "Create" + way.title, Scopes: canWrite, Right: model.Reads,
				Handler: rest.WritesWith(way.readDraft, a.createAnswer)})
	}
	return table
}

// folderOf returns the id of the folder that the path names, "" when it names
// none.
func folderOf(tx *store.Tx, mailbox int64, r *rest.Request) (string, error) {
	key := r.Key("folder")
	if key == "" {
		return "", nil
	}
	f, err := tx.Folder(mailbox, key)
	return f.ID, err
}

// messageID returns the id of the message that the path names, once it is
// known to be there.
func messageID(tx *store.Tx, mailbox int64, r *rest.Request) (string, error) {
	id := r.Key("message")
	_, err := tx.MessageFolder(mailbox, id)
	return id, err
}
