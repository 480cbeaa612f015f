// Package dialog is the boxes over a screen that have the keys while they are open: a list to choose from, a question
// of one line, a form, a few answers, a warning, and whatever else implements Box. It knows nothing of what is asked.
//
// Invariants: boxes are in a Stack, and the top one has the input; what a box was left with runs after it is closed, so
// that it can open another; a key that confirms does nothing when it was on its way before the box could be seen; esc
// goes back, and so does a click outside, but not from a box with something to lose or in which something is written. The keys of a box stand in its
// lower border.
package dialog

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/overlay"
	"daybook/widget/picker"
	"daybook/widget/text"
)

// Box is an open box: what Pick, Ask, Fill, Choose and Sure make, or one of a package's own.
type Box interface {
	// Update takes a key, a paste, a message of the mouse in the cells of the box, or one of its own.
	Update(msg tea.Msg) Outcome
	// View draws the box, frame included, for a screen of that size.
	View(width, height int) string
	// Cursor is the text cursor in the cells of the box, nil for none.
	Cursor() *tea.Cursor
}

// Outcome is what a message came to. A box that is done is closed, and then does the rest.
type Outcome struct {
	Cmd  tea.Cmd
	Done bool
	Then func() tea.Cmd
}

// What a box may have besides.
type (
	// confirmer has keys that take what is in the box: they wait until it can have been seen.
	confirmer interface {
		Confirms(press tea.KeyPressMsg) bool
	}
	// careful is a box with something to lose: its keys wait until fingers that were typing have stopped, and no click
	// outside leaves it.
	careful interface{ Careful() bool }
	// writer is a box in which something is written that no question saves from a slip of the mouse: no click outside
	// leaves it, only esc does.
	writer interface{ Written() bool }
	// unasked is a box that comes by itself: no key is for it until it can have been seen, esc neither.
	unasked interface{ Unasked() bool }
	// holder may have a use of its own for esc.
	holder interface{ Holds() bool }
	// leaver is asked when the box is left without an answer: it may not be done.
	leaver interface{ Leave() Outcome }
	// browser has keys that are no text at the moment: they are its actions', as those of a screen.
	browser interface{ Capturing() bool }
	// refuser says why what was filled in was not taken, until something is changed.
	refuser interface{ Refused(err error) }
)

// Stack is the boxes that are open, the newest on top. The zero value has none.
type Stack struct {
	// Now is the present; without it a box can be confirmed at once.
	Now func() time.Time

	open []*opened
}

type opened struct {
	Box
	guard Guard
	used  bool // something was done in the box
	at    Place
}

func (o *opened) careful() bool {
	c, ok := o.Box.(careful)
	return ok && c.Careful()
}

// stays says that a click outside does not leave the box.
func (o *opened) stays() bool {
	w, ok := o.Box.(writer)
	return o.careful() || ok && w.Written()
}

// Open shows a box over those that are open.
func (s *Stack) Open(b Box) {
	o := &opened{Box: b}
	if s.Now != nil {
		if o.guard = Settling(s.Now()); o.careful() {
			o.guard = Careful(s.Now())
		}
	}
	s.open = append(s.open, o)
}

// IsOpen says that there is a box, which has the keys.
func (s *Stack) IsOpen() bool { return len(s.open) > 0 }

// Top is the box that has the keys, nil for none.
func (s *Stack) Top() Box {
	if o := s.top(); o != nil {
		return o.Box
	}
	return nil
}

func (s *Stack) top() *opened {
	if len(s.open) == 0 {
		return nil
	}
	return s.open[len(s.open)-1]
}

// All are the boxes that are open, the top one last.
func (s *Stack) All() []Box {
	out := make([]Box, len(s.open))
	for i, o := range s.open {
		out[i] = o.Box
	}
	return out
}

// Capturing says that keys are text of the top box.
func (s *Stack) Capturing() bool {
	b, ok := s.Top().(browser)
	return s.IsOpen() && (!ok || b.Capturing())
}

// Has says that a box is open, wherever it is in the stack.
func (s *Stack) Has(b Box) bool {
	return slices.ContainsFunc(s.open, func(o *opened) bool { return o.Box == b })
}

// Close takes a box away wherever it is in the stack: its last act may have been to open another above it.
func (s *Stack) Close(b Box) {
	s.open = slices.DeleteFunc(s.open, func(o *opened) bool { return o.Box == b })
}

// Refuse has a box say why what was filled in was not taken. One that was closed comes back as it was left, but not over
// another box, whose keys it would get: then it is false.
func (s *Stack) Refuse(b Box, err error) bool {
	top := s.Top()
	r, ok := b.(refuser)
	if !ok || top != nil && top != b {
		return false
	}
	r.Refused(err)
	if top == nil {
		s.Open(b)
	}
	return true
}

// Settle closes a question whose answer was to come later, or has it say why it was not taken. It reports whether the
// answer stands: not when it was refused, nor when the question was left meanwhile.
func (s *Stack) Settle(b Box, err error) bool {
	if b == nil || s.Top() != b {
		return false
	}
	if err != nil {
		return !s.Refuse(b, err)
	}
	s.Close(b)
	return true
}

// Update gives a message to the top box; the mouse is in cells of the screen.
func (s *Stack) Update(msg tea.Msg) tea.Cmd {
	top := s.top()
	if top == nil {
		return nil
	}
	switch msg := msg.(type) {
	case tea.MouseMsg:
		return s.mouse(top, msg)
	case tea.KeyPressMsg:
		early := s.Now != nil && top.guard.Holds(s.Now())
		if u, ok := top.Box.(unasked); ok && early && u.Unasked() {
			return nil
		}
		if leaves(msg) && !holds(top.Box) {
			return s.Leave()
		}
		if c, ok := top.Box.(confirmer); ok && early && c.Confirms(msg) && (!top.used || top.careful()) {
			return nil
		}
		top.used = true
	}
	return s.end(top.Box, top.Box.Update(msg))
}

// Tell gives a message to a box, wherever it is in the stack.
func (s *Stack) Tell(b Box, msg tea.Msg) tea.Cmd { return s.end(b, b.Update(msg)) }

func leaves(press tea.KeyPressMsg) bool {
	key := press.String()
	return key == "esc" || key == "ctrl+c"
}

func holds(b Box) bool {
	h, ok := b.(holder)
	return ok && h.Holds()
}

// Leave closes the top box without an answer, unless it has something to say first.
func (s *Stack) Leave() tea.Cmd {
	top, left := s.Top(), Outcome{Done: true}
	if l, ok := top.(leaver); ok {
		left = l.Leave()
	}
	return s.end(top, left)
}

func (s *Stack) end(b Box, o Outcome) tea.Cmd {
	if !o.Done {
		return o.Cmd
	}
	s.Close(b)
	if o.Then == nil {
		return o.Cmd
	}
	return tea.Batch(o.Cmd, o.Then())
}

func (s *Stack) mouse(top *opened, msg tea.MouseMsg) tea.Cmd {
	at := msg.Mouse()
	if _, clicked := msg.(tea.MouseClickMsg); clicked {
		if !top.at.Has(at.X, at.Y) {
			if top.stays() {
				return nil
			}
			return s.Leave()
		}
		top.used = true
	}
	return s.end(top.Box, top.Box.Update(Moved(msg, -top.at.X, -top.at.Y)))
}

// Moved is a message of the mouse in the coordinates of a part of the screen.
func Moved(msg tea.MouseMsg, dx, dy int) tea.MouseMsg {
	switch msg := msg.(type) {
	case tea.MouseClickMsg:
		msg.X, msg.Y = msg.X+dx, msg.Y+dy
		return msg
	case tea.MouseReleaseMsg:
		msg.X, msg.Y = msg.X+dx, msg.Y+dy
		return msg
	case tea.MouseWheelMsg:
		msg.X, msg.Y = msg.X+dx, msg.Y+dy
		return msg
	case tea.MouseMotionMsg:
		msg.X, msg.Y = msg.X+dx, msg.Y+dy
		return msg
	}
	return msg
}

// Over draws the boxes over a screen of that size; where there is no room for one, the screen as it is.
func (s *Stack) Over(background string, width, height int) string {
	for _, o := range s.open {
		drawn := o.View(width, height)
		if w, h := overlay.Size(drawn); w < 8 || h < 3 {
			o.at = Place{}
			continue
		}
		background, o.at = put(background, drawn, width, height)
	}
	return background
}

// Cursor is the text cursor of the top box on the screen, nil for none.
func (s *Stack) Cursor() *tea.Cursor {
	top := s.top()
	if top == nil {
		return nil
	}
	c := top.Cursor()
	if c == nil {
		return nil
	}
	moved := *c
	moved.X, moved.Y = moved.X+top.at.X, moved.Y+top.at.Y
	return &moved
}

// Place is where a box was drawn, in cells.
type Place struct{ X, Y, W, H int }

// Has says that a cell is of the box.
func (p Place) Has(x, y int) bool { return x >= p.X && x < p.X+p.W && y >= p.Y && y < p.Y+p.H }

// put draws a box in the middle of a screen of that size, and says where that is.
func put(background, box string, width, height int) (string, Place) {
	drawn, x, y := overlay.Centre(background, box, width, height)
	w, h := overlay.Size(box)
	return drawn, Place{x, y, w, h}
}

// Inside is the cells of a screen that a box with words takes at most.
func Inside(width, height int) (w, h int) { return max(width-8, 10), max(height-2, 3) }

// Framed puts a frame around lines, as wide and high as they are, with a blank at either side. A title that is longer
// makes it wider, up to most cells. The foot is styled.
func Framed(th *theme.Theme, title text.Text, lines []string, foot string, most int) string {
	inside := ""
	for i, l := range lines {
		if i > 0 {
			inside += "\n"
		}
		inside += " " + l + " "
	}
	w, h := overlay.Size(inside)
	wanted := max(w, min(title.Width()+4, most-2), text.Width(foot)+2)
	return overlay.Frame(th, title, inside, foot, wanted+2, h+2)
}

// Pick opens a box to choose from items; it returns nil, as an action's command.
func (s *Stack) Pick(th *theme.Theme, items []picker.Item, o picker.Options, chosen func(picker.Choice) tea.Cmd) tea.Cmd {
	s.Open(Pick(th, items, o, chosen))
	return nil
}

// Ask opens a box with a question; it returns nil, as an action's command.
func (s *Stack) Ask(th *theme.Theme, q Question) tea.Cmd {
	s.Open(Ask(th, q))
	return nil
}

// AskFor opens a box with a question that takes no empty answer. The answer knows its box: a change that it comes to
// and that the service refuses has it come back, with Refuse.
func (s *Stack) AskFor(th *theme.Theme, q Question, answer func(b Box, typed string) (tea.Cmd, error)) tea.Cmd {
	var b Box
	q.Answer = Given(func(typed string) (tea.Cmd, error) { return answer(b, typed) })
	b = Ask(th, q)
	s.Open(b)
	return nil
}
