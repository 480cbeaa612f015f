package ui

import (
	"errors"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

type memoryState map[string][]byte

func (m memoryState) Load(name string) ([]byte, error)       { return m[name], nil }
func (m memoryState) Save(name string, data []byte) error    { m[name] = data; return nil }
func (m memoryState) Names(string) (names []string, _ error) { return nil, nil }
func (m memoryState) Delete(name string) error               { delete(m, name); return nil }

// again is the root of the next run, on what this one kept.
func (r *root) again(t *testing.T) *root {
	t.Helper()
	next := newTestRoot(t, 80, 24)
	next.env.State = r.env.State
	for _, load := range next.loadKept()().(tea.BatchMsg) {
		next.Update(load())
	}
	return next
}

func TestWhatTheRootKeepsIsThereAfterARestart(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.undo.push(step(1))
	first := r.saveUndo()
	_, none := r.Update(views.Did{Step: views.Step{Owner: views.Inbox, Label: "Archived 2"}})
	if none != nil {
		t.Fatal("a second save began while the first was under way")
	}
	_, second := r.Update(first())
	r.Update(second())
	r.Update(r.switchGlyphs(0)())
	r.keymap.usePreset("mutt")
	r.Update(r.saveKeymap()())

	next := r.again(t)
	if s, ok := next.undo.last(); !ok || s.Label != "Archived 2" || len(next.undo.Steps) != 2 {
		t.Errorf("undo log: got %+v", next.undo)
	}
	if next.look.ASCII != r.look.ASCII || next.keymap.preset() != "mutt" {
		t.Errorf("got %v, preset %q, want the glyphs %v and mutt", next.look.ASCII, next.keymap.preset(), r.look.ASCII)
	}
}

func TestAFailureToKeepIsSaid(t *testing.T) {
	for _, msg := range []tea.Msg{undoSaved{errors.New("disk full")}, lookSaved{errors.New("disk full")}, keymapSaved{errors.New("disk full")}} {
		r := newTestRoot(t, 80, 24)
		r.Update(msg)
		if !strings.Contains(r.screen(), "could not be saved: disk full") {
			t.Errorf("%T: not said:\n%s", msg, r.screen())
		}
	}
}
