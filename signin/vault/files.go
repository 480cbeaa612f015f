package vault

import (
	"context"
	"daybook/internal/filelock"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"time"
)

const (
	sealedSuffix = ".sealed"
	newSuffix    = ".new"
	lockSuffix   = ".lock"

	folderMode = 0o700
	fileMode   = 0o600

	// maxFile is more than any file here has: a larger one is not ours.
	maxFile = 1 << 20

	lockPause    = 5 * time.Millisecond
	lockPauseMax = 20 * time.Millisecond
)

// escape makes a file's name of any name, one to one, also where the file
// system does not tell upper from lower case or knows names of devices.
func escape(name string) string {
	var b strings.Builder
	b.WriteString("p-")
	for i := range len(name) {
		c := name[i]
		if 'a' <= c && c <= 'z' || '0' <= c && c <= '9' || c == '-' || c == '_' {
			b.WriteByte(c)
		} else {
			b.WriteString("%" + hex.EncodeToString([]byte{c}))
		}
	}
	return b.String()
}

// unescape is the inverse; ok is false for what escape did not make.
func unescape(escaped string) (name string, ok bool) {
	rest, ok := strings.CutPrefix(escaped, "p-")
	if !ok {
		return "", false
	}
	var b strings.Builder
	for i := 0; i < len(rest); i++ {
		if rest[i] != '%' {
			b.WriteByte(rest[i])
			continue
		}
		if i+3 > len(rest) {
			return "", false
		}
		c, err := hex.DecodeString(rest[i+1 : i+3])
		if err != nil {
			return "", false
		}
		b.WriteByte(c[0])
		i += 2
	}
	return b.String(), escape(b.String()) == escaped
}

func (v *Vault) makeFolder() error {
	if err := os.MkdirAll(v.o.Dir, folderMode); err != nil {
		return fmt.Errorf("make the vault's folder: %w", err)
	}
	if err := os.Chmod(v.o.Dir, folderMode); err != nil {
		return fmt.Errorf("close the vault's folder to others: %w", err)
	}
	return nil
}

func readBounded(path string) ([]byte, error) {
	f, err := os.Open(path)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	b, err := io.ReadAll(io.LimitReader(f, maxFile+1))
	if err == nil && len(b) > maxFile {
		err = ErrDamaged
	}
	return b, err
}

// writeFile replaces a file whole: written beside, synced, renamed. The
// caller holds the lock, so that what is found beside was left by a kill.
func writeFile(path string, data []byte) error {
	beside := path + newSuffix
	if err := os.Remove(beside); err != nil && !errors.Is(err, fs.ErrNotExist) {
		return err
	}
	f, err := os.OpenFile(beside, os.O_WRONLY|os.O_CREATE|os.O_EXCL, fileMode)
	if err != nil {
		return err
	}
	err = f.Chmod(fileMode) // a umask can take away what the owner needs
	if err == nil {
		_, err = f.Write(data)
	}
	if err == nil {
		err = f.Sync()
	}
	if closeErr := f.Close(); err == nil {
		err = closeErr
	}
	if err == nil {
		err = os.Rename(beside, path)
	}
	if err != nil {
		os.Remove(beside)
		return err
	}
	return syncFolder(filepath.Dir(path))
}

// lock waits until this process alone may change what is at path. The file
// that carries the lock stays: removing it would let two hold two of them.
func (v *Vault) lock(ctx context.Context, path, name string) (unlock func(), err error) {
	if err := v.makeFolder(); err != nil {
		return nil, err
	}
	f, err := os.OpenFile(path+lockSuffix, os.O_RDWR|os.O_CREATE, fileMode)
	if err != nil {
		return nil, fmt.Errorf("lock %s: %w", name, err)
	}
	if err := f.Chmod(fileMode); err != nil { // under a umask that took the owner's rights
		f.Close()
		return nil, fmt.Errorf("lock %s: %w", name, err)
	}
	for pause := lockPause; ; pause = min(2*pause, lockPauseMax) {
		held, err := filelock.Try(f)
		if err != nil {
			f.Close()
			return nil, fmt.Errorf("lock %s: %w", name, err)
		}
		if held {
			return func() { f.Close() }, nil // closing lets go of it
		}
		select {
		case <-ctx.Done():
			f.Close()
			return nil, fmt.Errorf("lock %s: %w (%w)", name, ErrBusy, ctx.Err())
		case <-time.After(pause):
		}
	}
}
