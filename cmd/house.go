package cmd

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"os"
	"path/filepath"
	"strings"
	"time"

	"daybook/api"
	"daybook/service"
	"daybook/service/rest"
	"daybook/service/store"
)

// The data folder holds a house for each mailbox of its own: one for the
// sample, which can be thrown away, and one for what the person brought.
const (
	ownHouse    = "mailbox"
	sampleHouse = "sample"
	stateHouse  = "state"
)

// house is an open service and whose mailbox it is opened on.
type house struct {
	*service.Service
	sample bool
	owner  store.Mailbox
	dir    string
}

// openHouse opens the person's own mailbox when there is one, else the
// sample, which is made when it is not there yet.
func openHouse(ctx context.Context, c common, data string, options service.Options) (*house, error) {
	own := filepath.Join(data, ownHouse)
	_, err := os.Stat(own)
	switch {
	case err == nil && !c.sample:
		return enter(ctx, own, false, c.user, options)
	case err == nil || errors.Is(err, os.ErrNotExist):
		return enter(ctx, filepath.Join(data, sampleHouse), true, c.user, options)
	}
	return nil, fmt.Errorf("look for the mailbox: %w", err)
}

func enter(ctx context.Context, dir string, sample bool, user string, options service.Options) (*house, error) {
	s, err := service.Open(dir, options)
	if err != nil {
		return nil, fmt.Errorf("open the mailbox in %s: %w", dir, err)
	}
	h := &house{Service: s, sample: sample, dir: dir}
	if sample {
		err = furnish(ctx, s, options)
	}
	if err == nil {
		h.owner, err = pick(ctx, s, user)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return h, nil
}

// pick finds whose mailbox is opened: the one named, else the first.
func pick(ctx context.Context, s *service.Service, user string) (store.Mailbox, error) {
	users, err := s.Users(ctx)
	if err != nil {
		return store.Mailbox{}, err
	}
	for _, u := range users {
		if user == "" || user == u.ID || strings.EqualFold(user, u.PrincipalName) || strings.EqualFold(user, u.Address) {
			return u, nil
		}
	}
	if user != "" {
		return store.Mailbox{}, fmt.Errorf("there is no mailbox of %s here", user)
	}
	return store.Mailbox{}, errors.New("there is no mailbox here yet: bring mail with \"daybook import PATH\"")
}

// client speaks to the service in this process, with a bearer token like any
// other: minted for this run, and good for a month of it. Wrap stands between
// the two, for tests; onWait is told of retries. Both may be nil.
func (h *house) client(ctx context.Context, now func() time.Time, wrap func(http.RoundTripper) http.RoundTripper, onWait func(api.Wait)) (*api.Client, error) {
	token, err := h.MintToken(ctx, h.owner.ID, ownScopes, 31*24*time.Hour)
	if err != nil {
		return nil, err
	}
	transport := api.HandlerTransport(h.Handler())
	if wrap != nil {
		transport = wrap(transport)
	}
	return api.New(api.Config{
		BaseURL: api.InProcess, Tokens: api.StaticToken(api.Token(token)), Transport: transport,
		Retry: api.RetryPolicy{Now: now, OnWait: onWait},
	})
}

// open opens the mailbox that the flags name, with their clock.
func (c common) open(ctx context.Context, options service.Options) (*house, error) {
	data, err := c.folder()
	if err != nil {
		return nil, err
	}
	if options.Now, err = c.clock(); err != nil {
		return nil, err
	}
	return openHouse(ctx, c, data, options)
}

// openClient opens the mailbox that the flags name, for a command that needs
// it once. The caller calls done when it has ended.
func openClient(ctx context.Context, c common) (h *house, client *api.Client, done func(), err error) {
	if h, err = c.open(ctx, service.Options{}); err != nil {
		return nil, nil, nil, err
	}
	now, err := c.clock()
	if err != nil {
		return nil, nil, nil, errors.Join(err, h.Close())
	}
	if client, err = h.client(ctx, now, nil, nil); err != nil {
		return nil, nil, nil, errors.Join(err, h.Close())
	}
	return h, client, func() { _ = h.Close() }, nil
}

// report writes what a person must repair to the log.
func report(log func(string, ...any)) func(rest.Report) {
	return func(r rest.Report) { log("service: %s %s: %v", r.Operation, r.RequestID, r.Err) }
}
