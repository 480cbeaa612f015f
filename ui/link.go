package ui

import (
	"context"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/views"
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

// link is what the root knows of the service's presence.
type link struct {
	*common
	remote Remote
	wait   Wait
	down   bool
	seen   time.Time
	turned time.Time // when the service last began to answer again

	probe  views.Request // of this outage: a pause, or a question
	probes int

	look   views.Request // a fresh look is due
	looks  int
	looked time.Time // when the last fresh look was due
}

func (l *link) waiting(now time.Time) bool { return l.wait.Until.After(now) }

func (l *link) onWait(msg Wait) {
	if msg.Until.After(l.wait.Until) && msg.Until.Sub(l.env.Now()) >= shortWait {
		l.wait = msg
	}
}

// lookAnew has everything read again in a while: the first pause lets the
// refusal of a change in doubt reach its view, which rolls it back. After an outage that happens
// in any case.
func (l *link) lookAnew() tea.Cmd {
	if l.look.Busy() || l.down {
		return nil
	}
	now := l.env.Now()
	if now.Sub(l.looked) > steady {
		l.looks = 0
	}
	pause := views.Backoff(l.looks, l.env.Random)
	l.looked = now.Add(pause)
	l.looks++
	return l.work.Wait(&l.look, pause, func() tea.Cmd { return l.screens.broadcast(views.Refreshed{}) })
}

func (l *link) onTurn(msg Link) tea.Cmd {
	if msg.Up == !l.down {
		return nil
	}
	l.down, l.seen, l.wait = !msg.Up, msg.Seen, Wait{}
	l.probe.Cancel()
	now := l.env.Now()
	if l.down {
		if now.Sub(l.turned) > steady { // else it only seemed to be back
			l.probes = 0
		}
		return l.probeLater()
	}
	l.say(views.Success, "The service answers again")
	if again := !l.turned.IsZero() && now.Sub(l.turned) < steady; again {
		l.turned = now
		return l.lookAnew()
	}
	l.turned = now
	return l.screens.broadcast(views.Refreshed{})
}

// probeLater asks in a while whether the service is back, and so on until it
// is. That it answered is told by a Link.
func (l *link) probeLater() tea.Cmd {
	if l.remote == nil {
		return nil
	}
	pause := views.Backoff(l.probes, l.env.Random)
	l.probes++
	remote := l.remote
	return l.work.Wait(&l.probe, pause, func() tea.Cmd {
		return views.Load(&l.work, &l.probe, func(ctx context.Context) (struct{}, error) {
			ctx, cancel := context.WithTimeout(ctx, probeTime)
			defer cancel()
			return struct{}{}, remote.Probe(ctx)
		}, func(struct{}, error) tea.Cmd { return l.probeLater() })
	})
}

// hurry tries again at once what waits.
func (l *link) hurry() tea.Cmd {
	if l.remote == nil {
		return nil
	}
	l.wait = Wait{}
	remote := l.remote
	return func() tea.Msg {
		remote.Hurry()
		return nil
	}
}

// outage says for how long the service has been away, empty while it is there.
func (l *link) outage() string {
	switch {
	case !l.down:
		return ""
	case l.seen.IsZero():
		return "offline"
	}
	return "offline, last seen " + views.NearDateTime(l.seen, l.env.Now().In(l.env.Zone()))
}
