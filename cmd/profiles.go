package cmd

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"daybook/config"
	"daybook/signin"
	"daybook/widget/text"
)

func newProfiles(c *common) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "profiles",
		Short: "List the mailboxes that can be opened",
		Long: "profiles lists the sections [profiles.NAME] of the configuration and the mailbox in the\n" +
			"data folder, which is called local. Open one with --profile NAME, or with O in the program.",
		Args: alone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			list, err := c.profiles()
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(cmd.OutOrStdout(), list)
			}
			return printProfiles(cmd.OutOrStdout(), list)
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	return cmd
}

// shownProfile is a row of "daybook profiles".
type shownProfile struct {
	Name    string `json:"name"`
	Where   string `json:"where"`
	Account string `json:"account,omitempty"`
	Mailbox string `json:"mailbox,omitempty"` // somebody else's, that it opens

	whose   string // both of these, in words
	State   string `json:"state"`
	Default bool   `json:"default"`
}

func (c common) profiles() ([]shownProfile, error) {
	opens, file, err := c.place()
	if err != nil {
		return nil, err
	}
	var list []shownProfile
	for _, p := range opens.all(file) {
		getenv := os.Getenv
		if p.name() != opens.name() {
			getenv = withoutToken(getenv) // it is for the one that opens
		}
		state, err := p.signedIn(getenv)
		if err != nil {
			return nil, err
		}
		list = append(list, shownProfile{
			Name: p.name(), Where: p.where(), Account: p.account(), Mailbox: p.others(), whose: p.whose(),
			State: state, Default: p.name() == opens.name(),
		})
	}
	return list, nil
}

// all are the places that can be opened: the configuration's, and before them
// the data folder's own unless a profile has taken its name.
func (p place) all(file *config.File) []place {
	var list []place
	if !slices.Contains(file.Names(), localProfile) {
		own := p
		own.profile = config.Profile{}
		list = append(list, own)
	}
	for _, profile := range file.Profiles {
		list = append(list, place{data: p.data, profile: profile, network: p.network, mailbox: p.mailbox})
	}
	for i := range list {
		if list[i].name() != p.name() {
			list[i].mailbox = "" // it was named for the one that opens
		}
	}
	return list
}

// whose says in a person's words whose mailbox opens, and by whom; empty where
// it is not known.
func (p place) whose() string { return whoseBy(p.others(), p.account()) }

func whoseBy(others, account string) string {
	switch {
	case others == "" || strings.EqualFold(others, account):
		return account
	case account == "":
		return others
	}
	return others + " as " + account
}

// account is whose mailbox it is, as far as that is known without opening it.
func (p place) account() string {
	known := cmp.Or(p.profile.Account, p.profile.User, p.user)
	if known != "" {
		return known
	}
	return lastOwner(p.documents())
}

// documents is where the state of the place is, as it would be opened first.
func (p place) documents() string {
	root := filepath.Join(p.data, stateHouse)
	if p.profile.Name != "" {
		return filepath.Join(root, p.profile.Name)
	}
	if _, err := os.Stat(filepath.Join(p.folder(), ownHouse)); err == nil && !p.sample {
		return filepath.Join(root, ownHouse)
	}
	return filepath.Join(root, sampleHouse)
}

// signedIn says how requests to the place are allowed.
func (p place) signedIn(getenv func(string) string) (string, error) {
	switch {
	case !p.profile.Remote():
		return "on this machine", nil
	case getenv(signin.TokenVariable) != "":
		return "token from $" + signin.TokenVariable, nil
	case p.profile.TokenFile != "":
		return "token from a file", nil
	case len(p.profile.TokenCommand) > 0:
		return "token from a command", nil
	}
	sessions, err := sessionsOf(p, getenv)
	if err != nil {
		return "", err
	}
	names, err := sessions.Profiles()
	if err != nil {
		return "", fmt.Errorf("list who is signed in: %w", err)
	}
	if slices.Contains(names, p.profile.Name) {
		return "signed in", nil
	}
	return "not signed in", nil
}

func printProfiles(out io.Writer, list []shownProfile) error {
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, p := range list {
		mark := " "
		if p.Default {
			mark = "*"
		}
		fmt.Fprintf(w, "%s %s\t%s\t%s\t%s\n", mark, p.Name, text.Clean(p.Where), text.Clean(cmp.Or(p.whose, "-")), p.State)
	}
	return w.Flush()
}
