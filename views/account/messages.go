package account

import (
	"daybook/model"
	"daybook/views"
	"daybook/widget/picture"
)

// mine addresses what comes back to this screen.
type mine struct{}

// To implements views.Addressed.
func (mine) To() views.Screen { return views.Account }

// partLoaded is one part of what is known.
type partLoaded struct {
	mine
	part       part
	generation int
	writes     int // made when it was asked: see tookPart
	found      book
	err        error
}

// how says why a change was made.
type how int

const (
	byHand how = iota
	byUndo
	byRedo
	unlogged // asked first: it cannot be taken back
)

// changed is the outcome of a change.
type changed struct {
	mine
	asked pending
	made  change // as the service has it
	err   error
}

// zonesLoaded are the zones to choose from.
type zonesLoaded struct {
	mine
	zones []model.TimeZoneInformation
	err   error
}

// grantRead is a grant as it is now, read to be changed.
type grantRead struct {
	mine
	grant model.PermissionGrant
	by    Path
	then  grantStep // what is opened on it
	err   error
}

// photoPicked is a file that is to be the photo.
type photoPicked struct {
	mine
	photo Photo
	err   error
}

// photoDrawn is the photo in cells, or why it cannot be drawn.
type photoDrawn struct {
	mine
	key   picture.Key
	lines []string
	err   error
}

// completed are the paths that what was typed may go on to.
type completed struct {
	mine
	typed string
	paths []string
}

// edited is a reply that comes back from the editor.
type edited struct {
	mine
	field string
	text  string
	err   error
}

// confirmed is a change that was asked about and agreed to.
type confirmed struct {
	mine
	change change
	label  string
}
