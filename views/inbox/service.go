package inbox

import (
	"context"
	"errors"
	"io"

	"daybook/model"
	"daybook/views/inbox/change"
	"daybook/views/inbox/query"
	"daybook/views/inbox/rows"
)

// Service is the mailbox as the inbox needs it. Errors are model.Error or of
// the context; their text is fit for the status line.
type Service interface {
	Reading
	Triage
	Sorting
}

// Reading is what fills the screen.
type Reading interface {
	// Folders lists the whole tree, in no order.
	Folders(ctx context.Context) ([]model.MailFolder, error)
	// Page lists messages without their bodies.
	Page(ctx context.Context, q Query) (Page, error)
	// Messages gets those messages by id that exist, without their bodies.
	Messages(ctx context.Context, ids []string) ([]model.Message, error)
	// Conversation lists the messages of a thread in all folders, oldest
	// first, without their bodies.
	Conversation(ctx context.Context, id string) ([]model.Message, error)
	// Answers lists the messages of a thread in all folders, oldest first: who
	// wrote them, when, their first words, whether they are read, and the ids and
	// header fields that say which answers which.
	Answers(ctx context.Context, id string) ([]model.Message, error)
	// Message gets a message with its body (as the sender's plain text when
	// plain is set) and attachments (without
	// their bytes).
	Message(ctx context.Context, id string, plain bool) (model.Message, error)
	// Source reads the message as it was received (MIME).
	Source(ctx context.Context, id string) (io.ReadCloser, error)
	// Headers gets the header fields of a message as it was received.
	Headers(ctx context.Context, id string) ([]model.InternetMessageHeader, error)
	// Attachment gets the bytes of an attachment.
	Attachment(ctx context.Context, message, attachment string) ([]byte, error)
	// Changes lists what has happened in a folder since a former call, whose
	// Since it is given. Without one, it says from where to begin.
	Changes(ctx context.Context, folder, since string) (Changes, error)
	// People suggests correspondents whose name or address begins so.
	People(ctx context.Context, prefix string) ([]model.EmailAddress, error)
}

// Triage is what changes messages.
type Triage interface {
	// Apply does operations and returns an error for each, nil where it was
	// done. There can be hundreds; the order among them does not matter.
	Apply(ctx context.Context, ops []Op) []error
	// DeleteAttachment takes an attachment off a message.
	DeleteAttachment(ctx context.Context, message, attachment string) error
}

// Sorting is the places and marks that messages are sorted into.
type Sorting interface {
	// CreateFolder makes a folder in another, at the top of the tree where parent
	// is empty.
	CreateFolder(ctx context.Context, parent, name string) (model.MailFolder, error)
	// RemoveFolder removes a folder that holds nothing; of one that does, the
	// error is ErrFolderInUse. One that is not there is no error.
	RemoveFolder(ctx context.Context, id string) error
	// PlaceFolder renames a folder, moves it with all that is in it, or both.
	PlaceFolder(ctx context.Context, id string, was, is change.Place) error
	// DestroyFolder deletes a folder of Deleted Items for good, with all that is
	// in it. One that is not there is no error.
	DestroyFolder(ctx context.Context, id string) error
	// Categories lists the mailbox's categories.
	Categories(ctx context.Context) ([]model.OutlookCategory, error)
	// CreateCategory adds a category; one that is there already is no error.
	CreateCategory(ctx context.Context, c model.OutlookCategory) error
	// RemoveCategory takes a category off the list, by name; of one that
	// something has, the error is ErrCategoryInUse. One that is not there is no
	// error.
	RemoveCategory(ctx context.Context, name string) error
	// Rule is where a sender's mail is always sorted: model.Focused,
	// model.Other or empty.
	Rule(ctx context.Context, address string) (string, error)
	// SetRule changes it; empty takes the rule away.
	SetRule(ctx context.Context, sender model.EmailAddress, class string) error
}

// Query asks for a page of messages. Top and Upper pages are newest first,
// Lower and Bottom pages oldest first; From is where Upper and Lower ones
// begin. A Search that is void finds nothing.
type Query struct {
	Folder string // id or well-known name; empty for all
	Class  string // model.Focused or model.Other; empty for both
	Search query.Query
	Edge   rows.Edge
	From   rows.Bound
	Size   int
	Count  bool // whether Total is wanted
	Bare   bool // without what only a row shows: sender, subject, preview
}

// Page is a page of messages. Total is -1 when it is not known. Cut says that
// the service shows no more of a search, though there may be others. Indexed is
// how much of the mail a search looked into, in percent, while the service still
// indexes the rest; nil for all of it, and where that is not known.
type Page struct {
	Messages []model.Message
	More     bool
	Total    int
	Cut      bool
	Indexed  *int
}

// Changes is what happened in a folder. Reset says that the former Since is
// too old, and that the folder is to be read again.
type Changes struct {
	Changed []model.Message
	Gone    []string
	Since   string
	Reset   bool
}

// Op is one operation on a message: a move when Folder is set, a patch when
// Patch is, or its deletion for good.
type Op struct {
	ID      string
	Folder  string
	Patch   *model.MessagePatch
	Destroy bool
}

func opOf(id string, s change.State) Op {
	op := Op{ID: id, Patch: s.Patch()}
	if s.Folder != nil {
		op.Folder = *s.Folder
	}
	return op
}

// ErrFolderInUse says that a folder is not removed, as something is in it.
var ErrFolderInUse = errors.New("something is in it")

// ErrCategoryInUse says that a category is not removed, as something has it.
var ErrCategoryInUse = errors.New("something else has it")
