package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"daybook/app/export"
	"daybook/model"
	"daybook/service"
	"daybook/service/calendar"
	"daybook/service/ingest"
	"daybook/service/store"
)

func newExport(c *common) *cobra.Command {
	var calendar, file string
	var contacts bool
	cmd := &cobra.Command{
		Use:   "export --calendar NAME | --contacts [FOLDER]",
		Short: "Write a calendar as .ics, or contacts as .vcf, for other programs",
		Long: "export writes one calendar of the mailbox, with its series and what was changed in\n" +
			"them, as an iCalendar file, or the contacts of one folder, or of all, as vCards with\n" +
			"their photos and the names of their folders: to standard output, or to a file that\n" +
			"is not there yet. An import of that file makes the folders again.",
		Example: "daybook export --calendar Calendar > work.ics\ndaybook export --calendar Personal --to personal.ics\ndaybook export --contacts > people.vcf",
		Args:    wants(0, 1),
		RunE: func(cmd *cobra.Command, args []string) (err error) {
			if contacts && cmd.Flags().Changed("calendar") {
				return errors.New("export: --contacts and --calendar are two files: ask for one at a time")
			}
			if len(args) > 0 && !contacts {
				return fmt.Errorf("export: %q is no flag; did you mean --calendar %q?", args[0], args[0])
			}
			out := cmd.OutOrStdout()
			if file != "" {
				f, err := os.OpenFile(file, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
				if err != nil {
					return fmt.Errorf("export: %w", err)
				}
				defer func() {
					if closed := f.Close(); err == nil {
						err = closed
					}
				}()
				out = f
			}
			if contacts {
				return exportContacts(cmd.Context(), *c, strings.Join(args, ""), out)
			}
			return exportCalendar(cmd.Context(), *c, calendar, out)
		},
	}
	cmd.Flags().StringVar(&calendar, "calendar", "Calendar", "the calendar's name")
	cmd.Flags().BoolVar(&contacts, "contacts", false, "write contacts: all, or those of the folder named")
	cmd.Flags().StringVar(&file, "to", "", "the file to write")
	return cmd
}

func exportCalendar(ctx context.Context, c common, name string, out io.Writer) error {
	local, err := c.openLocal(ctx, service.Options{})
	if err != nil {
		return fmt.Errorf("export --calendar: %w", err)
	}
	defer local.Close()
	id, err := calendarNamed(ctx, local.Store(), local.Owner.ID, name)
	if err != nil {
		return err
	}
	_, err = ingest.ExportCalendar(ctx, local.Store(), local.Owner.ID, id, out)
	return err
}

// calendarNamed finds a calendar of a mailbox by its name, in any letter case.
func calendarNamed(ctx context.Context, s *store.Store, mailbox, name string) (string, error) {
	var list []model.Calendar
	err := s.Read(ctx, func(tx *store.Tx) error {
		number, err := tx.Mailbox(mailbox)
		if err != nil {
			return err
		}
		list, err = calendar.Calendars(tx, number, "")
		return err
	})
	if err != nil {
		return "", err
	}
	var names []string
	for _, c := range list {
		if strings.EqualFold(c.Name, name) {
			return c.ID, nil
		}
		names = append(names, c.Name)
	}
	return "", fmt.Errorf("there is no calendar called %q: there are %s", name, strings.Join(names, ", "))
}

// exportContacts writes the contacts of a folder of the mailbox.
func exportContacts(ctx context.Context, c common, folder string, out io.Writer) error {
	client, done, err := openClient(ctx, c)
	if err != nil {
		return err
	}
	defer done()
	_, err = export.Contacts(ctx, client, folder, out)
	return err
}
