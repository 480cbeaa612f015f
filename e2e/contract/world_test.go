package contract

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"daybook/api"
	"daybook/service"
	"daybook/service/groups"
	"daybook/service/people"
	"daybook/service/store"
)

// world is a service with an owner, a colleague and a group, and a client for
// each of the two that may do everything.
type world struct {
	svc    *service.Service
	dir    string
	clock  *clock
	owner  store.Mailbox
	ada    store.Mailbox
	group  store.Mailbox
	mine   *api.Client
	adas   *api.Client
	serial atomic.Int64
}

// clock is the present of the service: it moves only when told.
type clock struct{ at atomic.Int64 }

func (c *clock) now() time.Time          { return time.Unix(0, c.at.Load()).UTC() }
func (c *clock) advance(d time.Duration) { c.at.Add(int64(d)) }

// everything is every scope that the contract names.
const everything = "Mail.ReadWrite Mail.Send Mailboxsettings.ReadWrite Calendars.ReadWrite Calendars.ReadWrite.Shared " +
	"Contacts.ReadWrite Files.ReadWrite Group.ReadWrite.All User.ReadWrite.All Directory.ReadWrite.All"

func newWorld(t *testing.T) *world {
	t.Helper()
	w := &world{dir: t.TempDir(), clock: &clock{}}
	w.clock.at.Store(time.Date(2026, 3, 2, 9, 0, 0, 0, time.UTC).UnixNano())
	svc, err := service.Open(w.dir, service.Options{Now: w.clock.now})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := svc.Close(); err != nil {
			t.Errorf("close the service: %v", err)
		}
	})
	w.svc = svc
	w.owner = w.add(t, store.KindUser, "Owner", "owner@example.com")
	w.ada = w.add(t, store.KindUser, "Ada", "ada@example.com")
	w.group = w.add(t, store.KindGroup, "Team", "team@example.com")
	w.acquaint(t)
	if err := svc.SetAdministrator(t.Context(), w.owner.ID, true); err != nil { // who grants in another's name
		t.Fatal(err)
	}
	w.mine = w.client(t, w.token(t, w.owner, everything, 0))
	w.adas = w.client(t, w.token(t, w.ada, everything, 0))
	w.settle(t)
	return w
}

func (w *world) add(t *testing.T, kind, name, address string) store.Mailbox {
	t.Helper()
	m, err := w.svc.Store().AddMailbox(t.Context(), store.Mailbox{Kind: kind, PrincipalName: address, DisplayName: name, Address: address})
	if err != nil {
		t.Fatal(err)
	}
	return m
}

// acquaint makes the owner and the colleague each other's manager, so that
// both have one and somebody who reports to them, and members of the group. Such
// a circle nobody can make any more; a store can have it from before.
func (w *world) acquaint(t *testing.T) {
	t.Helper()
	err := w.svc.Store().Write(t.Context(), func(tx *store.Tx) error {
		group, err := tx.Mailbox(w.group.ID)
		if err != nil {
			return err
		}
		err = people.SetManager(tx, w.owner.ID, w.ada.ID)
		_, circle := tx.Exec(`UPDATE profiles SET manager_id = ? WHERE mailbox_id = (SELECT mailbox_id FROM mailboxes WHERE id = ?)`, w.owner.ID, w.ada.ID)
		return errors.Join(err, circle,
			groups.AddMember(tx, group, w.owner.ID, true), groups.AddMember(tx, group, w.ada.ID, false))
	})
	if err != nil {
		t.Fatal(err)
	}
}

func (w *world) token(t *testing.T, who store.Mailbox, scopes string, ttl time.Duration) api.Token {
	t.Helper()
	tok, err := w.svc.MintToken(t.Context(), who.ID, scopes, ttl)
	if err != nil {
		t.Fatal(err)
	}
	return api.Token(tok)
}

// client talks to the service in process and repeats nothing, so that a test
// sees each answer.
func (w *world) client(t *testing.T, token api.Token) *api.Client {
	t.Helper()
	c, err := api.New(api.Config{BaseURL: api.InProcess, Tokens: api.StaticToken(token),
		Transport: api.HandlerTransport(w.svc.Handler()), Retry: api.RetryPolicy{Attempts: -1}})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

func (w *world) serve(t *testing.T) *httptest.Server {
	t.Helper()
	s := httptest.NewServer(w.svc.Handler())
	t.Cleanup(s.Close)
	return s
}

// name is a name that nothing else in the world has.
func (w *world) name() string { return fmt.Sprintf("Plan %d", w.serial.Add(1)) }

// settle waits for what the service does in the background.
func (w *world) settle(t *testing.T) {
	t.Helper()
	if err := w.svc.Store().WaitIndexed(t.Context()); err != nil {
		t.Fatal(err)
	}
}

// fingerprint is a hash of everything the store has written.
func (w *world) fingerprint(t *testing.T) string {
	t.Helper()
	w.settle(t)
	h := sha256.New()
	err := filepath.WalkDir(w.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() || strings.HasSuffix(path, "-shm") {
			return err
		}
		data, err := os.ReadFile(path)
		fmt.Fprintf(h, "%s %d\n", path, len(data))
		h.Write(data)
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return fmt.Sprintf("%x", h.Sum(nil))
}

// must is a fixture that could not be made.
func must[T any](t *testing.T, what string) func(T, error) T {
	return func(v T, err error) T {
		t.Helper()
		if err != nil {
			t.Fatalf("fixture: %s: %v", what, err)
		}
		return v
	}
}
