// Package vault keeps small secrets in files, sealed, one a name.
//
// The files are sealed with one key of 32 bytes. The key is in the system's
// keyring; or, where there is none or a passphrase is preferred, in a file
// beside them that age encrypts with the passphrase. Which of the two it is
// was decided when the vault was made, and is never changed behind anybody's
// back: a keyring that has gone is an error that says so.
//
// Invariants: nothing is ever written in plain text; a file holds the old
// secret or the new one, whole, whenever the process is killed; what is read
// was written for that name, or is an error; of several processes one at a
// time changes a name. Files are 0600 and the folder 0700 under any umask.
// Deleting needs no key.
package vault

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"daybook/api"
)

// Secret is a word that must not be seen: it prints as *** in every way.
type Secret = api.Token

// What can be wrong with a vault; each comes wrapped in what to do about it.
var (
	ErrNotFound   = errors.New("nothing is kept under this name")
	ErrDamaged    = errors.New("the file is damaged, or was sealed with another key")
	ErrPassphrase = errors.New("the passphrase is wrong")
	ErrNoKeyring  = errors.New("the keyring does not answer")
	ErrNoKey      = errors.New("the key is no longer in the keyring")
	ErrNowhere    = errors.New("there is no safe place for secrets")
	ErrBusy       = errors.New("another program holds it")
)

// Options says where a vault is and who can open it. Dir is required.
type Options struct {
	Dir     string
	Keyring Keyring // nil when this machine has none
	// Command gives the passphrase without asking anybody; when it is set, a
	// new vault is made with it and not with the keyring.
	Command func(context.Context) (Secret, error)
	// Ask asks a person for the passphrase; fresh is true when one is being
	// chosen. Nil when there is nobody to ask.
	Ask func(ctx context.Context, fresh bool) (Secret, error)
	// Work is the cost of trying a passphrase: scrypt takes 2^Work rounds.
	// 18 when zero, about a second.
	Work int
}

// Vault is a folder of sealed files. It is safe for concurrent use, also by
// several processes.
type Vault struct {
	o   Options
	mu  sync.Mutex
	key *[keySize]byte // nil until unlocked
	// holder is what the file that says who has the key said then
	holder string
}

// Open returns the vault at o.Dir. It reads nothing yet and asks nobody.
func Open(o Options) (*Vault, error) {
	if o.Dir == "" {
		return nil, errors.New("open the vault: no folder is named")
	}
	if o.Work == 0 {
		o.Work = 18
	}
	return &Vault{o: o}, nil
}

// Format shows where the vault is and nothing of what is in it.
func (v *Vault) Format(f fmt.State, _ rune) { fmt.Fprintf(f, "vault(%s)", v.o.Dir) }

// Get returns what is kept under the name, or ErrNotFound.
func (v *Vault) Get(ctx context.Context, name string) ([]byte, error) {
	sealed, err := v.read(name)
	if err != nil {
		return nil, err
	}
	return v.open(ctx, name, sealed)
}

// Put keeps data under the name, whatever was there.
func (v *Vault) Put(ctx context.Context, name string, data []byte) error {
	key, err := v.unlocked(ctx)
	if err != nil {
		return err
	}
	unlock, err := v.lock(ctx, v.file(name), name)
	if err != nil {
		return err
	}
	defer unlock()
	return v.write(key, name, data)
}

// Update changes what is kept under the name while no other process can.
// Change gets what is there now and returns what shall be there, or nil for
// no change. When nothing is there, the error is ErrNotFound.
func (v *Vault) Update(ctx context.Context, name string, change func(old []byte) ([]byte, error)) error {
	if _, err := v.read(name); errors.Is(err, ErrNotFound) {
		return err // without a key, which would be made for nothing
	}
	key, err := v.unlocked(ctx)
	if err != nil {
		return err
	}
	unlock, err := v.lock(ctx, v.file(name), name)
	if err != nil {
		return err
	}
	defer unlock()
	old, err := v.Get(ctx, name)
	if err != nil {
		return err
	}
	// What change returns beside an error is kept all the same: a refused
	// token must not be tried again by the next process.
	data, changeErr := change(old)
	if data != nil {
		if err := v.write(key, name, data); err != nil {
			return errors.Join(changeErr, err)
		}
	}
	return changeErr
}

// Delete removes what is kept under the name; nothing there is no error.
func (v *Vault) Delete(ctx context.Context, name string) error {
	if _, err := os.Stat(v.o.Dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	unlock, err := v.lock(ctx, v.file(name), name)
	if err != nil {
		return err
	}
	defer unlock()
	for _, path := range []string{v.file(name) + newSuffix, v.file(name)} {
		if err := os.Remove(path); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("delete what is kept for %s: %w", name, err)
		}
	}
	return syncFolder(v.o.Dir)
}

// Names lists what is kept, in order.
func (v *Vault) Names() ([]string, error) {
	entries, err := os.ReadDir(v.o.Dir)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, nil
	}
	if err != nil {
		return nil, fmt.Errorf("list the vault: %w", err)
	}
	var names []string
	for _, e := range entries {
		if escaped, ok := strings.CutSuffix(e.Name(), sealedSuffix); ok {
			if name, ok := unescape(escaped); ok {
				names = append(names, name)
			}
		}
	}
	return names, nil
}

// Destroy deletes the key, and with it the meaning of everything kept; the
// next Put makes a new one. The sealed files are deleted too.
func (v *Vault) Destroy(ctx context.Context) error {
	names, err := v.Names()
	if err != nil {
		return err
	}
	for _, name := range names {
		if err := v.Delete(ctx, name); err != nil {
			return err
		}
	}
	return v.deleteKey(ctx)
}

func (v *Vault) file(name string) string {
	return filepath.Join(v.o.Dir, escape(name)+sealedSuffix)
}

func (v *Vault) read(name string) ([]byte, error) {
	sealed, err := readBounded(v.file(name))
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s: %w", name, ErrNotFound)
	}
	if errors.Is(err, ErrDamaged) {
		return nil, damaged(name)
	}
	if err != nil {
		return nil, fmt.Errorf("read what is kept for %s: %w", name, err)
	}
	return sealed, nil
}

func (v *Vault) write(key *[keySize]byte, name string, data []byte) error {
	sealed, err := seal(key, name, data)
	if err == nil {
		err = writeFile(v.file(name), sealed)
	}
	if err != nil {
		return fmt.Errorf("keep what is new for %s: %w", name, err)
	}
	return nil
}
