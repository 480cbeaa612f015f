package cmd

import (
	"cmp"
	"fmt"
	"io"
	"os"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"daybook/mailbox"
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
	opens, file, err := c.location()
	if err != nil {
		return nil, err
	}
	var list []shownProfile
	for _, l := range opens.All(file) {
		opened := l.Name() == opens.Name()
		getenv := os.Getenv
		if !opened {
			getenv = mailbox.WithoutToken(getenv) // it is for the one that opens
		}
		state := l.TokenOrigin(getenv)
		if state == mailbox.FromSignIn {
			if state, err = signedIn(l, getenv); err != nil {
				return nil, err
			}
		}
		list = append(list, shownProfile{
			Name: l.Name(), Where: l.Where(), Account: l.Account(), Mailbox: l.Others(), whose: l.Whose(), State: state, Default: opened,
		})
	}
	return list, nil
}

func signedIn(l mailbox.Location, getenv func(string) string) (string, error) {
	is, err := l.SignedIn(getenv)
	if is {
		return "signed in", err
	}
	return "not signed in", err
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
