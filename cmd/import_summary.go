package cmd

import (
	"fmt"
	"io"
	"strings"
	"time"

	"daybook/service/ingest"
	"daybook/service/store"
	"daybook/widget/text"
)

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
