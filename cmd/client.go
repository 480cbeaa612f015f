package cmd

import (
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"daybook/mailbox"
	"daybook/service/oauth"
)

func newClient(c *common) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "client",
		Short: "Register the programs that people may sign in with",
		Long: "client registers other programs than daybook with \"daybook serve\". None gets a\n" +
			"secret: they use the code flow with PKCE, or the device flow.",
	}
	cmd.AddCommand(newClientAdd(c), newClientList(c), newClientRemove(c))
	return cmd
}

func newClientAdd(c *common) *cobra.Command {
	var name string
	var redirects []string
	cmd := &cobra.Command{
		Use:   "add ID",
		Short: "Register a program, or change what is registered",
		Long: "add registers a program by the client_id that it will send. Its redirect URIs are\n" +
			"compared exactly, but for the port of http://127.0.0.1 and http://[::1]. One that\n" +
			"has none can use the device flow.",
		Example: "daybook client add planner --name \"The Planner\" --redirect https://planner.example/signed-in",
		Args:    wants(1, 1),
		RunE: c.onLocal(func(cmd *cobra.Command, local *mailbox.Local, args []string) error {
			if name == "" {
				name = args[0]
			}
			return local.RegisterClient(cmd.Context(), oauth.Client{ID: args[0], Name: name, Redirects: redirects})
		}),
	}
	cmd.Flags().StringVar(&name, "name", "", "what people are shown (default: the id)")
	cmd.Flags().StringArrayVar(&redirects, "redirect", nil, "a redirect URI; can be given several times")
	return cmd
}

func newClientList(c *common) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the registered programs",
		Args:  alone,
		RunE: c.onLocal(func(cmd *cobra.Command, local *mailbox.Local, _ []string) error {
			clients, err := oauth.Clients(cmd.Context(), local.Store())
			for _, r := range clients {
				fmt.Fprintf(cmd.OutOrStdout(), "%s\t%s\t%s\n", r.ID, r.Name, strings.Join(r.Redirects, " "))
			}
			return err
		}),
	}
}

func newClientRemove(c *common) *cobra.Command {
	return &cobra.Command{
		Use:     "remove ID",
		Short:   "Forget a program, and end every sign-in that it has",
		Example: "daybook client remove planner",
		Args:    wants(1, 1),
		RunE: c.onLocal(func(cmd *cobra.Command, local *mailbox.Local, args []string) error {
			return oauth.RemoveClient(cmd.Context(), local.Store(), args[0])
		}),
	}
}
