// Package signin is the box in which a person signs in: with the browser of
// this machine, or by typing a code, drawn large, on any device.
//
// It says why it is there, how long there is left, and how it ended, all in
// words. The program shows it over the screen when the service no longer
// accepts the profile's sign-in; "daybook login" shows it alone.
//
// Invariants: at most one sign-in is under way, and it is ended when the box
// closes; a box that comes by itself takes no key that was typed for the screen
// below; addresses and codes are drawn cleaned.
package signin

import (
	"context"
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/dialog"
	"daybook/widget/text"
)

// Options says what the box is about.
type Options struct {
	Profile text.Text // whose sign-in it is: a profile's name
	Where   text.Text // the service, in a few words
	Why     text.Text // why it is asked for; empty when the person asked
	// Remote says that the browser of this machine is not the person's: over
	// SSH. Then the code is what enter begins.
	Remote bool
	// Unasked says that the box comes by itself, over whatever is being typed.
	Unasked bool
	// Begin begins at once in this way; Ask waits for a key.
	Begin Way
}

// Way is a way of signing in.
type Way int

// The ways.
const (
	Ask Way = iota
	Browser
	Code
)

// stage is how far it is.
type stage int

const (
	asking    stage = iota // for the way
	beginning              // the service is asked
	waiting                // for the person
	failed
	done
)

// boxID is what results are addressed to.
const boxID views.Screen = "sign-in"

// Model is the box; it implements views.Box.
type Model struct {
	env     views.Env
	work    views.Work
	service Service
	o       Options

	stage   stage
	way     Way
	run     *run
	attempt Attempt // valid while waiting
	ticking views.Request
	now     time.Time
	note    text.Text // what the last key did: copied, no browser
	problem text.Text
	err     error // why the last try failed
	account text.Text
	consent Consent // what an administrator can agree to; of the last try
	showing bool    // the consent is shown
}

// run is a sign-in from its beginning to its end.
type run struct {
	ctx    context.Context
	cancel context.CancelFunc
}

// New returns the box. Init starts it.
func New(env views.Env, service Service, o Options) *Model {
	return &Model{env: env, work: views.Work{Screen: boxID, Random: env.Random}, service: service, o: o, now: env.Now()}
}

// Init begins the sign-in, if the options say how; also when the box was left
// and is shown again.
func (m *Model) Init() tea.Cmd {
	m.showing = false
	m.stage, m.now = asking, m.env.Now()
	if m.o.Begin != Ask {
		return m.begin(m.o.Begin)
	}
	return nil
}

// Account is who signed in; empty until then.
func (m *Model) Account() text.Text { return m.account }

// Err is why the last try failed; nil when none did.
func (m *Model) Err() error { return m.err }

// ID implements views.Box.
func (m *Model) ID() views.Screen { return boxID }

// Cursor implements views.Box: there is none.
func (m *Model) Cursor() *tea.Cursor { return nil }

// Careful: a click beside the box ends no sign-in.
func (m *Model) Careful() bool { return true }

// Unasked says that keys may be meant for what is below.
func (m *Model) Unasked() bool { return m.o.Unasked }

// Leave ends what is under way.
func (m *Model) Leave() dialog.Outcome {
	m.stop()
	return dialog.Outcome{Done: true}
}

// Update implements views.Box.
func (m *Model) Update(msg tea.Msg) dialog.Outcome {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		switch msg.String() {
		case "q", "esc", "ctrl+c":
			return m.Leave()
		}
		return dialog.Outcome{Cmd: m.key(msg.String())}
	case views.Result:
		cmd := msg.Apply()
		return dialog.Outcome{Cmd: cmd, Done: m.stage == done}
	}
	return dialog.Outcome{}
}

// key does what a key means at this stage.
func (m *Model) key(k string) tea.Cmd {
	if k == "a" && m.consent.Address != "" && (m.stage == waiting || m.stage == failed) {
		m.toggleConsent()
		return nil
	}
	if k == "c" && m.showing {
		return m.copyConsent()
	}
	switch m.stage {
	case asking, failed:
		switch k {
		case "enter":
			return m.begin(m.first())
		case "d":
			return m.begin(Code)
		case "b":
			return m.begin(Browser)
		}
	case waiting:
		switch {
		case k == "enter", k == "o":
			return m.open()
		case k == "c":
			return m.copy()
		case k == "d" && m.way == Browser:
			return m.begin(Code)
		case k == "b" && m.way == Code:
			return m.begin(Browser)
		}
	}
	return nil
}

// first is the way that enter begins.
func (m *Model) first() Way {
	if m.o.Remote {
		return Code
	}
	return Browser
}

// stop ends the run, and its attempt wherever that has got to.
func (m *Model) stop() {
	if m.run != nil {
		m.run.cancel()
		m.run = nil
	}
	m.ticking.Cancel()
}

// begin ends what is under way and asks the service for another sign-in.
func (m *Model) begin(way Way) tea.Cmd {
	m.stop()
	ctx, cancel := context.WithCancel(context.Background())
	r := &run{ctx, cancel}
	m.run = r
	m.stage, m.way, m.attempt, m.note, m.problem = beginning, way, Attempt{}, text.Text{}, text.Text{}
	m.err, m.consent, m.showing = nil, Consent{}, false
	service, then := m.service, views.Done(&m.work, func(a Attempt, err error) tea.Cmd { return m.onBegun(r, a, err) })
	return func() tea.Msg {
		attempt, err := service.Begin(ctx, way)
		if err == nil {
			context.AfterFunc(ctx, attempt.Close)
		}
		return then(attempt, err)
	}
}

func (m *Model) onBegun(r *run, a Attempt, err error) tea.Cmd {
	if m.run != r {
		return nil // it was closed when its run was left
	}
	if err != nil {
		m.fail(err)
		return nil
	}
	m.stage, m.attempt, m.now, m.consent = waiting, a, m.env.Now(), a.Consent
	cmds := []tea.Cmd{m.wait(), m.countdown()}
	if m.way == Browser {
		cmds = append(cmds, m.open())
	}
	return tea.Batch(cmds...)
}

// wait waits until the person has agreed, or not.
func (m *Model) wait() tea.Cmd {
	r, attempt := m.run, m.attempt
	then := views.Done(&m.work, func(account string, err error) tea.Cmd { return m.onEnded(r, account, err) })
	return func() tea.Msg { return then(attempt.Wait(r.ctx)) }
}

func (m *Model) onEnded(r *run, account string, err error) tea.Cmd {
	if m.run != r {
		return nil
	}
	if err != nil {
		m.fail(err)
		return nil
	}
	m.ticking.Cancel()
	m.stage, m.account, m.problem, m.err, m.showing = done, text.Clean(account), text.Text{}, nil, false
	return views.Send(views.SignedIn{})
}

func (m *Model) fail(err error) {
	m.stop()
	m.stage, m.problem, m.attempt, m.err, m.note = failed, text.Clean(err.Error()), Attempt{}, err, text.Text{}
	if needs, ok := errors.AsType[*NeedsApproval](err); ok {
		m.consent, m.showing = needs.Consent, needs.Certain
	}
}

// countdown shows every second how long there is left.
func (m *Model) countdown() tea.Cmd {
	return m.work.Wait(&m.ticking, time.Second, func() tea.Cmd {
		m.now = m.env.Now()
		return m.countdown()
	})
}

// left is the time that the person still has.
func (m *Model) left() time.Duration { return max(m.attempt.Until.Sub(m.now), 0) }

// open shows the address in the browser of this machine.
func (m *Model) open() tea.Cmd {
	r := m.run
	return m.env.Desktop.OpenURL(m.attempt.Address, m.work.Told(func(err error) tea.Cmd {
		if err != nil && m.run == r {
			m.note = text.Literal("No browser could be opened here: go to the address yourself.")
		}
		return nil
	}))
}

// copy puts what has to be carried elsewhere on the clipboard.
func (m *Model) copy() tea.Cmd {
	if m.way == Code {
		m.note = text.Literal("The code is on the clipboard.")
		return m.env.Desktop.Copy(m.attempt.Code)
	}
	m.note = text.Literal("The address is on the clipboard.")
	return m.env.Desktop.Copy(m.attempt.Address)
}
