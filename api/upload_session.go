package api

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"daybook/model"
)

// Files larger than these bytes go in ranges, by an upload session.
// https://learn.microsoft.com/en-us/graph/outlook-large-attachments and
// https://learn.microsoft.com/en-us/graph/api/driveitem-put-content
const (
	directAttachment = 3 << 20
	directFile       = 4 << 20
	// uploadRange is the size of a range: a multiple of 320 KiB, below 4 MB.
	uploadRange = 12 * model.UploadRange
)

// session is an upload under way: the one exchange that leaves the client's
// origin and carries no token. Its address is a secret, and in no error.
type session struct {
	c        *Client
	at       *url.URL
	upload   *upload
	progress func(done, total int64)
	failures int // in a row, without a byte more
	// lost says that the answer to the last range was.
	lost error
}

// uploaded is the end of a session: where the thing is, and what it is when
// the service says so.
type uploaded struct {
	location string
	body     []byte
}

// errGone is a session that is no longer there.
var errGone = errors.New("the upload session has ended")

// sendInRanges sends a file by a session that the request begins, and once
// more from the start when the session ends before the file does.
func (c *Client) sendInRanges(ctx context.Context, begin *Request, u *upload) (uploaded, error) {
	for again := false; ; again = true {
		var s model.UploadSession
		if err := c.Do(ctx, begin, &s); err != nil {
			return uploaded{}, err
		}
		at, err := c.sessionAddress(s.UploadURL)
		if err != nil {
			return uploaded{}, err
		}
		run := &session{c: c, at: at, upload: u, progress: begin.opts.progress}
		done, err := run.send(ctx)
		switch {
		case err == nil:
			return done, nil
		case errors.Is(err, errGone) && run.lost != nil: // that it is gone may be its end
			err = connError(run.lost)
		case errors.Is(err, errGone) && !again:
			continue
		default:
			run.cancel(ctx)
			if !isRefusal(err) {
				err = connError(err)
			}
		}
		c.stale(begin, err)
		return uploaded{}, err
	}
}

func isRefusal(err error) bool {
	var refused *Error
	return errors.As(err, &refused)
}

// sessionAddress is where the ranges go: https, or the client's own origin,
// or loopback where that is on loopback too.
func (c *Client) sessionAddress(address string) (*url.URL, error) {
	at, err := url.Parse(address)
	safe := err == nil && at.User == nil && at.Host != "" &&
		(at.Scheme == "https" || sameOrigin(c.base, at) || at.Scheme == "http" && loopback(at.Hostname()) && loopback(c.base.Hostname()))
	if !safe {
		return nil, permanent{errors.New("the service sends the upload to an address that is not safe")}
	}
	return at, nil
}

// send sends range after range until the file is whole. After a failure it
// asks how far the session is, and goes on from there.
func (s *session) send(ctx context.Context) (uploaded, error) {
	for next := int64(0); ; {
		done, after, err := s.put(ctx, next)
		if err == nil && done == nil && after <= next {
			err = errors.New("the service does not keep what it is sent")
		}
		for err != nil {
			if err = s.afterFailure(ctx, err); err != nil {
				return uploaded{}, err
			}
			done, after, err = s.status(ctx)
		}
		if done != nil {
			return *done, nil
		}
		if after > next {
			s.failures = 0
		}
		next = after
	}
}

// afterFailure waits before the session is asked how far it is, or says that
// there is no more use in it.
func (s *session) afterFailure(ctx context.Context, err error) error {
	policy := s.c.cfg.Retry
	wait := Wait{}
	var head *http.Response
	var refused *Error
	switch {
	case ctx.Err() != nil:
		return ctx.Err()
	case errors.As(err, &refused):
		wait.Status = refused.Status
		switch {
		case refused.Status == http.StatusNotFound || refused.Status == http.StatusGone:
			return errGone
		case refused.Status == http.StatusRequestedRangeNotSatisfiable: // it has more, or less, than we think
		case refused.Status < 500 && refused.Status != http.StatusTooManyRequests && refused.Status != http.StatusRequestTimeout,
			refused.Status == http.StatusNotImplemented || refused.Status == http.StatusInsufficientStorage:
			return err
		}
		if refused.RetryAfter > 0 {
			head = &http.Response{Header: http.Header{"Retry-After": {strconv.FormatFloat(refused.RetryAfter.Seconds(), 'f', -1, 64)}}}
		}
	case !transient(nil, err):
		return err
	}
	s.failures++
	pause, until := s.c.retry.pause(head, min(s.failures, 6), s.failures)
	deadline, set := ctx.Deadline()
	if s.failures > policy.Attempts || pause > policy.Longest || set && until.After(deadline) || refused == nil && s.c.retry.link.isDown() {
		return err
	}
	wait.Attempt, wait.Until = s.failures, until
	_, err = s.c.retry.rest(ctx, wait, pause)
	return err
}

// put sends the range that begins at from. It returns the end of the session,
// or the byte that is expected next.
func (s *session) put(ctx context.Context, from int64) (*uploaded, int64, error) {
	until := min(from+uploadRange, s.upload.size)
	hr, err := s.request(ctx, http.MethodPut)
	if err != nil {
		return nil, 0, err
	}
	hr.ContentLength = until - from
	hr.Header.Set("Content-Type", "application/octet-stream")
	hr.Header.Set("Content-Range", fmt.Sprintf("bytes %d-%d/%d", from, until-1, s.upload.size))
	hr.Body = &countingBody{ReadCloser: io.NopCloser(io.NewSectionReader(s.upload.content, from, until-from)),
		done: from, total: s.upload.size, tell: s.progress}
	done, next, err := s.do(hr, until)
	if err != nil && until == s.upload.size && !isRefusal(err) {
		s.lost = err
	}
	return done, next, err
}

// status asks how far the session is.
func (s *session) status(ctx context.Context) (*uploaded, int64, error) {
	hr, err := s.request(ctx, http.MethodGet)
	if err != nil {
		return nil, 0, err
	}
	return s.do(hr, -1)
}

// cancel tells the service that nothing more comes. It is a courtesy: what is
// left of a session expires.
func (s *session) cancel(ctx context.Context) {
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), 5*time.Second)
	defer cancel()
	if hr, err := s.request(ctx, http.MethodDelete); err == nil {
		if resp, err := s.c.bare.Do(hr); err == nil {
			drain(resp.Body)
		}
	}
}

func (s *session) request(ctx context.Context, method string) (*http.Request, error) {
	hr, err := http.NewRequestWithContext(withCall(ctx, call{upload: method == http.MethodPut}), method, s.at.String(), nil)
	if err != nil {
		return nil, permanent{errors.New("the address of the upload cannot be formed")}
	}
	hr.Header.Set("User-Agent", s.c.cfg.UserAgent)
	return hr, nil
}

// sessionPath stands in errors for the address, which is a secret.
const sessionPath = "(the upload session)"

// maxSession bounds what a session answers: the item of a drive at most.
const maxSession = 1 << 20

// do sends one request of the session. sent is where the range ends, -1 for
// none; it is believed where the answer does not say what comes next.
func (s *session) do(hr *http.Request, sent int64) (*uploaded, int64, error) {
	resp, err := s.c.bare.Do(hr)
	if err != nil {
		return nil, 0, plainError(err)
	}
	defer drain(resp.Body)
	if resp.StatusCode < 200 || resp.StatusCode >= 300 {
		return nil, 0, readError(hr.Method, sessionPath, resp, s.c.cfg.Retry.Now())
	}
	if strings.HasPrefix(resp.Header.Get("Content-Type"), "text/html") {
		return nil, 0, errForeign
	}
	body, err := io.ReadAll(io.LimitReader(resp.Body, maxSession))
	if err != nil {
		return nil, 0, plainError(err)
	}
	var answer struct {
		ID   string   `json:"id"`
		Next []string `json:"nextExpectedRanges"`
	}
	if len(body) > 0 {
		if err := json.Unmarshal(body, &answer); err != nil {
			return nil, 0, fmt.Errorf("reading the reply: %w", err)
		}
	}
	location := resp.Header.Get("Location")
	switch {
	case resp.StatusCode == http.StatusCreated, answer.ID != "", location != "" && len(answer.Next) == 0:
		return &uploaded{location, body}, 0, nil
	case len(answer.Next) > 0:
		next, _, _ := strings.Cut(answer.Next[0], "-")
		n, err := strconv.ParseInt(next, 10, 64)
		if err != nil || n < 0 || n >= s.upload.size {
			return nil, 0, permanent{errors.New("the service expects bytes that the file does not have")}
		}
		return nil, n, nil
	case sent >= 0 && sent < s.upload.size:
		return nil, sent, nil
	}
	return nil, 0, permanent{errors.New("the service does not say what it expects next")}
}

// idIn is the id of the attachment at a location: the last segment, or what
// stands in the brackets of one, Attachments('AAMk').
func idIn(location string) string {
	at, err := url.Parse(location)
	if err != nil {
		return ""
	}
	path := strings.TrimSuffix(at.EscapedPath(), "/")
	id, err := url.PathUnescape(path[strings.LastIndexByte(path, '/')+1:])
	if err != nil {
		return ""
	}
	if _, key, found := strings.Cut(id, "('"); found {
		id = strings.ReplaceAll(strings.TrimSuffix(key, "')"), "''", "'")
	}
	return id
}

// uploadAttachment adds a file to what r is, in one request while it is small
// enough, else in ranges. Of a, the contents and the size are not read.
func uploadAttachment(ctx context.Context, r ref, a model.Attachment, content io.ReaderAt, size int64, opts []Option) (model.Attachment, error) {
	if size <= directAttachment {
		a.ContentBytes = make([]byte, size)
		if _, err := io.ReadFull(io.NewSectionReader(content, 0, size), a.ContentBytes); err != nil {
			return a, fmt.Errorf("reading the file: %w", err)
		}
		return addAttachment(ctx, r, a, opts)
	}
	item := model.AttachmentItem{AttachmentType: "file", Name: a.Name, Size: size, ContentType: a.ContentType, IsInline: a.IsInline, ContentID: a.ContentID}
	begin := r.request(http.MethodPost, "/attachments/createUploadSession", struct {
		Item model.AttachmentItem `json:"AttachmentItem"`
	}{item}, opts)
	begin.idempotent = true // a session that nobody knows of expires
	done, err := r.c.sendInRanges(ctx, begin, &upload{a.ContentType, content, size})
	if err != nil {
		return model.Attachment{}, err
	}
	a.ID, a.Size, a.ContentBytes = idIn(done.location), int(size), nil
	if r.c.cfg.Dialect == Vendor && a.ID != "" {
		return a, nil
	}
	return newestNamed(ctx, r, a)
}

// newestNamed finds an attachment by its name among those there are. The
// location that the public service answers is of another address, and need not
// have the id that lists have.
func newestNamed(ctx context.Context, r ref, a model.Attachment) (model.Attachment, error) {
	page, err := list[model.Attachment](ctx, r, "/attachments", []Option{Select("name", "size", "lastModifiedDateTime")})
	if err != nil {
		return a, err
	}
	var found model.Attachment
	for b, err := range page.All(ctx) {
		switch {
		case err != nil:
			return a, err
		case b.ID == a.ID:
			return b, nil
		case b.Name != a.Name || int64(b.Size) < int64(a.Size):
		case found.ID == "" || found.LastModifiedDateTime == nil ||
			b.LastModifiedDateTime != nil && !b.LastModifiedDateTime.Before(*found.LastModifiedDateTime):
			found = b
		}
	}
	if found.ID == "" {
		return a, fmt.Errorf("the file was sent, but is not among the attachments: %w", model.ErrNotFound)
	}
	return found, nil
}
