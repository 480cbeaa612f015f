package signin_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"strings"
	"syscall"
	"testing"
	"testing/synctest"
	"time"

	"daybook/signin"
)

// wire answers requests in this process, so that time in a synctest bubble
// passes only where the client waits.
type wire struct {
	device map[string]any
	answer []string // of the token endpoint, in order; the last one stays
	asked  []time.Duration
	began  time.Time
}

func (w *wire) RoundTrip(r *http.Request) (*http.Response, error) {
	rec := httptest.NewRecorder()
	if r.URL.Path == "/device" {
		reply(rec, http.StatusOK, w.device)
		return rec.Result(), nil
	}
	w.asked = append(w.asked, time.Since(w.began))
	next := w.answer[0]
	if len(w.answer) > 1 {
		w.answer = w.answer[1:]
	}
	switch next {
	case "":
		reply(rec, http.StatusOK, map[string]any{"access_token": canary, "refresh_token": canary, "token_type": "bearer", "expires_in": 3600})
	case "nobody":
		return nil, syscall.ECONNREFUSED
	default:
		reply(rec, http.StatusBadRequest, map[string]any{"error": next, "error_description": canary})
	}
	return rec.Result(), nil
}

func deviceProvider() signin.Provider {
	return signin.Provider{
		Name: signin.NameDaybook, Token: "https://mail.example/token", Device: "https://mail.example/device", ClientID: "daybook",
	}
}

func deviceAnswer() map[string]any {
	return map[string]any{
		"device_code": canary, "user_code": "BDFH-JLNP", "verification_uri": "https://mail.example/oauth2/device",
		"expires_in": 600, "interval": 5,
	}
}

func TestDeviceCode(t *testing.T) {
	seconds := func(s ...int) (out []time.Duration) {
		for _, n := range s {
			out = append(out, time.Duration(n)*time.Second)
		}
		return out
	}
	for _, c := range []struct {
		name   string
		change map[string]any
		answer []string
		asked  []time.Duration // nil for any
		kind   error
		says   string
	}{
		{"at once", nil, []string{""}, seconds(5), nil, ""},
		{"after a while", nil, []string{"authorization_pending", "authorization_pending", ""}, seconds(5, 10, 15), nil, ""},
		{"slower when told so", nil, []string{"slow_down", "authorization_pending", "slow_down", ""}, seconds(5, 15, 25, 40), nil, ""},
		{"as slow as the service says", map[string]any{"interval": 9}, []string{"authorization_pending", ""}, seconds(9, 18), nil, ""},
		{"without an interval", map[string]any{"interval": 0}, []string{""}, seconds(5), nil, ""},
		{"with a foolish interval", map[string]any{"interval": -3}, []string{""}, seconds(5), nil, ""},
		{"with an endless interval", map[string]any{"interval": 1 << 40}, []string{""}, seconds(60), nil, ""},
		{"when the network is gone for a while", nil, []string{"nobody", "nobody", ""}, seconds(5, 15, 30), nil, ""},
		{"when the service is busy for a while", nil, []string{"temporarily_unavailable", ""}, seconds(5, 15), nil, ""},
		{"declined", nil, []string{"authorization_pending", "access_denied"}, nil, signin.ErrDenied, "declined"},
		{"expired there", nil, []string{"expired_token"}, nil, signin.ErrExpired, "expired"},
		{"expired here", nil, []string{"authorization_pending"}, nil, signin.ErrExpired, "expired"},
		{"expired while slower and slower", nil, []string{"slow_down"}, nil, signin.ErrExpired, "expired"},
		{"expired without a network", nil, []string{"nobody"}, nil, signin.ErrExpired, "expired"},
		{"expired at once", map[string]any{"expires_in": -1}, []string{""}, nil, signin.ErrExpired, "expired"},
		{"without an end", map[string]any{"expires_in": 0}, []string{"authorization_pending"}, nil, signin.ErrExpired, "expired"},
		{"wrong client", nil, []string{"invalid_client"}, nil, signin.ErrSetup, "--client-id"},
		{"unknown", nil, []string{canary}, nil, signin.ErrProvider, "no reason"},
	} {
		t.Run(c.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := &wire{device: deviceAnswer(), answer: c.answer, began: time.Now()}
				for k, v := range c.change {
					w.device[k] = v
				}
				a, err := signin.New(signin.Options{Transport: w}).Device(t.Context(), deviceProvider())
				if err != nil {
					t.Fatal(err)
				}
				if a.Code != "BDFH-JLNP" || a.Address != "https://mail.example/oauth2/device" {
					t.Errorf("shown: %s at %s", a.Code, a.Address)
				}
				noSecret(t, "the attempt", a)
				g, err := a.Wait(t.Context())
				if !errors.Is(err, c.kind) || err != nil && !strings.Contains(err.Error(), c.says) {
					t.Errorf("err = %v, want %v saying %q", err, c.kind, c.says)
				}
				if err == nil && (g.Access == "" || time.Until(g.Expiry) < 50*time.Minute) {
					t.Errorf("grant = %v good for %v, want an hour", g, time.Until(g.Expiry))
				}
				noSecret(t, "the error", err)
				if c.asked != nil && !equal(w.asked, c.asked) {
					t.Errorf("asked after %v, want %v", w.asked, c.asked)
				}
			})
		})
	}
}

func equal(a, b []time.Duration) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if a[i] != b[i] {
			return false
		}
	}
	return true
}

func TestDeviceCanBeLeft(t *testing.T) {
	for name, leave := range map[string]func(a *signin.Attempt, cancel func()){
		"by the context": func(_ *signin.Attempt, cancel func()) { cancel() },
		"by closing":     func(a *signin.Attempt, _ func()) { a.Close() },
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				w := &wire{device: deviceAnswer(), answer: []string{"authorization_pending"}}
				a, err := signin.New(signin.Options{Transport: w}).Device(t.Context(), deviceProvider())
				if err != nil {
					t.Fatal(err)
				}
				ctx, cancel := context.WithCancel(t.Context())
				defer cancel()
				time.AfterFunc(12*time.Second, func() { leave(a, cancel) })
				if _, err := a.Wait(ctx); !errors.Is(err, context.Canceled) {
					t.Errorf("err = %v, want the context's", err)
				}
			})
		})
	}
}

func TestDeviceAnswersAreChecked(t *testing.T) {
	for name, change := range map[string]map[string]any{
		"a page elsewhere":       {"verification_uri": "https://evil.example/device"},
		"a page in the clear":    {"verification_uri": "http://mail.example/device"},
		"another port":           {"verification_uri": "https://mail.example:8443/device"},
		"no page":                {"verification_uri": ""},
		"a script":               {"verification_uri": "javascript:alert(1)"},
		"no code":                {"user_code": ""},
		"a code that moves":      {"user_code": "AB\x1b[2J"},
		"a code of other script": {"user_code": "АВСD"},
		"a long code":            {"user_code": strings.Repeat("A", 99)},
		"no device code":         {"device_code": ""},
	} {
		t.Run(name, func(t *testing.T) {
			w := &wire{device: deviceAnswer(), answer: []string{""}}
			for k, v := range change {
				w.device[k] = v
			}
			_, err := signin.New(signin.Options{Transport: w}).Device(t.Context(), deviceProvider())
			if !errors.Is(err, signin.ErrProvider) || len(w.asked) != 0 {
				t.Errorf("err = %v after %d questions, want ErrProvider and none", err, len(w.asked))
			}
			noSecret(t, "the error", err)
		})
	}
}
