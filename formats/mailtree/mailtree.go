// Package mailtree finds mail in files and directories, whatever form it is
// kept in, and yields it as one stream: Maildirs, mboxes (also gzip), single
// messages, and trees of all of them.
//
// A file that cannot be read yields its reason and the walk goes on. The
// order is that of the names, so that two walks over the same files agree.
// Files are opened for reading alone, one at a time; nothing but regular files
// is opened, and symbolic links inside a tree are reported, not followed.
// Calendars and contacts that lie beside the mail are Beside's.
package mailtree

import (
	"context"
	"errors"
	"iter"
	"time"

	"daybook/formats/eml"
)

// ErrNotMail means that a file holds nothing that looks like mail.
var ErrNotMail = errors.New("not a mail message or mailbox")

// DefaultLimit is the size in bytes beyond which a message is not read.
const DefaultLimit = 160 << 20

// Item is one message, or one thing that could not be read.
type Item struct {
	// Source is the file. Offset is where in it (unpacked) the message begins.
	Source string
	Offset int64
	// Group is the mailbox the file belongs to: the topmost Maildir around it,
	// the mbox itself, or the single message's file.
	Group string
	// Folder is the path of folder names, from the top. "Inbox" stands for the
	// inbox, whatever the source calls it.
	Folder []string
	// Raw is the message. It is the receiver's to keep.
	Raw []byte
	// Flags are what the mailbox says; flags in the header are not among them.
	Flags eml.Flags
	// Received is the envelope's or the file's date; zero when unknown.
	Received time.Time
	// Done is how many bytes of the files have been gone through, this one's
	// included: a share of what Survey counts.
	Done int64
	// Err is why there is no Raw.
	Err error
}

// Inbox is the folder name that stands for the inbox.
const Inbox = "Inbox"

// Total is the size of what a walk will go through.
type Total struct {
	Files int
	Bytes int64
}

// Survey counts the files that a Walk over the same paths will open.
func Survey(ctx context.Context, paths []string) (Total, error) {
	var t Total
	for f := range candidates(ctx, paths) {
		if f.err == nil && !f.beside {
			t.Files++
			t.Bytes += f.size
		}
	}
	return t, ctx.Err()
}

// Walk yields the mail found at the paths. A message of more than limit bytes
// yields an error. The walk ends early when ctx does; the caller asks ctx.
func Walk(ctx context.Context, paths []string, limit int) iter.Seq[Item] {
	return func(yield func(Item) bool) {
		var done int64
		for f := range candidates(ctx, paths) {
			if f.beside {
				continue
			}
			r := opened{file: f, limit: limit, before: done, yield: yield}
			done += f.size
			if !r.read(ctx) {
				return
			}
		}
	}
}
