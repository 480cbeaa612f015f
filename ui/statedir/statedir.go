// Package statedir keeps small named documents in a folder, one file each:
// the undo log, drafts in progress, saved searches.
//
// Invariants: a Save that returned nil survives the process being killed and
// the machine losing power, unless the folder cannot be written (InMemory); a
// Save that failed leaves the former document whole. Files are 0600 and the
// folder 0700 under any umask. Names can be any text: what a file name cannot
// hold is escaped.
package statedir

import (
	"daybook/internal/filelock"
	"errors"
	"fmt"
	"io/fs"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"syscall"
)

const suffix = ".json"

// Dir is a folder of documents. It is safe for concurrent use within one
// process; between processes the last Save wins.
type Dir struct {
	path string
	mu   sync.Mutex
	// run is the file whose lock says that a run goes on, once Left has asked.
	run *os.File
	// memory holds the documents of a folder that cannot be written, since it was
	// opened; nil for one that was deleted. The map is nil where all are saved.
	memory map[string][]byte
}

// Open makes the folder if need be. In one that cannot be made or written,
// documents are held in memory: see InMemory.
func Open(path string) (*Dir, error) {
	d := &Dir{path: path}
	err := d.prepare()
	if errors.Is(err, fs.ErrPermission) || errors.Is(err, syscall.EROFS) {
		d.memory = map[string][]byte{}
		err = nil
	}
	if err != nil {
		return nil, fmt.Errorf("open the state folder: %w", err)
	}
	return d, nil
}

func (d *Dir) prepare() error {
	mode := fs.FileMode(0o700)
	if info, err := os.Stat(d.path); err == nil {
		mode &= info.Mode().Perm() // closed to others, and not opened to its owner
	} else if err := os.MkdirAll(d.path, 0o700); err != nil {
		return err
	}
	if err := os.Chmod(d.path, mode); err != nil {
		return err
	}
	f, err := os.CreateTemp(d.path, ".new-*")
	if err != nil {
		return err
	}
	return errors.Join(f.Close(), os.Remove(f.Name()))
}

// InMemory says that what is saved is gone with the process, as the folder cannot
// be written.
func (d *Dir) InMemory() bool { return d.memory != nil }

func (d *Dir) file(name string) string {
	return filepath.Join(d.path, url.PathEscape(name)+suffix)
}

// Load returns the document, nil when it was never saved.
func (d *Dir) Load(name string) ([]byte, error) {
	d.mu.Lock()
	held, ok := d.memory[name]
	d.mu.Unlock()
	if ok {
		return held, nil
	}
	b, err := os.ReadFile(d.file(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	return b, err
}

// Save replaces the document whole: it is written beside, synced and renamed.
func (d *Dir) Save(name string, data []byte) (err error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.InMemory() {
		d.memory[name] = slices.Clone(data)
		return nil
	}
	f, err := os.CreateTemp(d.path, ".new-*")
	if err != nil {
		return fmt.Errorf("save %s: %w", name, err)
	}
	defer func() {
		if err != nil {
			os.Remove(f.Name())
			err = fmt.Errorf("save %s: %w", name, err)
		}
	}()
	if _, err = f.Write(data); err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(f.Name(), d.file(name))
	}
	if err == nil {
		err = d.syncFolder()
	}
	return err
}

// Delete removes the document; one that is not there is no error.
func (d *Dir) Delete(name string) error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.InMemory() {
		d.memory[name] = nil
		return nil
	}
	err := os.Remove(d.file(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	if err == nil {
		err = d.syncFolder()
	}
	return err
}

// Left lists the documents whose names begin with prefix, in order, that runs
// which have ended left behind: none while another run goes on that has asked
// before, as they may be what is written there.
func (d *Dir) Left(prefix string) ([]string, error) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if alone, err := d.alone(); err != nil || !alone {
		return nil, err
	}
	entries, err := os.ReadDir(d.path)
	if err != nil && !d.InMemory() {
		return nil, fmt.Errorf("list the state folder: %w", err)
	}
	var names []string
	for name, data := range d.memory {
		if data != nil && strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	for _, e := range entries {
		escaped, ok := strings.CutSuffix(e.Name(), suffix)
		if !ok {
			continue
		}
		name, err := url.PathUnescape(escaped)
		if _, held := d.memory[name]; err == nil && !held && strings.HasPrefix(name, prefix) {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names, nil
}

// alone takes the lock of the folder, which is held until Close, or the end of
// the process.
func (d *Dir) alone() (bool, error) {
	if d.run != nil || d.InMemory() {
		return true, nil
	}
	f, err := os.OpenFile(filepath.Join(d.path, ".run"), os.O_RDWR|os.O_CREATE, 0o600)
	if err != nil {
		return false, fmt.Errorf("list the state folder: %w", err)
	}
	alone, err := filelock.Try(f)
	if err != nil || !alone {
		return false, errors.Join(err, f.Close())
	}
	d.run = f
	return true, nil
}

// Close lets another run have what this one leaves.
func (d *Dir) Close() error {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.run == nil {
		return nil
	}
	run := d.run
	d.run = nil
	return run.Close()
}

// syncFolder makes a rename or removal durable.
func (d *Dir) syncFolder() error {
	f, err := os.Open(d.path)
	if err != nil {
		return err
	}
	defer f.Close()
	return f.Sync()
}
