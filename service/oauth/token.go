package oauth

import (
	"crypto/hmac"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base64"
	"errors"
	"net/http"
	"slices"
	"strings"
	"time"

	"daybook/model"
	"daybook/service/auth"
	"daybook/service/rest"
	"daybook/service/store"
)

// The grants, by the value of grant_type.
const (
	grantCode    = "authorization_code"
	grantRefresh = "refresh_token"
	grantDevice  = "urn:ietf:params:oauth:grant-type:device_code"
)

// tokenReply is RFC 6749, section 5.1.
type tokenReply struct {
	AccessToken  string `json:"access_token"`
	TokenType    string `json:"token_type"`
	ExpiresIn    int64  `json:"expires_in"` // seconds
	RefreshToken string `json:"refresh_token,omitempty"`
	Scope        string `json:"scope"`
}

// grant turns what a client holds into tokens. A refusal is committed: it may
// have ended a sign-in, or counted a poll.
type grant func(tx *store.Tx, client Client, p params) (tokenReply, error)

func (s *Server) token(r *http.Request) (any, error) {
	p, client, err := s.request(r)
	if err != nil {
		return nil, err
	}
	if p["grant_type"] == "" {
		return nil, refuse(invalidRequest, "grant_type is missing")
	}
	redeem := map[string]grant{grantCode: s.redeemCode, grantRefresh: s.refresh, grantDevice: s.poll}[p["grant_type"]]
	if redeem == nil {
		return nil, refuse(unsupportedGrant, "this grant_type is not served here")
	}
	var reply tokenReply
	var refused *refusal
	err = s.conf.Store.Write(r.Context(), func(tx *store.Tx) error {
		var err error
		refused = nil // of a try before
		if reply, err = redeem(tx, client, p); errors.As(err, &refused) {
			return nil
		}
		return err
	})
	if err == nil && refused != nil {
		err = refused
	}
	return reply, err
}

// after is the refusal, once what goes with it has been done without err.
func after(err error, refused *refusal) error {
	if err != nil {
		return err
	}
	return refused
}

// redeemCode is RFC 6749, section 4.1.3, with RFC 7636, section 4.6.
func (s *Server) redeemCode(tx *store.Tx, client Client, p params) (tokenReply, error) {
	for _, name := range []string{"code", "redirect_uri", "code_verifier"} {
		if p[name] == "" {
			return tokenReply{}, refuse(invalidRequest, "%s is missing", name)
		}
	}
	c, err := findAuthCode(tx, p["code"])
	if errors.Is(err, model.ErrNotFound) {
		return tokenReply{}, refuse(invalidGrant, "the code is not known")
	}
	if err != nil {
		return tokenReply{}, err
	}
	wrong := ""
	switch {
	case c.ClientID != client.ID:
		return tokenReply{}, refuse(invalidGrant, "the code was given to another client")
	case c.Spent:
		return tokenReply{}, after(auth.EndSignIn(tx, c.SignInID), refuse(invalidGrant, "the code was used before; what came of it has been revoked"))
	case !tx.Now().Before(c.Expires):
		return tokenReply{}, refuse(invalidGrant, "the code has expired")
	case c.RedirectURI != p["redirect_uri"]:
		wrong = "redirect_uri is not the one that the code was sent to"
	case !verifies(p["code_verifier"], c.Challenge):
		wrong = "code_verifier does not match the challenge"
	}
	if wrong != "" {
		return tokenReply{}, after(spendAuthCode(tx, p["code"], ""), refuse(invalidGrant, "%s", wrong))
	}
	in, reply, err := s.begin(tx, auth.SignIn{UserID: c.UserID, ClientID: c.ClientID, Scopes: c.Scopes})
	if err != nil {
		return tokenReply{}, err
	}
	return reply, spendAuthCode(tx, p["code"], in.ID)
}

// verifies holds a PKCE verifier against its S256 challenge.
func verifies(verifier, challenge string) bool {
	hash := sha256.Sum256([]byte(verifier))
	got := base64.RawURLEncoding.EncodeToString(hash[:])
	return len(verifier) >= 43 && len(verifier) <= 128 && subtle.ConstantTimeCompare([]byte(got), []byte(challenge)) == 1
}

// begin starts a sign-in and gives its first tokens. What can no longer
// matter goes at the same time.
func (s *Server) begin(tx *store.Tx, in auth.SignIn) (auth.SignIn, tokenReply, error) {
	if err := pruneSignIns(tx, tx.Now().Add(-keepExpired), tx.Now().Add(-keepExpired-refreshLife)); err != nil {
		return in, tokenReply{}, err
	}
	in, err := auth.AddSignIn(tx, in)
	if err != nil {
		return in, tokenReply{}, err
	}
	access, err := s.conf.Auth.Secret()
	if err != nil {
		return in, tokenReply{}, err
	}
	refresh := ""
	if hasScope(strings.Fields(in.Scopes), offlineAccess) {
		if refresh, err = s.conf.Auth.Secret(); err != nil {
			return in, tokenReply{}, err
		}
	}
	reply, err := give(tx, in, in.Scopes, access, refresh)
	return in, reply, err
}

// give keeps the tokens of a sign-in and makes the reply.
func give(tx *store.Tx, in auth.SignIn, scopes, access, refresh string) (tokenReply, error) {
	if err := auth.AddAccessToken(tx, in, access, rest.ParseScopes(scopes).String(), tx.Now().Add(accessLife)); err != nil {
		return tokenReply{}, err
	}
	if refresh != "" {
		if err := addRefreshToken(tx, in.ID, refresh, tx.Now().Add(refreshLife)); err != nil {
			return tokenReply{}, err
		}
	}
	return tokenReply{AccessToken: access, TokenType: "Bearer", ExpiresIn: int64(accessLife / time.Second),
		RefreshToken: refresh, Scope: scopes}, nil
}

// refresh is RFC 6749, section 6, with rotation (RFC 9700, section 4.14.2).
func (s *Server) refresh(tx *store.Tx, client Client, p params) (tokenReply, error) {
	old := p["refresh_token"]
	if old == "" {
		return tokenReply{}, refuse(invalidRequest, "refresh_token is missing")
	}
	held, in, err := findRefresh(tx, old)
	if err != nil {
		return tokenReply{}, err
	}
	switch {
	case in.ClientID != client.ID:
		return tokenReply{}, refuse(invalidGrant, "the refresh token was given to another client")
	case in.Ended:
		return tokenReply{}, refuse(invalidGrant, "the sign-in has ended; sign in again")
	case !tx.Now().Before(held.Expires):
		return tokenReply{}, refuse(invalidGrant, "the refresh token has expired; sign in again")
	}
	scopes, err := narrowed(in.Scopes, p["scope"])
	if err != nil {
		return tokenReply{}, err
	}
	if !held.Replaced.IsZero() {
		return again(tx, in, held, old, scopes)
	}
	nonce, err := s.conf.Auth.Secret()
	if err == nil {
		err = replaceRefreshToken(tx, held, old, []byte(nonce))
	}
	if err != nil {
		return tokenReply{}, err
	}
	return give(tx, in, scopes, successor(old, "access", []byte(nonce)), successor(old, "refresh", []byte(nonce)))
}

// findRefresh finds a refresh token and its sign-in.
func findRefresh(tx *store.Tx, token string) (refreshToken, auth.SignIn, error) {
	held, err := findRefreshToken(tx, token)
	var in auth.SignIn
	if err == nil {
		in, err = auth.FindSignIn(tx, held.SignInID)
	}
	if errors.Is(err, model.ErrNotFound) {
		err = refuse(invalidGrant, "the refresh token is not known; sign in again")
	}
	return held, in, err
}

// successor derives the token that replaces another, so that whoever holds
// the old one can be answered the same way twice although no token is kept.
// Without the nonce, which the service alone has, nobody can derive it.
func successor(old, kind string, nonce []byte) string {
	mac := hmac.New(sha256.New, []byte(old))
	mac.Write(nonce)
	mac.Write([]byte(kind))
	return base64.RawURLEncoding.EncodeToString(mac.Sum(nil))
}

// again answers a refresh token that was used before: within moments, while
// its successor waits unused, as the first time; else by ending the sign-in,
// as two hold what one should.
func again(tx *store.Tx, in auth.SignIn, held refreshToken, old, scopes string) (tokenReply, error) {
	refresh, access := successor(old, "refresh", held.Nonce), successor(old, "access", held.Nonce)
	next, err := findRefreshToken(tx, refresh)
	if err != nil && !errors.Is(err, model.ErrNotFound) {
		return tokenReply{}, err
	}
	lost := err == nil && next.Replaced.IsZero() && tx.Now().Sub(held.Replaced) <= againWithin
	if lost {
		given, err := auth.AccessToken(tx, access)
		if err != nil {
			return tokenReply{}, err
		}
		if !given.Revoked && given.Scopes == rest.ParseScopes(scopes).String() {
			return tokenReply{AccessToken: access, TokenType: "Bearer", ExpiresIn: int64(given.Expires.Sub(tx.Now()) / time.Second),
				RefreshToken: refresh, Scope: scopes}, nil
		}
	}
	return tokenReply{}, after(auth.EndSignIn(tx, in.ID),
		refuse(invalidGrant, "the refresh token was used before; the sign-in has been ended, sign in again"))
}

// narrowed is what a refresh asks for, which is at most what was granted.
func narrowed(granted, asked string) (string, error) {
	if asked == "" {
		return granted, nil
	}
	scopes, err := parseScopes(asked)
	if err != nil {
		return "", err
	}
	if slices.ContainsFunc(scopes, func(name string) bool { return !hasScope(strings.Fields(granted), name) }) {
		return "", refuse(invalidScope, "a scope was not granted")
	}
	return strings.Join(scopes, " "), nil
}
