package cmd

import (
	"context"
	"fmt"
	"net/mail"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"daybook/mailbox"
	"daybook/service"
	"daybook/service/store"
)

func newUser(c *common) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "user",
		Short: "List and add the people of a mailbox store, and say who administers it",
		Long: "user keeps the people that \"daybook serve\" has mailboxes for. An administrator\n" +
			"changes what belongs to everybody, such as the permissions of programs; it does not\n" +
			"open anybody's mailbox. Nobody is one until this command says so.",
	}
	cmd.AddCommand(newUserList(c), newUserAdd(c), newUserAdmin(c))
	return cmd
}

func newUserList(c *common) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List the people: address, name, role; the first is whose mailbox opens when nobody is named",
		Args:  alone,
		RunE: c.onLocal(func(cmd *cobra.Command, local *mailbox.Local, _ []string) error {
			users, err := local.Users(cmd.Context())
			for _, u := range users {
				role := ""
				if u.Administrator {
					role = "administrator"
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s\t%s\t%s\n", u.PrincipalName, u.DisplayName, role)
			}
			return err
		}),
	}
}

func newUserAdd(c *common) *cobra.Command {
	var name string
	cmd := &cobra.Command{
		Use:     "add ADDRESS",
		Short:   "Make a mailbox for a person",
		Example: "daybook user add bo@contoso.example --name \"Bo Bell\"",
		Args:    wants(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			who, err := mail.ParseAddress(args[0])
			if err != nil || who.Name != "" {
				return fmt.Errorf("%q is no address: name a person as in bo@contoso.example", args[0])
			}
			s, err := c.ownStore(cmd.Context())
			if err != nil {
				return err
			}
			defer s.Close()
			if name == "" {
				name, _, _ = strings.Cut(who.Address, "@")
			}
			m, err := addUser(cmd.Context(), s.Store(), store.Mailbox{PrincipalName: who.Address, DisplayName: name})
			if err != nil {
				return fmt.Errorf("add %s: %w", who.Address, err)
			}
			if _, err = fmt.Fprintf(cmd.ErrOrStderr(),
				"%s has a mailbox, and signs in once there is a password:  daybook password --user %s\n",
				m.DisplayName, m.PrincipalName); err != nil {
				return err
			}
			if _, first, err := mailbox.FindUser(cmd.Context(), s, m.PrincipalName); err != nil || !first {
				return err
			}
			// Whoever sets a service up for others may not have a mailbox of
			// their own; who wants one must know what it takes.
			_, err = fmt.Fprintln(cmd.ErrOrStderr(),
				"It is the first one here, and so what opens, and what an import fills, when nobody is named.\n"+
					"If it is not yours, bring yours in with --as, and open it with --user:  daybook import PATH --as \"Name <address>\"")
			return err
		},
	}
	cmd.Flags().StringVar(&name, "name", "", "what others are shown (default: the address up to its @)")
	return cmd
}

// ownStore opens what "daybook import" opens: the mailbox of one's own, made
// when it is not there yet; with --sample the sample.
func (c common) ownStore(ctx context.Context) (*service.Service, error) {
	if c.sample {
		local, err := c.openLocal(ctx, service.Options{})
		if err != nil {
			return nil, err
		}
		return local.Service, nil
	}
	l, _, err := c.location()
	if err == nil {
		err = l.RequireLocal()
	}
	if err != nil {
		return nil, err
	}
	now, err := c.clock()
	if err != nil {
		return nil, err
	}
	s, err := service.Open(l.OwnFolder(), service.Options{Now: now})
	if err != nil {
		return nil, fmt.Errorf("open the mailbox in %s: %w", l.OwnFolder(), err)
	}
	return s, nil
}

// addUser makes a person's mailbox, in the zone of this machine.
func addUser(ctx context.Context, s *store.Store, m store.Mailbox) (store.Mailbox, error) {
	m.Kind = store.KindUser
	made, err := s.AddMailbox(ctx, m)
	if err != nil {
		return made, err
	}
	return made, inZone(ctx, s, made.ID, localZone(os.Getenv).String())
}

func newUserAdmin(c *common) *cobra.Command {
	var off bool
	cmd := &cobra.Command{
		Use:     "admin ADDRESS",
		Short:   "Make a person an administrator, or with --off an ordinary one again",
		Example: "daybook user admin bo@contoso.example\ndaybook user admin bo@contoso.example --off",
		Args:    wants(1, 1),
		RunE: c.onLocal(func(cmd *cobra.Command, local *mailbox.Local, args []string) error {
			who, _, err := mailbox.FindUser(cmd.Context(), local.Service, args[0])
			if err != nil {
				return err
			}
			if err := local.SetAdministrator(cmd.Context(), who.ID, !off); err != nil {
				return fmt.Errorf("change the role of %s: %w", who.PrincipalName, err)
			}
			is := "is an administrator"
			if off {
				is = "is no administrator"
			}
			_, err = fmt.Fprintf(cmd.ErrOrStderr(), "%s %s of this mailbox store from now on.\n", who.PrincipalName, is)
			return err
		}),
	}
	cmd.Flags().BoolVar(&off, "off", false, "take the role back")
	return cmd
}
