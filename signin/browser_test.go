package signin_test

import (
	"context"
	"errors"
	"io"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"

	"daybook/signin"
)

func readAll(t testing.TB, resp *http.Response) string {
	t.Helper()
	b, err := io.ReadAll(resp.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}

type waited struct {
	grant signin.Grant
	err   error
}

// begin starts a sign-in and waits for it beside the test.
func begin(t *testing.T, c *signin.Client, p signin.Provider) (*signin.Attempt, <-chan waited) {
	t.Helper()
	a, err := c.Browser(t.Context(), p)
	if err != nil {
		t.Fatal(err)
	}
	noSecret(t, "the attempt", a)
	done := make(chan waited, 1)
	go func() {
		g, err := a.Wait(t.Context())
		done <- waited{g, err}
	}()
	return a, done
}

// callbackOf is where the provider would send the browser, and the state.
func callbackOf(t *testing.T, a *signin.Attempt) (redirect *url.URL, state string) {
	t.Helper()
	u, err := url.Parse(a.Address)
	if err != nil {
		t.Fatal(err)
	}
	redirect, err = url.Parse(u.Query().Get("redirect_uri"))
	if err != nil {
		t.Fatal(err)
	}
	return redirect, u.Query().Get("state")
}

func TestBrowserGivesTokens(t *testing.T) {
	server := newProvider(t)
	before := goleak.IgnoreCurrent()
	defer func() {
		http.DefaultClient.CloseIdleConnections()
		server.CloseClientConnections()
		goleak.VerifyNone(t, before)
	}()
	c := signin.New(signin.Options{})
	a, done := begin(t, c, server.discover(t, c))
	redirect, _ := callbackOf(t, a)
	if redirect.Hostname() != "127.0.0.1" || redirect.Port() == "" || len(redirect.Path) < 20 {
		t.Errorf("redirect address = %s, want 127.0.0.1, a port and a random path", redirect)
	}
	if status, says := visit(t, a.Address); status != http.StatusOK || !strings.Contains(says, "goes on in the terminal") {
		t.Errorf("closing page = %d %s", status, says)
	}
	got := <-done
	if got.err != nil || got.grant.Access == "" || got.grant.Refresh == "" || time.Until(got.grant.Expiry) < 50*time.Minute {
		t.Errorf("grant = %v, %v; want both tokens, good for an hour", got.grant, got.err)
	}
	noSecret(t, "the grant", got.grant)
	for _, r := range server.seen {
		if r.URL.RawQuery != "" || r.Header.Get("Authorization") != "" || r.PostFormValue("client_id") != "daybook" {
			t.Errorf("token request = %s with %v: secrets and client id belong into the body", r.URL, r.PostForm)
		}
	}
}

func TestCallbackIgnoresWhatIsNotItsOwn(t *testing.T) {
	server := newProvider(t)
	c := signin.New(signin.Options{})
	a, done := begin(t, c, server.discover(t, c))
	redirect, state := callbackOf(t, a)
	right := url.Values{"state": {state}, "code": {canary}, "iss": {server.URL}}.Encode()
	for _, attack := range []struct {
		name, method, path, query, host string
		want                            int
	}{
		{"wrong state", "GET", redirect.Path, "code=x&state=" + strings.Repeat("A", len(state)), "", http.StatusBadRequest},
		{"no state", "GET", redirect.Path, "code=x", "", http.StatusBadRequest},
		{"empty state", "GET", redirect.Path, "code=x&state=", "", http.StatusBadRequest},
		{"the state and more", "GET", redirect.Path, "code=x&state=" + state + "x", "", http.StatusBadRequest},
		{"two states", "GET", redirect.Path, right + "&state=x", "", http.StatusBadRequest},
		{"two codes", "GET", redirect.Path, right + "&code=x", "", http.StatusBadRequest},
		{"broken query", "GET", redirect.Path, right + "&%zz", "", http.StatusBadRequest},
		{"another path", "GET", "/", right, "", http.StatusNotFound},
		{"a path below", "GET", redirect.Path + "/x", right, "", http.StatusNotFound},
		{"another name for this machine", "GET", redirect.Path, right, "evil.example:" + redirect.Port(), http.StatusNotFound},
		{"a form", "POST", redirect.Path, right, "", http.StatusMethodNotAllowed},
	} {
		t.Run(attack.name, func(t *testing.T) {
			req, err := http.NewRequest(attack.method, "http://"+redirect.Host+attack.path+"?"+attack.query, nil)
			if err != nil {
				t.Fatal(err)
			}
			if attack.host != "" {
				req.Host = attack.host
			}
			resp, err := http.DefaultClient.Do(req)
			if err != nil {
				t.Fatal(err)
			}
			defer resp.Body.Close()
			if body := readAll(t, resp); resp.StatusCode != attack.want || strings.Contains(body, state) {
				t.Errorf("status = %d, want %d; page: %s", resp.StatusCode, attack.want, body)
			}
			if got := resp.Header.Get("Content-Security-Policy"); !strings.Contains(got, "default-src 'none'") {
				t.Errorf("Content-Security-Policy = %q", got)
			}
		})
	}
	select {
	case got := <-done:
		t.Fatalf("an attack ended the sign-in: %v", got.err)
	default:
	}
	visit(t, a.Address)
	if got := <-done; got.err != nil {
		t.Errorf("the right callback after the attacks: %v", got.err)
	}
}

func TestCallbackIsUsedOnce(t *testing.T) {
	server := newProvider(t)
	release := make(chan struct{})
	server.set("/oauth2/token", func(w http.ResponseWriter, r *http.Request) {
		<-release
		server.mu.Lock()
		defer server.mu.Unlock()
		server.token(w, r)
	})
	c := signin.New(signin.Options{})
	a, done := begin(t, c, server.discover(t, c))
	visit(t, a.Address)
	redirect, state := callbackOf(t, a)
	second := redirect.String() + "?" + url.Values{"state": {state}, "code": {"another"}, "iss": {server.URL}}.Encode()
	if status, _ := visit(t, second); status != http.StatusGone {
		t.Errorf("second callback: status %d, want 410", status)
	}
	close(release)
	if got := <-done; got.err != nil {
		t.Errorf("the first callback: %v", got.err)
	}
	if n := len(server.seen); n != 1 {
		t.Errorf("%d codes were redeemed, want 1", n)
	}
	if _, err := http.Get(second); err == nil {
		t.Error("the port still answers after the sign-in")
	}
}

func TestCallbackOfAnotherIssuerIsRefused(t *testing.T) {
	for name, iss := range map[string]string{"foreign": "https://evil.example", "missing": "", "with a slash more": "/"} {
		t.Run(name, func(t *testing.T) {
			server := newProvider(t)
			c := signin.New(signin.Options{})
			a, done := begin(t, c, server.discover(t, c))
			redirect, state := callbackOf(t, a)
			q := url.Values{"state": {state}, "code": {canary}}
			if iss == "/" {
				iss = server.URL + "/"
			}
			if iss != "" {
				q.Set("iss", iss)
			}
			visit(t, redirect.String()+"?"+q.Encode())
			got := <-done
			if !errors.Is(got.err, signin.ErrProvider) || len(server.seen) != 0 {
				t.Errorf("err = %v after %d token requests, want ErrProvider and none", got.err, len(server.seen))
			}
			noSecret(t, "the error", got.err)
		})
	}
}

func TestCallbackFailuresAreWords(t *testing.T) {
	for _, c := range []struct {
		name  string
		query url.Values
		kind  error
		says  string
	}{
		{"declined", url.Values{"error": {"access_denied"}}, signin.ErrDenied, "was declined"},
		{"admin consent", url.Values{"error": {"consent_required"}, "error_description": {"AADSTS65001: The user or administrator has not consented. " + canary}}, signin.ErrAdmin, "your administrator has to approve"},
		{"admin approval", url.Values{"error": {"access_denied"}, "error_description": {"AADSTS90094: " + canary}}, signin.ErrAdmin, "your administrator has to approve"},
		{"unknown", url.Values{"error": {canary}, "error_description": {canary}}, signin.ErrProvider, "gives no reason that daybook knows"},
		{"no code", url.Values{}, signin.ErrProvider, "without a code"},
		{"a code with a line", url.Values{"code": {"a\r\nb"}}, signin.ErrProvider, "without a code"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := newProvider(t)
			client := signin.New(signin.Options{})
			a, done := begin(t, client, server.discover(t, client))
			redirect, state := callbackOf(t, a)
			c.query.Set("state", state)
			c.query.Set("iss", server.URL)
			if _, page := visit(t, redirect.String()+"?"+c.query.Encode()); strings.Contains(page, canary) || !strings.Contains(strings.ToLower(page), "not signed in") {
				t.Errorf("page: %s", page)
			}
			got := <-done
			if !errors.Is(got.err, c.kind) || !strings.Contains(got.err.Error(), c.says) {
				t.Errorf("err = %v, want %v saying %q", got.err, c.kind, c.says)
			}
			noSecret(t, "the error", got.err)
		})
	}
}

func TestBrowserEnds(t *testing.T) {
	server := newProvider(t)
	c := signin.New(signin.Options{Patience: 20 * time.Millisecond})
	p := server.discover(t, c)
	t.Run("by itself", func(t *testing.T) {
		_, done := begin(t, c, p)
		if got := <-done; !errors.Is(got.err, signin.ErrExpired) || !strings.Contains(got.err.Error(), "in time") {
			t.Errorf("err = %v, want ErrExpired", got.err)
		}
	})
	t.Run("when cancelled", func(t *testing.T) {
		a, err := signin.New(signin.Options{}).Browser(t.Context(), p)
		if err != nil {
			t.Fatal(err)
		}
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if _, err := a.Wait(ctx); !errors.Is(err, context.Canceled) {
			t.Errorf("err = %v, want the context's", err)
		}
		redirect, _ := callbackOf(t, a)
		if _, err := http.Get(redirect.String()); err == nil {
			t.Error("the port still answers")
		}
	})
}

func TestBrowserRefusesWhatCannotWork(t *testing.T) {
	c := signin.New(signin.Options{})
	for name, p := range map[string]signin.Provider{
		"no client id":      microsoft(t, signin.Directory{}),
		"no authorization":  {Token: "https://id.example/token", ClientID: "x"},
		"no token endpoint": {Authorize: "https://id.example/a", ClientID: "x"},
		"plain http":        {Authorize: "http://id.example/a", Token: "https://id.example/token", ClientID: "x"},
	} {
		if _, err := c.Browser(t.Context(), p); err == nil {
			t.Errorf("%s: no error", name)
		}
	}
}
