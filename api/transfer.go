package api

import (
	"context"
	"errors"
	"io"
	"net/http"
)

// upload is a body that is not JSON. Every attempt reads it from its start.
type upload struct {
	contentType string
	content     io.ReaderAt
	size        int64
}

// attach makes the upload the body of a request.
func (u *upload) attach(hr *http.Request, progress func(done, total int64)) {
	hr.ContentLength = u.size
	hr.Header.Set("Content-Type", u.contentType)
	if u.size == 0 {
		hr.Body = http.NoBody
		return
	}
	hr.GetBody = func() (io.ReadCloser, error) {
		section := io.NewSectionReader(u.content, 0, u.size)
		return &countingBody{ReadCloser: io.NopCloser(section), total: u.size, tell: progress}, nil
	}
	hr.Body, _ = hr.GetBody()
}

// openFile opens a file where it is, or where the service says it is: an
// address for this one download, which must not see the token.
func (c *Client) openFile(ctx context.Context, req *Request) (*http.Response, error) {
	resp, err := c.send(ctx, req, nil)
	if err != nil {
		return nil, err
	}
	if resp.StatusCode != http.StatusFound && resp.StatusCode != http.StatusTemporaryRedirect {
		return c.accept(resp, req)
	}
	at, err := resp.Location()
	drain(resp.Body) // its place is for what follows
	if err != nil || at.User != nil || at.Scheme != "https" && !loopback(at.Hostname()) {
		return nil, errors.New("the service sends the download to an address that is not safe")
	}
	elsewhere, err := http.NewRequestWithContext(ctx, http.MethodGet, at.String(), nil)
	if err != nil {
		return nil, errors.New("the address of the download cannot be formed")
	}
	elsewhere.Header.Set("User-Agent", c.cfg.UserAgent)
	resp, err = c.bare.Do(elsewhere)
	if err != nil {
		return nil, connError(err)
	}
	return c.accept(resp, req)
}
