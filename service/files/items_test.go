package files_test

import (
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"daybook/service/groups"
	"daybook/service/servicetest"
	"daybook/service/store"
)

const everything = "Files.ReadWrite Files.ReadWrite.Shared Group.ReadWrite.All"

// folder makes a folder and returns its id.
func folder(w *servicetest.World, parent, name string) string {
	w.T.Helper()
	return w.Ann("POST", "/v1.0/me/drive/items/"+parent+"/children", `{"name":"`+name+`","folder":{}}`).Want(201).Str("id")
}

// put uploads a file into ann's drive and returns its id.
func put(w *servicetest.World, parent, name, content string) string {
	w.T.Helper()
	return w.Ann("PUT", "/v1.0/me/drive/items/"+parent+":/"+name+":/content", content, "Content-Type: text/plain").Want(201).Str("id")
}

// children lists the names in a folder of ann's drive.
func children(w *servicetest.World, parent string) string {
	w.T.Helper()
	var page struct{ Value []struct{ Name string } }
	r := w.Ann("GET", "/v1.0/me/drive/items/"+parent+"/children", "").Want(200)
	if err := json.Unmarshal(r.Body, &page); err != nil {
		w.T.Fatal(err)
	}
	var names []string
	for _, v := range page.Value {
		names = append(names, v.Name)
	}
	return strings.Join(names, ", ")
}

// group adds a group with ann as its member.
func group(w *servicetest.World, name, visibility string) string {
	w.T.Helper()
	id := w.AddMailbox(store.Mailbox{Kind: store.KindGroup, PrincipalName: name + "@contoso.example", DisplayName: name})
	err := w.Service.Store().Write(w.T.Context(), func(tx *store.Tx) error {
		g, number, err := groups.Group(tx, id)
		if err != nil {
			return err
		}
		g.Visibility = visibility
		return errors.Join(groups.SetGroup(tx, g), groups.AddMember(tx, number, w.IDs["ann"], false))
	})
	if err != nil {
		w.T.Fatal(err)
	}
	return id
}

func TestAGroupsFilesAreItsMembersToWriteAndTheirsAloneToReadWhenItIsPrivate(t *testing.T) {
	w := servicetest.New(t, everything)
	for visibility, read := range map[string]int{groups.VisibilityPublic: 200, groups.VisibilityPrivate: 403} {
		drive := "/v1.0/groups/" + group(w, visibility, visibility) + "/drive"
		id := w.Ann("POST", drive+"/items/root/children", `{"name":"Plans","folder":{}}`).Want(201).Str("id")
		byID := "/v1.0/drives/" + w.Ann("GET", drive, "").Want(200).Str("id")
		for _, path := range []string{drive, byID} {
			w.Do("bo", "GET", path+"/root/children", "").Want(read)
			w.Do("bo", "GET", path+"/items/"+id, "").Want(read)
			w.Do("bo", "POST", path+"/items/"+id+"/children", `{"name":"x","folder":{}}`).Want(403)
			w.Do("bo", "PUT", path+"/items/"+id+":/a.txt:/content", "x", "Content-Type: text/plain").Want(403)
			w.Do("bo", "DELETE", path+"/items/"+id, "").Want(403)
		}
		w.Ann("DELETE", byID+"/items/"+id, "").Want(204)
	}
}

func TestAFolderIsMadeByEachOfTheFourPaths(t *testing.T) {
	w := servicetest.New(t, everything)
	team := group(w, "Team", groups.VisibilityPrivate)
	drive := w.Ann("GET", "/v1.0/me/drive", "").Want(200).Has("driveType", "business", "owner/user/displayName", "Ann", "quota/used", 0).Str("id")
	parent := folder(w, "root", "Plans")
	for _, c := range []struct{ path, name, under string }{
		{"/v1.0/me/drive/root/children", "A", "/drive/root:"},
		{"/v1.0/ME/Drive/Items/" + parent + "/Children", "B", "/drive/root:/Plans"},
		{"/v1.0/drives/" + drive + "/items/" + parent + "/children", "C", "/drive/root:/Plans"},
		{"/beta/users/ann@contoso.example/drive/items/root/children", "D", "/drive/root:"},
		{"/v1.0/groups/" + team + "/drive/items/root/children", "E", "/drive/root:"},
	} {
		r := w.Ann("POST", c.path, `{"name":"`+c.name+`","folder":{}}`).Want(201).
			Has("name", c.name, "size", 0, "folder/childCount", 0, "file", nil,
				"createdBy/user/displayName", "Ann", "createdBy/user/id", w.IDs["ann"], "lastModifiedBy/user/id", w.IDs["ann"],
				"createdDateTime", "2026-11-19T09:42:00Z", "lastModifiedDateTime", "2026-11-19T09:42:00Z", "parentReference/path", c.under)
		for _, property := range []string{"id", "eTag", "@odata.etag", "@odata.context", "parentReference/id", "parentReference/driveId"} {
			if r.Str(property) == "" {
				t.Errorf("%s: the folder has no %s: %s", c.path, property, r.Body)
			}
		}
	}
	w.Ann("GET", "/v1.0/groups/"+team+"/drive", "").Want(200).Has("driveType", "documentLibrary", "owner/user/displayName", "Team")
	w.Ann("GET", "/v1.0/groups/"+team+"/drive/root/children", "").Want(200).Has("value/0/name", "E", "value/1", nil)
	w.Ann("GET", "/v1.0/me/drive/root", "").Want(200).Has("name", "root", "folder/childCount", 3, "root", map[string]any{})
	if got := children(w, parent); got != "B, C" {
		t.Errorf("the folder has %s, want B, C", got)
	}
}

func TestANameIsInAFolderOnce(t *testing.T) {
	w := servicetest.New(t, everything)
	first := folder(w, "root", "Plans")
	const path = "/v1.0/me/drive/root/children"
	w.Ann("POST", path, `{"name":"PLANS","folder":{}}`).Want(409).Has("error/code", "nameAlreadyExists").Says(`"Plans"`)
	w.Ann("POST", path, `{"name":"Plans","folder":{},"@microsoft.graph.conflictBehavior":"Rename"}`).Want(201).Has("name", "Plans 1")
	w.Ann("POST", path, `{"name":"Plans","folder":{},"@microsoft.graph.conflictBehavior":"rename"}`).Want(201).Has("name", "Plans 2")
	put(w, first, "a.txt", "kept")
	w.Ann("POST", path, `{"name":"Plans","folder":{},"@microsoft.graph.conflictBehavior":"replace"}`).Want(201).Has("id", first, "folder/childCount", 1)
	w.Ann("POST", path, `{"name":"x","folder":{},"@microsoft.graph.conflictBehavior":"guess"}`).Want(400).Says("rename")
	put(w, "root", "note.txt", "1")
	w.Ann("POST", path, `{"name":"note.txt","folder":{},"@microsoft.graph.conflictBehavior":"replace"}`).Want(409)
	w.Ann("POST", path, `{"name":"note.txt","file":{},"@microsoft.graph.conflictBehavior":"rename"}`).Want(201).Has("name", "note 1.txt", "file/mimeType", "text/plain", "size", 0)
	w.Ann("PUT", "/v1.0/me/drive/root:/Plans:/content", "x", "Content-Type: text/plain").Want(409)
}

func TestNamesThatNoFileSystemTakesAreRefused(t *testing.T) {
	w := servicetest.New(t, everything)
	for _, name := range []string{"", " ", ".", "..", "a/b", `a\b`, "a:b", "a*", "a?", `a"b`, "a<b", "a>b", "a|b", " a", "a ", "a.", "a\x00b", "a\nb", strings.Repeat("ä", 256)} {
		body, err := json.Marshal(map[string]any{"name": name, "folder": map[string]any{}})
		if err != nil {
			t.Fatal(err)
		}
		w.Ann("POST", "/v1.0/me/drive/root/children", string(body)).Want(400).Has("error/target", "name")
	}
	folder(w, "root", strings.Repeat("ä", 255))
	w.Ann("PUT", "/v1.0/me/drive/root:/a%2Fb:/content", "x", "Content-Type: text/plain").Want(404)
	w.Ann("POST", "/v1.0/me/drive/root/children", `{"name":"a"}`).Want(400).Has("error/target", "folder")
}

func TestItemsAreRenamedAndMovedButNotUnderThemselves(t *testing.T) {
	w := servicetest.New(t, everything)
	a, b := folder(w, "root", "A"), folder(w, "root", "B")
	inner := folder(w, a, "Inner")
	file := put(w, inner, "f.txt", "12345")
	patch := func(id, body string, headers ...string) *servicetest.Reply {
		return w.Ann("PATCH", "/v1.0/me/drive/items/"+id, body, headers...)
	}
	etag := w.Ann("GET", "/v1.0/me/drive/items/"+a, "").Want(200).Has("size", 5).Str("eTag")
	patch(a, `{"name":"AA"}`, "If-Match: "+etag).Want(200).Has("id", a, "name", "AA", "folder/childCount", 1)
	patch(a, `{"name":"AAA"}`, "If-Match: "+etag).Want(412)
	patch(a, `{"name":"aa"}`).Want(200).Has("name", "aa") // its own name in another case
	patch(a, `{"name":"b"}`).Want(409)
	patch(a, `{"name":"b","@microsoft.graph.conflictBehavior":"rename"}`).Want(200).Has("name", "b 1")
	patch(inner, `{"parentReference":{"id":"`+b+`"}}`).Want(200).Has("parentReference/path", "/drive/root:/B", "parentReference/id", b)
	w.Ann("GET", "/v1.0/me/drive/items/"+a, "").Want(200).Has("size", 0, "folder/childCount", 0)
	w.Ann("GET", "/v1.0/me/drive/items/"+b, "").Want(200).Has("size", 5, "folder/childCount", 1)
	w.Ann("GET", "/v1.0/me/drive/items/"+file, "").Want(200).Has("parentReference/path", "/drive/root:/B/Inner", "folder", nil)

	for _, under := range []string{b, inner} {
		patch(b, `{"parentReference":{"id":"`+under+`"}}`).Want(400).Says("itself")
	}
	patch(a, `{"parentReference":{"id":"`+file+`"}}`).Want(400).Says("is a file")
	patch(a, `{"parentReference":{"id":"nowhere"}}`).Want(404)
	patch(a, `{"parentReference":{"id":"`+b+`","driveId":"drive-other"}}`).Want(400)
	patch(a, `{"parentReference":{}}`).Want(400)
	patch(a, `{"name":"x/y"}`).Want(400)
	patch(a, `{"colour":"red"}`).Want(400).Has("error/target", "colour")
	patch("root", `{"name":"x"}`).Want(400).Says("root")
	patch("nowhere", `{"name":"x"}`).Want(404)
}

func TestDeletingAFolderTakesAllThatIsInIt(t *testing.T) {
	w := servicetest.New(t, everything)
	a := folder(w, "root", "A")
	deep := a
	for range 5 {
		deep = folder(w, deep, "Deeper")
		put(w, deep, "f.txt", "12345")
	}
	last := put(w, deep, "g.txt", "1234567")
	other := put(w, "root", "h.txt", "123")
	w.Ann("GET", "/v1.0/me/drive", "").Want(200).Has("quota/used", 35)
	w.Ann("DELETE", "/v1.0/me/drive/items/"+a, "", `If-Match: W/"old"`).Want(412)
	w.Ann("DELETE", "/v1.0/me/drive/items/"+a, "").Want(204)
	for _, id := range []string{a, deep, last} {
		w.Ann("GET", "/v1.0/me/drive/items/"+id, "").Want(404)
	}
	w.Ann("GET", "/v1.0/me/drive/items/"+last+"/content", "").Want(404)
	w.Ann("GET", "/v1.0/me/drive/items/"+other+"/content", "").Want(200)
	w.Ann("GET", "/v1.0/me/drive", "").Want(200).Has("quota/used", 3)
	w.Ann("DELETE", "/v1.0/me/drive/items/root", "").Want(400)
	w.Ann("DELETE", "/v1.0/me/drive/items/"+a, "").Want(404)
}

func TestChildrenAreListedWithOptions(t *testing.T) {
	w := servicetest.New(t, everything)
	for _, name := range []string{"b", "A", "c"} {
		folder(w, "root", name)
	}
	put(w, "root", "d.txt", "1")
	const path = "/v1.0/me/drive/root/children"
	if got := children(w, "root"); got != "A, b, c, d.txt" {
		t.Errorf("the root has %s", got)
	}
	w.Ann("GET", path+"?$filter=file ne null&$select=name&$count=true", "").Want(200).Has("@odata.count", 1, "value/0/name", "d.txt", "value/0/size", nil)
	r := w.Ann("GET", path+"?$orderby=name desc&$top=3", "").Want(200).Has("value/0/name", "d.txt")
	next := strings.TrimPrefix(r.Str("@odata.nextLink"), "http://daybook.test")
	w.Ann("GET", next, "").Want(200).Has("value/0/name", "A", "@odata.nextLink", nil)
	w.Ann("GET", "/v1.0/me/drive/items/nowhere/children", "").Want(404)
}

func TestADriveIsItsOwnersUnlessItIsShared(t *testing.T) {
	w := servicetest.New(t, everything)
	drive := w.Ann("GET", "/v1.0/me/drive", "").Want(200).Str("id")
	id := put(w, "root", "a.txt", "secret")
	paths := []string{"/v1.0/users/ann@contoso.example/drive", "/v1.0/drives/" + drive}
	for _, path := range paths {
		w.Do("bo", "GET", path+"/items/"+id+"/content", "").Want(403)
		w.Do("bo", "POST", path+"/items/root/children", `{"name":"x","folder":{}}`).Want(403)
	}
	w.Do("bo", "GET", "/v1.0/me/drive/items/"+id, "").Want(404)
	if err := w.Service.Store().Share(t.Context(), w.IDs["ann"], w.IDs["bo"], "Files", false); err != nil {
		t.Fatal(err)
	}
	for _, path := range paths {
		w.Do("bo", "GET", path+"/items/"+id+"/content", "").Want(200)
		w.Do("bo", "POST", path+"/items/root/children", `{"name":"x","folder":{}}`).Want(403)
		w.Do("bo", "DELETE", path+"/items/"+id, "").Want(403)
	}
	w.Tokens["bo"] = w.Token("bo@contoso.example", "Files.ReadWrite") // without .Shared
	for _, path := range paths {
		w.Do("bo", "GET", path+"/items/"+id, "").Want(403)
	}
	for _, path := range []string{"/v1.0/drives/drive-nobody", "/v1.0/drives/x", "/v1.0/groups/" + w.IDs["bo"] + "/drive", "/v1.0/groups/nobody/drive"} {
		w.Ann("GET", path, "").Want(404)
	}
	w.Tokens["mail"] = w.Token("ann@contoso.example", "Mail.ReadWrite")
	w.Do("mail", "GET", "/v1.0/me/drive", "").Want(403)
	w.Do("mail", "GET", "/v1.0/drives/"+drive, "").Want(403)
	w.Tokens["reader"] = w.Token("ann@contoso.example", "Files.Read")
	w.Do("reader", "GET", "/v1.0/drives/"+drive+"/items/"+id, "").Want(200)
	w.Do("reader", "DELETE", "/v1.0/drives/"+drive+"/items/"+id, "").Want(403)
}

// See learn.microsoft.com/onedrive/developer/rest-api/concepts/addressing-driveitems.
func TestItemsAreFoundByTheirPath(t *testing.T) {
	w := servicetest.New(t, everything)
	plans := folder(w, "root", "Plans")
	spring := folder(w, plans, "Spring fair")
	file := put(w, spring, "tea.txt", "four")
	for path, id := range map[string]string{
		"/v1.0/me/drive/root:/Plans":                                         plans,
		"/v1.0/me/drive/root:/Plans:":                                        plans,
		"/v1.0/me/drive/root:/plans/spring%20FAIR":                           spring,
		"/v1.0/me/drive/root:/Plans/Spring%20fair/tea.txt":                   file,
		"/v1.0/me/drive/root:/Plans/Spring%20fair/tea.txt:":                  file,
		"/v1.0/me/drive/items/" + plans + ":/Spring%20fair/tea.txt":          file,
		"/v1.0/users/ann@contoso.example/drive/items/root:/Plans":            plans,
		"/v1.0/me/drive/root:/Plans/Spring%20fair/tea.txt?$select=id,parent": "",
	} {
		if id == "" {
			w.Ann("GET", path, "").Want(400)
			continue
		}
		w.Ann("GET", path, "").Want(200).Has("id", id)
	}
	w.Ann("GET", "/v1.0/me/drive/root:/Plans:/children", "").Want(200).Has("value/0/id", spring)
	w.Ann("GET", "/v1.0/me/drive/root:/Plans/Spring%20fair:/children", "").Want(200).Has("value/0/id", file)
	w.Ann("GET", "/v1.0/me/drive/items/"+plans+":/Spring%20fair:/children", "").Want(200).Has("value/0/id", file)
	if got := w.Ann("GET", "/v1.0/me/drive/root:/Plans/Spring%20fair/tea.txt:/content", "").Want(200).Body; string(got) != "four" {
		t.Errorf("the content by path is %q", got)
	}
	cake := w.Ann("PUT", "/v1.0/me/drive/root:/Plans/Spring%20fair/cake.txt:/content", "two", "Content-Type: text/plain").Want(201).
		Has("name", "cake.txt", "parentReference/id", spring)
	if got, want := cake.Header.Get("Location"), "/v1.0/me/drive/items/"+cake.Str("id"); !strings.HasSuffix(got, want) {
		t.Errorf("Location is %q, want ...%s", got, want)
	}
	made := w.Ann("POST", "/v1.0/me/drive/root:/Plans:/children", `{"name":"Autumn","folder":{}}`).Want(201)
	w.Ann("GET", "/v1.0/me/drive/root:/Plans/Autumn", "").Want(200).Has("id", made.Str("id"))
	for _, path := range []string{"root:/Nothing", "root:/Plans/Nothing/tea.txt", "root:/Plans/Spring%20fair/tea.txt/deeper", "root:/Plans%2FAutumn",
		"items/" + spring + ":/Plans", "root:/Nothing:/children", "root:/Nothing/tea.txt:/content"} {
		w.Ann("GET", "/v1.0/me/drive/"+path, "").Want(404)
	}
}
