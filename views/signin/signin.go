// Package signin is the box in which a person signs in: with the browser of
// this machine, or by typing a code, drawn large, on any device.
//
// It says why it is there, how long there is left, and how it ended, all in
// words. The program shows it over the screen when the service no longer
// accepts the profile's sign-in; "daybook login" shows it alone.
//
// Invariants: at most one sign-in is under way, and it is ended when the box
// closes; keys do nothing in the first moment, so that what was typed for the
// screen below starts nothing; addresses and codes are drawn cleaned.
package signin

import (
	"errors"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
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
	// Begin begins at once in this way; Ask waits for a key.
	Begin Way
	// Settle is how long keys do nothing at first.
	Settle time.Duration
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

// Model is the box; it implements views.Box.
type Model struct {
	env     views.Env
	service Service
	o       Options

	stage   stage
	way     Way
	settled bool
	run     run
	attempt Attempt // valid while waiting
	now     time.Time
	note    text.Text // what the last key did: copied, no browser
	problem text.Text
	err     error // why the last try failed
	account text.Text
	consent Consent // what an administrator can agree to; of the last try
	showing bool    // the consent is shown
}

// New returns the box. Init starts it.
func New(env views.Env, service Service, o Options) *Model {
	return &Model{env: env, service: service, o: o, now: env.Now(), settled: o.Settle == 0}
}

// Init begins the sign-in, if the options say how; also when the box was left
// and is shown again.
func (m *Model) Init() tea.Cmd {
	m.showing = false
	m.stage, m.settled, m.now = asking, m.o.Settle == 0, m.env.Now()
	if m.o.Begin != Ask {
		return m.begin(m.o.Begin)
	}
	if m.settled {
		return nil
	}
	return m.settle()
}

// Account is who signed in; empty until then.
func (m *Model) Account() text.Text { return m.account }

// Err is why the last try failed; nil when none did.
func (m *Model) Err() error { return m.err }

// ID implements views.Box.
func (m *Model) ID() string { return boxID }

// Cursor implements views.Box: there is none.
func (m *Model) Cursor() *tea.Cursor { return nil }

// Update takes a message; finished closes the box.
func (m *Model) Update(msg tea.Msg) (cmd tea.Cmd, finished bool) {
	switch msg := msg.(type) {
	case tea.KeyPressMsg:
		if !m.settled {
			return nil, false
		}
		return m.key(msg.String())
	case settledMsg:
		m.settled = true
	case begun:
		return m.begun(msg), false
	case ended:
		return m.ended(msg)
	case opened:
		if msg.err != nil && msg.run == m.run.id {
			m.note = text.Literal("No browser could be opened here: go to the address yourself.")
		}
	case tick:
		return m.tick(msg), false
	}
	return nil, false
}

func (m *Model) begun(msg begun) tea.Cmd {
	if msg.run != m.run.id {
		return nil // it was closed when its run was left
	}
	if msg.err != nil {
		m.fail(msg.err)
		return nil
	}
	m.stage, m.attempt, m.now, m.consent = waiting, msg.attempt, m.env.Now(), msg.attempt.Consent
	cmds := []tea.Cmd{m.wait(), m.countdown()}
	if m.way == Browser {
		cmds = append(cmds, m.open())
	}
	return tea.Batch(cmds...)
}

func (m *Model) ended(msg ended) (tea.Cmd, bool) {
	if msg.run != m.run.id {
		return nil, false
	}
	if msg.err != nil {
		m.fail(msg.err)
		return nil, false
	}
	m.stage, m.account, m.problem, m.err, m.showing = done, text.Clean(msg.account), text.Text{}, nil, false
	return views.Send(views.SignedIn{}), true
}

func (m *Model) fail(err error) {
	m.run.stop()
	m.stage, m.problem, m.attempt, m.err, m.note = failed, text.Clean(err.Error()), Attempt{}, err, text.Text{}
	if needs, ok := errors.AsType[*NeedsApproval](err); ok {
		m.consent, m.showing = needs.Consent, needs.Certain
	}
}

func (m *Model) tick(msg tick) tea.Cmd {
	if m.stage != waiting || msg.run != m.run.id {
		return nil
	}
	m.now = m.env.Now()
	return m.countdown()
}

// left is the time that the person still has.
func (m *Model) left() time.Duration { return max(m.attempt.Until.Sub(m.now), 0) }
