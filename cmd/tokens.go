package cmd

import (
	"fmt"

	"golang.org/x/oauth2"

	"daybook/api"
	"daybook/config"
	"daybook/signin"
	"daybook/signin/vault"
)

// sessionsOf is where the tokens of the profiles are kept. Nothing is read yet
// and nobody asked.
func sessionsOf(p place, getenv func(string) string) (*signin.Sessions, error) {
	if p.sessions != nil {
		return p.sessions, nil
	}
	ask := p.asker
	if ask == nil {
		ask = &asker{}
		ask.take()
	}
	v, err := vault.Open(ask.vaultOptions(p.data, p.profile.PassphraseCommand, getenv))
	if err != nil {
		return nil, fmt.Errorf("profile %s: %w", p.name(), err)
	}
	return signin.NewSessions(v), nil
}

// signsIn tells whether the profile's tokens come from a sign-in.
func (p place) signsIn(getenv func(string) string) bool {
	return p.profile.Remote() && p.profile.TokenFile == "" && len(p.profile.TokenCommand) == 0 && getenv(signin.TokenVariable) == ""
}

// tokensOf is where the bearer tokens of a profile elsewhere come from: the
// environment, what its section names, or who has signed in.
func tokensOf(p place, baseURL string, getenv func(string) string) (oauth2.TokenSource, error) {
	source, given, err := signin.FromEnvironment(getenv)
	switch {
	case err != nil:
		return nil, err
	case given:
		return source, nil
	case p.profile.TokenFile != "":
		return signin.FromFile(p.profile.TokenFile), nil
	case len(p.profile.TokenCommand) > 0:
		return signin.FromCommand(p.profile.TokenCommand), nil
	}
	sessions, err := sessionsOf(p, getenv)
	if err != nil {
		return nil, err
	}
	return signin.NewSource(signin.SourceOptions{
		Sessions: sessions, Client: signin.New(signin.Options{Transport: p.network}),
		Profile: p.profile.Name, BaseURL: baseURL, Account: p.profile.Account,
	}), nil
}

// withoutToken is an environment that holds no token.
func withoutToken(getenv func(string) string) func(string) string {
	return func(name string) string {
		if name == signin.TokenVariable {
			return ""
		}
		return getenv(name)
	}
}

// serviceOf is the address of a profile's service, and the dialect it speaks.
func serviceOf(p config.Profile) (baseURL string, dialect api.Dialect) {
	if p.Provider != signin.NameMicrosoft {
		return p.BaseURL, api.Vendor
	}
	if p.BaseURL != "" {
		return p.BaseURL, api.Microsoft
	}
	microsoft, err := signin.Microsoft(directoryOf(p))
	if err != nil {
		return "", api.Microsoft // an address that nothing is sent to; signing in says what is wrong
	}
	return microsoft.BaseURL, api.Microsoft
}

// directoryOf is how a profile signs in to Microsoft 365.
func directoryOf(p config.Profile) signin.Directory {
	return signin.Directory{Tenant: p.Tenant, ClientID: p.ClientID, Cloud: p.Cloud, Authority: p.Authority}
}
