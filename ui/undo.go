package ui

import (
	"cmp"
	"slices"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/views/persist"
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

// history takes steps back and does them again: the log of them, and what an
// undo under way waits for.
type history struct {
	*common
	keys *keyboard
	own  views.Reverter // of the root's own steps

	log      undoLog
	document persist.Document[undoLog]
	asked    *asked           // nil unless undo has asked for a second press
	held     []func() tea.Cmd // an undo that waits, and the input after it
	ahead    bool             // held is for what opens instead
	expected views.Request    // of what was to open, while what is typed next is for that
	from     views.Screen     // the one on which that was asked for
	replayed dialog.Guard     // of what the last undo or redo may have opened
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
func (h *history) takeBack(int) tea.Cmd {
	if cmd, open := h.unfinished(views.Unfinished.StepBack); open {
		return cmd
	}
	if h.pending() {
		h.waitFor(func() tea.Cmd { return h.takeBack(0) })
		return nil
	}
	late := h.passOver()
	s, ok := h.log.last()
	saved := tea.Cmd(nil)
	if late != nil {
		saved = h.save()
	}
	key := h.keys.first("global.undo", "u")
	switch {
	case !ok && late != nil:
		h.say(views.Warning, whyNot(late, "Too late to take back: "))
		return saved
	case !ok:
		h.say(views.Info, "Nothing to undo")
		return nil
	case h.asked.agrees(false, s):
	case late != nil:
		h.asked = &asked{step: s}
		h.say(views.Warning, h.around(whyNot(late, "Too late for: ")+". Before it"+h.whereIf(s)+": ", s.Label, ". "+key+" again takes that back"))
		return saved
	case !h.here(s):
		h.asked = &asked{step: s}
		h.say(views.Warning, h.around("Newest step is on "+h.screens.title(s.Seen())+": ", s.Label, ". "+key+" again takes it back"))
		return nil
	}
	h.asked = nil
	steps := []views.Step{s}
	for h.log.At--; s.Part; h.log.At-- {
		if s, ok = h.log.last(); !ok || s.Owner != steps[0].Owner || s.Stays || h.expired(s) {
			break
		}
		steps = append(steps, s)
	}
	return h.replay(steps, "Taken back: ", views.Reverter.Revert)
}

// doAgain does the last step again that was taken back, as takeBack does.
func (h *history) doAgain(int) tea.Cmd {
	if cmd, open := h.unfinished(views.Unfinished.StepAgain); open {
		return cmd
	}
	if h.pending() {
		h.waitFor(func() tea.Cmd { return h.doAgain(0) })
		return nil
	}
	s, ok := h.log.next()
	if !ok {
		h.say(views.Info, "Nothing to redo")
		return nil
	}
	if !h.here(s) && !h.asked.agrees(true, s) {
		h.asked = &asked{redo: true, step: s}
		h.say(views.Warning, h.around("Step to redo is on "+h.screens.title(s.Seen())+": ", s.Label, ". "+h.keys.first("global.redo", "U")+" again does it"))
		return nil
	}
	h.asked = nil
	steps := []views.Step{s}
	for h.log.At++; ; h.log.At++ {
		if s, ok = h.log.next(); !ok || !s.Part || s.Owner != steps[0].Owner {
			break
		}
		steps = append(steps, s)
	}
	return h.replay(steps, "Done again: ", views.Reverter.Reapply)
}

// unfinished has the screen shown take a step of what is begun on it; open is
// false when nothing is, and the log is meant.
func (h *history) unfinished(step func(views.Unfinished) (tea.Cmd, bool)) (cmd tea.Cmd, open bool) {
	if v, ok := h.screens.view().(views.Unfinished); ok {
		if cmd, open = step(v); open {
			h.asked = nil
		}
	}
	return cmd, open
}

// did puts a step on the undo log and says it. One that takes the place of
// another comes to nothing where that is gone from the log, as it was taken back
// and something else was done; called as the other, it was said already.
func (h *history) did(d views.Did) tea.Cmd {
	if d.Saved != nil {
		h.document.After(d.Saved)
	}
	switch {
	case d.Instead == nil:
		h.log.push(d.Step)
	case !h.log.replace(*d.Instead, d.Step):
		if d.Saved != nil {
			return h.save()
		}
		return nil
	case d.Words == "" && d.Step.Label == d.Instead.Label:
		if shown := h.notices.last.step; shown != nil && sameStep(*shown, *d.Instead) {
			h.notices.last.step = &d.Step
		}
		return h.save()
	}
	h.notices.show(notice{text: text.Clean(cmp.Or(d.Words, d.Step.Label)), level: views.Success, step: &d.Step})
	return h.save()
}

// heldMost is how much input waits behind an undo; what is typed beyond it is
// dropped.
const heldMost = 256

// pending reports whether steps of the screen shown, or of that of the newest
// step, are not on the log as they are to be.
func (h *history) pending() bool {
	waits := func(v views.View) bool {
		p, ok := v.(views.Pender)
		return ok && p.Pending() > 0
	}
	last, _ := h.log.last()
	return waits(h.screens.view()) || waits(h.screens.called(last.Owner))
}

// opening is the screen shown while something to type in is read, nil when
// nothing is.
func (h *history) opening() views.Opening {
	if o, ok := h.screens.view().(views.Opening); ok && o.Opening() {
		return o
	}
	return nil
}

// waitFor holds an undo until the steps before it are on the log: it means the
// newest of them. What is typed after it waits too, as it means what is there
// then.
func (h *history) waitFor(undo func() tea.Cmd) {
	h.held = append(h.held, undo)
	h.say(views.Info, "Waits until the last step is done, to take back the right one. ctrl+c does not wait.")
}

// holds takes input that comes after an undo that waits, or before what it is
// typed into is open.
func (h *history) holds(input func() tea.Cmd) (cmd tea.Cmd, held bool) {
	if len(h.held) == 0 {
		switch {
		case h.opening() != nil:
			h.say(views.Info, openingWords)
		case !h.expected.Busy():
			return nil, false
		}
		h.ahead = true
	}
	if len(h.held) < heldMost {
		h.held = append(h.held, input)
	}
	if h.ahead {
		cmd = h.expect(h.screens.shown())
	}
	return cmd, true
}

const openingWords = "Opening: what is typed waits for it. ctrl+c does not wait."

// expectTime is how long fingers that type are still at most.
const expectTime = 400 * time.Millisecond

// expect has what is typed wait for what was to open from a screen, if that is not
// there yet: until it is, or until no key came for so long that the next means
// something else.
func (h *history) expect(from views.Screen) tea.Cmd {
	h.from = from
	if h.open() {
		return nil
	}
	return h.work.Wait(&h.expected, expectTime, func() tea.Cmd { return nil })
}

// open says that there is something that takes the keys: a box, a line, or a screen
// that an action has gone to.
func (h *history) open() bool {
	return h.screens.shown() != h.from || h.boxes.IsOpen() || h.screens.view().Boxes().IsOpen() || h.screens.capturing()
}

// giveUp drops what waits, and what was typed after it; false when nothing does.
func (h *history) giveUp() bool {
	o := h.opening()
	switch {
	case o != nil:
		o.GiveUp()
		h.say(views.Info, "Not opened")
	case len(h.held) == 0:
		return false
	case !h.ahead:
		h.say(views.Info, "Not taken back")
	}
	h.drop()
	return true
}

// drop lets go of what waits, and of what it was typed for.
func (h *history) drop() {
	h.held, h.ahead = nil, false
	h.expected.Cancel()
}

// releaseHeld goes on with what waited, until it has to wait again. What was
// typed for something that did not open means nothing elsewhere.
func (h *history) releaseHeld() tea.Cmd {
	if h.open() {
		h.expected.Cancel()
	}
	if len(h.held) == 0 || h.opening() != nil || h.expected.Busy() || !h.ahead && h.pending() {
		return nil
	}
	list, lost := h.held, h.ahead && h.screens.shown() == h.from && !h.boxes.IsOpen() && !h.screens.capturing()
	if h.drop(); lost {
		why := h.notices.last.text
		if why.String() == openingWords {
			why = text.Text{}
		}
		if !why.Empty() {
			why = text.Concat(why, text.Literal(" "))
		}
		h.notices.show(notice{text: text.Concat(why, text.Literal("What was typed after it was dropped.")), level: views.Info})
		return nil
	}
	var cmds []tea.Cmd
	for i, next := range list {
		cmds = append(cmds, next())
		if len(h.held) > 0 {
			h.held = append(h.held, list[i+1:]...)
			break
		}
	}
	return tea.Batch(cmds...)
}

// around puts a label between words, cut so that they are all seen.
func (h *history) around(before, label, after string) string {
	const slack = 12 // of lines that break at words
	room := 2*(h.cells.width-2) - slack - text.Width(before) - text.Width(after)
	return before + text.Clean(label).Truncate(max(room, 8), text.Glyph(h.env.Theme.Glyphs.Ellipsis)).String() + after
}

// passOver takes off the log what cannot be taken back, and returns the newest of it if it was done in this run: of an
// older one nobody thinks any more.
func (h *history) passOver() (late *views.Step) {
	for {
		s, ok := h.log.last()
		if !ok || !s.Stays && !h.expired(s) {
			return late
		}
		if h.log.drop() && late == nil {
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

func (h *history) expired(s views.Step) bool {
	e, ok := h.screens.called(s.Owner).(views.Expirer)
	return ok && e.Expired(s)
}

// takesBack says that undo, pressed now, takes this step back.
func (h *history) takesBack(s *views.Step) bool {
	last, ok := h.log.last()
	return s != nil && ok && !h.screens.capturing() && sameStep(last, *s) && h.here(last) && !last.Stays && !h.expired(last)
}

func sameStep(a, b views.Step) bool {
	return a.Owner == b.Owner && a.Label == b.Label && string(a.Payload) == string(b.Payload)
}

// replay has the owner take a step back or do it again, on the screen where it
// was seen to be done.
func (h *history) replay(steps []views.Step, prefix string, how func(views.Reverter, views.Step) tea.Cmd) tea.Cmd {
	r, ok := h.screens.called(steps[0].Owner).(views.Reverter)
	if steps[0].Owner == rootScreen {
		r, ok = h.own, true
	}
	if !ok {
		return h.save()
	}
	if !h.screens.capturing() {
		h.replayed = dialog.Careful(h.env.Now())
	}
	var cmds []tea.Cmd
	if i := h.screens.index(steps[0].Seen()); i >= 0 {
		cmds = append(cmds, h.show(i))
	}
	labels := make([]string, len(steps))
	var tells []tea.Cmd
	for i, s := range steps {
		labels[i] = s.Label
		tells = append(tells, how(r, s))
	}
	h.document.After(func() tea.Cmd { return tea.Batch(tells...) }) // the log knows first
	h.say(views.Success, prefix+strings.Join(labels, "; "))
	return tea.Batch(append(cmds, h.save())...)
}

// overshoots says that a key of a burst of undos comes to what the last of them opened, in which it would be text. The
// guard is that of the last undo, until a key or a click has meant something else.
func (h *history) overshoots() bool {
	early := h.replayed.Holds(h.env.Now())
	if h.screens.capturing() {
		return early
	}
	h.replayed = dialog.Guard{}
	return false
}

// here says that a step is of the screen shown, or of the root, which every
// screen shows.
func (h *history) here(s views.Step) bool {
	return s.Seen() == h.screens.shown() || s.Owner == rootScreen
}

// whereIf names the screen of a step, if it is another than the one shown.
func (h *history) whereIf(s views.Step) string {
	if h.here(s) {
		return ""
	}
	return ", on " + h.screens.title(s.Seen())
}

func (h *history) load() tea.Cmd {
	return h.document.Load(h.env.State, undoLog{}, views.Done(&h.work, h.onLoaded))
}

func (h *history) onLoaded(l undoLog, err error) tea.Cmd {
	if err != nil {
		h.common.log("the undo log could not be read: %v", err)
		return nil
	}
	h.log.merge(l)
	return nil
}

func (h *history) save() tea.Cmd {
	return save(h.common, &h.document, "undo log", h.save, func() undoLog { return undoLog{Steps: slices.Clone(h.log.Steps), At: h.log.At} })
}

func (h *history) onStays(msg views.Stays) tea.Cmd {
	h.log.stays(msg.Step, msg.Redo)
	return h.save()
}

func (h *history) onForget(msg views.Forget) tea.Cmd {
	h.log.forget(msg.Step)
	return h.save()
}
