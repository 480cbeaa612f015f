package mailbox

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"daybook/api"
	"daybook/signin"
	"daybook/signin/vault"
)

// offlineAccess is the scope that makes a sign-in last beyond its first hour.
const offlineAccess = "offline_access"

// SignIn is how somebody signs in to a profile: from the command line and from
// within the program alike.
type SignIn struct {
	Location Location
	Sessions *signin.Sessions
	Client   *signin.Client
	// With is what more is asked for than the last time, by the names of
	// signin.Optional; empty and not nil for nothing more than always.
	With          []string
	SelectAccount bool
	Saved         func() // is told when a sign-in is saved; may be nil
}

// NewSignIn prepares signing in to the profile of a location.
func NewSignIn(l Location, now func() time.Time, getenv func(string) string) (*SignIn, error) {
	sessions, err := l.OpenSessions(getenv)
	if err != nil {
		return nil, err
	}
	return &SignIn{Location: l, Sessions: sessions, Client: signin.New(signin.Options{Now: now, Transport: l.Network})}, nil
}

// Provider is where the profile's section says that one signs in.
func (s *SignIn) Provider(ctx context.Context) (signin.Provider, error) {
	profile := s.Location.Profile
	baseURL, dialect := serviceOf(profile)
	if dialect == api.Microsoft {
		return s.microsoft(ctx)
	}
	p, err := s.Client.Discover(ctx, baseURL)
	if err != nil {
		return p, err
	}
	if profile.ClientID != "" {
		p.ClientID = profile.ClientID
	}
	p.Scopes, p.SelectAccount = wantedScopes(p.Scopes, ScopesFor(s.wantsOthers(ctx))), s.SelectAccount
	return p, nil
}

// microsoft is Microsoft 365 as the profile has it. What was asked for once is
// asked for again, until somebody says otherwise: a sign-in that is renewed
// after a month must not lose the groups.
func (s *SignIn) microsoft(ctx context.Context) (signin.Provider, error) {
	directory := directoryOf(s.Location.Profile)
	if s.With == nil || len(s.With) > 0 {
		directory.With = append(s.before(ctx).With(), s.With...)
	}
	if s.Location.Others() != "" {
		directory.With = append(directory.With, signin.SharedTier)
	}
	p, err := signin.Microsoft(directory)
	if err != nil {
		return p, err
	}
	p.SelectAccount = s.SelectAccount
	return p.At(cmp.Or(s.Location.Profile.BaseURL, p.BaseURL))
}

// before is the provider as it was asked the last time.
func (s *SignIn) before(ctx context.Context) signin.Provider {
	last, err := s.Sessions.Load(ctx, s.Location.Profile.Name)
	if err != nil {
		return signin.Provider{} // there is none, or it is opened by signing in anew
	}
	return last.Provider
}

// wantsOthers is whose mailbox the sign-in is for besides one's own: one that is named,
// or was when the last sign-in asked. Empty for nobody's.
func (s *SignIn) wantsOthers(ctx context.Context) string {
	if named := s.Location.Others(); named != "" {
		return named
	}
	if shared, _, _ := strings.Cut(SharedScopes, " "); slices.Contains(s.before(ctx).Scopes, shared) {
		return shared
	}
	return ""
}

// wantedScopes are those the program uses, as the service spells them; where
// it does not say what it has, as the program does.
func wantedScopes(offered []string, own string) []string {
	wanted := append(strings.Fields(own), offlineAccess)
	if len(offered) == 0 {
		return wanted
	}
	return slices.DeleteFunc(slices.Clone(offered), func(scope string) bool {
		return !slices.ContainsFunc(wanted, func(w string) bool { return strings.EqualFold(w, scope) })
	})
}

// Save asks whose the tokens are and saves them for the profile. Tokens of
// another account than the profile's are given back.
func (s *SignIn) Save(ctx context.Context, p signin.Provider, g signin.Grant) (string, error) {
	account, err := s.whose(ctx, g)
	if err != nil {
		return "", errors.Join(err, s.giveBack(ctx, p, g))
	}
	before, loadErr := s.Sessions.Load(ctx, s.Location.Profile.Name)
	// What was written and undone in a profile must not become another's.
	want := cmp.Or(s.Location.Account(), before.Account.Address)
	if want != "" && !strings.EqualFold(want, account.Address) {
		err := fmt.Errorf("profile %s is for %s, and %s has signed in: sign out there and try again, or choose another --profile",
			s.Location.Name(), want, account.Address)
		return "", errors.Join(err, s.giveBack(ctx, p, g))
	}
	err = s.Sessions.Save(ctx, s.Location.Profile.Name, signin.Session{Provider: p, Account: account, Grant: g})
	if err != nil {
		return "", errors.Join(err, s.giveBack(ctx, p, g))
	}
	if loadErr == nil && before.Provider.Token == p.Token {
		_ = s.giveBack(ctx, before.Provider, before.Grant) // what it replaces; the service ends it by itself in time
	}
	if s.Saved != nil {
		s.Saved()
	}
	return account.Address, nil
}

// whose asks the service, with the new token.
func (s *SignIn) whose(ctx context.Context, g signin.Grant) (signin.Account, error) {
	baseURL, dialect := serviceOf(s.Location.Profile)
	client, err := api.New(api.Config{BaseURL: baseURL, Dialect: dialect, Tokens: api.StaticToken(g.Access), Transport: s.Location.Network})
	if err != nil {
		return signin.Account{}, err
	}
	me, err := client.Me().Get(ctx, api.Select("displayName", "mail", "userPrincipalName"))
	if err != nil {
		return signin.Account{}, fmt.Errorf("ask whose mailbox it is: %w", err)
	}
	return signin.Account{Name: me.DisplayName, Address: cmp.Or(me.Mail, me.UserPrincipalName)}, nil
}

// giveBackTime is how long the service may take to hear that tokens will not
// be used.
const giveBackTime = 10 * time.Second

// giveBack tells the service that tokens will not be used, where it listens;
// also when the person has left meanwhile.
func (s *SignIn) giveBack(ctx context.Context, p signin.Provider, g signin.Grant) error {
	token := cmp.Or(g.Refresh, g.Access)
	if p.Revoke == "" || token == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), giveBackTime)
	defer cancel()
	return s.Client.Revoke(ctx, p, token)
}

// errEnded says that there is nothing left to end.
var errEnded = errors.New("the sign-in had ended there already")

// End tells the service that a profile's sign-in is over.
func (s *SignIn) End(ctx context.Context, profile string) error {
	session, err := s.Sessions.Load(ctx, profile)
	switch {
	case errors.Is(err, vault.ErrDamaged), errors.Is(err, vault.ErrPassphrase), errors.Is(err, vault.ErrNoKey):
		return errors.New("what was kept could not be read")
	case err != nil:
		return err
	case session.Refused != "":
		return errEnded
	case session.Provider.Revoke == "":
		return s.Client.Revoke(ctx, session.Provider, "") // says how else
	}
	return s.giveBack(ctx, session.Provider, session.Grant)
}
