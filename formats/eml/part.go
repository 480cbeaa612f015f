package eml

import (
	"bytes"
	"strings"

	"daybook/formats/charset"
)

// part is a node of the MIME tree: the message itself or one of its parts.
type part struct {
	header      header
	mediaType   string // lower case, "text/plain" when missing
	params      map[string]string
	disposition string
	name        string // file name, decoded, may be empty
	encoding    string // Content-Transfer-Encoding as written
	body        []byte // still encoded
}

// newPart reads the header of a message or part.
func newPart(raw []byte) *part {
	if bytes.IndexByte(raw, '\n') < 0 && bytes.IndexByte(raw, '\r') >= 0 {
		raw = bytes.ReplaceAll(raw, []byte("\r"), []byte("\n"))
	}
	p := &part{}
	p.header, p.body = splitHeader(raw)
	p.describe()
	return p
}

// describe reads the fields that say what the part is.
func (p *part) describe() {
	p.mediaType, p.params = "text/plain", map[string]string{}
	label := ""
	if ct := p.header.get("Content-Type"); ct != "" {
		_, hint := parseParams(ct, "")
		label = hint["charset"]
		p.mediaType, p.params = parseParams(ct, label)
	}
	if !strings.Contains(p.mediaType, "/") {
		if p.mediaType == "" || p.mediaType == "text" {
			p.mediaType = "text/plain"
		} else if p.mediaType != "multipart" {
			p.mediaType = "application/" + p.mediaType
		} else {
			p.mediaType = "multipart/mixed"
		}
	}
	if kind, sub, _ := strings.Cut(p.mediaType, "/"); !isToken(kind) || !isToken(sub) {
		p.mediaType = "application/octet-stream"
	}
	if d := p.header.get("Content-Disposition"); d != "" {
		var params map[string]string
		p.disposition, params = parseParams(d, label)
		p.name = params["filename"]
	}
	if p.name == "" {
		p.name = p.params["name"]
	}
	p.encoding = p.header.get("Content-Transfer-Encoding")
}

// contentID is the Content-ID without its angle brackets.
func (p *part) contentID() string {
	return strings.Trim(charset.Guess(p.header.get("Content-ID"), ""), " <>")
}

// children cuts a multipart's body at its boundary. What is before the first
// part and after the last is for no reader (RFC 2046, section 5.1.1). ok is
// false when there are no parts to be found.
func (p *part) children(limit int) (parts [][]byte, ok bool) {
	boundary := p.params["boundary"]
	if boundary == "" || !bytes.Contains(p.body, []byte("--"+boundary)) {
		boundary = guessBoundary(p.body)
	}
	if boundary == "" {
		return nil, false
	}
	delimiter := []byte("--" + boundary)
	start, pos := -1, 0
	for body := p.body; pos < len(body); {
		line, next := cutLine(body[pos:])
		kind := delimiterKind(line, delimiter)
		if kind != notDelimiter && (len(parts) < limit || kind == closing) {
			if start >= 0 {
				parts = append(parts, trimLineEnd(body[start:pos]))
			}
			start = len(body) - len(next)
			if kind == closing {
				return parts, len(parts) > 0
			}
		}
		pos = len(body) - len(next)
	}
	if start >= 0 && start < len(p.body) {
		parts = append(parts, p.body[start:]) // never closed
	}
	return parts, len(parts) > 0
}

const (
	notDelimiter = iota
	opening
	closing
)

// delimiterKind compares a line with "--boundary" and "--boundary--"; blanks
// may follow.
func delimiterKind(line, delimiter []byte) int {
	rest, ok := bytes.CutPrefix(line, delimiter)
	if !ok {
		return notDelimiter
	}
	switch string(bytes.TrimRight(rest, " \t\r")) {
	case "":
		return opening
	case "--":
		return closing
	}
	return notDelimiter
}

// trimLineEnd takes off the line end that belongs to the delimiter after it.
func trimLineEnd(b []byte) []byte {
	b = bytes.TrimSuffix(b, []byte("\n"))
	return bytes.TrimSuffix(b, []byte("\r"))
}

// guessBoundary finds the boundary of a multipart that does not name it: the
// first line that starts with "--" and is followed by a Content- field.
func guessBoundary(body []byte) string {
	const search = 64 << 10
	head := body[:min(len(body), search)]
	for len(head) > 0 {
		line, rest := cutLine(head)
		b, ok := bytes.CutPrefix(bytes.TrimRight(line, " \t"), []byte("--"))
		next, _ := cutLine(rest)
		if ok && len(b) > 0 && len(b) <= 200 && len(next) > 8 && strings.EqualFold(string(next[:8]), "content-") {
			return string(b)
		}
		head = rest
	}
	return ""
}
