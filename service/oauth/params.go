package oauth

import (
	"errors"
	"io"
	"mime"
	"net/http"
	"net/url"
)

// Bounds of what a request may hold, in bytes.
const (
	maxQuery = 8 << 10
	maxBody  = 16 << 10
)

// params are the parameters of a request. Those without a value are left
// out, as if they had not been sent (RFC 6749, section 3.1).
type params map[string]string

// parseParams reads the application/x-www-form-urlencoded form. Of a
// parameter that is given twice none is kept, and twice is true.
func parseParams(raw string) (p params, twice bool, err error) {
	values, err := url.ParseQuery(raw)
	if err != nil {
		return nil, false, refuse(invalidRequest, "the parameters are not well-formed")
	}
	p = params{}
	for name, list := range values {
		switch {
		case len(list) > 1:
			twice = true
		case list[0] != "":
			p[name] = list[0]
		}
	}
	return p, twice, nil
}

var errTwice = refuse(invalidRequest, "a parameter is given more than once")

// query reads the parameters of the request's URI.
func query(r *http.Request) (p params, twice bool, err error) {
	if len(r.URL.RawQuery) > maxQuery {
		return nil, false, refuse(invalidRequest, "the request has more than %d bytes", maxQuery)
	}
	return parseParams(r.URL.RawQuery)
}

// body reads the parameters of a posted form.
func body(r *http.Request) (params, error) {
	kind, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil || kind != "application/x-www-form-urlencoded" {
		return nil, refuse(invalidRequest, "the body must be application/x-www-form-urlencoded")
	}
	raw, err := io.ReadAll(http.MaxBytesReader(nil, r.Body, maxBody))
	var tooLarge *http.MaxBytesError
	switch {
	case errors.As(err, &tooLarge):
		return nil, refuse(invalidRequest, "the body has more than %d bytes", maxBody)
	case err != nil:
		return nil, refuse(invalidRequest, "the body cannot be read")
	}
	p, twice, err := parseParams(string(raw))
	if err == nil && twice {
		err = errTwice
	}
	return p, err
}
