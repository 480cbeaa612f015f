package contacts

import (
	"context"
	"time"

	"daybook/model"
	"daybook/views/photofile"
)

// Service is what the People screen needs of contacts, directory, mail and
// calendar.
type Service interface {
	Reader
	Writer
}

// Reader reads people.
type Reader interface {
	// Folders are all contact folders, each after its parent; the first holds
	// the others and has no parent.
	Folders(ctx context.Context) ([]model.ContactFolder, error)
	// Contacts are those of a folder, or of every folder when it is "".
	Contacts(ctx context.Context, folder string) ([]model.Contact, error)
	// Directory lists the organization's people, rooms and contacts.
	Directory(ctx context.Context) ([]model.User, error)
	// Standing is where somebody of the directory stands in it.
	Standing(ctx context.Context, user string) (Standing, error)
	// Photo is a photo's file, nil where there is none.
	Photo(ctx context.Context, whose Whose) (Photo, error)
	// Together lists the events that somebody takes part in, the next first.
	Together(ctx context.Context, address string, from, to time.Time, most int) ([]model.Event, error)
	// People lists those whose name or address begins so, whom one writes to
	// most first.
	People(ctx context.Context, beginning string) ([]model.EmailAddress, error)
	// Mails lists the newest messages from an address.
	Mails(ctx context.Context, address string, most int) ([]model.Message, error)
}

// Writer changes contacts and their folders.
type Writer interface {
	// Contact reads a contact with its custom data.
	Contact(ctx context.Context, id string) (model.Contact, error)
	// Create adds a contact, custom data and all, to its ParentFolderID.
	Create(ctx context.Context, c model.Contact) (model.Contact, error)
	// SetPhoto gives a contact a photo; one without data takes it away.
	SetPhoto(ctx context.Context, id string, p Photo) error
	// Change sets properties by their JSON names; nil empties one.
	Change(ctx context.Context, id string, patch map[string]any) error
	Delete(ctx context.Context, id string) error

	CreateFolder(ctx context.Context, parent, name string) (model.ContactFolder, error)
	ChangeFolder(ctx context.Context, id string, patch model.ContactFolderPatch) error
	DeleteFolder(ctx context.Context, id string) error
}

// Whose says whose photo is meant: a user's or a contact's, one id is empty.
type Whose struct{ User, Contact string }

// Standing is somebody's place in the organization.
type Standing struct {
	Above   []model.User // the manager, then the manager's, up to the head
	Reports []model.User
}

// Photo is an image's file, and what the service says of it.
type Photo = photofile.Photo
