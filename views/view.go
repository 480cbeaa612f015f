// Package views holds the contract between the root of the program and its
// screens. Each screen is a package below this one.
//
// Invariants: a view is a plain struct that is mutated in place by the root's
// goroutine alone. Update and View do no I/O, never sleep and never lock; what
// takes time is a tea.Cmd that captures values, never the view. What comes
// back is addressed: it names the screen it is for, so that it arrives there
// also when another screen is shown. Terminal modes belong to the root.
package views

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/dialog"
)

// Screen names a view. It is the owner of results and the target of Open.
type Screen string

// The screens, in the order of their tabs.
const (
	Inbox   Screen = "inbox"
	Week    Screen = "week"
	People  Screen = "people"
	Groups  Screen = "groups"
	Finder  Screen = "finder"
	Files   Screen = "files"
	Account Screen = "account"
)

// View is one screen. The root calls Init once, SetSize before the first View
// and at every change of the terminal, and Update for results addressed to it,
// for mouse messages (coordinates relative to the view's own top left corner),
// for pasted text, and for keys that no action claimed or that it captures.
type View interface {
	// Init returns the first loads.
	Init() tea.Cmd
	// Update changes the view and returns what is to be done next.
	Update(tea.Msg) tea.Cmd
	// SetSize gives the view its cells; either may be zero.
	SetSize(width, height int)
	// View draws exactly the cells given by SetSize: height lines, none wider
	// than width.
	View() string
	// Actions lists what can be done here now, in the order of the help
	// screen. The slice is built once; only Enabled varies.
	Actions() []Action
	// Capturing reports that keys are text at the moment (a form or a search
	// line has them): the root then sends keys to Update, and looks for an
	// action of the view only for those with ctrl or alt, which type nothing.
	Capturing() bool
	// Cursor is the text cursor relative to the view, nil when there is none.
	Cursor() *tea.Cursor
	// Boxes are those that the view has opened. The root draws them over it and
	// gives the top one the input; while its keys are text, of the view's actions
	// those with Typing alone can be done, and none under another box: see Rests.
	Boxes() *dialog.Stack
	// Status is the view's part of the status line; see Status.
	Status() Status
}

// Rests says that an action of a view cannot be done now, whatever it says
// itself: keys are text of a box, or a box lies over what it is typed into. That
// is the screen where it captures keys itself, else the lowest box.
func Rests(v View, a *Action) bool {
	switch boxes := v.Boxes(); {
	case !a.Typing:
		return boxes.Capturing()
	case v.Capturing():
		return boxes.IsOpen()
	default:
		return len(boxes.All()) > 1
	}
}

// Focuser is a view that wants to know when it is shown or hidden.
type Focuser interface {
	Focus() tea.Cmd
	Blur()
}

// Explainer is a view that draws marks. Legend is those that it can draw now, for
// the help; it draws from the same ones.
type Explainer interface {
	Legend() []theme.Mark
}

// Homer is a view that has a place to begin at: what its key goes to where it is seen already.
type Homer interface {
	Home() tea.Cmd
}

// Opener is a view that others can open on something: see Open.
type Opener interface {
	Open(item any) tea.Cmd
}

// Presetter is an Opener that takes up what another screen names, and holds it.
// Anew is told it before Focus where one does not come back from the screen that
// one went to from it: what was named there and is not changed since is let go.
type Presetter interface {
	Anew() tea.Cmd
}

// Saver is a view that holds what a person is writing. SaveNow returns the
// command that puts it on this machine's disk when the program has to end at
// once; nil for nothing.
type Saver interface {
	SaveNow() tea.Cmd
}

// Reverter is a view whose actions can be undone: see Did. Revert takes a
// step back, Reapply does it again. Both apply to the screen at once and
// return the command that tells the service.
type Reverter interface {
	Revert(Step) tea.Cmd
	Reapply(Step) tea.Cmd
}

// Pender is a Reverter whose steps have on the log what the service made of
// them only when it has answered. Pending counts those that it still waits for;
// undo waits for them too.
type Pender interface {
	Pending() int
}

// Opening is a view that was asked for something to type in, which has to be read
// first, as a message before it is answered. Keys wait for it, and are dropped
// where it does not come.
type Opening interface {
	Opening() bool
	// GiveUp leaves it unopened.
	GiveUp()
}

// Unfinished is a view in which something may be begun and not done yet, of
// which the log knows nothing: an event that is carried. Undo means that first,
// and redo too; neither goes on to the log while it is there.
type Unfinished interface {
	// StepBack takes back the newest step of what is begun, the last of them
	// with all of it; open is false when nothing is begun.
	StepBack() (cmd tea.Cmd, open bool)
	// StepAgain does the step again that StepBack took back last; open is false
	// when nothing is begun, and StepBack took back nothing since.
	StepAgain() (cmd tea.Cmd, open bool)
}

// Expirer is a Reverter some of whose steps can be taken back for a while
// only: a letter until it has gone. Expired says that nothing takes this one
// back any more; the root then goes on to the step before it.
type Expirer interface {
	Expired(Step) bool
}

// StepOwner is a part of a screen that takes its own steps back.
type StepOwner interface {
	Reverter
	Expirer
	Owns(Step) bool
}

// StepOwners are the parts of a screen that have steps on the undo log, which embeds them. A step is of the first that
// owns it; the last has those of none too, and says of them that they cannot be read.
type StepOwners []StepOwner

func (o StepOwners) of(s Step) StepOwner {
	last := len(o) - 1
	for _, one := range o[:last] {
		if one.Owns(s) {
			return one
		}
	}
	return o[last]
}

// Revert implements Reverter.
func (o StepOwners) Revert(s Step) tea.Cmd { return o.of(s).Revert(s) }

// Reapply implements Reverter.
func (o StepOwners) Reapply(s Step) tea.Cmd { return o.of(s).Reapply(s) }

// Expired implements Expirer.
func (o StepOwners) Expired(s Step) bool { return o.of(s).Expired(s) }

// Leaver is a view that may have something to finish before the program ends,
// or goes to another mailbox. Leave returns a command that saves what is
// written, sends what waits to be sent when the mailbox is online, and ends
// with one Left; nil when there is nothing to do.
type Leaver interface {
	Leave(online bool) tea.Cmd
}

// Sender is a Leaver that holds what was sent until its moment is over. Unsent
// counts what undo still brings back, and names one ("letter"): Leave would
// send it, so the person is asked first.
type Sender interface {
	Leaver
	Unsent() (n int, what string)
}

// Status is what a view says on the status line. Selected counts what is
// selected ("3 selected") and always has its place; Text is what is going on
// and gives way to news, Busy shows the spinner, Progress (0 to 1, negative for
// none) a bar, and Hints names the ids of the actions most useful now.
type Status struct {
	Selected string
	Text     string
	Busy     bool
	Progress float64
	Hints    []string
}

// Env is what the root gives every view: the present, the zone, the theme and
// the ways out of the program. Theme's target is replaced when the theme
// changes, so a view reads it at each render and keeps no style of its own.
type Env struct {
	Now     func() time.Time
	Zone    func() *time.Location
	NewID   func() string
	Random  func() float64 // 0 to 1, for Backoff
	Theme   *theme.Theme
	Desktop Desktop
	State   State
	// AskRight offers to sign in with what a tier needs besides; nil where
	// that is nothing to be asked for.
	AskRight func(tier string) tea.Cmd

	Root *Root
}

// Root is what the root does in the frame of a key, where a command would come
// after keys that were typed with it. The root sets it; copies of an Env share
// it.
type Root struct {
	Did func(Did) tea.Cmd
	Ask func(Confirm) tea.Cmd
}

// Did puts a step on the undo log in the frame of its key: keys typed at once
// find the log in their order. It is for Update alone.
func (e *Env) Did(d Did) tea.Cmd {
	if e.Root == nil || e.Root.Did == nil {
		return Send(d)
	}
	return e.Root.Did(d)
}

// Ask shows a question before what follows the key that needs it: the answer
// cannot overtake it. It is for Update alone.
func (e *Env) Ask(c Confirm) tea.Cmd {
	if e.Root == nil || e.Root.Ask == nil {
		return Send(c)
	}
	return e.Root.Ask(c)
}

// Desktop is the world around the terminal. Each method returns a command
// whose result is the message that done makes.
type Desktop interface {
	// Edit opens text in $VISUAL or $EDITOR; name ends as the file should.
	Edit(name, text string, done func(text string, err error) tea.Msg) tea.Cmd
	// OpenURL shows an http, https or mailto address in the browser; of others the
	// error is ErrAddress. Browse says how it went.
	OpenURL(url string, done func(error) tea.Msg) tea.Cmd
	// OpenFile shows a copy of a file with the program the desktop has for it;
	// the copy is gone when the program ends. The name may be anybody's.
	OpenFile(name string, content []byte, done func(error) tea.Msg) tea.Cmd
	// Copy puts text on the clipboard.
	Copy(text string) tea.Cmd
	// Pipe runs a command line that the person typed with content as its input,
	// beside the screen. Done gets what it printed, raw and of bounded size.
	Pipe(line string, content []byte, done func(printed []byte, err error) tea.Msg) tea.Cmd
	// Page shows clean text in $PAGER, with the terminal handed over.
	Page(text string, done func(error) tea.Msg) tea.Cmd
	// Print gives clean text to the printer that the system has.
	Print(text string, done func(error) tea.Msg) tea.Cmd
}

// State keeps small named documents between runs, in the profile's folder:
// the undo log, drafts in progress, saved searches, the last folder. A Save
// that returned nil survives the process being killed. Load of a name that
// was never saved returns nil and no error. Neither may be called from
// Update or View.
type State interface {
	Load(name string) ([]byte, error)
	Save(name string, data []byte) error
	Left(prefix string) ([]string, error)
	Delete(name string) error
}
