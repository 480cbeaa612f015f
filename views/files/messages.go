package files

import (
	"daybook/model"
	"daybook/views"
	"daybook/widget/picture"
)

// mine addresses what comes back to this screen.
type mine struct{}

// To implements views.Addressed.
func (mine) To() views.Screen { return views.Files }

type drivesLoaded struct {
	mine
	generation int
	drives     []Drive
	err        error
}

type childrenLoaded struct {
	mine
	folder Ref
	items  []model.DriveItem
	writes uint64 // of the shelf when it was asked: see tookChildren
	err    error
}

type quotaLoaded struct {
	mine
	group string
	quota model.DriveQuota
	err   error
}

// rested says that the cursor has stayed on an item for a moment.
type rested struct {
	mine
	generation int
}

// previewed is what could be read of a file.
type previewed struct {
	mine
	generation int
	key        previewKey
	found      preview
}

// drawn is a picture in cells.
type drawn struct {
	mine
	key   picture.Key
	lines []string
}

// pathsListed are completions of a path.
type pathsListed struct {
	mine
	beginning string
	list      []string
}

type restedTyping struct {
	mine
	typed string
}

// chosenLocal is a file of this machine that is to be uploaded.
type chosenLocal struct {
	mine
	folder     Ref
	path, name string
	size       int64
	err        error
}

// moved is how far a transfer is.
type moved struct {
	mine
	id          int
	done, total int64
}

// ended is the outcome of a transfer.
type ended struct {
	mine
	id   int
	item model.DriveItem // what was uploaded
	path string          // what was saved
	err  error
}
