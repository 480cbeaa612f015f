package mail_test

import (
	"fmt"
	"net/url"
	"testing"

	"daybook/model"
	"daybook/service/store"
)

func TestSearchFindsWordsNewestFirstInThisMailboxAlone(t *testing.T) {
	w := newWorld(t)
	w.mailToAnn("bo", "Quarterly budget")
	second := w.mailToAnn("cy", "Café budget")
	w.Ann("POST", "/v1.0/me/messages", `{"subject":"unrelated","body":{"contentType":"html","content":"<style>p{}</style><p>A pa&shy;ragraph about <b>zebras</b></p>"},
		"toRecipients":[{"emailAddress":{"name":"Zoë","address":"zoe@fabrikam.example"}}],"attachments":[{"name":"ledger.xlsx","contentBytes":"AAAA"}]}`).Want(201)
	if err := w.Service.Store().WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Ann("PATCH", "/v1.0/me/messages/"+second, `{"isRead":true,"categories":["Money"]}`).Want(200)
	for search, want := range map[string]string{
		`"budget"`:                           "Café budget, Quarterly budget",
		`"cafe"`:                             "Café budget",
		`"bud"`:                              "Café budget, Quarterly budget",
		`"from:bo budget"`:                   "Quarterly budget",
		`"subject:quarterly"`:                "Quarterly budget",
		`"zebras"`:                           "unrelated",
		`"to:zoe"`:                           "unrelated",
		`"cc:zoe"`:                           "",
		`"recipients:zoe"`:                   "unrelated",
		`"budget from:b"`:                    "", // b is no beginning, as it is a value
		`"from:b budget"`:                    "",
		`"from:bo bud"`:                      "Quarterly budget",
		`"from:bo OR from:cy"`:               "Café budget, Quarterly budget",
		`"isflagged:false -from:cy -to:zoe"`: "Quarterly budget",
		`"received:today"`:                   "unrelated, Café budget, Quarterly budget",
		`"size>1KB"`:                         "",
		`"size:1..1MB kind:email budget"`:    "Café budget, Quarterly budget",
		`"attachment:ledger"`:                "unrelated",
		`"budget is:unread"`:                 "Quarterly budget",
		`"budget category:money"`:            "Café budget",
		`"budget -quarterly"`:                "Café budget",
		`"style"`:                            "",
		`"budget OR zebras"`:                 "unrelated, Café budget, Quarterly budget",
		`"received>=2026-11-20"`:             "",
		`"has:attachment"`:                   "unrelated",
		`"\"how are you\" budget"`:           "Café budget, Quarterly budget",
	} {
		if got := subjects(w.Ann("GET", "/v1.0/me/messages?$search="+url.QueryEscape(search), "").Want(200)); got != want {
			t.Errorf("$search=%s gave %q, want %q", search, got, want)
		}
	}
	inbox := "/v1.0/me/mailFolders/inbox/messages?$select=subject&$search="
	if got := subjects(w.Ann("GET", inbox+"zebras", "").Want(200)); got != "" {
		t.Errorf("zebras in the inbox: %q", got)
	}
	r := w.Ann("GET", inbox+"budget&$top=1&$count=true", "").Want(200).Has("value/0/subject", "Café budget", "@odata.count", 2)
	next, err := url.Parse(r.Str("@odata.nextLink"))
	if err != nil {
		t.Fatal(err)
	}
	w.Ann("GET", next.RequestURI(), "").Want(200).Has("value/0/subject", "Quarterly budget", "@odata.nextLink", nil)
	// The same mail is in Cy's mailbox too: his search does not find Ann's.
	w.Do("cy", "GET", "/v1.0/me/mailFolders/sentitems/messages?$search=quarterly", "").Want(200).Has("value", []any{})
	w.Ann("GET", "/v1.0/me/messages?$search=budget&$orderby=subject", "").Want(400)
	for _, search := range []string{"colour:red", "before:garbage", "after:2026-13-45", "is:foo", "has:html", "isread:maybe", "size:big", "kind:odd",
		"importance:urgent", "from:***", "received:today..yesterday", "hasattachment:2", "isflagged:often", "category: "} {
		w.Ann("GET", "/v1.0/me/messages?$search="+url.QueryEscape(`"budget `+search+`"`), "").Want(400)
	}
}

func TestWhatIsDeletedIsFoundNoLonger(t *testing.T) {
	w := newWorld(t)
	id := w.draft(`{"subject":"ephemeral"}`)
	if err := w.Service.Store().WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Ann("GET", "/v1.0/me/messages?$search=ephemeral", "").Has("value/0/id", id)
	w.Ann("PATCH", "/v1.0/me/messages/"+id, `{"subject":"permanent"}`).Want(200)
	if err := w.Service.Store().WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Ann("GET", "/v1.0/me/messages?$search=ephemeral", "").Has("value", []any{})
	w.Ann("GET", "/v1.0/me/messages?$search=permanent", "").Has("value/0/id", id)
	w.Ann("DELETE", "/v1.0/me/messages/"+id, "").Want(204)
	w.Ann("DELETE", "/v1.0/me/messages/"+id, "").Want(204)
	w.Ann("GET", "/v1.0/me/messages?$search=permanent", "").Has("value", []any{})
}

// A search that could look into a part of the mail alone says into how much, in
// an annotation of its collection; one that looked into all, or a list, does not.
func TestASearchSaysHowMuchOfTheMailIsIndexed(t *testing.T) {
	w := newWorld(t)
	st := w.Service.Store()
	begun, asked, ended := make(chan struct{}), make(chan struct{}), make(chan error, 1)
	err := st.Write(t.Context(), func(tx *store.Tx) error {
		go func() { // takes the next turn to write, and holds the indexer up until all is asked
			ended <- st.Write(t.Context(), func(*store.Tx) error { close(begun); <-asked; return nil })
		}()
		ann, err := tx.Mailbox(w.IDs["ann"])
		if err != nil {
			return err
		}
		inbox, err := tx.Folder(ann, model.FolderInbox)
		for i := 0; err == nil && i < 300; i++ {
			_, err = tx.AddMessage(ann, store.NewMessage{Message: model.Message{Subject: fmt.Sprint("zebra ", i), ParentFolderID: inbox.ID}})
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	<-begun
	percent, said := w.Ann("GET", "/v1.0/me/messages?$search=zebra", "").Want(200).Get("@daybook.indexed").(float64)
	inFolder, _ := w.Ann("GET", "/v1.0/me/mailFolders/inbox/messages?$search=zebra", "").Want(200).Get("@daybook.indexed").(float64)
	w.Ann("GET", "/v1.0/me/messages", "").Want(200).Has("@daybook.indexed", nil)
	close(asked)
	if err := <-ended; err != nil || !said || percent >= 100 || percent != inFolder {
		t.Errorf("%v %% and, in a folder, %v %% are said to be indexed (%v)", percent, inFolder, err)
	}
	if err := st.WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
	w.Ann("GET", "/v1.0/me/messages?$search=zebra&$top=1", "").Want(200).Has("@daybook.indexed", nil)
}
