package mailbox

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/oauth2"

	"daybook/api"
	"daybook/config"
	"daybook/signin"
	"daybook/signin/vault"
)

// OwnScopes are what the program itself asks for: everything of one's own
// mailbox, and what colleagues let be seen.
var OwnScopes = strings.Join([]string{
	"Mail.ReadWrite", "Mail.Send", "Mailboxsettings.ReadWrite",
	"Calendars.ReadWrite", "Calendars.Read.Shared", "Calendars.ReadWrite.Shared",
	"Contacts.ReadWrite", "Group.ReadWrite.All", "Files.ReadWrite",
	"User.ReadWrite", "User.ReadBasic.All", "User.Read.All", "Directory.Read.All",
	"DelegatedPermissionGrant.ReadWrite.All",
}, " ")

// SharedScopes are what it asks for besides where somebody else's mailbox is
// opened: those for calendars that are shared are asked for always.
const SharedScopes = "Mail.ReadWrite.Shared Mail.Send.Shared"

// ScopesFor are those to open a mailbox with: others is whose it is, empty for
// one's own.
func ScopesFor(others string) string {
	if others == "" {
		return OwnScopes
	}
	return OwnScopes + " " + SharedScopes
}

// OpenSessions is where the tokens of the profiles are kept. Nothing is read yet
// and nobody asked.
func (l Location) OpenSessions(getenv func(string) string) (*signin.Sessions, error) {
	if l.Sessions != nil {
		return l.Sessions, nil
	}
	o := vault.Options{Dir: signin.Folder(l.Data), Keyring: vault.SystemKeyring(getenv), Ask: l.Ask}
	if len(l.Profile.PassphraseCommand) > 0 {
		o.Command = signin.PassphraseCommand(l.Profile.PassphraseCommand)
	}
	v, err := vault.Open(o)
	if err != nil {
		return nil, fmt.Errorf("profile %s: %w", l.Name(), err)
	}
	return signin.NewSessions(v), nil
}

// Where the tokens of a mailbox come from, in the words of "daybook profiles".
const (
	OnThisMachine    = "on this machine"
	FromEnvironment  = "token from $" + signin.TokenVariable
	FromTokenFile    = "token from a file"
	FromTokenCommand = "token from a command"
	FromSignIn       = "a sign-in"
)

// TokenOrigin tells where the tokens of the mailbox come from: one of those
// above.
func (l Location) TokenOrigin(getenv func(string) string) string {
	switch {
	case !l.Profile.Remote():
		return OnThisMachine
	case strings.TrimSpace(getenv(signin.TokenVariable)) != "":
		return FromEnvironment
	case l.Profile.TokenFile != "":
		return FromTokenFile
	case len(l.Profile.TokenCommand) > 0:
		return FromTokenCommand
	}
	return FromSignIn
}

// SignedIn tells whether somebody has signed in to the profile.
func (l Location) SignedIn(getenv func(string) string) (bool, error) {
	sessions, err := l.OpenSessions(getenv)
	if err != nil {
		return false, err
	}
	names, err := sessions.Profiles()
	if err != nil {
		return false, fmt.Errorf("list who is signed in: %w", err)
	}
	return slices.Contains(names, l.Profile.Name), nil
}

// tokens is where the bearer tokens of a profile elsewhere come from: the
// environment, what its section names, or who has signed in.
func (l Location) tokens(baseURL string, getenv func(string) string) (oauth2.TokenSource, error) {
	switch l.TokenOrigin(getenv) {
	case FromEnvironment:
		source, _, err := signin.FromEnvironment(getenv)
		return source, err
	case FromTokenFile:
		return signin.FromFile(l.Profile.TokenFile), nil
	case FromTokenCommand:
		return signin.FromCommand(l.Profile.TokenCommand), nil
	}
	sessions, err := l.OpenSessions(getenv)
	if err != nil {
		return nil, err
	}
	return signin.NewSource(signin.SourceOptions{
		Sessions: sessions, Client: signin.New(signin.Options{Transport: l.Network}),
		Profile: l.Profile.Name, BaseURL: baseURL, Account: l.Profile.Account,
	}), nil
}

// WithoutToken is an environment that holds no token.
func WithoutToken(getenv func(string) string) func(string) string {
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
