package cmd

import (
	"context"
	"errors"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

	"daybook/app"
	"daybook/mailbox"
	"daybook/theme"
)

// fps is how often the screen can change in a second: at 60 a key waits
// longer for its paint than the program takes for it.
const fps = 120

// runProgram opens the mailbox on the terminal.
func runProgram(ctx context.Context, c common) error {
	if !term.IsTerminal(os.Stdin.Fd()) || !term.IsTerminal(os.Stdout.Fd()) {
		return errors.New("opening the mailbox wants a terminal; for scripts there are commands: see \"daybook --help\"")
	}
	profile := colorprofile.Detect(os.Stdout, os.Environ())
	options, err := c.options(ctx, profile)
	if err != nil {
		return err
	}
	return app.Run(ctx, options, func(a *app.App) error {
		program := tea.NewProgram(a.Model(), tea.WithContext(ctx), tea.WithFPS(fps), tea.WithColorProfile(profile))
		a.Attach(program)
		_, err := program.Run()
		return err
	})
}

// options are what the program is started with. Where the tokens are under a
// passphrase it is asked for, while the terminal is free.
func (c common) options(ctx context.Context, profile colorprofile.Profile) (app.Options, error) {
	l, file, err := c.location()
	if err != nil {
		return app.Options{}, err
	}
	now, err := c.clock()
	if err != nil {
		return app.Options{}, err
	}
	var terminal terminal
	l.Ask = terminal.whileFree(l.Ask)
	if l.Sessions, err = l.OpenSessions(os.Getenv); err != nil {
		return app.Options{}, err
	}
	if l.TokenOrigin(os.Getenv) == mailbox.FromSignIn && l.Sessions.Vault().Asks() {
		if err := l.Sessions.Vault().Unlock(ctx); err != nil {
			return app.Options{}, err
		}
	}
	terminal.take() // it is the program's from here on
	return app.Options{
		Data: l.Data, Store: l.Store, User: l.User, Sample: l.Sample, Profile: l.Profile.Name, Mailbox: l.Mailbox, Now: now, Zone: localZone(os.Getenv),
		Theme:  theme.Options{Dark: true, Profile: profile, Mosaics: theme.DrawsMosaics(os.Getenv)},
		Getenv: os.Getenv, Config: file, Flags: c.flagged(), Sessions: l.Sessions, Version: Version,
	}, nil
}
