package ui

import (
	"cmp"
	"slices"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// The undo log is kept to this many steps and bytes of payload, the oldest
// dropped first, so that writing it stays cheap.
const (
	undoSteps = 200
	undoBytes = 4 << 20
)

// undoLog is what u takes back and U does again. Steps before at are done,
// the others have been taken back. It is saved after every change.
type undoLog struct {
	Steps []views.Step `json:"steps"`
	At    int          `json:"at"`

	old int // the steps of former runs, the oldest ones
}

// push adds a step; what had been taken back can no longer be redone.
func (l *undoLog) push(s views.Step) {
	l.Steps = append(l.Steps[:l.At], s)
	l.At = len(l.Steps)
	l.old = min(l.old, l.At-1)
	l.trim()
}

// trim drops the oldest steps of too many. The newest one done stays, however
// large: what it undoes must not be an earlier one.
func (l *undoLog) trim() {
	size, from := 0, len(l.Steps)
	for from > 0 && len(l.Steps)-from < undoSteps &&
		(from >= l.At || size+len(l.Steps[from-1].Payload) <= undoBytes) {
		from--
		size += len(l.Steps[from].Payload)
	}
	l.Steps = slices.Delete(l.Steps, 0, from)
	l.At -= from
	l.old = max(l.old-from, 0)
}

// replace puts a step into the place of another, done or taken back; false
// where that is not on the log.
func (l *undoLog) replace(old, with views.Step) bool {
	for i := len(l.Steps) - 1; i >= 0; i-- {
		if l.Steps[i].Owner == old.Owner && string(l.Steps[i].Payload) == string(old.Payload) {
			l.Steps[i] = with
			l.trim()
			return true
		}
	}
	return false
}

// last is the step that is to be taken back next, false when there is none.
func (l *undoLog) last() (views.Step, bool) {
	if l.At == 0 {
		return views.Step{}, false
	}
	return l.Steps[l.At-1], true
}

// next is the step that is to be done again next, false when there is none.
func (l *undoLog) next() (views.Step, bool) {
	if l.At == len(l.Steps) {
		return views.Step{}, false
	}
	return l.Steps[l.At], true
}

// drop takes the last step off the log: nothing can take it back. It tells
// whether the step was one of this run.
func (l *undoLog) drop() (fresh bool) {
	l.At--
	fresh = l.At >= l.old
	l.Steps = slices.Delete(l.Steps, l.At, l.At+1)
	l.old = min(l.old, l.At)
	return fresh
}

// forget drops a step that the service refused.
func (l *undoLog) forget(s views.Step) {
	for i := len(l.Steps) - 1; i >= 0; i-- {
		if l.Steps[i].Owner == s.Owner && string(l.Steps[i].Payload) == string(s.Payload) {
			l.Steps = slices.Delete(l.Steps, i, i+1)
			if i < l.At {
				l.At--
			}
			if i < l.old {
				l.old--
			}
			return
		}
	}
}

// stays puts a step back to where it was before an undo or a redo that the service refused. One that is done goes on top
// of those that still are, marked, so that it is not in the way of older ones; one that cannot be the next to be done
// again is dropped.
func (l *undoLog) stays(s views.Step, redo bool) {
	from, to := l.At, len(l.Steps)
	if redo {
		from, to = 0, l.At
	}
	for i := to - 1; i >= from; i-- {
		found := l.Steps[i]
		switch {
		case found.Owner != s.Owner || string(found.Payload) != string(s.Payload):
			continue
		case !redo:
			found.Stays = true
			l.Steps = slices.Insert(slices.Delete(l.Steps, i, i+1), l.At, found)
			l.At++
		case i == l.At-1:
			l.At--
			l.old = min(l.old, l.At)
		default:
			l.forget(s)
		}
		return
	}
}

// merge puts the loaded log under the steps taken since the start.
func (l *undoLog) merge(old undoLog) {
	if old.At > len(old.Steps) || old.At < 0 {
		return
	}
	fresh := l.Steps
	l.old = old.At
	if len(fresh) == 0 {
		l.Steps, l.At = old.Steps, old.At
		return
	}
	l.Steps = append(old.Steps[:old.At], fresh...)
	l.At += old.At
}

// asked is what a second press of undo, or redo, agrees to.
type asked struct {
	redo bool
	step views.Step
}

func (a *asked) agrees(redo bool, s views.Step) bool {
	return a != nil && a.redo == redo && sameStep(a.step, s)
}

// takeBack undoes the last step, and goes to its screen so that what comes
// back can be seen. Where that is not the screen the person sees, and where
// the step they mean can no longer be taken back, the step is named first and
// a second press takes it.
func (m *Model) takeBack(int) tea.Cmd {
	if cmd, open := m.unfinished(views.Unfinished.StepBack); open {
		return cmd
	}
	if m.pending() {
		m.waitFor(func() tea.Cmd { return m.takeBack(0) })
		return nil
	}
	late := m.passOver()
	s, ok := m.undo.last()
	saved := tea.Cmd(nil)
	if late != nil {
		saved = m.saveUndo()
	}
	key := m.keyOf("global.undo", "u")
	switch {
	case !ok && late != nil:
		m.say(views.Warning, whyNot(late, "Too late to take back: "))
		return saved
	case !ok:
		m.say(views.Info, "Nothing to undo")
		return nil
	case m.asked.agrees(false, s):
	case late != nil:
		m.asked = &asked{step: s}
		m.say(views.Warning, m.around(whyNot(late, "Too late for: ")+". Before it"+m.whereIf(s)+": ", s.Label, ". "+key+" again takes that back"))
		return saved
	case s.Seen() != m.tabs[m.active].Screen:
		m.asked = &asked{step: s}
		m.say(views.Warning, m.around("Newest step is on "+m.title(s.Seen())+": ", s.Label, ". "+key+" again takes it back"))
		return nil
	}
	m.asked = nil
	steps := []views.Step{s}
	for m.undo.At--; s.Part; m.undo.At-- {
		if s, ok = m.undo.last(); !ok || s.Owner != steps[0].Owner || s.Stays || m.expired(s) {
			break
		}
		steps = append(steps, s)
	}
	return m.replay(steps, "Taken back: ", views.Reverter.Revert)
}

// doAgain does the last step again that was taken back, as takeBack does.
func (m *Model) doAgain(int) tea.Cmd {
	if cmd, open := m.unfinished(views.Unfinished.StepAgain); open {
		return cmd
	}
	if m.pending() {
		m.waitFor(func() tea.Cmd { return m.doAgain(0) })
		return nil
	}
	s, ok := m.undo.next()
	if !ok {
		m.say(views.Info, "Nothing to redo")
		return nil
	}
	if s.Seen() != m.tabs[m.active].Screen && !m.asked.agrees(true, s) {
		m.asked = &asked{redo: true, step: s}
		m.say(views.Warning, m.around("Step to redo is on "+m.title(s.Seen())+": ", s.Label, ". "+m.keyOf("global.redo", "U")+" again does it"))
		return nil
	}
	m.asked = nil
	steps := []views.Step{s}
	for m.undo.At++; ; m.undo.At++ {
		if s, ok = m.undo.next(); !ok || !s.Part || s.Owner != steps[0].Owner {
			break
		}
		steps = append(steps, s)
	}
	return m.replay(steps, "Done again: ", views.Reverter.Reapply)
}

// unfinished has the screen shown take a step of what is begun on it; open is
// false when nothing is, and the log is meant.
func (m *Model) unfinished(step func(views.Unfinished) (tea.Cmd, bool)) (cmd tea.Cmd, open bool) {
	if v, ok := m.view().(views.Unfinished); ok {
		if cmd, open = step(v); open {
			m.asked = nil
		}
	}
	return cmd, open
}

// did puts a step on the undo log and says it. One that takes the place of
// another comes to nothing where that is gone from the log, as it was taken back
// and something else was done; called as the other, it was said already.
func (m *Model) did(d views.Did) tea.Cmd {
	switch {
	case d.Instead == nil:
		m.undo.push(d.Step)
	case !m.undo.replace(*d.Instead, d.Step):
		return nil
	case d.Words == "" && d.Step.Label == d.Instead.Label:
		if shown := m.notices.last.step; shown != nil && sameStep(*shown, *d.Instead) {
			m.notices.last.step = &d.Step
		}
		return m.saveUndo()
	}
	m.notices.show(notice{text: text.Clean(cmp.Or(d.Words, d.Step.Label)), level: views.Success, step: &d.Step})
	return m.saveUndo()
}

// heldMost is how much input waits behind an undo; what is typed beyond it is
// dropped.
const heldMost = 256

// pending reports whether steps of the screen shown, or of that of the newest
// step, are not on the log as they are to be.
func (m *Model) pending() bool {
	waits := func(v views.View) bool {
		p, ok := v.(views.Pender)
		return ok && p.Pending() > 0
	}
	last, _ := m.undo.last()
	return waits(m.view()) || waits(m.screen(last.Owner))
}

// waitFor holds an undo until the steps before it are on the log: it means the
// newest of them. What is typed after it waits too, as it means what is there
// then.
func (m *Model) waitFor(undo func() tea.Cmd) {
	m.held = append(m.held, undo)
	m.say(views.Info, "Waits until the last step is done, to take back the right one. ctrl+c does not wait.")
}

// holds takes input that comes after an undo that waits.
func (m *Model) holds(input func() tea.Cmd) bool {
	if len(m.held) == 0 {
		return false
	}
	if len(m.held) < heldMost {
		m.held = append(m.held, input)
	}
	return true
}

// releaseHeld goes on with what waited, until an undo has to wait again.
func (m *Model) releaseHeld() tea.Cmd {
	if len(m.held) == 0 || m.pending() {
		return nil
	}
	list := m.held
	m.held = nil
	var cmds []tea.Cmd
	for i, next := range list {
		cmds = append(cmds, next())
		if len(m.held) > 0 {
			m.held = append(m.held, list[i+1:]...)
			break
		}
	}
	return tea.Batch(cmds...)
}

// around puts a label between words, cut so that they are all seen.
func (m *Model) around(before, label, after string) string {
	const slack = 12 // of lines that break at words
	room := 2*(m.width-2) - slack - text.Width(before) - text.Width(after)
	return before + text.Clean(label).Truncate(max(room, 8), text.Glyph(m.env.Theme.Glyphs.Ellipsis)).String() + after
}

// passOver takes off the log what cannot be taken back, and returns the newest of it if it was done in this run: of an
// older one nobody thinks any more.
func (m *Model) passOver() (late *views.Step) {
	for {
		s, ok := m.undo.last()
		if !ok || !s.Stays && !m.expired(s) {
			return late
		}
		if m.undo.drop() && late == nil {
			late = &s
		}
	}
}

// whyNot says of a step that was passed over why it is not taken back.
func whyNot(s *views.Step, late string) string {
	if s.Stays {
		late = "Could not be taken back: "
	}
	return late + s.Label
}

func (m *Model) expired(s views.Step) bool {
	e, ok := m.screen(s.Owner).(views.Expirer)
	return ok && e.Expired(s)
}

// takesBack says that undo, pressed now, takes this step back.
func (m *Model) takesBack(s *views.Step) bool {
	last, ok := m.undo.last()
	return s != nil && ok && !m.capturing() && sameStep(last, *s) && s.Seen() == m.tabs[m.active].Screen && !last.Stays && !m.expired(last)
}

func sameStep(a, b views.Step) bool {
	return a.Owner == b.Owner && a.Label == b.Label && string(a.Payload) == string(b.Payload)
}

// replay has the owner take a step back or do it again, on the screen where it
// was seen to be done.
func (m *Model) replay(steps []views.Step, prefix string, how func(views.Reverter, views.Step) tea.Cmd) tea.Cmd {
	r, ok := m.screen(steps[0].Owner).(views.Reverter)
	if !ok {
		return m.saveUndo()
	}
	if !m.capturing() {
		m.replayed = dialog.Careful(m.env.Now())
	}
	cmds := []tea.Cmd{m.show(slices.IndexFunc(m.tabs, func(t Tab) bool { return t.Screen == steps[0].Seen() }))}
	labels := make([]string, len(steps))
	for i, s := range steps {
		labels[i] = s.Label
		cmds = append(cmds, how(r, s))
	}
	m.say(views.Success, prefix+strings.Join(labels, "; "))
	return tea.Batch(append(cmds, m.saveUndo())...)
}

// overshoots says that a key of a burst of undos comes to what the last of them opened, in which it would be text. The
// guard is that of the last undo, until a key or a click has meant something else.
func (m *Model) overshoots() bool {
	early := m.replayed.Holds(m.env.Now())
	if m.capturing() {
		return early
	}
	m.replayed = dialog.Guard{}
	return false
}

// screen is the view of that name, nil when there is none.
func (m *Model) screen(name views.Screen) views.View {
	for _, t := range m.tabs {
		if t.Screen == name {
			return t.View
		}
	}
	return nil
}

// title is the name of a screen for people.
func (m *Model) title(name views.Screen) string {
	for _, t := range m.tabs {
		if t.Screen == name {
			return t.Title
		}
	}
	return string(name)
}

// whereIf names the screen of a step, if it is another than the one shown.
func (m *Model) whereIf(s views.Step) string {
	if s.Seen() == m.tabs[m.active].Screen {
		return ""
	}
	return ", on " + m.title(s.Seen())
}
