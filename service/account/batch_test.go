package account_test

import (
	"encoding/base64"
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"daybook/service/servicetest"
)

const everything = "Contacts.ReadWrite Mail.ReadWrite Mail.Send MailboxSettings.ReadWrite DelegatedPermissionGrant.ReadWrite.All"

// replies maps the ids of a batch's replies to their places.
func replies(t *testing.T, r *servicetest.Reply) map[string]string {
	t.Helper()
	var got struct{ Responses []struct{ ID string } }
	if err := json.Unmarshal(r.Body, &got); err != nil {
		t.Fatalf("%v: %s", err, r.Body)
	}
	at := map[string]string{}
	for i, p := range got.Responses {
		at[p.ID] = fmt.Sprintf("responses/%d/", i)
	}
	return at
}

func TestABatchAnswersEachRequest(t *testing.T) {
	w := servicetest.New(t, everything)
	for i, path := range []string{"/v1.0/$batch", "/beta/$batch", "/v1.0/%24BATCH"} {
		name := fmt.Sprintf("Box %d", i)
		r := w.Ann("POST", path, `{"requests":[
			{"id":"folder","method":"post","url":"/me/mailFolders","body":{"displayName":"`+name+`"},"headers":{"Content-Type":"application/json"}},
			{"id":"list","method":"GET","url":"me/mailFolders?$filter=displayName eq '`+name+`'"},
			{"id":"lost","method":"GET","url":"/me/messages/nowhere"},
			{"id":"bad","method":"PATCH","url":"/me/mailFolders/inbox","body":{"displayName":3}}]}`).Want(200)
		at := replies(t, r)
		r.Has(at["folder"]+"status", 201, at["folder"]+"body/displayName", name,
			at["list"]+"status", 200, at["list"]+"body/value/0/displayName", name,
			at["lost"]+"status", 404, at["lost"]+"body/error/code", "ErrorItemNotFound",
			at["bad"]+"status", 400)
		if kind := r.Str(at["list"] + "headers/Content-Type"); !strings.HasPrefix(kind, "application/json") {
			t.Errorf("the content type of a part is %q, want JSON", kind)
		}
	}
}

func TestABatchTakesTheLinkOfAnAnswer(t *testing.T) {
	w := servicetest.New(t, everything)
	next := w.Ann("GET", "/v1.0/me/mailFolders?$top=2", "").Want(200).Str("@odata.nextLink")
	body, _ := json.Marshal(map[string]any{"requests": []any{map[string]any{"id": "1", "method": "GET", "url": next}}})
	w.Ann("POST", "/v1.0/$batch", string(body)).Want(200).Has("responses/0/status", 200)
}

func TestABatchCarriesBinaryBodiesInBase64(t *testing.T) {
	w := servicetest.New(t, everything)
	mime := "From: ann@contoso.example\r\nTo: bo@contoso.example\r\nSubject: Plans\r\n\r\nHello\r\n"
	// A MIME body is in base64 already; the batch adds its own.
	twice := base64.RawURLEncoding.EncodeToString([]byte(base64.StdEncoding.EncodeToString([]byte(mime))))
	r := w.Ann("POST", "/v1.0/$batch", `{"requests":[{"id":"1","method":"POST","url":"/me/messages","body":"`+twice+`","headers":{"content-type":"text/plain"}},
		{"id":"2","method":"POST","url":"/me/messages","body":"%%","headers":{"Content-Type":"text/plain"}}]}`).Want(200)
	r.Has("responses/0/status", 201, "responses/0/body/subject", "Plans", "responses/1/status", 400)

	id := r.Str("responses/0/body/id")
	r = w.Ann("POST", "/v1.0/$batch", `{"requests":[{"id":"1","method":"GET","url":"/me/messages/`+id+`/$value"}]}`).Want(200)
	got, err := base64.StdEncoding.DecodeString(r.Str("responses/0/body"))
	if err != nil || !strings.Contains(string(got), "Subject: Plans") {
		t.Errorf("the MIME of a part is %q (%v), want the letter in base64", got, err)
	}
}

func TestABatchWaitsForWhatARequestDependsOn(t *testing.T) {
	w := servicetest.New(t, everything)
	r := w.Ann("POST", "/v1.0/$batch", `{"requests":[
		{"id":"c","method":"GET","url":"/me/mailFolders?$filter=displayName eq 'Later'","dependsOn":["a"]},
		{"id":"b","method":"POST","url":"/me/mailFolders","body":{"displayName":"Never"},"dependsOn":["x"]},
		{"id":"x","method":"GET","url":"/me/messages/nowhere"},
		{"id":"a","method":"POST","url":"/me/mailFolders","body":{"displayName":"Later"}}]}`).Want(200)
	at := replies(t, r)
	r.Has(at["c"]+"body/value/0/displayName", "Later", at["a"]+"status", 201,
		at["b"]+"status", 424, at["b"]+"body/error/code", "FailedDependency")
	w.Ann("GET", "/v1.0/me/mailFolders?$filter=displayName eq 'Never'", "").Want(200).Has("value", []any{})
}

func TestTheRightsInABatchAreItsCallers(t *testing.T) {
	w := servicetest.New(t, everything)
	w.Tokens["reader"] = w.Token("ann@contoso.example", "Mail.Read")
	r := w.Do("reader", "POST", "/v1.0/$batch", `{"requests":[
		{"id":"1","method":"GET","url":"/me/messages"},
		{"id":"2","method":"POST","url":"/me/messages","body":{},"headers":{"Authorization":"Bearer `+w.Tokens["ann"]+`"}},
		{"id":"3","method":"GET","url":"/users/bo@contoso.example/messages"}]}`).Want(200)
	r.Has("responses/0/status", 200, "responses/1/status", 403, "responses/2/status", 403)
	w.Do("", "POST", "/v1.0/$batch", `{"requests":[{"id":"1","method":"GET","url":"/me/messages"}]}`).Want(401)
}

func TestABatchThatMakesNoSenseIsRefusedWhole(t *testing.T) {
	w := servicetest.New(t, everything)
	one := `{"id":"%d","method":"GET","url":"/me/messages"}`
	var many []string
	for i := range 21 {
		many = append(many, fmt.Sprintf(one, i))
	}
	for _, c := range []struct{ body, says string }{
		{`{"requests":[` + strings.Join(many, ",") + `]}`, "1 to 20 requests, not 21"},
		{`{"requests":[]}`, "not 0"},
		{`{"requests":[{"method":"GET","url":"/me/messages"}]}`, "requests/id"},
		{`{"requests":[{"id":"1","url":"/me/messages"}]}`, "method and a url"},
		{`{"requests":[` + fmt.Sprintf(one, 1) + `,` + fmt.Sprintf(one, 1) + `]}`, `called "1"`},
		{`{"requests":[{"id":"1","method":"GET","url":"/me","dependsOn":["7"]}]}`, "not in the batch"},
		{`{"requests":[{"id":"1","method":"GET","url":"/me","dependsOn":["2"]},{"id":"2","method":"GET","url":"/me","dependsOn":["1"]}]}`, "circle"},
		{`{"requests":[{]}`, "line 1"},
	} {
		w.Ann("POST", "/v1.0/$batch", c.body).Want(400).Says(c.says)
	}
	w.Ann("POST", "/v1.0/$batch", `{"requests":[
		{"id":"1","method":"POST","url":"/$batch","body":{"requests":[]}},
		{"id":"2","method":"POST","url":"/%24Batch/","body":{"requests":[]}},
		{"id":"3","method":"GET","url":"http://elsewhere.example/me"},
		{"id":"4","method":"GET","url":"::::"},
		{"id":"5","method":"NO SUCH","url":"/me/messages"}]}`).Want(200).
		Has("responses/0/status", 400, "responses/0/body/error/message", "a batch cannot hold another batch",
			"responses/1/status", 400, "responses/2/status", 400, "responses/3/status", 404, "responses/4/status", 400)
}

// BenchmarkTwentyChanges marks 20 messages as read or unread: alone, and in a
// batch that commits once.
func BenchmarkTwentyChanges(b *testing.B) {
	w := servicetest.New(b, everything)
	var ids []string
	for range 20 {
		ids = append(ids, w.Ann("POST", "/v1.0/me/messages", `{"subject":"Plans"}`).Want(201).Str("id"))
	}
	read := false
	b.Run("alone", func(b *testing.B) {
		for b.Loop() {
			read = !read
			for _, id := range ids {
				w.Ann("PATCH", "/v1.0/me/messages/"+id, fmt.Sprintf(`{"isRead":%v}`, read)).Want(200)
			}
		}
	})
	b.Run("batch", func(b *testing.B) {
		for b.Loop() {
			read = !read
			parts := make([]string, len(ids))
			for i, id := range ids {
				parts[i] = fmt.Sprintf(`{"id":"%d","method":"PATCH","url":"/me/messages/%s","body":{"isRead":%v}}`, i, id, read)
			}
			w.Ann("POST", "/v1.0/$batch", `{"requests":[`+strings.Join(parts, ",")+`]}`).Want(200)
		}
	})
}

// The public service takes both, as the answers of a batch lead on under them:
// learn.microsoft.com/graph/json-batching.
func TestABatchTakesAddressesWithTheirVersion(t *testing.T) {
	w := servicetest.New(t, everything)
	r := w.Ann("POST", "/v1.0/$batch", `{"requests":[
		{"id":"a","method":"GET","url":"/v1.0/me/mailFolders/inbox"},
		{"id":"b","method":"GET","url":"/beta/me/mailFolders/inbox"},
		{"id":"c","method":"GET","url":"V1.0/me/mailFolders/inbox","headers":{"Accept-Encoding":"gzip"}},
		{"id":"d","method":"GET","url":"http://elsewhere.example/v1.0/me"},
		{"id":"e","method":"POST","url":"/v1.0/me/mailFolders","body":{"displayName":"Fair"}}]}`).Want(200)
	at := replies(t, r)
	r.Has(at["a"]+"status", 200, at["b"]+"status", 200, at["c"]+"status", 200, at["c"]+"body/wellKnownName", "inbox",
		at["d"]+"status", 400, at["e"]+"status", 201)
	if got, want := r.Str(at["e"]+"headers/Location"), "/v1.0/me/mailFolders/"+r.Str(at["e"]+"body/id"); !strings.HasSuffix(got, want) {
		t.Errorf("Location is %q, want ...%s", got, want)
	}
	if got := r.Str(at["b"] + "body/@odata.context"); !strings.Contains(got, "/beta/$metadata#") {
		t.Errorf("the part under beta has the context %q", got)
	}
}
