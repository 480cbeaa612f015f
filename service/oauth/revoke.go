package oauth

import (
	"database/sql"
	"errors"
	"net/http"

	"daybook/model"
	"daybook/service/auth"
	"daybook/service/store"
)

// revoke is RFC 7009. A refresh token takes its whole sign-in along, an
// access token itself alone. One that is not known is as good as revoked.
func (s *Server) revoke(r *http.Request) (any, error) {
	p, client, err := s.request(r)
	if err != nil {
		return nil, err
	}
	token := p["token"]
	if token == "" {
		return nil, refuse(invalidRequest, "token is missing")
	}
	return nil, s.conf.Store.Write(r.Context(), func(tx *store.Tx) error {
		held, err := findRefreshToken(tx, token)
		if err == nil {
			return end(tx, client, held.SignInID, func() error { return auth.EndSignIn(tx, held.SignInID) })
		}
		if !errors.Is(err, model.ErrNotFound) {
			return err
		}
		given, err := auth.AccessToken(tx, token)
		if errors.Is(err, sql.ErrNoRows) {
			return nil
		}
		if err != nil {
			return err
		}
		return end(tx, client, given.SignInID, func() error { return auth.RevokeToken(tx, token) })
	})
}

// end revokes what belongs to a client's sign-in, and refuses another's.
func end(tx *store.Tx, client Client, signIn string, revoke func() error) error {
	in, err := auth.FindSignIn(tx, signIn)
	if err != nil && !errors.Is(err, model.ErrNotFound) {
		return err
	}
	if in.ClientID != client.ID {
		return refuse(invalidGrant, "the token was not given to this client")
	}
	return revoke()
}
