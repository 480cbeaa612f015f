package signin

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"time"

	"golang.org/x/oauth2"
)

const (
	maxUserCode     = 24               // characters of the code that a person types
	defaultLifetime = 15 * time.Minute // of a device code whose provider does not say
	maxLifetime     = 24 * time.Hour
	maxInterval     = 60 // seconds between two questions, as a provider may ask for
	backOff         = 5  // seconds more after nobody answered, up to the most
)

// Device begins a sign-in with a code that the person types on any device.
func (c *Client) Device(ctx context.Context, p Provider) (*Attempt, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if p.Device == "" {
		return nil, failure(ErrSetup, "%s does not offer signing in with a code: sign in with the browser, without --device", p.host())
	}
	conf := config(p, "")
	answer, err := conf.DeviceAuth(c.carry(ctx))
	if err != nil {
		return nil, explain(err, p, nil)
	}
	if err := checkDevice(p, answer); err != nil {
		return nil, err
	}
	left := defaultLifetime
	if !answer.Expiry.IsZero() {
		left = min(time.Until(answer.Expiry), maxLifetime)
	}
	answer.Expiry = time.Now().Add(left)
	answer.Interval = min(max(answer.Interval, 0), maxInterval)
	open, shut := context.WithCancel(context.WithoutCancel(ctx))
	return &Attempt{
		Address: answer.VerificationURI, Code: answer.UserCode, Until: c.o.Now().Add(left),
		attempt: &attempt{
			wait: func(ctx context.Context) (Grant, error) {
				return c.poll(ctx, open, p, conf, answer)
			},
			close: shut,
		},
	}, nil
}

// checkDevice refuses what should not be put before a person.
func checkDevice(p Provider, answer *oauth2.DeviceAuthResponse) error {
	u, err := url.Parse(answer.VerificationURI)
	if err != nil {
		return failure(ErrProvider, "%s gives no page where the code could be typed", p.host())
	}
	if err := checkEndpoint("the page for the code", u); err != nil {
		return err
	}
	issuer, err := url.Parse(p.Device)
	if err != nil || origin(u) != origin(issuer) && !(u.Scheme == "https" && u.Port() == "" && slices.Contains(p.DevicePages, u.Hostname())) {
		return failure(ErrProvider, "%s sends you to another service's page with the code: do not go there", p.host())
	}
	if answer.DeviceCode == "" || answer.UserCode == "" || len(answer.UserCode) > maxUserCode || checkSecret(answer.UserCode) != nil {
		return failure(ErrProvider, "%s gives no code that could be typed", p.host())
	}
	return nil
}

// poll asks until the person has decided. The oauth2 package keeps to the
// interval and to slow_down; a network that is gone for a while is waited for
// here, with longer pauses.
func (c *Client) poll(ctx, open context.Context, p Provider, conf *oauth2.Config, answer *oauth2.DeviceAuthResponse) (Grant, error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	defer context.AfterFunc(open, cancel)()
	for {
		tok, err := conf.DeviceAccessToken(c.carry(ctx), answer)
		if err == nil {
			return c.grant(tok)
		}
		if ctx.Err() != nil {
			return Grant{}, ctx.Err()
		}
		if !time.Now().Before(answer.Expiry) {
			return Grant{}, failure(ErrExpired, "the code has expired before anybody typed it: begin the sign-in anew")
		}
		err = explain(err, p, c.o.Now)
		if !errors.Is(err, ErrOffline) {
			return Grant{}, err
		}
		answer.Interval = min(max(answer.Interval, 5)+backOff, maxInterval)
	}
}
