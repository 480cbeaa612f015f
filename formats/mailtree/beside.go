package mailtree

import (
	"context"
	"iter"
	"path/filepath"
	"strings"
)

// What a file beside mail holds, by its name.
const (
	Calendar = "calendar"
	Contacts = "contacts"
)

// Kind is what a file of this name holds that is not mail, else "".
func Kind(name string) string {
	switch strings.ToLower(filepath.Ext(name)) {
	case ".ics", ".ical":
		return Calendar
	case ".vcf", ".vcard":
		return Contacts
	}
	return ""
}

// Beside yields the files of calendars and contacts at the paths, in the order
// of a Walk, which leaves them out. What cannot be listed is the Walk's to say.
func Beside(ctx context.Context, paths []string) iter.Seq[string] {
	return func(yield func(string) bool) {
		for f := range candidates(ctx, paths) {
			if f.beside && !yield(f.path) {
				return
			}
		}
	}
}
