package signin

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/widget/text"
)

// Service signs in to the profile's service.
type Service interface {
	// Begin begins a sign-in in one of the two ways.
	Begin(ctx context.Context, way Way) (Attempt, error)
}

// Attempt is a sign-in that waits for the person.
type Attempt struct {
	Address string // where the person goes
	Code    string // to be typed there; empty in the browser's way
	Until   time.Time
	Consent Consent // what an administrator can agree to, should it need one
	// Wait returns whose account it is when the tokens are kept.
	Wait func(ctx context.Context) (account string, err error)
	// Close ends it; nobody can finish it afterwards. It may be called twice.
	Close func()
}

// run is a sign-in from its beginning to its end.
type run struct {
	id     string
	ctx    context.Context
	cancel context.CancelFunc
}

// stop ends the run, and its attempt wherever that has got to.
func (r *run) stop() {
	if r.cancel != nil {
		r.cancel()
	}
	*r = run{}
}

// begin ends what is under way and asks the service for another sign-in.
func (m *Model) begin(way Way) tea.Cmd {
	m.run.stop()
	ctx, cancel := context.WithCancel(context.Background())
	m.run = run{id: m.env.NewID(), ctx: ctx, cancel: cancel}
	m.stage, m.way, m.attempt, m.note, m.problem = beginning, way, Attempt{}, text.Text{}, text.Text{}
	m.err, m.consent, m.showing = nil, Consent{}, false
	m.settled = true
	service, to := m.service, forRun{m.run.id}
	return func() tea.Msg {
		attempt, err := service.Begin(ctx, way)
		if err == nil {
			context.AfterFunc(ctx, attempt.Close)
		}
		return begun{forRun: to, attempt: attempt, err: err}
	}
}

// wait waits until the person has agreed, or not.
func (m *Model) wait() tea.Cmd {
	ctx, attempt, to := m.run.ctx, m.attempt, forRun{m.run.id}
	return func() tea.Msg {
		account, err := attempt.Wait(ctx)
		return ended{forRun: to, account: account, err: err}
	}
}

func (m *Model) countdown() tea.Cmd {
	to := forRun{m.run.id}
	return tea.Tick(time.Second, func(time.Time) tea.Msg { return tick{to} })
}

func (m *Model) settle() tea.Cmd {
	return tea.Tick(m.o.Settle, func(time.Time) tea.Msg { return settledMsg{} })
}

// open shows the address in the browser of this machine.
func (m *Model) open() tea.Cmd {
	to := forRun{m.run.id}
	return m.env.Desktop.OpenURL(m.attempt.Address, func(err error) tea.Msg { return opened{to, err} })
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
