// Package viewtest drives one screen in a test. A Driver sits where the root
// sits: it presses keys and does actions, runs commands until none is left, has
// the clock, keeps what the screen tells the root, and looks into frames.
//
// Nothing here takes time: pauses end when the test lets time pass.
package viewtest

import (
	"fmt"
	"maps"
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
)

// Options are what a screen finds. All have a default.
type Options struct {
	Theme theme.Options
	Now   time.Time
	Zone  *time.Location // UTC
	State Memory         // that of an earlier driver goes on; an empty one
	ID    string         // before the number of a new id
}

// Driver is a screen with hands on it. Make it with New, and give it the screen
// with Show.
type Driver struct {
	T       testing.TB
	Env     views.Env // for the screen's New
	State   Memory
	Desktop *Desktop
	Clock   time.Time // what Env.Now says

	// What the screen told the root, the oldest first.
	Notices []string
	Said    []string // notices, and the labels of steps
	Steps   []views.Step
	Undone  []views.Step
	Forgot  []views.Step
	Asked   []views.Confirm
	Opened  []views.Open

	// Catch takes a message before the driver does, and says that it was for it.
	Catch func(tea.Msg) bool
	// Rest is what becomes of a pause that begins; nil has all wait.
	Rest func(time.Duration) Pause

	// Held are the answers that are held back.
	Held []tea.Msg

	view    views.View
	timers  []timer
	holding bool
	ids     int
}

// Pause is what becomes of a pause.
type Pause int

// A pause waits for Pass or Moments, is over at once, or never ends.
const (
	Waits Pause = iota
	Over
	Endless
)

// timer is a message that comes when time has passed.
type timer struct {
	at  time.Time
	msg tea.Msg
}

// Dark is the look of a terminal that can show all.
var Dark = theme.Options{Name: "dark", Profile: colorprofile.TrueColor}

// Theme makes a theme.
func Theme(t testing.TB, o theme.Options) *theme.Theme {
	t.Helper()
	th, err := theme.New(o)
	if err != nil {
		t.Fatal(err)
	}
	return th
}

// New is a driver without a screen yet: its Env is for the screen's New, and its
// Later for the screen's Work.
func New(t testing.TB, o Options) *Driver {
	t.Helper()
	if o.Theme == (theme.Options{}) {
		o.Theme = Dark
	}
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	if o.State == nil {
		o.State = Memory{}
	}
	d := &Driver{T: t, State: o.State, Clock: o.Now, Desktop: &Desktop{}}
	d.Env = views.Env{Now: func() time.Time { return d.Clock }, Zone: func() *time.Location { return o.Zone },
		NewID: func() string { d.ids++; return fmt.Sprint(o.ID, d.ids) }, Theme: Theme(t, o.Theme), Desktop: d.Desktop, State: d.State}
	return d
}

// Show begins with a screen.
func (d *Driver) Show(v views.View, width, height int) {
	d.Drive(v)
	v.SetSize(width, height)
	d.Run(v.Init())
}

// Drive goes on with another screen, as it is.
func (d *Driver) Drive(v views.View) { d.view = v }

// Resize gives the screen another size.
func (d *Driver) Resize(width, height int) { d.view.SetSize(width, height) }

// Later is the clock of the screen's pauses, for views.Work.
func (d *Driver) Later(pause time.Duration, msg tea.Msg) tea.Cmd {
	kind := Waits
	if d.Rest != nil {
		kind = d.Rest(pause)
	}
	switch kind {
	case Over:
		return views.Send(msg)
	case Endless:
		return nil
	}
	return func() tea.Msg {
		d.timers = append(d.timers, timer{d.Clock.Add(pause), msg})
		return nil
	}
}

// Pass lets time go by, with all that falls due.
func (d *Driver) Pass(span time.Duration) {
	end := d.Clock.Add(span)
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
		d.Clock = due.at
		d.Run(Update(d.view, due.msg))
	}
	d.Clock = end
}

// Moments ends every pause that has begun, without letting time pass.
func (d *Driver) Moments() {
	ended := d.timers
	d.timers = nil
	for _, t := range ended {
		d.Take(t.msg)
	}
}

// Quiet drops the pauses that have begun, and the answers that are held back.
func (d *Driver) Quiet() { d.timers, d.Held = d.timers[:0], nil }

// Pauses is how many pauses have begun.
func (d *Driver) Pauses() int { return len(d.timers) }

// Run does a command and everything that follows from it.
func (d *Driver) Run(cmd tea.Cmd) {
	if cmd != nil {
		d.Take(cmd())
	}
}

// Take is a message to the screen, or to the root.
func (d *Driver) Take(msg tea.Msg) {
	if d.Catch != nil && d.Catch(msg) {
		return
	}
	switch msg := msg.(type) {
	case nil:
	case tea.BatchMsg:
		for _, c := range msg {
			d.Run(c)
		}
	case views.Notify:
		d.Notices = append(d.Notices, msg.Text.String())
		d.Said = append(d.Said, msg.Text.String())
	case views.Did:
		d.Run(d.Log(msg))
	case views.Forget:
		d.Forgot = append(d.Forgot, msg.Step)
		d.Steps = slices.DeleteFunc(d.Steps, same(msg.Step))
	case views.Stays:
		from, to := &d.Undone, &d.Steps
		if msg.Redo {
			from, to = to, from
		}
		if i := slices.IndexFunc(*from, same(msg.Step)); i >= 0 {
			*to = append(*to, (*from)[i])
			*from = slices.Delete(*from, i, i+1)
		}
	case views.Confirm:
		d.Asked = append(d.Asked, msg)
	case views.Open:
		d.Opened = append(d.Opened, msg)
	default:
		if cmds, ok := Sequence(msg); ok {
			for _, c := range cmds {
				d.Run(c)
			}
			return
		}
		if d.holding {
			d.Held = append(d.Held, msg)
			return
		}
		d.Run(Update(d.view, msg))
	}
}

// Log puts a step on the log, or another in its place.
func (d *Driver) Log(msg views.Did) (saved tea.Cmd) {
	d.Said = append(d.Said, msg.Step.Label)
	if msg.Saved != nil {
		saved = msg.Saved()
	}
	if msg.Instead == nil {
		d.Steps, d.Undone = append(d.Steps, msg.Step), nil
		return saved
	}
	for _, steps := range [][]views.Step{d.Steps, d.Undone} {
		if i := slices.IndexFunc(steps, same(*msg.Instead)); i >= 0 {
			steps[i] = msg.Step
		}
	}
	return saved
}

func same(step views.Step) func(views.Step) bool {
	return func(s views.Step) bool { return string(s.Payload) == string(step.Payload) }
}

// Sequence takes the commands out of the library's message for tea.Sequence,
// whose type is its own.
func Sequence(msg tea.Msg) ([]tea.Cmd, bool) {
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

// Hold keeps answers back, as if the service were slow.
func (d *Driver) Hold() { d.holding = true }

// Release lets the answers in that were held back.
func (d *Driver) Release() {
	d.holding = false
	for len(d.Held) > 0 {
		msg := d.Held[0]
		d.Held = d.Held[1:]
		d.Take(msg)
	}
}

// Answer lets the first answer in that is of a kind, and goes on holding.
func (d *Driver) Answer(kind func(value any) bool) {
	d.T.Helper()
	i := slices.IndexFunc(d.Held, func(msg tea.Msg) bool {
		r, ok := msg.(views.Result)
		return ok && kind(r.Value())
	})
	if i < 0 {
		d.T.Fatal("nothing of that kind is under way")
	}
	msg := d.Held[i]
	d.Held = slices.Delete(d.Held, i, i+1)
	d.Run(Update(d.view, msg))
}

// Press types keys, as the root takes them: to what is typed into; "u" and "U"
// to what is begun on the screen, and then to the log; else to an action.
func (d *Driver) Press(keys ...string) {
	d.T.Helper()
	for _, k := range keys {
		a := d.Action(k)
		switch {
		case Capturing(d.view) && (a == nil || !a.Typing || !strings.HasPrefix(k, "alt+")):
			d.Input(Key(k))
		case k == "u" && (d.back(false) || d.Undo()), k == "U" && (d.back(true) || d.Redo()):
		case a != nil:
			d.Run(a.Do(0))
		case d.view.Boxes().IsOpen():
			d.Input(Key(k))
		default:
			d.T.Errorf("no action on key %q", k)
		}
	}
}

// back has undo, or redo, mean what is begun on the screen.
func (d *Driver) back(again bool) bool {
	v, ok := d.view.(views.Unfinished)
	if !ok {
		return false
	}
	step := v.StepBack
	if again {
		step = v.StepAgain
	}
	cmd, open := step()
	if open {
		d.Run(cmd)
	}
	return open
}

// Undo takes the last step back that can be; false is that there is none.
func (d *Driver) Undo() bool {
	if len(d.Steps) == 0 {
		return false
	}
	if v, ok := d.view.(views.Expirer); ok {
		for len(d.Steps) > 1 && v.Expired(d.Steps[len(d.Steps)-1]) {
			d.Steps = d.Steps[:len(d.Steps)-1]
		}
	}
	step := d.Steps[len(d.Steps)-1]
	d.Steps, d.Undone = d.Steps[:len(d.Steps)-1], append(d.Undone, step)
	d.Run(d.view.(views.Reverter).Revert(step))
	return true
}

// Redo does the last step again that was taken back; false is that there is
// none.
func (d *Driver) Redo() bool {
	if len(d.Undone) == 0 {
		return false
	}
	step := d.Undone[len(d.Undone)-1]
	d.Undone, d.Steps = d.Undone[:len(d.Undone)-1], append(d.Steps, step)
	d.Run(d.view.(views.Reverter).Reapply(step))
	return true
}

// Action is what a key does now, nil for nothing.
func (d *Driver) Action(key string) *views.Action {
	for _, a := range d.view.Actions() {
		if slices.Contains(a.Keys, key) && a.Keyed() && !views.Rests(d.view, &a) {
			return &a
		}
	}
	return nil
}

// Do does actions by their ids. One that cannot be done now ends the test.
func (d *Driver) Do(ids ...string) {
	d.T.Helper()
	for _, id := range ids {
		actions := d.view.Actions()
		i := slices.IndexFunc(actions, func(a views.Action) bool { return a.ID == id && a.Can() })
		if i < 0 {
			d.T.Fatalf("the action %q cannot be done now\n%s", id, d.Screen())
		}
		d.Run(actions[i].Do(0))
	}
}

// DoAnyway does an action by its id, also when the root would not.
func (d *Driver) DoAnyway(id string) {
	d.T.Helper()
	actions := d.view.Actions()
	i := slices.IndexFunc(actions, func(a views.Action) bool { return a.ID == id })
	if i < 0 {
		d.T.Fatalf("there is no action %q", id)
	}
	d.Run(actions[i].Do(0))
}

// Type types text, one key a rune.
func (d *Driver) Type(s string) {
	for _, r := range s {
		d.Input(tea.KeyPressMsg{Code: r, Text: string(r)})
	}
}

// Keys presses keys that no action takes, by their names: "enter", "ctrl+s".
func (d *Driver) Keys(names ...string) {
	for _, name := range names {
		d.Input(Key(name))
	}
}

// Input is a message from the keyboard or the mouse, to whoever has the input.
func (d *Driver) Input(msg tea.Msg) { d.Run(Update(d.view, msg)) }

// Click presses the left button of the mouse in a cell.
func (d *Driver) Click(x, y int) {
	d.Input(tea.MouseClickMsg{X: x, Y: y, Button: tea.MouseLeft})
}

// Wheel turns the wheel of the mouse over a cell: up where by is negative.
func (d *Driver) Wheel(x, y, by int) {
	button := tea.MouseWheelDown
	if by < 0 {
		button = tea.MouseWheelUp
	}
	d.Input(tea.MouseWheelMsg{X: x, Y: y, Button: button})
}

// named are the keys that are no runes.
var named = map[string]rune{"enter": tea.KeyEnter, "esc": tea.KeyEscape, "tab": tea.KeyTab, "space": tea.KeySpace,
	"up": tea.KeyUp, "down": tea.KeyDown, "left": tea.KeyLeft, "right": tea.KeyRight, "home": tea.KeyHome, "end": tea.KeyEnd,
	"backspace": tea.KeyBackspace, "delete": tea.KeyDelete, "pgup": tea.KeyPgUp, "pgdown": tea.KeyPgDown}

// Key is a press of a key by its name, as key bindings are written.
func Key(name string) tea.KeyPressMsg {
	var mod tea.KeyMod
	for prefix, m := range map[string]tea.KeyMod{"ctrl+": tea.ModCtrl, "alt+": tea.ModAlt, "shift+": tea.ModShift} {
		if rest, ok := strings.CutPrefix(name, prefix); ok {
			name, mod = rest, m
			break
		}
	}
	if code, ok := named[name]; ok {
		return tea.KeyPressMsg{Code: code, Mod: mod}
	}
	k := tea.KeyPressMsg{Code: []rune(name)[0], Mod: mod}
	if mod == 0 {
		k.Text = name
	}
	return k
}

// Frame is what is drawn, with boxes.
func (d *Driver) Frame() string { return View(d.view) }

// Screen is the frame without styles.
func (d *Driver) Screen() string { return ansi.Strip(d.Frame()) }

// Lines are those of the screen.
func (d *Driver) Lines() []string { return strings.Split(d.Screen(), "\n") }

// See fails the test for each text that is not on the screen.
func (d *Driver) See(texts ...string) {
	d.T.Helper()
	screen := d.Screen()
	for _, want := range texts {
		if !strings.Contains(screen, want) {
			d.T.Errorf("not on the screen: %q\n%s", want, screen)
		}
	}
}

// DontSee fails the test for each text that is on the screen.
func (d *Driver) DontSee(texts ...string) {
	d.T.Helper()
	screen := d.Screen()
	for _, unwanted := range texts {
		if strings.Contains(screen, unwanted) {
			d.T.Errorf("on the screen: %q\n%s", unwanted, screen)
		}
	}
}

// Noticed reports whether a notice has said something.
func (d *Driver) Noticed(want string) bool {
	return slices.ContainsFunc(d.Notices, func(n string) bool { return strings.Contains(n, want) })
}

// Says fails the test if no notice has said something.
func (d *Driver) Says(want string) {
	d.T.Helper()
	if !d.Noticed(want) {
		d.T.Errorf("said %q, want %q", d.Notices, want)
	}
}

// SaysLast fails the test if what was said last, a notice or the label of a
// step, is something else.
func (d *Driver) SaysLast(want string) {
	d.T.Helper()
	if len(d.Said) == 0 || !strings.Contains(d.Said[len(d.Said)-1], want) {
		d.T.Errorf("said %q, want the last to say %q", d.Said, want)
	}
}

// Question is the last one that was asked, nil for none.
func (d *Driver) Question() *views.Confirm {
	if len(d.Asked) == 0 {
		return nil
	}
	return &d.Asked[len(d.Asked)-1]
}

// Memory is a views.State in memory.
type Memory map[string][]byte

// Load implements views.State.
func (s Memory) Load(name string) ([]byte, error) { return s[name], nil }

// Save implements views.State.
func (s Memory) Save(name string, data []byte) error { s[name] = data; return nil }

// Names implements views.State.
func (s Memory) Left(prefix string) ([]string, error) {
	var names []string
	for name := range maps.Keys(s) {
		if strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// Delete implements views.State.
func (s Memory) Delete(name string) error { delete(s, name); return nil }

// Desktop is a desktop on which everything succeeds at once.
type Desktop struct {
	Opened []string            // addresses, and names of files
	Copied []string            // to the clipboard
	Edited []string            // what the editor was given
	Editor func(string) string // what it makes of that; nil leaves it
	NoPage error               // why no browser opens; nil where one does
	Piped  []string            // lines and what they got: "wc -l <the content"
	Prints string              // what a command prints that something is piped to
	Paged  []string
	Paper  []string // what was printed
}

// Pipe implements views.Desktop.
func (w *Desktop) Pipe(line string, content []byte, done func([]byte, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		w.Piped = append(w.Piped, line+" <"+string(content))
		return done([]byte(w.Prints), nil)
	}
}

// Page implements views.Desktop.
func (w *Desktop) Page(s string, done func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg { w.Paged = append(w.Paged, s); return done(nil) }
}

// Print implements views.Desktop.
func (w *Desktop) Print(s string, done func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg { w.Paper = append(w.Paper, s); return done(nil) }
}

// Edit implements views.Desktop.
func (w *Desktop) Edit(_, s string, done func(string, error) tea.Msg) tea.Cmd {
	return func() tea.Msg {
		w.Edited = append(w.Edited, s)
		if w.Editor != nil {
			s = w.Editor(s)
		}
		return done(s, nil)
	}
}

// OpenURL implements views.Desktop.
func (w *Desktop) OpenURL(url string, done func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg { w.Opened = append(w.Opened, url); return done(w.NoPage) }
}

// OpenFile implements views.Desktop.
func (w *Desktop) OpenFile(name string, _ []byte, done func(error) tea.Msg) tea.Cmd {
	return func() tea.Msg { w.Opened = append(w.Opened, name); return done(nil) }
}

// Copy implements views.Desktop.
func (w *Desktop) Copy(s string) tea.Cmd {
	w.Copied = append(w.Copied, s)
	return nil
}
