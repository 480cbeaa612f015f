package signin_test

import (
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strconv"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"daybook/signin"
)

// endpoints are the ways in which secrets travel, by the path they go to.
var endpoints = []struct {
	path string
	send func(ctx context.Context, c *signin.Client, p signin.Provider) error
}{
	{"/oauth2/token", func(ctx context.Context, c *signin.Client, p signin.Provider) error {
		_, err := c.Renew(ctx, p, canary)
		return err
	}},
	{"/oauth2/revoke", func(ctx context.Context, c *signin.Client, p signin.Provider) error {
		return c.Revoke(ctx, p, canary)
	}},
	{"/oauth2/device_authorization", func(ctx context.Context, c *signin.Client, p signin.Provider) error {
		_, err := c.Device(ctx, p)
		return err
	}},
	{"/.well-known/oauth-authorization-server", func(ctx context.Context, c *signin.Client, p signin.Provider) error {
		_, err := c.Discover(ctx, p.BaseURL)
		return err
	}},
}

// TestNoRedirectCarriesASecret sends every kind of redirect from every
// endpoint to another host, port and scheme, and to the same origin.
func TestNoRedirectCarriesASecret(t *testing.T) {
	var reached atomic.Int32
	caught := http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) { reached.Add(1) })
	port := httptest.NewServer(caught)
	defer port.Close()
	secure := httptest.NewTLSServer(caught)
	defer secure.Close()
	server := newProvider(t)
	server.set("/other", caught)
	targets := map[string]string{
		"port": port.URL, "scheme": secure.URL, "host": strings.Replace(port.URL, "127.0.0.1", "localhost", 1),
		"path": server.URL + "/other", "relative": "/other", "none": "",
	}
	c := signin.New(signin.Options{})
	p := server.discover(t, c)
	for _, e := range endpoints {
		for name, target := range targets {
			for _, status := range []int{301, 302, 303, 307, 308} {
				server.set(e.path, func(w http.ResponseWriter, _ *http.Request) {
					w.Header().Set("Location", target)
					w.WriteHeader(status)
				})
				err := e.send(t.Context(), c, p)
				if !errors.Is(err, signin.ErrProvider) || !strings.Contains(err.Error(), "redirect") {
					t.Errorf("%s, %d to another %s: err = %v, want ErrProvider about a redirect", e.path, status, name, err)
				}
				noSecret(t, "the error", err)
			}
		}
	}
	if n := reached.Load(); n != 0 {
		t.Errorf("%d requests followed a redirect, want none", n)
	}
}

func TestCodeIsNotCarriedByARedirect(t *testing.T) {
	var reached atomic.Int32
	other := httptest.NewServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { reached.Add(1) }))
	defer other.Close()
	server := newProvider(t)
	server.set("/oauth2/token", func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, other.URL, http.StatusTemporaryRedirect)
	})
	c := signin.New(signin.Options{})
	a, done := begin(t, c, server.discover(t, c))
	visit(t, a.Address)
	if got := <-done; !errors.Is(got.err, signin.ErrProvider) || reached.Load() != 0 {
		t.Errorf("err = %v, %d requests at the other server; want ErrProvider and none", got.err, reached.Load())
	}
}

func TestHostileAnswersAreErrorsInWords(t *testing.T) {
	long := canary + strings.Repeat("x", 40<<10)
	for name, answer := range map[string]http.HandlerFunc{
		"too large": func(w http.ResponseWriter, _ *http.Request) {
			_, _ = io.CopyN(w, zeros{}, 64<<20)
		},
		"too large, packed": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Length", strconv.Itoa(1<<40))
		},
		"not JSON":      body("text/html", "<html>"+canary),
		"no JSON":       body("application/json", canary),
		"half":          body("application/json", `{"access_token":"`+canary),
		"no token":      body("application/json", `{"token_type":"Bearer"}`),
		"another kind":  body("application/json", `{"access_token":"`+canary+`","token_type":"DPoP"}`),
		"a header more": body("application/json", `{"access_token":"`+canary+`\r\nX: y","token_type":"Bearer"}`),
		"a long token":  body("application/json", `{"access_token":"`+long+`","token_type":"Bearer"}`),
		"a list":        body("application/json", `["`+canary+`"]`),
		"an error":      status(500, `{"error":"`+canary+`","error_description":"`+canary+`"}`),
		"a bare error":  status(418, canary),
		"an escape":     status(400, `{"error":"`+"\\u001b[2J"+canary+`"}`),
	} {
		t.Run(name, func(t *testing.T) {
			server := newProvider(t)
			c := signin.New(signin.Options{Timeout: 5 * time.Second})
			p := server.discover(t, c)
			server.set("/oauth2/token", answer)
			_, err := c.Renew(t.Context(), p, canary)
			if _, ok := errors.AsType[*signin.Failure](err); !ok || errors.Is(err, signin.ErrSignInAgain) || strings.ContainsAny(err.Error(), "\x1b\r\n") {
				t.Errorf("err = %v, want a failure in words that does not end the session", err)
			}
			noSecret(t, "the error", err)
		})
	}
}

type zeros struct{}

func (zeros) Read(p []byte) (int, error) { clear(p); return len(p), nil }

func body(kind, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", kind)
		fmt.Fprint(w, text)
	}
}

func status(code int, text string) http.HandlerFunc {
	return func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		w.WriteHeader(code)
		fmt.Fprint(w, text)
	}
}

func TestSlowServerIsGivenUp(t *testing.T) {
	release := make(chan struct{})
	server := newProvider(t)
	c := signin.New(signin.Options{Timeout: 30 * time.Millisecond})
	p := server.discover(t, c)
	stall := func(http.ResponseWriter, *http.Request) { <-release }
	defer close(release)
	for _, e := range endpoints {
		server.set(e.path, stall)
		if err := e.send(t.Context(), c, p); !errors.Is(err, signin.ErrOffline) || !strings.Contains(err.Error(), "in time") {
			t.Errorf("%s: err = %v, want ErrOffline", e.path, err)
		}
	}
	t.Run("or left", func(t *testing.T) {
		c := signin.New(signin.Options{})
		for _, e := range endpoints {
			ctx, cancel := context.WithCancel(t.Context())
			time.AfterFunc(20*time.Millisecond, cancel)
			if err := e.send(ctx, c, p); !errors.Is(err, context.Canceled) {
				t.Errorf("%s: err = %v, want the context's", e.path, err)
			}
		}
	})
}

func TestNobodyThereIsOfflineInWords(t *testing.T) {
	server := newProvider(t)
	c := signin.New(signin.Options{})
	p := server.discover(t, c)
	server.Close()
	for _, e := range endpoints {
		if err := e.send(t.Context(), c, p); !errors.Is(err, signin.ErrOffline) || !strings.Contains(err.Error(), "refused") {
			t.Errorf("%s: err = %v, want ErrOffline", e.path, err)
		}
	}
}

func TestCertificatesAreToldApart(t *testing.T) {
	secure := httptest.NewTLSServer(http.NotFoundHandler())
	defer secure.Close()
	secure.Config.ErrorLog = nil
	_, err := signin.New(signin.Options{}).Discover(t.Context(), secure.URL)
	if !errors.Is(err, signin.ErrProvider) || !strings.Contains(err.Error(), "trusts") {
		t.Errorf("unknown authority: err = %v", err)
	}
}

func TestDiscoverRefusesWhatIsElsewhere(t *testing.T) {
	for name, change := range map[string]func(m map[string]any, own string){
		"another issuer":             func(m map[string]any, _ string) { m["issuer"] = "https://evil.example" },
		"an issuer with a path":      func(m map[string]any, own string) { m["issuer"] = own + "/tenant" },
		"no issuer":                  func(m map[string]any, _ string) { delete(m, "issuer") },
		"a token endpoint elsewhere": func(m map[string]any, _ string) { m["token_endpoint"] = "https://evil.example/token" },
		"a token endpoint in the clear": func(m map[string]any, _ string) {
			m["token_endpoint"] = "http://evil.example/token"
		},
		"another port":          func(m map[string]any, _ string) { m["token_endpoint"] = "http://127.0.0.1:1/token" },
		"an authorization page": func(m map[string]any, _ string) { m["authorization_endpoint"] = "https://evil.example/a" },
		"a device endpoint":     func(m map[string]any, _ string) { m["device_authorization_endpoint"] = "https://evil.example/d" },
		"a revocation endpoint": func(m map[string]any, _ string) { m["revocation_endpoint"] = "https://evil.example/r" },
		"another scheme":        func(m map[string]any, _ string) { m["authorization_endpoint"] = "javascript:alert(1)" },
		"a person in it": func(m map[string]any, own string) {
			m["token_endpoint"] = strings.Replace(own, "http://", "http://u:p@", 1) + "/token"
		},
		"no token endpoint": func(m map[string]any, _ string) { delete(m, "token_endpoint") },
		"plain challenges":  func(m map[string]any, _ string) { m["code_challenge_methods_supported"] = []string{"plain"} },
		"no addresses":      func(m map[string]any, _ string) { m["token_endpoint"] = 7 },
	} {
		t.Run(name, func(t *testing.T) {
			server := newProvider(t)
			m := server.metadata()
			change(m, server.URL)
			server.set("/.well-known/oauth-authorization-server", func(w http.ResponseWriter, _ *http.Request) { reply(w, http.StatusOK, m) })
			p, err := signin.New(signin.Options{}).Discover(t.Context(), server.URL)
			if !errors.Is(err, signin.ErrProvider) {
				t.Errorf("err = %v with %+v, want ErrProvider", err, p)
			}
		})
	}
}

func TestDiscoverRefusesAddresses(t *testing.T) {
	c := signin.New(signin.Options{Transport: nobody{t}})
	for _, address := range []string{
		"", "mail.example", "http://mail.example", "http://10.0.0.1:8025", "ftp://mail.example", "https://u:" + canary + "@mail.example",
		"https://mail.example?x=1", "https://mail.example#x", "https://", "https://:443", "http://localhost.evil.example", "://", "https://a b",
	} {
		_, err := c.Discover(t.Context(), address)
		if _, ok := errors.AsType[*signin.Failure](err); !ok {
			t.Errorf("%q: err = %v, want a failure before anything is sent", address, err)
		}
		noSecret(t, "the error", err)
	}
}

// nobody fails the test when anything is sent.
type nobody struct{ t *testing.T }

func (n nobody) RoundTrip(r *http.Request) (*http.Response, error) {
	n.t.Errorf("a request left for %s", r.URL)
	return nil, errors.New("nobody")
}

func TestServiceWithoutSignInSaysWhatElse(t *testing.T) {
	server := newProvider(t)
	server.set("/.well-known/oauth-authorization-server", http.NotFound)
	_, err := signin.New(signin.Options{}).Discover(t.Context(), server.URL)
	if err == nil || !strings.Contains(err.Error(), "DAYBOOK_TOKEN") {
		t.Errorf("err = %v, want words about DAYBOOK_TOKEN", err)
	}
}
