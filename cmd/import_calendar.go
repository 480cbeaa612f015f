package cmd

import (
	"context"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"daybook/service/ingest"
	"daybook/service/store"
)

// isCalendar reports whether a path is that of a calendar's file.
func isCalendar(path string) bool { return strings.EqualFold(filepath.Ext(path), ".ics") }

// splitCalendars takes the calendars' files out of the paths to import.
func splitCalendars(paths []string) (mail, calendars []string) {
	mail = slices.DeleteFunc(slices.Clone(paths), isCalendar)
	calendars = slices.DeleteFunc(slices.Clone(paths), func(p string) bool { return !isCalendar(p) })
	return mail, calendars
}

// importCalendars brings calendars in, each under its own name or that of its
// file, and says what came and what did not.
func importCalendars(ctx context.Context, s *store.Store, owner store.Mailbox, paths []string, zone string, out io.Writer) error {
	for _, path := range paths {
		sum, err := importCalendar(ctx, s, owner, path, zone)
		if err != nil {
			return fmt.Errorf("import %s: %w", path, err)
		}
		fmt.Fprintf(out, "%d events came into the calendar %q of %s", sum.Imported, sum.Calendar, owner.Address)
		if sum.Duplicates > 0 {
			fmt.Fprintf(out, ", %d were there already", sum.Duplicates)
		}
		fmt.Fprintln(out)
		for _, p := range sum.Problems {
			fmt.Fprintf(out, "  line %d: %q\n", p.Line, p.Reason)
		}
	}
	return nil
}

func importCalendar(ctx context.Context, s *store.Store, owner store.Mailbox, path, zone string) (ingest.CalendarSummary, error) {
	f, err := os.Open(path)
	if err != nil {
		return ingest.CalendarSummary{}, err
	}
	defer f.Close()
	name := filepath.Base(path)
	return ingest.Calendar(ctx, s, owner.ID, strings.TrimSuffix(name, filepath.Ext(name)), zone, f)
}
