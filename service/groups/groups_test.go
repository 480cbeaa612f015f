package groups_test

import (
	"errors"
	"fmt"
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/service/groups"
	"daybook/service/servicetest"
	"daybook/service/store"
)

const everything = "Group.ReadWrite.All Mail.ReadWrite Mail.Send User.Read"

// world is a service with the public group Atlas, of which Ann is an owner
// and Bo a member, and the private group Council of Bo alone.
type world struct {
	*servicetest.World
	atlas, council string // ids
}

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{World: servicetest.New(t, everything)}
	w.atlas = w.AddMailbox(store.Mailbox{Kind: store.KindGroup, PrincipalName: "atlas@contoso.example", DisplayName: "Atlas"})
	w.council = w.AddMailbox(store.Mailbox{Kind: store.KindGroup, PrincipalName: "council@contoso.example", DisplayName: "Council"})
	err := w.Service.Store().Write(t.Context(), func(tx *store.Tx) error {
		atlas, err := tx.Mailbox(w.atlas)
		if err != nil {
			return err
		}
		council, err := tx.Mailbox(w.council)
		if err != nil {
			return err
		}
		return errors.Join(groups.AddMember(tx, atlas, w.IDs["ann"], true), groups.AddMember(tx, atlas, w.IDs["bo"], false), groups.AddMember(tx, council, w.IDs["bo"], true),
			groups.SetGroup(tx, model.Group{Entity: model.Entity{ID: w.council}, Visibility: groups.VisibilityPrivate, MailEnabled: true, Description: "Few words"}))
	})
	if err != nil {
		t.Fatal(err)
	}
	return w
}

// begin has somebody begin a conversation in Atlas and returns the path of
// its thread.
func (w *world) begin(user, topic, text string) string {
	w.T.Helper()
	r := w.Do(user, "POST", "/v1.0/groups/"+w.atlas+"/threads", `{"topic":"`+topic+`","posts":[{"body":{"contentType":"text","content":"`+text+`"}}]}`).Want(201)
	return "/v1.0/groups/" + w.atlas + "/threads/" + r.Str("id")
}

// inbox lists the subjects in somebody's inbox, newest first.
func (w *world) inbox(user string) string {
	w.T.Helper()
	r := w.Do(user, "GET", "/v1.0/me/mailFolders/inbox/messages?$top=50", "").Want(200)
	var out []string
	for i := range r.Len("value") {
		out = append(out, r.Str(fmt.Sprintf("value/%d/subject", i)))
	}
	return strings.Join(out, ", ")
}

func TestGroupsAndTheirMembers(t *testing.T) {
	w := newWorld(t)
	w.Ann("GET", "/v1.0/groups", "").Want(200).Has("value/0/displayName", "Atlas", "value/0/mail", "atlas@contoso.example", "value/0/mailEnabled", true,
		"value/1/displayName", "Council", "value/1/visibility", "Private", "value/1/description", "Few words")
	w.Ann("GET", "/v1.0/groups?$filter=startswith(displayName,'co') and mailEnabled eq true&$select=displayName", "").Want(200).
		Has("value/0/id", w.council, "value/0/mail", nil)
	w.Ann("GET", "/V1.0/GROUPS/"+w.atlas, "").Want(200).Has("id", w.atlas, "groupTypes", []string{"Unified"}, "visibility", "Public")
	w.Ann("GET", "/v1.0/groups/"+w.atlas+"/members", "").Want(200).Has("value/0/displayName", "Ann", "value/1/displayName", "Bo", "value/2", nil)
	w.Ann("GET", "/v1.0/groups/"+w.atlas+"/owners", "").Want(200).Has("value/0/displayName", "Ann", "value/1", nil)
	w.Ann("GET", "/v1.0/groups/nothing", "").Want(404).Says(`"nothing"`)
	w.Ann("GET", "/v1.0/groups/"+w.IDs["ann"], "").Want(404)
	w.Ann("GET", "/v1.0/me/memberOf/microsoft.graph.group?$count=true", "").Want(200).
		Has("@odata.count", 1, "value/0/id", w.atlas, "value/0/groupTypes", []string{"Unified"}, "value/1", nil)
	if got := string(w.Ann("GET", "/v1.0/groups/$count", "").Want(200).Body); got != "2" {
		t.Errorf("$count = %s, want 2", got)
	}
	w.Tokens["ann"] = w.Token("ann@contoso.example", "Mail.ReadWrite")
	w.Ann("GET", "/v1.0/groups", "").Want(403).Says("Group.Read.All")
	w.Tokens["ann"] = w.Token("ann@contoso.example", "Group.Read.All")
	w.Ann("GET", "/v1.0/groups/"+w.atlas+"/threads", "").Want(200)
	w.Ann("POST", "/v1.0/groups/"+w.atlas+"/threads", `{"topic":"x","posts":[{"body":{"content":"y"}}]}`).Want(403)
}

func TestAConversationBringsItsThreadPostAndExtension(t *testing.T) {
	w := newWorld(t)
	base := "/v1.0/groups/" + w.atlas
	r := w.Ann("POST", base+"/conversations", `{"Topic":"  New  head count ","Threads":[{"Posts":[{"Body":{"ContentType":"HTML","Content":"<b>Four</b> more"},
		"Extensions":[{"@odata.type":"Vendor.Graph.OpenTypeExtension","extensionName":"Com.Example.Plan","approved":true,"counts":[1,2.50]}],
		"NewParticipants":[{"emailAddress":{"address":"cy@contoso.example"}}]}]}]}`).Want(201).
		Has("topic", "New head count", "preview", "Four more", "uniqueSenders", []string{"Ann"}, "hasAttachments", false,
			"threads/0/topic", "New head count", "threads/0/isLocked", false, "threads/0/toRecipients/0/emailAddress/address", "atlas@contoso.example")
	conversation, thread := r.Str("id"), r.Str("threads/0/id")
	if r.Str("@odata.context") == "" || conversation == "" || thread == "" {
		t.Errorf("the reply lacks its context or ids: %s", r.Body)
	}
	posts := w.Ann("GET", base+"/threads/"+thread+"/posts", "").Want(200).
		Has("value/0/body/content", "<b>Four</b> more", "value/0/body/contentType", "html", "value/0/from/emailAddress/address", "ann@contoso.example",
			"value/0/conversationThreadId", thread, "value/0/conversationId", conversation, "value/0/extensions", nil, "value/1", nil)
	post := posts.Str("value/0/id")
	w.Ann("GET", base+"/conversations/"+conversation+"/threads/"+thread+"/posts/"+post+"/extensions/com.example.plan", "").Want(200).
		Has("extensionName", "Com.Example.Plan", "approved", true)
	w.Ann("GET", base+"/threads/"+thread+"/posts/"+post+"?$expand=extensions($filter=id eq 'Com.Example.Plan')&$select=body", "").Want(200).
		Has("extensions/0/approved", true, "from", nil)
	w.Ann("GET", base+"/threads/"+thread+"/posts", "", `Prefer: outlook.body-content-type="text"`).Has("value/0/body/content", "Four more", "value/0/body/contentType", "text")
	w.Ann("GET", base+"/conversations?$expand=threads", "").Want(200).Has("value/0/id", conversation, "value/0/threads/0/id", thread)
	w.Ann("GET", base+"/conversations/"+conversation+"/threads?$expand=posts", "").Want(200).Has("value/0/posts/0/id", post)
	w.Ann("GET", base+"/conversations/other/threads", "").Want(404)
	w.Ann("GET", base+"/conversations/other/threads/"+thread, "").Want(404)
	if got, want := w.inbox("bo")+"; "+w.inbox("cy")+"; "+w.inbox("ann"), "New head count; New head count; "; got != want {
		t.Errorf("the inboxes of Bo, Cy and Ann hold %q, want %q", got, want)
	}
	for body, target := range map[string]string{
		`{"Threads":[{"Posts":[{"Body":{"Content":"x"}}]}]}`: "topic",
		`{"Topic":"x"}`:                            "threads",
		`{"Topic":"x","Threads":[{}]}`:             "threads[0]/posts",
		`{"Topic":"x","Threads":[{"Posts":[{}]}]}`: "threads[0]/posts[0]/body",
		`{"Topic":"x","Threads":[{"Posts":[{"Body":{"ContentType":"rtf","Content":"y"}}]}]}`: "threads[0]/posts[0]/body/contentType",
	} {
		w.Ann("POST", base+"/conversations", body).Want(400).Has("error/target", target)
	}
	w.Ann("GET", base+"/conversations/$count", "").Want(200)
	if n := w.Ann("GET", base+"/conversations", "").Len("value"); n != 1 {
		t.Errorf("%d conversations, want 1: what was refused has left nothing", n)
	}
}

func TestAReplyIsAcceptedAsTextOfNoLength(t *testing.T) {
	w := newWorld(t)
	path := w.begin("ann", "Kettle", "Broken.")
	first := w.Ann("GET", path+"/posts", "").Str("value/0/id")
	for _, at := range []string{path, path + "/posts/" + first} {
		r := w.Do("bo", "POST", at+"/REPLY", `{"Post":{"Body":{"ContentType":"HTML","Content":"<p>Mended at `+at[len(at)-3:]+`</p>"},
			"attachments":[{"@odata.type":"#microsoft.graph.fileAttachment","name":"bill.txt","contentType":"text/plain","contentBytes":"cGxhbg=="}],
			"extensions":[{"@odata.type":"microsoft.graph.openTypeExtension","extensionName":"com.example.bill","pounds":12}]}}`).Want(202)
		if r.Header.Get("Content-Type") != "text/plain" || r.Header.Get("Content-Length") != "0" || len(r.Body) != 0 {
			t.Errorf("got %q, length %s, body %q; want text/plain of length 0", r.Header.Get("Content-Type"), r.Header.Get("Content-Length"), r.Body)
		}
	}
	thread := w.Ann("GET", path, "").Want(200).Has("uniqueSenders", []string{"Ann", "Bo"}, "hasAttachments", true)
	if !strings.HasPrefix(thread.Str("preview"), "Mended at") {
		t.Errorf("preview = %q, want the newest post's", thread.Str("preview"))
	}
	posts := w.Ann("GET", path+"/posts?$expand=extensions,attachments", "").Want(200).Has("value/0/hasAttachments", false, "value/1/hasAttachments", true,
		"value/1/extensions/0/pounds", 12, "value/2/attachments/0/contentBytes", "cGxhbg==")
	if n := posts.Len("value"); n != 3 {
		t.Errorf("%d posts, want 3", n)
	}
	w.Ann("POST", path+"/reply", `{}`).Want(400).Has("error/target", "post")
	w.Ann("POST", path+"/reply", `{"post":{}}`).Want(400).Has("error/target", "post/body")
	w.Ann("POST", path+"/posts/nothing/reply", `{"post":{"body":{"content":"x"}}}`).Want(404)
	w.Ann("POST", path+"x/reply", `{"post":{"body":{"content":"x"}}}`).Want(404)
	if got, want := w.inbox("ann"), "Re: Kettle, Re: Kettle"; got != want {
		t.Errorf("Ann's inbox holds %q, want %q", got, want)
	}
	m := w.Ann("GET", "/v1.0/me/mailFolders/inbox/messages?$top=1&$expand=attachments", "").Has("value/0/attachments/0/name", "bill.txt", "value/0/from/emailAddress/name", "Bo",
		"value/0/toRecipients/0/emailAddress/address", "atlas@contoso.example", "value/0/inferenceClassification", "other")
	n := w.Do("bo", "GET", "/v1.0/me/mailFolders/inbox/messages", "").Len("value")
	if n != 1 || m.Str("value/0/conversationId") == "" {
		t.Errorf("Bo got %d mails, want the first post alone", n)
	}
}

func TestARepeatedReplyIsPostedOnce(t *testing.T) {
	w := newWorld(t)
	path := w.begin("ann", "Kettle", "Broken.")
	for range 2 {
		w.Do("bo", "POST", path+"/reply", `{"post":{"body":{"content":"Mended"}}}`, "client-request-id: once").Want(202)
	}
	w.Do("bo", "POST", path+"/reply", `{"post":{"body":{"content":"Twice"}}}`, "client-request-id: once").Want(202)
	if n := w.Ann("GET", path+"/posts", "").Len("value"); n != 3 {
		t.Errorf("%d posts, want 3", n)
	}
}

func TestALockedThreadTakesNoPosts(t *testing.T) {
	w := newWorld(t)
	path := w.begin("ann", "Kettle", "Broken.")
	post := w.Ann("GET", path+"/posts", "").Str("value/0/id")
	was := w.Ann("GET", path, "").Want(200).Has("isLocked", false)
	now := w.Do("bo", "PATCH", path, `{"@odata.type":"#Vendor.Graph.ConversationThread","IsLocked":"true"}`).Want(200).Has("isLocked", true, "topic", "Kettle")
	if was.Str("@odata.etag") == now.Str("@odata.etag") {
		t.Error("the etag has not changed")
	}
	for _, at := range []string{path, path + "/posts/" + post} {
		w.Ann("POST", at+"/reply", `{"post":{"body":{"content":"x"}}}`).Want(403).Says("locked")
	}
	w.Ann("POST", path+"/posts/"+post+"/forward", `{"toRecipients":[{"emailAddress":{"address":"cy@contoso.example"}}]}`).Want(200)
	w.Ann("PATCH", path, `{"isLocked":false}`, "If-Match: "+was.Str("@odata.etag")).Want(412)
	w.Ann("PATCH", path, `{"isLocked":false}`, "If-Match: "+now.Str("@odata.etag")).Want(200).Has("isLocked", false)
	w.Ann("POST", path+"/reply", `{"post":{"body":{"content":"x"}}}`).Want(202)
	w.Ann("PATCH", path, `{"isLocked":"perhaps"}`).Want(400).Has("error/target", "isLocked")
	w.Ann("PATCH", path, `{"isLocked":null}`).Want(400)
	w.Ann("PATCH", path, `{"colour":"red"}`).Want(400).Has("error/target", "colour")
	w.Ann("GET", "/v1.0/groups/"+w.atlas+"/threads?$filter=isLocked eq true", "").Want(200).Has("value", []any{})
}

func TestThreadsAreListedNewestFirstInPages(t *testing.T) {
	w := newWorld(t)
	var paths []string
	for i := range 5 {
		w.Advance(time.Second)
		paths = append(paths, w.begin("ann", fmt.Sprintf("Topic %d", i), "x"))
	}
	w.Advance(time.Second)
	w.Do("bo", "POST", paths[1]+"/reply", `{"post":{"body":{"content":"up"}}}`).Want(202)
	var got []string
	for next := "/v1.0/groups/" + w.atlas + "/threads?$top=2&$select=topic"; next != ""; {
		r := w.Ann("GET", next, "").Want(200)
		for i := range r.Len("value") {
			got = append(got, r.Str(fmt.Sprintf("value/%d/topic", i)))
		}
		next = strings.TrimPrefix(r.Str("@odata.nextLink"), "http://daybook.test")
	}
	if want := "Topic 1, Topic 4, Topic 3, Topic 2, Topic 0"; strings.Join(got, ", ") != want {
		t.Errorf("listed %q, want %q", strings.Join(got, ", "), want)
	}
	for query, want := range map[string]int{
		"$filter=uniqueSenders/any(s:s eq 'Bo')": 1, "$filter=startswith(topic,'topic')": 5, "$filter=hasAttachments eq true": 0,
		"$filter=lastDeliveredDateTime ge 2026-11-19T09:42:05Z": 2,
	} {
		if n := w.Ann("GET", "/v1.0/groups/"+w.atlas+"/threads?"+query, "").Want(200).Len("value"); n != want {
			t.Errorf("%s: %d threads, want %d", query, n, want)
		}
	}
	w.Ann("GET", "/v1.0/groups/"+w.atlas+"/threads?$search=\"x\"", "").Want(400).Says("$search")
}

func TestDeletingAThreadTakesItsPostsAndTheEmptyConversation(t *testing.T) {
	w := newWorld(t)
	base := "/v1.0/groups/" + w.atlas
	c := w.Ann("POST", base+"/conversations", `{"topic":"Two lines","threads":[{"posts":[{"body":{"content":"one"}}]}]}`).Want(201)
	in := base + "/conversations/" + c.Str("id")
	w.Advance(time.Second)
	second := w.Do("bo", "POST", in+"/threads", `{"posts":[{"body":{"content":"two"},"attachments":[{"name":"a.txt","contentBytes":"cGxhbg=="}]}]}`).Want(201).
		Has("topic", "Two lines", "conversationId", c.Str("id")).Str("id")
	w.Ann("GET", in, "").Want(200).Has("preview", "two", "uniqueSenders", []string{"Ann", "Bo"}, "hasAttachments", true)
	w.Ann("DELETE", in+"/threads/"+second, "").Want(204)
	w.Ann("GET", in, "").Want(200).Has("preview", "one", "uniqueSenders", []string{"Ann"}, "hasAttachments", false)
	w.Ann("GET", base+"/threads/"+second+"/posts", "").Want(404)
	w.Ann("DELETE", base+"/threads/"+c.Str("threads/0/id"), "").Want(204)
	w.Ann("GET", in, "").Want(404)
	w.Ann("DELETE", base+"/threads/"+second, "").Want(404)
}

func TestAttachmentsOfAPost(t *testing.T) {
	w := newWorld(t)
	base := "/v1.0/groups/" + w.atlas
	c := w.Ann("POST", base+"/conversations", `{"topic":"Plan","threads":[{"posts":[{"body":{"content":"see"},
		"attachments":[{"@odata.type":"#microsoft.graph.fileAttachment","name":"plan.html","contentType":"text/html","contentBytes":"cGxhbg=="}]}]}]}`).Want(201).Has("hasAttachments", true)
	thread := base + "/threads/" + c.Str("threads/0/id")
	post := w.Ann("GET", thread+"/posts", "").Str("value/0/id")
	list := thread + "/posts/" + post + "/attachments"
	id := w.Ann("GET", list, "").Want(200).Has("value/0/name", "plan.html", "value/0/size", 4, "value/0/contentBytes", nil).Str("value/0/id")
	w.Ann("GET", list+"/"+id, "").Want(200).Has("@odata.type", "#microsoft.graph.fileAttachment", "contentBytes", "cGxhbg==")
	if r := w.Ann("GET", list+"/"+id+"/$value", "").Want(200); string(r.Body) != "plan" || r.Header.Get("Content-Disposition") != "attachment" {
		t.Errorf("$value is %q with disposition %q, want plan as an attachment", r.Body, r.Header.Get("Content-Disposition"))
	}
	w.Do("cy", "DELETE", list+"/"+id, "").Want(403).Says("member")
	w.Ann("DELETE", base+"/conversations/"+c.Str("id")+"/threads/"+c.Str("threads/0/id")+"/posts/"+post+"/attachments/"+id, "").Want(204)
	w.Ann("DELETE", list+"/"+id, "").Want(404)
	w.Ann("GET", thread, "").Has("hasAttachments", false)
	w.Ann("GET", base+"/conversations/"+c.Str("id"), "").Has("hasAttachments", false)
}

func TestExtensionsOfAPost(t *testing.T) {
	w := newWorld(t)
	path := w.begin("bo", "Kettle", "Broken.")
	post := path + "/posts/" + w.Ann("GET", path+"/posts", "").Str("value/0/id")
	key := w.Ann("GET", post, "").Str("changeKey")
	body := `{"@odata.type":"Vendor.Graph.OpenTypeExtension","extensionName":"com.example.deal","amount":12.50}`
	w.Do("bo", "POST", post+"/extensions", body).Want(201).Has("id", "Vendor.Graph.OpenTypeExtension.com.example.deal", "amount", 12.5)
	w.Ann("GET", post+"/extensions", "").Want(200).Has("value/0/extensionName", "com.example.deal")
	w.Ann("PATCH", post+"/extensions/com.example.deal", `{"amount":13}`).Want(200).Has("amount", 13)
	if w.Ann("GET", post, "").Str("changeKey") == key {
		t.Error("the change key has not changed")
	}
	w.Ann("DELETE", post+"/extensions/com.example.deal", "").Want(204)
	w.Ann("GET", post+"/extensions/com.example.deal", "").Want(404)
	w.Do("cy", "POST", w.firstPost(w.begin("ann", "Other", "x"))+"/extensions", body).Want(403)
}

func (w *world) firstPost(thread string) string {
	w.T.Helper()
	return thread + "/posts/" + w.Ann("GET", thread+"/posts", "").Str("value/0/id")
}
