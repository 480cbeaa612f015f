package mailtree

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"iter"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"daybook/formats/eml"
	"daybook/formats/maildir"
)

// file is a file that may hold mail.
type file struct {
	path     string
	size     int64
	modified time.Time
	folder   []string  // where a message in it goes
	base     []string  // where the folder that an mbox is goes
	group    string    // empty outside a Maildir
	message  bool      // it is a message, because of where it lies
	single   bool      // it was named by the user, not found in a tree
	beside   bool      // it is a calendar's or contacts', not mail
	flags    eml.Flags // of a Maildir's message
	err      error
}

// finder walks directories.
type finder struct {
	ctx   context.Context
	yield func(file) bool
}

// candidates are the files of the paths, in the order of their names.
func candidates(ctx context.Context, paths []string) iter.Seq[file] {
	return func(yield func(file) bool) {
		f := finder{ctx, yield}
		for _, path := range paths {
			if !f.root(path) {
				return
			}
		}
	}
}

// root begins at a path that the user named, which may be a symbolic link.
func (f *finder) root(path string) bool {
	info, err := os.Stat(path)
	if err != nil {
		return f.fail(path, err)
	}
	if !info.IsDir() {
		return f.loose(path, info, place{}, true)
	}
	name := path
	if abs, err := filepath.Abs(path); err == nil {
		name = abs
	}
	at := place{own: []string{folderName(filepath.Base(name))}}
	switch {
	case !maildir.IsFolder(path):
	case isInboxRoot(path, filepath.Base(name)):
		at.own = []string{Inbox}
	default:
		at.base = at.own
	}
	return f.dir(path, at)
}

// place is where a directory stands: the folder of its own messages, what the
// paths of its children begin with, and the mailbox around it.
type place struct {
	own, base []string
	group     string
}

func (p place) child(names ...string) place {
	path := slices.Concat(p.base, names)
	return place{own: path, base: path, group: p.group}
}

// isInboxRoot tells a mailbox's top directory, whose own messages are the
// inbox, from a folder that was named alone.
func isInboxRoot(dir, base string) bool {
	switch strings.ToLower(base) {
	case "maildir", ".maildir", "mail", "inbox":
		return true
	}
	entries, err := os.ReadDir(dir)
	if err != nil {
		return false
	}
	return slices.ContainsFunc(entries, func(e fs.DirEntry) bool {
		_, sub := maildir.SubFolder(e.Name())
		return sub && e.IsDir() && maildir.IsFolder(filepath.Join(dir, e.Name()))
	})
}

func (f *finder) fail(path string, err error) bool {
	var pe *fs.PathError
	if errors.As(err, &pe) {
		err = pe.Err // the path is said already
	}
	return f.yield(file{path: path, err: err})
}

// dir goes through one directory. It returns false when the walk has ended.
func (f *finder) dir(path string, at place) bool {
	if f.ctx.Err() != nil {
		return false
	}
	entries, err := os.ReadDir(path)
	if err != nil && !f.fail(path, fmt.Errorf("list the directory: %w", err)) {
		return false
	}
	isMaildir := maildir.IsFolder(path)
	if isMaildir {
		if at.group == "" {
			at.group = path
		}
		if !f.maildir(path, at) {
			return false
		}
	}
	for _, e := range entries {
		name, full := e.Name(), filepath.Join(path, e.Name())
		ok := true
		switch {
		case isMaildir && maildir.IsPart(name) && e.IsDir():
		case isMaildir && e.IsDir() && name[0] == '.':
			if sub, is := maildir.SubFolder(name); is && maildir.IsFolder(full) {
				ok = f.dir(full, at.child(sub...))
			}
		case name[0] == '.' || isIndex(name):
		case e.IsDir():
			ok = f.dir(full, at.child(folderName(name)))
		default:
			info, err := e.Info()
			if err != nil {
				ok = f.fail(full, err)
				break
			}
			ok = f.loose(full, info, at, false)
		}
		if !ok {
			return false
		}
	}
	return true
}

// maildir yields the messages in cur and new.
func (f *finder) maildir(path string, at place) bool {
	keywords := maildir.Keywords(path)
	for _, sub := range []string{"cur", "new"} {
		dir := filepath.Join(path, sub)
		entries, err := os.ReadDir(dir)
		if err != nil && !errors.Is(err, fs.ErrNotExist) && !f.fail(dir, fmt.Errorf("list the directory: %w", err)) {
			return false
		}
		for _, e := range entries {
			full := filepath.Join(dir, e.Name())
			if e.Name()[0] == '.' || e.IsDir() {
				continue // the Maildir's own business
			}
			info, err := e.Info()
			if err != nil {
				if !f.fail(full, err) {
					return false
				}
				continue
			}
			if !f.loose(full, info, at, false, keywords...) {
				return false
			}
		}
	}
	return true
}

// loose yields one file, if it is one that may be opened.
func (f *finder) loose(path string, info fs.FileInfo, at place, single bool, keywords ...string) bool {
	if f.ctx.Err() != nil {
		return false
	}
	switch {
	case info.Mode()&fs.ModeSymlink != 0:
		return f.fail(path, errors.New("symbolic link, not followed; name its target to import it"))
	case !info.Mode().IsRegular():
		return f.fail(path, errors.New("not a regular file"))
	}
	base := filepath.Base(path)
	parent := filepath.Base(filepath.Dir(path))
	c := file{path: path, size: info.Size(), modified: info.ModTime(), folder: at.own, base: at.base, group: at.group, single: single}
	if (at.group != "" && (parent == "cur" || parent == "new")) || maildir.HasInfo(base) {
		c.message = true
		c.flags = maildir.Flags(base, keywords)
		c.modified = maildir.Delivered(base, c.modified)
	}
	c.beside = !c.message && Kind(base) != ""
	return f.yield(c)
}

// folderName is a directory's or an mbox file's name as a folder's.
func folderName(base string) string {
	name := strings.TrimSuffix(base, ".gz")
	for _, ext := range []string{".mbox", ".mbx", ".sbd"} {
		if n := len(name) - len(ext); n > 0 && strings.EqualFold(name[n:], ext) {
			name = name[:n]
		}
	}
	return name
}

// isIndex knows the files that mail programs keep beside mail.
func isIndex(name string) bool {
	for _, prefix := range []string{"dovecot", "courier", "maildirfolder", "maildirsize", "subscriptions"} {
		if strings.HasPrefix(name, prefix) {
			return true
		}
	}
	switch filepath.Ext(name) {
	case ".msf", ".lock", ".cmeta", ".ev-summary", ".index", ".uidvalidity":
		return true
	}
	return false
}
