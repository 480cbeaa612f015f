package service_test

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"net/http"
	"slices"
	"strings"
	"sync"
	"testing"

	"daybook/service"
	"daybook/service/servicetest"
	"daybook/service/store"
)

// lines is a log that can be read while it is written.
type lines struct {
	mu  sync.Mutex
	all bytes.Buffer
}

func (l *lines) Write(b []byte) (int, error) {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.all.Write(b)
}

// records are the lines so far, each a JSON object.
func (l *lines) records(t *testing.T) (out []map[string]any) {
	t.Helper()
	l.mu.Lock()
	defer l.mu.Unlock()
	for line := range strings.Lines(l.all.String()) {
		var r map[string]any
		if err := json.Unmarshal([]byte(line), &r); err != nil {
			t.Fatalf("%v: %q", err, line)
		}
		out = append(out, r)
	}
	return out
}

// TestTheLogTellsOfRequestsByIDsAlone makes requests with all that must not be
// in a log, and finds each of them there by the id of its reply.
func TestTheLogTellsOfRequestsByIDsAlone(t *testing.T) {
	w := servicetest.New(t, "Mail.ReadWrite")
	var log lines
	ctx, cancel := context.WithCancel(t.Context())
	ready, done := make(chan string, 1), make(chan error, 1)
	go func() {
		done <- service.Serve(ctx, w.Service.Site(), service.ServeOptions{Listen: "127.0.0.1:0", Ready: func(u string) { ready <- u },
			Log: service.NewLog(&log, true), LogAll: true})
	}()
	base := <-ready
	ids := map[string]string{} // of replies, by what was asked
	ask := func(name, method, path, token, clientID, body string) {
		req, _ := http.NewRequest(method, base+path, strings.NewReader(body))
		req.Header.Set("Content-Type", "application/json")
		if path[1] == 'o' {
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		}
		req.Header.Set("Authorization", "Bearer "+token)
		if clientID != "" {
			req.Header.Set("client-request-id", clientID)
		}
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		b, _ := io.ReadAll(res.Body)
		res.Body.Close()
		ids[name] = res.Header.Get("request-id")
		if strings.Contains(string(b), "innerError") && name != "batch" && !strings.Contains(string(b), ids[name]) {
			t.Errorf("%s: the id is %s, and not that of the body: %s", name, ids[name], b)
		}
	}
	ann := w.Tokens["ann"]
	ask("list", "GET", "/v1.0/me/messages?$search=%22hushword%22", ann, "0c7b-mine", "")
	ask("other", "GET", "/v1.0/users/ann@contoso.example/messages/hushword", ann, strings.Repeat("x", 129), "")
	ask("make", "POST", "/v1.0/me/messages", ann, "c\u009b2J", `{"subject":"hushword","toRecipients":[{"emailAddress":{"address":"bo@contoso.example"}}]}`)
	ask("stranger", "GET", "/v1.0/me/messages", "hushword", "", "")
	ask("nothing", "HUSHWORD", "/hushword/me", ann, "", "")
	ask("token", "POST", "/oauth2/token", ann, "", "grant_type=hushword&password=hushword")
	ask("batch", "POST", "/v1.0/$batch", ann, "",
		`{"requests":[{"id":"1","method":"GET","url":"/me/messages?$search=\"hushword\"","headers":{"client-request-id":"\u001b[31m\nlevel=hushword"}},
		{"id":"2","method":"GET","url":"/me/hushword"}]}`)
	ask("large", "GET", "/v1.0/me/messages", ann, strings.Repeat("x", 1<<20), "") // refused by the server, which has no id then
	http.DefaultClient.CloseIdleConnections()
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}

	whole := strings.ToLower(log.all.String())
	for _, secret := range append([]string{"hushword", "@", "contoso", "xxxx", "127.0.0.1", `\u001b`, "\u009b"}, ann, w.Tokens["bo"]) {
		if strings.Contains(whole, strings.ToLower(secret)) {
			t.Errorf("the log has %q: %s", secret, whole)
		}
	}
	known := []string{"time", "level", "msg", "request", "client_request", "method", "operation", "status", "user", "mailbox", "ms", "batch"}
	found := map[string]map[string]any{}
	var parts []map[string]any
	for _, r := range log.records(t) {
		for key := range r {
			if !slices.Contains(known, key) {
				t.Errorf("a line has %q: %v", key, r)
			}
		}
		if r["batch"] != nil {
			parts = append(parts, r)
			continue
		}
		found[r["request"].(string)] = r
	}
	id := w.IDs["ann"]
	for name, want := range map[string][5]any{ // operation, status, mailbox, method, the client's id
		"list":     {"ListMessages", 200.0, id, "GET", "0c7b-mine"},
		"other":    {"GetMessage", 404.0, id, "GET", nil},
		"make":     {"CreateMessage", 201.0, id, "POST", nil},
		"stranger": {"ListMessages", 401.0, nil, "GET", nil},
		"nothing":  {nil, 404.0, nil, nil, nil},
		"token":    {"OAuthToken", 401.0, nil, "POST", nil},
		"batch":    {"Batch", 200.0, id, "POST", nil},
	} {
		r := found[ids[name]]
		if got := [5]any{r["operation"], r["status"], r["mailbox"], r["method"], r["client_request"]}; got != want || ids[name] == "" {
			t.Errorf("%s: got %v, want %v (%v)", name, got, want, r)
		}
	}
	if len(parts) != 2 || parts[0]["operation"] != "ListMessages" || parts[0]["status"] != 200.0 || parts[1]["status"] != 404.0 ||
		parts[0]["batch"] != ids["batch"] || parts[0]["request"] == ids["batch"] {
		t.Errorf("the parts of the batch are %v", parts)
	}
}

// TestAFailureHasTheIDOfItsRequest: in the reply, in the line of the request and
// in that of the report, which are there without LogAll.
func TestAFailureHasTheIDOfItsRequest(t *testing.T) {
	var log lines
	svc, err := service.Open(t.TempDir(), service.Options{Report: service.ReportTo(service.NewLog(&log, true))})
	if err != nil {
		t.Fatal(err)
	}
	if err := svc.Store().Write(t.Context(), func(tx *store.Tx) error {
		_, err := tx.AddMailbox(store.Mailbox{Kind: store.KindUser, PrincipalName: "ann@contoso.example"})
		return err
	}); err != nil {
		t.Fatal(err)
	}
	token, err := svc.MintForRun(t.Context(), "ann@contoso.example", "Mail.Read")
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	ready, done := make(chan string, 1), make(chan error, 1)
	go func() {
		done <- service.Serve(ctx, svc.Site(), service.ServeOptions{Listen: "127.0.0.1:0", Ready: func(u string) { ready <- u },
			Log: service.NewLog(&log, true)})
	}()
	base := <-ready
	ask := func() (int, string) {
		req, _ := http.NewRequest("GET", base+"/v1.0/me/messages", nil)
		req.Header.Set("Authorization", "Bearer "+token)
		res, err := http.DefaultClient.Do(req)
		if err != nil {
			t.Fatal(err)
		}
		res.Body.Close()
		return res.StatusCode, res.Header.Get("request-id")
	}
	if status, _ := ask(); status != http.StatusOK || len(log.records(t)) > 0 {
		t.Errorf("all is well, and %d: %v", status, log.records(t))
	}
	if err := svc.Close(); err != nil {
		t.Fatal(err)
	}
	status, id := ask()
	http.DefaultClient.CloseIdleConnections()
	cancel()
	if err := <-done; err != nil {
		t.Fatal(err)
	}
	said := log.records(t)
	if status != http.StatusInternalServerError || id == "" || len(said) != 2 || said[0]["msg"] != "failure" || said[1]["msg"] != "request" ||
		said[0]["request"] != id || said[1]["request"] != id || said[0]["level"] != "ERROR" || said[1]["level"] != "ERROR" {
		t.Errorf("%d, %s: %v", status, id, said)
	}
}
