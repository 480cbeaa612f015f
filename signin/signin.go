// Package signin gets, keeps and renews the tokens of a service that is
// reached over the network: by the browser (authorization code with PKCE on
// a loopback address), by a code typed on another device, or from where the
// person says (the environment, a file, a command).
//
// Invariants: tokens, codes and verifiers go to the token endpoint of the
// provider that was signed in to, and nowhere else: no redirect is followed,
// nothing travels without TLS beyond this machine, and tokens are handed out
// for the service they were issued for alone. Every answer is bounded in size
// and time. An error says in words what to do and never holds a secret, nor
// what an endpoint answered; secrets print as ***. Of several processes one
// renews a token, and the others take what it got.
package signin

import (
	"context"
	"net"
	"net/http"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"daybook/signin/vault"
)

// Secret is a token: it prints as *** in every way.
type Secret = vault.Secret

// Options are a Client's environment; every zero value means the default
// that is named.
type Options struct {
	Transport http.RoundTripper // the network, with the proxy that the environment names for https
	Now       func() time.Time  // the system's clock
	Timeout   time.Duration     // of one request; 30 s
	Patience  time.Duration     // for the person in the browser; ten minutes
}

// Client speaks to the sign-in endpoints of providers.
type Client struct {
	o    Options
	http *http.Client
}

// New returns a client. It sends nothing.
func New(o Options) *Client {
	if o.Transport == nil {
		o.Transport = network()
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Timeout == 0 {
		o.Timeout = 30 * time.Second
	}
	if o.Patience == 0 {
		o.Patience = 10 * time.Minute
	}
	return &Client{o: o, http: &http.Client{
		Transport:     &guard{next: o.Transport, timeout: o.Timeout},
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
	}}
}

// network is the default transport. A proxy sees https as a tunnel only, and
// plain http, which is for loopback, is never sent to one. No connection is
// kept: a refresh must not be repeated on a fresh one by the transport.
func network() http.RoundTripper {
	return &http.Transport{
		Proxy:                  http.ProxyFromEnvironment,
		DialContext:            (&net.Dialer{Timeout: 10 * time.Second}).DialContext,
		TLSHandshakeTimeout:    10 * time.Second,
		MaxResponseHeaderBytes: 64 << 10,
		DisableKeepAlives:      true,
		ForceAttemptHTTP2:      true,
	}
}

// Grant is what a sign-in or a renewal gives.
type Grant struct {
	Access  Secret
	Refresh Secret    // empty when the provider gives none
	Expiry  time.Time // of Access; zero when the provider does not say
	Scopes  []string  // as granted; nil when the provider does not say
}

// config is the provider as the oauth2 package wants it. The client is a
// public one: it has an id and no secret, which goes into the body.
func config(p Provider, redirect string) *oauth2.Config {
	return &oauth2.Config{
		ClientID: p.ClientID, RedirectURL: redirect, Scopes: p.Scopes,
		Endpoint: oauth2.Endpoint{
			AuthURL: p.Authorize, TokenURL: p.Token, DeviceAuthURL: p.Device, AuthStyle: oauth2.AuthStyleInParams,
		},
	}
}

// carry makes the oauth2 package use the guarded client, and that client heed
// ctx, which the package forgets when it asks for a device code.
func (c *Client) carry(ctx context.Context) context.Context {
	bound := *c.http
	bound.Transport = &heeding{next: c.http.Transport, ctx: ctx}
	return context.WithValue(ctx, oauth2.HTTPClient, &bound)
}

// grant reads a token endpoint's answer. How long the token is good is told
// by the service as a span, so that no clock needs to be right.
func (c *Client) grant(tok *oauth2.Token) (Grant, error) {
	if err := checkToken(tok); err != nil {
		return Grant{}, err
	}
	g := Grant{Access: Secret(tok.AccessToken), Refresh: Secret(tok.RefreshToken)}
	if !tok.Expiry.IsZero() {
		g.Expiry = c.o.Now().Add(time.Until(tok.Expiry)).UTC()
	}
	if scope, ok := tok.Extra("scope").(string); ok {
		g.Scopes = strings.Fields(scope)
	}
	return g, nil
}
