package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"daybook/model"
)

// depot is a strict service of upload sessions at another origin, in the
// public interface's way: it takes ranges of the documented sizes alone, in
// order, from whoever shows no token.
type depot struct {
	t       *testing.T
	size    int64
	got     []byte
	begun   []string // bodies by which sessions were begun
	puts    int
	ended   bool
	deleted bool
	// fail decides what happens to a request of the session, by its number
	// from 1: before it is carried out, or to its answer.
	fail func(n int, method string) (before, after *http.Response, err error)
	n    int
}

const depotAddress = "https://upload.example/session/canary-key?x=1"

func (d *depot) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Body != nil {
		defer r.Body.Close()
	}
	if r.URL.Host == "mail.example" {
		if r.Header.Get("Authorization") == "" {
			d.t.Errorf("%s without its token", r.URL.Path)
		}
		if r.Method == "GET" {
			return replyJSON(200, fmt.Sprintf(`{"value":[{"id":"OLD","name":"plan.pdf","size":%[1]d,"lastModifiedDateTime":"2026-01-01T00:00:00Z"},
				{"id":"NEW","name":"plan.pdf","size":%[1]d,"lastModifiedDateTime":"2026-01-02T00:00:00Z"}]}`, d.size+100)), nil
		}
		body, _ := io.ReadAll(r.Body)
		d.begun = append(d.begun, r.Method+" "+r.URL.Path+" "+string(body))
		d.got, d.ended = nil, false
		return replyJSON(201, `{"uploadUrl":"`+depotAddress+`","expirationDateTime":"2026-03-02T10:00:00Z","nextExpectedRanges":["0-"]}`), nil
	}
	if r.URL.String() != depotAddress {
		d.t.Errorf("a request to %s", r.URL)
	}
	for _, secret := range []string{"Authorization", "Cookie", "Prefer"} {
		if got := r.Header.Get(secret); got != "" {
			d.t.Errorf("the session saw %s %q", secret, got)
		}
	}
	d.n++
	var after *http.Response
	if d.fail != nil {
		before, later, err := d.fail(d.n, r.Method)
		if before != nil {
			if r.Body != nil {
				io.Copy(io.Discard, r.Body)
			}
			return before, nil
		}
		if err != nil && later == nil {
			return nil, err
		}
		if err != nil {
			d.carry(r)
			return nil, err
		}
		after = later
	}
	resp := d.carry(r)
	if after != nil {
		return after, nil
	}
	return resp, nil
}

func (d *depot) carry(r *http.Request) *http.Response {
	if d.ended {
		return replyJSON(404, `{"error":{"code":"itemNotFound","message":"gone"}}`)
	}
	switch r.Method {
	case "GET":
		return replyJSON(200, fmt.Sprintf(`{"nextExpectedRanges":["%d-%d"]}`, len(d.got), d.size-1))
	case "DELETE":
		d.deleted, d.ended = true, true
		return replyJSON(204, "")
	}
	d.puts++
	var from, last, size int64
	if _, err := fmt.Sscanf(r.Header.Get("Content-Range"), "bytes %d-%d/%d", &from, &last, &size); err != nil || size != d.size {
		d.t.Errorf("got Content-Range %q of %d bytes", r.Header.Get("Content-Range"), d.size)
	}
	n := last + 1 - from
	if r.ContentLength != n || n > 4_000_000 || n%(320<<10) != 0 && last+1 != size {
		d.t.Errorf("a range of %d bytes with Content-Length %d", n, r.ContentLength)
	}
	if from != int64(len(d.got)) {
		return replyJSON(416, `{"error":{"code":"invalidRange","message":"not next"}}`)
	}
	body, err := io.ReadAll(r.Body)
	if err != nil || int64(len(body)) != n {
		return replyJSON(400, `{"error":{"code":"invalidRequest","message":"short"}}`)
	}
	d.got = append(d.got, body...)
	if int64(len(d.got)) < d.size {
		return replyJSON(202, fmt.Sprintf(`{"nextExpectedRanges":["%d"]}`, len(d.got)))
	}
	d.ended = true
	return replyJSON(201, ``, "Location", "https://mail.example/api/v2.0/Users('u')/Messages('m')/Attachments('N=E''W')")
}

// tenMB are bytes that tell their places apart.
func tenMB() []byte {
	var b bytes.Buffer
	for i := 0; b.Len() < 10<<20+3; i++ {
		fmt.Fprintf(&b, "%07d ", i)
	}
	return b.Bytes()[:10<<20+3]
}

var errLost = errors.New("connection reset by peer")

func TestALargeAttachmentGoesInRangesWithoutTheToken(t *testing.T) {
	all := tenMB()
	for name, test := range map[string]struct {
		fail  func(n int, method string) (before, after *http.Response, err error)
		begun int
	}{
		"nothing fails": {nil, 1},
		"an answer is lost": {func(n int, _ string) (_, after *http.Response, err error) {
			if n == 2 {
				return nil, &http.Response{}, errLost
			}
			return nil, nil, nil
		}, 1},
		"a request is lost": {func(n int, _ string) (_, _ *http.Response, err error) {
			if n == 1 || n == 2 || n == 5 {
				return nil, nil, errLost
			}
			return nil, nil, nil
		}, 1},
		"503, 429, 500, 502": {func(n int, _ string) (before, _ *http.Response, err error) {
			switch n {
			case 1:
				return replyJSON(503, "", "Retry-After", "1"), nil, nil
			case 3:
				return replyJSON(429, "", "Retry-After", "0.5"), nil, nil
			case 6:
				return replyJSON(500, ""), nil, nil
			case 7:
				return replyJSON(502, "<html>", "Content-Type", "text/html"), nil, nil
			}
			return nil, nil, nil
		}, 1},
		"somebody else's page": {func(n int, _ string) (before, _ *http.Response, err error) {
			if n == 2 {
				return replyJSON(200, "<html>", "Content-Type", "text/html"), nil, nil
			}
			return nil, nil, nil
		}, 1},
		"the session ends": {func(n int, _ string) (before, _ *http.Response, err error) {
			if n == 2 {
				return replyJSON(404, ""), nil, nil
			}
			return nil, nil, nil
		}, 2},
	} {
		for _, dialect := range []Dialect{Vendor, Microsoft} {
			t.Run(name+" in "+dialect.String(), func(t *testing.T) {
				d := &depot{t: t, size: int64(len(all)), fail: test.fail}
				c, _ := testClient(t, d, func(c *Config) { c.Dialect = dialect })
				var last int64
				a, err := c.Me().Message("M").UploadAttachment(t.Context(), model.Attachment{Name: "plan.pdf", ContentType: "application/pdf"},
					bytes.NewReader(all), int64(len(all)), Progress(func(done, total int64) {
						if total != int64(len(all)) || done > total {
							t.Errorf("told %d of %d", done, total)
						}
						last = done
					}))
				want := map[Dialect]string{Vendor: "N=E'W", Microsoft: "NEW"}[dialect]
				if err != nil || a.ID != want || last != int64(len(all)) {
					t.Fatalf("got %q, %v, and %d bytes told; want %q", a.ID, err, last, want)
				}
				if !bytes.Equal(d.got, all) {
					t.Errorf("%d bytes arrived that are not those of the file", len(d.got))
				}
				if len(d.begun) != test.begun {
					t.Errorf("%d sessions were begun, want %d", len(d.begun), test.begun)
				}
				path, body, _ := strings.Cut(strings.TrimPrefix(d.begun[0], "POST "), " ")
				var said struct{ AttachmentItem model.AttachmentItem }
				if err := json.Unmarshal([]byte(body), &said); err != nil || path != "/svc/v1.0/me/messages/M/attachments/createUploadSession" ||
					said.AttachmentItem != (model.AttachmentItem{AttachmentType: "file", Name: "plan.pdf", Size: d.size, ContentType: "application/pdf"}) {
					t.Errorf("got %s", d.begun[0])
				}
			})
		}
	}
}

// TestALostEndOfAnUploadIsInDoubt has a service that forgets a session at its
// end, as the public one does.
func TestALostEndOfAnUploadIsInDoubt(t *testing.T) {
	all := tenMB()[:4<<20]
	d := &depot{t: t, size: int64(len(all)), fail: func(n int, _ string) (_, after *http.Response, err error) {
		if n == 2 {
			return nil, &http.Response{}, errLost
		}
		return nil, nil, nil
	}}
	c, _ := testClient(t, d)
	_, err := c.Me().Event("E").UploadAttachment(t.Context(), model.Attachment{Name: "plan.pdf"}, bytes.NewReader(all), d.size)
	if !Ambiguous(err) || len(d.begun) != 1 {
		t.Errorf("got %v after %d sessions, want one, and doubt", err, len(d.begun))
	}
	if strings.Contains(fmt.Sprint(err), "canary") {
		t.Errorf("the error has the address in it: %v", err)
	}
}

func TestAnUploadThatCannotGoOnEndsItsSession(t *testing.T) {
	all := tenMB()
	for name, test := range map[string]struct {
		fail func(cancel func()) func(n int, method string) (before, after *http.Response, err error)
		want string
	}{
		"refused": {func(func()) func(int, string) (before, after *http.Response, err error) {
			return func(n int, method string) (before, _ *http.Response, err error) {
				if n == 2 {
					return replyJSON(507, `{"error":{"code":"quotaLimitReached","message":"it is full"}}`), nil, nil
				}
				return nil, nil, nil
			}
		}, "it is full"},
		"never answered": {func(func()) func(int, string) (before, after *http.Response, err error) {
			return func(n int, method string) (_, _ *http.Response, err error) {
				if method != "DELETE" {
					return nil, nil, errLost
				}
				return nil, nil, nil
			}
		}, "cannot be reached"},
		"redirected": {func(func()) func(int, string) (before, after *http.Response, err error) {
			return func(n int, method string) (before, _ *http.Response, err error) {
				if method != "DELETE" {
					return replyJSON(307, "", "Location", "https://evil.example/"), nil, nil
				}
				return nil, nil, nil
			}
		}, "not followed"},
		"cancelled": {func(cancel func()) func(int, string) (before, after *http.Response, err error) {
			return func(n int, method string) (_, _ *http.Response, err error) {
				if n == 2 {
					cancel()
					return nil, nil, context.Canceled
				}
				return nil, nil, nil
			}
		}, "canceled"},
	} {
		t.Run(name, func(t *testing.T) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			d := &depot{t: t, size: int64(len(all)), fail: test.fail(cancel)}
			c, _ := testClient(t, d)
			_, err := c.Me().Message("M").UploadAttachment(ctx, model.Attachment{Name: "plan.pdf"}, bytes.NewReader(all), d.size)
			if err == nil || !strings.Contains(err.Error(), test.want) || strings.Contains(err.Error(), "canary") {
				t.Errorf("got %v, want %q in it, and no address", err, test.want)
			}
			if !d.deleted {
				t.Error("the session was left open")
			}
		})
	}
}

func TestUploadsGoToSafeAddressesAlone(t *testing.T) {
	all := tenMB()[:5<<20]
	for base, addresses := range map[string]map[string]bool{
		"https://mail.example/svc": {"https://upload.example/x": true, "http://upload.example/x": false, "http://mail.example/x": false,
			"http://127.0.0.1/x": false, "https://u:p@upload.example/x": false, "file:///etc/passwd": false, "": false, "/v1.0/x": false},
		"http://localhost:8025": {"http://localhost:8025/v1.0/uploadSessions/x": true, "http://127.0.0.1:9/x": true, "http://upload.example/x": false},
	} {
		for address, safe := range addresses {
			sent := 0
			s := &service{answer: func(_ int, e exchange) (*http.Response, error) {
				if e.Method == "POST" {
					return replyJSON(201, `{"uploadUrl":"`+address+`"}`), nil
				}
				sent++
				return replyJSON(201, "{}", "Location", "https://x/attachments/A"), nil
			}}
			c, _ := testClient(t, s, func(c *Config) { c.BaseURL = base })
			_, err := c.Me().Message("M").UploadAttachment(t.Context(), model.Attachment{Name: "a"}, bytes.NewReader(all), int64(len(all)))
			if (err == nil) != safe || (sent > 0) != safe {
				t.Errorf("%s from %s: %d requests, %v; want followed %v", address, base, sent, err, safe)
			}
		}
	}
}

func TestSmallFilesGoInOneRequest(t *testing.T) {
	all := tenMB()
	s := &service{answer: func(_ int, e exchange) (*http.Response, error) {
		if strings.HasSuffix(e.URL, "createUploadSession") {
			return replyJSON(200, `{"uploadUrl":"https://mail.example/up"}`), nil
		}
		return replyJSON(201, `{"id":"N"}`), nil
	}}
	for _, dialect := range []Dialect{Vendor, Microsoft} {
		c, _ := testClient(t, s, func(c *Config) { c.Dialect = dialect })
		for n, session := range map[int]bool{0: false, 3 << 20: false, 3<<20 + 1: true} {
			before := len(s.seen)
			_, err := c.Me().Event("E").UploadAttachment(t.Context(), model.Attachment{Name: "a"}, bytes.NewReader(all), int64(n))
			if got := strings.Contains(s.requests()[before], "createUploadSession"); got != session {
				t.Errorf("%d bytes: session %v, %v; want %v", n, got, err, session)
			}
		}
		for n, session := range map[int]bool{0: false, 4 << 20: false, 4<<20 + 1: true} {
			before := len(s.seen)
			item, err := c.Me().Drive().Item("A").Upload(t.Context(), "plan v2.txt", "text/plain", bytes.NewReader(all), int64(n), OnConflict(ConflictRename))
			if got := s.requests()[before]; err != nil || item.ID != "N" ||
				session != (got == "POST /svc/v1.0/me/drive/items/A:/plan%20v2.txt:/createUploadSession") {
				t.Errorf("%d bytes: %s, %v; want a session %v", n, got, err, session)
			}
			if session && !strings.Contains(s.seen[before].Body, `"@microsoft.graph.conflictBehavior":"rename"`) {
				t.Errorf("got %s", s.seen[before].Body)
			}
		}
	}
}

// slowDepot takes ranges as slowly as its line is, and never answers the
// request of a number.
type slowDepot struct {
	depot
	silent int
}

func (d *slowDepot) RoundTrip(r *http.Request) (*http.Response, error) {
	if r.Method != http.MethodPut {
		return d.depot.RoundTrip(r)
	}
	if d.n+1 == d.silent {
		d.n++
		<-r.Context().Done()
		return nil, r.Context().Err()
	}
	r.Body = io.NopCloser(&slowReader{r.Body})
	return d.depot.RoundTrip(r)
}

type slowReader struct{ from io.Reader }

func (s *slowReader) Read(p []byte) (int, error) {
	time.Sleep(20 * time.Second)
	return s.from.Read(p[:min(len(p), 1<<20)])
}

// TestAnUploadGoesOnWhileItMoves has a line on which each range takes longer
// than nothing may come, and one on which an answer never comes.
func TestAnUploadGoesOnWhileItMoves(t *testing.T) {
	all := tenMB()[:6<<20]
	for _, silent := range []int{0, 2} {
		synctest.Test(t, func(t *testing.T) {
			d := &slowDepot{depot{t: t, size: int64(len(all))}, silent}
			c, err := New(Config{BaseURL: "https://mail.example/svc", Tokens: StaticToken("secret-token"), Transport: d})
			if err != nil {
				t.Fatal(err)
			}
			a, err := c.Me().Message("M").UploadAttachment(t.Context(), model.Attachment{Name: "plan.pdf"}, bytes.NewReader(all), d.size)
			if err != nil || a.ID == "" || !bytes.Equal(d.got, all) {
				t.Errorf("silent at %d: got %q, %v, and %d of %d bytes", silent, a.ID, err, len(d.got), len(all))
			}
			if (d.n > 2) != (silent > 0) {
				t.Errorf("silent at %d: %d requests", silent, d.n)
			}
		})
	}
}
