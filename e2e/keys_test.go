package e2e

import (
	"maps"
	"net/http"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/app"
	"daybook/service"
	"daybook/service/store/storetest"
	"daybook/views"
	"daybook/views/viewtest"
)

// keyPlaces are the panes of each screen, by the keys that lead into them from where
// its first pane is.
var keyPlaces = map[views.Screen][]string{
	views.Inbox: {"left left right", "left left", "left left right right"}, views.Week: {"", "M"}, views.People: {"esc g g j", "esc g g j j tab"}, views.Groups: {"h h", "h h l j", "h h l l"},
	views.Finder: {""}, views.Files: {"esc", "esc G tab", "/ '.xlsx' enter esc enter j l"}, views.Account: {"h g g", "h g g j j l"},
}

// silentKeys are the actions whose keys may do nothing and not say why.
var silentKeys = map[views.Screen][]string{
	views.Week:   {"back"},
	views.Finder: {"down", "up", "best-suggestion"},
}

// TestNoKeyIsSilent presses the key of every action in each pane of its screen,
// in the sample and where there is nothing: the screen changes, something is
// asked of the service or the desktop, or the status line says why not. A
// movement has to do so somewhere in the sample alone: it ends where its rows do.
func TestNoKeyIsSilent(t *testing.T) {
	nothing := filepath.Join(t.TempDir(), "nothing")
	s, err := service.Open(filepath.Join(nothing, "mailbox"), service.Options{Now: func() time.Time { return now }})
	if err != nil {
		t.Fatal(err)
	}
	storetest.AddUser(t, s.Store(), "ann@contoso.example")
	if err := s.Close(); err != nil {
		t.Fatal(err)
	}
	for screen, actions := range app.Catalogue().Actions() {
		places, ok := keyPlaces[views.Screen(screen)]
		if !ok {
			continue
		}
		actions = slices.DeleteFunc(slices.Clone(actions), func(a views.Action) bool { return len(a.Keys) == 0 || a.Typing || strings.HasPrefix(a.ID, "custom.") })
		t.Run(screen, func(t *testing.T) {
			t.Parallel()
			moved, moves := map[string]bool{}, map[string]bool{}
			for _, place := range places {
				for _, empty := range []bool{false, true} {
					p := presser{t: t, place: "g " + letters[views.Screen(screen)] + " " + place}
					if empty {
						p.data = nothing
					}
					silent, spoke := p.press(actions)
					for _, a := range actions {
						switch {
						case a.Motion:
							moves[a.ID] = true
							moved[a.ID] = moved[a.ID] || spoke[a.ID]
						case silent[a.ID] && !slices.Contains(silentKeys[views.Screen(screen)], a.ID):
							t.Errorf("empty %v, pane %q: %s (%s) is silent", empty, place, a.Keys[0], a.ID)
						}
					}
				}
			}
			for id := range maps.Keys(moves) {
				if !moved[id] && !slices.Contains(silentKeys[views.Screen(screen)], id) {
					t.Errorf("%s never does anything", id)
				}
			}
		})
	}
}

// letters are behind g for each screen.
var letters = map[views.Screen]string{views.Inbox: "i", views.Week: "w", views.People: "p", views.Groups: "u", views.Finder: "f", views.Files: "d", views.Account: "a"}

// presser presses keys in one pane, each from the same beginning.
type presser struct {
	t     *testing.T
	place string // the keys that lead there
	data  string // the sample if empty
	c     *counter
	touched
}

// press says of which actions the key was silent, and of which not.
func (p *presser) press(actions []views.Action) (silent, spoke map[string]bool) {
	silent, spoke = map[string]bool{}, map[string]bool{}
	for len(actions) > 0 {
		p.c = &counter{paths: map[string]int{}}
		s := setup{Data: p.data, Desktop: &p.touched, Env: []string{"XDG_DOWNLOAD_DIR=" + p.t.TempDir()}, Between: func(next http.RoundTripper) http.RoundTripper { p.c.next = next; return p.c }}
		journey(p.t, s, func(d *driver) {
			d.Pass(10 * time.Second)
			d.walk(p.place)
			d.Pass(10 * time.Second)
			base := d.term.Render()
			for len(actions) > 0 {
				a := actions[0]
				actions = actions[1:]
				p.c.take()
				p.touched = 0
				for _, key := range strings.Fields(a.Keys[0]) {
					d.program.Send(viewtest.Key(key)) // the emulator has no arrows with shift
					d.settle()
				}
				asked, _ := p.c.take()
				if asked > 0 || p.touched > 0 || d.term.Render() != base {
					spoke[a.ID] = true
				} else {
					silent[a.ID] = true
					continue
				}
				if !p.restore(d, &base) {
					return
				}
			}
		})
	}
	return silent, spoke
}

// restore leads back to how it was, or to what has the same hints; false is that
// this is not simple.
func (p *presser) restore(d *driver, base *string) bool {
	for _, keys := range []string{"", "esc", "u"} {
		d.walk(keys)
		d.Pass(6 * time.Second) // what was said goes
		if d.term.Render() == *base {
			return true
		}
	}
	d.walk(p.place)
	d.Pass(6 * time.Second)
	last := func(frame string) string { return frame[strings.LastIndex(frame, "\n")+1:] }
	was := *base
	*base = d.term.Render()
	return last(*base) == last(was)
}

// touched counts what was asked of the desktop.
type touched int

func (n *touched) did(msg tea.Msg) tea.Cmd { *n++; return views.Send(msg) }

func (n *touched) Edit(_, was string, done func(string, error) tea.Msg) tea.Cmd {
	return n.did(done(was, nil))
}
func (n *touched) OpenURL(_ string, done func(error) tea.Msg) tea.Cmd { return n.did(done(nil)) }
func (n *touched) OpenFile(_ string, _ []byte, done func(error) tea.Msg) tea.Cmd {
	return n.did(done(nil))
}
func (n *touched) Copy(string) tea.Cmd { return n.did(nil) }
func (n *touched) Pipe(_ string, _ []byte, done func([]byte, error) tea.Msg) tea.Cmd {
	return n.did(done(nil, nil))
}
func (n *touched) Page(_ string, done func(error) tea.Msg) tea.Cmd  { return n.did(done(nil)) }
func (n *touched) Print(_ string, done func(error) tea.Msg) tea.Cmd { return n.did(done(nil)) }
