package signin

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"strings"
	"sync"
	"time"

	"golang.org/x/oauth2"

	"daybook/api"
	"daybook/child"
)

// TokenVariable is the environment's variable that holds a token.
const TokenVariable = "DAYBOOK_TOKEN"

const commandTime = time.Minute // for a command that may ask for a PIN

// FromEnvironment is the token that the environment holds, as it is; ok is
// false when there is none.
func FromEnvironment(getenv func(string) string) (source oauth2.TokenSource, ok bool, err error) {
	token := strings.TrimSpace(getenv(TokenVariable))
	if token == "" {
		return nil, false, nil
	}
	if checkSecret(token) != nil {
		return nil, true, failure(ErrSetup, "%s does not hold a token: it has characters that none has, or is too long", TokenVariable)
	}
	return api.StaticToken(Secret(token)), true, nil
}

// FromFile is the token in a file, which has to be its owner's alone. The
// file is read for every request, so that a program beside this one can put
// fresh tokens into it.
func FromFile(path string) api.Refresher { return fileSource(path) }

type fileSource string

func (f fileSource) Token() (*oauth2.Token, error) {
	token, err := readTokenFile(string(f))
	if err != nil {
		return nil, err
	}
	return &oauth2.Token{AccessToken: string(token)}, nil
}

func (f fileSource) Refresh(_ context.Context, stale *oauth2.Token) (*oauth2.Token, error) {
	fresh, err := f.Token()
	if err == nil && fresh.AccessToken == stale.AccessToken {
		return nil, failure(ErrSignInAgain, "the service refuses the token in %s: put a fresh one there", string(f))
	}
	return fresh, err
}

func readTokenFile(path string) (Secret, error) {
	info, err := os.Stat(path) // before it is opened: a pipe would wait for a writer
	switch {
	case err != nil:
		return "", failure(ErrSetup, "the token file: %v", err)
	case !info.Mode().IsRegular():
		return "", failure(ErrSetup, "the token file %s is not a plain file", path)
	case runtime.GOOS != "windows" && info.Mode().Perm()&0o077 != 0:
		return "", failure(ErrSetup, "the token file %s can be read by others: close it with \"chmod 600\"", path)
	}
	file, err := os.Open(path)
	if err != nil {
		return "", failure(ErrSetup, "the token file: %v", err)
	}
	defer file.Close()
	b, err := io.ReadAll(io.LimitReader(file, maxToken+2))
	if err != nil {
		return "", failure(ErrSetup, "the token file: %v", err)
	}
	return oneToken(b, "the token file "+path)
}

// oneToken takes the only line of what a file or a command gives.
func oneToken(b []byte, from string) (Secret, error) {
	token := string(bytes.TrimSpace(b))
	switch {
	case token == "":
		return "", failure(ErrSetup, "%s holds no token", from)
	case checkSecret(token) != nil:
		return "", failure(ErrSetup, "%s has to give a token and nothing else", from)
	}
	return Secret(token), nil
}

// FromCommand is the token that a command prints. The words are the program
// and its arguments: no shell reads them. It runs at the first request, and
// again when the service refuses what it printed.
func FromCommand(words []string) api.Refresher { return &commandSource{words: words} }

type commandSource struct {
	words []string
	mu    sync.Mutex
	token Secret
}

func (c *commandSource) Format(f fmt.State, _ rune) { fmt.Fprint(f, "token of a command") }

func (c *commandSource) Token() (*oauth2.Token, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.token == "" {
		if err := c.run(context.Background()); err != nil {
			return nil, err
		}
	}
	return &oauth2.Token{AccessToken: string(c.token)}, nil
}

func (c *commandSource) Refresh(ctx context.Context, stale *oauth2.Token) (*oauth2.Token, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if string(c.token) == stale.AccessToken {
		if err := c.run(ctx); err != nil {
			return nil, err
		}
	}
	if string(c.token) == stale.AccessToken {
		return nil, failure(ErrSignInAgain, "the service refuses the token that %s prints, and it prints no other", c.words[0])
	}
	return &oauth2.Token{AccessToken: string(c.token)}, nil
}

func (c *commandSource) run(ctx context.Context) error {
	out, err := output(ctx, "token_command", c.words)
	if err == nil {
		c.token, err = oneToken(out, "token_command")
	}
	return err
}

// PassphraseCommand gives what a command prints on its first line, for the
// vault. The words are the program and its arguments: no shell reads them.
func PassphraseCommand(words []string) func(context.Context) (Secret, error) {
	return func(ctx context.Context) (Secret, error) {
		out, err := output(ctx, "passphrase_command", words)
		if err != nil {
			return "", err
		}
		line, _, _ := bytes.Cut(out, []byte("\n"))
		line = bytes.TrimSuffix(line, []byte("\r"))
		if len(line) == 0 {
			return "", failure(ErrSetup, "passphrase_command (%s) printed nothing", words[0])
		}
		return Secret(line), nil
	}
}

// output runs a command that prints a secret. What it says on the error
// output is not repeated: it can be anything.
func output(ctx context.Context, setting string, words []string) ([]byte, error) {
	if len(words) == 0 || words[0] == "" {
		return nil, failure(ErrSetup, "%s is empty: give a program and its arguments", setting)
	}
	ctx, cancel := context.WithTimeout(ctx, commandTime)
	defer cancel()
	cmd := child.Command(ctx, words[0], words[1:]...)
	cmd.WaitDelay = time.Second
	var out bounded
	cmd.Stdout = &out
	err := cmd.Run()
	switch exit, _ := errors.AsType[*exec.ExitError](err); {
	case out.over:
		return nil, failure(ErrSetup, "%s (%s) prints more than a secret", setting, words[0])
	case ctx.Err() != nil:
		return nil, failure(ErrSetup, "%s (%s) did not end in time", setting, words[0])
	case exit != nil:
		return nil, failure(ErrSetup, "%s (%s) ended with %s: run it yourself to see why", setting, words[0], exit.ProcessState)
	case err != nil:
		return nil, failure(ErrSetup, "%s: %s cannot be run: see whether it is installed and in PATH", setting, words[0])
	}
	return out.b, nil
}

// bounded keeps the beginning of what is written to it.
type bounded struct {
	b    []byte
	over bool
}

func (w *bounded) Write(p []byte) (int, error) {
	if len(w.b)+len(p) > maxToken {
		w.over = true
		return 0, io.ErrShortWrite
	}
	w.b = append(w.b, p...)
	return len(p), nil
}
