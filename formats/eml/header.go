package eml

import (
	"bytes"
	"strings"
)

// field is one header field: its name as written, its value still folded.
type field struct {
	name  string
	value []byte
}

// header is the fields of a message or part in their order.
type header []field

// splitHeader cuts raw into its header fields and its body. The body starts
// after the first empty line, or at the first line that cannot belong to a
// header, so that a message without a header is all body.
func splitHeader(raw []byte) (header, []byte) {
	var h header
	start := 0 // of the last field's value, in raw
	for pos := 0; pos < len(raw); {
		line, next := cutLine(raw[pos:])
		end := pos + len(line)
		switch {
		case len(line) == 0:
			if len(h) > 0 {
				return h, next
			}
		case line[0] == ' ' || line[0] == '\t':
			if len(h) > 0 {
				h[len(h)-1].value = raw[start:end]
			} else if len(bytes.TrimSpace(line)) > 0 {
				return h, raw[pos:]
			}
		case isFromLine(line):
			// A mailbox's envelope line that was left on top.
		default:
			name, value, ok := cutField(line)
			if !ok {
				return h, raw[pos:]
			}
			start = end - len(value)
			h = append(h, field{name, value})
		}
		pos = len(raw) - len(next)
	}
	return h, nil
}

// cutLine returns the first line of b without its LF or CRLF, and what
// follows.
func cutLine(b []byte) (line, rest []byte) {
	i := bytes.IndexByte(b, '\n')
	if i < 0 {
		return b, nil
	}
	line, rest = b[:i], b[i+1:]
	if n := len(line); n > 0 && line[n-1] == '\r' {
		line = line[:n-1]
	}
	return line, rest
}

func isFromLine(line []byte) bool {
	return bytes.HasPrefix(line, []byte("From ")) || bytes.HasPrefix(line, []byte(">From "))
}

// cutField splits "Name: value". Blanks before the colon are tolerated.
func cutField(line []byte) (name string, value []byte, ok bool) {
	i := bytes.IndexByte(line, ':')
	if i <= 0 {
		return "", nil, false
	}
	n := bytes.TrimRight(line[:i], " \t")
	for _, c := range n {
		if c <= ' ' || c >= 0x7f {
			return "", nil, false
		}
	}
	return string(n), line[i+1:], len(n) > 0
}

// get returns the first field of that name, unfolded, or "".
func (h header) get(name string) string {
	for _, f := range h {
		if strings.EqualFold(f.name, name) {
			return unfold(f.value)
		}
	}
	return ""
}

// all returns every field of that name, unfolded.
func (h header) all(name string) []string {
	var out []string
	for _, f := range h {
		if strings.EqualFold(f.name, name) {
			out = append(out, unfold(f.value))
		}
	}
	return out
}

// unfold joins the lines of a value: a line end and the blanks after it are
// one space. The bytes are not decoded.
func unfold(value []byte) string {
	value = bytes.TrimSpace(value)
	if bytes.IndexByte(value, '\n') < 0 {
		return string(value)
	}
	var b strings.Builder
	b.Grow(len(value))
	for len(value) > 0 {
		line, rest := cutLine(value)
		b.Write(bytes.TrimRight(line, " \t\r"))
		value = bytes.TrimLeft(rest, " \t\r\n")
		if len(value) > 0 {
			b.WriteByte(' ')
		}
	}
	return b.String()
}
