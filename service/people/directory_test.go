package people_test

import (
	"bytes"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/gif"
	"image/jpeg"
	"image/png"
	"testing"

	"daybook/model"
	"daybook/service/groups"
	"daybook/service/people"
	"daybook/service/servicetest"
	"daybook/service/store"
)

// acquaint writes profiles: Bo manages Ann and Cy.
func acquaint(t *testing.T, w *servicetest.World) {
	t.Helper()
	err := w.Service.Store().Write(t.Context(), func(tx *store.Tx) error {
		return errors.Join(
			people.SetProfile(tx, model.User{Entity: model.Entity{ID: w.IDs["ann"]}, AccountEnabled: true, DisplayName: "Ann Avery", GivenName: "Ann",
				Surname: "Avery", JobTitle: "Engineering Manager", Department: "Timetables", City: "London", Mail: "Ann@contoso.example"}),
			people.SetProfile(tx, model.User{Entity: model.Entity{ID: w.IDs["bo"]}, AccountEnabled: true, DisplayName: "Bo Berg", Surname: "Berg", Department: "Timetables"}),
			people.SetManager(tx, w.IDs["ann"], w.IDs["bo"]), people.SetManager(tx, w.IDs["cy"], w.IDs["bo"]))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestTheDirectoryAnswersWhatIsKnown(t *testing.T) {
	w := servicetest.New(t, everything)
	acquaint(t, w)
	for _, path := range []string{"/v1.0/me", "/v1.0/users/me", "/v1.0/USERS/ANN@CONTOSO.EXAMPLE", "/v1.0/users/" + w.IDs["ann"]} {
		w.Ann("GET", path, "").Want(200).Has("id", w.IDs["ann"], "displayName", "Ann Avery", "surname", "Avery", "city", "London",
			"mail", "Ann@contoso.example", "userPrincipalName", "ann@contoso.example", "accountEnabled", true)
	}
	// Of Cy, the mailbox alone is known.
	w.Ann("GET", "/v1.0/users/cy@contoso.example", "").Want(200).Has("displayName", "Cy", "mail", "cy@contoso.example", "jobTitle", nil)
	w.Ann("GET", "/v1.0/me?$select=jobTitle", "").Want(200).Has("jobTitle", "Engineering Manager", "surname", nil)
	w.Ann("GET", "/v1.0/users/nobody@contoso.example", "").Want(404).Says("nobody@contoso.example")
	for query, want := range map[string]string{
		"": "Ann Avery, Bo Berg, Cy",
		"?$filter=startswith(displayName,'an') or startswith(surname,'be') or startswith(mail,'x')": "Ann Avery, Bo Berg",
		"?$filter=department eq 'timetables' and accountEnabled eq true&$orderby=surname desc":      "Bo Berg, Ann Avery",
		"?$search=\"av\"":                    "Ann Avery",
		"?$search=\"displayName:berg\"":      "Bo Berg",
		"?$search=\"cy@contoso\"":            "Cy",
		"?$search=\"department:timetables\"": "Ann Avery, Bo Berg",
		"?$top=1&$orderby=displayName desc":  "Cy",
	} {
		wantNames(t, w.Ann("GET", "/v1.0/users"+query, ""), want)
	}
	if got := string(w.Ann("GET", "/v1.0/users/$count", "").Want(200).Body); got != "3" {
		t.Errorf("$count = %s, want 3", got)
	}
}

func TestManagersAndReports(t *testing.T) {
	w := servicetest.New(t, everything)
	acquaint(t, w)
	w.Ann("GET", "/v1.0/me/manager", "").Want(200).Has("id", w.IDs["bo"], "displayName", "Bo Berg")
	w.Ann("GET", "/v1.0/users/cy@contoso.example/manager?$select=displayName", "").Want(200).Has("displayName", "Bo Berg", "mail", nil)
	w.Ann("GET", "/v1.0/users/bo@contoso.example/manager", "").Want(404).Says("no manager")
	wantNames(t, w.Ann("GET", "/v1.0/users/bo@contoso.example/directReports", ""), "Ann Avery, Cy")
	wantNames(t, w.Ann("GET", "/v1.0/me/directReports", ""), "")
	w.Tokens["ann"] = w.Token("ann@contoso.example", "User.ReadBasic.All")
	w.Ann("GET", "/v1.0/me/manager", "").Want(403).Says("User.Read.All")
	w.Ann("GET", "/v1.0/users", "").Want(200)
	w.Tokens["ann"] = w.Token("ann@contoso.example", "User.Read")
	w.Ann("GET", "/v1.0/me", "").Want(200)
	w.Ann("GET", "/v1.0/users", "").Want(403)
	w.Ann("GET", "/v1.0/users/bo@contoso.example", "").Want(403)
}

func picture(t *testing.T, format string, width, height int) string {
	t.Helper()
	var b bytes.Buffer
	img := image.NewPaletted(image.Rect(0, 0, width, height), color.Palette{color.Black, color.White})
	var err error
	switch format {
	case "png":
		err = png.Encode(&b, img)
	case "jpeg":
		err = jpeg.Encode(&b, img, nil)
	case "gif":
		err = gif.Encode(&b, img, nil)
	}
	if err != nil {
		t.Fatal(err)
	}
	return b.String()
}

func TestAPhotoIsServedWhereThereIsOne(t *testing.T) {
	w := servicetest.New(t, everything)
	contact := w.Ann("POST", "/v1.0/me/contacts", `{"displayName":"Fay"}`).Want(201).Str("id")
	group := w.AddMailbox(store.Mailbox{Kind: store.KindGroup, PrincipalName: "atlas@contoso.example", DisplayName: "Atlas"})
	err := w.Service.Store().Write(t.Context(), func(tx *store.Tx) error {
		_, number, err := groups.Group(tx, group)
		if err != nil {
			return err
		}
		return groups.AddMember(tx, number, w.IDs["ann"], true)
	})
	if err != nil {
		t.Fatal(err)
	}
	for i, base := range []string{"/v1.0/me", "/v1.0/me/contacts/" + contact, "/v1.0/groups/" + group} {
		w.Ann("GET", base+"/photo/$value", "").Want(404).Has("error/code", "ErrorItemNotFound").Says("no photo of")
		w.Ann("GET", base+"/photo", "").Want(200).Has("id", "1X1", "width", 1, "height", 1, "@odata.mediaContentType", "image/gif", "@odata.mediaEtag", "")
		format := []string{"png", "jpeg", "gif"}[i]
		img := picture(t, format, 20+i, 10)
		w.Ann("PUT", base+"/photo/$value", img, "Content-Type: image/"+format).Want(200)
		r := w.Ann("GET", base+"/PHOTO/$VALUE", "").Want(200)
		if string(r.Body) != img || r.Header.Get("Content-Type") != "image/"+format || r.Header.Get("X-Content-Type-Options") != "nosniff" {
			t.Errorf("%s: got %d bytes of %s, want %d of %s", base, len(r.Body), r.Header.Get("Content-Type"), len(img), format)
		}
		w.Ann("GET", base+"/photo", "").Want(200).Has("id", fmt.Sprintf("%dX10", 20+i), "width", 20+i, "height", 10,
			"@odata.mediaContentType", "image/"+format, "@odata.mediaEtag", r.Header.Get("ETag"))
		w.Ann("DELETE", base+"/photo/$value", "", `If-Match: "old"`).Want(412)
		w.Ann("DELETE", base+"/photo/$value", "", "If-Match: "+r.Header.Get("ETag")).Want(204)
		w.Ann("DELETE", base+"/photo/$value", "").Want(404)
	}
	w.Ann("GET", "/v1.0/me/contacts/nobody/photo", "").Want(404).Says("nobody")
	w.Ann("GET", "/v1.0/groups/nothing/photo/$value", "").Want(404).Says(`"nothing"`)
	w.Ann("GET", "/v1.0/me/contactfolders/contacts/contacts/"+contact+"/photo", "").Want(200)
}

func TestAPhotoMustBeAnImageOfAFittingSize(t *testing.T) {
	w := servicetest.New(t, everything)
	put := func(body, kind string) *servicetest.Reply {
		return w.Ann("PUT", "/v1.0/me/photo/$value", body, "Content-Type: "+kind)
	}
	put("<svg onload=alert(1)>", "image/png").Want(400).Says("JPEG")
	put("", "image/png").Want(400)
	put(picture(t, "png", 4097, 1), "image/png").Want(400).Says("4097 x 1")
	put(picture(t, "png", 5, 5), "application/json").Want(415)
	put(string(make([]byte, 5<<20)), "image/png").Want(413)
	put(picture(t, "png", 5, 5), "image/jpeg").Want(200)
	if kind := w.Ann("GET", "/v1.0/me/photo/$value", "").Want(200).Header.Get("Content-Type"); kind != "image/png" {
		t.Errorf("served as %s, want what it is: image/png", kind)
	}
}

func TestScopesOfPhotos(t *testing.T) {
	w := servicetest.New(t, everything)
	w.Do("bo", "PUT", "/v1.0/me/photo/$value", picture(t, "png", 2, 2), "Content-Type: image/png").Want(200)
	w.Ann("PUT", "/v1.0/users/bo@contoso.example/photo/$value", picture(t, "png", 2, 2), "Content-Type: image/png").Want(403)
	group := w.AddMailbox(store.Mailbox{Kind: store.KindGroup, PrincipalName: "atlas@contoso.example"})
	for _, c := range []struct {
		scopes            string
		own, bo, of, card int
	}{
		{"User.Read", 200, 403, 403, 403},
		{"User.ReadWrite", 200, 403, 403, 403},
		{"User.ReadBasic.All", 200, 200, 403, 403},
		{"User.Read.All", 200, 200, 403, 403},
		{"User.ReadWrite.All", 200, 200, 403, 403},
		{"Group.Read.All", 403, 403, 200, 403},
		{"Group.ReadWrite.All", 403, 403, 200, 403},
		{"Contacts.Read", 403, 403, 403, 404},
		{"Mail.ReadWrite", 403, 403, 403, 403},
	} {
		w.Tokens["ann"] = w.Token("ann@contoso.example", c.scopes)
		w.Ann("GET", "/v1.0/me/photo", "").Want(c.own)
		w.Ann("GET", "/v1.0/users/ann@contoso.example/photo", "").Want(c.own)
		w.Ann("GET", "/v1.0/users/bo@contoso.example/photo/$value", "").Want(c.bo)
		w.Ann("GET", "/v1.0/groups/"+group+"/photo", "").Want(c.of)
		w.Ann("GET", "/v1.0/me/contacts/nobody/photo", "").Want(c.card)
	}
}
