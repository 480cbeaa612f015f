package account_test

import (
	"testing"
	"time"

	"daybook/service/servicetest"
)

const grants = "/beta/oAuth2Permissiongrants"

// newGrant has somebody permit a program something.
func newGrant(w *servicetest.World, who string) string {
	w.T.Helper()
	return w.Do(who, "POST", grants, `{"clientId":"kiosk","consentType":"principal","principalId":"`+w.IDs[who]+`","resourceId":"mail",
		"scope":" Mail.Read  Mail.Send mail.read ","startTime":"2026-10-19T10:37:00","expiryTime":"2027-10-19T12:37:00+02:00"}`).Want(201).
		Has("clientId", "kiosk", "consentType", "Principal", "scope", "Mail.Read Mail.Send",
			"startTime", "2026-10-19T10:37:00Z", "expiryTime", "2027-10-19T10:37:00Z").Str("id")
}

func TestAGrantIsReachedByItsThreePaths(t *testing.T) {
	w := servicetest.New(t, everything)
	id := newGrant(w, "ann")
	for _, path := range []string{grants, "/beta/OAUTH2PERMISSIONGRANTS", "/beta/me/oAuth2Permissiongrants",
		"/beta/users/ann@contoso.example/oauth2PermissionGrants", "/beta/users/" + w.IDs["ann"] + "/oAuth2Permissiongrants",
		"/beta/drive/root/createdByUser/oAuth2Permissiongrants"} {
		one := path + "/" + id
		r := w.Ann("GET", one, "").Want(200).Has("id", id, "clientId", "kiosk")
		before := r.Str("@odata.etag")
		w.Ann("GET", one+"?$select=scope", "").Want(200).Has("clientId", nil)
		w.Ann("PATCH", one, `{"scope":"Mail.Read"}`).Want(200).
			Has("id", id, "scope", "Mail.Read", "clientId", "kiosk", "resourceId", "mail", "startTime", "2026-10-19T10:37:00Z")
		w.Ann("PATCH", one, `{"scope":"User.Read"}`, "If-Match: "+before).Want(412)
		w.Ann("PATCH", one, `{"startTime":null}`).Want(200).Has("startTime", nil, "scope", "Mail.Read")
		w.Ann("PATCH", one, `{"startTime":"2026-10-19T10:37:00Z","id":"other"}`).Want(200).Has("id", id)
	}
}

func TestAUsersPathLeadsToThatUsersGrantsAlone(t *testing.T) {
	w := servicetest.New(t, everything)
	bos := newGrant(w, "bo")
	if err := w.Service.SetAdministrator(t.Context(), w.IDs["cy"], true); err != nil {
		t.Fatal(err)
	}
	all := w.Do("cy", "POST", grants, `{"clientId":"bot","resourceId":"mail","scope":"Mail.Send"}`).Want(201).Has("consentType", "AllPrincipals").Str("id")
	for _, path := range []string{"/beta/me", "/beta/drive/root/createdByUser"} {
		for _, method := range []string{"GET", "PATCH", "DELETE"} {
			w.Ann(method, path+"/oAuth2Permissiongrants/"+bos, `{}`).Want(404).Says("ann@contoso.example")
		}
		w.Ann("GET", path+"/oAuth2Permissiongrants/"+all, "").Want(200)
	}
	w.Ann("GET", "/beta/users/bo@contoso.example/oAuth2Permissiongrants/"+bos, "").Want(403)
	w.Do("bo", "GET", "/beta/me/oAuth2Permissiongrants/"+bos, "").Want(200)
}

func TestGrantsAreListedMadeAndTakenBack(t *testing.T) {
	w := servicetest.New(t, everything)
	w.Ann("GET", grants, "").Want(200).Has("value", []any{})
	first := newGrant(w, "ann")
	w.Advance(time.Second)
	second := newGrant(w, "bo")
	w.Ann("GET", grants, "").Want(200).Has("value/0/id", first, "value/1/id", second, "value/2", nil)
	w.Ann("GET", grants+"?$filter=principalId eq '"+w.IDs["bo"]+"'&$count=true", "").Want(200).Has("@odata.count", 1, "value/0/id", second)
	w.Ann("DELETE", grants+"/"+first, "").Want(204)
	w.Ann("DELETE", grants+"/"+first, "").Want(404)
	w.Ann("GET", grants+"/"+first, "").Want(404)
}

// The public interface has the grants of the organisation under v1.0, and
// answers a change without content:
// learn.microsoft.com/graph/api/oauth2permissiongrant-update.
func TestTheOrganisationsGrantsAloneAreServedUnderV1(t *testing.T) {
	w := servicetest.New(t, everything)
	id := newGrant(w, "ann")
	const public = "/v1.0/oauth2PermissionGrants"
	w.Ann("GET", public, "").Want(200).Has("value/0/id", id)
	if r := w.Ann("PATCH", public+"/"+id, `{"scope":"User.Read"}`).Want(204); len(r.Body) > 0 {
		t.Errorf("the change is answered with %s", r.Body)
	}
	w.Ann("GET", public+"/"+id, "").Want(200).Has("scope", "User.Read")
	for _, path := range []string{"/v1.0/me/oAuth2Permissiongrants/" + id, "/v1.0/drive/root/createdByUser/oAuth2Permissiongrants/" + id} {
		w.Ann("GET", path, "").Want(404).Says("/beta")
	}
	w.Tokens["mail"] = w.Token("ann@contoso.example", "Mail.ReadWrite Directory.Read.All")
	w.Do("mail", "GET", grants+"/"+id, "").Want(200)
	w.Do("mail", "PATCH", grants+"/"+id, `{}`).Want(403).Says("DelegatedPermissionGrant.ReadWrite.All")
}

func TestGrantsThatMakeNoSenseAreRefusedByName(t *testing.T) {
	w := servicetest.New(t, everything)
	id := newGrant(w, "ann")
	for _, c := range []struct{ body, target string }{
		{`{"clientId":""}`, "clientId"},
		{`{"clientId":null}`, "clientId"},
		{`{"resourceId":null}`, "resourceId"},
		{`{"scope":7}`, "scope"},
		{`{"principalId":null}`, "principalId"},
		{`{"consentType":"AllPrincipals"}`, "principalId"},
		{`{"expiryTime":"tomorrow"}`, "expiryTime"},
		{`{"expiryTime":"2020-01-01T00:00:00Z"}`, "expiryTime"},
		{`{"colour":"red"}`, "colour"},
	} {
		w.Ann("PATCH", grants+"/"+id, c.body).Want(400).Has("error/target", c.target)
	}
	w.Ann("POST", grants, `{"resourceId":"mail"}`).Want(400).Has("error/target", "clientId")
	w.Ann("PATCH", grants+"/"+id, `{"consentType":"as the documentation shows"}`).Want(200).Has("consentType", "as the documentation shows")
}
