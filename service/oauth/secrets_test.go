package oauth_test

import (
	"bytes"
	"fmt"
	"io/fs"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"go.uber.org/goleak"
	"golang.org/x/oauth2"

	"daybook/service"
	"daybook/service/rest"
	"daybook/service/store/pgtest"
)

// TestNoSecretIsKept goes through every flow and looks for each secret in
// every file, while the service is open and when it is closed.
func TestNoSecretIsKept(t *testing.T) {
	w := newWorld(t)
	const canary = "a canary for a password"
	if err := w.svc.SetPassword(t.Context(), ann, canary); err != nil {
		t.Fatal(err)
	}
	conf, verifier := w.config(), oauth2.GenerateVerifier()
	b := w.browser().open(conf.AuthCodeURL("xyz", oauth2.S256ChallengeOption(verifier))).submit("address", ann, "password", canary)
	secrets := map[string]string{"password": canary, "form": b.fields().Get("form_token"), "verifier": verifier}
	for _, c := range b.client.Jar.Cookies(mustParse(t, w.server.URL+"/oauth2/device")) {
		secrets["cookie"] = c.Value
	}
	_, q := b.submit("answer", "allow").location()
	secrets["code"] = q.Get("code")
	token, err := conf.Exchange(t.Context(), q.Get("code"), oauth2.VerifierOption(verifier))
	if err != nil {
		t.Fatal(err)
	}
	second := w.refresh(token.RefreshToken)
	d := w.askForDevice()
	secrets["access"], secrets["refresh"] = token.AccessToken, token.RefreshToken
	secrets["second access"], secrets["second refresh"] = second.body.AccessToken, second.body.RefreshToken
	secrets["device code"], secrets["user code"] = d.body.DeviceCode, strings.ReplaceAll(d.body.UserCode, "-", "")
	findNowhere(t, w.dir, secrets)
	w.server.Close()
	if err := w.svc.Close(); err != nil {
		t.Fatal(err)
	}
	findNowhere(t, w.dir, secrets)
}

func mustParse(t *testing.T, address string) *url.URL {
	t.Helper()
	u, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	return u
}

func findNowhere(t *testing.T, dir string, secrets map[string]string) {
	t.Helper()
	files := 0
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		files++
		content, err := os.ReadFile(path)
		for name, secret := range secrets {
			if len(secret) < 8 {
				t.Errorf("there is no %s to look for", name)
			} else if bytes.Contains(content, []byte(secret)) {
				t.Errorf("%s holds the %s", d.Name(), name)
			}
		}
		if info, err := d.Info(); err == nil && info.Mode().Perm() != 0o600 {
			t.Errorf("%s has mode %o, want 600", d.Name(), info.Mode().Perm())
		}
		return err
	})
	if err != nil || files == 0 {
		t.Fatalf("looked into %d files: %v", files, err)
	}
}

// TestAFailureIsReportedWithoutSecrets lets every endpoint fail on a closed
// store, with secrets in all that is sent.
func TestAFailureIsReportedWithoutSecrets(t *testing.T) {
	var reports []string
	svc, err := service.Open(pgtest.Place(t), service.Options{Report: func(r rest.Report) { reports = append(reports, fmt.Sprintf("%+v", r)) }})
	if err != nil {
		t.Fatal(err)
	}
	site := svc.Site()
	if err := svc.Close(); err != nil {
		t.Fatal(err)
	}
	const canary = "canarycanarycanarycanarycanarycanarycanaryc"
	form := url.Values{"client_id": {"daybook"}, "grant_type": {"refresh_token"}, "refresh_token": {canary}, "token": {canary}, "scope": {"Mail.Read"},
		"form_token": {canary}, "user_code": {canary}, "password": {canary}, "address": {ann}}
	for _, path := range []string{"/oauth2/token", "/oauth2/revoke", "/oauth2/device_authorization", "/oauth2/authorize?client_id=planner&redirect_uri=" + canary} {
		req := httptest.NewRequest(http.MethodPost, "http://daybook.test"+path, strings.NewReader(form.Encode()))
		req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
		rec := httptest.NewRecorder()
		site.ServeHTTP(rec, req)
		if rec.Code != http.StatusInternalServerError || strings.Contains(rec.Body.String(), canary) || strings.Contains(rec.Body.String(), "sql") {
			t.Errorf("%s: got %d %s, want 500 without a word of what was sent or why", path, rec.Code, rec.Body)
		}
	}
	if len(reports) != 4 {
		t.Errorf("got %d reports, want 4", len(reports))
	}
	for _, r := range reports {
		if strings.Contains(r, canary) || strings.Contains(r, ann) {
			t.Errorf("the report %s holds a secret", r)
		}
	}
}

func TestWhatHasExpiredIsDropped(t *testing.T) {
	w := newWorld(t)
	first := w.token()
	w.askForDevice()
	w.advance(32 * 24 * time.Hour)
	w.token()
	for table, want := range map[string]int{"sign_ins": 1, "refresh_tokens": 1, "auth_codes": 1, "device_codes": 0, "tokens": 1} {
		if got := w.count(table); got != want {
			t.Errorf("%s: got %d rows, want %d: those of the last sign-in", table, got, want)
		}
	}
	if r := w.refresh(first.RefreshToken); r.body.Error != "invalid_grant" {
		t.Errorf("a dropped refresh token: got %d %s, want invalid_grant", r.status, r.body.Error)
	}
}

func TestServingLeavesNothingRunning(t *testing.T) {
	defer goleak.VerifyNone(t, goleak.IgnoreCurrent())
	func() {
		w := &world{t: t}
		svc, err := service.Open(pgtest.Place(t), service.Options{})
		if err != nil {
			t.Fatal(err)
		}
		defer svc.Close()
		w.svc, w.server = svc, httptest.NewServer(svc.Site())
		defer w.server.Close()
		w.browser().open(w.request()).signIn()
		w.post("/oauth2/token", "grant_type", "refresh_token", "client_id", "daybook", "refresh_token", "x")
		http.DefaultClient.CloseIdleConnections()
	}()
}
