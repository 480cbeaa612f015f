package signin

import (
	"context"
	"net/http"
	"net/url"
	"strings"

	"golang.org/x/oauth2"
)

// Renew exchanges a refresh token for fresh tokens. The provider may have
// made the old one worthless, whatever comes back.
func (c *Client) Renew(ctx context.Context, p Provider, refresh Secret) (Grant, error) {
	if err := p.Check(); err != nil {
		return Grant{}, err
	}
	source := config(p, "").TokenSource(c.carry(ctx), &oauth2.Token{RefreshToken: string(refresh)})
	tok, err := source.Token()
	if err != nil {
		return Grant{}, explain(err, p, c.o.Now)
	}
	return c.grant(tok)
}

// Revoke tells the provider that a token is not to be used any more (RFC
// 7009). With a refresh token, what was made of it goes too.
func (c *Client) Revoke(ctx context.Context, p Provider, token Secret) error {
	if p.Revoke == "" {
		return failure(ErrSetup, "%s has no way to take a sign-in back from here: end it on its own pages, under your account's applications", p.host())
	}
	if err := p.Check(); err != nil {
		return err
	}
	form := url.Values{"token": {string(token)}, "client_id": {p.ClientID}}
	req, err := http.NewRequestWithContext(ctx, http.MethodPost, p.Revoke, strings.NewReader(form.Encode()))
	if err != nil {
		return failure(ErrProvider, "the revocation address of the sign-in service cannot be read")
	}
	req.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	resp, err := c.http.Do(req)
	if err != nil {
		return explain(err, p, nil)
	}
	resp.Body.Close()
	if resp.StatusCode != http.StatusOK {
		return failure(unavailable(resp.StatusCode), "%s did not take the sign-in back (status %d)", p.host(), resp.StatusCode)
	}
	return nil
}
