// Package groups serves groups with their members, and what is said in them:
// conversations, their threads and posts.
//
// Who may do what is a column of the routing table. Everybody sees which groups
// there are and who is in them: the public interface hides members of groups
// with hidden membership alone, of which there are none here. What is in a
// group (conversations, calendar, files, photo) everybody reads when the group
// is public, the members alone when it is private. Members change it; the
// photo, which says what the group is, its owners change. Who is no member
// writes to a public group by mail.
//
// Posts and mail: a new post goes as mail to each member but its author, and
// to the new participants it names; a group that is not mail-enabled sends
// and takes none. Mail to the group's address becomes a post, in the thread
// that it answers, else in a new conversation; what may not be posted comes
// back to its sender.
//
// Invariants: what a thread and a conversation show of their posts (senders,
// preview, newest, attachments) always agrees with them; nothing is posted to
// a locked thread; a conversation has a thread and a thread a post.
package groups

import (
	"daybook/model"
	"daybook/service/attachments"
	"daybook/service/extensions"
	"daybook/service/odata"
	"daybook/service/rest"
	"daybook/service/store"
)

// SendMail sends a message from the mailbox of a user, in the transaction:
// mail.Area.Send.
type SendMail func(tx *store.Tx, owner store.Mailbox, m model.Message, save bool) error

// Area is the groups part of the service.
type Area struct {
	send    SendMail
	schemas *Schemas

	groups        rest.Collection[model.Group]
	conversations rest.Collection[model.Conversation]
	threads       rest.Collection[model.ConversationThread]
	posts         rest.Collection[model.Post]
}

// The sizes of pages when nothing is asked.
const (
	groupPage  = 100
	threadPage = 50
	memberPage = 250
)

// New makes the area on a store; send carries what is forwarded.
func New(s *store.Store, send SendMail) *Area {
	schemas := NewSchemas()
	newest := []odata.OrderBy{odata.By("lastDeliveredDateTime", true)}
	return &Area{
		send: send, schemas: schemas,
		groups:        rest.Collection[model.Group]{Schema: schemas.Groups, Order: []odata.OrderBy{odata.By("displayName", false)}, Page: groupPage},
		conversations: rest.Collection[model.Conversation]{Schema: schemas.Conversations, Order: newest, Page: threadPage},
		threads:       rest.Collection[model.ConversationThread]{Schema: schemas.Threads, Order: newest, Page: threadPage},
		posts:         rest.Collection[model.Post]{Schema: schemas.Posts, Order: []odata.OrderBy{odata.By("receivedDateTime", false)}, Page: threadPage},
	}
}

// The scopes of the operations (part 5 of the interface).
var (
	canRead    = []string{"Group.Read.All", "Group.ReadWrite.All"}
	canWrite   = []string{"Group.ReadWrite.All"}
	canForward = []string{"Group.ReadWrite", "Group.ReadWrite.All"}
)

// maxPostBody is the largest body of what brings posts: an attachment in
// base64 and the text around it.
const maxPostBody = store.MaxAttachment/3*4 + 1<<20

// Routes is the groups part of the routing table.
func (a *Area) Routes() []rest.Route {
	table := []rest.Route{
		{Method: "GET", Pattern: "groups", Operation: "ListGroups", Counts: "CountGroups", Scopes: canRead, Handler: rest.Reads(a.listGroups)},
		// Of the public interface: the groups that somebody is in, by the cast of its page on memberOf
		// (https://learn.microsoft.com/en-us/graph/api/user-list-memberof).
		{Method: "GET", Pattern: "{user}/memberOf/microsoft.graph.group", Operation: "ListMemberOf", Counts: "CountMemberOf", Scopes: canRead, Handler: rest.Reads(a.listMemberOf)},
		{Method: "GET", Pattern: "groups/{group}", Operation: "GetGroup", Scopes: canRead, Who: rest.Anybody, Handler: rest.Reads(a.getGroup)},
		{Method: "GET", Pattern: "groups/{group}/members", Operation: "ListMembers", Counts: "CountMembers", Scopes: canRead, Who: rest.Anybody, Handler: rest.Reads(a.listMembers(false))},
		{Method: "GET", Pattern: "groups/{group}/owners", Operation: "ListOwners", Counts: "CountOwners", Scopes: canRead, Who: rest.Anybody, Handler: rest.Reads(a.listMembers(true))},
		{Method: "GET", Pattern: "groups/{group}/conversations", Operation: "ListConversations", Counts: "CountConversations", Scopes: canRead, Who: rest.Reader, Handler: rest.Reads(a.listConversations)},
		{Method: "POST", Pattern: "groups/{group}/conversations", Operation: "CreateConversation", Scopes: canWrite, Who: rest.Member, MaxBody: maxPostBody, Handler: rest.WritesWith(readConversation, a.createConversation)},
		{Method: "GET", Pattern: "groups/{group}/conversations/{conversation}", Operation: "GetConversation", Scopes: canRead, Who: rest.Reader, Handler: rest.Reads(a.getConversation)},
	}
	// A thread is reached from the group and from its conversation.
	for _, base := range []string{"groups/{group}/threads", "groups/{group}/conversations/{conversation}/threads"} {
		table = append(table, a.threadRoutes(base)...)
	}
	return table
}

func (a *Area) threadRoutes(base string) []rest.Route {
	one := base + "/{thread}"
	posts, post := one+"/posts", one+"/posts/{post}"
	table := []rest.Route{
		{Method: "GET", Pattern: base, Operation: "ListThreads", Counts: "CountThreads", Scopes: canRead, Who: rest.Reader, Handler: rest.Reads(a.listThreads)},
		{Method: "POST", Pattern: base, Operation: "CreateThread", Scopes: canWrite, Who: rest.Member, MaxBody: maxPostBody, Handler: rest.WritesWith(rest.JSON[model.ConversationThread], a.createThread)},
		{Method: "GET", Pattern: one, Operation: "GetThread", Scopes: canRead, Who: rest.Reader, Handler: rest.Reads(a.getThread)},
		{Method: "PATCH", Pattern: one, Operation: "UpdateThread", Scopes: canWrite, Who: rest.Member, Handler: rest.WritesWith(readLock, a.updateThread)},
		{Method: "DELETE", Pattern: one, Operation: "DeleteThread", Scopes: canWrite, Who: rest.Member, Handler: rest.Writes(a.deleteThread)},
		{Method: "POST", Pattern: one + "/reply", Operation: "ReplyToThread", Scopes: canWrite, Who: rest.Member, MaxBody: maxPostBody, Handler: rest.WritesWith(readReply, a.reply)},

		{Method: "GET", Pattern: posts, Operation: "ListPosts", Counts: "CountPosts", Scopes: canRead, Who: rest.Reader, Handler: rest.Reads(a.listPosts)},
		{Method: "GET", Pattern: post, Operation: "GetPost", Scopes: canRead, Who: rest.Reader, Handler: rest.Reads(a.getPost)},
		{Method: "POST", Pattern: post + "/reply", Operation: "ReplyToPost", Scopes: canWrite, Who: rest.Member, MaxBody: maxPostBody, Handler: rest.WritesWith(readReply, a.reply)},
		{Method: "POST", Pattern: post + "/forward", Operation: "ForwardPost", Scopes: canForward, Who: rest.Reader, Handler: rest.WritesWith(readForward, a.forward)},
	}
	read, write := rest.Route{Scopes: canRead, Who: rest.Reader}, rest.Route{Scopes: canWrite, Who: rest.Member}
	table = append(table, attachments.Items{Noun: "Post", Find: postOwner, Changed: postChanged, Read: read, Delete: write}.Routes(post)...)
	return append(table, extensions.Items{Noun: "Post", Find: postOwner, Changed: postChanged, Read: read, Write: write}.Routes(post)...)
}
