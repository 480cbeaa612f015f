package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/mail"
	"os"
	"os/user"
	"path/filepath"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"

	"daybook/model"
	"daybook/service"
	"daybook/service/ingest"
	"daybook/service/store"
	"daybook/theme"
	"daybook/widget/progress"
)

func newImport(c *common) *cobra.Command {
	var as string
	cmd := &cobra.Command{
		Use:   "import PATH...",
		Short: "Bring mail, calendars and contacts in: Maildir, mbox, .eml, .ics, .vcf, or folders of them",
		Long: "import brings mail, calendars and contacts into your own mailbox, which is opened from\n" +
			"then on in place of the sample. Folders, flags, threads and the original bytes of mail\n" +
			"are kept; what is there already is passed over, so a run that was stopped is continued\n" +
			"by starting it again. Events go into the calendar that their file names: else a file\n" +
			"becomes a calendar, and those in a folder go into yours; nobody is invited.\n" +
			"Contacts come from vCards (2.1, 3.0 and 4.0) with their photos, into the folders that\n" +
			"the cards name. What cannot be read is listed with its reason,\n" +
			"and the exit code is 1 then.",
		Example: "daybook import ~/Maildir\ndaybook import archive.mbox.gz letters/ holidays.ics people.vcf --as \"Ann Ash <ann@contoso.example>\"",
		Args:    wants(1, -1),
		RunE: func(cmd *cobra.Command, paths []string) error {
			p, _, err := c.place()
			if err != nil {
				return err
			}
			if err := p.here(); err != nil {
				return fmt.Errorf("import: %w", err)
			}
			now, err := c.clock()
			if err != nil {
				return err
			}
			for _, p := range paths {
				if _, err := os.Stat(p); err != nil {
					return fmt.Errorf("import: %w", err)
				}
			}
			look, err := c.looks()
			if err != nil {
				return err
			}
			bar, err := newProgressLine(cmd.ErrOrStderr(), look.ASCII)
			if err != nil {
				return err
			}
			return runImport(cmd.Context(), importJob{
				dir: filepath.Join(p.folder(), ownHouse), as: as, user: cmp.Or(c.user, p.profile.User), paths: paths,
				now: now, out: cmd.OutOrStdout(), bar: bar,
			})
		},
	}
	cmd.Flags().StringVar(&as, "as", "", "whose mailbox it is, as \"Name <address>\" (default: the user of this machine)")
	return cmd
}

type importJob struct {
	dir, as, user string
	paths         []string
	now           func() time.Time
	out           io.Writer
	bar           *progressLine
}

func runImport(ctx context.Context, job importJob) error {
	s, err := service.Open(job.dir, service.Options{Now: job.now})
	if err != nil {
		return err
	}
	defer s.Close()
	owner, err := ownMailbox(ctx, s, job.as, job.user)
	if err != nil {
		return err
	}
	box, err := ingest.OpenMailbox(ctx, s.Store(), owner.ID)
	if err != nil {
		return err
	}
	im := ingest.Importer{Store: box, Progress: job.bar.show, Now: time.Now}
	sum, err := im.Run(ctx, job.paths)
	job.bar.end()
	var more ingest.BesideSummary
	if err == nil {
		more, err = box.Beside(ctx, job.paths, localZone(os.Getenv).String())
	}
	printSummary(job.out, owner, sum, more)
	if errors.Is(err, context.Canceled) {
		return errors.New("stopped: start the same import again to continue it")
	}
	if n := len(sum.Failures) + len(more.Failures); err == nil && n > 0 {
		return fmt.Errorf("%d could not be read, and the rest came in: the list above says why", n)
	}
	return err
}

// ownMailbox finds the mailbox to bring mail into, or makes it.
func ownMailbox(ctx context.Context, s *service.Service, as, user string) (store.Mailbox, error) {
	who, err := identity(as)
	if err != nil {
		return store.Mailbox{}, err
	}
	if as == "" {
		if m, _, err := pick(ctx, s, user); err == nil || user != "" {
			return m, err
		}
	} else if m, _, err := pick(ctx, s, who.Address); err == nil {
		return m, nil
	}
	return addUser(ctx, s.Store(), store.Mailbox{PrincipalName: who.Address, DisplayName: who.Name})
}

// inZone gives a mailbox that was just made the zone of this machine, as its
// owner sits at it.
func inZone(ctx context.Context, s *store.Store, mailbox, zone string) error {
	return s.Write(ctx, func(tx *store.Tx) error {
		number, err := tx.Mailbox(mailbox)
		if err != nil {
			return err
		}
		return tx.ChangeSettings(number, model.MailboxSettings{TimeZone: zone})
	})
}

// identity is who --as names, else the user of this machine.
func identity(as string) (*mail.Address, error) {
	if as != "" {
		a, err := mail.ParseAddress(as)
		if err != nil {
			return nil, fmt.Errorf("--as wants \"Name <address>\", not %q", as)
		}
		return a, nil
	}
	u, err := user.Current()
	if err != nil {
		return nil, fmt.Errorf("find out who you are: %w; say so with --as \"Name <address>\"", err)
	}
	name := u.Name
	if name == "" {
		name = u.Username
	}
	return &mail.Address{Name: name, Address: filepath.Base(u.Username) + "@localhost"}, nil
}

// progressLine redraws one line on a terminal and is silent elsewhere.
type progressLine struct {
	w     io.Writer
	theme *theme.Theme
	live  bool
	drawn bool
}

// newProgressLine draws to w, with ASCII alone if that is wanted.
func newProgressLine(w io.Writer, ascii bool) (*progressLine, error) {
	w = raw(w) // it draws with sequences of its own, and figures alone
	th, err := theme.New(theme.Options{Dark: true, ASCII: ascii, Profile: colorprofile.Detect(w, os.Environ())})
	return &progressLine{w: w, theme: th, live: onTerminal(w)}, err
}

const progressCells = 30

func (p *progressLine) show(now ingest.Progress) {
	if !p.live || now.TotalBytes == 0 {
		return
	}
	p.drawn = true
	fmt.Fprintf(p.w, "\r\x1b[K%s %3d%%  %s", progress.Bar(p.theme, progressCells, float64(now.Bytes)/float64(now.TotalBytes)),
		100*now.Bytes/now.TotalBytes, counted(now.Imported, "messages"))
	if now.PerSecond > 0 {
		fmt.Fprintf(p.w, "  %.0f/s", now.PerSecond)
	}
	if now.Failures > 0 {
		fmt.Fprintf(p.w, "  %d unreadable", now.Failures)
	}
}

func (p *progressLine) end() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}
