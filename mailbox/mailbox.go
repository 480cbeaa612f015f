// Package mailbox opens mailboxes: it finds where one is (Location), opens the
// service of one on this machine (Local), and gives the client of any
// (Mailbox), with its tokens and with what is known of it without asking.
//
// Invariants: opening asks nothing over the network. What is written for one
// mailbox is never taken for another's, nor one's tokens sent to another's
// service.
package mailbox

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"strings"
	"time"

	"daybook/api"
	"daybook/model"
	"daybook/service"
)

// Mailbox is one that can be talked to: of this machine, with the service in
// this process, or of a service elsewhere. Everything above it knows the client
// alone.
type Mailbox struct {
	Location   Location
	Local      *Local // nil for one elsewhere
	Connection api.Config
	Owner      model.EmailAddress // as far as it is known without asking
	Others     string             // whose mail and calendars, by address, where not the owner's
}

// Open opens what a location names. It asks nothing over the network.
func Open(ctx context.Context, l Location, options service.Options, getenv func(string) string) (*Mailbox, error) {
	if l.Profile.Remote() {
		return openRemote(l, getenv)
	}
	local, err := l.OpenLocal(ctx, options)
	if err != nil {
		return nil, err
	}
	m := &Mailbox{Location: l, Local: local, Owner: model.EmailAddress{Name: local.Owner.DisplayName, Address: local.Owner.Address}}
	m.Others = m.notOwn(l.Others())
	token, err := local.token(ctx, ScopesFor(m.Others))
	if err != nil {
		return nil, errors.Join(err, local.Close())
	}
	m.Connection = api.Config{BaseURL: api.InProcess, Mailbox: m.Others, Tokens: token, Transport: api.HandlerTransport(local.Handler())}
	return m, nil
}

// openRemote is a mailbox of another service. Its tokens are fetched when the
// first request leaves.
func openRemote(l Location, getenv func(string) string) (*Mailbox, error) {
	m := &Mailbox{Location: l, Owner: model.EmailAddress{Address: l.Profile.Account}}
	m.Others = m.notOwn(l.Others())
	m.Connection = api.Config{Mailbox: m.Others, Transport: l.Network, Limit: l.Limit}
	m.Connection.BaseURL, m.Connection.Dialect = serviceOf(l.Profile)
	var err error
	if m.Connection.Tokens, err = l.tokens(m.Connection.BaseURL, getenv); err != nil {
		return nil, err
	}
	return m, nil
}

// notOwn is the address of somebody else's mailbox, empty for the owner's own.
func (m *Mailbox) notOwn(address string) string {
	if strings.EqualFold(address, m.Owner.Address) {
		return ""
	}
	return address
}

// Client speaks to the mailbox. Wrap stands between the two, for tests; onWait
// is told of retries. Both may be nil.
func (m *Mailbox) Client(now func() time.Time, wrap func(http.RoundTripper) http.RoundTripper,
	onWait func(api.Wait)) (*api.Client, error) {
	connection := m.Connection
	connection.Retry = api.RetryPolicy{Now: now, OnWait: onWait}
	if wrap != nil {
		if connection.Transport == nil {
			connection.Transport = http.DefaultTransport
		}
		connection.Transport = wrap(connection.Transport)
	}
	client, err := api.New(connection)
	if err != nil {
		return nil, fmt.Errorf("profile %s: %w", m.Location.Name(), err)
	}
	return client, nil
}

// Documents is the folder of the mailbox's documents.
func (m *Mailbox) Documents() string { return m.Location.documents(m.Local, m.Others) }

// IsSample says that it is the sample, which can be thrown away.
func (m *Mailbox) IsSample() bool { return m.Local != nil && m.Local.Sample }

// ReadOnly says that the mailbox is on this machine and cannot be written.
func (m *Mailbox) ReadOnly() bool { return m.Local != nil && m.Local.ReadOnly() }

// Close lets go of the service of one on this machine.
func (m *Mailbox) Close() error {
	if m.Local == nil {
		return nil
	}
	return m.Local.Close()
}
