package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"net/mail"
	"os"
	"os/user"
	"path/filepath"
	"strings"
	"time"

	"github.com/charmbracelet/colorprofile"
	"github.com/spf13/cobra"

	"daybook/mailbox"
	"daybook/model"
	"daybook/service"
	"daybook/service/ingest"
	"daybook/service/store"
	"daybook/theme"
	"daybook/widget/progress"
	"daybook/widget/text"
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
			l, _, err := c.location()
			if err != nil {
				return err
			}
			if err := l.RequireLocal(); err != nil {
				return fmt.Errorf("import: %w", err)
			}
			if c.sample {
				return errors.New("import: mail comes into a mailbox of your own, never into the sample: leave --sample out")
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
				dir: l.OwnPlace(), as: as, user: cmp.Or(c.user, l.Profile.User), paths: paths,
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
	_, err := os.Stat(job.dir)
	fresh := errors.Is(err, fs.ErrNotExist)
	err = bringIn(ctx, job)
	if fresh && errors.Is(err, errNothing) { // else it would be opened from now on, empty, in place of the sample
		return errors.Join(err, os.RemoveAll(job.dir))
	}
	return err
}

// errNothing says of an import that nothing came in or was there already.
var errNothing = errors.New("nothing came in, and no mailbox was changed: name mail (.mbox, .eml, a Maildir), calendars (.ics) or contacts (.vcf)")

func bringIn(ctx context.Context, job importJob) error {
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
	n := len(sum.Failures) + len(more.Failures)
	switch {
	case err != nil:
		return err
	case sum.Imported+sum.Duplicates == 0 && more.Events == (ingest.Tally{}) && more.Contacts == (ingest.Tally{}):
		return errNothing
	case n > 0:
		return fmt.Errorf("%d could not be read, and the rest came in: the list above says why", n)
	}
	return nil
}

// ownMailbox finds the mailbox to bring mail into, or makes it.
func ownMailbox(ctx context.Context, s *service.Service, as, user string) (store.Mailbox, error) {
	who, err := identity(as)
	if err != nil {
		return store.Mailbox{}, err
	}
	if as == "" {
		if m, _, err := mailbox.FindUser(ctx, s, user); err == nil || user != "" {
			return m, err
		}
	} else if m, _, err := mailbox.FindUser(ctx, s, who.Address); err == nil {
		return m, nil
	}
	var made store.Mailbox
	err = s.Store().Write(ctx, func(tx *store.Tx) (err error) {
		made, err = addUser(tx, model.User{Mail: who.Address, DisplayName: strings.TrimSpace(who.Name)})
		return err
	})
	return made, err
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
	p.draw(float64(now.Bytes)/float64(now.TotalBytes), counted(now.Imported, "messages"))
	if now.PerSecond > 0 {
		fmt.Fprintf(p.w, "  %.0f/s", now.PerSecond)
	}
	if now.Failures > 0 {
		fmt.Fprintf(p.w, "  %d unreadable", now.Failures)
	}
}

// draw shows a share, from 0 to 1, and words behind it.
func (p *progressLine) draw(share float64, words string) {
	if !p.live {
		return
	}
	p.drawn = true
	fmt.Fprintf(p.w, "\r\x1b[K%s %3d%%  %s", progress.Bar(p.theme, progressCells, share), int(100*share), clean(words))
}

func (p *progressLine) end() {
	if p.drawn {
		fmt.Fprint(p.w, "\r\x1b[K")
	}
}

// printSummary says what came in, where it is now, and what did not and why.
func printSummary(w io.Writer, owner store.Mailbox, mail ingest.Summary, more ingest.BesideSummary) {
	head := func(format string, args ...any) { fmt.Fprintf(w, format, args...) }
	beside := more.Events.Imported + more.Events.Duplicates + more.Events.Updated + more.Contacts.Imported + more.Contacts.Duplicates +
		len(more.Failures) + len(more.Changes)
	if mail.Imported+mail.Duplicates+len(mail.Failures) > 0 || beside == 0 {
		printCount(w, "messages", ingest.Tally{Imported: mail.Imported, Duplicates: mail.Duplicates, Again: mail.Again}, "mailbox of "+owner.Address)
		head(" (%s)\n", mail.Elapsed.Round(10*time.Millisecond))
		printFolders(w, mail.Folders)
	}
	if more.Events != (ingest.Tally{}) {
		printCount(w, "events", more.Events, "calendars of "+owner.Address)
		head("\n")
		printFolders(w, more.Calendars)
	}
	if more.Contacts != (ingest.Tally{}) {
		printCount(w, "contacts", more.Contacts, "contacts of "+owner.Address)
		head("\n")
		printFolders(w, more.Folders)
	}
	if n := len(mail.Failures) + len(more.Failures); n > 0 {
		head("%d could not be read:\n", n)
	}
	printFailures(w, mail.Failures)
	printNotes(w, more.Failures)
	if n := len(mail.Changes) + len(more.Changes); n > 0 {
		head("%d came in otherwise than written:\n", n)
	}
	printFailures(w, mail.Changes)
	printNotes(w, more.Changes)
}

func printFailures(w io.Writer, list []ingest.Failure) {
	for _, f := range list {
		where := clean(f.Source)
		if f.Offset > 0 {
			where = fmt.Sprintf("%s at byte %d", where, f.Offset)
		}
		fmt.Fprintf(w, "  %s: %s\n", where, clean(f.Reason.Error()))
	}
}

func printCount(w io.Writer, things string, t ingest.Tally, where string) {
	fmt.Fprintf(w, "%s came into the %s", counted(t.Imported, things), clean(where))
	if n := t.Duplicates - t.Again; n > 0 {
		fmt.Fprintf(w, ", %d %s there already", n, was(n))
	}
	if t.Again > 0 {
		fmt.Fprintf(w, ", %d %s the same again in the files", t.Again, was(t.Again))
	}
	if t.Updated > 0 {
		fmt.Fprintf(w, ", %d %s brought up to date", t.Updated, was(t.Updated))
	}
}

// counted is how many things there are.
func counted(n int, things string) string {
	if n == 1 {
		things = strings.TrimSuffix(things, "s")
	}
	return fmt.Sprintf("%d %s", n, things)
}

func was(n int) string {
	if n == 1 {
		return "was"
	}
	return "were"
}

func printFolders(w io.Writer, folders []ingest.FolderCount) {
	for _, f := range folders {
		if strings.Join(f.Path, "") == "" {
			continue // what has no folder of its own is in the first line's figure
		}
		fmt.Fprintf(w, "  %7d  %s\n", f.Imported, clean(strings.Join(f.Path, "/")))
	}
}

func printNotes(w io.Writer, notes []ingest.BesideNote) {
	for _, n := range notes {
		where := clean(n.Source)
		if n.Line > 0 {
			where = fmt.Sprintf("%s line %d", where, n.Line)
		}
		fmt.Fprintf(w, "  %s: %s\n", where, clean(n.Reason))
	}
}

// clean is a text from outside as a terminal may get it.
func clean(s string) string { return text.Clean(s).String() }
