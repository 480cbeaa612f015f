// Package download puts files from outside into a folder of the person's.
//
// Invariants: nothing is written outside of the folder, nothing is written
// over, and a name from outside is cleaned before it names a file.
package download

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"unicode/utf8"

	"daybook/widget/text"
)

// maxFileName is the longest name a saved file gets, in bytes.
const maxFileName = 200

// Save writes content into the folder, which is made if it is not there,
// under the name or the next that is free. It returns the path.
func Save(folder, raw string, content []byte) (string, error) {
	return SaveFrom(folder, raw, bytes.NewReader(content))
}

// SaveFrom is Save for a content that is not held in memory. When reading it
// fails, nothing stays.
func SaveFrom(folder, raw string, content io.Reader) (string, error) {
	if err := os.MkdirAll(folder, 0o755); err != nil {
		return "", fmt.Errorf("make the folder %s: %w", folder, err)
	}
	root, err := os.OpenRoot(folder)
	if err != nil {
		return "", err
	}
	defer root.Close()
	name := FileName(raw)
	for n := 1; ; n++ {
		numbered := name
		if n > 1 {
			ext := filepath.Ext(name)
			numbered = fmt.Sprintf("%s (%d)%s", strings.TrimSuffix(name, ext), n, ext)
		}
		err := create(root, numbered, content)
		if errors.Is(err, fs.ErrExist) && n < 1000 {
			continue
		}
		return filepath.Join(folder, numbered), err
	}
}

// create writes a new file, never over another.
func create(root *os.Root, name string, content io.Reader) error {
	file, err := root.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o600)
	if err != nil {
		return err
	}
	_, err = io.Copy(file, content)
	if closeErr := file.Close(); err == nil {
		err = closeErr
	}
	if err != nil {
		_ = root.Remove(name) // half a file is worse than none
	}
	return err
}

// FileName makes a name from outside safe to create: its last element,
// without controls, hidden characters, or a leading dot or dash, at most 200
// bytes with its ending kept.
func FileName(raw string) string {
	name := text.Clean(raw).String()
	name = name[strings.LastIndexAny(name, `/\:`)+1:]
	name = strings.Map(func(r rune) rune {
		if strings.ContainsRune("<>\"|?*\uFFFD", r) || r >= 0x2400 && r <= 0x2421 {
			return '_'
		}
		return r
	}, name)
	name = strings.TrimRight(strings.TrimLeft(name, " .-"), " .")
	if name == "" {
		return "attachment"
	}
	ext := filepath.Ext(name)
	if len(ext) > 20 {
		ext = ""
	}
	base := strings.TrimSuffix(name, ext)
	for len(base)+len(ext) > maxFileName-8 { // room for a number
		_, n := utf8.DecodeLastRuneInString(base)
		base = base[:len(base)-n]
	}
	return base + ext
}
