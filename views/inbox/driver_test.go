package inbox

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

	"daybook/model"
	"daybook/theme"
	"daybook/views"
	"daybook/views/edit"
	"daybook/views/inbox/change"
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
	confirm *views.Confirm
	opened  []string
	timers  []timer
	pending []tea.Msg
	held    bool // answers wait in pending
	answers func(views.Answer)
	ids     int
}

type memory map[string][]byte

func (s memory) Load(name string) ([]byte, error)    { return s[name], nil }
func (s memory) Save(name string, data []byte) error { s[name] = data; return nil }
func (s memory) Names(string) ([]string, error)      { return nil, nil }
func (s memory) Delete(name string) error            { delete(s, name); return nil }

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
	return startWith(t, f, width, height, memory{}, Options{})
}

func startWith(t testing.TB, f *fake, width, height int, state memory, o Options) *driver {
	t.Helper()
	d := &driver{t: t, f: f, state: state, theme: newTheme(t, looks[0]), now: now}
	d.open(width, height, o)
	d.run(d.m.Init())
	return d
}

// startHeld opens the screen of a driver before anything has answered.
func startHeld(d *driver) *driver {
	d.open(120, 34, Options{})
	return d
}

func (d *driver) open(width, height int, o Options) {
	if o.Me.Address == "" {
		o.Me = model.EmailAddress{Name: "Ann Ek", Address: "ann@contoso.example"}
	}
	if o.Downloads == "" {
		o.Downloads = "downloads"
	}
	env := views.Env{Now: func() time.Time { return d.now }, Zone: func() *time.Location { return time.UTC },
		NewID: func() string { d.ids++; return fmt.Sprintf("id%d", d.ids) }, Theme: d.theme, Desktop: desktop{d}, State: d.state}
	d.m.Model = New(env, d.f, o)
	d.m.work.Later = func(after time.Duration, msg tea.Msg) tea.Cmd {
		return func() tea.Msg {
			d.timers = append(d.timers, timer{d.now.Add(after), msg})
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
	at  time.Time
	msg tea.Msg
}

// pass lets time go by, with all that falls due.
func (d *driver) pass(span time.Duration) {
	end := d.now.Add(span)
	for {
		next := -1
		for i, t := range d.timers {
			if !t.at.After(end) && (next < 0 || t.at.Before(d.timers[next].at)) {
				next = i
			}
		}
		if next < 0 {
			break
		}
		due := d.timers[next]
		d.timers = slices.Delete(d.timers, next, next+1)
		d.now = due.at
		d.run(d.m.Update(due.msg))
	}
	d.now = end
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
		d.notices = append(d.notices, msg.Step.Label)
		if msg.Instead != nil {
			for _, steps := range [][]views.Step{d.done, d.undone} {
				for i, s := range steps {
					if string(s.Payload) == string(msg.Instead.Payload) {
						steps[i] = msg.Step
						return
					}
				}
			}
			return
		}
		d.done, d.undone = append(d.done, msg.Step), nil
	case views.Forget:
		d.done = slices.DeleteFunc(d.done, func(s views.Step) bool { return string(s.Payload) == string(msg.Step.Payload) })
	case views.Stays:
		d.stays(msg)
	case views.Answer:
		d.answers(msg)
	case views.Confirm:
		d.confirm = &msg
	default:
		if cmds, ok := sequence(msg); ok {
			for _, c := range cmds {
				d.run(c)
			}
			return
		}
		if d.held {
			d.pending = append(d.pending, msg)
			return
		}
		d.run(d.m.Update(msg))
	}
}

// stays puts a step back that the service refused, as the root does.
func (d *driver) stays(msg views.Stays) {
	from, to := &d.undone, &d.done
	if msg.Redo {
		from, to = to, from
	}
	if i := slices.IndexFunc(*from, func(s views.Step) bool { return string(s.Payload) == string(msg.Step.Payload) }); i >= 0 {
		*to = append(*to, (*from)[i])
		*from = slices.Delete(*from, i, i+1)
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

// hold keeps the service's answers back; release lets them in.
func (d *driver) hold() { d.held = true }

// release lets so many answers to writes in, or to the search for what they are
// about, and keeps holding, or without a number lets everything in.
func (d *driver) release(writes ...int) {
	for len(writes) > 0 && writes[0] > 0 {
		i := slices.IndexFunc(d.pending, func(msg tea.Msg) bool {
			if r, ok := msg.(views.Result); ok {
				switch r.Value().(type) {
				case []edit.Result[change.Change], swept:
					return true
				}
			}
			return false
		})
		if i < 0 {
			d.t.Fatal("no write is under way")
		}
		msg := d.pending[i]
		d.pending = slices.Delete(d.pending, i, i+1)
		d.run(d.m.Update(msg))
		writes[0]--
	}
	if len(writes) > 0 {
		return
	}
	d.held = false
	for len(d.pending) > 0 {
		msg := d.pending[0]
		d.pending = d.pending[1:]
		d.run(d.m.Update(msg))
	}
}

// press types keys. "u" and "U" go to the log, as in the root.
func (d *driver) press(keys ...string) {
	d.t.Helper()
	for _, k := range keys {
		if d.m.Capturing() {
			d.run(d.m.Update(keyPress(k)))
			continue
		}
		switch {
		case k == "u" && len(d.done) > 0:
			for len(d.done) > 1 && d.m.Expired(d.done[len(d.done)-1]) { // as the root does
				d.done = d.done[:len(d.done)-1]
			}
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
		if slices.Contains(a.Keys, key) && a.Can() {
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
		"backspace": tea.KeyBackspace}
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

func (d *driver) selected() string {
	if r := d.m.list.rows.Selected(); r != nil {
		return r.Newest().ID
	}
	return ""
}

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

func (d *driver) folderOf(id string) string { return d.f.get(id).ParentFolderID }
