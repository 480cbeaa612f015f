package signin

import (
	"context"
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"slices"
	"strings"
)

const metadataPath = "/.well-known/oauth-authorization-server"

// metadata is what RFC 8414 and RFC 9207 say, as far as it is used.
type metadata struct {
	Issuer      string   `json:"issuer"`
	Authorize   string   `json:"authorization_endpoint"`
	Token       string   `json:"token_endpoint"`
	Device      string   `json:"device_authorization_endpoint"`
	Revoke      string   `json:"revocation_endpoint"`
	Scopes      []string `json:"scopes_supported"`
	Challenges  []string `json:"code_challenge_methods_supported"`
	NamesIssuer bool     `json:"authorization_response_iss_parameter_supported"`
}

// Discover asks a daybook service where one signs in to it. The service is
// its own sign-in service: what it says must be at its own origin.
// The provider asks for every scope that the service has.
func (c *Client) Discover(ctx context.Context, baseURL string) (Provider, error) {
	base, err := url.Parse(strings.TrimSuffix(baseURL, "/"))
	if err != nil {
		return Provider{}, failure(ErrSetup, "the service's address cannot be read: give one such as https://mail.example")
	}
	if base.Host == "" || base.User != nil || base.RawQuery != "" || base.Fragment != "" {
		return Provider{}, failure(ErrSetup, "the service's address has to be scheme and host, such as https://mail.example")
	}
	if err := checkEndpoint("the address", base); err != nil {
		return Provider{}, err
	}
	base.Host = strings.ToLower(base.Host)
	issuer := base.Scheme + "://" + base.Host
	m, err := c.fetchMetadata(ctx, issuer)
	if err != nil {
		return Provider{}, err
	}
	if strings.TrimSuffix(m.Issuer, "/") != issuer {
		return Provider{}, failure(ErrProvider, "%s says that it signs in for another service: its configuration is wrong, or somebody stands between", base.Host)
	}
	p := Provider{
		Name: NameDaybook, BaseURL: base.String(), Issuer: m.Issuer,
		Authorize: m.Authorize, Token: m.Token, Device: m.Device, Revoke: m.Revoke,
		ClientID: BuiltInClient, Scopes: m.Scopes,
		Loopback: "127.0.0.1", RandomPath: true, MustNameIssuer: m.NamesIssuer,
	}
	if p.Authorize != "" && m.Challenges != nil && !slices.Contains(m.Challenges, "S256") {
		return Provider{}, failure(ErrProvider, "%s does not protect the sign-in with S256 challenges: daybook does not sign in without", base.Host)
	}
	return p, p.atHome(base)
}

// atHome refuses endpoints that are not at the issuer's own origin.
func (p Provider) atHome(issuer *url.URL) error {
	if err := p.Check(); err != nil {
		return err
	}
	for _, address := range []string{p.Authorize, p.Token, p.Device, p.Revoke} {
		if address == "" {
			continue
		}
		if u, err := url.Parse(address); err != nil || origin(u) != origin(issuer) {
			return failure(ErrProvider, "%s sends the sign-in to another address, which is not followed", issuer.Host)
		}
	}
	return nil
}

func (c *Client) fetchMetadata(ctx context.Context, issuer string) (m metadata, err error) {
	req, err := http.NewRequestWithContext(ctx, http.MethodGet, issuer+metadataPath, nil)
	if err != nil {
		return m, failure(ErrSetup, "the service's address cannot be read")
	}
	req.Header.Set("Accept", "application/json")
	host := req.URL.Host
	resp, err := c.http.Do(req)
	if err != nil {
		return m, fmt.Errorf("ask %s where to sign in: %w", host, explain(err, Provider{Token: issuer}, nil))
	}
	defer resp.Body.Close()
	switch {
	case resp.StatusCode == http.StatusNotFound, resp.StatusCode == http.StatusUnauthorized:
		return m, failure(ErrProvider, "%s does not say how to sign in to it: it is no daybook service, or an older one; "+
			"a token made with \"daybook token\" there can be given with DAYBOOK_TOKEN", host)
	case resp.StatusCode != http.StatusOK:
		return m, failure(unavailable(resp.StatusCode), "%s answers with status %d when asked how to sign in", host, resp.StatusCode)
	}
	if kind, _, _ := mime.ParseMediaType(resp.Header.Get("Content-Type")); kind != "application/json" {
		return m, failure(ErrProvider, "%s does not say how to sign in to it: it is no daybook service", host)
	}
	if err := json.NewDecoder(resp.Body).Decode(&m); err != nil {
		return m, failure(ErrProvider, "what %s says about signing in cannot be read", host)
	}
	return m, nil
}
