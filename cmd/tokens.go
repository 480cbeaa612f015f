package cmd

import (
	"errors"
	"fmt"
	"os"
	"strings"

	"golang.org/x/oauth2"

	"daybook/api"
	"daybook/config"
)

// tokensOf is where the bearer tokens of a profile elsewhere come from:
// $DAYBOOK_TOKEN, else what the profile says.
func tokensOf(p config.Profile, getenv func(string) string) (oauth2.TokenSource, error) {
	if token := getenv("DAYBOOK_TOKEN"); token != "" {
		return api.StaticToken(api.Token(token)), nil
	}
	if p.TokenFile != "" {
		return fileToken(p.TokenFile), nil
	}
	return nil, fmt.Errorf("profile %s has no token: %w", p.Name, errNoToken)
}

var errNoToken = errors.New("set DAYBOOK_TOKEN, or token_file in its section")

// fileToken reads the token anew each time: whoever writes the file renews it.
type fileToken string

// Token implements oauth2.TokenSource.
func (f fileToken) Token() (*oauth2.Token, error) {
	b, err := os.ReadFile(string(f))
	if err != nil {
		return nil, fmt.Errorf("read the token: %w", err)
	}
	return &oauth2.Token{AccessToken: strings.TrimSpace(string(b))}, nil
}
