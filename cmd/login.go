package cmd

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"
	"time"

	tea "charm.land/bubbletea/v2"
	"github.com/charmbracelet/colorprofile"
	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"daybook/app"
	"daybook/app/bridge"
	"daybook/config"
	"daybook/mailbox"
	"daybook/signin"
	"daybook/theme"
	"daybook/ui"
	"daybook/views"
	view "daybook/views/signin"
	"daybook/widget/text"
)

// loginFlags say what to sign in to where the configuration does not yet.
type loginFlags struct {
	profile config.Profile
	command string // passphrase_command, as one text
	device  bool
	with    []string // what more is asked for; nil for what was the last time
	choose  bool     // the account anew
}

func newLogin(c *common) *cobra.Command {
	var f loginFlags
	cmd := &cobra.Command{
		Use:   "login",
		Short: "Sign in to a mailbox elsewhere",
		Long: "login signs in to a service with the browser, or with --device by a code that is\n" +
			"typed on any device, and adds the profile to the configuration if it is new. The\n" +
			"tokens are kept encrypted, with a key in the system's keyring or under a passphrase.\n\n" +
			"Microsoft 365 is asked for mail, calendar, contacts, settings and photos. --with asks\n" +
			"for more, which mostly needs an administrator: " + strings.Join(signin.OptionalNames(), ", ") + ". It is asked for\n" +
			"again later too; --with \"\" goes back. --mailbox asks for what others share with you.",
		Example: "daybook login --profile work --base-url https://mail.example\n" +
			"daybook login --profile work --device\n" +
			"daybook login --profile office --provider microsoft --client-id ID --tenant contoso.example\n" +
			"daybook login --profile office --with groups,directory",
		Args: alone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			f.profile.PassphraseCommand = strings.Fields(f.command)
			if cmd.Flags().Changed("with") && f.with == nil {
				f.with = []string{}
			}
			return login(cmd.Context(), *c, f, cmd.OutOrStdout())
		},
	}
	flags := cmd.Flags()
	flags.StringVar(&f.profile.BaseURL, "base-url", "", "the service's address, for a new profile")
	flags.StringVar(&f.profile.Provider, "provider", "", "whose service it is, for a new profile: daybook or microsoft")
	flags.StringVar(&f.profile.ClientID, "client-id", "",
		"the application that signs in, where the service does not know daybook")
	flags.StringVar(&f.profile.Tenant, "tenant", "", "the organization's id or domain, at Microsoft")
	flags.StringVar(&f.profile.Cloud, "cloud", "",
		"which Microsoft 365, for a new profile: "+strings.Join(config.Clouds(), ", "))
	flags.StringVar(&f.profile.Authority, "authority", "",
		"where one signs in to Microsoft 365, if it is in none of these clouds")
	flags.StringSliceVar(&f.with, "with", nil,
		"what more is asked of Microsoft 365: "+strings.Join(signin.OptionalNames(), ","))
	flags.BoolVar(&f.choose, "select-account", false, "choose the account anew, whoever the browser knows")
	flags.StringVar(&f.command, "passphrase-command", "",
		"a command that prints the passphrase for the tokens, where there is no keyring")
	flags.BoolVar(&f.device, "device", false, "sign in by a code that is typed on another device")
	c.mailboxFlag(cmd)
	complete(cmd, "provider", config.Providers)
	complete(cmd, "cloud", config.Clouds)
	complete(cmd, "with", signin.OptionalNames)
	return cmd
}

func login(ctx context.Context, c common, f loginFlags, out io.Writer) error {
	l, fresh, path, err := c.loginLocation(f.profile)
	if err != nil {
		return err
	}
	now, err := c.clock()
	if err != nil {
		return err
	}
	s, err := mailbox.NewSignIn(l, now, os.Getenv)
	if err != nil {
		return err
	}
	s.With, s.SelectAccount = f.with, f.choose
	if err := checkSettings(l.Profile, f.with); err != nil { // before anybody is asked for a passphrase
		return err
	}
	if err := s.Sessions.Vault().Unlock(ctx); err != nil { // before the person has gone to the browser for nothing
		return err
	}
	account, err := c.signInNow(ctx, s, f.device, now, out)
	if needs, ok := errors.AsType[*view.NeedsApproval](err); ok {
		fmt.Fprintf(out, "\n%s\n", needs.Consent.Letter())
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Signed in to %s as %s.\n", l.Where(), text.Clean(account))
	if fresh {
		l.Profile.Account = account
		if err := config.AddProfile(path, l.Profile); err != nil {
			return fmt.Errorf("the sign-in is kept, and the profile is not: %w", err)
		}
		fmt.Fprintf(out, "Profile %s is in %s now.\n", l.Name(), path)
	}
	fmt.Fprintf(out, "Open it:  daybook --profile %s\n", app.ShellWord(l.Name()))
	return nil
}

// checkSettings finds what keeps a profile from being signed in to, as far as
// that is known without asking its service.
func checkSettings(p config.Profile, with []string) error {
	if p.Provider != signin.NameMicrosoft {
		if with != nil {
			return errors.New("--with is for Microsoft 365: other services are asked for everything at once")
		}
		return nil
	}
	provider, err := signin.Microsoft(signin.Directory{Tenant: p.Tenant, ClientID: p.ClientID, Cloud: p.Cloud, Authority: p.Authority, With: with})
	if err == nil {
		err = provider.Check()
	}
	if err == nil && p.BaseURL != "" {
		_, err = provider.At(p.BaseURL)
	}
	return err
}

// loginLocation is the profile to sign in to: one of the configuration, or a
// new one of what the flags say.
func (c common) loginLocation(flags config.Profile) (l mailbox.Location, fresh bool, path string, err error) {
	fail := func(err error) (mailbox.Location, bool, string, error) { return mailbox.Location{}, false, "", err }
	if err := c.checkMailbox(); err != nil {
		return fail(err)
	}
	if key, err := flags.CheckTexts(); err != nil {
		return fail(fmt.Errorf("--%s: %w", strings.ReplaceAll(key, "_", "-"), err))
	}
	data, err := c.folder()
	if err != nil {
		return fail(err)
	}
	if path, err = config.Path(c.config, os.Getenv); err != nil {
		return fail(err)
	}
	file, err := config.Load(path, app.Known(os.Getenv))
	if err != nil {
		return fail(err)
	}
	flags.Name = cmp.Or(c.profileName(), nameFor(flags), file.Default())
	if flags.Name == "" {
		return fail(errors.New("say what to sign in to: --profile NAME for one of the configuration, or --base-url https://… for a new one"))
	}
	at := mailbox.Location{Data: data, Mailbox: c.mailbox, Ask: askPassphrase()}
	l, err = at.At(file, flags.Name)
	switch {
	case err == nil && !l.Profile.Remote() && l.Profile.Name == "" && newService(flags):
		return fail(fmt.Errorf("--profile %s is the mailbox in the data folder: choose another name for one elsewhere", flags.Name))
	case err == nil && !l.Profile.Remote() && !newService(flags):
		return fail(fmt.Errorf("profile %s is a mailbox of this machine, which needs no signing in", l.Name()))
	case err == nil:
		return l, false, path, contradicts(l.Profile, flags)
	case !errors.Is(err, config.ErrNoProfile):
		return fail(err)
	case !newService(flags):
		return fail(fmt.Errorf("%w; for a new one say where it is, with --base-url https://… or --provider microsoft", err))
	}
	if err := config.CheckName(flags.Name); err != nil {
		return fail(err)
	}
	flags.Mailbox = c.mailbox
	flags.PassphraseCommand = mailbox.PassphraseCommand(file, flags)
	at.Profile, at.Mailbox = flags, ""
	return at, true, path, nil
}

// newService tells whether the flags name a service.
func newService(flags config.Profile) bool {
	return flags.BaseURL != "" || flags.Provider == signin.NameMicrosoft
}

// nameFor is what a new profile is called when nobody says: its host's name,
// or its provider's.
func nameFor(flags config.Profile) string {
	if u, err := url.Parse(flags.BaseURL); err == nil && u.Hostname() != "" {
		return strings.ToLower(strings.ReplaceAll(u.Hostname(), ":", "-"))
	}
	return flags.Provider
}

// contradicts is an error when a flag says otherwise than the profile.
func contradicts(p, flags config.Profile) error {
	for _, d := range []struct{ name, has, says string }{
		{"base-url", p.BaseURL, flags.BaseURL}, {"provider", p.Provider, flags.Provider},
		{"client-id", p.ClientID, flags.ClientID}, {"tenant", p.Tenant, flags.Tenant},
		{"cloud", p.Cloud, flags.Cloud}, {"authority", p.Authority, flags.Authority},
		{"passphrase-command", strings.Join(p.PassphraseCommand, " "), strings.Join(flags.PassphraseCommand, " ")},
	} {
		if d.says != "" && d.says != d.has {
			return fmt.Errorf("profile %s is in the configuration with another %s: leave --%s out, change it there, or choose another --profile", p.Name, strings.ReplaceAll(d.name, "-", "_"), d.name)
		}
	}
	return nil
}

// signInNow shows the box where there is a terminal, and lines elsewhere.
func (c common) signInNow(ctx context.Context, s *mailbox.SignIn, device bool, now func() time.Time,
	out io.Writer) (string, error) {
	way, remote := view.Browser, app.OverSSH(os.Getenv)
	switch {
	case device:
		way = view.Code
	case remote:
		way = view.Ask
	}
	if term.IsTerminal(os.Stdin.Fd()) && term.IsTerminal(os.Stdout.Fd()) {
		return c.loginScreen(ctx, s, way, remote, now)
	}
	if way == view.Ask {
		return "", errors.New("this is a session over SSH, whose browser is elsewhere: sign in with --device")
	}
	return loginLines(ctx, s, way, now, out)
}

// errNotSignedIn says that the person left the box.
var errNotSignedIn = errors.New("not signed in")

// loginScreen shows the box alone.
func (c common) loginScreen(ctx context.Context, s *mailbox.SignIn, way view.Way, remote bool,
	now func() time.Time) (string, error) {
	profile := colorprofile.Detect(os.Stdout, os.Environ())
	look := theme.Options{Name: c.theme, Dark: true, Profile: profile, ASCII: c.ascii}
	if look.Name == "auto" {
		look.Name = ""
	}
	th, err := theme.New(look)
	if err != nil {
		return "", err
	}
	env := views.Env{Now: now, NewID: rand.Text, Theme: th, Desktop: ui.NewDesktop(os.Getenv, "")}
	o := view.Options{Where: text.Clean(s.Location.Where()), Remote: remote, Begin: way}
	if way == view.Ask {
		o.Why = text.Literal("This is a session over SSH: a browser that is opened here is not before you. A code can be typed on any device.")
	}
	screen := &loginModel{box: view.New(env, bridge.SignIn{SignIn: s}, o), theme: th, look: look}
	program := tea.NewProgram(screen, tea.WithContext(ctx), tea.WithColorProfile(profile))
	if _, err := program.Run(); err != nil && !errors.Is(err, tea.ErrProgramKilled) {
		return "", err
	}
	switch {
	case !screen.box.Account().Empty():
		return screen.box.Account().String(), nil
	case screen.box.Err() != nil:
		return "", screen.box.Err()
	case ctx.Err() != nil:
		return "", ctx.Err()
	}
	return "", errNotSignedIn
}

// loginModel is a program of one box.
type loginModel struct {
	box           *view.Model
	theme         *theme.Theme
	look          theme.Options
	width, height int
	left          bool
}

func (m *loginModel) Init() tea.Cmd { return tea.Batch(tea.RequestBackgroundColor, m.box.Init()) }

func (m *loginModel) Update(msg tea.Msg) (tea.Model, tea.Cmd) {
	switch msg := msg.(type) {
	case tea.WindowSizeMsg:
		m.width, m.height = msg.Width, msg.Height
		return m, nil
	case tea.BackgroundColorMsg:
		m.look.Dark = msg.IsDark()
		if th, err := theme.New(m.look); err == nil {
			*m.theme = *th
		}
		return m, nil
	}
	out := m.box.Update(msg)
	if out.Done {
		m.left = true
		return m, tea.Quit
	}
	return m, out.Cmd
}

// View takes the whole screen, so that nothing of the box is left behind when
// the terminal is given back.
func (m *loginModel) View() tea.View {
	v := tea.NewView("")
	v.AltScreen = true
	if m.width > 0 && !m.left {
		v.SetContent(m.box.View(m.width, m.height))
	}
	return v
}

// loginLines signs in where there is no terminal: for scripts and for tests.
func loginLines(ctx context.Context, s *mailbox.SignIn, way view.Way, now func() time.Time,
	out io.Writer) (string, error) {
	a, err := bridge.SignIn{SignIn: s}.Begin(ctx, way)
	if err != nil {
		return "", err
	}
	defer a.Close()
	minutes := int(a.Until.Sub(now()).Round(time.Minute) / time.Minute)
	if way == view.Code {
		fmt.Fprintf(out, "Go to %s and type the code %s\n", text.Clean(a.Address), text.Clean(a.Code))
	} else {
		fmt.Fprintf(out, "Sign in with a browser of this machine:\n%s\n", text.Clean(a.Address))
	}
	fmt.Fprintf(out, "There are %d minutes for it; ctrl+c stops.\n", minutes)
	return a.Wait(ctx)
}
