package mail_test

import (
	"encoding/base64"
	"fmt"
	"net/url"
	"strings"
	"testing"
)

// draft makes a draft of Ann's and returns its id.
func (w *world) draft(body string) string {
	w.t.Helper()
	return w.ann("POST", "/v1.0/me/messages", body).want(201).str("id")
}

// send has somebody write to Ann and returns the id it has in her inbox.
func (w *world) mailToAnn(from, subject string) string {
	w.t.Helper()
	w.do(from, "POST", "/v1.0/me/sendMail", `{"message":{"subject":"`+subject+`","body":{"contentType":"Text","content":"Hello Ann,\nhow are you?"},
		"toRecipients":[{"emailAddress":{"name":"Ann","address":"ann@contoso.example"}}],"ccRecipients":[{"emailAddress":{"address":"cy@contoso.example"}}]}}`).want(202)
	return w.ann("GET", "/v1.0/me/mailFolders/inbox/messages?$top=1", "").want(200).str("value/0/id")
}

func TestADraftIsKeptAsItWasGiven(t *testing.T) {
	w := newWorld(t)
	content := base64.StdEncoding.EncodeToString([]byte("notes of the meeting"))
	r := w.ann("POST", "/v1.0/me/messages", `{"subject":"Plan","importance":"High","Body":{"ContentType":"HTML","Content":"<p>See <b>this</b></p>"},
		"toRecipients":[{"emailAddress":{"name":"Bo","address":"bo@contoso.example"}}],"isReadReceiptRequested":"true","categories":["Money"],
		"attachments":[{"@odata.type":"#microsoft.graph.fileAttachment","name":"notes.txt","contentType":"text/plain","contentBytes":"`+content+`"}],
		"extensions":[{"@odata.type":"Vendor.Graph.OpenTypeExtension","extensionName":"Com.Contoso.Referral","dealValue":10000,"tags":["a","b"]}]}`).want(201)
	r.has("subject", "Plan", "importance", "high", "body/contentType", "html", "bodyPreview", "See this", "isDraft", true, "hasAttachments", true,
		"isReadReceiptRequested", true, "categories", []string{"Money"}, "toRecipients/0/emailAddress/address", "bo@contoso.example",
		"from/emailAddress/address", "ann@contoso.example", "flag/flagStatus", "notFlagged",
		"extensions/0/extensionName", "Com.Contoso.Referral", "extensions/0/dealValue", 10000, "extensions/0/@odata.type", "#Vendor.Graph.OpenTypeExtension")
	id := r.str("id")
	if got, want := r.str("@odata.etag"), `W/"`+r.str("changeKey")+`"`; got != want {
		t.Errorf("@odata.etag = %q, want %q", got, want)
	}
	if got := r.str("@odata.context"); !strings.HasPrefix(got, "http://daybook.test/v1.0/$metadata#users(") {
		t.Errorf("@odata.context = %q", got)
	}
	w.ann("GET", "/v1.0/me/mailFolders/drafts", "").want(200).has("totalItemCount", 1, "unreadItemCount", 0)
	a := w.ann("GET", "/v1.0/me/messages/"+id+"/attachments", "").want(200).has("value/0/name", "notes.txt", "value/0/size", 20, "value/0/contentBytes", nil)
	aid := a.str("value/0/id")
	w.ann("GET", "/v1.0/me/messages/"+id+"/attachments/"+aid, "").want(200).has("contentBytes", content)
	if got := string(w.ann("GET", "/v1.0/me/messages/"+id+"/attachments/"+aid+"/$value", "").want(200).body); got != "notes of the meeting" {
		t.Errorf("$value = %q", got)
	}
	w.ann("GET", "/v1.0/me/messages/"+id+"?$expand=attachments,extensions($filter=id eq 'com.contoso.referral')&$select=subject", "").want(200).
		has("subject", "Plan", "attachments/0/name", "notes.txt", "extensions/0/dealValue", 10000, "body", nil)
	w.ann("DELETE", "/v1.0/me/mailFolders/drafts/messages/"+id+"/attachments/"+aid, "").want(204)
	w.ann("GET", "/v1.0/me/messages/"+id, "").want(200).has("hasAttachments", false)
	w.ann("DELETE", "/v1.0/me/messages/"+id+"/attachments/"+aid, "").want(404)
}

func TestPatchChangesWhatMayBeChanged(t *testing.T) {
	w := newWorld(t)
	id := w.mailToAnn("bo", "Budget")
	w.ann("GET", "/v1.0/me/mailFolders/inbox", "").has("unreadItemCount", 1)
	r := w.ann("PATCH", "/v1.0/me/messages/"+id, `{"IsRead":"true","importance":"HIGH","categories":["A","B"],"flag":{"flagStatus":"Flagged"},
		"isDeliveryReceiptRequested":true,"inferenceClassification":"Other","@odata.type":"#microsoft.graph.message","bodyPreview":"read-only"}`).want(200)
	r.has("isRead", true, "importance", "high", "categories", []string{"A", "B"}, "flag/flagStatus", "flagged", "inferenceClassification", "other",
		"isDeliveryReceiptRequested", true, "bodyPreview", "Hello Ann, how are you?")
	w.ann("GET", "/v1.0/me/mailFolders/inbox", "").has("unreadItemCount", 0, "totalItemCount", 1)
	w.ann("PATCH", "/v1.0/me/messages/"+id, `{"subject":"Another"}`).want(400).has("error/target", "subject")
	w.ann("PATCH", "/v1.0/me/messages/"+id, `{"importance":"urgent"}`).want(400).has("error/target", "importance")
	w.ann("PATCH", "/v1.0/me/messages/"+id, `{"isread":3}`).want(400)
	w.ann("PATCH", "/v1.0/me/messages/"+id, `{"flavour":"x"}`).want(400).has("error/target", "flavour")
	w.ann("PATCH", "/v1.0/me/messages/"+id, `{"isRead":false}`, `If-Match: W/"old"`).want(412).has("error/code", "ErrorChangeKeyMismatch")
	w.ann("PATCH", "/v1.0/me/messages/"+id, `{"isRead":false}`, "If-Match: "+r.str("@odata.etag")).want(200).has("isRead", false, "categories", []string{"A", "B"})
	w.ann("PATCH", "/v1.0/me/mailFolders/drafts/messages/"+id, `{"isRead":true}`).want(404)
	w.ann("PATCH", "/v1.0/me/mailFolders/inbox/messages/"+id, `{"categories":[]}`).want(200).has("categories", []string{})

	d := w.draft(`{"subject":"One"}`)
	w.ann("PATCH", "/v1.0/me/messages/"+d, `{"subject":"Two","body":{"contentType":"text","content":"words"},"toRecipients":[]}`).want(200).
		has("subject", "Two", "bodyPreview", "words")
}

func TestDeletingGoesThroughDeletedItems(t *testing.T) {
	w := newWorld(t)
	id := w.mailToAnn("bo", "Old news")
	w.ann("DELETE", "/v1.0/me/messages/"+id, "").want(204)
	w.ann("GET", "/v1.0/me/mailFolders/deleteditems", "").has("totalItemCount", 1, "unreadItemCount", 1)
	w.ann("GET", "/v1.0/me/mailFolders/inbox", "").has("totalItemCount", 0, "unreadItemCount", 0)
	w.ann("GET", "/v1.0/me/messages/"+id, "").want(200)
	w.ann("DELETE", "/v1.0/me/messages/"+id, "").want(204)
	w.ann("GET", "/v1.0/me/messages/"+id, "").want(404)
	w.ann("DELETE", "/v1.0/me/messages/"+id, "").want(404)
}

func TestMoveKeepsTheIdAndCopyMakesANewOne(t *testing.T) {
	w := newWorld(t)
	id := w.mailToAnn("bo", "File me")
	w.ann("POST", "/v1.0/me/messages/"+id+"/extensions", `{"@odata.type":"#microsoft.graph.openTypeExtension","extensionName":"x","n":1}`).want(201)
	w.ann("POST", "/v1.0/me/messages/"+id+"/move", `{"DestinationId":"archive"}`).want(201).has("id", id)
	w.ann("GET", "/v1.0/me/mailFolders/archive", "").has("totalItemCount", 1, "unreadItemCount", 1)
	copied := w.ann("POST", "/v1.0/me/messages/"+id+"/copy", `{"destinationId":"inbox"}`).want(201)
	if copied.str("id") == id {
		t.Error("the copy has the id of the original")
	}
	copied.has("subject", "File me")
	w.ann("GET", "/v1.0/me/messages/"+copied.str("id")+"/extensions/x", "").want(200).has("n", 1)
	w.ann("POST", "/v1.0/me/messages/"+id+"/move", `{"destinationId":"nowhere"}`).want(404)
	w.ann("POST", "/v1.0/me/messages/"+id+"/move", `{}`).want(400).has("error/target", "destinationId")
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
		r := w.ann("GET", u.RequestURI(), "").want(200).has("@odata.count", 25)
		got = append(got, r.subjects())
		next = r.str("@odata.nextLink")
		if pages == 0 {
			w.draft(`{"subject":"came while paging"}`) // newest first: it comes before what is left
			w.ann("GET", "/v1.0/me/messages?$top=1", "").has("value/0/subject", "came while paging")
			id := w.ann("GET", "/v1.0/me/messages?$top=1", "").str("value/0/id")
			w.ann("DELETE", "/v1.0/me/messages/"+id, "").want(204)
			w.ann("DELETE", "/v1.0/me/messages/"+id, "").want(204)
		}
	}
	want := "m24, m23, m22, m21, m20, m19, m18, m17, m16, m15, m14, m13, m12, m11, m10, m09, m08, m07, m06, m05, m04, m03, m02, m01, m00"
	if all := strings.Join(got, ", "); all != want {
		t.Errorf("pages gave %s, want %s", all, want)
	}
	w.ann("GET", "/v1.0/me/messages", "").want(200).has("value/9/subject", "m15", "value/0/body/contentType", "text")
	if got := w.ann("GET", "/v1.0/me/messages?$skip=23&$top=5", "").want(200).subjects(); got != "m01, m00" {
		t.Errorf("$skip=23 gave %s", got)
	}
	if got := w.ann("GET", "/v1.0/me/messages?$orderby=receivedDateTime asc&$top=2", "").want(200).subjects(); got != "m00, m01" {
		t.Errorf("oldest first gave %s", got)
	}
	if got := w.ann("GET", "/v1.0/me/messages?$orderby=subject desc&$top=2", "").want(200).subjects(); got != "m24, m23" {
		t.Errorf("by subject gave %s", got)
	}
	w.ann("GET", "/v1.0/me/messages?$top=0", "").want(400)
	w.ann("GET", "/v1.0/me/messages?$top=1001", "").want(400)
	w.ann("GET", "/v1.0/me/messages?$select=colour", "").want(400)
	w.ann("GET", "/v1.0/me/messages?$filter=frob(subject) eq 'x'", "").want(400)
	if got := w.ann("GET", "/v1.0/me/messages", "", "Prefer: odata.maxpagesize=3").want(200).header.Get("Preference-Applied"); got != "odata.maxpagesize=3" {
		t.Errorf("Preference-Applied = %q", got)
	}
}

func TestFiltersSelect(t *testing.T) {
	w := newWorld(t)
	w.mailToAnn("bo", "Budget")
	cy := w.mailToAnn("cy", "Offsite")
	w.ann("PATCH", "/v1.0/me/messages/"+cy, `{"isRead":true,"categories":["Atlas"],"flag":{"flagStatus":"flagged"},
		"singleValueExtendedProperties":[{"id":"String {66f5a359-4659-4830-9070-00047ec6ac6e} Name snoozed","value":"2026-11-20T08:00:00Z"}]}`).want(200)
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
		if got := w.ann("GET", "/v1.0/me/mailFolders/inbox/messages?$filter="+url.QueryEscape(filter), "").want(200).subjects(); got != want {
			t.Errorf("$filter=%s gave %q, want %q", filter, got, want)
		}
	}
	w.ann("GET", "/v1.0/me/messages?$filter="+url.QueryEscape("body/content eq 'x'"), "").want(400)
	if got := string(w.ann("GET", "/v1.0/me/messages/$count?$filter="+url.QueryEscape("isRead eq false"), "").want(200).body); got != "1" {
		t.Errorf("$count = %s, want 1", got)
	}
	w.ann("GET", "/v1.0/me/messages/"+cy+"?$expand="+url.QueryEscape("singleValueExtendedProperties($filter=id eq 'String {66f5a359-4659-4830-9070-00047ec6ac6e} Name snoozed')"), "").
		want(200).has("singleValueExtendedProperties/0/value", "2026-11-20T08:00:00Z")
}

func TestExtensionsOfAMessage(t *testing.T) {
	w := newWorld(t)
	id := w.draft(`{"subject":"x"}`)
	base := "/v1.0/me/messages/" + id + "/extensions"
	w.ann("POST", base, `{"@odata.type":"Vendor.Graph.OpenTypeExtension","extensionName":"Com.Contoso.A","theme":"dark","n":1.0}`).want(201).
		has("id", "Vendor.Graph.OpenTypeExtension.Com.Contoso.A", "theme", "dark", "@odata.type", "#Vendor.Graph.OpenTypeExtension")
	w.ann("POST", base, `{"@odata.type":"Vendor.Graph.OpenTypeExtension","extensionName":"com.contoso.a"}`).want(409)
	w.ann("POST", base, `{"extensionName":"B"}`).want(400)
	w.ann("POST", base, `{"@odata.type":"Vendor.Graph.OpenTypeExtension"}`).want(400)
	w.ann("POST", base, `{"@odata.type":"Vendor.Graph.OpenTypeExtension","extensionName":"B","o":{"a":1}}`).want(400)
	w.ann("PATCH", base+"/Com.Contoso.A", `{"theme":"light","more":[1,2]}`).want(200).has("theme", "light", "more", []int{1, 2}, "n", 1.0)
	w.ann("GET", base+"/Vendor.Graph.OpenTypeExtension.Com.Contoso.A", "").want(200).has("theme", "light")
	w.ann("GET", base, "").want(200).has("value/0/extensionName", "Com.Contoso.A")
	w.ann("DELETE", base+"/Com.Contoso.A", "").want(204)
	w.ann("GET", base+"/Com.Contoso.A", "").want(404)
	w.ann("POST", "/v1.0/me/messages/none/extensions", `{"@odata.type":"Vendor.Graph.OpenTypeExtension","extensionName":"B"}`).want(404)
}

func TestOverridesAndCategories(t *testing.T) {
	w := newWorld(t)
	base := "/v1.0/me/inferenceClassification/overrides"
	o := w.ann("POST", base, `{"classifyAs":"Other","senderEmailAddress":{"name":"Bo","address":"bo@contoso.example"}}`).want(201).has("classifyAs", "other")
	w.ann("POST", base, `{"classifyAs":"other","senderEmailAddress":{"name":"Bo Berg","address":"BO@contoso.example"}}`).want(201).
		has("id", o.str("id"), "senderEmailAddress/name", "Bo Berg")
	w.mailToAnn("bo", "to other")
	w.ann("GET", "/v1.0/me/messages?$top=1", "").has("value/0/inferenceClassification", "other")
	w.ann("PATCH", base+"/"+o.str("id"), `{"classifyAs":"focused"}`).want(200).has("classifyAs", "focused")
	w.ann("PATCH", base+"/"+o.str("id"), `{"senderEmailAddress":{"name":"x"}}`).want(400)
	w.ann("PATCH", base+"/"+o.str("id"), `{"classifyAs":"red"}`).want(400).has("error/target", "classifyAs")
	w.ann("PATCH", base+"/none", `{"classifyAs":"focused"}`).want(404)
	w.ann("GET", base, "").want(200).has("value/0/classifyAs", "focused", "value/1", nil)
	w.ann("DELETE", base+"/"+o.str("id"), "").want(204)
	w.ann("DELETE", base+"/"+o.str("id"), "").want(404)

	w.ann("POST", "/v1.0/me/outlook/masterCategories", `{"displayName":"Atlas","color":"Preset7"}`).want(201).has("color", "preset7")
	w.ann("POST", "/v1.0/me/outlook/masterCategories", `{"displayName":"atlas"}`).want(409)
	w.ann("POST", "/v1.0/me/outlook/masterCategories", `{"displayName":"B","color":"preset25"}`).want(400).has("error/target", "color")
	w.ann("GET", "/v1.0/me/outlook/masterCategories", "").want(200).has("value/0/displayName", "Atlas")
}

func TestMIMEIsWrittenAndRead(t *testing.T) {
	w := newWorld(t)
	raw := "From: Dee <dee@fabrikam.example>\r\nTo: ann@contoso.example\r\nSubject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=\r\nMessage-ID: <a@fabrikam.example>\r\n\r\nHallo\r\n"
	r := w.ann("POST", "/v1.0/me/messages", base64.StdEncoding.EncodeToString([]byte(raw)), "Content-Type: text/plain").want(201).
		has("subject", "Grüße", "internetMessageId", "<a@fabrikam.example>", "isDraft", true)
	mime := w.ann("GET", "/v1.0/me/messages/"+r.str("id")+"/$value", "").want(200)
	if got := mime.header.Get("Content-Type"); got != "message/rfc822" {
		t.Errorf("Content-Type = %q", got)
	}
	if !strings.Contains(string(mime.body), "Message-ID: <a@fabrikam.example>") || !strings.Contains(string(mime.body), "Hallo") {
		t.Errorf("$value = %q", mime.body)
	}
	w.ann("POST", "/v1.0/me/messages", "!!!", "Content-Type: text/plain").want(400)
}

func TestAttachmentsAreFilesAndItems(t *testing.T) {
	w := newWorld(t)
	base := "/v1.0/me/messages/" + w.draft(`{"subject":"x"}`) + "/attachments"
	w.ann("POST", base, `{"@odata.type":"#microsoft.graph.fileAttachment","name":"a.txt","contentBytes":"aGVsbG8="}`).want(201).has("size", 5, "contentBytes", nil)
	item := w.ann("POST", base, `{"@odata.type":"#microsoft.graph.itemAttachment","name":"old mail","item":{"@odata.type":"microsoft.graph.message",
		"subject":"The old one","body":{"contentType":"Text","content":"old words"},"toRecipients":[{"emailAddress":{"address":"bo@contoso.example"}}]}}`).want(201).
		has("@odata.type", "#microsoft.graph.itemAttachment", "contentType", "message/rfc822")
	w.ann("GET", base+"/"+item.str("id"), "").want(200).has("item/subject", "The old one", "item/toRecipients/0/emailAddress/address", "bo@contoso.example", "contentBytes", nil)
	if mime := string(w.ann("GET", base+"/"+item.str("id")+"/$value", "").want(200).body); !strings.Contains(mime, "Subject: The old one") {
		t.Errorf("$value of the item = %q", mime)
	}
	for body, target := range map[string]string{`{"name":"a"}`: "contentBytes", `{"contentBytes":"aGVsbG8="}`: "name", `{"name":"a","contentBytes":"!"}`: "contentBytes",
		`{"@odata.type":"#microsoft.graph.itemAttachment","name":"a"}`: "item", `{"@odata.type":"#microsoft.graph.referenceAttachment","name":"a"}`: "@odata.type"} {
		w.ann("POST", base, body).want(400).has("error/target", target)
	}
	w.ann("GET", base, "").want(200).has("value/0/name", "a.txt", "value/1/name", "old mail", "value/2", nil)
	w.ann("GET", base+"/none", "").want(404)
}
