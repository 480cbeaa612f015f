package cmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"daybook/service/store"
)

func newBackup(c *common) *cobra.Command {
	return &cobra.Command{
		Use:   "backup FILE",
		Short: "Write the whole mailbox to one file, while it is in use",
		Long: "backup writes the mailbox of this machine, as it is at one moment, to a file that is\n" +
			"not there yet, and reads it back before it says that it is done. The mailbox may be in\n" +
			"use meanwhile. \"daybook restore FILE\" puts it back. The file is not encrypted.",
		Example: "daybook backup ~/backups/mail-2026-11-22.db",
		Args:    wants(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			dir, err := c.localFolder()
			if err != nil {
				return err
			}
			if err := store.Backup(cmd.Context(), dir, args[0]); err != nil {
				return fmt.Errorf("backup: %w", err)
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s is written, and was read back: it is whole\n", args[0])
			return err
		},
	}
}

func newRestore(c *common) *cobra.Command {
	return &cobra.Command{
		Use:   "restore FILE",
		Short: "Put a backup in the place of the mailbox",
		Long: "restore puts a file of \"daybook backup\" in the place of your mailbox, once it was read\n" +
			"and found whole. The mailbox that is there now is not lost: its folder gets another\n" +
			"name. No daybook may have it open.",
		Example: "daybook restore ~/backups/mail-2026-11-22.db",
		Args:    wants(1, 1),
		RunE: func(cmd *cobra.Command, args []string) error {
			l, _, err := c.location()
			if err != nil {
				return err
			}
			if err := l.RequireLocal(); err != nil {
				return fmt.Errorf("restore: %w", err)
			}
			if l.Server() != "" {
				return errors.New("restore: a backup is put into a folder: leave out --store; a database is put back with PostgreSQL's own pg_restore")
			}
			now, err := c.clock()
			if err != nil {
				return err
			}
			folder := l.OwnFolder()
			if c.sample {
				folder = l.SampleFolder()
			}
			before, err := store.Restore(cmd.Context(), args[0], folder, now())
			if err != nil {
				return fmt.Errorf("restore: %w", err)
			}
			fmt.Fprintf(cmd.OutOrStdout(), "the mailbox is as it was when %s was written\n", args[0])
			if before != "" {
				_, err = fmt.Fprintf(cmd.OutOrStdout(), "what was there before is in %s\n", before)
			}
			return err
		},
	}
}
