package signin

import (
	"context"
	"crypto/subtle"
	"errors"
	"html/template"
	"net/http"
	"net/url"
	"sync"
)

// callback answers the browser that comes back. What it does not expect
// neither ends nor uses up the sign-in: any page in the browser can send
// requests here. The first one with the right state decides.
type callback struct {
	provider          Provider
	host, path, state string
	once              sync.Once
	result            chan outcome
}

type outcome struct {
	code Secret
	err  error
}

func newCallback(p Provider, host, path, state string) *callback {
	return &callback{provider: p, host: host, path: path, state: state, result: make(chan outcome, 1)}
}

// wait returns the code that the browser brings.
func (c *callback) wait(ctx context.Context) (Secret, error) {
	select {
	case got := <-c.result:
		return got.code, got.err
	case <-ctx.Done():
		if errors.Is(context.Cause(ctx), ErrExpired) {
			return "", failure(ErrExpired, "nobody finished the sign-in in the browser in time: begin it anew, or use --device")
		}
		return "", ctx.Err()
	}
}

func same(a, b string) bool { return subtle.ConstantTimeCompare([]byte(a), []byte(b)) == 1 }

func (c *callback) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	query, err := url.ParseQuery(r.URL.RawQuery)
	switch {
	case r.Host != c.host || !same(r.URL.Path, c.path):
		page(w, http.StatusNotFound, "Nothing is here.")
	case r.Method != http.MethodGet:
		page(w, http.StatusMethodNotAllowed, "Nothing is here.")
	case err != nil || repeated(query) || !same(query.Get("state"), c.state):
		page(w, http.StatusBadRequest, "This is not the sign-in that daybook began. It goes on waiting for the right one.")
	default:
		c.decide(w, query)
	}
}

func repeated(query url.Values) bool {
	for _, values := range query {
		if len(values) != 1 {
			return true
		}
	}
	return false
}

// decide takes the first answer with the right state, once.
func (c *callback) decide(w http.ResponseWriter, query url.Values) {
	first := false
	c.once.Do(func() {
		first = true
		got := c.read(query)
		if got.err != nil {
			page(w, http.StatusOK, "You are not signed in. daybook says why in the terminal. This page can be closed.")
		} else {
			page(w, http.StatusOK, "Thank you. daybook goes on in the terminal. This page can be closed.")
		}
		c.result <- got
	})
	if !first {
		page(w, http.StatusGone, "This sign-in has been used already. Begin a new one in the terminal.")
	}
}

func (c *callback) read(query url.Values) outcome {
	iss := query.Get("iss")
	switch {
	case iss != "" && !c.provider.names(iss), iss == "" && c.provider.MustNameIssuer:
		return outcome{err: failure(ErrProvider, "the browser brought an answer of another sign-in service than %s: it was not used", c.provider.host())}
	case query.Has("error"):
		if why, ok := reasonOf(query.Get("error"), query.Get("error_description")); ok {
			return outcome{err: why.failure(c.provider)}
		}
		return outcome{err: failure(ErrProvider, "%s refuses the sign-in and gives no reason that daybook knows", c.provider.host())}
	}
	code := query.Get("code")
	if code == "" || checkSecret(code) != nil {
		return outcome{err: failure(ErrProvider, "the browser came back from %s without a code", c.provider.host())}
	}
	return outcome{code: Secret(code)}
}

var pageTemplate = template.Must(template.New("page").Parse(`<!doctype html>
<html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>daybook</title>
<style>body{font:1.1rem/1.5 system-ui,sans-serif;max-width:34rem;margin:20vh auto;padding:0 1rem;color-scheme:light dark}</style>
<h1>daybook</h1><p>{{.}}</p></html>
`))

// page answers with one plain sentence that nothing may be added to, kept or
// framed.
func page(w http.ResponseWriter, status int, says string) {
	h := w.Header()
	h.Set("Content-Type", "text/html; charset=utf-8")
	h.Set("Content-Security-Policy", "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'")
	h.Set("Cache-Control", "no-store")
	h.Set("Referrer-Policy", "no-referrer")
	h.Set("X-Content-Type-Options", "nosniff")
	w.WriteHeader(status)
	_ = pageTemplate.Execute(w, says)
}
