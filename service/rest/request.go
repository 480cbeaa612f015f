package rest

import (
	"context"
	"net/http"
	"strings"
	"time"

	"daybook/model"
	"daybook/service/odata"
)

// Request is one authorized request. Now is read once, so that everything an
// operation writes bears the same time.
type Request struct {
	*http.Request
	Route   *Route
	Version string // "v1.0" or "beta"
	Caller  Principal
	Mailbox User // whose data the path names: of {user}, the group, the drive; else the caller
	Prefer  Preferences
	ID      string
	Now     time.Time

	api     *API
	keys    captures
	place   *node
	options *odata.Options
	dialect dialect
	// visiting says that the mailbox is shared with the caller, and not theirs.
	visiting bool
	// restart begins the time of the request anew; nil for a part of another.
	restart func()
	// share is the user's part of the places for large bodies, and leave gives
	// back what was taken of it; nil for a body that is not large.
	share *share
	leave func()
}

// Key returns the decoded value that {name} matched, "" if there is none. Of
// nested folders it is the innermost.
func (r *Request) Key(name string) string {
	value, _ := r.keys.get(name)
	return value
}

// Keys are the names and values that the path bound, in its order: of nested
// folders each one. Whose data it is, is not among them.
func (r *Request) Keys(yield func(name, value string) bool) {
	for _, k := range r.keys.list {
		if k.name != userKey && k.name != groupKey && k.name != driveKey && !yield(k.name, k.value) {
			return
		}
	}
}

// Limits returns the limits of the service.
func (r *Request) Limits() Limits { return r.api.conf.Limits }

// Zone resolves a time zone's name, IANA or Windows; an unknown one is a 400.
func (r *Request) Zone(name string) (*time.Location, error) {
	loc, err := r.api.conf.Zone(name)
	if err != nil {
		return nil, model.Errorf(model.CodeInvalidRequest, "unknown time zone %q: use an IANA or a Windows name", name)
	}
	return loc, nil
}

// OData parses the system query options, once. A malformed or unknown one is
// a 400 that names it; one that brings what the token may not read a 403.
func (r *Request) OData() (*odata.Options, error) {
	if r.options == nil {
		o, err := odata.Parse(r.URL.RawQuery)
		if err == nil {
			err = authorizeExpand(r, o.Expand)
		}
		if err != nil {
			return nil, err
		}
		r.options = o
	}
	return r.options, nil
}

// PageSize is the number of items wanted on a page: $top, else
// odata.maxpagesize, else fallback (Limits.PageDefault when 0). A $top out of
// 1..PageMax is a 400.
func (r *Request) PageSize(fallback int) (int, error) {
	limits := r.Limits()
	if fallback == 0 {
		fallback = limits.PageDefault
	}
	o, err := r.OData()
	if err != nil {
		return 0, err
	}
	if o.Top != nil {
		if *o.Top < 1 || *o.Top > limits.PageMax {
			return 0, model.Errorf(model.CodeBadRequest, "$top is a number from 1 to %d, not %d", limits.PageMax, *o.Top)
		}
		return *o.Top, nil
	}
	if n := r.Prefer.MaxPageSize(); n > 0 {
		return n, nil
	}
	return fallback, nil
}

func (r *Request) clientRequestID() string {
	id := r.Header.Get("client-request-id")
	if len(id) > 128 || strings.ContainsFunc(id, func(c rune) bool { return c < ' ' || c > '~' }) {
		return "" // it goes into headers and logs
	}
	return id
}

// Recorded is the reply to a request served by Sub.
type Recorded struct {
	Status int
	Body   []byte
	header http.Header
}

// Header, Write and WriteHeader make Recorded an http.ResponseWriter.
func (c *Recorded) Header() http.Header { return c.header }

func (c *Recorded) Write(b []byte) (int, error) {
	c.Body = append(c.Body, b...)
	return len(b), nil
}

func (c *Recorded) WriteHeader(status int) { c.Status = status }

// Sub serves another request for the same caller and returns its reply: how
// $batch runs its parts. url is an address of this service, or relative to its
// root or to the version's, such as "/me/messages?$top=5". ctx may carry a
// store batch. A panic in the part becomes its 500.
func (r *Request) Sub(ctx context.Context, method, url string, header http.Header, body string) (*Recorded, error) {
	root := strings.TrimSuffix(r.Base(), r.Version)
	path := strings.TrimPrefix(strings.TrimPrefix(url, root), "/")
	version, _, _ := strings.Cut(path, "/")
	if v := strings.ToLower(version); v != "v1.0" && v != "beta" {
		path = r.Version + "/" + path
	}
	hr, err := http.NewRequestWithContext(ctx, method, root+path, strings.NewReader(body))
	if err != nil {
		return nil, model.Errorf(model.CodeBadRequest, "not a request: %s %s", method, url)
	}
	if header != nil {
		hr.Header = header.Clone()
		hr.Header.Del("Accept-Encoding") // what is packed is the whole
	}
	hr.TLS = r.TLS
	// Its body is a piece of this one's, and needs no place beside it.
	sub := &Request{Request: hr, api: r.api, ID: r.api.conf.NewID(), Now: r.Now, Caller: r.Caller, leave: func() {}}
	w := &Recorded{header: http.Header{}}
	r.api.respond(w, sub, r.api.dispatch)
	r.tracePart(sub, w)
	return w, nil
}

// Refused is the reply that an error is answered with: for a part that is no
// request at all.
func (r *Request) Refused(err error) *Recorded {
	sub := &Request{Request: r.Request, api: r.api, ID: r.api.conf.NewID(), Now: r.Now, Caller: r.Caller}
	w := &Recorded{header: http.Header{}}
	r.api.writeError(w, sub, err)
	r.tracePart(sub, w)
	return w
}
