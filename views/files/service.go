package files

import (
	"context"
	"io"

	"daybook/model"
	"daybook/views/files/sheet"
)

// Ref names a file or a folder: by its id, in the drive of a group or, where
// Group is "", in one's own. Without an id it is the drive's root.
type Ref = sheet.File

// Service is what the files screen needs of drives.
type Service interface {
	sheet.Service
	Reader
	Writer
}

// Reader reads drives.
type Reader interface {
	// Drives are one's own, which is first, and those of the groups. When the
	// groups could not be read, one's own comes with the error.
	Drives(ctx context.Context) ([]Drive, error)
	// Quota says how full a drive is.
	Quota(ctx context.Context, group string) (model.DriveQuota, error)
	// Children are what is in a folder, in no order.
	Children(ctx context.Context, folder Ref) ([]model.DriveItem, error)
	// Item reads one item.
	Item(ctx context.Context, at Ref) (model.DriveItem, error)
	// Download opens a file. tell hears how many bytes have passed of how
	// many, -1 where that is not known.
	Download(ctx context.Context, at Ref, tell func(done, total int64)) (io.ReadCloser, error)
}

// Writer changes drives. A name that is taken is refused with
// model.CodeNameConflict.
type Writer interface {
	CreateFolder(ctx context.Context, folder Ref, name string) (model.DriveItem, error)
	// Change renames and moves; a parent without an id is the drive's root.
	Change(ctx context.Context, at Ref, patch model.DriveItemPatch) (model.DriveItem, error)
	// Delete removes an item for good, a folder with all that is in it. With
	// an etag it is refused with model.ErrChangeKey when the item has changed.
	Delete(ctx context.Context, at Ref, etag string) error
	// Upload makes a file in a folder.
	Upload(ctx context.Context, u Upload) (model.DriveItem, error)
}

// Drive is a store of files.
type Drive struct{ Group, Name string }

// Taken says what becomes of a name that is taken.
type Taken int

// The ways.
const (
	Refuse Taken = iota
	KeepBoth
	Replace
)

// Upload is a file on its way into a folder.
type Upload struct {
	Folder      Ref
	Name        string
	ContentType string
	Content     io.ReaderAt
	Size        int64
	Taken       Taken
	Tell        func(done, total int64)
}

// Local is what the screen needs of this machine's files.
type Local interface {
	// Complete lists what a path may go on to, folders with a slash.
	Complete(beginning string, most int) []string
	// Open opens a file, and refuses what is none.
	Open(path string) (LocalFile, error)
	// Save writes a new file into a folder, under the name or the next that
	// is free, and returns its path. What fails leaves nothing.
	Save(folder, name string, content io.Reader) (string, error)
}

// LocalFile is a file of this machine. The one who opened it closes it.
type LocalFile struct {
	Name, ContentType string
	Size              int64
	Content           io.ReaderAt
	Close             func() error
}
