package strict

import (
	"net/http"
	"net/url"
	"path"
	"strings"
)

// The ranges of an upload go to an address of its own, which is its key: it
// takes no token. The service behind has it below its version.
// https://learn.microsoft.com/graph/outlook-large-attachments
// https://learn.microsoft.com/graph/api/driveitem-createuploadsession
const (
	uploadsHere   = "/upload/"
	uploadsBehind = "/uploadSessions/" // below the version
)

// largestRange is what a range of an attachment may have, in bytes; one of a
// file of a drive may have more.
const largestRange = 4 << 20

// upload judges a range, or a question about a session, and passes it on.
func (i *Interface) upload(req *http.Request, body []byte) (answer, error) {
	key, ok := strings.CutPrefix(req.URL.EscapedPath(), uploadsHere)
	var f *fault
	switch {
	case !ok:
		f = &fault{"path", "BadRequest", "Resource not found.", http.StatusNotFound}
	case req.Header.Get("Authorization") != "":
		f = &fault{"upload", "ErrorInvalidToken", "The address of an upload takes no token.", http.StatusUnauthorized}
	case len(body) > largestRange:
		f = &fault{"upload", "ErrorRequestEntityTooLarge", "The range is too large.", http.StatusRequestEntityTooLarge}
	}
	if f != nil {
		i.mu.Lock()
		i.note(Refusal{Rule: f.rule, Method: req.Method, Path: uploadsHere + "{id}", Message: f.message})
		i.mu.Unlock()
		return failure(f.status, f.code, f.message), nil
	}
	a := ask(req.Method, uploadsBehind+key, req.URL.Query(), req.Header, body)
	out, err := i.forward(req, a)
	if err != nil || out.status >= http.StatusBadRequest {
		return out, err
	}
	location := out.header.Get("Location")
	switch {
	case location == "":
		a.at.of = "uploadSession"
	case strings.Contains(location, "/attachments/"): // of another interface, with nothing behind it
		out.header.Set("Location", req.URL.Scheme+"://"+req.URL.Host+"/api/v2.0/Attachments('"+url.PathEscape(long(path.Base(location)))+"')")
		out.body = nil
		return out, nil
	default:
		a.at.of = "driveItem"
	}
	out.body = i.reshaped(a, out.body)
	return out, nil
}
