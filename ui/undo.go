package ui

import (
	"slices"

	"daybook/views"
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
}

// push adds a step; what had been taken back can no longer be redone.
func (l *undoLog) push(s views.Step) {
	l.Steps = append(l.Steps[:l.At], s)
	l.At = len(l.Steps)
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

// back returns the step to take back, false when there is none.
func (l *undoLog) back() (views.Step, bool) {
	if l.At == 0 {
		return views.Step{}, false
	}
	l.At--
	return l.Steps[l.At], true
}

// forward returns the step to do again, false when there is none.
func (l *undoLog) forward() (views.Step, bool) {
	if l.At == len(l.Steps) {
		return views.Step{}, false
	}
	l.At++
	return l.Steps[l.At-1], true
}

// forget drops a step that the service refused.
func (l *undoLog) forget(s views.Step) {
	for i := len(l.Steps) - 1; i >= 0; i-- {
		if l.Steps[i].Owner == s.Owner && string(l.Steps[i].Payload) == string(s.Payload) {
			l.Steps = slices.Delete(l.Steps, i, i+1)
			if i < l.At {
				l.At--
			}
			return
		}
	}
}

// merge puts the loaded log under the steps taken since the start.
func (l *undoLog) merge(old undoLog) {
	if old.At > len(old.Steps) || old.At < 0 {
		return
	}
	fresh := l.Steps
	if len(fresh) == 0 {
		l.Steps, l.At = old.Steps, old.At
		return
	}
	l.Steps = append(old.Steps[:old.At], fresh...)
	l.At += old.At
}
