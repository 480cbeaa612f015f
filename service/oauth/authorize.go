package oauth

import (
	"errors"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"daybook/service/auth"
	"daybook/service/store"
)

// authRequest is an authorization request (RFC 6749, section 4.1.1; RFC 7636,
// section 4.3).
type authRequest struct {
	client    Client
	redirect  string // one of the client's; empty when the request named none
	state     string
	challenge string
	scopes    []string
	hint      string
}

// authorize shows the forms, and redirects with a code or an error. What is
// wrong with the client or the redirect URI is said on a page.
func (s *Server) authorize(v *visit) (answer, error) {
	req, err := s.readAuthRequest(v.Request)
	var refused *refusal
	if errors.As(err, &refused) && req.redirect != "" {
		return req.redirectWith(v.Request, url.Values{"error": {refused.Code}, "error_description": {refused.Description}}), nil
	}
	if err != nil {
		return answer{}, err
	}
	a := ask{client: req.client, scopes: req.scopes, about: "authorize " + v.URL.RawQuery, back: req.redirect}
	if v.form == nil {
		return s.askToSignIn(v, a, req.hint, http.StatusOK, "")
	}
	f, ok := s.sent(v, a.about)
	if !ok {
		return s.askAgain(v, a)
	}
	return s.converse(v, a, f, func(user auth.Login, allow bool) (answer, error) { return s.decide(v.Request, req, user, allow) })
}

// readAuthRequest checks a request. With an error, req.redirect is set when
// the error may be redirected there: when client and URI were found right.
func (s *Server) readAuthRequest(r *http.Request) (authRequest, error) {
	var req authRequest
	p, twice, err := query(r)
	if err != nil {
		return req, err
	}
	if p["client_id"] == "" || p["redirect_uri"] == "" {
		return req, refuse(invalidRequest, "The request has no client_id or no redirect_uri, or has one twice.")
	}
	if req.client, err = s.findClient(r.Context(), p["client_id"]); err != nil {
		return req, err
	}
	if !mayRedirect(req.client, p["redirect_uri"]) {
		return req, refuse(invalidRequest, "The redirect_uri is not one of those that %s registered.", req.client.Name)
	}
	req.redirect, req.state, req.challenge = p["redirect_uri"], p["state"], p["code_challenge"]
	if twice {
		return req, errTwice
	}
	if err := checkResponse(p); err != nil {
		return req, err
	}
	if req.scopes, err = parseScopes(p["scope"]); err != nil {
		return req, err
	}
	if len(p["login_hint"]) <= 254 { // the longest address
		req.hint = p["login_hint"]
	}
	return req, nil
}

// challenge is a SHA-256 in base64url.
var challengePattern = regexp.MustCompile(`^[A-Za-z0-9_-]{43}$`)

func checkResponse(p params) error {
	switch {
	case p["response_type"] == "":
		return refuse(invalidRequest, "response_type is missing")
	case p["response_type"] != "code":
		return refuse(unsupportedResponse, "response_type must be code")
	case p["response_mode"] != "" && p["response_mode"] != "query":
		return refuse(invalidRequest, "response_mode must be query")
	case p["code_challenge"] == "":
		return refuse(invalidRequest, "code_challenge is missing; PKCE is required")
	case p["code_challenge_method"] != "S256":
		return refuse(invalidRequest, "code_challenge_method must be S256")
	case !challengePattern.MatchString(p["code_challenge"]):
		return refuse(invalidRequest, "code_challenge is not a SHA-256 in base64url")
	}
	return nil
}

// decide carries the person's answer back to the client.
func (s *Server) decide(r *http.Request, req authRequest, user auth.Login, allow bool) (answer, error) {
	if !allow {
		return req.redirectWith(r, url.Values{"error": {accessDenied}, "error_description": {"the person said no"}}), nil
	}
	code, err := s.conf.Auth.Secret()
	if err != nil {
		return answer{}, err
	}
	err = s.conf.Store.Write(r.Context(), func(tx *store.Tx) error {
		if err := stillHolds(tx, user); err != nil {
			return err
		}
		return addAuthCode(tx, code, authCode{UserID: user.ID, ClientID: req.client.ID, RedirectURI: req.redirect,
			Challenge: req.challenge, Scopes: strings.Join(req.scopes, " "), Expires: tx.Now().Add(codeLife)})
	})
	if err != nil {
		return answer{}, err
	}
	return req.redirectWith(r, url.Values{"code": {code}}), nil
}

// redirectWith adds the parameters of an answer, the state and the issuer
// (RFC 9207) to the redirect URI, and keeps what its query has.
func (req authRequest) redirectWith(r *http.Request, answered url.Values) answer {
	answered.Set("iss", issuer(r))
	if req.state != "" {
		answered.Set("state", req.state)
	}
	separator := "?"
	if strings.Contains(req.redirect, "?") {
		separator = "&"
	}
	return answer{redirect: req.redirect + separator + answered.Encode()}
}
