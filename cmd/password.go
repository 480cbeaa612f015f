package cmd

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"daybook/service"
)

func newPassword(c *common) *cobra.Command {
	return &cobra.Command{
		Use:   "password",
		Short: "Set the password for signing in to \"daybook serve\"",
		Long: "password sets the password with which the owner of a mailbox signs in to\n" +
			"\"daybook serve\". It asks twice at the terminal; otherwise it reads one line from\n" +
			"standard input. Whoever was signed in to the mailbox has to do so again.",
		Example: "daybook password --user ann@contoso.example",
		Args:    alone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			h, err := c.open(cmd.Context(), service.Options{})
			if err != nil {
				return err
			}
			defer h.Close()
			password, err := askPassword(cmd.Context(), cmd.InOrStdin(), cmd.ErrOrStderr(), h.owner.PrincipalName)
			if err != nil {
				return err
			}
			if err := h.SetPassword(cmd.Context(), h.owner.ID, password); err != nil {
				return fmt.Errorf("set the password of %s: %w", h.owner.PrincipalName, err)
			}
			_, err = fmt.Fprintf(cmd.ErrOrStderr(), "%s signs in with this password from now on.\n", h.owner.PrincipalName)
			return err
		},
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

// howToSignIn is what the one who serves is told: while nobody has a password,
// how to set one.
func howToSignIn(ctx context.Context, c *common, h *house) (string, error) {
	has, err := h.HasPasswords(ctx)
	if err != nil || has {
		return "", err
	}
	command := "daybook password"
	if c.data != "" {
		command += " --data " + shellWord(filepath.Dir(h.dir))
	}
	if h.sample {
		command += " --sample"
	}
	return "Nobody can sign in yet. Set a password, in another terminal:  " + command + " --user " + h.owner.PrincipalName, nil
}

// shellWord writes a word so that a shell reads it as one.
func shellWord(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return !strings.ContainsRune(wordRunes, r) }) {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}

const wordRunes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@%:,"
