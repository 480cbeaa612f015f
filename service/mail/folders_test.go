package mail_test

import "testing"

func TestWellKnownFoldersAreThereInTheirOrder(t *testing.T) {
	w := newWorld(t)
	r := w.ann("GET", "/v1.0/me/mailFolders", "").want(200)
	r.has("value/0/wellKnownName", "inbox", "value/1/wellKnownName", "drafts", "value/6/displayName", "Outbox", "value/7", nil)
	w.ann("GET", "/v1.0/me/mailfolders/SentItems", "").want(200).has("displayName", "Sent Items", "totalItemCount", 0)
	w.ann("GET", "/v1.0/me/mailFolders/nowhere", "").want(404).has("error/code", "ErrorItemNotFound")
	w.ann("GET", "/v1.0/me/mailFolders/$count", "").want(200)
}

func TestFoldersAreMadeRenamedMovedAndDeleted(t *testing.T) {
	w := newWorld(t)
	projects := w.ann("POST", "/v1.0/me/mailFolders", `{"displayName":"Projects"}`).want(201).str("id")
	atlas := w.ann("POST", "/v1.0/me/mailFolders/"+projects+"/childFolders", `{"DisplayName":"Atlas"}`).want(201).str("id")
	w.ann("POST", "/v1.0/me/mailFolders", `{"displayName":"projects"}`).want(409).has("error/code", "nameAlreadyExists")
	w.ann("POST", "/v1.0/me/mailFolders", `{"displayName":"  "}`).want(400).has("error/target", "displayName")
	w.ann("GET", "/v1.0/me/mailFolders/"+projects, "").want(200).has("childFolderCount", 1)
	w.ann("GET", "/v1.0/me/mailFolders/"+projects+"/childFolders/"+atlas+"/childFolders", "").want(200).has("value", []any{})
	w.ann("PATCH", "/v1.0/me/mailFolders/"+atlas, `{"displayName":"Borealis"}`).want(200).has("displayName", "Borealis", "id", atlas)
	w.ann("PATCH", "/v1.0/me/mailFolders/inbox", `{"displayName":"In"}`).want(400)
	w.ann("PATCH", "/v1.0/me/mailFolders/"+atlas, `{"colour":"red"}`).want(400).has("error/target", "colour")
	w.ann("POST", "/v1.0/me/mailFolders/"+projects+"/move", `{"destinationId":"`+atlas+`"}`).want(400)

	w.ann("POST", "/v1.0/me/mailFolders/"+atlas+"/messages", `{"subject":"in it"}`).want(201)
	w.ann("DELETE", "/v1.0/me/mailFolders/"+projects, "").want(204)
	w.ann("GET", "/v1.0/me/mailFolders/deleteditems/childFolders", "").want(200).has("value/0/id", projects)
	w.ann("GET", "/v1.0/me/mailFolders/"+atlas+"/messages", "").want(200).has("value/0/subject", "in it")
	w.ann("DELETE", "/v1.0/me/mailFolders/"+projects, "").want(204)
	w.ann("GET", "/v1.0/me/mailFolders/"+atlas, "").want(404)
	w.ann("GET", "/v1.0/me/messages", "").want(200).has("value", []any{})
	w.ann("GET", "/v1.0/me/mailFolders/deleteditems", "").want(200).has("childFolderCount", 0)
	w.ann("DELETE", "/v1.0/me/mailFolders/inbox", "").want(400)
}
