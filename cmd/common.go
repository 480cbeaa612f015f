package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"daybook/api"
	"daybook/app"
	"daybook/config"
	"daybook/mailbox"
	"daybook/model"
	"daybook/service"
	"daybook/service/store"
)

// common holds the flags that every command takes, and says what they mean.
type common struct {
	data  string
	now   string
	theme string
	ascii bool

	config  string
	profile string
	sample  bool
	store   string // the URL of a database
	user    string
	mailbox string // somebody else's, by address
}

// folder returns the data folder: --data, or daybook in the XDG data home.
func (c common) folder() (string, error) {
	if c.data != "" {
		return filepath.Abs(c.data)
	}
	if xdg := os.Getenv("XDG_DATA_HOME"); filepath.IsAbs(xdg) {
		return filepath.Join(xdg, "daybook"), nil
	}
	home, err := os.UserHomeDir()
	if err == nil && !filepath.IsAbs(home) {
		err = fmt.Errorf("HOME is %q, which is no whole path", home)
	}
	if err != nil {
		return "", fmt.Errorf("find a place for the mailbox: %w; name one with --data", err)
	}
	return filepath.Join(home, ".local", "share", "daybook"), nil
}

// clock returns the time source: the system's, or one that stands still.
func (c common) clock() (func() time.Time, error) {
	if c.now == "" {
		return time.Now, nil
	}
	t, err := time.Parse(time.RFC3339, c.now)
	if err != nil {
		return nil, fmt.Errorf("--now wants a time such as 2026-10-22T09:50:00Z, not %q", c.now)
	}
	return func() time.Time { return t }, nil
}

// errNoFile says that the file that was named is not there.
var errNoFile = errors.New("it is not there; \"daybook config init\" makes one")

// settings reads the configuration. A file that was named has to be there.
func (c common) settings() (*config.File, error) {
	path, err := config.Path(c.config, os.Getenv)
	if err != nil {
		return nil, err
	}
	file, err := config.Load(path, app.Known(os.Getenv))
	if err == nil && !file.Exists && (c.config != "" || os.Getenv("DAYBOOK_CONFIG") != "") {
		err = fmt.Errorf("read the configuration %s: %w", path, errNoFile)
	}
	var mistakes config.Problems
	if errors.As(err, &mistakes) {
		err = fmt.Errorf("the configuration has mistakes:\n%w", err)
	}
	return file, err
}

// profileName is the profile that was asked for, empty for the default.
// --store names a mailbox beside those of the profiles.
func (c common) profileName() string {
	if c.store != "" {
		return c.profile
	}
	return cmp.Or(c.profile, os.Getenv("DAYBOOK_PROFILE"))
}

// location finds the mailbox that the flags, the environment or the
// configuration name.
func (c common) location() (mailbox.Location, *config.File, error) {
	fail := func(err error) (mailbox.Location, *config.File, error) { return mailbox.Location{}, nil, err }
	data, err := c.folder()
	if err != nil {
		return fail(err)
	}
	file, err := c.settings()
	if err != nil {
		return fail(err)
	}
	if err := c.checkMailbox(); err != nil {
		return fail(err)
	}
	at, err := c.database()
	if err != nil {
		return fail(err)
	}
	name := c.profileName()
	if name == "" && c.data == "" && at == "" && c.user == "" && !c.sample {
		name = file.Default()
	}
	l, err := mailbox.Location{Data: data, Store: at, Sample: c.sample, User: c.user, Mailbox: c.mailbox, Ask: askPassphrase()}.At(file, name)
	if err != nil {
		return fail(err)
	}
	if l.Profile.Remote() && (c.sample || c.user != "") {
		return fail(fmt.Errorf("profile %s is elsewhere: --sample and --user choose a mailbox of this machine; leave them out, or add --profile %s",
			name, mailbox.LocalProfile))
	}
	return l, file, nil
}

// database is the URL of the one that the flag or the environment names; the
// latter is for where neither the flags nor the environment name a profile.
func (c common) database() (string, error) {
	if c.store == "" {
		at := os.Getenv("DAYBOOK_STORE")
		switch {
		case c.profileName() != "" || c.data != "" || c.sample:
			return "", nil
		case at != "" && !store.OnServer(at):
			return "", errors.New("DAYBOOK_STORE is no URL of a database; it looks like postgres://daybook@db.example/daybook")
		}
		return at, nil
	}
	if err := config.CheckStore(c.store); err != nil {
		return "", fmt.Errorf("--store: %w", err)
	}
	if c.profile != "" {
		return "", errors.New("--store and --profile each say where the mailbox is: leave one out")
	}
	return c.store, nil
}

// checkMailbox is an error unless --mailbox is an address, or not given.
func (c common) checkMailbox() error {
	if c.mailbox == "" {
		return nil
	}
	if err := config.CheckMailbox(c.mailbox); err != nil {
		return fmt.Errorf("--mailbox: %w", err)
	}
	return nil
}

// localFolder is the folder of the mailbox of this machine, which may be
// damaged.
func (c common) localFolder() (string, error) {
	l, _, err := c.location()
	if err != nil {
		return "", err
	}
	return l.LocalFolder()
}

// openLocal opens the mailbox of this machine, with the clock of the flags, for
// a command that needs the service itself.
func (c common) openLocal(ctx context.Context, options service.Options) (*mailbox.Local, error) {
	l, _, err := c.location()
	if err != nil {
		return nil, err
	}
	if options.Now, err = c.clock(); err != nil {
		return nil, err
	}
	return l.OpenLocal(ctx, options)
}

// onLocal runs a command on the mailbox of this machine that the flags name.
func (c *common) onLocal(run func(*cobra.Command, *mailbox.Local, []string) error) func(*cobra.Command, []string) error {
	return func(cmd *cobra.Command, args []string) error {
		local, err := c.openLocal(cmd.Context(), service.Options{})
		if err != nil {
			return err
		}
		defer local.Close()
		return run(cmd, local, args)
	}
}

// openClient opens the mailbox that the flags name, for a command that needs
// it once. The caller calls done when it has ended.
func openClient(ctx context.Context, c common) (client *api.Client, done func(), err error) {
	now, err := c.clock()
	if err != nil {
		return nil, nil, err
	}
	l, _, err := c.location()
	if err != nil {
		return nil, nil, err
	}
	box, err := mailbox.Open(ctx, l, service.Options{Now: now}, os.Getenv)
	if err != nil {
		return nil, nil, err
	}
	if client, err = box.Client(now, nil, nil); err != nil {
		return nil, nil, errors.Join(err, box.Close())
	}
	return client, func() { _ = box.Close() }, nil
}

// flagged are the settings given on the command line.
func (c common) flagged() []config.Given {
	var given []config.Given
	if c.theme != "" {
		given = append(given, config.Given{Key: "theme", Value: c.theme, Source: config.Source{What: "flag", Name: "theme"}})
	}
	if c.ascii {
		given = append(given, config.Given{Key: "ascii", Value: "true", Source: config.Source{What: "flag", Name: "ascii"}})
	}
	return given
}

// looks are the settings of the profile that the flags name: theme, glyphs and
// how photos are drawn.
func (c common) looks() (config.Settings, error) {
	l, file, err := c.location()
	if err != nil {
		return config.Settings{}, err
	}
	settings, _, err := file.Resolve(l.Profile.Name, app.Environment(os.Getenv), c.flagged())
	return settings, err
}

// zone is the one that times are read and shown in: the configuration's, the
// mailbox's, the machine's.
func (c common) zone(ctx context.Context, client *api.Client) (*time.Location, error) {
	l, file, err := c.location()
	if err != nil {
		return nil, err
	}
	settings, _, err := file.Resolve(l.Profile.Name, nil, nil)
	if err != nil {
		return nil, err
	}
	name := settings.Zone
	if name == "" {
		if name, err = client.Me().TimeZone(ctx); err != nil && !errors.Is(err, model.ErrAccessDenied) {
			return nil, err
		}
	}
	if zone, err := model.LoadZone(name); name != "" && err == nil {
		return zone, nil
	}
	return localZone(os.Getenv), nil
}

// localZone is the zone of this machine by its IANA name: the interface is
// told names, and "Local" is none. TZ comes first, then what /etc/localtime
// points to, then /etc/timezone; UTC where none of them names a zone.
func localZone(getenv func(string) string) *time.Location {
	names := []string{strings.TrimPrefix(getenv("TZ"), ":")}
	if target, err := os.Readlink("/etc/localtime"); err == nil {
		if _, name, ok := strings.Cut(target, "zoneinfo/"); ok {
			names = append(names, name)
		}
	}
	if b, err := os.ReadFile("/etc/timezone"); err == nil {
		names = append(names, strings.TrimSpace(string(b)))
	}
	for _, name := range names {
		if name == "" {
			continue
		}
		if loc, err := model.LoadZone(name); err == nil {
			return loc
		}
	}
	return time.UTC
}
