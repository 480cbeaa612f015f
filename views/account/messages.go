package account

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
func (mine) To() views.Screen { return views.Account }

// partLoaded is one part of what is known.
type partLoaded struct {
	mine
	part       part
	generation int
	writes     uint64 // of the edits when it was asked: see tookPart
	found      book
	err        error
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

func notice(words string, level views.Level) views.Notify {
	return views.Notify{Text: text.Clean(words), Level: level}
}

func say(words string, level views.Level) tea.Cmd { return views.Send(notice(words, level)) }

func count(n int, one, many string) string {
	if n == 1 {
		return "1 " + one
	}
	return fmt.Sprintf("%d %s", n, many)
}
