package oauth_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"daybook/service/auth"
	"daybook/service/oauth"
)

// request is a whole authorization request; changes are "name", "value" pairs,
// and an empty value leaves the parameter out.
func (w *world) request(changes ...string) string {
	v := url.Values{"response_type": {"code"}, "client_id": {"daybook"}, "redirect_uri": {redirect}, "state": {"xyz"},
		"scope": {scopes}, "code_challenge": {oauth2.S256ChallengeFromVerifier(strings.Repeat("v", 43))}, "code_challenge_method": {"S256"}}
	for i := 0; i < len(changes); i += 2 {
		v.Set(changes[i], changes[i+1])
		if changes[i+1] == "" {
			v.Del(changes[i])
		}
	}
	return w.server.URL + "/oauth2/authorize?" + v.Encode()
}

func TestAWrongRequestIsToldToTheClient(t *testing.T) {
	w := newWorld(t)
	for name, c := range map[string]struct{ url, code string }{
		"no response type":       {w.request("response_type", ""), "invalid_request"},
		"the implicit flow":      {w.request("response_type", "token"), "unsupported_response_type"},
		"an answer in the hash":  {w.request("response_mode", "fragment"), "invalid_request"},
		"no challenge":           {w.request("code_challenge", ""), "invalid_request"},
		"no challenge method":    {w.request("code_challenge_method", ""), "invalid_request"},
		"a plain challenge":      {w.request("code_challenge_method", "plain"), "invalid_request"},
		"a short challenge":      {w.request("code_challenge", "abc"), "invalid_request"},
		"an unknown scope":       {w.request("scope", "Mail.Read Everything"), "invalid_scope"},
		"no scope":               {w.request("scope", ""), "invalid_scope"},
		"a scope given twice":    {w.request() + "&scope=Mail.Read", "invalid_request"},
		"a state given twice":    {w.request() + "&state=abc", "invalid_request"},
		"an unknown given twice": {w.request() + "&what=1&what=2", "invalid_request"},
	} {
		t.Run(name, func(t *testing.T) {
			at, q := w.browser().open(c.url).location()
			state := "xyz"
			if strings.Contains(name, "a state") {
				state = ""
			}
			if at != redirect || q.Get("error") != c.code || q.Get("state") != state || q.Get("iss") != w.server.URL || q.Has("code") {
				t.Errorf("redirected to %s with %v, want %s, the state and iss", at, q, c.code)
			}
		})
	}
}

func TestNobodyIsRedirectedToAnUncheckedURI(t *testing.T) {
	w := newWorld(t)
	err := w.svc.RegisterClient(t.Context(), oauth.Client{ID: "planner", Name: "The Planner",
		Redirects: []string{"https://planner.example/cb?x=1", "http://127.0.0.1/cb", "com.example.planner:/cb"}})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		client, uri string
		want        bool
	}{
		{"daybook", "http://127.0.0.1:1/any/path", true},
		{"daybook", "http://127.0.0.1:65535/", true},
		{"daybook", "http://127.0.0.1:65535", true},
		{"daybook", "http://[::1]:4711/x", true},
		{"daybook", "https://127.0.0.1:4711/x", false},
		{"daybook", "http://localhost:4711/x", false},
		{"daybook", "http://127.0.0.1.evil.example/x", false},
		{"daybook", "http://127.0.0.1:80@evil.example/x", false},
		{"daybook", "http://127.0.0.1:4711@evil.example/", false},
		{"daybook", `http://127.0.0.1:4711\@evil.example/`, false},
		{"daybook", `http://127.0.0.1:4711/\evil.example/`, false},
		{"daybook", "http://127.0.0.1:4711/x#y", false},
		{"daybook", "http://127.0.0.1:4711/x\r\nSet-Cookie: a=b", false},
		{"daybook", "http://127.0.0.1:4711/; script-src *", false},
		{"daybook", "http://127.0.0.2:4711/x", false},
		{"daybook", "http://user@127.0.0.1:4711/x", false},
		{"daybook", "https://evil.example/", false},
		{"daybook", "//evil.example/", false},
		{"daybook", "javascript:alert(1)", false},
		{"planner", "https://planner.example/cb?x=1", true},
		{"planner", "https://planner.example/cb?x=1&y=2", false},
		{"planner", "https://planner.example/cb", false},
		{"planner", "https://planner.example:8443/cb?x=1", false},
		{"planner", "https://PLANNER.example/cb?x=1", false},
		{"planner", "http://127.0.0.1:9/cb", true},
		{"planner", "http://127.0.0.1:9/cb/", false},
		{"planner", "http://127.0.0.1:9/other", false},
		{"planner", "http://127.0.0.1:9/cb?x=1", false},
		{"planner", "com.example.planner:/cb", true},
		{"planner", "com.example.planner:/other", false},
		{"nobody", redirect, false},
	} {
		b := w.browser().open(w.request("client_id", c.client, "redirect_uri", c.uri))
		if got := b.status == http.StatusOK; got != c.want {
			t.Errorf("%s to %q: got %d, want accepted: %t", c.client, c.uri, b.status, c.want)
		}
		if !c.want && (b.status != http.StatusBadRequest || b.header.Get("Location") != "" || strings.Contains(b.page, "evil")) {
			t.Errorf("%s to %q: got %d, Location %q; want a page that says nothing of it", c.client, c.uri, b.status, b.header.Get("Location"))
		}
	}
	for name, address := range map[string]string{
		"no client":     w.request("client_id", ""),
		"no redirect":   w.request("redirect_uri", ""),
		"two clients":   w.request() + "&client_id=daybook",
		"two redirects": w.request() + "&redirect_uri=" + url.QueryEscape(redirect),
		"a bad escape":  w.request() + "&%zz",
		"too long":      w.request("login_hint", strings.Repeat("a", 9000)),
	} {
		if b := w.browser().open(address); b.status != http.StatusBadRequest || b.header.Get("Location") != "" {
			t.Errorf("%s: got %d to %q, want 400 on a page", name, b.status, b.header.Get("Location"))
		}
	}
}

func TestDenyingTellsTheClient(t *testing.T) {
	w := newWorld(t)
	at, q := w.browser().open(w.request()).signIn().submit("answer", "deny").location()
	if at != redirect || q.Get("error") != "access_denied" || q.Get("state") != "xyz" || q.Has("code") {
		t.Errorf("redirected to %s with %v, want access_denied with the state", at, q)
	}
}

func TestTheConsentSaysInWordsWhatIsAsked(t *testing.T) {
	w := newWorld(t)
	err := w.svc.RegisterClient(t.Context(), oauth.Client{ID: "planner", Name: `<b>"Planner"</b>`, Redirects: []string{"https://planner.example/cb"}})
	if err != nil {
		t.Fatal(err)
	}
	b := w.browser().open(w.request("client_id", "planner", "redirect_uri", "https://planner.example/cb", "scope", "calendars.readwrite Mail.Read mail.read")).signIn()
	for _, want := range []string{"&lt;b&gt;&#34;Planner&#34;&lt;/b&gt;", ann, "read yours", "change yours, invite as you", "planner.example"} {
		if !strings.Contains(b.page, want) {
			t.Errorf("the consent lacks %q:\n%s", want, b.page)
		}
	}
	if strings.Count(b.page, "<dd>") != 2 {
		t.Errorf("the consent has other scopes than the two that were asked:\n%s", b.page)
	}
}

func TestAFormWorksOnceForItsBrowserAndItsRequest(t *testing.T) {
	w := newWorld(t)
	consent := func() *browser { return w.browser().open(w.request()).signIn() }
	for name, answer := range map[string]func() *browser{
		"sent twice": func() *browser {
			b := consent()
			form := b.fields()
			form.Set("answer", "allow")
			b.post(form).location()
			return b.post(form)
		},
		"made up":      func() *browser { return consent().submit("form_token", strings.Repeat("A", 43), "answer", "allow") },
		"without one":  func() *browser { return consent().submit("form_token", "", "answer", "allow") },
		"another form": func() *browser { b := w.browser().open(w.request()); return b.submit("answer", "allow") },
		"another browser's": func() *browser {
			form := consent().fields()
			form.Set("answer", "allow")
			return w.browser().open(w.request()).post(form)
		},
		"without cookies": func() *browser { b := consent(); b.client.Jar = nil; return b.submit("answer", "allow") },
		"another request": func() *browser {
			b := consent()
			b.at = w.request("scope", "Mail.ReadWrite")
			return b.submit("answer", "allow")
		},
		"too late": func() *browser { b := consent(); w.advance(10 * time.Minute); return b.submit("answer", "allow") },
		"no answer": func() *browser {
			return consent().submit("answer", "perhaps")
		},
		"from another site": func() *browser {
			b := consent()
			form := b.fields()
			form.Set("answer", "allow")
			req := httptest.NewRequest(http.MethodPost, b.at, strings.NewReader(form.Encode()))
			req.RequestURI = ""
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			req.Header.Set("Origin", "https://evil.example")
			return b.do(req)
		},
		"by a script of another site": func() *browser {
			b := consent()
			form := b.fields()
			form.Set("answer", "allow")
			req := httptest.NewRequest(http.MethodPost, b.at, strings.NewReader(form.Encode()))
			req.RequestURI = ""
			req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
			req.Header.Set("Sec-Fetch-Site", "cross-site")
			return b.do(req)
		},
	} {
		if b := answer(); b.header.Get("Location") != "" || b.status == http.StatusSeeOther {
			t.Errorf("a form %s: got %d to %s, want no redirect", name, b.status, b.header.Get("Location"))
		}
	}
}

func TestEveryPageIsLockedDown(t *testing.T) {
	w := newWorld(t)
	pages := map[string]*browser{
		"sign-in": w.browser().open(w.request()),
		"wrong":   w.browser().open(w.request()).submit("address", ann, "password", "wrong"),
		"consent": w.browser().open(w.request()).signIn(),
		"problem": w.browser().open(w.request("client_id", "x")),
		"code":    w.browser().open(w.server.URL + "/oauth2/device"),
		"answer":  w.browser().open(w.request()).signIn().submit("answer", "allow"),
	}
	for name, b := range pages {
		for header, want := range map[string]string{"Cache-Control": "no-store", "Pragma": "no-cache", "X-Frame-Options": "DENY",
			"X-Content-Type-Options": "nosniff", "Referrer-Policy": "same-origin", "Cross-Origin-Opener-Policy": "same-origin"} {
			if got := b.header.Get(header); got != want {
				t.Errorf("%s: %s is %q, want %q", name, header, got, want)
			}
		}
		policy := b.header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "frame-ancestors 'none'", "base-uri 'none'", "style-src 'sha256-"} {
			if !strings.Contains(policy, want) {
				t.Errorf("%s: the policy %q lacks %q", name, policy, want)
			}
		}
		for _, never := range []string{"<script", "http-equiv", "src=", "url(", "@import", "unsafe"} {
			if strings.Contains(b.page+policy, never) {
				t.Errorf("%s: has %q", name, never)
			}
		}
		for header := range b.header {
			if strings.HasPrefix(header, "Access-Control") {
				t.Errorf("%s: a CORS header %s", name, header)
			}
		}
	}
	cookie := pages["sign-in"].header.Get("Set-Cookie")
	for _, want := range []string{"HttpOnly", "SameSite=Lax", "Path=/oauth2"} {
		if !strings.Contains(cookie, want) {
			t.Errorf("the cookie %q lacks %s", cookie, want)
		}
	}
}

func TestTheSignInSaysNothingOfWhoThereIs(t *testing.T) {
	w := newWorld(t)
	say := func(name, password string) (int, string) {
		b := w.browser().open(w.request()).submit("address", name, "password", password)
		page := hidden.ReplaceAllString(b.page, "")
		return b.status, strings.ReplaceAll(page, name, "NAME")
	}
	status, page := say(ann, "not her password")
	if status != http.StatusForbidden {
		t.Fatalf("a wrong password: got %d, want 403", status)
	}
	for name, c := range map[string][2]string{
		"nobody":                    {"nobody@contoso.example", password},
		"somebody without password": {"bo@contoso.example", password},
		"somebody with none given":  {ann, ""},
	} {
		if s, p := say(c[0], c[1]); s != status || p != page {
			t.Errorf("%s: got %d and\n%s\nwant what a wrong password gets: %d and\n%s", name, s, p, status, page)
		}
	}
}

func TestWhoGuessesIsSlowedAndTheOwnerIsNot(t *testing.T) {
	w := newWorld(t)
	owner := w.browser().open(w.request()).signIn() // known from now on
	b := w.browser().open(w.request())
	for range 20 {
		if b.submit("address", ann, "password", "wrong"); b.status != http.StatusForbidden {
			t.Fatalf("a wrong password: got %d, want 403", b.status)
		}
	}
	if b.signIn(); b.status != http.StatusTooManyRequests || b.header.Get("Retry-After") == "" {
		t.Fatalf("the right one after twenty wrong ones: got %d, Retry-After %q; want 429 with it", b.status, b.header.Get("Retry-After"))
	}
	if owner.open(w.request()).signIn(); owner.status != http.StatusOK {
		t.Errorf("the owner's browser, from the same address: got %d, want 200", owner.status)
	}
	w.from("192.0.2.7")
	if fresh := w.browser().open(w.request()).signIn(); fresh.status != http.StatusOK {
		t.Errorf("a browser that is not known, from another address: got %d, want 200", fresh.status)
	}
	w.from("")
	w.advance(2 * time.Second)
	if b.signIn(); b.status != http.StatusOK || !strings.Contains(b.page, "Allow daybook?") {
		t.Errorf("the right one after the wait: got %d\n%s", b.status, b.page)
	}
}

// A mark is of one person and one password, and has its own count.
func TestAKnownBrowserIsCountedByItself(t *testing.T) {
	w := newWorld(t)
	known := w.browser().open(w.request()).signIn()
	cookie := known.header.Values("Set-Cookie")
	if i := slices.IndexFunc(cookie, func(c string) bool { return strings.HasPrefix(c, "daybook_known=") }); i < 0 ||
		!strings.Contains(cookie[i], "HttpOnly") || !strings.Contains(cookie[i], "SameSite=Strict") || !strings.Contains(cookie[i], "Path=/oauth2") {
		t.Fatalf("got the cookies %q, want one of the known browser, locked down", cookie)
	}
	guesser := w.browser()
	guess := func(b *browser, name, password string) int {
		return b.open(w.request()).submit("address", name, "password", password).status
	}
	for guess(guesser, ann, "wrong") == http.StatusForbidden {
	}
	if got := guess(known, "bo@contoso.example", "wrong"); got != http.StatusTooManyRequests {
		t.Errorf("another's name in ann's browser: got %d, want to wait as the client: 429", got)
	}
	for range 5 {
		if got := guess(known, ann, "wrong"); got != http.StatusForbidden {
			t.Fatalf("a mistake in ann's browser: got %d, want 403", got)
		}
	}
	if got := guess(known, ann, password); got != http.StatusTooManyRequests {
		t.Errorf("after five mistakes: got %d, want to wait as the client: 429", got)
	}
	w.advance(2 * time.Second)
	if got := guess(known, ann, password); got != http.StatusOK {
		t.Errorf("after the wait: got %d, want 200", got)
	}
	if err := auth.SetPassword(t.Context(), w.svc.Store(), w.id(ann), cheapHash("another one")); err != nil {
		t.Fatal(err)
	}
	for guess(guesser, ann, "wrong") == http.StatusForbidden {
	}
	if got := guess(known, ann, "another one"); got != http.StatusTooManyRequests {
		t.Errorf("with a new password: got %d, want the browser not known any more: 429", got)
	}
}
