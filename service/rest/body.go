package rest

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"mime"
	"os"
	"slices"
	"strings"

	"daybook/model"
)

// ReadBody reads the body, unpacks gzip, and checks its media type and size:
// 415 for a type the route does not accept, 413 beyond the limit. An empty
// body needs no type.
func (r *Request) ReadBody() ([]byte, error) {
	source, err := r.BodyReader()
	if err != nil {
		return nil, err
	}
	body, err := r.readAll(source)
	if err != nil {
		return nil, err
	}
	if len(body) > 0 {
		r.dialect.readBody(body)
		return body, r.checkMediaType()
	}
	return body, nil
}

// readAll holds a body, or has a large one wait on the disk until it is there
// and has a place: whoever sends slowly keeps nobody waiting. Its stated
// length is never believed.
func (r *Request) readAll(source io.Reader) ([]byte, error) {
	body := make([]byte, 0, min(max(r.ContentLength+1, 512), 64<<10))
	for {
		if len(body) == cap(body) {
			if len(body) >= largeBody && r.leave == nil {
				return r.readLarge(body, source)
			}
			body = slices.Grow(body, len(body))
		}
		n, err := source.Read(body[len(body):cap(body)])
		body = body[:len(body)+n]
		if err == io.EOF {
			return body, nil
		}
		if err != nil {
			return nil, err
		}
	}
}

// readLarge brings a body of which there is the beginning onto the disk, waits
// for a place among the large ones, and only then holds it.
func (r *Request) readLarge(begin []byte, rest io.Reader) ([]byte, error) {
	if err := r.joinLine(); err != nil {
		return nil, err
	}
	f, err := os.CreateTemp("", "daybook-*") // 0600
	if err != nil {
		return nil, errNoRoom
	}
	defer os.Remove(f.Name()) // where one that is open cannot be removed
	defer f.Close()
	_ = os.Remove(f.Name())
	to := &spool{file: f}
	_, _ = to.Write(begin)
	size, err := io.Copy(to, rest)
	if to.err != nil {
		return nil, errNoRoom
	}
	if err != nil {
		return nil, err
	}
	if err := r.takePlace(); err != nil {
		return nil, err
	}
	body := make([]byte, int64(len(begin))+size)
	if _, err := f.ReadAt(body, 0); err != nil {
		return nil, fmt.Errorf("read a large body back: %w", err)
	}
	return body, nil
}

// spool tells the errors of writing from those of reading.
type spool struct {
	file *os.File
	err  error
}

func (s *spool) Write(b []byte) (int, error) {
	n, err := s.file.Write(b)
	s.err = errors.Join(s.err, err)
	return n, err
}

var errNoRoom = model.Errorf(model.CodeQuota,
	"a large body cannot be kept while it comes: nothing was changed; make room in the folder for temporary files and try again")

// BodyReader reads the body as it comes, unpacked, for what is too large to
// be held. Its errors are those of ReadBody: reading beyond the limit is a
// 413.
func (r *Request) BodyReader() (io.Reader, error) {
	limit := r.Limits().Body
	switch {
	case r.Route == nil || r.Route.MaxBody == 0:
	case r.Route.MaxBody == UploadSize:
		limit = r.Limits().Upload
	default:
		limit = r.Route.MaxBody
	}
	if r.Body == nil {
		return strings.NewReader(""), nil
	}
	if r.ContentLength > limit {
		return nil, tooLarge(limit)
	}
	source := io.Reader(r.Body)
	switch enc := strings.ToLower(r.Header.Get("Content-Encoding")); enc {
	case "", "identity":
	case "gzip", "x-gzip":
		packed, err := gzip.NewReader(r.Body)
		if err != nil {
			return nil, model.Errorf(model.CodeBadRequest, "the body is not gzip, though Content-Encoding says so")
		}
		source = packed
	default:
		return nil, model.Errorf(model.CodeUnsupportedMedia, "Content-Encoding %q is not supported; use gzip or none", enc)
	}
	return &bodyReader{from: source, left: limit, limit: limit, arrived: r.restart}, nil
}

// bodyReader reads up to a limit and says what was wrong in the interface's
// words.
type bodyReader struct {
	from        io.Reader
	left, limit int64
	arrived     func() // called when bytes have come
}

func (b *bodyReader) Read(p []byte) (int, error) {
	if int64(len(p)) > b.left+1 {
		p = p[:b.left+1]
	}
	n, err := b.from.Read(p)
	b.left -= int64(n)
	if n > 0 && b.arrived != nil {
		b.arrived()
	}
	switch {
	case b.left < 0:
		return 0, tooLarge(b.limit)
	case err != nil && err != io.EOF:
		err = model.Errorf(model.CodeBadRequest, "the body could not be read to its end")
	}
	return n, err
}

func tooLarge(limit int64) error {
	return model.Errorf(model.CodeTooLarge, "the body is larger than %d bytes", limit)
}

// MediaType is the body's type without parameters, lower case.
func (r *Request) MediaType() string {
	t, _, err := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if err != nil {
		return ""
	}
	return t
}

func (r *Request) checkMediaType() error {
	accepts := []string{"application/json"}
	if r.Route != nil && len(r.Route.Accepts) > 0 {
		accepts = r.Route.Accepts
	}
	kind := r.MediaType()
	if slices.Contains(accepts, "*/*") || slices.Contains(accepts, kind) ||
		(r.Header.Get("Content-Type") == "" && accepts[0] == "application/json") {
		return nil
	}
	return model.Errorf(model.CodeUnsupportedMedia, "Content-Type %q is not supported here; send %s",
		r.Header.Get("Content-Type"), strings.Join(accepts, " or "))
}

// Decode reads a JSON object into a struct. Names match in any letter case,
// "true" and "12" do for booleans and numbers, annotations (@...) are left
// out. A malformed body is a 400 with its position, an unknown property one
// with its name, no body one that says so.
func (r *Request) Decode(into any) error {
	body, err := r.requireBody()
	if err != nil {
		return err
	}
	return DecodeJSON(body, into)
}

// DecodeAny is Decode for an action all of whose parameters can be left out:
// no body leaves into as it is.
func (r *Request) DecodeAny(into any) error {
	body, err := r.ReadBody()
	if err != nil || len(bytes.TrimSpace(body)) == 0 {
		return err
	}
	return DecodeJSON(body, into)
}

// requireBody is ReadBody for what cannot do without.
func (r *Request) requireBody() ([]byte, error) {
	body, err := r.ReadBody()
	if err == nil && len(bytes.TrimSpace(body)) == 0 {
		err = model.Errorf(model.CodeBadRequest, "%s needs a body: a JSON object", r.Route.Operation)
	}
	return body, err
}

// Object is a JSON object whose properties can be told apart: absent, null,
// or a value. Names are looked up in any letter case.
type Object struct {
	body   []byte
	fields map[string]field // by name in lower case
}

type field struct {
	name string // as it was given
	raw  json.RawMessage
}

// Object reads the body as an Object, for a PATCH. No body is a 400.
func (r *Request) Object() (Object, error) {
	body, err := r.requireBody()
	if err != nil {
		return Object{}, err
	}
	return ReadObject(body)
}

// ReadObject is Object for a body that has been read.
func ReadObject(body []byte) (Object, error) {
	fields, err := members(body)
	return Object{body: body, fields: fields}, err
}

// Has reports whether the property is given, null included.
func (o Object) Has(name string) bool { _, ok := o.fields[strings.ToLower(name)]; return ok }

// Alone reports whether a property is there, and no other.
func (o Object) Alone(name string) bool { return o.Has(name) && len(o.fields) == 1 }

// Null reports whether the property is given as null.
func (o Object) Null(name string) bool { return string(o.Raw(name)) == "null" }

// Raw is the property as it was given, nil when absent.
func (o Object) Raw(name string) json.RawMessage { return o.fields[strings.ToLower(name)].raw }

// Text reads a property that is a string.
func (o Object) Text(name string, into *string) error {
	if err := json.Unmarshal(o.Raw(name), into); err != nil {
		return BadProperty(name, "a string belongs here")
	}
	return nil
}

// Into decodes the whole object into a struct, as Decode does.
func (o Object) Into(v any) error { return DecodeJSON(o.body, v) }

// Only refuses with 400 a property that is not in names, be it read-only or
// unknown: a change that would be lost in silence. Annotations and the id,
// which say what the body is of, pass, and what says nothing (see unkept).
func (o Object) Only(names ...string) error {
	for k, f := range o.fields {
		known := func(n string) bool { return strings.EqualFold(n, k) }
		if slices.ContainsFunc(names, known) || passes(k, f.raw, true) {
			continue
		}
		return BadProperty(f.name, "cannot be changed here; these can: %s", strings.Join(names, ", "))
	}
	return nil
}

// Enum reads an enumeration value in any letter case and returns it as the
// interface writes it; another value is a 400 that names the property.
func Enum(property, value string, allowed ...string) (string, error) {
	for _, a := range allowed {
		if strings.EqualFold(a, value) {
			return a, nil
		}
	}
	return "", BadProperty(property, "%q is not one of %s", value, strings.Join(allowed, ", "))
}
