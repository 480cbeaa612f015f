package groups_test

import (
	"strings"
	"testing"

	"daybook/model"
	"daybook/service/groups"
	"daybook/service/store"
)

func TestAForwardedPostGoesOutAsMail(t *testing.T) {
	w := newWorld(t)
	thread := "/v1.0/groups/" + w.atlas + "/threads/" + w.Ann("POST", "/v1.0/groups/"+w.atlas+"/threads", `{"topic":"Kettle","posts":[{"body":{"contentType":"text","content":"Broken."},
		"attachments":[{"name":"bill.txt","contentType":"text/plain","contentBytes":"cGxhbg=="}]}]}`).Want(201).Str("id")
	post := w.firstPost(thread)
	r := w.Do("bo", "POST", post+"/forward", `{"Comment":"See below","ToRecipients":[{"EmailAddress":{"Name":"Cy","Address":"cy@contoso.example"}}]}`).Want(200)
	if len(r.Body) != 0 {
		t.Errorf("the reply has a body: %s", r.Body)
	}
	m := w.Do("cy", "GET", "/v1.0/me/mailFolders/inbox/messages?$expand=attachments", "").Want(200).
		Has("value/0/subject", "Fw: Kettle", "value/0/from/emailAddress/address", "bo@contoso.example", "value/0/attachments/0/contentBytes", "cGxhbg==", "value/1", nil)
	for _, words := range []string{"See below", "From: Ann <ann@contoso.example>", "Subject: Kettle", "Broken."} {
		if !strings.Contains(m.Str("value/0/body/content"), words) {
			t.Errorf("the body lacks %q: %s", words, m.Str("value/0/body/content"))
		}
	}
	w.Do("bo", "GET", "/v1.0/me/mailFolders/sentitems/messages", "").Has("value/0/subject", "Fw: Kettle")
	w.Do("bo", "POST", post+"/forward", `{"comment":"x"}`).Want(400).Has("error/target", "toRecipients")
	w.Do("bo", "POST", post+"/forward", `{"toRecipients":[{"emailAddress":{"address":"nonsense"}}]}`).Want(400)
	w.Tokens["bo"] = w.Token("bo@contoso.example", "Group.ReadWrite")
	w.Do("bo", "POST", post+"/forward", `{"toRecipients":[{"emailAddress":{"address":"cy@contoso.example"}}]}`).Want(200)
	w.Do("bo", "POST", thread+"/reply", `{"post":{"body":{"content":"x"}}}`).Want(403)
}

// write has somebody send mail to addresses, with further members of the
// message's JSON.
func (w *world) write(user, subject, more string, to ...string) {
	w.T.Helper()
	list := make([]string, len(to))
	for i, a := range to {
		list[i] = `{"emailAddress":{"address":"` + a + `"}}`
	}
	w.Do(user, "POST", "/v1.0/me/sendMail", `{"message":{"subject":"`+subject+`","body":{"contentType":"text","content":"By mail."},"toRecipients":[`+
		strings.Join(list, ",")+`]`+more+`}}`).Want(202)
}

func TestMailToAGroupBecomesAPost(t *testing.T) {
	w := newWorld(t)
	w.write("cy", "Ferry", `,"attachments":[{"@odata.type":"#microsoft.graph.fileAttachment","name":"a.txt","contentBytes":"cGxhbg=="}]`, "atlas@contoso.example", "ann@contoso.example")
	threads := w.Ann("GET", "/v1.0/groups/"+w.atlas+"/threads", "").Want(200).
		Has("value/0/topic", "Ferry", "value/0/uniqueSenders", []string{"Cy"}, "value/0/hasAttachments", true, "value/1", nil)
	thread := "/v1.0/groups/" + w.atlas + "/threads/" + threads.Str("value/0/id")
	if got, want := w.inbox("ann")+"; "+w.inbox("bo")+"; "+w.inbox("cy"), "Ferry; Ferry; "; got != want {
		t.Errorf("the inboxes of Ann, Bo and Cy hold %q, want %q: each once", got, want)
	}
	// Bo answers from the inbox, to all: the answer joins the thread.
	id := w.Do("bo", "GET", "/v1.0/me/mailFolders/inbox/messages", "").Str("value/0/id")
	w.Do("bo", "POST", "/v1.0/me/messages/"+id+"/replyAll", `{"comment":"Gladly"}`).Want(202)
	w.Ann("GET", thread, "").Want(200).Has("uniqueSenders", []string{"Cy", "Bo"})
	posts := w.Ann("GET", thread+"/posts", "").Want(200)
	if n := posts.Len("value"); n != 2 || !strings.HasPrefix(posts.Str("value/1/body/content"), "Gladly") {
		t.Errorf("%d posts, the second %q; want 2 and the answer", n, posts.Str("value/1/body/content"))
	}
	if n := w.Ann("GET", "/v1.0/groups/"+w.atlas+"/threads", "").Len("value"); n != 1 {
		t.Errorf("%d threads, want 1", n)
	}
	// A reply by post is threaded in the mailboxes with the mail before it.
	w.Do("bo", "POST", thread+"/reply", `{"post":{"body":{"content":"Good"}}}`).Want(202)
	mail := w.Do("ann", "GET", "/v1.0/me/mailFolders/inbox/messages?$select=conversationId,subject", "").Want(200)
	if mail.Str("value/0/conversationId") != mail.Str("value/2/conversationId") || mail.Len("value") != 3 {
		t.Errorf("Ann's mails are not one conversation of three: %s", mail.Body)
	}
}

func TestMailThatMayNotBePostedComesBack(t *testing.T) {
	w := newWorld(t)
	w.write("ann", "Let me in", "", "council@contoso.example")
	if got := w.inbox("ann"); got != "Not posted: Let me in" {
		t.Errorf("Ann's inbox holds %q, want the notice", got)
	}
	w.Do("bo", "GET", "/v1.0/groups/"+w.council+"/threads", "").Want(200).Has("value", []any{})

	path := w.begin("ann", "Kettle", "Broken.")
	w.Ann("PATCH", path, `{"isLocked":true}`).Want(200)
	id := w.Do("bo", "GET", "/v1.0/me/mailFolders/inbox/messages", "").Str("value/0/id")
	w.Do("bo", "POST", "/v1.0/me/messages/"+id+"/reply", `{"comment":"Mended","message":{"toRecipients":[{"emailAddress":{"address":"atlas@contoso.example"}}]}}`).Want(202)
	if got := w.inbox("bo"); got != "Not posted: Re: Kettle, Kettle" {
		t.Errorf("Bo's inbox holds %q, want the notice above the post", got)
	}
	if n := w.Ann("GET", path+"/posts", "").Len("value"); n != 1 {
		t.Errorf("the locked thread has %d posts, want 1", n)
	}
}

func TestAGroupWithoutMailSendsNone(t *testing.T) {
	w := newWorld(t)
	err := w.Service.Store().Write(t.Context(), func(tx *store.Tx) error {
		return groups.SetGroup(tx, model.Group{Entity: model.Entity{ID: w.atlas}, MailEnabled: false, Visibility: groups.VisibilityPublic})
	})
	if err != nil {
		t.Fatal(err)
	}
	w.begin("ann", "Kettle", "Broken.")
	w.write("ann", "By mail", "", "atlas@contoso.example")
	if got := w.inbox("bo") + "; " + w.inbox("ann"); got != "; Not posted: By mail" {
		t.Errorf("the inboxes of Bo and Ann hold %q, want the notice alone", got)
	}
}
