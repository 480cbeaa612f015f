package mail_test

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
	"testing"

	"daybook/model"
	"daybook/service/store"
)

func TestADraftIsKeptAsItWasGiven(t *testing.T) {
	w := newWorld(t)
	content := base64.StdEncoding.EncodeToString([]byte("notes of the meeting"))
	r := w.Ann("POST", "/v1.0/me/messages", `{"subject":"Plan","importance":"High","Body":{"ContentType":"HTML","Content":"<p>See <b>this</b></p>"},
		"toRecipients":[{"emailAddress":{"name":"Bo","address":"bo@contoso.example"}}],"isReadReceiptRequested":"true","categories":["Money"],
		"attachments":[{"@odata.type":"#microsoft.graph.fileAttachment","name":"notes.txt","contentType":"text/plain","contentBytes":"`+content+`"}],
		"extensions":[{"@odata.type":"Vendor.Graph.OpenTypeExtension","extensionName":"Com.Contoso.Referral","dealValue":10000,"tags":["a","b"]}]}`).Want(201)
	r.Has("subject", "Plan", "importance", "high", "body/contentType", "html", "bodyPreview", "See this", "isDraft", true, "hasAttachments", true,
		"isReadReceiptRequested", true, "categories", []string{"Money"}, "toRecipients/0/emailAddress/address", "bo@contoso.example",
		"from/emailAddress/address", "ann@contoso.example", "flag/flagStatus", "notFlagged",
		"extensions/0/extensionName", "Com.Contoso.Referral", "extensions/0/dealValue", 10000, "extensions/0/@odata.type", "#Vendor.Graph.OpenTypeExtension")
	id := r.Str("id")
	if got, want := r.Str("@odata.etag"), `W/"`+r.Str("changeKey")+`"`; got != want {
		t.Errorf("@odata.etag = %q, want %q", got, want)
	}
	if got := r.Str("@odata.context"); !strings.HasPrefix(got, "http://daybook.test/v1.0/$metadata#users(") {
		t.Errorf("@odata.context = %q", got)
	}
	w.Ann("GET", "/v1.0/me/mailFolders/drafts", "").Want(200).Has("totalItemCount", 1, "unreadItemCount", 0)
	a := w.Ann("GET", "/v1.0/me/messages/"+id+"/attachments", "").Want(200).Has("value/0/name", "notes.txt", "value/0/size", 20, "value/0/contentBytes", nil)
	aid := a.Str("value/0/id")
	w.Ann("GET", "/v1.0/me/messages/"+id+"/attachments/"+aid, "").Want(200).Has("contentBytes", content)
	if got := string(w.Ann("GET", "/v1.0/me/messages/"+id+"/attachments/"+aid+"/$value", "").Want(200).Body); got != "notes of the meeting" {
		t.Errorf("$value = %q", got)
	}
	w.Ann("GET", "/v1.0/me/messages/"+id+"?$expand=attachments,extensions($filter=id eq 'com.contoso.referral')&$select=subject", "").Want(200).
		Has("subject", "Plan", "attachments/0/name", "notes.txt", "extensions/0/dealValue", 10000, "body", nil)
	w.Ann("DELETE", "/v1.0/me/mailFolders/drafts/messages/"+id+"/attachments/"+aid, "").Want(204)
	w.Ann("GET", "/v1.0/me/messages/"+id, "").Want(200).Has("hasAttachments", false)
	w.Ann("DELETE", "/v1.0/me/messages/"+id+"/attachments/"+aid, "").Want(404)
}

func TestPatchChangesWhatMayBeChanged(t *testing.T) {
	w := newWorld(t)
	id := w.mailToAnn("bo", "Budget")
	w.Ann("GET", "/v1.0/me/mailFolders/inbox", "").Has("unreadItemCount", 1)
	r := w.Ann("PATCH", "/v1.0/me/messages/"+id, `{"IsRead":"true","importance":"HIGH","categories":["A","B"],"flag":{"flagStatus":"Flagged"},
		"isDeliveryReceiptRequested":true,"isReadReceiptRequested":true,"inferenceClassification":"Other","@odata.type":"#microsoft.graph.message","id":"`+id+`"}`).Want(200)
	r.Has("isRead", true, "importance", "high", "categories", []string{"A", "B"}, "flag/flagStatus", "flagged", "inferenceClassification", "other",
		"isDeliveryReceiptRequested", true, "isReadReceiptRequested", true, "bodyPreview", "Hello Ann, how are you?")
	w.Ann("GET", "/v1.0/me/mailFolders/inbox", "").Has("unreadItemCount", 0, "totalItemCount", 1)
	w.Ann("PATCH", "/v1.0/me/messages/"+id, `{"subject":"Another"}`).Want(400).Has("error/target", "subject")
	w.Ann("PATCH", "/v1.0/me/messages/"+id, `{"importance":"urgent"}`).Want(400).Has("error/target", "importance")
	w.Ann("PATCH", "/v1.0/me/messages/"+id, `{"isread":3}`).Want(400)
	w.Ann("PATCH", "/v1.0/me/messages/"+id, `{"isRead":true,"bodyPreview":"x"}`).Want(400).Has("error/target", "bodyPreview")
	w.Ann("PATCH", "/v1.0/me/messages/"+id, `{"flavour":"x"}`).Want(400).Has("error/target", "flavour")
	w.Ann("PATCH", "/v1.0/me/messages/"+id, `{"isRead":false}`, `If-Match: W/"old"`).Want(412).Has("error/code", "ErrorChangeKeyMismatch")
	w.Ann("PATCH", "/v1.0/me/messages/"+id, `{"isRead":false}`, "If-Match: "+r.Str("@odata.etag")).Want(200).Has("isRead", false, "categories", []string{"A", "B"})
	w.Ann("PATCH", "/v1.0/me/mailFolders/drafts/messages/"+id, `{"isRead":true}`).Want(404)
	w.Ann("PATCH", "/v1.0/me/mailFolders/inbox/messages/"+id, `{"categories":[]}`).Want(200).Has("categories", []string{})

	d := w.draft(`{"subject":"One"}`)
	w.Ann("PATCH", "/v1.0/me/messages/"+d, `{"subject":"Two","body":{"contentType":"text","content":"words"},"toRecipients":[],
		"from":{"emailAddress":{"name":"Dr Ann","address":"ann@contoso.example"}},"internetMessageId":"<two@contoso.example>"}`).Want(200).
		Has("isReadReceiptRequested", false, "importance", "normal", "subject", "Two", "bodyPreview", "words", "from/emailAddress/name", "Dr Ann", "internetMessageId", "<two@contoso.example>")
}

func TestDeletingGoesThroughDeletedItems(t *testing.T) {
	w := newWorld(t)
	id := w.mailToAnn("bo", "Old news")
	w.Ann("DELETE", "/v1.0/me/messages/"+id, "").Want(204)
	w.Ann("GET", "/v1.0/me/mailFolders/deleteditems", "").Has("totalItemCount", 1, "unreadItemCount", 1)
	w.Ann("GET", "/v1.0/me/mailFolders/inbox", "").Has("totalItemCount", 0, "unreadItemCount", 0)
	w.Ann("GET", "/v1.0/me/messages/"+id, "").Want(200)
	w.Ann("DELETE", "/v1.0/me/messages/"+id, "").Want(204)
	w.Ann("GET", "/v1.0/me/messages/"+id, "").Want(404)
	w.Ann("DELETE", "/v1.0/me/messages/"+id, "").Want(404)
}

func TestMoveKeepsTheIdAndCopyMakesANewOne(t *testing.T) {
	w := newWorld(t)
	id := w.mailToAnn("bo", "File me")
	w.Ann("POST", "/v1.0/me/messages/"+id+"/extensions", `{"@odata.type":"#microsoft.graph.openTypeExtension","extensionName":"x","n":1}`).Want(201)
	w.Ann("POST", "/v1.0/me/messages/"+id+"/move", `{"DestinationId":"archive"}`).Want(201).Has("id", id)
	w.Ann("GET", "/v1.0/me/mailFolders/archive", "").Has("totalItemCount", 1, "unreadItemCount", 1)
	copied := w.Ann("POST", "/v1.0/me/messages/"+id+"/copy", `{"destinationId":"inbox"}`).Want(201)
	if copied.Str("id") == id {
		t.Error("the copy has the id of the original")
	}
	copied.Has("subject", "File me")
	w.Ann("GET", "/v1.0/me/messages/"+copied.Str("id")+"/extensions/x", "").Want(200).Has("n", 1)
	w.Ann("POST", "/v1.0/me/messages/"+id+"/move", `{"destinationId":"nowhere"}`).Want(404)
	w.Ann("POST", "/v1.0/me/messages/"+id+"/move", `{}`).Want(400).Has("error/target", "destinationId")
}

func TestListsPageWithoutRepeatingOrSkipping(t *testing.T) {
	w := newWorld(t)
	for i := range 25 {
		w.draft(fmt.Sprintf(`{"subject":"m%02d"}`, i))
	}
	var got []string
	next := "http://daybook.test/v1.0/me/mailFolders/drafts/messages?$top=10&$select=subject&$count=true"
	for pages := 0; next != ""; pages++ {
		if pages > 5 {
			t.Fatal("the pages do not end")
		}
		u, err := url.Parse(next)
		if err != nil {
			t.Fatal(err)
		}
		r := w.Ann("GET", u.RequestURI(), "").Want(200).Has("@odata.count", 25)
		got = append(got, subjects(r))
		next = r.Str("@odata.nextLink")
		if pages == 0 {
			w.draft(`{"subject":"came while paging"}`) // newest first: it comes before what is left
			w.Ann("GET", "/v1.0/me/messages?$top=1", "").Has("value/0/subject", "came while paging")
			id := w.Ann("GET", "/v1.0/me/messages?$top=1", "").Str("value/0/id")
			w.Ann("DELETE", "/v1.0/me/messages/"+id, "").Want(204)
			w.Ann("DELETE", "/v1.0/me/messages/"+id, "").Want(204)
		}
	}
	want := "m24, m23, m22, m21, m20, m19, m18, m17, m16, m15, m14, m13, m12, m11, m10, m09, m08, m07, m06, m05, m04, m03, m02, m01, m00"
	if all := strings.Join(got, ", "); all != want {
		t.Errorf("pages gave %s, want %s", all, want)
	}
	w.Ann("GET", "/v1.0/me/messages", "").Want(200).Has("value/9/subject", "m15", "value/0/body/contentType", "text")
	if got := subjects(w.Ann("GET", "/v1.0/me/messages?$skip=23&$top=5", "").Want(200)); got != "m01, m00" {
		t.Errorf("$skip=23 gave %s", got)
	}
	if got := subjects(w.Ann("GET", "/v1.0/me/messages?$orderby=receivedDateTime asc&$top=2", "").Want(200)); got != "m00, m01" {
		t.Errorf("oldest first gave %s", got)
	}
	if got := subjects(w.Ann("GET", "/v1.0/me/messages?$orderby=subject desc&$top=2", "").Want(200)); got != "m24, m23" {
		t.Errorf("by subject gave %s", got)
	}
	w.Ann("GET", "/v1.0/me/messages?$top=0", "").Want(400)
	w.Ann("GET", "/v1.0/me/messages?$top=1001", "").Want(400)
	w.Ann("GET", "/v1.0/me/messages?$select=colour", "").Want(400)
	w.Ann("GET", "/v1.0/me/messages?$filter=frob(subject) eq 'x'", "").Want(400)
	if got := w.Ann("GET", "/v1.0/me/messages", "", "Prefer: odata.maxpagesize=3").Want(200).Header.Get("Preference-Applied"); got != "odata.maxpagesize=3" {
		t.Errorf("Preference-Applied = %q", got)
	}
}

func TestFiltersSelect(t *testing.T) {
	w := newWorld(t)
	w.mailToAnn("bo", "Budget")
	cy := w.mailToAnn("cy", "Offsite")
	w.Ann("PATCH", "/v1.0/me/messages/"+cy, `{"isRead":true,"categories":["Atlas"],"flag":{"flagStatus":"flagged"},
		"singleValueExtendedProperties":[{"id":"String {66f5a359-4659-4830-9070-00047ec6ac6e} Name snoozed","value":"2026-11-20T08:00:00Z"}]}`).Want(200)
	for filter, want := range map[string]string{
		"isRead eq false":                                                     "Budget",
		"flag/flagStatus eq 'flagged'":                                        "Offsite",
		"from/emailAddress/address eq 'BO@contoso.example'":                   "Budget",
		"categories/any(c:c eq 'atlas')":                                      "Offsite",
		"categories/any()":                                                    "Offsite",
		"contains(subject,'off')":                                             "Offsite",
		"startswith(subject,'bud') or hasAttachments":                         "Budget",
		"toRecipients/any(r:r/emailAddress/address eq 'ann@contoso.example')": "Offsite, Budget",
		"receivedDateTime ge 2026-11-19 and isDraft eq false":                 "Offsite, Budget",
		"inferenceClassification eq 'focused' and not (isRead eq true)":       "Budget",
		"singleValueExtendedProperties/any(p:p/id eq 'String {66f5a359-4659-4830-9070-00047ec6ac6e} Name snoozed' and p/value lt '2026-12')": "Offsite",
		"importance in ('high','low')": "",
	} {
		if got := subjects(w.Ann("GET", "/v1.0/me/mailFolders/inbox/messages?$filter="+url.QueryEscape(filter), "").Want(200)); got != want {
			t.Errorf("$filter=%s gave %q, want %q", filter, got, want)
		}
	}
	w.Ann("GET", "/v1.0/me/messages?$filter="+url.QueryEscape("body/content eq 'x'"), "").Want(400)
	if got := string(w.Ann("GET", "/v1.0/me/messages/$count?$filter="+url.QueryEscape("isRead eq false"), "").Want(200).Body); got != "1" {
		t.Errorf("$count = %s, want 1", got)
	}
	w.Ann("GET", "/v1.0/me/messages/"+cy+"?$expand="+url.QueryEscape("singleValueExtendedProperties($filter=id eq 'String {66f5a359-4659-4830-9070-00047ec6ac6e} Name snoozed')"), "").
		Want(200).Has("singleValueExtendedProperties/0/value", "2026-11-20T08:00:00Z")
}

func TestExtensionsOfAMessage(t *testing.T) {
	w := newWorld(t)
	id := w.draft(`{"subject":"x"}`)
	base := "/v1.0/me/messages/" + id + "/extensions"
	w.Ann("POST", base, `{"@odata.type":"Vendor.Graph.OpenTypeExtension","extensionName":"Com.Contoso.A","theme":"dark","n":1.0}`).Want(201).
		Has("id", "Vendor.Graph.OpenTypeExtension.Com.Contoso.A", "theme", "dark", "@odata.type", "#Vendor.Graph.OpenTypeExtension")
	w.Ann("POST", base, `{"@odata.type":"Vendor.Graph.OpenTypeExtension","extensionName":"com.contoso.a"}`).Want(409)
	w.Ann("POST", base, `{"extensionName":"B"}`).Want(400)
	w.Ann("POST", base, `{"@odata.type":"Vendor.Graph.OpenTypeExtension"}`).Want(400)
	w.Ann("POST", base, `{"@odata.type":"Vendor.Graph.OpenTypeExtension","extensionName":"B","o":{"a":1}}`).Want(400)
	w.Ann("PATCH", base+"/Com.Contoso.A", `{"theme":"light","more":[1,2]}`).Want(200).Has("theme", "light", "more", []int{1, 2}, "n", 1.0)
	w.Ann("GET", base+"/Vendor.Graph.OpenTypeExtension.Com.Contoso.A", "").Want(200).Has("theme", "light")
	w.Ann("GET", base, "").Want(200).Has("value/0/extensionName", "Com.Contoso.A")
	w.Ann("DELETE", base+"/Com.Contoso.A", "").Want(204)
	w.Ann("GET", base+"/Com.Contoso.A", "").Want(404)
	w.Ann("POST", "/v1.0/me/messages/none/extensions", `{"@odata.type":"Vendor.Graph.OpenTypeExtension","extensionName":"B"}`).Want(404)
}

func TestOverridesAndCategories(t *testing.T) {
	w := newWorld(t)
	base := "/v1.0/me/inferenceClassification/overrides"
	o := w.Ann("POST", base, `{"classifyAs":"Other","senderEmailAddress":{"name":"Bo","address":"bo@contoso.example"}}`).Want(201).Has("classifyAs", "other")
	w.Ann("POST", base, `{"classifyAs":"other","senderEmailAddress":{"name":"Bo Berg","address":"BO@contoso.example"}}`).Want(201).
		Has("id", o.Str("id"), "senderEmailAddress/name", "Bo Berg")
	w.mailToAnn("bo", "to other")
	w.Ann("GET", "/v1.0/me/messages?$top=1", "").Has("value/0/inferenceClassification", "other")
	w.Ann("PATCH", base+"/"+o.Str("id"), `{"classifyAs":"focused"}`).Want(200).Has("classifyAs", "focused")
	w.Ann("PATCH", base+"/"+o.Str("id"), `{"senderEmailAddress":{"name":"x"}}`).Want(400)
	w.Ann("PATCH", base+"/"+o.Str("id"), `{"classifyAs":"red"}`).Want(400).Has("error/target", "classifyAs")
	w.Ann("PATCH", base+"/none", `{"classifyAs":"focused"}`).Want(404)
	w.Ann("GET", base, "").Want(200).Has("value/0/classifyAs", "focused", "value/1", nil)
	w.Ann("DELETE", base+"/"+o.Str("id"), "").Want(204)
	w.Ann("DELETE", base+"/"+o.Str("id"), "").Want(404)

	w.Ann("POST", "/v1.0/me/outlook/masterCategories", `{"displayName":"Atlas","color":"Preset7"}`).Want(201).Has("color", "preset7")
	w.Ann("POST", "/v1.0/me/outlook/masterCategories", `{"displayName":"atlas"}`).Want(409)
	w.Ann("POST", "/v1.0/me/outlook/masterCategories", `{"displayName":"B","color":"preset25"}`).Want(400).Has("error/target", "color")
	w.Ann("GET", "/v1.0/me/outlook/masterCategories", "").Want(200).Has("value/0/displayName", "Atlas")

	one := "/v1.0/me/outlook/masterCategories/" + w.Ann("POST", "/v1.0/me/outlook/masterCategories", `{"displayName":"Borealis","color":"preset1"}`).Want(201).Str("id")
	letter := "/v1.0/me/messages/" + w.Ann("POST", "/v1.0/me/messages", `{"subject":"filed","categories":["Borealis"]}`).Want(201).Str("id")
	w.Ann("PATCH", one, `{"color":"Preset15"}`).Want(200).Has("displayName", "Borealis").Has("color", "preset15")
	w.Ann("PATCH", one, `{"displayName":"Aurora"}`).Want(400).Has("error/target", "displayName")
	w.Ann("PATCH", one, `{"color":"red"}`).Want(400).Has("error/target", "color")
	w.Ann("DELETE", one, "").Want(204)
	w.Ann("DELETE", one, "").Want(404)
	w.Ann("PATCH", one, `{"color":"preset1"}`).Want(404)
	w.Ann("GET", letter, "").Want(200).Has("categories/0", "Borealis") // what is filed under it keeps its name
}

func TestMIMEIsWrittenAndRead(t *testing.T) {
	w := newWorld(t)
	raw := "From: Dee <dee@fabrikam.example>\r\nTo: ann@contoso.example\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nMessage-ID: <a@fabrikam.example>\r\n\r\nHallo\r\n"
	r := w.Ann("POST", "/v1.0/me/messages", base64.StdEncoding.EncodeToString([]byte(raw)), "Content-Type: text/plain").Want(201).
		Has("subject", "Grüße", "internetMessageId", "<a@fabrikam.example>", "isDraft", true)
	mime := w.Ann("GET", "/v1.0/me/messages/"+r.Str("id")+"/$value", "").Want(200)
	if got := mime.Header.Get("Content-Type"); got != "message/rfc822" {
		t.Errorf("Content-Type = %q", got)
	}
	if !strings.Contains(string(mime.Body), "Message-ID: <a@fabrikam.example>") || !strings.Contains(string(mime.Body), "Hallo") {
		t.Errorf("$value = %q", mime.Body)
	}
	w.Ann("POST", "/v1.0/me/messages", "!!!", "Content-Type: text/plain").Want(400)
}

// TestWhatCannotStandInAHeaderNeverHidesAMessage refuses it of a client, and
// writes a message that has it all the same.
func TestWhatCannotStandInAHeaderNeverHidesAMessage(t *testing.T) {
	w := newWorld(t)
	for _, c := range []struct{ path, body, target string }{
		{"/v1.0/me/messages", `{"subject":"a\r\nBcc: b@example.com"}`, "subject"},
		{"/v1.0/me/messages", `{"internetMessageHeaders":[{"name":"Bcc","value":"b"}]}`, "internetMessageHeaders/name"},
		{"/v1.0/me/messages", `{"internetMessageHeaders":[{"name":"x-a b","value":"b"}]}`, "internetMessageHeaders/name"},
		{"/v1.0/me/sendMail", `{"message":{"internetMessageHeaders":[{"name":"Received","value":"b"}],
			"toRecipients":[{"emailAddress":{"address":"bo@contoso.example"}}]}}`, "internetMessageHeaders/name"},
	} {
		w.Ann("POST", c.path, c.body).Want(400).Has("error/target", c.target)
	}
	id := w.draft(`{"subject":"a","internetMessageHeaders":[{"name":"X-Own","value":"v"}]}`)
	w.Ann("PATCH", "/v1.0/me/messages/"+id, `{"subject":"a\u0000"}`).Want(400).Has("error/target", "subject")
	err := w.Service.Store().Write(t.Context(), func(tx *store.Tx) error { // as an older one did
		mailbox, err := tx.Mailbox(w.IDs["ann"])
		if err != nil {
			return err
		}
		_, err = tx.ChangeMessage(mailbox, id, func(m *model.Message) error {
			m.Subject = "one\r\nBcc: two"
			m.ToRecipients = []model.Recipient{{EmailAddress: model.EmailAddress{Name: "A\nB", Address: "a b@example.com"}}}
			return nil
		})
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	mime := string(w.Ann("GET", "/v1.0/me/messages/"+id+"/$value", "").Want(200).Body)
	if !strings.Contains(mime, "\r\nSubject: one Bcc: two\r\n") || !strings.Contains(mime, "\r\nX-Own: v\r\n") {
		t.Errorf("$value is %q", mime)
	}
}

func TestAttachmentsAreFilesAndItems(t *testing.T) {
	w := newWorld(t)
	base := "/v1.0/me/messages/" + w.draft(`{"subject":"x"}`) + "/attachments"
	w.Ann("POST", base, `{"@odata.type":"#microsoft.graph.fileAttachment","name":"a.txt","contentBytes":"aGVsbG8="}`).Want(201).Has("size", 5, "contentBytes", "aGVsbG8=")
	item := w.Ann("POST", base, `{"@odata.type":"#microsoft.graph.itemAttachment","name":"old mail","item":{"@odata.type":"microsoft.graph.message",
		"subject":"The old one","body":{"contentType":"Text","content":"old words"},"toRecipients":[{"emailAddress":{"address":"bo@contoso.example"}}]}}`).Want(201).
		Has("@odata.type", "#microsoft.graph.itemAttachment", "contentType", "message/rfc822", "contentBytes", nil)
	w.Ann("GET", base+"/"+item.Str("id"), "").Want(200).Has("item/subject", "The old one", "item/toRecipients/0/emailAddress/address", "bo@contoso.example", "contentBytes", nil)
	const asItem = "$expand=microsoft.graph.itemattachment/item"
	w.Ann("GET", base+"/"+item.Str("id")+"?"+asItem, "").Want(200).Has("item/subject", "The old one", "contentBytes", nil)
	w.Ann("GET", base+"?"+asItem, "", `Prefer: outlook.body-content-type="html"`).Want(200).Has("value/0/item", nil, "value/1/item/subject", "The old one",
		"value/1/item/body/contentType", "html")
	w.Ann("GET", "/v1.0/me/messages?$expand=attachments("+asItem+")", "").Want(200).Has("value/0/attachments/0/contentBytes", "aGVsbG8=",
		"value/0/attachments/1/item/subject", "The old one", "value/0/attachments/1/contentBytes", nil)
	w.Ann("GET", base+"?"+asItem+"($select=subject)", "").Want(400).Says("$select")
	if mime := string(w.Ann("GET", base+"/"+item.Str("id")+"/$value", "").Want(200).Body); !strings.Contains(mime, "Subject: The old one") {
		t.Errorf("$value of the item = %q", mime)
	}
	for body, target := range map[string]string{`{"name":"a"}`: "contentBytes", `{"contentBytes":"aGVsbG8="}`: "name", `{"name":"a","contentBytes":"!"}`: "contentBytes",
		`{"@odata.type":"#microsoft.graph.itemAttachment","name":"a"}`: "item", `{"@odata.type":"#microsoft.graph.referenceAttachment","name":"a"}`: "@odata.type"} {
		w.Ann("POST", base, body).Want(400).Has("error/target", target)
	}
	w.Ann("GET", base, "").Want(200).Has("value/0/name", "a.txt", "value/1/name", "old mail", "value/2", nil)
	w.Ann("GET", base+"/none", "").Want(404)
}
