package signin_test

import (
	"context"
	"errors"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/oauth2"

	"daybook/api"
	"daybook/signin"
	"daybook/signin/vault"
)

var _ api.Refresher = (*signin.Source)(nil)

const passphrase = canary + " passphrase"

// openSessions opens the sessions in dir with a passphrase's command.
func openSessions(t testing.TB, dir string) *signin.Sessions {
	t.Helper()
	v, err := vault.Open(vault.Options{Dir: dir, Work: 4, Command: func(context.Context) (vault.Secret, error) { return passphrase, nil }})
	if err != nil {
		t.Fatal(err)
	}
	return signin.NewSessions(v)
}

// clock is a time that tests move.
type clock struct {
	mu sync.Mutex
	t  time.Time
}

func (c *clock) now() time.Time {
	c.mu.Lock()
	defer c.mu.Unlock()
	return c.t
}

func (c *clock) pass(d time.Duration) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.t = c.t.Add(d)
}

// signedIn is a profile that has signed in to a provider.
type signedIn struct {
	server   *provider
	clock    *clock
	client   *signin.Client
	sessions *signin.Sessions
	dir      string
}

func signIn(t *testing.T) *signedIn {
	t.Helper()
	s := &signedIn{server: newProvider(t), clock: &clock{t: time.Now()}, dir: t.TempDir()}
	s.client = signin.New(signin.Options{Now: s.clock.now, Timeout: 5 * time.Second})
	s.sessions = openSessions(t, s.dir)
	p := s.server.discover(t, s.client)
	s.server.mu.Lock()
	first := s.server.issue()
	s.server.mu.Unlock()
	err := s.sessions.Save(t.Context(), "work", signin.Session{Provider: p, Account: signin.Account{Address: "ann@contoso.example"}, Grant: signin.Grant{
		Access: signin.Secret(first["access_token"].(string)), Refresh: signin.Secret(first["refresh_token"].(string)),
		Expiry: s.clock.now().Add(time.Hour), Scopes: []string{"Mail.Read"},
	}})
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func (s *signedIn) source() *signin.Source {
	return signin.NewSource(signin.SourceOptions{Sessions: s.sessions, Client: s.client, Profile: "work", BaseURL: s.server.URL})
}

func token(t *testing.T, s *signin.Source) string {
	t.Helper()
	tok, err := s.Token()
	if err != nil {
		t.Fatalf("token: %v", err)
	}
	return tok.AccessToken
}

func TestTokenIsRenewedBeforeItEnds(t *testing.T) {
	s := signIn(t)
	source := s.source()
	first := token(t, source)
	s.clock.pass(58 * time.Minute)
	if got := token(t, source); got != first {
		t.Errorf("renewed with two minutes left")
	}
	s.clock.pass(90 * time.Second)
	second := token(t, source)
	if n, bad := s.server.counts(); second == first || n != 1 || bad != 0 {
		t.Errorf("token %v, %d renewals, %d refusals; want a new one, 1, 0", second != first, n, bad)
	}
	if got := token(t, s.source()); got != second {
		t.Error("another source of the profile does not take what was kept")
	}
	kept, err := s.sessions.Load(t.Context(), "work")
	if err != nil || string(kept.Grant.Access) != second || kept.Account.Address != "ann@contoso.example" {
		t.Errorf("kept: %v, %v", kept, err)
	}
	for name, v := range map[string]any{"the source": source, "the session": kept, "the sessions": s.sessions, "the vault": s.sessions.Vault()} {
		noSecret(t, name, v)
	}
}

func TestRefusedTokenIsRenewedOnce(t *testing.T) {
	s := signIn(t)
	source := s.source()
	stale, err := source.Token()
	if err != nil {
		t.Fatal(err)
	}
	first, err := source.Refresh(t.Context(), stale)
	if err != nil {
		t.Fatal(err)
	}
	second, err := source.Refresh(t.Context(), stale) // another request, refused with the same token
	if n, _ := s.server.counts(); err != nil || second.AccessToken != first.AccessToken || n != 1 {
		t.Errorf("%d renewals, err = %v, same token = %v; want 1, none, the same", n, err, second.AccessToken == first.AccessToken)
	}
}

func TestOfflineIsNotASignOut(t *testing.T) {
	s := signIn(t)
	source := s.source()
	first := token(t, source)
	s.server.set("/oauth2/token", func(w http.ResponseWriter, _ *http.Request) { w.WriteHeader(http.StatusServiceUnavailable) })
	s.clock.pass(59*time.Minute + 30*time.Second)
	if got := token(t, source); got != first {
		t.Error("the token was not used to its end")
	}
	s.clock.pass(time.Minute)
	if _, err := source.Token(); !errors.Is(err, signin.ErrOffline) || errors.Is(err, signin.ErrSignInAgain) {
		t.Errorf("err = %v, want ErrOffline", err)
	}
	s.server.set("/oauth2/token", nil)
	if _, err := source.Token(); !errors.Is(err, signin.ErrOffline) {
		t.Errorf("err = %v: the network was asked again at once", err)
	}
	s.clock.pass(5 * time.Second)
	if got := token(t, source); got == first {
		t.Error("no new token when the service was back")
	}
	if err := source.Refused(); err != nil {
		t.Errorf("refused = %v", err)
	}
}

func TestRefusalEndsTheSessionForAllProcesses(t *testing.T) {
	s := signIn(t)
	source := s.source()
	token(t, source)
	s.server.mu.Lock()
	s.server.ended = true
	s.server.mu.Unlock()
	s.clock.pass(2 * time.Hour)
	for range 3 {
		if _, err := source.Token(); !errors.Is(err, signin.ErrSignInAgain) {
			t.Errorf("err = %v, want ErrSignInAgain", err)
		} else {
			noSecret(t, "the error", err)
		}
	}
	if _, err := s.source().Token(); !errors.Is(err, signin.ErrSignInAgain) {
		t.Errorf("another process: err = %v, want ErrSignInAgain", err)
	}
	if _, bad := s.server.counts(); bad != 1 {
		t.Errorf("the dead token was tried %d times, want once", bad)
	}
	if err := source.Refused(); !errors.Is(err, signin.ErrSignInAgain) {
		t.Errorf("refused = %v, want why", err)
	}
}

func TestSignInAgainIsSeenByARunningProgram(t *testing.T) {
	s := signIn(t)
	source := s.source()
	s.server.mu.Lock()
	s.server.ended = true
	s.server.mu.Unlock()
	s.clock.pass(2 * time.Hour)
	if _, err := source.Token(); !errors.Is(err, signin.ErrSignInAgain) {
		t.Fatalf("err = %v", err)
	}
	kept, err := s.sessions.Load(t.Context(), "work")
	if err != nil {
		t.Fatal(err)
	}
	kept.Refused, kept.Grant = "", signin.Grant{Access: canary + "-fresh", Expiry: s.clock.now().Add(time.Hour)}
	if err := openSessions(t, s.dir).Save(t.Context(), "work", kept); err != nil {
		t.Fatal(err)
	}
	if got := token(t, source); got != canary+"-fresh" || source.Refused() != nil {
		t.Errorf("token = %s, refused = %v", got, source.Refused())
	}
}

func TestSessionOfAnotherServiceIsNotUsed(t *testing.T) {
	s := signIn(t)
	for _, base := range []string{"https://evil.example", strings.Replace(s.server.URL, "http:", "https:", 1), strings.Replace(s.server.URL, "127.0.0.1", "localhost", 1), "%"} {
		source := signin.NewSource(signin.SourceOptions{Sessions: s.sessions, Client: s.client, Profile: "work", BaseURL: base})
		if tok, err := source.Token(); err == nil {
			t.Errorf("%s gets %v", base, tok)
		}
	}
}

func TestSessionOfAnotherAccountIsNotUsed(t *testing.T) {
	s := signIn(t)
	running := s.source()
	first := token(t, running)
	session, err := s.sessions.Load(t.Context(), "work")
	if err != nil {
		t.Fatal(err)
	}
	session.Account.Address = "bo@contoso.example"
	session.Grant.Access = "a token of bo"
	if err := s.sessions.Save(t.Context(), "work", session); err != nil {
		t.Fatal(err)
	}
	s.clock.pass(2 * time.Hour) // the program has to look for another token
	for name, source := range map[string]*signin.Source{
		"a program that was opened for ann": running,
		"a profile that is for ann": signin.NewSource(signin.SourceOptions{Sessions: s.sessions, Client: s.client, Profile: "work",
			BaseURL: s.server.URL, Account: "ann@contoso.example"}),
	} {
		_, err := source.Token()
		if !errors.Is(err, signin.ErrSignInAgain) || !strings.Contains(err.Error(), "sign in again as ann@contoso.example") {
			t.Errorf("%s: err = %v, want to sign in as ann", name, err)
		}
	}
	session.Account.Address, session.Grant.Access = "Ann@contoso.example", signin.Secret(first)
	session.Grant.Expiry = s.clock.now().Add(time.Hour)
	if err := s.sessions.Save(t.Context(), "work", session); err != nil {
		t.Fatal(err)
	}
	if got := token(t, running); got != first {
		t.Error("no token after ann has signed in again")
	}
}

func TestProfileWithoutSession(t *testing.T) {
	s := signIn(t)
	source := signin.NewSource(signin.SourceOptions{Sessions: s.sessions, Client: s.client, Profile: "home", BaseURL: s.server.URL})
	if _, err := source.Token(); !errors.Is(err, signin.ErrNoSession) || !strings.Contains(err.Error(), "daybook login --profile home") {
		t.Errorf("err = %v, want ErrNoSession and what to do", err)
	}
}

func TestCancellingARequestDoesNotLoseARenewal(t *testing.T) {
	s := signIn(t)
	source := s.source()
	stale, err := source.Token()
	if err != nil {
		t.Fatal(err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	s.server.set("/oauth2/token", func(w http.ResponseWriter, r *http.Request) {
		cancel()
		s.server.mu.Lock()
		defer s.server.mu.Unlock()
		s.server.token(w, r)
	})
	if _, err := source.Refresh(ctx, stale); err != nil {
		t.Fatalf("refresh: %v", err)
	}
	if got := token(t, s.source()); got == stale.AccessToken {
		t.Error("the renewal was not kept")
	}
}

func TestFullDiskDoesNotEndTheSession(t *testing.T) {
	s := signIn(t)
	source := s.source()
	first := token(t, source)
	undo := blockWriting(t, s.dir)
	s.clock.pass(2 * time.Hour)
	second := token(t, source)
	if second == first {
		t.Error("no new token while nothing can be written")
	}
	if refused, err := source.Refresh(t.Context(), &oauth2.Token{AccessToken: second}); err != nil || refused.AccessToken == second {
		t.Errorf("the service refuses the token while nothing can be written: err = %v, want another", err)
	}
	undo()
	s.clock.pass(2 * time.Hour)
	if third := token(t, source); third == second {
		t.Error("no new token afterwards")
	}
	if n, bad := s.server.counts(); n != 3 || bad != 0 {
		t.Errorf("%d renewals, %d refusals; want 3 and 0", n, bad)
	}
	if _, err := s.source().Token(); err != nil {
		t.Errorf("another process: %v", err)
	}
}

// blockWriting puts a folder where the new file would be written: that stops
// root too.
func blockWriting(t *testing.T, dir string) (undo func()) {
	t.Helper()
	beside := filepath.Join(dir, "p-work.sealed.new", "x")
	if err := os.MkdirAll(beside, 0o700); err != nil {
		t.Fatal(err)
	}
	return func() {
		if err := os.RemoveAll(filepath.Dir(beside)); err != nil {
			t.Fatal(err)
		}
	}
}

func TestSigningInForMoreIsSeenAtOnce(t *testing.T) {
	s := signIn(t)
	source := s.source()
	before := token(t, source)
	if got := source.Granted(); len(got) != 1 || got[0] != "Mail.Read" {
		t.Errorf("granted %v, want what the provider said", got)
	}
	kept, err := s.sessions.Load(t.Context(), "work")
	if err != nil {
		t.Fatal(err)
	}
	kept.Grant.Access, kept.Grant.Scopes = canary+"more", []string{"Mail.Read", "Group.ReadWrite.All"}
	if err := s.sessions.Save(t.Context(), "work", kept); err != nil {
		t.Fatal(err)
	}
	if got := token(t, source); got != before {
		t.Errorf("a token that is good was dropped unasked")
	}
	source.Forget()
	if got := token(t, source); got != canary+"more" || signin.Lacks(source.Granted(), "groups") {
		t.Errorf("the sign-in for more is not used: granted %v", source.Granted())
	}
}
