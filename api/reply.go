package api

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"

	"daybook/api/lenient"
	"daybook/model"
)

// largeReply is from where on a reply is large: such are read one after the
// other, so that four at once do not take four times the memory.
const largeReply = 4 << 20

// wholeReply bounds a reply that is an attachment with its bytes.
const wholeReply = 48 << 20

// cutMark is model.TooLarge in a request.
var cutMark = func() []byte {
	mark, err := json.Marshal(model.TooLarge)
	if err != nil {
		panic("api: a constant is no JSON: " + err.Error())
	}
	return bytes.Trim(mark, `"`)
}()

// errCut keeps a text that was not read whole from taking the place of the
// whole.
var errCut = permanent{errors.New("its text is too large to be read whole, so what would be saved is cut short; nothing was changed")}

// limits are those of a request's reply.
func (c *Client) limits(req *Request) lenient.Limits {
	l := lenient.DefaultLimits
	l.Body = c.cfg.MaxReply
	if req.whole {
		l.Body, l.Memory, l.Bytes = max(l.Body, wholeReply), wholeReply, wholeReply
	}
	return l
}

// decode reads a reply. What a repetition would not mend is permanent.
func (c *Client) decode(ctx context.Context, req *Request, body io.Reader, into any) error {
	turn := &turn{Reader: body, ctx: ctx, one: c.large}
	defer turn.end()
	report, err := lenient.Decode(turn, into, c.limits(req))
	switch {
	case err == nil:
		req.opts.dialect.zonesBack(into)
		c.odd(req, report)
		return nil
	case errors.Is(err, lenient.ErrTooLarge):
		return permanent{fmt.Errorf("reading the reply: %w (the bound is %d MB)", err, c.limits(req).Body>>20)}
	case errors.Is(err, lenient.ErrKind):
		return permanent{fmt.Errorf("reading the reply: %w", err)}
	}
	return fmt.Errorf("reading the reply: %w", plainError(err))
}

// turn waits to be the one large reply once a body turns out to be one.
type turn struct {
	io.Reader
	ctx  context.Context
	one  chan struct{}
	read int
	mine bool
}

func (t *turn) Read(p []byte) (int, error) {
	if t.read > largeReply && !t.mine {
		select {
		case t.one <- struct{}{}:
			t.mine = true
		case <-t.ctx.Done():
			return 0, t.ctx.Err()
		}
	}
	n, err := t.Reader.Read(p)
	t.read += n
	return n, err
}

func (t *turn) end() {
	if t.mine {
		<-t.one
	}
}

// odd tells the watch of what a reply had that cannot be shown.
func (c *Client) odd(req *Request, r lenient.Report) {
	if r.Bad == 0 && r.Cut == 0 || req.background {
		return
	}
	if tell := c.retry.link.oddity(); tell != nil {
		tell(Oddity{Path: req.Path, Field: r.First, Bad: r.Bad, Cut: r.Cut})
	}
}
