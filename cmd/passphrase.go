package cmd

import (
	"context"
	"errors"
	"os"
	"sync/atomic"

	"github.com/charmbracelet/x/term"

	"daybook/config"
	"daybook/signin"
	"daybook/signin/vault"
)

// asker asks for the passphrase of the vault at the terminal, while that is
// free.
type asker struct{ taken atomic.Bool }

// errLocked says that the vault has to be opened first.
var errLocked = errors.New("the tokens are locked with a passphrase: start daybook with --profile to be asked for it, or set passphrase_command")

// ask implements vault.Options.Ask.
func (a *asker) ask(ctx context.Context, fresh bool) (signin.Secret, error) {
	if a.taken.Load() {
		return "", errLocked
	}
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

// take takes the terminal away from it: the program has it from now on.
func (a *asker) take() { a.taken.Store(true) }

// vaultOptions are those of the data folder's vault on this machine.
func (a *asker) vaultOptions(data string, command []string, getenv func(string) string) vault.Options {
	o := vault.Options{Dir: signin.Folder(data), Keyring: vault.SystemKeyring(getenv)}
	if term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stderr.Fd()) {
		o.Ask = a.ask
	}
	if len(command) > 0 {
		o.Command = signin.PassphraseCommand(command)
	}
	return o
}

// passphraseFor is the command that opens the vault, which all profiles
// share: the profile's own, else the first that another profile has.
func passphraseFor(file *config.File, p config.Profile) []string {
	if len(p.PassphraseCommand) > 0 || file == nil {
		return p.PassphraseCommand
	}
	for _, other := range file.Profiles {
		if len(other.PassphraseCommand) > 0 {
			return other.PassphraseCommand
		}
	}
	return nil
}
