package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
	"daybook/widget/text"
)

// Remote is the service as the root needs it.
type Remote interface {
	// Probe asks the service for as little as possible, once. Whether it
	// answered is told by a Link.
	Probe(context.Context) error
	// Hurry ends every wait before a repetition now.
	Hurry()
}

// Wait tells the root that a request waits before it is tried again, so that
// the status line can count down. The client's retry hook sends it.
type Wait struct {
	Until  time.Time
	Reason string
}

// Link tells the root that the service has stopped answering, or answers
// again. Seen is when it last did, zero when it never has.
type Link struct {
	Up   bool
	Seen time.Time
}

// Stale tells the root that the fate of a change is not known, or that
// something could not be read: what is shown may be wrong or missing until it is
// read anew.
type Stale struct{}

// shortWait is a wait that nobody needs to hear of.
const shortWait = 800 * time.Millisecond

// probeTime bounds a question whether the service is back.
const probeTime = 10 * time.Second

// steady is how long the service has to answer, or nothing to be in doubt, for
// the pauses to begin anew with the shortest.
const steady = 2 * time.Minute

type (
	probeDue struct{ outage int }
	probed   struct{ outage int }
	doubtDue struct{}
)

// link is what the root knows of the service's presence.
type link struct {
	remote Remote
	wait   Wait
	down   bool
	seen   time.Time
	outage int // counts outages, so that a late probe of one says nothing in another
	probes int
	doubts bool // a fresh look is due
	looks  int
	looked time.Time // when the last fresh look was due
	turned time.Time // when the service last began to answer again
	signIn bool      // the service no longer knows who this is
	// offered says that one may sign in for more.
	offered bool
}

func (l *link) waiting(now time.Time) bool { return l.wait.Until.After(now) }

// onLink handles what is told of the service's presence.
func (m *Model) onLink(msg tea.Msg) (tea.Cmd, bool) {
	l := &m.link
	switch msg := msg.(type) {
	case Wait:
		if msg.Until.After(l.wait.Until) && msg.Until.Sub(m.env.Now()) >= shortWait {
			l.wait = msg
		}
	case Link:
		return m.linkTurned(msg), true
	case probeDue:
		if msg.outage == l.outage && l.down {
			return l.probe(), true
		}
	case probed:
		if msg.outage == l.outage && l.down {
			return l.probeLater(m.env.Random), true
		}
	case Stale:
		return m.lookAnew(), true
	case doubtDue:
		l.doubts = false
		return m.broadcast(views.Refreshed{}), true
	case views.SignInNeeded:
		l.signIn = true
		m.notices.fail(notice{text: text.Concat(text.Literal("Sign in again: "), msg.Reason, text.Literal(" What you are writing is kept."))})
		return m.offerSignIn(msg.Box), true
	case views.SignInOffered:
		l.offered = true
		return m.offerSignIn(msg.Box), true
	case views.SignedIn:
		if l.signIn || l.offered {
			if l.signIn {
				m.notices.failures = nil // they were of that
			}
			l.signIn, l.offered, m.signIn = false, false, nil
			m.say(views.Success, "Signed in")
			return m.broadcast(views.Refreshed{}), true
		}
	default:
		return nil, false
	}
	return nil, true
}

// lookAnew has everything read again in a while: the first pause lets the
// refusal of a change in doubt reach its view, which rolls it back. After an outage that happens
// in any case.
func (m *Model) lookAnew() tea.Cmd {
	l := &m.link
	if l.doubts || l.down {
		return nil
	}
	now := m.env.Now()
	if now.Sub(l.looked) > steady {
		l.looks = 0
	}
	pause := views.Backoff(l.looks, m.env.Random)
	l.doubts, l.looked = true, now.Add(pause)
	l.looks++
	return tea.Tick(pause, func(time.Time) tea.Msg { return doubtDue{} })
}

func (m *Model) linkTurned(msg Link) tea.Cmd {
	l := &m.link
	if msg.Up == !l.down {
		return nil
	}
	l.down, l.seen, l.wait = !msg.Up, msg.Seen, Wait{}
	l.outage++
	now := m.env.Now()
	if l.down {
		if now.Sub(l.turned) > steady { // else it only seemed to be back
			l.probes = 0
		}
		return l.probeLater(m.env.Random)
	}
	m.say(views.Success, "The service answers again")
	if again := !l.turned.IsZero() && now.Sub(l.turned) < steady; again {
		l.turned = now
		return m.lookAnew()
	}
	l.turned = now
	return m.broadcast(views.Refreshed{})
}

func (l *link) probeLater(random func() float64) tea.Cmd {
	if l.remote == nil {
		return nil
	}
	pause := views.Backoff(l.probes, random)
	l.probes++
	outage := l.outage
	return tea.Tick(pause, func(time.Time) tea.Msg { return probeDue{outage} })
}

func (l *link) probe() tea.Cmd {
	remote, outage := l.remote, l.outage
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), probeTime)
		defer cancel()
		_ = remote.Probe(ctx) // that it answered is told by a Link
		return probed{outage}
	}
}

// hurry tries again at once what waits.
func (l *link) hurry() tea.Cmd {
	if l.remote == nil {
		return nil
	}
	l.wait = Wait{}
	return func() tea.Msg {
		l.remote.Hurry()
		return nil
	}
}

// standing says what is wrong between here and the service, empty when nothing
// is: on the status line for as long as it lasts.
func (m *Model) standing() text.Text {
	l := &m.link
	said := ""
	switch {
	case l.down && l.seen.IsZero():
		said = "offline"
	case l.down:
		said = "offline, last seen " + m.clock(l.seen)
	case l.signIn:
		said = "signed out"
	default:
		return text.Text{}
	}
	return text.Concat(text.Glyph(m.env.Theme.Glyphs.Warning), text.Literal(" "), text.Clean(said))
}

// clock is a time of today's, with its day when it is another.
func (m *Model) clock(t time.Time) string {
	now, t := m.env.Now().In(m.env.Zone()), t.In(m.env.Zone())
	if now.YearDay() == t.YearDay() && now.Year() == t.Year() {
		return t.Format("15:04")
	}
	return t.Format("Mon 2 Jan 15:04")
}
