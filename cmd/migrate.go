package cmd

import (
	"errors"
	"fmt"

	"github.com/spf13/cobra"

	"daybook/service"
)

func newMigrate(c *common) *cobra.Command {
	return &cobra.Command{
		Use:   "migrate",
		Short: "Bring the tables of a database up to this daybook",
		Long: "migrate makes the tables of a new database, and changes those of an older daybook.\n" +
			"Every command does that when it opens the database; this does nothing else, for\n" +
			"who wants it done before the service is started again. Of processes that do it\n" +
			"together one does and the others wait.",
		Example: "daybook migrate --store postgres://daybook@db.example/daybook",
		Args:    alone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			l, _, err := c.location()
			if err != nil {
				return err
			}
			if l.Server() == "" {
				return errors.New("migrate: name the database with --store, or in DAYBOOK_STORE; a mailbox in a folder is brought up to date when it is opened")
			}
			now, err := c.clock()
			if err != nil {
				return err
			}
			s, err := service.Open(l.Server(), service.Options{Now: now})
			if err == nil {
				err = s.Close()
			}
			if err != nil {
				return err
			}
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%s is up to date\n", l.Where())
			return err
		},
	}
}
