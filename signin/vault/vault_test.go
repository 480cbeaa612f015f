package vault_test

import (
	"bytes"
	"context"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"github.com/zalando/go-keyring"

	"daybook/signin/vault"
)

const canary = "canary5ecret"

// words gives a passphrase, as a command or a person would.
func words(s string) func(context.Context) (vault.Secret, error) {
	return func(context.Context) (vault.Secret, error) { return vault.Secret(s), nil }
}

func open(t testing.TB, o vault.Options) *vault.Vault {
	t.Helper()
	o.Work = 4
	v, err := vault.Open(o)
	if err != nil {
		t.Fatal(err)
	}
	return v
}

func put(t testing.TB, v *vault.Vault, name, text string) {
	t.Helper()
	if err := v.Put(t.Context(), name, []byte(text)); err != nil {
		t.Fatalf("put %s: %v", name, err)
	}
}

func want(t testing.TB, v *vault.Vault, name, text string) {
	t.Helper()
	if got, err := v.Get(t.Context(), name); err != nil || string(got) != text {
		t.Errorf("%s: got %q, %v; want %q", name, got, err, text)
	}
}

// mockRing is the system's keyring, as go-keyring mocks it.
func mockRing(t testing.TB) vault.Keyring {
	t.Helper()
	keyring.MockInit()
	return vault.SystemKeyring(func(name string) string {
		return map[string]string{"DBUS_SESSION_BUS_ADDRESS": "unix:path=/nowhere"}[name]
	})
}

func TestBothKeepersKeep(t *testing.T) {
	ring := mockRing(t)
	for name, o := range map[string]vault.Options{
		"keyring":    {Dir: t.TempDir(), Keyring: ring},
		"passphrase": {Dir: t.TempDir(), Command: words(canary)},
		"person":     {Dir: t.TempDir(), Ask: func(context.Context, bool) (vault.Secret, error) { return canary, nil }},
	} {
		t.Run(name, func(t *testing.T) {
			v := open(t, o)
			if _, err := v.Get(t.Context(), "work"); !errors.Is(err, vault.ErrNotFound) {
				t.Errorf("nothing there: err = %v", err)
			}
			put(t, v, "work", canary+" one")
			put(t, v, "work", canary+" two")
			put(t, v, "home", canary+" three")
			again := open(t, o)
			want(t, again, "work", canary+" two")
			want(t, again, "home", canary+" three")
			if names, err := again.Names(); err != nil || !slices.Equal(names, []string{"home", "work"}) {
				t.Errorf("names = %v, %v", names, err)
			}
			if err := again.Delete(t.Context(), "work"); err != nil {
				t.Fatal(err)
			}
			if _, err := v.Get(t.Context(), "work"); !errors.Is(err, vault.ErrNotFound) {
				t.Errorf("deleted: err = %v", err)
			}
			want(t, v, "home", canary+" three")
			noPlainText(t, o.Dir)
			if shown := fmt.Sprintf("%v %+v %#v", v, v, v); strings.Count(shown, "vault(") != 3 {
				t.Errorf("shown as %s", shown)
			}
		})
	}
}

// noPlainText looks for the canary, in every usual coding, in all files.
func noPlainText(t *testing.T, dir string) {
	t.Helper()
	err := filepath.WalkDir(dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		info, err := d.Info()
		if err != nil {
			return err
		}
		if mode := info.Mode().Perm(); d.IsDir() && mode != 0o700 || !d.IsDir() && mode != 0o600 {
			t.Errorf("%s has mode %o", path, mode)
		}
		if d.IsDir() {
			return nil
		}
		b, err := os.ReadFile(path)
		for _, secret := range []string{canary, base64.StdEncoding.EncodeToString([]byte(canary))[:14], fmt.Sprintf("%x", canary)} {
			if bytes.Contains(b, []byte(secret)) {
				t.Errorf("%s holds a secret in plain text", path)
			}
		}
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
}

func TestWrongPassphrase(t *testing.T) {
	dir := t.TempDir()
	put(t, open(t, vault.Options{Dir: dir, Command: words("the right one")}), "work", "x")
	for name, o := range map[string]vault.Options{
		"wrong": {Dir: dir, Command: words(canary)}, "empty": {Dir: dir, Command: words("")},
	} {
		_, err := open(t, o).Get(t.Context(), "work")
		if !errors.Is(err, vault.ErrPassphrase) || strings.Contains(err.Error(), canary) {
			t.Errorf("%s: err = %v, want ErrPassphrase", name, err)
		}
		if err := open(t, o).Put(t.Context(), "work", nil); !errors.Is(err, vault.ErrPassphrase) {
			t.Errorf("%s: put: err = %v, want ErrPassphrase", name, err)
		}
	}
	asked := 0
	person := func(_ context.Context, fresh bool) (vault.Secret, error) {
		if asked++; fresh {
			t.Error("asked to choose a passphrase where there is one")
		}
		return vault.Secret(map[int]string{3: "the right one"}[asked] + map[bool]string{true: "wrong"}[asked != 3]), nil
	}
	v := open(t, vault.Options{Dir: dir, Ask: person})
	if !v.Asks() {
		t.Error("Asks = false before the first use")
	}
	want(t, v, "work", "x")
	want(t, v, "work", "x")
	if asked != 3 || v.Asks() {
		t.Errorf("asked %d times, Asks = %v; want 3 and false", asked, v.Asks())
	}
	want(t, open(t, vault.Options{Dir: dir, Command: words("the right one")}), "work", "x")
}

func TestNowhereToKeepIsRefusedInWords(t *testing.T) {
	dir := t.TempDir()
	err := open(t, vault.Options{Dir: dir}).Put(t.Context(), "work", []byte(canary))
	if !errors.Is(err, vault.ErrNowhere) || !strings.Contains(err.Error(), "passphrase_command") {
		t.Errorf("err = %v, want ErrNowhere and what to do", err)
	}
	noPlainText(t, dir)
	if names, _ := open(t, vault.Options{Dir: dir}).Names(); len(names) != 0 {
		t.Errorf("kept all the same: %v", names)
	}
	if err := open(t, vault.Options{Dir: dir, Command: words("short")}).Put(t.Context(), "work", nil); err == nil || !strings.Contains(err.Error(), "longer") {
		t.Errorf("a short passphrase: err = %v", err)
	}
}

func TestKeyringThatHasGoneIsSaid(t *testing.T) {
	ring := mockRing(t)
	dir := t.TempDir()
	put(t, open(t, vault.Options{Dir: dir, Keyring: ring}), "work", "x")
	command := words("some passphrase")
	if _, err := open(t, vault.Options{Dir: dir, Command: command}).Get(t.Context(), "work"); !errors.Is(err, vault.ErrNoKeyring) {
		t.Errorf("no keyring: err = %v, want ErrNoKeyring", err)
	}
	if err := open(t, vault.Options{Dir: dir, Command: command}).Put(t.Context(), "work", nil); !errors.Is(err, vault.ErrNoKeyring) {
		t.Errorf("put without the keyring: err = %v, want ErrNoKeyring and no change of keeper", err)
	}
	keyring.MockInitWithError(errors.New("locked"))
	if _, err := open(t, vault.Options{Dir: dir, Keyring: ring, Command: command}).Get(t.Context(), "work"); !errors.Is(err, vault.ErrNoKeyring) {
		t.Errorf("a locked keyring: err = %v, want ErrNoKeyring", err)
	}
	keyring.MockInit()
	if _, err := open(t, vault.Options{Dir: dir, Keyring: ring}).Get(t.Context(), "work"); !errors.Is(err, vault.ErrNoKey) || !strings.Contains(err.Error(), "logout --all") {
		t.Errorf("a keyring without the key: err = %v, want ErrNoKey and what to do", err)
	}
}

func TestKeyringThatRefusesAtFirstLeadsToThePersonOrARefusal(t *testing.T) {
	ring := mockRing(t)
	keyring.MockInitWithError(errors.New("locked"))
	defer keyring.MockInit()
	if err := open(t, vault.Options{Dir: t.TempDir(), Keyring: ring}).Put(t.Context(), "work", nil); !errors.Is(err, vault.ErrNowhere) {
		t.Errorf("nobody to ask: err = %v, want ErrNowhere", err)
	}
	chosen := false
	v := open(t, vault.Options{Dir: t.TempDir(), Keyring: ring, Ask: func(_ context.Context, fresh bool) (vault.Secret, error) {
		chosen = fresh
		return "chosen by a person", nil
	}})
	put(t, v, "work", "x")
	if !chosen {
		t.Error("the person was not asked to choose a passphrase")
	}
}

func TestNoBusNoKeyring(t *testing.T) {
	if ring := vault.SystemKeyring(func(string) string { return "" }); ring != nil {
		t.Errorf("keyring = %v where no bus is", ring)
	}
}

func TestDamageIsNoticed(t *testing.T) {
	dir := t.TempDir()
	v := open(t, vault.Options{Dir: dir, Command: words(canary)})
	put(t, v, "work", canary)
	put(t, v, "home", canary)
	path := filepath.Join(dir, "p-work.sealed")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	other, err := os.ReadFile(filepath.Join(dir, "p-home.sealed"))
	if err != nil {
		t.Fatal(err)
	}
	check := func(what string, b []byte) {
		t.Helper()
		if err := os.WriteFile(path, b, 0o600); err != nil {
			t.Fatal(err)
		}
		if got, err := v.Get(t.Context(), "work"); !errors.Is(err, vault.ErrDamaged) || !strings.Contains(err.Error(), "sign in again") {
			t.Errorf("%s: got %q, err = %v; want ErrDamaged", what, got, err)
		}
	}
	for i := range whole {
		bad := bytes.Clone(whole)
		bad[i] ^= 0x20
		check(fmt.Sprintf("byte %d", i), bad)
		check(fmt.Sprintf("cut at %d", i), whole[:i])
	}
	check("longer", append(bytes.Clone(whole), 0))
	check("another profile's", other)
	check("endless", make([]byte, 2<<20))
	put(t, v, "work", "anew")
	want(t, v, "work", "anew")
}

func TestDamagedKeyIsNoticed(t *testing.T) {
	dir := t.TempDir()
	put(t, open(t, vault.Options{Dir: dir, Command: words(canary)}), "work", "x")
	path := filepath.Join(dir, "key.age")
	whole, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	for i := 0; i < len(whole); i += 7 {
		bad := bytes.Clone(whole)
		bad[i] ^= 0x01
		for _, b := range [][]byte{bad, whole[:i]} {
			if err := os.WriteFile(path, b, 0o600); err != nil {
				t.Fatal(err)
			}
			if got, err := open(t, vault.Options{Dir: dir, Command: words(canary)}).Get(t.Context(), "work"); err == nil {
				t.Errorf("byte %d: got %q", i, got)
			} else if strings.Contains(err.Error(), canary) {
				t.Errorf("byte %d: the error shows the passphrase: %v", i, err)
			}
		}
	}
	v := open(t, vault.Options{Dir: dir, Command: words(canary)})
	if err := v.Destroy(t.Context()); err != nil {
		t.Fatalf("destroying needs no key: %v", err)
	}
	put(t, v, "work", "anew")
	want(t, v, "work", "anew")
}

func TestKeyThatAnotherProcessReplaced(t *testing.T) {
	dir := t.TempDir()
	o := vault.Options{Dir: dir, Command: words(canary)}
	old, fresh := open(t, o), open(t, o)
	put(t, old, "work", "one")
	if err := fresh.Destroy(t.Context()); err != nil {
		t.Fatal(err)
	}
	put(t, fresh, "work", "two")
	want(t, old, "work", "two")
	put(t, old, "work", "three")
	want(t, fresh, "work", "three")
}

func TestDestroyTakesTheKeyFromTheKeyring(t *testing.T) {
	ring := mockRing(t)
	dir := t.TempDir()
	v := open(t, vault.Options{Dir: dir, Keyring: ring})
	put(t, v, "work", "x")
	account, err := os.ReadFile(filepath.Join(dir, "key.keyring"))
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Destroy(t.Context()); err != nil {
		t.Fatal(err)
	}
	if _, err := keyring.Get("daybook", strings.TrimSpace(string(account))); !errors.Is(err, keyring.ErrNotFound) {
		t.Errorf("the key is still in the keyring: %v", err)
	}
}

func TestNamesOfEveryKind(t *testing.T) {
	v := open(t, vault.Options{Dir: t.TempDir(), Command: words(canary)})
	names := []string{"work", "Work", "WORK", "../work", "con", "", "a/b", ".", "key", "ä", "a%20b", "a b", strings.Repeat("x", 60)}
	for i, name := range names {
		put(t, v, name, fmt.Sprint(i))
	}
	for i, name := range names {
		want(t, v, name, fmt.Sprint(i))
	}
	got, err := v.Names()
	slices.Sort(got)
	slices.Sort(names)
	if err != nil || !slices.Equal(got, names) {
		t.Errorf("names = %q, %v; want %q", got, err, names)
	}
}

func TestWhatIsNotThereNeedsNoKey(t *testing.T) {
	v, err := vault.Open(vault.Options{Dir: filepath.Join(t.TempDir(), "signin")})
	if err != nil {
		t.Fatal(err)
	}
	if err := v.Update(t.Context(), "work", nil); !errors.Is(err, vault.ErrNotFound) {
		t.Errorf("update: err = %v, want ErrNotFound", err)
	}
	if _, err := v.Get(t.Context(), "work"); !errors.Is(err, vault.ErrNotFound) {
		t.Errorf("get: err = %v, want ErrNotFound", err)
	}
}

func TestUpdate(t *testing.T) {
	v := open(t, vault.Options{Dir: t.TempDir(), Command: words(canary)})
	err := v.Update(t.Context(), "work", func([]byte) ([]byte, error) { t.Error("called with nothing there"); return nil, nil })
	if !errors.Is(err, vault.ErrNotFound) {
		t.Errorf("nothing there: err = %v", err)
	}
	put(t, v, "work", "one")
	if err := v.Update(t.Context(), "work", func(old []byte) ([]byte, error) { return nil, nil }); err != nil {
		t.Errorf("no change: %v", err)
	}
	want(t, v, "work", "one")
	mine := errors.New("mine")
	if err := v.Update(t.Context(), "work", func(old []byte) ([]byte, error) { return append(old, " two"...), mine }); !errors.Is(err, mine) {
		t.Errorf("err = %v, want the change's own", err)
	}
	want(t, v, "work", "one two")
}

func TestUpdatesAtOnceAllCount(t *testing.T) {
	dir := t.TempDir()
	put(t, open(t, vault.Options{Dir: dir, Command: words(canary)}), "work", "")
	var wg sync.WaitGroup
	for range 8 {
		v := open(t, vault.Options{Dir: dir, Command: words(canary)})
		wg.Go(func() {
			for range 10 {
				if err := v.Update(t.Context(), "work", func(old []byte) ([]byte, error) { return append(old, 'x'), nil }); err != nil {
					t.Error(err)
				}
			}
		})
	}
	wg.Wait()
	want(t, open(t, vault.Options{Dir: dir, Command: words(canary)}), "work", strings.Repeat("x", 80))
}

func TestLockIsNotWaitedForEndlessly(t *testing.T) {
	dir := t.TempDir()
	a, b := open(t, vault.Options{Dir: dir, Command: words(canary)}), open(t, vault.Options{Dir: dir, Command: words(canary)})
	put(t, a, "work", "x")
	want(t, b, "work", "x")
	err := a.Update(t.Context(), "work", func([]byte) ([]byte, error) {
		ctx, cancel := context.WithCancel(t.Context())
		cancel()
		if err := b.Put(ctx, "work", nil); !errors.Is(err, vault.ErrBusy) || !errors.Is(err, context.Canceled) {
			t.Errorf("while it is held: err = %v, want ErrBusy", err)
		}
		want(t, b, "work", "x") // reading waits for nobody
		return nil, nil
	})
	if err != nil {
		t.Fatal(err)
	}
}
