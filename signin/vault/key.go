package vault

import (
	"bytes"
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"filippo.io/age"
	"golang.org/x/crypto/chacha20poly1305"
)

const (
	keySize = chacha20poly1305.KeySize

	// One of these two says, by being there, who holds the key.
	passphraseFile = "key.age"     // the key, encrypted with a passphrase
	keyringFile    = "key.keyring" // the account under which the keyring has it

	keyringService = "daybook"

	tries = 3 // of a person who is asked for the passphrase

	minPassphrase = 8

	// maxWork is the most that a key file may ask for: 2^22 rounds take 4 GB.
	maxWork = 22
)

// magic begins every sealed file, and is sealed with it.
const magic = "daybook vault 1\n"

func seal(key *[keySize]byte, name string, data []byte) ([]byte, error) {
	aead, err := chacha20poly1305.NewX(key[:])
	if err != nil {
		return nil, err
	}
	out := make([]byte, len(magic)+aead.NonceSize(), len(magic)+aead.NonceSize()+len(data)+aead.Overhead())
	copy(out, magic)
	rand.Read(out[len(magic):])
	return aead.Seal(out, out[len(magic):], data, []byte(magic+name)), nil
}

func (v *Vault) open(ctx context.Context, name string, sealed []byte) ([]byte, error) {
	key, err := v.unlocked(ctx)
	if err != nil {
		return nil, err
	}
	aead, err := chacha20poly1305.NewX(key[:])
	if err != nil {
		return nil, err
	}
	rest, ok := bytes.CutPrefix(sealed, []byte(magic))
	if ok && len(rest) >= aead.NonceSize() {
		n := aead.NonceSize()
		if data, err := aead.Open(nil, rest[:n], rest[n:], []byte(magic+name)); err == nil {
			return data, nil
		}
	}
	return nil, damaged(name)
}

func damaged(name string) error {
	return fmt.Errorf("open what is kept for %s: %w: sign in again with \"daybook login --profile %s\"", name, ErrDamaged, name)
}

// Unlock gets the key, making one when there is none yet. After that nobody
// is asked again by this Vault, while the key stays what it is.
func (v *Vault) Unlock(ctx context.Context) error {
	_, err := v.unlocked(ctx)
	return err
}

// unlocked returns the key. One that another process has replaced since is
// not used: what it sealed could not be read by anybody.
func (v *Vault) unlocked(ctx context.Context) (*[keySize]byte, error) {
	v.mu.Lock()
	defer v.mu.Unlock()
	if v.key != nil && v.holder == v.holderNow() {
		return v.key, nil
	}
	unlock, err := v.lock(ctx, v.keyPath(), "the vault's key")
	if err != nil {
		return nil, err
	}
	defer unlock()
	key, err := v.findKey(ctx)
	if err != nil {
		return nil, err
	}
	v.key, v.holder = key, v.holderNow()
	return key, nil
}

// holderNow is what says who has the key: another text, another key.
func (v *Vault) holderNow() string {
	for _, name := range []string{passphraseFile, keyringFile} {
		if b, err := readBounded(filepath.Join(v.o.Dir, name)); err == nil {
			return string(b)
		}
	}
	return ""
}

func (v *Vault) keyPath() string { return filepath.Join(v.o.Dir, "key") }

// Asks says whether the next use will ask a person for the passphrase, so
// that it can be asked for while the terminal is free.
func (v *Vault) Asks() bool {
	v.mu.Lock()
	defer v.mu.Unlock()
	_, err := os.Stat(filepath.Join(v.o.Dir, passphraseFile))
	return v.key == nil && v.o.Command == nil && err == nil
}

func (v *Vault) findKey(ctx context.Context) (*[keySize]byte, error) {
	wrapped, err := readBounded(filepath.Join(v.o.Dir, passphraseFile))
	if err == nil {
		return v.unwrap(ctx, wrapped)
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read the vault's key: %w", err)
	}
	account, err := readBounded(filepath.Join(v.o.Dir, keyringFile))
	if err == nil {
		return v.fromKeyring(ctx, strings.TrimSpace(string(account)))
	}
	if !errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("read who holds the vault's key: %w", err)
	}
	return v.makeKey(ctx)
}

// makeKey makes the key and gives it to whom there is: the passphrase's
// command when one is set, the keyring, a person. Else it refuses.
func (v *Vault) makeKey(ctx context.Context) (*[keySize]byte, error) {
	key := new([keySize]byte)
	rand.Read(key[:])
	if v.o.Command != nil {
		return key, v.wrap(ctx, key, v.o.Command)
	}
	ringErr := v.toKeyring(ctx, key)
	if ringErr == nil {
		return key, nil
	}
	if !errors.Is(ringErr, ErrNoKeyring) {
		return nil, ringErr
	}
	if v.o.Ask != nil {
		return key, v.wrap(ctx, key, func(ctx context.Context) (Secret, error) { return v.o.Ask(ctx, true) })
	}
	return nil, fmt.Errorf("%w: no keyring answers here, and there is no passphrase. Set passphrase_command in the configuration "+
		"(a command that prints one, such as \"pass show daybook\"), or sign in at a terminal to be asked for one", ErrNowhere)
}

func (v *Vault) wrap(ctx context.Context, key *[keySize]byte, passphrase func(context.Context) (Secret, error)) error {
	words, err := passphrase(ctx)
	if err != nil {
		return err
	}
	if len(words) < minPassphrase {
		return fmt.Errorf("choose a longer passphrase: it has to have %d characters or more", minPassphrase)
	}
	recipient, err := age.NewScryptRecipient(string(words))
	if err != nil {
		return err
	}
	recipient.SetWorkFactor(v.o.Work)
	var out bytes.Buffer
	w, err := age.Encrypt(&out, recipient)
	if err == nil {
		_, err = w.Write(key[:])
	}
	if err == nil {
		err = w.Close()
	}
	if err == nil {
		err = writeFile(filepath.Join(v.o.Dir, passphraseFile), out.Bytes())
	}
	if err != nil {
		return fmt.Errorf("keep the vault's key: %w", err)
	}
	return nil
}

// unwrap decrypts the key with the command's passphrase, or asks a person,
// who may mistype it twice.
func (v *Vault) unwrap(ctx context.Context, wrapped []byte) (*[keySize]byte, error) {
	if v.o.Command != nil {
		words, err := v.o.Command(ctx)
		if err != nil {
			return nil, err
		}
		return decrypt(wrapped, words, "passphrase_command gave another one than the vault was made with")
	}
	if v.o.Ask == nil {
		return nil, fmt.Errorf("%w: it opens with a passphrase, and there is nobody to ask: run it at a terminal, or set passphrase_command in the configuration", ErrNowhere)
	}
	var wrong error
	for range tries {
		words, err := v.o.Ask(ctx, false)
		if err != nil {
			return nil, err
		}
		key, err := decrypt(wrapped, words, "forget it with \"daybook logout --all\" and sign in anew, if it is lost")
		if !errors.Is(err, ErrPassphrase) {
			return key, err
		}
		wrong = err
	}
	return nil, wrong
}

func decrypt(wrapped []byte, passphrase Secret, hint string) (*[keySize]byte, error) {
	if passphrase == "" {
		return nil, fmt.Errorf("%w: it is empty", ErrPassphrase)
	}
	identity, err := age.NewScryptIdentity(string(passphrase))
	if err != nil {
		return nil, err
	}
	identity.SetMaxWorkFactor(maxWork)
	r, err := age.Decrypt(bytes.NewReader(wrapped), identity)
	if _, wrong := errors.AsType[*age.NoIdentityMatchError](err); wrong {
		return nil, fmt.Errorf("%w: %s", ErrPassphrase, hint)
	}
	var plain []byte
	if err == nil {
		plain, err = io.ReadAll(io.LimitReader(r, keySize+1))
	}
	if err != nil || len(plain) != keySize {
		return nil, fmt.Errorf("the vault's key: %w: forget it with \"daybook logout --all\" and sign in anew", ErrDamaged)
	}
	return (*[keySize]byte)(plain), nil
}

func (v *Vault) toKeyring(ctx context.Context, key *[keySize]byte) error {
	if v.o.Keyring == nil {
		return ErrNoKeyring
	}
	account := "vault-" + rand.Text()
	err := v.o.Keyring.Set(ctx, keyringService, account, Secret(base64.StdEncoding.EncodeToString(key[:])))
	if err != nil {
		return err
	}
	// Read it back: what the keyring does not give again would be lost.
	if back, err := v.o.Keyring.Get(ctx, keyringService, account); err != nil || back != Secret(base64.StdEncoding.EncodeToString(key[:])) {
		return fmt.Errorf("%w: it did not keep what it was given", ErrNoKeyring)
	}
	if err := writeFile(filepath.Join(v.o.Dir, keyringFile), []byte(account+"\n")); err != nil {
		return fmt.Errorf("note that the keyring holds the vault's key: %w", err)
	}
	return nil
}

func (v *Vault) fromKeyring(ctx context.Context, account string) (*[keySize]byte, error) {
	const advice = "unlock it and try again, or start anew with \"daybook logout --all\" and \"daybook login\""
	if v.o.Keyring == nil {
		return nil, fmt.Errorf("%w, and it holds the vault's key: %s", ErrNoKeyring, advice)
	}
	words, err := v.o.Keyring.Get(ctx, keyringService, account)
	if err != nil {
		return nil, fmt.Errorf("open the vault: %w: %s", err, advice)
	}
	key, err := base64.StdEncoding.DecodeString(string(words))
	if err != nil || len(key) != keySize {
		return nil, fmt.Errorf("the vault's key in the keyring: %w: %s", ErrDamaged, advice)
	}
	return (*[keySize]byte)(key), nil
}

// deleteKey forgets the key wherever it is. A keyring that does not answer
// is no obstacle: what the key opened is gone.
func (v *Vault) deleteKey(ctx context.Context) error {
	if _, err := os.Stat(v.o.Dir); errors.Is(err, fs.ErrNotExist) {
		return nil
	}
	v.mu.Lock()
	defer v.mu.Unlock()
	unlock, err := v.lock(ctx, v.keyPath(), "the vault's key")
	if err != nil {
		return err
	}
	defer unlock()
	if account, err := readBounded(filepath.Join(v.o.Dir, keyringFile)); err == nil && v.o.Keyring != nil {
		_ = v.o.Keyring.Delete(ctx, keyringService, strings.TrimSpace(string(account)))
	}
	v.key = nil
	for _, name := range []string{keyringFile, passphraseFile} {
		if err := os.Remove(filepath.Join(v.o.Dir, name)); err != nil && !errors.Is(err, fs.ErrNotExist) {
			return fmt.Errorf("delete the vault's key: %w", err)
		}
	}
	return syncFolder(v.o.Dir)
}
