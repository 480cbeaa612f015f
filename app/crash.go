package app

import (
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"daybook/ui"
)

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
