package oauth_test

import (
	"errors"
	"net/http"
	"testing"
	"time"

	"golang.org/x/oauth2"
)

// The judge of these tests is golang.org/x/oauth2, which knows nothing of
// this server.

func TestAPersonSignsInByCode(t *testing.T) {
	w := newWorld(t)
	conf, verifier := w.config(), oauth2.GenerateVerifier()
	b := w.browser().open(conf.AuthCodeURL("xyz", oauth2.S256ChallengeOption(verifier)))
	if b.status != http.StatusOK {
		t.Fatalf("the page: got %d %s", b.status, b.page)
	}
	at, q := b.signIn().submit("answer", "allow").location()
	if at != redirect || q.Get("state") != "xyz" || q.Get("iss") != w.server.URL || len(q.Get("code")) != 43 {
		t.Fatalf("redirected to %s with %v, want the redirect URI with state, iss and a code", at, q)
	}
	token, err := conf.Exchange(t.Context(), q.Get("code"), oauth2.VerifierOption(verifier))
	if err != nil {
		t.Fatal(err)
	}
	if token.TokenType != "Bearer" || token.ExpiresIn != 3600 || token.RefreshToken == "" || token.Extra("scope") != scopes {
		t.Errorf("got %s, %d s, refresh %t, scope %v; want Bearer, 3600, true, %q",
			token.TokenType, token.ExpiresIn, token.RefreshToken != "", token.Extra("scope"), scopes)
	}
	if got := w.mail(token.AccessToken); got != http.StatusOK {
		t.Errorf("the token reads mail with %d, want 200", got)
	}
	w.advance(time.Hour)
	if got := w.mail(token.AccessToken); got != http.StatusUnauthorized {
		t.Errorf("after an hour the token reads mail with %d, want 401", got)
	}
	token.Expiry = time.Now().Add(-time.Minute)
	fresh, err := conf.TokenSource(t.Context(), token).Token()
	if err != nil {
		t.Fatal(err)
	}
	if fresh.RefreshToken == token.RefreshToken || fresh.AccessToken == token.AccessToken || w.mail(fresh.AccessToken) != http.StatusOK {
		t.Error("refreshing gave the same tokens, or one that does not read mail")
	}
}

func TestACodeUsedTwiceEndsWhatItBegan(t *testing.T) {
	w := newWorld(t)
	conf, verifier := w.config(), oauth2.GenerateVerifier()
	code := w.code(conf, verifier)
	token, err := conf.Exchange(t.Context(), code, oauth2.VerifierOption(verifier))
	if err != nil {
		t.Fatal(err)
	}
	if _, err := conf.Exchange(t.Context(), code, oauth2.VerifierOption(verifier)); !refusedAs(err, "invalid_grant") {
		t.Errorf("the code again: got %v, want invalid_grant", err)
	}
	if got := w.mail(token.AccessToken); got != http.StatusUnauthorized {
		t.Errorf("its access token reads mail with %d, want 401", got)
	}
	if _, err := conf.TokenSource(t.Context(), &oauth2.Token{RefreshToken: token.RefreshToken}).Token(); !refusedAs(err, "invalid_grant") {
		t.Errorf("its refresh token: got %v, want invalid_grant", err)
	}
}

func TestARefreshTokenUsedAgainEndsTheSignIn(t *testing.T) {
	w := newWorld(t)
	first := w.token()
	conf := w.config()
	second, err := conf.TokenSource(t.Context(), &oauth2.Token{RefreshToken: first.RefreshToken}).Token()
	if err != nil {
		t.Fatal(err)
	}
	w.advance(time.Minute)
	if _, err := conf.TokenSource(t.Context(), &oauth2.Token{RefreshToken: first.RefreshToken}).Token(); !refusedAs(err, "invalid_grant") {
		t.Errorf("the first refresh token again: got %v, want invalid_grant", err)
	}
	if _, err := conf.TokenSource(t.Context(), &oauth2.Token{RefreshToken: second.RefreshToken}).Token(); !refusedAs(err, "invalid_grant") {
		t.Errorf("the second, after that: got %v, want invalid_grant", err)
	}
	for name, access := range map[string]string{"first": first.AccessToken, "second": second.AccessToken} {
		if got := w.mail(access); got != http.StatusUnauthorized {
			t.Errorf("the %s access token reads mail with %d, want 401", name, got)
		}
	}
}

// refusedAs reports whether an error of x/oauth2 is a refusal of this code.
func refusedAs(err error, code string) bool {
	var refused *oauth2.RetrieveError
	return errors.As(err, &refused) && refused.ErrorCode == code
}
