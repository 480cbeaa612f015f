package cmd

import (
	"context"
	"fmt"
	"net/http"
	"os"
	"strings"
	"time"

	"daybook/api"
	"daybook/model"
	"daybook/service"
	"daybook/service/rest"
)

// mailbox is one that can be talked to: a house of this machine, with the
// service in this process, or a service elsewhere. Everything above it knows
// the client alone.
type mailbox struct {
	place  place
	house  *house // nil for one elsewhere
	link   api.Config
	owner  model.EmailAddress // as far as it is known without asking
	others string             // whose mail and calendars, by address, where not the owner's
	sample bool
}

// openMailbox opens what a place names. It asks nothing over the network.
func openMailbox(ctx context.Context, p place, options service.Options, getenv func(string) string) (*mailbox, error) {
	if p.profile.Remote() {
		return elsewhere(p, getenv)
	}
	h, err := p.open(ctx, options)
	if err != nil {
		return nil, err
	}
	m := &mailbox{place: p, house: h, sample: h.sample, owner: model.EmailAddress{Name: h.owner.DisplayName, Address: h.owner.Address}}
	m.others = m.notOwn(p.others())
	token, err := h.token(ctx, scopesFor(m.others))
	if err != nil {
		return nil, closing(h, err)
	}
	m.link = api.Config{BaseURL: api.InProcess, Mailbox: m.others, Tokens: token, Transport: api.HandlerTransport(h.Handler())}
	return m, nil
}

// elsewhere is a mailbox of another service. Its tokens are fetched when the
// first request leaves.
func elsewhere(p place, getenv func(string) string) (*mailbox, error) {
	link := api.Config{Transport: p.network, Places: p.places}
	link.BaseURL, link.Dialect = serviceOf(p.profile)
	var err error
	if link.Tokens, err = tokensOf(p, link.BaseURL, getenv); err != nil {
		return nil, err
	}
	m := &mailbox{place: p, owner: model.EmailAddress{Address: p.profile.Account}}
	m.others = m.notOwn(p.others())
	m.link = link
	m.link.Mailbox = m.others
	return m, nil
}

// notOwn is the address of somebody else's mailbox, empty for the owner's own.
func (m *mailbox) notOwn(address string) string {
	if strings.EqualFold(address, m.owner.Address) {
		return ""
	}
	return address
}

// client speaks to the mailbox. Wrap stands between the two, for tests;
// onWait is told of retries. Both may be nil.
func (m *mailbox) client(now func() time.Time, wrap func(http.RoundTripper) http.RoundTripper, onWait func(api.Wait)) (*api.Client, error) {
	link := m.link
	link.Retry = api.RetryPolicy{Now: now, OnWait: onWait}
	if wrap != nil {
		if link.Transport == nil {
			link.Transport = http.DefaultTransport
		}
		link.Transport = wrap(link.Transport)
	}
	client, err := api.New(link)
	if err != nil {
		return nil, fmt.Errorf("profile %s: %w", m.place.name(), err)
	}
	return client, nil
}

// state is the folder of the mailbox's documents.
func (m *mailbox) state() string { return m.place.state(m.house, m.others) }

// Close lets go of the house.
func (m *mailbox) Close() error {
	if m.house == nil {
		return nil
	}
	return m.house.Close()
}

// openClient opens the mailbox that the flags name, for a command that needs
// it once. The caller calls done when it has ended.
func openClient(ctx context.Context, c common) (client *api.Client, done func(), err error) {
	now, err := c.clock()
	if err != nil {
		return nil, nil, err
	}
	p, _, err := c.place()
	if err != nil {
		return nil, nil, err
	}
	box, err := openMailbox(ctx, p, service.Options{Now: now}, os.Getenv)
	if err != nil {
		return nil, nil, err
	}
	if client, err = box.client(now, nil, nil); err != nil {
		return nil, nil, closing(box, err)
	}
	return client, func() { _ = box.Close() }, nil
}

// open opens the house that the flags name, with their clock, for a command
// that needs the service itself.
func (c common) open(ctx context.Context, options service.Options) (*house, error) {
	p, _, err := c.place()
	if err != nil {
		return nil, err
	}
	if options.Now, err = c.clock(); err != nil {
		return nil, err
	}
	return p.open(ctx, options)
}

// report writes what a person must repair to the log.
func report(log func(string, ...any)) func(rest.Report) {
	return func(r rest.Report) { log("service: %s %s: %v", r.Operation, r.RequestID, r.Err) }
}
