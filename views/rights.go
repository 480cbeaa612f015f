package views

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/widget/text"
)

// MissingRight is why something is not there: the sign-in was not asked for the
// right to it, or it does not permit it. It is no fault: a screen says it in
// one quiet line, and not at every start.
type MissingRight struct {
	Tier    string // what to ask for, as "daybook login --with" has it; empty for what is always asked for
	What    string // is not there, in words
	Command string // that asks for it
	// Refused says that it was asked for, and the organization does not let
	// this account have it.
	Refused bool
	// Says is the reason where it is another, a sentence without its full stop.
	Says string
}

func (e *MissingRight) Error() string {
	if e.Says != "" {
		return e.Says
	}
	if e.Refused {
		return "the organization does not let this account read " + e.What
	}
	return e.What + " were not asked for when signing in: \"" + e.Command + "\" asks for them"
}

// Missing returns the quiet line about a right that is missing, with the key of
// AskRights where that can ask for it; ok is false for any other error.
func Missing(env Env, err error) (line text.Text, ok bool) {
	missing, ok := errors.AsType[*MissingRight](err)
	if !ok {
		return text.Text{}, false
	}
	says := missing.Error()
	if missing.Says != "" { // it may begin with an address
		return text.Clean(says + "."), true
	}
	if says = strings.ToUpper(says[:1]) + says[1:] + "."; env.AskRight != nil && missing.Tier != "" && !missing.Refused {
		says += " So does " + rightsKey + "."
	}
	return text.Clean(says), true
}

// rightsKey asks for what is missing, on the screens that may miss something.
const rightsKey = "Y"

// AskRights is the action that asks for the right that a screen misses; why
// returns the error that it shows, if any.
func AskRights(env Env, why func() error) Action {
	missing := func() *MissingRight {
		m, _ := errors.AsType[*MissingRight](why())
		if m == nil || m.Refused || m.Tier == "" || env.AskRight == nil {
			return nil
		}
		return m
	}
	return Action{
		ID: "rights", Name: "Ask for the right that is missing here", Hint: "ask for it", Group: "Rights", Keys: []string{rightsKey},
		Enabled: func() bool { return missing() != nil },
		Do: func(int) tea.Cmd {
			if m := missing(); m != nil {
				return env.AskRight(m.Tier)
			}
			return nil
		},
	}
}
