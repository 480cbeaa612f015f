package cmd

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"

	"daybook/api"
	"daybook/cmd/bridge"
	"daybook/model"
	"daybook/service"
	"daybook/theme"
	"daybook/ui"
	"daybook/ui/statedir"
	"daybook/views"
	"daybook/views/account"
	"daybook/views/compose"
	"daybook/views/contacts"
	"daybook/views/files"
	"daybook/views/finder"
	"daybook/views/inbox"
	"daybook/views/threads"
	"daybook/views/week"
	"daybook/widget/text"
)

// Options is what the interactive program is started with.
type Options struct {
	Data   string // the data folder
	User   string // whose mailbox, where there are several
	Sample bool   // the sample also when there is a mailbox of one's own
	Now    func() time.Time
	Zone   *time.Location // UTC when nil
	Theme  theme.Options
	Getenv func(string) string
	// Wrap stands between client and service: for tests that delay requests
	// or make them fail.
	Wrap func(http.RoundTripper) http.RoundTripper
}

// App is the interactive program, wired: the service in this process, a
// client of it, the views and their root.
type App struct {
	house   *house
	root    *ui.Model
	program *tea.Program
	log     *os.File
}

// NewApp opens the mailbox and wires the program. Close it when it has ended.
func NewApp(ctx context.Context, o Options) (app *App, err error) {
	if o.Zone == nil {
		o.Zone = time.UTC
	}
	app = &App{}
	defer func() {
		if err != nil {
			_ = app.Close()
		}
	}()
	if err := app.openLog(o.Data); err != nil {
		return nil, err
	}
	app.house, err = openHouse(ctx, common{user: o.User, sample: o.Sample}, o.Data, service.Options{Now: o.Now, Report: report(app.logf)})
	if err != nil {
		return nil, err
	}
	client, err := app.house.client(ctx, o.Now, o.Wrap, app.waiting)
	if err != nil {
		return nil, err
	}
	client.Watch(app.watch())
	app.root, err = app.wire(client, o)
	return app, err
}

// Model is the root, to be run.
func (a *App) Model() tea.Model { return a.root }

// Attach lets what happens outside the program's loop reach it: the client's
// retries.
func (a *App) Attach(p *tea.Program) { a.program = p }

// Close lets go of the mailbox.
func (a *App) Close() error {
	var errs []error
	if a.house != nil {
		errs = append(errs, a.house.Close())
	}
	if a.log != nil {
		errs = append(errs, a.log.Close())
	}
	return errors.Join(errs...)
}

// openLog opens the log beside the mailbox; it holds no secret and no mail.
func (a *App) openLog(data string) error {
	if err := os.MkdirAll(data, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(data, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open the log: %w", err)
	}
	a.log = f
	return nil
}

func (a *App) logf(format string, args ...any) {
	fmt.Fprintf(a.log, time.Now().UTC().Format(time.RFC3339)+" "+format+"\n", args...)
}

func (a *App) wire(client *api.Client, o Options) (*ui.Model, error) {
	th, err := theme.New(o.Theme)
	if err != nil {
		return nil, err
	}
	state, err := statedir.Open(filepath.Join(o.Data, stateHouse, filepath.Base(a.house.dir)))
	if err != nil {
		return nil, err
	}
	env := &views.Env{
		Now: o.Now, Zone: func() *time.Location { return o.Zone }, NewID: rand.Text,
		Theme: th, Desktop: ui.NewDesktop(o.Getenv), State: state,
	}
	me := model.EmailAddress{Name: a.house.owner.DisplayName, Address: a.house.owner.Address}
	people := bridge.NewPeople(client, o.Now)
	local := bridge.LocalFiles{Home: o.Getenv("HOME")}
	desk := compose.NewDesk(env, views.Inbox, bridge.NewCompose(client, people), local,
		compose.Options{Self: []string{me.Address}})
	extras := bridge.NewCustom(client)
	calendars := bridge.NewWeek(client, people, local)
	mail := inbox.New(*env, bridge.NewInbox(client, people), inbox.Options{Me: me, Desk: desk, Meetings: calendars, Faces: bridge.NewPortraits(client), Custom: extras, Downloads: downloads(o.Getenv), Home: o.Getenv("HOME")})
	days := week.New(*env, calendars, week.Options{Me: me, Custom: extras})
	talk := threads.New(*env, bridge.NewThreads(client, people), threads.Options{Me: me, Custom: extras, Downloads: downloads(o.Getenv)})
	times := finder.New(*env, bridge.NewFinder(client, env.Zone), finder.Options{Me: me})
	drives := files.New(*env, bridge.NewDrives(client), files.Options{Downloads: downloads(o.Getenv), Local: local})
	cards := contacts.New(*env, bridge.NewContacts(client), contacts.Options{Me: me, Custom: extras})
	own := account.New(*env, bridge.NewAccount(client, a.house.owner.ID), account.Options{Me: me, Files: local})
	return ui.New(ui.Config{
		Env: env,
		Tabs: []ui.Tab{
			{Screen: views.Inbox, Title: "Inbox", Letter: "i", View: mail},
			{Screen: views.Week, Title: "Week", Letter: "w", View: days},
			{Screen: views.People, Title: "People", Letter: "p", View: cards},
			{Screen: views.Groups, Title: "Groups", Letter: "u", View: talk},
			{Screen: views.Finder, Title: "Find a time", Letter: "f", View: times},
			{Screen: views.Files, Title: "Files", Letter: "d", View: drives},
			{Screen: views.Account, Title: "Account", Letter: "a", View: own},
		},
		Account: a.account(),
		Remote:  client,
		Theme:   o.Theme,
		Log:     a.logf,
	}), nil
}

// account says whose mailbox is open, and that it is a sample when it is.
func (a *App) account() text.Text {
	name := text.Clean(a.house.owner.Address)
	if !a.house.sample {
		return name
	}
	short, _, _ := strings.Cut(a.house.owner.Address, "@")
	return text.Concat(text.Literal("sample mailbox · "), text.Clean(short))
}

// downloads is where attachments go: the XDG folder, else the home folder's
// Downloads, else where the program was started.
func downloads(getenv func(string) string) string {
	if dir := getenv("XDG_DOWNLOAD_DIR"); filepath.IsAbs(dir) {
		return dir
	}
	home := getenv("HOME")
	if dir := filepath.Join(home, "Downloads"); home != "" {
		if info, err := os.Stat(dir); err == nil && info.IsDir() {
			return dir
		}
		return home
	}
	return "."
}
