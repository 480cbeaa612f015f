package contacts

import (
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
	"daybook/widget/picture"
	"daybook/widget/text"
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

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}

func notice(words string, level views.Level) views.Notify {
	return views.Notify{Text: text.Clean(words), Level: level}
}

func say(words string, level views.Level) tea.Cmd { return views.Send(notice(words, level)) }
