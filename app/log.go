package app

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"syscall"
	"time"

	"daybook/ui"
)

// openLog opens the log beside the mailbox; it holds no secret and no mail.
// Where it cannot be written there is none.
func (a *App) openLog(data string) error {
	err := a.logIn(data)
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		return nil
	}
	return err
}

func (a *App) logIn(data string) error {
	if err := os.MkdirAll(data, 0o700); err != nil {
		return fmt.Errorf("make the data folder: %w", err)
	}
	f, err := os.OpenFile(filepath.Join(data, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o600)
	if err != nil {
		return fmt.Errorf("open the log: %w", err)
	}
	if err := f.Chmod(0o600); err != nil { // one that was there may be open to others
		return errors.Join(fmt.Errorf("close the log to others: %w", err), f.Close())
	}
	a.log = f
	return nil
}

func (a *App) logf(format string, args ...any) {
	if a.log == nil {
		return
	}
	fmt.Fprintf(a.log, time.Now().UTC().Format(time.RFC3339)+" "+format+"\n", args...)
}

// Crashed says in words that the program ended by a mistake of its own, after
// it has written the report beside the log; nil when it did not.
func (a *App) Crashed() error {
	c := a.root.Crash()
	if c == nil {
		return nil
	}
	a.logf("the program ended by a mistake of its own: %v", c.Err)
	file, err := WriteCrash(a.options.Data, a.options.Version, *c)
	if err != nil {
		return fmt.Errorf("daybook ended by a mistake of its own (%w); its report could not be written: %w", c.Err, err)
	}
	return fmt.Errorf("daybook ended by a mistake of its own (%w): a letter in progress is kept and comes back at the next start; "+
		"the report, which holds no mail, is in %s", c.Err, file)
}

// WriteCrash saves a report in a file of its own, in the folder, and says where.
func WriteCrash(folder, version string, c ui.Crash) (file string, err error) {
	name := filepath.Join(folder, "crash-"+time.Now().UTC().Format("20060102T150405.000000")+".txt")
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return "", err
	}
	_, err = fmt.Fprintf(f, "daybook %s, %s, %s/%s\n%v\nin %s, on %s\n\n%s",
		version, runtime.Version(), runtime.GOOS, runtime.GOARCH, c.Err, c.Where, c.On, c.Stack)
	if closed := f.Close(); err == nil {
		err = closed
	}
	return name, err
}
