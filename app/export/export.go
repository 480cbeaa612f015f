// Package export writes what is in a mailbox to files for other programs,
// through the client, so that it works on every service. It is the Account
// screen's and the command's.
//
// Invariants: nothing is written over, and of what could not be written whole
// no file stays.
package export

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"daybook/api"
	"daybook/app/bridge"
	"daybook/formats/ics"
	"daybook/formats/mbox"
	"daybook/formats/vcf"
	"daybook/model"
	"daybook/views/account"
	"daybook/widget/text"
)

// pageSize is how many items are asked for at once.
const pageSize = 100

// Files writes them for the Account screen.
type Files struct {
	Client *api.Client
	Now    func() time.Time
	Local  bridge.LocalFiles
}

var _ account.Exporter = Files{}

// Exports lists what can be written to a file: the contacts, calendars, and
// folders of mail. One kind that cannot be read is left out, unless none can.
func (f Files) Exports(ctx context.Context) ([]account.Export, error) {
	out := []account.Export{{Kind: account.ExportContacts, Name: "All contacts"}}
	calendars, failed := api.Collect(ctx, f.Client.Me().Calendars)
	for _, c := range calendars {
		out = append(out, account.Export{Kind: account.ExportCalendar, ID: c.ID, Name: c.Name})
	}
	folders, err := f.Client.Me().MailFolderTree(ctx)
	if err != nil && failed != nil {
		return nil, err
	}
	paths := map[string]string{}
	for _, one := range folders { // those above come first
		path := one.DisplayName
		if above := paths[one.ParentFolderID]; above != "" {
			path = above + "/" + path
		}
		paths[one.ID] = path
		if one.TotalItemCount > 0 {
			out = append(out, account.Export{Kind: account.ExportMail, ID: one.ID, Name: path, Count: one.TotalItemCount})
		}
	}
	return out, nil
}

// Export writes something to a file that is not there yet; of one that could
// not be written whole nothing stays.
func (f Files) Export(ctx context.Context, e account.Export, path string) (done account.Exported, err error) {
	done.Path = f.Local.Expand(path)
	if info, err := os.Stat(done.Path); err == nil && info.IsDir() {
		return done, fmt.Errorf("%s is a folder: add a file's name", path)
	}
	file, err := os.OpenFile(done.Path, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	switch {
	case errors.Is(err, os.ErrExist):
		return done, fmt.Errorf("there is a file %s already: choose another name", path)
	case errors.Is(err, os.ErrNotExist):
		return done, fmt.Errorf("there is no folder %s", filepath.Dir(done.Path))
	case err != nil:
		return done, err
	}
	switch e.Kind {
	case account.ExportContacts:
		done.Count, err = Contacts(ctx, f.Client, "", file)
	case account.ExportCalendar:
		done.Count, err = writeCalendar(ctx, f.Client, e, f.Now(), file)
	default:
		done.Count, done.Skipped, err = writeFolder(ctx, f.Client, e.ID, file)
	}
	if closed := file.Close(); err == nil {
		err = closed
	}
	if err != nil {
		_ = os.Remove(done.Path) // half a file is worse than none
	}
	return done, err
}

// writeFolder writes the messages of a folder as an mbox, the oldest first. One
// that is gone when its turn comes is skipped.
func writeFolder(ctx context.Context, client *api.Client, folder string, out io.Writer) (count, skipped int, err error) {
	page, err := client.Me().MailFolder(folder).Messages(ctx, api.PageSize(pageSize), api.Select("id", "from", "receivedDateTime"),
		api.OrderBy("receivedDateTime"))
	if err != nil {
		return 0, 0, err
	}
	for m, err := range page.All(ctx) {
		if err != nil {
			return count, skipped, err
		}
		switch err := writeMessage(ctx, client, m, out); {
		case errors.Is(err, model.ErrNotFound):
			skipped++
		case err != nil:
			return count, skipped, fmt.Errorf("read the message of %s: %w", arrived(m).Format(time.DateOnly), err)
		default:
			count++
		}
	}
	return count, skipped, nil
}

func writeMessage(ctx context.Context, client *api.Client, m model.Message, out io.Writer) error {
	raw, err := client.Me().Message(m.ID).MIME(ctx)
	if err != nil {
		return err
	}
	defer raw.Close()
	sender := ""
	if m.From != nil {
		sender = m.From.EmailAddress.Address
	}
	return mbox.Write(out, sender, arrived(m), raw)
}

func arrived(m model.Message) time.Time {
	if m.ReceivedDateTime == nil {
		return time.Unix(0, 0)
	}
	return *m.ReceivedDateTime
}

// writeCalendar writes the events of a calendar, with its series and what was
// changed and cancelled in them.
func writeCalendar(ctx context.Context, client *api.Client, e account.Export, now time.Time, out io.Writer) (count int, err error) {
	page, err := client.Me().Calendar(e.ID).Events(ctx, api.PageSize(pageSize))
	if err != nil {
		return 0, err
	}
	file := ics.NewWriter(out, e.Name, now)
	for event, err := range page.All(ctx) {
		if err != nil {
			return count, err
		}
		item := ics.Item{Event: event}
		if event.Type == model.SeriesMaster {
			if item, err = readSeries(ctx, client, event); err != nil {
				return count, fmt.Errorf("read the series %q: %w", event.Subject, err)
			}
		}
		if err := file.Write(item); err != nil {
			return count, err
		}
		count++
	}
	return count, file.Close()
}

// readSeries reads what was changed in a series: the interface tells both
// only where they are asked for.
//
// https://learn.microsoft.com/graph/api/event-get
func readSeries(ctx context.Context, client *api.Client, master model.Event) (ics.Item, error) {
	item := ics.Item{Event: master}
	changed, err := client.Me().Event(master.ID).Get(ctx, api.Select("cancelledOccurrences", "exceptionOccurrences"), api.Expand("exceptionOccurrences"))
	if err != nil {
		return item, err
	}
	item.Exceptions = changed.ExceptionOccurrences
	for _, id := range changed.CancelledOccurrences {
		if start, ok := cancelledStart(id, &master); ok {
			item.Cancelled = append(item.Cancelled, start)
		}
	}
	return item, nil
}

// cancelledStart is when an occurrence would have begun: its id ends with the
// date, and with the clock where that is not the series'.
func cancelledStart(id string, master *model.Event) (time.Time, bool) {
	if master.Start == nil {
		return time.Time{}, false
	}
	day, clock, timed := strings.Cut(strings.ReplaceAll(id[strings.LastIndexByte(id, '.')+1:], "-", ""), "T")
	date, err := time.Parse("20060102", day)
	start, startErr := master.Start.Time()
	if err != nil || startErr != nil {
		return time.Time{}, false
	}
	zone := master.OriginalStartTimeZone
	if r := master.Recurrence; r != nil {
		zone = cmp.Or(r.Range.RecurrenceTimeZone, zone)
	}
	if loc, err := model.LoadZone(zone); zone != "" && err == nil && !master.IsAllDay {
		start = start.In(loc)
	}
	if at, err := time.Parse("150405", clock); timed && err == nil {
		start = time.Date(0, 1, 1, at.Hour(), at.Minute(), at.Second(), 0, start.Location())
	}
	return time.Date(date.Year(), date.Month(), date.Day(), start.Hour(), start.Minute(), start.Second(), 0, start.Location()), true
}

// Contacts writes the contacts of a folder of the mailbox, by its name or
// its path, or all when it is empty, as vCard 4.0, photos inside; each says in
// which folder it is. It counts them.
func Contacts(ctx context.Context, client *api.Client, folder string, out io.Writer) (count int, err error) {
	folders, err := client.Me().ContactFolderTree(ctx)
	if err != nil {
		return 0, err
	}
	paths, list := map[string][]string{}, client.Me().Contacts
	for _, f := range folders[1:] { // the first holds the others, and is not named
		paths[f.ID] = append(slices.Clone(paths[f.ParentFolderID]), f.DisplayName)
	}
	if folder != "" {
		id, err := contactFolderNamed(folders[1:], paths, folder)
		if err != nil {
			return 0, err
		}
		list = client.Me().ContactFolder(id).Contacts
	}
	page, err := list(ctx, api.PageSize(pageSize), api.ExpandExtension(vcf.ExtensionName))
	if err != nil {
		return 0, err
	}
	for c, err := range page.All(ctx) {
		if err != nil {
			return count, err
		}
		card := vcf.Card{Contact: c, Folder: paths[c.ParentFolderID]}
		image, err := client.Me().Contact(c.ID).Photo().Get(ctx)
		switch {
		case err == nil:
			card.Photo, card.PhotoType = image.Data, image.ContentType
		case !errors.Is(err, model.ErrNotFound):
			return count, fmt.Errorf("read the photo of %q: %w", c.DisplayName, err)
		}
		if err := vcf.Write(out, vcf.Version4, card); err != nil {
			return count, err
		}
		count++
	}
	return count, nil
}

// contactFolderNamed finds the id of a folder by its name or its path
// (Work/Clients), at any depth.
func contactFolderNamed(folders []model.ContactFolder, paths map[string][]string, wanted string) (string, error) {
	var names []string
	for _, f := range folders {
		path := strings.Join(paths[f.ID], "/")
		if strings.EqualFold(f.DisplayName, wanted) || strings.EqualFold(path, wanted) {
			return f.ID, nil
		}
		names = append(names, path)
	}
	if len(names) == 0 {
		return "", fmt.Errorf("there is no contact folder named %q, nor any other; leave the name out for all contacts", wanted)
	}
	return "", fmt.Errorf("there is no contact folder named %q; there are: %s", wanted, text.Clean(strings.Join(names, ", ")))
}
