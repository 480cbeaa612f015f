package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"

	"github.com/spf13/cobra"

	"daybook/config"
	"daybook/signin"
	"daybook/signin/vault"
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
	p, _, err := c.place()
	if errors.Is(err, config.ErrNoProfile) && !all {
		return c.logoutGone(ctx, err, out)
	}
	if err != nil && !all {
		return err
	}
	if err != nil { // a broken configuration keeps no tokens
		if p.data, err = c.folder(); err != nil {
			return err
		}
	}
	now, err := c.clock()
	if err != nil {
		return err
	}
	if !all && !p.profile.Remote() {
		return fmt.Errorf("profile %s is a mailbox of this machine, which nobody signs in to; name another with --profile, or --all", p.name())
	}
	s, err := newSigningIn(p, now)
	if err != nil {
		return err
	}
	if !all {
		return s.end(ctx, p.profile.Name, nil, out)
	}
	names, err := s.sessions.Profiles()
	if err != nil {
		return err
	}
	var locked error
	if len(names) > 0 {
		locked = s.sessions.Vault().Unlock(ctx) // asks once, and does without
	}
	for _, name := range names {
		if err := s.end(ctx, name, locked, out); err != nil {
			return err
		}
	}
	if err := s.sessions.DeleteAll(ctx); err != nil {
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
	p := place{data: data, asker: &asker{}, profile: config.Profile{Name: cmp.Or(c.profile, os.Getenv("DAYBOOK_PROFILE"))}}
	p.profile.PassphraseCommand = passphraseFor(file, p.profile)
	s, err := newSigningIn(p, now)
	if err != nil {
		return err
	}
	names, err := s.sessions.Profiles()
	if err != nil {
		return err
	}
	if !slices.Contains(names, p.profile.Name) {
		return missing
	}
	return s.end(ctx, p.profile.Name, nil, out)
}

// end ends one sign-in: there where it can, here in any case. Locked says why
// what is kept cannot be read, nil when it can.
func (s *signingIn) end(ctx context.Context, name string, locked error, out io.Writer) error {
	there := locked
	if there == nil {
		there = s.endThere(ctx, name)
	}
	if err := s.sessions.Delete(ctx, name); err != nil {
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

// errEnded says that there is nothing left to end.
var errEnded = errors.New("the sign-in had ended there already")

func (s *signingIn) endThere(ctx context.Context, name string) error {
	session, err := s.sessions.Load(ctx, name)
	switch {
	case errors.Is(err, vault.ErrDamaged), errors.Is(err, vault.ErrPassphrase), errors.Is(err, vault.ErrNoKey):
		return errors.New("what was kept could not be read")
	case err != nil:
		return err
	case session.Refused != "":
		return errEnded
	case session.Provider.Revoke == "":
		return s.client.Revoke(ctx, session.Provider, "") // says how else
	}
	return s.giveBack(ctx, session.Provider, session.Grant)
}
