package bridge

import (
	"errors"
	"fmt"
	"mime"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"daybook/model"
	"daybook/views/account"
	"daybook/views/compose"
)

// LocalFiles are the files of this machine, for attaching and as photos. Home is what "~"
// stands for.
type LocalFiles struct{ Home string }

var (
	_ compose.Files = LocalFiles{}
	_ account.Files = LocalFiles{}
)

// Stat describes a file to attach and refuses what cannot be: a folder, a
// device, or more than the mailbox takes.
func (l LocalFiles) Stat(path string) (compose.File, error) {
	full := l.Expand(path)
	info, err := os.Stat(full)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return compose.File{}, fmt.Errorf("there is no file %s", path)
	case err != nil:
		return compose.File{}, fmt.Errorf("attach %s: %w", path, err)
	case !info.Mode().IsRegular():
		return compose.File{}, fmt.Errorf("%s is not a file", path)
	case info.Size() > compose.MostAttached:
		return compose.File{}, fmt.Errorf("%s is larger than the %d MB that the mailbox takes", path, compose.MostAttached>>20)
	}
	return compose.File{
		Path: full, Name: filepath.Base(full), Size: info.Size(),
		ContentType: mime.TypeByExtension(filepath.Ext(full)),
	}, nil
}

// check describes a file, and says why it cannot be attached: also that it may
// not be read.
func (l LocalFiles) check(path string) (compose.File, error) {
	file, err := l.Stat(path)
	if err != nil {
		return file, err
	}
	opened, err := os.Open(file.Path)
	if err != nil {
		return file, fmt.Errorf("attach %s: %w", path, err)
	}
	return file, opened.Close()
}

// postLimit is what the files of a post come to at most, as they travel within
// it: a provider takes requests of 4 MB, in which a file is a third larger.
const postLimit = 3_000_000

// fit describes files, and says why they cannot travel within what they are
// attached to.
func (l LocalFiles) fit(paths []string) ([]compose.File, error) {
	room := int64(postLimit)
	var files []compose.File
	for _, path := range paths {
		file, err := l.check(path)
		if err != nil {
			return nil, err
		}
		if room -= file.Size; room < 0 {
			return nil, fmt.Errorf("the files of a post come to at most %d MB: leave out %s", postLimit/1_000_000, file.Name)
		}
		files = append(files, file)
	}
	return files, nil
}

// attachments reads files that travel within what they are attached to.
func (l LocalFiles) attachments(paths []string) ([]model.Attachment, error) {
	files, err := l.fit(paths)
	if err != nil {
		return nil, err
	}
	var out []model.Attachment
	room := int64(postLimit)
	for _, file := range files {
		content, err := l.Read(file.Path, room) // it may have grown since
		if err != nil {
			return nil, err
		}
		room -= int64(len(content))
		out = append(out, model.Attachment{Entity: model.Entity{Type: "#" + model.FileAttachment}, Name: file.Name, ContentType: file.ContentType, ContentBytes: content})
	}
	return out, nil
}

// Complete lists what a path may go on to, hidden files only when asked for.
func (l LocalFiles) Complete(beginning string, most int) []string {
	if beginning == "~" {
		return []string{"~/"}
	}
	typed, start := filepath.Split(beginning) // as it is typed: expanded, its last element may be another
	dir := l.Expand(typed)
	entries, err := os.ReadDir(filepath.Clean(dir + "."))
	if err != nil {
		return nil
	}
	var out []string
	for _, e := range entries {
		name := e.Name()
		if !strings.HasPrefix(strings.ToLower(name), strings.ToLower(start)) || (strings.HasPrefix(name, ".") && !strings.HasPrefix(start, ".")) {
			continue
		}
		if info, err := os.Stat(filepath.Join(dir, name)); err == nil && info.IsDir() {
			name += "/"
		}
		out = append(out, typed+name)
	}
	slices.Sort(out)
	return out[:min(most, len(out))]
}

// Read reads a whole file of at most limit bytes.
func (l LocalFiles) Read(path string, limit int64) ([]byte, error) {
	full := l.Expand(path)
	info, err := os.Stat(full)
	switch {
	case errors.Is(err, os.ErrNotExist):
		return nil, fmt.Errorf("there is no file %s", path)
	case err != nil:
		return nil, fmt.Errorf("read %s: %w", path, err)
	case !info.Mode().IsRegular():
		return nil, fmt.Errorf("%s is not a file", path)
	case info.Size() > limit:
		return nil, fmt.Errorf("%s is larger than the %d MB that are taken", path, limit>>20)
	}
	return os.ReadFile(full)
}

// Expand is a path with the home folder in place of "~".
func (l LocalFiles) Expand(path string) string {
	if rest, ok := strings.CutPrefix(path, "~/"); ok {
		return filepath.Join(l.Home, rest) + trailing(path)
	}
	if path == "~" {
		return l.Home
	}
	return path
}

// trailing keeps the slash that says "inside this folder".
func trailing(path string) string {
	if strings.HasSuffix(path, "/") {
		return "/"
	}
	return ""
}
