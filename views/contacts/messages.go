package contacts

import (
	"daybook/model"
	"daybook/views"
	"daybook/widget/picture"
)

// mine addresses what comes back to this screen.
type mine struct{}

// To implements views.Addressed.
func (mine) To() views.Screen { return views.People }

type foldersLoaded struct {
	mine
	generation int
	folders    []model.ContactFolder
	err        error
}

type contactsLoaded struct {
	mine
	folder   string
	contacts []model.Contact
	version  uint64 // of the book when it was asked: see tookContacts
	err      error
}

type everybodyLoaded struct {
	mine
	generation int
	contacts   []model.Contact
	version    uint64
	err        error
}

type directoryLoaded struct {
	mine
	generation int
	users      []model.User
	err        error
}

// rested says that the cursor has stayed on a person for a moment.
type rested struct {
	mine
	generation int
}

// partLoaded is one part of a card.
type partLoaded struct {
	mine
	part       part
	generation int
	node       node
	found      about // only the part is set
	err        error
}

// how says why changes were made.
type how int

const (
	byHand how = iota
	byUndo
	byRedo
	forGood // asked first: the book follows the service, and nothing is logged
)

// changed is the outcome of changes, one error (or nil) for each.
type changed struct {
	mine
	how   how
	label string
	form  *filling // that it was filled in in, nil for none
	held  string   // of the shelf, for a deletion that was held
	asked []change // as applied to the book
	made  []change // as the service has them
	errs  []error
}

type aliasesLoaded struct {
	mine
	aliases map[string]string
}

type aliasesSaved struct {
	mine
	err error
}

// photoPicked is a file that is to be the photo of a contact.
type photoPicked struct {
	mine
	contact string
	photo   Photo
	err     error
}

// pathsFound are the paths that what was typed may go on to.
type pathsFound struct {
	mine
	typed string
	paths []string
}

// peopleFound are those whose name or address begins as was typed.
type peopleFound struct {
	mine
	generation int
	typed      string
	people     []model.EmailAddress
}

// photoDrawn is a photo in cells, or why there is none.
type photoDrawn struct {
	mine
	key   picture.Key
	lines []string
}
