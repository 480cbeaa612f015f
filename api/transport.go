package api

import (
	"fmt"
	"net/http"
	"net/url"
	"strings"
)

// originPin refuses every request that would leave the client's origin. It
// stands outside the layer that adds the token, so that no address found in
// a reply can carry one away.
type originPin struct {
	next http.RoundTripper
	base *url.URL
}

func (t *originPin) RoundTrip(req *http.Request) (*http.Response, error) {
	if !sameOrigin(t.base, req.URL) {
		closeRequest(req)
		return nil, permanent{fmt.Errorf("the address is at %s://%s, not at the service's own %s://%s, and was not followed",
			req.URL.Scheme, req.URL.Host, t.base.Scheme, t.base.Host)}
	}
	return t.next.RoundTrip(req)
}

func sameOrigin(a, b *url.URL) bool {
	return strings.EqualFold(a.Scheme, b.Scheme) && strings.EqualFold(a.Hostname(), b.Hostname()) &&
		port(a) == port(b) && b.User == nil
}

func port(u *url.URL) string {
	if p := u.Port(); p != "" {
		return p
	}
	if strings.EqualFold(u.Scheme, "https") {
		return "443"
	}
	return "80"
}

// refuseRedirect leaves a redirect to the caller. Following it would send the
// token, or a body that was meant for this service, to another address.
func refuseRedirect(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// identifier says who asks, and names each call so that a report can be
// matched with the service's log. A repeated call keeps its name.
type identifier struct {
	next  http.RoundTripper
	agent string
	newID func() string
}

func (t *identifier) RoundTrip(req *http.Request) (*http.Response, error) {
	req = req.Clone(req.Context())
	req.Header.Set("User-Agent", t.agent)
	if req.Header.Get("client-request-id") == "" {
		req.Header.Set("client-request-id", t.newID())
	}
	return t.next.RoundTrip(req)
}

// closeRequest keeps the promise of a RoundTripper that does not send.
func closeRequest(req *http.Request) {
	if req != nil && req.Body != nil {
		req.Body.Close()
	}
}
