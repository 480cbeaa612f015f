package cmd

import (
	"fmt"

	"github.com/spf13/cobra"

	"daybook/mailbox"
)

// newPassword is "daybook user password", and "daybook password" for those who
// have it in a script.
func newPassword(c *common) *cobra.Command {
	return &cobra.Command{
		Use:   "password [ADDRESS]",
		Short: "Set the password for signing in to \"daybook serve\"",
		Long: "password sets the password with which the owner of a mailbox signs in to\n" +
			"\"daybook serve\". It asks twice at the terminal; otherwise it reads one line from\n" +
			"standard input. Whoever was signed in to the mailbox has to do so again. Without\n" +
			"ADDRESS it is the mailbox that opens when nobody is named.",
		Example: "daybook user password ann@contoso.example",
		Args:    wants(0, 1),
		RunE: c.onLocal(func(cmd *cobra.Command, local *mailbox.Local, args []string) error {
			who := local.Owner
			if len(args) > 0 {
				var err error
				if who, _, err = mailbox.FindUser(cmd.Context(), local.Service, args[0]); err != nil {
					return err
				}
			}
			password, err := askPassword(cmd.Context(), cmd.InOrStdin(), cmd.ErrOrStderr(), who.PrincipalName)
			if err != nil {
				return err
			}
			if err := local.SetPassword(cmd.Context(), who.ID, password); err != nil {
				return fmt.Errorf("set the password of %s: %w", who.PrincipalName, err)
			}
			_, err = fmt.Fprintf(cmd.ErrOrStderr(), "%s signs in with this password from now on.\n", who.PrincipalName)
			return err
		}),
	}
}
