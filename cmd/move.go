package cmd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"daybook/app"
	"daybook/config"
	"daybook/internal/filelock"
	"daybook/mailbox"
	"daybook/service"
	"daybook/service/store"
	"daybook/views"
)

func newMove(c *common) *cobra.Command {
	var to string
	var names []string
	var prepare bool
	cmd := &cobra.Command{
		Use:   "move",
		Short: "Copy mailboxes into another store, while both are in use",
		Long: "move copies mailboxes, all or those that are named, into the store of another data\n" +
			"folder, or into a database of PostgreSQL and back: what is in them, who is in groups, the directory, passwords and sign-ins. It\n" +
			"changes nothing here, and no mailbox that is there already. Each is closed there until\n" +
			"all of it was read back and found the same. It can be ended at any moment; the same\n" +
			"command goes on with it.\n\n" +
			"So that nothing is lost while people work: run it with --prepare, which copies and\n" +
			"leaves the copies closed, as often as you like. Then stop \"daybook serve\", run it\n" +
			"without, which brings what came since, and serve from there.",
		Example: "daybook move --to /srv/daybook --prepare\n" +
			"daybook move --to /srv/daybook\n" +
			"daybook move --to postgres://daybook@db.example/daybook\n" +
			"daybook move --to /srv/daybook --mailbox ann@contoso.example --mailbox crew@contoso.example",
		Args: alone,
		RunE: func(cmd *cobra.Command, _ []string) error {
			switch {
			case to == "":
				return errors.New("say where to: --to and a data folder or the URL of a database, as in \"daybook move --to /srv/daybook\"")
			case strings.Contains(to, "://"):
				if err := config.CheckStore(to); err != nil {
					return fmt.Errorf("--to: %w", err)
				}
			case c.user != "":
				return errors.New("move takes the mailboxes that --mailbox names, or all: leave --user out")
			}
			return c.move(cmd, to, names, store.MoveOptions{Prepare: prepare})
		},
	}
	cmd.Flags().StringVar(&to, "to", "", "the data folder of the store that they come into, which is made when it is not there, or the URL of a database")
	cmd.Flags().StringArrayVar(&names, "mailbox", nil, "the address of a mailbox, a person's or a group's; can be given several times (default: all)")
	cmd.Flags().BoolVar(&prepare, "prepare", false, "copy, and leave the copies closed for a later run to open")
	return cmd
}

func (c *common) move(cmd *cobra.Command, to string, names []string, options store.MoveOptions) error {
	ctx, out := cmd.Context(), cmd.OutOrStdout()
	now, err := c.clock()
	if err != nil {
		return err
	}
	look, err := c.looks()
	if err != nil {
		return err
	}
	l, _, err := c.location()
	if err != nil {
		return err
	}
	here := l.Server()
	if here == "" {
		if here, err = l.LocalFolder(); err != nil {
			return err
		}
	} else if c.sample {
		return errors.New("the sample is in a folder: leave out --sample, or --store")
	}
	there, serve, err := destination(to)
	if err != nil {
		return err
	}
	if here == there || sameFolder(here, there) {
		return fmt.Errorf("%s is where the mailboxes are already: name another place", store.Plainly(to))
	}
	open := func(place string) (*store.Store, error) {
		return store.Open(place, store.Options{Now: now, Areas: service.Areas()})
	}
	from, err := open(here)
	if err != nil {
		return err
	}
	defer from.Close()
	list, err := mailboxesToMove(ctx, from, names)
	if err != nil {
		return err
	}
	other, err := open(there)
	if err != nil {
		return err
	}
	defer other.Close()
	unlock, err := lockMove(ctx, other, there)
	if err != nil {
		return err
	}
	defer unlock()
	bar, err := newProgressLine(cmd.ErrOrStderr(), look.ASCII)
	if err != nil {
		return err
	}
	began := now()
	m := mover{from: from, to: other, list: list, options: options, bar: bar, out: out}
	err = m.run(ctx)
	bar.end()
	if errors.Is(err, context.Canceled) {
		return errors.New("stopped: start the same command again to go on with it")
	}
	if err != nil {
		return err
	}
	if len(names) == 0 && !options.Prepare {
		if _, err := store.TakeDirectory(ctx, from, other); err != nil {
			return err
		}
	}
	return m.says(serve, began)
}

// destination is where a store is that mailboxes are moved to, and the command
// that serves from it.
func destination(to string) (place, serve string, err error) {
	if store.OnServer(to) {
		return to, "daybook serve --store " + app.ShellWord(to), nil
	}
	data, err := filepath.Abs(to)
	return mailbox.Location{Data: data}.OwnFolder(), "daybook serve --data " + app.ShellWord(data), err
}

// sameFolder says whether two names lead to one folder.
func sameFolder(a, b string) bool {
	x, err := os.Stat(a)
	if err != nil {
		return false
	}
	y, err := os.Stat(b)
	return err == nil && os.SameFile(x, y)
}

// lockMove keeps a second move out of a store.
func lockMove(ctx context.Context, s *store.Store, place string) (unlock func(), err error) {
	underWay := fmt.Errorf("another \"daybook move\" is under way to %s: let it end first", store.Plainly(place))
	if store.OnServer(place) {
		unlock, free, err := s.LockMove(ctx)
		if err == nil && !free {
			err = underWay
		}
		return unlock, err
	}
	f, err := os.OpenFile(filepath.Join(place, "move.lock"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return nil, err
	}
	free, err := filelock.Try(f)
	if err == nil && !free {
		err = underWay
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return func() { f.Close() }, nil
}

// mailboxesToMove are those that are named, or all: the people's in the order in
// which they were made, then the groups'.
func mailboxesToMove(ctx context.Context, from *store.Store, names []string) (list []store.Mailbox, err error) {
	if len(names) == 0 {
		for _, kind := range []string{store.KindUser, store.KindGroup} {
			of, err := from.Mailboxes(ctx, kind)
			if err != nil {
				return nil, err
			}
			list = append(list, of...)
		}
		if len(list) == 0 {
			return nil, errors.New("there is no mailbox here to be moved")
		}
		return list, nil
	}
	err = from.Read(ctx, func(tx *store.Tx) error {
		for _, name := range names {
			m, found, err := tx.TakenBy(name)
			if err != nil {
				return err
			}
			if !found {
				return fmt.Errorf("there is no mailbox of %s here: \"daybook user list\" and \"daybook group list\" show those there are", name)
			}
			if !slices.Contains(list, m) {
				list = append(list, m)
			}
		}
		return nil
	})
	return list, err
}

// mover moves mailboxes and keeps what is to be said of it.
type mover struct {
	from, to *store.Store
	list     []store.Mailbox
	options  store.MoveOptions
	bar      *progressLine
	out      io.Writer

	moved, already int
	order          []string // names of tables
	rows           map[string]int
	hashes         map[string]string // of the mailboxes, one behind the other
}

func (m *mover) run(ctx context.Context) error {
	m.rows, m.hashes = map[string]int{}, map[string]string{}
	for i, box := range m.list {
		m.options.Step = func(table string, rows int) {
			m.bar.draw(float64(i)/float64(len(m.list)), fmt.Sprintf("%s, %s: %s", box.Address, strings.ReplaceAll(table, "_", " "), counted(rows, "rows")))
		}
		did, err := store.Move(ctx, m.from, m.to, box, m.options)
		m.bar.end()
		if err != nil {
			return err
		}
		if did.Already {
			m.already++
			fmt.Fprintf(m.out, "%s is there already, and stays as it is there\n", box.Address)
			continue
		}
		m.moved++
		rows := 0
		for _, t := range did.Tables {
			if m.hashes[t.Name] == "" {
				m.order = append(m.order, t.Name)
			}
			m.rows[t.Name] += t.Rows
			m.hashes[t.Name] += t.Hash
			rows += t.Rows
		}
		fmt.Fprintf(m.out, "%s: %s in %s, read back and found the same; %d were written\n",
			box.Address, counted(rows, "rows"), counted(len(did.Tables), "tables"), did.Written)
	}
	return nil
}

// says says what is in both stores, and how to switch to the other.
func (m *mover) says(serve string, began time.Time) error {
	for _, name := range m.order {
		hash := sha256.Sum256([]byte(m.hashes[name]))
		fmt.Fprintf(m.out, "%8d  %-20s %s\n", m.rows[name], strings.ReplaceAll(name, "_", " "), hex.EncodeToString(hash[:8]))
	}
	at := views.Clock(began)
	var err error
	switch {
	case m.moved == 0:
		_, err = fmt.Fprintf(m.out, "nothing was to be moved: serve from there with  %s\n", serve)
	case m.options.Prepare:
		_, err = fmt.Fprintf(m.out, "%s copied and closed there. To switch: stop \"daybook serve\" here, run the same command without --prepare,\n"+
			"which brings what came since %s, and serve from there:  %s\n", areOrIs(m.moved), at, serve)
	default:
		_, err = fmt.Fprintf(m.out, "%s there, each as it was when it was read, after %s; nothing is changed here, and what comes here from now on\n"+
			"is not there. To switch: stop \"daybook serve\" here, and serve from there:  %s\n", areOrIs(m.moved), at, serve)
	}
	return err
}

func areOrIs(n int) string {
	if n == 1 {
		return "1 mailbox is"
	}
	return fmt.Sprintf("%d mailboxes are", n)
}
