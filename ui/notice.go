package ui

import (
	"slices"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// How long what happened stays on the status line, how long a failure must
// have been on the screen before a key counts as having seen it, and how many
// failures wait to be seen, the newest first.
const (
	noticeTime   = 5 * time.Second
	seeingTime   = 1500 * time.Millisecond
	failuresMost = 4
)

// notices are what happened: the last thing, which goes by itself or with the
// next key that changes something, and the failures, each of which stays until
// a key follows that was pressed after it could be read.
type notices struct {
	last     notice
	failures []notice // the newest last; that is the one shown
	seen     bool     // the one shown has been there for a while

	isNew, failureNew   bool // the time of the last one, and of the failure shown, does not run yet
	lastTime, trialTime views.Request
}

// notice is one thing that happened. Step is what was done, nil for none.
type notice struct {
	text  text.Text
	level views.Level
	step  *views.Step
	// written says that it is about what is being written.
	written bool
}

// show puts a notice in the place of the one before.
func (n *notices) show(latest notice) {
	if latest.level == views.Failure {
		n.fail(latest)
		return
	}
	n.last = latest
	n.isNew = true
	n.lastTime.Cancel()
}

// fail shows a failure. What was said before it is no longer the news.
func (n *notices) fail(latest notice) {
	n.failures = slices.DeleteFunc(n.failures, func(f notice) bool { return f.text == latest.text })
	n.failures = append(n.failures, latest)
	n.failures = slices.Delete(n.failures, 0, max(0, len(n.failures)-failuresMost))
	n.last = notice{}
	n.failureChanged()
}

// failureChanged has the one that is shown now be read anew.
func (n *notices) failureChanged() {
	n.seen, n.failureNew = false, true
	n.trialTime.Cancel()
}

// clear takes the last notice away.
func (n *notices) clear() { n.last = notice{} }

// pressed is told of every key and click: a failure that was there to be read
// goes, and the one before it comes up.
func (n *notices) pressed() {
	if len(n.failures) == 0 || !n.seen {
		return
	}
	n.failures = n.failures[:len(n.failures)-1]
	n.failureChanged()
}

// left takes the failures away that were about what is no longer written.
func (n *notices) left() {
	shown := len(n.failures)
	n.failures = slices.DeleteFunc(n.failures, func(f notice) bool { return f.written })
	if len(n.failures) < shown {
		n.failureChanged()
	}
}

// failure is the one to be seen, empty when there is none.
func (n *notices) failure() text.Text {
	if len(n.failures) == 0 {
		return text.Text{}
	}
	return n.failures[len(n.failures)-1].text
}

// keepTime lets the time of what is new on the screen run.
func (n *notices) keepTime(w *views.Work) tea.Cmd {
	var cmds []tea.Cmd
	if n.isNew && !n.last.text.Empty() {
		n.isNew = false
		cmds = append(cmds, w.Wait(&n.lastTime, noticeTime, func() tea.Cmd { n.clear(); return nil }))
	}
	if n.failureNew && len(n.failures) > 0 {
		n.failureNew = false
		cmds = append(cmds, w.Wait(&n.trialTime, seeingTime, func() tea.Cmd { n.seen = true; return nil }))
	}
	return tea.Batch(cmds...)
}

// From this height on failures have lines of their own above the status line:
// one, or from the second height on two where they are long.
const (
	failureHeight  = 8
	twoLinesHeight = 12
)

// lastWords is the last notice as it is shown, with the key that takes it back
// while that does.
func (m *Model) lastWords() text.Text {
	last := m.notices.last
	if !last.text.Empty() && m.history.takesBack(last.step) {
		return text.Join(text.Glyph(" "+m.env.Theme.Glyphs.Separator+" "), last.text, text.Clean(m.keys.first("global.undo", "u")+" undo"))
	}
	return last.text
}

// said is what stands in lines of its own above the status line: a failure, or
// a notice that the status line has no room for. It takes these lines from the
// body, so that it hides nothing.
func (m *Model) said() []text.Text {
	width, height := m.cells.width, m.cells.height
	if height < failureHeight || width < leastWidth {
		return nil
	}
	t := m.notices.failure()
	if t.Empty() {
		if t = m.lastWords(); t.Empty() || t.Width()+4 <= m.noticeRoom() {
			return nil
		}
	}
	most := 1
	if height >= twoLinesHeight {
		most = 2
	}
	lines := t.Wrap(width - 2)
	if len(lines) > most {
		rest := text.Join(text.Literal(" "), lines[most-1:]...)
		lines = append(lines[:most-1:most-1], rest.Truncate(width-2, text.Glyph(m.env.Theme.Glyphs.Ellipsis)))
	}
	return lines
}

// rearrange gives the screens their place anew when lines above the status line
// have come or gone.
func (m *Model) rearrange() {
	n := len(m.said())
	if n == m.cells.said || m.cells.width == 0 {
		return
	}
	m.cells.said = n
	m.screens.resize(m.cells)
}
