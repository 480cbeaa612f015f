package cmd

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"daybook/mailbox"
	"daybook/model"
	"daybook/service"
	"daybook/service/groups"
	"daybook/service/people"
	"daybook/service/store"
)

func newGroup(c *common) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "group",
		Short: "Set up the groups of a mailbox store, and who is in them",
		Long: "group keeps the groups that \"daybook serve\" has: each with an address, conversations,\n" +
			"a calendar and files. It works while \"daybook serve\" runs, which sees it at once. What\n" +
			"is in a group its members change; the photo its owners change. A private one is read by\n" +
			"its members alone.",
	}
	cmd.AddCommand(newGroupList(c), newGroupAdd(c), newGroupMembers(c), newGroupRemove(c))
	return cmd
}

// groupEntry is what "daybook group list --json" says of a group.
type groupEntry struct {
	Address string   `json:"address"`
	Name    string   `json:"name"`
	Private bool     `json:"private"`
	Owners  []string `json:"owners"`
	Members []string `json:"members"`
}

func groupEntryOf(tx *store.Tx, m store.Mailbox) (groupEntry, error) {
	e := groupEntry{Address: m.Address, Name: m.DisplayName, Owners: []string{}, Members: []string{}}
	g, number, err := groups.Group(tx, m.ID)
	if err != nil {
		return e, err
	}
	e.Private = g.Visibility == groups.VisibilityPrivate
	for _, list := range []struct {
		into   *[]string
		owners bool
	}{{&e.Owners, true}, {&e.Members, false}} {
		in, err := groups.Members(tx, number, list.owners)
		if err != nil {
			return e, err
		}
		for _, u := range in {
			*list.into = append(*list.into, u.Mail)
		}
	}
	return e, nil
}

func newGroupList(c *common) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the groups: address, name, whether it is private, how many are in it",
		Args:  alone,
		RunE: c.onLocal(func(cmd *cobra.Command, local *mailbox.Local, _ []string) error {
			all, err := local.Store().Mailboxes(cmd.Context(), store.KindGroup)
			if err != nil {
				return err
			}
			return printEntries(cmd, local.Store(), all, asJSON, groupEntryOf, func(e groupEntry) string {
				private := ""
				if e.Private {
					private = "private"
				}
				return fmt.Sprintf("%s\t%s\t%s\t%d", e.Address, e.Name, private, len(e.Members))
			})
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON, with who is in each")
	return cmd
}

// membership is whom the flags put into a group, and take out of it.
type membership struct{ owners, members, gone []string }

// carryOut changes who is in a group.
func (s membership) carryOut(tx *store.Tx, group int64) error {
	for _, in := range []struct {
		who   []string
		owner bool
	}{{s.members, false}, {s.owners, true}} {
		for _, address := range in.who {
			id, err := memberOf(tx, address)
			if err != nil {
				return err
			}
			is, err := groups.MembershipOf(tx, group, id)
			if err != nil {
				return err
			}
			if err := groups.AddMember(tx, group, id, in.owner || is == groups.Owner); err != nil {
				return err
			}
		}
	}
	for _, address := range s.gone {
		id, err := memberOf(tx, address)
		if err != nil {
			return err
		}
		err = groups.RemoveMember(tx, group, id)
		if errors.Is(err, model.ErrNotFound) {
			err = fmt.Errorf("%s is not in the group", address)
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// memberOf is the id of a user who can be in a group.
func memberOf(tx *store.Tx, address string) (string, error) {
	m, taken, err := tx.TakenBy(address)
	switch {
	case err != nil:
		return "", err
	case !taken:
		return "", fmt.Errorf("there is no mailbox of %s: make one with \"daybook user add\"", address)
	case m.Kind != store.KindUser:
		return "", fmt.Errorf("%s is the address of a group, and people alone are members", address)
	}
	u, err := people.User(tx, m.ID)
	if err == nil && strings.EqualFold(u.UserType, model.UserResource) {
		err = fmt.Errorf("%s is a room, and people alone are members", address)
	}
	return m.ID, err
}

func newGroupAdd(c *common) *cobra.Command {
	var address string
	var private bool
	var in membership
	cmd := &cobra.Command{
		Use:     "add NAME",
		Short:   "Make a group",
		Example: "daybook group add Crew --address crew@contoso.example --owner ann@contoso.example --member bo@contoso.example",
		Args:    wants(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if address == "" {
				return errors.New("say under which address the group gets mail: --address crew@contoso.example")
			}
			s, err := c.ownStore(cmd.Context())
			if err != nil {
				return err
			}
			defer s.Close()
			var made store.Mailbox
			err = s.Store().Write(cmd.Context(), func(tx *store.Tx) error {
				if made, err = groups.AddGroup(tx, args[0], address, private); err != nil {
					return err
				}
				number, err := tx.Mailbox(made.ID)
				if err != nil {
					return err
				}
				return in.carryOut(tx, number)
			})
			if err != nil {
				return fmt.Errorf("add the group %s: %w", args[0], err)
			}
			_, err = fmt.Fprintf(cmd.ErrOrStderr(), "The group %s is there, at %s.\n", made.DisplayName, made.Address)
			return err
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&address, "address", "", "the address that mail to the group goes to")
	flags.StringArrayVar(&in.owners, "owner", nil, "the address of an owner, who is a member too; can be given several times")
	flags.StringArrayVar(&in.members, "member", nil, "the address of a member; can be given several times")
	flags.BoolVar(&private, "private", false, "its members alone read what is in it")
	return cmd
}

// findGroup finds a group by address, id or, where one alone has it, by name.
func findGroup(ctx context.Context, s *service.Service, key string) (store.Mailbox, error) {
	all, err := s.Store().Mailboxes(ctx, store.KindGroup)
	if err != nil {
		return store.Mailbox{}, err
	}
	var named []store.Mailbox
	var addresses []string
	for _, m := range all {
		if key == m.ID || strings.EqualFold(key, m.Address) {
			return m, nil
		}
		if strings.EqualFold(key, m.DisplayName) {
			named = append(named, m)
			addresses = append(addresses, m.Address)
		}
	}
	switch len(named) {
	case 0:
		return store.Mailbox{}, fmt.Errorf("there is no group %s: \"daybook group list\" shows those there are", key)
	case 1:
		return named[0], nil
	}
	return store.Mailbox{}, fmt.Errorf("%d groups are called %s: name one by its address, of %s", len(named), key, strings.Join(addresses, ", "))
}

func newGroupMembers(c *common) *cobra.Command {
	var change membership
	cmd := &cobra.Command{
		Use:   "members GROUP",
		Short: "List who is in a group, and change it",
		Long: "members lists who is in a group, the owners marked. With flags it changes that first;\n" +
			"all of it, or nothing. GROUP is an address or a name.",
		Example: "daybook group members crew@contoso.example\ndaybook group members Crew --add bo@contoso.example --owner ann@contoso.example --remove cy@contoso.example",
		Args:    wants(1, 1),
		RunE: c.onLocal(func(cmd *cobra.Command, local *mailbox.Local, args []string) error {
			m, err := findGroup(cmd.Context(), local.Service, args[0])
			if err != nil {
				return err
			}
			if anyChanged(cmd, "add", "owner", "remove") {
				err := local.Store().Write(cmd.Context(), func(tx *store.Tx) error {
					number, err := tx.Mailbox(m.ID)
					if err != nil {
						return err
					}
					return change.carryOut(tx, number)
				})
				if err != nil {
					return fmt.Errorf("change who is in %s: %w", m.DisplayName, err)
				}
			}
			var e groupEntry
			err = local.Store().Read(cmd.Context(), func(tx *store.Tx) (err error) {
				e, err = groupEntryOf(tx, m)
				return err
			})
			if err != nil {
				return err
			}
			owners := map[string]bool{}
			for _, address := range e.Owners {
				owners[address] = true
			}
			for _, address := range e.Members {
				role := ""
				if owners[address] {
					role = "owner"
				}
				fmt.Fprintf(cmd.OutOrStdout(), "%s\t%s\n", address, role)
			}
			if len(e.Members) > 0 && len(owners) == 0 {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s has no owner: --owner ADDRESS makes one\n", m.DisplayName)
			}
			return nil
		}),
	}
	flags := cmd.Flags()
	flags.StringArrayVar(&change.members, "add", nil, "the address of who comes in; can be given several times")
	flags.StringArrayVar(&change.owners, "owner", nil, "the address of who becomes an owner, and comes in for it; can be given several times")
	flags.StringArrayVar(&change.gone, "remove", nil, "the address of who leaves; can be given several times")
	return cmd
}

func newGroupRemove(c *common) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "remove GROUP",
		Short: "Remove a group with all that is in it",
		Long: "remove asks, saying what will be lost. The group is gone for good then, with its\n" +
			"conversations, calendar and files. The people stay, and so does what went to them as mail.",
		Example: "daybook group remove crew@contoso.example",
		Args:    wants(1, 1),
		RunE: c.onLocal(func(cmd *cobra.Command, local *mailbox.Local, args []string) error {
			m, err := findGroup(cmd.Context(), local.Service, args[0])
			if err != nil {
				return err
			}
			if !yes {
				var lost string
				err = local.Store().Read(cmd.Context(), func(tx *store.Tx) error {
					number, err := tx.Mailbox(m.ID)
					if err != nil {
						return err
					}
					has, err := tx.Holding(number)
					if err != nil {
						return err
					}
					in, err := groups.Members(tx, number, false)
					lost = fmt.Sprintf("The group %s (%s) has %s, %s and %s, and %s. All of it is lost for good; the people stay.", m.DisplayName, m.Address,
						counted(has.Conversations, "conversations"), counted(has.Events, "events"), counted(has.Files, "files"), counted(len(in), "members"))
					return err
				})
				if err == nil {
					err = confirm(cmd.Context(), cmd.InOrStdin(), cmd.ErrOrStderr(), lost)
				}
				if err != nil {
					return err
				}
			}
			if err := local.Store().Write(cmd.Context(), func(tx *store.Tx) error { return tx.RemoveMailbox(m) }); err != nil {
				return fmt.Errorf("remove the group %s: %w", m.DisplayName, err)
			}
			_, err = fmt.Fprintf(cmd.ErrOrStderr(), "The group %s is removed.\n", m.DisplayName)
			return err
		}),
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}
