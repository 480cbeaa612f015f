// Package photofile takes a file of this machine for a photo, for the screens
// on which one can be set.
//
// Invariants: what is no image, or more than the service takes, is refused in
// words before anything is asked of the service.
package photofile

import (
	"crypto/sha256"
	"fmt"

	"daybook/model"
	"daybook/views"
	"daybook/views/edit"
	"daybook/widget/picture"
	"daybook/widget/text"
)

const (
	// Limit is what the service takes, in bytes.
	Limit = 4 << 20
	// Undoable is the most that a step of the undo log holds of photos, in
	// bytes, the one before and the one after together.
	Undoable = 2 << 20
	// Prompt asks for the file.
	Prompt = "A photo: JPEG, PNG or GIF, up to 4 MB"
)

// TooLarge asks before a change of photos that are too large for the undo log, which is Held.
func TooLarge(verb string) views.Confirm {
	return views.Confirm{Title: text.Clean(verb + "?"), Verb: verb,
		Detail: text.Clean("The photos are too large to be kept for undo. " + edit.Warning)}
}

// Held are the words of such a change: of "Set your photo".
func Held(label string) edit.Words {
	return edit.Words{Doing: label + ", for good", Label: label, Not: "Not done: " + label}
}

// Files reads files of this machine.
type Files interface {
	// Read reads a file of at most limit bytes; "~/" is the home folder. Its
	// errors say what to do.
	Read(path string, limit int64) ([]byte, error)
	// Complete lists at most so many paths that begin so.
	Complete(beginning string, most int) []string
}

// Read reads an image that is to be a photo, and proves that it is one. The
// description is what the file tells; its MediaETag tells it from others until
// the service gives it one.
func Read(files Files, path string) ([]byte, model.ProfilePhoto, error) {
	var info model.ProfilePhoto
	data, err := files.Read(path, Limit)
	if err != nil {
		return nil, info, err
	}
	face, err := picture.Decode(data, picture.Limits{})
	if err != nil {
		return nil, info, fmt.Errorf("%s is no photo: %w; choose a JPEG, PNG or GIF", path, err)
	}
	info.Width, info.Height = face.Size()
	info.ID = fmt.Sprintf("%dX%d", info.Width, info.Height)
	info.MediaETag = fmt.Sprintf("%x", sha256.Sum256(data))
	return data, info, nil
}
