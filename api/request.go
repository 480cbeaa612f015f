package api

import (
	"bytes"
	"compress/gzip"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"net/http"
	"net/url"
	"strings"
)

// version is the segment before the path (part 9 of the contract).
type version string

const (
	v1   version = "v1.0"
	beta version = "beta"
)

// Request is one call, ready to be sent alone or in a batch.
type Request struct {
	Method string
	Path   string // below the version, escaped, without a query
	Body   any    // encoded as JSON; nil for none

	version version
	opts    options
	upload  *upload
	// idempotent says that repeating the request leaves things as sending it once.
	idempotent bool
	// reads says of a POST that it changes nothing.
	reads bool
	// background says that nothing on the screen hangs on the request.
	background bool
	// whole says that the reply is one thing whose bytes are wanted.
	whole bool
	err   error
}

// request makes a call on a reference. GET, HEAD, PUT and DELETE may be
// repeated; so may PATCH, which in this interface sets absolute values,
// unless it is conditional. The methods for which that is wrong say so.
func (r ref) request(method, action string, body any, opts []Option) *Request {
	req := &Request{Method: method, Path: r.path + action, Body: body, version: v1, err: r.err}
	req.opts = r.c.defaults()
	for _, o := range opts {
		o(&req.opts)
	}
	switch method {
	case http.MethodGet, http.MethodHead, http.MethodPut, http.MethodDelete:
		req.idempotent = true
	case http.MethodPatch:
		req.idempotent = req.opts.header.Get("If-Match") == ""
	}
	return req
}

func (r ref) get(ctx context.Context, action string, into any, opts []Option) error {
	return r.c.Do(ctx, r.request(http.MethodGet, action, nil, opts), into)
}

func (r ref) post(ctx context.Context, action string, body, into any, opts []Option) error {
	return r.c.Do(ctx, r.request(http.MethodPost, action, body, opts), into)
}

func (r ref) patch(ctx context.Context, action string, body, into any, opts []Option) error {
	return r.c.Do(ctx, r.request(http.MethodPatch, action, body, opts), into)
}

func (r ref) delete(ctx context.Context, action string, opts []Option) error {
	return r.c.Do(ctx, r.request(http.MethodDelete, action, nil, opts), nil)
}

// NewRequest makes a call by method and path below the version, such as
// "/me/messages/AAMk": a leading "/v1.0" or "/beta" names another version.
func (c *Client) NewRequest(method, path string, body any, opts ...Option) (*Request, error) {
	ver := v1
	for _, v := range []version{v1, beta} {
		if rest, ok := strings.CutPrefix(path, "/"+string(v)+"/"); ok {
			ver, path = v, "/"+rest
		}
	}
	u, err := url.Parse(path)
	if err != nil || u.IsAbs() || u.Host != "" || !strings.HasPrefix(path, "/") {
		return nil, fmt.Errorf("%s: a path starts with / and names no host", method)
	}
	req := ref{c: c, path: u.EscapedPath()}.request(strings.ToUpper(method), "", body, opts)
	req.version = ver
	if u.RawQuery != "" {
		req.opts.rawQuery = u.RawQuery
	}
	return req, nil
}

// Do sends a request and decodes the reply into a pointer; nil, or a reply
// without content, decodes nothing.
func (c *Client) Do(ctx context.Context, req *Request, into any) error {
	resp, err := c.send(ctx, req, func(resp *http.Response) error {
		if strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
			return errForeign
		}
		if into == nil && req.background {
			into = new(struct{}) // it has to be an answer all the same
		}
		if into == nil || resp.StatusCode == http.StatusNoContent || resp.StatusCode == http.StatusAccepted {
			return nil
		}
		return c.decode(ctx, req, resp.Body, into)
	})
	if err != nil {
		return err
	}
	if resp, err = c.accept(resp, req); err != nil {
		return err
	}
	resp.Body.Close()
	return nil
}

// errForeign is a page that a network on the way answers with in the service's
// stead. Taken for a success it would lose what was asked.
var errForeign = errors.New("the answer is not the service's: does the network want you to sign in?")

// open sends a request and returns the reply of a success, whose body the
// caller closes.
func (c *Client) open(ctx context.Context, req *Request) (*http.Response, error) {
	resp, err := c.send(ctx, req, nil)
	if err != nil {
		return nil, err
	}
	return c.accept(resp, req)
}

// send sends a request and returns the reply, whatever its status. Read takes
// the reply of a success, so that one which breaks off can be asked for again;
// nil leaves it to the caller.
func (c *Client) send(ctx context.Context, req *Request, read func(*http.Response) error) (*http.Response, error) {
	if req.err != nil {
		return nil, req.err
	}
	hr, err := c.httpRequest(withCall(ctx, call{idempotent: req.idempotent, reads: req.reads, upload: req.upload != nil, read: read}), req)
	if err != nil {
		return nil, fmt.Errorf("%s %s: %w", req.Method, req.Path, err)
	}
	resp, err := c.http.Do(hr)
	if err != nil {
		err = connError(err)
		c.stale(req, err)
		return nil, err
	}
	return resp, nil
}

// accept passes a success on and reads the error of anything else.
func (c *Client) accept(resp *http.Response, req *Request) (*http.Response, error) {
	if resp.StatusCode >= 200 && resp.StatusCode < 300 {
		return resp, nil
	}
	defer drain(resp.Body)
	err := readError(req.Method, req.Path, resp, c.cfg.Retry.Now())
	c.stale(req, err)
	return nil, err
}

func (c *Client) httpRequest(ctx context.Context, req *Request) (*http.Request, error) {
	body, encoding, err := c.encode(req)
	if err != nil {
		return nil, err
	}
	addr := req.opts.link
	if addr == "" {
		addr = c.address(req)
	}
	hr, err := http.NewRequestWithContext(ctx, req.Method, addr, body)
	if err != nil {
		return nil, errors.New("the address cannot be formed")
	}
	maps.Copy(hr.Header, req.opts.header)
	if prefer := req.opts.prefer(); prefer != "" {
		hr.Header.Set("Prefer", prefer)
	}
	if body != nil {
		hr.Header.Set("Content-Type", "application/json")
	}
	if encoding != "" {
		hr.Header.Set("Content-Encoding", encoding)
	}
	if req.upload != nil {
		req.upload.attach(hr, req.opts.progress)
	}
	return hr, nil
}

func (c *Client) address(req *Request) string {
	addr := c.base.String() + "/" + string(req.version) + req.Path
	if q := req.opts.query(); q != "" {
		addr += "?" + q
	}
	return addr
}

// encode returns the JSON body, nil without one, and its content encoding.
func (c *Client) encode(req *Request) (body io.Reader, encoding string, err error) {
	if req.Body == nil {
		return nil, "", nil
	}
	data, err := json.Marshal(req.Body)
	if err != nil {
		return nil, "", fmt.Errorf("encoding the request: %w", err)
	}
	if (req.Method == http.MethodPatch || req.Method == http.MethodPut) && bytes.Contains(data, cutMark) {
		return nil, "", errCut
	}
	if _, raw := req.Body.(json.RawMessage); !raw { // what a person wrote goes as it stands
		data = req.opts.dialect.zonesOut(data)
	}
	if c.cfg.CompressFrom > 0 && len(data) >= c.cfg.CompressFrom {
		var packed bytes.Buffer
		w := gzip.NewWriter(&packed)
		w.Write(data)
		w.Close()
		data, encoding = packed.Bytes(), "gzip"
	}
	return bytes.NewReader(data), encoding, nil
}

// drain reads what little is left, so that the connection can be used again,
// and closes.
func drain(body io.ReadCloser) {
	io.CopyN(io.Discard, body, 64<<10)
	body.Close()
}
