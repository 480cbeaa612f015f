package mail_test

import "testing"

func TestWellKnownFoldersAreThereInTheirOrder(t *testing.T) {
	w := newWorld(t)
	r := w.Ann("GET", "/v1.0/me/mailFolders", "").Want(200)
	r.Has("value/0/wellKnownName", "inbox", "value/1/wellKnownName", "drafts", "value/6/displayName", "Outbox", "value/7", nil)
	w.Ann("GET", "/v1.0/me/mailfolders/SentItems", "").Want(200).Has("displayName", "Sent Items", "totalItemCount", 0)
	w.Ann("GET", "/v1.0/me/mailFolders/nowhere", "").Want(404).Has("error/code", "ErrorItemNotFound")
	w.Ann("GET", "/v1.0/me/mailFolders/$count", "").Want(200)
}

func TestFoldersAreMadeRenamedMovedAndDeleted(t *testing.T) {
	w := newWorld(t)
	projects := w.Ann("POST", "/v1.0/me/mailFolders", `{"displayName":"Projects"}`).Want(201).Str("id")
	atlas := w.Ann("POST", "/v1.0/me/mailFolders/"+projects+"/childFolders", `{"DisplayName":"Atlas"}`).Want(201).Str("id")
	w.Ann("POST", "/v1.0/me/mailFolders", `{"displayName":"projects"}`).Want(409).Has("error/code", "nameAlreadyExists")
	w.Ann("POST", "/v1.0/me/mailFolders", `{"displayName":"  "}`).Want(400).Has("error/target", "displayName")
	w.Ann("GET", "/v1.0/me/mailFolders/"+projects, "").Want(200).Has("childFolderCount", 1)
	w.Ann("GET", "/v1.0/me/mailFolders/"+projects+"/childFolders/"+atlas+"/childFolders", "").Want(200).Has("value", []any{})
	w.Ann("PATCH", "/v1.0/me/mailFolders/"+atlas, `{"displayName":"Borealis"}`).Want(200).Has("displayName", "Borealis", "id", atlas)
	w.Ann("PATCH", "/v1.0/me/mailFolders/inbox", `{"displayName":"In"}`).Want(400)
	w.Ann("PATCH", "/v1.0/me/mailFolders/"+atlas, `{"colour":"red"}`).Want(400).Has("error/target", "colour")
	w.Ann("POST", "/v1.0/me/mailFolders/"+projects+"/move", `{"destinationId":"`+atlas+`"}`).Want(400)

	w.Ann("POST", "/v1.0/me/mailFolders/"+atlas+"/messages", `{"subject":"in it"}`).Want(201)
	w.Ann("DELETE", "/v1.0/me/mailFolders/"+projects, "").Want(204)
	w.Ann("GET", "/v1.0/me/mailFolders/deleteditems/childFolders", "").Want(200).Has("value/0/id", projects)
	w.Ann("GET", "/v1.0/me/mailFolders/"+atlas+"/messages", "").Want(200).Has("value/0/subject", "in it")
	w.Ann("DELETE", "/v1.0/me/mailFolders/"+projects, "").Want(204)
	w.Ann("GET", "/v1.0/me/mailFolders/"+atlas, "").Want(404)
	w.Ann("GET", "/v1.0/me/messages", "").Want(200).Has("value", []any{})
	w.Ann("GET", "/v1.0/me/mailFolders/deleteditems", "").Want(200).Has("childFolderCount", 0)
	w.Ann("DELETE", "/v1.0/me/mailFolders/inbox", "").Want(400)
}
