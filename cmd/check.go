package cmd

import (
	"errors"
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"daybook/service"
	"daybook/service/store"
)

func newCheck(c *common) *cobra.Command {
	return &cobra.Command{
		Use:   "check",
		Short: "Look whether the mailbox's file is whole",
		Long: "check reads the whole mailbox of this machine and changes nothing: the pages of its\n" +
			"file, the checksums of bodies, original bytes, attachments and files, and whether what\n" +
			"belongs together is there. It exits with 1 when something is wrong, and says what.",
		Args: alone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if c.user != "" {
				return errors.New("check reads the mailboxes of everybody in the data folder: leave --user out")
			}
			if _, err := c.clock(); err != nil {
				return err
			}
			if _, err := c.looks(); err != nil {
				return err
			}
			dir, err := c.localFolder()
			if err != nil {
				return err
			}
			found, err := store.Check(cmd.Context(), dir)
			if err != nil {
				return fmt.Errorf("check: %w", err)
			}
			out := cmd.OutOrStdout()
			if len(found.Wrong) == 0 {
				_, err = fmt.Fprintf(out, "%s is whole: %d messages\n", dir, found.Messages)
				return err
			}
			for _, w := range found.Wrong {
				fmt.Fprintln(out, w)
			}
			return fmt.Errorf("%s is damaged (%d findings): put a backup back with \"daybook restore FILE\", or save what can be read with \"daybook recover FOLDER\"",
				dir, len(found.Wrong))
		},
	}
}

func newRecover(c *common) *cobra.Command {
	return &cobra.Command{
		Use:   "recover FOLDER",
		Short: "Save what can be read of a damaged mailbox into a new folder",
		Long: "recover reads what can be read of the mailbox of this machine, row by row around the\n" +
			"damage, and makes a whole mailbox of it in a new data folder. The damaged one is left\n" +
			"as it is. Look at the new one with \"daybook --data FOLDER\".",
		Example: "daybook recover ~/saved\ndaybook --data ~/saved",
		Args:    wants(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := c.localFolder()
			if err != nil {
				return err
			}
			saved, err := store.Recover(cmd.Context(), dir, filepath.Join(args[0], filepath.Base(dir)), service.Areas())
			if err != nil {
				return fmt.Errorf("recover: %w", err)
			}
			out := cmd.OutOrStdout()
			for _, t := range saved {
				fmt.Fprintf(out, "%8d  %s%s\n", t.Kept, strings.ReplaceAll(t.Table, "_", " "), losses(t))
			}
			_, err = fmt.Fprintf(out, "look at it with \"daybook --data %s\"\n", args[0])
			return err
		},
	}
}

// losses says what is not as it was in a table that was saved.
func losses(t store.Recovered) string {
	var said []string
	if t.Lost > 0 {
		said = append(said, fmt.Sprintf("%d lost", t.Lost))
	}
	if t.Changed > 0 {
		said = append(said, fmt.Sprintf("%d kept that are not what was written", t.Changed))
	}
	if t.More {
		said = append(said, "others may be lost")
	}
	if len(said) == 0 {
		return ""
	}
	return ": " + strings.Join(said, ", ")
}
