package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"daybook/mailbox"
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
		RunE: c.onLocal(func(cmd *cobra.Command, local *mailbox.Local, _ []string) error {
			password, err := askPassword(cmd.Context(), cmd.InOrStdin(), cmd.ErrOrStderr(), local.Owner.PrincipalName)
			if err != nil {
				return err
			}
			if err := local.SetPassword(cmd.Context(), local.Owner.ID, password); err != nil {
				return fmt.Errorf("set the password of %s: %w", local.Owner.PrincipalName, err)
			}
			_, err = fmt.Fprintf(cmd.ErrOrStderr(), "%s signs in with this password from now on.\n", local.Owner.PrincipalName)
			return err
		}),
	}
}
