package account

import (
	"context"

	"daybook/model"
	"daybook/views/photofile"
)

// Service is what the Account screen needs of the mailbox's settings, the
// directory, and what others have been permitted.
type Service interface {
	Reader
	Writer
}

// Reader reads what belongs to the account.
type Reader interface {
	Me(ctx context.Context) (model.User, error)
	// Standing is where the person stands in the organization.
	Standing(ctx context.Context) (Standing, error)
	// Photo is the person's photo, empty where there is none.
	Photo(ctx context.Context) (Photo, error)
	// Names lists the directory, to name whom a grant is for.
	Names(ctx context.Context) ([]model.User, error)

	Settings(ctx context.Context) (model.MailboxSettings, error)
	// Replies, Language and TimeZone read one setting each, by its own address.
	Replies(ctx context.Context) (model.AutomaticRepliesSetting, error)
	Language(ctx context.Context) (model.LocaleInfo, error)
	TimeZone(ctx context.Context) (string, error)
	// Zones lists what the mailbox can be set to, IANA and Windows names.
	Zones(ctx context.Context) ([]model.TimeZoneInformation, error)

	Overrides(ctx context.Context) ([]model.InferenceClassificationOverride, error)
	Categories(ctx context.Context) ([]model.OutlookCategory, error)
	// Grants lists all that there are; Grant reads one by a path.
	Grants(ctx context.Context) ([]model.PermissionGrant, error)
	Grant(ctx context.Context, by Path, id string) (model.PermissionGrant, error)
}

// Writer changes it.
type Writer interface {
	// ChangeSettings changes the parts that are set.
	ChangeSettings(ctx context.Context, s model.MailboxSettings) (model.MailboxSettings, error)
	// SetPhoto replaces the photo; one without data takes it away.
	SetPhoto(ctx context.Context, p Photo) error

	CreateOverride(ctx context.Context, o model.InferenceClassificationOverride) (model.InferenceClassificationOverride, error)
	ChangeOverride(ctx context.Context, id, classifyAs string) error
	DeleteOverride(ctx context.Context, id string) error

	CreateGrant(ctx context.Context, g model.PermissionGrant) (model.PermissionGrant, error)
	ChangeGrant(ctx context.Context, by Path, id string, p model.PermissionGrantPatch) (model.PermissionGrant, error)
	DeleteGrant(ctx context.Context, id string) error

	CreateCategory(ctx context.Context, c model.OutlookCategory) (model.OutlookCategory, error)
	// ColorCategory changes the colour: "preset0" to "preset24", or "none".
	ColorCategory(ctx context.Context, id, color string) error
	// RenameCategory puts another in the place of one, on the list and on all
	// messages, events and contacts that have it.
	RenameCategory(ctx context.Context, id, was string, is model.OutlookCategory) error
	// DeleteCategory takes it off the list; what has it keeps the name.
	DeleteCategory(ctx context.Context, id string) error
}

// Files reads files of this machine.
type Files = photofile.Files

// Path is one of the three addresses by which the interface reaches a grant
// (4.1).
type Path string

// The paths of a grant: of the organization, of the user who gave it, and of
// the user who made the root of the drive.
const (
	ByDirectory Path = "directory"
	ByUser      Path = "user"
	ByDrive     Path = "drive"
)

// Standing is somebody's place in the organization. Manager is nil at the top.
type Standing struct {
	Manager *model.User
	Reports []model.User
}

// Photo is an image's file, and what the service says of it.
type Photo = photofile.Photo

// Exporter writes what is in the mailbox to files of this machine.
type Exporter interface {
	// Exports lists what can be written.
	Exports(ctx context.Context) ([]Export, error)
	// Export writes one to a file that is not there yet. "~/" is the home
	// folder. Its errors say what to do, and leave no file.
	Export(ctx context.Context, e Export, path string) (Exported, error)
}

// The kinds of what can be exported.
const (
	ExportContacts = "contacts" // as vCards
	ExportCalendar = "calendar" // as iCalendar
	ExportMail     = "mail"     // a folder, as an mbox
)

// Export is something that can be written to a file. Name is as in the mailbox,
// of a folder with those above it; Count is its messages, 0 where not known.
type Export struct {
	Kind, ID, Name string
	Count          int
}

// Exported is a file that was written: how much is in it, and how many messages
// were gone when their turn came.
type Exported struct {
	Path           string
	Count, Skipped int
}
