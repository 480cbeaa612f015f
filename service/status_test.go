package service

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"regexp"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/prometheus/client_golang/prometheus/testutil/promlint"

	"daybook/service/auth"
	"daybook/service/oauth"
	"daybook/service/store"
)

// watched is a service that is served, and the address of its status.
type watched struct {
	t           *testing.T
	svc         *Service
	url, status string
	token       string // ann's
	end         func()
	done        chan error
}

func serveWatched(t *testing.T, opts ServeOptions) *watched {
	t.Helper()
	w := &watched{t: t}
	var err error
	if w.svc, err = Open(t.TempDir(), Options{}); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { w.svc.Close() })
	if _, err := w.svc.store.AddMailbox(t.Context(), store.Mailbox{Kind: store.KindUser, PrincipalName: "ann@contoso.example"}); err != nil {
		t.Fatal(err)
	}
	if w.token, err = w.svc.MintForRun(t.Context(), "ann@contoso.example", "Mail.ReadWrite"); err != nil {
		t.Fatal(err)
	}
	opts.Of, opts.Status = w.svc, "127.0.0.1:0"
	opts.StatusReady = func(u string) { w.status = u }
	w.url, w.end, w.done = served(t, w.svc.Site(), opts)
	return w
}

func (w *watched) ask(method, url, body string, headers ...string) (int, string) {
	w.t.Helper()
	req, err := http.NewRequest(method, url, strings.NewReader(body))
	if err != nil {
		w.t.Fatal(err)
	}
	for i := 0; i < len(headers); i += 2 {
		req.Header.Set(headers[i], headers[i+1])
		if headers[i] == "Host" {
			req.Host = headers[i+1]
		}
	}
	res, err := http.DefaultClient.Do(req)
	if err != nil {
		w.t.Fatal(err)
	}
	defer res.Body.Close()
	b, err := io.ReadAll(res.Body)
	if err != nil {
		w.t.Error(err)
	}
	return res.StatusCode, string(b)
}

func (w *watched) figures() series {
	w.t.Helper()
	code, text := w.ask("GET", w.status+metricsPath, "")
	all, types, err := parseExposition(text)
	if code != http.StatusOK || err != nil {
		w.t.Fatalf("/metrics: %d, %v:\n%s", code, err, text)
	}
	if problems, err := promlint.New(strings.NewReader(text)).Lint(); err != nil || len(problems) > 0 {
		w.t.Errorf("/metrics: %v, %v", err, problems)
	}
	for name := range types {
		if !regexp.MustCompile(`^(daybook|go|process|promhttp)_`).MatchString(name) {
			w.t.Errorf("a figure is called %s", name)
		}
	}
	return all
}

func (w *watched) close() {
	w.t.Helper()
	w.end()
	if err := <-w.done; err != nil {
		w.t.Error(err)
	}
}

func TestTheFiguresCountByOperationAndCode(t *testing.T) {
	w := serveWatched(t, ServeOptions{now: ticking()})
	if err := w.svc.SetPassword(t.Context(), "ann@contoso.example", "correct horse battery"); err != nil {
		t.Fatal(err)
	}
	for _, password := range []string{"wrong", "wrong too", "correct horse battery"} {
		_, err := w.svc.auth.SignIn(t.Context(), "ann@contoso.example", password, auth.Client{Address: "192.0.2.1"})
		if errors.Is(err, auth.ErrWrongPassword) != strings.HasPrefix(password, "wrong") {
			t.Fatal(err)
		}
	}
	bearer := []string{"Authorization", "Bearer " + w.token, "Content-Type", "application/json"}
	for range 3 {
		w.ask("GET", w.url+"/v1.0/me/messages", "", bearer...)
	}
	w.ask("GET", w.url+"/v1.0/me/messages/none", "", bearer...)
	w.ask("GET", w.url+"/v1.0/me/messages", "")
	w.ask("POST", w.url+"/v1.0/$batch", `{"requests":[{"id":"1","method":"GET","url":"/me/messages"},{"id":"2","method":"GET","url":"/nowhere"}]}`, bearer...)
	got := w.figures()
	for key, want := range map[string]float64{
		`daybook_requests_total{code="200",operation="ListMessages"}`:                 3,
		`daybook_requests_total{code="401",operation="ListMessages"}`:                 1,
		`daybook_requests_total{code="404",operation="GetMessage"}`:                   1,
		`daybook_requests_total{code="200",operation="Batch"}`:                        1,
		`daybook_batch_parts_total{code="200",operation="ListMessages"}`:              1,
		`daybook_batch_parts_total{code="404",operation="none"}`:                      1,
		`daybook_request_duration_seconds_sum{operation="ListMessages"}`:              1, // four, by the clock that ticks
		`daybook_request_duration_seconds_bucket{le="0.25",operation="ListMessages"}`: 4,
		`daybook_request_duration_seconds_bucket{le="0.1",operation="ListMessages"}`:  0,
		`daybook_sign_ins_total{result="wrong"}`:                                      2,
		`daybook_sign_ins_total{result="accepted"}`:                                   1,
		`daybook_sign_ins_total{result="delayed"}`:                                    0,
		`daybook_requests_in_flight{}`:                                                0,
		`daybook_failures_total{}`:                                                    0,
		`daybook_index_queue_length{}`:                                                0,
		`daybook_store_connections_max{pool="write"}`:                                 1,
		`daybook_store_connections_max{pool="read"}`:                                  4,
	} {
		if n, there := got[key]; !there || n != want {
			t.Errorf("%s is %v (there: %v), want %v", key, n, there, want)
		}
	}
	for _, key := range []string{"go_goroutines{}", "go_memstats_heap_alloc_bytes{}", "daybook_connections{}"} {
		if got[key] <= 0 {
			t.Errorf("%s is %v", key, got[key])
		}
	}
	w.close()
}

// TestNoRequestMakesALabel sends what a stranger, and somebody with a token, can
// make up: labels stay those of the routing table.
func TestNoRequestMakesALabel(t *testing.T) {
	w := serveWatched(t, ServeOptions{})
	known := map[string]bool{noOperation: true}
	for _, r := range routes(w.svc.store) {
		known[r.Operation] = true
	}
	for _, o := range oauth.Operations() {
		known[o] = true
	}
	for i := range 40 {
		evil := fmt.Sprintf("made-up-%d", i)
		w.ask("GET", w.url+"/"+evil, "")
		w.ask("GET", w.url+"/v1.0/"+evil+"/x?"+evil+"=1", "", "Authorization", "Bearer "+w.token, "client-request-id", evil)
		w.ask("GET", w.url+"/v1.0/me/messages/"+evil, "", "Authorization", "Bearer "+w.token, "User-Agent", evil)
		w.ask("GET", w.url+"/v1.0/users/"+evil+"/messages", "", "Authorization", "Bearer "+w.token)
		w.ask(strings.ToUpper(evil), w.url+"/v1.0/me/messages", "", "Authorization", "Bearer "+w.token)
		w.ask(strings.ToUpper(evil), w.url+"/oauth2/token", "client_id="+evil)
		w.ask("GET", w.url+"/v1.0/me/messages", "", "Host", evil)
		w.ask("GET", w.status+"/"+evil, "", "Host", evil)
		w.ask("POST", w.url+"/v1.0/$batch", `{"requests":[{"id":"`+evil+`","method":"`+evil+`","url":"/`+evil+`"}]}`,
			"Authorization", "Bearer "+w.token, "Content-Type", "application/json")
	}
	operation := regexp.MustCompile(`operation="([^"]*)"`)
	code := regexp.MustCompile(`code="[2-5][0-9][0-9]"`)
	n := 0
	for key := range w.figures() {
		if strings.Contains(strings.ToLower(key), "made-up") {
			t.Errorf("a request has made %s", key)
		}
		if m := operation.FindStringSubmatch(key); m != nil {
			if n++; !known[m[1]] {
				t.Errorf("%s is of no operation of the routing table", key)
			}
		}
		if strings.Contains(key, `code="`) && strings.HasPrefix(key, "daybook") && !code.MatchString(key) {
			t.Errorf("%s has no status", key)
		}
	}
	if n == 0 {
		t.Error("there are no operations")
	}
	w.close()
}

func TestTheStatusHasAnAddressOfItsOwn(t *testing.T) {
	w := serveWatched(t, ServeOptions{Hosts: []string{"daybook"}})
	for _, path := range []string{healthPath, readyPath, metricsPath} {
		for _, spelled := range []string{path, "/" + path, "/v1.0/.." + path, path + "/"} {
			if code, body := w.ask("GET", w.url+spelled, ""); code != http.StatusUnauthorized || strings.Contains(body, "go_") {
				t.Errorf("a stranger gets %s from the public address: %d %s", spelled, code, body)
			}
		}
		for host, want := range map[string]int{"127.0.0.1:1": 200, "[::1]:9090": 200, "localhost": 200, "localhost:9090": 200, "10.0.0.7": 200, "daybook:9090": 200,
			"evil.example": 421, "evil.example:9090": 421, "127.0.0.1.evil.example": 421, "localhost.evil.example": 421} {
			if code, _ := w.ask("GET", w.status+path, "", "Host", host); code != want {
				t.Errorf("%s at %s: got %d, want %d", path, host, code, want)
			}
		}
		if code, _ := w.ask("POST", w.status+path, "x"); code != http.StatusMethodNotAllowed {
			t.Errorf("POST %s: got %d", path, code)
		}
	}
	for _, path := range []string{"/", "/v1.0/me/messages", "/oauth2/authorize", "/debug/pprof/", metricsPath + "/x"} {
		if code, _ := w.ask("GET", w.status+path, "", "Authorization", "Bearer "+w.token); code != http.StatusNotFound {
			t.Errorf("the status address has %s: %d", path, code)
		}
	}
	w.close()
	refused(w.status)
}

func TestReadinessEndsBeforeTheServiceDoes(t *testing.T) {
	drained, draining := make(chan time.Time), make(chan bool, 1)
	w := serveWatched(t, ServeOptions{Drain: time.Hour, after: func(d time.Duration) <-chan time.Time {
		if d != time.Hour {
			return nil // the store answers
		}
		draining <- true
		return drained
	}})
	if code, words := w.ask("GET", w.status+readyPath, ""); code != http.StatusOK || words != "ready\n" {
		t.Errorf("all is well, and it is said: %d %s", code, words)
	}
	w.end()
	<-draining
	if code, words := w.ask("GET", w.status+readyPath, ""); code != http.StatusServiceUnavailable || words != "not ready: it is ending\n" {
		t.Errorf("while it drains: %d %s", code, words)
	}
	if code, _ := w.ask("GET", w.status+healthPath, ""); code != http.StatusOK {
		t.Errorf("while it drains its health is %d", code)
	}
	if code, _ := w.ask("GET", w.url+"/v1.0/me/messages", "", "Authorization", "Bearer "+w.token); code != http.StatusOK {
		t.Errorf("while it drains a request gets %d", code)
	}
	close(drained)
	w.close()
	refused(w.status)
}

func TestReadinessSaysWhatIsWrong(t *testing.T) {
	w := serveWatched(t, ServeOptions{})
	if err := w.svc.store.Close(); err != nil {
		t.Fatal(err)
	}
	if code, words := w.ask("GET", w.status+readyPath, ""); code != http.StatusServiceUnavailable || !strings.Contains(words, "the mailbox cannot be read") {
		t.Errorf("%d %s", code, words)
	}
	if code, _ := w.ask("GET", w.status+healthPath, ""); code != http.StatusOK {
		t.Errorf("its health is %d", code)
	}
	if all := w.figures(); all["go_goroutines{}"] == 0 || len(all) == 0 {
		t.Error("what the store does not answer takes the other figures away")
	}
	w.close()
}

// TestManyWhoAskAreOneLook: a store that hangs is asked once, however many want
// to know, and they hear of it.
func TestManyWhoAskAreOneLook(t *testing.T) {
	looks, hang, late := make(chan bool, 10), make(chan bool), make(chan time.Time)
	s := &statusSite{ready: func(context.Context) error { looks <- true; <-hang; return nil },
		after: func(time.Duration) <-chan time.Time { return late }}
	var all sync.WaitGroup
	ask := func() error { return s.isReady(t.Context()) }
	for range 5 {
		all.Go(func() {
			if err := ask(); err == nil || err.Error() != "the mailbox does not answer" {
				t.Errorf("got %v", err)
			}
		})
	}
	<-looks
	close(late)
	all.Wait()
	if len(looks) > 0 {
		t.Errorf("the store was asked %d times more", len(looks))
	}
	s.after = func(time.Duration) <-chan time.Time { return nil }
	close(hang)
	if err := ask(); err != nil {
		t.Errorf("the store answers again: %v", err)
	}
}
