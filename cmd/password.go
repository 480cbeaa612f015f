package cmd

import (
	"fmt"

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
			h, err := c.openLocal(cmd.Context(), service.Options{})
			if err != nil {
				return err
			}
			defer h.Close()
			password, err := askPassword(cmd.Context(), cmd.InOrStdin(), cmd.ErrOrStderr(), h.Owner.PrincipalName)
			if err != nil {
				return err
			}
			if err := h.SetPassword(cmd.Context(), h.Owner.ID, password); err != nil {
				return fmt.Errorf("set the password of %s: %w", h.Owner.PrincipalName, err)
			}
			_, err = fmt.Fprintf(cmd.ErrOrStderr(), "%s signs in with this password from now on.\n", h.Owner.PrincipalName)
			return err
		},
	}
}
