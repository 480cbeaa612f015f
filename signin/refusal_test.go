package signin_test

import (
	"errors"
	"net/http"
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/signin"
)

func TestRefusalsAreWords(t *testing.T) {
	for _, c := range []struct {
		name, code, description string
		status                  int
		kind                    error
		says                    string
	}{
		{"declined", "access_denied", "", 400, signin.ErrDenied, "declined"},
		{"ended", "invalid_grant", canary, 400, signin.ErrSignInAgain, "sign in again"},
		{"wrong client", "invalid_client", canary, 401, signin.ErrSetup, "--client-id"},
		{"confidential client", "invalid_client", "AADSTS7000218: " + canary, 401, signin.ErrSetup, "allow public client flows"},
		{"not allowed", "unauthorized_client", "", 400, signin.ErrSetup, "public client"},
		{"unknown application", "unauthorized_client", "AADSTS700016: x", 400, signin.ErrSetup, "does not know the application"},
		{"admin consent", "invalid_grant", "AADSTS65001: x " + canary, 400, signin.ErrAdmin, "your administrator has to approve"},
		{"admin approval", "access_denied", "AADSTS90094: x", 400, signin.ErrAdmin, "your administrator has to approve"},
		{"wrong tenant", "invalid_request", "AADSTS90002: Tenant 'x' not found", 400, signin.ErrSetup, "--tenant"},
		{"account of another tenant", "invalid_grant", "AADSTS50020: x", 400, signin.ErrSetup, "--tenant"},
		{"too old", "invalid_grant", "AADSTS700082: x", 400, signin.ErrSignInAgain, "too long"},
		{"declined with a code", "authorization_declined", "", 400, signin.ErrDenied, "declined"},
		{"code not known", "bad_verification_code", "", 400, signin.ErrExpired, "begin the sign-in anew"},
		{"code too old", "expired_token", "AADSTS70020: x", 400, signin.ErrExpired, "begin the sign-in anew"},
		{"consent", "consent_required", "", 400, signin.ErrAdmin, "sign in again and agree"},
		{"interaction", "interaction_required", "", 400, signin.ErrSignInAgain, "sign in again, with the browser"},
		{"not agreed", "access_denied", "AADSTS65004: x", 400, signin.ErrDenied, "have your administrator approve"},
		{"redirect", "invalid_request", "AADSTS50011: x", 400, signin.ErrSetup, "http://localhost"},
		{"one organization", "invalid_request", "AADSTS50194: x", 400, signin.ErrSetup, "--tenant"},
		{"not assigned", "interaction_required", "AADSTS50105: x", 400, signin.ErrAdmin, "assign daybook"},
		{"unmanaged", "interaction_required", "AADSTS53000: x", 400, signin.ErrDenied, "managed devices"},
		{"several accounts", "interaction_required", "AADSTS16000: x", 400, signin.ErrSignInAgain, "--select-account"},
		{"other cloud", "invalid_request", "AADSTS900439: x", 400, signin.ErrSetup, "cloud ="},
		{"no mailboxes", "invalid_client", "AADSTS650052: x", 400, signin.ErrSetup, "no mailboxes"},
		{"unknown number", "consent_required", "AADSTS99999999: x", 400, signin.ErrAdmin, "your administrator has to approve"},
		{"second factor", "interaction_required", "AADSTS50076: x", 400, signin.ErrSignInAgain, "second factor"},
		{"rule", "invalid_grant", "AADSTS53003: x", 400, signin.ErrDenied, "rule of your organization"},
		{"scope", "invalid_scope", "", 400, signin.ErrSetup, "rights"},
		{"busy", "temporarily_unavailable", "", 503, signin.ErrOffline, "try again"},
		{"fault", "server_error", "", 500, signin.ErrOffline, "try again"},
		{"too many", canary, canary, 429, signin.ErrOffline, "429"},
		{"gateway", "", "", 502, signin.ErrOffline, "502"},
		{"not there", "", "", 404, signin.ErrProvider, "no sign-in service"},
		{"unknown", canary, "AADSTS99999999: " + canary, 400, signin.ErrProvider, "no reason that daybook knows"},
	} {
		t.Run(c.name, func(t *testing.T) {
			server := newProvider(t)
			client := signin.New(signin.Options{})
			p := server.discover(t, client)
			server.set("/oauth2/token", func(w http.ResponseWriter, _ *http.Request) {
				reply(w, c.status, map[string]any{"error": c.code, "error_description": c.description})
			})
			_, err := client.Renew(t.Context(), p, canary)
			if !errors.Is(err, c.kind) || !strings.Contains(err.Error(), c.says) {
				t.Errorf("err = %v, want %v saying %q", err, c.kind, c.says)
			}
			if again := errors.Is(err, signin.ErrSignInAgain); again != errors.Is(err, model.ErrUnauthorized) {
				t.Errorf("ErrSignInAgain is %v and ErrUnauthorized is not", again)
			}
			noSecret(t, "the error", err)
		})
	}
}

func TestWrongClockIsBlamed(t *testing.T) {
	for _, c := range []struct {
		off  time.Duration
		says string
	}{{-40 * time.Minute, "behind"}, {3 * time.Hour, "ahead"}, {time.Minute, ""}} {
		server := newProvider(t)
		client := signin.New(signin.Options{Now: func() time.Time { return time.Now().Add(c.off) }})
		_, err := client.Renew(t.Context(), server.discover(t, client), canary)
		if got := strings.Contains(err.Error(), "clock"); got != (c.says != "") || !strings.Contains(err.Error(), c.says) {
			t.Errorf("clock %v off: %v", c.off, err)
		}
	}
}

func TestRevokeTellsTheService(t *testing.T) {
	server := newProvider(t)
	c := signin.New(signin.Options{})
	if err := c.Revoke(t.Context(), server.discover(t, c), canary); err != nil {
		t.Fatal(err)
	}
	if len(server.revoked) != 1 || server.revoked[0] != canary {
		t.Errorf("revoked = %v", server.revoked)
	}
	err := c.Revoke(t.Context(), microsoft(t, signin.Directory{ClientID: "x"}), canary)
	if !errors.Is(err, signin.ErrSetup) || !strings.Contains(err.Error(), "its own pages") {
		t.Errorf("without an endpoint: err = %v, want words about the provider's pages", err)
	}
}

func TestMicrosoftsTokensAreForMicrosoftAlone(t *testing.T) {
	p := microsoft(t, signin.Directory{ClientID: "app"})
	for address, allowed := range map[string]bool{
		"https://graph.microsoft.com": true, "https://graph.microsoft.com:443": true, "http://127.0.0.1:8025": true,
		"https://graph.microsoft.com.evil.example": false, "https://evil.example": false, "http://graph.microsoft.com": false, "": false,
	} {
		at, err := p.At(address)
		if allowed != (err == nil) || allowed && at.BaseURL != address || !allowed && !errors.Is(err, signin.ErrSetup) {
			t.Errorf("%q: got %q, %v; want allowed %v", address, at.BaseURL, err, allowed)
		}
	}
}

func TestMicrosoftPreset(t *testing.T) {
	p := microsoft(t, signin.Directory{Tenant: "contoso.example/../x", ClientID: application})
	if err := p.Check(); err != nil {
		t.Fatal(err)
	}
	if want := "https://login.microsoftonline.com/contoso.example%2F..%2Fx/oauth2/v2.0/token"; p.Token != want {
		t.Errorf("token endpoint = %s, want %s", p.Token, want)
	}
	if !strings.Contains(strings.Join(p.Scopes, " "), "offline_access") {
		t.Errorf("scopes = %v: no offline_access", p.Scopes)
	}
}
