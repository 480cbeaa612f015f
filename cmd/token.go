package cmd

import (
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"daybook/mailbox"
	"daybook/service"
)

func newToken(c *common) *cobra.Command {
	var scopes string
	var expires time.Duration
	cmd := &cobra.Command{
		Use:   "token",
		Short: "Make a bearer token for \"daybook serve\"",
		Long: "token makes a bearer token for a mailbox of this data folder and prints it, once:\n" +
			"only its hash is kept. It needs no password, as whoever can read the folder can\n" +
			"read the mail.",
		Example: "daybook token --user ann@contoso.example --scopes \"Mail.Read Calendars.Read\" --expires 1h",
		Args:    alone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			ctx := cmd.Context()
			if expires < 0 {
				return fmt.Errorf("--expires wants a span such as 1h, not %s", expires)
			}
			for name := range strings.FieldsSeq(scopes) {
				if !slices.ContainsFunc(service.Scopes(), func(s string) bool { return strings.EqualFold(s, name) }) {
					return fmt.Errorf("there is no scope %q: there are %s", name, strings.Join(service.Scopes(), ", "))
				}
			}
			local, err := c.openLocal(ctx, service.Options{})
			if err != nil {
				return err
			}
			defer local.Close()
			token, err := local.MintToken(ctx, local.Owner.ID, scopes, expires)
			if err != nil {
				return fmt.Errorf("make a token for %s: %w", local.Owner.PrincipalName, err)
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), token)
			return err
		},
	}
	cmd.Flags().StringVar(&scopes, "scopes", mailbox.OwnScopes, "what it allows, with spaces between")
	cmd.Flags().DurationVar(&expires, "expires", time.Hour, "how long it is good for (0: for ever)")
	return cmd
}
