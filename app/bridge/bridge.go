// Package bridge satisfies the views' consumer interfaces with the client: one
// file a view. It translates, and holds what the screens decide about the
// interface: which properties and pages they ask for, in which dialect, with
// which right; how a request travels is the client's.
package bridge

import (
	"context"
	"errors"
	"time"

	"daybook/api"
	"daybook/model"
)

// Options is what the adapters are told beside the client.
type Options struct {
	UserID string // the person's id in the directory: grants of a person have no path through /me
	Rights Rights
	Files  LocalFiles
	Now    func() time.Time      // time.Now when nil
	Zone   func() *time.Location // that times are asked in; UTC when nil
}

// Bridge has an adapter for each screen, and for the composer. What only passes
// on the views take from the client itself.
type Bridge struct {
	Inbox    *Inbox
	Week     *Week
	Contacts *Contacts
	Threads  *Threads
	Finder   *Finder
	Drives   *Drives
	Account  *Account
	Compose  *Compose
}

// shared is what all adapters stand on.
type shared struct {
	Options
	client *api.Client
	people *People
}

// New makes the adapters over a client. None asks anything by itself.
func New(client *api.Client, o Options) *Bridge {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Zone == nil {
		o.Zone = func() *time.Location { return time.UTC }
	}
	s := &shared{Options: o, client: client}
	s.people = &People{shared: s}
	days := &Week{s}
	return &Bridge{
		Inbox: &Inbox{shared: s}, Week: days, Contacts: &Contacts{s}, Threads: &Threads{s, s.people}, Finder: &Finder{shared: s, Service: days, week: days},
		Drives: &Drives{s}, Account: &Account{s}, Compose: &Compose{s, s.people},
	}
}

// unlessRefused takes what the service refuses for not there.
func unlessRefused(err error) error {
	if api.IsRefusal(err) {
		return nil
	}
	return err
}

// unlessGone takes what the service does not have for deleted, or for never there.
func unlessGone(err error) error {
	if errors.Is(err, model.ErrNotFound) {
		return nil
	}
	return err
}

// What is asked for along with an item: all of its custom data, which undo
// needs to make it anew, or only what it is called.
const (
	wholeExtensions = "extensions"
	extensionIDs    = "extensions($select=id)"
)

// extensionList lists the extensions of an item.
type extensionList = func(context.Context, ...api.Option) (*api.Page[model.OpenTypeExtension], error)

// customData reads the custom data of one item by itself, where withExtensions
// cannot bring it. A service that keeps the list to itself leaves the item
// without.
func customData(ctx context.Context, client *api.Client, list extensionList, into *[]model.OpenTypeExtension) error {
	if client.Dialect() == api.Vendor {
		return nil
	}
	all, err := api.Collect(ctx, list)
	if err == nil {
		*into = all
	}
	return unlessRefused(err)
}

// withExtensions asks for custom data along with an item, so that none of it
// costs a request of its own. The other dialect's service takes no expansion
// without a filter by name, and is not asked.
func withExtensions(client *api.Client, which string, options ...api.Option) []api.Option {
	if client.Dialect() != api.Vendor {
		return options
	}
	return append(options, api.Expand(which))
}
