package mail_test

import (
	"strings"
	"testing"
)

func TestReplyAllReachesEverybodyAndThreads(t *testing.T) {
	w := newWorld(t)
	id := w.mailToAnn("bo", "Release plan")
	original := w.ann("GET", "/v1.0/me/messages/"+id, "").want(200)
	r := w.ann("POST", "/v1.0/users/me/messages/"+id+"/replyAll", `{"Comment":"Friday works."}`).want(202)
	if len(r.body) != 0 {
		t.Errorf("the reply has a body: %q", r.body)
	}
	sent := w.ann("GET", "/v1.0/me/mailFolders/sentitems/messages", "").want(200)
	sent.has("value/0/subject", "Re: Release plan", "value/0/isRead", true, "value/0/isDraft", false,
		"value/0/conversationId", original.str("conversationId"),
		"value/0/toRecipients/0/emailAddress/address", "bo@contoso.example", "value/0/toRecipients/1", nil,
		"value/0/ccRecipients/0/emailAddress/address", "cy@contoso.example")
	content := sent.str("value/0/body/content")
	if !strings.HasPrefix(content, "Friday works.\n\nOn Thu, 19 Nov 2026 at 09:42, Bo <bo@contoso.example> wrote:\n> Hello Ann,\n> how are you?\n") {
		t.Errorf("the reply's text is %q", content)
	}
	bo := w.do("bo", "GET", "/v1.0/me/mailFolders/inbox/messages", "").want(200).has("value/0/subject", "Re: Release plan", "value/0/isRead", false, "value/1", nil)
	w.do("bo", "GET", "/v1.0/me/mailFolders/sentitems/messages", "").has("value/0/conversationId", bo.str("value/0/conversationId"))
	w.do("cy", "GET", "/v1.0/me/mailFolders/inbox", "").has("totalItemCount", 2)
}

func TestReplyAllAlsoInFolders(t *testing.T) {
	w := newWorld(t)
	id := w.mailToAnn("bo", "Plan")
	for _, path := range []string{"/v1.0/me/mailFolders/inbox/messages/", "/v1.0/users/" + w.ids["ann"] + "/messages/",
		"/v1.0/users/ANN@contoso.example/mailFolders/Inbox/messages/"} {
		w.ann("POST", path+id+"/replyAll", `{"comment":""}`, "client-request-id: "+path).want(202)
	}
	w.ann("GET", "/v1.0/me/mailFolders/sentitems", "").has("totalItemCount", 3)
}

func TestAnswersRefuseWhatContradicts(t *testing.T) {
	w := newWorld(t)
	id := w.mailToAnn("bo", "Plan")
	base := "/v1.0/me/messages/" + id
	to := `[{"emailAddress":{"address":"cy@contoso.example"}}]`
	for _, action := range []string{"/reply", "/replyAll", "/createReply", "/createReplyAll"} {
		w.ann("POST", base+action, `{"comment":"a","message":{"body":{"content":"b"}}}`).want(400)
	}
	w.ann("POST", base+"/forward", `{"comment":"a"}`).want(400)
	w.ann("POST", base+"/forward", `{"toRecipients":`+to+`,"message":{"toRecipients":`+to+`}}`).want(400)
	w.ann("POST", base+"/forward", `{"comment":"look","toRecipients":`+to+`}`).want(202)
	w.ann("POST", base+"/forward", `{"message":{"toRecipients":`+to+`}}`).want(202)
	w.ann("GET", "/v1.0/me/mailFolders/sentitems", "").has("totalItemCount", 2)
	w.ann("POST", "/v1.0/me/messages/none/reply", `{"comment":"a"}`).want(404)
}

func TestCreateFormsMakeDraftsThatCanBeSent(t *testing.T) {
	w := newWorld(t)
	id := w.mailToAnn("bo", "Re: Plan")
	draft := w.ann("POST", "/v1.0/me/messages/"+id+"/createReply", `{}`).want(201).
		has("isDraft", true, "subject", "Re: Plan", "toRecipients/0/emailAddress/address", "bo@contoso.example", "ccRecipients", []any{})
	did := draft.str("id")
	w.ann("PATCH", "/v1.0/me/messages/"+did, `{"body":{"contentType":"text","content":"My answer"}}`).want(200)
	w.ann("POST", "/v1.0/me/messages/"+did+"/send", "").want(202)
	w.ann("GET", "/v1.0/me/messages/"+did, "").want(200).has("isDraft", false, "body/content", "My answer")
	w.ann("GET", "/v1.0/me/mailFolders/drafts", "").has("totalItemCount", 0)
	w.ann("GET", "/v1.0/me/mailFolders/sentitems/messages", "").has("value/0/id", did)
	w.do("bo", "GET", "/v1.0/me/mailFolders/inbox/messages", "").has("value/0/body/content", "My answer")
	w.ann("POST", "/v1.0/me/messages/"+did+"/send", "").want(202) // asked again: done once
	w.do("bo", "GET", "/v1.0/me/mailFolders/inbox", "").has("totalItemCount", 1)
	w.ann("POST", "/v1.0/me/messages/"+id+"/send", "").want(400)

	w.ann("POST", "/v1.0/me/messages/"+id+"/createForward", `{"comment":"fyi"}`).want(201).has("subject", "Fw: Re: Plan", "toRecipients", []any{})
	w.ann("POST", "/v1.0/me/messages/"+id+"/createReplyAll", `{"message":{"importance":"low"}}`).want(201).
		has("importance", "low", "ccRecipients/0/emailAddress/address", "cy@contoso.example")
	w.ann("POST", "/v1.0/me/messages/"+w.draft(`{"subject":"nobody"}`)+"/send", "").want(400)
}

func TestBccIsSeenByNobodyElse(t *testing.T) {
	w := newWorld(t)
	w.ann("POST", "/v1.0/me/sendMail", `{"message":{"subject":"secret","body":{"content":"x"},"toRecipients":[{"emailAddress":{"address":"bo@contoso.example"}}],
		"bccRecipients":[{"emailAddress":{"address":"cy@contoso.example"}}]}}`).want(202)
	for _, who := range []string{"bo", "cy"} {
		r := w.do(who, "GET", "/v1.0/me/messages", "").want(200).has("value/0/subject", "secret", "value/0/bccRecipients", []any{})
		if mime := w.do(who, "GET", "/v1.0/me/messages/"+r.str("value/0/id")+"/$value", "").want(200); strings.Contains(string(mime.body), "cy@") {
			t.Errorf("%s sees the Bcc in the MIME: %s", who, mime.body)
		}
	}
	w.ann("GET", "/v1.0/me/messages", "").has("value/0/bccRecipients/0/emailAddress/address", "cy@contoso.example")
}

func TestUnknownAddressesComeBack(t *testing.T) {
	w := newWorld(t)
	w.ann("POST", "/v1.0/me/sendMail", `{"message":{"subject":"hello?","body":{"content":"x"},"toRecipients":[
		{"emailAddress":{"address":"nobody@contoso.example"}},{"emailAddress":{"address":"bo@contoso.example"}}]},"saveToSentItems":"false"}`).want(202)
	w.ann("GET", "/v1.0/me/mailFolders/sentitems", "").has("totalItemCount", 0)
	w.do("bo", "GET", "/v1.0/me/mailFolders/inbox", "").has("totalItemCount", 1)
	r := w.ann("GET", "/v1.0/me/mailFolders/inbox/messages", "").want(200).has("value/0/subject", "Undeliverable: hello?", "value/1", nil,
		"value/0/from/emailAddress/address", "postmaster@contoso.example")
	if text := r.str("value/0/body/content"); !strings.Contains(text, "nobody@contoso.example") || strings.Contains(text, "bo@") {
		t.Errorf("the bounce says %q", text)
	}
}

func TestTheSameSendIsCarriedOutOnce(t *testing.T) {
	w := newWorld(t)
	body := `{"message":{"internetMessageId":"<once@contoso.example>","subject":"once","body":{"content":"x"},"toRecipients":[{"emailAddress":{"address":"bo@contoso.example"}}]}}`
	for range 3 {
		w.ann("POST", "/v1.0/me/sendMail", body).want(202)
	}
	w.do("bo", "GET", "/v1.0/me/mailFolders/inbox", "").has("totalItemCount", 1)
	w.ann("GET", "/v1.0/me/mailFolders/sentitems", "").has("totalItemCount", 1)
	plain := strings.Replace(body, `"internetMessageId":"<once@contoso.example>",`, "", 1)
	for range 2 {
		w.ann("POST", "/v1.0/me/sendMail", plain, "client-request-id: 7c6a").want(202)
	}
	w.ann("POST", "/v1.0/me/sendMail", strings.Replace(plain, `"x"`, `"y"`, 1), "client-request-id: 7c6a").want(202)
	w.do("bo", "GET", "/v1.0/me/mailFolders/inbox", "").has("totalItemCount", 3)
}

func TestSendMailRefusesWhatCannotBeSent(t *testing.T) {
	w := newWorld(t)
	for _, body := range []string{`{}`, `{"message":{"subject":"x"}}`,
		`{"message":{"toRecipients":[{"emailAddress":{"address":"no address"}}]}}`,
		`{"message":{"importance":"urgent","toRecipients":[{"emailAddress":{"address":"bo@contoso.example"}}]}}`} {
		w.ann("POST", "/v1.0/me/sendMail", body).want(400)
	}
	w.ann("POST", "/v1.0/me/sendMail", `{"message":{"from":{"emailAddress":{"address":"bo@contoso.example"}},"toRecipients":[{"emailAddress":{"address":"bo@contoso.example"}}]}}`).want(403)
	w.ann("GET", "/v1.0/me/messages", "").want(200).has("value", []any{})
}

func TestDeltaTellsWhatHasChanged(t *testing.T) {
	w := newWorld(t)
	path := func(link string) string { return strings.TrimPrefix(link, "http://daybook.test") }
	first := w.mailToAnn("bo", "one")
	second := w.mailToAnn("bo", "two")
	third := w.mailToAnn("cy", "three")
	r := w.ann("GET", "/v1.0/me/mailFolders/inbox/messages/delta?$select=subject&$top=2", "").want(200).has("value/1/subject", "two", "@odata.deltaLink", nil)
	w.ann("PATCH", "/v1.0/me/messages/"+third, `{"isRead":true}`).want(200) // while it is being paged
	r = w.ann("GET", path(r.str("@odata.nextLink")), "").want(200).has("value/0/subject", "one")
	r = w.ann("GET", path(r.str("@odata.deltaLink")), "").want(200).has("value/0/id", third, "value/1", nil)
	delta := r.str("@odata.deltaLink")
	w.ann("GET", path(delta), "").want(200).has("value", []any{})

	w.ann("POST", "/v1.0/me/messages/"+first+"/move", `{"destinationId":"archive"}`).want(201)
	w.ann("DELETE", "/v1.0/me/messages/"+second, "").want(204)
	w.ann("DELETE", "/v1.0/me/messages/"+second, "").want(204)
	fourth := w.mailToAnn("bo", "four")
	r = w.ann("GET", path(delta), "").want(200).has("value/0/id", first, "value/0/@removed/reason", "changed",
		"value/1/id", second, "value/1/@removed/reason", "changed", "value/2", nil, "@odata.deltaLink", nil)
	w.ann("GET", path(r.str("@odata.nextLink")), "").want(200).has("value/0/id", fourth, "value/0/subject", "four", "value/1", nil)
	w.ann("GET", "/v1.0/me/mailFolders/inbox/messages/delta?$deltatoken=abc", "").want(400)
}

func TestAnotherMailboxAnswersAsFarAsItIsShared(t *testing.T) {
	w := newWorld(t)
	ann := "/v1.0/users/ann@contoso.example"
	w.do("bo", "GET", ann+"/messages", "").want(403).has("error/code", "ErrorAccessDenied")
	if err := w.svc.Store().Share(t.Context(), w.ids["ann"], w.ids["bo"], "Mail", false); err != nil {
		t.Fatal(err)
	}
	w.do("bo", "GET", ann+"/messages", "").want(200)
	w.do("bo", "POST", ann+"/messages", `{"subject":"x"}`).want(403)
	narrow, err := w.svc.MintToken(t.Context(), w.ids["bo"], "Mail.ReadWrite", 0)
	if err != nil {
		t.Fatal(err)
	}
	w.tok["narrow"] = narrow
	w.do("narrow", "GET", ann+"/messages", "").want(403)
	w.do("narrow", "GET", "/v1.0/users/"+w.ids["bo"]+"/messages", "").want(200)
	w.do("bo", "GET", "/v1.0/users/nobody@contoso.example/messages", "").want(404)
	if err := w.svc.Store().Share(t.Context(), w.ids["ann"], w.ids["bo"], "Mail", true); err != nil {
		t.Fatal(err)
	}
	w.do("bo", "POST", ann+"/sendMail", `{"message":{"subject":"for Ann","body":{"content":"x"},"toRecipients":[{"emailAddress":{"address":"cy@contoso.example"}}]}}`).want(202)
	w.do("cy", "GET", "/v1.0/me/messages", "").has("value/0/from/emailAddress/address", "ann@contoso.example", "value/0/sender/emailAddress/address", "bo@contoso.example")
}
