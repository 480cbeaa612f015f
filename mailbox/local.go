package mailbox

import (
	"context"
	"errors"
	"fmt"
	"strings"

	"golang.org/x/oauth2"

	"daybook/api"
	"daybook/service"
	"daybook/service/rest"
	"daybook/service/sample"
	"daybook/service/store"
)

// The mailboxes of a data folder, each a whole service of its own: the sample,
// which can be thrown away, and what the person brought.
const (
	ownFolder    = "mailbox"
	sampleFolder = "sample"
)

// Local is a mailbox of this machine: an open service and whose mailbox it is
// opened on.
type Local struct {
	*service.Service
	Sample bool
	Owner  store.Mailbox
	Dir    string
	first  bool // the owner is who is opened when nobody is named
}

func openLocal(ctx context.Context, dir string, isSample bool, user string, options service.Options) (*Local, error) {
	s, err := service.Open(dir, options)
	if err != nil {
		return nil, err
	}
	l := &Local{Service: s, Sample: isSample, Dir: dir}
	if isSample {
		err = fillSample(ctx, s, options)
	}
	if err == nil {
		l.Owner, l.first, err = FindUser(ctx, s, user)
	}
	if err != nil {
		return nil, errors.Join(err, s.Close())
	}
	return l, nil
}

// sampleSeed picks the sample's details; the same for everybody, so that one
// person can tell another what to press.
const sampleSeed = 1

// fillSample puts the sample into a service that has nobody yet: made for the
// day it is.
func fillSample(ctx context.Context, s *service.Service, o service.Options) error {
	users, err := s.Users(ctx)
	if err != nil || len(users) > 0 {
		return err
	}
	world, err := sample.Build(o.Now(), sampleSeed)
	if err != nil {
		return err
	}
	return sample.Load(ctx, s.Store(), world)
}

// FindUser finds whose mailbox is opened: the one named by id or address, else
// the first that was made, which no later one displaces; and whether it is the
// first.
func FindUser(ctx context.Context, s *service.Service, user string) (m store.Mailbox, first bool, err error) {
	users, err := s.Users(ctx)
	if err != nil {
		return store.Mailbox{}, false, err
	}
	for i, u := range users {
		if user == "" || user == u.ID ||
			strings.EqualFold(user, u.PrincipalName) || strings.EqualFold(user, u.Address) {
			return u, i == 0, nil
		}
	}
	if user != "" {
		return store.Mailbox{}, false, fmt.Errorf("there is no mailbox of %s here: %s", user, listed(users))
	}
	return store.Mailbox{}, false, errors.New("there is no mailbox here yet: bring mail with \"daybook import PATH\"")
}

// listed names the mailboxes that --user can choose, as far as they fit into a
// sentence.
func listed(users []store.Mailbox) string {
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
func (l *Local) token(ctx context.Context, scopes string) (oauth2.TokenSource, error) {
	token, err := l.MintForRun(ctx, l.Owner.ID, scopes)
	if err != nil {
		return nil, err
	}
	return api.StaticToken(api.Token(token)), nil
}

// ReportTo writes what a person must repair to a log.
func ReportTo(log func(string, ...any)) func(rest.Report) {
	return func(r rest.Report) { log("service: %s %s: %v", r.Operation, r.RequestID, r.Err) }
}
