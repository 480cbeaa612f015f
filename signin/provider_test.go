package signin_test

import (
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"daybook/signin"
)

// canary is in every secret of the tests: where it shows up, one has leaked.
const canary = "canary5ecret"

// provider is a sign-in service that rotates refresh tokens and ends the
// whole family when an old one comes back.
type provider struct {
	*httptest.Server
	mu       sync.Mutex
	override map[string]http.HandlerFunc // by path, instead of the service's own
	lifetime time.Duration               // of an access token
	codes    map[string]url.Values       // authorization requests by their code
	current  string                      // the refresh token that is good
	ended    bool                        // an old refresh token came back
	serial   int
	renewals int
	refusals int // invalid_grant answers
	revoked  []string
	seen     []*http.Request // requests of the token endpoint
}

func newProvider(t testing.TB) *provider {
	t.Helper()
	p := &provider{override: map[string]http.HandlerFunc{}, codes: map[string]url.Values{}, lifetime: time.Hour}
	p.Server = httptest.NewServer(p)
	t.Cleanup(p.Close)
	return p
}

func (p *provider) ServeHTTP(w http.ResponseWriter, r *http.Request) {
	p.mu.Lock()
	own := p.override[r.URL.Path]
	p.mu.Unlock()
	if own != nil {
		own(w, r)
		return
	}
	p.mu.Lock()
	defer p.mu.Unlock()
	switch r.URL.Path {
	case "/.well-known/oauth-authorization-server":
		reply(w, http.StatusOK, p.metadata())
	case "/oauth2/authorize":
		p.authorize(w, r)
	case "/oauth2/token":
		p.token(w, r)
	case "/oauth2/revoke":
		p.revoked = append(p.revoked, r.PostFormValue("token"))
	default:
		http.NotFound(w, r)
	}
}

func (p *provider) metadata() map[string]any {
	return map[string]any{
		"issuer": p.URL, "authorization_endpoint": p.URL + "/oauth2/authorize", "token_endpoint": p.URL + "/oauth2/token",
		"device_authorization_endpoint": p.URL + "/oauth2/device_authorization", "revocation_endpoint": p.URL + "/oauth2/revoke",
		"scopes_supported": []string{"Mail.Read", "offline_access"}, "code_challenge_methods_supported": []string{"S256"},
		"authorization_response_iss_parameter_supported": true,
	}
}

func (p *provider) authorize(w http.ResponseWriter, r *http.Request) {
	q := r.URL.Query()
	p.serial++
	code := fmt.Sprintf("%s-code-%d", canary, p.serial)
	p.codes[code] = q
	to := q.Get("redirect_uri") + "?" + url.Values{"code": {code}, "state": {q.Get("state")}, "iss": {p.URL}}.Encode()
	http.Redirect(w, r, to, http.StatusFound)
}

func (p *provider) token(w http.ResponseWriter, r *http.Request) {
	p.seen = append(p.seen, r)
	switch r.PostFormValue("grant_type") {
	case "authorization_code":
		asked, ok := p.codes[r.PostFormValue("code")]
		delete(p.codes, r.PostFormValue("code"))
		sum := sha256.Sum256([]byte(r.PostFormValue("code_verifier")))
		if !ok || asked.Get("code_challenge_method") != "S256" || asked.Get("redirect_uri") != r.PostFormValue("redirect_uri") ||
			asked.Get("code_challenge") != base64.RawURLEncoding.EncodeToString(sum[:]) {
			p.refuse(w)
			return
		}
	case "refresh_token":
		if p.ended || r.PostFormValue("refresh_token") != p.current {
			p.ended = true
			p.refuse(w)
			return
		}
		p.renewals++
	}
	reply(w, http.StatusOK, p.issue())
}

func (p *provider) refuse(w http.ResponseWriter) {
	p.refusals++
	reply(w, http.StatusBadRequest, map[string]any{"error": "invalid_grant", "error_description": canary})
}

func (p *provider) issue() map[string]any {
	p.serial++
	p.current = fmt.Sprintf("%s-refresh-%d", canary, p.serial)
	return map[string]any{
		"access_token": fmt.Sprintf("%s-access-%d", canary, p.serial), "refresh_token": p.current, "token_type": "Bearer",
		"expires_in": int(p.lifetime.Seconds()), "scope": "Mail.Read",
	}
}

func (p *provider) set(path string, h http.HandlerFunc) {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.override[path] = h
}

func (p *provider) counts() (renewals, refusals int) {
	p.mu.Lock()
	defer p.mu.Unlock()
	return p.renewals, p.refusals
}

func reply(w http.ResponseWriter, status int, body map[string]any) {
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	_ = json.NewEncoder(w).Encode(body)
}

// microsoft is Microsoft 365 as d has it.
func microsoft(t testing.TB, d signin.Directory) signin.Provider {
	t.Helper()
	p, err := signin.Microsoft(d)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

// discover returns the provider as a client finds it.
func (p *provider) discover(t testing.TB, c *signin.Client) signin.Provider {
	t.Helper()
	found, err := c.Discover(t.Context(), p.URL)
	if err != nil {
		t.Fatalf("discover: %v", err)
	}
	return found
}

// visit is the browser: it follows the redirects and returns the last page.
func visit(t testing.TB, address string) (status int, says string) {
	t.Helper()
	resp, err := http.Get(address)
	if err != nil {
		t.Fatalf("the browser: %v", err)
	}
	defer resp.Body.Close()
	var b strings.Builder
	if _, err := fmt.Fprint(&b, readAll(t, resp)); err != nil {
		t.Fatal(err)
	}
	return resp.StatusCode, b.String()
}

// noSecret fails when any way of printing v shows a secret.
func noSecret(t testing.TB, what string, v any) {
	t.Helper()
	encoded, _ := json.Marshal(v)
	for _, s := range []string{fmt.Sprint(v), fmt.Sprintf("%v", v), fmt.Sprintf("%+v", v), fmt.Sprintf("%#v", v), fmt.Sprintf("%s", v), fmt.Sprintf("%q", v), fmt.Sprintf("%x", v), string(encoded)} {
		if strings.Contains(s, canary) || strings.Contains(s, fmt.Sprintf("%x", canary)) {
			t.Errorf("%s shows a secret: %s", what, s)
		}
	}
}
