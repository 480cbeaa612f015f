package auth

import (
	"crypto/rand"
	"errors"
	"strings"
	"testing"
	"time"

	"daybook/model"
	"daybook/service/rest"
	"daybook/service/store"
	"daybook/service/store/pgtest"
)

// bureau is an authority over a store with ann and a group, whose clock the
// test sets.
type bureau struct {
	*Authority
	t   *testing.T
	s   *store.Store
	at  time.Time
	ids map[string]string
}

func newBureau(t *testing.T) *bureau {
	t.Helper()
	b := &bureau{t: t, at: noon, ids: map[string]string{}}
	s, err := store.Open(pgtest.Place(t), store.Options{Now: func() time.Time { return b.at }})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { s.Close() })
	b.s = s
	for name, kind := range map[string]string{"ann": store.KindUser, "bo": store.KindUser, "team": store.KindGroup} {
		m, err := s.AddMailbox(t.Context(), store.Mailbox{Kind: kind, PrincipalName: name + "@contoso.example", DisplayName: name})
		if err != nil {
			t.Fatal(err)
		}
		b.ids[name] = m.ID
	}
	b.Authority = New(s, rand.Reader, func() time.Time { return b.at })
	b.password("ann", "right and proper")
	return b
}

// password sets one whose hash costs little.
func (b *bureau) password(name, password string) {
	b.t.Helper()
	hash, err := hashPassword(password, cheap, rand.Reader)
	if err == nil {
		err = SetPassword(b.t.Context(), b.s, b.ids[name], hash)
	}
	if err != nil {
		b.t.Fatal(err)
	}
}

func (b *bureau) signIn(name, password, address, marks string) (Login, error) {
	return b.SignIn(b.t.Context(), name, password, Client{Address: address, Marks: marks})
}

func TestATokenLetsItsUserInUntilItEnds(t *testing.T) {
	b := newBureau(t)
	token, err := b.Mint(t.Context(), "ann@contoso.example", "Mail.Read  Mail.Send", time.Hour)
	if err != nil || len(token) != 43 {
		t.Fatalf("a token of %d characters, %v", len(token), err)
	}
	endless, err := b.Mint(t.Context(), b.ids["ann"], "Mail.Read", 0)
	if err != nil || endless == token {
		t.Fatal("two tokens are one", err)
	}
	who, err := b.Authenticate(t.Context(), token)
	if err != nil || who.UserID != b.ids["ann"] || who.PrincipalName != "ann@contoso.example" || who.Administrator ||
		!who.Expires.Equal(noon.Add(time.Hour)) || who.Scopes.String() != rest.ParseScopes("Mail.Read Mail.Send").String() {
		t.Errorf("got %+v, %v", who, err)
	}
	b.at = noon.Add(time.Hour - time.Second)
	if _, err := b.Authenticate(t.Context(), token); err != nil {
		t.Errorf("before its end: %v", err)
	}
	b.at = noon.Add(time.Hour)
	who, err = b.Authenticate(t.Context(), token)
	if err == nil && b.at.Before(who.Expires) {
		t.Error("at its end it is taken for good")
	}
	b.at = noon.Add(1000 * time.Hour)
	if who, err := b.Authenticate(t.Context(), endless); err != nil || !who.Expires.IsZero() {
		t.Errorf("one without an end: %+v, %v", who, err)
	}
	if err := b.Revoke(t.Context(), endless); err != nil {
		t.Fatal(err)
	}
	for name, bad := range map[string]string{"revoked": endless, "unknown": strings.Repeat("A", 43), "none": "", "of another case": strings.ToLower(token)} {
		if who, err := b.Authenticate(t.Context(), bad); !errors.Is(err, model.ErrUnauthorized) || who.UserID != "" {
			t.Errorf("%s: got %+v, %v, want that it is not authenticated", name, who, err)
		}
	}
}

func TestATokenOfARunIsOfThisStoreAlone(t *testing.T) {
	b := newBureau(t)
	token, err := b.MintForRun(t.Context(), "ann@contoso.example", "Mail.Read")
	if err != nil {
		t.Fatal(err)
	}
	if who, err := b.Authenticate(t.Context(), token); err != nil || who.UserID != b.ids["ann"] {
		t.Errorf("got %+v, %v", who, err)
	}
	other := newBureau(t)
	if _, err := other.Authenticate(t.Context(), token); err == nil {
		t.Error("another store takes it")
	}
}

func TestTokensAreOfPeopleAlone(t *testing.T) {
	b := newBureau(t)
	for _, name := range []string{"team@contoso.example", b.ids["team"], "nobody@contoso.example", ""} {
		if token, err := b.Mint(t.Context(), name, "Mail.Read", 0); !errors.Is(err, model.ErrNotFound) || token != "" {
			t.Errorf("%q: got a token of %d characters, %v; want that there is no such user", name, len(token), err)
		}
	}
	broken := New(b.s, strings.NewReader("short"), func() time.Time { return noon })
	if token, err := broken.Mint(t.Context(), b.ids["ann"], "Mail.Read", 0); err == nil || token != "" {
		t.Errorf("without randomness: %q, %v", token, err)
	}
}

// Whatever is wrong, and of whom, has one answer.
func TestOneAnswerToWhateverIsWrong(t *testing.T) {
	b := newBureau(t)
	for i, c := range []struct{ name, password string }{
		{"ann@contoso.example", "wrong and improper"}, {"nobody@contoso.example", "right and proper"}, {"bo@contoso.example", ""}, {"", ""},
		{"team@contoso.example", ""}, {"ann@contoso.example", ""}, {"ann@contoso.example", "right and proper" + strings.Repeat("x", PasswordMax)},
	} {
		l, err := b.signIn(c.name, c.password, "192.0.2.1", "")
		if !errors.Is(err, ErrWrongPassword) || err.Error() != ErrWrongPassword.Error() || l.ID != "" || l.PrincipalName != "" {
			t.Errorf("%d: got %+v, %v, want the one answer", i, l.User, err)
		}
	}
	for _, name := range []string{"ann@contoso.example", " ANN@contoso.example "} {
		if l, err := b.signIn(name, "right and proper", "192.0.2.1", ""); err != nil || l.ID != b.ids["ann"] {
			t.Errorf("%q: got %+v, %v", name, l.User, err)
		}
	}
}

// Guesses make the client that guesses wait, and a known browser at the same
// address none.
func TestGuessesSlowTheirClientAndNoKnownBrowser(t *testing.T) {
	b := newBureau(t)
	b.password("bo", "bo's own password") // else each guess costs what a stranger's does
	for range 2 * freeOfAClient {
		if _, err := b.signIn("ann@contoso.example", "right and proper", "192.0.2.1", ""); err != nil {
			t.Fatalf("what was right is counted: %v", err)
		}
	}
	first, err := b.signIn("ann@contoso.example", "right and proper", "192.0.2.1", "")
	if err != nil {
		t.Fatal(err)
	}
	marks, err := b.Known(t.Context(), first, "")
	if err != nil || strings.Contains(marks, ".") {
		t.Fatalf("%q, %v", marks, err)
	}
	var wait *TooManyAttempts
	for range 3 * freeOfAClient {
		_, err = b.signIn("bo@contoso.example", "guess", "192.0.2.9", "")
		if errors.As(err, &wait) {
			break
		}
	}
	if wait == nil || wait.Wait <= 0 || !strings.Contains(wait.Error(), "wait") {
		t.Fatalf("after %d guesses: %v", 3*freeOfAClient, err)
	}
	if _, err := b.signIn("ann@contoso.example", "right and proper", "192.0.2.9", ""); !errors.As(err, &wait) {
		t.Errorf("the client that guessed, at another name: %v", err)
	}
	if _, err := b.signIn("ann@contoso.example", "right and proper", "192.0.2.9", marks); err != nil {
		t.Errorf("ann's browser at its address: %v", err)
	}
	if _, err := b.signIn("ann@contoso.example", "right and proper", "192.0.2.2", ""); err != nil {
		t.Errorf("ann from elsewhere: %v", err)
	}
	for name, bad := range map[string]string{"cut": marks[:len(marks)-4], "forged": strings.ToUpper(marks), "empty": "..."} {
		if _, err := b.signIn("ann@contoso.example", "right and proper", "192.0.2.9", bad); !errors.As(err, &wait) {
			t.Errorf("a %s mark: %v, want it to wait", name, err)
		}
	}
	b.at = noon.Add(KnownFor)
	for range freeOfAClient {
		_, _ = b.signIn("bo@contoso.example", "guess", "192.0.2.9", "")
	}
	if _, err := b.signIn("ann@contoso.example", "right and proper", "192.0.2.9", marks); !errors.As(err, &wait) {
		t.Errorf("a mark that is over: %v, want it to wait", err)
	}
}

// A mark is of one person and of one password, and a browser keeps few.
func TestAMarkIsOfOnePersonAndOnePassword(t *testing.T) {
	b := newBureau(t)
	b.password("bo", "bo's own password")
	ann, err := b.signIn("ann@contoso.example", "right and proper", "192.0.2.1", "")
	if err != nil {
		t.Fatal(err)
	}
	bo, err := b.signIn("bo@contoso.example", "bo's own password", "192.0.2.1", "")
	if err != nil {
		t.Fatal(err)
	}
	marks, _ := b.Known(t.Context(), ann, "")
	is := func(l Login, marks string) bool {
		_, ok, err := b.known(t.Context(), marks, l.ID, l.hash)
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	if !is(ann, marks) || is(bo, marks) {
		t.Error("a mark is not of its person alone")
	}
	both, _ := b.Known(t.Context(), bo, marks)
	if !is(ann, both) || !is(bo, both) || strings.Count(both, ".") != 1 {
		t.Errorf("two people of one browser: %d marks", strings.Count(both, ".")+1)
	}
	again, _ := b.Known(t.Context(), bo, both)
	if strings.Count(again, ".") != 1 || !is(ann, again) {
		t.Errorf("bo again: %d marks, want the one of bo replaced", strings.Count(again, ".")+1)
	}
	full, _ := b.Known(t.Context(), bo, "a.b.c.d.e.f.g")
	if strings.Count(full, ".") != maxMarks-1 || !is(bo, full) {
		t.Errorf("a full browser: %q", full)
	}
	hold := func() (ok bool) {
		err := b.s.Read(t.Context(), func(tx *store.Tx) (err error) { ok, err = ann.Holds(tx); return err })
		if err != nil {
			t.Fatal(err)
		}
		return ok
	}
	if !hold() {
		t.Error("a sign-in does not hold though nothing has changed")
	}
	b.password("ann", "a new password of ann")
	now, err := b.signIn("ann@contoso.example", "a new password of ann", "192.0.2.1", "")
	if err != nil || is(now, both) || hold() {
		t.Errorf("%v; after a new password the old mark is good: %t, the old sign-in holds: %t", err, is(now, both), hold())
	}
	if _, err := b.signIn("ann@contoso.example", "right and proper", "192.0.2.1", ""); !errors.Is(err, ErrWrongPassword) {
		t.Errorf("the old password: %v", err)
	}
}

func TestAPasswordIsSetForPeopleAloneAndOnlyAGoodOne(t *testing.T) {
	b := newBureau(t)
	for name, c := range map[string]struct {
		user, password string
		want           error
	}{
		"short": {"ann@contoso.example", "short", ErrBadPassword}, "of a group": {"team@contoso.example", "long enough", model.ErrNotFound},
		"of nobody": {"nobody@contoso.example", "long enough", model.ErrNotFound},
	} {
		if err := b.SetPassword(t.Context(), c.user, c.password); !errors.Is(err, c.want) {
			t.Errorf("%s: got %v, want %v", name, err, c.want)
		}
	}
	if _, err := b.signIn("ann@contoso.example", "right and proper", "192.0.2.1", ""); err != nil {
		t.Errorf("what was refused changed the password: %v", err)
	}
}

// Other secrets are counted alike, each kind by itself.
func TestGuessesAtCodesAreCountedByTheirKind(t *testing.T) {
	b := newBureau(t)
	var wait *TooManyAttempts
	for i := range freeOfAClient {
		if _, err := b.Guess("user code", "192.0.2.1"); err != nil {
			t.Fatalf("guess %d: %v", i, err)
		}
	}
	if _, err := b.Guess("user code", "192.0.2.1"); !errors.As(err, &wait) {
		t.Errorf("one more: %v", err)
	}
	for _, other := range [][2]string{{"user code", "192.0.2.2"}, {"another kind", "192.0.2.1"}} {
		if _, err := b.Guess(other[0], other[1]); err != nil {
			t.Errorf("%v: %v", other, err)
		}
	}
	for range 3 * freeOfAClient {
		right, err := b.Guess("right", "192.0.2.1")
		if err != nil {
			t.Fatalf("right ones are counted: %v", err)
		}
		right()
	}
}
