package api

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"strings"

	"daybook/api/lenient"
)

// Raw makes any call: path is below the version and may begin with "/beta/"
// and hold a query. The JSON body, if not nil, goes as it is. With paginate, a
// collection's following pages are read too and their items written as one
// "value". Otherwise the reply's bytes go to out unchanged.
func (c *Client) Raw(ctx context.Context, method, path string, body json.RawMessage, paginate bool, out io.Writer) error {
	if body != nil && !json.Valid(body) {
		return fmt.Errorf("%s %s: the body is not JSON", method, bare(path))
	}
	var content any
	if body != nil {
		content = body
	}
	req, err := c.NewRequest(method, path, content)
	if err != nil {
		return err
	}
	if paginate {
		return c.rawPages(ctx, req, out)
	}
	resp, err := c.openFile(ctx, req)
	if err != nil {
		return err
	}
	defer drain(resp.Body)
	if _, err := io.Copy(out, resp.Body); err != nil {
		return fmt.Errorf("reading the reply: %w", plainError(err))
	}
	return nil
}

// bare is a path without its query, which errors leave out.
func bare(path string) string {
	path, _, _ = strings.Cut(path, "?")
	return path
}

// rawPages writes {"value":[...]}, an item as soon as its page is there; a
// reply that is not a collection goes out as it came.
func (c *Client) rawPages(ctx context.Context, req *Request, out io.Writer) error {
	var whole json.RawMessage
	req.whole = true
	if err := c.Do(ctx, req, &whole); err != nil {
		return err
	}
	page := &Page[json.RawMessage]{client: c, ask: req, walk: newWalk(req)}
	limits := lenient.DefaultLimits
	limits.Body, limits.Memory = c.cfg.MaxReply, 2*c.cfg.MaxReply
	if _, err := lenient.Decode(bytes.NewReader(whole), &page.Collection, limits); err != nil || page.Value == nil {
		_, err := out.Write(whole)
		return err
	}
	if _, err := io.WriteString(out, `{"value":[`); err != nil {
		return err
	}
	comma := ""
	for item, err := range page.All(ctx) {
		if err != nil {
			return err
		}
		if _, err := io.WriteString(out, comma+string(item)); err != nil {
			return err
		}
		comma = ",\n"
	}
	_, err := io.WriteString(out, "]}\n")
	return err
}
