package cmd

import (
	"context"
	"errors"
	"os"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"

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
	return Run(ctx, options, func(app *App) error {
		program := tea.NewProgram(app.Model(), tea.WithContext(ctx), tea.WithFPS(fps), tea.WithColorProfile(profile))
		app.Attach(program)
		_, err := program.Run()
		return err
	})
}

// options are what the program is started with. Where the tokens are under a
// passphrase it is asked for, while the terminal is free.
func (c common) options(ctx context.Context, profile colorprofile.Profile) (Options, error) {
	p, file, err := c.place()
	if err != nil {
		return Options{}, err
	}
	now, err := c.clock()
	if err != nil {
		return Options{}, err
	}
	if p.signsIn(os.Getenv) && p.sessions.Vault().Asks() {
		if err := p.sessions.Vault().Unlock(ctx); err != nil {
			return Options{}, err
		}
	}
	p.asker.take() // the terminal is the program's from here on
	return Options{
		Data: p.data, User: p.user, Sample: p.sample, Profile: p.profile.Name, Mailbox: p.mailbox, Now: now, Zone: localZone(os.Getenv),
		Theme:  theme.Options{Dark: true, Profile: profile, Mosaics: theme.DrawsMosaics(os.Getenv)},
		Getenv: os.Getenv, Config: file, Flags: c.flagged(), Sessions: p.sessions,
	}, nil
}
