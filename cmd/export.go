package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"daybook/api"
	"daybook/formats/vcf"
	"daybook/model"
	"daybook/service"
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
	h, err := c.openLocal(ctx, service.Options{})
	if err != nil {
		return fmt.Errorf("export --calendar: %w", err)
	}
	defer h.Close()
	id, err := calendarNamed(ctx, h.Store(), h.Owner.ID, name)
	if err != nil {
		return err
	}
	_, err = ingest.ExportCalendar(ctx, h.Store(), h.Owner.ID, id, out)
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
		list, err = tx.Calendars(number, "")
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

// exportPage is how many contacts are asked for at once.
const exportPage = 100

// exportContacts writes the contacts of a folder of the mailbox, or all when
// it is empty, as vCard 4.0, photos inside.
func exportContacts(ctx context.Context, c common, folder string, out io.Writer) error {
	client, done, err := openClient(ctx, c)
	if err != nil {
		return err
	}
	defer done()
	return contactExport{ctx, client.Me()}.contacts(out, folder)
}

// contactExport is where an export reads from.
type contactExport struct {
	ctx context.Context
	me  api.UserRef
}

// contacts writes the contacts of a folder, by its name or its path, or all;
// each says in which folder it is.
func (j contactExport) contacts(w io.Writer, wanted string) error {
	folders, err := j.folders()
	if err != nil {
		return err
	}
	list := j.me.Contacts
	if wanted != "" {
		f, err := folderNamed(folders, wanted)
		if err != nil {
			return err
		}
		list = j.me.ContactFolder(f.id).Contacts
	}
	paths := make(map[string][]string, len(folders))
	for _, f := range folders {
		paths[f.id] = f.path
	}
	page, err := list(j.ctx, api.PageSize(exportPage), api.ExpandExtension(vcf.ExtensionName))
	if err != nil {
		return err
	}
	for c, err := range page.All(j.ctx) {
		if err != nil {
			return err
		}
		card := vcf.Card{Contact: c, Folder: paths[c.ParentFolderID]}
		image, err := j.me.Contact(c.ID).Photo().Get(j.ctx)
		switch {
		case err == nil:
			card.Photo, card.PhotoType = image.Data, image.ContentType
		case !errors.Is(err, model.ErrNotFound):
			return fmt.Errorf("read the photo of %q: %w", c.DisplayName, err)
		}
		if err := vcf.Write(w, vcf.Version4, card); err != nil {
			return err
		}
	}
	return nil
}

// namedFolder is a folder with the names on the way to it, its own the last.
type namedFolder struct {
	id   string
	path []string
}

// folders walks down the contact folders, level by level. The one that holds
// the others is not among them.
func (j contactExport) folders() ([]namedFolder, error) {
	var out []namedFolder
	list, above := j.me.ContactFolders, []string(nil)
	for next := 0; ; next++ {
		page, err := list(j.ctx)
		if err != nil {
			return nil, err
		}
		for f, err := range page.All(j.ctx) {
			if err != nil {
				return nil, err
			}
			out = append(out, namedFolder{f.ID, append(slices.Clone(above), f.DisplayName)})
		}
		if next == len(out) {
			return out, nil
		}
		list, above = j.me.ContactFolder(out[next].id).ChildFolders, out[next].path
	}
}

// folderNamed finds a folder by its name or its path (Work/Clients), at any
// depth.
func folderNamed(folders []namedFolder, wanted string) (namedFolder, error) {
	var names []string
	for _, f := range folders {
		path := strings.Join(f.path, "/")
		if strings.EqualFold(f.path[len(f.path)-1], wanted) || strings.EqualFold(path, wanted) {
			return f, nil
		}
		names = append(names, path)
	}
	if len(names) == 0 {
		return namedFolder{}, fmt.Errorf("there is no contact folder named %q, nor any other; leave the name out for all contacts", wanted)
	}
	return namedFolder{}, fmt.Errorf("there is no contact folder named %q; there are: %s", wanted, clean(strings.Join(names, ", ")))
}
