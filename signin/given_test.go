package signin_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"daybook/signin"
)

func TestTokenFromTheEnvironment(t *testing.T) {
	get := func(value string) func(string) string {
		return func(name string) string {
			if name == "DAYBOOK_TOKEN" {
				return value
			}
			return ""
		}
	}
	if _, ok, err := signin.FromEnvironment(get("")); ok || err != nil {
		t.Errorf("without: %v, %v", ok, err)
	}
	source, ok, err := signin.FromEnvironment(get(" " + canary + "\n"))
	if !ok || err != nil {
		t.Fatalf("with: %v, %v", ok, err)
	}
	if tok, err := source.Token(); err != nil || tok.AccessToken != canary {
		t.Errorf("token: %v", err)
	}
	_, ok, err = signin.FromEnvironment(get(canary + " " + canary))
	if !ok || !errors.Is(err, signin.ErrSetup) {
		t.Errorf("two words: %v, %v; want an error and no silent way around it", ok, err)
	}
	noSecret(t, "the error", err)
}

func TestTokenFromAFile(t *testing.T) {
	path := filepath.Join(t.TempDir(), "token")
	write := func(text string, mode os.FileMode) {
		t.Helper()
		if err := errors.Join(os.WriteFile(path, []byte(text), 0o600), os.Chmod(path, mode)); err != nil {
			t.Fatal(err)
		}
	}
	source := signin.FromFile(path)
	for _, c := range []struct {
		name, text string
		mode       os.FileMode
		says       string
	}{
		{"open to the group", canary, 0o640, "chmod 600"},
		{"open to all", canary, 0o604, "chmod 600"},
		{"empty", "\n", 0o600, "holds no token"},
		{"two lines", canary + "\n" + canary, 0o600, "nothing else"},
		{"binary", canary + "\x00", 0o600, "nothing else"},
		{"long", strings.Repeat(canary, 9000), 0o600, "nothing else"},
	} {
		write(c.text, c.mode)
		_, err := source.Token()
		if err == nil || !strings.Contains(err.Error(), c.says) {
			t.Errorf("%s: err = %v, want %q", c.name, err, c.says)
		}
		noSecret(t, "the error", err)
	}
	write(canary+"-1\n", 0o600)
	first, err := source.Token()
	if err != nil || first.AccessToken != canary+"-1" {
		t.Fatalf("token: %v", err)
	}
	if _, err := source.Refresh(t.Context(), first); !errors.Is(err, signin.ErrSignInAgain) {
		t.Errorf("refused and unchanged: err = %v", err)
	}
	write(canary+"-2\n", 0o600)
	if second, err := source.Refresh(t.Context(), first); err != nil || second.AccessToken != canary+"-2" {
		t.Errorf("refused and changed: %v", err)
	}
	noSecret(t, "the source", source)
	if _, err := signin.FromFile(t.TempDir()).Token(); !errors.Is(err, signin.ErrSetup) {
		t.Errorf("a folder: err = %v", err)
	}
	if _, err := signin.FromFile(path + "x").Token(); !errors.Is(err, signin.ErrSetup) {
		t.Errorf("no file: err = %v", err)
	}
}

func TestTokenFromACommand(t *testing.T) {
	count := filepath.Join(t.TempDir(), "count")
	script := `printf x >> "$1"; echo ` + canary + `-$(wc -c < "$1")`
	source := signin.FromCommand([]string{"sh", "-c", script, "sh", count})
	first, err := source.Token()
	if err != nil {
		t.Fatal(err)
	}
	if again, err := source.Token(); err != nil || again.AccessToken != first.AccessToken {
		t.Errorf("ran again without need: %v", err)
	}
	second, err := source.Refresh(t.Context(), first)
	if err != nil || second.AccessToken == first.AccessToken {
		t.Errorf("refused: err = %v, want another token", err)
	}
	if third, err := source.Refresh(t.Context(), first); err != nil || third.AccessToken != second.AccessToken {
		t.Errorf("a second request refused with the same token: %v", err)
	}
	noSecret(t, "the source", source)
	same := signin.FromCommand([]string{"echo", canary})
	tok, err := same.Token()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := same.Refresh(t.Context(), tok); !errors.Is(err, signin.ErrSignInAgain) {
		t.Errorf("the same again: err = %v", err)
	}
	for name, words := range map[string][]string{
		"nothing": nil, "no such program": {"daybook-no-such-program"}, "fails": {"sh", "-c", "echo " + canary + "; echo " + canary + " >&2; exit 3"},
		"prints nothing": {"true"}, "prints two": {"printf", canary + "\n" + canary}, "prints without end": {"yes", canary},
		"no shell reads it": {"echo " + canary},
	} {
		_, err := signin.FromCommand(words).Token()
		if !errors.Is(err, signin.ErrSetup) {
			t.Errorf("%s: err = %v, want ErrSetup", name, err)
		}
		if name != "no shell reads it" { // the program's name is shown
			noSecret(t, name, err)
		}
	}
}
