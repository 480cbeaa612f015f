package app

import (
	"errors"
	"net/http"

	tea "charm.land/bubbletea/v2"

	"daybook/api"
	"daybook/mailbox"
	"daybook/service/rest"
	"daybook/service/store"
	"daybook/ui"
	"daybook/views"
	"daybook/widget/text"
)

// tell brings what the client notices into the program's loop, once that runs.
func (a *App) tell(msg tea.Msg) {
	if a.program != nil {
		a.program.Send(msg)
	}
}

// waiting tells the status line of a request that waits for its repetition.
func (a *App) waiting(w api.Wait) {
	reason := "The service does not answer"
	if w.Status == http.StatusTooManyRequests || w.Status == http.StatusServiceUnavailable {
		reason = "The service asks for patience"
	}
	a.tell(ui.Wait{Until: w.Until, Reason: reason})
}

// reported writes what a person must repair to the log; damage is said on the
// screen too, as it gets worse while nobody knows of it.
func (a *App) reported(r rest.Report) {
	mailbox.ReportTo(a.logf)(r)
	if errors.Is(r.Err, store.ErrDamaged) {
		a.tell(views.Notify{Level: views.Failure,
			Text: text.Literal("The mailbox is damaged: \"daybook check\" says where, the log has more")})
	}
}

// watch tells the root what becomes of the service.
func (a *App) watch() api.Watch {
	return api.Watch{
		Link: func(l api.Link) {
			a.logf("the service answers: %v", l.Up)
			a.tell(ui.Link{Up: l.Up, Seen: l.Seen})
		},
		SignIn: func(err error) {
			if err == nil {
				a.tell(views.SignedIn{})
				return
			}
			needed := a.signInNeeded()
			a.logf("the service refuses the token: %s", needed.Reason)
			a.tell(needed)
		},
		Stale: func() { a.tell(ui.Stale{}) },
		Odd:   a.odd,
	}
}

// odd tells of what a reply had that is not shown. Each kind is said once, as
// whoever sends it goes on doing so; the log has the rest.
func (a *App) odd(o api.Oddity) {
	a.logf("a reply to %s: %d values that could not be read (%q first), %d too large, endless: %v", o.Path,
		o.Bad, o.Field, o.Cut, o.Endless)
	said := ""
	switch {
	case o.Endless:
		said = "The service goes on with a list and brings nothing new: what came so far is shown. ctrl+r tries again."
	case o.Bad > 0:
		said = "Something of what the service sent cannot be read and is left out; the log names it. ctrl+r tries again."
	default:
		said = "Something is too large to show; its beginning is shown."
	}
	if _, known := a.oddities.LoadOrStore(said, true); !known {
		a.tell(views.Notify{Text: text.Clean(said), Level: views.Warning})
	}
}
