package signin

import (
	"bytes"
	"context"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"
)

const (
	maxAnswer = 256 << 10 // bytes of an answer, unpacked
	maxToken  = 32 << 10  // bytes of a token: more would not fit a header
)

// guard stands between the oauth2 package and the network: it lets nothing
// go out in the clear, and only whole, bounded answers come in, in time. The
// time is kept here and not by http.Client, whose timer runs on where the
// package forgets to close an answer.
type guard struct {
	next    http.RoundTripper
	timeout time.Duration
}

func (g *guard) RoundTrip(req *http.Request) (*http.Response, error) {
	if err := checkEndpoint("the address", req.URL); err != nil {
		closeBody(req)
		return nil, err
	}
	ctx, cancel := context.WithTimeout(req.Context(), g.timeout)
	defer cancel()
	resp, err := g.next.RoundTrip(req.WithContext(ctx))
	if err != nil {
		return nil, err
	}
	defer resp.Body.Close()
	if resp.StatusCode >= 300 && resp.StatusCode < 400 {
		return nil, failure(ErrProvider, "%s answers with a redirect, which is not followed: it could carry your sign-in elsewhere", req.URL.Host)
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxAnswer+1))
	if err != nil {
		return nil, err
	}
	if len(body) > maxAnswer {
		return nil, failure(ErrProvider, "%s answers with more than %d kB, which no sign-in service does", req.URL.Host, maxAnswer>>10)
	}
	resp.Body = io.NopCloser(bytes.NewReader(body))
	resp.ContentLength = int64(len(body))
	return resp, nil
}

// heeding ends a request with ctx.
type heeding struct {
	next http.RoundTripper
	ctx  context.Context
}

func (h *heeding) RoundTrip(req *http.Request) (*http.Response, error) {
	ctx, cancel := context.WithCancelCause(req.Context())
	stop := context.AfterFunc(h.ctx, func() { cancel(h.ctx.Err()) })
	defer stop()
	defer cancel(nil) // the guard below has read the answer whole
	return h.next.RoundTrip(req.WithContext(ctx))
}

func closeBody(req *http.Request) {
	if req.Body != nil {
		req.Body.Close()
	}
}

// checkEndpoint tells whether secrets may be sent to an address.
func checkEndpoint(what string, u *url.URL) error {
	switch {
	case u.Host == "" || u.Hostname() == "" || u.User != nil || u.Fragment != "":
		return failure(ErrProvider, "%s of the sign-in service is not a whole address", what)
	case u.Scheme == "https":
		return nil
	case u.Scheme == "http" && loopback(u.Hostname()):
		return nil
	}
	return failure(ErrProvider, "%s of the sign-in service, %s://%s, is not https: signing in there would show your tokens to the network", what, u.Scheme, u.Host)
}

func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

// origin is scheme, host and port, with the port always said.
func origin(u *url.URL) string {
	port := u.Port()
	if port == "" {
		port = map[string]string{"https": "443", "http": "80"}[strings.ToLower(u.Scheme)]
	}
	return strings.ToLower(u.Scheme) + "://" + net.JoinHostPort(strings.ToLower(u.Hostname()), port)
}

// checkToken refuses what could not be sent as it is in a header.
func checkToken(tok *oauth2.Token) error {
	if !strings.EqualFold(tok.Type(), "bearer") {
		return failure(ErrProvider, "the sign-in service gives tokens of a kind that daybook cannot use: it needs bearer tokens")
	}
	for _, s := range []string{tok.AccessToken, tok.RefreshToken} {
		if err := checkSecret(s); err != nil {
			return fmt.Errorf("the sign-in service's token: %w", err)
		}
	}
	return nil
}

func checkSecret(s string) error {
	if len(s) > maxToken {
		return failure(ErrProvider, "it is longer than %d kB", maxToken>>10)
	}
	for i := range len(s) {
		if s[i] <= ' ' || s[i] > '~' {
			return failure(ErrProvider, "it has characters that no token has")
		}
	}
	return nil
}
