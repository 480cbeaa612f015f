package extensions_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"reflect"
	"strings"
	"testing"

	"daybook/model"
	"daybook/service/servicetest"
)

const scopes = "Mail.ReadWrite Contacts.ReadWrite Calendars.ReadWrite Group.ReadWrite.All"

// owners are an item of each area that has extensions, with another of ann's.
func owners(w *servicetest.World) map[string]string {
	made := func(path, body string) string {
		w.T.Helper()
		return w.Ann("POST", path, body).Want(201).Get("id").(string)
	}
	const span = `"start":{"dateTime":"2026-11-23T09:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-11-23T10:00:00","timeZone":"UTC"}`
	return map[string]string{
		"message": "/v1.0/me/messages/" + made("/v1.0/me/messages", `{"subject":"a"}`),
		"contact": "/v1.0/me/contacts/" + made("/v1.0/me/contacts", `{"displayName":"Bo"}`),
		"event":   "/v1.0/me/events/" + made("/v1.0/me/events", `{"subject":"a",`+span+`}`),
	}
}

func body(name, members string) string {
	return fmt.Sprintf(`{"@odata.type":"#%s","extensionName":%q%s}`, model.ExtensionType, name, members)
}

// Values of every kind come back as they were sent, to the digit.
func TestValuesOfEveryKindComeBackAsTheyWere(t *testing.T) {
	w := servicetest.New(t, scopes)
	for kind, item := range owners(w) {
		const members = `,"s":"Zoë \u0000\u2028 \"","n":12345678901234567890,"f":0.1,"e":1e300,"t":true,"z":null,"a":["x",1,false,null],"none":[]`
		at := item + "/extensions"
		w.Ann("POST", at, body("Com.Contoso.A", members)).Want(201)
		got := map[string]json.RawMessage{}
		r := w.Ann("GET", at+"/com.contoso.a", "").Want(200)
		if err := json.Unmarshal(r.Body, &got); err != nil {
			t.Fatal(err)
		}
		sent := map[string]json.RawMessage{}
		if err := json.Unmarshal([]byte("{"+members[1:]+"}"), &sent); err != nil {
			t.Fatal(err)
		}
		for name, want := range sent {
			if name == "s" { // as text, however it is escaped
				var a, b string
				if json.Unmarshal(want, &a) != nil || json.Unmarshal(got[name], &b) != nil || a != b {
					t.Errorf("%s: %s came back as %s", kind, want, got[name])
				}
			} else if string(got[name]) != string(want) {
				t.Errorf("%s: %s: %s came back as %s", kind, name, want, got[name])
			}
		}
	}
}

func TestAnExtensionIsFoundByItsNameAndByItsIDInAnyCase(t *testing.T) {
	w := servicetest.New(t, scopes)
	for kind, item := range owners(w) {
		at := item + "/extensions"
		id := w.Ann("POST", at, body("Com.Contoso.A", `,"n":1`)).Want(201).Get("id").(string)
		if id != model.ExtensionType+".Com.Contoso.A" {
			t.Errorf("%s: the id is %s", kind, id)
		}
		for _, name := range []string{"Com.Contoso.A", "com.contoso.a", id, strings.ToUpper(id), model.MicrosoftExtensionType + ".Com.Contoso.A"} {
			if got := w.Ann("GET", at+"/"+name, "").Want(200).Get("extensionName"); got != "Com.Contoso.A" {
				t.Errorf("%s: by %s: %v", kind, name, got)
			}
		}
		w.Ann("POST", at, body("COM.contoso.a", "")).Want(http.StatusConflict)
		for _, name := range []string{"com.contoso", "com.contoso.a.b", model.ExtensionType, model.ExtensionType + "."} {
			for _, method := range []string{"GET", "PATCH", "DELETE"} {
				sent := ""
				if method == "PATCH" {
					sent = `{"n":2}`
				}
				w.Ann(method, at+"/"+name, sent).Want(404)
			}
		}
		w.Ann("DELETE", at+"/"+id, "").Want(204)
		w.Ann("GET", at+"/Com.Contoso.A", "").Want(404)
		w.Ann("DELETE", at+"/"+id, "").Want(404)
	}
}

func TestAChangeSetsWhatItNamesAndANullTakesAway(t *testing.T) {
	w := servicetest.New(t, scopes)
	for kind, item := range owners(w) {
		at := item + "/extensions"
		w.Ann("POST", at, body("a", `,"keep":1,"change":1,"drop":1`)).Want(201)
		r := w.Ann("PATCH", at+"/a", `{"change":[2],"drop":null,"new":"x"}`).Want(200)
		for _, r := range []*servicetest.Reply{r, w.Ann("GET", at+"/a", "").Want(200)} {
			if r.Get("keep") != 1.0 || !reflect.DeepEqual(r.Get("change"), []any{2.0}) || strings.Contains(string(r.Body), `"drop"`) || r.Get("new") != "x" ||
				r.Get("extensionName") != "a" {
				t.Errorf("%s: %s", kind, r.Body)
			}
		}
		w.Ann("PATCH", at+"/a", `{"keep":{"deep":1}}`).Want(400)
		if r := w.Ann("GET", at+"/a", "").Want(200); r.Get("keep") != 1.0 {
			t.Errorf("%s: a refused change was made: %s", kind, r.Body)
		}
	}
}

func TestWhatIsNoExtensionIsRefusedAndLeavesNothing(t *testing.T) {
	w := servicetest.New(t, scopes)
	for kind, item := range owners(w) {
		at := item + "/extensions"
		for _, sent := range []string{
			`{"extensionName":"a"}`, `{"@odata.type":"#x.y","extensionName":"a"}`, body("", ""), body("  ", ""), body("a", `,"o":{"b":1}`), body("a", `,"l":[[1]]`),
			body("a", `,"l":[{"b":1}]`), `[]`, `{`, body(strings.Repeat("x", 1<<20), ""),
		} {
			if r := w.Ann("POST", at, sent); r.Status < 400 || r.Status >= 500 {
				t.Errorf("%s: %.80s answered %d %.200s", kind, sent, r.Status, r.Body)
			}
		}
		if r := w.Ann("GET", at, "").Want(200); len(r.Get("value").([]any)) > 0 {
			t.Errorf("%s: %s", kind, r.Body)
		}
	}
}

// The limit holds for each item, whatever way the extensions come.
func TestAnItemHasSoManyExtensionsAndSoMuchInThem(t *testing.T) {
	w := servicetest.New(t, scopes)
	most := model.MaxOf(model.Message{}, "extensions").Items
	for kind, item := range owners(w) {
		at := item + "/extensions"
		for i := range most {
			w.Ann("POST", at, body(fmt.Sprint("e", i), "")).Want(201)
		}
		if r := w.Ann("POST", at, body("more", "")); r.Status < 400 || r.Status >= 500 || !strings.Contains(string(r.Body), fmt.Sprint(most)) {
			t.Errorf("%s: one more than %d answered %d %.200s", kind, most, r.Status, r.Body)
		}
		w.Ann("DELETE", at+"/e0", "").Want(204)
		w.Ann("POST", at, body("more", "")).Want(201)
		// Growing by changes ends where growing at once does.
		piece, refused := strings.Repeat("x", 100_000), false
		for i := 0; i < 200 && !refused; i++ {
			refused = w.Ann("PATCH", at+"/e1", fmt.Sprintf(`{"p%d":%q}`, i, piece)).Status >= 400
		}
		if !refused {
			t.Errorf("%s: an extension of 20 MB was made", kind)
		}
	}
}

// A change of an extension is one of its item, and no one else's.
func TestAChangeOfAnExtensionIsOneOfItsItem(t *testing.T) {
	w := servicetest.New(t, scopes)
	for kind, item := range owners(w) {
		key := func() string {
			k, _ := w.Ann("GET", item, "").Want(200).Get("changeKey").(string)
			return k
		}
		at, before := item+"/extensions", key()
		for _, step := range []struct{ method, path, body string }{
			{"POST", at, body("a", `,"n":1`)}, {"PATCH", at + "/a", `{"n":2}`}, {"DELETE", at + "/a", ""},
		} {
			if r := w.Ann(step.method, step.path, step.body); r.Status >= 300 {
				t.Fatalf("%s: %d %s", step.method, r.Status, r.Body)
			}
			now := key()
			if now == before || now == "" {
				t.Errorf("%s: %s left the item's key at %q", kind, step.method, now)
			}
			before = now
		}
		if w.Ann("DELETE", at+"/a", "").Want(404); key() != before {
			t.Errorf("%s: what was refused changed the item", kind)
		}
		others := strings.Replace(at, "/me/", "/users/ann@contoso.example/", 1)
		if r := w.Do("bo", "GET", others, ""); r.Status < 400 {
			t.Errorf("%s: a colleague reads them: %s", kind, r.Body)
		}
		if r := w.Do("bo", "POST", others, body("b", "")); r.Status < 400 {
			t.Errorf("%s: a colleague adds to them: %s", kind, r.Body)
		}
		w.Ann("POST", at, body("b", "")).Want(201)
		w.Ann("DELETE", item, "").Want(204)
		if r := w.Ann("GET", at, ""); kind != "message" && r.Status != 404 { // a message is in Deleted Items
			t.Errorf("%s: those of a deleted item: %d", kind, r.Status)
		}
	}
}
