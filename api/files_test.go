package api

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"slices"
	"strings"
	"testing"
)

func TestDownloadStreamsAndTellsItsProgress(t *testing.T) {
	want := strings.Repeat("plan", 50_000)
	s := &service{answer: func(int, exchange) (*http.Response, error) {
		return replyJSON(200, want, "Content-Type", "text/plain"), nil
	}}
	c, _ := testClient(t, s)
	var last, total int64
	content, err := c.Me().Drive().Item("A").Download(t.Context(), Progress(func(done, of int64) {
		if done <= last {
			t.Errorf("progress went from %d to %d", last, done)
		}
		last, total = done, of
	}))
	if err != nil {
		t.Fatal(err)
	}
	defer content.Close()
	got, err := io.ReadAll(content)
	if err != nil || string(got) != want || content.ContentType != "text/plain" || content.Size != int64(len(want)) {
		t.Errorf("got %d bytes of %s, %d told, %v", len(got), content.ContentType, content.Size, err)
	}
	if last != int64(len(want)) || total != last {
		t.Errorf("progress ended at %d of %d, want %d", last, total, len(want))
	}
}

// TestDownloadFollowsItsRedirectWithoutTheToken has the other host over
// loopback http, which counts as safe there.
func TestDownloadFollowsItsRedirectWithoutTheToken(t *testing.T) {
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if got := r.Header.Get("Authorization"); got != "" {
			t.Errorf("the other host saw Authorization %q", got)
		}
		io.WriteString(w, "plan")
	}))
	defer other.Close()
	for target, ok := range map[string]bool{
		other.URL + "/x":       true,
		"http://evil.example/": false,
		"file:///etc/passwd":   false,
		"":                     false,
	} {
		own := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			if target != "" {
				w.Header().Set("Location", target)
			}
			w.WriteHeader(http.StatusFound)
		}))
		c, err := New(Config{BaseURL: own.URL, Tokens: StaticToken("canary"), Concurrent: 1}) // both requests have the one place
		if err != nil {
			t.Fatal(err)
		}
		content, err := c.Me().Drive().Item("A").Download(t.Context())
		if (err == nil) != ok {
			t.Errorf("redirected to %q: got %v, want followed %v", target, err, ok)
		}
		if err == nil {
			got, _ := io.ReadAll(content)
			content.Close()
			if string(got) != "plan" {
				t.Errorf("got %q, want plan", got)
			}
		}
		own.Close()
	}
}

func TestUploadIsReadAgainWhenRepeated(t *testing.T) {
	content := bytes.Repeat([]byte("plan"), 30_000)
	s := &service{answer: func(n int, e exchange) (*http.Response, error) {
		if n == 1 {
			return replyJSON(503, ""), nil
		}
		return replyJSON(201, `{"id":"N"}`), nil
	}}
	c, _ := testClient(t, s)
	var done []int64
	item, err := c.Me().Drive().Item("A").Upload(t.Context(), "my plan: v2.txt", "text/plain", bytes.NewReader(content), int64(len(content)),
		Progress(func(n, _ int64) { done = append(done, n) }))
	if err != nil || item.ID != "N" {
		t.Fatalf("got %q, %v, want the new file", item.ID, err)
	}
	want := slices.Repeat([]string{"PUT /svc/v1.0/me/drive/items/A:/my%20plan%3A%20v2.txt:/content"}, 2)
	if got := s.requests(); !slices.Equal(got, want) {
		t.Errorf("got %v, want %v", got, want)
	}
	for i, e := range s.seen {
		if e.Body != string(content) || e.Header.Get("Content-Type") != "text/plain" {
			t.Errorf("attempt %d: got %d bytes of %s", i+1, len(e.Body), e.Header.Get("Content-Type"))
		}
	}
	if len(done) == 0 || done[len(done)-1] != int64(len(content)) {
		t.Errorf("progress: got %v, want it to end at %d", done, len(content))
	}
}

func TestPhotosAreBounded(t *testing.T) {
	s := &service{answer: func(int, exchange) (*http.Response, error) {
		return &http.Response{StatusCode: 200, Header: http.Header{}, Body: io.NopCloser(zeros{}), ContentLength: -1}, nil
	}}
	c, _ := testClient(t, s)
	if _, err := c.Me().Photo().Get(t.Context()); err == nil || !strings.Contains(err.Error(), "larger than") {
		t.Errorf("got %v, want an error that names the bound", err)
	}
}

func TestADeleteWhoseAnswerWasLostHasSucceeded(t *testing.T) {
	for name, first := range map[string]error{"lost": io.ErrUnexpectedEOF, "refused": nil} {
		rt := roundTripFunc(func() func(*http.Request) (*http.Response, error) {
			n := 0
			return func(req *http.Request) (*http.Response, error) {
				if n++; n == 1 && first != nil {
					return nil, first
				}
				resp := replyJSON(404, "")
				if n == 1 {
					resp = replyJSON(429, "")
				}
				resp.Request = req
				return resp, nil
			}
		}())
		c, _ := testClient(t, rt)
		err := c.Me().Contact("A").Delete(t.Context())
		if (err == nil) != (first != nil) {
			t.Errorf("%s, then 404: got %v", name, err)
		}
	}
}

func TestRawWritesWhatCame(t *testing.T) {
	s := &service{answer: threePages}
	c, _ := testClient(t, s)
	var out bytes.Buffer
	if err := c.Raw(t.Context(), "GET", "/me/messages?$top=2", nil, true, &out); err != nil {
		t.Fatal(err)
	}
	want := "{\"value\":[{\"id\":\"1a\"},\n{\"id\":\"1b\"},\n{\"id\":\"2a\"},\n{\"id\":\"2b\"},\n{\"id\":\"3a\"},\n{\"id\":\"3b\"}]}\n"
	if out.String() != want {
		t.Errorf("got %s, want %s", out.String(), want)
	}
	s.answer = func(int, exchange) (*http.Response, error) { return replyJSON(200, `{"id": "x"}`), nil }
	for _, paginate := range []bool{true, false} {
		out.Reset()
		if err := c.Raw(t.Context(), "patch", "/beta/oAuth2Permissiongrants/g", []byte(`{"scope":"s"}`), paginate, &out); err != nil || out.String() != `{"id": "x"}` {
			t.Errorf("paginate %v: got %q, %v, want the reply as it came", paginate, out.String(), err)
		}
	}
	last := s.seen[len(s.seen)-1]
	if last.Method+" "+last.URL+" "+last.Body != `PATCH /svc/beta/oAuth2Permissiongrants/g {"scope":"s"}` {
		t.Errorf("got %s %s %s", last.Method, last.URL, last.Body)
	}
	for _, path := range []string{"me", "https://evil.example/x", "//evil.example/x", ""} {
		if err := c.Raw(t.Context(), "GET", path, nil, false, &out); err == nil {
			t.Errorf("%q: got no error", path)
		}
	}
	if err := c.Raw(t.Context(), "POST", "/me/messages", []byte("{"), false, &out); err == nil {
		t.Error("a body that is not JSON: got no error")
	}
	if err := c.Raw(t.Context(), "GET", "/me/messages", nil, false, failingWriter{}); !errors.Is(err, io.ErrShortWrite) {
		t.Errorf("got %v, want the writer's error", err)
	}
}

type failingWriter struct{}

func (failingWriter) Write([]byte) (int, error) { return 0, io.ErrShortWrite }
