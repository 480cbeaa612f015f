package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/api"
	"daybook/cmd/bridge"
	"daybook/signin"
	"daybook/views"
	view "daybook/views/signin"
	"daybook/widget/text"
)

// offlineAccess is the scope that makes a sign-in last beyond its first hour.
const offlineAccess = "offline_access"

// signingIn is how somebody signs in to a profile: from the command line and
// from within the program alike.
type signingIn struct {
	place    place
	sessions *signin.Sessions
	client   *signin.Client
	// what more is asked for than the last time, by the names of
	// signin.Optional; empty and not nil for nothing more than always.
	with          []string
	selectAccount bool
	kept          func() // is told when a sign-in is kept; may be nil
}

func newSigningIn(p place, now clockFunc) (*signingIn, error) {
	sessions, err := sessionsOf(p, os.Getenv)
	if err != nil {
		return nil, err
	}
	return &signingIn{place: p, sessions: sessions, client: signin.New(signin.Options{Now: now, Transport: p.network})}, nil
}

func (s *signingIn) service() *bridge.SignIn {
	return &bridge.SignIn{Client: s.client, Provider: s.provider, Keep: s.keep}
}

// provider is where the profile's section says that one signs in.
func (s *signingIn) provider(ctx context.Context) (signin.Provider, error) {
	profile := s.place.profile
	baseURL, dialect := serviceOf(profile)
	if dialect == api.Microsoft {
		return s.microsoft(ctx)
	}
	p, err := s.client.Discover(ctx, baseURL)
	if err != nil {
		return p, err
	}
	if profile.ClientID != "" {
		p.ClientID = profile.ClientID
	}
	p.Scopes, p.SelectAccount = wantedScopes(p.Scopes, scopesFor(s.wantsOthers(ctx))), s.selectAccount
	return p, nil
}

// microsoft is Microsoft 365 as the profile has it. What was asked for once is
// asked for again, until somebody says otherwise: a sign-in that is renewed
// after a month must not lose the groups.
func (s *signingIn) microsoft(ctx context.Context) (signin.Provider, error) {
	directory := directoryOf(s.place.profile)
	if s.with == nil || len(s.with) > 0 {
		directory.With = append(s.before(ctx).With(), s.with...)
	}
	if s.place.others() != "" {
		directory.With = append(directory.With, signin.SharedTier)
	}
	p, err := signin.Microsoft(directory)
	if err != nil {
		return p, err
	}
	p.SelectAccount = s.selectAccount
	return p.At(cmp.Or(s.place.profile.BaseURL, p.BaseURL))
}

// before is the provider as it was asked the last time.
func (s *signingIn) before(ctx context.Context) signin.Provider {
	last, err := s.sessions.Load(ctx, s.place.profile.Name)
	if err != nil {
		return signin.Provider{} // there is none, or it is opened by signing in anew
	}
	return last.Provider
}

// wantsOthers is whose mailbox the sign-in is for besides one's own: one that is named,
// or was when the last sign-in asked. Empty for nobody's.
func (s *signingIn) wantsOthers(ctx context.Context) string {
	if named := s.place.others(); named != "" {
		return named
	}
	if shared, _, _ := strings.Cut(sharedScopes, " "); slices.Contains(s.before(ctx).Scopes, shared) {
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

// keep asks whose the tokens are and keeps them for the profile. Tokens of
// another account than the profile's are given back.
func (s *signingIn) keep(ctx context.Context, p signin.Provider, g signin.Grant) (string, error) {
	account, err := s.whose(ctx, g)
	if err != nil {
		return "", errors.Join(err, s.giveBack(ctx, p, g))
	}
	before, loadErr := s.sessions.Load(ctx, s.place.profile.Name)
	// What was written and undone in a profile must not become another's.
	if want := cmp.Or(s.place.account(), before.Account.Address); want != "" && !strings.EqualFold(want, account.Address) {
		err := fmt.Errorf("profile %s is for %s, and %s has signed in: sign out there and try again, or choose another --profile", s.place.name(), want, account.Address)
		return "", errors.Join(err, s.giveBack(ctx, p, g))
	}
	err = s.sessions.Save(ctx, s.place.profile.Name, signin.Session{Provider: p, Account: account, Grant: g})
	if err != nil {
		return "", errors.Join(err, s.giveBack(ctx, p, g))
	}
	if loadErr == nil && before.Provider.Token == p.Token {
		_ = s.giveBack(ctx, before.Provider, before.Grant) // what it replaces; the service ends it by itself in time
	}
	if s.kept != nil {
		s.kept()
	}
	return account.Address, nil
}

// whose asks the service, with the new token.
func (s *signingIn) whose(ctx context.Context, g signin.Grant) (signin.Account, error) {
	baseURL, dialect := serviceOf(s.place.profile)
	client, err := api.New(api.Config{BaseURL: baseURL, Dialect: dialect, Tokens: api.StaticToken(g.Access), Transport: s.place.network})
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
func (s *signingIn) giveBack(ctx context.Context, p signin.Provider, g signin.Grant) error {
	token := g.Refresh
	if token == "" {
		token = g.Access
	}
	if p.Revoke == "" || token == "" {
		return nil
	}
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), giveBackTime)
	defer cancel()
	return s.client.Revoke(ctx, p, token)
}

// settle is for how long keys do nothing in a box that comes by itself.
const settle = 700 * time.Millisecond

// signInNeeded says why the service refuses who is signed in, and brings the
// box in which that can be changed, where the tokens come from a sign-in.
func (a *App) signInNeeded() views.SignInNeeded {
	why := text.Literal("the service no longer accepts who you are.")
	source, ok := a.box.link.Tokens.(*signin.Source)
	if !ok {
		return views.SignInNeeded{Reason: why}
	}
	switch err := source.Refused(); {
	case errors.Is(err, signin.ErrNoSession):
		why = text.Literal("nobody is signed in.")
	case err != nil:
		why = text.Clean(err.Error() + ".")
	}
	s, err := newSigningIn(a.box.place, a.options.Now)
	if err != nil {
		a.logf("%v", err)
		return views.SignInNeeded{Reason: why}
	}
	box := view.New(*a.env, s.service(), view.Options{
		Profile: text.Clean(a.box.place.name()), Where: text.Clean(a.box.place.where()), Why: why,
		Remote: overSSH(a.options.Getenv), Settle: settle,
	})
	return views.SignInNeeded{Reason: why, Box: box}
}

// signsInForRights tells whether the profile is of a service that is asked for
// some rights apart, by a sign-in of this program.
func (a *App) signsInForRights() bool {
	_, signs := a.box.link.Tokens.(*signin.Source)
	return signs && (a.box.link.Dialect == api.Microsoft || a.box.others != "")
}

// rights are what the sign-in gives; where tokens come from elsewhere nobody
// knows, and the service says.
func (a *App) rights() bridge.Rights {
	public := a.box.link.Dialect == api.Microsoft
	rights := bridge.Rights{Mailbox: a.box.others, ByAdministrator: public}
	if !public && a.box.others == "" {
		return rights
	}
	login := "daybook login --profile " + shellWord(a.box.place.name())
	rights.Lacks = func(tier string) bool {
		source, ok := a.box.link.Tokens.(*signin.Source)
		return ok && (public || tier == signin.SharedTier) && signin.Lacks(source.Granted(), tier)
	}
	rights.Command = func(tier string) string {
		if tier == signin.SharedTier {
			return login + " --mailbox " + shellWord(a.box.others)
		}
		return login + " --with " + tier
	}
	return rights
}

// askRight offers to sign in with what a tier needs besides.
func (a *App) askRight(tier string) tea.Cmd {
	return func() tea.Msg {
		s, err := newSigningIn(a.box.place, a.options.Now)
		if err != nil {
			return views.Notify{Text: text.Clean(err.Error()), Level: views.Failure}
		}
		s.with = []string{tier}
		if source, ok := a.box.link.Tokens.(*signin.Source); ok {
			s.kept = source.Forget
		}
		box := view.New(*a.env, s.service(), view.Options{
			Profile: text.Clean(a.box.place.name()), Where: text.Clean(a.box.place.where()), Remote: overSSH(a.options.Getenv),
			Why: text.Clean("Sign in once more to ask for " + signin.TierWords(tier) + ". Most organizations let only an administrator agree to that."),
		})
		return views.SignInOffered{Box: box}
	}
}
