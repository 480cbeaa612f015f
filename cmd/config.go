package cmd

import (
	"encoding/json"
	"fmt"
	"io"
	"os"
	"strings"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"daybook/app"
	"daybook/config"
	"daybook/mailbox"
	"daybook/ui"
	"daybook/ui/statedir"
	"daybook/widget/text"
)

func newConfig(c *common) *cobra.Command {
	var asJSON bool
	cmd := &cobra.Command{
		Use:   "config",
		Short: "Show every setting, and where its value came from",
		Long: "config shows the settings that hold for a profile: from the defaults, the environment,\n" +
			"what was chosen in the program, the configuration file, the profile's section in it,\n" +
			"and the flags. Each comes before those named earlier.",
		Example: "daybook config\ndaybook config --profile work --json\ndaybook config init",
		Args:    cobra.NoArgs,
		RunE: func(cmd *cobra.Command, _ []string) error {
			shown, err := c.effective()
			if err != nil {
				return err
			}
			if asJSON {
				return printJSON(cmd.OutOrStdout(), shown)
			}
			return shown.print(cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print JSON")
	cmd.AddCommand(newConfigPath(c), newConfigCheck(c), newConfigInit(c))
	return cmd
}

func newConfigPath(c *common) *cobra.Command {
	return &cobra.Command{
		Use: "path", Short: "Print where the configuration file is looked for", Args: alone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			path, err := config.Path(c.config, os.Getenv)
			if err == nil {
				_, err = fmt.Fprintln(cmd.OutOrStdout(), path)
			}
			return err
		},
	}
}

func newConfigCheck(c *common) *cobra.Command {
	return &cobra.Command{
		Use: "check", Short: "Name every mistake in the configuration file",
		Long: "check names every mistake in the configuration file, with line and column, and keys that no\n" +
			"terminal sends; then the exit code is 1. It names too, without that, keys that few terminals\n" +
			"send and keys that two actions have at the same time.",
		Args: alone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			path, err := config.Path(c.config, os.Getenv)
			if err != nil {
				return err
			}
			file, mistakes, doubtful, err := config.Inspect(path, app.Known(os.Getenv))
			if err != nil {
				return err
			}
			if !file.Exists {
				if _, err := c.settings(); err != nil { // one that was named has to be there
					return err
				}
			}
			for _, p := range doubtful {
				if _, err := fmt.Fprintln(cmd.OutOrStdout(), p); err != nil {
					return err
				}
			}
			if len(mistakes) > 0 {
				return fmt.Errorf("the configuration has mistakes:\n%w", mistakes)
			}
			says := "no mistakes"
			switch {
			case !file.Exists:
				says = "it is not there: every setting has its default"
			case len(doubtful) > 0:
				says = "no mistakes beside what is named above"
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s: %s\n", file.Path, says)
			return err
		},
	}
}

func newConfigInit(c *common) *cobra.Command {
	return &cobra.Command{
		Use: "init", Short: "Write a configuration file with every key explained, where none is", Args: alone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			path, err := config.Path(c.config, os.Getenv)
			if err != nil {
				return err
			}
			if err := config.Create(path); err != nil {
				return fmt.Errorf("write the configuration: %w", err)
			}
			_, err = fmt.Fprintln(cmd.OutOrStdout(), path)
			return err
		},
	}
}

// shownConfig is the answer of "daybook config".
type shownConfig struct {
	File     string         `json:"file"`
	Exists   bool           `json:"exists"`
	Profile  string         `json:"profile"`
	Settings []shownSetting `json:"settings"`
}

type shownSetting struct {
	Key   string `json:"key"`
	Value string `json:"value"`
	From  string `json:"from"` // "default", "file", "profile", "environment", "flag", "program", "mailbox"
	Name  string `json:"name,omitempty"`
	Line  int    `json:"line,omitempty"`

	source config.Source
}

// effective settles the settings as the program would.
func (c common) effective() (shownConfig, error) {
	l, file, err := c.location()
	if err != nil {
		return shownConfig{}, err
	}
	under, err := chosen(l)
	if err != nil {
		return shownConfig{}, err
	}
	_, all, err := file.Resolve(l.Profile.Name, append(app.Environment(os.Getenv), under...), c.flagged())
	if err != nil {
		return shownConfig{}, err
	}
	out := shownConfig{File: file.Path, Exists: file.Exists, Profile: l.Name()}
	for _, e := range all {
		if e.Value == "" && (e.Key == "time_zone" || e.Key == "working_hours") {
			e.Source = config.Source{What: "mailbox"}
		}
		out.Settings = append(out.Settings, shownSetting{e.Key, e.Value, e.Source.What, e.Source.Name, e.Source.Line, e.Source})
	}
	return out, nil
}

// chosen is the look and the key preset that were chosen in the program.
func chosen(l mailbox.Location) ([]config.Given, error) {
	documents := mailbox.DocumentsOf(l.Documents(), l.Others())
	if _, err := os.Stat(documents); err != nil {
		return nil, nil // never opened
	}
	state, err := statedir.Open(documents)
	if err != nil {
		return nil, err
	}
	choices, err := ui.Chosen(state)
	if err != nil {
		return nil, fmt.Errorf("read what was chosen in the program: %w", err)
	}
	var given []config.Given
	for key, value := range map[string]string{"theme": choices.Theme, "ascii": choices.ASCII, "keys.preset": choices.Preset} {
		if value != "" {
			given = append(given, config.Given{Key: key, Value: value, Source: config.Source{What: "program"}})
		}
	}
	return given, nil
}

// print writes a line for each setting, aligned.
func (s shownConfig) print(out io.Writer) error {
	state := ""
	if !s.Exists {
		state = " (not there)"
	}
	fmt.Fprintf(out, "%s%s, profile %s\n\n", s.File, state, s.Profile)
	w := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	for _, e := range s.Settings {
		value := strings.ReplaceAll(e.Value, "\n", " / ")
		if value == "" {
			value = "-"
		}
		fmt.Fprintf(w, "%s\t%s\t%s\n", e.Key, text.Clean(value).Truncate(60, text.Literal("...")), e.source)
	}
	return w.Flush()
}

func printJSON(out io.Writer, v any) error {
	enc := json.NewEncoder(out)
	enc.SetIndent("", "  ")
	enc.SetEscapeHTML(false)
	return enc.Encode(v)
}
