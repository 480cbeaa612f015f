package mail_test

import (
	"net/url"
	"testing"
)

func TestSearchFindsWordsNewestFirstInThisMailboxAlone(t *testing.T) {
	w := newWorld(t)
	w.mailToAnn("bo", "Quarterly budget")
	second := w.mailToAnn("cy", "Café budget")
	w.ann("POST", "/v1.0/me/messages", `{"subject":"unrelated","body":{"contentType":"html","content":"<style>p{}</style><p>A pa&shy;ragraph about <b>zebras</b></p>"},
		"toRecipients":[{"emailAddress":{"name":"Zoë","address":"zoe@fabrikam.example"}}],"attachments":[{"name":"ledger.xlsx","contentBytes":"AAAA"}]}`).want(201)
	if err := w.svc.Store().WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.ann("PATCH", "/v1.0/me/messages/"+second, `{"isRead":true,"categories":["Money"]}`).want(200)
	for search, want := range map[string]string{
		`"budget"`:                 "Café budget, Quarterly budget",
		`"cafe"`:                   "Café budget",
		`"bud"`:                    "Café budget, Quarterly budget",
		`"from:bo budget"`:         "Quarterly budget",
		`"subject:quarterly"`:      "Quarterly budget",
		`"zebras"`:                 "unrelated",
		`"to:zoe"`:                 "unrelated",
		`"attachment:ledger"`:      "unrelated",
		`"budget is:unread"`:       "Quarterly budget",
		`"budget category:money"`:  "Café budget",
		`"budget -quarterly"`:      "Café budget",
		`"style"`:                  "",
		`"budget OR zebras"`:       "unrelated, Café budget, Quarterly budget",
		`"received>=2026-11-20"`:   "",
		`"has:attachment"`:         "unrelated",
		`"\"how are you\" budget"`: "Café budget, Quarterly budget",
	} {
		if got := w.ann("GET", "/v1.0/me/messages?$search="+url.QueryEscape(search), "").want(200).subjects(); got != want {
			t.Errorf("$search=%s gave %q, want %q", search, got, want)
		}
	}
	inbox := "/v1.0/me/mailFolders/inbox/messages?$select=subject&$search="
	if got := w.ann("GET", inbox+"zebras", "").want(200).subjects(); got != "" {
		t.Errorf("zebras in the inbox: %q", got)
	}
	r := w.ann("GET", inbox+"budget&$top=1&$count=true", "").want(200).has("value/0/subject", "Café budget", "@odata.count", 2)
	next, err := url.Parse(r.str("@odata.nextLink"))
	if err != nil {
		t.Fatal(err)
	}
	w.ann("GET", next.RequestURI(), "").want(200).has("value/0/subject", "Quarterly budget", "@odata.nextLink", nil)
	// The same mail is in Cy's mailbox too: his search does not find Ann's.
	w.do("cy", "GET", "/v1.0/me/mailFolders/sentitems/messages?$search=quarterly", "").want(200).has("value", []any{})
	w.ann("GET", "/v1.0/me/messages?$search=budget&$orderby=subject", "").want(400)
	w.ann("GET", "/v1.0/me/messages?$search="+url.QueryEscape(`"colour:red"`), "").want(400)
}

func TestWhatIsDeletedIsFoundNoLonger(t *testing.T) {
	w := newWorld(t)
	id := w.draft(`{"subject":"ephemeral"}`)
	if err := w.svc.Store().WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.ann("GET", "/v1.0/me/messages?$search=ephemeral", "").has("value/0/id", id)
	w.ann("PATCH", "/v1.0/me/messages/"+id, `{"subject":"permanent"}`).want(200)
	if err := w.svc.Store().WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.ann("GET", "/v1.0/me/messages?$search=ephemeral", "").has("value", []any{})
	w.ann("GET", "/v1.0/me/messages?$search=permanent", "").has("value/0/id", id)
	w.ann("DELETE", "/v1.0/me/messages/"+id, "").want(204)
	w.ann("DELETE", "/v1.0/me/messages/"+id, "").want(204)
	w.ann("GET", "/v1.0/me/messages?$search=permanent", "").has("value", []any{})
}
