package mail_test

import (
	"errors"
	"strings"
	"testing"

	"daybook/model"
	"daybook/service/servicetest"
	"daybook/service/store"
)

func TestReplyAllReachesEverybodyAndThreads(t *testing.T) {
	w := newWorld(t)
	id := w.mailToAnn("bo", "Release plan")
	original := w.Ann("GET", "/v1.0/me/messages/"+id, "").Want(200)
	r := w.Ann("POST", "/v1.0/users/me/messages/"+id+"/replyAll", `{"Comment":"Friday works."}`).Want(202)
	if len(r.Body) != 0 {
		t.Errorf("the reply has a body: %q", r.Body)
	}
	sent := w.Ann("GET", "/v1.0/me/mailFolders/sentitems/messages", "").Want(200)
	sent.Has("value/0/subject", "Re: Release plan", "value/0/isRead", true, "value/0/isDraft", false,
		"value/0/conversationId", original.Str("conversationId"),
		"value/0/toRecipients/0/emailAddress/address", "bo@contoso.example", "value/0/toRecipients/1", nil,
		"value/0/ccRecipients/0/emailAddress/address", "cy@contoso.example")
	content := sent.Str("value/0/body/content")
	if !strings.HasPrefix(content, "Friday works.\n\nOn Thu, 19 Nov 2026 at 09:42, Bo <bo@contoso.example> wrote:\n> Hello Ann,\n> how are you?\n") {
		t.Errorf("the reply's text is %q", content)
	}
	bo := w.Do("bo", "GET", "/v1.0/me/mailFolders/inbox/messages", "").Want(200).Has("value/0/subject", "Re: Release plan", "value/0/isRead", false, "value/1", nil)
	w.Do("bo", "GET", "/v1.0/me/mailFolders/sentitems/messages", "").Has("value/0/conversationId", bo.Str("value/0/conversationId"))
	w.Do("cy", "GET", "/v1.0/me/mailFolders/inbox", "").Has("totalItemCount", 2)
}

func TestReplyAllAlsoInFolders(t *testing.T) {
	w := newWorld(t)
	id := w.mailToAnn("bo", "Plan")
	for _, path := range []string{"/v1.0/me/mailFolders/inbox/messages/", "/v1.0/users/" + w.IDs["ann"] + "/messages/",
		"/v1.0/users/ANN@contoso.example/mailFolders/Inbox/messages/"} {
		w.Ann("POST", path+id+"/replyAll", `{"comment":""}`, "client-request-id: "+path).Want(202)
	}
	w.Ann("GET", "/v1.0/me/mailFolders/sentitems", "").Has("totalItemCount", 3)
}

func TestAnswersRefuseWhatContradicts(t *testing.T) {
	w := newWorld(t)
	id := w.mailToAnn("bo", "Plan")
	base := "/v1.0/me/messages/" + id
	to := `[{"emailAddress":{"address":"cy@contoso.example"}}]`
	for _, action := range []string{"/reply", "/replyAll", "/createReply", "/createReplyAll"} {
		w.Ann("POST", base+action, `{"comment":"a","message":{"body":{"content":"b"}}}`).Want(400)
	}
	w.Ann("POST", base+"/forward", `{"comment":"a"}`).Want(400)
	w.Ann("POST", base+"/forward", `{"toRecipients":`+to+`,"message":{"toRecipients":`+to+`}}`).Want(400)
	w.Ann("POST", base+"/forward", `{"comment":"look","toRecipients":`+to+`}`).Want(202)
	w.Ann("POST", base+"/forward", `{"message":{"toRecipients":`+to+`}}`).Want(202)
	w.Ann("GET", "/v1.0/me/mailFolders/sentitems", "").Has("totalItemCount", 2)
	w.Ann("POST", "/v1.0/me/messages/none/reply", `{"comment":"a"}`).Want(404)
}

func TestCreateFormsMakeDraftsThatCanBeSent(t *testing.T) {
	w := newWorld(t)
	id := w.mailToAnn("bo", "Re: Plan")
	draft := w.Ann("POST", "/v1.0/me/messages/"+id+"/createReply", `{}`).Want(201).
		Has("isDraft", true, "subject", "Re: Plan", "toRecipients/0/emailAddress/address", "bo@contoso.example", "ccRecipients", []any{})
	did := draft.Str("id")
	w.Ann("PATCH", "/v1.0/me/messages/"+did, `{"body":{"contentType":"text","content":"My answer"}}`).Want(200)
	w.Ann("POST", "/v1.0/me/messages/"+did+"/send", "").Want(202)
	w.Ann("GET", "/v1.0/me/messages/"+did, "").Want(200).Has("isDraft", false, "body/content", "My answer")
	w.Ann("GET", "/v1.0/me/mailFolders/drafts", "").Has("totalItemCount", 0)
	w.Ann("GET", "/v1.0/me/mailFolders/sentitems/messages", "").Has("value/0/id", did)
	w.Do("bo", "GET", "/v1.0/me/mailFolders/inbox/messages", "").Has("value/0/body/content", "My answer")
	w.Ann("POST", "/v1.0/me/messages/"+did+"/send", "").Want(202) // asked again: done once
	w.Do("bo", "GET", "/v1.0/me/mailFolders/inbox", "").Has("totalItemCount", 1)
	w.Ann("POST", "/v1.0/me/messages/"+id+"/send", "").Want(400)

	w.Ann("POST", "/v1.0/me/messages/"+id+"/createForward", `{"comment":"fyi"}`).Want(201).Has("subject", "Fw: Re: Plan", "toRecipients", []any{})
	w.Ann("POST", "/v1.0/me/messages/"+id+"/createReplyAll", `{"message":{"importance":"low"}}`).Want(201).
		Has("importance", "low", "ccRecipients/0/emailAddress/address", "cy@contoso.example")
	w.Ann("POST", "/v1.0/me/messages/"+w.draft(`{"subject":"nobody"}`)+"/send", "").Want(400)
}

func TestBccIsSeenByNobodyElse(t *testing.T) {
	w := newWorld(t)
	w.Ann("POST", "/v1.0/me/sendMail", `{"message":{"subject":"secret","body":{"content":"x"},"toRecipients":[{"emailAddress":{"address":"bo@contoso.example"}}],
		"bccRecipients":[{"emailAddress":{"address":"cy@contoso.example"}}]}}`).Want(202)
	for _, who := range []string{"bo", "cy"} {
		r := w.Do(who, "GET", "/v1.0/me/messages", "").Want(200).Has("value/0/subject", "secret", "value/0/bccRecipients", []any{})
		if mime := w.Do(who, "GET", "/v1.0/me/messages/"+r.Str("value/0/id")+"/$value", "").Want(200); strings.Contains(string(mime.Body), "cy@") {
			t.Errorf("%s sees the Bcc in the MIME: %s", who, mime.Body)
		}
	}
	w.Ann("GET", "/v1.0/me/messages", "").Has("value/0/bccRecipients/0/emailAddress/address", "cy@contoso.example")
}

func TestUnknownAddressesComeBack(t *testing.T) {
	w := newWorld(t)
	w.Ann("POST", "/v1.0/me/sendMail", `{"message":{"subject":"hello?","body":{"content":"x"},"toRecipients":[
		{"emailAddress":{"address":"nobody@contoso.example"}},{"emailAddress":{"address":"bo@contoso.example"}}]},"saveToSentItems":"false"}`).Want(202)
	w.Ann("GET", "/v1.0/me/mailFolders/sentitems", "").Has("totalItemCount", 0)
	w.Do("bo", "GET", "/v1.0/me/mailFolders/inbox", "").Has("totalItemCount", 1)
	r := w.Ann("GET", "/v1.0/me/mailFolders/inbox/messages", "").Want(200).Has("value/0/subject", "Undeliverable: hello?", "value/1", nil,
		"value/0/from/emailAddress/address", "postmaster@contoso.example")
	if text := r.Str("value/0/body/content"); !strings.Contains(text, "nobody@contoso.example") || strings.Contains(text, "bo@") {
		t.Errorf("the bounce says %q", text)
	}
}

func TestTheSameSendIsCarriedOutOnce(t *testing.T) {
	w := newWorld(t)
	body := `{"message":{"internetMessageId":"<once@contoso.example>","subject":"once","body":{"content":"x"},"toRecipients":[{"emailAddress":{"address":"bo@contoso.example"}}]}}`
	for range 3 {
		w.Ann("POST", "/v1.0/me/sendMail", body).Want(202)
	}
	w.Do("bo", "GET", "/v1.0/me/mailFolders/inbox", "").Has("totalItemCount", 1)
	w.Ann("GET", "/v1.0/me/mailFolders/sentitems", "").Has("totalItemCount", 1)
	plain := strings.Replace(body, `"internetMessageId":"<once@contoso.example>",`, "", 1)
	for range 2 {
		w.Ann("POST", "/v1.0/me/sendMail", plain, "client-request-id: 7c6a").Want(202)
	}
	w.Ann("POST", "/v1.0/me/sendMail", strings.Replace(plain, `"x"`, `"y"`, 1), "client-request-id: 7c6a").Want(202)
	w.Do("bo", "GET", "/v1.0/me/mailFolders/inbox", "").Has("totalItemCount", 3)
}

func TestSendMailRefusesWhatCannotBeSent(t *testing.T) {
	w := newWorld(t)
	for _, body := range []string{`{}`, `{"message":{"subject":"x"}}`,
		`{"message":{"toRecipients":[{"emailAddress":{"address":"no address"}}]}}`,
		`{"message":{"importance":"urgent","toRecipients":[{"emailAddress":{"address":"bo@contoso.example"}}]}}`} {
		w.Ann("POST", "/v1.0/me/sendMail", body).Want(400)
	}
	w.Ann("POST", "/v1.0/me/sendMail", `{"message":{"from":{"emailAddress":{"address":"bo@contoso.example"}},"toRecipients":[{"emailAddress":{"address":"bo@contoso.example"}}]}}`).Want(403)
	w.Ann("GET", "/v1.0/me/messages", "").Want(200).Has("value", []any{})
}

func TestDeltaTellsWhatHasChanged(t *testing.T) {
	w := newWorld(t)
	path := func(link string) string { return strings.TrimPrefix(link, "http://daybook.test") }
	first := w.mailToAnn("bo", "one")
	second := w.mailToAnn("bo", "two")
	third := w.mailToAnn("cy", "three")
	r := w.Ann("GET", "/v1.0/me/mailFolders/inbox/messages/delta?$select=subject&$top=2", "").Want(200).Has("value/1/subject", "two", "@odata.deltaLink", nil)
	w.Ann("PATCH", "/v1.0/me/messages/"+third, `{"isRead":true}`).Want(200) // while it is being paged
	r = w.Ann("GET", path(r.Str("@odata.nextLink")), "").Want(200).Has("value/0/subject", "one")
	r = w.Ann("GET", path(r.Str("@odata.deltaLink")), "").Want(200).Has("value/0/id", third, "value/1", nil)
	delta := r.Str("@odata.deltaLink")
	w.Ann("GET", path(delta), "").Want(200).Has("value", []any{})

	w.Ann("POST", "/v1.0/me/messages/"+first+"/move", `{"destinationId":"archive"}`).Want(201)
	w.Ann("DELETE", "/v1.0/me/messages/"+second, "").Want(204)
	w.Ann("DELETE", "/v1.0/me/messages/"+second, "").Want(204)
	fourth := w.mailToAnn("bo", "four")
	r = w.Ann("GET", path(delta), "").Want(200).Has("value/0/id", first, "value/0/@removed/reason", "changed",
		"value/1/id", second, "value/1/@removed/reason", "deleted", "value/2", nil, "@odata.deltaLink", nil)
	w.Ann("GET", path(r.Str("@odata.nextLink")), "").Want(200).Has("value/0/id", fourth, "value/0/subject", "four", "value/1", nil)
	w.Ann("GET", "/v1.0/me/mailFolders/inbox/messages/delta?$deltatoken=abc", "").Want(400)
}

func TestAnotherMailboxAnswersAsFarAsItIsShared(t *testing.T) {
	w := newWorld(t)
	ann := "/v1.0/users/ann@contoso.example"
	w.Do("bo", "GET", ann+"/messages", "").Want(403).Has("error/code", "ErrorAccessDenied")
	if err := w.Service.Store().Share(t.Context(), w.IDs["ann"], w.IDs["bo"], "Mail", false); err != nil {
		t.Fatal(err)
	}
	w.Do("bo", "GET", ann+"/messages", "").Want(200)
	w.Do("bo", "POST", ann+"/messages", `{"subject":"x"}`).Want(403)
	narrow, err := w.Service.MintToken(t.Context(), w.IDs["bo"], "Mail.ReadWrite", 0)
	if err != nil {
		t.Fatal(err)
	}
	w.Tokens["narrow"] = narrow
	w.Do("narrow", "GET", ann+"/messages", "").Want(403)
	w.Do("narrow", "GET", "/v1.0/users/"+w.IDs["bo"]+"/messages", "").Want(200)
	w.Do("bo", "GET", "/v1.0/users/nobody@contoso.example/messages", "").Want(404)
	if err := w.Service.Store().Share(t.Context(), w.IDs["ann"], w.IDs["bo"], "Mail", true); err != nil {
		t.Fatal(err)
	}
	send := func() *servicetest.Reply {
		return w.Do("bo", "POST", ann+"/sendMail", `{"message":{"subject":"for Ann","body":{"content":"x"},"toRecipients":[{"emailAddress":{"address":"cy@contoso.example"}}]}}`)
	}
	send().Want(403).Has("error/code", "ErrorSendAsDenied")
	err = w.Service.Store().Write(t.Context(), func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(w.IDs["ann"])
		return errors.Join(err, tx.PutShare(mailbox, store.Share{Area: store.AreaMail, Grantee: w.IDs["bo"], Role: model.RoleRead, Send: true}))
	})
	if err != nil {
		t.Fatal(err)
	}
	send().Want(202)
	w.Do("cy", "GET", "/v1.0/me/messages", "").Has("value/0/from/emailAddress/address", "ann@contoso.example", "value/0/sender/emailAddress/address", "bo@contoso.example")
}
