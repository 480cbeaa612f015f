package e2e

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"html"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"daybook/api"
	"daybook/service"
	"daybook/signin"
	"daybook/signin/vault"
)

const annsPassword = "correct horse battery"

// elsewhere is a service with a sample, which Ann signs in to, and a profile
// for it. It is served on a port of this machine, or within the process, under
// the same address.
type elsewhere struct {
	t        *testing.T
	dir      string // of the service
	config   string
	address  string
	sessions *signin.Sessions

	mu   sync.Mutex
	code string // what a device shows
	got  []string
}

func newElsewhere(t *testing.T) *elsewhere {
	t.Helper()
	e := &elsewhere{t: t, dir: filepath.Join(t.TempDir(), "service")}
	if err := os.CopyFS(e.dir, os.DirFS(filepath.Join(sampleFolder(t), "sample"))); err != nil {
		t.Fatal(err)
	}
	v, err := vault.Open(vault.Options{Dir: t.TempDir(), Work: 4,
		Command: func(context.Context) (vault.Secret, error) { return "a passphrase for tests", nil }})
	if err != nil {
		t.Fatal(err)
	}
	e.sessions = signin.NewSessions(v)
	return e
}

// open opens the service, whose clock goes on from now.
func (e *elsewhere) open(t *testing.T) *service.Service {
	t.Helper()
	started := time.Now()
	s, err := service.Open(e.dir, service.Options{Now: func() time.Time { return now.Add(time.Since(started)) }})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

// signInByCode signs Ann in with the browser, over real sockets, and keeps the
// session as the program finds it.
func (e *elsewhere) signInByCode() {
	e.t.Helper()
	s := e.open(e.t)
	defer s.Close()
	if err := s.SetPassword(e.t.Context(), "ann@contoso.example", annsPassword); err != nil {
		e.t.Fatal(err)
	}
	server := httptest.NewServer(s.Site())
	defer server.Close()
	e.address = server.URL
	e.config = filepath.Join(e.t.TempDir(), "config.toml")
	content := "profile = \"work\"\n[profiles.work]\nbase_url = \"" + e.address + "\"\naccount = \"ann@contoso.example\"\n"
	if err := os.WriteFile(e.config, []byte(content), 0o600); err != nil {
		e.t.Fatal(err)
	}
	// The tokens are dated as in the bubble, whose time begins with the century.
	client := signin.New(signin.Options{Now: func() time.Time { return time.Date(2000, 1, 1, 0, 0, 0, 0, time.UTC) }})
	p, err := client.Discover(e.t.Context(), e.address)
	if err != nil {
		e.t.Fatal(err)
	}
	attempt, err := client.Browser(e.t.Context(), p)
	if err != nil {
		e.t.Fatal(err)
	}
	go e.person(http.DefaultTransport, attempt.Address, "", "allow")
	grant, err := attempt.Wait(e.t.Context())
	if err == nil {
		err = e.sessions.Save(e.t.Context(), "work", signin.Session{Provider: p, Account: signin.Account{Address: "ann@contoso.example"}, Grant: grant})
	}
	if err != nil {
		e.t.Fatal(err)
	}
}

// within reaches the service in this process, and notes what a device is
// shown and which grants are asked for.
func (e *elsewhere) within(s *service.Service) http.RoundTripper {
	handler := api.HandlerTransport(s.Site())
	return roundTrip(func(req *http.Request) (*http.Response, error) {
		if req.URL.Scheme+"://"+req.URL.Host != e.address {
			return nil, errors.New("a request to a foreign origin: " + req.URL.Host)
		}
		if err := e.note(req); err != nil {
			return nil, err
		}
		resp, err := handler.RoundTrip(req)
		if err != nil || !strings.HasSuffix(req.URL.Path, "device_authorization") {
			return resp, err
		}
		body, err := io.ReadAll(resp.Body)
		resp.Body.Close()
		resp.Body = io.NopCloser(bytes.NewReader(body))
		var shown struct {
			Code string `json:"user_code"`
		}
		e.mu.Lock()
		defer e.mu.Unlock()
		err = errors.Join(err, json.Unmarshal(body, &shown))
		e.code = shown.Code
		return resp, err
	})
}

// note keeps which grants the token endpoint is asked for.
func (e *elsewhere) note(req *http.Request) error {
	if !strings.HasSuffix(req.URL.Path, "/oauth2/token") {
		return nil
	}
	body, err := io.ReadAll(req.Body)
	req.Body = io.NopCloser(bytes.NewReader(body))
	form, parseErr := url.ParseQuery(string(body))
	e.mu.Lock()
	defer e.mu.Unlock()
	e.got = append(e.got, form.Get("grant_type"))
	return errors.Join(err, parseErr)
}

func (e *elsewhere) grants(kind string) (n int) {
	e.mu.Lock()
	defer e.mu.Unlock()
	for _, g := range e.got {
		if g == kind {
			n++
		}
	}
	return n
}

type roundTrip func(*http.Request) (*http.Response, error)

func (f roundTrip) RoundTrip(r *http.Request) (*http.Response, error) { return f(r) }

var (
	aForm  = regexp.MustCompile(`(?s)<form[^>]*?(?:action="([^"]*)")?[^>]*>(.*?)</form>`)
	aField = regexp.MustCompile(`<input[^>]* name="([^"]*)"[^>]*>`)
	aValue = regexp.MustCompile(` value="([^"]*)"`)
)

// person fills in the forms from an address on, as Ann, and answers allow or
// deny.
func (e *elsewhere) person(network http.RoundTripper, address, code, answer string) {
	jar, _ := cookiejar.New(nil) // without a list of suffixes: cannot fail
	browser := &http.Client{Jar: jar, Transport: network}
	resp, err := browser.Get(address)
	for err == nil {
		body, _ := io.ReadAll(resp.Body)
		resp.Body.Close()
		found := aForm.FindStringSubmatch(string(body))
		if found == nil {
			return
		}
		fields := url.Values{"answer": {answer}}
		for _, m := range aField.FindAllStringSubmatch(found[2], -1) {
			fill := map[string]string{"address": "ann@contoso.example", "password": annsPassword, "user_code": code}[m[1]]
			if v := aValue.FindStringSubmatch(m[0]); fill == "" && v != nil {
				fill = html.UnescapeString(v[1])
			}
			fields.Set(m[1], fill)
		}
		var to *url.URL
		if to, err = resp.Request.URL.Parse(html.UnescapeString(found[1])); err == nil {
			resp, err = browser.PostForm(to.String(), fields)
		}
	}
	e.t.Errorf("the browser: %v", err)
}

func TestASignInThatEndsWhileALetterIsWrittenIsMadeAnewAndTheLetterIsKept(t *testing.T) {
	e := newElsewhere(t)
	e.signInByCode()
	data := t.TempDir()
	synctest.Test(t, func(t *testing.T) {
		s := e.open(t)
		defer s.Close()
		network := e.within(s)
		d := start(t, setup{Data: data, Config: e.config, Elsewhere: network, Sessions: e.sessions})
		defer d.Quit()
		d.Pass(time.Second)
		d.See("work · ann@contoso.example", "Inbox", "Bo Berg")

		d.Pass(2 * time.Hour) // the access token expires, twice
		d.DontSee("signed out", "Sign in")
		if n := e.grants("refresh_token"); n == 0 || n > 3 {
			t.Errorf("%d renewals in two hours, want one an hour", n)
		}

		d.Press("c")
		d.Type("bo@contoso.example")
		d.Press("tab", "tab")
		d.Type("Half a thought")
		d.Press("tab")
		d.Type("which is not lost")
		if err := s.SetPassword(context.Background(), "ann@contoso.example", annsPassword); err != nil { // ends every sign-in
			t.Fatal(err)
		}
		d.Pass(time.Minute)
		d.See("signed out", "Half a thought", "which is not lost")

		d.Press("ctrl+p")
		d.Type("sign in again")
		d.Press("enter")
		d.Pass(time.Second)
		d.See("Sign in to", "a code for another device")
		d.Press("d")
		d.Pass(time.Second)
		d.See("go to this address", e.address+"/oauth2/device")
		e.mu.Lock()
		code := e.code
		e.mu.Unlock()
		e.person(network, e.address+"/oauth2/device", code, "allow")
		d.Pass(12 * time.Second)
		d.See("Half a thought", "which is not lost")
		d.DontSee("signed out", "go to this address")

		d.Press("ctrl+s")
		d.Pass(time.Minute)
		d.Press("/")
		d.Type("in:sent thought")
		d.Pass(2 * time.Second)
		d.See("Half a thought")
	})
}
