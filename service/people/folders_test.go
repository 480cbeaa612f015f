package people_test

import (
	"testing"

	"daybook/service/servicetest"
)

func TestContactFoldersNestToAnyDepth(t *testing.T) {
	w := servicetest.New(t, everything)
	top := w.Ann("POST", "/v1.0/me/contactFolders", `{"displayName":" Customers "}`).Want(201).
		Has("displayName", "Customers", "parentFolderId", "contacts").Str("id")
	path, at := "/v1.0/me/contactFolders/"+top, top
	for _, name := range []string{"North", "Islands", "Outer"} {
		r := w.Ann("POST", path+"/childFolders", `{"displayName":"`+name+`"}`).Want(201).Has("displayName", name, "parentFolderId", at)
		at = r.Str("id")
		path += "/CHILDFOLDERS/" + at
	}
	w.Ann("POST", path+"/contacts", `{"displayName":"Skipper"}`).Want(201).Has("parentFolderId", at)
	wantNames(t, w.Ann("GET", path+"/contacts", ""), "Skipper")
	wantNames(t, w.Ann("GET", "/v1.0/me/contactFolders", ""), "Customers")
	wantNames(t, w.Ann("GET", "/v1.0/me/contactFolders/contacts/childFolders", ""), "Customers")
	w.Ann("GET", "/v1.0/me/contactFolders/Contacts", "").Want(200).Has("id", "contacts", "displayName", "Contacts")
	w.Ann("GET", path, "").Want(200).Has("displayName", "Outer", "@odata.etag", w.Ann("GET", "/v1.0/me/contactFolders/"+at, "").Str("@odata.etag"))
	w.Ann("GET", "/v1.0/me/contactFolders?$filter=startswith(displayName,'x')", "").Want(200).Has("value", []any{})
}

func TestAContactFolderIsRenamedAndMovedButNotUnderItself(t *testing.T) {
	w := servicetest.New(t, everything)
	base := "/v1.0/me/contactFolders/"
	a := w.Ann("POST", base, `{"displayName":"A"}`).Want(201).Str("id")
	b := w.Ann("POST", base+a+"/childFolders", `{"displayName":"B"}`).Want(201).Str("id")
	c := w.Ann("POST", base+b+"/childFolders", `{"displayName":"C"}`).Want(201).Str("id")
	for _, under := range []string{a, b, c} {
		w.Ann("PATCH", base+a, `{"parentFolderId":"`+under+`"}`).Want(409).Says("under itself")
	}
	w.Ann("PATCH", base+c, `{"ParentFolderId":"`+a+`","displayName":"Sea"}`).Want(200).Has("parentFolderId", a, "displayName", "Sea")
	w.Ann("PATCH", base+c, `{"parentFolderId":"contacts"}`).Want(200).Has("parentFolderId", "contacts")
	w.Ann("PATCH", base+c, `{"displayName":"a"}`).Want(409).Has("error/code", "nameAlreadyExists")
	w.Ann("POST", base, `{"displayName":"SEA"}`).Want(409)
	w.Ann("POST", base, `{}`).Want(400).Has("error/target", "displayName")
	w.Ann("PATCH", base+c, `{"displayName":"  "}`).Want(400)
	w.Ann("PATCH", base+c, `{"displayName":null}`).Want(400)
	w.Ann("PATCH", base+c, `{"colour":"red"}`).Want(400).Has("error/target", "colour")
	w.Ann("PATCH", base+c, `{"parentFolderId":"nowhere"}`).Want(404)
	w.Ann("PATCH", base+c, `{"displayName":"D"}`, `If-Match: W/"old"`).Want(412)
	w.Ann("PATCH", base+"contacts", `{"displayName":"D"}`).Want(400)
	w.Ann("DELETE", base+"contacts", "").Want(400)
}

func TestDeletingAContactFolderTakesWhatIsInIt(t *testing.T) {
	w := servicetest.New(t, everything)
	base := "/v1.0/me/contactFolders/"
	a := w.Ann("POST", base, `{"displayName":"A"}`).Want(201).Str("id")
	b := w.Ann("POST", base+a+"/childFolders", `{"displayName":"B"}`).Want(201).Str("id")
	in := w.Ann("POST", base+b+"/contacts", `{"displayName":"Inside"}`).Want(201).Str("id")
	out := w.Ann("POST", "/v1.0/me/contacts", `{"displayName":"Outside"}`).Want(201).Str("id")
	w.Ann("DELETE", base+a, "").Want(204)
	w.Ann("GET", base+b, "").Want(404)
	w.Ann("GET", "/v1.0/me/contacts/"+in, "").Want(404)
	w.Ann("GET", "/v1.0/me/contacts/"+out, "").Want(200)
	w.Ann("GET", "/v1.0/me/contacts?$search=\"inside\"", "").Want(200).Has("value", []any{})
	w.Ann("DELETE", base+a, "").Want(404)
}

func TestAMovedContactKeepsItsIdAndIsInOneFolder(t *testing.T) {
	w := servicetest.New(t, everything)
	a := w.Ann("POST", "/v1.0/me/contactFolders", `{"displayName":"A"}`).Want(201).Str("id")
	id := w.Ann("POST", "/v1.0/me/contacts", `{"displayName":"Fay"}`).Want(201).Str("id")
	w.Ann("PATCH", "/v1.0/me/contacts/"+id, `{"parentFolderId":"`+a+`"}`).Want(200).Has("id", id, "parentFolderId", a)
	wantNames(t, w.Ann("GET", "/v1.0/me/contactFolders/"+a+"/contacts", ""), "Fay")
	wantNames(t, w.Ann("GET", "/v1.0/me/contactFolders/contacts/contacts", ""), "")
	w.Ann("GET", "/v1.0/me/contactFolders/contacts/contacts/"+id, "").Want(404)
	w.Ann("DELETE", "/v1.0/me/contactFolders/"+a+"/contacts/"+id, "").Want(204)
}
