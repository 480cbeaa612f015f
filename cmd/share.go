package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strings"

	"github.com/spf13/cobra"

	"daybook/mailbox"
	"daybook/model"
	"daybook/service"
	"daybook/service/calendar"
	"daybook/service/store"
)

// sharing is what the flags of "daybook share" say.
type sharing struct {
	with                     string
	all, write, send, remove bool
}

func newShare(c *common) *cobra.Command {
	var s sharing
	cmd := &cobra.Command{
		Use:   "share [FOLDER]",
		Short: "Let somebody into a folder of your mail, and list who is",
		Long: "share lets another person of this mailbox store reach a folder of your mail with all\n" +
			"that is below it, also what will be there later, or with --all your mail as a whole.\n" +
			"They read it; with --write they also mark, move, draft and delete there, and what they\n" +
			"delete goes to your Deleted Items. Nobody sends in your name but who has --send.\n" +
			"In the program they archive and delete only where Archive and Deleted Items are shared\n" +
			"with --write too, and write letters where Drafts is.\n" +
			"FOLDER is a path such as inbox or Projects/2026. Without anything it lists what is shared.\n" +
			"Calendars are shared in the program, on the week with s.",
		Example: "daybook share Projects --with bo@contoso.example --write\n" +
			"daybook share --all --with bo@contoso.example --send\n" +
			"daybook share Projects --with bo@contoso.example --remove\n" +
			"daybook share",
		Args: wants(0, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			if err := s.check(args); err != nil {
				return err
			}
			local, err := c.openLocal(cmd.Context(), service.Options{})
			if err != nil {
				return err
			}
			defer local.Close()
			if s.with == "" {
				return listShares(cmd.Context(), local, cmd.OutOrStdout(), cmd.ErrOrStderr())
			}
			return s.carryOut(cmd.Context(), local, strings.Trim(strings.Join(args, ""), "/"), cmd.ErrOrStderr())
		},
	}
	cmd.Flags().StringVar(&s.with, "with", "", "the address of whom it is shared with")
	cmd.Flags().BoolVar(&s.all, "all", false, "all of your mail, in place of a folder")
	cmd.Flags().BoolVar(&s.write, "write", false, "they may change what is there")
	cmd.Flags().BoolVar(&s.send, "send", false, "they may send mail in your name")
	cmd.Flags().BoolVar(&s.remove, "remove", false, "take it back")
	return cmd
}

func (s *sharing) check(args []string) error {
	switch {
	case s.with == "" && (len(args) > 0 || *s != sharing{}):
		return errors.New("say with whom: --with ADDRESS")
	case len(args) > 0 && strings.Trim(args[0], " /") == "":
		return errors.New("the folder's name is empty: name one folder, or give --all for your mail as a whole")
	case s.with != "" && s.all == (len(args) > 0):
		return errors.New("name one folder, or give --all for your mail as a whole")
	case s.remove && (s.write || s.send):
		return errors.New("--remove takes back all that is shared there: give it without --write and --send")
	}
	return nil
}

func (s *sharing) carryOut(ctx context.Context, local *mailbox.Local, folder string, out io.Writer) error {
	who, _, err := mailbox.FindUser(ctx, local.Service, s.with)
	if err != nil {
		return err
	}
	if who.ID == local.Owner.ID {
		return fmt.Errorf("%s is whose mailbox it is: name somebody else", s.with)
	}
	done := "shared with"
	err = local.Store().Write(ctx, func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(local.Owner.ID)
		if err != nil {
			return err
		}
		given := store.Share{Area: store.AreaMail, Grantee: who.ID, Role: model.RoleRead, Send: s.send}
		if s.write {
			given.Role = model.RoleWrite
		}
		if !s.all {
			f, err := folderAt(tx, mailbox, folder)
			if err != nil {
				return err
			}
			given.Item = f.ID
		}
		if s.remove {
			done = "no longer shared with"
			return tx.DropShare(mailbox, given)
		}
		return tx.PutShare(mailbox, given)
	})
	if errors.Is(err, model.ErrNotFound) && s.remove {
		return fmt.Errorf("%s is not shared with %s: \"daybook share\" lists what is", named(folder), who.PrincipalName)
	}
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(out, "%s is %s %s%s.\n", named(folder), done, who.PrincipalName, s.howFar())
	return err
}

// howFar says what a share lets somebody do; it takes the place of what was
// shared with them there before.
func (s *sharing) howFar() string {
	switch {
	case s.remove:
		return ""
	case s.write && s.send:
		return ", to read, change and send"
	case s.write:
		return ", to read and change"
	case s.send:
		return ", to read and send: to write letters they need Drafts with --write too"
	}
	return ", to read"
}

// named is what is shared, in words.
func named(folder string) string {
	if folder == "" {
		return "All mail"
	}
	return folder
}

// folderAt finds a folder by its path of names, by its well-known name or id.
func folderAt(tx *store.Tx, mailbox int64, path string) (model.MailFolder, error) {
	var at model.MailFolder
	for i, name := range strings.Split(path, "/") {
		list, err := tx.Folders(mailbox, at.ID)
		if err != nil {
			return at, err
		}
		found := false
		for _, f := range list {
			if strings.EqualFold(f.DisplayName, name) || i == 0 && (f.ID == name || strings.EqualFold(f.WellKnownName, name)) {
				at, found = f, true
				break
			}
		}
		if !found {
			return at, fmt.Errorf("there is no folder %q: name it as in Projects/2026", path)
		}
	}
	return at, nil
}

// listShares prints what is shared of the mail and the calendars: what, with
// whom, and how far.
func listShares(ctx context.Context, local *mailbox.Local, out, beside io.Writer) error {
	shared := 0
	err := local.Store().Read(ctx, func(tx *store.Tx) error {
		mailbox, err := tx.Mailbox(local.Owner.ID)
		if err != nil {
			return err
		}
		for _, area := range []string{store.AreaMail, store.AreaCalendars} {
			list, err := tx.Shares(mailbox, area)
			if err != nil {
				return err
			}
			for _, s := range list {
				shared++
				what, err := nameOfShared(tx, mailbox, s)
				if err != nil {
					return err
				}
				who := store.Mailbox{PrincipalName: "everybody here"}
				if s.Grantee != "" {
					if who, err = tx.FindMailbox(s.Grantee); err != nil {
						return err
					}
				}
				role := s.Role
				if s.Send {
					role += ", send"
				}
				if _, err := fmt.Fprintf(out, "%s\t%s\t%s\t%s\n", strings.ToLower(s.Area), what, who.PrincipalName, role); err != nil {
					return err
				}
			}
		}
		return nil
	})
	if err == nil && shared == 0 {
		_, err = fmt.Fprintln(beside, "Nothing is shared with anybody. \"daybook share FOLDER --with ADDRESS\" shares a folder.")
	}
	return err
}

// nameOfShared is the path of a folder, or the name of a calendar.
func nameOfShared(tx *store.Tx, mailbox int64, s store.Share) (string, error) {
	switch {
	case s.Item == "":
		return "all", nil
	case s.Area == store.AreaCalendars:
		c, err := calendar.Calendar(tx, mailbox, calendar.CalendarKey{ID: s.Item})
		return c.Name, err
	}
	var names []string
	for id := s.Item; id != ""; {
		f, err := tx.Folder(mailbox, id)
		if err != nil {
			return "", err
		}
		if f.WellKnownName == store.FolderRoot {
			break
		}
		names, id = append([]string{f.DisplayName}, names...), f.ParentFolderID
	}
	return strings.Join(names, "/"), nil
}
