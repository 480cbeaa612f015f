package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"daybook/mailbox"
	"daybook/service"
	"daybook/service/ingest"
	"daybook/service/store"
)

func newCheck(c *common) *cobra.Command {
	var repair bool
	cmd := &cobra.Command{
		Use:   "check",
		Short: "Look whether the mailbox's file is whole, and mend what does not belong together",
		Long: "check reads the whole mailbox of this machine and changes nothing: the pages of its\n" +
			"file, the checksums of bodies, original bytes, attachments and files, and whether what\n" +
			"belongs together is there and is counted rightly. It exits with 1 when something is\n" +
			"wrong, and says what. With --repair it writes a backup beside the mailbox, mends what\n" +
			"can be mended, such as counts and rows that belong to nothing, and says what it did.\n" +
			"Nothing mends damaged pages and wrong bytes: that is for a backup, or \"daybook recover\".\n" +
			"The mailbox may be in use.",
		Example: "daybook check\ndaybook check --repair",
		Args:    alone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			if c.user != "" {
				return errors.New("check reads the mailboxes of everybody in the data folder: leave --user out")
			}
			now, err := c.clock()
			if err != nil {
				return err
			}
			if _, err := c.looks(); err != nil {
				return err
			}
			dir, err := c.localFolder()
			if err != nil {
				return err
			}
			out := cmd.OutOrStdout()
			if repair {
				if err := repairStore(cmd.Context(), dir, now, out); err != nil {
					return err
				}
			}
			found, err := store.Check(cmd.Context(), dir)
			if err != nil {
				return fmt.Errorf("check: %w", err)
			}
			if len(found.Wrong) == 0 {
				_, err = fmt.Fprintf(out, "%s is whole: %d messages\n", dir, found.Messages)
				return err
			}
			for _, w := range found.Wrong {
				fmt.Fprintln(out, w)
			}
			mend := "mend what can be mended with \"daybook check --repair\", "
			if repair {
				mend = ""
			}
			return fmt.Errorf("%s is damaged (%d findings): %sput a backup back with \"daybook restore FILE\", or save what can be read with \"daybook recover FOLDER\"",
				dir, len(found.Wrong), mend)
		},
	}
	cmd.Flags().BoolVar(&repair, "repair", false, "mend what can be mended, after a backup")
	return cmd
}

// repairStore mends a store and says what it did; what is left is for the check
// after it to say.
func repairStore(ctx context.Context, dir string, now func() time.Time, out io.Writer) error {
	backup := dir + "-before-repair-" + now().UTC().Format("20060102-150405") + ".db"
	done, err := store.Repair(ctx, dir, backup, store.Options{Now: now, Areas: service.Areas()})
	if err != nil && !errors.Is(err, store.ErrPages) {
		return fmt.Errorf("repair: %w", err)
	}
	for _, m := range done.Mended {
		fmt.Fprintln(out, "mended:", m)
	}
	if len(done.Mended) > 0 {
		fmt.Fprintf(out, "what was there before is in %s: \"daybook restore\" puts it back\n", backup)
	} else {
		fmt.Fprintln(out, "nothing was there to be mended")
	}
	return nil
}

func newReindex(c *common) *cobra.Command {
	return &cobra.Command{
		Use:   "reindex",
		Short: "Make the text index anew, by which mail and people are searched",
		Long: "reindex puts the text index aside, whatever is in it, and makes it anew from the\n" +
			"messages. The mailbox may be in use: searches find what is indexed so far, the newest\n" +
			"first, and say how much that is. It can be ended at any moment; whoever has the\n" +
			"mailbox open goes on with it, and so does the same command.",
		Args: alone,
		RunE: c.onLocal(func(cmd *cobra.Command, local *mailbox.Local, _ []string) error {
			look, err := c.looks()
			if err != nil {
				return err
			}
			bar, err := newProgressLine(cmd.ErrOrStderr(), look.ASCII)
			if err != nil {
				return err
			}
			messages := 0
			again, err := local.Store().Reindex(cmd.Context(), func(done, all int) {
				messages = all
				bar.show(ingest.Progress{Bytes: int64(done), TotalBytes: int64(all), Imported: done})
			})
			bar.end()
			if errors.Is(err, context.Canceled) {
				return errors.New("stopped: start it again to go on with it")
			}
			if err != nil {
				return err
			}
			how := "is made anew"
			if again {
				how = "that was begun before is whole"
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "the text index %s: %s\n", how, counted(messages, "messages"))
			return err
		}),
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
