package ui

import (
	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// signIn is what the root knows of who is signed in, and the box where one
// signs in anew.
type signIn struct {
	*common
	box     views.Box // nil while the service accepts who is signed in
	needed  bool      // the service no longer knows who this is
	offered bool      // one may sign in for more
}

func (s *signIn) onNeeded(msg views.SignInNeeded) tea.Cmd {
	s.needed = true
	s.notices.fail(notice{text: text.Concat(text.Literal("Sign in again: "), msg.Reason, text.Literal(" What you are writing is kept."))})
	return s.offer(msg.Box)
}

func (s *signIn) onOffered(msg views.SignInOffered) tea.Cmd {
	s.offered = true
	return s.offer(msg.Box)
}

func (s *signIn) onSignedIn() tea.Cmd {
	if !s.needed && !s.offered {
		return nil
	}
	if s.needed {
		s.notices.failures = nil // they were of that
	}
	s.needed, s.offered, s.box = false, false, nil
	s.say(views.Success, "Signed in")
	return s.screens.broadcast(views.Refreshed{})
}

// offer shows the box, unless the person is writing or answering something:
// then the action that opens it is there.
func (s *signIn) offer(box views.Box) tea.Cmd {
	if box == nil || s.can() && s.openCalled(s.box.ID()) != nil {
		return nil
	}
	s.box = box
	if s.boxes.IsOpen() || s.screens.capturing() {
		return nil
	}
	return s.open(0)
}

// can says that there is a box to open.
func (s *signIn) can() bool { return s.box != nil }

func (s *signIn) open(int) tea.Cmd {
	if s.openCalled(s.box.ID()) != nil {
		return nil
	}
	s.showBox(s.box)
	return s.box.Init()
}

// openCalled is the open box of that name, wherever it is in the stack; nil
// for none.
func (c *common) openCalled(id views.Screen) views.Box {
	for _, open := range c.boxes.All() {
		if box, ok := open.(views.Box); ok && box.ID() == id {
			return box
		}
	}
	return nil
}
