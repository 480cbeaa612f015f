package ingest

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"daybook/formats/mailtree"
	"daybook/service/store"
)

// Tally counts what came in, what was there already, and what was there in an
// older version and is now as the file has it. Again are the duplicates of what
// came in in the same run: the files have it more than once.
type Tally struct{ Imported, Duplicates, Updated, Again int }

// BesideSummary is what came of the calendars and contacts of a run.
type BesideSummary struct {
	Events, Contacts Tally
	// Calendars are those that got events, Folders those of contacts below the
	// top that got some, each in the order of its first.
	Calendars, Folders []FolderCount
	// Failures are the files, events and contacts that could not come in.
	Failures []BesideNote
	// Changes are what came in in another form than it was written in.
	Changes []BesideNote
}

// BesideNote says of what, at a line of a file (0 when it is the file), why.
type BesideNote struct {
	Source string
	Line   int
	Reason string
}

// Beside imports the calendars and contacts at the paths into the mailbox.
// Nobody is invited and nothing is sent. An event comes in once by its UID, a
// contact by its UID or its name and address. Zone is where times without one
// are. A calendar without a name is called like its file when that was named,
// else it is the default one. A contact goes into the folders that its card
// names, else into those that are called like the directories around its file
// below the path that was given. The error is the context's or the store's; the
// summary holds also then.
func (m *Mailbox) Beside(ctx context.Context, paths []string, zone string) (BesideSummary, error) {
	b := &beside{box: m, events: map[string]bool{}, ctx: ctx, zone: zone, named: paths, folders: map[string]string{}}
	for path := range mailtree.Beside(ctx, paths) {
		if err := b.file(path); err != nil {
			return b.summary, fmt.Errorf("import %s: %w", path, err)
		}
	}
	return b.summary, ctx.Err()
}

// beside is one run under way.
type beside struct {
	box     *Mailbox
	ctx     context.Context
	zone    string   // of times without one
	named   []string // paths that the user named
	known   *contactBook
	events  map[string]bool   // that came in, by eventKey
	folders map[string]string // ids of contact folders, by folderKey
	summary BesideSummary
}

func (b *beside) file(path string) error {
	f, err := os.Open(path)
	if err != nil {
		var pe *fs.PathError
		if errors.As(err, &pe) {
			err = pe.Err
		}
		b.fail(path, 0, err.Error())
		return nil
	}
	defer f.Close()
	if mailtree.Kind(path) == mailtree.Calendar {
		return b.calendar(path, f)
	}
	return b.contacts(path, f)
}

// calendar imports one file of events.
func (b *beside) calendar(path string, r io.Reader) error {
	fallback := ""
	if slices.Contains(b.named, path) {
		name := filepath.Base(path)
		fallback = folderName(strings.TrimSuffix(name, filepath.Ext(name)))
	}
	sum, err := importCalendar(b.ctx, b.box.store, b.box.user, fallback, b.zone, r, b.events)
	if b.ctx.Err() != nil {
		return b.ctx.Err()
	}
	if err != nil {
		b.fail(path, 0, err.Error())
	}
	for _, p := range sum.Problems {
		if p.LeftOut {
			b.fail(path, p.Line, p.Reason)
		} else {
			b.changed(path, p.Line, p.Reason)
		}
	}
	b.summary.Events.Imported += sum.Imported
	b.summary.Events.Duplicates += sum.Duplicates
	b.summary.Events.Updated += sum.Updated
	b.summary.Events.Again += sum.Again
	b.summary.Calendars = counted(b.summary.Calendars, FolderCount{Path: []string{sum.Calendar}, Imported: sum.Imported})
	return nil
}

// counted adds what came into a folder to a list of folders.
func counted(list []FolderCount, c FolderCount) []FolderCount {
	if c.Imported == 0 {
		return list
	}
	for i, known := range list {
		if folderKey(known.Path) == folderKey(c.Path) {
			list[i].Imported += c.Imported
			return list
		}
	}
	return append(list, c)
}

func (b *beside) fail(path string, line int, reason string) {
	b.summary.Failures = append(b.summary.Failures, BesideNote{path, line, reason})
}

func (b *beside) changed(path string, line int, reason string) {
	b.summary.Changes = append(b.summary.Changes, BesideNote{path, line, reason})
}

// keep writes all of a list in batches. A batch that is refused is written
// again one by one, so that one that cannot be kept does not take the others
// with it; refused is told of each. The error is the context's, or the store's
// when it takes nothing at all.
func keep[T any](ctx context.Context, s *store.Store, list []T, write func(*store.Tx, T) error, kept func(T), refused func(T, error)) error {
	for len(list) > 0 {
		batch := list[:min(len(list), batchMessages)]
		list = list[len(batch):]
		err := s.Write(ctx, func(tx *store.Tx) error {
			for _, item := range batch {
				if err := write(tx, item); err != nil {
					return err
				}
			}
			return nil
		})
		for _, item := range batch {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			one := err
			if err != nil {
				one = s.Write(ctx, func(tx *store.Tx) error { return write(tx, item) })
			}
			if one != nil {
				refused(item, one)
			} else {
				kept(item)
			}
		}
	}
	return nil
}
