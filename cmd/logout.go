package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"daybook/config"
	"daybook/mailbox"
	"daybook/signin"
)

func newLogout(c *common) *cobra.Command {
	var all bool
	cmd := &cobra.Command{
		Use:   "logout",
		Short: "End a sign-in and forget its tokens",
		Long: "logout tells the service to end the sign-in, where it listens, and deletes the\n" +
			"tokens here in any case. The profile stays in the configuration. With --all every\n" +
			"sign-in is ended and the key that opens them is deleted: that needs no passphrase.",
		Example: "daybook logout --profile work\ndaybook logout --all",
		Args:    alone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			return logout(cmd.Context(), *c, all, cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&all, "all", false, "every profile")
	return cmd
}

func logout(ctx context.Context, c common, all bool, out io.Writer) error {
	l, _, err := c.location()
	if errors.Is(err, config.ErrNoProfile) && !all {
		return c.logoutGone(ctx, err, out)
	}
	if err != nil && !all {
		return err
	}
	if err != nil { // a broken configuration keeps no tokens
		if l.Data, err = c.folder(); err != nil {
			return err
		}
	}
	now, err := c.clock()
	if err != nil {
		return err
	}
	if !all && !l.Profile.Remote() {
		return fmt.Errorf("profile %s is a mailbox of this machine, which nobody signs in to; name another with --profile, or --all", l.Name())
	}
	s, err := mailbox.NewSignIn(l, now, os.Getenv)
	if err != nil {
		return err
	}
	if !all {
		return endSignIn(ctx, s, l.Profile.Name, nil, out)
	}
	names, err := s.Sessions.Profiles()
	if err != nil {
		return err
	}
	var locked error
	if len(names) > 0 {
		locked = s.Sessions.Vault().Unlock(ctx) // asks once, and does without
	}
	for _, name := range names {
		if err := endSignIn(ctx, s, name, locked, out); err != nil {
			return err
		}
	}
	if err := s.Sessions.DeleteAll(ctx); err != nil {
		return err
	}
	fmt.Fprintln(out, "Nothing is kept here any more.")
	return nil
}

// logoutGone ends the sign-in of a profile that the configuration no longer
// has, or has under another name; missing says so where nothing is kept of it.
func (c common) logoutGone(ctx context.Context, missing error, out io.Writer) error {
	data, err := c.folder()
	if err != nil {
		return err
	}
	file, err := c.settings()
	if err != nil {
		return err
	}
	now, err := c.clock()
	if err != nil {
		return err
	}
	l := mailbox.Location{Data: data, Ask: askPassphrase(), Profile: config.Profile{Name: c.profileName()}}
	l.Profile.PassphraseCommand = mailbox.PassphraseCommand(file, l.Profile)
	s, err := mailbox.NewSignIn(l, now, os.Getenv)
	if err != nil {
		return err
	}
	names, err := s.Sessions.Profiles()
	if err != nil {
		return err
	}
	if !slices.Contains(names, l.Profile.Name) {
		return missing
	}
	return endSignIn(ctx, s, l.Profile.Name, nil, out)
}

// endSignIn ends one sign-in: there where it can, here in any case. Locked says why
// what is kept cannot be read, nil when it can.
func endSignIn(ctx context.Context, s *mailbox.SignIn, name string, locked error, out io.Writer) error {
	there := locked
	if there == nil {
		there = s.End(ctx, name)
	}
	if err := s.Sessions.Delete(ctx, name); err != nil {
		return err
	}
	switch {
	case there == nil:
		fmt.Fprintf(out, "%s: the service has ended the sign-in, and its tokens are deleted here.\n", name)
	case errors.Is(there, signin.ErrNoSession):
		fmt.Fprintf(out, "%s: nobody was signed in.\n", name)
	default:
		fmt.Fprintf(out, "%s: the tokens are deleted here. The service was not told: %v.\n", name, there)
	}
	return nil
}
