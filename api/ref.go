package api

import (
	"errors"
	"fmt"
	"net/url"
	"strings"
)

// ref is an address below the version: a path that starts with "/" and whose
// identifiers are escaped. Some rows of the contract write a collection in
// lower case; folded is the path in their spelling, empty when it is the same.
type ref struct {
	c      *Client
	path   string
	folded string
	err    error
}

var errEmptyID = errors.New("an identifier is empty")

// item addresses one member of a collection. An empty identifier would
// address the collection itself, and a dot segment its parent, so both fail
// when the reference is used.
func (r ref) item(collection, id string) ref {
	r = r.to(collection)
	switch id {
	case "":
		return r.failed(fmt.Errorf("%s: %w", r.path, errEmptyID))
	case ".", "..":
		return r.failed(fmt.Errorf("%s: %q is not an identifier", r.path, id))
	}
	return r.to("/" + escapeSegment(id))
}

// to appends path text that needs no escaping.
func (r ref) to(text string) ref {
	r.path += text
	if r.folded != "" {
		r.folded += text
	}
	return r
}

// fold appends text that some rows of the contract write in lower case.
func (r ref) fold(text string) ref {
	folded := r.spelled().path + strings.ToLower(text)
	r.path += text
	r.folded = folded
	return r
}

// spelled is the reference in the lower-case spelling of its row. The
// microsoft dialect has one spelling alone.
func (r ref) spelled() ref {
	if r.folded != "" && r.c.cfg.Dialect == Vendor {
		r.path = r.folded
	}
	r.folded = ""
	return r
}

func (r ref) failed(err error) ref {
	if r.err == nil {
		r.err = err
	}
	return r
}

// Path returns the address below the version, escaped: "/me/messages/AAMk".
func (r ref) Path() string { return r.path }

// escapeSegment escapes an identifier for one path segment: beyond what the
// URL syntax needs, the colon, which path addressing of files gives a meaning.
func escapeSegment(id string) string {
	return strings.ReplaceAll(url.PathEscape(id), ":", "%3A")
}
