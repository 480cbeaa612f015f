package ui

import (
	"reflect"
	"runtime/debug"
	"sync"

	tea "charm.land/bubbletea/v2"

	"daybook/model"
	"daybook/views"
)

// Guard is the root with a net below it. A mistake of the program's own, a
// panic, in Update, in View or in a command ends the program in order: what
// is written is kept on this machine's disk, the terminal is as it was, and
// Crash says where it happened, without a word of what was on the screen.
// The library's own net prints what was panicked with, which can be mail.
type Guard struct {
	root *Model
	view tea.View

	leaving bool
	mu      sync.Mutex
	crash   *Crash
}

// Crash is the first mistake: a report of it holds no mail and no secret.
type Crash struct {
	Where string // "update", "view" or "command"
	On    string // the type of the message that was handled
	Err   error
	Stack string
}

// NewGuard puts the net below a root.
func NewGuard(root *Model) *Guard { return &Guard{root: root} }

// Crash is what ended the program, nil when nothing did.
func (g *Guard) Crash() *Crash {
	g.mu.Lock()
	defer g.mu.Unlock()
	return g.crash
}

// Next is the root's Next; after a crash nothing is next.
func (g *Guard) Next() (profile string, again bool) {
	if g.Crash() != nil {
		return "", false
	}
	return g.root.Next()
}

// crashed is the message of a command that tripped.
type crashed struct{}

// Init starts the root.
func (g *Guard) Init() tea.Cmd {
	var cmd tea.Cmd
	g.try("update", "Init", func() { cmd = g.root.Init() })
	g.draw("Init")
	return g.next(cmd)
}

// Update lets the root handle a message and draws it.
func (g *Guard) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	if g.Crash() != nil { // in a command, or it is on its way out
		return g, g.leave()
	}
	on := reflect.TypeOf(msg)
	name := "nil"
	if on != nil {
		name = on.String()
	}
	var cmd tea.Cmd
	g.try("update", name, func() { _, cmd = g.root.Update(msg) })
	g.draw(name)
	return g, g.next(cmd)
}

// View is the frame that was drawn last: it is drawn where a mistake can
// still end the program.
func (g *Guard) View() tea.View { return g.view }

func (g *Guard) draw(on string) {
	if g.Crash() == nil {
		g.try("view", on, func() { g.view = g.root.View() })
	}
}

func (g *Guard) next(cmd tea.Cmd) tea.Cmd {
	if g.Crash() != nil {
		return g.leave()
	}
	return g.watched(cmd)
}

// leave keeps what is written and ends the program.
func (g *Guard) leave() tea.Cmd {
	if g.leaving {
		return nil
	}
	g.leaving = true
	g.view = tea.View{}
	cmds := []tea.Cmd{}
	for _, t := range g.root.screens.tabs {
		if s, ok := t.View.(views.Saver); ok {
			g.try("update", "SaveNow", func() { cmds = append(cmds, g.watched(s.SaveNow())) })
		}
	}
	return tea.Sequence(append(cmds, tea.Quit)...)
}

// watched is a command that may trip without ending the process. What it
// brings is watched too where it is further commands.
func (g *Guard) watched(cmd tea.Cmd) tea.Cmd {
	if cmd == nil {
		return nil
	}
	return func() (msg tea.Msg) {
		msg = crashed{}
		g.try("command", "", func() { msg = g.inner(cmd()) })
		return msg
	}
}

// inner watches the commands of a batch or a sequence. The type of the latter
// is the library's own, so it is known by its shape.
func (g *Guard) inner(msg tea.Msg) tea.Msg {
	list := reflect.ValueOf(msg)
	plain := reflect.TypeFor[[]tea.Cmd]()
	if !list.IsValid() || list.Kind() != reflect.Slice || !list.CanConvert(plain) {
		return msg
	}
	cmds := list.Convert(plain).Interface().([]tea.Cmd)
	out := make([]tea.Cmd, len(cmds))
	for i, c := range cmds {
		out[i] = g.watched(c)
	}
	return reflect.ValueOf(out).Convert(list.Type()).Interface()
}

// try runs f; a panic in it is the crash, if it is the first.
func (g *Guard) try(where, on string, f func()) {
	defer func() {
		if v := recover(); v != nil {
			g.mu.Lock()
			defer g.mu.Unlock()
			if g.crash == nil {
				g.crash = &Crash{Where: where, On: on, Err: model.Mistake(v), Stack: string(debug.Stack())}
			}
		}
	}()
	f()
}
