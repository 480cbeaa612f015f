package ui

import (
	"errors"
	"image/color"
	"strings"
	"testing"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
)

type memoryState map[string][]byte

func (m memoryState) Load(name string) ([]byte, error)      { return m[name], nil }
func (m memoryState) Save(name string, data []byte) error   { m[name] = data; return nil }
func (m memoryState) Left(string) (names []string, _ error) { return nil, nil }
func (m memoryState) Delete(name string) error              { delete(m, name); return nil }

// again is the root of the next run, on what this one kept.
func (r *root) again(t *testing.T) *root {
	t.Helper()
	next := newTestRoot(t, 80, 24)
	next.env.State = r.env.State
	for _, load := range next.load()().(tea.BatchMsg) {
		next.Update(load())
	}
	return next
}

func TestWhatTheRootKeepsIsThereAfterARestart(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.history.log.push(step(1))
	first := r.history.save()
	_, none := r.Update(views.Did{Step: views.Step{Owner: views.Inbox, Label: "Archived 2"}})
	if none != nil {
		t.Fatal("a second save began while the first was under way")
	}
	_, second := r.Update(first())
	r.Update(second())
	for _, cmd := range r.look.switchGlyphs(0)().(tea.BatchMsg) {
		r.Update(cmd())
	}
	r.keys.keymap.usePreset("mutt")
	r.Update(r.editor.save()())

	next := r.again(t)
	if s, ok := next.history.log.last(); !ok || s.Label != "Archived 2" || len(next.history.log.Steps) != 2 {
		t.Errorf("undo log: got %+v", next.history.log)
	}
	if next.look.ASCII != r.look.ASCII || next.keys.keymap.preset() != "mutt" {
		t.Errorf("got %v, preset %q, want the glyphs %v and mutt", next.look.ASCII, next.keys.keymap.preset(), r.look.ASCII)
	}
}

// fullDisk takes nothing.
type fullDisk struct{ memoryState }

func (fullDisk) Save(string, []byte) error { return errors.New("disk full") }

func TestAFailureToKeepIsSaid(t *testing.T) {
	for name, save := range map[string]func(*root) tea.Cmd{
		"undo log": func(r *root) tea.Cmd { return r.history.save() }, "theme": func(r *root) tea.Cmd { return r.look.save() }, "keys": func(r *root) tea.Cmd { return r.editor.save() },
	} {
		r := newTestRoot(t, 80, 24)
		r.env.State = fullDisk{}
		r.Update(save(r)())
		if !strings.Contains(r.screen(), "The "+name+" could not be saved: disk full") {
			t.Errorf("%s: not said:\n%s", name, r.screen())
		}
	}
}

func TestScreensHearOfAnotherTheme(t *testing.T) {
	r := newTestRoot(t, 80, 24)
	r.inbox.told = tea.WindowSizeMsg{}
	if _, cmd := r.Update(tea.BackgroundColorMsg{Color: color.White}); cmd != nil {
		r.Update(cmd())
	}
	if want := (tea.WindowSizeMsg{Width: 80, Height: 24}); r.inbox.told != want {
		t.Errorf("told %v, want to draw for %v", r.inbox.told, want)
	}
}
