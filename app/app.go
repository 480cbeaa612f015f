// Package app is the interactive program: it opens a mailbox, wires client,
// screens and root, and runs one such program after another while the person
// switches profiles.
//
// Invariants: nothing is asked over the network before the first frame. No
// answer for one mailbox reaches the screens of the next.
package app

import (
	"context"
	"crypto/rand"
	"errors"
	mathrand "math/rand/v2"
	"net/http"
	"os"
	"strings"
	"sync"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/api"
	"daybook/app/bridge"
	"daybook/config"
	"daybook/mailbox"
	"daybook/model"
	"daybook/service"
	"daybook/signin"
	"daybook/theme"
	"daybook/ui"
	"daybook/ui/statedir"
	"daybook/views"
	"daybook/widget/text"
)

// Options is what the interactive program is started with.
type Options struct {
	Data    string // the data folder
	Store   string // URL of the database that the mailbox is in, where no profile is named
	User    string // whose mailbox, where there are several
	Sample  bool   // the sample also when there is a mailbox of one's own
	Profile string // of the configuration; empty for the mailbox in the data folder
	Mailbox string // whose mail and calendars, by address; empty for the profile's, or one's own
	Now     func() time.Time
	Random  func() float64 // 0 to 1, for pauses; math/rand when nil
	Zone    *time.Location // of this machine; UTC when nil
	Theme   theme.Options  // what the terminal can show: a theme's name is the settings'
	Getenv  func(string) string
	Config  *config.File   // nil when nothing is configured
	Flags   []config.Given // settings that come before the configuration's
	// Wrap stands between client and service: for tests that delay requests
	// or make them fail.
	Wrap func(http.RoundTripper) http.RoundTripper
	// Network is how services elsewhere are reached, also to sign in to them;
	// nil for the network.
	Network http.RoundTripper
	// Sessions are the tokens of profiles elsewhere, opened already where a
	// person has to be asked; nil for those in the data folder.
	Sessions *signin.Sessions
	// Desktop is the world around the terminal; nil for the one there is.
	Desktop views.Desktop
	Version string // for the report of a crash

	notice text.Text  // said at the start
	limit  *api.Limit // of all clients of services elsewhere, also of a profile that was left
}

// App is the interactive program on one profile, wired: a client of its
// mailbox, the views and their root.
type App struct {
	options   Options
	box       *mailbox.Mailbox
	state     *statedir.Dir
	settings  config.Settings
	effective []config.Effective
	info      mailbox.Info
	env       *views.Env
	desktop   *ui.Desktop
	root      *ui.Guard
	program   *tea.Program
	log       *os.File
	oddities  sync.Map // what was said of replies that were not whole
}

// New opens the mailbox and wires the program, without asking anything
// over the network. Close it when it has ended.
func New(ctx context.Context, o Options) (*App, error) {
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	if o.Config == nil {
		o.Config = &config.File{}
	}
	app := &App{options: o}
	if err := app.start(ctx); err != nil {
		return nil, errors.Join(err, app.Close())
	}
	return app, nil
}

// start opens what the program needs and wires it. What it has opened when it
// fails is Close's.
func (a *App) start(ctx context.Context) error {
	if err := a.openLog(a.options.Data); err != nil {
		return err
	}
	if err := a.open(ctx); err != nil {
		return err
	}
	client, err := a.box.Client(a.options.Now, a.options.Wrap, a.waiting)
	if err != nil {
		return err
	}
	client.Watch(a.watch())
	root, err := a.wire(client)
	if err != nil {
		return err
	}
	a.root = ui.NewGuard(root)
	return nil
}

// open finds the mailbox of the profile, its settings and its state.
func (a *App) open(ctx context.Context) error {
	o := a.options
	at, err := o.location()
	if err != nil {
		return err
	}
	a.settings, a.effective, err = o.Config.Resolve(at.Profile.Name, Environment(o.Getenv), o.Flags)
	if err != nil {
		return err
	}
	a.box, err = mailbox.Open(ctx, at, service.Options{Now: o.Now, Report: a.reported}, o.Getenv)
	if err != nil {
		return err
	}
	if a.state, err = statedir.Open(a.box.Documents()); err != nil {
		return err
	}
	return a.know(ctx)
}

// know learns whose mailbox it is: of one on this machine at once, of another
// from what was learned last.
func (a *App) know(ctx context.Context) error {
	if a.box.Local == nil {
		info, err := mailbox.LoadInfo(a.state)
		if err != nil {
			a.logf("%v", err)
		}
		if info.Me.Address == "" {
			info.Me = a.box.Owner
		}
		info.Others.Address = a.box.Others
		a.info = info
		return nil
	}
	client, err := a.box.Client(a.options.Now, nil, nil)
	if err != nil {
		return err
	}
	if a.info, err = mailbox.ReadInfo(ctx, client, a.box.Others); err != nil {
		return err
	}
	if saved, err := mailbox.LoadInfo(a.state); err == nil && saved == a.info {
		return nil
	}
	return mailbox.SaveInfo(a.state, a.info)
}

// Model is the root, to be run.
func (a *App) Model() tea.Model { return a.root }

// Attach lets what happens outside the program's loop reach it: the client's
// retries.
func (a *App) Attach(p *tea.Program) { a.program = p }

// Close lets go of the mailbox, and of what the desktop was given to show.
func (a *App) Close() error {
	var errs []error
	if a.desktop != nil {
		errs = append(errs, a.desktop.Close())
	}
	if a.box != nil {
		errs = append(errs, a.box.Close())
	}
	if a.state != nil {
		errs = append(errs, a.state.Close())
	}
	if a.log != nil {
		errs = append(errs, a.log.Close())
	}
	return errors.Join(errs...)
}

// infoTime is how long a mailbox is asked what is to be known of it.
const infoTime = 30 * time.Second

// refreshInfo asks a mailbox elsewhere what is to be known of it at the next
// start; nil for one of this machine, which has been asked already.
func (a *App) refreshInfo(client *api.Client) tea.Cmd {
	if a.box.Local != nil {
		return nil
	}
	before, state, others := a.info, a.state, a.box.Others
	return func() tea.Msg {
		ctx, cancel := context.WithTimeout(context.Background(), infoTime)
		defer cancel()
		info, err := mailbox.ReadInfo(ctx, client, others)
		if err == nil && info != before {
			if err = mailbox.SaveInfo(state, info); err == nil {
				return ui.Reopen{}
			}
		}
		if err != nil {
			a.logf("%v", err)
		}
		return nil
	}
}

func (a *App) wire(client *api.Client) (*ui.Model, error) {
	o := a.options
	look := o.Theme
	look.Name, look.ASCII = a.settings.Theme, a.settings.ASCII
	if a.settings.Pictures != "auto" {
		look.Pictures = a.settings.Pictures
	}
	th, err := theme.New(look)
	if err != nil {
		return nil, err
	}
	zone := a.zone()
	if o.Random == nil {
		o.Random = mathrand.Float64
	}
	env := &views.Env{
		Now: o.Now, Zone: func() *time.Location { return zone }, NewID: rand.Text, Random: o.Random, Theme: th, Desktop: o.Desktop, State: a.state,
		Root: &views.Root{},
	}
	if env.Desktop == nil {
		a.desktop = ui.NewDesktop(o.Getenv, a.settings.Editor)
		env.Desktop = a.desktop
	}
	if a.signsInForRights() {
		env.AskRight = a.askRight
	}
	a.env = env
	keys := ui.Keymap{Own: a.settings.Keys}
	if said(a.effective, "keys.preset") {
		keys.Preset = a.settings.KeyPreset
	}
	return ui.New(ui.Config{
		Env:        env,
		Tabs:       screens(env, client, bridge.LocalFiles{Home: o.Getenv("HOME")}, a.screenOptions()),
		Account:    a.account(),
		Brief:      a.brief(),
		Remote:     client,
		Keymap:     keys,
		Theme:      look,
		Fixed:      ui.Fixed{Theme: said(a.effective, "theme"), Glyphs: said(a.effective, "ascii")},
		Profiles:   a.profiles(),
		Notice:     a.notice(),
		Background: tea.Batch(a.refreshInfo(client), a.sayWhose()),
		Log:        a.logf,
	}), nil
}

// notice is what is said at the start: why a profile could not be opened, or
// what cannot be written.
func (a *App) notice() text.Text {
	readOnly, unsaved := a.box.ReadOnly(), a.state.InMemory()
	switch {
	case !a.options.notice.Empty():
		return a.options.notice
	case readOnly && unsaved:
		return text.Literal("This mailbox is read-only: nothing can be changed, and letters are lost when you quit")
	case readOnly:
		return text.Literal("This mailbox is read-only: nothing in it can be changed")
	case unsaved:
		return text.Literal("The data folder cannot be written: undo and letters in progress are lost when you quit")
	}
	return text.Text{}
}

// sayWhose tells once what of the screens is somebody else's; nil where nothing
// is.
func (a *App) sayWhose() tea.Cmd {
	if a.box.Others == "" {
		return nil
	}
	return views.Send(views.Notify{Text: text.Concat(text.Literal("Mail and calendars are "), text.Clean(a.box.Others),
		text.Literal("'s; all else is yours"))})
}

// account says which profile and whose mailbox is open, and that it is a
// sample when it is.
func (a *App) account() text.Text {
	me := a.info.Me.Address
	short, _, _ := strings.Cut(me, "@")
	if a.box.Others != "" {
		me = mailbox.WhoseBy(a.box.Others, short)
	}
	address := text.Clean(me)
	profile := a.box.Location.Profile.Name
	switch {
	case a.box.IsSample() && profile == "" && a.box.Others == "":
		return text.Concat(text.Literal("sample mailbox · "), text.Clean(short))
	case profile == "":
		return address
	case address.Empty():
		return text.Clean(profile)
	}
	return text.Concat(text.Clean(profile), text.Literal(" · "), address)
}

// brief is account where there is no room for it: of somebody else's mailbox
// it still says who reads it. Empty where nothing is to be left out.
func (a *App) brief() text.Text {
	if a.box.Others == "" {
		return text.Text{}
	}
	whose, _, _ := strings.Cut(a.box.Others, "@")
	short, _, _ := strings.Cut(a.info.Me.Address, "@")
	return text.Clean(mailbox.WhoseBy(whose, short))
}

// zone is the one that times are shown in: the settings', the mailbox's, the
// machine's.
func (a *App) zone() *time.Location {
	for _, name := range []string{a.settings.Zone, a.info.Zone} {
		if zone, err := model.LoadZone(name); name != "" && err == nil {
			return zone
		}
	}
	return a.options.Zone
}
