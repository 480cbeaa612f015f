// Package ingest brings mail that is kept in files into a mailbox.
//
// A run reads the files one after the other, parses messages on several
// workers and inserts them in batches, in the order of the files, with memory
// bounded by bytes in flight. Every message comes in once: one that the
// mailbox has from an earlier run, or from another file of this one, is a
// duplicate, by its fingerprint (eml.Fingerprint). Two equal messages inside
// one Maildir or one mbox are two, as their owner had them.
//
// A run can be cancelled and killed at any moment: batches are inserted whole,
// with their fingerprints, so the next run over the same files goes on where
// this one ended, at the speed of reading. What cannot be read is in the
// summary with its reason, and stops nothing.
package ingest

import (
	"context"
	"runtime"
	"time"

	"daybook/formats/mailtree"
	"daybook/model"
)

// Fingerprint identifies the copies of one message.
type Fingerprint = [16]byte

// Store is the mailbox that messages are brought into.
type Store interface {
	// Fingerprints says how many messages of the mailbox have each one.
	Fingerprints(ctx context.Context) (map[Fingerprint]int, error)
	// Folder returns the id of the folder at a path of names, making what is
	// missing. A path that begins with the name of a well-known folder, in any
	// of its usual spellings, begins there.
	Folder(ctx context.Context, path []string) (id string, err error)
	// Insert keeps all messages, or none.
	Insert(ctx context.Context, batch []Entry) error
}

// Entry is a message to be inserted. Message has its folder's id, its
// attachments with their bytes, and neither id nor conversation.
type Entry struct {
	Message model.Message
	// References are the Message-IDs that the conversation is known by.
	References  []string
	Fingerprint Fingerprint
	// Original is the message as it was found.
	Original []byte
}

// Importer says how to import. Only Store is needed.
type Importer struct {
	Store Store
	// Progress is called after each batch, from the goroutine of Run.
	Progress func(Progress)
	// Now tells the time for the rate; nil means no rate.
	Now func() time.Time
	// Workers parse; 0 means one a processor.
	Workers int
	// Limit is the size in bytes beyond which a message is left out; 0 means
	// mailtree.DefaultLimit.
	Limit int
}

// Progress is how far a run has come.
type Progress struct {
	Bytes, TotalBytes              int64
	Imported, Duplicates, Failures int
	// PerSecond is the number of messages read in a second, on average.
	PerSecond float64
}

// Summary is what a run has done.
type Summary struct {
	Imported, Duplicates int
	// Again are the duplicates of what came in in the same run.
	Again int
	// Failures are the messages and files that could not be read, and why.
	Failures []Failure
	// Changes are the messages of which not all is in the fields of the
	// interface, as it is more than those hold; the bytes are kept whole.
	Changes []Failure
	// Folders are the folders that got messages, in the order of their first.
	Folders []FolderCount
	Elapsed time.Duration
}

// FolderCount is how many messages came into a folder.
type FolderCount struct {
	Path     []string
	Imported int
}

// Failure is something that could not be read.
type Failure struct {
	Source string
	// Offset is where in an mbox the message begins, else 0.
	Offset int64
	Reason error
}

// Run imports the mail found at the paths. It returns what was done also when
// it ends early; the error is then the context's or the store's.
func (im *Importer) Run(ctx context.Context, paths []string) (Summary, error) {
	r := &run{Importer: *im, ctx: ctx, threads: newThreads(), folders: map[string]*folder{}}
	if r.Workers <= 0 {
		r.Workers = runtime.GOMAXPROCS(0)
	}
	if r.Limit <= 0 {
		r.Limit = mailtree.DefaultLimit
	}
	if r.Now != nil {
		r.started = r.Now()
	}
	err := r.do(paths)
	if r.Now != nil {
		r.summary.Elapsed = r.Now().Sub(r.started)
	}
	return r.summary, err
}
