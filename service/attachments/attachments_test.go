package attachments_test

import (
	"fmt"
	"testing"

	"daybook/service/servicetest"
)

// What holds of the attachments of one item holds of those of all.
func TestAttachmentsAreAlikeWhateverHasThem(t *testing.T) {
	const slot = `"start":{"dateTime":"2026-11-23T09:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-11-23T10:00:00","timeZone":"UTC"}`
	w := servicetest.New(t, "Mail.ReadWrite Calendars.ReadWrite")
	message := w.Ann("POST", "/v1.0/me/messages", `{"subject":"plan"}`).Want(201).Str("id")
	event := w.Ann("POST", "/v1.0/me/events", `{"subject":"plan",`+slot+`}`).Want(201).Str("id")
	for _, item := range []string{"/v1.0/me/messages/" + message, "/v1.0/me/events/" + event} {
		all, before := item+"/attachments", w.Ann("GET", item, "").Str("changeKey")
		file := func(members string) string { return `{"@odata.type":"#microsoft.graph.fileAttachment"` + members + `}` }
		w.Ann("POST", all, file(`,"contentBytes":"cGxhbg=="`)).Want(400).Says("name")
		w.Ann("POST", all, file(`,"name":"a.txt"`)).Want(400).Says("contentBytes")
		w.Ann("POST", all, file(`,"name":"a.txt","contentBytes":"?"`)).Want(400).Says("is not base64")
		w.Ann("POST", all, `{"@odata.type":"#microsoft.graph.referenceAttachment","name":"a","contentBytes":""}`).Want(400).Says("fileAttachment")
		var ids []string
		for i := range 3 {
			ids = append(ids, w.Ann("POST", all, file(fmt.Sprintf(`,"name":"%d.txt","contentBytes":"cGxhbg=="`, i))).Want(201).Str("id"))
		}
		w.Ann("GET", item, "").Want(200).Has("hasAttachments", true)
		if w.Ann("GET", item, "").Str("changeKey") == before {
			t.Errorf("%s has its change key still", item)
		}
		if n := w.Ann("GET", all+"/$count", "").Want(200); string(n.Body) != "3" {
			t.Errorf("%s counts %s attachments, want 3", item, n.Body)
		}
		w.Ann("GET", all+"?$filter=name+eq+'1.txt'&$select=size", "").Want(200).Has("value/0/size", 4, "value/0/id", ids[1])
		w.Ann("GET", all+"/"+ids[2], "").Want(200).Has("contentBytes", "cGxhbg==")
		if r := w.Ann("GET", all+"/"+ids[2]+"/$value", "").Want(200); string(r.Body) != "plan" {
			t.Errorf("%s: the bytes are %q, want plan", item, r.Body)
		}
		for _, id := range ids {
			w.Ann("DELETE", all+"/"+id, "").Want(204)
		}
		w.Ann("GET", all+"/"+ids[0], "").Want(404)
		w.Ann("GET", item, "").Want(200).Has("hasAttachments", false)
	}
}
