package uploads_test

import (
	"bytes"
	"context"
	"fmt"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"daybook/service"
	"daybook/service/servicetest"
	"daybook/service/store"
	"daybook/service/uploads"
)

const scopes = "Mail.ReadWrite Calendars.ReadWrite Files.ReadWrite"

// letters are bytes that tell their places apart.
func letters(n int) string {
	var b strings.Builder
	for i := 0; b.Len() < n; i++ {
		fmt.Fprintf(&b, "%07d ", i)
	}
	return b.String()[:n]
}

// put sends a range as nobody: the address is all there is.
func put(w *servicetest.World, address, all string, from, until int) *servicetest.Reply {
	return w.Do("", "PUT", strings.TrimPrefix(address, "http://daybook.test"), all[from:until],
		"Content-Type: application/octet-stream", fmt.Sprintf("Content-Range: bytes %d-%d/%d", from, until-1, len(all)))
}

func begin(w *servicetest.World, attachments string, size int) string {
	return w.Ann("POST", attachments+"/createUploadSession",
		fmt.Sprintf(`{"AttachmentItem":{"attachmentType":"file","name":"plan.pdf","contentType":"application/pdf","size":%d}}`, size)).
		Want(201).Str("uploadUrl")
}

func TestAttachmentsComeInRanges(t *testing.T) {
	w := servicetest.New(t, scopes)
	const slot = `"start":{"dateTime":"2026-11-23T09:00:00","timeZone":"UTC"},"end":{"dateTime":"2026-11-23T10:00:00","timeZone":"UTC"}`
	message := w.Ann("POST", "/v1.0/me/messages", `{"subject":"plan"}`).Want(201).Str("id")
	event := w.Ann("POST", "/v1.0/me/events", `{"subject":"plan",`+slot+`}`).Want(201).Str("id")
	all := letters(3<<20 + 17) // pieces of a megabyte, ranges of another size
	for _, owner := range []string{"/v1.0/me/messages/" + message, "/v1.0/me/mailFolders/drafts/messages/" + message,
		"/v1.0/me/events/" + event, "/v1.0/me/calendar/events/" + event} {
		address := begin(w, owner+"/attachments", len(all))
		const step = 4 * 320 << 10
		for from := 0; from+step < len(all); from += step {
			put(w, address, all, from, from+step).Want(202).Has("nextExpectedRanges/0", fmt.Sprintf("%d-", from+step))
		}
		last := (len(all) - 1) / step * step
		for range 2 { // the answer was not heard
			done := put(w, address, all, last, len(all)).Want(201)
			at := strings.TrimPrefix(done.Header.Get("Location"), "http://daybook.test")
			if !strings.HasPrefix(at, owner+"/attachments/") {
				t.Fatalf("got Location %q, want it below %s", at, owner)
			}
			w.Ann("GET", at, "").Want(200).Has("name", "plan.pdf", "contentType", "application/pdf", "size", len(all))
			if got := w.Ann("GET", at+"/$value", "").Want(200).Body; string(got) != all {
				t.Errorf("%s: %d bytes came back that are not those sent", owner, len(got))
			}
		}
		w.Ann("GET", owner, "").Want(200).Has("hasAttachments", true)
		path := strings.TrimPrefix(address, "http://daybook.test")
		w.Do("", "GET", path, "").Want(200).Has("nextExpectedRanges", []string{})
		put(w, address, all, 0, step).Want(416)
	}
	w.Ann("GET", "/v1.0/me/messages/"+message+"/attachments?$count=true", "").Want(200).Has("@odata.count", 2)
}

func TestFilesComeInRanges(t *testing.T) {
	w := servicetest.New(t, scopes)
	folder := w.Ann("POST", "/v1.0/me/drive/root/children", `{"name":"plans","folder":{}}`).Want(201).Str("id")
	w.Ann("POST", "/v1.0/me/drive/items/"+folder+"/children", `{"name":"2026","folder":{}}`).Want(201)
	drive := w.Ann("GET", "/v1.0/me/drive", "").Want(200).Str("id")
	all := letters(2<<20 + 5)
	send := func(path, body string) (*servicetest.Reply, string) {
		t.Helper()
		begun := w.Ann("POST", path+"createUploadSession", body)
		if begun.Status != 200 {
			return begun, ""
		}
		begun.Has("nextExpectedRanges/0", "0-")
		put(w, begun.Str("uploadUrl"), all, 0, 1<<20).Want(202)
		return put(w, begun.Str("uploadUrl"), all, 1<<20, len(all)), begun.Str("uploadUrl")
	}
	for _, path := range []string{"/v1.0/me/drive/root:/plan.txt:/", "/v1.0/me/drive/root:/plans/2026/plan.txt:/",
		"/v1.0/drives/" + drive + "/items/" + folder + ":/plan.txt:/"} {
		r, _ := send(path, `{"item":{"name":"plan.txt"}}`)
		id := r.Want(201).Has("name", "plan.txt", "size", len(all), "file/mimeType", "text/plain").Str("id")
		if got := w.Ann("GET", "/v1.0/me/drive/items/"+id+"/content", "").Want(200).Body; string(got) != all {
			t.Errorf("%s: %d bytes came back that are not those sent", path, len(got))
		}
		if r, _ := send(path, `{"item":{}}`); r.Status != 409 {
			t.Errorf("%s: a name that is taken answered %d, want 409", path, r.Status)
		}
		r, _ = send(path, `{"item":{"@microsoft.graph.conflictBehavior":"rename"}}`)
		r.Want(201).Has("name", "plan 1.txt")
		r, _ = send(path, `{"item":{"@microsoft.graph.conflictBehavior":"replace","fileSize":`+fmt.Sprint(len(all))+`}}`)
		r.Want(200).Has("id", id)
		r, _ = send("/v1.0/me/drive/items/"+id+"/", ``)
		r.Want(200).Has("id", id)
	}
	for path, status := range map[string]int{"root:/none/plan.txt:/": 404, "items/none:/plan.txt:/": 404, "root:/a*.txt:/": 400} {
		if r, _ := send("/v1.0/me/drive/"+path, `{}`); r.Status != status {
			t.Errorf("%s answered %d, want %d", path, r.Status, status)
		}
	}
}

func TestWhatIsRefusedOfAnUpload(t *testing.T) {
	w := servicetest.New(t, scopes)
	attachments := "/v1.0/me/messages/" + w.Ann("POST", "/v1.0/me/messages", `{"subject":"plan"}`).Want(201).Str("id") + "/attachments"
	all := letters(1000)
	for body, status := range map[string]int{
		`{}`: 400,
		`{"AttachmentItem":{"attachmentType":"item","name":"a","size":5}}`:                                    400,
		`{"AttachmentItem":{"attachmentType":"file","size":5}}`:                                               400,
		`{"AttachmentItem":{"attachmentType":"file","name":"a"}}`:                                             400,
		`{"AttachmentItem":{"attachmentType":"file","name":"a","size":26214401}}`:                             413,
		`{"AttachmentItem":{"attachmentType":"file","name":"` + strings.Repeat("a", 256) + `","size":5}}`:     400,
		`{"AttachmentItem":{"attachmentType":"file","name":"a","size":5,"contentId":"` + letters(999) + `"}}`: 400,
	} {
		w.Ann("POST", attachments+"/createUploadSession", body).Want(status)
	}
	w.Do("bo", "POST", attachments+"/createUploadSession", `{"AttachmentItem":{"attachmentType":"file","name":"a","size":5}}`).Want(404)
	w.Do("", "POST", attachments+"/createUploadSession", `{}`).Want(401)

	address := begin(w, attachments, len(all))
	path := strings.TrimPrefix(address, "http://daybook.test")
	if key := path[strings.LastIndexByte(path, '/')+1:]; len(key) < 43 {
		t.Errorf("the key %q has fewer than 256 bits", key)
	}
	put(w, address, all, 100, 200).Want(416).Says("0 is expected")
	put(w, address, all[:999], 0, 100).Want(416)
	for _, header := range []string{"", "bytes", "bytes 0-99", "bytes 0-99/*", "bytes 99-0/1000", "bytes 0-1000/1000", "items 0-99/1000", "bytes -5-99/1000"} {
		w.Do("", "PUT", path, all[:100], "Content-Range: "+header).Want(400)
	}
	w.Do("", "PUT", path, all[:99], "Content-Range: bytes 0-99/1000").Want(400)
	w.Do("", "GET", path, "").Want(200).Has("nextExpectedRanges/0", "0-")
	put(w, address, all, 0, 100).Want(202)
	put(w, address, all, 0, 100).Want(416).Says("100 is expected")
	for _, other := range []string{path + "x", path[:len(path)-1], "/v1.0/uploadSessions/"} {
		for _, method := range []string{"GET", "PUT", "DELETE"} {
			r := w.Do("", method, other, "", "Content-Range: bytes 0-1/2")
			if r.Status/100 != 4 || bytes.Contains(r.Body, []byte(path[22:40])) {
				t.Errorf("%s of another address answered %d %s", method, r.Status, r.Body)
			}
		}
	}
	w.Do("", "DELETE", path, "").Want(204)
	w.Do("", "GET", path, "").Want(404)
	put(w, address, all, 100, 200).Want(404)
	w.Ann("GET", attachments+"?$count=true", "").Want(200).Has("@odata.count", 0)
}

func TestUploadsAreBoundedAndExpire(t *testing.T) {
	w := servicetest.New(t, scopes)
	attachments := "/v1.0/me/messages/" + w.Ann("POST", "/v1.0/me/messages", `{"subject":"plan"}`).Want(201).Str("id") + "/attachments"
	all := letters(1000)
	first := begin(w, attachments, len(all))
	put(w, first, all, 0, 500).Want(202)
	for range uploads.MaxUploadSessions - 1 {
		begin(w, attachments, 25<<20)
	}
	const another = `{"AttachmentItem":{"attachmentType":"file","name":"a","size":5}}`
	w.Ann("POST", attachments+"/createUploadSession", another).Want(507).Says("20 upload sessions")
	w.Do("bo", "POST", "/v1.0/me/drive/root:/large:/createUploadSession", `{"item":{"fileSize":600000000}}`).Want(413)
	w.Do("bo", "POST", "/v1.0/me/drive/root:/large:/createUploadSession", `{"item":{"fileSize":500000000}}`).Want(200)
	w.Do("bo", "POST", "/v1.0/me/drive/root:/more:/createUploadSession", `{"item":{"fileSize":500000000}}`).Want(507)
	unknown := w.Do("bo", "POST", "/v1.0/me/drive/root:/more:/createUploadSession", `{}`).Want(200).Str("uploadUrl")
	w.Do("", "PUT", strings.TrimPrefix(unknown, "http://daybook.test"), "a", "Content-Range: bytes 0-0/500000000").Want(507)

	w.Advance(5 * time.Hour)
	put(w, first, all, 500, 600).Want(202)
	w.Advance(5 * time.Hour)
	put(w, first, all, 600, 700).Want(202)
	w.Advance(6 * time.Hour)
	put(w, first, all, 700, 1000).Want(404)
	w.Ann("POST", attachments+"/createUploadSession", another).Want(201)
	err := w.Service.Store().Read(t.Context(), func(tx *store.Tx) error {
		var sessions, pieces int
		err := tx.QueryRow(`SELECT (SELECT count(*) FROM upload_sessions), (SELECT count(*) FROM file_pieces)`).Scan(&sessions, &pieces)
		if sessions != 1 || pieces != 0 {
			t.Errorf("%d sessions and %d pieces are left, want 1 and none", sessions, pieces)
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

// TestUploadsOutliveTheProcess goes on after a restart, and does not find the
// key in the file.
func TestUploadsOutliveTheProcess(t *testing.T) {
	dir := t.TempDir()
	ctx := context.Background()
	var svc *service.Service
	do := func(token, method, path, body string, headers ...string) *httptest.ResponseRecorder {
		req := httptest.NewRequest(method, "http://daybook.test"+path, strings.NewReader(body))
		if token != "" {
			req.Header.Set("Authorization", "Bearer "+token)
		}
		for _, h := range headers {
			name, value, _ := strings.Cut(h, ": ")
			req.Header.Set(name, value)
		}
		rec := httptest.NewRecorder()
		svc.Handler().ServeHTTP(rec, req)
		return rec
	}
	open := func() {
		var err error
		if svc, err = service.Open(dir, service.Options{}); err != nil {
			t.Fatal(err)
		}
	}
	open()
	ann, err := svc.Store().AddMailbox(ctx, store.Mailbox{Kind: store.KindUser, PrincipalName: "ann@contoso.example"})
	if err != nil {
		t.Fatal(err)
	}
	token, err := svc.MintToken(ctx, ann.ID, scopes, 0)
	if err != nil {
		t.Fatal(err)
	}
	begun := do(token, "POST", "/v1.0/me/drive/root:/plan.txt:/createUploadSession", `{}`, "Content-Type: application/json").Body.String()
	_, path, _ := strings.Cut(begun, `"uploadUrl":"http://daybook.test`)
	path, _, _ = strings.Cut(path, `"`)
	if got := do("", "PUT", path, "plan ", "Content-Range: bytes 0-4/10").Code; got != 202 {
		t.Fatalf("got %d, want 202: %s", got, begun)
	}
	var found int
	key := path[strings.LastIndexByte(path, '/')+1:]
	err = svc.Store().Read(ctx, func(tx *store.Tx) error {
		return tx.QueryRow(`SELECT count(*) FROM upload_sessions WHERE key_hash = ? OR goal LIKE '%' || ? || '%'`, key, key).Scan(&found)
	})
	if err != nil || found != 0 {
		t.Errorf("the key is in the store (%v)", err)
	}
	if err := svc.Close(); err != nil {
		t.Fatal(err)
	}
	open()
	defer func() { svc.Close() }()
	if got := do("", "GET", path, "").Body.String(); !strings.Contains(got, `["5-"]`) {
		t.Errorf("after a restart: got %s, want that byte 5 is next", got)
	}
	if rec := do("", "PUT", path, "of it", "Content-Range: bytes 5-9/10"); rec.Code != 201 {
		t.Errorf("got %d %s, want 201", rec.Code, rec.Body)
	}
}
