package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strconv"
	"time"

	"daybook/api/lenient"
)

// batchMost is how many requests one batch may hold (supplement, batch).
const batchMost = 20

// Reply is the answer to one request of a batch. Err is an *Error when that
// request was refused; the others are not touched by it.
type Reply struct {
	Status int
	Header http.Header
	Body   json.RawMessage
	Err    error

	dialect Dialect
}

// Decode reads the reply into a pointer, or returns its error.
func (r Reply) Decode(into any) error {
	if r.Err != nil || into == nil || len(r.Body) == 0 {
		return r.Err
	}
	if _, err := lenient.Decode(bytes.NewReader(r.Body), into, lenient.DefaultLimits); err != nil {
		return fmt.Errorf("reading the reply: %w", err)
	}
	r.dialect.zonesBack(into)
	return nil
}

// DoAll sends requests alone where there is one, else as batches. The error is
// of the calls; a request that was refused has it in its Reply.
func (c *Client) DoAll(ctx context.Context, requests ...*Request) ([]Reply, error) {
	if len(requests) != 1 {
		return c.Batch(ctx, requests...)
	}
	r := Reply{dialect: c.cfg.Dialect}
	r.Err = c.Do(ctx, requests[0], &r.Body)
	if r.Err == nil || IsRefusal(r.Err) {
		return []Reply{r}, nil
	}
	return []Reply{r}, r.Err
}

type batchRequest struct {
	ID      string            `json:"id"`
	Method  string            `json:"method"`
	URL     string            `json:"url"`
	Headers map[string]string `json:"headers,omitempty"`
	Body    any               `json:"body,omitempty"`
}

type batchReply struct {
	ID      string            `json:"id"`
	Status  int               `json:"status"`
	Headers map[string]string `json:"headers"`
	Body    json.RawMessage   `json:"body"`
}

// Batch sends requests together, twenty at a time, and returns a reply for
// each in the order of the requests. Requests may be performed in any order.
// One that was throttled is sent again after the wait it was told. The error is that of a whole batch: its replies have it too, and
// what of it was performed is not known.
//
// POST /$batch · 200 · the scopes of each request (supplement, batch)
func (c *Client) Batch(ctx context.Context, requests ...*Request) ([]Reply, error) {
	replies := make([]Reply, len(requests))
	var errs []error
	for _, part := range batches(requests) {
		if err := c.sendBatch(ctx, requests, part, replies); err != nil {
			errs = append(errs, err)
			for _, i := range part {
				if replies[i].Status == 0 && replies[i].Err == nil {
					replies[i].Err = err
				}
			}
		}
	}
	return replies, errors.Join(errs...)
}

// batches parts the indexes of requests into twenties of one version each.
func batches(requests []*Request) [][]int {
	var parts [][]int
	open := map[version]int{}
	for i, r := range requests {
		at, ok := open[r.version]
		if !ok || len(parts[at]) == batchMost {
			at = len(parts)
			open[r.version] = at
			parts = append(parts, nil)
		}
		parts[at] = append(parts[at], i)
	}
	return parts
}

// sendBatch sends the requests at the indexes, and again those that were
// throttled.
func (c *Client) sendBatch(ctx context.Context, requests []*Request, part []int, replies []Reply) error {
	policy := c.cfg.Retry
	for attempt := 1; ; attempt++ {
		if err := c.oneBatch(ctx, requests, part, replies); err != nil {
			return err
		}
		var throttled []int
		var pause time.Duration
		for _, i := range part {
			var e *Error
			if errors.As(replies[i].Err, &e) && (e.unread() || requests[i].idempotent && transient(&http.Response{StatusCode: e.Status}, nil)) {
				throttled = append(throttled, i)
				pause = max(pause, e.RetryAfter)
			}
		}
		if pause == 0 {
			pause, _ = c.retry.pause(nil, attempt, 0)
		}
		until := policy.Now().Add(pause)
		deadline, limited := ctx.Deadline()
		if len(throttled) == 0 || attempt > policy.Attempts || pause > policy.Longest || limited && time.Until(deadline) < pause {
			return nil
		}
		hurried, err := c.retry.rest(ctx, Wait{Attempt: attempt, Status: http.StatusTooManyRequests, Until: until}, pause)
		if err != nil {
			return err
		}
		if hurried {
			attempt--
		}
		part = throttled
	}
}

func (c *Client) oneBatch(ctx context.Context, requests []*Request, part []int, replies []Reply) error {
	var body struct {
		Requests []batchRequest `json:"requests"`
	}
	idempotent := true
	for _, i := range part {
		r := requests[i]
		if r.err != nil || r.upload != nil {
			replies[i].Err = r.err
			if r.err == nil {
				replies[i].Err = fmt.Errorf("%s %s: an upload cannot be part of a batch", r.Method, r.Path)
			}
			continue
		}
		idempotent = idempotent && r.idempotent
		body.Requests = append(body.Requests, r.inBatch(strconv.Itoa(i)))
	}
	if len(body.Requests) == 0 {
		return nil
	}
	post := ref{c: c}.request(http.MethodPost, "/$batch", body, nil)
	post.version, post.idempotent = requests[part[0]].version, idempotent
	var answer struct {
		Responses []batchReply `json:"responses"`
	}
	if err := c.Do(ctx, post, &answer); err != nil {
		return err
	}
	c.sortReplies(requests, body.Requests, answer.Responses, replies)
	return nil
}

// inBatch is the request as an element of a batch.
func (r *Request) inBatch(id string) batchRequest {
	b := batchRequest{ID: id, Method: r.Method, URL: r.Path, Body: r.Body, Headers: map[string]string{}}
	if q := r.opts.query(); q != "" {
		b.URL += "?" + q
	}
	if r.Body != nil {
		b.Headers["Content-Type"] = "application/json"
	}
	for name := range r.opts.header {
		b.Headers[name] = r.opts.header.Get(name)
	}
	if prefer := r.opts.prefer(); prefer != "" {
		b.Headers["Prefer"] = prefer
	}
	return b
}

// sortReplies gives each reply to its request, by id, whatever their order.
func (c *Client) sortReplies(requests []*Request, sent []batchRequest, got []batchReply, replies []Reply) {
	byID := make(map[string]batchReply, len(got))
	for _, g := range got {
		byID[g.ID] = g
	}
	for _, s := range sent {
		i, _ := strconv.Atoi(s.ID)
		g, ok := byID[s.ID]
		if !ok {
			replies[i] = Reply{Err: fmt.Errorf("%s %s: the batch has no reply to it", s.Method, requests[i].Path)}
			continue
		}
		replies[i] = c.reply(requests[i], g)
	}
}

func (c *Client) reply(req *Request, g batchReply) Reply {
	out := Reply{Status: g.Status, Header: http.Header{}, Body: g.Body, dialect: c.cfg.Dialect}
	for name, value := range g.Headers {
		out.Header.Set(name, value)
	}
	if g.Status >= 200 && g.Status < 300 {
		if req.Method == http.MethodGet && len(g.Body) == 0 {
			out.Err = fmt.Errorf("reading the reply: %w", lenient.ErrTooLarge)
		}
		return out
	}
	var body errorBody
	if len(bytes.TrimSpace(g.Body)) > 0 && json.Unmarshal(g.Body, &body) != nil {
		body = errorBody{}
	}
	e := newError(req.Method, req.Path, g.Status, out.Header, body)
	e.RetryAfter, _ = retryAfter(out.Header, c.cfg.Retry.Now())
	out.Err = e
	return out
}
