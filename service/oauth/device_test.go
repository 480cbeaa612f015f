package oauth_test

import (
	"context"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"golang.org/x/oauth2"

	"daybook/service"
	"daybook/service/oauth"
	"daybook/service/store"
	"daybook/service/store/pgtest"
)

const deviceGrant = "urn:ietf:params:oauth:grant-type:device_code"

func (w *world) askForDevice() reply {
	w.t.Helper()
	r := w.post("/oauth2/device_authorization", "client_id", "daybook", "scope", scopes)
	if r.status != http.StatusOK || r.body.Interval != 5 || r.body.ExpiresIn != 600 || r.body.URI != w.server.URL+"/oauth2/device" ||
		len(r.body.UserCode) != 9 || r.body.Complete != r.body.URI+"?user_code="+r.body.UserCode {
		w.t.Fatalf("got %d %+v, want a device code", r.status, r.body)
	}
	return r
}

func (w *world) poll(device string) reply {
	w.t.Helper()
	return w.post("/oauth2/token", "grant_type", deviceGrant, "client_id", "daybook", "device_code", device)
}

// answerDevice types a code and answers.
func (w *world) answerDevice(code, answer string) *browser {
	w.t.Helper()
	b := w.browser().open(w.server.URL+"/oauth2/device").submit("user_code", code)
	b.signIn()
	if !strings.Contains(b.page, code) {
		w.t.Fatalf("the consent does not show the code: %s", b.page)
	}
	return b.submit("answer", answer)
}

func TestADeviceGetsItsAnswer(t *testing.T) {
	for answer, want := range map[string]string{"allow": "", "deny": "access_denied"} {
		w := newWorld(t)
		d := w.askForDevice()
		if r := w.poll(d.body.DeviceCode); r.body.Error != "authorization_pending" {
			t.Errorf("before the answer: got %d %s, want authorization_pending", r.status, r.body.Error)
		}
		if b := w.answerDevice(d.body.UserCode, answer); b.status != http.StatusOK {
			t.Fatalf("%s: got %d %s", answer, b.status, b.page)
		}
		w.advance(5 * time.Second)
		r := w.poll(d.body.DeviceCode)
		if r.body.Error != want || (want == "") != (w.mail(r.body.AccessToken) == http.StatusOK) || (want == "") != (r.body.RefreshToken != "") {
			t.Errorf("after %s: got %d %s, want %q", answer, r.status, r.body.Error, want)
		}
		w.advance(5 * time.Second)
		if again := w.poll(d.body.DeviceCode); again.status != http.StatusBadRequest {
			t.Errorf("the code again after %s: got %d %s, want 400", answer, again.status, again.body.Error)
		}
		if b := w.browser().open(w.server.URL+"/oauth2/device").submit("user_code", d.body.UserCode); b.status != http.StatusNotFound {
			t.Errorf("the user code again after %s: got %d, want 404", answer, b.status)
		}
	}
}

func TestADeviceThatPollsTooFastHasToWaitLonger(t *testing.T) {
	w := newWorld(t)
	d := w.askForDevice().body.DeviceCode
	for i, c := range []struct {
		after time.Duration
		want  string
	}{
		{0, "authorization_pending"},
		{5 * time.Second, "authorization_pending"},
		{4500 * time.Millisecond, "authorization_pending"}, // the network brought it closer
		{2 * time.Second, "slow_down"},                     // from now on 10 s
		{5 * time.Second, "slow_down"},                     // from now on 15 s
		{15 * time.Second, "authorization_pending"},
		{10 * time.Minute, "expired_token"},
	} {
		w.advance(c.after)
		if r := w.poll(d); r.status != http.StatusBadRequest || r.body.Error != c.want {
			t.Errorf("poll %d, after %s: got %d %s, want %s", i, c.after, r.status, r.body.Error, c.want)
		}
	}
}

func TestADeviceCodeIsItsClients(t *testing.T) {
	w := newWorld(t)
	w.registerPlanner()
	d := w.askForDevice().body.DeviceCode
	for name, pairs := range map[string][]string{
		"another client": {"grant_type", deviceGrant, "client_id", "planner", "device_code", d},
		"a made up code": {"grant_type", deviceGrant, "client_id", "daybook", "device_code", strings.Repeat("A", 43)},
	} {
		if r := w.post("/oauth2/token", pairs...); r.body.Error != "invalid_grant" {
			t.Errorf("%s: got %d %s, want invalid_grant", name, r.status, r.body.Error)
		}
	}
	for name, c := range map[string][]string{
		"invalid_client": {"client_id", "nobody", "scope", scopes},
		"invalid_scope":  {"client_id", "daybook", "scope", "Everything"},
	} {
		if r := w.post("/oauth2/device_authorization", c...); r.body.Error != name {
			t.Errorf("got %d %s, want %s", r.status, r.body.Error, name)
		}
	}
}

func TestTheCodeOfADeviceCanBeTypedInManyWays(t *testing.T) {
	w := newWorld(t)
	code := w.askForDevice().body.UserCode
	plain := strings.ReplaceAll(code, "-", "")
	for _, typed := range []string{code, plain, strings.ToLower(code), " " + plain[:2] + " " + plain[2:] + " "} {
		b := w.browser().open(w.server.URL+"/oauth2/device").submit("user_code", typed)
		if b.status != http.StatusOK || !strings.Contains(b.page, `id="password"`) {
			t.Errorf("%q: got %d, want the sign-in", typed, b.status)
		}
	}
	b := w.browser().open(w.server.URL + "/oauth2/device?user_code=" + code)
	if !strings.Contains(b.page, `value="`+code+`"`) || strings.Contains(b.page, `id="password"`) {
		t.Errorf("the address with the code does not ask for it to be confirmed:\n%s", b.page)
	}
}

func TestADeviceFormIsBoundToItsCode(t *testing.T) {
	w := newWorld(t)
	mine, theirs := w.askForDevice(), w.askForDevice()
	b := w.browser().open(w.server.URL+"/oauth2/device").submit("user_code", mine.body.UserCode).signIn()
	b.submit("answer", "allow", "user_code", theirs.body.UserCode)
	for name, d := range map[string]reply{"its own": mine, "another": theirs} {
		if r := w.poll(d.body.DeviceCode); r.body.Error != "authorization_pending" {
			t.Errorf("%s device: got %d %s, want authorization_pending", name, r.status, r.body.Error)
		}
	}
}

func TestGuessingDeviceCodesIsSlowed(t *testing.T) {
	w := newWorld(t)
	right := w.askForDevice().body.UserCode
	b := w.browser().open(w.server.URL + "/oauth2/device")
	for i := range 20 {
		if b.submit("user_code", "BCDF-BCDF"); b.status != http.StatusNotFound {
			t.Fatalf("guess %d: got %d, want 404", i, b.status)
		}
	}
	for _, guess := range []string{"BCDF-BCDF", right} {
		if b.submit("user_code", guess); b.status != http.StatusTooManyRequests {
			t.Errorf("%s after 20 guesses: got %d, want 429", guess, b.status)
		}
	}
	w.advance(2 * time.Second)
	if b.submit("user_code", right); b.status != http.StatusOK {
		t.Errorf("the right one after the wait: got %d, want 200", b.status)
	}
}

func TestAClientThatAsksForManyDevicesIsSlowedAndNobodyElse(t *testing.T) {
	w := newWorld(t)
	for range 20 {
		w.askForDevice()
	}
	ask := func() reply { return w.post("/oauth2/device_authorization", "client_id", "daybook", "scope", scopes) }
	if r := ask(); r.status != http.StatusTooManyRequests || r.header.Get("Retry-After") != "1" || r.body.Error != "temporarily_unavailable" {
		t.Errorf("one more: got %d %s, Retry-After %s; want 429 and 1", r.status, r.body.Error, r.header.Get("Retry-After"))
	}
	w.from("192.0.2.7")
	w.askForDevice()
	w.from("")
	w.advance(2 * time.Second)
	w.askForDevice()
}

// handlerTransport calls a handler without a socket.
type handlerTransport struct{ h http.Handler }

func (t handlerTransport) RoundTrip(r *http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	t.h.ServeHTTP(rec, r)
	return rec.Result(), nil
}

func TestXOAuth2sDeviceClientGetsAToken(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		svc, err := service.Open(pgtest.Place(t), service.Options{Now: time.Now})
		if err != nil {
			t.Fatal(err)
		}
		defer svc.Close()
		m, err := svc.Store().AddMailbox(t.Context(), store.Mailbox{Kind: store.KindUser, PrincipalName: ann})
		if err != nil {
			t.Fatal(err)
		}
		conf := &oauth2.Config{ClientID: "daybook", Scopes: strings.Fields(scopes), Endpoint: oauth2.Endpoint{
			TokenURL: "http://daybook.test/oauth2/token", DeviceAuthURL: "http://daybook.test/oauth2/device_authorization"}}
		ctx := context.WithValue(t.Context(), oauth2.HTTPClient, &http.Client{Transport: handlerTransport{svc.Site()}})
		d, err := conf.DeviceAuth(ctx)
		if err != nil {
			t.Fatal(err)
		}
		time.AfterFunc(42*time.Second, func() { // the person's answer, in the middle of the polls
			err := svc.Store().Write(t.Context(), func(tx *store.Tx) error {
				_, err := oauth.AnswerDevice(tx, strings.ReplaceAll(d.UserCode, "-", ""), m.ID, oauth.DeviceAllowed)
				return err
			})
			if err != nil {
				t.Error(err)
			}
		})
		began := time.Now()
		token, err := conf.DeviceAccessToken(ctx, d)
		if err != nil || token.RefreshToken == "" {
			t.Fatalf("got %v, want tokens", err)
		}
		if waited := time.Since(began); waited != 45*time.Second {
			t.Errorf("the client waited %s, want 45 s: nine polls of 5 s, none slowed down", waited)
		}
	})
}
