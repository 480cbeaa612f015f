// Package api is the typed client of the interface: one method per
// operation, reached through references that read like its paths
// (client.Me().Message(id).ReplyAll(ctx, request)). Beside those are walks over
// many (Collect, MailFolderTree) and what finds out whether a change was made of
// which the answer was lost (Reconcile, Deliver).
//
// Invariants: a request leaves for the client's own origin or not at all, and
// so does its bearer token, but for the bytes of a file, which go without it to
// the address that the service names; only a request whose repetition changes
// nothing is ever sent twice; every answer is bounded; an error is an *Error, a
// *ConnError or the context's own, and holds no token and no query. A Client is
// safe for concurrent use.
//
// With Config.Mailbox the client reads and changes somebody else's mailbox, a
// colleague's or a shared one, by the same references. What of {user} follows
// it, in both dialects, and with which scopes:
//
//	at /users/{Mailbox}                        with
//	mailFolders, messages, their attachments   Mail.ReadWrite.Shared
//	and extensions, delta
//	sendMail, send, reply, forward             Mail.Send.Shared
//	inferenceClassification                    Mail.ReadWrite.Shared
//	calendars and their groups, events,        Calendars.ReadWrite.Shared
//	calendarView, getSchedule,
//	findMeetingTimes
//
//	at /me as ever                             because
//	contacts, photo                            people are written to from one's own address book
//	mailboxSettings, outlook                   nobody sets another's zone, replies or categories
//	drive, memberOf, manager, directReports,   they are of the person
//	permission grants
//
// What names a user (Client.User), a group or a drive stays what it names, and
// so does what is asked for by path (Client.NewRequest) or by a link.
package api

import (
	"context"
	"crypto/rand"
	"encoding/hex"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"strings"
	"time"

	"golang.org/x/oauth2"

	"daybook/api/lenient"
)

// InProcess is the base address for a service that is called directly, with
// a HandlerTransport: no name is resolved and nothing listens there.
const InProcess = "http://localhost"

// Config says where a service is and how to talk to it. BaseURL and Tokens
// are required; every zero value else means the default that is named.
type Config struct {
	BaseURL string             // address below which the version stands: https, or http on loopback
	Tokens  oauth2.TokenSource // where bearer tokens come from; a Refresher is asked once after a 401
	Dialect Dialect            // Vendor
	Mailbox string             // whose mail and calendars Me has, by address; the signed-in user's when empty

	Transport http.RoundTripper // the network; HandlerTransport for a service in the same process
	UserAgent string            // "daybook"
	TimeZone  string            // zone that replies use (an IANA name); UTC when empty

	MaxReply     int64  // bytes of one decoded reply, unpacked; 32 MiB
	CompressFrom int    // request bodies of at least so many bytes travel as gzip; never when 0
	Concurrent   int    // requests at once; 4, negative for no limit
	Limit        *Limit // shared with other clients, instead of Concurrent; nil for this one's own

	Retry RetryPolicy
	NewID func() string // fresh identifiers for client-request-id and Message-ID; random when nil
}

// concurrency is how many requests of one client are under way at once: what
// the microsoft dialect grants for a mailbox (part 7 of the dialects).
const concurrency = 4

// Client speaks to one service.
type Client struct {
	base *url.URL
	http *http.Client
	// bare carries no token: it goes to the addresses that the service names for
	// a download, and for the ranges of an upload.
	bare    *http.Client
	retry   *retrier
	large   chan struct{} // holds the one large reply that is read at a time
	cfg     Config
	folders folderNames
}

// New returns a client. It sends nothing.
func New(cfg Config) (*Client, error) {
	base, err := url.Parse(strings.TrimSuffix(cfg.BaseURL, "/"))
	if err != nil {
		return nil, fmt.Errorf("service address: %w", err)
	}
	if err := checkBase(base); err != nil {
		return nil, err
	}
	if cfg.Tokens == nil {
		return nil, errors.New("the client needs a token source: every operation takes a bearer token")
	}
	if cfg.Transport == nil {
		cfg.Transport = http.DefaultTransport
	}
	if cfg.UserAgent == "" {
		cfg.UserAgent = "daybook"
	}
	if cfg.MaxReply == 0 {
		cfg.MaxReply = lenient.DefaultLimits.Body
	}
	if cfg.Concurrent == 0 {
		cfg.Concurrent = concurrency
	}
	if cfg.NewID == nil {
		cfg.NewID = randomID
	}
	cfg.Retry = cfg.Retry.withDefaults()
	c := &Client{base: base, cfg: cfg, large: make(chan struct{}, 1)}
	c.http = &http.Client{Transport: c.chain(), CheckRedirect: refuseRedirect}
	return c, nil
}

// chain composes the transports, outermost first: the origin is checked
// before anything else and outside the layer that adds the token; a retry
// queues anew with a fresh token each time.
func (c *Client) chain() http.RoundTripper {
	reach := &link{}
	var rt, bare http.RoundTripper = &bearer{next: c.cfg.Transport, source: c.cfg.Tokens}, c.cfg.Transport
	rt = &staller{next: rt, after: c.cfg.Retry.Stall, link: reach}
	bare = &staller{next: bare, after: c.cfg.Retry.Stall, link: reach}
	limit := c.cfg.Limit
	if limit == nil && c.cfg.Concurrent > 0 {
		limit = newLimit(c.cfg.Concurrent)
	}
	if limit != nil {
		rt, bare = &limiter{rt, limit.free}, &limiter{bare, limit.free}
	}
	c.bare = &http.Client{Transport: bare, CheckRedirect: refuseRedirect}
	c.retry = &retrier{next: rt, policy: c.cfg.Retry, link: reach}
	rt = &identifier{next: c.retry, agent: c.cfg.UserAgent, newID: c.cfg.NewID}
	return &originPin{next: rt, base: c.base}
}

func checkBase(u *url.URL) error {
	switch {
	case u.Host == "" || u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return fmt.Errorf("service address %q: give scheme, host and at most a path", u.Redacted())
	case u.Scheme == "https":
		return nil
	case u.Scheme == "http" && loopback(u.Hostname()):
		return nil
	}
	return fmt.Errorf("service address %q: only https may carry a token beyond this machine", u.Redacted())
}

func loopback(host string) bool {
	if strings.EqualFold(host, "localhost") {
		return true
	}
	ip := net.ParseIP(host)
	return ip != nil && ip.IsLoopback()
}

func randomID() string {
	var b [16]byte
	rand.Read(b[:])
	h := hex.EncodeToString(b[:])
	return h[:8] + "-" + h[8:12] + "-" + h[12:16] + "-" + h[16:20] + "-" + h[20:]
}

// Dialect returns the dialect the client speaks.
func (c *Client) Dialect() Dialect { return c.cfg.Dialect }

// Me is the signed-in user, with the mail and the calendars of Config.Mailbox:
// here alone is decided where those are.
func (c *Client) Me() UserRef {
	me := ref{c: c, path: "/me"}
	if c.cfg.Mailbox == "" {
		return UserRef{own: me, box: me}
	}
	return UserRef{own: me, box: ref{c: c}.item("/users", c.cfg.Mailbox)}
}

// User is another user, by id or userPrincipalName, and whatever is theirs.
func (c *Client) User(id string) UserRef {
	r := ref{c: c}.item("/users", id)
	return UserRef{own: r, box: r}
}

// Group is a group by id.
func (c *Client) Group(id string) GroupRef { return GroupRef{ref{c: c}.item("/groups", id)} }

// UserRef is a person and a mailbox: what the contract writes as {user}. The
// two have addresses of their own, and none for both, so that each operation
// says which it is of.
type UserRef struct {
	own ref // photo, contacts, files, settings, categories, the directory
	box ref // mail, calendars, and the senders that are focused or other
}

// isMe tells whether the mailbox is addressed as the signed-in user's.
func (u UserRef) isMe() bool { return u.box.path == "/me" }

// wait pauses, or returns the context's error when it ends first.
func wait(ctx context.Context, d time.Duration) error {
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-ctx.Done():
		return ctx.Err()
	case <-t.C:
		return nil
	}
}
