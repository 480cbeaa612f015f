package contract

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"

	"daybook/model"
)

func gzipped(text string) []byte {
	var out bytes.Buffer
	w := gzip.NewWriter(&out)
	io.WriteString(w, text)
	w.Close()
	return out.Bytes()
}

const asJSON = "application/json"

// TestWhatTheServiceForgives sends what strict readers would refuse: other
// letter cases, text for booleans, compressed bodies, other forms of an
// address.
func TestWhatTheServiceForgives(t *testing.T) {
	w := newWorld(t)
	s := socket{w.serve(t), w.token(t, w.owner, everything, 0)}
	id := w.make(t, "GET {user}/messages/{}")[0]
	for name, c := range map[string]struct {
		method, path, body string
		header             map[string]string
		status             int
		want               string // in the reply
	}{
		"path in capitals":          {"GET", "/V1.0/ME/MESSAGES/" + id, "", nil, 200, id},
		"the owner as users/me":     {"GET", "/v1.0/users/me/messages/" + id, "", nil, 200, id},
		"the owner by id":           {"GET", "/v1.0/users/" + w.owner.ID + "/messages/" + id, "", nil, 200, id},
		"an operation under beta":   {"GET", "/beta/me/messages/" + id, "", nil, 200, id},
		"names in capitals":         {"PATCH", "/v1.0/me/messages/" + id, `{"ISREAD":"True","Importance":"HIGH"}`, nil, 200, `"importance":"high"`},
		"a body as gzip":            {"PATCH", "/v1.0/me/messages/" + id, string(gzipped(`{"categories":["zip"]}`)), map[string]string{"Content-Encoding": "gzip"}, 200, `"zip"`},
		"a key in parentheses":      {"GET", "/v1.0/me/messages('" + id + "')", "", nil, 200, id},
		"HEAD":                      {"HEAD", "/v1.0/me/messages/" + id, "", nil, 200, ""},
		"immutable ids":             {"GET", "/v1.0/me/messages/" + id, "", map[string]string{"Prefer": `IdType="ImmutableId"`}, 200, id},
		"bodies as text":            {"GET", "/v1.0/me/messages/" + id, "", map[string]string{"Prefer": `outlook.body-content-type="text"`}, 200, `"contentType":"text"`},
		"a page of one":             {"GET", "/v1.0/me/mailFolders", "", map[string]string{"Prefer": "odata.maxpagesize=1"}, 200, "@odata.nextLink"},
		"a filter with an offset":   {"GET", "/v1.0/me/messages?$filter=lastModifiedDateTime%20ge%202026-03-02T10:00:00%2B01:00", "", nil, 200, id},
		"a filter with a doubled '": {"GET", "/v1.0/me/messages?$filter=subject%20eq%20'it''s'", "", nil, 200, `"value":[]`},
		"a count":                   {"GET", "/v1.0/me/mailFolders/drafts/messages/$count", "", nil, 200, ""},
	} {
		t.Run(name, func(t *testing.T) {
			header := map[string]string{"Content-Type": asJSON}
			for k, v := range c.header {
				header[k] = v
			}
			resp, reply := s.ask(t, c.method, c.path, []byte(c.body), header)
			if resp.StatusCode != c.status || !strings.Contains(string(reply), c.want) {
				t.Errorf("got %d %s, want %d with %s", resp.StatusCode, reply, c.status, c.want)
			}
			if prefer := c.header["Prefer"]; prefer != "" && resp.Header.Get("Preference-Applied") == "" {
				t.Errorf("Prefer: %s: the reply has no Preference-Applied", prefer)
			}
		})
	}
}

// TestWhatTheServiceRefuses has the refusal name what was wrong.
func TestWhatTheServiceRefuses(t *testing.T) {
	w := newWorld(t)
	s := socket{w.serve(t), w.token(t, w.owner, everything+" Mail.ReadWrite.Shared", 0)}
	id := w.make(t, "GET {user}/messages/{}")[0]
	message := "/v1.0/me/messages/" + id
	typed := map[string]string{"Content-Type": asJSON}
	for name, c := range map[string]struct {
		method, path, body string
		header             map[string]string
		status             int
		code               model.Code
		names              string // in the message
	}{
		"malformed JSON":            {"PATCH", message, "{\n \"isRead\": tru }", typed, 400, "", "line 2"},
		"a wrong type":              {"PATCH", message, `{"isRead": [1]}`, typed, 400, "", "isRead"},
		"a wrong enum value":        {"PATCH", message, `{"importance": "urgent"}`, typed, 400, "", "urgent"},
		"an unknown id":             {"GET", "/v1.0/me/messages/nothing", "", nil, 404, model.CodeNotFound, "nothing"},
		"an unknown user":           {"GET", "/v1.0/users/nobody@example.com/messages", "", nil, 404, model.CodeNotFound, "nobody@example.com"},
		"an unknown segment":        {"GET", "/v1.0/me/massages", "", nil, 404, model.CodeNotFound, "massages"},
		"an unknown version":        {"GET", "/v2.0/me/messages", "", nil, 404, model.CodeNotFound, "v2.0"},
		"an unknown function":       {"GET", "/v1.0/me/messages?$filter=soundex(subject,'x')", "", nil, 400, "", "soundex"},
		"an unknown property":       {"GET", "/v1.0/me/messages?$filter=colour%20eq%20'x'", "", nil, 400, "", "colour"},
		"an unknown option":         {"GET", "/v1.0/me/messages?$page=2", "", nil, 400, "", "$page"},
		"a broken filter":           {"GET", "/v1.0/me/messages?$filter=isRead%20eq", "", nil, 400, "", ""},
		"a page of none":            {"GET", "/v1.0/me/messages?$top=0", "", nil, 400, "", "$top"},
		"a stale etag":              {"PATCH", message, `{"isRead":true}`, map[string]string{"Content-Type": asJSON, "If-Match": `W/"old"`}, 412, model.CodeChangeKey, ""},
		"a method":                  {"PUT", message, `{}`, typed, 405, model.CodeMethodNotAllowed, ""},
		"a content type":            {"PATCH", message, `isRead=true`, map[string]string{"Content-Type": "application/x-www-form-urlencoded"}, 415, model.CodeUnsupportedMedia, ""},
		"a body that is no gzip":    {"PATCH", message, `{"isRead":true}`, map[string]string{"Content-Type": asJSON, "Content-Encoding": "gzip"}, 400, "", ""},
		"a comment beside a body":   {"POST", message + "/reply", `{"comment":"c","message":{"body":{"contentType":"text","content":"b"}}}`, typed, 400, "", "comment"},
		"a forward without anybody": {"POST", message + "/forward", `{"comment":"c"}`, typed, 400, "", "ecipients"},
	} {
		t.Run(name, func(t *testing.T) {
			before := w.fingerprint(t)
			resp, reply := s.ask(t, c.method, c.path, []byte(c.body), c.header)
			var body struct {
				Error struct{ Code, Message string }
			}
			if err := json.Unmarshal(reply, &body); err != nil {
				t.Fatalf("got %d %s: %v", resp.StatusCode, reply, err)
			}
			if resp.StatusCode != c.status || c.code != "" && body.Error.Code != string(c.code) || !strings.Contains(body.Error.Message, c.names) {
				t.Errorf("got %d %s, want %d %s that names %q", resp.StatusCode, reply, c.status, c.code, c.names)
			}
			if c.status == http.StatusMethodNotAllowed && !strings.Contains(resp.Header.Get("Allow"), "PATCH") {
				t.Errorf("got Allow %q, want the methods", resp.Header.Get("Allow"))
			}
			if w.fingerprint(t) != before {
				t.Error("the store has changed")
			}
		})
	}
}

// TestOversizedBodiesAreRefused covers a body that is large, and one that
// becomes so.
func TestOversizedBodiesAreRefused(t *testing.T) {
	w := newWorld(t)
	s := socket{w.serve(t), w.token(t, w.owner, everything, 0)}
	large := fmt.Sprintf(`{"subject":%q}`, strings.Repeat("x", 33<<20))
	for name, c := range map[string]struct {
		body   []byte
		header map[string]string
	}{
		"as it is": {[]byte(large), map[string]string{"Content-Type": asJSON}},
		"as gzip":  {gzipped(large), map[string]string{"Content-Type": asJSON, "Content-Encoding": "gzip"}},
	} {
		resp, reply := s.ask(t, "POST", "/v1.0/me/messages", c.body, c.header)
		if resp.StatusCode != http.StatusRequestEntityTooLarge {
			t.Errorf("%s: got %d %.200s, want 413", name, resp.StatusCode, reply)
		}
	}
}
