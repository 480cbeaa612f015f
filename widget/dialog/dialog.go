// Package dialog is a box over a screen that has the keys while it is open: a list to choose from, a question of one
// line, or a form. It knows nothing of what is asked.
//
// Invariants: a screen has one box at a time, in its Slot; what a box was left with runs after it is closed, so that it
// can open another; a key that confirms does nothing when it was on its way before the box could be seen; a click
// outside leaves the box as esc does.
package dialog

import (
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/widget/overlay"
	"daybook/widget/picker"
)

// Box is an open box: what Pick, Ask and Fill make.
type Box interface {
	// update handles a key or a paste; confirms says that the message is one that takes what is in the box.
	update(msg tea.Msg) outcome
	confirms(msg tea.KeyPressMsg) bool
	click(x, y int) outcome
	scroll(rows int)
	// size is the cells the box wants of those there are; draw fills that many.
	size(width, height int) (w, h int)
	draw(w, h int) string
	// cursor is the cell of the text cursor in the box, false for none.
	cursor() (x, y int, ok bool)
	// leave is asked when the box is left without an answer; false keeps it open.
	leave() bool
	// refuse says in the box why what was filled in was not taken, until something is changed.
	refuse(err error)
}

// outcome is what a message came to. A box that is done is closed, and then does the rest.
type outcome struct {
	cmd  tea.Cmd
	done bool
	then func() tea.Cmd
}

// holder is a box that may have a use of its own for esc.
type holder interface{ holds() bool }

// Slot is the place of a screen's box. The zero value has none.
type Slot struct {
	// Now is the present; without it a box can be confirmed at once.
	Now func() time.Time

	box   Box
	guard Guard
	used  bool // something was done in the box
	at    Place
}

// Open shows a box, in the place of the one that was open.
func (s *Slot) Open(b Box) {
	s.box, s.used, s.at = b, false, Place{}
	if s.Now != nil {
		if s.guard = Settling(s.Now()); isMenu(b) {
			s.guard = Careful(s.Now())
		}
	}
}

// isMenu reports whether a box asks which of a few things is to happen. What was typed for the screen below does nothing
// in it, and so is no sign that somebody has seen it.
func isMenu(b Box) bool {
	_, ok := b.(*menu)
	return ok
}

// IsOpen says that there is a box, which has the keys.
func (s *Slot) IsOpen() bool { return s.box != nil }

// Shows says that a box is the one that is open.
func (s *Slot) Shows(b Box) bool { return b != nil && s.box == b }

// Close takes the box away.
func (s *Slot) Close() { s.box = nil }

// Refuse has a box say why what was filled in was not taken. One that was closed comes back as it was left, but not over
// another box, whose keys it would get: then it is false.
func (s *Slot) Refuse(b Box, err error) bool {
	if b == nil || s.box != nil && s.box != b {
		return false
	}
	b.refuse(err)
	if s.box == nil {
		s.Open(b)
	}
	return true
}

// Settle closes a question whose answer was to come later, or has it say why it was not taken. It reports whether the
// answer stands: not when it was refused, nor when the question was left meanwhile.
func (s *Slot) Settle(b Box, err error) bool {
	if b == nil || s.box != b {
		return false
	}
	if err != nil {
		b.refuse(err)
		return false
	}
	s.box = nil
	return true
}

// Update gives a key or a paste to the box.
func (s *Slot) Update(msg tea.Msg) tea.Cmd {
	b := s.box
	if b == nil {
		return nil
	}
	if press, ok := msg.(tea.KeyPressMsg); ok {
		key := press.String()
		h, holds := b.(holder)
		switch {
		case key == "esc" && holds && h.holds():
		case key == "esc", key == "ctrl+c":
			s.leave(b)
			return nil
		case b.confirms(press) && (!s.used || isMenu(b)) && s.Now != nil && s.guard.Holds(s.Now()):
			return nil
		}
	}
	s.used = true
	return s.end(b, b.update(msg))
}

// leave closes a box, unless it has something to say first.
func (s *Slot) leave(b Box) {
	if b.leave() {
		s.box = nil
	}
}

func (s *Slot) end(b Box, o outcome) tea.Cmd {
	if !o.done {
		return o.cmd
	}
	if s.box == b {
		s.box = nil
	}
	if o.then == nil {
		return o.cmd
	}
	return tea.Batch(o.cmd, o.then())
}

// Mouse gives the box a message of the mouse, in cells of the screen.
func (s *Slot) Mouse(msg tea.MouseMsg) tea.Cmd {
	b, at := s.box, msg.Mouse()
	if b == nil {
		return nil
	}
	switch msg := msg.(type) {
	case tea.MouseWheelMsg:
		rows := 3
		if msg.Button == tea.MouseWheelUp {
			rows = -3
		}
		b.scroll(rows)
	case tea.MouseClickMsg:
		if !s.at.Has(at.X, at.Y) {
			s.leave(b)
			return nil
		}
		s.used = true
		return s.end(b, b.click(at.X-s.at.X, at.Y-s.at.Y))
	}
	return nil
}

// Over draws the box over a screen of that size; where there is no room for it, the screen as it is.
func (s *Slot) Over(background string, width, height int) string {
	if s.box == nil {
		return background
	}
	w, h := s.box.size(width, height)
	if w < 8 || h < 3 {
		s.at = Place{}
		return background
	}
	drawn, at := Put(background, s.box.draw(w, h), width, height)
	s.at = at
	return drawn
}

// Cursor is the text cursor of the box on the screen, nil for none.
func (s *Slot) Cursor() *tea.Cursor {
	if s.box == nil {
		return nil
	}
	x, y, ok := s.box.cursor()
	if !ok {
		return nil
	}
	return tea.NewCursor(s.at.X+x, s.at.Y+y)
}

// Place is where a box was drawn, in cells.
type Place struct{ X, Y, W, H int }

// Has says that a cell is of the box.
func (p Place) Has(x, y int) bool { return x >= p.X && x < p.X+p.W && y >= p.Y && y < p.Y+p.H }

// Put draws a box in the middle of a screen of that size, and says where that is.
func Put(background, box string, width, height int) (string, Place) {
	drawn, x, y := overlay.Centre(background, box, width, height)
	w, h := overlay.Size(box)
	return drawn, Place{x, y, w, h}
}

// Pick opens a box to choose from items; it returns nil, as an action's command.
func (s *Slot) Pick(th *theme.Theme, items []picker.Item, o picker.Options, chosen func(picker.Choice) tea.Cmd) tea.Cmd {
	s.Open(Pick(th, items, o, chosen))
	return nil
}

// Ask opens a box with a question; it returns nil, as an action's command.
func (s *Slot) Ask(th *theme.Theme, q Question) tea.Cmd {
	s.Open(Ask(th, q))
	return nil
}

// AskFor opens a box with a question that takes no empty answer. The answer knows its box: a change that it comes to
// and that the service refuses has it come back, with Refuse.
func (s *Slot) AskFor(th *theme.Theme, q Question, answer func(b Box, typed string) (tea.Cmd, error)) tea.Cmd {
	var b Box
	q.Answer = Given(func(typed string) (tea.Cmd, error) { return answer(b, typed) })
	b = Ask(th, q)
	s.Open(b)
	return nil
}
