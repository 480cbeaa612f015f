package week

import (
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/ansi"

	"daybook/theme"
	"daybook/views"
	"daybook/views/viewtest"
)

// front is the screen as the root shows it: its boxes have the input first, and
// are drawn over it.
type front struct{ *Model }

func (f front) Update(msg tea.Msg) tea.Cmd { return viewtest.Update(f.Model, msg) }
func (f front) View() string               { return viewtest.View(f.Model) }
func (f front) Capturing() bool            { return viewtest.Capturing(f.Model) }
func (f front) Cursor() *tea.Cursor        { return viewtest.Cursor(f.Model) }

// driver sits where the root sits: it presses keys, runs commands until none
// is left, and keeps the undo log.
type driver struct {
	t       testing.TB
	m       front
	f       *fake
	state   memory
	theme   *theme.Theme
	now     time.Time
	notices []string
	done    []views.Step
	undone  []views.Step
	opened  []string
	timers  []timer
	ids     int
	shown   []views.Open // what the root was asked to show
	asked   []views.Confirm
}

type memory map[string][]byte

func (s memory) Load(name string) ([]byte, error)    { return s[name], nil }
func (s memory) Save(name string, data []byte) error { s[name] = data; return nil }
func (s memory) Names(prefix string) ([]string, error) {
	var names []string
	for name := range s {
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	return names, nil
}
func (s memory) Delete(name string) error { delete(s, name); return nil }

type desktop struct{ d *driver }

func (desktop) Edit(string, string, func(string, error) tea.Msg) tea.Cmd { return nil }
func (w desktop) OpenURL(url string, done func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg { w.d.opened = append(w.d.opened, url); return done(nil) }
}
func (w desktop) OpenFile(name string, _ []byte, done func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg { w.d.opened = append(w.d.opened, name); return done(nil) }
}
func (desktop) Copy(string) tea.Cmd { return nil }

type look struct {
	name    string
	dark    bool
	profile colorprofile.Profile
	ascii   bool
}

var looks = []look{
	{"dark", true, colorprofile.TrueColor, false},
	{"light", false, colorprofile.TrueColor, false},
	{"mono", true, colorprofile.ASCII, false},
	{"ascii", true, colorprofile.ANSI, true},
}

func newTheme(t testing.TB, l look) *theme.Theme {
	t.Helper()
	th, err := theme.New(theme.Options{Dark: l.dark, Profile: l.profile, ASCII: l.ascii})
	if err != nil {
		t.Fatal(err)
	}
	return th
}

func start(t testing.TB, f *fake, width, height int) *driver {
	t.Helper()
	return startWith(t, f, width, height, memory{})
}

func startWith(t testing.TB, f *fake, width, height int, state memory) *driver {
	t.Helper()
	d := &driver{t: t, f: f, state: state, theme: newTheme(t, looks[0]), now: now}
	d.open(width, height)
	d.run(d.m.Init())
	return d
}

// startHeld opens the screen of a driver before anything has answered.
func startHeld(d *driver) *driver {
	d.open(120, 34)
	return d
}

func (d *driver) open(width, height int) {
	env := views.Env{Now: func() time.Time { return d.now }, Zone: func() *time.Location { return london },
		NewID: func() string { d.ids++; return fmt.Sprint("new", d.ids) }, Theme: d.theme, Desktop: desktop{d}, State: d.state}
	d.m.Model = New(env, d.f, Options{Me: person("Ann Ek")})
	d.m.work.Later = func(after time.Duration, msg tea.Msg) tea.Cmd {
		return func() tea.Msg {
			d.timers = append(d.timers, timer{d.now.Add(after), after, msg})
			return nil
		}
	}
	d.m.SetSize(width, height)
}

// run does a command and everything that follows from it, without letting
// time pass.
func (d *driver) run(cmd tea.Cmd) {
	if cmd == nil {
		return
	}
	d.deliver(cmd())
}

// timer is a message that comes when time has passed.
type timer struct {
	at    time.Time
	pause time.Duration
	msg   tea.Msg
}

func (d *driver) deliver(msg tea.Msg) {
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			d.run(c)
		}
	case views.Notify:
		d.notices = append(d.notices, msg.Text.String())
	case views.Did:
		if msg.Instead != nil {
			for _, steps := range [][]views.Step{d.done, d.undone} {
				for i, s := range steps {
					if string(s.Payload) == string(msg.Instead.Payload) {
						steps[i] = msg.Step
					}
				}
			}
			return
		}
		d.done, d.undone = append(d.done, msg.Step), nil
		d.notices = append(d.notices, msg.Step.Label)
	case views.Forget:
		d.done = slices.DeleteFunc(d.done, func(s views.Step) bool { return string(s.Payload) == string(msg.Step.Payload) })
	case views.Confirm:
		d.asked = append(d.asked, msg)
	case views.Open:
		d.shown = append(d.shown, msg)
	default:
		if cmds, ok := sequence(msg); ok {
			for _, c := range cmds {
				d.run(c)
			}
			return
		}
		d.run(d.m.Update(msg))
	}
}

// sequence takes the commands out of the library's message for tea.Sequence,
// whose type is its own.
func sequence(msg tea.Msg) ([]tea.Cmd, bool) {
	v := reflect.ValueOf(msg)
	if v.Kind() != reflect.Slice || v.Type().Elem() != reflect.TypeFor[tea.Cmd]() {
		return nil, false
	}
	cmds := make([]tea.Cmd, v.Len())
	for i := range cmds {
		cmds[i] = v.Index(i).Interface().(tea.Cmd)
	}
	return cmds, true
}

// press types keys. "u" and "U" go to what is begun, then to the log, as in the root.
func (d *driver) press(keys ...string) {
	d.t.Helper()
	for _, k := range keys {
		if d.m.Capturing() {
			if a := d.action(k); a != nil && a.Typing && strings.HasPrefix(k, "alt+") {
				d.run(a.Do(0))
				continue
			}
			d.run(d.m.Update(keyPress(k)))
			continue
		}
		if step, ok := map[string]func() (tea.Cmd, bool){"u": d.m.StepBack, "U": d.m.StepAgain}[k]; ok {
			if cmd, open := step(); open {
				d.run(cmd)
				continue
			}
		}
		switch {
		case k == "u" && len(d.done) > 0:
			step := d.done[len(d.done)-1]
			d.done, d.undone = d.done[:len(d.done)-1], append(d.undone, step)
			d.run(d.m.Revert(step))
			continue
		case k == "U" && len(d.undone) > 0:
			step := d.undone[len(d.undone)-1]
			d.undone, d.done = d.undone[:len(d.undone)-1], append(d.done, step)
			d.run(d.m.Reapply(step))
			continue
		}
		if a := d.action(k); a != nil {
			d.run(a.Do(0))
		} else {
			d.t.Errorf("no action on key %q", k)
		}
	}
}

func (d *driver) action(key string) *views.Action {
	for _, a := range d.m.Actions() {
		if slices.Contains(a.Keys, key) && a.Can() && !views.Rests(d.m.Model, &a) {
			return &a
		}
	}
	return nil
}

// typed types text, one key a rune.
func (d *driver) typed(text string) {
	for _, r := range text {
		d.run(d.m.Update(tea.KeyPressMsg{Code: r, Text: string(r)}))
	}
}

func keyPress(name string) tea.KeyPressMsg {
	special := map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "down": tea.KeyDown, "up": tea.KeyUp,
		"backspace": tea.KeyBackspace, "right": tea.KeyRight}
	if code, ok := special[name]; ok {
		return tea.KeyPressMsg{Code: code}
	}
	if rest, ok := strings.CutPrefix(name, "ctrl+"); ok {
		return tea.KeyPressMsg{Code: []rune(rest)[0], Mod: tea.ModCtrl}
	}
	r := []rune(name)[0]
	return tea.KeyPressMsg{Code: r, Text: name}
}

func (d *driver) screen() string { return ansi.Strip(d.m.View()) }

func (d *driver) see(texts ...string) {
	d.t.Helper()
	screen := d.screen()
	for _, want := range texts {
		if !strings.Contains(screen, want) {
			d.t.Errorf("not on the screen: %q\n%s", want, screen)
		}
	}
}

func (d *driver) dontSee(texts ...string) {
	d.t.Helper()
	screen := d.screen()
	for _, unwanted := range texts {
		if strings.Contains(screen, unwanted) {
			d.t.Errorf("on the screen: %q\n%s", unwanted, screen)
		}
	}
}

func (d *driver) selected() string { return d.m.days.cursor.id }

func (d *driver) wantSelected(id string) {
	d.t.Helper()
	if got := d.selected(); got != id {
		d.t.Errorf("selected %q, want %q\n%s", got, id, d.screen())
	}
}

func (d *driver) wantNotice(want string) {
	d.t.Helper()
	if len(d.notices) == 0 || !strings.Contains(d.notices[len(d.notices)-1], want) {
		d.t.Errorf("notices are %q, want the last to say %q", d.notices, want)
	}
}
