package signin

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"golang.org/x/oauth2"

	"daybook/signin/vault"
)

const (
	// early is how long before its end a token is renewed, so that a request
	// that is under way does not outlive it.
	early = time.Minute
	// renewal is how long a renewal may take, with waiting for other
	// processes that renew the same one.
	renewal = 90 * time.Second
	// calm is how long a failed renewal is not tried again: a screen asks for
	// many things at once, and each would wait for the network.
	calm = 3 * time.Second
)

// SourceOptions says whose tokens a Source gives. All but Account are
// required.
type SourceOptions struct {
	Sessions *Sessions
	Client   *Client
	Profile  string
	// BaseURL is the service that the tokens will be sent to. A session of
	// another one is refused.
	BaseURL string
	// Account is the address whose tokens these have to be. When it is empty
	// they have to be those of whoever was signed in when the first was given:
	// what one person has on the screen must not be sent as another.
	Account string
}

// Source gives the tokens of a profile's session and renews them. It
// implements api.Refresher. It is safe for concurrent use, and several
// processes can have one for the same profile.
type Source struct {
	o SourceOptions

	refused atomic.Pointer[error] // why the last token could not be given, for good

	mu       sync.Mutex
	grant    Grant  // the newest that is known
	account  string // whose it is
	unsaved  *replaced
	failed   error // why the last renewal failed
	failedAt time.Time
}

// replaced is what renewals gave that could not be written down: the disk was
// full.
type replaced struct {
	refresh Secret // what the vault still has
	fresh   Grant
}

// NewSource returns the tokens of a profile. It reads nothing yet.
func NewSource(o SourceOptions) *Source { return &Source{o: o} }

// Refused says why there is no token until somebody signs in: the provider
// has refused to renew it for good, or nobody has signed in. It is nil while
// there is one, and while only the network is gone. It does not wait.
func (s *Source) Refused() error {
	if why := s.refused.Load(); why != nil {
		return *why
	}
	return nil
}

// Granted are the scopes that the sign-in gives; nil when nobody knows. It may
// wait for a renewal.
func (s *Source) Granted() []string {
	if _, err := s.Token(); err != nil {
		return nil
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.grant.Scopes
}

// Forget drops the token that is held, so that the next one is of whatever
// sign-in is kept by then: somebody has signed in for more.
func (s *Source) Forget() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.grant, s.failed = Grant{}, nil
}

// Format shows whose tokens they are and nothing of them.
func (s *Source) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "tokens of %s", s.o.Profile) }

// Token returns a token that is good for a while yet. The error wraps
// ErrNoSession, ErrSignInAgain or ErrOffline where it is one of these.
func (s *Source) Token() (*oauth2.Token, error) {
	return s.give(func() error {
		if s.good(s.grant, early) {
			return nil
		}
		err := s.renew(context.Background(), "")
		if err != nil && s.good(s.grant, 0) && !errors.Is(err, ErrSignInAgain) {
			return nil // it is good until its end, and by then the network may be back
		}
		return err
	})
}

// Refresh returns a token other than stale, which the service has refused.
// Cancelling ctx does not stop a renewal that is under way: its answer would
// be lost, and the old refresh token may be worth nothing by then.
func (s *Source) Refresh(ctx context.Context, stale *oauth2.Token) (*oauth2.Token, error) {
	return s.give(func() error {
		if s.grant.Access != "" && string(s.grant.Access) != stale.AccessToken {
			return nil
		}
		err := s.renew(context.WithoutCancel(ctx), Secret(stale.AccessToken))
		if err != nil && string(s.grant.Access) != stale.AccessToken && s.good(s.grant, 0) && !errors.Is(err, ErrSignInAgain) {
			return nil // it could not be written down, and is good all the same
		}
		return err
	})
}

// give returns the token that get leaves in s.grant, and notes a final
// refusal.
func (s *Source) give(get func() error) (*oauth2.Token, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	err := get()
	switch {
	case err == nil:
		s.refused.Store(nil)
		return &oauth2.Token{AccessToken: string(s.grant.Access), Expiry: s.grant.Expiry}, nil
	case errors.Is(err, ErrSignInAgain), errors.Is(err, ErrNoSession):
		s.refused.Store(&err)
	}
	return nil, err
}

func (s *Source) now() time.Time { return s.o.Client.o.Now() }

// good tells whether a token can be used, with a margin before its end.
func (s *Source) good(g Grant, margin time.Duration) bool {
	return g.Access != "" && (g.Expiry.IsZero() || s.now().Add(margin).Before(g.Expiry))
}

// renew makes s.grant one that is good and not stale: the one that another
// process has got meanwhile, or a new one.
func (s *Source) renew(ctx context.Context, stale Secret) error {
	if s.failed != nil && s.now().Sub(s.failedAt).Abs() < calm {
		return s.failed
	}
	ctx, cancel := context.WithTimeout(ctx, renewal)
	defer cancel()
	err := s.o.Sessions.update(ctx, s.o.Profile, func(kept *Session) (bool, error) {
		if err := s.admit(kept); err != nil {
			return false, err
		}
		changed := s.recover(kept)
		s.grant = kept.Grant
		if kept.Grant.Access != stale && s.good(kept.Grant, early) {
			return changed, nil
		}
		replaced, err := s.replace(kept)
		return changed || replaced, err
	})
	if err == nil {
		s.unsaved = nil
	}
	s.failed, s.failedAt = nil, s.now()
	if errors.Is(err, ErrOffline) {
		s.failed = err
	}
	if errors.Is(err, vault.ErrDamaged) {
		err = failure(ErrSignInAgain, "%v", err)
	}
	return err
}

// admit refuses a session that is no longer good, or another service's.
func (s *Source) admit(kept *Session) error {
	if kept.Refused != "" {
		return failure(ErrSignInAgain, "%s", kept.Refused)
	}
	mine, err := url.Parse(s.o.BaseURL)
	if err != nil {
		return failure(ErrSetup, "the service's address of profile %s cannot be read", s.o.Profile)
	}
	theirs, err := url.Parse(kept.Provider.BaseURL)
	if err != nil || origin(mine) != origin(theirs) {
		return failure(ErrSignInAgain, "profile %s was signed in to another service than %s: sign in again", s.o.Profile, mine.Host)
	}
	want, has := cmp.Or(s.o.Account, s.account), kept.Account.Address
	if want != "" && has != "" && !strings.EqualFold(want, has) {
		return failure(ErrSignInAgain, "profile %s is for %s, and %s is signed in to it now: sign in again as %s, or give %s another profile", s.o.Profile, want, has, want, has)
	}
	s.account = has
	return nil
}

// recover puts a renewal that was not written into the session, unless
// somebody has signed in since.
func (s *Source) recover(kept *Session) bool {
	if s.unsaved == nil || s.unsaved.refresh != kept.Grant.Refresh {
		return false
	}
	kept.Grant = s.unsaved.fresh
	return true
}

// replace renews the session with its refresh token. A final refusal is kept
// too: no process shall try the token again. The renewal has the client's
// time to itself, however long the lock was waited for.
func (s *Source) replace(kept *Session) (changed bool, err error) {
	old := kept.Grant.Refresh
	if old == "" {
		kept.Refused = "the sign-in has ended, and the service gave no way to renew it: sign in again"
		return true, failure(ErrSignInAgain, "%s", kept.Refused)
	}
	fresh, err := s.o.Client.Renew(context.Background(), kept.Provider, old)
	if errors.Is(err, ErrSignInAgain) {
		kept.Refused, kept.Grant = err.Error(), Grant{}
		s.grant = Grant{}
		return true, err
	}
	if err != nil {
		return false, err
	}
	if fresh.Scopes == nil {
		fresh.Scopes = kept.Grant.Scopes
	}
	kept.Grant, s.grant = fresh, fresh
	if s.unsaved != nil && s.unsaved.fresh.Refresh == old {
		old = s.unsaved.refresh // the disk was full the last time too
	}
	s.unsaved = &replaced{refresh: old, fresh: fresh}
	return true, nil
}
