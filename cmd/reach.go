package cmd

import (
	"net/http"

	tea "charm.land/bubbletea/v2"

	"daybook/api"
	"daybook/ui"
	"daybook/views"
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
		Doubt: func() { a.tell(ui.Doubt{}) },
	}
}
