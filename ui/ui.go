// Package ui is the root of the program: it owns the terminal's modes, the
// tabs, the boxes, the status line and the undo log, and routes every
// message to the one place that it is for.
//
// Invariants: only Model is a tea.Model; views are plain structs that it
// mutates. Update and View do no I/O. Routing is one function a kind of
// message: terminal, results (by the screen they are addressed to, also when
// it is hidden), and input (to the top box, else to an action of the
// globals or of the active view, else to the view itself).
package ui

import (
	tea "charm.land/bubbletea/v2"
	"iter"

	"daybook/theme"
	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// Tab is one screen of the program.
type Tab struct {
	Screen views.Screen
	Title  string
	Letter string // after g
	View   views.View
}

// Config is what the program starts with.
type Config struct {
	Env     *views.Env
	Tabs    []Tab
	Account text.Text // at the right of the tabs: "sample mailbox · ann"
	Brief   text.Text // the same in fewer cells, where there is no room; empty for none
	Keymap  Keymap    // the keys that the configuration gives
	Fixed   Fixed
	// Background runs beside the screens from the start; nil for nothing.
	Background tea.Cmd
	// Theme.Name empty follows the terminal's background, dark or light.
	Theme theme.Options
	// Profiles are the mailboxes that can be opened instead of this one.
	Profiles Profiles
	// Notice is said at the start; empty for nothing.
	Notice text.Text
	// Remote is the service, for waits and outages; nil for none.
	Remote Remote
	// Log takes reports of what went wrong behind the screen; it never
	// holds a secret.
	Log func(format string, args ...any)
}

// Model is the root.
type Model struct {
	env     *views.Env
	tabs    []Tab
	active  int
	account text.Text
	brief   text.Text // of the account, where that has no room
	keymap  Keymap
	fixed   Fixed
	beside  tea.Cmd

	profiles  Profiles
	unread    map[string]Unread // of the others, as far as they have answered
	watched   map[string]watched
	switcher  dialog.Box // the last one opened
	departure departure
	look      theme.Options
	log       func(format string, args ...any)

	width, height int
	boxes         dialog.Stack // of the root, above those of the screen
	signIn        views.Box    // nil while the service accepts who is signed in
	keys          resolver
	keyWait       int // generation of the timed wait
	undo          undoLog
	replayed      dialog.Guard // of what the last undo or redo may have opened
	saved         saved
	work          views.Work // of the root itself
	notices       notices
	saidLines     int              // above the status line, as the screens know
	asked         *asked           // nil unless undo has asked for a second press
	held          []func() tea.Cmd // an undo that waits, and the input after it
	link          link
	spinner       spinner
	globals       []views.Action
	actions       []views.Action // of the active view, remapped; then globals
	quitting      bool
	stays         func() string // why the program cannot be suspended, empty when it can
}

// New wires the root. The first tab is active.
func New(c Config) *Model {
	m := &Model{env: c.Env, tabs: c.Tabs, account: c.Account, brief: c.Brief, keymap: Keymap{given: &c.Keymap}, fixed: c.Fixed, beside: c.Background,
		look: c.Theme, saved: newSaved(), work: views.Work{Screen: rootScreen, Random: c.Env.Random}, log: c.Log, link: link{remote: c.Remote}, profiles: c.Profiles, stays: suspendRefused, notices: notices{after: afterwards}}
	if m.log == nil {
		m.log = func(string, ...any) {}
	}
	if !c.Notice.Empty() {
		m.notices.fail(notice{text: c.Notice})
	}
	m.boxes.Now = c.Env.Now
	m.globals = m.globalActions()
	if m.env.Root == nil {
		m.env.Root = &views.Root{}
	}
	m.env.Root.Did, m.env.Root.Ask = m.did, m.ask
	return m
}

// Init starts every view, so that a tab is ready when it is first shown.
func (m *Model) Init() tea.Cmd {
	cmds := []tea.Cmd{tea.RequestBackgroundColor, m.loadSaved(), m.beside, m.watchProfiles()}
	for _, t := range m.tabs {
		cmds = append(cmds, t.View.Init())
	}
	return tea.Batch(append(cmds, m.focus())...)
}

// Update routes a message and keeps the spinner turning while something is
// under way.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := tea.Batch(m.route(msg), m.releaseHeld())
	if !m.capturing() {
		m.notices.left()
	}
	m.rearrange()
	return m, tea.Batch(cmd, m.reopenWhenIdle(), m.notices.keepTime(), m.spinner.keepTurning(m.busy()))
}

func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if typed := text.Clean(msg.Text).String(); typed != msg.Text { // an input method can send what no key has
			if msg.Text = typed; typed == "" {
				return nil
			}
		}
		return m.key(msg)
	case tea.MouseMsg:
		return m.mouse(msg)
	case tea.PasteMsg:
		if m.holds(func() tea.Cmd { return m.input(msg) }) {
			return nil
		}
		m.changing()
		return m.input(msg)
	case views.Addressed:
		return m.deliver(msg)
	}
	if cmd, ok := m.terminal(msg); ok {
		return cmd
	}
	if m.onNotice(msg) {
		return nil
	}
	if cmd, ok := m.onLeave(msg); ok {
		return cmd
	}
	if cmd, ok := m.onProfiles(msg); ok {
		return cmd
	}
	if cmd, ok := m.effect(msg); ok {
		return cmd
	}
	if cmd, ok := m.onLink(msg); ok {
		return cmd
	}
	return m.input(msg) // a cursor's blink or the like: for whoever has the input
}

// terminal handles what the terminal says of itself.
func (m *Model) terminal(msg tea.Msg) (tea.Cmd, bool) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		for _, t := range m.tabs {
			t.View.SetSize(m.width, m.bodyHeight())
		}
		return m.broadcast(msg), true // more may be seen now, which is to be read
	case tea.BackgroundColorMsg:
		m.look.Dark = msg.IsDark()
		m.retheme()
	case tea.ColorProfileMsg:
		m.look.Profile = msg.Profile
		m.retheme()
	case tea.FocusMsg:
		return m.broadcast(views.Refreshed{}), true
	case tea.ResumeMsg: // the screen was another's meanwhile
		return tea.Batch(tea.ClearScreen, m.broadcast(views.Refreshed{})), true
	default:
		return nil, false
	}
	return nil, true
}

// deliver takes a result to the screen, or the box, that asked for it; the
// root's own it applies.
func (m *Model) deliver(msg views.Addressed) tea.Cmd {
	for _, t := range m.tabs {
		if t.Screen == msg.To() {
			return t.View.Update(msg)
		}
	}
	if own, ok := msg.(views.Result); ok && msg.To() == rootScreen {
		return own.Apply()
	}
	if box := m.boxCalled(msg.To()); box != nil {
		return m.boxes.Tell(box, msg)
	}
	return nil
}

// input gives a message to whoever has the input: the top box or the active
// view.
func (m *Model) input(msg tea.Msg) tea.Cmd {
	switch own := m.view().Boxes(); {
	case m.boxes.IsOpen():
		return m.boxes.Update(msg)
	case own.IsOpen():
		return own.Update(msg)
	}
	return m.view().Update(msg)
}

// showBox opens a box of the root.
func (m *Model) showBox(box dialog.Box) {
	m.boxes.Open(box)
	m.keys.reset()
}

// ask shows a question.
func (m *Model) ask(c views.Confirm) tea.Cmd {
	m.showBox(dialog.Sure(m.env.Theme, c))
	return nil
}

// capturing says that keys are text on the screen, in a box of it or below.
func (m *Model) capturing() bool {
	if own := m.view().Boxes(); own.IsOpen() {
		return own.Capturing()
	}
	return m.view().Capturing()
}

func (m *Model) broadcast(msg tea.Msg) tea.Cmd {
	var cmds []tea.Cmd
	for _, t := range m.tabs {
		cmds = append(cmds, t.View.Update(msg))
	}
	return tea.Batch(cmds...)
}

// Actions are those of each screen by its name, and of every screen under
// "global", with their keys by default.
func (m *Model) Actions() iter.Seq2[string, []views.Action] {
	return func(yield func(string, []views.Action) bool) {
		for _, t := range m.tabs {
			if !yield(string(t.Screen), t.View.Actions()) {
				return
			}
		}
		yield("global", m.globals)
	}
}

// ActionNames are all actions of all screens, as keys are given to them.
func (m *Model) ActionNames() []string {
	var names []string
	for screen, actions := range m.Actions() {
		for _, a := range actions {
			names = append(names, screen+"."+a.ID)
		}
	}
	return names
}

func (m *Model) view() views.View { return m.tabs[m.active].View }

func (m *Model) busy() bool {
	return m.view().Status().Busy || m.link.waiting(m.env.Now())
}

// show makes a tab active.
func (m *Model) show(i int) tea.Cmd {
	if i == m.active {
		return nil
	}
	if f, ok := m.view().(views.Focuser); ok {
		f.Blur()
	}
	m.active = i
	m.keys.reset()
	return m.focus()
}

func (m *Model) focus() tea.Cmd {
	if f, ok := m.view().(views.Focuser); ok {
		return f.Focus()
	}
	return nil
}

// retheme makes the theme anew; views see it at their next render.
func (m *Model) retheme() {
	t, err := theme.New(m.look)
	if err != nil {
		m.warn(err.Error())
		return
	}
	*m.env.Theme = *t
}
