package oauth_test

import (
	"net/http"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"daybook/service/oauth"
)

// registerPlanner registers a second client, to whom nothing of the first
// belongs.
func (w *world) registerPlanner() {
	w.t.Helper()
	err := w.svc.RegisterClient(w.t.Context(), oauth.Client{ID: "planner", Name: "The Planner", Redirects: []string{redirect}})
	if err != nil {
		w.t.Fatal(err)
	}
}

func TestACodeIsBoundToWhatItWasGivenFor(t *testing.T) {
	w := newWorld(t)
	w.registerPlanner()
	verifier := oauth2.GenerateVerifier()
	for name, c := range map[string]struct {
		changes []string
		after   time.Duration
		want    string
		spoiled bool
	}{
		"another client":       {changes: []string{"client_id", "planner"}, want: "invalid_grant"},
		"an unknown client":    {changes: []string{"client_id", "nobody"}, want: "invalid_client"},
		"another redirect URI": {changes: []string{"redirect_uri", redirect + "/"}, want: "invalid_grant", spoiled: true},
		"no redirect URI":      {changes: []string{"redirect_uri", ""}, want: "invalid_request"},
		"another verifier":     {changes: []string{"code_verifier", oauth2.GenerateVerifier()}, want: "invalid_grant", spoiled: true},
		"the challenge":        {changes: []string{"code_verifier", oauth2.S256ChallengeFromVerifier(verifier)}, want: "invalid_grant", spoiled: true},
		"no verifier":          {changes: []string{"code_verifier", ""}, want: "invalid_request"},
		"a made up code":       {changes: []string{"code", strings.Repeat("A", 43)}, want: "invalid_grant"},
		"no code":              {changes: []string{"code", ""}, want: "invalid_request"},
		"a secret":             {changes: []string{"client_secret", "guess"}, want: "invalid_client"},
		"no grant type":        {changes: []string{"grant_type", ""}, want: "invalid_request"},
		"another grant type":   {changes: []string{"grant_type", "password"}, want: "unsupported_grant_type"},
		"too late":             {after: time.Minute, want: "invalid_grant"},
	} {
		t.Run(name, func(t *testing.T) {
			send := func(code string, changes ...string) reply {
				p := map[string]string{"grant_type": "authorization_code", "client_id": "daybook", "code": code,
					"redirect_uri": redirect, "code_verifier": verifier}
				for i := 0; i < len(changes); i += 2 {
					p[changes[i]] = changes[i+1]
				}
				var pairs []string
				for k, v := range p {
					pairs = append(pairs, k, v)
				}
				return w.post("/oauth2/token", pairs...)
			}
			code := w.code(w.config(), verifier)
			w.advance(c.after)
			r := send(code, c.changes...)
			if r.status != http.StatusBadRequest || r.body.Error != c.want || r.body.AccessToken != "" {
				t.Errorf("got %d %s, want 400 %s", r.status, r.body.Error, c.want)
			}
			if r.header.Get("Cache-Control") != "no-store" || r.header.Get("Pragma") != "no-cache" || r.header.Get("Content-Type") != "application/json" {
				t.Errorf("got the headers %v, want JSON that is not stored", r.header)
			}
			works := c.after == 0 && !c.spoiled
			if r := send(code); (r.status == http.StatusOK) != works {
				t.Errorf("the code as it should be, after that: got %d %s, want it to work: %t", r.status, r.body.Error, works)
			}
		})
	}
}

func TestTheBodyOfARequestIsBoundedAndUnambiguous(t *testing.T) {
	w := newWorld(t)
	const form = "application/x-www-form-urlencoded"
	whole := "grant_type=refresh_token&client_id=daybook&refresh_token=x"
	for name, c := range map[string]struct {
		path, kind, body, authorization string
		status                          int
		want                            string
	}{
		"whole":                 {body: whole, kind: form, status: 400, want: "invalid_grant"},
		"with a charset":        {body: whole, kind: form + "; charset=UTF-8", status: 400, want: "invalid_grant"},
		"JSON":                  {body: `{"grant_type":"refresh_token"}`, kind: "application/json", status: 400, want: "invalid_request"},
		"no content type":       {body: whole, status: 400, want: "invalid_request"},
		"a parameter twice":     {body: whole + "&client_id=daybook", kind: form, status: 400, want: "invalid_request"},
		"an unknown twice":      {body: whole + "&x=1&x=2", kind: form, status: 400, want: "invalid_request"},
		"a bad escape":          {body: whole + "&x=%zz", kind: form, status: 400, want: "invalid_request"},
		"a semicolon":           {body: whole + ";x=1", kind: form, status: 400, want: "invalid_request"},
		"too large":             {body: whole + "&x=" + strings.Repeat("a", 20<<10), kind: form, status: 400, want: "invalid_request"},
		"in the query":          {path: "?" + whole, kind: form, status: 400, want: "invalid_request"},
		"with a basic password": {body: whole, kind: form, authorization: "Basic ZGF5Ym9vazo=", status: 401, want: "invalid_client"},
	} {
		for _, endpoint := range []string{"/oauth2/token", "/oauth2/revoke", "/oauth2/device_authorization"} {
			req, err := http.NewRequest(http.MethodPost, w.server.URL+endpoint+c.path, strings.NewReader(c.body))
			if err != nil {
				t.Fatal(err)
			}
			req.Header.Set("Content-Type", c.kind)
			if c.authorization != "" {
				req.Header.Set("Authorization", c.authorization)
			}
			want := c.want
			if want == "invalid_grant" && endpoint != "/oauth2/token" {
				continue // this body is not theirs
			}
			if r := w.send(req); r.status != c.status || r.body.Error != want {
				t.Errorf("%s to %s: got %d %s, want %d %s", name, endpoint, r.status, r.body.Error, c.status, want)
			} else if (r.status == 401) != (r.header.Get("WWW-Authenticate") != "") {
				t.Errorf("%s to %s: %d with WWW-Authenticate %q", name, endpoint, r.status, r.header.Get("WWW-Authenticate"))
			}
		}
	}
	for _, method := range []string{http.MethodGet, http.MethodPut, http.MethodDelete, http.MethodOptions} {
		req, err := http.NewRequest(method, w.server.URL+"/oauth2/token", nil)
		if err != nil {
			t.Fatal(err)
		}
		if r := w.send(req); r.status != http.StatusMethodNotAllowed || r.header.Get("Allow") != "POST" {
			t.Errorf("%s: got %d, Allow %q; want 405 and POST", method, r.status, r.header.Get("Allow"))
		}
	}
}

func TestRefreshingRotatesAndNarrows(t *testing.T) {
	w := newWorld(t)
	first := w.token()
	w.advance(29 * 24 * time.Hour)
	second := w.refresh(first.RefreshToken)
	if second.status != http.StatusOK || second.body.ExpiresIn != 3600 || second.body.Scope != scopes || second.body.RefreshToken == first.RefreshToken {
		t.Fatalf("after 29 days: got %d %+v, want new tokens of the same scope", second.status, second.body)
	}
	w.advance(29 * 24 * time.Hour)
	if r := w.refresh(second.body.RefreshToken, "scope", "Mail.Read Calendars.Read"); r.body.Error != "invalid_scope" {
		t.Errorf("a wider scope: got %d %s, want invalid_scope", r.status, r.body.Error)
	}
	third := w.refresh(second.body.RefreshToken, "scope", "offline_access")
	if third.status != http.StatusOK || third.body.Scope != "offline_access" || w.mail(third.body.AccessToken) != http.StatusForbidden {
		t.Errorf("a narrower scope: got %d %q, and mail %d; want it, and 403", third.status, third.body.Scope, w.mail(third.body.AccessToken))
	}
	if fourth := w.refresh(third.body.RefreshToken); fourth.body.Scope != scopes {
		t.Errorf("after a narrower one: got %q, want what was granted: %q", fourth.body.Scope, scopes)
	}
	w.advance(30 * 24 * time.Hour)
	if r := w.refresh(third.body.RefreshToken); r.body.Error != "invalid_grant" {
		t.Errorf("after 30 days without use: got %d %s, want invalid_grant", r.status, r.body.Error)
	}
}

func TestWithoutOfflineAccessThereIsNothingToRefresh(t *testing.T) {
	w := newWorld(t)
	conf, verifier := w.config(), oauth2.GenerateVerifier()
	conf.Scopes = []string{"Mail.Read"}
	token, err := conf.Exchange(t.Context(), w.code(conf, verifier), oauth2.VerifierOption(verifier))
	if err != nil || token.RefreshToken != "" || token.AccessToken == "" {
		t.Errorf("got a refresh token: %t, %v; want an access token alone", token.RefreshToken != "", err)
	}
}

func TestProcessesThatRefreshAtOnceHoldTheSameTokens(t *testing.T) {
	w := newWorld(t)
	first := w.token()
	replies := make([]reply, 8)
	var wg sync.WaitGroup
	for i := range replies {
		wg.Go(func() { replies[i] = w.refresh(first.RefreshToken) })
	}
	wg.Wait()
	for i, r := range replies {
		if r.status != http.StatusOK || r.body.AccessToken != replies[0].body.AccessToken || r.body.RefreshToken != replies[0].body.RefreshToken {
			t.Errorf("process %d: got %d, the same tokens: %t", i, r.status, r.body.RefreshToken == replies[0].body.RefreshToken)
		}
	}
	w.advance(31 * time.Second)
	if r := w.refresh(replies[0].body.RefreshToken); r.status != http.StatusOK {
		t.Errorf("the one live token: got %d %s, want 200", r.status, r.body.Error)
	}
}

func TestALostAnswerIsGivenAgainButForMoments(t *testing.T) {
	for name, c := range map[string]struct {
		between func(w *world, given reply)
		scope   string
		again   bool
	}{
		"at once":                  {func(*world, reply) {}, "", true},
		"after 30 s":               {func(w *world, _ reply) { w.advance(30 * time.Second) }, "", true},
		"after 31 s":               {func(w *world, _ reply) { w.advance(31 * time.Second) }, "", false},
		"when its heir was used":   {func(w *world, r reply) { w.refresh(r.body.RefreshToken) }, "", false},
		"with another scope":       {func(*world, reply) {}, "Mail.Read", false},
		"when the sign-in is over": {func(w *world, r reply) { w.revoke("daybook", r.body.RefreshToken) }, "", false},
	} {
		t.Run(name, func(t *testing.T) {
			w := newWorld(t)
			first := w.token()
			given := w.refresh(first.RefreshToken)
			c.between(w, given)
			r := w.refresh(first.RefreshToken, "scope", c.scope)
			if c.again {
				if r.status != http.StatusOK || r.body.RefreshToken != given.body.RefreshToken || w.mail(r.body.AccessToken) != http.StatusOK {
					t.Errorf("got %d %s, want the same answer again", r.status, r.body.Error)
				}
				return
			}
			if r.body.Error != "invalid_grant" {
				t.Errorf("got %d %s, want invalid_grant", r.status, r.body.Error)
			}
			for name, access := range map[string]string{"first": first.AccessToken, "second": given.body.AccessToken} {
				if got := w.mail(access); got != http.StatusUnauthorized {
					t.Errorf("the %s access token still reads mail: %d", name, got)
				}
			}
			if r := w.refresh(given.body.RefreshToken); r.body.Error != "invalid_grant" {
				t.Errorf("the heir: got %d %s, want invalid_grant", r.status, r.body.Error)
			}
		})
	}
}

func TestARefreshTokenIsItsClients(t *testing.T) {
	w := newWorld(t)
	w.registerPlanner()
	first := w.token()
	if r := w.refresh(first.RefreshToken, "client_id", "planner"); r.body.Error != "invalid_request" {
		t.Errorf("two client ids: got %d %s, want invalid_request", r.status, r.body.Error)
	}
	r := w.post("/oauth2/token", "grant_type", "refresh_token", "client_id", "planner", "refresh_token", first.RefreshToken)
	if r.body.Error != "invalid_grant" {
		t.Errorf("another client: got %d %s, want invalid_grant", r.status, r.body.Error)
	}
	if r := w.refresh(first.RefreshToken); r.status != http.StatusOK {
		t.Errorf("its own client, after that: got %d %s, want 200", r.status, r.body.Error)
	}
}

// revoke asks as a client to revoke a token.
func (w *world) revoke(client, token string) reply {
	w.t.Helper()
	return w.post("/oauth2/revoke", "client_id", client, "token", token)
}

func TestRevoking(t *testing.T) {
	w := newWorld(t)
	w.registerPlanner()
	token := w.token()
	if r := w.revoke("planner", token.AccessToken); r.body.Error != "invalid_grant" || w.mail(token.AccessToken) != http.StatusOK {
		t.Errorf("by another client: got %d %s, want invalid_grant and nothing revoked", r.status, r.body.Error)
	}
	if r := w.revoke("planner", token.RefreshToken); r.body.Error != "invalid_grant" {
		t.Errorf("the refresh token by another client: got %d %s, want invalid_grant", r.status, r.body.Error)
	}
	if r := w.revoke("daybook", token.AccessToken); r.status != http.StatusOK || w.mail(token.AccessToken) != http.StatusUnauthorized {
		t.Errorf("the access token: got %d, and it reads mail with %d; want 200 and 401", r.status, w.mail(token.AccessToken))
	}
	second := w.refresh(token.RefreshToken)
	if second.status != http.StatusOK {
		t.Fatalf("the refresh token after that: got %d %s, want 200", second.status, second.body.Error)
	}
	if r := w.revoke("daybook", second.body.RefreshToken); r.status != http.StatusOK || w.mail(second.body.AccessToken) != http.StatusUnauthorized {
		t.Errorf("the refresh token: got %d, and its access token reads mail with %d; want 200 and 401", r.status, w.mail(second.body.AccessToken))
	}
	for name, of := range map[string]string{"once more": second.body.RefreshToken, "unknown": strings.Repeat("A", 43)} {
		if r := w.revoke("daybook", of); r.status != http.StatusOK {
			t.Errorf("%s: got %d %s, want 200", name, r.status, r.body.Error)
		}
	}
	minted, err := w.svc.MintToken(t.Context(), ann, "Mail.Read", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if r := w.revoke("daybook", minted); r.body.Error != "invalid_grant" || w.mail(minted) != http.StatusOK {
		t.Errorf("a token of no client: got %d %s, want invalid_grant and it to work", r.status, r.body.Error)
	}
}

func TestANewPasswordEndsTheSignIns(t *testing.T) {
	w := newWorld(t)
	token := w.token()
	waiting := w.code(w.config(), strings.Repeat("v", 43))
	minted, err := w.svc.MintToken(t.Context(), ann, "Mail.Read", time.Hour)
	if err != nil {
		t.Fatal(err)
	}
	if err := w.svc.SetPassword(t.Context(), ann, "another good password"); err != nil {
		t.Fatal(err)
	}
	if got := w.mail(token.AccessToken); got != http.StatusUnauthorized {
		t.Errorf("the access token reads mail with %d, want 401", got)
	}
	if r := w.refresh(token.RefreshToken); r.body.Error != "invalid_grant" {
		t.Errorf("the refresh token: got %d %s, want invalid_grant", r.status, r.body.Error)
	}
	r := w.post("/oauth2/token", "grant_type", "authorization_code", "client_id", "daybook", "code", waiting,
		"redirect_uri", redirect, "code_verifier", strings.Repeat("v", 43))
	if r.body.Error != "invalid_grant" {
		t.Errorf("a code that waited: got %d %s, want invalid_grant", r.status, r.body.Error)
	}
	if got := w.mail(minted); got != http.StatusOK {
		t.Errorf("a token made without a sign-in reads mail with %d, want 200", got)
	}
	b := w.browser().open(w.request())
	if b.signIn(); b.status != http.StatusForbidden {
		t.Errorf("the old password: got %d, want 403", b.status)
	}
	if b.submit("address", ann, "password", "another good password"); b.status != http.StatusOK {
		t.Errorf("the new one: got %d, want 200", b.status)
	}
}

func TestANewPasswordClosesTheConsentPagesThatTheOldOneOpened(t *testing.T) {
	w := newWorld(t)
	page := w.browser().open(w.request())
	page.signIn()
	device := w.post("/oauth2/device_authorization", "client_id", "daybook", "scope", scopes)
	typed := w.browser().open(w.server.URL + "/oauth2/device")
	typed.submit("user_code", device.body.UserCode).signIn()
	if err := w.svc.SetPassword(t.Context(), ann, "another good password"); err != nil {
		t.Fatal(err)
	}
	for name, b := range map[string]*browser{"a redirect": page, "a device": typed} {
		if b.submit("answer", "allow"); b.status != http.StatusForbidden || !strings.Contains(b.page, "password was changed") {
			t.Errorf("%s: got %d, want 403 and why\n%s", name, b.status, b.page)
		}
	}
	r := w.post("/oauth2/token", "grant_type", "urn:ietf:params:oauth:grant-type:device_code", "client_id", "daybook", "device_code", device.body.DeviceCode)
	if r.body.Error != "authorization_pending" {
		t.Errorf("the device: got %d %s, want authorization_pending", r.status, r.body.Error)
	}
	if n := w.count("auth_codes") + w.count("sign_ins"); n != 0 {
		t.Errorf("%d codes and sign-ins came of the old password, want 0", n)
	}
	if page.submit("address", ann, "password", "another good password"); page.status != http.StatusOK {
		t.Errorf("the new password on that page: got %d, want 200", page.status)
	}
}

func TestAForgottenClientHasNothingLeft(t *testing.T) {
	w := newWorld(t)
	w.registerPlanner()
	conf, verifier := w.config(), oauth2.GenerateVerifier()
	conf.ClientID = "planner"
	token, err := conf.Exchange(t.Context(), w.code(conf, verifier), oauth2.VerifierOption(verifier))
	if err != nil {
		t.Fatal(err)
	}
	if err := oauth.RemoveClient(t.Context(), w.svc.Store(), "planner"); err != nil {
		t.Fatal(err)
	}
	if got := w.mail(token.AccessToken); got != http.StatusUnauthorized {
		t.Errorf("its access token reads mail with %d, want 401", got)
	}
	w.registerPlanner() // under the same id, but not the same
	r := w.post("/oauth2/token", "grant_type", "refresh_token", "client_id", "planner", "refresh_token", token.RefreshToken)
	if r.body.Error != "invalid_grant" {
		t.Errorf("its refresh token: got %d %s, want invalid_grant", r.status, r.body.Error)
	}
}
