// Package cmd is the command line: one file a command, holding its flags, its
// wiring and its exit code. What all commands share is in common.go (what the
// flags name), prompt.go, output.go and failure.go.
//
// Invariants: a token is never an argument and never printed but by the command
// that makes one.
package cmd

import (
	"context"
	"io"
	"maps"
	"slices"

	"github.com/spf13/cobra"

	"daybook/mailbox"
	"daybook/theme"
)

// Version is the release, set at link time.
var Version = "dev"

// Execute runs the command line and returns the exit code.
func Execute(ctx context.Context) int { return execute(ctx, newRoot()) }

func newRoot() *cobra.Command { return rootOn(onTerminal) }

// rootOn is the command line; screen reports whether a writer is a terminal.
func rootOn(screen func(io.Writer) bool) *cobra.Command {
	var c common
	var out *output
	root := &cobra.Command{
		Use:   "daybook",
		Short: "Mail, calendar, people and groups in the terminal",
		Long: "daybook opens your mailbox in the terminal. The first start makes a sample\n" +
			"mailbox; bring your own mail with \"daybook import PATH\".",
		Example: "daybook\ndaybook import ~/Maildir archive.mbox.gz\ndaybook serve --listen 127.0.0.1:8025",
		Args:    cobra.NoArgs,
		PersistentPreRun: func(cmd *cobra.Command, _ []string) {
			out = &output{to: cmd.OutOrStdout(), screen: screen(cmd.OutOrStdout())}
			cmd.SetOut(out)
			if cmd.HasParent() { // the root's is what failures are printed to
				cmd.SetErr(&output{to: cmd.ErrOrStderr(), screen: screen(cmd.ErrOrStderr())})
			}
		},
		PersistentPostRunE: func(*cobra.Command, []string) error { return out.end() },
		RunE: func(cmd *cobra.Command, _ []string) error {
			return runProgram(cmd.Context(), c)
		},
	}
	root.SetFlagErrorFunc(badFlag)
	flags := root.PersistentFlags()
	flags.StringVar(&c.data, "data", "", "data folder (default: daybook in the XDG data home)")
	flags.StringVar(&c.now, "now", "", "freeze the clock at an RFC 3339 time, for demos and tests")
	flags.StringVar(&c.config, "config", "", "configuration file (default: daybook/config.toml in the XDG configuration home)")
	flags.StringVar(&c.profile, "profile", "", "the profile to open: see \"daybook profiles\"")
	flags.StringVar(&c.theme, "theme", "", "colours: auto, or a theme's name")
	flags.BoolVar(&c.sample, "sample", false, "open the sample mailbox, also when there is one of your own")
	flags.StringVar(&c.store, "store", "", "database that the mailbox is in, in place of a data folder: postgres://USER@HOST/DATABASE")
	flags.StringVar(&c.user, "user", "", "whose mailbox to open, by address, where there are several")
	flags.BoolVar(&c.ascii, "ascii", false, "draw with ASCII characters alone")
	c.mailboxFlag(root)
	complete(root, "theme", func() []string { return append([]string{"auto"}, theme.Names()...) })
	complete(root, "profile", func() []string { return c.profileNames() })
	password := newPassword(&c)
	password.Hidden = true // the one that is shown is of "user"
	root.AddCommand(newServe(&c), newImport(&c), newExport(&c), newToken(&c), newLogin(&c), newLogout(&c),
		password, newUser(&c), newGroup(&c), newShare(&c), newClient(&c), newAPI(&c), newFind(&c), newPhoto(&c), newConfig(&c), newProfiles(&c),
		newMigrate(&c), newBackup(&c), newRestore(&c), newCheck(&c), newReindex(&c), newMove(&c), newRecover(&c), newVersion())
	return root
}

// mailboxFlag lets a command work on a mailbox that is shared. Those that only
// concern the signed-in person, or this machine, have none.
func (c *common) mailboxFlag(cmd *cobra.Command) {
	cmd.Flags().StringVar(&c.mailbox, "mailbox", "", "open the mail and calendars of somebody else, by address: a colleague's or a shared mailbox")
	complete(cmd, "mailbox", func() []string { return c.mailboxNames() })
}

// complete gives a shell the values that a flag can have. They are asked for
// when the shell asks, after the flags before it are read.
func complete(cmd *cobra.Command, flag string, values func() []string) {
	err := cmd.RegisterFlagCompletionFunc(flag, func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		return values(), cobra.ShellCompDirectiveNoFileComp
	})
	if err != nil {
		panic(err) // there is no such flag, or it is completed twice: a mistake of ours
	}
}

// profileNames are the profiles that can be named; those of a configuration
// with mistakes are not known.
func (c common) profileNames() []string {
	names := []string{mailbox.LocalProfile}
	file, err := c.settings()
	if err != nil {
		return names
	}
	for _, name := range file.Names() {
		if name != mailbox.LocalProfile {
			names = append(names, name)
		}
	}
	return names
}

// mailboxNames are the addresses of others' mailboxes that are in the
// configuration, or were opened before.
func (c common) mailboxNames() []string {
	names := map[string]bool{}
	if file, err := c.settings(); err == nil {
		for _, p := range file.Profiles {
			names[p.Mailbox] = p.Mailbox != ""
		}
	}
	if l, _, err := c.location(); err == nil {
		for _, name := range l.OpenedBefore() {
			names[name] = true
		}
	}
	maps.DeleteFunc(names, func(_ string, named bool) bool { return !named })
	return slices.Sorted(maps.Keys(names))
}
