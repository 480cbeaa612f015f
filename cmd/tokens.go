package cmd

import (
	"context"
	"fmt"

	"golang.org/x/oauth2"

	"daybook/api"
	"daybook/config"
	"daybook/signin"
	"daybook/signin/vault"
)

// vaultOf is where the sessions of a data folder are kept, opened as the
// profile says. Ask asks a person for the passphrase; nil where nobody can be.
func vaultOf(p place, getenv func(string) string, ask func(context.Context, bool) (signin.Secret, error)) (*signin.Sessions, error) {
	o := vault.Options{Dir: signin.Folder(p.data), Keyring: vault.SystemKeyring(getenv), Ask: ask}
	if words := p.profile.PassphraseCommand; len(words) > 0 {
		o.Command = signin.PassphraseCommand(words)
	}
	v, err := vault.Open(o)
	if err != nil {
		return nil, fmt.Errorf("profile %s: %w", p.name(), err)
	}
	return signin.NewSessions(v), nil
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
	sessions, err := vaultOf(p, getenv, nil)
	if err != nil {
		return nil, err
	}
	return signin.NewSource(signin.SourceOptions{
		Sessions: sessions, Client: signin.New(signin.Options{}), Profile: p.profile.Name, BaseURL: baseURL,
	}), nil
}

// serviceOf is the address of a profile's service, and the dialect it speaks.
func serviceOf(p config.Profile) (baseURL string, dialect api.Dialect) {
	if p.Provider != signin.NameMicrosoft {
		return p.BaseURL, api.Vendor
	}
	if p.BaseURL != "" {
		return p.BaseURL, api.Microsoft
	}
	return signin.Microsoft(p.Tenant, p.ClientID).BaseURL, api.Microsoft
}
