package signin

import (
	"cmp"
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net"
	"net/http"
	"time"

	"golang.org/x/oauth2"
)

// Attempt is a sign-in that waits for a person. Close it, or Wait for it.
type Attempt struct {
	Address string    // where the person goes
	Code    string    // to be typed there; empty for the browser of this machine
	Until   time.Time // when it ends by itself
	*attempt
}

// attempt holds what is secret behind a pointer, out of sight of fmt.
type attempt struct {
	wait  func(ctx context.Context) (Grant, error)
	close func()
}

// Format shows nothing: the address carries the attempt's state.
func (a *Attempt) Format(f fmt.State, _ rune) { fmt.Fprint(f, "sign-in attempt") }

// Wait returns what the person's agreement gives, or a Failure, or the
// context's error. It can be called once.
func (a *Attempt) Wait(ctx context.Context) (Grant, error) {
	defer a.Close()
	return a.wait(ctx)
}

// Close ends the attempt; nobody can finish it afterwards.
func (a *Attempt) Close() { a.close() }

// Browser begins a sign-in with the browser of this machine: it listens for
// the answer on a loopback port of the system's choice. The person has as
// long as the client's patience lasts, from now.
func (c *Client) Browser(ctx context.Context, p Provider) (*Attempt, error) {
	if err := p.Check(); err != nil {
		return nil, err
	}
	if p.Authorize == "" {
		return nil, failure(ErrSetup, "%s does not offer signing in with the browser: try --device", p.host())
	}
	var lc net.ListenConfig
	listener, err := lc.Listen(ctx, "tcp", "127.0.0.1:0")
	if err != nil {
		return nil, failure(ErrSetup, "no port of this machine could be opened for the browser's answer: try --device")
	}
	path := ""
	if p.RandomPath {
		path = "/" + rand.Text()
	}
	_, port, _ := net.SplitHostPort(listener.Addr().String())
	host := net.JoinHostPort(p.Loopback, port)
	verifier, state := oauth2.GenerateVerifier(), rand.Text()
	conf := config(p, "http://"+host+path)
	cb := newCallback(p, host, cmp.Or(path, "/"), state)
	server := &http.Server{
		Handler: cb, ReadHeaderTimeout: 10 * time.Second, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second,
		MaxHeaderBytes: 16 << 10,
	}
	server.SetKeepAlivesEnabled(false)
	served := make(chan struct{})
	go func() {
		defer close(served)
		_ = server.Serve(listener) // ends with Shutdown or Close
	}()
	options := []oauth2.AuthCodeOption{oauth2.S256ChallengeOption(verifier)}
	if p.SelectAccount {
		options = append(options, oauth2.SetAuthURLParam("prompt", "select_account"))
	}
	until := time.Now().Add(c.o.Patience)
	return &Attempt{
		Address: conf.AuthCodeURL(state, options...),
		Until:   c.o.Now().Add(c.o.Patience),
		attempt: &attempt{
			wait: func(ctx context.Context) (Grant, error) {
				ctx, cancel := context.WithDeadlineCause(ctx, until, ErrExpired)
				defer cancel()
				code, err := cb.wait(ctx)
				if err != nil {
					return Grant{}, err
				}
				return c.redeem(ctx, p, conf, code, verifier)
			},
			close: func() {
				stop(server)
				<-served
			},
		},
	}, nil
}

// stop lets a page that is being sent reach the browser first.
func stop(server *http.Server) {
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	if err := server.Shutdown(ctx); err != nil {
		server.Close()
	}
}

// redeem exchanges the code for tokens.
func (c *Client) redeem(ctx context.Context, p Provider, conf *oauth2.Config, code Secret, verifier string) (Grant, error) {
	tok, err := conf.Exchange(c.carry(ctx), string(code), oauth2.VerifierOption(verifier))
	if err != nil {
		err = explain(err, p, c.o.Now)
		if errors.Is(err, ErrSignInAgain) && !errors.Is(err, ErrAdmin) {
			return Grant{}, fmt.Errorf("the code that the browser brought was not accepted: %w", err)
		}
		return Grant{}, err
	}
	return c.grant(tok)
}
