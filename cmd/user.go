package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"daybook/mailbox"
	"daybook/model"
	"daybook/service"
	"daybook/service/account"
	"daybook/service/auth"
	"daybook/service/groups"
	"daybook/service/people"
	"daybook/service/store"
)

func newUser(c *common) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "user",
		Short: "Set up the people and rooms of a mailbox store",
		Long: "user keeps the people and rooms that \"daybook serve\" has mailboxes for. All of it\n" +
			"works while \"daybook serve\" runs, which sees it at once. An administrator changes what\n" +
			"belongs to everybody, such as the permissions of programs, and opens nobody's mailbox.\n" +
			"Nobody is one until this command says so.",
	}
	cmd.AddCommand(newUserList(c), newUserAdd(c), newUserChange(c), newUserRemove(c), newPassword(c), newUserAdmin(c))
	return cmd
}

// userEntry is what "daybook user list --json" says of a user.
type userEntry struct {
	Address       string `json:"address"`
	Name          string `json:"name"`
	Title         string `json:"title"`
	Department    string `json:"department"`
	Phone         string `json:"phone"`
	Manager       string `json:"manager"`
	Administrator bool   `json:"administrator"`
	Room          bool   `json:"room"`
	CanSignIn     bool   `json:"canSignIn"`
	Messages      int    `json:"messages"`
	Events        int    `json:"events"`
	Contacts      int    `json:"contacts"`
	Files         int    `json:"files"`
}

func newUserList(c *common) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "list",
		Short: "List the people: address, name, role; the first is whose mailbox opens when nobody is named",
		Args:  alone,
		RunE: c.onLocal(func(cmd *cobra.Command, local *mailbox.Local, _ []string) error {
			users, err := local.Users(cmd.Context())
			if err != nil {
				return err
			}
			entry := func(tx *store.Tx, m store.Mailbox) (userEntry, error) { return entryOf(tx, m, asJSON) }
			return printEntries(cmd, local.Store(), users, asJSON, entry, func(e userEntry) string {
				role := ""
				switch {
				case e.Administrator:
					role = "administrator"
				case e.Room:
					role = "room"
				}
				return fmt.Sprintf("%s\t%s\t%s", e.Address, e.Name, role)
			})
		}),
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "as JSON, with what the directory says of each and how much is in the mailbox")
	return cmd
}

// printEntries prints what is known of each of some mailboxes at one moment: a
// line each, or all of it as JSON.
func printEntries[E any](cmd *cobra.Command, s *store.Store, of []store.Mailbox, asJSON bool, entry func(*store.Tx, store.Mailbox) (E, error), line func(E) string) error {
	list := []E{}
	err := s.Read(cmd.Context(), func(tx *store.Tx) error {
		for _, m := range of {
			e, err := entry(tx, m)
			if err != nil {
				return err
			}
			list = append(list, e)
		}
		return nil
	})
	switch {
	case err != nil:
		return err
	case asJSON:
		return printJSON(cmd.OutOrStdout(), list)
	}
	for _, e := range list {
		fmt.Fprintln(cmd.OutOrStdout(), line(e))
	}
	return nil
}

// entryOf reads what is listed of a user; how much is in the mailbox, and
// whether its owner can sign in, only where all is wanted.
func entryOf(tx *store.Tx, m store.Mailbox, all bool) (userEntry, error) {
	u, err := people.User(tx, m.ID)
	if err != nil {
		return userEntry{}, err
	}
	e := userEntry{Address: m.PrincipalName, Name: m.DisplayName, Title: u.JobTitle, Department: u.Department, Administrator: m.Administrator,
		Phone: strings.Join(u.BusinessPhones, ", "), Room: strings.EqualFold(u.UserType, model.UserResource)}
	if !all {
		return e, nil
	}
	manager, err := people.Manager(tx, m.ID)
	if err != nil && !errors.Is(err, model.ErrNotFound) {
		return e, err
	}
	e.Manager = manager.Mail
	number, err := tx.Mailbox(m.ID)
	if err != nil {
		return e, err
	}
	has, err := tx.Holding(number)
	if err != nil {
		return e, err
	}
	e.Messages, e.Events, e.Contacts, e.Files = has.Messages, has.Events, has.Contacts, has.Files
	e.CanSignIn, err = auth.CanSignIn(tx, number)
	return e, err
}

// profileFlags are the flags for what the directory says of a user.
type profileFlags struct {
	name, title, department, phone, manager string
	capacity                                int
}

func (f *profileFlags) add(cmd *cobra.Command) {
	flags := cmd.Flags()
	flags.StringVar(&f.name, "name", "", "what others are shown (default: the address up to its @)")
	flags.StringVar(&f.title, "title", "", "what they do, such as \"Test Engineer\"")
	flags.StringVar(&f.department, "department", "", "where they do it")
	flags.StringVar(&f.phone, "phone", "", "the number that others are shown")
	flags.StringVar(&f.manager, "manager", "", "the address of whom they report to")
}

// roomLabel is the name of a room with its size behind a comma, as the
// interface has no word for it.
func roomLabel(name string, capacity int) string {
	if capacity == 0 {
		return name
	}
	return fmt.Sprintf("%s, %s", name, counted(capacity, "seats"))
}

func newUserAdd(c *common) *cobra.Command {
	var flags profileFlags
	var administrator, room bool
	var from string
	cmd := &cobra.Command{
		Use:   "add ADDRESS",
		Short: "Make a mailbox for a person or a room",
		Long: "add makes a mailbox, with its folders, calendar, contacts and drive, and an entry in\n" +
			"the directory. The person signs in once there is a password. With --room it is a room,\n" +
			"which answers invitations by itself and is offered where a time is looked for.\n" +
			"With --from many are made at once, of a file whose first line names its columns:\n" +
			"address,name,title,department,manager,phone. All are made, or none: what is wrong is\n" +
			"listed with the number of its line.",
		Example: "daybook user add bo@contoso.example --name \"Bo Bell\" --title Pilot --manager ann@contoso.example\n" +
			"daybook user add hood@contoso.example --room --name Hood --capacity 8\n" +
			"daybook user add --from team.csv",
		Args: func(cmd *cobra.Command, args []string) error {
			if from != "" {
				return alone(cmd, args)
			}
			return wants(1, 1)(cmd, args)
		},
		RunE: func(cmd *cobra.Command, args []string) error {
			team, err := flags.team(args, from, room, administrator)
			if err != nil {
				return err
			}
			s, err := c.ownStore(cmd.Context())
			if err != nil {
				return err
			}
			defer s.Close()
			made, err := addTeam(cmd, s, from, team)
			if err != nil {
				return err
			}
			return c.saidAdded(cmd, s, team, made)
		},
	}
	flags.add(cmd)
	cmd.Flags().IntVar(&flags.capacity, "capacity", 0, "how many a room seats; it is shown behind its name")
	cmd.Flags().BoolVar(&administrator, "admin", false, "make them an administrator too")
	cmd.Flags().BoolVar(&room, "room", false, "it is a room, or equipment that is booked like one")
	cmd.Flags().StringVar(&from, "from", "", "a CSV file with many; - for standard input")
	cmd.MarkFlagsMutuallyExclusive("room", "admin")
	cmd.MarkFlagsMutuallyExclusive("room", "title")
	cmd.MarkFlagsMutuallyExclusive("room", "manager")
	for _, alone := range []string{"name", "title", "department", "phone", "manager", "admin", "room", "capacity"} {
		cmd.MarkFlagsMutuallyExclusive("from", alone)
	}
	return cmd
}

// team is whom the flags and the word behind the command name; nil for those
// of a file.
func (f *profileFlags) team(args []string, from string, room, administrator bool) ([]newcomer, error) {
	if from != "" {
		return nil, nil
	}
	switch {
	case f.capacity != 0 && !room:
		return nil, errors.New("--capacity is of a room: give --room too")
	case f.capacity < 0 || f.capacity > 1_000_000:
		return nil, fmt.Errorf("--capacity wants how many a room seats, not %d", f.capacity)
	}
	n := newcomer{manager: f.manager, administrator: administrator,
		User: model.User{Mail: args[0], DisplayName: f.name, JobTitle: f.title, Department: f.department}}
	if f.phone != "" {
		n.BusinessPhones = []string{f.phone}
	}
	if room {
		n.UserType = model.UserResource
		if n.DisplayName == "" {
			n.DisplayName, _, _ = strings.Cut(n.Mail, "@")
		}
		n.DisplayName = roomLabel(n.DisplayName, f.capacity)
		if n.Department == "" {
			n.Department = "Rooms and equipment"
		}
	}
	return []newcomer{n}, nil
}

// addTeam makes all of a team, or none: of the file where one is named.
func addTeam(cmd *cobra.Command, s *service.Service, from string, team []newcomer) ([]store.Mailbox, error) {
	var unread, wrong []lineMistake
	if from != "" {
		var err error
		if team, unread, err = readTeam(from, cmd.InOrStdin()); err != nil {
			return nil, err
		}
	}
	var made []store.Mailbox
	undone := errors.New("what was wrong is in the list")
	err := s.Store().Write(cmd.Context(), func(tx *store.Tx) (err error) {
		if made, wrong, err = addNewcomers(tx, team); err != nil {
			return err
		}
		if wrong = append(wrong, unread...); len(wrong) > 0 { // anew in each run, as a write may be made again
			return undone
		}
		return nil
	})
	switch {
	case !errors.Is(err, undone):
		return made, err
	case from == "":
		return nil, fmt.Errorf("add %s: %w", team[0].Mail, wrong[0].err)
	}
	printMistakes(cmd.ErrOrStderr(), wrong)
	return nil, fmt.Errorf("%s of %s cannot be taken, and so nobody was added: the list above says why", counted(len(wrong), "lines"), from)
}

// saidAdded says what was made, and what comes next.
func (c *common) saidAdded(cmd *cobra.Command, s *service.Service, team []newcomer, made []store.Mailbox) error {
	out := cmd.ErrOrStderr()
	switch {
	case len(made) != 1:
		fmt.Fprintf(out, "%s have a mailbox, and sign in once there is a password:  daybook user password ADDRESS\n", counted(len(made), "people"))
	case len(team) == 1 && team[0].UserType == model.UserResource:
		fmt.Fprintf(out, "%s can be booked from now on.\n", made[0].DisplayName)
	default:
		fmt.Fprintf(out, "%s has a mailbox, and signs in once there is a password:  daybook user password %s\n", made[0].DisplayName, made[0].PrincipalName)
	}
	if len(made) == 0 {
		return nil
	}
	if _, first, err := mailbox.FindUser(cmd.Context(), s, made[0].PrincipalName); err != nil || !first {
		return err
	}
	// Whoever sets a service up for others may not have a mailbox of
	// their own; who wants one must know what it takes.
	_, err := fmt.Fprintf(out, "%s is the first one here, and so what opens, and what an import fills, when nobody is named.\n"+
		"If it is not yours, bring yours in with --as, and open it with --user:  daybook import PATH --as \"Name <address>\"\n", made[0].PrincipalName)
	return err
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
	s, err := service.Open(l.OwnPlace(), service.Options{Now: now})
	if err != nil {
		return nil, fmt.Errorf("open the mailbox in %s: %w", store.Plainly(l.OwnPlace()), err)
	}
	return s, nil
}

// addUser makes a user's mailbox, in the zone of this machine.
func addUser(tx *store.Tx, u model.User) (store.Mailbox, error) {
	made, err := people.AddUser(tx, u)
	if err != nil {
		return made, err
	}
	number, err := tx.Mailbox(made.ID)
	if err != nil {
		return made, err
	}
	return made, account.ChangeSettings(tx, number, model.MailboxSettings{TimeZone: localZone(os.Getenv).String()})
}

func newUserChange(c *common) *cobra.Command {
	var given profileFlags
	cmd := &cobra.Command{
		Use:   "change ADDRESS",
		Short: "Change what the directory says of a person",
		Long: "change writes what its flags name, and leaves the rest; an empty text takes something\n" +
			"away. The address stays, as letters, meetings and programs name it: who is to have\n" +
			"another one gets a mailbox of that address.",
		Example: "daybook user change bo@contoso.example --title Captain --manager \"\"",
		Args:    wants(1, 1),
		RunE: c.onLocal(func(cmd *cobra.Command, local *mailbox.Local, args []string) error {
			who, _, err := mailbox.FindUser(cmd.Context(), local.Service, args[0])
			if err != nil {
				return err
			}
			flags := cmd.Flags()
			if flags.NFlag() == 0 || !anyChanged(cmd, "name", "title", "department", "phone", "manager") {
				return errors.New("say what is to change: --name, --title, --department, --phone or --manager")
			}
			err = local.Store().Write(cmd.Context(), func(tx *store.Tx) error {
				err := people.ChangeUser(tx, who.ID, func(u *model.User) {
					for flag, set := range map[string]func(){
						"name": func() { u.DisplayName = given.name }, "title": func() { u.JobTitle = given.title },
						"department": func() { u.Department = given.department },
						"phone":      func() { u.BusinessPhones = strings.FieldsFunc(given.phone, func(r rune) bool { return r == ',' }) },
					} {
						if flags.Changed(flag) {
							set()
						}
					}
				})
				if err != nil || !flags.Changed("manager") {
					return err
				}
				return setManager(tx, who.ID, given.manager)
			})
			if err != nil {
				return fmt.Errorf("change %s: %w", who.PrincipalName, err)
			}
			_, err = fmt.Fprintf(cmd.ErrOrStderr(), "%s is changed.\n", who.PrincipalName)
			return err
		}),
	}
	given.add(cmd)
	cmd.Flags().Lookup("name").Usage = "what others are shown"
	return cmd
}

func anyChanged(cmd *cobra.Command, flags ...string) bool {
	for _, f := range flags {
		if cmd.Flags().Changed(f) {
			return true
		}
	}
	return false
}

// setManager sets whom a user reports to, by address; nobody for an empty one.
func setManager(tx *store.Tx, user, manager string) error {
	if manager == "" {
		return people.SetManager(tx, user, "")
	}
	m, taken, err := tx.TakenBy(manager)
	switch {
	case err != nil:
		return err
	case !taken:
		return fmt.Errorf("there is no mailbox of %s, who is to be the manager", manager)
	case m.Kind != store.KindUser:
		return fmt.Errorf("%s is the address of a group, which is nobody's manager", manager)
	}
	return people.SetManager(tx, user, m.ID)
}

func newUserRemove(c *common) *cobra.Command {
	var yes bool
	cmd := &cobra.Command{
		Use:   "remove ADDRESS",
		Short: "Remove a person with the mailbox and all that is in it",
		Long: "remove asks, saying what will be lost. The mailbox is gone for good then, and so are its\n" +
			"sign-ins, what was shared with the person, and their places in groups. Letters, meetings\n" +
			"and posts that others have stay as they are; mail to the address comes back.",
		Example: "daybook user remove bo@contoso.example",
		Args:    wants(1, 1),
		RunE: c.onLocal(func(cmd *cobra.Command, local *mailbox.Local, args []string) error {
			who, _, err := mailbox.FindUser(cmd.Context(), local.Service, args[0])
			if err != nil {
				return err
			}
			var lost string
			err = local.Store().Read(cmd.Context(), func(tx *store.Tx) (err error) {
				lost, err = whatIsLost(tx, who)
				return err
			})
			if err != nil {
				return err
			}
			if !yes {
				if err := confirm(cmd.Context(), cmd.InOrStdin(), cmd.ErrOrStderr(), lost); err != nil {
					return err
				}
			}
			err = local.Store().Write(cmd.Context(), func(tx *store.Tx) error { return people.RemoveUser(tx, who.ID) })
			if err != nil {
				return fmt.Errorf("remove %s: %w", who.PrincipalName, err)
			}
			_, err = fmt.Fprintf(cmd.ErrOrStderr(), "%s is removed.\n", who.PrincipalName)
			return err
		}),
	}
	cmd.Flags().BoolVar(&yes, "yes", false, "do not ask")
	return cmd
}

// whatIsLost says what goes with a user, and what others will notice.
func whatIsLost(tx *store.Tx, who store.Mailbox) (string, error) {
	number, err := tx.Mailbox(who.ID)
	if err != nil {
		return "", err
	}
	has, err := tx.Holding(number)
	if err != nil {
		return "", err
	}
	alone, err := groups.OwnedAlone(tx, who.ID)
	if err != nil {
		return "", err
	}
	said := []string{fmt.Sprintf("%s (%s) has %s, %s, %s and %s. All of it is lost for good.", who.PrincipalName, who.DisplayName,
		counted(has.Messages, "messages"), counted(has.Events, "events"), counted(has.Contacts, "contacts"), counted(has.Files, "files"))}
	if has.SharedWith > 0 {
		said = append(said, fmt.Sprintf("It is shared with %s, who will not find it any more.", counted(has.SharedWith, "others")))
	}
	if has.SharedBy > 0 {
		said = append(said, fmt.Sprintf("What is shared with them in %s is no longer shared; it stays there.", counted(has.SharedBy, "mailboxes")))
	}
	if has.Reports > 0 {
		said = append(said, fmt.Sprintf("%s will report to nobody.", counted(has.Reports, "others")))
	}
	if len(alone) > 0 {
		said = append(said, fmt.Sprintf("They are the only owner of %s, which stays without one: name another with \"daybook group members\".", strings.Join(alone, ", ")))
	}
	return strings.Join(append(said, "Letters, meetings and posts that others have stay."), "\n"), nil
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
			if _, err = fmt.Fprintf(cmd.ErrOrStderr(), "%s %s of this mailbox store from now on.\n", who.PrincipalName, is); err != nil || !off {
				return err
			}
			users, err := local.Users(cmd.Context())
			for _, u := range users {
				if u.Administrator {
					return err
				}
			}
			if err == nil {
				_, err = fmt.Fprintln(cmd.ErrOrStderr(), "Nobody is one now.")
			}
			return err
		}),
	}
	cmd.Flags().BoolVar(&off, "off", false, "take the role back")
	return cmd
}
