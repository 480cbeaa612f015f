package cmd

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"net/url"
	"os"
	"strings"

	"github.com/charmbracelet/x/term"
	"github.com/spf13/cobra"

	"daybook/config"
	"daybook/signin"
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
	flags.StringVar(&f.profile.ClientID, "client-id", "", "the application that signs in, where the service does not know daybook")
	flags.StringVar(&f.profile.Tenant, "tenant", "", "the organization's id or domain, at Microsoft")
	flags.StringVar(&f.profile.Cloud, "cloud", "", "which Microsoft 365, for a new profile: "+strings.Join(config.Clouds(), ", "))
	flags.StringVar(&f.profile.Authority, "authority", "", "where one signs in to Microsoft 365, if it is in none of these clouds")
	flags.StringSliceVar(&f.with, "with", nil, "what more is asked of Microsoft 365: "+strings.Join(signin.OptionalNames(), ","))
	flags.BoolVar(&f.choose, "select-account", false, "choose the account anew, whoever the browser knows")
	flags.StringVar(&f.command, "passphrase-command", "", "a command that prints the passphrase for the tokens, where there is no keyring")
	flags.BoolVar(&f.device, "device", false, "sign in by a code that is typed on another device")
	c.mailboxFlag(cmd)
	complete(cmd, "provider", config.Providers)
	complete(cmd, "cloud", config.Clouds)
	complete(cmd, "with", signin.OptionalNames)
	return cmd
}

func login(ctx context.Context, c common, f loginFlags, out io.Writer) error {
	if c.mailbox != "" {
		if err := config.CheckMailbox(c.mailbox); err != nil {
			return fmt.Errorf("--mailbox: %w", err)
		}
	}
	p, fresh, path, err := c.loginPlace(f.profile)
	if err != nil {
		return err
	}
	now, err := c.clock()
	if err != nil {
		return err
	}
	s, err := newSigningIn(p, now)
	if err != nil {
		return err
	}
	s.with, s.selectAccount = f.with, f.choose
	if f.with != nil && p.profile.Provider != signin.NameMicrosoft {
		return errors.New("--with is for Microsoft 365: other services are asked for everything at once")
	}
	if p.profile.Provider == signin.NameMicrosoft { // a mistake in what was given, before anybody is asked for a passphrase
		if _, err := signin.Microsoft(signin.Directory{Tenant: p.profile.Tenant, Cloud: p.profile.Cloud, Authority: p.profile.Authority, With: f.with}); err != nil {
			return err
		}
	}
	if err := s.sessions.Vault().Unlock(ctx); err != nil { // before the person has gone to the browser for nothing
		return err
	}
	account, err := c.signInNow(ctx, s, f.device, now, out)
	if needs, ok := errors.AsType[*view.NeedsApproval](err); ok {
		fmt.Fprintf(out, "\n%s\n", needs.Consent.Letter())
	}
	if err != nil {
		return err
	}
	fmt.Fprintf(out, "Signed in to %s as %s.\n", p.where(), text.Clean(account))
	if fresh {
		p.profile.Account = account
		if err := config.AddProfile(path, p.profile); err != nil {
			return fmt.Errorf("the sign-in is kept, and the profile is not: %w", err)
		}
		fmt.Fprintf(out, "Profile %s is in %s now.\n", p.name(), path)
	}
	fmt.Fprintf(out, "Open it:  daybook --profile %s\n", shellWord(p.name()))
	return nil
}

// loginPlace is the profile to sign in to: one of the configuration, or a new
// one of what the flags say.
func (c common) loginPlace(flags config.Profile) (p place, fresh bool, path string, err error) {
	fail := func(err error) (place, bool, string, error) { return place{}, false, "", err }
	data, err := c.folder()
	if err != nil {
		return fail(err)
	}
	if path, err = config.Path(c.config, os.Getenv); err != nil {
		return fail(err)
	}
	file, err := config.Load(path, known(os.Getenv))
	if err != nil {
		return fail(err)
	}
	flags.Name = cmp.Or(c.profile, os.Getenv("DAYBOOK_PROFILE"), nameFor(flags), file.Default())
	if flags.Name == "" {
		return fail(errors.New("say what to sign in to: --profile NAME for one of the configuration, or --base-url https://… for a new one"))
	}
	p, err = place{data: data, mailbox: c.mailbox, asker: &asker{}}.with(file, flags.Name)
	switch {
	case err == nil && !p.profile.Remote() && !newService(flags):
		return fail(fmt.Errorf("profile %s is a mailbox of this machine, which needs no signing in", p.name()))
	case err == nil && p.profile.Name != "":
		return p, false, path, contradicts(p.profile, flags)
	case err != nil && !errors.Is(err, config.ErrNoProfile):
		return fail(err)
	case !newService(flags):
		return fail(fmt.Errorf("%w; for a new one say where it is, with --base-url https://… or --provider microsoft", err))
	}
	if err := config.CheckName(flags.Name); err != nil {
		return fail(err)
	}
	flags.Mailbox = c.mailbox
	p = place{data: data, profile: flags, asker: &asker{}}
	p.profile.PassphraseCommand = passphraseFor(file, flags)
	return p, true, path, nil
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
func (c common) signInNow(ctx context.Context, s *signingIn, device bool, now clockFunc, out io.Writer) (string, error) {
	way, remote := view.Browser, overSSH(os.Getenv)
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

// overSSH tells whether a browser that is opened here is out of sight.
func overSSH(getenv func(string) string) bool {
	return getenv("SSH_CONNECTION") != "" && getenv("DISPLAY") == "" && getenv("WAYLAND_DISPLAY") == ""
}
