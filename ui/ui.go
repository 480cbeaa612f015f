// Package ui is the root of the program: it owns the terminal's modes, the
// tabs, the boxes, the status line and the undo log, and routes every
// message to the one place that it is for.
//
// Invariants: only Model is a tea.Model; views are plain structs that it
// mutates. Update and View do no I/O. Model routes (see route) and draws; what
// has a state is a part of its own over what all of them share (common): undo,
// the way out, the line to the service, signing in, the other mailboxes, keys
// and their editor, the palette, the look, the line of the tabs.
package ui

import (
	tea "charm.land/bubbletea/v2"

	"daybook/theme"
	"daybook/views"
	"daybook/views/persist"
	"daybook/widget/text"
)

// Tab is one screen of the program.
type Tab struct {
	Screen views.Screen
	Title  string
	Letter string // after g
	Words  string // other words that the palette finds it by
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
	*common
	background tea.Cmd

	keys      keyboard
	editor    keyEditor
	palette   palette
	history   history
	look      look
	link      link
	signIn    signIn
	switcher  switcher
	departure departure
	header    header
	spinner   spinner
	stays     func() string // why the program cannot be suspended, empty when it can
}

// New wires the root. The first tab is active.
func New(c Config) *Model {
	all := &common{env: c.Env, screens: screens{tabs: c.Tabs, wentTo: map[int]int{}}, work: views.Work{Screen: rootScreen, Random: c.Env.Random}, log: c.Log}
	if all.log == nil {
		all.log = func(string, ...any) {}
	}
	if !c.Notice.Empty() {
		all.notices.fail(notice{text: c.Notice})
	}
	all.boxes.Now = c.Env.Now
	m := &Model{common: all, background: c.Background, stays: suspendRefused}
	m.keys = keyboard{common: all, keymap: Keymap{given: &c.Keymap}}
	m.history = history{common: all, keys: &m.keys, own: &m.editor, document: persist.Document[undoLog]{Name: "undo"}}
	m.editor = keyEditor{common: all, keys: &m.keys, history: &m.history, document: keysDocument()}
	m.palette = palette{common: all, keys: &m.keys, do: m.do}
	m.look = look{common: all, Options: c.Theme, fixed: c.Fixed, document: lookDocument()}
	m.link = link{common: all, remote: c.Remote}
	m.signIn = signIn{common: all}
	m.departure = departure{common: all, online: func() bool { return !m.link.down }, deliver: m.route}
	m.switcher = switcher{common: all, Profiles: c.Profiles, leave: m.departure.leave}
	m.header = header{common: all, account: c.Account, brief: c.Brief, elsewhere: m.switcher.elsewhere}
	m.keys.globals = m.globalActions()
	if m.env.Root == nil {
		m.env.Root = &views.Root{}
	}
	m.env.Root.Did, m.env.Root.Ask = m.history.did, m.ask
	return m
}

// Init starts every view, so that a tab is ready when it is first shown.
func (m *Model) Init() tea.Cmd {
	cmds := []tea.Cmd{tea.RequestBackgroundColor, m.load(), m.background, m.switcher.watch()}
	for _, t := range m.screens.tabs {
		cmds = append(cmds, t.View.Init())
	}
	return tea.Batch(append(cmds, m.screens.focus())...)
}

// load reads what the root saved in earlier runs.
func (m *Model) load() tea.Cmd { return tea.Batch(m.history.load(), m.look.load(), m.editor.load()) }

// Update routes a message and keeps the spinner turning while something is
// under way.
func (m *Model) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	cmd := tea.Batch(m.route(msg), m.history.releaseHeld())
	if !m.screens.capturing() {
		m.notices.left()
	}
	m.rearrange()
	return m, tea.Batch(cmd, m.departure.whenIdle(), m.notices.keepTime(&m.work), m.spinner.keepTurning(&m.work, m.busy()))
}

// route takes a message to the one place that it is for.
func (m *Model) route(msg tea.Msg) tea.Cmd {
	switch msg := msg.(type) {
	// What the person does.
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
		return m.paste(msg)

	// What commands bring, for a screen, a box or the root itself.
	case views.Addressed:
		return m.deliver(msg)

	// What the terminal says of itself.
	case tea.WindowSizeMsg:
		m.cells.width, m.cells.height = msg.Width, msg.Height
		m.screens.resize(m.cells)
		return m.screens.broadcast(msg) // more may be seen now, which is to be read
	case tea.BackgroundColorMsg:
		m.look.Dark = msg.IsDark()
		return m.look.apply()
	case tea.ColorProfileMsg:
		m.look.Profile = msg.Profile
		return m.look.apply()
	case rethemed: // pictures are drawn for it as for another size
		if m.cells.width > 0 {
			return m.screens.broadcast(tea.WindowSizeMsg{Width: m.cells.width, Height: m.cells.height})
		}
	case tea.ResumeMsg: // the screen was another's meanwhile
		return tea.Batch(tea.ClearScreen, m.screens.broadcast(views.Refreshed{}))
	case tea.FocusMsg, views.Refreshed:
		return m.screens.broadcast(views.Refreshed{})

	// What screens ask for outside themselves.
	case views.Open:
		return m.open(msg)
	case views.Notify:
		m.onNotify(msg)
	case views.Confirm:
		return m.ask(msg)
	case views.Did:
		return m.history.did(msg)
	case views.Stays:
		return m.history.onStays(msg)
	case views.Forget:
		return m.history.onForget(msg)

	// What is told of the line, and of who is signed in.
	case Wait:
		m.link.onWait(msg)
	case Link:
		return m.link.onTurn(msg)
	case Stale:
		return m.link.lookAnew()
	case views.SignInNeeded:
		return m.signIn.onNeeded(msg)
	case views.SignInOffered:
		return m.signIn.onOffered(msg)
	case views.SignedIn:
		return m.signIn.onSignedIn()

	// The way out.
	case Reopen:
		m.departure.due = &m.switcher.Current
	case views.Left:
		return m.departure.onLeft(msg)

	default:
		return m.input(msg) // a cursor's blink or the like: for whoever has the input
	}
	return nil
}

// deliver takes a result to the screen, or the box, that asked for it; the
// root's own it applies.
func (m *Model) deliver(msg views.Addressed) tea.Cmd {
	if v := m.screens.called(msg.To()); v != nil {
		return v.Update(msg)
	}
	if own, ok := msg.(views.Result); ok && msg.To() == rootScreen {
		return own.Apply()
	}
	if box := m.openCalled(msg.To()); box != nil {
		return m.boxes.Tell(box, msg)
	}
	return nil
}

// open shows a screen on an item.
func (m *Model) open(msg views.Open) tea.Cmd {
	i := m.screens.index(msg.Screen)
	if i < 0 {
		return nil
	}
	cmd := m.show(i)
	if o, ok := m.screens.view().(views.Opener); ok && msg.Item != nil {
		cmd = tea.Batch(cmd, o.Open(msg.Item))
	}
	return cmd
}

func (m *Model) onNotify(msg views.Notify) {
	said := msg.Text
	if m.signIn.needed && msg.Level == views.Failure { // what helps comes first
		said = text.Concat(text.Literal("Sign in again: "), said)
	}
	m.notices.show(notice{text: said, level: msg.Level, written: msg.Written})
}

func (m *Model) busy() bool {
	return m.screens.view().Status().Busy || m.link.waiting(m.env.Now())
}

// Next is the profile to open when the program has ended; again is false when
// it is to end for good.
func (m *Model) Next() (profile string, again bool) {
	if next := m.departure.next; m.departure.gone && next != nil {
		return *next, true
	}
	return "", false
}
