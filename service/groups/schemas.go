package groups

import (
	"slices"

	"daybook/model"
	"daybook/service/odata"
	"daybook/service/people"
	"daybook/service/store"
)

// Tables is what groups add to a store.
var Tables = store.Area{
	NewMailbox:     addGroup,
	RemovedMailbox: forgetMember,
	Containers: map[string]store.Container{
		"thread": {Kind: "conversation", Query: `SELECT conversation_id FROM threads WHERE mailbox_id = ? AND id = ?`},
	},
}

// Schemas say how groups and what is said in them are filtered and
// ordered.
type Schemas struct {
	Groups, Conversations, Threads, Posts, Members *odata.Schema
}

// NewSchemas makes the schemas of groups and of their conversations.
func NewSchemas() *Schemas {
	s := &Schemas{Posts: postSchema(), Members: people.UserSchema()}
	s.Threads = threadSchema(func() *odata.Schema { return s.Posts })
	s.Conversations = conversationSchema(func() *odata.Schema { return s.Threads })
	s.Groups = groupSchema(func() *odata.Schema { return s.Members })
	return s
}

// groupSchema says where the properties of a group live: see groupTable. The
// table is g.
func groupSchema(users func() *odata.Schema) *odata.Schema {
	return odata.SchemaOf[model.Group]("group", "id", append(groupTable.Fields(),
		odata.Field{Path: "members", Refuse: "list the members of the group", Expandable: true, Of: users},
		odata.Field{Path: "owners", Refuse: "list the owners of the group", Expandable: true, Of: users})...).Stored("g.profile")
}

func conversationSchema(threads func() *odata.Schema) *odata.Schema {
	return odata.SchemaOf[model.Conversation]("conversation", "id", append(conversationTable.Fields(),
		odata.Field{Path: "threads", Refuse: "list the threads of the conversation, or of the group", Expandable: true, Of: threads})...).Stored("")
}

func threadSchema(posts func() *odata.Schema) *odata.Schema {
	return odata.SchemaOf[model.ConversationThread]("thread", "id", append(threadTable.Fields(),
		odata.Field{Path: "posts", Refuse: "list the posts of the thread", Expandable: true, Of: posts})...).Stored("")
}

// postSchema says where the properties of a post live: see postTable. The
// table is p.
func postSchema() *odata.Schema {
	const there = "nullif(p.from_name||p.from_address,'')"
	return odata.SchemaOf[model.Post]("post", "id", slices.Concat(store.ExtensionFields(store.ItemPost, "p"), postTable.Fields(), []odata.Field{
		store.AttachmentField(), store.ChangeKeyField("p"), {Path: "categories", JSON: "NULL"}, // posts have none
		{Path: "body", Column: "1", NotNull: true}, {Path: "from", Column: there}, {Path: "from/emailAddress", Column: there},
		{Path: "sender", Column: there}, {Path: "sender/emailAddress", Column: there},
		{Path: "sender/emailAddress/name", Column: "p.from_name", NotNull: true},
		{Path: "sender/emailAddress/address", Column: "p.from_address", Fold: "p.from_key", NotNull: true},
	})...).Stored("")
}
