// Package photofile takes a file of this machine for a photo, for the screens
// on which one can be set.
//
// Invariants: what is no image, or more than the service takes, is refused in
// words before anything is asked of the service.
package photofile

import (
	"crypto/sha256"
	"fmt"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/edit"
	"daybook/widget/dialog"
	"daybook/widget/picture"
	"daybook/widget/text"
)

const (
	// Limit is what the service takes, in bytes.
	Limit = 4 << 20
	// Undoable is the most that a step of the undo log holds of photos, in
	// bytes, the one before and the one after together.
	Undoable = 2 << 20
)

// Photo is an image's file, and what the service says of it. One without data
// is none.
type Photo struct {
	Data []byte             `json:"data,omitempty"`
	Info model.ProfilePhoto `json:"info"`
}

// Ask asks for a file that is to be a photo, and reads it. Chosen has it, with
// the box of the question, unless that was left meanwhile; what is no photo is
// said in it.
func Ask(slot *dialog.Stack, w *views.Work, th *theme.Theme, files Files, chosen func(dialog.Box, Photo) tea.Cmd) tea.Cmd {
	complete := func(typed string) tea.Cmd {
		done := views.Done(w, func(paths []string, _ error) tea.Cmd { return slot.Offer(typed, paths) })
		return func() tea.Msg { return done(files.Complete(typed, dialog.Completions), nil) }
	}
	q := dialog.Question{Title: text.Literal("A photo: JPEG, PNG or GIF, up to 4 MB"), Placeholder: text.Literal("~/portrait.jpg"), Complete: complete}
	return slot.AskFor(th, q, func(box dialog.Box, path string) (tea.Cmd, error) {
		done := views.Done(w, func(p Photo, err error) tea.Cmd {
			if !slot.Settle(box, err) {
				return nil
			}
			return chosen(box, p)
		})
		return func() tea.Msg { return done(read(files, path)) }, dialog.ErrLater
	})
}

// Change makes a change from one photo to another: of "Set your photo", by "Set
// the photo". Where they are too large for the undo log it is asked first, and
// held.
func Change[C edit.Change[C]](e *edit.Edits[C], label, verb string, was, is Photo, c C) tea.Cmd {
	if len(was.Data)+len(is.Data) <= Undoable {
		return e.Do(label, c)
	}
	ask := views.Confirm{Title: text.Clean(verb + "?"), Verb: verb, Detail: text.Clean("The photos are too large to be kept for undo. " + edit.Warning)}
	return e.Ask(ask, func() tea.Cmd {
		return e.Hold(edit.Words{Doing: label + ", for good", Label: label, Not: "Not done: " + label}, c)
	})
}

// Files reads files of this machine.
type Files interface {
	// Read reads a file of at most limit bytes; "~/" is the home folder. Its
	// errors say what to do.
	Read(path string, limit int64) ([]byte, error)
	// Complete lists at most so many paths that begin so.
	Complete(beginning string, most int) []string
}

// read reads an image that is to be a photo, and proves that it is one. The
// description is what the file tells; its MediaETag tells it from others until
// the service gives it one.
func read(files Files, path string) (Photo, error) {
	data, err := files.Read(path, Limit)
	if err != nil {
		return Photo{}, err
	}
	face, err := picture.Decode(data, picture.Limits{})
	if err != nil {
		return Photo{}, fmt.Errorf("%s is no photo: %w; choose a JPEG, PNG or GIF", path, err)
	}
	info := model.ProfilePhoto{MediaETag: fmt.Sprintf("%x", sha256.Sum256(data))}
	info.Width, info.Height = face.Size()
	info.ID = fmt.Sprintf("%dX%d", info.Width, info.Height)
	return Photo{Data: data, Info: info}, nil
}
