package people_test

import (
	"fmt"
	"strings"
	"testing"

	"daybook/service/servicetest"
)

const everything = "Contacts.ReadWrite Contacts.ReadWrite.Shared User.ReadWrite User.ReadWrite.All Directory.Read.All Group.ReadWrite.All"

// names lists value/*/displayName.
func names(r *servicetest.Reply) string {
	var out []string
	for i := range r.Want(200).Len("value") {
		out = append(out, r.Str(fmt.Sprintf("value/%d/displayName", i)))
	}
	return strings.Join(out, ", ")
}

func wantNames(t *testing.T, r *servicetest.Reply, want string) {
	t.Helper()
	if got := names(r); got != want {
		t.Errorf("listed %q, want %q", got, want)
	}
}

const fay = `{"givenName":"Fay","Surname":"Fjeld","EmailAddresses":[{"Name":"Fay","Address":"Fay@Fabrikam.example"},{"address":"fay@home.example"}],
	"companyName":"Fabrikam Ferries","birthday":"1975-04-02T00:00:00Z","businessPhones":["+44 1632 960201"],
	"extensions":[{"@odata.type":"microsoft.graph.openTypeExtension","extensionName":"com.example.customer","since":2019,"lines":[2,4.50,7],"pilot":true}]}`

func TestAContactIsKeptAsItWasGiven(t *testing.T) {
	w := servicetest.New(t, everything)
	r := w.Ann("POST", "/v1.0/me/contacts", fay).Want(201).
		Has("displayName", "Fay Fjeld", "fileAs", "Fjeld, Fay", "parentFolderId", "contacts", "birthday", "1975-04-02T00:00:00Z",
			"emailAddresses/1/address", "fay@home.example", "extensions/0/extensionName", "com.example.customer",
			"extensions/0/@odata.type", "#microsoft.graph.openTypeExtension", "extensions/0/id", "microsoft.graph.openTypeExtension.com.example.customer",
			"extensions/0/lines", []float64{2, 4.5, 7}, "extensions/0/pilot", true)
	if want := `W/"` + r.Str("changeKey") + `"`; r.Str("@odata.etag") != want {
		t.Errorf("@odata.etag = %q, want %q", r.Str("@odata.etag"), want)
	}
	if !strings.Contains(string(r.Body), `"lines":[2,4.50,7]`) {
		t.Errorf("the extension's numbers are not as given: %s", r.Body)
	}
	id := r.Str("id")
	for _, path := range []string{"/v1.0/me/contacts/", "/V1.0/USERS/ME/CONTACTS/", "/v1.0/users/ann@contoso.example/contacts/", "/beta/me/contactFolders/Contacts/contacts/"} {
		w.Ann("GET", path+id, "").Want(200).Has("id", id, "companyName", "Fabrikam Ferries", "extensions", nil)
	}
	w.Ann("GET", "/v1.0/me/contacts/"+id+"?$select=companyName&$expand=extensions($filter=id eq 'COM.example.customer')", "").Want(200).
		Has("companyName", "Fabrikam Ferries", "surname", nil, "extensions/0/since", 2019)
	w.Ann("GET", "/v1.0/me/contacts?$expand=extensions($filter=id eq 'another')", "").Want(200).Has("value/0/displayName", "Fay Fjeld", "value/0/extensions", []any{})
	w.Ann("GET", "/v1.0/me/contacts/"+id+"?$expand=manager", "").Want(400)
	w.Ann("GET", "/v1.0/me/contacts/nobody", "").Want(404).Says(`"nobody"`)
	w.Ann("POST", "/v1.0/me/contacts", `{"jobTitle":"Skipper"}`).Want(400).Has("error/target", "displayName")
	w.Ann("POST", "/v1.0/me/contacts", `{"displayName":"X","emailAddresses":"x@y.example"}`).Want(400).Has("error/target", "emailAddresses")
	w.Ann("POST", "/v1.0/me/contacts", `{"displayName":"X","extensions":[{"extensionName":"untyped"}]}`).Want(400).Says("@odata.type")
	w.Ann("GET", "/v1.0/me/contacts/$count", "").Want(200)
}

func TestAChangeOfAContactLeavesWhatItDoesNotName(t *testing.T) {
	w := servicetest.New(t, everything)
	made := w.Ann("POST", "/v1.0/me/contacts", fay).Want(201)
	path := "/v1.0/me/contacts/" + made.Str("id")
	r := w.Ann("PATCH", path, `{"JOBTITLE":"Director","companyName":null,"homeAddress":{"City":"Tromsø"},"id":"ignored"}`).Want(200).
		Has("jobTitle", "Director", "companyName", nil, "homeAddress/city", "Tromsø", "surname", "Fjeld", "emailAddresses/0/address", "Fay@Fabrikam.example", "id", made.Str("id"))
	if r.Str("changeKey") == made.Str("changeKey") {
		t.Error("the change key has not changed")
	}
	w.Ann("PATCH", path, `{"displayName":""}`).Want(200).Has("displayName", "Fay Fjeld")
	w.Ann("PATCH", path, `{"shoeSize":44}`).Want(400).Has("error/target", "shoeSize")
	w.Ann("PATCH", path, `{"emailAddresses":{"address":"x"}}`).Want(400).Has("error/target", "emailAddresses")
	w.Ann("PATCH", path, `{"parentFolderId":"nowhere"}`).Want(404).Says("nowhere")
	w.Ann("PATCH", path, `{"jobTitle":"X"}`, "If-Match: "+made.Str("@odata.etag")).Want(412).Has("error/code", "ErrorChangeKeyMismatch")
	w.Ann("DELETE", path, "", "If-Match: "+made.Str("@odata.etag")).Want(412)
	w.Ann("DELETE", path, "", "If-Match: *").Want(204)
	w.Ann("GET", path, "").Want(404)
	w.Ann("DELETE", path, "").Want(404)
	w.Ann("GET", path+"/extensions/com.example.customer", "").Want(404)
}

func TestContactsAreFoundByAddressWordAndName(t *testing.T) {
	w := servicetest.New(t, everything)
	w.Ann("POST", "/v1.0/me/contacts", fay).Want(201)
	folder := w.Ann("POST", "/v1.0/me/contactFolders", `{"displayName":"Suppliers"}`).Want(201).Str("id")
	for _, c := range []string{
		`{"displayName":"Åse Ås","emailAddresses":[{"address":"ase@trey.example"}],"companyName":"Trey Research"}`,
		`{"displayName":"Bea Avery","categories":["Family"],"mobilePhone":"+44 7700 900177","personalNotes":"Sister"}`,
		`{"displayName":"zoë Zebra","emailAddresses":[{"address":"zoe@trey.example"}]}`,
	} {
		w.Ann("POST", "/v1.0/me/contactFolders/"+folder+"/contacts", c).Want(201).Has("parentFolderId", folder)
	}
	list := func(query string) *servicetest.Reply { return w.Ann("GET", "/v1.0/me/contacts?"+query, "") }
	for query, want := range map[string]string{
		"": "Bea Avery, Fay Fjeld, zoë Zebra, Åse Ås",
		"$filter=emailAddresses/any(a:a/address eq 'FAY@home.example')":                        "Fay Fjeld",
		"$filter=emailAddresses/any(a:a/address eq 'fay@home.example') and surname eq 'Smith'": "",
		"$filter=emailAddresses/any(a:endswith(a/address,'trey.example'))":                     "zoë Zebra, Åse Ås",
		"$filter=not emailAddresses/any()":                                                     "Bea Avery",
		"$filter=startswith(displayName,'be') or startswith(surname,'fj')":                     "Bea Avery, Fay Fjeld",
		"$filter=startswith(displayName,'ÅSE')":                                                "Åse Ås",
		"$filter=categories/any(c:c eq 'family')":                                              "Bea Avery",
		"$filter=birthday lt 1980-01-01T00:00:00Z":                                             "Fay Fjeld",
		"$filter=parentFolderId eq 'contacts'":                                                 "Fay Fjeld",
		"$orderby=displayName desc":                                                            "Åse Ås, zoë Zebra, Fay Fjeld, Bea Avery",
		"$orderby=companyName desc,displayName":                                                "Åse Ås, Fay Fjeld, Bea Avery, zoë Zebra",
		"$search=\"trey\"":                                                                     "zoë Zebra, Åse Ås",
		"$search=\"company:trey\"":                                                             "Åse Ås",
		"$search=\"ase\"":                                                                      "Åse Ås",
		"$search=\"sis\"":                                                                      "Bea Avery",
		"$search=\"900177\"":                                                                   "Bea Avery",
		"$search=\"ferries\"&$filter=givenName eq 'Bo'":                                        "",
		"$orderby=personalNotes desc,displayName":                                              "Bea Avery, Fay Fjeld, zoë Zebra, Åse Ås",
		"$orderby=changeKey":                                                                   "Fay Fjeld, Åse Ås, Bea Avery, zoë Zebra",
		"$skip=1&$top=2":                                                                       "Fay Fjeld, zoë Zebra",
		"$filter=displayName in ('Bea Avery','Fay Fjeld') and emailAddresses/any(a:a/address eq 'fay@home.example')": "Fay Fjeld",
	} {
		wantNames(t, list(query), want)
	}
	wantNames(t, w.Ann("GET", "/v1.0/me/contactfolders/contacts/contacts", ""), "Fay Fjeld")
	list("$count=true&$top=1").Want(200).Has("@odata.count", 4)
	list("$orderby=shoeSize").Want(400).Says("shoeSize")
	list("$top=0").Want(400).Says("$top")
	w.Do("bo", "GET", "/v1.0/me/contacts?$search=\"trey\"", "").Want(200).Has("value", []any{})
}

func TestPagesOfContactsNeitherRepeatNorSkip(t *testing.T) {
	w := servicetest.New(t, everything)
	want := []string{}
	for i := range 25 {
		name := fmt.Sprintf("Person %02d", i/2) // every name twice
		want = append(want, name)
		w.Ann("POST", "/v1.0/me/contacts", `{"displayName":"`+name+`"}`).Want(201)
	}
	for _, query := range []string{"$top=4", "$top=7&$orderby=displayName desc", "$top=3&$search=\"person\"", "$top=5&$filter=contains(displayName,'n')"} {
		seen, next := map[string]bool{}, "/v1.0/me/contacts?"+query
		var got []string
		for next != "" {
			r := w.Ann("GET", next, "").Want(200)
			for i := range r.Len("value") {
				id := r.Str(fmt.Sprintf("value/%d/id", i))
				if seen[id] {
					t.Errorf("%s: %s is listed twice", query, id)
				}
				seen[id] = true
				got = append(got, r.Str(fmt.Sprintf("value/%d/displayName", i)))
			}
			link := r.Str("@odata.nextLink")
			next = strings.TrimPrefix(link, "http://daybook.test")
			if link != "" {
				w.Ann("POST", "/v1.0/me/contacts", `{"displayName":"Aaron"}`).Want(201) // before everything: must not shift the pages
			}
		}
		n := 0
		for _, name := range got {
			if name != "Aaron" {
				n++
			}
		}
		if n != len(want) {
			t.Errorf("%s: %d of the contacts were listed, want %d", query, n, len(want))
		}
	}
}

func TestASharedAddressBookIsReachedAsFarAsItIsShared(t *testing.T) {
	w := servicetest.New(t, everything)
	id := w.Ann("POST", "/v1.0/me/contacts", fay).Want(201).Str("id")
	path := "/v1.0/users/ann@contoso.example/contacts"
	w.Do("bo", "GET", path, "").Want(403).Has("error/code", "ErrorAccessDenied")
	if err := w.Service.Store().Share(t.Context(), w.IDs["ann"], w.IDs["bo"], "Contacts", false); err != nil {
		t.Fatal(err)
	}
	wantNames(t, w.Do("bo", "GET", path, ""), "Fay Fjeld")
	w.Do("bo", "PATCH", path+"/"+id, `{"surname":"X"}`).Want(403)
	w.Tokens["bo"] = w.Token("bo@contoso.example", "Contacts.ReadWrite")
	w.Do("bo", "GET", path, "").Want(403)
	w.Tokens["bo"] = w.Token("bo@contoso.example", "Contacts.Read")
	w.Do("bo", "GET", "/v1.0/me/contacts", "").Want(200)
	w.Do("bo", "POST", "/v1.0/me/contacts", `{"displayName":"X"}`).Want(403).Says("Contacts.ReadWrite")
}

func TestExtensionsOfAContact(t *testing.T) {
	w := servicetest.New(t, everything)
	made := w.Ann("POST", "/v1.0/me/contacts", `{"displayName":"Fay"}`).Want(201)
	path := "/v1.0/me/contacts/" + made.Str("id") + "/extensions"
	full := "Vendor.Graph.OpenTypeExtension.Com.Example.Deal"
	w.Ann("POST", path, `{"@odata.type":"#microsoft.graph.openTypeExtension","extensionName":"Com.Example.Deal","value":12.50,"tags":["a"]}`).Want(201).
		Has("id", "microsoft.graph.openTypeExtension.Com.Example.Deal", "extensionName", "Com.Example.Deal", "value", 12.5, "tags", []string{"a"})
	w.Ann("POST", path, `{"@odata.type":"Vendor.Graph.OpenTypeExtension","extensionName":"com.example.deal"}`).Want(409)
	w.Ann("POST", path, `{"@odata.type":"Vendor.Graph.OpenTypeExtension"}`).Want(400).Says("extensionName")
	w.Ann("POST", path, `{"@odata.type":"Vendor.Graph.OpenTypeExtension","extensionName":"x","deep":{"a":1}}`).Want(400).Says("deep")
	w.Ann("GET", path, "").Want(200).Has("value/0/id", full)
	w.Ann("GET", path+"/com.example.deal", "").Want(200).Has("value", 12.5)
	w.Ann("PATCH", path+"/microsoft.graph.openTypeExtension.com.example.deal", `{"@odata.type":"Vendor.Graph.OpenTypeExtension","value":13,"tags":null}`).
		Want(200).Has("value", 13, "tags", nil, "id", full)
	if now := w.Ann("GET", "/v1.0/me/contacts/"+made.Str("id"), "").Str("changeKey"); now == made.Str("changeKey") {
		t.Error("a change of an extension has not changed its contact's change key")
	}
	w.Ann("DELETE", path+"/"+full, "").Want(204)
	w.Ann("GET", path+"/com.example.deal", "").Want(404).Says("com.example.deal")
	w.Ann("GET", "/v1.0/me/contacts/nobody/extensions", "").Want(404)
}
