package vault

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"runtime"
	"time"

	"github.com/zalando/go-keyring"
)

// Keyring is where the system keeps secrets for a person: Secret Service,
// the macOS keychain, the Windows credential store. Errors wrap ErrNoKeyring
// or ErrNoKey.
type Keyring interface {
	Get(ctx context.Context, service, account string) (Secret, error)
	Set(ctx context.Context, service, account string, secret Secret) error
	Delete(ctx context.Context, service, account string) error
}

// patience is how long the system may take, as it may ask the person to
// unlock the keyring.
const patience = time.Minute

// SystemKeyring is the keyring of this machine; nil when it has none.
func SystemKeyring(getenv func(string) string) Keyring {
	if runtime.GOOS != "darwin" && runtime.GOOS != "windows" && !sessionBus(getenv) {
		return nil // asking would start a bus of its own, for nobody
	}
	return system{}
}

// sessionBus tells whether a desktop's bus is there to be asked.
func sessionBus(getenv func(string) string) bool {
	if getenv("DBUS_SESSION_BUS_ADDRESS") != "" {
		return true
	}
	dir := getenv("XDG_RUNTIME_DIR")
	if dir == "" {
		return false
	}
	_, err := os.Stat(filepath.Join(dir, "bus"))
	return err == nil
}

type system struct{}

func (system) Get(ctx context.Context, service, account string) (Secret, error) {
	return within(ctx, func() (Secret, error) {
		s, err := keyring.Get(service, account)
		return Secret(s), err
	})
}

func (system) Set(ctx context.Context, service, account string, secret Secret) error {
	_, err := within(ctx, func() (Secret, error) { return "", keyring.Set(service, account, string(secret)) })
	return err
}

func (system) Delete(ctx context.Context, service, account string) error {
	_, err := within(ctx, func() (Secret, error) { return "", keyring.Delete(service, account) })
	return err
}

// within gives up waiting for a keyring that knows no contexts. The call
// itself goes on until the system answers it.
func within(ctx context.Context, call func() (Secret, error)) (Secret, error) {
	type answer struct {
		secret Secret
		err    error
	}
	answered := make(chan answer, 1)
	go func() {
		s, err := call()
		answered <- answer{s, err}
	}()
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	select {
	case <-ctx.Done():
		return "", fmt.Errorf("%w: %w", ErrNoKeyring, ctx.Err())
	case a := <-answered:
		switch {
		case errors.Is(a.err, keyring.ErrNotFound):
			return "", ErrNoKey
		case a.err != nil:
			return "", fmt.Errorf("%w: %w", ErrNoKeyring, a.err)
		}
		return a.secret, nil
	}
}
