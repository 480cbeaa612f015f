package files_test

import (
	"bytes"
	"compress/gzip"
	"errors"
	"io"
	"math/rand/v2"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/iotest"

	"daybook/service/servicetest"
	"daybook/service/store"
)

// noise is content of a size that shows when two pieces have changed places.
func noise(size int) []byte {
	b := make([]byte, size)
	r := rand.New(rand.NewPCG(1, 2))
	for i := range b {
		b[i] = byte(r.Uint32())
	}
	return b
}

func TestAContentComesBackAsItWasSent(t *testing.T) {
	w := servicetest.New(t, everything)
	for i, size := range []int{0, 1, 1 << 20, 1<<20 + 1, 4 << 20, 9<<20 + 7} { // pieces are 1 MiB, four are held
		content := noise(size)
		path := "/v1.0/me/drive/root:/" + string(rune('a'+i)) + ".bin:/content"
		id := w.Ann("PUT", path, string(content), "Content-Type: application/octet-stream").Want(201).
			Has("size", size, "file/mimeType", "application/octet-stream").Str("id")
		r := w.Ann("GET", "/v1.0/me/drive/items/"+id+"/content", "").Want(200)
		if !bytes.Equal(r.Body, content) {
			t.Errorf("%d bytes were sent, and %d others came back", size, len(r.Body))
		}
	}
}

func TestAnUploadReplacesAFileAndKeepsItsID(t *testing.T) {
	w := servicetest.New(t, everything)
	id := put(w, "root", "note.txt", "one")
	first := w.Ann("GET", "/v1.0/me/drive/items/"+id, "").Want(200)
	w.Ann("PUT", "/v1.0/me/drive/items/root:/NOTE.TXT:/content", "twice", "Content-Type: text/plain", "If-Match: "+first.Str("eTag")).Want(200).
		Has("id", id, "size", 5, "name", "note.txt")
	w.Ann("PUT", "/v1.0/me/drive/items/root:/note.txt:/content", "thrice", "Content-Type: text/plain", "If-Match: "+first.Str("eTag")).Want(412)
	w.Ann("PUT", "/v1.0/me/drive/items/root/children/note.txt/content", "four", "Content-Type: text/plain").Want(200).Has("id", id)
	r := w.Ann("PUT", "/v1.0/me/drive/items/"+id+"/content", "five!", "Content-Type: text/plain").Want(200).Has("id", id, "size", 5)
	if r.Str("cTag") == first.Str("cTag") || r.Str("eTag") == first.Str("eTag") {
		t.Errorf("the tags stay %s and %s when the content changes", r.Str("cTag"), r.Str("eTag"))
	}
	w.Ann("GET", "/v1.0/me/drive/items/root", "").Want(200).Has("size", 5)
	w.Ann("PUT", "/v1.0/me/drive/root:/note.txt:/content?@microsoft.graph.conflictBehavior=rename", "x", "Content-Type: text/plain").Want(201).Has("name", "note 1.txt")
	w.Ann("PUT", "/v1.0/me/drive/root:/note.txt:/content?@microsoft.graph.conflictBehavior=fail", "x", "Content-Type: text/plain").Want(409)
	w.Ann("PUT", "/v1.0/me/drive/items/root/content", "x", "Content-Type: text/plain").Want(400)
	w.Ann("PUT", "/v1.0/me/drive/items/nowhere:/a.txt:/content", "x", "Content-Type: text/plain").Want(404)
	w.Ann("PUT", "/v1.0/me/drive/items/"+id+":/a.txt:/content", "x", "Content-Type: text/plain").Want(400).Says("is a file")
	if got := pieces(t, w); got != 2 {
		t.Errorf("%d pieces are kept, want those of the 2 files", got)
	}
}

// pieces counts what is kept of contents.
func pieces(t *testing.T, w *servicetest.World) int {
	t.Helper()
	n := 0
	err := w.Service.Store().Read(t.Context(), func(tx *store.Tx) error {
		return tx.QueryRow(`SELECT (SELECT count(*) FROM file_pieces) + (SELECT count(*) FROM uploads)`).Scan(&n)
	})
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestPartsOfAContentAreServed(t *testing.T) {
	w := servicetest.New(t, everything)
	content := noise(2<<20 + 100)
	id := w.Ann("PUT", "/v1.0/me/drive/root:/a.bin:/content", string(content), "Content-Type: application/octet-stream").Want(201).Str("id")
	path := "/v1.0/me/drive/items/" + id + "/content"
	for _, c := range []struct {
		header   string
		from, to int
	}{{"bytes=0-9", 0, 10}, {"bytes=1048570-1048585", 1048570, 1048586}, {"bytes=-5", len(content) - 5, len(content)}} {
		r := w.Ann("GET", path, "", "Range: "+c.header).Want(206)
		if !bytes.Equal(r.Body, content[c.from:c.to]) {
			t.Errorf("%s: got other bytes", c.header)
		}
	}
	w.Ann("GET", path, "", "Range: bytes=9999999-").Want(416)
	r := w.Ann("HEAD", path, "").Want(200)
	if len(r.Body) > 0 || r.Header.Get("Content-Length") != "2097252" || r.Header.Get("request-id") == "" {
		t.Errorf("HEAD: %d bytes, header %v", len(r.Body), r.Header)
	}
	w.Ann("GET", path, "", "If-None-Match: "+r.Header.Get("ETag")).Want(304)
	if got := r.Header.Get("Content-Disposition"); got != "attachment; filename=a.bin" {
		t.Errorf("Content-Disposition is %q", got)
	}
}

func TestAnUploadHasALimitAndLeavesNothingWhenItFails(t *testing.T) {
	w := servicetest.New(t, everything)
	send := func(body io.Reader, header ...string) *httptest.ResponseRecorder {
		req := httptest.NewRequest("PUT", "http://daybook.test/v1.0/me/drive/root:/a.bin:/content", body)
		req.Header.Set("Authorization", "Bearer "+w.Tokens["ann"])
		for i := 0; i < len(header); i += 2 {
			req.Header.Set(header[i], header[i+1])
		}
		rec := httptest.NewRecorder()
		w.Service.Handler().ServeHTTP(rec, req)
		return rec
	}
	var bomb bytes.Buffer
	z := gzip.NewWriter(&bomb)
	if _, err := io.Copy(z, io.LimitReader(zeros{}, 151<<20)); err != nil {
		t.Fatal(err)
	}
	if err := z.Close(); err != nil {
		t.Fatal(err)
	}
	broken := io.MultiReader(bytes.NewReader(noise(6<<20)), iotest.ErrReader(errors.New("the line is down")))
	for name, c := range map[string]struct {
		reply *httptest.ResponseRecorder
		want  int
	}{
		"a bomb":        {send(&bomb, "Content-Encoding", "gzip"), http.StatusRequestEntityTooLarge},
		"a broken line": {send(broken), http.StatusBadRequest},
		"no gzip":       {send(strings.NewReader("x"), "Content-Encoding", "gzip"), http.StatusBadRequest},
	} {
		if c.reply.Code != c.want {
			t.Errorf("%s: got %d %s, want %d", name, c.reply.Code, c.reply.Body, c.want)
		}
	}
	if got := pieces(t, w); got != 0 {
		t.Errorf("%d pieces are left, want none", got)
	}
	if got := children(w, "root"); got != "" {
		t.Errorf("the root has %s, want nothing", got)
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) {
	clear(p)
	return len(p), nil
}

func TestAFileTravelsInABatch(t *testing.T) {
	w := servicetest.New(t, everything)
	r := w.Ann("POST", "/v1.0/$batch", `{"requests":[
		{"id":"1","method":"PUT","url":"/me/drive/root:/a.txt:/content","headers":{"Content-Type":"text/plain"},"body":"cGxhbg=="},
		{"id":"2","method":"GET","url":"/me/drive/root/children","dependsOn":["1"]}]}`).Want(200).
		Has("responses/0/status", 201, "responses/0/body/size", 4, "responses/1/body/value/0/name", "a.txt")
	id := r.Str("responses/0/body/id")
	w.Ann("POST", "/v1.0/$batch", `{"requests":[{"id":"1","method":"GET","url":"/me/drive/items/`+id+`/content"}]}`).Want(200).
		Has("responses/0/status", 200, "responses/0/body", "cGxhbg==", "responses/0/headers/Content-Type", "text/plain")
}
