package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"

	"golang.org/x/oauth2"

	"daybook/api"
	"daybook/service"
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
	first  bool // the owner is who is opened when nobody is named
	dir    string
}

// openHouse opens the person's own mailbox when there is one, else the
// sample, which is made when it is not there yet.
func openHouse(ctx context.Context, data string, sample bool, user string, options service.Options) (*house, error) {
	dir, sample, err := findHouse(data, sample)
	if err != nil {
		return nil, err
	}
	return enter(ctx, dir, sample, user, options)
}

// findHouse says which house of a data folder is meant, and whether it is the
// sample.
func findHouse(data string, sample bool) (dir string, isSample bool, err error) {
	own := filepath.Join(data, ownHouse)
	_, err = os.Stat(own)
	switch {
	case err == nil && !sample:
		return own, false, nil
	case err == nil || errors.Is(err, os.ErrNotExist):
		return filepath.Join(data, sampleHouse), true, nil
	}
	return "", false, fmt.Errorf("look for the mailbox: %w", err)
}

func enter(ctx context.Context, dir string, sample bool, user string, options service.Options) (*house, error) {
	s, err := service.Open(dir, options)
	if err != nil {
		return nil, err
	}
	h := &house{Service: s, sample: sample, dir: dir}
	if sample {
		err = furnish(ctx, s, options)
	}
	if err == nil {
		h.owner, h.first, err = pick(ctx, s, user)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return h, nil
}

// pick finds whose mailbox is opened: the one named, else the first that was
// made, which no later one displaces; and whether it is the first.
func pick(ctx context.Context, s *service.Service, user string) (store.Mailbox, bool, error) {
	users, err := s.Users(ctx)
	if err != nil {
		return store.Mailbox{}, false, err
	}
	for i, u := range users {
		if user == "" || user == u.ID || strings.EqualFold(user, u.PrincipalName) || strings.EqualFold(user, u.Address) {
			return u, i == 0, nil
		}
	}
	if user != "" {
		return store.Mailbox{}, false, fmt.Errorf("there is no mailbox of %s here: %s", user, others(users))
	}
	return store.Mailbox{}, false, errors.New("there is no mailbox here yet: bring mail with \"daybook import PATH\"")
}

// others names the mailboxes that --user can choose, as far as they fit into
// a sentence.
func others(users []store.Mailbox) string {
	const most = 8
	var names []string
	for i, u := range users {
		if i == most {
			names = append(names, fmt.Sprintf("%d more", len(users)-most))
			break
		}
		names = append(names, u.PrincipalName)
	}
	if len(names) == 0 {
		return "there are none yet; bring mail with \"daybook import PATH\""
	}
	return "there are " + strings.Join(names, ", ")
}

// token is a bearer token like any other, for this run alone.
func (h *house) token(ctx context.Context, scopes string) (oauth2.TokenSource, error) {
	token, err := h.MintForRun(ctx, h.owner.ID, scopes)
	if err != nil {
		return nil, err
	}
	return api.StaticToken(api.Token(token)), nil
}

// closing lets go of what cannot be used after all.
func closing(c io.Closer, err error) error { return errors.Join(err, c.Close()) }
