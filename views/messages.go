package views

import (
	"encoding/json"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// Addressed is a message for one screen. The root delivers it there, also
// when that screen is hidden.
type Addressed interface {
	To() Screen
}

// Open asks the root to show a screen, on an item when one is given. Item is
// one of the types below, or nil.
type Open struct {
	Screen Screen
	Item   any
}

// ComposeTo opens a new message to the given addresses.
type ComposeTo struct {
	To      []string // each an address or "Name <address>"
	Subject string
}

// FindTime opens the finder with these people.
type FindTime struct {
	With    []string // addresses
	Subject string
}

// ShowEvent opens the week on an event, or on a day when ID is empty. With
// Proposals it asks what becomes of the times that are proposed for it.
type ShowEvent struct {
	ID        string
	Day       string // YYYY-MM-DD
	Proposals bool
}

// Answer asks the week to answer an invitation: it owns answers, and taking
// them back. Event is the id by which the person's calendar knows the event,
// Was and Says are values of model.ResponseStatus; With is what goes along.
type Answer struct {
	Event   string
	Subject text.Text
	Was     string
	Says    string
	With    model.EventResponse
}

// To implements Addressed.
func (Answer) To() Screen { return Week }

// Answered tells the inbox what an invitation's answer has become: given,
// taken back, or refused.
type Answered struct{ Event, Says string }

// To implements Addressed.
func (Answered) To() Screen { return Inbox }

// ShowDrive opens the files on the drive of a group.
type ShowDrive struct{ Group string }

// ShowPerson opens the people view on an address.
type ShowPerson struct{ Address string }

// Level says how a notice is meant.
type Level int

// The levels of a notice.
const (
	Info Level = iota
	Success
	Warning
	Failure
)

// Notify shows a notice for a few seconds, or until the next key that changes
// something; a Failure until it was seen.
type Notify struct {
	Text  text.Text
	Level Level
	// Written says of a failure that it is about what is being written: it goes with that.
	Written bool
}

// Confirm asks before something that undo cannot take back.
type Confirm = dialog.Confirm

// Box is a box of the root with requests of its own.
type Box interface {
	dialog.Box
	// ID is what its results are addressed to, as a screen's are: the root
	// delivers them also when another box is above it, and drops them when it is
	// closed. One of the same ID is shown once.
	ID() Screen
	Init() tea.Cmd
}

// Step is one entry of the undo log: data, so that it survives a restart.
// Payload is the owner's own and holds all that Revert and Reapply need.
type Step struct {
	Owner   Screen          `json:"owner"`
	On      Screen          `json:"on,omitempty"` // where it was done, if that is not the owner's
	Label   string          `json:"label"`        // past tense, and of what, as in the notice: "Archived: Re: Release plan"
	Payload json.RawMessage `json:"payload"`
	Stays   bool            `json:"stays,omitempty"` // the service refused to take it back
	Part    bool            `json:"part,omitempty"`  // was done by the same key as the step before it: undo takes both, redo too
}

// Seen is the screen on which the step was done and can be seen.
func (s Step) Seen() Screen {
	if s.On != "" {
		return s.On
	}
	return s.Owner
}

// Did tells the root that a step was taken: it goes on the undo log and its
// label on the status line, or Words while it is only about to be done. Instead
// is the step of the log whose place it takes, where that became another than
// it was told, nil for none; when that is no longer there, neither is this.
// Saved, nil for nothing, follows in Update when the log is on the disk, or
// cannot be saved: what is not to be done before undo knows of it for good.
type Did struct {
	Step    Step
	Instead *Step
	Words   string
	Saved   func() tea.Cmd
}

// Forget takes the newest step equal to Step off the log again: the service
// refused it and the view has rolled it back.
type Forget struct{ Step Step }

// Stays tells that the newest step equal to Step stays as it was, as the service refused all of it: a step that was to
// be taken back is done, and undo passes it over with words; one that was to be done again is not.
type Stays struct {
	Step Step
	Redo bool
}

// Refreshed tells every view that the world has moved on its own (new mail,
// a resumed connection) and that what is shown may be stale.
type Refreshed struct{}

// SignInNeeded tells that the service no longer accepts who this is, also after
// the token was renewed. Reason is a sentence. Nothing that is shown or written
// is lost by it. Box is where one signs in, nil where tokens come from elsewhere;
// it is shown when the person is not in the middle of something.
type SignInNeeded struct {
	Reason text.Text
	Box    Box
}

// SignInOffered brings a box in which the person can sign in for more; nothing
// is wrong with the sign-in that there is.
type SignInOffered struct{ Box Box }

// SignedIn tells that the service accepts requests again after SignInNeeded.
type SignedIn struct{}

// Left ends a view's last work: see Leaver. Results are messages for the view,
// should the program go on after all; Kept says what could not be done and
// where it is, empty when nothing is missing.
type Left struct {
	Results []tea.Msg
	Kept    text.Text
}

// Send makes a command of a message.
func Send(m tea.Msg) tea.Cmd { return func() tea.Msg { return m } }

// Notice says words for a moment: see Notify and text.Of.
func Notice(level Level, words ...any) tea.Cmd {
	return Send(Notify{Text: text.Of(words...), Level: level})
}

// NotTaken says why what is being written is not taken as it is.
func NotTaken(words string) tea.Cmd {
	return Send(Notify{Text: text.Clean(words), Level: Failure, Written: true})
}

// NotSaved says of a form that it was not taken, in the words of the week's
// (package eventform); why stands beside the field that is wrong.
func NotSaved() tea.Cmd {
	return Notice(Warning, "Not saved: something in the form is not right yet")
}
