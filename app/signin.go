package app

import (
	"errors"
	"strings"

	tea "charm.land/bubbletea/v2"

	"daybook/api"
	"daybook/app/bridge"
	"daybook/mailbox"
	"daybook/signin"
	"daybook/views"
	view "daybook/views/signin"
	"daybook/widget/text"
)

// signInBox asks for a sign-in to the open profile; with is what more is asked
// for, nil for what was the last time: then the box comes by itself.
func (a *App) signInBox(why text.Text, with []string) (*view.Model, error) {
	s, err := mailbox.NewSignIn(a.box.Location, a.options.Now, a.options.Getenv)
	if err != nil {
		return nil, err
	}
	if s.With = with; with != nil {
		if source, ok := a.signIn(); ok {
			s.Saved = source.Forget
		}
	}
	return view.New(*a.env, bridge.SignIn{SignIn: s}, view.Options{
		Profile: text.Clean(a.box.Location.Name()), Where: text.Clean(a.box.Location.Where()), Why: why,
		Remote: OverSSH(a.options.Getenv), Unasked: with == nil,
	}), nil
}

// OverSSH tells whether a browser that is opened here is out of sight.
func OverSSH(getenv func(string) string) bool {
	return getenv("SSH_CONNECTION") != "" && getenv("DISPLAY") == "" && getenv("WAYLAND_DISPLAY") == ""
}

// signIn is the sign-in that the tokens come from; ok is false where they come
// from elsewhere.
func (a *App) signIn() (source *signin.Source, ok bool) {
	source, ok = a.box.Connection.Tokens.(*signin.Source)
	return source, ok
}

// signInNeeded says why the service refuses who is signed in, and brings the
// box in which that can be changed, where the tokens come from a sign-in.
func (a *App) signInNeeded() views.SignInNeeded {
	why := text.Literal("the service no longer accepts who you are.")
	source, ok := a.signIn()
	if !ok {
		return views.SignInNeeded{Reason: why}
	}
	switch err := source.Refused(); {
	case errors.Is(err, signin.ErrNoSession):
		why = text.Literal("nobody is signed in.")
	case err != nil:
		why = text.Clean(err.Error() + ".")
	}
	box, err := a.signInBox(why, nil)
	if err != nil {
		a.logf("%v", err)
		return views.SignInNeeded{Reason: why}
	}
	return views.SignInNeeded{Reason: why, Box: box}
}

// signsInForRights tells whether the profile is of a service that is asked for
// some rights apart, by a sign-in of this program.
func (a *App) signsInForRights() bool {
	_, signs := a.signIn()
	return signs && (a.public() || a.box.Others != "")
}

// public says that the service speaks the microsoft dialect, in which each
// right is asked for by itself.
func (a *App) public() bool { return a.box.Connection.Dialect == api.Microsoft }

// rights are what the sign-in gives; where tokens come from elsewhere nobody
// knows, and the service says.
func (a *App) rights() bridge.Rights {
	rights := bridge.Rights{Mailbox: a.box.Others, ByAdministrator: a.public()}
	if !a.public() && a.box.Others == "" {
		return rights
	}
	login := "daybook login --profile " + ShellWord(a.box.Location.Name())
	rights.Lacks = func(tier string) bool {
		source, ok := a.signIn()
		return ok && (a.public() || tier == signin.SharedTier) && signin.Lacks(source.Granted(), tier)
	}
	rights.Command = func(tier string) string {
		if tier == signin.SharedTier {
			return login + " --mailbox " + ShellWord(a.box.Others)
		}
		return login + " --with " + tier
	}
	return rights
}

// askRight offers to sign in with what a tier needs besides.
func (a *App) askRight(tier string) tea.Cmd {
	return func() tea.Msg {
		box, err := a.signInBox(text.Clean("Sign in once more to ask for "+signin.TierWords(tier)+
			". Most organizations let only an administrator agree to that."), []string{tier})
		if err != nil {
			return views.Notify{Text: text.Clean(err.Error()), Level: views.Failure}
		}
		return views.SignInOffered{Box: box}
	}
}

// ShellWord writes a word so that a shell reads it as one.
func ShellWord(s string) string {
	if strings.ContainsFunc(s, func(r rune) bool { return !strings.ContainsRune(wordRunes, r) }) {
		return "'" + strings.ReplaceAll(s, "'", `'\''`) + "'"
	}
	return s
}

const wordRunes = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789/._-+@%:,"
