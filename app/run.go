package app

import (
	"context"
	"errors"
	"fmt"

	"daybook/api"
	"daybook/mailbox"
	"daybook/model"
	"daybook/service"
	"daybook/signin"
	"daybook/ui"
	"daybook/widget/text"
)

// Run opens a profile, and another whenever the person switches, until the
// program is left. Show runs one App to its end. A profile that cannot be
// opened leads back to the one before, with the reason on its status line.
func Run(ctx context.Context, o Options, show func(*App) error) error {
	o.limit = api.NewLimit()
	first, before := o, o
	for {
		app, err := New(ctx, o)
		if err != nil {
			if before.Profile == o.Profile {
				return err
			}
			before.notice = text.Clean(fmt.Sprintf("Could not open %s: %v", o.Profile, err))
			o = before
			continue
		}
		err = show(app)
		if crash := app.Crashed(); crash != nil {
			err = crash
		}
		next, again := app.Next()
		if err = errors.Join(err, app.Close()); err != nil || !again {
			return err
		}
		before, o = o, first.switched(next)
	}
}

// switched are the options for another profile. Whose mailbox the flags chose
// holds for the profile that they were given with, and so does the token in
// the environment: it must not reach another profile's service.
func (o Options) switched(name string) Options {
	if name == mailbox.LocalProfile && (o.Config == nil || !o.Config.Has(name)) {
		name = ""
	}
	if name != o.Profile {
		o.User, o.Mailbox, o.Sample, o.Getenv = "", "", false, mailbox.WithoutToken(o.Getenv)
	}
	o.Profile = name
	return o
}

// location is where the mailbox is that the options name.
func (o Options) location() (mailbox.Location, error) {
	l := mailbox.Location{Data: o.Data, Store: o.Store, User: o.User, Mailbox: o.Mailbox, Sample: o.Sample, Sessions: o.Sessions, Network: o.Network, Limit: o.limit}
	return l.At(o.Config, o.Profile)
}

// Next is the profile that the person switched to; again is false when the
// program is to end.
func (a *App) Next() (profile string, again bool) { return a.root.Next() }

// profiles are those to switch between, with the unread mail of each.
func (a *App) profiles() ui.Profiles {
	p := ui.Profiles{Current: a.box.Location.Name(), Unread: a.unread, Every: 3 * a.settings.Refresh}
	for _, at := range a.listed().All(a.options.Config) {
		if at.Profile.Name == "" && at.Name() != p.Current && !at.HasOwn() {
			continue // nothing but the sample, which was not asked for
		}
		detail := text.Clean(at.Where())
		if who := at.Whose(); who != "" {
			detail = text.Clean(who)
		}
		p.All = append(p.All, ui.Profile{Name: at.Name(), Detail: detail})
	}
	return p
}

// listed is the open mailbox as the list of profiles has it: whom the flags
// chose is of no other.
func (a *App) listed() mailbox.Location {
	open := a.box.Location
	return mailbox.Location{Data: a.options.Data, Store: a.options.Store, Profile: open.Profile, Mailbox: open.Mailbox}
}

// unread asks the mailbox of another profile, by a client of its own.
func (a *App) unread(ctx context.Context, name string) ui.Unread {
	box, err := a.beside(ctx, name)
	if err != nil {
		return trouble(err)
	}
	defer func() { _ = box.Close() }()
	client, err := box.Client(a.options.Now, nil, nil)
	if err != nil {
		return trouble(err)
	}
	inbox, err := client.Me().MailFolder("inbox").Get(ctx, api.Select("unreadItemCount"))
	if err != nil {
		return trouble(err)
	}
	return ui.Unread{Count: inbox.UnreadItemCount}
}

// errEmpty says that a profile has no mailbox yet.
var errEmpty = errors.New("there is no mailbox yet")

// beside opens another profile's mailbox while this one is open.
func (a *App) beside(ctx context.Context, name string) (*mailbox.Mailbox, error) {
	o := a.options.switched(name)
	at, err := o.location()
	if err != nil {
		return nil, err
	}
	if !at.Exists() {
		return nil, errEmpty
	}
	return mailbox.Open(ctx, at, service.Options{Now: o.Now, Report: mailbox.ReportTo(a.logf)}, o.Getenv)
}

// trouble is why the unread mail is not known, in a word or two.
func trouble(err error) ui.Unread {
	switch {
	case errors.Is(err, errEmpty):
		return ui.Unread{Trouble: text.Literal("empty")}
	case errors.Is(err, signin.ErrNoSession), errors.Is(err, model.ErrUnauthorized), errors.Is(err, signin.ErrSetup):
		return ui.Unread{Trouble: text.Literal("sign in")}
	case errors.Is(err, model.ErrAccessDenied), errors.Is(err, model.ErrNotFound): // there, and not for this person
		return ui.Unread{Trouble: text.Literal("no access")}
	}
	return ui.Unread{Trouble: text.Literal("offline")}
}
