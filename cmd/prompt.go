package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync/atomic"

	"github.com/charmbracelet/x/term"

	"daybook/signin"
)

// askFunc asks a person for the passphrase of the tokens; fresh is true when
// one is being chosen.
type askFunc = func(ctx context.Context, fresh bool) (signin.Secret, error)

// askPassphrase asks at the terminal; nil where there is none.
func askPassphrase() askFunc {
	if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stderr.Fd()) {
		return nil
	}
	return func(ctx context.Context, fresh bool) (signin.Secret, error) {
		prompt := "Passphrase for the tokens: "
		if fresh {
			prompt = "No keyring answers here, so the tokens are encrypted with a passphrase of yours. Choose one: "
		}
		first, err := promptHidden(ctx, os.Stdin, os.Stderr, prompt)
		if err != nil || !fresh {
			return signin.Secret(first), err
		}
		second, err := promptHidden(ctx, os.Stdin, os.Stderr, "Once more: ")
		if err == nil && first != second {
			err = errors.New("the two are not the same; nothing was kept")
		}
		return signin.Secret(first), err
	}
}

// terminal is free until the program takes it.
type terminal struct{ taken atomic.Bool }

func (t *terminal) take() { t.taken.Store(true) }

// errLocked says that the vault has to be opened first.
var errLocked = errors.New("the tokens are locked with a passphrase: start daybook with --profile to be asked for it, or set passphrase_command")

// whileFree asks only until the terminal is taken.
func (t *terminal) whileFree(ask askFunc) askFunc {
	if ask == nil {
		return nil
	}
	return func(ctx context.Context, fresh bool) (signin.Secret, error) {
		if t.taken.Load() {
			return "", errLocked
		}
		return ask(ctx, fresh)
	}
}

// askPassword reads a password: twice without echo at a terminal, else as one
// line.
func askPassword(ctx context.Context, in io.Reader, out io.Writer, user string) (string, error) {
	f, ok := in.(*os.File)
	if !ok || !term.IsTerminal(f.Fd()) {
		return readLine(in)
	}
	first, err := promptHidden(ctx, f, out, "New password of "+user+": ")
	if err != nil {
		return "", err
	}
	second, err := promptHidden(ctx, f, out, "Once more: ")
	if err == nil && first != second {
		err = errors.New("the two are not the same; nothing was changed")
	}
	return first, err
}

// confirm asks before what cannot be undone, at the terminal or of one line of
// standard input. It is an error unless the answer is yes.
func confirm(ctx context.Context, in io.Reader, out io.Writer, question string) error {
	fmt.Fprint(out, question+"\nGo on? Type yes: ")
	answer := make(chan string, 1)
	go func() { // reading cannot be interrupted; the process ends instead
		line, _ := bufio.NewReader(io.LimitReader(in, 1<<10)).ReadString('\n')
		answer <- strings.TrimSpace(line)
	}()
	select {
	case said := <-answer:
		if !strings.EqualFold(said, "yes") {
			return errors.New("nothing was changed: answer yes, or give --yes, if it is meant")
		}
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// promptHidden asks at the terminal, which shows nothing of the answer. When
// the context ends the terminal shows what is typed again.
func promptHidden(ctx context.Context, f *os.File, out io.Writer, prompt string) (string, error) {
	before, err := term.GetState(f.Fd())
	if err != nil {
		return "", fmt.Errorf("hide what is typed: %w", err)
	}
	fmt.Fprint(out, prompt)
	defer fmt.Fprintln(out) // the line that the person ended was not shown
	type line struct {
		text []byte
		err  error
	}
	read := make(chan line, 1)
	go func() { // reading a terminal cannot be interrupted; the process ends instead
		text, err := term.ReadPassword(f.Fd())
		read <- line{text, err}
	}()
	select {
	case l := <-read:
		if l.err != nil {
			return "", fmt.Errorf("read the password: %w", l.err)
		}
		return string(l.text), nil
	case <-ctx.Done():
		return "", errors.Join(ctx.Err(), term.Restore(f.Fd(), before))
	}
}

func readLine(in io.Reader) (string, error) {
	line, err := bufio.NewReader(io.LimitReader(in, 64<<10)).ReadString('\n')
	if err != nil && !errors.Is(err, io.EOF) {
		return "", fmt.Errorf("read the password: %w", err)
	}
	if line = strings.TrimRight(line, "\r\n"); line == "" {
		return "", errors.New("there is no password on standard input")
	}
	return line, nil
}
