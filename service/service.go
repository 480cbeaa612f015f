// Package service serves the whole interface from one data folder: it opens
// the store and concatenates the areas' routes into one table.
//
// Invariants: the package and its areas reach the present, randomness and the
// time zones through Options alone; in process there is no listener, only
// the handler; every route demands a bearer token, but for those by which one
// is obtained, which Site alone has.
package service

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"daybook/model"
	"daybook/service/account"
	"daybook/service/auth"
	"daybook/service/calendar"
	"daybook/service/files"
	"daybook/service/groups"
	"daybook/service/mail"
	"daybook/service/oauth"
	"daybook/service/people"
	"daybook/service/rest"
	"daybook/service/store"
	"daybook/service/uploads"
)

// Options are what a service takes from outside. The zero value is the real
// clock, real randomness, no throttle and the stated limits.
type Options struct {
	Now  func() time.Time
	Rand io.Reader
	// Zone resolves the name of a time zone, IANA or Windows. Nil means
	// model's table.
	Zone              func(name string) (*time.Location, error)
	Limits            rest.Limits
	RequestsPerSecond float64
	// Report receives what a person must repair; nil drops it.
	Report func(rest.Report)
}

// Service is an open data folder and its handler. It is safe for concurrent
// use.
type Service struct {
	store *store.Store
	auth  *auth.Authority
	api   *rest.API
	oauth *oauth.Server
	// reports counts what was reported since the start.
	reports atomic.Int64
}

// Open opens the data folder, making it when it is not there.
func Open(dir string, opts Options) (*Service, error) {
	opts.fill()
	s := &Service{}
	report := opts.Report
	opts.Report = func(r rest.Report) {
		s.reports.Add(1)
		report(r)
	}
	st, err := store.Open(dir, store.Options{Now: opts.Now, Rand: opts.Rand, Areas: Areas(),
		Report: func(err error) { opts.Report(rest.Report{Operation: "background", Err: err}) }})
	if err != nil {
		return nil, err
	}
	s.store, s.auth = st, auth.New(st, opts.Rand, opts.Now)
	s.api, err = rest.New(routes(st), rest.Config{
		Store: st, Auth: s.auth, Directory: directory{s.auth, st}, Limits: opts.Limits, Now: opts.Now, Zone: opts.Zone,
		NewID: requestIDs(opts.Rand), RequestsPerSecond: opts.RequestsPerSecond, Report: opts.Report,
	})
	if err == nil {
		s.oauth, err = oauth.New(oauth.Config{Store: st, Auth: s.auth, Now: opts.Now, Rand: opts.Rand, Report: opts.Report})
	}
	if err != nil {
		return nil, errors.Join(err, st.Close())
	}
	return s, nil
}

func (o *Options) fill() {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Rand == nil {
		o.Rand = rand.Reader
	}
	o.Rand = &sharedReader{from: o.Rand}
	if o.Zone == nil {
		o.Zone = model.LoadZone
	}
	if o.Report == nil {
		o.Report = func(rest.Report) {}
	}
}

// sharedReader lets one source of randomness serve many goroutines.
type sharedReader struct {
	mu   sync.Mutex
	from io.Reader
}

func (r *sharedReader) Read(p []byte) (int, error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.from.Read(p)
}

// Areas are those whose tables are in a store.
func Areas() []store.Area {
	return []store.Area{files.Tables, uploads.Tables, people.Tables, groups.Tables, calendar.Tables}
}

// routes is the routing table: every area's rows.
func routes(st *store.Store) []rest.Route {
	var letters *mail.Area // groups send by it, and it posts to them
	posts := groups.New(st, func(tx *store.Tx, owner store.Mailbox, m model.Message, save bool) error {
		return letters.Send(tx, owner, m, save)
	})
	letters = mail.New(st, mail.Hooks{AutomaticReply: automaticReply, PostToGroup: posts.PostMail})
	var table []rest.Route
	for _, area := range []interface{ Routes() []rest.Route }{
		letters,
		people.New(st),
		posts,
		calendar.New(st),
		account.New(st),
		files.New(st),
		uploads.New(st, uploads.Drive{Add: files.AddUploaded, Read: files.DriveItem}, uploads.Attached{
			store.ItemMessage: (*store.Tx).AttachmentsChanged,
			store.ItemEvent:   func(tx *store.Tx, o store.Owner) error { return calendar.TouchEvent(tx, o.Mailbox, o.ID) }}),
	} {
		table = append(table, area.Routes()...)
	}
	return rest.WithCounts(table)
}

// automaticReply answers mail as the settings of the mailbox say.
func automaticReply(tx *store.Tx, owner store.Mailbox, sender string, at time.Time) (mail.AutomaticReply, bool, error) {
	html, since, ok, err := account.AutomaticReply(tx, owner, sender, at)
	return mail.AutomaticReply{HTML: html, Since: since}, ok, err
}

// requestIDs makes ids in the form of a GUID.
func requestIDs(random io.Reader) func() string {
	return func() string {
		var b [16]byte
		if _, err := io.ReadFull(random, b[:]); err != nil {
			return "00000000-0000-0000-0000-000000000000" // a request is not refused for its id
		}
		h := hex.EncodeToString(b[:])
		return fmt.Sprintf("%s-%s-%s-%s-%s", h[:8], h[8:12], h[12:16], h[16:20], h[20:])
	}
}

// Handler serves the interface: /v1.0/... and /beta/...
func (s *Service) Handler() http.Handler { return s.api }

// Site serves the interface together with the authorization server, by whose
// pages people sign in: what others reach over the network. In process there
// is Handler alone, as nobody has to sign in to a folder of their own.
func (s *Service) Site() http.Handler { return s.oauth.Handler(s.api) }

// Store is the open store: for loading a sample world or an import.
func (s *Service) Store() *store.Store { return s.store }

// Close waits for what is running and closes the store.
func (s *Service) Close() error { return s.store.Close() }

// MintToken makes a bearer token for a user, named by id or principal name.
// scopes has spaces between; a ttl of 0 never expires.
func (s *Service) MintToken(ctx context.Context, user, scopes string, ttl time.Duration) (string, error) {
	return s.auth.Mint(ctx, user, scopes, ttl)
}

// Scopes are the names of all scopes that a token can have.
func Scopes() []string { return oauth.Scopes() }

// MintForRun is MintToken for a token of this process alone, until Close.
func (s *Service) MintForRun(ctx context.Context, user, scopes string) (string, error) {
	return s.auth.MintForRun(ctx, user, scopes)
}

// ReadOnly says that the data folder can only be read: every change is
// answered with 507.
func (s *Service) ReadOnly() bool { return s.store.ReadOnly() }

// Ready says why the service should be sent no requests, in words; nil where it
// answers and takes changes.
func (s *Service) Ready(ctx context.Context) error { return s.store.Ready(ctx) }

// SetPassword sets the password with which a user, named by id or principal
// name, signs in, and ends the user's sign-ins. What cannot be one is
// auth.ErrBadPassword.
func (s *Service) SetPassword(ctx context.Context, user, password string) error {
	return s.auth.SetPassword(ctx, user, password)
}

// HasPasswords reports whether anybody can sign in.
func (s *Service) HasPasswords(ctx context.Context) (bool, error) {
	return auth.HasPasswords(ctx, s.store)
}

// RegisterClient lets a program beside daybook itself ask people to sign in.
func (s *Service) RegisterClient(ctx context.Context, c oauth.Client) error {
	if err := oauth.CheckClient(c); err != nil {
		return err
	}
	return oauth.PutClient(ctx, s.store, c)
}

// SetAdministrator makes a user, named by id or principal name, an
// administrator of the store, or an ordinary user again.
func (s *Service) SetAdministrator(ctx context.Context, user string, administrator bool) error {
	return s.store.SetAdministrator(ctx, user, administrator)
}

// Users lists the users in the order in which their mailboxes were made.
func (s *Service) Users(ctx context.Context) ([]store.Mailbox, error) {
	return s.store.Mailboxes(ctx, store.KindUser)
}
